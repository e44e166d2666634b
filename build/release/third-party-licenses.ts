import type { BundledPackage } from './bundled-packages.ts'

/** The licences of everything inside, as one text: Node if it is included (its licence lists its parts), then the packages. */
export function thirdPartyLicenses(
  packages: readonly BundledPackage[],
  node?: { version: string; license: string },
): string {
  const parts = packages.map((one) =>
    part(`${one.name} ${one.version}`, one.license, termsOf(one, packages)),
  )
  const nodePart =
    node === undefined ? [] : [part(`Node.js ${node.version}`, 'MIT', node.license.trim())]
  return [HEAD, ...nodePart, ...parts].join('\n\n')
}

const HEAD = `urlwitness contains the software below, under these terms. SQLite, inside better-sqlite3, is in the public domain.`

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
  return `The package carries no text of its own${authorOf(manifest['author'])}. The terms of ${license} are those under ${like.name}.`
}

function authorOf(author: unknown): string {
  if (typeof author === 'string') return `; it is by ${author}`
  const name =
    typeof author === 'object' && author !== null ? Reflect.get(author, 'name') : undefined
  return typeof name === 'string' ? `; it is by ${name}` : ''
}
