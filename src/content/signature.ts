import {
  declaredError,
  failedHealthCheck,
  fileObject,
  isGreeting,
  jsonError,
  pageObject,
  reportsHealth,
  responseObject,
} from '#content/formats/json-object.ts'
import type { ContentEvidence } from '#evidence/content.ts'
import { type Pieces, runToEnd } from '#runtime/turns.ts'
import { leadsInside } from '#target/refresh.ts'
import { listsFiles } from './detectors/directory-listing.ts'
import { showsFillerText } from './detectors/filler-text.ts'
import { garbling } from './detectors/garbled.ts'
import { hasHiddenSpam, isFakeRobotCheck } from './detectors/hidden-spam.ts'
import { startsAsMessage } from './detectors/http-message.ts'
import { showsMessageKeys } from './detectors/message-keys.ts'
import { showsPlaceInProgram } from './detectors/program-place.ts'
import { exposedSecret } from './detectors/secrets.ts'
import { type SourcePage, shownSourceOf } from './detectors/shown-source.ts'
import { faultOfDirection } from './detectors/text-direction.ts'
import { isPageUrl, pageAsText } from './formats/page-as-file.ts'
import { isMalformedXml, isXmlError } from './formats/well-formed.ts'
import { folded } from './html/folded-text.ts'
import { internalReference, misdirectedReference } from './html/host-references.ts'
import type { HtmlFacts } from './html/html.ts'
import type { ContentInput, Page, Signature } from './page.ts'
import { matchRecord } from './records/match.ts'

export function jsonSignature(input: ContentInput, text: string): Signature | null {
  if (input.status >= 400) return null
  const { pathname } = new URL(input.url)
  return (
    pageAsText(input.mediaType, input.body, input.url) ??
    responseObject(text) ??
    pageObject(text) ??
    // Package registries and similar services send project files as data.
    (isPageUrl(input.url) ? fileObject(text, pathname) : null) ??
    declaredError(text, input.mediaType) ??
    jsonError(text) ??
    failedHealthCheck(text, pathname) ??
    (reportsHealth(text, pathname) ? { id: 'health', kind: 'health' } : null) ??
    (isGreeting(text) ? { id: 'hello-world', kind: 'starter' } : null)
  )
}

export function* pageSignature(
  input: ContentInput,
  html: string,
  facts: HtmlFacts,
  characters: number,
): Pieces<Signature | null> {
  const text = facts.unquotedText.toString()
  const allText = facts.text.slice(0, MAX_SOURCE)
  yield
  const page = pageOf(input, html, facts, { text, allText, characters })
  const { serverInstruction } = facts
  const unreadable = unreadableAs({ ...page, body: input.body, serverInstruction })
  yield
  // A browser builds a document around any body that is sent as HTML: in a rendered page, the body is its text.
  const sent = input.source === 'dom' ? yield* facts.text.whole() : html
  const noPage = unreadable ?? (yield* noPageOf(input, facts, html, { sent, characters }))
  yield
  if (noPage !== null) return noPage
  const matched = (yield* messageOf(page)) ?? (yield* leftOverOf(page))
  yield
  return matched ?? markupFaultOf(input, facts, html) ?? directionOf(page, html, allText)
}

/** A file, an empty page, or one that leads inside or that browsers cannot read, in place of a page. */
function* noPageOf(
  input: ContentInput,
  facts: HtmlFacts,
  html: string,
  { sent, characters }: { readonly sent: string; readonly characters: number },
): Pieces<Signature | null> {
  const file = input.status < 400 ? fileObject(sent, new URL(input.url).pathname) : null
  if (file !== null) return file
  const refresh = facts.meta.get('refresh') ?? null
  if (leadsInside(refresh, input.url)) return { id: 'refresh', kind: 'leads_inside' }
  if (internalReference(facts, input.url) === 'base') return { id: 'base', kind: 'leads_inside' }
  if (yield* showsXmlError(input, html)) return { id: 'parser-error', kind: 'debug_output' }
  return isBlank(input, facts, characters) ? { id: 'no-content', kind: 'blank' } : null
}

/** What is wrong with the markup of a page that says nothing about itself. */
function markupFaultOf(input: ContentInput, facts: HtmlFacts, html: string): Signature | null {
  const inside = internalReference(facts, input.url)
  // The requests of a rendered page show what it loads.
  const isLoaded = input.source === 'dom' && (inside === 'assets' || inside === 'disk')
  if (inside !== null && !isLoaded) return { id: inside, kind: 'leads_inside' }
  const cut = truncationOf(input, facts, html)
  if (cut !== null) return { id: cut, kind: 'cut' }
  const elsewhere = misdirectedReference(facts, input.url)
  return elsewhere === null ? null : { id: elsewhere, kind: 'leads_elsewhere' }
}

/** A script may set the direction. */
function directionOf({ isFinal }: Page, html: string, allText: string): Signature | null {
  const fault = isFinal ? faultOfDirection(html.slice(0, MAX_SOURCE), allText) : null
  return fault === null ? null : { id: fault, kind: 'direction' }
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
function* showsXmlError(
  { mediaType, source, truncated }: ContentInput,
  text: string,
): Pieces<boolean> {
  if (mediaType !== 'application/xhtml+xml' || source === 'dom') return false
  const start = text.slice(0, MAX_SOURCE)
  return yield* isMalformedXml(start, truncated !== true && start.length === text.length)
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
  const [tag, name] = boundary.exec(html.slice(0, MAX_SOURCE)) ?? []
  if (tag === undefined || name === undefined) return false
  return isRendered || (facts.counts.scripts === 0 && isOnce(`"${name}"`, html))
}

function isOnce(part: string, text: string): boolean {
  return text.includes(part) && text.indexOf(part) === text.lastIndexOf(part)
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
export function textSignature(
  input: ContentInput,
  text: string,
  { text_length: characters }: Pick<ContentEvidence, 'text_length'>,
): Signature | null {
  const start = text.slice(0, MAX_SOURCE)
  const { pathname } = new URL(input.url)
  const asText = pageAsText(input.mediaType, input.body, input.url) ?? fileObject(text, pathname)
  if (asText !== null) return asText
  const healthFailure = input.status < 400 ? failedHealthCheck(text, pathname) : null
  if (healthFailure !== null) return healthFailure
  const shown = runToEnd(folded(start)).toString()
  const lines = start
    .slice(0, MAX_TEXT_LINES)
    .split('\n')
    .map((line) => ({ text: line.trim(), quoted: false }))
  const page: Page = {
    status: input.status,
    host: new URL(input.url).host,
    isRendered: false,
    isText: true,
    isFinal: true,
    characters,
    title: null,
    headings: [],
    lines,
    allText: shown,
    text: shown,
    markup: start,
  }
  // Source code as plain text is legitimate, except for a program that the server should have run.
  const unreadable = unreadableAs({
    ...page,
    text: start,
    allText: start,
    body: input.body,
    serverInstruction: null,
  })
  const isProgram = unreadable?.id === 'php' || unreadable?.id === 'server-program'
  if (unreadable?.kind === 'garbled' || isProgram) return unreadable
  const matched = runToEnd(messageOf(page)) ?? runToEnd(leftOverOf(page))
  const isError = /[/+]xml$/.test(input.mediaType ?? '') && input.status < 400 && isXmlError(text)
  return matched ?? (isError ? { id: 'xml-error', kind: 'error_page' } : null)
}

/** The page as records and detectors read it. */
function pageOf(
  input: ContentInput,
  html: string,
  facts: HtmlFacts,
  { text, allText, characters }: { text: string; allText: string; characters: number },
): Page {
  const isShown = visibilityTest(input.shownText ?? null)
  return {
    status: input.status,
    host: new URL(input.url).host,
    isRendered: input.source === 'dom',
    isText: false,
    isFinal: input.source === 'dom' || facts.counts.scripts === 0,
    characters,
    title: facts.title,
    headings: facts.headings.filter(isShown),
    lines: facts.lines.filter((one) => isShown(one.text)),
    allText,
    text,
    markup: html.slice(0, MAX_SOURCE),
  }
}

/** The way in which visitors read source or garbage in place of a page; null for a page that can be read. */
function unreadableAs(page: SourcePage): Signature | null {
  const body = page.isRendered ? null : page.body
  const garbled = garbling({ ...page, body })
  if (garbled !== null) return { id: garbled, kind: 'garbled' }
  const shown = startsAsMessage(page) ? 'http-message' : shownSourceOf(page)
  return shown === null ? null : { id: shown, kind: 'source_shown' }
}

/** What the page says about itself in the words of a record. */
function* messageOf(page: Page): Pieces<Signature | null> {
  if (listsFiles(page)) return { id: 'directory-index', kind: 'default' }
  const record = yield* matchRecord(page)
  if (record === null) return null
  const isCertain = record.class.kind === 'soft404' && isSaidTwice(page)
  return { id: isCertain ? 'only-not-found' : record.id, kind: record.class.kind }
}

/** Whether both title and heading of a page with little else say that the page does not exist. */
function isSaidTwice(page: Page): boolean {
  const says = (one: Page) =>
    runToEnd(matchRecord(one, (record) => record.class.kind === 'soft404')) !== null
  return (
    page.characters <= MAX_CERTAIN_LENGTH &&
    says({ ...page, title: null }) &&
    says({ ...page, headings: [], lines: [] })
  )
}

/** What attackers, tools and authors left in a page that says nothing about itself. */
function* leftOverOf(page: Page): Pieces<Signature | null> {
  if (page.status >= 400) return null
  if (isFakeRobotCheck(page)) return { id: 'fake-check', kind: 'defaced' }
  if (hasHiddenSpam(page)) return { id: 'hidden-spam', kind: 'defaced' }
  const secret = exposedSecret(page)
  if (secret !== null) return { id: secret, kind: 'secret' }
  yield
  const error = responseObject(page.markup) ?? jsonError(page.allText)
  if (error !== null) return error
  if (showsPlaceInProgram(page)) return { id: 'place-in-program', kind: 'debug_output' }
  if ((page.isFinal || !translation.test(page.markup)) && showsMessageKeys(page))
    return { id: 'translation-keys', kind: 'source_shown' }
  return showsFillerText(page) ? { id: 'lorem-ipsum', kind: 'starter' } : null
}

/** Marks of a library that replaces keys by words. */
const translation =
  /\bdata-(?:i18n|l10n|lang|trans|t)\b|\b(?:i18n|l10n|translate|v-t)\b *=|i18next|polyglot|vue-i18n|ngx-translate|\btranslations?\b/i

/** A page with more text may be about the words. */
const MAX_CERTAIN_LENGTH = 400
/** Characters of a text in which its first lines are read. */
const MAX_TEXT_LINES = 2_000
/** Maximum characters that are matched: messages are at the top of pages without other content, which are never longer. */
const MAX_SOURCE = 262_144
