import type { BrowserLease, BrowserPool } from '#chrome/contract.ts'
import type { PageObservation } from '#chrome/page/page-observation.ts'
import {
  type PageCaps,
  type PageOrder,
  type PageVisit,
  visitPage,
} from '#chrome/page/visit-page.ts'
import type { Attempt } from '#evidence/http.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import { Fault } from '#fault.ts'
import { type DocumentRedirects, documentRedirects } from '#gather/browser/document-redirects.ts'
import { urlsToConfirm } from '#gather/browser/requests.ts'
import { followRedirects } from '#gather/http/follow-redirects.ts'
import type { RequestCaps, RequestResult } from '#gather/http/request.ts'
import { nextAttempt } from '#gather/http/retry.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import { standardEgressCaps } from '#net/proxy/proxy.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import { parseTarget } from '#target/target.ts'
import type { ToolFailure, ToolJob } from '#tools/job.ts'
import { BrowserLosses } from './browser-losses.ts'
import {
  type FinalObservation,
  type Navigation,
  type RenderedPage,
  renderedFrom,
} from './rendered.ts'

export interface RendererOptions {
  readonly clock: Clock
  readonly log: Log
  readonly pool: BrowserPool
  readonly caps: RequestCaps & { readonly page: PageCaps }
  /** Our own User-Agent, which is appended to Chrome's. */
  readonly userAgent: string
  readonly trust: TrustStore
}

export interface RenderJob extends Pick<ToolJob, 'jobId' | 'target'> {
  /** Called once the page is captured. The page is observed until the returned promise settles. */
  readonly onCaptured?: (page: CapturedPage) => Promise<unknown>
  /** Called for each request of the browser once it is decided. */
  readonly onEgress?: (record: EgressRecord) => void
}

export type CapturedPage = Pick<RenderedPage, 'target' | 'links'>

export type RenderResult = RenderedPage | ToolFailure

export interface Renderer {
  /** Renders one page in a separate browser context by the deadline. Rejects with a Fault only for unexpected failures. */
  render(job: RenderJob, network: JobNetwork, deadline: Deadline): Promise<RenderResult>
}

export function createRenderer(options: RendererOptions): Renderer {
  const losses = new BrowserLosses(options.clock)
  return {
    render: async (job, network, deadline) => {
      const rendering = { job, options, network, deadline }
      const { host } = job.target
      // A page beside this one may have ended the shared browser, and would end the next one too.
      const browsers = losses.isRepeated(host) ? exclusiveOnly : sharedThenExclusive
      for (const kind of browsers) {
        const rendered = await renderIn(kind, rendering)
        if (rendered !== 'browser_lost') return rendered
        losses.add(host)
        if (deadline.signal.aborted) break
      }
      return { status: 'failed', reason: 'browser_lost' }
    },
  }
}

/** `exclusive`: a browser that runs this page only. */
type BrowserKind = 'shared' | 'exclusive'
const sharedThenExclusive: readonly BrowserKind[] = ['shared', 'exclusive']
const exclusiveOnly: readonly BrowserKind[] = ['exclusive']

/** One running job. */
interface Rendering {
  readonly job: RenderJob
  readonly options: RendererOptions
  readonly network: JobNetwork
  readonly deadline: Deadline
}

async function renderIn(
  kind: BrowserKind,
  rendering: Rendering,
): Promise<RenderResult | 'browser_lost'> {
  const { job, options, network, deadline } = rendering
  const leased = await leaseFrom(options, deadline, kind)
  if (leased.status === 'failed') return leased
  const { lease } = leased
  try {
    lease.proxy.open({
      reach: (target, requestDeadline) => network.connect(target, requestDeadline),
      deadline,
      caps: { ...standardEgressCaps, transferBytes: options.caps.page.transferBytes },
      onDecision: (record) => {
        job.onEgress?.(record)
        options.log.debug('egress', { job_id: job.jobId, ...logFields(record) })
      },
    })
    return await renderWith(lease, rendering)
  } catch (error) {
    if (lease.lost.aborted) return 'browser_lost'
    if (deadline.expired()) return { status: 'failed', reason: 'no_evidence' }
    throw error
  } finally {
    // The report does not wait for the release, which takes a moment and hangs when the page does.
    void lease.release()
  }
}

function logFields({ kind, target, decision, block, error }: EgressRecord) {
  // Neither path nor query is logged: they belong to the buyer and to the page.
  const host = target === null ? null : `${target.host}:${target.port}`
  return { kind, host, decision, reason: block ?? error?.code ?? null }
}

/**
 * Milliseconds to wait for a slot, which stays busy briefly while its context closes. Admission never admits more jobs than
 * slots.
 */
const CLEANUP_TIMEOUT_MS = 5_000
const CLEANUP_POLL_MS = 10

type LeaseResult = { readonly status: 'leased'; readonly lease: BrowserLease } | ToolFailure

async function leaseFrom(
  { pool, clock }: RendererOptions,
  deadline: Deadline,
  kind: BrowserKind,
): Promise<LeaseResult> {
  const exclusive = kind === 'exclusive'
  try {
    // Few exclusive browsers run at once, so the other pages of a lost browser wait for one.
    const until = exclusive ? Number.POSITIVE_INFINITY : clock.monotonicMs() + CLEANUP_TIMEOUT_MS
    for (;;) {
      const lease = await pool.lease(deadline.signal, { exclusive })
      if (lease !== null) return { status: 'leased', lease }
      if (clock.monotonicMs() > until) return { status: 'failed', reason: 'at_capacity' }
      await clock.sleep(CLEANUP_POLL_MS, deadline.signal)
    }
  } catch (error) {
    if (deadline.expired()) return { status: 'failed', reason: 'no_evidence' }
    if (!(error instanceof Fault)) throw error
    return { status: 'failed', reason: error.code, detail: error.message }
  }
}

async function renderWith(lease: BrowserLease, rendering: Rendering): Promise<RenderResult> {
  const { job, options, deadline } = rendering
  const { clock, caps } = options
  const userAgent = `${lease.browser.userAgent} ${options.userAgent}`
  const { redirects } = caps
  const order: PageOrder = { url: job.target.href, userAgent, redirects, caps: caps.page }
  const attempts: Attempt[] = []
  let crashes = 0
  let why: Attempt['why'] = 'first'
  for (;;) {
    const { visit, navigation } = await navigateOnce(lease, order, rendering)
    if (visit.starved) {
      visit.close()
      return { status: 'failed', reason: 'host_overloaded' }
    }
    attempts.push(attemptOf(attempts.length + 1, why, navigation))
    if (navigation.observation.outcome === 'crashed') crashes += 1
    const next = retryOf(attempts, crashes, navigation, rendering)
    if (next === null) {
      const listening = listenOn(lease, visit, navigation, rendering).finally(visit.close)
      const navigations = { last: navigation, lease, userAgent, attempts, crashes, listening }
      const rendered = await renderedFrom(navigations, clock, deadline)
      // The evidence may lack what the listener would have recorded.
      lease.processes.failed.throwIfAborted()
      return rendered
    }
    visit.close()
    await clock.sleep(next.waitMs, deadline.signal).catch(() => {})
    why = next.why
  }
}

async function navigateOnce(
  lease: BrowserLease,
  order: PageOrder,
  { job, options, deadline }: Rendering,
): Promise<{ readonly visit: PageVisit; readonly navigation: Navigation }> {
  const from = lease.proxy.records.length
  const visit = await visitPage(lease, order, options.clock, deadline)
  const observation = visit.captured
  const records = lease.proxy.records.slice(from)
  const { mark } = lease.proxy
  const redirectLimit = options.caps.redirects
  const chain = documentRedirects({ observation, first: job.target, records, mark, redirectLimit })
  return { visit, navigation: { observation, chain, records, firstRecord: from } }
}

/** Observes the page while the caller works on the capture. Failures are confirmed meanwhile, late ones afterwards. */
async function listenOn(
  lease: BrowserLease,
  visit: PageVisit,
  captured: Navigation,
  rendering: Rendering,
): Promise<FinalObservation> {
  const { job } = rendering
  const { observation, chain, firstRecord } = captured
  const links = chain.isShown ? (observation.snapshot?.links ?? null) : null
  const concurrentWork = job.onCaptured?.({ target: chain.target, links }) ?? Promise.resolve()
  const [finalObservation, earlyConfirmed] = await Promise.all([
    visit.listen(concurrentWork),
    confirmFailures(lease, captured, rendering, new Map()),
  ])
  const records = lease.proxy.records.slice(firstRecord)
  const finalNavigation = { ...captured, observation: finalObservation, records }
  return {
    observation: finalObservation,
    confirmed: await confirmFailures(lease, finalNavigation, rendering, earlyConfirmed),
  }
}

/** Guard G2: a failure that does not recur in a second navigation a second later is not a fault of the target. */
function retryOf(
  attempts: readonly Attempt[],
  crashes: number,
  { observation, chain }: Navigation,
  { options, deadline }: Rendering,
): { readonly waitMs: number; readonly why: Attempt['why'] } | null {
  // A page that has used up its budget is closed.
  const { limitsHit } = observation
  const isSpent = limitsHit.includes('processor_ms') || limitsHit.includes('events')
  if (attempts.length > 1 || isSpent) return null
  if (crashes > 0 || observation.netError === 'ERR_NETWORK_CHANGED') {
    return deadline.remainingMs() > MIN_NAVIGATION_MS ? { waitMs: 0, why: 'retry_failure' } : null
  }
  if (observation.outcome === 'download' || chain.end.status !== 'final') return null
  // Name resolution is already retried within the first navigation.
  if (chain.error?.phase === 'dns') return null
  // One wait of the whole limit is one fact.
  if (chain.error?.code === 'headers_timeout') return null
  if (hasNoResponse(observation, chain)) return null
  const remainingMs = deadline.remainingMs() - MIN_NAVIGATION_MS
  return nextAttempt(attempts, chain.response, options.clock.now(), remainingMs)
}

/** Whether there is neither a response nor a reason for its absence. */
function hasNoResponse({ netError }: PageObservation, chain: DocumentRedirects): boolean {
  return chain.response === null && chain.error === null && netError === null
}

/** Milliseconds for a second navigation. One that cannot be finished would only discard the first. */
const MIN_NAVIGATION_MS = 6_000

function attemptOf(
  n: number,
  why: Attempt['why'],
  { observation, chain: { response, error, address, target } }: Navigation,
): Attempt {
  return {
    n,
    at: rfc3339(observation.startedAt),
    url: reportedUrl(target.href),
    status: response?.status ?? null,
    outcome: response === null ? 'failed' : 'answered',
    error,
    address: address?.ip ?? null,
    why,
  }
}

/** Maximum number of failures that are confirmed. More than this share one cause. */
const MAX_CONFIRMED = 5
const CONFIRM_TIMEOUT_MS = 4_000

/** Whether the content ended before its announced length, or cannot be decoded. */
function isBodyDamaged({ error }: RequestResult): boolean {
  return error?.code === 'body_incomplete' || error?.code === 'decode_error'
}

/**
 * Repeats requests that failed without a response, a second later and without a browser. `alreadyConfirmed` has the results of requests
 * that were already repeated.
 */
async function confirmFailures(
  lease: BrowserLease,
  { observation, chain, records }: Navigation,
  { options, network, deadline }: Rendering,
  alreadyConfirmed: ReadonlyMap<string, boolean>,
): Promise<ReadonlyMap<string, boolean>> {
  const pageUrl = chain.target.href
  const failed = urlsToConfirm({ observation, records, mark: lease.proxy.mark, pageUrl })
  const urls = failed
    .filter((url) => !alreadyConfirmed.has(url))
    .slice(0, MAX_CONFIRMED - alreadyConfirmed.size)
  const confirmed = new Map(alreadyConfirmed)
  if (urls.length === 0 || deadline.remainingMs() < CONFIRM_TIMEOUT_MS) return confirmed
  const { clock, trust, caps, userAgent } = options
  const confirmDeadline = deadline.within(CONFIRM_TIMEOUT_MS)
  try {
    await clock.sleep(1_000, confirmDeadline.signal)
    // `connect`, because a host of a file is not a host of the page: its failure is that of the request.
    const reach = network.connect
    const tools = {
      network: { ...network, reach },
      trust,
      clock,
      caps,
      userAgent,
      checkedAtMs: clock.now(),
    }
    await Promise.all(
      urls.map(async (url) => {
        const parsed = parseTarget(url)
        if (parsed.status === 'refused') return
        const { last } = await followRedirects(parsed.target, tools, confirmDeadline)
        last.connection?.close()
        // Our own timeout proves nothing either way.
        if (last.response !== null)
          confirmed.set(url, last.response.status >= 400 || isBodyDamaged(last))
        else if (!confirmDeadline.expired()) confirmed.set(url, true)
      }),
    )
  } catch {
    // The deadline ended the wait; the results until then count.
  } finally {
    confirmDeadline.close()
  }
  return confirmed
}
