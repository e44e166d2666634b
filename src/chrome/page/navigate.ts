import { type Clock, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Condition } from './condition.ts'
import type { MainFrame, MainFrameFollower } from './main-frame.ts'
import type { PageEvents } from './page-events.ts'
import type { PageObservation } from './page-observation.ts'

/** All in milliseconds. */
export interface LoadThresholds {
  readonly domContentLoadedMs: number
  readonly loadMs: number
  /** Time without network activity after the load event. */
  readonly quietMs: number
  /** Limit of the wait for that. */
  readonly settleMs: number
  /** A page that shows nothing because a file that it needs has been silent for this long is captured as it is: white. */
  readonly blockedMs: number
}

/** Time reserved for the capture, so that a slow page still leaves evidence. */
const CAPTURE_RESERVE_MS = 3_000
/** The longest time reserved for the capture, on a busy machine. */
const MAX_CAPTURE_RESERVE_MS = 7_000
const STEP_MS = 500
/** Pause before the next check of a page that this machine, and not a request, keeps from being drawn. */
const DUE_MS = 100
/** Chrome's reply to the navigation, with the error's name, arrives a moment after the failure itself. */
const REPLY_MS = 500

export interface NavigationTools {
  readonly follower: MainFrameFollower
  readonly events: PageEvents
  readonly condition: Condition
  readonly clock: Clock
  readonly elapsed: () => number
  readonly readiness: LoadThresholds
  /** Milliseconds without a request that a page waits for; 0 while there is one. */
  readonly quietForMs: () => number
  /** Milliseconds for which a file that keeps the page from being drawn has been silent; 0 while there is none. */
  readonly blockedForMs: () => number
  /** Whether the page has used up its processor time: it is then captured in the state that it has reached. */
  readonly isSpent: () => boolean
  /** Whether this machine, and not the page, may be the cause of a load that takes too long. */
  readonly mayBeOurs: () => boolean
}

/**
 * Navigates to the page, follows its own redirects, and waits until it settles. Resolves with the reason why the
 * wait ended.
 */
export async function navigate(
  tools: NavigationTools,
  deadline: Deadline,
): Promise<PageObservation['settleReason']> {
  const { follower, events, clock, condition, isSpent } = tools
  const { frame } = follower
  const left = () => (isSpent() ? 0 : Math.max(0, deadline.remainingMs() - CAPTURE_RESERVE_MS))
  const navigated = follower.begin()
  const settled = await settle(tools, left)
  if (isOver(tools) && !frame.crashed) {
    const isPage = await within(clock, REPLY_MS, navigated)
    // The event that names a download is the last to arrive.
    if (isPage === false) await condition.until(() => events.isDownload(), REPLY_MS)
  }
  if (frame.crashed) return 'crashed'
  if (frame.loadMs === null && isSpent() && !isOver(tools)) return 'processor_time'
  if (deadline.expired() || (frame.loadMs === null && left() === 0 && !isOver(tools))) {
    return 'deadline'
  }
  if (settled !== null) return settled
  if (isOver(tools)) return 'not_loaded'
  return tools.blockedForMs() > 0 ? 'render_blocked' : 'load_timeout'
}

/** Waits for the load event, then for a quiet network. Null when there was no load event. */
async function settle(tools: NavigationTools, left: () => number): Promise<'quiet' | 'cap' | null> {
  const { follower, events, condition, readiness } = tools
  const { frame } = follower
  for (;;) {
    await untilLoaded(tools, left)
    if (isOver(tools) || frame.loadMs === null) return null
    const { loaderId } = frame
    const hasMoved = () => frame.loaderId !== loaderId
    const isQuiet = () => tools.quietForMs() >= readiness.quietMs
    const patience = Math.min(readiness.settleMs, left())
    const dueMs = () => readiness.quietMs - tools.quietForMs()
    await condition.until(() => isDone(tools) || hasMoved() || isQuiet(), patience, dueMs)
    if (!hasMoved()) return isQuiet() && !isOver(tools) ? 'quiet' : 'cap'
    if (events.isEndless() || left() === 0) return 'cap'
  }
}

async function untilLoaded(tools: NavigationTools, left: () => number): Promise<void> {
  const { follower, condition, elapsed, readiness, mayBeOurs } = tools
  const { frame } = follower
  const from = elapsed()
  const patience = (ms: number) => Math.min(Math.max(0, from + ms - elapsed()), left())
  const isParsed = () => isDone(tools) || frame.domContentLoadedMs !== null
  const isLoaded = () => isDone(tools) || frame.loadMs !== null
  // Extends the wait while this machine is the cause of the delay, as long as enough time is left for the capture.
  const more = async (is: () => boolean) => {
    while (!is() && left() > MAX_CAPTURE_RESERVE_MS && mayBeOurs()) {
      await condition.until(is, STEP_MS)
    }
  }
  const dueMs = () => Math.max(DUE_MS, readiness.blockedMs - tools.blockedForMs())
  await condition.until(isParsed, patience(readiness.domContentLoadedMs), dueMs)
  await more(isParsed)
  if (frame.domContentLoadedMs === null) return
  await condition.until(isLoaded, patience(readiness.loadMs), dueMs)
  await more(isLoaded)
}

function isDone(tools: NavigationTools): boolean {
  return isOver(tools) || tools.isSpent() || isBlocked(tools)
}

function isBlocked({ blockedForMs, readiness, mayBeOurs }: NavigationTools): boolean {
  // A busy machine may itself delay a response, by some seconds.
  const forMs = blockedForMs()
  return forMs >= 2 * readiness.blockedMs || (forMs >= readiness.blockedMs && !mayBeOurs())
}

/** Whether the navigation has ended without a page to wait for. */
function isOver({ follower: { frame }, events }: NavigationTools): boolean {
  return frame.crashed || events.isDownload() || (frame.netError !== null && !isKept(frame))
}

/** A cancelled navigation (ERR_ABORTED) leaves the page unchanged. */
function isKept({ netError, committed, showsFailure }: MainFrame): boolean {
  return netError === 'ERR_ABORTED' && committed && !showsFailure
}
