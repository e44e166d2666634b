import type { ContentEvidence } from '#evidence/content.ts'
import {
  weighsAsFrameworkError,
  weighsAsPlaceholder,
  weighsAsSoft404,
} from '#evidence/signature-limits.ts'
import {
  buildOverlay,
  componentPayload,
  debugToolbar,
  draftPreview,
  dumpMarks,
  dumps,
  failedDiagram,
  fragment,
  inventedSecret,
  keyInScript,
  type LeftOver,
  leftOvers,
  parserError,
  paymentForTests,
  secretSetting,
  secretToken,
  setting,
  testEnvironment,
  undrawnDiagram,
} from '#gather/content/signatures/left-overs.ts'
import {
  builderMarks,
  engineMessages,
  machineMessages,
} from '#gather/content/signatures/messages.ts'
import { notFoundPhrases } from '#gather/content/signatures/not-found.ts'
import type { PageSignature } from '#gather/content/signatures/page-signature.ts'
import { languageStatements } from '#gather/content/signatures/plain-words.ts'
import { printedValues } from '#gather/content/signatures/printed-values.ts'
import {
  statements as ownStatements,
  phpMessage,
  type Statement,
  traces,
} from '#gather/content/signatures/statements.ts'
import { signatureTables } from '#gather/content/signatures/tables.ts'
import { unprocessed } from '#gather/content/signatures/unprocessed.ts'
import {
  defacements,
  hidingTag,
  linkElsewhere,
  runsCommand,
  spamWords,
  walls,
} from '#gather/content/signatures/walls.ts'
import { countOf } from './broken-text.ts'
import {
  meansAbsence,
  meansMissingPage,
  plainMessage,
  reportsFailure,
  reportsFailureOfServer,
  reportsInPlace,
} from './plain-message.ts'
import {
  isAboutPrograms,
  isNamedAfterPrograms,
  isOfValues,
  listsChanges,
  showsComponentMessage,
  showsMachineMessage,
  showsMessageKeys,
  showsNamedMessage,
  showsPlaceInProgram,
  textOf,
} from './program-text.ts'
import {
  edgesOf,
  explainsFault,
  hasPrice,
  isAboutOtherThings,
  isNamedAfterFaults,
  isNameOfGoods,
  isOfClosedPlace,
  isOfWork,
  isTable,
  isTextGame,
  type Line,
  lengthOf,
  listsStatuses,
  MOST_LINES,
  plain,
  saysOtherThings,
} from './prose.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

const statements = [...defacements, ...ownStatements, ...languageStatements, ...walls]

/** The input of the tables. Sizes are those of the whole page; strings may be its beginning. */
export interface ReadPage {
  readonly status: number
  /** Of the URL, in lower case. */
  readonly host: string
  /** As a browser shows it after its scripts have run. */
  readonly isRendered: boolean
  /** Not HTML: its markup is shown as it is. */
  readonly isText: boolean
  readonly bodyBytes: number
  readonly characters: number
  readonly title: string | null
  readonly h1: readonly string[]
  /** Of the first three levels. */
  readonly headings: readonly string[]
  /** The first ones; `quoted`: all of it is inside code or the like. */
  readonly lines: readonly Line[]
  /** Of the whole page, with the first ones. */
  readonly allLines: readonly Line[]
  /** As visible, the beginning. */
  readonly allText: string
  /** As visible, without quotations and code, white space folded. */
  readonly text: string
  readonly raw: string
}

/**
 * Under a success status a page that explains a placeholder is as small as one: it must have little other content.
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
  const printed = (isArticle ? null : messageIn(page)) ?? traceOf(page)
  if (printed !== null) return { id: printed, kind: 'error' }
  if (isFakeCheck(page)) return { id: 'fake-check', kind: 'defaced' }
  if (hidesSpam(page)) return { id: 'hidden-spam', kind: 'defaced' }
  const left = leftIn(page) ?? secretIn(page) ?? developedIn(page)
  if (left !== null) return left
  if (isExplanation) return null
  const soft404 = soft404Of(page)
  if (soft404 !== null) return soft404
  if (page.status >= 400) return null
  return (
    responseObject(page.raw) ?? jsonError(page.allText) ?? stated(page, isArticle) ?? reported(page)
  )
}

/** Whether the title or the heading is a message about a fault. */
function isNamedAfterMessage({ title, headings }: ReadPage): boolean {
  const names = [title ?? '', ...headings.slice(0, 1)]
  return (
    names.some((one) => meansNotFound(one) || meansMissingPage(one)) ||
    statementsIn(names).some(
      (text) =>
        text.length > 1 &&
        statements.some(({ kind, pattern }) => ofMessages.has(kind) && pattern.test(text)),
    )
  )
}

const ofMessages: ReadonlySet<string> = new Set(['error_page', 'maintenance', 'wall'])

/** Whether the page has code or keys among its words; all of its content may be a message. */
function showsCode({ text, allText }: ReadPage): boolean {
  return text.length >= LEAST_AROUND_CODE && allText.length - text.length >= LEAST_OF_CODE
}

const LEAST_OF_CODE = 3
const LEAST_AROUND_CODE = 80

/** How servers name the list of the files in a folder: Apache, nginx, lighttpd, Python, Twisted, Tomcat, Jetty, WEBrick. */
const nameOfListing =
  /^(?:index of|directory listing (?:for|of)|directory:|listing (?:of|directory)|contents of|verzeichnis-?(?:listing|inhalt) (?:für|von)|liste des fichiers (?:de|du)|contenu (?:de|du) (?:répertoire|dossier)|listado (?:de|del) directorio)\s+(?:ftp:\/\/\S{1,200}|\[?\/\S{0,200}\]?)$/i
/** All that the server for files of Go sends: https://pkg.go.dev/net/http#FileServer. */
const listingOfGo =
  /^\s*(?:<!doctype html>\s*)?(?:<html[^<>]{0,40}>\s*<head>\s*)?(?:<meta name="viewport" content="width=device-width">\s*)?(?:<\/head>\s*<body>\s*)?<pre>\n<a href="[^"<>\n]{1,300}">[^<>\n]{1,300}<\/a>\n(?:<\/pre>|<a )/i

/** The name of a folder as the title and as the heading, or nothing but links in lines. */
function listsFiles({ title, headings, raw, isText }: ReadPage): boolean {
  if (isText) return false
  const named = (one: string) => nameOfListing.test(one.trim())
  return (named(title ?? '') && headings.some(named)) || listingOfGo.test(raw)
}

/** A check for robots that has visitors run a command. */
function isFakeCheck(page: ReadPage): boolean {
  const found = runsCommand.exec(page.text)
  if (found === null || ofAttacks.test(subjectOf(page))) return false
  const before = page.text.slice(Math.max(0, found.index - AROUND_A_COMMAND), found.index)
  return /\b(?:human|robot|captcha|cloudflare)\b/i.test(before)
}

const AROUND_A_COMMAND = 400

const LEAST_SPAM_LINKS = 2
/** Menus are hidden too. */
const MOST_HIDDEN_ELEMENTS = 200
const MOST_OF_A_HIDDEN_ELEMENT = 4_000

/** Links to other sites that no visitor sees, for what this site is not about: its owner did not put them there. */
function hidesSpam(page: ReadPage): boolean {
  if (page.isText || !spamWords.test(page.raw) || spamWords.test(subjectOf(page))) return false
  let hidden = 0
  for (const { 0: tag, 1: name = '', index } of page.raw.matchAll(hidingTag)) {
    const inside = page.raw.slice(index + tag.length, index + MOST_OF_A_HIDDEN_ELEMENT)
    const end = inside.search(new RegExp(`</${name}\\b`, 'i'))
    if (sellsLinks(end < 0 ? inside : inside.slice(0, end), page.host)) return true
    hidden += 1
    if (hidden >= MOST_HIDDEN_ELEMENTS) return false
  }
  return false
}

function sellsLinks(markup: string, host: string): boolean {
  const links = [...markup.matchAll(linkElsewhere)]
  const spam = links.filter(([, to = '', text = '']) => to !== host && spamWords.test(text))
  return spam.length >= LEAST_SPAM_LINKS
}

/** What an article about it is named after. */
const ofAttacks = /\b(?:clickfix|malware|attacks?|scams?|phishing|security|hackers?|campaign)\b/i

/** With little more text than the message, title and heading are not names. */
const MOST_OF_A_NOT_FOUND = 400

function soft404Of(page: ReadPage): SignatureMatch | null {
  const { status, characters, title, h1 } = page
  if (!weighsAsSoft404(status, characters) || hasParagraphs(page) || isOfWork(page.lines)) {
    return null
  }
  const means = (one: string | null) => meansNotFound(one) || meansMissingPage(one)
  const isHeading = h1.some(means)
  if (!isHeading && !means(title)) return null
  const isShort = isHeading && characters <= MOST_OF_A_NOT_FOUND
  const below = page.lines.filter(({ text }) => !h1.includes(text))
  const isCertain = isShort && (means(title) || sentencesIn(below).some(meansMissingPage))
  return { id: isCertain ? 'only-not-found' : 'not-found', kind: 'soft404' }
}

/** By properties that all messages of their class have, after the signatures, which name their product. */
function reported(page: ReadPage): SignatureMatch | null {
  const isFinal = page.isRendered || !/<script\b/i.test(page.raw)
  const message = plainMessage({
    title: page.title,
    headings: page.headings,
    lines: page.lines,
    characters: page.characters,
    isFinal,
  })
  if (message !== null && !isOfWork(page.lines) && !isListOfChanges(page)) return message
  const subject = [page.title ?? '', ...page.h1].join(' ')
  const shown = { ...page, subject, isFinal: isFinal && !page.isRendered }
  if (!isListOfChanges(page) && !listsStatuses(page.lines) && showsComponentMessage(shown)) {
    return { id: 'component-message', kind: 'debug_output' }
  }
  if (showsPlaceInProgram(shown)) return { id: 'place-in-program', kind: 'debug_output' }
  if (showsMachineMessage(shown)) return { id: 'machine-message', kind: 'debug_output' }
  if (showsNamedMessage(shown)) return { id: 'named-message', kind: 'debug_output' }
  if (reportsInPlace(page.lines, subject)) return { id: 'failure-in-place', kind: 'debug_output' }
  if (hasReport({ ...shown, isFinal })) return { id: 'failure-in-place', kind: 'debug_output' }
  if (isFinal && showsMessageKeys(shown)) return { id: 'translation-keys', kind: 'source_shown' }
  return null
}

/** A line says that the site or a part of it has failed. Of a rendered page the evidence of the browser has what it shows. */
function hasReport(page: ReadPage & { readonly subject: string; readonly isFinal: boolean }) {
  // What such a page has for a heading is its message.
  const isShort =
    page.characters <= MOST_OF_A_SHORT_PAGE &&
    page.lines.reduce((sum, { text }) => sum + lengthOf(text), 0) <= MOST_OF_A_SHORT_PAGE &&
    !isOfWork(page.lines) &&
    !isAboutOtherThings(page.lines)
  if (page.isRendered && !isShort) return false
  if (isNamedAfterFaults(page.title, page.headings) || isTextGame(page.lines)) return false
  const isLong = page.allLines.length > MOST_LINES
  const lines = isLong || isAboutPrograms(page) ? edgesOf(page.allLines) : page.allLines
  return lines.some(
    ({ text, quoted }, n) =>
      !quoted &&
      // It is announced.
      !/[:\uff1a]$/.test(lines[n - 1]?.text ?? '') &&
      (isShort || !page.headings.includes(text)) &&
      (page.isFinal ? reportsFailure(text) : reportsFailureOfServer(text)),
  )
}

const MOST_OF_A_SHORT_PAGE = 300

function signatureOf(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  if (listsFiles(page)) return { id: 'directory-index', kind: 'default' }
  const plainPage = {
    ...page,
    title: plain(page.title ?? ''),
    text: plain(page.text),
    raw: plain(page.raw),
  }
  const isNamed = page.status < 400 && (isArticle || isListOfChanges(page))
  for (const { kind, signatures } of signatureTables) {
    if (!believable(kind, page)) continue
    const found = signatures.find(
      (one) =>
        bears(plainPage, one) &&
        !(isQuotable(one) && ((isNamed && kind !== 'default') || isMentioned(plainPage.text, one))),
    )
    if (found !== undefined) return { id: found.id, kind }
  }
  return null
}

function phpMessageIn({ raw, status, characters }: ReadPage): SignatureMatch | null {
  if (!phpMessage.test(raw)) return null
  const kind = weighsAsFrameworkError(status, characters) ? 'error' : 'debug_output'
  return { id: 'php-message', kind }
}

/** What a page without content has is a sentence or two. */
const LEAST_OF_A_PARAGRAPH = 80
const MOST_PROSE = 350

/** Whether the heading is followed by paragraphs: it may be a name. */
function hasParagraphs({ lines }: ReadPage): boolean {
  const paragraphs = lines.filter(({ text }) => text.length >= LEAST_OF_A_PARAGRAPH)
  const prose = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  return paragraphs.length >= 2 && prose > MOST_PROSE
}

/** An object as APIs and gateways send it in place of a page; a larger one has data of its own. */
const MOST_OF_A_JSON_ERROR = 1_000
const statusMembers = ['statusCode', 'status_code', 'status', 'code', 'errorCode']
const messageMembers = ['error', 'message', 'detail', 'title', 'errorMessage', 'error_description']
/** Beside them, what such an object says of the request. */
const ofErrors =
  /^(?:error\w*|messages?|msg|details?|title|description|status\w*|code|type|name|path|url|method|timestamp|time|date|request\w*|trace\w*|correlation\w*|instance|hint|success|ok|result|data|stack\w*|reason|retryable|id|documentation_url|support\w*)$/i

/** All of a page that is a JSON object, which says that something failed. */
export function jsonError(body: string): SignatureMatch | null {
  const text = body.slice(0, MOST_OF_A_JSON_ERROR + 1).trim()
  if (!text.startsWith('{') || text.length > MOST_OF_A_JSON_ERROR) return null
  const value = parsed(text)
  const inner: unknown = Reflect.get(value, 'error')
  const objects = typeof inner === 'object' && inner !== null ? [value, inner] : [value]
  const messages = objects
    .flatMap((one) => messageMembers.map((name): unknown => Reflect.get(one, name)))
    .filter((one) => typeof one === 'string')
  const isFailure = objects.some((one) =>
    statusMembers.some((name) => Number(Reflect.get(one, name)) >= 400),
  )
  const failures: unknown = Reflect.get(value, 'errors')
  const isGraphql =
    Array.isArray(failures) && failures.length > 0 && Reflect.get(value, 'data') == null
  if (isGraphql && Object.keys(value).every((name) => /^(?:errors|data|extensions)$/.test(name))) {
    return { id: 'json-error', kind: 'error_page' }
  }
  const isWell = ['ok', 'success'].some((name) => Reflect.get(value, name) === true)
  if (messages.length === 0 || (isWell && inner == null && !isFailure)) return null
  const isOnlyError = Object.keys(value).every((name) => ofErrors.test(name))
  const isMeant = messages.some(
    (one) => meansNotFound(one) || meansError(one) || (isOnlyError && meansRefusal(one)),
  )
  const isNamed =
    isOnlyError && ['errorType', 'errorMessage'].every((name) => Object.hasOwn(value, name))
  return isFailure || isMeant || isNamed ? { id: 'json-error', kind: 'error_page' } : null
}

/** What functions of AWS, Azure, Netlify and Google return to their gateway, which was to make a response of it. */
const ofResponses =
  /^(?:statusCode|status|statusDescription|headers|multiValueHeaders|cookies|body|isBase64Encoded|isRaw)$/
const MOST_OF_A_RESPONSE = 65_536

/** All of a body that is the object of a response, with a page as its content. */
export function responseObject(text: string): SignatureMatch | null {
  const start = text.slice(0, MOST_OF_A_RESPONSE).trim()
  if (!/^\{\s*"(?:status|headers|body|isBase64|multi|cookies)/.test(start)) return null
  const isRest = start.length < text.trim().length
  const isPage =
    /"body"\s*:\s*"(?:\\[nrt]|\s)*(?:<(?:!doctype html|html)\b|PCFkb2N0eXBl|PCFET0NUWVBF|PGh0bW)/i.test(
      start,
    )
  const isResponse = /"statusCode"\s*:\s*"?[1-5]\d\d\b/.test(start)
  const isWhole = isRest || Object.keys(parsed(start)).every((name) => ofResponses.test(name))
  return isPage && isResponse && isWhole ? { id: 'response-object', kind: 'source_shown' } : null
}

/** All of a body that is the object of a page of Inertia (inertiajs.com/the-protocol), which its application was to draw. */
export function pageObject(text: string): SignatureMatch | null {
  if (!/^\s*\{\s*"(?:component|props|url|version)"/.test(text)) return null
  const value = parsed(text)
  const isPage = ['component', 'props', 'url', 'version'].every((name) =>
    Object.hasOwn(value, name),
  )
  return isPage ? { id: 'page-object', kind: 'source_shown' } : null
}

const MOST_OF_A_HEALTH_CHECK = 8_192

/** All of a body that is the object of a health check, and says that the service is well. */
export function saysWell(text: string): boolean {
  if (text.length > MOST_OF_A_HEALTH_CHECK || !/^\s*\{/.test(text)) return false
  const value = parsed(text)
  // What an API sends beside its data.
  if (['data', 'items', 'result', 'results'].some((name) => Object.hasOwn(value, name)))
    return false
  const states = ['status', 'state', 'health'].map((name): unknown => Reflect.get(value, name))
  return states.some(
    (one) =>
      typeof one === 'string' &&
      /^(?:ok|okay|up|pass|passing|healthy|alive|ready|running|green|operational)$/i.test(one),
  )
}

const MOST_OF_A_GREETING = 200

/** All of a body that is the greeting of a new API, as the first examples of FastAPI, Flask, NestJS, Express and AWS Lambda have it. */
export function greets(text: string): boolean {
  if (text.length > MOST_OF_A_GREETING) return false
  return /^\s*(?:\{\s*"(?:message|msg|hello|greeting|data|body|text)"\s*:\s*)?"(?:hello,? ?world|world|hello from (?:lambda|netlify|vercel|cloudflare(?: workers?)?|azure(?: functions)?|firebase|cloud (?:run|functions)|deno|hono|express|fastify|nest(?:js)?|fastapi|flask))[!.]*"\s*\}?\s*$/i.test(
    text,
  )
}

/** Messages of APIs and gateways, in an object that has nothing else. */
const refusals =
  /\b(?:timed? ?out|unauthori[sz]ed|not authori[sz]ed|forbidden|denied|exceeded|expired|suspended|unavailable|no api key|(?:missing|invalid|incorrect) (?:api|access|auth\w*|credentials?|token|key|signature|host|domain|request)|not (?:found|exist|allowed|supported|enabled|configured|available)|no (?:such )?\w{1,20} (?:found|matched|configured|available|with)|cannot|could ?n[o']t|unable|failed|failure|refused|crashed|(?:internal|server|unexpected|unknown|unhandled) (?:\w{1,20} )?error|error occurred)\b/i

function meansRefusal(message: string): boolean {
  return message.length <= 300 && !/\bwelcome\b/i.test(message) && refusals.test(plain(message))
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function meansError(message: string): boolean {
  const text = plain(message.toLowerCase()).replace(/[.!\s]+$/, '')
  return statements.some(
    ({ kind, pattern, afterScripts }) =>
      kind === 'error_page' && afterScripts !== true && pattern.test(text),
  )
}

/** A sentence alone; titles and the source are those of the page itself. */
function isQuotable(one: PageSignature): boolean {
  const ofPage = [one.title, one.titleStart, one.titleEnd, one.raw, one.source]
  return ofPage.every((given) => given === undefined)
}

/** The message of a program, as a line of a page with little else. */
function messageIn(page: ReadPage): string | null {
  const { lines, characters, status, headings } = page
  if (!weighsAsFrameworkError(status, characters)) return null
  if (status < 400 && (isListOfChanges(page) || isNamedAfterFaults(page.title, headings)))
    return null
  const names = new Set(namesAmong(headings))
  const shown = lines
    .filter(({ quoted, text }, n) => !quoted && !names.has(text) && !isNameOfGoods(lines, n))
    .map(({ text }) => plain(text))
  const isAbout = isNamedAfterPrograms(page.title)
  const found = machineMessages.find(
    ({ shows, isPlain }) =>
      !(isPlain === true && isAbout) && shown.some((line) => shows.test(line)),
  )
  return found?.id ?? null
}

/** Of many headings each is the name of something. */
function namesAmong(headings: readonly string[]): readonly string[] {
  return headings.length > MOST_HEADINGS ? headings : []
}

/** The first lines are about the page, and before any of its content. */
const FIRST_LINES = 3

/** What a developer or a build forgot in a page that is otherwise there. */
function leftIn(page: ReadPage): SignatureMatch | null {
  const { lines, raw, status, isRendered } = page
  if (status >= 400) return null
  const first = lines.slice(0, FIRST_LINES)
  if (first.some((line) => dumps.test(line.text)) || dumpMarks.test(raw)) {
    return { id: 'dump', kind: 'debug_output' }
  }
  if (first.some((line) => !line.quoted && isPhpMessage(line.text))) {
    return { id: 'php-message', kind: 'debug_output' }
  }
  if (!page.isText && builderMarks.test(raw)) {
    return { id: 'document-builder', kind: 'debug_output' }
  }
  if (componentPayload.test(raw)) return { id: 'component-payload', kind: 'source_shown' }
  if (!isRendered && fragment.test(raw)) return { id: 'fragment', kind: 'fragment' }
  if (failedDiagram.test(raw) || (isRendered && undrawnDiagram.test(raw))) {
    return { id: 'diagram', kind: 'source_shown' }
  }
  const found = leftOverOf(page)
  if (found !== undefined) return { id: found.id, kind: found.kind }
  const isTest = first.some((line) => line.text.length < 200 && testEnvironment.test(line.text))
  return isTest ? { id: 'test-environment', kind: 'starter' } : null
}

const allLeftOvers = [...leftOvers, ...unprocessed, ...engineMessages, ...printedValues]
/** The beginning of a page, in which a visitor would see it. */
const SAMPLE = 16_384

/** A page about programs with fewer lines has nothing but what it says of them. */
const LEAST_AROUND = 30
/** At most, and an eighth of the page. */
const LINES_ABOVE = 8
const LINES_BELOW = 3

/** What is above and below a page about programs; listings have numbers. */
function aroundOf(lines: readonly Line[]): readonly Line[] {
  if (lines.length < LEAST_AROUND) return []
  const above = Math.min(LINES_ABOVE, Math.floor(lines.length / 8))
  // The manuals of Node.js begin with a left-over of their own build, which nobody minds.
  const around = [...lines.slice(1, 1 + above), ...lines.slice(-LINES_BELOW)]
  return around.filter(({ text }) => !/^\d/.test(text))
}

function leftOverOf(page: ReadPage): LeftOver | undefined {
  const around = textOf(aroundOf(page.allLines))
  const rest = page.text.length > SAMPLE ? ` ${around}` : ''
  const words = plain(page.text.slice(0, SAMPLE) + rest)
  const allWords = plain(page.allText.slice(0, SAMPLE) + rest)
  const isFinal = page.isRendered || !/<script\b/i.test(page.raw)
  const isAbout = isAboutPrograms({ ...page, subject: subjectOf(page) })
  if (isListOfChanges(page)) return undefined
  // A response of an API may be declared as HTML.
  const isData = /^\s*(?:\{\s*["}]|\[\s*[[{"\d])/.test(page.raw)
  const known = page.isText || isData ? leftOvers : allLeftOvers
  return known.find(({ id, kind, shows, least = 1, isVague, isFillable }) => {
    if (isFillable === true && !isFinal) return false
    if (isVague === true && isAbout && kind === 'starter') return false
    const shown = isVague === true && isAbout ? around : words
    const count = countOf(shown, shows)
    // A page that also shows it as code is about it.
    if (count < least || countOf(allWords, shows) > countOf(words, shows)) return false
    return !(ofValues.has(id) && isOfValues(words, page.raw))
  })
}

const ofValues: ReadonlySet<string> = new Set(['failed-value', 'printed-object'])

function isListOfChanges(page: ReadPage): boolean {
  return listsChanges({ lines: page.lines, subject: subjectOf(page) })
}

function subjectOf({ title, headings }: ReadPage): string {
  return [title ?? '', ...headings].join(' ')
}

/** A page that prints the environment of its server has several settings. */
const LEAST_SETTINGS = 4

/** Secrets of the server in the page or its scripts; a page that also explains them is documentation. */
function secretIn({ raw, allText, text, status }: ReadPage): SignatureMatch | null {
  if (status >= 400) return null
  if (keyInScript.test(raw) && !allText.includes(' PRIVATE KEY-----')) {
    return { id: 'private-key', kind: 'secret' }
  }
  for (const [token] of raw.matchAll(secretToken)) {
    if (!inventedSecret.test(token) && !allText.includes(token)) {
      return { id: 'secret-token', kind: 'secret' }
    }
  }
  const printed = text.length > MOST_AROUND_A_TRACE ? text : allText
  const isPrinted = secretSetting.test(printed) && countOf(printed, setting) >= LEAST_SETTINGS
  return isPrinted ? { id: 'environment', kind: 'secret' } : null
}

/** What development and editing add to a page. */
function developedIn({ raw, lines, status, isRendered }: ReadPage): SignatureMatch | null {
  if (status >= 400) return null
  if (isRendered && parserError.test(raw)) return { id: 'parser-error', kind: 'debug_output' }
  if (buildOverlay.test(raw)) return { id: 'build-overlay', kind: 'debug_output' }
  if (debugToolbar.test(raw)) return { id: 'debug-toolbar', kind: 'starter' }
  if (paymentForTests.test(raw)) return { id: 'payment-for-tests', kind: 'starter' }
  const isDraft = lines
    .slice(0, FIRST_LINES)
    .some(({ text }) => text.length < 120 && draftPreview.test(plain(text)))
  return isDraft ? { id: 'draft-preview', kind: 'starter' } : null
}

/** As PHP prints it without HTML, and CodeIgniter around it. */
function isPhpMessage(line: string): boolean {
  return (
    /^(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards): .+ in \S+ on line \d+/.test(
      line,
    ) || line === 'A PHP Error was encountered'
  )
}

/** A trace is at the top of a page without other content. */
const MOST_OF_A_TRACE = 8_192
/** A page with more text than this beside a trace discusses it. */
const MOST_AROUND_A_TRACE = 200

function traceOf({ allText, text, headings }: ReadPage): string | null {
  if (text.length > 2_000) return null
  const start = allText.slice(0, MOST_OF_A_TRACE)
  const found = traces.find(({ shows }) => shows.test(start))
  if (found === undefined) return null
  if (namesAmong(headings).some((one) => found.shows.test(one))) return null
  const isQuoted = !found.shows.test(text) || isInQuotationMarks(text, found.shows)
  return isQuoted && text.length > MOST_AROUND_A_TRACE ? null : found.id
}

/** A phrase between two marks is mentioned; more text must follow, as an error page may put its message in marks. */
function isInQuotationMarks(text: string, shows: RegExp): boolean {
  const found = shows.exec(text)
  return found !== null && isBetweenMarks(text, found.index, found.index + found[0].length)
}

/** A page that has a sentence of a signature in marks, beside text, tells of it. */
function isMentioned(text: string, { text: phrases = [] }: PageSignature): boolean {
  if (text.length <= MOST_AROUND_A_TRACE) return false
  return phrases.some((phrase) => {
    const at = text.indexOf(phrase)
    return isBetweenMarks(text, at, at + phrase.length)
  })
}

function isBetweenMarks(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? '']
  return /["\u201c\u201e\u00ab\u300c]/.test(before) && /["\u201c\u201d\u00bb\u300d]/.test(after)
}

/** Single sentences count as statements on a page with hardly any others. */
const MOST_FOR_SENTENCES = 400

/** A page with more is a list of things that come soon. */
const MOST_HEADINGS = 3

/** With less text than this beside it, the code is the page. */
const MOST_AROUND_A_QUOTE = 60

/** The page's statement about itself, if it has little other text. */
function stated(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  const isAboutFaults = isNamedAfterFaults(page.title, page.headings)
  const parts = page.headings.length >= MOST_HEADINGS ? page.headings.slice(1) : []
  const own = page.headings.filter((one) => !parts.includes(one))
  const headings = [page.title ?? '', ...own.slice(0, isAboutFaults ? 1 : 2)]
  const isShort = page.characters <= MOST_FOR_SENTENCES
  const isQuoted = page.text.length < MOST_AROUND_A_QUOTE
  const code = isQuoted ? '' : folded(page.lines.filter(({ quoted }) => quoted))
  // What a page also shows as code it demonstrates.
  const isDemonstrated = (text: string) => text.length > LEAST_SHOWN && code.includes(text)
  const lines = page.lines.filter(
    ({ text, quoted }) => isShort && (isQuoted || !quoted) && !parts.includes(text),
  )
  const sentences = isAboutFaults ? [] : sentencesIn(lines)
  const isFinal = page.isRendered || !/<script\b/i.test(page.raw)
  // The shell of an application has no heading, and the sentence in reserve that it shows after an exception.
  const isShell = !isFinal && page.headings.length === 0
  const named = statementsIn(headings)
  const texts = [...named, ...sentences.map(bare).filter((one) => !isDemonstrated(one))]
  const wholes = [...headings, ...lines.map(({ text }) => text)]
    .map(bare)
    .filter((one) => !isDemonstrated(one))
  // Below its heading a page with content of its own announces a part.
  const names = [page.title ?? '', ...page.headings.slice(0, 1)]
  const isContradicted = contradictionOf(page, isArticle, names)
  const found = statements.find((one) => {
    const { id, kind, most, pattern, afterScripts, onlyWithoutScripts, onlyWhole } = one
    if (page.characters > most || isContradicted(one)) return false
    if (!page.isRendered && afterScripts === true) return false
    if (!isFinal && onlyWithoutScripts === true) return false
    const ofKind = isShell && (kind === 'error_page' || ofShells.has(id)) ? named : texts
    return (onlyWhole === true ? wholes : ofKind).some(
      (text) => text.length > 1 && pattern.test(text),
    )
  })
  return found === undefined ? null : { id: found.id, kind: found.kind }
}

/** Shorter texts are in code by chance. */
const LEAST_SHOWN = 8

function folded(lines: readonly Line[]): string {
  return plain(
    lines
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase(),
  )
}

/** Lines and their sentences; a question is not a statement, except that of a seller. */
function sentencesIn(lines: readonly Line[]): string[] {
  return lines.flatMap(({ text }) => [text, ...text.split(sentenceEnds)]).filter(isStating)
}

function isStating(line: string): boolean {
  if (/\bleave (?:us )?a message\b/i.test(line)) return false
  return !/[?\uff1f](?:\s|$)/u.test(line) || /^(?:interested|want|looking) /i.test(line)
}

/** What else a page says, by which its words mean something else than a fault. */
function contradictionOf(
  page: ReadPage,
  isArticle: boolean,
  names: readonly string[],
): (one: Statement) => boolean {
  const isWork = isOfWork(page.lines) || isTextGame(page.lines)
  const isLesson = ofLessons.test(page.title ?? '')
  const ofWork = [isWork && 'error_page', (isWork || isLesson) && 'starter']
  const isOther = saysOtherThings(page.lines)
  const isList = page.headings.length > MOST_HEADINGS
  const isReference = listsStatuses(page.lines)
  const isClosed = isOfClosedPlace(page.lines) || hasPrice(page.lines)
  const isStates = isTable(page.lines)
  const isNumbered = names.some(isNameWithNumber) || listsNumbers(page.lines)
  const isNamed = (pattern: RegExp) => names.some((name) => isName(name, pattern))
  return ({ id, kind, pattern, amongOthers, onlyBesideOthers }) =>
    (isArticle && amongOthers !== true && (ofNames.has(kind) || ofNames.has(id))) ||
    ofWork.includes(kind) ||
    (id === 'lorem-ipsum' && ofType.test(page.text)) ||
    (ofNumbers.has(id) && (isOther || isNumbered)) ||
    (isReference && kind === 'error_page') ||
    (isClosed && (kind === 'maintenance' || kind === 'coming_soon')) ||
    (onlyBesideOthers === true && offersWork(page)) ||
    (isList && kind === 'coming_soon') ||
    (isStates && kind === 'maintenance' && !isNamed(pattern)) ||
    (isArticle && kind === 'coming_soon' && !isNamed(pattern))
}

/** Designers of type show their letters with this text. */
const ofType =
  /(?<!\p{L})(?:type ?faces?|type foundry|foundry|grotes[kq]u?e?|hamburgef\p{L}{2,12}|glyphs?|font (?:family|weights?|licen[cs]es?)|specimen|schriftschnitte?|schriftart(?:en)?|polices? de caractères|tipografías?)(?!\p{L})/iu

/** What they begin with is a trial on purpose. */
const ofLessons =
  /\b(?:tutorials?|lessons?|courses?|workshops?|lektion|kurs|leçon|cours|lección|curso|lezione|corso)\b/i

/** Signs in a title or heading between the name of the page and that of the site, with room on both sides. */
const betweenNames = /\s+[|\u00b7\u2022\u2010-\u2015-]+\s+/u

/** A number of a status among other words, none of which is of an error: of a road, a room, a model. */
function isNameWithNumber(name: string): boolean {
  return name.split(betweenNames).some((part) => {
    const words = part.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    const others = words.filter((word) => !/^\d+$/.test(word))
    return (
      words.some((word) => /^[45]\d\d$/.test(word)) &&
      others.length > 0 &&
      !wordsOfStatuses.test(part)
    )
  })
}

const wordsOfStatuses =
  /(?<!\p{L})(?:http|errors?|status|code|fehler|erreur|erro[re]?|fout|błąd|chyba|hata|server|internal|bad|gateway|service|unavailable|time-?out|found|forbidden|denied|page|oops|whoops|sorry|ошибка|помилка)(?!\p{L})|エラー|错误|錯誤|오류/iu

/** Somebody offers maintenance, and says nothing about when the site is there again. */
function offersWork({ lines, title, headings }: ReadPage): boolean {
  const named = [title ?? '', ...headings].map(bare)
  const rest = lines.map(({ text }) => text).filter((text) => !named.includes(bare(text)))
  const isMore = rest.some((text) => text.length >= LEAST_OF_AN_OFFER)
  return isMore && !rest.some((text) => meansAbsence(text))
}

const LEAST_OF_AN_OFFER = 20

/** The numbers of an axis or a table. */
function listsNumbers(lines: readonly Line[]): boolean {
  const numbers = lines.map(({ text }) => text).filter((text) => /^\d[\d.,]*$/.test(text))
  return new Set(numbers).size >= LEAST_NUMBERS
}

const LEAST_NUMBERS = 4

/** A longer heading of a page with content of its own announces something else than the site. */
const MOST_OF_A_NAME = 30

function isName(heading: string, pattern: RegExp): boolean {
  return heading
    .split(betweenNames)
    .map(bare)
    .some((one) => pattern.test(one) && (one.length <= MOST_OF_A_NAME || ofSite.test(one)))
}

const ofSite =
  /\bweb|\bsites?\b|\bpage|seite|\bsitio|\bpágina|\bsito\b|stron|сайт|サイト|网站|網站|사이트/iu

/** Headings, and their parts. */
function statementsIn(headings: readonly string[]): string[] {
  // A question is not a statement.
  const stating = headings.map((one) => one.replace(/[^.!?\u2026|\u00b7]{1,200}[?\uff1f]/gu, ' '))
  return stating.flatMap((one) => [one, ...one.split(separators)]).map(bare)
}

function bare(statement: string): string {
  return plain(statement.normalize('NFC').toLowerCase())
    .trim()
    .replace(fillers, '')
    .replace(/^[\s:;,.!\u2026\u{1f300}-\u{1faff}-]+|[\s:;,.!?\u2026\u3002\uff01-]+$/gu, '')
}

/** Kinds and statements whose words are also names of works, firms and subjects: paragraphs about something else contradict them. */
const ofNames: ReadonlySet<string> = new Set([
  'error_page',
  'maintenance',
  'starter',
  'wall',
  'under-construction',
])

/** Words and numbers that are names more often: one sentence about something else contradicts them. */
const ofNumbers: ReadonlySet<string> = new Set(['status-number', 'forbidden', 'starting-up'])

/** What the shell of an application keeps ready for its visitors. */
const ofShells: ReadonlySet<string> = new Set(['waking-up', 'starting-up'])

const sentenceEnds = /(?<=[.!?\u3002\uff01\uff1f\u2026])\s+|(?<=[\u3002\uff01\uff1f])/u

function believable(kind: 'placeholder' | 'default' | 'error', page: ReadPage): boolean {
  switch (kind) {
    case 'placeholder':
      return (
        weighsAsPlaceholder(page.status, page.bodyBytes) &&
        (page.status >= 400 || page.characters < maxPlaceholderText)
      )
    case 'error':
      return weighsAsFrameworkError(page.status, page.characters)
    case 'default':
      return true
  }
}

function bears(page: { title: string; text: string; raw: string }, one: PageSignature): boolean {
  return (
    (one.title === undefined || page.title === one.title) &&
    (one.titleStart === undefined || page.title.startsWith(one.titleStart)) &&
    (one.titleEnd === undefined || page.title.endsWith(one.titleEnd)) &&
    (one.text ?? []).every((phrase) => page.text.includes(phrase)) &&
    (one.raw ?? []).every((mark) => page.raw.includes(mark)) &&
    (one.source === undefined || page.raw.trim() === one.source)
  )
}

/** Between the name of the site and the name of the page. */
const separators =
  /\s+[-\u2010-\u2015]+\s+|[|\u00b7\u2022:\u00ab\u00bb\u203a.,!?/()[\]\u3002\uff01\uff5c]+/u
/** Polite phrases before the message. */
const fillers =
  /^(?:oops|ooops|whoops|sorry|uh[ -]oh|ops|ups|hoppla|oh no|oups|hmm+)[\s,.!:\u2026-]+/

/** A number that is explained is a name. */
const ofName = /\b404, (?:the|an?|our|my|your) /

/** Whether one whole part of a title or heading means that there is no such page. */
export function meansNotFound(heading: string | null): boolean {
  if (heading === null) return false
  const text = plain(heading.normalize('NFC').toLowerCase())
  if (ofName.test(text)) return false
  return [text, ...text.split(separators)].some((part) => {
    const phrase = part.trim().replace(fillers, '').trim()
    return (
      notFoundPhrases.has(phrase) || notFoundPhrases.has(phrase.replace(/^(?:error )?404\s+/, ''))
    )
  })
}
