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
