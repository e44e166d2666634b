import { SaxesParser } from 'saxes'

/** Of another file, or of the document itself: it may define any entity. */
const declaringEntities = /\b(?:PUBLIC|SYSTEM)\b|\[/

/**
 * Whether a document is surely not well-formed XML (XML 1.0, 5th edition): a browser shows an error in place of what follows. Linear in
 * the text. `isWhole`: the text is all of the document, and not its beginning.
 */
export function isFaultyXml(text: string, isWhole: boolean): boolean {
  const parser = new SaxesParser()
  let mayDefine = false
  parser.on('doctype', (doctype) => {
    mayDefine = declaringEntities.test(doctype)
  })
  parser.on('error', (error) => {
    if (!mayDefine || !error.message.endsWith('undefined entity.')) throw error
  })
  try {
    parser.write(text)
    if (isWhole && text.trim() !== '') parser.close()
    return false
  } catch {
    // The parser throws nothing but these errors.
    return true
  }
}
