import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examplesJson } from '../../../build/generate/report-examples.ts'

test('the examples of the documents equal the current responses (npm run generate)', () => {
  const path = new URL('../../../src/discovery/examples.json', import.meta.url)
  expect(readFileSync(path, 'utf8')).toBe(examplesJson())
})
