import type { CDPSession } from 'puppeteer-core'
import { fromBase64, takeScreenshot } from '#chrome/image/screenshot.ts'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { framesDrawn, takeMarkup, takeSnapshot } from './document-snapshot.ts'
import type { ObservedBody, PageObservation } from './page-observation.ts'
import { TWO_FRAMES } from './page-scripts.ts'

export interface Captured extends Pick<PageObservation, 'snapshot' | 'html' | 'body' | 'png'> {
  readonly unresponsive: boolean
}

export interface CaptureTools {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly clock: Clock
  readonly deadline: Deadline
  readonly crashed: () => boolean
}

/** RENDER_UNRESPONSIVE: a main thread that is busy for this long. */
const BUSY_MS = 5_000
const DRAW_MS = 500
/** A large page takes a second; one that does not get to it at all leaves time for an answer. */
const SCREENSHOT_MS = 6_000
/** A screenshot of what was last drawn may still be had of a busy page, at once or never. */
const BUSY_SCREENSHOT_MS = 1_500

/** Waits until two frames were drawn, or not: a page that nobody sees, or that is busy, draws none. */
export async function untilDrawn({ session, mainFrame, clock, deadline }: CaptureTools) {
  const timer = new AbortController()
  const late = clock.sleep(Math.min(DRAW_MS, deadline.remainingMs()), timer.signal)
  const drawn = framesDrawn(session, mainFrame, TWO_FRAMES).then(
    () => true,
    () => true,
  )
  const isDrawn = await Promise.race([drawn, late.then(() => false).catch(() => false)])
  timer.abort()
  // A move that led nowhere (mailto:) holds the screen until it is called off.
  if (!isDrawn) void session.send('Page.stopLoading').catch(() => {})
}

/** Looks at the document that stands there; `bodyOf` is the request that brought it, `isPage` whether it is one of HTML. */
export async function capture(
  tools: CaptureTools,
  { bodyOf, isPage }: { readonly bodyOf: string | null; readonly isPage: boolean },
): Promise<Captured> {
  const { session, mainFrame } = tools
  const first = await ask(tools, BUSY_MS, () => takeSnapshot(session, mainFrame))
  const unresponsive = first === 'late'
  const snapshot = first === 'late' ? null : first
  const rest = async <T>(wanted: boolean, work: () => Promise<T | null>): Promise<T | null> => {
    if (unresponsive || !wanted) return null
    const answer = await ask(tools, BUSY_MS, work)
    return answer === 'late' ? null : answer
  }
  const patience = unresponsive ? BUSY_SCREENSHOT_MS : SCREENSHOT_MS
  const height = snapshot?.documentHeight ?? 0
  // Side by side: the markup is the renderer's work, the screenshot the compositor's.
  const [html, body, png] = await Promise.all([
    rest(isPage && snapshot !== null, () => takeMarkup(session, mainFrame)),
    rest(bodyOf !== null, () => readBody(session, bodyOf ?? '')),
    ask(tools, patience, () => takeScreenshot(session, height)),
  ])
  return { unresponsive, snapshot, html, body, png: png === 'late' ? null : png }
}

/** The content of a document that is not shown; null when it was not kept. */
export async function readBodyOf(
  tools: CaptureTools,
  requestId: string,
): Promise<ObservedBody | null> {
  const body = await ask(tools, BUSY_MS, () => readBody(tools.session, requestId))
  return body === 'late' ? null : body
}

/** `late` when the page did not get to it in time; null when there is nothing to be had any more. */
async function ask<T>(
  { session, deadline, crashed }: CaptureTools,
  ms: number,
  work: () => Promise<T | null>,
): Promise<T | null | 'late'> {
  if (crashed()) return null
  const patience = deadline.within(ms)
  let onCrash = () => {}
  const crash = new Promise<null>((resolve) => {
    onCrash = () => resolve(null)
    session.once('Inspector.targetCrashed', onCrash)
  })
  try {
    return await patience.race(Promise.race([work(), crash]))
  } catch (error) {
    return error instanceof Fault && patience.expired() ? 'late' : null
  } finally {
    session.off('Inspector.targetCrashed', onCrash)
    patience.close()
  }
}

async function readBody(session: CDPSession, requestId: string): Promise<ObservedBody | null> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId })
    const bytes = base64Encoded ? fromBase64(body) : new TextEncoder().encode(body)
    return { of: requestId, bytes, wasText: !base64Encoded }
  } catch {
    // Evicted, or never kept: an answer without content, or one over the cap.
    return null
  }
}
