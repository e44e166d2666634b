import { createHash } from 'node:crypto'
import type { ContentEvidence } from '#evidence/content.ts'
import { type Pieces, runToEnd } from '#runtime/turns.ts'
import { contentKind } from './formats/content-kind.ts'
import { readJsonValidity } from './formats/json-validity.ts'
import { pageAsText } from './formats/page-as-file.ts'
import { decodeText } from './html/charset.ts'
import { excerptOf } from './html/excerpt.ts'
import { type FoldedText, folded } from './html/folded-text.ts'
import { baseOf } from './html/host-references.ts'
import { readHtml } from './html/html.ts'
import { hasLoginForm } from './html/login-form.ts'
import type { ContentInput } from './page.ts'
import { jsonSignature, pageSignature, textSignature } from './signature.ts'

export type { ContentInput }

/** Values of the page's head that add to the response's header fields; for `securityEvidence`. */
export interface PageMeta {
  readonly csp: readonly string[]
  readonly robots: string | null
}

/**
 * Returns the `content` section of the report, and the page's input for `security`. Pure except for hashing; linear in the body.
 */
export function* readContent(input: ContentInput): Pieces<ReadContent> {
  const kind = contentKind(input.mediaType, input.body)
  const source = input.source ?? 'body'
  if (kind === 'html') return yield* readPage(input)
  const readable = kind === 'json' || kind === 'text'
  if (!readable) {
    const signature_match = pageAsText(input.mediaType, input.body, input.url)
    const content = { source, ...noPage, kind, json_valid: null, signature_match }
    return { content, ...noPageFacts }
  }
  const text = yield* decodeText(input.body, input.charset, input.mediaType)
  yield
  const facts = yield* textFacts(yield* folded(text))
  const content = { source, ...noPage, kind, json_valid: null, ...facts }
  if (kind === 'text') {
    const signature_match = textSignature(input, text, content)
    return { content: { ...content, signature_match }, ...noPageFacts }
  }
  const json_valid = yield* jsonValid(input, text)
  yield
  const signature_match = jsonSignature(input, text)
  return { content: { ...content, json_valid, signature_match }, ...noPageFacts }
}

export interface ReadContent {
  readonly content: ContentEvidence
  readonly meta: PageMeta
  /** Text that a reader without scripts sees of an HTML page, white space folded; null for other bodies. */
  readonly text: string | null
  /** See `HtmlFacts`. */
  readonly handledImages: readonly string[]
}

export function contentEvidence(input: ContentInput): ContentEvidence {
  return runToEnd(readContent(input)).content
}

// Real documents nest less than a hundredth of this (RFC 8259, section 9: parsers may limit the depth, and most do at 64 to
// 1000).
const maxNesting = 1_000_000

const noPageFacts: Omit<ReadContent, 'content'> = {
  meta: { csp: [], robots: null },
  text: null,
  handledImages: [],
}

const noPage = {
  title: null,
  meta_description: null,
  lang: null,
  canonical: null,
  generator: null,
  h1: [],
  text_length: 0,
  text_sha256: null,
  wording_sha256: null,
  words: 0,
  doctype: false,
  viewport_meta: false,
  signature_match: null,
  login_form: false,
  counts: { links: 0, scripts: 0, styles: 0, images: 0, forms: 0, iframes: 0 },
}

function* readPage(input: ContentInput): Pieces<ReadContent> {
  const html = yield* decodeText(input.body, input.charset, input.mediaType)
  yield
  const facts = yield* readHtml(html)
  const text = yield* textFacts(facts.text)
  const content: ContentEvidence = {
    source: input.source ?? 'body',
    kind: 'html',
    title: facts.title,
    meta_description: excerptOf(facts.meta.get('description')),
    lang: facts.lang,
    canonical: facts.canonical,
    generator: excerptOf(facts.meta.get('generator')),
    h1: facts.h1,
    ...text,
    doctype: facts.doctype,
    viewport_meta: facts.meta.has('viewport'),
    json_valid: null,
    signature_match: yield* pageSignature(input, html, facts, text.text_length),
    login_form: hasLoginForm(facts, baseOf(facts.base, input.url)),
    counts: facts.counts,
  }
  const meta = { csp: facts.csp, robots: facts.meta.get('robots') ?? null }
  const { handledImages } = facts
  yield
  return { content, meta, text: yield* facts.text.whole(), handledImages }
}

/** Characters in a piece of work, which takes a few milliseconds. */
const pieceLength = 65_536

function* textFacts(
  shown: FoldedText,
): Pieces<Pick<ContentEvidence, 'text_length' | 'text_sha256' | 'wording_sha256' | 'words'>> {
  const textHash = createHash('sha256')
  for (let at = 0; at < shown.length; ) {
    const end = shown.endOfPiece(at, pieceLength)
    textHash.update(shown.slice(at, end))
    at = end
    yield
  }
  const wordingHash = createHash('sha256')
  for (const piece of wordingOf(shown)) {
    wordingHash.update(piece)
    yield
  }
  return {
    text_length: shown.characters,
    text_sha256: textHash.digest('hex'),
    wording_sha256: wordingHash.digest('hex'),
    words: shown.words,
  }
}

/** Characters in a piece of work. */
const wordingPiece = 65_536

/**
 * The text without the words that have no letter, and with each other number as 0, in pieces. They are cut before a space: a
 * pattern that matches megabytes of digits overflows its stack, and one that replaces millions of them takes a second.
 */
function* wordingOf(text: FoldedText): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.endOfPiece(at, wordingPiece)
    const whole = text.slice(at, end)
    const space = end < text.length ? whole.lastIndexOf(' ') : -1
    const piece = space > 0 ? whole.slice(0, space) : whole
    const words = piece.replaceAll(/(?:^| )[^\p{L} ]{1,100}(?= |$)/gu, '')
    yield words.replaceAll(/\p{Nd}[\p{Nd}.,:]*/gu, '0')
    at += piece.length
  }
}

/** Null if it is unknown, or if the text follows another convention. */
function* jsonValid(input: ContentInput, text: string): Pieces<boolean | null> {
  if (input.truncated) return null
  const { isValid, deepest } = yield* readJsonValidity(text)
  if (isValid) return deepest > maxNesting ? null : true
  return isRelatedToJson(text) ? null : false
}

/** Starts of JSON with comments, of calls with JSON as their argument, and of JSON that no script element can run. */
const otherSyntax = /^\s*(?:\)\]\}'|\/[*/]|for ?\(;;\)|while ?\(1\)|[a-z_$][\w$.]{0,100}\()/i
/** Maximum characters of the first line of a text with one JSON value on each line. */
const MAX_JSON_LINE_LENGTH = 65_536

/** Whether a text is deliberately more than one JSON value: see above, or JSON Lines (https://jsonlines.org). */
function isRelatedToJson(text: string): boolean {
  if (otherSyntax.test(text)) return true
  const end = text.indexOf('\n')
  if (end < 0 || end > MAX_JSON_LINE_LENGTH || text.slice(end).trim() === '') return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    // The first line is not a value by itself.
    return false
  }
}
