const FIRST_BYTES = 16_384

/**
 * Bytes in one buffer that doubles, at most `maxBytes`. A list of the pieces would let a server that sends them one by
 * one make each byte cost a hundred.
 */
export class ByteCollector {
  readonly #maxBytes: number
  #buffer: Uint8Array
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#buffer = new Uint8Array(Math.min(FIRST_BYTES, maxBytes))
  }

  get length(): number {
    return this.#length
  }

  /** Takes what fits; false when something had to be left out. */
  add(piece: Uint8Array): boolean {
    const taken = piece.subarray(0, this.#maxBytes - this.#length)
    this.#reserve(this.#length + taken.byteLength)
    this.#buffer.set(taken, this.#length)
    this.#length += taken.byteLength
    return taken.byteLength === piece.byteLength
  }

  /** All of it, without the slack, as a view. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return
    const size = Math.min(this.#maxBytes, Math.max(bytes, this.#buffer.byteLength * 2))
    const larger = new Uint8Array(size)
    larger.set(this.bytes())
    this.#buffer = larger
  }
}
