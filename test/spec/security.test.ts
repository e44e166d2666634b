import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('SECURITY.md', root), 'utf8')
const promises = text.split('\n## ').find((section) => section.startsWith('Promises\n')) ?? ''
const rows = promises.split('\n').filter((line) => /^\| (?!Promise |---)/.test(line))
const named = [...promises.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)].map(
  ([, path = '', title = '']) => [path, title] as const,
)

test('SECURITY.md names a test for every promise', () => {
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter((row) => !/`test\/[^`]+`: "[^"]+"/.test(row))).toEqual([])
})

test.each(named)('SECURITY.md names a test that exists: %s, %s', (path, title) => {
  const file = new URL(path, root)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(title)
})
