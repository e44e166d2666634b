import type { BrowserLease, BrowserPool, DocumentLinks } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import { readImage } from '#chrome/image/image-facts.ts'
import type { PageObservation } from '#chrome/page/page-observation.ts'
import { type PageOrder, visitPage } from '#chrome/page/visit-page.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import type { ContentEvidence } from '#evidence/content.ts'
import type { LimitName, Limits, ReportHead } from '#evidence/evidence.ts'
import type { Attempt, HttpEvidence } from '#evidence/http.ts'
import type { RedirectsEvidence } from '#evidence/redirects.ts'
import type { ScreenshotEvidence } from '#evidence/screenshot.ts'
import type { SecurityEvidence } from '#evidence/security.ts'
import type { TimingsEvidence } from '#evidence/timings.ts'
import { Fault } from '#fault.ts'
import { browserEvidence } from '#gather/browser/browser.ts'
import { type DocumentRedirects, documentRedirects } from '#gather/browser/document-redirects.ts'
import { worthConfirming } from '#gather/browser/requests.ts'
import { readContent } from '#gather/content/content.ts'
import { corsNotAsked } from '#gather/http/cors-check.ts'
import { followRedirects } from '#gather/http/follow-redirects.ts'
import { httpEvidenceFrom } from '#gather/http/http.ts'
import { httpsNotTried } from '#gather/http/https-check.ts'
import { redirectsEvidenceFrom } from '#gather/http/redirects.ts'
import { nextAttempt } from '#gather/http/retry.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import { securityEvidence } from '#gather/security/security.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import { standardEgressCaps } from '#net/proxy/proxy.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { Log } from '#runtime/log.ts'
import { inTurns } from '#runtime/turns.ts'
import { parseTarget, type Target } from '#target/target.ts'
import type { ToolFailure, ToolJob } from '#tools/job.ts'

export interface RenderOptions {
  readonly clock: Clock
  readonly log: Log
  readonly pool: BrowserPool
  readonly limits: Limits & { readonly browser: NonNullable<Limits['browser']> }
  /** Ours; stands after Chrome's own. */
  readonly userAgent: string
  readonly trust: TrustStore
}

export interface RenderJob extends Pick<ToolJob, 'jobId' | 'target'> {
  /** Told of each request of the browser, when it is decided. */
  readonly onEgress?: (record: EgressRecord) => void
}

type Kept = { readonly kept: number; readonly total: number }

/** A picture with everything about it but where it is kept. */
export interface TakenScreenshot {
  readonly png: Uint8Array
  readonly facts: Omit<ScreenshotEvidence, 'screenshot_evidence_id' | 'url' | 'expires_at'>
}

export type Rendered =
  | {
      readonly status: 'rendered'
      readonly target: Target
      readonly userAgent: string
      readonly startedAt: number
      /** Hops before the last document. */
      readonly passed: readonly Target[]
      /** Of the last document; null when none came. */
      readonly answer: HttpResponse | null
      readonly browser: BrowserEvidence
      readonly http: HttpEvidence
      readonly redirects: RedirectsEvidence
      readonly timings_ms: TimingsEvidence
      readonly security: SecurityEvidence | null
      readonly content: ContentEvidence | null
      readonly picture: TakenScreenshot | null
      readonly links: DocumentLinks | null
      readonly limitsHit: readonly LimitName[]
      readonly truncated: Readonly<Record<string, Kept>>
      readonly skipped: ReportHead['skipped']
    }
  | ToolFailure

export interface Renderer {
  /** Looks at one page in a browser of its own, by the deadline. Rejects with a Fault only for what should not happen. */
  look(job: RenderJob, network: JobNetwork, deadline: Deadline): Promise<Rendered>
}

export function createRenderer(options: RenderOptions): Renderer {
  return {
    look: async (job, network, deadline) => {
      // A browser that is lost says nothing of the page, once; a page that has killed two is not tried on a third.
      for (const isLast of [false, true]) {
        const rendered = await inOneBrowser(job, options, network, deadline)
        if (rendered !== 'browser_lost') return rendered
        if (isLast || deadline.signal.aborted) break
      }
      return { status: 'failed', reason: 'browser_lost' }
    },
  }
}

async function inOneBrowser(
  job: RenderJob,
  options: RenderOptions,
  network: JobNetwork,
  deadline: Deadline,
): Promise<Rendered | 'browser_lost'> {
  const lease = await leaseFrom(options, deadline)
  if ('reason' in lease) return { status: 'failed', ...lease }
  try {
    lease.proxy.open({
      reach: (target, patience) => network.connect(target, patience),
      deadline,
      caps: { ...standardEgressCaps, transferBytes: options.limits.browser.transfer_bytes },
      onDecision: (record) => {
        job.onEgress?.(record)
        options.log.debug('egress', { job_id: job.jobId, ...logged(record) })
      },
    })
    return await lookWith(lease, job, options, network, deadline)
  } catch (error) {
    if (lease.lost.aborted) return 'browser_lost'
    if (deadline.expired()) return { status: 'failed', reason: 'no_evidence' }
    throw error
  } finally {
    // Closing takes a moment, and hangs where a page does: nobody waits for it.
    void lease.release()
  }
}

function logged({ kind, target, decision, block, error }: EgressRecord) {
  // No path and no query: they are the buyer's and the page's.
  const host = target === null ? null : `${target.host}:${target.port}`
  return { kind, host, decision, reason: block ?? error?.code ?? null }
}

/** A place is being cleared for a moment after its job has left; admission lets no more jobs in than there are places. */
const CLEARING_MS = 5_000
const CLEARING_STEP_MS = 10

async function leaseFrom(
  { pool, clock }: RenderOptions,
  deadline: Deadline,
): Promise<BrowserLease | { readonly reason: string; readonly detail?: string }> {
  try {
    const until = clock.monotonicMs() + CLEARING_MS
    for (;;) {
      const lease = await pool.lease(deadline.signal)
      if (lease !== null) return lease
      if (clock.monotonicMs() > until) return { reason: 'at_capacity' }
      await clock.sleep(CLEARING_STEP_MS, deadline.signal)
    }
  } catch (error) {
    if (deadline.expired()) return { reason: 'no_evidence' }
    if (error instanceof Fault) return { reason: error.code, detail: error.message }
    throw error
  }
}

interface Tried {
  readonly sighting: PageObservation
  readonly journey: DocumentRedirects
  readonly records: readonly EgressRecord[]
}

async function lookWith(
  lease: BrowserLease,
  job: RenderJob,
  options: RenderOptions,
  network: JobNetwork,
  deadline: Deadline,
): Promise<Rendered> {
  const { clock, limits } = options
  const userAgent = `${lease.browser.userAgent} ${options.userAgent}`
  const order: PageOrder = {
    url: job.target.href,
    userAgent,
    redirects: limits.redirects,
    requests: limits.browser.requests,
    transferBytes: limits.browser.transfer_bytes,
    frames: limits.browser.frames,
  }
  const attempts: Attempt[] = []
  let crashes = 0
  let why: Attempt['why'] = 'first'
  for (;;) {
    const from = lease.proxy.records.length
    const sighting = await visitPage(lease, order, clock, deadline)
    const records = lease.proxy.records.slice(from)
    const { mark } = lease.proxy
    const redirectLimit = limits.redirects
    const journey = documentRedirects({ sighting, first: job.target, records, mark, redirectLimit })
    attempts.push(attemptOf(attempts.length + 1, why, sighting, journey))
    if (sighting.outcome === 'crashed') crashes += 1
    const next = again(attempts, crashes, { sighting, journey, records }, options, deadline)
    if (next === null) {
      const tried = { sighting, journey, records }
      const looked = { lease, userAgent, attempts, crashes }
      return told(tried, looked, options, network, deadline)
    }
    await clock.sleep(next.waitMs, deadline.signal).catch(() => {})
    why = next.why
  }
}

/** Guard G2: what a second look a second later does not show is no fault of the target. */
function again(
  attempts: readonly Attempt[],
  crashes: number,
  { sighting, journey }: Tried,
  { clock }: RenderOptions,
  deadline: Deadline,
) {
  if (attempts.length > 1) return null
  if (crashes > 0 || sighting.netError === 'ERR_NETWORK_CHANGED') {
    return deadline.remainingMs() > LEAST_LOOK_MS
      ? { waitMs: 0, why: 'retry_failure' as const }
      : null
  }
  if (sighting.outcome === 'download' || journey.end.status !== 'final') return null
  // A name has had its second try within the first look.
  if (journey.error?.phase === 'dns') return null
  const isAnswered = journey.answer !== null
  if (!isAnswered && journey.error === null && sighting.netError === null) return null
  return nextAttempt(attempts, journey.answer, clock.now(), deadline.remainingMs() - LEAST_LOOK_MS)
}

/** A second look that can't be finished would take the first one's place for nothing. */
const LEAST_LOOK_MS = 6_000

function attemptOf(
  n: number,
  why: Attempt['why'],
  sighting: PageObservation,
  { answer, error, address, target }: DocumentRedirects,
): Attempt {
  return {
    n,
    at: rfc3339(sighting.startedAt),
    url: target.href,
    status: answer?.status ?? null,
    outcome: answer === null ? 'failed' : 'answered',
    error,
    address: address?.ip ?? null,
    why,
  }
}

interface Looked {
  readonly lease: BrowserLease
  readonly userAgent: string
  readonly attempts: readonly Attempt[]
  readonly crashes: number
}

async function told(
  { sighting, journey, records }: Tried,
  { lease, userAgent, attempts, crashes }: Looked,
  options: RenderOptions,
  network: JobNetwork,
  deadline: Deadline,
): Promise<Rendered> {
  const { target, answer } = journey
  const observed = httpEvidenceFrom({
    target,
    answer,
    error: journey.error,
    address: journey.address,
    attempts,
  })
  const input = { sighting, records, mark: lease.proxy.mark, pageUrl: target.href }
  const [confirmed, page, picture] = await Promise.all([
    confirm(worthConfirming(input), options, network, deadline),
    pageOf(sighting, journey, observed.http),
    journey.shown ? pictureOf(sighting, options.clock.now()) : null,
  ])
  const seen = browserEvidence({
    ...{ ...input, confirmed, journey, userAgent, crashes },
    browser: lease.browser,
    attempts: attempts.length,
  })
  const isHttps = target.scheme === 'https'
  const wasHttp = journey.hops.some((hop) => hop.url.startsWith('http:'))
  const { url: _url, ...phases } = { ...journey.timings, url: '' }
  return {
    status: 'rendered',
    target,
    userAgent,
    startedAt: sighting.startedAt,
    answer,
    passed: journey.passed,
    browser: seen.browser,
    http: observed.http,
    redirects: redirectsEvidenceFrom(journey.hops, journey.end, [
      ...sighting.clientRedirects.slice(0, 20),
    ]),
    timings_ms: {
      ...phases,
      redirects_total: journey.perHop.slice(0, -1).reduce((sum, hop) => sum + hop.total, 0),
      per_hop: journey.perHop.map((hop) => ({ ...hop })),
    },
    security:
      answer === null || page === null
        ? null
        : securityEvidence({
            fields: answer.fields,
            https: { ...httpsNotTried, redirected: wasHttp ? isHttps : null, final: isHttps },
            cors: corsNotAsked,
            meta: page.meta,
          }),
    content: page?.content ?? null,
    picture,
    links: journey.shown ? (sighting.snapshot?.links ?? null) : null,
    limitsHit: limitsHit(sighting, journey, picture, deadline),
    truncated: { ...observed.truncated, ...seen.truncated },
    skipped: skipped(sighting, journey, picture, deadline),
  }
}

const HTML = new Set(['text/html', 'application/xhtml+xml'])

async function pageOf(sighting: PageObservation, journey: DocumentRedirects, http: HttpEvidence) {
  const { answer, shown, end, target, body } = journey
  if (answer === null || end.status !== 'final') return null
  const { html } = sighting
  const about = { mediaType: http.media_type, status: answer.status, url: target.href }
  const isPage = http.media_type === null || HTML.has(http.media_type)
  if (html !== null && shown && isPage) {
    const rendered = new TextEncoder().encode(html.text)
    const dom = { charset: 'utf-8', body: rendered, truncated: html.cut, source: 'dom' } as const
    return inTurns(readContent({ ...about, ...dom }))
  }
  // Content that was not kept is not content that there was none of.
  if (body === null && !journey.isEmpty) return null
  const charset = body?.wasText === true ? 'utf-8' : http.charset
  return inTurns(readContent({ ...about, charset, body: body?.bytes ?? new Uint8Array() }))
}

async function pictureOf(
  { png, snapshot }: PageObservation,
  now: number,
): Promise<TakenScreenshot | null> {
  if (png === null) return null
  const read = await readImage(png, emulation.viewport.height)
  if (read === null) return null
  const documentHeight = snapshot?.documentHeight ?? read.height
  return {
    png,
    facts: {
      media_type: 'image/png',
      width: read.width,
      height: read.height,
      dpr: emulation.viewport.deviceScaleFactor,
      bytes: png.byteLength,
      full_page: documentHeight <= read.height,
      clipped: documentHeight > read.height,
      sha256: sha256Hex(png),
      dhash: read.dhash,
      dominant_color: read.dominantColor,
      dominant_color_ratio: read.dominantColorRatio,
      captured_at: rfc3339(now),
    },
  }
}

/** More failures than this are one failure. */
const MAX_CONFIRMED = 5
const CONFIRM_MS = 4_000

/** Asks once more, a second later and without a browser, for what failed without an answer. */
async function confirm(
  urls: readonly string[],
  options: RenderOptions,
  network: JobNetwork,
  deadline: Deadline,
): Promise<ReadonlyMap<string, boolean>> {
  const confirmed = new Map<string, boolean>()
  if (urls.length === 0 || deadline.remainingMs() < CONFIRM_MS) return confirmed
  const { clock, trust, limits, userAgent } = options
  const patience = deadline.within(CONFIRM_MS)
  try {
    await clock.sleep(1_000, patience.signal)
    const tools = { network, trust, clock, limits, userAgent, checkedAtMs: clock.now() }
    await Promise.all(
      urls.slice(0, MAX_CONFIRMED).map(async (url) => {
        const parsed = parseTarget(url)
        if (parsed.status === 'refused') return
        const journey = await followRedirects(parsed.target, tools, patience)
        journey.last.connection?.close()
        // Time that ran out says nothing either way.
        if (journey.last.answer !== null) confirmed.set(url, journey.last.answer.status >= 400)
        else if (!patience.expired()) confirmed.set(url, true)
      }),
    )
  } catch {
    // The deadline ended the wait: what was confirmed by then stands.
  } finally {
    patience.close()
  }
  return confirmed
}

function limitsHit(
  sighting: PageObservation,
  { end }: DocumentRedirects,
  picture: TakenScreenshot | null,
  deadline: Deadline,
): LimitName[] {
  return [
    ...(deadline.expired() || sighting.settleReason === 'deadline' ? (['deadline'] as const) : []),
    ...(end.status === 'limit' ? (['redirects'] as const) : []),
    ...sighting.limitsHit,
    ...(picture?.facts.clipped ? (['screenshot_height'] as const) : []),
  ]
}

function skipped(
  sighting: PageObservation,
  { shown }: DocumentRedirects,
  picture: TakenScreenshot | null,
  deadline: Deadline,
): ReportHead['skipped'] {
  if (picture !== null) return []
  const reason = (() => {
    if (sighting.outcome === 'crashed') return 'crashed'
    if (deadline.expired()) return 'deadline'
    if (sighting.unresponsive) return 'unresponsive'
    return sighting.snapshot === null || !shown ? 'not_loaded' : 'instrument_failed'
  })()
  return [{ check: 'screenshot', reason }]
}
