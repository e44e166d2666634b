import { availableParallelism } from 'node:os'
import type { CDPSession } from 'puppeteer-core'
import type { PageProcesses } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import { whitePng } from '#chrome/image/png.ts'
import { fromBase64, takeScreenshot } from '#chrome/image/screenshot.ts'
import { Fault } from '#fault.ts'
import { type Clock, LATE, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { drawFrames, evaluate, readDocument } from './document-snapshot.ts'
import type { ObservedBody, PageObservation } from './page-observation.ts'

export interface Captured extends Pick<PageObservation, 'snapshot' | 'html' | 'body' | 'png'> {
  readonly unresponsive: boolean
  /** The machine had no processor time for the page: a missing reply or screenshot says nothing about the page. */
  readonly starved: boolean
}

export interface CaptureTools {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly clock: Clock
  readonly deadline: Deadline
  readonly crashed: () => boolean
  /** A file that has not arrived keeps the page from being drawn: Chrome would return no picture. */
  readonly isBlocked?: boolean
  /** Whether the page has used up its processor time. */
  readonly isSpent: () => boolean
  /** The page's use of processors, including that of drawing. */
  readonly work: Pick<PageProcesses, 'usedMs' | 'measureDelay' | 'measureDemand'>
}

/** A main thread that is busy for this long is reported as RENDER_UNRESPONSIVE. */
const BUSY_MS = 5_000
/**
 * Time left for the rest of the capture when the first command waits longer: on a busy machine, thousands of elements take
 * longer.
 */
const REST_MS = 12_000
/** Time left for a report without a screenshot. */
const MIN_REST_MS = 4_000
const STEP_MS = 500
/** A page that has used this much processor time is itself the cause of a late reply; a large page uses 2.5 s. */
const BUSY_PROCESSOR_MS = 3_500
/**
 * Share of a wait that the page's processes spent waiting for a processor, above which the machine may be the cause: the page gets
 * more time. On a machine with nothing else to do it is at most a tenth.
 */
const DELAYED_SHARE = 0.25
/** The same, above which a timeout says nothing about the page: it had less than half of the time. */
const STARVED_SHARE = 0.5
/** Share of a wait below which the page's own processes had nothing to do. */
const IDLE_SHARE = 0.1
/** Threads of a page that may be ready to run at once. A page with more is the cause of their waits. */
const MAX_READY = Math.max(4, 2 * availableParallelism())
/** Above this share the page timings are dropped, because they measure this machine. */
const TIMED_SHARE = 0.12
const { viewport } = emulation
const DRAW_MS = 500
/** Timeout of a screenshot. A large page takes a second; a page that is never drawn must leave time for the report. */
const SCREENSHOT_MS = 6_000
/** Time left for the report when a screenshot that failed because of this machine is tried once more. */
const REPORT_RESERVE_MS = 6_000
/** Timeout for a busy page, which returns what was drawn last, either at once or never. */
const BUSY_SCREENSHOT_MS = 1_500
/** A healthy page replies in milliseconds, on a busy machine in a second. */
const REPLY_MS = 2_000
/** Timeout for a document whose content failed: Chrome draws the partial content, or never draws anything. */
const BROKEN_SCREENSHOT_MS = 2_500

/** Waits until two frames are drawn, 500 ms at most: a hidden or busy page draws none. */
export async function untilDrawn(
  { session, mainFrame, clock, deadline }: CaptureTools,
  isMoving: () => boolean,
) {
  const drawn = drawFrames(session, mainFrame)
  const result = await within(clock, Math.min(DRAW_MS, deadline.remainingMs()), drawn)
  // A navigation without a destination (mailto:) keeps the page from drawing until loading is stopped. It is stopped only in that
  // case, because the page's other requests would fail.
  if (result === LATE && isMoving()) void session.send('Page.stopLoading').catch(() => {})
}

export interface ShownDocument {
  /** Id of the request that loaded it; null when its content is missing. */
  readonly bodyOf: string | null
  /** HTML or XML. */
  readonly isPage: boolean
  /** The transfer of its content failed. */
  readonly isBroken: boolean
}

/** Captures the shown document. */
export async function capture(
  tools: CaptureTools,
  { bodyOf, isPage, isBroken }: ShownDocument,
): Promise<Captured> {
  const { session, mainFrame } = tools
  const shortage = watchShortage(tools, BUSY_PROCESSOR_MS, () => false)
  const availableMs = tools.isSpent() ? 0 : tools.deadline.remainingMs() - REST_MS
  const first = await untilKnown(
    tools,
    shortage,
    Math.max(BUSY_MS, availableMs),
    readDocument(session, mainFrame, { withMarkup: isPage }),
  )
  const unresponsive = first === LATE
  const { snapshot, html } = (first === LATE ? null : first) ?? { snapshot: null, html: null }
  const wantsBody = !unresponsive && bodyOf !== null
  const pendingBody = wantsBody ? inTime(tools, BUSY_MS, () => readBody(session, bodyOf)) : null
  if (tools.isBlocked) {
    const png = whitePng(viewport.width, viewport.height)
    return {
      unresponsive: false,
      starved: false,
      snapshot,
      html,
      body: orNull(await pendingBody),
      png,
    }
  }
  const [body, shot] = await Promise.all([
    pendingBody,
    snapshot === null
      ? lastDrawn(tools, unresponsive, isBroken)
      : screenshotOf(tools, shortage, snapshot.documentHeight, isBroken),
  ])
  const isLate = unresponsive || shot.isStuck
  // A script that takes too long is ended, and leaves no snapshot.
  const isMissing = isLate || snapshot === null || shot.isOurFailure
  const starved = isMissing && !tools.isSpent() && !tools.crashed() && shortage.isOurs()
  return {
    unresponsive: isLate && !starved,
    starved,
    snapshot,
    html,
    body: orNull(body),
    png: shot.png,
  }
}

interface Shot {
  readonly png: Uint8Array | null
  /** There is no screenshot, although no fault of the page is known. */
  readonly isOurFailure: boolean
  /** Its scripts keep it from being drawn: it does not reply to commands either. */
  readonly isStuck: boolean
}

/** Screenshot of what was drawn last, for a page without a snapshot. */
async function lastDrawn(
  tools: CaptureTools,
  unresponsive: boolean,
  isBroken: boolean,
): Promise<Shot> {
  const patience = isBroken ? BROKEN_SCREENSHOT_MS : SCREENSHOT_MS
  const png = await inTime(tools, unresponsive ? BUSY_SCREENSHOT_MS : patience, () =>
    takeScreenshot(tools.session, 0),
  )
  return { png: orNull(png), isOurFailure: false, isStuck: false }
}

async function screenshotOf(
  tools: CaptureTools,
  shortage: Shortage,
  height: number,
  isBroken: boolean,
): Promise<Shot> {
  const { session, mainFrame, deadline, crashed } = tools
  const patience = isBroken ? BROKEN_SCREENSHOT_MS : SCREENSHOT_MS
  const png = orNull(await inTime(tools, patience, () => takeScreenshot(session, height)))
  if (png !== null || isBroken || crashed()) return { png, isOurFailure: false, isStuck: false }
  const again = deadline.remainingMs() > SCREENSHOT_MS + REPORT_RESERVE_MS
  // The second attempt shows only the viewport, which needs no new layout.
  const second = again ? await inTime(tools, SCREENSHOT_MS, () => takeScreenshot(session, 0)) : null
  if (orNull(second) !== null) return { png: orNull(second), isOurFailure: false, isStuck: false }
  const reply = await untilKnown(tools, shortage, REPLY_MS, evaluate(session, mainFrame, 'true'))
  return { png: null, isOurFailure: true, isStuck: reply === LATE }
}

interface Shortage {
  /** Whether this machine, and not the page, may be the cause of the delay: waiting longer may help. */
  mayBeOurs(): boolean
  /** Whether the machine took at least half of the time from the page. */
  isOurs(): boolean
  /** Whether the page has made its own threads wait: it has more of them than can run. */
  isOwn(): boolean
  /** Whether the page's processes waited too little for a processor to distort the timings of the page. */
  isTimed(): boolean
}

/**
 * Waits for a reply for `ms`, and longer while the machine is the cause of the delay: until the page has used so much processor
 * time that it is the cause itself.
 */
async function untilKnown<T>(
  tools: CaptureTools,
  shortage: Shortage,
  ms: number,
  pending: Promise<T>,
): Promise<T | null | typeof LATE> {
  pending.catch(() => {})
  let reply = await inTime(tools, ms, () => pending)
  while (reply === LATE && tools.deadline.remainingMs() > MIN_REST_MS && shortage.mayBeOurs()) {
    reply = await inTime(tools, STEP_MS, () => pending)
  }
  return reply
}

/**
 * Measures, from now on, whether this machine kept a page from doing something in time: the page's processes waited for a
 * processor, and used less than `busyMs` of processor time. A page that used more is itself the cause, and so is one with
 * more threads than could run. A page that had nothing to do but wait for its target was not delayed at all.
 */
export function watchShortage(
  { work, clock }: Pick<CaptureTools, 'work' | 'clock'>,
  busyMs: number,
  awaitsTarget: () => boolean,
): Shortage {
  const from = clock.monotonicMs()
  const usedBefore = work.usedMs()
  const delayedMs = work.measureDelay()
  const demandMs = work.measureDemand()
  const shareOf = (ms: number) => ms / Math.max(1, clock.monotonicMs() - from)
  const delayedShare = () => shareOf(delayedMs())
  const isOwn = () => shareOf(demandMs()) > MAX_READY
  const isIdle = () => awaitsTarget() && shareOf(demandMs()) < IDLE_SHARE
  const isDelayed = (share: number) =>
    work.usedMs() - usedBefore < busyMs && delayedShare() > share && !isOwn() && !isIdle()
  return {
    mayBeOurs: () => isDelayed(DELAYED_SHARE),
    isOurs: () => isDelayed(STARVED_SHARE),
    isOwn,
    isTimed: () => delayedShare() <= TIMED_SHARE,
  }
}

/** The content of a document that is not shown; null when Chrome did not keep it. */
export async function readBodyOf(
  tools: CaptureTools,
  requestId: string,
): Promise<ObservedBody | null> {
  return orNull(await inTime(tools, BUSY_MS, () => readBody(tools.session, requestId)))
}

/** `LATE` when the page did not reply in time; null when it has crashed, or when the command failed. */
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
    // The content was evicted, or never kept: the response has no content, or more than the cap.
    return null
  }
}

function orNull<T>(value: T | typeof LATE | null): T | null {
  return value === LATE ? null : value
}
