const FIRST_BYTES = 16_384

/**
 * Collects at most `maxBytes` bytes in one buffer, which doubles in size when it is full. With a list of chunks, a
 * server that sends single bytes could make each of them cost a hundred bytes of memory.
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

  /** Appends what fits; false when bytes were dropped. */
  add(piece: Uint8Array): boolean {
    const taken = piece.subarray(0, this.#maxBytes - this.#length)
    this.#reserve(this.#length + taken.byteLength)
    this.#buffer.set(taken, this.#length)
    this.#length += taken.byteLength
    return taken.byteLength === piece.byteLength
  }

  /** A view of the collected bytes, without the unused rest of the buffer. */
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
