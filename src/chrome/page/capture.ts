import type { CDPSession } from 'puppeteer-core'
import type { PageProcesses } from '#chrome/contract.ts'
import { fromBase64, takeScreenshot } from '#chrome/image/screenshot.ts'
import { Fault } from '#fault.ts'
import { type Clock, LATE, within } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { evaluate, framesDrawn, readDocument } from './document-snapshot.ts'
import type { ObservedBody, PageObservation } from './page-observation.ts'
import { TWO_FRAMES } from './scripts/observe.ts'

export interface Captured extends Pick<PageObservation, 'snapshot' | 'html' | 'body' | 'png'> {
  readonly unresponsive: boolean
  /** The machine had no processor for the page: that it did not reply, or was not drawn, says nothing about it. */
  readonly starved: boolean
}

export interface CaptureTools {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly clock: Clock
  readonly deadline: Deadline
  readonly crashed: () => boolean
  /** Whether the page has used up its processor time. */
  readonly isSpent: () => boolean
  readonly processes: Pick<PageProcesses, 'usedMs' | 'delayedMs'>
}

/** RENDER_UNRESPONSIVE: a main thread that is busy for this long. */
const BUSY_MS = 5_000
/** Left for the rest when the first question waits longer: on a busy machine thousands of elements take longer. */
const REST_MS = 12_000
/** Left for a report without a screenshot. */
const LEAST_REST_MS = 4_000
const STEP_MS = 500
/** A page that has taken this much processor time is itself the cause; a large page takes 2.5 s. */
const BUSY_PROCESSOR_MS = 3_500
/** Share of a wait in which the processors had no time for the page: on a machine with nothing else to do it is a tenth at most. */
const STARVED_SHARE = 0.25
/** Above this share, page timings are dropped: they measure this machine. */
const TIMED_SHARE = 0.12
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
export async function untilDrawn(
  { session, mainFrame, clock, deadline }: CaptureTools,
  isMoving: () => boolean,
) {
  const drawn = framesDrawn(session, mainFrame, TWO_FRAMES).catch(() => {})
  const result = await within(clock, Math.min(DRAW_MS, deadline.remainingMs()), drawn)
  // A navigation without a destination (mailto:) keeps the page from drawing until it is stopped. What else the page loads would fail.
  if (result === LATE && isMoving()) void session.send('Page.stopLoading').catch(() => {})
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
  const shortage = watchShortage(tools, BUSY_PROCESSOR_MS)
  const slow = tools.isSpent() ? 0 : tools.deadline.remainingMs() - REST_MS
  const first = await untilKnown(
    tools,
    shortage,
    Math.max(BUSY_MS, slow),
    readDocument(session, mainFrame, { withMarkup: isPage }),
  )
  const unresponsive = first === LATE
  const { snapshot, html } = (first === LATE ? null : first) ?? { snapshot: null, html: null }
  const wantsBody = !unresponsive && bodyOf !== null
  const [body, shot] = await Promise.all([
    wantsBody ? inTime(tools, BUSY_MS, () => readBody(session, bodyOf)) : null,
    snapshot === null
      ? lastDrawn(tools, unresponsive, isBroken)
      : screenshotOf(tools, shortage, snapshot.documentHeight, isBroken),
  ])
  const isLate = unresponsive || shot.isStuck
  const starved = (isLate || shot.isOurFailure) && !tools.isSpent() && shortage.isOurs()
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
  /** The page is well, as far as is known, and there is no screenshot of it. */
  readonly isOurFailure: boolean
  /** Its scripts keep it from being drawn: it does not reply either. */
  readonly isStuck: boolean
}

/** What is still on the screen of a page of which there is no snapshot. */
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
  // Of the viewport only, which needs no new layout.
  const second = again ? await inTime(tools, SCREENSHOT_MS, () => takeScreenshot(session, 0)) : null
  if (orNull(second) !== null) return { png: orNull(second), isOurFailure: false, isStuck: false }
  const reply = await untilKnown(tools, shortage, REPLY_MS, evaluate(session, mainFrame, 'true'))
  return { png: null, isOurFailure: true, isStuck: reply === LATE }
}

interface Shortage {
  isOurs(): boolean
  /** Whether the page's processes waited for a processor for less time than would distort the times of the page. */
  isTimed(): boolean
}

/** A reply within `ms`, or later if the machine is the cause: until the page has had the processor time that makes it the cause itself. */
async function untilKnown<T>(
  tools: CaptureTools,
  shortage: Shortage,
  ms: number,
  asked: Promise<T>,
): Promise<T | null | typeof LATE> {
  asked.catch(() => {})
  let reply = await inTime(tools, ms, () => asked)
  while (reply === LATE && tools.deadline.remainingMs() > LEAST_REST_MS && shortage.isOurs()) {
    reply = await inTime(tools, STEP_MS, () => asked)
  }
  return reply
}

/**
 * Whether, from now on, it was this machine that kept a page from doing something in time: its processes waited for a
 * processor, and had less than `busyMs` of processor time, which would make the page itself the cause.
 */
export function watchShortage(
  { processes, clock }: Pick<CaptureTools, 'processes' | 'clock'>,
  busyMs: number,
): Shortage {
  const from = clock.monotonicMs()
  const usedBefore = processes.usedMs()
  const delayedBefore = processes.delayedMs()
  const delayedShare = () =>
    (processes.delayedMs() - delayedBefore) / Math.max(1, clock.monotonicMs() - from)
  return {
    isOurs: () => processes.usedMs() - usedBefore < busyMs && delayedShare() > STARVED_SHARE,
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
