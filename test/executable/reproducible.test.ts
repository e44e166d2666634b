import { expect, test } from 'vitest'
import { checkReproducible } from '../../build/check-reproducible.ts'
import { executableFile, hostTarget } from '../../build/target.ts'

test('another build of this checkout, in a folder of another name, gives the same bytes', () => {
  const target = hostTarget()
  const file = executableFile(target)
  expect(checkReproducible({ target, file })).toContain('the same bytes')
}, 300_000)
