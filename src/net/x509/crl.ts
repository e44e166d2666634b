import type { Pieces } from '#runtime/turns.ts'
import { type Certificate, withoutSign } from './certificate.ts'
import { type Der, readAll, readDer, readSequence, tags } from './der.ts'
import { extensionValues } from './extensions.ts'
import { timeMs } from './ocsp-response.ts'
import { isValidSignature } from './signature-algorithm.ts'

/** A certificate revocation list (RFC 5280 5.1) whose signature was verified. */
export interface Crl {
  /** Milliseconds since the epoch. */
  readonly thisUpdateMs: number
  readonly nextUpdateMs: number
  /** The entries as sent: lists have up to tens of thousands, of which one is looked up. */
  readonly entries: Uint8Array
}

/** Entries that are compared in one piece, in a few milliseconds. */
const ENTRIES_PER_PIECE = 1_000

const deltaIndicator = '2.5.29.27'
const issuingDistributionPoint = '2.5.29.28'

/** Null for anything but a complete list that the issuer itself signed, about its own certificates. Never throws. */
export function readCrl(der: Uint8Array, issuer: Certificate): Crl | null {
  const [list, algorithm, signature] = readSequence(der) ?? []
  if (!list || !algorithm || signature?.tag !== tags.bitString || !issuer.publicKey) return null
  const members = readSequence(list.raw) ?? []
  const fields = members[0]?.tag === tags.integer ? members.slice(1) : members
  const [, name, thisUpdate, nextUpdate, revoked] = fields
  const thisUpdateMs = timeMs(thisUpdate)
  const nextUpdateMs = timeMs(nextUpdate)
  if (!name || thisUpdateMs === null || nextUpdateMs === null) return null
  if (isPartial(fields.find(({ tag }) => tag === 0xa0))) return null
  if (!isEqual(name.raw, issuer.subject.raw)) return null
  if (!isValidSignature(algorithm.raw, issuer.publicKey, list.raw, signature.content.subarray(1)))
    return null
  const entries = revoked?.tag === tags.sequence ? revoked.content : new Uint8Array()
  return { thisUpdateMs, nextUpdateMs, entries }
}

/** The time at which a certificate was revoked; null when the list does not contain it. `serial` as in `Certificate`. */
export function* revokedAt(crl: Crl, serial: string): Pieces<number | null> {
  const wanted = Uint8Array.from(serial.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16))
  for (let offset = 0, read = 1; offset < crl.entries.length; read += 1) {
    if (read % ENTRIES_PER_PIECE === 0) yield
    const entry = readDer(crl.entries, offset)
    if (!entry) return null
    offset += entry.raw.length
    const number = readDer(entry.content)
    if (number?.tag !== tags.integer || !isEqual(withoutSign(number.content), wanted)) continue
    return timeMs(readAll(entry.content)?.[1]) ?? crl.thisUpdateMs
  }
  return null
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, i) => octet === b[i])
}

/** Whether it is a delta, or contains the certificates of other issuers (indirectCRL, RFC 5280 5.2.5). */
function isPartial(wrapped: Der | undefined): boolean {
  const extensions = wrapped ? extensionValues(readDer(wrapped.content)) : new Map()
  if (extensions === null || extensions.has(deltaIndicator)) return true
  const point = extensions.get(issuingDistributionPoint)
  return (point ? (readSequence(point) ?? []) : []).some(({ tag }: Der) => tag === 0x84)
}
