import type { Pieces } from '#runtime/turns.ts'

/** Minimum number of bytes that browsers search for a declaration (HTML standard, prescan a byte stream). */
const minPrescanBytes = 1024
/** Maximum number of bytes that are searched. Chrome searches the whole head; a real head is not longer. */
const maxPrescanBytes = 65_536
/** A tag that does not belong to the head. */
const bodyTag = /<(?!\/?(?:html|head|meta|link|title|script|style|base|noscript|object)\b)[a-z/]/i

/** Bytes that are decoded in one piece, in 3 ms at most; 8 MiB of Japanese in one piece took 70 to 225 ms. */
const PIECE_BYTES = 262_144

/**
 * Returns the text of a body as a browser decodes it (HTML standard, 13.2.3.2): byte order mark, then the charset of
 * Content-Type, then the page's own declaration, then the default of its media type. An unknown label counts as absent. No
 * browser guesses UTF-8 for HTML and plain text, so undeclared text beyond ASCII is garbled for visitors too. Never throws:
 * undecodable bytes become U+FFFD.
 */
export function* decodeText(
  body: Uint8Array,
  declared: string | null,
  mediaType: string | null,
): Pieces<string> {
  const encoding =
    encodingOfByteOrderMark(body) ??
    encodingOfLabel(declared) ??
    encodingOfDeclaration(body) ??
    (isUtf8ByDefault.test(mediaType ?? '') ? 'utf-8' : 'windows-1252')
  if (encoding === REPLACEMENT) return body.length === 0 ? '' : '\ufffd'
  return yield* decoded(body, encoding)
}

/** JSON (RFC 8259 8.1), XML (XML 1.0 4.3.3) and types whose text browsers show as UTF-8. */
const isUtf8ByDefault = /[/+](?:json|xml)$|^(?:application|text)\/(?:manifest|ld)\+json$/

/**
 * The bytes of a body that Chrome's debugger returned as text. With a label that it does not know, it decodes as windows-1252,
 * whatever the page declares.
 */
export function bytesOfDebuggerText(
  bytes: Uint8Array,
  label: string | null,
): { readonly bytes: Uint8Array; readonly charset: string | null } {
  if (label === null || encodingOfLabel(label) !== null) return { bytes, charset: 'utf-8' }
  const sent = Array.from(new TextDecoder().decode(bytes), (letter) => byteOf.get(letter) ?? 0x3f)
  return { bytes: Uint8Array.from(sent), charset: null }
}

const windows1252 = new TextDecoder('windows-1252')
const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Uint8Array.of(byte)), byte]),
)

function* decoded(body: Uint8Array, encoding: string): Pieces<string> {
  const decoder = new TextDecoder(encoding)
  let text = ''
  let start = 0
  for (; start + PIECE_BYTES < body.length; start += PIECE_BYTES) {
    text += decoder.decode(body.subarray(start, start + PIECE_BYTES), { stream: true })
    yield
  }
  return text + decoder.decode(body.subarray(start))
}

function encodingOfByteOrderMark(body: Uint8Array): string | null {
  const [a, b, c] = body
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** Encodings whose text browsers replace by one U+FFFD (Encoding standard, 4.2), which TextDecoder does not know. */
const REPLACEMENT = 'replacement'
const replaced = /^(?:replacement|csiso2022kr|hz-gb-2312|iso-2022-(?:cn(?:-ext)?|kr))$/i

/** The encoding of a label; null for one that browsers do not know (utf-7, utf-32, utf8mb4 ...). */
function encodingOfLabel(label: string | null): string | null {
  if (label === null) return null
  if (replaced.test(label.trim())) return REPLACEMENT
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    // An unknown label counts as absent.
    return null
  }
}

// Each pattern can match a text in only one way: when two parts could match the same spaces, a page of spaces took hours.
/** The hyphens of `<!--` may also be those of `-->` (HTML standard, same algorithm). */
const comments = /<!(?=--)[\s\S]*?(?:-->|$)/g
const metaTag = /<meta\s[^<>]*/gi
/** The content of other meta elements is no declaration, whatever it says. */
const isOfContentType = /\shttp-equiv\s*=\s*(?:["']\s*)?content-type/i
const contentAttribute = /\scontent\s*=\s*(?:"[^"]*"|'[^']*')/gi
const charset = /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i
const xmlEncoding = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/i

function encodingOfDeclaration(body: Uint8Array): string | null {
  const source = new TextDecoder('latin1').decode(body.subarray(0, maxPrescanBytes))
  const head = source.replace(comments, (comment) => ' '.repeat(comment.length))
  const end = head.search(bodyTag)
  const start = head.slice(0, end < 0 ? head.length : Math.max(minPrescanBytes, end))
  // A meta element with an unknown label declares nothing, and a later one may.
  const labels = (start.match(metaTag) ?? []).flatMap(
    (tag) =>
      charset.exec(isOfContentType.test(tag) ? tag : tag.replace(contentAttribute, ' '))?.[1] ?? [],
  )
  const known = labels.map(encodingOfLabel).find((one) => one !== null)
  const encoding = known ?? encodingOfLabel(xmlEncoding.exec(start)?.[1] ?? null)
  if (encoding === 'x-user-defined') return 'windows-1252'
  // A declaration that is readable as ASCII is not encoded in UTF-16 (HTML standard, same algorithm).
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}
