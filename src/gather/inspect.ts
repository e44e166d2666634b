import type { DocumentLinks } from '#chrome/contract.ts'
import type { Evidence, ReportHead } from '#evidence/evidence.ts'
import type { LinkItem, LinksEvidence } from '#evidence/links.ts'
import type { ScreenshotEvidence } from '#evidence/screenshot.ts'
import type { ScreenshotStore } from '#evidence/stores.ts'
import { withRequests } from '#gather/extra/other-addresses.ts'
import { createRevocationLists, type RevocationLists } from '#gather/extra/revocation-list.ts'
import { checkLinks } from '#gather/links/links.ts'
import { createEgressCanary, type EgressCanary } from '#gather/network/egress-canary.ts'
import { createEgressMeter, type EgressMeter } from '#gather/network/egress-meter.ts'
import { createJobNetwork, type JobNetwork } from '#gather/network/job-network.ts'
import type { Resolver } from '#net/dns/resolver.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import type { Connect } from '#net/tcp/dial.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { LostTime } from '#runtime/process/host-watch.ts'
import type { Random } from '#runtime/random.ts'
import type { OwnAddresses } from '#target/address.ts'
import type { Target } from '#target/target.ts'
import type { EgressCounts, ToolFailure, ToolJob } from '#tools/job.ts'
import type { Tool } from '#tools/tool.ts'
import { type HostLoad, wasOverloaded } from './host-overload.ts'
import { egressOf, type ProbeResult, type ProbeTools, probeTarget, refreshOf } from './probe.ts'
import type { Renderer, RenderJob, RenderResult } from './render.ts'
import type { CapturedScreenshot, RenderedPage } from './rendered.ts'
import { reportHead, type Vantage } from './report-head.ts'

export interface InspectorOptions extends Vantage {
  readonly clock: Clock
  readonly random: Random
  readonly resolver: Resolver
  readonly ownAddresses: OwnAddresses
  readonly connect: Connect
  readonly trust: TrustStore
  readonly hostLoad: HostLoad
  readonly canaryHosts: readonly string[]
  readonly userAgent: string
  /** Null without a browser: only `probe_url` can run then. */
  readonly renderer: Renderer | null
  /** Null when screenshots are not stored: only the caller gets them. */
  readonly screenshots: { readonly store: ScreenshotStore; readonly baseUrl: string } | null
}

export type InspectionResult = (
  | {
      readonly status: 'gathered'
      readonly evidence: Evidence
      /** The screenshot, for a caller on this machine. */
      readonly png: Uint8Array | null
    }
  | ToolFailure
) & { readonly egress: EgressCounts }

export interface Inspector {
  /** Gathers the evidence of a job's tool by the deadline. Rejects with a Fault only for unexpected failures. */
  run(job: ToolJob, deadline: Deadline): Promise<InspectionResult>
}

export function createInspector(options: InspectorOptions): Inspector {
  const { clock, resolver, ownAddresses, connect } = options
  const canary = createEgressCanary({
    hosts: options.canaryHosts,
    resolver,
    ownAddresses,
    connect,
    clock,
  })
  const revocationLists = createRevocationLists()
  return {
    run: async (job, deadline) => {
      const inspection = await beginInspection(job, options, { canary, revocationLists }, deadline)
      const inspected = await inspect(inspection)
      return { ...inspected, egress: inspection.meter.counts }
    },
  }
}

/** One running job. */
interface Inspection {
  readonly job: ToolJob
  readonly options: InspectorOptions
  readonly canary: EgressCanary
  readonly deadline: Deadline
  /** Start of the job, in epoch and in monotonic milliseconds. */
  readonly startedAt: number
  readonly startedMs: number
  /** Time that the host has lost since the job began. */
  readonly lost: LostTime
  /** The dependencies of the probe; the connections of its network are counted. */
  readonly tools: ProbeTools
  /** The network of the browser. It is not counted here, because the browser's proxy reports the outcome of each request. */
  readonly network: JobNetwork
  readonly meter: EgressMeter
}

async function beginInspection(
  job: ToolJob,
  options: InspectorOptions,
  { canary, revocationLists }: { canary: EgressCanary; revocationLists: RevocationLists },
  deadline: Deadline,
): Promise<Inspection> {
  const { clock, resolver, ownAddresses, connect, trust, caps, userAgent } = options
  const startedAt = clock.now()
  const startedMs = clock.monotonicMs()
  const lost = options.hostLoad.begin()
  const routes = await readRoutes()
  const { connectTimeoutMs } = caps
  const networkTools = { clock, resolver, ownAddresses, connect, routes, connectTimeoutMs }
  const network = createJobNetwork(networkTools, deadline)
  const meter = createEgressMeter()
  const meteredNetwork = meter.metered(network)
  const tools = {
    ...networkTools,
    network: meteredNetwork,
    revocationLists,
    trust,
    caps,
    userAgent,
    checkedAtMs: startedAt,
  }
  const start = { startedAt, startedMs, lost }
  return { job, options, canary, deadline, ...start, tools, network, meter }
}

type Gathered = Omit<Extract<InspectionResult, { status: 'gathered' }>, 'egress'>

async function inspect(inspection: Inspection): Promise<Gathered | ToolFailure> {
  const { job, options, network } = inspection
  const observed = await observers[job.tool](inspection)
  if (observed.status === 'failed') return observed
  const durationMs = Math.round(options.clock.monotonicMs() - inspection.startedMs)
  const { limitsHit } = observed
  const steps = { limitsHit, limits: options.caps, durationMs }
  if (wasOverloaded(inspection.lost, observed.sections, steps)) {
    return { status: 'failed', reason: 'host_overloaded' }
  }
  const names = await network.evidence(observed.final, observed.passed)
  const stored = await storeScreenshot(observed.screenshot, job.jobId, options.screenshots)
  if (stored.status === 'failed') return stored
  const truncated = { ...names.truncated, ...observed.truncated }
  const head = reportHead(job, options, {
    ...observed,
    truncated,
    startedAt: inspection.startedAt,
    durationMs,
    hostLostMs: Math.round(inspection.lost.totalMs()),
    routes: inspection.tools.routes,
  })
  const { screenshot } = stored
  const dns = withRequests(names.dns, observed.addressRequests)
  const evidence = { ...head, dns, ...observed.sections, screenshot }
  return { status: 'gathered', evidence, png: observed.screenshot?.png ?? null }
}

/** The observations of a tool, before its screenshot is stored and the head of the report is written. */
interface Observed
  extends Pick<ProbeResult, 'canary' | 'addressRequests' | 'truncated' | 'limitsHit' | 'skipped'> {
  readonly status: 'observed'
  /** The target that the report calls final. */
  readonly final: Target
  /** Targets of hops that only the browser requested. */
  readonly passed: readonly Target[]
  readonly userAgent: string
  readonly sections: Omit<Evidence, keyof ReportHead | 'dns' | 'screenshot'>
  readonly screenshot: CapturedScreenshot | null
}

type Observer = (inspection: Inspection) => Promise<Observed | ToolFailure>

const observers: Readonly<Record<Tool, Observer>> = {
  probe_url: async ({ job, options, tools, canary, deadline }) => {
    const probed = await probeTarget(job.target, { ...tools, refresh: refreshOf }, canary, deadline)
    if (probed.status === 'failed') return probed
    return {
      ...probed,
      status: 'observed',
      final: probed.chain.last.target,
      passed: [],
      userAgent: options.userAgent,
      sections: { ...probed.sections, browser: null, links: null },
      screenshot: null,
    }
  },

  render_page: async (inspection) => {
    const { canary, deadline } = inspection
    const rendered = await render(inspection)
    if (rendered.status === 'failed') return rendered
    const { response, http } = rendered
    const state = await egressOf({ response, error: http.error }, canary, deadline)
    if (state === 'unhealthy') return { status: 'failed', reason: 'egress_unhealthy' }
    if (hasNoEvidence(rendered, deadline)) return { status: 'failed', reason: 'no_evidence' }
    const { redirects, timings_ms, security, content, browser, x402 } = rendered
    return {
      ...rendered,
      status: 'observed',
      canary: state,
      final: rendered.target,
      addressRequests: new Map(),
      sections: {
        http,
        redirects,
        timings_ms,
        security,
        content,
        browser,
        x402,
        tls: null,
        links: null,
      },
    }
  },

  verify_page: async (inspection) => {
    const { job, options, tools, canary, deadline } = inspection
    const checkLinksOnce = createLinkCheck(inspection)
    // The link check waits for the capture, but not for the probe. The page is observed meanwhile.
    const rendering = render(inspection, async (page) => {
      await checkLinksOnce(page.links, page.target)
    })
    const browser = rendering.then(
      async (result) => ({
        hasFailedLater:
          result.status === 'rendered' &&
          hasFailedLater(result, (await checkLinksOnce(null, result.target)).links),
      }),
      () => ({ hasFailedLater: false }),
    )
    const [probed, rendered] = await Promise.all([
      probeTarget(job.target, { ...tools, browser }, canary, deadline),
      rendering,
    ])
    if (probed.status === 'failed') return probed
    if (rendered.status === 'failed') return rendered
    const checked = await checkLinksOnce(null, rendered.target)
    return {
      status: 'observed',
      canary: probed.canary,
      final: probed.chain.last.target,
      passed: [],
      userAgent: options.userAgent,
      truncated: { ...probed.truncated, ...browserLists(rendered.truncated) },
      limitsHit: [...probed.limitsHit, ...rendered.limitsHit, ...checked.limitsHit],
      skipped: [...probed.skipped, ...rendered.skipped, ...checked.skipped],
      addressRequests: probed.addressRequests,
      sections: { ...mergedSections(probed, rendered), links: checked.links },
      screenshot: rendered.screenshot,
    }
  },
}

/** Whether the browser, or at least half of the links, got no response. The page may be down, or refuse us by now. */
function hasFailedLater({ http }: RenderedPage, links: LinksEvidence | null): boolean {
  const unanswered = (links?.items ?? []).filter(({ code }) => noResponse.has(code)).length
  const isOurLimit = http.error?.code === 'deadline' || http.error?.phase === 'dns'
  return (
    (http.status === null && http.error !== null && !isOurLimit) ||
    (unanswered > 1 && unanswered * 2 >= (links?.checked ?? 0))
  )
}

const noResponse: ReadonlySet<LinkItem['code']> = new Set(['timeout', 'connect_failed', 'reset'])

/** The probe's sections with the additions of the browser. */
function mergedSections({ sections }: ProbeResult, { redirects, content, browser }: RenderedPage) {
  return {
    ...sections,
    redirects: { ...sections.redirects, client_redirects: redirects.client_redirects },
    // Visitors see the rendered page; without a rendering the content is that of the probe's response.
    content: content?.source === 'dom' ? content : sections.content,
    browser,
  }
}

async function render(
  inspection: Inspection,
  onCaptured?: RenderJob['onCaptured'],
): Promise<RenderResult> {
  const { job, options, network, meter, deadline } = inspection
  if (options.renderer === null) return { status: 'failed', reason: 'browser_unavailable' }
  const renderJob = { ...job, onEgress: meter.recordDecision, ...(onCaptured && { onCaptured }) }
  const rendered = await options.renderer.render(renderJob, network, deadline)
  // If the screenshot of a healthy page failed twice, this machine is at fault and no report is sold.
  return rendered.status === 'rendered' && hasInstrumentFailed(rendered)
    ? { status: 'failed', reason: 'screenshot_failed' }
    : rendered
}

function hasInstrumentFailed({ skipped }: RenderedPage): boolean {
  return skipped.some(({ reason }) => reason === 'instrument_failed')
}

/** Whether the deadline passed before any observation, so that the report could only say that we were slow. */
function hasNoEvidence({ http, redirects }: RenderedPage, deadline: Deadline): boolean {
  return (
    deadline.expired() &&
    http.status === null &&
    redirects.hops.length === 0 &&
    http.remote_address === null
  )
}

/** Truncated lists of the browser section: the rendering's other sections are not in a `verify_page` report. */
function browserLists(truncated: ReportHead['truncated']): ReportHead['truncated'] {
  return Object.fromEntries(
    Object.entries(truncated).filter(([name]) => name.startsWith('browser.')),
  )
}

interface LinksResult {
  readonly links: LinksEvidence | null
  readonly limitsHit: ProbeResult['limitsHit']
  readonly skipped: ReportHead['skipped']
}

/** Returns a function that checks the links of the first capture. Later calls return the same result. */
function createLinkCheck(inspection: Inspection) {
  let result: Promise<LinksResult> | null = null
  return (document: DocumentLinks | null, target: Target): Promise<LinksResult> => {
    result ??= linksOf(document, target, inspection)
    return result
  }
}

async function linksOf(
  document: DocumentLinks | null,
  target: Target,
  { options, tools, deadline }: Inspection,
): Promise<LinksResult> {
  if (document === null) {
    const reason = deadline.expired() ? 'deadline' : 'not_loaded'
    return { links: null, limitsHit: [], skipped: [{ check: 'links', reason }] }
  }
  const { random, caps } = options
  const checked = await checkLinks({ document, target }, caps.links, { ...tools, random }, deadline)
  return {
    links: checked.links,
    limitsHit: checked.limitsHit,
    skipped: checked.isIncomplete ? [{ check: 'links', reason: 'deadline' }] : [],
  }
}

type StoredEvidence = {
  readonly status: 'stored'
  readonly screenshot: ScreenshotEvidence | null
}

async function storeScreenshot(
  captured: CapturedScreenshot | null,
  jobId: string,
  screenshots: InspectorOptions['screenshots'],
): Promise<StoredEvidence | ToolFailure> {
  if (captured === null) return { status: 'stored', screenshot: null }
  const { facts, png } = captured
  if (screenshots === null) {
    const screenshot = { ...facts, screenshot_evidence_id: null, url: null, expires_at: null }
    return { status: 'stored', screenshot }
  }
  const saved = await screenshots.store.save(png, jobId)
  // A report must name a screenshot that can be fetched; otherwise it is not sold.
  if (saved.status === 'refused') return { status: 'failed', reason: `evidence_${saved.reason}` }
  return {
    status: 'stored',
    screenshot: {
      ...facts,
      screenshot_evidence_id: saved.id,
      url: `${screenshots.baseUrl}/evidence/${saved.id}`,
      expires_at: rfc3339(saved.expiresAt),
    },
  }
}
