import type { ContentEvidence } from '#evidence/content.ts'

type Kind = ContentEvidence['kind']

/**
 * The kind of a body, by its declared type; by its first bytes when the type is uninformative (WHATWG MIME Sniffing
 * 7.1).
 */
export function contentKind(mediaType: string | null, body: Uint8Array): Kind {
  if (body.length === 0) return 'empty'
  return declaresNothing(mediaType ?? '') ? sniffed(body) : declared(mediaType ?? '')
}

const unknownTypes = ['unknown/unknown', 'application/unknown', '*/*', '']

function declaresNothing(mediaType: string): boolean {
  return unknownTypes.includes(mediaType)
}

function declared(mediaType: string): Kind {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html'
  if (/^(?:application|text)\/json$|\+json$/.test(mediaType)) return 'json'
  if (mediaType === 'application/pdf') return 'pdf'
  if (/^text\/|\/xml$|\+xml$|\/(?:javascript|ecmascript|x-javascript)$/.test(mediaType)) {
    return mediaType.startsWith('image/') ? 'image' : 'text'
  }
  return mediaType.startsWith('image/') ? 'image' : 'other'
}

/** Number of first bytes that are read: enough for every pattern of the standard. */
const sniffBytes = 1445
const imageMarks = ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', '\xff\xd8\xff']
const htmlStart =
  /^\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[\s>]/i
/** Control characters that do not occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** Whether the first bytes are those of an HTML page. */
export function startsAsHtml(body: Uint8Array): boolean {
  return startsAsPage(startOf(body))
}

/** Whether the text starts an HTML page. XHTML has an XML declaration before it. */
function startsAsPage(start: string): boolean {
  return htmlStart.test(start.replace(/^(?:\xef\xbb\xbf)?\s*(?:<\?xml [^>]{0,200}\?>)?/, ''))
}

function startOf(body: Uint8Array): string {
  return Array.from(body.subarray(0, sniffBytes), (byte) => String.fromCharCode(byte)).join('')
}

function sniffed(body: Uint8Array): Kind {
  const start = startOf(body)
  if (startsAsPage(start)) return 'html'
  if (start.startsWith('%PDF-')) return 'pdf'
  const isWebp = start.startsWith('RIFF') && start.slice(8, 14) === 'WEBPVP'
  if (isWebp || imageMarks.some((mark) => start.startsWith(mark))) return 'image'
  return binary.test(start) ? 'other' : 'text'
}
