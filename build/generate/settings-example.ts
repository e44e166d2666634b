import { writeFileSync } from 'node:fs'
import type { KeyNames } from '#settings/keys.ts'
import { CONFIG_ENV, keyNames } from '#settings/keys.ts'

/** Every setting with its meaning, bounds, names and default, as a TOML file that changes nothing. */
export function exampleToml(): string {
  const tables = new Map<string, KeyNames[]>()
  for (const name of keyNames) {
    const table = tableOf(name.key)
    tables.set(table, [...(tables.get(table) ?? []), name])
  }
  // Keys below the head of a table belong to it, so keys without a table come first.
  const sorted = [...tables].sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
  return [HEAD, ...sorted.map(([table, names]) => tableText(table, names))].join('\n')
}

const HEAD = `# Settings of urlwitness: urlwitness serve --config FILE, or ${CONFIG_ENV}=FILE.
# Precedence: flag, environment variable, this file, default. What is written here are the defaults.
# Generated from the schema: npm run generate.
`

function tableText(table: string, names: readonly KeyNames[]): string {
  const head = table === '' ? '' : `[${table}]\n`
  return head + names.map(entryText).join('\n')
}

function entryText({ key, about, allowed, env, secret, fallback }: KeyNames): string {
  const name = key.slice(key.lastIndexOf('.') + 1)
  const environment = secret ? `${env} or ${env}_FILE` : env
  const value = fallback === null ? `# ${name} =` : `${name} = ${toml(fallback)}`
  return `# ${about}.\n# Allowed: ${allowed}. ${environment}\n${value}\n`
}

function tableOf(key: string): string {
  return key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : ''
}

/** JSON writes strings, numbers, booleans and flat lists the way TOML does. */
function toml(value: unknown): string {
  return JSON.stringify(value)
}

if (import.meta.main) {
  writeFileSync(new URL('../../config/urlwitness.example.toml', import.meta.url), exampleToml())
}
