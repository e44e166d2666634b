import type { PageLines, PageObservation } from '#chrome/page/page-observation.ts'
import { matchMessage } from '#content/records/match.ts'
import { hasWord } from '#content/records/words.ts'
import { plain } from '#content/text.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'

/**
 * The first failure message that the page or one of its frames shows, and where. Alerts, dialogs, short separate lines, lines
 * that scripts have added and frames are searched. `sentText` is the text of the source as sent; null when it is unknown or
 * when scripts have replaced the page.
 */
export function reportedFailure(
  { snapshot, after, dialogs }: PageObservation,
  sentText: string | null,
): NonNullable<BrowserEvidence['dom']>['reported_failure'] {
  // Most lines are shown both at the capture and afterwards. A connection that is back a second later was not lost.
  const isLasting = (line: string) => after === undefined || !hasWord(plain(line), 'reconnecting')
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
  const remarks = isAboutFaults ? [] : shownLines('remarks')
  // Lines that the server sent are judged with the rest of the source.
  const scriptLines = isAboutFaults ? [] : addedLines(shownLines('remarks', 'amongCode'), sentText)
  const text =
    [...shownLines('alerts'), ...dialogMessages].find(isFailure) ??
    // Visitors cannot continue before they have read a dialog, so that one word of failure in it is enough.
    dialogMessages.find((message) => hasWord(plain(message), 'faults')) ??
    remarks.find(isFailure) ??
    scriptLines.find(isFailure)
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

function isFailure(line: string): boolean {
  return matchMessage(line, failureClasses) !== null
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
  return lines
    .filter((line) => !sent.includes(line.toLowerCase().slice(0, MAX_SOUGHT_CHARS)))
    .slice(0, MAX_ADDED_LINES)
}
