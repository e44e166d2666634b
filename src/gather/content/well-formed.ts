/**
 * What makes a document surely not well-formed XML (XML 1.0, 5th edition), where a browser shows an error in place of what follows.
 * Null for a document without such a fault in its beginning, and for one with declarations of its own, which may define anything.
 * Linear in the text, of which the caller passes a part; `isWhole`: the text is all of the document.
 */
export function faultOfXml(text: string, isWhole: boolean): XmlFault | null {
  return new XmlReader(text, isWhole).read()
}

export type XmlFault = 'declaration' | 'tag' | 'reference' | 'outside' | 'unclosed'

const SPACE = '[ \\t\\r\\n]'
const NAME = '[:A-Z_a-z\\u00c0-\\ufffd][-.\\w:\\u00b7\\u00c0-\\ufffd]*'
const startTag = new RegExp(`<(${NAME})`, 'y')
const endTag = new RegExp(`</(${NAME})${SPACE}*>`, 'y')
const attribute = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*("[^"<]*"|'[^'<]*')`, 'y')
const tagEnd = new RegExp(`${SPACE}*(/?)>`, 'y')
const anyReference = new RegExp(`&(?:(${NAME});|#\\d+;|#x[\\da-fA-F]+;)?`, 'g')
const predefined: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])
/** Chrome knows those of HTML by the public identifiers of XHTML; any other external part may define some. */
const externalDtd = /^<!DOCTYPE\s[^<>]*\b(?:PUBLIC|SYSTEM)\b/
/** libxml2, the parser of Chrome, has limits of its own. */
const MOST_OPEN = 250

/** Ends the reading without a fault: of what follows nothing is known. */
class Unknown extends Error {}

class XmlReader {
  readonly #text: string
  readonly #isWhole: boolean
  readonly #open: string[] = []
  #at = 0
  #hasRoot = false
  #hasDtd = false

  constructor(text: string, isWhole: boolean) {
    this.#text = text.replace(/^\ufeff/, '')
    this.#isWhole = isWhole
  }

  read(): XmlFault | null {
    try {
      while (this.#at < this.#text.length) {
        const fault = this.#readNext()
        if (fault !== null) return fault
      }
    } catch (cause) {
      if (cause instanceof Unknown) return null
      throw cause
    }
    return this.#isWhole && this.#hasRoot && this.#open.length > 0 ? 'unclosed' : null
  }

  #readNext(): XmlFault | null {
    const from = this.#at
    const next = this.#text.indexOf('<', from)
    const end = next === -1 ? this.#text.length : next
    if (end > from) {
      this.#at = end
      return this.#faultOfText(this.#text.slice(from, end))
    }
    if (this.#text.startsWith('<!', from)) return this.#readDeclaration()
    if (this.#text.startsWith('<?', from)) return this.#readInstruction()
    return this.#text.startsWith('</', from) ? this.#readEnd() : this.#readStart()
  }

  #faultOfText(text: string): XmlFault | null {
    if (this.#open.length === 0) return text.trim() === '' ? null : 'outside'
    return this.#faultOfReferences(text, this.#at === this.#text.length && !this.#isWhole)
  }

  #faultOfReferences(text: string, isCut = false): XmlFault | null {
    for (const { 0: found, 1: name, index } of text.matchAll(anyReference)) {
      // The end of what was passed may be inside of one.
      if (found === '&' && isCut && text.length - index < 40) return null
      if (found === '&') return 'reference'
      if (name !== undefined && !predefined.has(name) && !this.#hasDtd) return 'reference'
    }
    return null
  }

  #readDeclaration(): XmlFault | null {
    if (this.#skip('<!--', '-->')) return null
    const isInside = this.#open.length > 0
    if (this.#skip('<![CDATA[', ']]>')) return isInside ? null : 'outside'
    if (!this.#text.startsWith('<!DOCTYPE', this.#at)) return this.#unlessCut('declaration')
    const end = this.#text.indexOf('>', this.#at)
    const type = this.#text.slice(this.#at, end + 1)
    if (this.#hasRoot) return 'declaration'
    if (type.includes('[')) throw new Unknown()
    this.#hasDtd = externalDtd.test(type)
    this.#skipTo(end === -1 ? -1 : end + 1)
    return null
  }

  #readInstruction(): XmlFault | null {
    // XML declaration, which is the first thing of a document.
    if (/^<\?xml\s/.test(this.#text.slice(this.#at, this.#at + 6)) && this.#at > 0) {
      return 'declaration'
    }
    this.#skip('<?', '?>')
    return null
  }

  #skip(start: string, end: string): boolean {
    if (!this.#text.startsWith(start, this.#at)) return false
    const found = this.#text.indexOf(end, this.#at + start.length)
    this.#skipTo(found === -1 ? -1 : found + end.length)
    return true
  }

  /** What is not closed before the end of a document that is not whole may be closed later. */
  #skipTo(at: number): void {
    if (at === -1) throw new Unknown()
    this.#at = at
  }

  #readEnd(): XmlFault | null {
    const name = this.#match(endTag)?.[1]
    if (name === undefined) return this.#unlessCut()
    return this.#open.pop() === name ? null : 'tag'
  }

  #readStart(): XmlFault | null {
    const name = this.#match(startTag)?.[1]
    if (name === undefined) return this.#unlessCut()
    if (this.#hasRoot && this.#open.length === 0) return 'outside'
    const names = new Set<string>()
    for (let found = this.#match(attribute); found !== null; found = this.#match(attribute)) {
      const [, key = '', value = ''] = found
      if (names.has(key)) return 'tag'
      names.add(key)
      const fault = this.#faultOfReferences(value)
      if (fault !== null) return fault
    }
    const end = this.#match(tagEnd)
    if (end === null) return this.#unlessCut()
    this.#hasRoot = true
    if (end[1] === '') this.#open.push(name)
    if (this.#open.length > MOST_OPEN) throw new Unknown()
    return null
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  /** A tag at the end of what was passed is a part of one. */
  #unlessCut(fault: XmlFault = 'tag'): XmlFault {
    if (!this.#isWhole && this.#text.indexOf('>', this.#at) === -1) throw new Unknown()
    return fault
  }
}
