import { readFileSync, writeFileSync } from 'node:fs'
import { formatIp, parseIp } from '#target/ip.ts'

/** One block of a registry, as the generated source contains it. */
interface Row {
  readonly block: string
  readonly name: string
  readonly rfc: string
  readonly globallyReachable: boolean
}

/** The date in "Last Updated" of both registries; change it when the files are updated. */
const IANA_DATE = '2025-10-09'

const sources = [
  { constant: 'ianaIpv4', file: 'config/iana/iana-ipv4-special-registry-1.csv' },
  { constant: 'ianaIpv6', file: 'config/iana/iana-ipv6-special-registry-1.csv' },
] as const

const root = new URL('../../', import.meta.url)
const target = new URL('src/target/registry.ts', root)

/** The text of `src/target/registry.ts` that follows from the CSV files in `config/iana`. */
export function registrySource(): string {
  const parts = sources.map(({ constant, file }) =>
    tableSource(constant, rowsOf(readFileSync(new URL(file, root), 'utf8'))),
  )
  return `${head}\n${parts.join('\n')}`
}

const head = `// Generated from config/iana by build/generate/address-registry.ts.

/** A block of addresses, most specific first within its table. */
export interface RegistryRow {
  readonly block: string
  readonly name: string
  readonly rfc: string
  /** As in the registry; "N/A" and an empty value count as no. */
  readonly globallyReachable: boolean
}

/** The date of IANA's last change to the special-purpose registries that this file was made from. */
export const IANA_DATE = '${IANA_DATE}'
`

function tableSource(constant: string, rows: readonly Row[]): string {
  const lines = rows.map(({ block, name, rfc, globallyReachable }) => {
    const fields = [
      `block: ${quote(block)}`,
      `name: ${quote(name)}`,
      `rfc: ${quote(rfc)}`,
      `globallyReachable: ${globallyReachable}`,
    ]
    const line = `  { ${fields.join(', ')} },`
    // The formatter breaks lines of more than 100 columns.
    return line.length <= 100 ? line : `  {\n${fields.map((each) => `    ${each},\n`).join('')}  },`
  })
  return `export const ${constant}: readonly RegistryRow[] = [\n${lines.join('\n')}\n]\n`
}

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Every row, whatever its value of "Globally Reachable": a special-purpose block has no public website. */
function rowsOf(csv: string): Row[] {
  const [, ...records] = parseCsv(csv)
  return records
    .flatMap(([blocks = '', name = '', rfc = '', , , , , , reachable = '']) =>
      blocks.split(',').map((block) => ({
        block: canonicalBlock(block.replace(/\[\d+\]/g, '').trim()),
        name: name.replaceAll('"', ''),
        rfc: rfcOf(rfc),
        globallyReachable: reachable === 'True',
      })),
    )
    .sort((a, b) => prefixOf(b.block) - prefixOf(a.block) || (a.block < b.block ? -1 : 1))
}

/** `[RFC4380]\n [RFC8190]` -> `RFC 4380, RFC 8190`; `[RFC791], Section 3.2` -> `RFC 791, Section 3.2`. */
function rfcOf(text: string): string {
  return text
    .replace(/\[RFC Errata (\d+)\]/g, ', RFC Errata $1')
    .replace(/\[RFC(\d+)\]/g, ', RFC $1')
    .replace(/\s+/g, ' ')
    .replace(/(\s*,)+\s*/g, ', ')
    .replace(/^[,\s]+/, '')
    .trim()
}

function canonicalBlock(block: string): string {
  const [text = '', length] = block.split('/')
  const ip = parseIp(text)
  if (ip === null || !/^\d+$/.test(length ?? '')) throw new Error(`not an address block: ${block}`)
  return `${formatIp(ip)}/${length}`
}

const prefixOf = (block: string) => Number(block.split('/')[1])

/** RFC 4180: quoted fields may contain commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy
  for (const [, value = '', end] of text.matchAll(field)) {
    const record = records.at(-1)
    record?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end !== ',' && end !== '') records.push([])
    if (end === '') break
  }
  return records.filter((record) => record.length > 1)
}

if (import.meta.main) writeFileSync(target, registrySource())
