import { SaxesParser } from 'saxes'
import type { Pieces } from '#runtime/turns.ts'

/** Characters in a piece of work, which takes a few milliseconds. */
const PIECE_LENGTH = 8_192

/** A doctype with an external or internal subset, which may define any entity. */
const declaringEntities = /\b(?:PUBLIC|SYSTEM)\b|\[/

/** Maximum number of entities that may be defined elsewhere. Each costs an error with its stack; beyond it nothing is certain. */
const MAX_UNDEFINED_ENTITIES = 1_000

/**
 * Whether a document is certainly not well-formed XML (XML 1.0, 5th edition), so that a browser shows an error in place of the
 * rest. Linear in the length of the text. `isWhole`: the text is the whole document, not only its beginning.
 */
export function* isMalformedXml(text: string, isWhole: boolean): Pieces<boolean> {
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
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      parser.write(text.slice(at, at + PIECE_LENGTH))
      yield
    }
    if (isWhole && text.trim() !== '') parser.close()
    return false
  } catch {
    // The parser throws only errors of well-formedness.
    return undefinedEntities <= MAX_UNDEFINED_ENTITIES
  }
}

/** Maximum characters of the error that a service sends in place of its data. A longer document has other data. */
const MAX_LENGTH = 4_000

/** A root element that is an error: those of services and object storage. */
const errorRoot =
  /^(?:<\?xml[^<>]{0,200}\?>)?\s*(?:<!--[^<>]{0,400}-->\s*)?<(?:[\w-]{1,20}:)?(?:error|errorresponse|exception|exceptionreport|serviceexceptionreport|fault)(?:\s[^<>]{0,600})?>/i
/** A SOAP message with a fault: https://www.w3.org/TR/soap12-part1/#soapfault. */
const soapFault = /<(?:[\w-]{1,20}:)?Body(?:\s[^<>]{0,200})?>\s*<(?:[\w-]{1,20}:)?Fault[\s>]/

/** Whether an XML document consists of the report of an error. */
export function isXmlError(text: string): boolean {
  const document = text.slice(0, MAX_LENGTH + 1).trim()
  if (document.length > MAX_LENGTH || !document.startsWith('<')) return false
  return errorRoot.test(document) || (/:?Envelope[\s>]/.test(document) && soapFault.test(document))
}
