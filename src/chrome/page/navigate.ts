import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Condition } from './condition.ts'
import type { MainFrame } from './main-frame.ts'
import { MAX_CLIENT_REDIRECTS, type PageEvents } from './page-events.ts'
import type { PageObservation } from './page-observation.ts'

/** Milliseconds each. */
export interface LoadThresholds {
  readonly domContentLoadedMs: number
  readonly loadMs: number
  /** Without network, after load. */
  readonly quietMs: number
  /** Cap of waiting for it. */
  readonly settleMs: number
}

/** What is left of the time when looking has to begin, so that a slow page still leaves evidence. */
const LOOK_RESERVE_MS = 3_000
/** What Chrome says of a failure comes with its answer to the navigation, a moment after the failure. */
const LAST_WORD_MS = 500

export interface Way {
  readonly progress: MainFrame
  readonly conduct: PageEvents
  readonly signal: Condition
  readonly clock: Clock
  readonly elapsed: () => number
  readonly readiness: LoadThresholds
  /** Milliseconds without a request that a page waits for; 0 while there is one. */
  readonly quietForMs: () => number
  /** False when it became a download. */
  begin(): Promise<boolean>
}

/** Goes to the page, and with it where it moves itself, until it stands still. Resolves with why waiting ended. */
export async function navigate(
  way: Way,
  deadline: Deadline,
): Promise<PageObservation['settleReason']> {
  const { progress, conduct, clock, signal } = way
  const left = () => Math.max(0, deadline.remainingMs() - LOOK_RESERVE_MS)
  const navigated = way.begin()
  const settled = await settle(way, left)
  if (isOver(way) && !progress.crashed) {
    const timer = new AbortController()
    const late = clock.sleep(LAST_WORD_MS, timer.signal).catch(() => {})
    const isPage = await Promise.race([navigated, late.then(() => true)])
    timer.abort()
    // The name that the download would have had comes last.
    if (!isPage) await signal.until(() => conduct.isDownload, LAST_WORD_MS)
  }
  if (progress.crashed) return 'crashed'
  if (deadline.expired() || (progress.loadMs === null && left() === 0 && !isOver(way))) {
    return 'deadline'
  }
  if (settled !== null) return settled
  return isOver(way) ? 'not_loaded' : 'load_timeout'
}

/** Null where it did not come to a load event. */
async function settle(way: Way, left: () => number): Promise<'quiet' | 'cap' | null> {
  const { progress, conduct, signal, readiness } = way
  for (;;) {
    await loaded(way, left)
    if (isOver(way) || progress.loadMs === null) return null
    const { loaderId } = progress
    const moved = () => progress.loaderId !== loaderId
    const isStill = () => way.quietForMs() >= readiness.quietMs
    const patience = Math.min(readiness.settleMs, left())
    const dueMs = () => readiness.quietMs - way.quietForMs()
    await signal.until(() => isOver(way) || moved() || isStill(), patience, dueMs)
    if (!moved()) return isStill() && !isOver(way) ? 'quiet' : 'cap'
    if (conduct.clientRedirects.length > MAX_CLIENT_REDIRECTS || left() === 0) return 'cap'
  }
}

async function loaded(way: Way, left: () => number): Promise<void> {
  const { progress, signal, elapsed, readiness } = way
  const from = elapsed()
  const patience = (ms: number) => Math.min(Math.max(0, from + ms - elapsed()), left())
  const isParsed = () => isOver(way) || progress.domContentLoadedMs !== null
  await signal.until(isParsed, patience(readiness.domContentLoadedMs))
  if (progress.domContentLoadedMs === null) return
  await signal.until(() => isOver(way) || progress.loadMs !== null, patience(readiness.loadMs))
}

/** Nothing more comes of it. */
function isOver({ progress, conduct }: Way): boolean {
  return progress.crashed || conduct.isDownload || (progress.netError !== null && !isLeft(progress))
}

/** A move that was called off (ERR_ABORTED) leaves the page as it was. */
function isLeft({ netError, committed, showsFailure }: MainFrame): boolean {
  return netError === 'ERR_ABORTED' && committed && !showsFailure
}
