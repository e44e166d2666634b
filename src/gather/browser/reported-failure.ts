import type { PageLines, PageObservation } from '#chrome/page/page-observation.ts'
import { matchMessage } from '#content/records/match.ts'
import { hasWord, wordsPattern } from '#content/records/words.ts'
import { plain } from '#content/text.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import { isFirstParty } from '#target/site.ts'

/**
 * The first failure message that the page or one of its frames shows, and where. Alerts, dialogs, short separate lines, lines
 * that scripts have added and frames are searched. `sentText` is the text of the source as sent; null when it is unknown or
 * when scripts have replaced the page.
 */
export function reportedFailure(
  observation: PageObservation,
  sentText: string | null,
): NonNullable<BrowserEvidence['dom']>['reported_failure'] {
  const { snapshot, after, dialogs } = observation
  // Most lines are shown both at the capture and afterwards. A connection that is back a second later was not lost.
  const isLasting = (line: string) => after === undefined || !isLost(line)
  const shownLines = (...kinds: (keyof PageLines)[]) => [
    ...new Set(
      kinds.flatMap((kind) => [
        ...(snapshot?.[kind] ?? []).filter(isLasting),
        ...(after?.[kind] ?? []),
      ]),
    ),
  ]
  const dialogMessages = dialogs.map(({ message }) => message)
  const isAboutFaults = hasWord(plain(snapshot?.title ?? ''), 'fault-subjects')
  const isTopic = topicsOf(observation, shownLines('listed'), sentText)
  const remarks = isAboutFaults ? [] : shownLines('remarks')
  // Lines that the server sent are judged with the rest of the source.
  const scriptLines = isAboutFaults ? [] : addedLines(shownLines('remarks', 'amongCode'), sentText)
  const alerts = [...shownLines('alerts'), ...dialogMessages]
  const isMessage = (line: string) => isFailure(line) && !isHead(line)
  const text =
    alerts.find((line) => isFailure(line) || isNotice(line, '') || isLost(line)) ??
    // Visitors cannot continue before they have read a dialog, so that one word of failure in it is enough.
    dialogMessages.find((message) => hasWord(plain(message), 'faults')) ??
    remarks.find((line) => isMessage(line) && !isTopic(line)) ??
    scriptLines.find((line, n) => isMessage(line) || isNotice(line, scriptLines[n + 1] ?? ''))
  if (text !== undefined) return { text: text.slice(0, 300), frame_url: null }
  for (const { url, lines } of after?.frames ?? []) {
    const line = lines.find(isFailure)
    if (line !== undefined) return { text: line, frame_url: url }
  }
  return null
}

/** Classes of the messages that a part of a page shows after it has failed. */
const failureClasses: ReadonlySet<string> = new Set([
  'error-page',
  'failed-part',
  'empty-part',
  'framework-error',
  'program-message',
  'php-message',
  'template-message',
])

/** Whether a line says that the connection is lost. */
function isLost(line: string): boolean {
  return hasWord(plain(line), 'reconnecting')
}

function isFailure(line: string): boolean {
  return matchMessage(line, failureClasses) !== null
}

/** Whether a line is no more than the name of a failure, which may also head a list of figures. */
function isHead(line: string): boolean {
  return line.length <= MAX_HEAD_CHARS && namesFailure(line)
}

const MAX_HEAD_CHARS = 30

/** Whether a line begins with the name of a failure, and tells visitors, there or on the next line, what to do about it. */
function isNotice(line: string, next: string): boolean {
  return namesFailure(line) && hasWord(plain(`${line} ${next}`), 'visitors')
}

function namesFailure(line: string): boolean {
  return wordsPattern('notices', 'start').test(`${plain(line)} `)
}

/**
 * Whether a line is a topic of the page, and no state of it: one of several headings or items, sent with the source, on a page
 * whose site has answered all its requests. Nothing could have put it there after a failure.
 */
function topicsOf(
  { requests, url }: PageObservation,
  listed: readonly string[],
  sentText: string | null,
): (line: string) => boolean {
  const hasFailed = requests.some(
    ({ type, response, netError, ...one }) =>
      type !== 'other' &&
      isFirstParty(one.url, url) &&
      ((response?.status ?? 0) >= 400 || (netError !== null && netError !== 'ERR_ABORTED')),
  )
  if (hasFailed || sentText === null || sentText.length > MAX_SENT_CHARS) return () => false
  const sent = sentText.toLowerCase()
  const topics = new Set(listed)
  return (line) => topics.has(line) && isSent(sent, line)
}

/** Maximum characters and lines. A search in a longer source, or in more lines, would block the event loop for other jobs. */
const MAX_SENT_CHARS = 262_144
const MAX_ADDED_LINES = 100
/** V8 finds up to 250 characters in linear time; for more, its time is the product of both lengths. */
const MAX_SOUGHT_CHARS = 200

/** Lines that scripts have added to the page; empty when the source is unknown or too long. */
function addedLines(lines: readonly string[], sentText: string | null): readonly string[] {
  if (sentText === null || sentText.length > MAX_SENT_CHARS) return []
  const sent = sentText.toLowerCase()
  return lines.filter((line) => !isSent(sent, line)).slice(0, MAX_ADDED_LINES)
}

function isSent(sent: string, line: string): boolean {
  return sent.includes(line.toLowerCase().slice(0, MAX_SOUGHT_CHARS))
}
