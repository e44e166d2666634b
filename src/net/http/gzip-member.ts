const FIXED_HEADER_BYTES = 10
const FHCRC = 2
const FEXTRA = 4
const FNAME = 8
const FCOMMENT = 16

/** Where the deflate data of the first gzip member begins (RFC 1952 2.3), or null when this is no gzip header. */
export function gzipDataOffset(bytes: Uint8Array): number | null {
  const [id1, id2, method, flags = 0] = bytes
  if (id1 !== 0x1f || id2 !== 0x8b || method !== 8) return null
  let offset = FIXED_HEADER_BYTES
  if (flags & FEXTRA) offset += 2 + (bytes[offset] ?? 0) + 256 * (bytes[offset + 1] ?? 0)
  if (flags & FNAME) offset = pastZero(bytes, offset)
  if (flags & FCOMMENT) offset = pastZero(bytes, offset)
  if (flags & FHCRC) offset += 2
  return offset < bytes.byteLength ? offset : null
}

function pastZero(bytes: Uint8Array, from: number): number {
  const zero = bytes.indexOf(0, from)
  return zero === -1 ? bytes.byteLength : zero + 1
}
