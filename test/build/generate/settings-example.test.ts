import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyNames } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import { exampleToml } from '../../../build/generate/settings-example.ts'

const path = new URL('../../../config/urlwitness.example.toml', import.meta.url)

test('the example file equals the one generated from the schema (npm run generate)', () => {
  expect(readFileSync(path, 'utf8')).toBe(exampleToml())
})

test('the example file changes nothing', () => {
  const plain = loadSettings({ flags: {}, env: {}, readFile: () => '' })
  const example = loadSettings({ flags: { config: 'x' }, env: {}, readFile: exampleToml })
  expect(example).toMatchObject({ status: 'loaded' })
  expect(example).toHaveProperty('settings', Reflect.get(plain, 'settings'))
})

test('the example file names every key with its environment variable', () => {
  const text = exampleToml()
  for (const { key, env, about } of keyNames) {
    expect(text).toMatch(new RegExp(`^(# )?${key.slice(key.lastIndexOf('.') + 1)} =`, 'm'))
    expect(text).toContain(env)
    expect(about.length).toBeGreaterThan(10)
  }
})
