import { SaxesParser } from 'saxes'

/** A doctype with an external or internal subset, which may define any entity. */
const declaringEntities = /\b(?:PUBLIC|SYSTEM)\b|\[/

/** Maximum number of entities that may be defined elsewhere. Each costs an error with its stack; beyond it nothing is certain. */
const MAX_UNDEFINED_ENTITIES = 1_000

/**
 * Whether a document is certainly not well-formed XML (XML 1.0, 5th edition), so that a browser shows an error in place of the
 * rest. Linear in the length of the text. `isWhole`: the text is the whole document, not only its beginning.
 */
export function isMalformedXml(text: string, isWhole: boolean): boolean {
  const parser = new SaxesParser()
  let mayDefine = false
  let undefinedEntities = 0
  parser.on('doctype', (doctype) => {
    mayDefine = declaringEntities.test(doctype)
  })
  parser.on('error', (error) => {
    if (!mayDefine || !error.message.endsWith('undefined entity.')) throw error
    undefinedEntities += 1
    if (undefinedEntities > MAX_UNDEFINED_ENTITIES) throw error
  })
  try {
    parser.write(text)
    if (isWhole && text.trim() !== '') parser.close()
    return false
  } catch {
    // The parser throws only errors of well-formedness.
    return undefinedEntities <= MAX_UNDEFINED_ENTITIES
  }
}
