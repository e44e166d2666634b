const INITIAL_BYTES = 16_384

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
    this.#buffer = new Uint8Array(Math.min(INITIAL_BYTES, maxBytes))
  }

  get length(): number {
    return this.#length
  }

  /** Appends what fits; false when bytes were dropped. */
  add(chunk: Uint8Array): boolean {
    const accepted = chunk.subarray(0, this.#maxBytes - this.#length)
    this.#reserve(this.#length + accepted.byteLength)
    this.#buffer.set(accepted, this.#length)
    this.#length += accepted.byteLength
    return accepted.byteLength === chunk.byteLength
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
