/**
 * Finds which of many literals a text contains, in one pass over the text: a window of two or four characters of each literal is
 * looked up at each place, and the literal is compared where its window occurs.
 */
export class LiteralIndex {
  readonly #windows = new Map<number, { readonly id: number; readonly offset: number }[]>()
  readonly #filter = new Uint8Array(FILTER_SIZE)
  readonly #single: number[] = []

  readonly literals: readonly string[]

  constructor(literals: readonly string[]) {
    this.literals = literals
    for (const [id, literal] of literals.entries()) {
      if (literal.length < SHORT) {
        this.#single.push(id)
        continue
      }
      const length = windowLength(literal)
      // The middle of a literal is rarer than its start, which is often an article.
      const offset = Math.floor((literal.length - length) / 2)
      const key = length === SHORT ? pairAt(literal, offset) : quadAt(literal, offset)
      const place = key & FILTER_MASK
      this.#filter[place] = (this.#filter[place] ?? 0) | length
      const known = this.#windows.get(key) ?? []
      this.#windows.set(key, known)
      known.push({ id, offset })
    }
  }

  /** Adds the positions of the literals that `text` contains to `seen`. */
  addSeen(text: string, seen: Set<number>): void {
    for (const id of this.#single) if (text.includes(this.literals[id] ?? '')) seen.add(id)
    for (let at = 0; at + 1 < text.length; at += 1) {
      const quad = quadAt(text, at)
      if (((this.#filter[quad & FILTER_MASK] ?? 0) & LONG) !== 0)
        this.#compare(quad, text, at, seen)
      const pair = pairAt(text, at)
      if (((this.#filter[pair & FILTER_MASK] ?? 0) & SHORT) !== 0)
        this.#compare(pair, text, at, seen)
    }
  }

  #compare(key: number, text: string, at: number, seen: Set<number>): void {
    for (const { id, offset } of this.#windows.get(key) ?? []) {
      if (!seen.has(id) && text.startsWith(this.literals[id] ?? '', at - offset)) seen.add(id)
    }
  }
}

const SHORT = 2
const LONG = 4
const FILTER_SIZE = 65_536
const FILTER_MASK = FILTER_SIZE - 1

function windowLength(literal: string): number {
  return literal.length >= LONG ? LONG : SHORT
}

function pairAt(text: string, at: number): number {
  return (
    Math.imul(text.charCodeAt(at), 0x9e37_79b1) ^ Math.imul(text.charCodeAt(at + 1), 0x85eb_ca6b)
  )
}

/** Characters after the end of the text count as NaN, which is 0 here. */
function quadAt(text: string, at: number): number {
  return pairAt(text, at) ^ Math.imul(pairAt(text, at + 2), 31)
}
