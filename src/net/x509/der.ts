/**
 * A DER value (ITU-T X.690), read as far as extensions and OCSP responses need it: definite lengths, one-byte tags. The
 * functions here never throw: malformed input gives null.
 *
 * The packages @peculiar/asn1-x509 and asn1-ocsp are not used, because they build an object for every value (measured,
 * processor time): 1.0 ms for a certificate instead of 0.2 ms, 116 ms instead of 2.4 ms of event loop for one with
 * 9,000 names, 1.7 ms instead of 0.04 ms for a staple, and 75 ms and 190 KB of code at the first use.
 */
export interface Der {
  readonly tag: number
  /** The content octets, without tag and length. */
  readonly content: Uint8Array
  /** Tag, length and content, which signatures and hashes cover. */
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

/** The value at `offset`; later bytes are ignored. Null when it is malformed. */
export function readDer(bytes: Uint8Array, offset = 0): Der | null {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  let length = first
  let header = 2
  if (first >= 0x80) {
    const octets = first & 0x7f
    // 4 octets can express 4 GiB, far more than any input here; 0 octets is BER's indefinite form.
    if (octets === 0 || octets > 4) return null
    length = 0
    for (let i = 0; i < octets; i++) {
      const octet = bytes[offset + 2 + i]
      if (octet === undefined) return null
      length = length * 256 + octet
    }
    header += octets
  }
  const end = offset + header + length
  if (end > bytes.length) return null
  return {
    tag,
    content: bytes.subarray(offset + header, end),
    raw: bytes.subarray(offset, end),
  }
}

/** The values inside a constructed value, in order; null when they do not fill it exactly. */
export function readAll(content: Uint8Array): readonly Der[] | null {
  const values: Der[] = []
  let offset = 0
  while (offset < content.length) {
    const value = readDer(content, offset)
    if (!value) return null
    values.push(value)
    offset += value.raw.length
  }
  return values
}

/** The members of a SEQUENCE that fills `bytes`; null when it is anything else. */
export function readSequence(bytes: Uint8Array): readonly Der[] | null {
  const value = readDer(bytes)
  return value?.tag === tags.sequence ? readAll(value.content) : null
}

/** Dotted form of an object identifier; empty for empty content. Arcs above 2^53 lose digits; no known identifier has one. */
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

/** One character per octet. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const octet of bytes) text += String.fromCharCode(octet)
  return text
}
