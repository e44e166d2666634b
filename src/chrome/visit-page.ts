import type { CDPSession, Page, Protocol } from 'puppeteer-core'
import { Fault } from '../fault.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Deadline } from '../runtime/deadline.ts'
import { openConsoleRecorder } from './console-recorder.ts'
import type { BrowserLease, EgressGate } from './contract.ts'
import { OBSERVE, TWO_FRAMES } from './in-page.ts'
import { openNetworkRecorder } from './network-recorder.ts'
import { fromBase64, takeScreenshot } from './screenshot.ts'
import type { ClientRedirect, Sighting, Snapshot } from './sighting.ts'
import { framesDrawn, takeMarkup, takeSnapshot, WORLD } from './snapshot.ts'
import { surroundings } from './surroundings.ts'

/**
 * When a page is looked at: DOMContentLoaded within 15 s, load within 15 s of the start, then 500 ms without network
 * within 2 s, then two frames drawn. Tried on a hundred pages this gave the same state in every run; 250 ms missed two,
 * and waiting for no network at all costs a second more and never ends on a page that polls.
 */
export const readiness = {
  domContentLoadedMs: 15_000,
  loadMs: 15_000,
  quietMs: 500,
  settleMs: 2_000,
}

export interface PageOrder {
  readonly url: string
  readonly userAgent: string
  readonly redirects: number
  readonly requests: number
  readonly transferBytes: number
  readonly frames: number
}

/** A page that moves itself for ever is looked at where it is by then. */
const MAX_CLIENT_REDIRECTS = 5
/** RENDER_UNRESPONSIVE: a main thread that is busy for this long. */
const BUSY_MS = 5_000
const DRAW_MS = 500
/** A large page takes a second; one that does not get to it at all leaves time for an answer. */
const SCREENSHOT_MS = 6_000
/** A picture of what was last drawn may still be had of a busy page, at once or never. */
const BUSY_SCREENSHOT_MS = 1_500
const MAX_BODY = 8 * 1024 * 1024
const MAX_LISTED = 40
/** What is left of the time when looking has to begin, so that a slow page still leaves evidence. */
const LOOK_RESERVE_MS = 3_000

/**
 * Looks once at one page, in a page of its own of the lease's context, which goes with the context. Whatever the page does
 * becomes a `Sighting`, by the deadline. Rejects with the lease's Fault `browser_lost`, or the reason of a cancelled deadline.
 */
export async function visitPage<Gate extends EgressGate>(
  lease: BrowserLease<Gate>,
  order: PageOrder,
  clock: Clock,
  deadline: Deadline,
): Promise<Sighting> {
  const guarded = <T>(work: Promise<T>): Promise<T> => orLost(lease.lost, deadline.race(work))
  const page = await guarded(lease.context.newPage())
  const session = await guarded(page.createCDPSession())
  const look = await guarded(openLook(page, session, order, clock))
  try {
    await orLost(lease.lost, look.travel(deadline))
    return await orLost(lease.lost, look.finish(deadline))
  } finally {
    look.close()
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

interface Look {
  travel(deadline: Deadline): Promise<void>
  finish(deadline: Deadline): Promise<Sighting>
  close(): void
}

async function openLook(
  page: Page,
  session: CDPSession,
  order: PageOrder,
  clock: Clock,
): Promise<Look> {
  const startedAt = clock.now()
  const begun = clock.monotonicMs()
  const elapsed = () => Math.max(0, Math.round(clock.monotonicMs() - begun))
  const signal = openSignal(clock)
  const mainFrame = (await session.send('Page.getFrameTree')).frameTree.frame.id

  const state = {
    /** Of the document that the main frame shows; empty before there is one. */
    documentId: '',
    /** Of the one that it shows or loads. */
    loaderId: '',
    url: order.url,
    committed: false,
    mime: '',
    failedUrl: null as string | null,
    netError: null as string | null,
    domContentLoadedMs: null as number | null,
    loadMs: null as number | null,
    settledMs: null as number | null,
    settleReason: 'not_loaded' as Sighting['settleReason'],
    crashed: false,
    unresponsive: false,
    download: false,
    lastRequestAt: begun,
    framesCapped: false,
    redirects: 0,
  }
  const clientRedirects: ClientRedirect[] = []
  const dialogs: { type: string; message: string }[] = []
  const popups: string[] = []
  const downloads: { url: string; filename: string }[] = []
  const frames = new Set<string>()

  const network = openNetworkRecorder({
    mainFrame,
    caps: order,
    elapsed,
    onChange: () => {
      state.lastRequestAt = clock.monotonicMs()
      signal.changed()
    },
    onCap: () => void session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(ignore),
  })
  const complaints = openConsoleRecorder(elapsed)
  const enabled = listen(session)
  const context = page.browserContext()
  const onTarget = (target: { type(): string; page(): Promise<Page | null> }) => {
    // A window of the page's own: headless-shell opens what full Chrome blocks.
    if (target.type() !== 'page' || target === page.target()) return
    target
      .page()
      .then((opened) => opened?.close(), ignore)
      .catch(ignore)
  }
  context.on('targetcreated', onTarget)

  /** The same ears on every target of the page; what it waits for to begin goes on once they are open. */
  function listen(target: CDPSession): Promise<unknown> {
    network.attach(target)
    complaints.attach(target)
    target.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = target.connection()?.session(sessionId)
      if (child == null) return
      if (targetInfo.type === 'iframe') frames.add(targetInfo.targetId)
      listen(child)
        .catch(ignore)
        .finally(() => child.send('Runtime.runIfWaitingForDebugger').catch(ignore))
    })
    return Promise.allSettled([
      target.send('Network.enable', {
        maxTotalBufferSize: 2 * MAX_BODY,
        maxResourceBufferSize: MAX_BODY,
      }),
      target.send('Runtime.enable'),
      target.send('Log.enable'),
      target.send('Audits.enable'),
      target.send('Network.setUserAgentOverride', {
        userAgent: order.userAgent,
        acceptLanguage: surroundings.locale,
      }),
      target.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
    ])
  }

  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return
    // Chrome's own page for what failed is no document of the target.
    state.failedUrl = frame.unreachableUrl ?? null
    state.url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '')
    state.loaderId = frame.loaderId
    state.documentId = frame.loaderId
    state.mime = frame.mimeType
    state.committed = true
    signal.changed()
  })
  session.on('Page.frameAttached', ({ frameId }) => {
    frames.add(frameId)
  })
  session.on('Page.frameDetached', ({ frameId, reason }) => {
    // A swap moves a frame to a process of its own: it is still there.
    if (reason === 'remove') frames.delete(frameId)
  })
  session.on('Page.frameRequestedNavigation', ({ frameId, reason, url, disposition }) => {
    if (frameId !== mainFrame || disposition !== 'currentTab' || !state.committed) return
    if (clientRedirects.length < MAX_LISTED) {
      const kind = kindOfMove[reason] ?? 'script'
      clientRedirects.push({ from: cut(state.url), to: cut(url), kind })
    }
  })
  session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
    if (frameId !== mainFrame) return
    if (name === 'init') {
      state.loaderId = loaderId
      state.domContentLoadedMs = null
      state.loadMs = null
    }
    if (loaderId !== state.loaderId) return
    if (name === 'DOMContentLoaded') state.domContentLoadedMs ??= elapsed()
    if (name === 'load') state.loadMs ??= elapsed()
    signal.changed()
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    // A page that is stopped on its way (by itself, or by a move to a scheme that leads nowhere) has no load event.
    if (frameId !== mainFrame || !state.committed || state.loaderId !== state.documentId) return
    state.domContentLoadedMs ??= elapsed()
    state.loadMs ??= elapsed()
    signal.changed()
  })
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    if (dialogs.length < MAX_LISTED) dialogs.push({ type, message: message.slice(0, 1000) })
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(ignore)
  })
  session.on('Page.windowOpen', ({ url }) => {
    if (popups.length < MAX_LISTED) popups.push(cut(url))
  })
  session.on('Page.downloadWillBegin', ({ url, suggestedFilename, frameId }) => {
    if (downloads.length < MAX_LISTED) {
      downloads.push({ url: cut(url), filename: suggestedFilename.slice(0, 300) })
    }
    if (frameId === mainFrame && !state.committed) state.download = true
    signal.changed()
  })
  session.on('Inspector.targetCrashed', () => {
    state.crashed = true
    signal.changed()
  })
  session.on('Fetch.requestPaused', (event) => {
    const { requestId } = event
    const sent = isStopped(event)
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      : session.send('Fetch.continueRequest', { requestId })
    sent.catch(ignore)
  })
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' } as const
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore)
  })

  /** Documents pass through here, each hop of each: the fifth redirect is followed, the sixth is not. */
  function isStopped(event: Protocol.Fetch.RequestPausedEvent): boolean {
    if (event.frameId !== mainFrame) {
      if (frames.size <= order.frames) return false
      state.framesCapped = true
      return true
    }
    if (event.redirectedRequestId !== undefined) state.redirects += 1
    return state.redirects > order.redirects || clientRedirects.length > MAX_CLIENT_REDIRECTS
  }

  await Promise.all([
    enabled,
    session.send('Page.enable'),
    session.send('Inspector.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: OBSERVE,
      worldName: WORLD,
      runImmediately: true,
    }),
    session.send('Emulation.setDeviceMetricsOverride', {
      ...surroundings.viewport,
      mobile: false,
    }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: surroundings.timeZone }),
    session.send('Emulation.setLocaleOverride', { locale: surroundings.locale }),
    session.send('Emulation.setEmulatedMedia', { features: [...surroundings.mediaFeatures] }),
    session.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Request' }],
      handleAuthRequests: true,
    }),
  ])

  const over = () => state.crashed || state.download || state.netError !== null
  const quiet = () =>
    network.waiting === 0 && clock.monotonicMs() - state.lastRequestAt >= readiness.quietMs

  const travel = async (deadline: Deadline) => {
    const left = () => Math.max(0, deadline.remainingMs() - LOOK_RESERVE_MS)
    const navigated = session
      .send('Page.navigate', { url: order.url })
      .then(({ errorText, loaderId, isDownload }) => {
        if (isDownload === true) state.download = true
        if (errorText !== undefined && errorText !== '') {
          state.netError = errorText.replace(/^net::/, '')
        }
        if (!state.committed && loaderId !== undefined) state.loaderId = loaderId
        signal.changed()
      }, ignore)
    const untilLoaded = async () => {
      const from = elapsed()
      const patience = (ms: number) => Math.min(Math.max(0, ms - (elapsed() - from)), left())
      await signal.until(
        () => over() || state.domContentLoadedMs !== null,
        patience(readiness.domContentLoadedMs),
      )
      await signal.until(
        () => over() || state.loadMs !== null || state.domContentLoadedMs === null,
        patience(readiness.loadMs),
      )
    }
    await untilLoaded()
    for (;;) {
      if (over() || state.loadMs === null) break
      const { loaderId } = state
      const settleFrom = elapsed()
      state.lastRequestAt = Math.max(state.lastRequestAt, clock.monotonicMs())
      const moved = () => state.loaderId !== loaderId
      const capMs = Math.min(readiness.settleMs, left())
      const isQuiet = await signal.until(
        () => over() || moved() || quiet(),
        capMs,
        readiness.quietMs,
      )
      if (!moved()) {
        state.settleReason = isQuiet && !over() ? 'quiet' : 'cap'
        break
      }
      if (clientRedirects.length > MAX_CLIENT_REDIRECTS || elapsed() - settleFrom > left()) {
        state.settleReason = 'cap'
        break
      }
      await untilLoaded()
    }
    // What Chrome says of a failure comes with the answer to `navigate`.
    if (over() && !state.crashed) await Promise.race([navigated, clock.sleep(DRAW_MS)])
    if (state.crashed) state.settleReason = 'crashed'
    else if (deadline.expired()) state.settleReason = 'deadline'
    else if (state.loadMs === null && state.domContentLoadedMs !== null) {
      state.settleReason = 'load_timeout'
    }
  }

  /** Null, and the page called unresponsive, when its main thread does not get to it. */
  const ask = async <T>(
    work: () => Promise<T>,
    ms: number,
    deadline: Deadline,
  ): Promise<T | null> => {
    const patience = deadline.within(ms)
    try {
      return await patience.race(Promise.race([work(), crash()]))
    } catch (error) {
      if (error instanceof Fault && patience.expired() && !state.crashed) state.unresponsive = true
      return null
    } finally {
      patience.close()
    }
  }
  const crash = () =>
    new Promise<never>((_resolve, reject) => {
      session.once('Inspector.targetCrashed', () => reject(crashFault()))
      if (state.crashed) reject(crashFault())
    })

  const finish = async (deadline: Deadline): Promise<Sighting> => {
    const isDocument = state.committed && state.failedUrl === null && !state.crashed
    let snapshot: Snapshot | null = null
    let html: Sighting['html'] = null
    let png: Uint8Array | null = null
    if (isDocument) {
      const drawn = framesDrawn(session, mainFrame, TWO_FRAMES).then(
        () => true,
        () => false,
      )
      const isDrawn = await Promise.race([drawn, clock.sleep(DRAW_MS).then(() => false)])
      // A move that led nowhere (mailto:) holds the screen until it is called off.
      if (!isDrawn) void session.send('Page.stopLoading').catch(ignore)
      state.settledMs = elapsed()
      snapshot = await ask(() => takeSnapshot(session, mainFrame), BUSY_MS, deadline)
      if (snapshot !== null)
        html = await ask(() => takeMarkup(session, mainFrame), BUSY_MS, deadline)
      const height = snapshot?.documentHeight ?? 0
      const wasBusy = state.unresponsive
      const patience = wasBusy ? BUSY_SCREENSHOT_MS : SCREENSHOT_MS
      png = await ask(() => takeScreenshot(session, height), patience, deadline)
      // A picture that takes too long says something of the page's size, not of its main thread.
      state.unresponsive = wasBusy
    }
    const document = network.documentOf(state.loaderId)
    const isReachable = !state.crashed && !state.unresponsive
    const body =
      document?.finished === true && document.response !== null && isReachable
        ? await ask(() => bodyOf(session, document.id), BUSY_MS, deadline)
        : null
    const requests = network.requests()
    return {
      startedAt,
      outcome: outcomeOf(state, document?.netError ?? null),
      netError: state.netError ?? (state.failedUrl === null ? null : (document?.netError ?? null)),
      unresponsive: state.unresponsive,
      settleReason: state.settleReason,
      domContentLoadedMs: state.domContentLoadedMs,
      loadMs: state.loadMs,
      settledMs: state.settledMs,
      url: state.url,
      documentId: state.failedUrl === null ? state.documentId : null,
      clientRedirects,
      requests,
      requestsTotal: network.total,
      console: complaints.messages,
      consoleTotals: complaints.totals,
      exceptions: complaints.exceptions,
      cspViolations: complaints.cspViolations,
      mixedContent: complaints.mixedContent,
      dialogs,
      popups,
      downloads,
      frames: frames.size,
      limitsHit: [...network.limitsHit, ...(state.framesCapped ? (['frames'] as const) : [])],
      snapshot,
      html,
      body,
      png,
    }
  }

  return { travel, finish, close: () => context.off('targetcreated', onTarget) }
}

const ignore = () => {}

const crashFault = () => new Fault('renderer_crashed', 'The renderer of the page has crashed.')

const kindOfMove: Readonly<Record<string, ClientRedirect['kind'] | undefined>> = {
  metaTagRefresh: 'meta_refresh',
  httpHeaderRefresh: 'header_refresh',
}

function cut(url: string): string {
  return url.slice(0, 2048)
}

function outcomeOf(
  state: {
    crashed: boolean
    download: boolean
    netError: string | null
    failedUrl: string | null
    committed: boolean
    loadMs: number | null
  },
  documentError: string | null,
): Sighting['outcome'] {
  if (state.crashed) return 'crashed'
  if (state.download) return 'download'
  const failed = state.netError !== null || state.failedUrl !== null || !state.committed
  if (failed || (documentError !== null && state.loadMs === null)) return 'failed'
  return state.loadMs === null ? 'partial' : 'loaded'
}

async function bodyOf(session: CDPSession, requestId: string): Promise<Uint8Array | null> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId })
    return base64Encoded ? fromBase64(body) : new TextEncoder().encode(body)
  } catch {
    // Evicted, or never kept: an answer without content.
    return null
  }
}

/** Waiting for a condition that events change, and time. */
function openSignal(clock: Clock) {
  let wake = () => {}
  return {
    changed: () => wake(),
    /** False when `ms` passed first. `everyMs` looks again without an event: for conditions that time alone fulfils. */
    until: async (holds: () => boolean, ms: number, everyMs?: number): Promise<boolean> => {
      const ends = clock.monotonicMs() + ms
      for (;;) {
        if (holds()) return true
        const left = ends - clock.monotonicMs()
        if (left <= 0) return false
        const pause = Math.min(left, everyMs === undefined ? left : LOOK_AGAIN_MS)
        await new Promise<void>((resolve) => {
          const cancel = clock.after(Math.max(1, pause), resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
      }
    },
  }
}

const LOOK_AGAIN_MS = 25
