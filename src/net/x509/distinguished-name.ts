import type { Der } from './der.ts'
import { oidText, readAll, readSequence, tags, textOf } from './der.ts'

/** A name of X.501, for reading and for comparing. */
export interface DistinguishedName {
  readonly raw: Uint8Array
  /** `O=Example, CN=example.com`: certificate order, at most 512 characters. */
  readonly text: string
  readonly commonName: string | null
  readonly organization: string | null
}

// A name is for people: 512 characters hold any real one and keep a hostile one out of the report.
const maxNameLength = 512
// RFC 5280 bounds CN and O at 64; some authorities exceed it.
const maxPartLength = 256

const short: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

export function readName(name: Der): DistinguishedName {
  const parts = attributes(name)
  const text = parts.map(([key, value]) => `${key}=${escapeValue(value)}`).join(', ')
  // The most specific one is written last (RFC 5280 says nothing; every client takes the last).
  const last = (wanted: string) => parts.findLast(([key]) => key === wanted)?.[1] ?? null
  return {
    raw: name.raw,
    text: text.slice(0, maxNameLength),
    commonName: last('CN'),
    organization: last('O'),
  }
}

function attributes(name: Der): [string, string][] {
  const parts: [string, string][] = []
  for (const set of readAll(name.content) ?? []) {
    if (set.tag !== tags.set) continue
    for (const pair of readAll(set.content) ?? []) {
      const [type, value] = readSequence(pair.raw) ?? []
      if (type?.tag !== tags.oid || !value) continue
      const oid = oidText(type.content)
      parts.push([short[oid] ?? oid, (textOf(value) ?? '').slice(0, maxPartLength)])
    }
  }
  return parts
}

/** RFC 4514 2.4, the part that keeps one attribute from looking like two. */
function escapeValue(value: string): string {
  return value.replace(/[\\,+"<>;=]/g, '\\$&')
}
