/**
 * Limits the large responses that are sent at the same time, in total and per key. The response to a client that does
 * not read stays in memory: without the limits a thousand of them once took 8 GB. While half of the slots are taken, a key has one:
 * otherwise slow readers with a few keys, eight reports of one buyer, would keep all others out.
 */
export class ResponseSlots {
  readonly #max: number
  readonly #maxPerKey: number
  readonly #byKey = new Map<string, number>()
  #taken = 0

  constructor(options: { readonly max: number; readonly maxPerKey: number }) {
    this.#max = options.max
    this.#maxPerKey = options.maxPerKey
  }

  /** Takes a slot; null when all slots, or all slots of the key, are taken. The returned function releases it, once. */
  acquire(key: string): (() => void) | null {
    const ofKey = this.#byKey.get(key) ?? 0
    const most = this.#taken < this.#max / 2 ? this.#maxPerKey : 1
    if (this.#taken >= this.#max || ofKey >= most) return null
    this.#taken += 1
    this.#byKey.set(key, ofKey + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#taken -= 1
      const remaining = (this.#byKey.get(key) ?? 1) - 1
      if (remaining === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, remaining)
    }
  }
}
