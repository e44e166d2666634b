import type { CDPSession } from 'puppeteer-core'
import { fromBase64, takeScreenshot } from '#chrome/image/screenshot.ts'
import { Fault } from '#fault.ts'
import { type Clock, LATE, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { evaluate, framesDrawn, takeMarkup, takeSnapshot } from './document-snapshot.ts'
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
  /** Whether the page has used up its processor time. */
  readonly isSpent: () => boolean
}

/** RENDER_UNRESPONSIVE: a main thread that is busy for this long. */
const BUSY_MS = 5_000
/** The same for the first question, while there is time for all the rest: on a busy machine thousands of elements take longer. */
const SLOW_MS = 10_000
const REST_MS = 12_000
const DRAW_MS = 500
/** A large page takes a second; a page that never draws must leave time for the report. */
const SCREENSHOT_MS = 6_000
/** Left for the report when a screenshot that failed for this machine's sake is tried once more. */
const REPORT_RESERVE_MS = 6_000
/** A busy page may still return what was drawn last, at once or never. */
const BUSY_SCREENSHOT_MS = 1_500
/** A healthy page replies in milliseconds, on a busy machine in a second. */
const REPLY_MS = 2_000
/** For a document whose content failed Chrome draws the partial content, or never anything. */
const BROKEN_SCREENSHOT_MS = 2_500

/** Waits until two frames are drawn, 500 ms at most: a page that is hidden or busy draws none. */
export async function untilDrawn({ session, mainFrame, clock, deadline }: CaptureTools) {
  const drawn = framesDrawn(session, mainFrame, TWO_FRAMES).catch(() => {})
  const result = await within(clock, Math.min(DRAW_MS, deadline.remainingMs()), drawn)
  // A navigation without a destination (mailto:) keeps the page from drawing until it is stopped.
  if (result === LATE) void session.send('Page.stopLoading').catch(() => {})
}

export interface ShownDocument {
  /** The request that loaded it; null when its content is missing. */
  readonly bodyOf: string | null
  /** HTML or XML. */
  readonly isPage: boolean
  /** Its content failed on the way. */
  readonly isBroken: boolean
}

/** Captures the shown document. */
export async function capture(
  tools: CaptureTools,
  { bodyOf, isPage, isBroken }: ShownDocument,
): Promise<Captured> {
  const { session, mainFrame } = tools
  const slow = tools.isSpent() ? 0 : Math.min(SLOW_MS, tools.deadline.remainingMs() - REST_MS)
  const first = await inTime(tools, Math.max(BUSY_MS, slow), () => takeSnapshot(session, mainFrame))
  const unresponsive = first === LATE
  const snapshot = first === LATE ? null : first
  const patienceOfOthers = isBroken ? BROKEN_SCREENSHOT_MS : SCREENSHOT_MS
  const patience = unresponsive ? BUSY_SCREENSHOT_MS : patienceOfOthers
  const height = snapshot?.documentHeight ?? 0
  const wantsBody = !unresponsive && bodyOf !== null
  // In parallel: the markup is the renderer's work, the screenshot the compositor's.
  const [html, body, png] = await Promise.all([
    isPage && snapshot !== null
      ? inTime(tools, BUSY_MS, () => takeMarkup(session, mainFrame))
      : null,
    wantsBody ? inTime(tools, BUSY_MS, () => readBody(session, bodyOf)) : null,
    inTime(tools, patience, () => takeScreenshot(session, height)),
  ])
  const isOurFailure = orNull(png) === null && snapshot !== null && !isBroken && !tools.crashed()
  const again = isOurFailure && tools.deadline.remainingMs() > SCREENSHOT_MS + REPORT_RESERVE_MS
  // Of the viewport only, which needs no new layout.
  const taken = again ? await inTime(tools, SCREENSHOT_MS, () => takeScreenshot(session, 0)) : png
  // A page whose scripts keep it from being drawn does not reply either.
  const isStuck =
    isOurFailure &&
    orNull(taken) === null &&
    (await inTime(tools, REPLY_MS, () => evaluate(session, mainFrame, 'true'))) === LATE
  return {
    unresponsive: unresponsive || isStuck,
    snapshot,
    html: orNull(html),
    body: orNull(body),
    png: orNull(taken),
  }
}

/** The content of a document that is not shown; null when Chrome did not keep it. */
export async function readBodyOf(
  tools: CaptureTools,
  requestId: string,
): Promise<ObservedBody | null> {
  return orNull(await inTime(tools, BUSY_MS, () => readBody(tools.session, requestId)))
}

/** `LATE` when the page did not reply in time; null when it has crashed, or refused. */
async function inTime<T>(
  { session, deadline, crashed }: CaptureTools,
  ms: number,
  work: () => Promise<T | null>,
): Promise<T | null | typeof LATE> {
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
    return error instanceof Fault && patience.expired() ? LATE : null
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
    // Evicted, or never kept: a response without content, or with more than the cap.
    return null
  }
}

function orNull<T>(value: T | typeof LATE | null): T | null {
  return value === LATE ? null : value
}
