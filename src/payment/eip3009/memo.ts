/**
 * Answers that depend on nothing but their question: `ask` gives the one that is remembered, or finds and remembers it.
 * Past `max` the oldest is forgotten.
 */
export class Memo<T> {
  readonly #max: number
  readonly #known = new Map<string, T>()

  constructor(max: number) {
    this.#max = max
  }

  ask(question: string, find: () => T): T {
    const known = this.#known.get(question)
    if (known !== undefined) return known
    const answer = find()
    this.#known.set(question, answer)
    if (this.#known.size > this.#max) {
      const oldest = this.#known.keys().next()
      if (!oldest.done) this.#known.delete(oldest.value)
    }
    return answer
  }
}
