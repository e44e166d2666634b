/** Reads untrusted bytes in order. Every read past the end returns null. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  /** Big-endian unsigned number of 1 to 4 octets. */
  uint(octets: 1 | 2 | 3 | 4): number | null {
    const field = this.take(octets)
    return field === null ? null : field.reduce((sum, octet) => sum * 256 + octet, 0)
  }

  take(length: number): Uint8Array | null {
    if (length > this.remaining) {
      this.#offset = this.#bytes.length
      return null
    }
    this.#offset += length
    return this.#bytes.subarray(this.#offset - length, this.#offset)
  }

  /** A field that is preceded by its length, like all vectors of TLS (RFC 8446 3.4). */
  vector(lengthOctets: 1 | 2 | 3): Uint8Array | null {
    const length = this.uint(lengthOctets)
    return length === null ? null : this.take(length)
  }
}

/** The parts as one array. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
