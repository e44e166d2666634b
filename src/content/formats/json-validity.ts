import type { Pieces } from '#runtime/turns.ts'

/** Characters in a piece of work, which takes a few milliseconds. */
const PIECE_LENGTH = 65_536

/**
 * Whether a text is JSON (RFC 8259), exactly as `JSON.parse` decides, and how deep it nests. `JSON.parse` also makes the values:
 * for 8 MB of short members it takes 400 ms in one turn of the event loop, and 100 bytes of memory for each level.
 */
export function* readJsonValidity(text: string): Pieces<{ isValid: boolean; deepest: number }> {
  const reader = new JsonReader(text)
  for (let end = PIECE_LENGTH; ; end += PIECE_LENGTH) {
    const isValid = reader.readUntil(end)
    if (isValid !== null) return { isValid, deepest: reader.deepest }
    yield
  }
}

/** What may follow in the text, apart from white space. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'end of string' | 'end'

class JsonReader {
  deepest = 0
  readonly #text: string
  #at = 0
  #expected: Expected = 'value'
  /** 1 for each level that is an object. */
  readonly #isObject: Uint8Array
  #depth = 0
  #isName = false

  constructor(text: string) {
    this.#text = text
    this.#isObject = new Uint8Array(text.length + 1)
  }

  /** Null if the text continues after `end`. */
  readUntil(end: number): boolean | null {
    const stop = Math.min(end, this.#text.length)
    while (this.#at < stop) if (!this.#read(stop)) return false
    if (stop < this.#text.length) return null
    return this.#depth === 0 && this.#expected === 'end'
  }

  /** Reads one token, or a part of a string. False if the text is not JSON. */
  #read(stop: number): boolean {
    const unit = this.#text.charCodeAt(this.#at)
    const isSpace = unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
    if (isSpace && this.#expected !== 'end of string') return this.#continue(this.#expected)
    switch (this.#expected) {
      case 'value or ]':
        return unit === closeArray ? this.#close(0) : this.#readValue(unit)
      case 'value':
        return this.#readValue(unit)
      case 'name or }':
        return unit === closeObject ? this.#close(1) : this.#beginString(unit, true)
      case 'name':
        return this.#beginString(unit, true)
      case 'colon':
        return unit === colon && this.#continue('value')
      case 'end of string':
        return this.#readString(stop)
      case 'end':
        return this.#readEnd(unit)
    }
  }

  #continue(expected: Expected, length = 1): true {
    this.#at += length
    this.#expected = expected
    return true
  }

  #readValue(unit: number): boolean {
    if (unit === openObject) return this.#open(1, 'name or }')
    if (unit === openArray) return this.#open(0, 'value or ]')
    if (unit === quote) return this.#beginString(unit, false)
    if (unit === minus || isDigit(unit)) return this.#readNumber()
    const literal = literals.find((one) => this.#text.startsWith(one, this.#at))
    return literal !== undefined && this.#continue('end', literal.length)
  }

  #open(isObject: 0 | 1, expected: Expected): true {
    this.#depth += 1
    this.deepest = Math.max(this.deepest, this.#depth)
    this.#isObject[this.#depth] = isObject
    return this.#continue(expected)
  }

  #close(isObject: 0 | 1): boolean {
    if (this.#depth === 0 || this.#isObject[this.#depth] !== isObject) return false
    this.#depth -= 1
    return this.#continue('end')
  }

  #readEnd(unit: number): boolean {
    if (unit === closeObject) return this.#close(1)
    if (unit === closeArray) return this.#close(0)
    if (unit !== comma || this.#depth === 0) return false
    return this.#continue(this.#isObject[this.#depth] === 1 ? 'name' : 'value')
  }

  #beginString(unit: number, isName: boolean): boolean {
    this.#isName = isName
    return unit === quote && this.#continue('end of string')
  }

  #readString(stop: number): boolean {
    while (this.#at < stop) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit === quote) return this.#continue(this.#isName ? 'colon' : 'end')
      if (unit < 0x20) return false
      if (unit !== backslash) this.#at += 1
      else {
        escapeSequence.lastIndex = this.#at
        if (!escapeSequence.test(this.#text)) return false
        this.#at = escapeSequence.lastIndex
      }
    }
    return true
  }

  #readNumber(): boolean {
    const text = this.#text
    let at = this.#at
    const skipDigits = () => {
      const start = at
      while (isDigit(text.charCodeAt(at))) at += 1
      return at > start
    }
    if (text.charCodeAt(at) === minus) at += 1
    if (text.charCodeAt(at) === zero) at += 1
    else if (!skipDigits()) return false
    if (text.charCodeAt(at) === point) {
      at += 1
      if (!skipDigits()) return false
    }
    if (text.charAt(at).toLowerCase() === 'e') {
      at += /[+-]/.test(text.charAt(at + 1)) ? 2 : 1
      if (!skipDigits()) return false
    }
    return this.#continue('end', at - this.#at)
  }
}

const isDigit = (unit: number) => unit >= zero && unit <= 0x39
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const literals = ['true', 'false', 'null']
const backslash = 0x5c
const quote = 0x22
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const colon = 0x3a
const comma = 0x2c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
