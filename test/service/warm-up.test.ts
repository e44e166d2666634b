import { expect, test } from 'vitest'
import { warmUp } from '#service/warm-up.ts'

test('the example that a service warms up with can be read and judged by the present schema and rules', async () => {
  await expect(warmUp()).resolves.toBeUndefined()
})
