import type { BundledPackage } from './bundled-packages.ts'

/** One text of everybody's terms: Node (whose own lists what it holds), then the packages. */
export function thirdPartyLicenses(
  node: { version: string; license: string },
  packages: readonly BundledPackage[],
): string {
  const parts = packages.map((one) =>
    part(`${one.name} ${one.version}`, one.license, termsOf(one, packages)),
  )
  return [HEAD, part(`Node.js ${node.version}`, 'MIT', node.license.trim()), ...parts].join('\n\n')
}

const HEAD = `The executable holds the software below, under these terms. SQLite, inside better-sqlite3, is in the public domain.`

function part(name: string, license: string, terms: string): string {
  return `${'='.repeat(100)}\n${name}: ${license}\n\n${terms}\n`
}

function termsOf(
  { license, texts, manifest }: BundledPackage,
  all: readonly BundledPackage[],
): string {
  if (texts.size > 0) return [...texts.values()].join('\n\n')
  const like = all.find((one) => one.license === license && one.texts.size > 0)
  if (like === undefined) throw new TypeError(`No text of ${license} was found.`)
  return `The package carries no text of its own${authorOf(manifest['author'])}. The terms of ${license} stand under ${like.name}.`
}

function authorOf(author: unknown): string {
  if (typeof author === 'string') return `; it is by ${author}`
  const name =
    typeof author === 'object' && author !== null ? Reflect.get(author, 'name') : undefined
  return typeof name === 'string' ? `; it is by ${name}` : ''
}
