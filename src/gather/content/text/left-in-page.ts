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
  replyAfter,
  replyBefore,
  secretSetting,
  secretToken,
  setting,
  testEnvironment,
  undrawnDiagram,
} from '#gather/content/signatures/left-overs.ts'
import { builderMarks, engineMessages } from '#gather/content/signatures/messages.ts'
import { printedValues } from '#gather/content/signatures/printed-values.ts'
import { unprocessed } from '#gather/content/signatures/unprocessed.ts'
import { countOf } from './broken-text.ts'
import { isPhpMessage } from './program-message.ts'
import { isAboutPrograms, isOfValues, textOf } from './program-text.ts'
import { containsStart, type Line, plain } from './prose.ts'
import {
  isListOfChanges,
  keepsItsText,
  MOST_AROUND_A_TRACE,
  type ReadPage,
  type SignatureMatch,
  subjectOf,
} from './read-page.ts'

/** The first lines are about the page, and before any of its content. */
const FIRST_LINES = 3

/** What a developer or a build forgot in a page that is otherwise there. */
export function leftIn(page: ReadPage): SignatureMatch | null {
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
  if (isAroundReply(page.allLines)) return { id: 'assistant-reply', kind: 'starter' }
  const isTest = first.some((line) => line.text.length < 200 && testEnvironment.test(line.text))
  return isTest ? { id: 'test-environment', kind: 'starter' } : null
}

/** Whether an assistant speaks before or after all that the page says. */
function isAroundReply(lines: readonly Line[]): boolean {
  const says = (line: Line | undefined, pattern: RegExp) =>
    line !== undefined && pattern.test(plain(line.text))
  return says(lines[0], replyBefore) || says(lines.at(-1), replyAfter)
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
  const around = [...lines.slice(0, above), ...lines.slice(-LINES_BELOW)]
  return around.filter(({ text, quotes }) => quotes !== true && !/^\d/.test(text))
}

function leftOverOf(page: ReadPage): LeftOver | undefined {
  const around = textOf(aroundOf(page.allLines))
  const rest = page.text.length > SAMPLE ? ` ${around}` : ''
  const words = plain(page.text.slice(0, SAMPLE) + rest)
  const allWords = plain(page.allText.slice(0, SAMPLE) + rest)
  const isFinal = keepsItsText(page)
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
    return !(valueIds.has(id) && isOfValues(words, page.raw))
  })
}

const valueIds: ReadonlySet<string> = new Set(['failed-value', 'printed-object'])

/** A page that prints the environment of its server has several settings. */
const LEAST_SETTINGS = 4

/** Secrets of the server in the page or its scripts; a page that also explains them is documentation. */
export function secretIn({ raw, allText, text, status }: ReadPage): SignatureMatch | null {
  if (status >= 400) return null
  if (keyInScript.test(raw) && !allText.includes(' PRIVATE KEY-----')) {
    return { id: 'private-key', kind: 'secret' }
  }
  for (const [token] of raw.matchAll(secretToken)) {
    if (!inventedSecret.test(token) && !containsStart(allText, token)) {
      return { id: 'secret-token', kind: 'secret' }
    }
  }
  const printed = text.length > MOST_AROUND_A_TRACE ? text : allText
  const isPrinted = secretSetting.test(printed) && countOf(printed, setting) >= LEAST_SETTINGS
  return isPrinted ? { id: 'environment', kind: 'secret' } : null
}

/** What development and editing add to a page. */
export function developedIn({ raw, lines, status, isRendered }: ReadPage): SignatureMatch | null {
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
