import type { BrowserContext, CDPSession } from 'puppeteer-core'
import type { BrowserLease } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { hearPage } from './attach-targets.ts'
import { type Captured, type CaptureTools, capture, readBodyOf, untilDrawn } from './capture.ts'
import { createCondition } from './condition.ts'
import { type ConsoleRecorder, createConsoleRecorder } from './console-recorder.ts'
import { followPage, type MainFrame } from './main-frame.ts'
import { type LoadThresholds, navigate } from './navigate.ts'
import { createNetworkRecorder, type NetworkRecorder } from './network-recorder.ts'
import { closeWindows, createPageEvents, type PageEvents } from './page-events.ts'
import type { PageObservation } from './page-observation.ts'

/**
 * When a page is looked at: DOMContentLoaded within 15 s, load within 15 s of the start, then 500 ms without network
 * within 2 s, then two frames drawn. Tried on a hundred pages this gave the same state in every run; 250 ms missed two,
 * and waiting for no network at all costs a second more and never ends on a page that polls.
 */
export const readiness: LoadThresholds = {
  domContentLoadedMs: 15_000,
  loadMs: 15_000,
  quietMs: 500,
  settleMs: 2_000,
}

/** Bounds of one page. */
export interface PageCaps {
  readonly requests: number
  readonly transferBytes: number
  /** Beside the main frame. */
  readonly frames: number
}

export interface PageOrder {
  readonly url: string
  readonly userAgent: string
  /** Redirects of the main document that are followed. */
  readonly redirects: number
  readonly caps: PageCaps
}

/**
 * Looks once at one page, in a page of its own of the lease's context. Whatever the page does becomes a `PageObservation`, by the
 * deadline. Rejects with the lease's Fault `browser_lost`, or the reason of a cancelled deadline.
 */
export async function visitPage(
  lease: BrowserLease,
  order: PageOrder,
  clock: Clock,
  deadline: Deadline,
): Promise<PageObservation> {
  const guarded = <T>(work: Promise<T>): Promise<T> => orLost(lease.lost, deadline.race(work))
  const page = await guarded(lease.newPage())
  try {
    const visit = { ...page, context: lease.context, order, clock, deadline }
    return await orLost(lease.lost, see(visit, guarded))
  } finally {
    // It may hang for ever (after two failed navigations it does): nobody waits, and the context goes anyway.
    void page.close().catch(() => {})
  }
}

/** Rejects as soon as the browser is gone: what was asked of it never answers. */
function orLost<T>(lost: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onLost = () => reject(lost.reason)
    if (lost.aborted) onLost()
    lost.addEventListener('abort', onLost, { once: true })
    work.then(resolve, reject).finally(() => lost.removeEventListener('abort', onLost))
  })
}

interface Visit {
  readonly context: BrowserContext
  readonly session: CDPSession
  readonly mainFrame: string
  readonly order: PageOrder
  readonly clock: Clock
  readonly deadline: Deadline
}

async function see(
  { context, session, mainFrame, order, clock, deadline }: Visit,
  guarded: <T>(work: Promise<T>) => Promise<T>,
): Promise<PageObservation> {
  const startedAt = clock.now()
  const begun = clock.monotonicMs()
  const elapsed = () => Math.max(0, Math.round(clock.monotonicMs() - begun))
  const signal = createCondition(clock)
  const onChange = () => signal.changed()
  let lastRequestMs = 0
  const network = createNetworkRecorder({
    ...{ mainFrame, caps: order.caps, elapsed },
    onChange: () => {
      lastRequestMs = elapsed()
      onChange()
    },
  })
  const complaints = createConsoleRecorder(elapsed)
  const { progress, begin } = followPage({ session, mainFrame, url: order.url, elapsed, onChange })
  const conduct = createPageEvents({
    ...{ mainFrame, redirects: order.redirects, frames: order.caps.frames, onChange },
    shownUrl: () => (progress.committed ? progress.url : null),
    onStop: network.stop,
  })
  const stopClosing = closeWindows(context)
  try {
    await guarded(
      hearPage(session, {
        userAgent: order.userAgent,
        onTarget: (target, kind, id) => {
          network.attach(target)
          complaints.attach(target)
          if (kind === 'frame') conduct.frameBegan(id)
          if (kind !== 'worker') conduct.attach(target)
        },
      }),
    )
    const quietForMs = () => {
      const since = Math.max(lastRequestMs, progress.loadMs ?? 0)
      return network.waiting > 0 ? 0 : elapsed() - since
    }
    const way = { progress, conduct, signal, clock, elapsed, readiness, quietForMs, begin }
    const settleReason = await navigate(way, deadline)
    const tools = { session, mainFrame, clock, deadline, crashed: () => progress.crashed }
    const isShown = progress.committed && !progress.showsFailure && !progress.crashed
    if (isShown) await untilDrawn(tools)
    const settledMs = isShown ? elapsed() : null
    // The look itself makes requests: a screenshot of the whole page brings up what is loaded when it is seen.
    const witnessed = freeze(network, complaints, conduct, progress)
    const looked = await lookOf(tools, isShown, progress, network)
    return { startedAt, settleReason, settledMs, ...witnessed, ...looked }
  } finally {
    stopClosing()
  }
}

function lookOf(
  tools: CaptureTools,
  isShown: boolean,
  { documentId, loaderId, mime }: MainFrame,
  network: NetworkRecorder,
): Promise<Captured> {
  const document = network.documentOf(isShown ? documentId : loaderId)
  const bodyOf = document?.finished === true && document.response !== null ? document.id : null
  if (isShown) return capture(tools, { bodyOf, isPage: pageTypes.includes(mime) })
  return hidden(tools, bodyOf)
}

async function hidden(tools: CaptureTools, bodyOf: string | null): Promise<Captured> {
  const body = bodyOf === null ? null : await readBodyOf(tools, bodyOf)
  return { unresponsive: false, snapshot: null, html: null, body, png: null }
}

const pageTypes = ['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/xml']

type Witnessed = Omit<PageObservation, keyof Captured | 'startedAt' | 'settleReason' | 'settledMs'>

function freeze(
  network: NetworkRecorder,
  complaints: ConsoleRecorder,
  conduct: PageEvents,
  progress: MainFrame,
): Witnessed {
  const { showsFailure, loaderId, documentId, netError } = progress
  const failure = network.documentOf(loaderId)?.netError ?? null
  return {
    outcome: outcomeOf(progress, conduct, failure),
    netError: netError ?? (showsFailure ? failure : null),
    domContentLoadedMs: progress.domContentLoadedMs,
    loadMs: progress.loadMs,
    url: progress.url,
    documentId: showsFailure ? null : documentId,
    clientRedirects: [...conduct.clientRedirects],
    requests: network.requests(),
    requestsTotal: network.total,
    console: complaints.messages.map((one) => ({ ...one })),
    consoleTotals: { ...complaints.totals },
    exceptions: complaints.exceptions.map((one) => ({ ...one })),
    cspViolations: complaints.cspViolations.map((one) => ({ ...one })),
    mixedContent: [...complaints.mixedContent],
    dialogs: [...conduct.dialogs],
    popups: [...conduct.popups],
    downloads: [...conduct.downloads],
    frames: conduct.frames,
    limitsHit: [...network.limitsHit, ...(conduct.framesCapped ? (['frames'] as const) : [])],
  }
}

function outcomeOf(
  { crashed, netError, showsFailure, committed, loadMs }: MainFrame,
  { isDownload }: PageEvents,
  documentError: string | null,
): PageObservation['outcome'] {
  if (crashed) return 'crashed'
  if (isDownload) return 'download'
  const stands = committed && !showsFailure && (netError === null || netError === 'ERR_ABORTED')
  if (!stands || (documentError !== null && loadMs === null)) return 'failed'
  return loadMs === null ? 'partial' : 'loaded'
}
