import { SaxesParser } from 'saxes'

/** Of another file, or of the document itself: it may define any entity. */
const declaringEntities = /\b(?:PUBLIC|SYSTEM)\b|\[/

/** Each costs an error with its stack: of more entities that may be defined elsewhere nothing is sure. */
const MAX_PASSED = 1_000

/**
 * Whether a document is surely not well-formed XML (XML 1.0, 5th edition): a browser shows an error in place of what follows. Linear in
 * the text. `isWhole`: the text is all of the document, and not its beginning.
 */
export function isFaultyXml(text: string, isWhole: boolean): boolean {
  const parser = new SaxesParser()
  let mayDefine = false
  let passed = 0
  parser.on('doctype', (doctype) => {
    mayDefine = declaringEntities.test(doctype)
  })
  parser.on('error', (error) => {
    if (!mayDefine || !error.message.endsWith('undefined entity.')) throw error
    passed += 1
    if (passed > MAX_PASSED) throw error
  })
  try {
    parser.write(text)
    if (isWhole && text.trim() !== '') parser.close()
    return false
  } catch {
    // The parser throws nothing but these errors.
    return passed <= MAX_PASSED
  }
}
