import type { PageLines, PageObservation } from '#chrome/page/page-observation.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import { showsEmptyPart, showsOwnMessage } from '#gather/content/text/component-message.ts'
import {
  alertsFailure,
  namesFailure,
  reportsFailure,
  reportsFailureOfFrame,
  saysReconnecting,
  showsNotice,
} from '#gather/content/text/failure-report.ts'
import { isMachineMessage } from '#gather/content/text/program-text.ts'
import { containsStart, isNamedAfterFaults } from '#gather/content/text/prose.ts'

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
  const isLasting = (line: string) => after === undefined || !saysReconnecting(line)
  const shownLines = (...kinds: (keyof PageLines)[]) => [
    ...new Set(
      kinds.flatMap((kind) => [
        ...(snapshot?.[kind] ?? []).filter(isLasting),
        ...(after?.[kind] ?? []),
      ]),
    ),
  ]
  // Visitors cannot continue before they have read a dialog, so that one word of failure in it is enough.
  const dialogMessages = dialogs.map(({ message }) => message)
  const alerts = [...shownLines('alerts'), ...dialogMessages]
  const isAboutFaults = isNamedAfterFaults(snapshot?.title ?? null, [])
  const remarks = isAboutFaults ? [] : shownLines('remarks')
  // Lines that the server sent are judged with the rest of the source.
  const scriptLines = isAboutFaults ? [] : addedLines(shownLines('remarks', 'amongCode'), sentText)
  const text =
    alerts.find((candidate) => alertsFailure(candidate) || showsOwnMessage(candidate)) ??
    dialogMessages.find(namesFailure) ??
    remarks.find((candidate) => reportsFailure(candidate) || showsEmptyPart(candidate)) ??
    scriptLines.find(
      (candidate) =>
        reportsFailure(candidate) || showsOwnMessage(candidate) || isMachineMessage(candidate),
    ) ??
    showsNotice(scriptLines)
  if (text !== undefined) return { text: text.slice(0, 300), frame_url: null }
  for (const { url, lines } of after?.frames ?? []) {
    const line = lines.find((candidate) => reportsFailure(candidate) || showsOwnMessage(candidate))
    if (line !== undefined) return { text: line, frame_url: url }
    if (reportsFailureOfFrame(lines)) {
      return { text: lines.join(' ').slice(0, 300), frame_url: url }
    }
  }
  return null
}

/** Maximum characters and lines. A search in a longer source, or in more lines, would block the event loop for other jobs. */
const MAX_SENT_CHARS = 262_144
const MAX_ADDED_LINES = 100

/** Lines that scripts have added to the page; empty when the source is unknown or too long. */
function addedLines(lines: readonly string[], sentText: string | null): readonly string[] {
  if (sentText === null || sentText.length > MAX_SENT_CHARS) return []
  const sent = sentText.toLowerCase()
  return lines.filter((line) => !containsStart(sent, line.toLowerCase())).slice(0, MAX_ADDED_LINES)
}
