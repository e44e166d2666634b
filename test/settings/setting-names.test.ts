import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyNames } from '#settings/keys.ts'

test('the documents name settings that exist', () => {
  const keys: readonly string[] = keyNames.map(({ key }) => key)
  const sections = [
    ...new Set(keys.filter((key) => key.includes('.')).map((key) => key.split('.')[0])),
  ]
  const name = new RegExp(`(?:\`|<code>)((?:${sections.join('|')})\\.[a-z_.]+)(?:\`|</code>)`, 'g')
  const files = ['README.md', ...globSync('src/{discovery,cli}/**/*.ts')]
  const named = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(name)])
  expect(named.length).toBeGreaterThan(10)
  expect(named.map(([, key = '']) => key).filter((key) => !keys.includes(key))).toEqual([])
})
