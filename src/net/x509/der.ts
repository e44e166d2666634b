/**
 * Reads DER (ITU-T X.690) as far as certificates and OCSP responses need it: definite lengths, one-byte tags.
 * Every function is total: what a stranger malformed gives null. A schema-driven decoder builds an object per value and
 * took about a millisecond per certificate here; a hostile chain of 100 KiB would cost a second of the event loop.
 */
export interface Der {
  readonly tag: number
  /** What the tag and the length enclose. */
  readonly content: Uint8Array
  /** Tag, length and content: what signatures and hashes cover. */
  readonly raw: Uint8Array
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const

/** The value at the start of `bytes`; what follows it is ignored. */
export function readDer(bytes: Uint8Array, at = 0): Der | null {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  let length = first
  let header = 2
  if (first >= 0x80) {
    const octets = first & 0x7f
    // 4 octets reach 4 GiB, far past every input here; 0 octets is BER's indefinite form.
    if (octets === 0 || octets > 4) return null
    length = 0
    for (let i = 0; i < octets; i++) {
      const octet = bytes[at + 2 + i]
      if (octet === undefined) return null
      length = length * 256 + octet
    }
    header += octets
  }
  const end = at + header + length
  if (end > bytes.length) return null
  return {
    tag,
    content: bytes.subarray(at + header, end),
    raw: bytes.subarray(at, end),
  }
}

/** The values inside a constructed one, in order; null when they do not fill it exactly. */
export function readAll(content: Uint8Array): readonly Der[] | null {
  const values: Der[] = []
  let at = 0
  while (at < content.length) {
    const value = readDer(content, at)
    if (!value) return null
    values.push(value)
    at += value.raw.length
  }
  return values
}

/** The members of a SEQUENCE that fills `bytes`; null when it is anything else. */
export function readSequence(bytes: Uint8Array): readonly Der[] | null {
  const value = readDer(bytes)
  return value?.tag === tags.sequence ? readAll(value.content) : null
}

/** Dotted form; empty when there is nothing to read. Arcs past 2^53 lose digits, which no known identifier needs. */
export function oidText(content: Uint8Array): string {
  const arcs: number[] = []
  let arc = 0
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f)
    if (octet & 0x80) continue
    if (arcs.length === 0) {
      const root = Math.min(2, Math.floor(arc / 40))
      arcs.push(root, arc - root * 40)
    } else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

const utcTime = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/
const generalizedTime = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d+)?Z$/

/**
 * Milliseconds since the epoch of a UTCTime or GeneralizedTime in the forms of RFC 5280 4.1.2.5. Fractions of a second,
 * which it forbids and some OCSP responders write, are dropped.
 */
export function timeMs(value: Der | undefined): number | null {
  if (value?.tag !== 0x17 && value?.tag !== 0x18) return null
  const found = (value.tag === 0x17 ? utcTime : generalizedTime).exec(latin1(value.content))
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map(Number)
  // RFC 5280 4.1.2.5.1: two digits from 50 on are the last century.
  const century = year >= 50 ? 1900 : 2000
  const at = new Date(0)
  at.setUTCFullYear(value.tag === 0x17 ? century + year : year, month - 1, day)
  at.setUTCHours(hour, minute, second)
  const exact =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60
  return exact ? at.getTime() : null
}

const utf8 = new TextDecoder('utf-8')
const utf16be = new TextDecoder('utf-16be')

/** Text of any of the string types that names use, control characters replaced (they end up in logs and terminals). */
export function textOf(value: Der): string | null {
  const text = decode(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text?.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd') ?? null
}

function decode(value: Der): string | null {
  switch (value.tag) {
    case 0x0c:
      return utf8.decode(value.content)
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x14: // TeletexString, in practice Latin-1
    case 0x16: // IA5String
    case 0x1a: // VisibleString
      return latin1(value.content)
    case 0x1e: // BMPString
      return utf16be.decode(value.content)
    case 0x1c: // UniversalString
      return utf32be(value.content)
    default:
      return null
  }
}

/** One character per octet. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const octet of bytes) text += String.fromCharCode(octet)
  return text
}

function utf32be(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at)
    text += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  }
  return text
}
