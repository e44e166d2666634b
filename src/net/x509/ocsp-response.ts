import { type Der, latin1, oidText, readAll, readDer, readSequence, tags } from './der.ts'
import { countScts, extensionValues } from './extensions.ts'

/** A BasicOCSPResponse (RFC 6960 4.2.1), parsed but not verified. */
export interface OcspResponse {
  /** The bytes that the signature covers. */
  readonly signedBytes: Uint8Array
  readonly algorithm: Uint8Array
  readonly signature: Uint8Array
  /** DER of the certificates that came with the response, for a delegated responder. */
  readonly certificates: readonly Uint8Array[]
  readonly producedAtMs: number
  readonly responses: readonly OcspSingleResponse[]
}

export interface OcspSingleResponse {
  readonly hashOid: string
  readonly issuerNameHash: Uint8Array
  readonly issuerKeyHash: Uint8Array
  readonly serial: Uint8Array
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revokedAtMs: number | null
  readonly thisUpdateMs: number
  readonly nextUpdateMs: number | null
  readonly scts: number
}

const basicResponse = '1.3.6.1.5.5.7.48.1.1'
const sctList = '1.3.6.1.4.1.11129.2.4.5'
// A staple is about one certificate, and a delegated responder sends one certificate.
const MAX_RESPONSES = 16
const MAX_CERTIFICATES = 4

/** Null for anything but a successful basic response. Never throws. */
export function readOcspResponse(der: Uint8Array): OcspResponse | null {
  const basic = basicMembers(der)
  const [data, algorithm, signature, wrapped] = basic ?? []
  if (!data || !algorithm || signature?.tag !== tags.bitString) return null
  const members = readSequence(data.raw)?.filter((element) => element.tag !== 0xa0)
  const producedAtMs = timeMs(members?.[1])
  const list = members?.[2] ? readSequence(members[2].raw) : null
  if (producedAtMs === null || !list) return null
  const responses = list.slice(0, MAX_RESPONSES).map(readSingleResponse)
  if (!responses.every((single) => single !== null)) return null
  return {
    signedBytes: data.raw,
    algorithm: algorithm.raw,
    signature: signature.content.subarray(1),
    certificates: certificatesIn(wrapped),
    producedAtMs,
    responses,
  }
}

function basicMembers(der: Uint8Array): readonly Der[] | null {
  const [status, wrapped] = readSequence(der) ?? []
  if (status?.tag !== tags.enumerated || status.content[0] !== 0 || wrapped?.tag !== 0xa0)
    return null
  const [type, body] = readSequence(wrapped.content) ?? []
  if (!type || oidText(type.content) !== basicResponse || body?.tag !== tags.octetString)
    return null
  return readSequence(body.content)
}

function certificatesIn(wrapped: Der | undefined): readonly Uint8Array[] {
  const list = wrapped?.tag === 0xa0 ? readSequence(wrapped.content) : null
  return (list ?? []).slice(0, MAX_CERTIFICATES).map((element) => element.raw)
}

const statuses: Readonly<Record<number, OcspSingleResponse['status']>> = {
  128: 'good',
  161: 'revoked',
  130: 'unknown',
}

function readSingleResponse(value: Der): OcspSingleResponse | null {
  const [id, state, thisUpdate, ...rest] = readSequence(value.raw) ?? []
  const [hash, name, key, serial] = (id && readSequence(id.raw)) ?? []
  const hashOid = hash && readSequence(hash.raw)?.[0]
  const status = state && statuses[state.tag]
  const thisUpdateMs = timeMs(thisUpdate)
  if (!hashOid || !name || !key || !serial || !status || thisUpdateMs === null) return null
  const next = rest.find((element) => element.tag === 0xa0)
  const nextUpdateMs = next ? timeMs(readDer(next.content) ?? undefined) : null
  if (next && nextUpdateMs === null) return null
  return {
    hashOid: oidText(hashOid.content),
    issuerNameHash: name.content,
    issuerKeyHash: key.content,
    serial: serial.content,
    status,
    revokedAtMs: status === 'revoked' ? timeMs(readAll(state.content)?.[0]) : null,
    thisUpdateMs,
    nextUpdateMs,
    scts: countScts(extensionsIn(rest)?.get(sctList) ?? null),
  }
}

function extensionsIn(rest: readonly Der[]): Map<string, Uint8Array> | null {
  const wrapped = rest.find((element) => element.tag === 0xa1)
  return wrapped ? extensionValues(readDer(wrapped.content)) : null
}

const utcTime = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/
const generalizedTime = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d+)?Z$/

/**
 * Milliseconds since the epoch of a UTCTime or GeneralizedTime in the forms of RFC 5280 4.1.2.5. Fractions of a
 * second, which it forbids and some OCSP responders write, are dropped.
 */
export function timeMs(value: Der | undefined): number | null {
  if (value?.tag !== 0x17 && value?.tag !== 0x18) return null
  const found = (value.tag === 0x17 ? utcTime : generalizedTime).exec(latin1(value.content))
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map(Number)
  // RFC 5280 4.1.2.5.1: two-digit years from 50 on belong to the 20th century.
  const century = year >= 50 ? 1900 : 2000
  const date = new Date(0)
  date.setUTCFullYear(value.tag === 0x17 ? century + year : year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const isExact =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60
  return isExact ? date.getTime() : null
}
