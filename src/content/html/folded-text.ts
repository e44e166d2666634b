import type { Pieces } from '#runtime/turns.ts'

/**
 * Text with runs of white space folded to one space and trimmed, collected unit by unit into one buffer: a string
 * that grows by millions of small pieces costs ten times as much.
 */
export class FoldedText {
  readonly #units: Uint16Array
  #length = 0
  #words = 0
  #inWord = false

  /** Keeps at most `capacity` UTF-16 units; the rest is dropped. */
  constructor(capacity: number) {
    this.#units = new Uint16Array(capacity)
  }

  add(text: string, start = 0, end = text.length): void {
    for (let at = start; at < end; at += 1) this.#push(text.charCodeAt(at))
  }

  /** Marks a word boundary, such as a block or a line break. */
  space(): void {
    this.#push(0x20)
  }

  /** The text with white space folded. A lone surrogate becomes U+FFFD. */
  toString(): string {
    return decoder.decode(this.#units.subarray(0, this.#end()))
  }

  /** Number of code points, as a reader counts characters. */
  get characters(): number {
    const end = this.#end()
    let count = 0
    for (let at = 0; at < end; at += 1) count += this.#endsPair(at) ? 0 : 1
    return count
  }

  get words(): number {
    return this.#words
  }

  #push(unit: number): void {
    if (isWhiteSpace(unit)) {
      if (this.#inWord) this.#write(0x20)
      this.#inWord = false
      return
    }
    if (!this.#inWord && this.#length < this.#units.length) this.#words += 1
    this.#inWord = true
    this.#write(unit)
  }

  #write(unit: number): void {
    if (this.#length < this.#units.length) {
      this.#units[this.#length] = unit
      this.#length += 1
    }
  }

  #end(): number {
    return this.#units[this.#length - 1] === 0x20 ? this.#length - 1 : this.#length
  }

  #endsPair(at: number): boolean {
    const [before = 0, unit = 0] = [this.#units[at - 1], this.#units[at]]
    return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff
  }
}

const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })

/** Whether the unit is one of the characters that `\\s` matches. */
function isWhiteSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0xa0) return false
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  )
}

/** Characters in a piece of work. */
const pieceLength = 1024 * 1024

/** The whole text, folded in pieces. */
export function* folded(text: string): Pieces<FoldedText> {
  const all = new FoldedText(text.length)
  for (let at = 0; at < text.length; at += pieceLength) {
    all.add(text, at, Math.min(at + pieceLength, text.length))
    yield
  }
  return all
}
