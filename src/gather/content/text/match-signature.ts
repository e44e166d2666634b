import {
  countsAsFrameworkError,
  countsAsPlaceholder,
  countsAsSoft404,
} from '#evidence/signature-limits.ts'
import { missingEntry } from '#gather/content/signatures/not-found.ts'
import type { PageSignature } from '#gather/content/signatures/page-signature.ts'
import { signatureTables } from '#gather/content/signatures/tables.ts'
import { showsComponentMessage } from './component-message.ts'
import { reportsFailure, reportsFailureOfServer, reportsInPlace } from './failure-report.ts'
import { hasHiddenSpam, isFakeRobotCheck } from './hijacked-page.ts'
import { jsonError, responseObject } from './json-object.ts'
import { developmentOutput, exposedSecret, matchLeftOver, showsFillerText } from './left-in-page.ts'
import { showsMessageKeys } from './message-keys.ts'
import {
  linesAndSentences,
  linesBelowNames,
  meansNotFound,
  pageStatement,
  statements,
  statementsIn,
} from './page-statement.ts'
import { meansMissingPage, namesPage, plainMessage } from './plain-message.ts'
import { machineMessageId, phpMessageIn, stackTraceId } from './program-message.ts'
import {
  isAboutPrograms,
  showsMachineMessage,
  showsNamedMessage,
  showsPlaceInProgram,
} from './program-text.ts'
import {
  belongsToRun,
  edgesOf,
  explainsFault,
  isAboutMissing,
  isAboutOtherThings,
  isAboutWork,
  isNamedAfterFaults,
  isNetworkTool,
  isTextGame,
  lengthOf,
  listsStatuses,
  MAX_LINES,
  tellsOfOtherThings,
  withPlainApostrophes,
} from './prose.ts'
import {
  isBetweenMarks,
  isListOfChanges,
  isTextFinal,
  MAX_TEXT_BESIDE_TRACE,
  type ReadPage,
  type SignatureMatch,
} from './read-page.ts'

/**
 * Maximum characters of a placeholder under a success status. A page that explains a placeholder may be as small, but has
 * more text.
 */
const maxPlaceholderText = 1000

/**
 * Returns the first signature that the page matches and that its status and size allow; null for an ordinary page.
 */
export function matchSignature(page: ReadPage): SignatureMatch | null {
  const isExplanation =
    page.status < 400 &&
    explainsFault(page.lines, page.headings, showsCode(page)) &&
    isNamedAfterMessage(page)
  const isArticle = isExplanation || isAboutOtherThings(page.lines)
  const known = signatureOf(page, isArticle) ?? phpMessageIn(page)
  if (known !== null) return known
  const printed = (isArticle ? null : machineMessageId(page)) ?? stackTraceId(page)
  if (printed !== null) return { id: printed, kind: 'error' }
  if (isFakeRobotCheck(page)) return { id: 'fake-check', kind: 'defaced' }
  if (hasHiddenSpam(page)) return { id: 'hidden-spam', kind: 'defaced' }
  const left = matchLeftOver(page) ?? exposedSecret(page) ?? developmentOutput(page)
  if (left !== null) return left
  if (isExplanation) return null
  const soft404 = soft404Of(page)
  if (soft404 !== null) return soft404
  return page.status >= 400 ? robotCheckOf(page, isArticle) : statedBy(page, isArticle)
}

function statedBy(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  return (
    responseObject(page.raw) ??
    jsonError(page.allText) ??
    pageStatement(page, isArticle) ??
    matchMessageClass(page) ??
    (showsFillerText(page) ? { id: 'lorem-ipsum', kind: 'starter' } : null)
  )
}

/** Checks for robots have error statuses too. Other statements of a page with such a status explain the status. */
function robotCheckOf(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  const said = pageStatement(page, isArticle)
  return said?.id === 'robots' ? said : null
}

/** Whether the title or the heading is a message about a fault. */
function isNamedAfterMessage({ title, headings }: ReadPage): boolean {
  const names = [title ?? '', ...headings.slice(0, 1)]
  return (
    names.some((one) => meansNotFound(one) || meansMissingPage(one)) ||
    statementsIn(names).some(
      (text) =>
        text.length > 1 &&
        statements.some(({ kind, pattern }) => messageKinds.has(kind) && pattern.test(text)),
    )
  )
}

const messageKinds: ReadonlySet<string> = new Set(['error_page', 'maintenance', 'wall'])

/** Whether the page has code or keys in its text. A page that is only code does not count: it may be a message. */
function showsCode({ text, allText }: ReadPage): boolean {
  return text.length >= MIN_TEXT_BESIDE_CODE && allText.length - text.length >= MIN_CODE_LENGTH
}

const MIN_CODE_LENGTH = 3
const MIN_TEXT_BESIDE_CODE = 80

/** Titles that servers give to directory listings: Apache, nginx, lighttpd, Python, Twisted, Tomcat, Jetty, WEBrick. */
const nameOfListing =
  /^(?:index of|directory listing (?:for|of)|directory:|listing (?:of|directory)|contents of|verzeichnis-?(?:listing|inhalt) (?:für|von)|liste des fichiers (?:de|du)|contenu (?:de|du) (?:répertoire|dossier)|listado (?:de|del) directorio)\s+(?:ftp:\/\/\S{1,200}|\[?\/\S{0,200}\]?)$/i

/** The whole listing of Go's file server: https://pkg.go.dev/net/http#FileServer. */
const listingOfGo =
  /^\s*(?:<!doctype html>\s*)?(?:<html[^<>]{0,40}>\s*<head>\s*)?(?:<meta name="viewport" content="width=device-width">\s*)?(?:<\/head>\s*<body>\s*)?<pre>\n<a href="[^"<>\n]{1,300}">[^<>\n]{1,300}<\/a>\n(?:<\/pre>|<a )/i

/** Whether the page is a directory listing: the name of a folder is both title and heading, or the lines are links only. */
function listsFiles({ title, headings, lines, raw, isText }: ReadPage): boolean {
  if (isText) return false
  const named = (one: string) => nameOfListing.test(one.trim())
  if ((named(title ?? '') && headings.some(named)) || listingOfGo.test(raw)) return true
  const hasColumn = (column: RegExp) => lines.some(({ text }) => column.test(text))
  return headings.some((one) => pathOfFolder.test(one)) && columnsOfListing.every(hasColumn)
}

/** The heading and the columns of the listings of Caddy, miniserve, dufs and similar file servers. */
const pathOfFolder = /^(?:\/|\S{1,200}\/|\/ ?\S{1,200})$/
const columnsOfListing = [
  /^name(?: |$)/i,
  /(?:^| )size(?: |$)/i,
  /(?:^| )(?:last )?modifi(?:ed|cation)(?: |$)/i,
]

/** Maximum characters of a page with little more than the message: its title and heading are not names. */
const MAX_NOT_FOUND_LENGTH = 400

function soft404Of(page: ReadPage): SignatureMatch | null {
  const { status, characters, title, h1 } = page
  if (!countsAsSoft404(status, characters) || hasParagraphs(page)) return null
  const means = (one: string | null) => meansNotFound(one) || meansMissingPage(one)
  const isHeading = h1.some(means)
  if (!isHeading && !means(title)) {
    return isEntryMissing(page) || saysOnlyNotFound(page) ? notFound : null
  }
  if (isNameOfOther(page)) return null
  const below = page.lines.filter(({ text }) => !isHeading || !h1.includes(text))
  const isSaidTwice = (isHeading && means(title)) || linesAndSentences(below).some(meansMissingPage)
  const isCertain = characters <= MAX_NOT_FOUND_LENGTH && isSaidTwice
  return isCertain ? { id: 'only-not-found', kind: 'soft404' } : notFound
}

/** Whether the words are the name of a work or a firm: "404" and "Not found" may be, "Page not found" is not. */
function isNameOfOther(page: ReadPage): boolean {
  if ([page.title ?? '', ...page.h1].some(namesPage)) return false
  return isAboutWork(page.lines) || tellsOfOtherThings(linesBelowNames(page))
}

const notFound: SignatureMatch = { id: 'not-found', kind: 'soft404' }

/** Whether a page without title and headings has only the words, as a program sends them; those with 404 are statements. */
function saysOnlyNotFound({ title, headings, lines: [line, ...others] }: ReadPage): boolean {
  const isBare = (title ?? '') === '' && headings.length === 0 && others.length === 0
  return isBare && line !== undefined && !line.text.includes('404') && meansNotFound(line.text)
}

/** Whether the heading says that an entry is missing, and the text below says so too, or how to go on. */
function isEntryMissing(page: ReadPage): boolean {
  return (
    statementsIn(page.h1).some((one) => missingEntry.test(one)) &&
    linesBelowNames(page).some(({ text }) => isAboutMissing(text))
  )
}

/** Matches messages by the properties of their class. It runs after the signatures, which name the product. */
function matchMessageClass(page: ReadPage): SignatureMatch | null {
  const isFinal = isTextFinal(page)
  const message = plainMessage({
    title: page.title,
    headings: page.headings,
    lines: page.lines,
    characters: page.characters,
    isFinal,
  })
  if (message !== null && !isAboutWork(page.lines) && !isListOfChanges(page)) return message
  const subject = [page.title ?? '', ...page.h1].join(' ')
  const shown = { ...page, subject, isFinal: isFinal && !page.isRendered }
  const isAboutHosts =
    listsStatuses(page.lines) || isNetworkTool(page.title, page.headings) || isListOfChanges(page)
  if (!isAboutHosts && showsComponentMessage(shown)) {
    return { id: 'component-message', kind: 'debug_output' }
  }
  if (showsPlaceInProgram(shown)) return { id: 'place-in-program', kind: 'debug_output' }
  if (showsMachineMessage(shown)) return { id: 'machine-message', kind: 'debug_output' }
  if (showsNamedMessage(shown)) return { id: 'named-message', kind: 'debug_output' }
  if (reportsInPlace(page.lines, subject)) return { id: 'failure-in-place', kind: 'debug_output' }
  if (hasFailureReport({ ...shown, isFinal }))
    return { id: 'failure-in-place', kind: 'debug_output' }
  if ((isFinal || !replacesKeys(page)) && showsMessageKeys(shown))
    return { id: 'translation-keys', kind: 'source_shown' }
  return null
}

/** Whether a script may replace the keys by words: elements name them, or the page has a library for translations. */
function replacesKeys({ raw }: ReadPage): boolean {
  return /\bdata-(?:i18n|l10n|lang|trans|t)\b|\b(?:i18n|l10n|translate|v-t)\b *=|i18next|polyglot|vue-i18n|ngx-translate|\btranslations?\b/i.test(
    raw,
  )
}

/** Whether a line says that the site or a part of it has failed. The browser evidence covers what a rendered page shows. */
function hasFailureReport(
  page: ReadPage & { readonly subject: string; readonly isFinal: boolean },
) {
  // The heading of such a page is its message.
  const isShort =
    page.characters <= MAX_SHORT_PAGE_LENGTH &&
    page.lines.reduce((sum, { text }) => sum + lengthOf(text), 0) <= MAX_SHORT_PAGE_LENGTH &&
    !isAboutWork(page.lines) &&
    !isAboutOtherThings(page.lines)
  if (page.isRendered && !isShort) return false
  if (isNamedAfterFaults(page.title, page.headings) || isTextGame(page.lines)) return false
  const isLong = page.allLines.length > MAX_LINES
  const lines = isLong || isAboutPrograms(page) ? edgesOf(page.allLines) : page.allLines
  return lines.some(
    ({ text, quoted }, n) =>
      !quoted &&
      !belongsToRun(lines, n) &&
      // A line before it that ends with a colon announces the message.
      !/[:\uff1a]$/.test(lines[n - 1]?.text ?? '') &&
      (isShort || !page.headings.includes(text)) &&
      (page.isFinal ? reportsFailure(text) : reportsFailureOfServer(text)),
  )
}

const MAX_SHORT_PAGE_LENGTH = 300

function signatureOf(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  if (listsFiles(page)) return { id: 'directory-index', kind: 'default' }
  const plainPage = {
    ...page,
    title: withPlainApostrophes(page.title ?? ''),
    text: withPlainApostrophes(page.text),
    raw: withPlainApostrophes(page.raw),
  }
  const isNamed = page.status < 400 && (isArticle || isListOfChanges(page))
  for (const { kind, signatures } of signatureTables) {
    if (!isPlausible(kind, page)) continue
    const found = signatures.find(
      (one) =>
        matchesSignature(plainPage, one) &&
        !(isQuotable(one) && ((isNamed && kind !== 'default') || isMentioned(plainPage.text, one))),
    )
    if (found !== undefined) return { id: found.id, kind }
  }
  return null
}

/** Minimum characters of a paragraph, and maximum of all paragraphs: a page without content has a sentence or two. */
const MIN_PARAGRAPH_LENGTH = 80
const MAX_PROSE_LENGTH = 350

/** Whether paragraphs follow the heading, which may then be a name. */
function hasParagraphs({ lines }: ReadPage): boolean {
  const paragraphs = lines.filter(({ text }) => text.length >= MIN_PARAGRAPH_LENGTH)
  const prose = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  return paragraphs.length >= 2 && prose > MAX_PROSE_LENGTH
}

/** Whether other pages may quote the signature, because it has only sentences. A title or source is that of the page itself. */
export function isQuotable(one: PageSignature): boolean {
  const fieldsOfPage = [one.title, one.titleStart, one.titleEnd, one.raw, one.source]
  return fieldsOfPage.every((given) => given === undefined)
}

/** Whether a page only mentions a sentence of a signature: in quotation marks, beside other text. */
function isMentioned(text: string, { text: phrases = [] }: PageSignature): boolean {
  if (text.length <= MAX_TEXT_BESIDE_TRACE) return false
  return phrases.some((phrase) => {
    const at = text.indexOf(phrase)
    return isBetweenMarks(text, at, at + phrase.length)
  })
}

function isPlausible(kind: 'placeholder' | 'wall' | 'default' | 'error', page: ReadPage): boolean {
  switch (kind) {
    case 'placeholder':
      return (
        countsAsPlaceholder(page.status, page.bodyBytes) &&
        (page.status >= 400 || page.characters < maxPlaceholderText)
      )
    case 'wall':
      return page.status >= 400 || page.characters < maxPlaceholderText
    case 'error':
      return countsAsFrameworkError(page.status, page.characters)
    case 'default':
      return true
  }
}

function matchesSignature(
  page: { title: string; text: string; raw: string },
  one: PageSignature,
): boolean {
  return (
    (one.title === undefined || page.title === one.title) &&
    (one.titleStart === undefined || page.title.startsWith(one.titleStart)) &&
    (one.titleEnd === undefined || page.title.endsWith(one.titleEnd)) &&
    (one.text ?? []).every((phrase) => page.text.includes(phrase)) &&
    (one.raw ?? []).every((mark) => page.raw.includes(mark)) &&
    (one.source === undefined || page.raw.trim() === one.source)
  )
}
