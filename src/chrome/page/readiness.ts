import type { CDPSession } from 'puppeteer-core'
import { z } from 'zod'
import { type WaitingSign, waitingSigns } from '#evidence/browser.ts'
import { type Clock, LATE, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Condition } from './condition.ts'
import { evaluate } from './document-snapshot.ts'
import type { MainFrame } from './main-frame.ts'
import { WAITING } from './scripts/waiting.ts'

/** Requests that are open when the page is otherwise idle get this long after its load event. */
const REQUESTS_MS = 4_000
/** A page with nothing on it that a script may still fill without a request gets this long after its load event. */
const UNFILLED_MS = 4_000
/** Interval between two checks of a waiting page. */
const STEP_MS = 300
/** A main thread that does not reply in this time is busy, which the capture reports. */
const REPLY_TIMEOUT_MS = 1_000
/** Time reserved for the capture. */
const CAPTURE_RESERVE_MS = 6_000

const signsShape = z.object({
  // The script in the page does not know which requests are under way.
  signs: z.array(z.enum(waitingSigns).exclude(['requests'])),
  isEmpty: z.boolean(),
  isUnfilled: z.boolean(),
  isCalm: z.boolean(),
})

export interface ReadinessTools {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly clock: Clock
  readonly deadline: Deadline
  readonly condition: Condition
  readonly elapsed: () => number
  /** Limit after the load event for a page that shows that it is loading. */
  readonly patienceMs: number
  readonly frame: MainFrame
  /** Number of requests that a page is waiting for. */
  readonly awaitedRequests: () => number
  /** Number of calls to its own site that a page is waiting for. */
  readonly openCalls: () => number
  /** Whether the page has used up its processor time. */
  readonly isSpent: () => boolean
}

/**
 * Waits until the page no longer shows that it is loading: by aria-busy, progress roles, spinners, skeletons, words, an empty
 * main region, or an empty page with requests under way or a script that may fill it. A page that is ready costs one check.
 * Resolves with the remaining signs when the time limit ends.
 */
export async function untilReady(tools: ReadinessTools): Promise<readonly WaitingSign[]> {
  const { condition, elapsed, frame, awaitedRequests, deadline, patienceMs, isSpent } = tools
  const loadedAt = frame.loadMs ?? elapsed()
  const isGone = () => frame.crashed || frame.showsFailure || isSpent()
  const left = (ms: number) =>
    Math.min(loadedAt + ms - elapsed(), deadline.remainingMs() - CAPTURE_RESERVE_MS)
  const forRequests = left(Math.min(REQUESTS_MS, patienceMs))
  if (awaitedRequests() > 0 && forRequests > 0) {
    await condition.until(() => awaitedRequests() === 0 || isGone(), forRequests)
  }
  const readState = stateReader(tools)
  let known = READY
  for (;;) {
    const state = isGone() ? READY : await readState(known)
    // A page that does not reply is not ready: a long task may delay its content. The signs of the last reply count.
    known = state ?? known
    const isFilled = !known.isUnfilled || left(Math.min(UNFILLED_MS, patienceMs)) <= 0
    if ((state?.signs.length === 0 && isFilled) || left(patienceMs) <= 0) return known.signs
    await condition.until(isGone, Math.min(STEP_MS, left(patienceMs)))
  }
}

interface WaitingState {
  readonly signs: readonly WaitingSign[]
  /** Whether the page shows nothing at all, but has a script. */
  readonly isUnfilled: boolean
}

const READY: WaitingState = { signs: [], isUnfilled: false }

/**
 * Returns a function that reads the state; null when the page did not reply in time. The next call then waits for the same
 * evaluation instead of starting another, which would take time of the page. A failed evaluation is repeated once; after that the
 * known state counts.
 */
function stateReader({ session, mainFrame, clock, awaitedRequests, openCalls }: ReadinessTools) {
  let underWay: Promise<unknown> | null = null
  let failures = 0
  return async (known: WaitingState): Promise<WaitingState | null> => {
    underWay ??= evaluate(session, mainFrame, WAITING).catch(() => null)
    const reply = await within(clock, REPLY_TIMEOUT_MS, underWay)
    if (reply === LATE) return null
    underWay = null
    const read = signsShape.safeParse(reply)
    if (!read.success) {
      failures += 1
      return failures > 1 ? known : null
    }
    const { signs, isEmpty, isUnfilled, isCalm } = read.data
    const isRequesting = isEmpty && awaitedRequests() > 0
    const isSaid = isCalm && !signs.includes('loading_words') && openCalls() > 0
    const more = [
      ...(isSaid ? (['loading_words'] as const) : []),
      ...(isRequesting ? (['requests'] as const) : []),
    ]
    return { signs: [...signs, ...more], isUnfilled }
  }
}
