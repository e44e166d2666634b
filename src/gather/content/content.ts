import { createHash } from 'node:crypto'
import type { ContentEvidence } from '#evidence/content.ts'
import { brokenText, isPageUrl, pageAsText } from '#gather/content/text/broken-text.ts'
import { contentKind } from '#gather/content/text/content-kind.ts'

import {
  failedHealthCheck,
  fileObject,
  isGreeting,
  jsonError,
  pageObject,
  reportsHealth,
  responseObject,
} from '#gather/content/text/json-object.ts'
import { matchSignature } from '#gather/content/text/match-signature.ts'
import { type Pieces, runToEnd } from '#runtime/turns.ts'
import { leadsInside } from '#target/refresh.ts'
import { decodeText } from './charset.ts'
import { excerptOf } from './excerpt.ts'
import { FoldedText } from './folded-text.ts'
import { baseOf, internalReference, misdirectedReference } from './host-references.ts'
import type { HtmlFacts } from './html.ts'
import { readHtml } from './html.ts'
import { readJsonValidity } from './json-validity.ts'
import { hasLoginForm } from './login-form.ts'
import { faultOfDirection } from './text-direction.ts'
import { isMalformedXml, isXmlError } from './well-formed.ts'

/** A final response whose body is decoded from its transfer and content codings. */
export interface ContentInput {
  /** Essence of Content-Type in lower case; null if there is none. */
  readonly mediaType: string | null
  /** Its charset parameter. */
  readonly charset: string | null
  readonly body: Uint8Array
  readonly status: number
  /** The URL of the body: its relative URLs and that of its `base` element are relative to it. */
  readonly url: string
  /** The body was cut, by us or in transit, so it is unknown whether its JSON is well-formed. */
  readonly truncated?: boolean
  /** `dom`: Chrome's own serialisation of a page that it rendered. */
  readonly source?: ContentEvidence['source']
  /** The text that a browser shows of the page, if known. Text that styles hide does not count. */
  readonly shownText?: string | null
}

/** Values of the page's head that add to the response's header fields; for `securityEvidence`. */
export interface PageMeta {
  readonly csp: readonly string[]
  readonly robots: string | null
}

/** Number of first lines that are matched: a page that only shows a message has fewer. */
const FIRST_LINES = 24
/** Maximum characters that are matched. Signatures are at the top of pages without other content, which are never longer. */
const maxSignatureSource = 262_144

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
  const text = yield* decodeText(input.body, input.charset, input.truncated ?? false)
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
  const html = yield* decodeText(input.body, input.charset, input.truncated ?? false)
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
  return { content, meta, text: facts.text.toString(), handledImages }
}

function* folded(text: string): Pieces<FoldedText> {
  const all = new FoldedText(text.length)
  for (let at = 0; at < text.length; at += pieceLength) {
    all.add(text, at, Math.min(at + pieceLength, text.length))
    yield
  }
  return all
}

const pieceLength = 1024 * 1024

function* textFacts(
  shown: FoldedText,
): Pieces<Pick<ContentEvidence, 'text_length' | 'text_sha256' | 'wording_sha256' | 'words'>> {
  const characters = shown.characters
  yield
  const text = shown.toString()
  yield
  const textHash = createHash('sha256')
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at, pieceLength)
    textHash.update(text.slice(at, end))
    at = end
    yield
  }
  const wordingHash = createHash('sha256')
  for (const piece of wordingOf(text)) {
    wordingHash.update(piece)
    yield
  }
  return {
    text_length: characters,
    text_sha256: textHash.digest('hex'),
    wording_sha256: wordingHash.digest('hex'),
    words: shown.words,
  }
}

/** The end of a piece that begins at `start`. No surrogate pair is divided, since its halves are hashed as U+FFFD. */
function endOfPiece(text: string, start: number, length: number): number {
  const end = start + length
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}

/** Characters in a piece of work, which takes a few milliseconds. */
const wordingPiece = 65_536

/**
 * The text without the words that have no letter, and with each other number as 0, in pieces. They are cut before a space: a
 * pattern that matches megabytes of digits overflows its stack, and one that replaces millions of them takes a second.
 */
function* wordingOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at, wordingPiece)
    const space = end < text.length ? text.slice(at, end).lastIndexOf(' ') : -1
    const piece = text.slice(at, space > 0 ? at + space : end)
    const words = piece.replaceAll(/(?:^| )[^\p{L} ]{1,100}(?= |$)/gu, '')
    yield words.replaceAll(/\p{Nd}[\p{Nd}.,:]*/gu, '0')
    at += piece.length
  }
}

function jsonSignature(input: ContentInput, text: string): ContentEvidence['signature_match'] {
  if (input.status >= 400) return null
  const { pathname } = new URL(input.url)
  return (
    pageAsText(input.mediaType, input.body, input.url) ??
    responseObject(text) ??
    pageObject(text) ??
    // Package registries and similar services send project files as data.
    (isPageUrl(input.url) ? fileObject(text, pathname) : null) ??
    jsonError(text) ??
    failedHealthCheck(text, pathname) ??
    (reportsHealth(text, pathname) ? { id: 'health', kind: 'health' } : null) ??
    (isGreeting(text) ? { id: 'hello-world', kind: 'starter' } : null)
  )
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

function* pageSignature(
  input: ContentInput,
  html: string,
  facts: HtmlFacts,
  characters: number,
): Pieces<ContentEvidence['signature_match']> {
  const text = facts.unquotedText.toString()
  yield
  const allText = facts.text.toString()
  yield
  const { host, pathname } = new URL(input.url)
  const broken = brokenText({
    source: input.source ?? 'body',
    body: input.body,
    text,
    allText: allText.slice(0, maxSignatureSource),
    raw: html.slice(0, maxSignatureSource),
    title: facts.title,
    headings: facts.headings,
    serverInstruction: facts.serverInstruction,
    scripts: facts.counts.scripts,
  })
  yield
  if (broken !== null) return broken
  // A browser builds a document around any body that is sent as HTML: in a rendered page, the body is its text.
  const sent = input.source === 'dom' ? allText : html
  const file = input.status < 400 ? fileObject(sent, pathname) : null
  if (file !== null) return file
  const refresh = facts.meta.get('refresh') ?? null
  if (leadsInside(refresh, input.url)) return { id: 'refresh', kind: 'leads_inside' }
  const inside = internalReference(facts, input.url)
  if (inside === 'base') return { id: inside, kind: 'leads_inside' }
  if (showsXmlError(input, html)) return { id: 'parser-error', kind: 'debug_output' }
  if (isBlank(input, facts, characters)) return { id: 'no-content', kind: 'blank' }
  yield
  const isShown = visibilityTest(input.shownText ?? null)
  const shownLines = facts.lines.filter((one) => isShown(one.text))
  const matched = matchSignature({
    status: input.status,
    host,
    isRendered: input.source === 'dom',
    isText: false,
    bodyBytes: input.body.length,
    characters,
    title: facts.title,
    h1: facts.h1.filter(isShown),
    headings: facts.headings.filter(isShown),
    lines: shownLines.slice(0, FIRST_LINES),
    allLines: shownLines,
    allText: allText.slice(0, maxSignatureSource),
    text,
    raw: html.slice(0, maxSignatureSource),
  })
  yield
  if (matched !== null) return matched
  // The requests of a rendered page show what it loads.
  const isLoaded = inside === 'assets' || inside === 'disk'
  if (inside !== null && !(isLoaded && input.source === 'dom')) {
    return { id: inside, kind: 'leads_inside' }
  }
  const cut = truncationOf(input, facts, html)
  if (cut !== null) return { id: cut, kind: 'cut' }
  const elsewhere = misdirectedReference(facts, input.url)
  if (elsewhere !== null) return { id: elsewhere, kind: 'leads_elsewhere' }
  // A script may set the direction.
  const isFinal = input.source === 'dom' || facts.counts.scripts === 0
  const direction = isFinal ? faultOfDirection(html.slice(0, maxSignatureSource), allText) : null
  return direction === null ? null : { id: direction, kind: 'direction' }
}

/** The way in which the markup ends too early; null if it does not. */
function truncationOf(input: ContentInput, facts: HtmlFacts, html: string): string | null {
  if (input.truncated === true) return null
  if (hasUnfinishedStream(html, facts, input.source === 'dom')) {
    return 'stream-ends-early'
  }
  // Chrome completes the markup when it serialises a page.
  if (input.source === 'dom') return null
  if (facts.isSwallowed) return 'markup-swallowed'
  return facts.isCut ? 'markup-ends-early' : null
}

/** Whether browsers show an XML error for a source. Chrome makes this error a part of the page that it renders. */
function showsXmlError({ mediaType, source, truncated }: ContentInput, text: string): boolean {
  if (mediaType !== 'application/xhtml+xml' || source === 'dom') return false
  const start = text.slice(0, maxSignatureSource)
  return isMalformedXml(start, truncated !== true && start.length === text.length)
}

/** Returns a test for whether a line of the source is shown. Parts of the line may be hidden, or be in other lines. */
function visibilityTest(shownText: string | null): (line: string) => boolean {
  if (shownText === null) return () => true
  const shown = lettersAndDigits(shownText)
  return (line) => {
    const ends = [line.slice(0, LINE_EDGE_LENGTH), line.slice(-LINE_EDGE_LENGTH)]
    return ends.some((one) => shown.includes(lettersAndDigits(one)))
  }
}

const LINE_EDGE_LENGTH = 24

/** The letters and digits of a text, in lower case: styles and line breaks change the rest. */
function lettersAndDigits(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

const boundary = /<!--\$\?--><template id="(B:[0-9a-f]{1,8})"><\/template>/

/**
 * Whether the content of a suspended part is missing. React sends it later in the same response, with the id of its placeholder
 * (react-dom/server, streaming). Without it the part waits forever, unless a script renders the content again.
 */
function hasUnfinishedStream(html: string, facts: HtmlFacts, isRendered: boolean): boolean {
  const [tag, name] = boundary.exec(html.slice(0, maxSignatureSource)) ?? []
  if (tag === undefined || name === undefined) return false
  return isRendered || (facts.counts.scripts === 0 && html.split(`"${name}"`).length === 2)
}

/** Whether a source has nothing that a browser shows, runs or follows. For a rendered page the screenshot decides. */
function isBlank(input: ContentInput, facts: HtmlFacts, characters: number): boolean {
  if (input.source === 'dom' || input.truncated || characters > 0) return false
  const { scripts, images, forms, iframes, links } = facts.counts
  const shown = scripts + images + forms + iframes + links + facts.otherContent
  const isDrawn = facts.counts.styles > 0 && facts.divisions >= MIN_DRAWING_ELEMENTS
  return shown === 0 && !isDrawn && !facts.meta.has('refresh')
}

/** Minimum number of elements in a drawing or animation made of styles alone. The shell of an application has a dozen. */
const MIN_DRAWING_ELEMENTS = 30

/** Matches a body of plain text or XML, with which Vercel, Netlify and S3 respond. */
function textSignature(
  input: ContentInput,
  text: string,
  { text_length: characters }: Pick<ContentEvidence, 'text_length'>,
): ContentEvidence['signature_match'] {
  const start = text.slice(0, maxSignatureSource)
  const { pathname } = new URL(input.url)
  const asText = pageAsText(input.mediaType, input.body, input.url) ?? fileObject(text, pathname)
  if (asText !== null) return asText
  const healthFailure = input.status < 400 ? failedHealthCheck(text, pathname) : null
  if (healthFailure !== null) return healthFailure
  const page = {
    source: 'body',
    body: input.body,
    text: start,
    allText: start,
    raw: start,
    title: null,
    headings: [],
  } as const
  // Source code as plain text is legitimate, except for a program that the server should have run.
  const broken = brokenText({ ...page, serverInstruction: null, scripts: 1 })
  const isProgram = broken?.id === 'php' || broken?.id === 'server-program'
  if (broken?.kind === 'garbled' || isProgram) return broken
  const shown = runToEnd(folded(start)).toString()
  const lines = start
    .slice(0, 2_000)
    .split('\n')
    .map((line) => ({ text: line.trim(), quoted: false }))
  const matched = matchSignature({
    status: input.status,
    host: new URL(input.url).host,
    isRendered: false,
    isText: true,
    bodyBytes: input.body.length,
    characters,
    title: null,
    h1: [],
    headings: [],
    lines,
    allLines: lines,
    allText: shown,
    text: shown,
    raw: start,
  })
  const isError = /[/+]xml$/.test(input.mediaType ?? '') && input.status < 400 && isXmlError(text)
  return matched ?? (isError ? { id: 'xml-error', kind: 'error_page' } : null)
}
