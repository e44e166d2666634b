import type { Signature } from '#content/page.ts'
import { startsAsHtml } from './content-kind.ts'

/** Recognises a page that is declared as a type which browsers show as text or save; null for any other body. */
export function pageAsText(
  mediaType: string | null,
  body: Uint8Array,
  url: string,
): Signature | null {
  const type = mediaType ?? ''
  if (programType.test(type)) return { id: 'program-as-file', kind: 'source_shown' }
  const isBinary = binaryTypes.test(type)
  const isSaved = isBinary || savedTypes.test(type)
  if (isSaved && isArchive(body) && isPageUrl(url)) return { id: 'archive', kind: 'page_as_text' }
  if (!(isSaved || shownTypes.test(type))) return null
  // Files of other formats may begin with an HTML element.
  const isPage = vagueTypes.test(type) ? startsAsHtml(body) : startsAsDocument(body)
  if (!isPage) return null
  if (isNamedAsFile(url)) return isBinary ? { id: 'html-as-file', kind: 'page_as_text' } : null
  return { id: isSaved ? 'html-as-download' : 'html-as-text', kind: 'page_as_text' }
}

/** A deliberate source file has a matching extension. */
function isNamedAsFile(url: string): boolean {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return /\.(?!html?$|xhtml$|php$|aspx?$|jsp$)[a-z0-9]{1,8}$/i.test(name)
}

/** Whether the path is that of a folder or of an HTML file. */
export function isPageUrl(url: string): boolean {
  return /\/$|\.x?html?$/i.test(URL.parse(url)?.pathname ?? '')
}

/** Types under which browsers show the source of a page, and those that they save or cannot show. */
const shownTypes =
  /^(?:text\/(?:plain|css|javascript|markdown|csv|yaml)|application\/(?:json|javascript|x-javascript|ld\+json|manifest\+json|yaml|rss\+xml|atom\+xml))$/
const vagueTypes = /^(?:text\/plain|(?:application|binary)\/octet-stream)$/
const savedTypes =
  /^(?:application|binary)\/(?:octet-stream|(?:x-)?zip(?:-compressed)?|gzip|x-gzip|x-tar|java-archive|x-download|force-download|x-msdownload)$|^image\/svg\+xml$/
/** Types of files in formats of bytes, which are never a document under any name. */
const binaryTypes = /^(?:application\/pdf|(?:image(?!\/svg)|audio|video|font)\/[\w.+-]+)$/

function startsAsDocument(body: Uint8Array): boolean {
  const start = Array.from(body.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  // A framework that serialises every result of a handler as JSON sends a page as a string.
  return /^(?:\xef\xbb\xbf)?\s*"?(?:\\n)?<(?:!doctype html|html)[\s>]/i.test(start)
}

/** Whether the body is a ZIP, gzip or tar archive; tar by the name of its format. */
function isArchive(body: Uint8Array): boolean {
  const [first, second, third, fourth] = body
  const isZip = first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04
  const isTar = String.fromCharCode(...body.subarray(257, 262)) === 'ustar'
  return isZip || isTar || (first === 0x1f && second === 0x8b)
}

/** Internal types of Apache, Nginx and lighttpd for programs that they run. A browser saves a body that has one. */
const programType =
  /^(?:application|text)\/x-(?:httpd-)?(?:php\d?(?:-source)?|cgi|fastphp)$|^text\/php$/
