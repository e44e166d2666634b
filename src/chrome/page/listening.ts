import type { CDPSession } from 'puppeteer-core'
import { type Clock, LATE, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { isFirstParty } from '#target/site.ts'
import { withoutFragment } from '#target/target.ts'
import type { WorkerCap } from './attach-targets.ts'
import type { Condition } from './condition.ts'
import type { ConsoleRecorder } from './console-recorder.ts'
import { readAfter, readFrame, readMarkup } from './document-snapshot.ts'
import type { MainFrame } from './main-frame.ts'
import type { NetworkRecorder } from './network-recorder.ts'
import type { PageEvents } from './page-events.ts'
import type { ObservedRequest, PageObservation } from './page-observation.ts'
import type { PageBudget } from './processor-budget.ts'

/** A page is observed for at least this long after its load event, so that the effects of its timers are recorded. */
const LISTEN_MS = 2_000
/** Minimum time for a page that was captured later than that. */
const MIN_LISTEN_MS = 300
/** Calls of the page to its own site that are still under way get this long after its load event: a gateway times out earlier. */
const CALLS_MS = 4_000
/** Time for the effects of their responses. */
const EFFECTS_MS = 100
/** Minimum time for advancing the clock of a busy page, which is captured late. */
const MIN_ADVANCE_MS = 1_000
/** Time by which the page's own clock is advanced, if only the page depends on it. */
const PAGE_TIME_MS = 3_000
/** Limit for the second reading of the page and its frames. On a busy machine a frame replies after 700 ms. */
const AFTER_MS = 2_500
/** Time left for the report after that reading. */
const MIN_REPORT_MS = 1_000
/** Frames read per page. A typical page has at most three: a map, a video and a form. */
const MAX_FRAMES = 8
/** Step by which the clock is advanced for pending tasks. */
const PACE_MS = 20
/** Tasks that may run while the clock does not advance: a page may post messages to itself for ever. */
const MAX_TASKS = 1_000
/** Limit for following a page that navigates or reloads itself after its capture. */
const FOLLOW_MS = 10_000
/** Wait for Chrome's report of a navigation, after the page's clock has passed the time at which the navigation began. */
const NOTICE_MS = 1_000
/** Time reserved for the report. */
const REPORT_RESERVE_MS = 2_000

/** The part of an observation that comes from the recorders. */
export type RecordedEvents = Pick<
  PageObservation,
  | 'requests'
  | 'requestsTotal'
  | 'console'
  | 'consoleTotals'
  | 'exceptions'
  | 'cspViolations'
  | 'mixedContent'
  | 'dialogs'
  | 'popups'
  | 'downloads'
  | 'limitsHit'
>

/** The recorders of a page. */
export interface Listeners {
  readonly network: NetworkRecorder
  readonly console: ConsoleRecorder
  readonly events: PageEvents
  readonly budget: PageBudget
  readonly workers: WorkerCap
}

/** The recorded events so far. */
export function recordedEvents(listeners: Listeners): RecordedEvents {
  const { network, console, events } = listeners
  return {
    requests: network.requests(),
    requestsTotal: network.total(),
    console: console.messages.map((one) => ({ ...one })),
    consoleTotals: { ...console.totals },
    exceptions: console.exceptions.map((one) => ({ ...one })),
    cspViolations: console.cspViolations.map((one) => ({ ...one })),
    mixedContent: [...console.mixedContent],
    dialogs: [...events.dialogs],
    popups: [...events.popups],
    downloads: [...events.downloads],
    limitsHit: limitsHitBy(listeners),
  }
}

/** The limits that the page has reached so far. */
export function limitsHitBy({
  network,
  console,
  events,
  budget,
  workers,
}: Listeners): PageObservation['limitsHit'] {
  return [
    ...network.limitsHit(),
    ...(events.framesCapped() ? (['frames'] as const) : []),
    ...(workers.isReached() ? (['workers'] as const) : []),
    ...(console.isCapped() ? (['console_events'] as const) : []),
    ...budget.reached(),
  ]
}

export interface ListeningTools extends Listeners {
  readonly session: CDPSession
  readonly clock: Clock
  readonly deadline: Deadline
  readonly condition: Condition
  readonly elapsed: () => number
  readonly frame: MainFrame
  readonly mainFrame: string
  /** Whether the page has workers, or frames in other processes, whose clocks are not advanced. */
  readonly hasOthers: () => boolean
  /** Number of requests that had begun when the capture began, and when it ended. */
  readonly captureBegan: number
  readonly captureEnded: number
  /** Characters of its visible text at the capture. */
  readonly textLength: number
}

/**
 * Keeps observing a captured page, whose navigations are held, while `beside` runs. It also waits until 2 s after the load event
 * of the page, or 4 s if the page has called its own site and got no response. The clock of a page that depends on nothing else
 * is advanced, so that a page without timers costs a few milliseconds. A page that has navigated or reloaded itself by then is
 * followed only to see whether that ends. Never rejects.
 */
export async function listen(
  tools: ListeningTools,
  beside: Promise<unknown>,
): Promise<
  RecordedEvents & Pick<PageObservation, 'lateRequests' | 'clientRedirects' | 'after' | 'movedTo'>
> {
  const { clock, deadline, events, network, frame, budget, captureBegan, captureEnded } = tools
  const availableMs = () => Math.max(0, deadline.remainingMs() - REPORT_RESERVE_MS)
  const done = within(
    clock,
    availableMs(),
    beside.catch(() => {}),
  )
  const { documentId } = frame
  await listenToPage(tools, availableMs)
  if (!events.isLeaving()) await done
  // A navigation that a service worker responds to cannot be held.
  const isElsewhere = frame.documentId !== documentId
  const isThere = !events.isLeaving() && !isElsewhere && !frame.crashed && !budget.isSpent()
  const after = isThere ? await stateAfter(tools) : undefined
  const recorded = recordedEvents(tools)
  const refused = events.release()
  const hasMoved = refused !== null || isElsewhere
  if (hasMoved) await followMoves(tools, refused, availableMs)
  const movedTo = frame.documentId === documentId ? undefined : await shownAfterMove(tools)
  const moved = !hasMoved ? [] : network.requests().slice(recorded.requests.length)
  await done
  const counts = (one: ObservedRequest, index: number) =>
    index < captureBegan || (index < captureEnded ? byScript.has(one.type) : !one.mainDocument)
  return {
    ...recorded,
    after,
    movedTo,
    clientRedirects: [...events.clientRedirects],
    requests: [...recorded.requests.filter(counts), ...moved.filter(isLost)],
    lateRequests: recorded.requests.filter(
      (one, index) => !counts(one, index) && !one.mainDocument,
    ),
  }
}

/** Reads the page and its frames concurrently; a busy frame delays the report by at most the limit. */
async function stateAfter({
  clock,
  deadline,
  session,
  mainFrame,
  events,
  textLength,
}: ListeningTools): Promise<PageObservation['after']> {
  const limitMs = limitOfReading(deadline)
  const [state, ...frames] = await Promise.all([
    within(clock, limitMs, readAfter(session, mainFrame, textLength)),
    ...[...events.frames]
      .slice(0, MAX_FRAMES)
      .map(([id, owner]) => within(clock, limitMs, readFrame(owner, id))),
  ])
  if (state === LATE || state === undefined) return undefined
  return { ...state, frames: frames.flatMap((one) => (one === LATE ? [] : (one ?? []))) }
}

/**
 * Markup of the document that the page has navigated to, once that has ended. A document with an error status is among the failed
 * requests instead.
 */
async function shownAfterMove(tools: ListeningTools): Promise<PageObservation['movedTo']> {
  const { clock, deadline, session, mainFrame, network, frame, budget } = tools
  const response = network.documentOf(frame.documentId)?.response
  if (frame.showsFailure || frame.loadMs === null || frame.crashed || budget.isSpent()) return
  if (response == null || response.status >= 400) return
  const markup = await within(clock, limitOfReading(deadline), readMarkup(session, mainFrame))
  return markup === LATE ? undefined : markup
}

function limitOfReading(deadline: Deadline): number {
  return Math.min(AFTER_MS, Math.max(0, deadline.remainingMs() - MIN_REPORT_MS))
}

/** Whether the document that a captured page navigates to is missing. */
function isLost({ mainDocument, response, netError, cancelled }: ObservedRequest): boolean {
  if (!mainDocument) return false
  if (response === null) return netError !== null && !cancelled
  return response.status === 404 || response.status === 410 || response.status >= 500
}

/** Types of requests that count even if they began during the capture, which scrolls lazy images into view. */
const byScript = new Set<ObservedRequest['type']>([
  'script',
  'stylesheet',
  'xhr',
  'fetch',
  'websocket',
  'eventsource',
  // Fonts are requested when text that uses them is laid out.
  'font',
])

async function listenToPage(tools: ListeningTools, availableMs: () => number): Promise<void> {
  const { network, events, condition, elapsed, frame, budget } = tools
  const loadedMs = frame.loadMs ?? elapsed()
  const untilMs = loadedMs + LISTEN_MS
  const isGone = () => frame.crashed || budget.isSpent()
  const leftMs = (minMs: number) => Math.min(Math.max(untilMs - elapsed(), minMs), availableMs())
  // Cached, because hundreds of calls may be open while hundreds of events arrive.
  const pageUrl = frame.url
  const own = new Map<string, boolean>()
  const isOwn = (url: string) => {
    const isFirst = own.get(url) ?? isFirstParty(url, pageUrl)
    own.set(url, isFirst)
    return isFirst
  }
  const isCalling = () => network.openCalls(isOwn) > 0
  /** Waits for the page's calls. False when no call is under way, or when the time is up. */
  const untilCallsEnd = async () => {
    const maxMs = Math.min(loadedMs + CALLS_MS - elapsed(), availableMs())
    if (maxMs <= 0 || !isCalling()) return false
    return condition.until(() => !isCalling() || events.isLeaving() || isGone(), maxMs)
  }
  const pageTime = openPageTime(tools)
  if (pageTime === null) {
    await condition.until(isGone, leftMs(MIN_LISTEN_MS))
    if (await untilCallsEnd()) await condition.until(isGone, Math.min(EFFECTS_MS, availableMs()))
    return
  }
  let endMs = elapsed() + leftMs(MIN_ADVANCE_MS)
  const remainingMs = () => Math.max(0, endMs - elapsed())
  const isFetched = () => network.awaitedRequests() === 0 || events.isLeaving()
  const advance = (budgetMs: number) =>
    pageTime.advance(budgetMs, (isSpent) => (isSpent && isFetched()) || isGone(), remainingMs())
  await advance(PAGE_TIME_MS)
  if (await untilCallsEnd()) endMs = elapsed() + Math.min(EFFECTS_MS, availableMs())
  // The clock has stopped. Pending events need it to advance, and so does a socket that is being opened.
  do {
    await advance(PACE_MS)
    if (network.openingStreams() > 0)
      await condition.until(isGone, Math.min(PACE_MS, remainingMs()))
  } while (network.openingStreams() > 0 && remainingMs() > 0 && !isGone())
  pageTime.close()
}

/**
 * Performs the refused navigation, if there is one, and follows later ones until a document has stayed for as long as a page is
 * observed.
 */
async function followMoves(
  tools: ListeningTools,
  url: string | null,
  availableMs: () => number,
): Promise<void> {
  const { events, condition, elapsed, frame, budget } = tools
  const endMs = elapsed() + Math.min(FOLLOW_MS, availableMs())
  const pageTime = openPageTime(tools)
  const leftMs = () => Math.max(0, endMs - elapsed())
  const isGone = () => frame.crashed || budget.isSpent()
  const isOver = () => leftMs() === 0 || events.isEndless() || isGone()
  const isNavigating = () => events.isMoving() || frame.loadMs === null
  if (url !== null) move(tools, url)
  /** Waits, and advances the page's clock at the pace of ours, because pending events need a clock that advances. */
  const pace = async (isMet: () => boolean, ms: number) => {
    const untilMs = elapsed() + ms
    while (!isMet() && !isOver() && elapsed() < untilMs) {
      await pageTime?.advance(PACE_MS, (isSpent) => isSpent || isMet(), leftMs())
      await condition.until(() => isMet() || isOver(), Math.min(PACE_MS, leftMs()))
    }
  }
  while (!isOver()) {
    await pace(() => !isNavigating(), leftMs())
    const { documentId } = frame
    const hasMoved = () => isNavigating() || frame.documentId !== documentId
    await pageTime?.advance(PAGE_TIME_MS, (isSpent) => isSpent || hasMoved(), leftMs())
    await pace(hasMoved, pageTime === null ? PAGE_TIME_MS : NOTICE_MS)
    if (!hasMoved()) break
  }
  pageTime?.close()
}

function move({ session, frame }: ListeningTools, url: string): void {
  // Navigating to the same URL may only scroll to its fragment.
  const isReload = url === withoutFragment(frame.url)
  const sent = isReload ? session.send('Page.reload') : session.send('Page.navigate', { url })
  sent.catch(() => {})
}

interface PageTime {
  /**
   * Advances the page's clock by `ms`. Resolves once `isOver` is true, or after `maxMs` of real time. The argument of `isOver`
   * is whether the page's clock has advanced by that much.
   */
  advance(ms: number, isOver: (isSpent: boolean) => boolean, maxMs: number): Promise<void>
  close(): void
}

/** Controls the clock of the page; null if something else runs beside the page, or streams to it. */
function openPageTime({ session, network, condition, hasOthers }: ListeningTools): PageTime | null {
  if (network.isStreaming() || hasOthers()) return null
  let isSpent = true
  const onSpent = () => {
    isSpent = true
    condition.changed()
  }
  session.on('Emulation.virtualTimeBudgetExpired', onSpent)
  return {
    advance: async (ms, isOver, maxMs) => {
      // The events of two budgets cannot be told apart, and a second budget replaces the first.
      if (!isSpent && !(await condition.until(() => isSpent || isOver(false), maxMs))) return
      if (!isSpent) return
      isSpent = false
      sendBudget(session, ms)
      await condition.until(() => isOver(isSpent), maxMs)
    },
    close: () => void session.off('Emulation.virtualTimeBudgetExpired', onSpent),
  }
}

/** Advances the page's clock; it pauses during fetches, and stops when the budget is spent. */
function sendBudget(session: CDPSession, budgetMs: number): void {
  const begun = session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: budgetMs,
    maxVirtualTimeTaskStarvationCount: MAX_TASKS,
  })
  // A busy or closed page: its clock is not advanced.
  begun.catch(() => {})
}
