import { isInventedSecret, issuedToken } from '#evidence/secret-keys.ts'
import {
  buildOverlay,
  captchaForTests,
  componentPayload,
  debugToolbar,
  draftPreview,
  dumpMarks,
  dumps,
  failedDiagram,
  fragment,
  keyForTests,
  keyInScript,
  type LeftOver,
  leftOvers,
  namedSecret,
  parserError,
  paymentForTests,
  replyAfter,
  replyBefore,
  secretSetting,
  setting,
  testEnvironment,
  undrawnDiagram,
} from '#gather/content/signatures/left-overs.ts'
import { builderMarks, engineMessages } from '#gather/content/signatures/messages.ts'
import { printedValues } from '#gather/content/signatures/printed-values.ts'
import { unprocessed } from '#gather/content/signatures/unprocessed.ts'
import { countOf, isAboutFields } from './broken-text.ts'
import { showsFillerOnPurpose } from './page-statement.ts'
import { isPhpMessage } from './program-message.ts'
import { isAboutPrograms, isAboutProgramValues, textOf } from './program-text.ts'
import { containsStart, type Line, totalLength, withPlainApostrophes } from './prose.ts'
import {
  isListOfChanges,
  isTextFinal,
  MAX_TEXT_BESIDE_TRACE,
  type ReadPage,
  type SignatureMatch,
  subjectOf,
} from './read-page.ts'

/** Number of first lines, which are about the page and precede its content. */
const FIRST_LINES = 3

/** Output that a developer or a build left in an otherwise normal page; null if there is none. */
export function matchLeftOver(page: ReadPage): SignatureMatch | null {
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
  const found = findLeftOver(page)
  if (found !== undefined) return { id: found.id, kind: found.kind }
  if (hasReplyAround(page.allLines)) return { id: 'assistant-reply', kind: 'starter' }
  const isTest = first.some((line) => line.text.length < 200 && testEnvironment.test(line.text))
  return isTest ? { id: 'test-environment', kind: 'starter' } : null
}

/** Whether the first or the last line of the page is a reply of an AI assistant. */
function hasReplyAround(lines: readonly Line[]): boolean {
  const says = (line: Line | undefined, pattern: RegExp) =>
    line !== undefined && pattern.test(withPlainApostrophes(line.text))
  return says(lines[0], replyBefore) || says(lines.at(-1), replyAfter)
}

const allLeftOvers = [...leftOvers, ...unprocessed, ...engineMessages, ...printedValues]

/** Characters at the beginning of a page that are searched: visitors would see a left-over there. */
const SAMPLE = 16_384

/** Minimum number of lines: a shorter page about programs has nothing above or below its content. */
const MIN_LINES = 30

/** Maximum numbers of lines above and below the content; those above are at most an eighth of the page. */
const LINES_ABOVE = 8
const LINES_BELOW = 3

/** The lines above and below the content of a page about programs, without the numbered lines of listings. */
function linesAroundContent(lines: readonly Line[]): readonly Line[] {
  if (lines.length < MIN_LINES) return []
  const above = Math.min(LINES_ABOVE, Math.floor(lines.length / 8))
  const around = [...lines.slice(0, above), ...lines.slice(-LINES_BELOW)]
  return around.filter(({ text, quotes }) => quotes !== true && !/^\d/.test(text))
}

function findLeftOver(page: ReadPage): LeftOver | undefined {
  const around = textOf(linesAroundContent(page.allLines))
  const rest = page.text.length > SAMPLE ? ` ${around}` : ''
  const words = withPlainApostrophes(page.text.slice(0, SAMPLE) + rest)
  const allWords = withPlainApostrophes(page.allText.slice(0, SAMPLE) + rest)
  const isFinal = isTextFinal(page)
  const isAbout = isAboutPrograms({ ...page, subject: subjectOf(page) })
  if (isListOfChanges(page)) return undefined
  // An API may declare its response as HTML.
  const isData = /^\s*(?:\{\s*["}]|\[\s*[[{"\d])/.test(page.raw)
  const all = page.isText || isData ? leftOvers : allLeftOvers
  const known = isAboutFields(words) ? all.filter(({ id }) => !id.startsWith('template')) : all
  return known.find(({ id, kind, shows, minMatches = 1, isVague, isFillable }) => {
    if (isFillable === true && !isFinal) return false
    if (isVague === true && isAbout && kind === 'starter') return false
    const shown = isVague === true && isAbout ? around : words
    const count = countOf(shown, shows)
    // A page that also shows the text as code is about it.
    if (count < minMatches || countOf(allWords, shows) > countOf(words, shows)) return false
    return !(valueIds.has(id) && isAboutProgramValues(words, page.raw))
  })
}

const valueIds: ReadonlySet<string> = new Set(['failed-value', 'printed-object'])

/** Minimum number of settings on a page that prints the environment of its server. */
const MIN_SETTINGS = 4

const secretToken = new RegExp(`${issuedToken.source}|${namedSecret.source}`, 'gi')

/** A secret of the server in the page or its scripts; null if there is none. A page that also explains it is documentation. */
export function exposedSecret({ raw, allText, text, status }: ReadPage): SignatureMatch | null {
  if (status >= 400) return null
  if (keyInScript.test(raw) && !allText.includes(' PRIVATE KEY-----')) {
    return { id: 'private-key', kind: 'secret' }
  }
  for (const [token] of raw.matchAll(secretToken)) {
    if (!isInventedSecret(token) && !containsStart(allText, token)) {
      return { id: 'secret-token', kind: 'secret' }
    }
  }
  const printed = text.length > MAX_TEXT_BESIDE_TRACE ? text : allText
  const isPrinted = secretSetting.test(printed) && countOf(printed, setting) >= MIN_SETTINGS
  return isPrinted ? { id: 'environment', kind: 'secret' } : null
}

/** Output that development and editing tools add to a page, or what it has for tests only; null if there is none. */
export function developmentOutput(page: ReadPage): SignatureMatch | null {
  const { raw, lines, status, isRendered } = page
  if (status >= 400) return null
  if (isRendered && parserError.test(raw)) return { id: 'parser-error', kind: 'debug_output' }
  if (buildOverlay.test(raw)) return { id: 'build-overlay', kind: 'debug_output' }
  if (debugToolbar.test(raw)) return { id: 'debug-toolbar', kind: 'starter' }
  if (paymentForTests.test(raw)) return { id: 'payment-for-tests', kind: 'starter' }
  if (usesKeyForTests(page, captchaForTests)) return { id: 'captcha-for-tests', kind: 'starter' }
  if (usesKeyForTests(page, keyForTests)) return { id: 'key-for-tests', kind: 'starter' }
  const isDraft = lines
    .slice(0, FIRST_LINES)
    .some(({ text }) => text.length < 120 && draftPreview.test(withPlainApostrophes(text)))
  return isDraft ? { id: 'draft-preview', kind: 'starter' } : null
}

/** Whether the page has a key for tests in its markup. Manuals, which show code, have such keys too, also in hidden examples. */
function usesKeyForTests(page: ReadPage, pattern: RegExp): boolean {
  const [, key] = pattern.exec(page.raw) ?? []
  if (key === undefined || containsStart(page.allText, key)) return false
  return !/<pre[\s>]/i.test(page.raw) && !isAboutPrograms({ ...page, subject: subjectOf(page) })
}

/** A line of filler text. */
const fillerLine = /^lorem ipsum dolor sit amet\b/i
/** Minimum length of a line of prose: shorter ones are headings, buttons and entries of menus. */
const MIN_PROSE_LENGTH = 45
/** Minimum share of filler text in the prose of a page. */
const MIN_FILLER_SHARE = 0.25
/** The kind of site in the name of a template. A site that still has this name is not about templates. */
const templateName =
  /\b(?:(?:free |responsive |html\d? |bootstrap \d? ?|web ?site )*(?:templates?|themes?)|demos?|portfolio)\b/gi

/** Whether a large part of the prose of a page is filler text, below its real headings. */
export function showsFillerText(page: ReadPage): boolean {
  if (showsFillerOnPurpose(page)) return false
  const prose = page.allLines
    .map((one) => one.text)
    .filter(({ length }) => length >= MIN_PROSE_LENGTH)
  const filler = prose.filter((one) => fillerLine.test(one))
  const share = totalLength(filler) / Math.max(1, totalLength(prose))
  if (filler.length === 0 || share < MIN_FILLER_SHARE) return false
  const title = page.title?.replaceAll(templateName, '') ?? null
  const subject = subjectOf({ ...page, title })
  return !/lorem ipsum/i.test(subject) && !isAboutPrograms({ ...page, title, subject })
}
