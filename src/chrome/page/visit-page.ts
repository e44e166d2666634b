import type { CDPSession } from 'puppeteer-core'
import type { BrowserLease } from '#chrome/contract.ts'
import { type Clock, within } from '#runtime/clock.ts'
import { type Deadline, raceSignal } from '#runtime/deadline.ts'
import { isFirstParty } from '#target/site.ts'
import {
  type AttachOptions,
  attachTargets,
  attachWorker,
  type TargetKind,
  WorkerCap,
} from './attach-targets.ts'
import {
  type Captured,
  type CaptureTools,
  capture,
  readBodyOf,
  untilDrawn,
  watchShortage,
} from './capture.ts'
import { type Condition, createCondition } from './condition.ts'
import { createConsoleRecorder } from './console-recorder.ts'
import {
  type Listeners,
  limitsHitBy,
  listen,
  type RecordedEvents,
  recordedEvents,
} from './listening.ts'
import { followMainFrame, type MainFrame, type MainFrameFollower } from './main-frame.ts'
import { type LoadThresholds, navigate } from './navigate.ts'
import { NetworkRecorder, type NetworkRecorderOptions } from './network-recorder.ts'
import { PageEvents } from './page-events.ts'
import type { PageObservation, Snapshot } from './page-observation.ts'
import { watchBudget } from './processor-budget.ts'
import { untilReady } from './readiness.ts'

/**
 * When a page is captured: DOMContentLoaded within 15 s, load within 15 s of the start, then 500 ms without network within 2 s,
 * then two frames drawn. On a hundred pages this gave the same state in every run; 250 ms missed two, and waiting until there is
 * no request at all costs a second more and never ends on a page that polls.
 */
export const readiness: LoadThresholds = {
  domContentLoadedMs: 15_000,
  loadMs: 15_000,
  quietMs: 500,
  settleMs: 2_000,
  // Slow servers send their styles within five seconds.
  blockedMs: 7_000,
}

/** Limits of one page. */
export interface PageCaps {
  readonly requests: number
  readonly transferBytes: number
  /** Frames other than the main frame. */
  readonly frames: number
  /** Limit after the load event for a page that shows that it is loading. */
  readonly patienceMs: number
  /** Processor time of all its renderers together, over all visits of the lease, milliseconds. */
  readonly processorMs: number
  /** Events that Chrome reports of it, over all visits of the lease. */
  readonly events: number
  /** Messages of its console, and exceptions. */
  readonly consoleEvents: number
  /** Dedicated workers that run at once. */
  readonly workers: number
}

export interface PageOrder {
  readonly url: string
  readonly userAgent: string
  /** Redirects of the main document that are followed. */
  readonly redirects: number
  readonly caps: PageCaps
}

/** A captured page that is still open. */
export interface PageVisit {
  readonly captured: PageObservation
  /** The machine had so little processor time for the page that its timeouts say nothing about it. */
  readonly starved: boolean
  /**
   * Keeps observing while `beside` runs, and for the minimum observation time of a page. Resolves with the capture and all later
   * events. Never rejects.
   */
  listen(beside: Promise<unknown>): Promise<PageObservation>
  /** Idempotent. */
  close(): void
}

/**
 * Visits one URL in a new page of the lease's context. Everything that the page does until it is captured becomes a
 * `PageObservation` by the deadline. Rejects with the lease's Fault `browser_lost`, the error of a listener to the page, or the
 * reason of a cancelled deadline.
 */
export async function visitPage(
  lease: BrowserLease,
  order: PageOrder,
  clock: Clock,
  deadline: Deadline,
): Promise<PageVisit> {
  const { lost, watch, processes } = lease
  const untilLost = <T>(step: Promise<T>) => raceSignal(raceSignal(step, lost), processes.failed)
  const page = await untilLost(deadline.race(lease.newPage()))
  const { session, mainFrame } = page
  const { measureDelay, measureDemand } = processes
  const work = { measureDelay, measureDemand, usedMs: withDrawing(lease) }
  const visit = { watch, processes, work, session, mainFrame, order, clock, deadline }
  const recorders = createRecorders(visit)
  const close = () => {
    recorders.close()
    // Closing may hang for ever (after two failed navigations it does). It is not awaited: the context is closed anyway.
    void page.close().catch(() => {})
  }
  try {
    const observed = await untilLost(observePage(visit, recorders))
    const { captureBegan } = observed
    const isMissing = isUndrawnPage(observed.captured, recorders)
    const isHeavy = isMissing && observed.captureMs > MAX_DRAWING_MS
    const starved = observed.starved && !isHeavy
    const isUndrawn = isMissing && !starved
    if (isUndrawn) {
      // Closing the page ends its effect on the browser, at best.
      close()
      lease.suspect()
    }
    const captured = isHeavy ? { ...observed.captured, unresponsive: true } : observed.captured
    const captureEnded = recorders.network.requests().length
    const { frame } = recorders.follower
    const { budget } = recorders
    // A captured page that has used up its budget is closed, so that it takes no more time from other pages.
    if (budget.isSpent()) close()
    else budget.spent.addEventListener('abort', close)
    const listening = {
      ...recorders,
      session,
      mainFrame,
      clock,
      deadline,
      frame,
      captureBegan,
      captureEnded,
      textLength: captured.snapshot?.textLength ?? 0,
    }
    return {
      captured,
      starved,
      listen: async (beside) =>
        captured.snapshot === null || isUndrawn
          ? beside.then(
              () => captured,
              () => captured,
            )
          : { ...captured, ...(await listen(listening, beside)) },
      close,
    }
  } catch (cause) {
    close()
    // The DevTools pipe of a killed browser may close a moment before its exit is noticed.
    if (isClosed(cause)) await within(clock, EXIT_NOTICE_MS, raceSignal(FOREVER, lost))
    throw cause
  }
}

/**
 * Processor time of a screenshot, milliseconds: large pages take one second. A page that takes more and is not drawn is itself
 * the cause; if it got less in the time that it had, the machine was busy with other work.
 */
const MAX_DRAWING_MS = 3_500

/**
 * Returns a function that reads the processor time of the page, and of the GPU process while no other job ran: that process draws
 * for all pages, so the others would be charged for a page that draws without end.
 */
function withDrawing({ processes, jobs }: BrowserLease): () => number {
  let drawnMs = 0
  let before = { sharedMs: processes.drawingMs(), isAlone: jobs() === 1 }
  return () => {
    const now = { sharedMs: processes.drawingMs(), isAlone: jobs() === 1 }
    // The GPU process may have been restarted.
    if (before.isAlone && now.isAlone) drawnMs += Math.max(0, now.sharedMs - before.sharedMs)
    before = now
    return processes.usedMs() + drawnMs
  }
}

/** Processor time above which a page that has not loaded after 15 s is itself the cause, milliseconds. */
const MAX_LOADING_MS = 9_000

/** Whether a page replied, but there is no screenshot of it. */
function isUndrawnPage(
  { png, snapshot, unresponsive, outcome }: PageObservation,
  { network, events, follower: { frame } }: Recorders,
): boolean {
  const isShown = outcome === 'loaded' || outcome === 'partial'
  const isBroken = network.documentOf(frame.documentId)?.netError != null
  const isMissing = png === null && snapshot !== null
  return isMissing && isShown && !unresponsive && !isBroken && !events.isEndless()
}

const EXIT_NOTICE_MS = 1_000
const FOREVER = new Promise<never>(() => {})

function isClosed(cause: unknown): boolean {
  return cause instanceof Error && /^(TargetClose|ConnectionClosed)Error$/.test(cause.name)
}

interface Visit {
  readonly watch: BrowserLease['watch']
  readonly processes: BrowserLease['processes']
  /** The processor time that decides whether the page is itself the cause of a delay. */
  readonly work: CaptureTools['work']
  readonly session: CDPSession
  readonly mainFrame: string
  readonly order: PageOrder
  readonly clock: Clock
  readonly deadline: Deadline
}

interface Observed {
  readonly captured: PageObservation
  /** Number of requests that had begun when the capture began. */
  readonly captureBegan: number
  /** Processor time that the page used during its capture, milliseconds. */
  readonly captureMs: number
  readonly starved: boolean
}

async function observePage(visit: Visit, recorders: Recorders): Promise<Observed> {
  const { session, mainFrame, order, clock, deadline, work } = visit
  const startedAt = clock.now()
  const awaitsTarget = () => network.hasAwaitedFor(elapsed() / 2)
  const shortage = watchShortage(visit, MAX_LOADING_MS, awaitsTarget)
  const { network, events, follower, condition, elapsed, quietForMs, budget } = recorders
  const { frame } = follower
  await deadline.race(attachTargets(session, recorders.attaching))
  const { isSpent } = budget
  const { mayBeOurs } = shortage
  const blockedForMs = () => blockedFor(recorders)
  const waits = { readiness, quietForMs, isSpent, mayBeOurs, blockedForMs }
  const navigation = { follower, events, condition, clock, elapsed, ...waits }
  const settleReason = await navigate(navigation, deadline)
  const crashed = () => frame.crashed
  const tools = { session, mainFrame, clock, deadline, isSpent, work, crashed }
  const isShown = frame.committed && !frame.showsFailure && !frame.crashed
  const { patienceMs } = order.caps
  const isBlocked = settleReason === 'render_blocked'
  const awaitedRequests = () => network.awaitedRequests()
  const openCalls = () => network.openCalls((url) => isFirstParty(url, frame.url))
  const waitingSigns =
    isShown && !isBlocked
      ? await untilReady({
          ...tools,
          condition,
          elapsed,
          patienceMs,
          frame,
          awaitedRequests,
          openCalls,
        })
      : []
  if (isShown && !isBlocked) await untilDrawn(tools, () => events.isMoving())
  const settledMs = isShown ? elapsed() : null
  // Recorded before the capture, which causes requests itself: a screenshot of the whole page loads lazy images.
  const recorded = recordedFrom(recorders)
  events.hold()
  const isTimed = shortage.isTimed()
  const usedBefore = work.usedMs()
  const { starved, ...document } = await budget.exclude(() =>
    captureDocument({ ...tools, isBlocked }, isShown, frame, network),
  )
  const captureBegan = recorded.requests.length
  const lateRequests = network.requests().slice(captureBegan)
  const about = { startedAt, settleReason, settledMs, waitingSigns, lateRequests }
  const wasCut =
    settleReason === 'load_timeout' || settleReason === 'deadline' || deadline.expired()
  // What its own processes used is the limit of the page, and not our failure.
  if (wasCut && shortage.isOwn()) budget.reach()
  const captured = {
    ...about,
    ...recorded,
    ...document,
    limitsHit: limitsHitBy(recorders),
    snapshot: isTimed ? document.snapshot : withoutTimings(document.snapshot),
  }
  return {
    captured,
    captureBegan,
    captureMs: work.usedMs() - usedBefore,
    starved: starved || (wasCut && shortage.isOurs()),
  }
}

/** Milliseconds for which a file that keeps the page from being drawn has been silent; at least 1 while there is such a file. */
function blockedFor({ follower: { frame }, network, elapsed }: Recorders): number {
  const since = frame.painted ? null : network.blockingSince(frame.documentId)
  return since === null ? 0 : Math.max(1, elapsed() - since)
}

/** The snapshot without its timings, which a busy machine has distorted. */
function withoutTimings(snapshot: Snapshot | null): Snapshot | null {
  if (snapshot === null) return null
  const none = { fcpMs: null, lcpMs: null, cls: null, tbtMs: null, longestTaskMs: null }
  return { ...snapshot, performance: none }
}

/** Everything that listens to one page. */
interface Recorders extends Listeners {
  readonly follower: MainFrameFollower
  readonly condition: Condition
  /** Milliseconds since the visit began. */
  readonly elapsed: () => number
  /** Milliseconds without a request that a page waits for; 0 while there is one. */
  readonly quietForMs: () => number
  readonly attaching: AttachOptions
  readonly hasOthers: () => boolean
  /** Ends the visit's activity in the context. */
  readonly close: () => void
}

function createRecorders(visit: Visit): Recorders {
  const { session, mainFrame, order, clock, processes } = visit
  const { url, caps, redirects } = order
  const begun = clock.monotonicMs()
  const elapsed = () => Math.max(0, Math.round(clock.monotonicMs() - begun))
  const condition = createCondition(clock)
  const onChange = () => condition.changed()
  let lastRequestMs = 0
  const budget = watchBudget(processes, clock, caps)
  budget.spent.addEventListener('abort', onChange)
  const onRequest: NetworkRecorderOptions['onChange'] = () => {
    lastRequestMs = elapsed()
    onChange()
  }
  const network = new NetworkRecorder({ mainFrame, caps, elapsed, onChange: onRequest })
  const console = createConsoleRecorder(elapsed, caps.consoleEvents)
  const follower = followMainFrame({ session, mainFrame, url, elapsed, onChange })
  const { frame } = follower
  const events = new PageEvents({
    mainFrame,
    redirects,
    frames: caps.frames,
    onChange,
    shown: () => (frame.committed ? { url: frame.url, id: frame.documentId } : null),
    onStop: (requestId, cap) => network.stop(requestId, cap),
  })
  let hasOthers = false
  let latestContext = 0
  /** The target's kind decides which events exist. */
  const onTarget = (target: CDPSession, kind: TargetKind, id: string) => {
    processes.addSession(target.id())
    network.attach(target)
    console.attach(target)
    if (kind !== 'page') hasOthers = true
    // Adopting without need may take the new process of another page.
    if (kind === 'frame' || kind === 'worker') processes.adopt()
    target.on('Network.requestWillBeSent', ({ requestId }) => processes.claim(requestId))
    if (kind === 'frame') events.frames.set(id, target)
    if (kind === 'page' || kind === 'frame') events.attach(target)
  }
  const workers = new WorkerCap(caps.workers)
  const attaching = { userAgent: order.userAgent, onTarget, workers }
  // A process numbers its JavaScript contexts upwards from 1. The first document runs in the process of the blank page, unless its
  // headers ask for isolation (COOP, COEP); a later document of another site may run in a new process, too.
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.id <= latestContext) processes.adopt()
    latestContext = context.id
  })
  // No contexts are reported once nobody listens to the console.
  session.on('Page.frameNavigated', ({ frame: { parentId } }) => {
    if (parentId === undefined && console.isCapped()) processes.adopt()
  })
  const stopWatching = visit.watch({
    targetId: mainFrame,
    onWorker: (worker, id) => attachWorker(worker, id, attaching),
  })
  return {
    network,
    console,
    events,
    follower,
    condition,
    budget,
    workers,
    elapsed,
    quietForMs: () =>
      network.awaitedRequests() > 0 ? 0 : elapsed() - Math.max(lastRequestMs, frame.loadMs ?? 0),
    attaching,
    hasOthers: () => hasOthers,
    close: () => {
      budget.stop()
      stopWatching()
    },
  }
}

async function captureDocument(
  tools: CaptureTools,
  isShown: boolean,
  { documentId, loaderId, mime }: MainFrame,
  network: NetworkRecorder,
): Promise<Captured> {
  const document = network.documentOf(isShown ? documentId : loaderId)
  const bodyOf = document?.finished === true && document.response !== null ? document.id : null
  const isBroken = document !== null && document.netError !== null
  if (isShown) return capture(tools, { bodyOf, isPage: pageTypes.includes(mime), isBroken })
  const body = bodyOf === null ? null : await readBodyOf(tools, bodyOf)
  return { unresponsive: false, starved: false, snapshot: null, html: null, body, png: null }
}

const pageTypes = ['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/xml']

type Recorded = Omit<
  PageObservation,
  | Exclude<keyof Captured, 'starved'>
  | 'startedAt'
  | 'settleReason'
  | 'settledMs'
  | 'waitingSigns'
  | 'lateRequests'
>

function recordedFrom(recorders: Recorders): Recorded {
  const { network, events, follower, elapsed } = recorders
  const { frame } = follower
  const recorded: RecordedEvents = recordedEvents(recorders)
  const { showsFailure, loaderId, documentId, netError } = frame
  const documentError = network.documentOf(loaderId)?.netError ?? null
  return {
    outcome: outcomeOf(frame, events, documentError),
    netError: netError ?? (showsFailure ? documentError : null),
    domContentLoadedMs: frame.domContentLoadedMs,
    loadMs: frame.loadMs,
    url: frame.url,
    documentId: showsFailure ? null : documentId,
    clientRedirects: [...events.clientRedirects],
    frames: events.frames.size,
    pending: recorded.requests
      .filter((one) => !one.finished && one.type !== 'websocket')
      .map(({ url, type, startMs, renderBlocking }) => ({
        url,
        type,
        ageMs: Math.max(0, elapsed() - startMs),
        renderBlocking,
      })),
    ...recorded,
  }
}

function outcomeOf(
  { crashed, netError, showsFailure, committed, loadMs }: MainFrame,
  events: PageEvents,
  documentError: string | null,
): PageObservation['outcome'] {
  if (crashed) return 'crashed'
  if (events.isDownload()) return 'download'
  const isThere = committed && !showsFailure && (netError === null || netError === 'ERR_ABORTED')
  if (!isThere || (documentError !== null && loadMs === null)) return 'failed'
  return loadMs === null ? 'partial' : 'loaded'
}
