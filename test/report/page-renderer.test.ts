import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageRenderer } from '../../build/generate/page-renderer.ts'

test('the script of a page makes it as the program does: run `npm run generate` after a change', async () => {
  const file = new URL('../../src/report/html/page-renderer.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ code: await pageRenderer() })
})
