/**
 * Limits the large responses that are sent at the same time, in total and per key. The response to a client that does
 * not read stays in memory: without the limits a thousand of them once took 8 GB.
 */
export class ResponseSlots {
  readonly #most: number
  readonly #mostPerKey: number
  readonly #byKey = new Map<string, number>()
  #taken = 0

  constructor(options: { readonly most: number; readonly mostPerKey: number }) {
    this.#most = options.most
    this.#mostPerKey = options.mostPerKey
  }

  /** Takes a slot; null when all slots, or all slots of the key, are taken. The returned function releases it, once. */
  take(key: string): (() => void) | null {
    const ofKey = this.#byKey.get(key) ?? 0
    if (this.#taken >= this.#most || ofKey >= this.#mostPerKey) return null
    this.#taken += 1
    this.#byKey.set(key, ofKey + 1)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      this.#taken -= 1
      const left = (this.#byKey.get(key) ?? 1) - 1
      if (left === 0) this.#byKey.delete(key)
      else this.#byKey.set(key, left)
    }
  }
}
