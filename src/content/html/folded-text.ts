import type { Pieces } from '#runtime/turns.ts'

/** UTF-16 units in a piece of work, which takes a few milliseconds. */
const PIECE_LENGTH = 65_536

/**
 * Text with runs of white space folded to one space and trimmed, collected unit by unit into one buffer: a string
 * that grows by millions of small pieces costs ten times as much.
 */
export class FoldedText {
  readonly #units: Uint16Array
  #length = 0
  #characters = 0
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
    return this.slice(0, this.length)
  }

  /** The same in pieces: megabytes at once take a tenth of a second. */
  *whole(): Pieces<string> {
    let text = ''
    for (let at = 0; at < this.length; ) {
      const end = this.endOfPiece(at, PIECE_LENGTH)
      text += this.slice(at, end)
      at = end
      yield
    }
    return text
  }

  /** A part of the text, by offsets in UTF-16 units. */
  slice(start: number, end: number): string {
    return decoder.decode(this.#units.subarray(start, Math.min(end, this.length)))
  }

  /** The end of a piece that begins at `start`. No surrogate pair is divided, since its halves would become U+FFFD. */
  endOfPiece(start: number, length: number): number {
    const end = Math.min(start + length, this.length)
    const last = this.#units[end - 1] ?? 0
    return last >= 0xd800 && last <= 0xdbff ? Math.min(end + 1, this.length) : end
  }

  /** Number of UTF-16 units. */
  get length(): number {
    return this.#units[this.#length - 1] === 0x20 ? this.#length - 1 : this.#length
  }

  /** Number of code points, as a reader counts characters. */
  get characters(): number {
    return this.#characters - (this.#length - this.length)
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
      if (!isLowSurrogate(unit) || !this.#followsHigh()) this.#characters += 1
      this.#length += 1
    }
  }

  #followsHigh(): boolean {
    const before = this.#units[this.#length - 1] ?? 0
    return before >= 0xd800 && before <= 0xdbff
  }
}

const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

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

/** The whole text, folded in pieces. */
export function* folded(text: string): Pieces<FoldedText> {
  const all = new FoldedText(text.length)
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    all.add(text, at, Math.min(at + PIECE_LENGTH, text.length))
    yield
  }
  return all
}
