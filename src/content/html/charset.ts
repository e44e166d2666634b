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
 * Returns the text of a body as a browser would decode it: byte order mark, then the charset of Content-Type, then
 * the page's own declaration, then UTF-8 if the bytes are valid UTF-8, else windows-1252. `cut`: the body continues
 * after these bytes. Never throws: undecodable bytes become U+FFFD.
 */
export function* decodeText(
  body: Uint8Array,
  declared: string | null,
  cut: boolean,
): Pieces<string> {
  const encoding =
    encodingOfByteOrderMark(body) ??
    encodingOfLabel(declared) ??
    encodingOfDeclaration(body) ??
    ((yield* isUtf8(body, cut)) ? 'utf-8' : 'windows-1252')
  return yield* decoded(body, encoding)
}

interface DecodingOptions {
  /** Throws a TypeError at invalid bytes. */
  readonly fatal?: boolean
  /** Tolerates a last character that was cut in two. */
  readonly cut?: boolean
}

function* decoded(
  body: Uint8Array,
  encoding: string,
  { fatal = false, cut = false }: DecodingOptions = {},
): Pieces<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  let text = ''
  let start = 0
  for (; start + PIECE_BYTES < body.length; start += PIECE_BYTES) {
    text += decoder.decode(body.subarray(start, start + PIECE_BYTES), { stream: true })
    yield
  }
  return text + decoder.decode(body.subarray(start), { stream: cut })
}

function encodingOfByteOrderMark(body: Uint8Array): string | null {
  const [a, b, c] = body
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** The encoding of a label; null for a label that browsers do not decode (utf-7, iso-2022-kr ...). */
function encodingOfLabel(label: string | null): string | null {
  if (label === null) return null
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
const charset = /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i
const xmlEncoding = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/i

function encodingOfDeclaration(body: Uint8Array): string | null {
  const source = new TextDecoder('latin1').decode(body.subarray(0, maxPrescanBytes))
  const head = source.replace(comments, (comment) => ' '.repeat(comment.length))
  const end = head.search(bodyTag)
  const start = head.slice(0, end < 0 ? head.length : Math.max(minPrescanBytes, end))
  const declared = start.match(metaTag)?.find((tag) => charset.test(tag))
  const encoding = encodingOfLabel(
    (charset.exec(declared ?? '') ?? xmlEncoding.exec(start))?.[1] ?? null,
  )
  // A declaration that is readable as ASCII is not encoded in UTF-16 (HTML standard, same algorithm).
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

function* isUtf8(body: Uint8Array, cut: boolean): Pieces<boolean> {
  try {
    yield* decoded(body, 'utf-8', { fatal: true, cut })
    return true
  } catch {
    // The bytes are not valid in this encoding.
    return false
  }
}
