import type { DocumentLinks } from '#chrome/contract.ts'
import type { Evidence, Limits, ReportHead } from '#evidence/evidence.ts'
import { limitNames } from '#evidence/evidence.ts'
import type { LinksEvidence } from '#evidence/links.ts'
import type { ScreenshotEvidence } from '#evidence/screenshot.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { checkLinks } from '#gather/links/links.ts'
import { type CanaryState, createEgressCanary } from '#gather/network/egress-canary.ts'
import { createEgressMeter, type EgressMeter } from '#gather/network/egress-meter.ts'
import { createJobNetwork, type JobNetwork } from '#gather/network/job-network.ts'
import type { Resolver } from '#net/dns/resolver.ts'
import { type Routes, readRoutes } from '#net/tcp/default-routes.ts'
import type { Connect } from '#net/tcp/dial.ts'
import { interfaceAddresses } from '#net/tcp/own-addresses.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import { classifyAddress, type OwnAddresses } from '#target/address.ts'
import type { Target } from '#target/target.ts'
import type { EgressCounts, ToolFailure, ToolJob } from '#tools/job.ts'
import type { Tool } from '#tools/tool.ts'
import { egressOf, type Probed, type ProbeTools, probeTarget } from './probe.ts'
import type { Rendered, Renderer, TakenScreenshot } from './render.ts'

export interface InspectionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly resolver: Resolver
  readonly own: OwnAddresses
  readonly connect: Connect
  readonly trust: TrustStore
  readonly canaryHosts: readonly string[]
  /** Of each tool: what a tool does not do has no cap. */
  readonly limits: Readonly<Record<Tool, Limits>>
  readonly service: ReportHead['service']
  readonly vantageLabel: string
  readonly userAgent: string
  /** Null without a browser: only `probe_url` can run then. */
  readonly renderer: Renderer | null
  /** Null where pictures are not kept: the caller gets them, and nobody else. */
  readonly screenshots: { readonly store: ScreenshotStore; readonly baseUrl: string } | null
}

export type Inspected = (
  | {
      readonly status: 'gathered'
      readonly evidence: Evidence
      /** The picture of the page, for whoever asked on this machine. */
      readonly png: Uint8Array | null
    }
  | ToolFailure
) & { readonly egress: EgressCounts }

export interface Inspector {
  /** All that the tool of a job sees, by the deadline. Rejects with a Fault only for what should not happen. */
  run(job: ToolJob, deadline: Deadline): Promise<Inspected>
}

export function createInspector(options: InspectionOptions): Inspector {
  const canary = createEgressCanary({ ...options, hosts: options.canaryHosts })
  return {
    run: async (job, deadline) => {
      const { clock } = options
      const startedAt = clock.now()
      const began = clock.monotonicMs()
      const routes = await readRoutes()
      const limits = options.limits[job.tool]
      const connectTimeoutMs = limits.connect_timeout_ms
      const meter = createEgressMeter()
      const network = createJobNetwork({ ...options, routes, connectTimeoutMs }, deadline)
      const tools = {
        ...options,
        network: meter.over(network),
        routes,
        limits,
        connectTimeoutMs,
        checkedAtMs: startedAt,
      }
      const look = { job, options, tools, network, meter, deadline }
      const seen = await lookers[job.tool](look, canary)
      if (seen.status === 'failed') return { ...seen, egress: meter.counts }
      const names = await network.evidence(seen.last, seen.passed)
      const kept = await keep(seen.picture, job.jobId, options)
      if (kept.status === 'failed') return { ...kept, egress: meter.counts }
      const head = headOf(job, options, {
        startedAt,
        durationMs: Math.round(clock.monotonicMs() - began),
        routes,
        ...seen,
        truncated: { ...names.truncated, ...seen.truncated },
      })
      const { screenshot } = kept
      const evidence = { ...head, dns: names.dns, ...seen.sections, screenshot }
      const png = seen.picture?.png ?? null
      return { status: 'gathered', evidence, png, egress: meter.counts }
    },
  }
}

interface LookTools {
  readonly job: ToolJob
  readonly options: InspectionOptions
  readonly tools: ProbeTools
  /** Uncounted: the browser's proxy tells what became of each request. */
  readonly network: JobNetwork
  readonly meter: EgressMeter
  readonly deadline: Deadline
}

/** What a tool saw, before its picture is kept and its head is written. */
interface Seen extends Pick<Probed, 'canary' | 'truncated' | 'limitsHit' | 'skipped'> {
  readonly status: 'seen'
  /** What the report calls final. */
  readonly last: Target
  /** Hops that only the browser has met. */
  readonly passed: readonly Target[]
  readonly userAgent: string
  readonly sections: Omit<Evidence, keyof ReportHead | 'dns' | 'screenshot'>
  readonly picture: TakenScreenshot | null
}

type Looker = (
  look: LookTools,
  canary: ReturnType<typeof createEgressCanary>,
) => Promise<Seen | ToolFailure>

const lookers: Readonly<Record<Tool, Looker>> = {
  probe_url: async ({ job, options, tools, deadline }, canary) => {
    const probed = await probeTarget(job.target, tools, canary, deadline)
    if (probed.status === 'failed') return probed
    return {
      ...probed,
      status: 'seen',
      last: probed.journey.last.target,
      passed: [],
      userAgent: options.userAgent,
      sections: { ...probed.sections, browser: null, links: null },
      picture: null,
    }
  },

  render_page: async (look, canary) => {
    const { deadline } = look
    const rendered = await render(look)
    if (rendered.status === 'failed') return rendered
    const state = await egressOf(
      { answer: rendered.answer, error: rendered.http.error },
      canary,
      deadline,
    )
    if (state === 'unhealthy') return { status: 'failed', reason: 'egress_unhealthy' }
    if (sawNothing(rendered, deadline)) return { status: 'failed', reason: 'no_evidence' }
    const { target, userAgent, http, redirects, timings_ms, security, content, browser } = rendered
    return {
      ...rendered,
      status: 'seen',
      canary: state,
      last: target,
      userAgent,
      sections: { http, redirects, timings_ms, security, content, browser, tls: null, links: null },
    }
  },

  verify_page: async (look, canary) => {
    const { job, options, tools, deadline } = look
    const rendering = render(look)
    // Links wait for the page, and not for the probe.
    const linking = rendering.then((seen) => linksOf(seen, options, tools, deadline))
    const [probed, rendered, checked] = await Promise.all([
      probeTarget(job.target, tools, canary, deadline),
      rendering,
      linking,
    ])
    if (probed.status === 'failed') return probed
    if (rendered.status === 'failed') return rendered
    const { sections } = probed
    return {
      status: 'seen',
      canary: probed.canary,
      last: probed.journey.last.target,
      passed: [],
      userAgent: options.userAgent,
      truncated: { ...probed.truncated, ...browserLists(rendered.truncated) },
      limitsHit: [...probed.limitsHit, ...rendered.limitsHit, ...checked.limitsHit],
      skipped: [...probed.skipped, ...rendered.skipped, ...checked.skipped],
      sections: {
        ...sections,
        redirects: {
          ...sections.redirects,
          client_redirects: rendered.redirects.client_redirects,
        },
        // What visitors get to see is what the page is; without a rendering, what was sent.
        content: rendered.content?.source === 'dom' ? rendered.content : sections.content,
        browser: rendered.browser,
        links: checked.links,
      },
      picture: rendered.picture,
    }
  },
}

async function render({ job, options, network, meter, deadline }: LookTools): Promise<Rendered> {
  const { renderer } = options
  if (renderer === null) return { status: 'failed', reason: 'browser_unavailable' }
  return renderer.look({ ...job, onEgress: meter.decided }, network, deadline)
}

/** The deadline came before anything was seen: nothing could be said but that we were slow. */
function sawNothing({ http, redirects }: Rendered & { status: 'rendered' }, deadline: Deadline) {
  return (
    deadline.expired() &&
    http.status === null &&
    redirects.hops.length === 0 &&
    http.remote_address === null
  )
}

/** Lists of the browser's own sections: the others of a rendering are not in this report. */
function browserLists(truncated: ReportHead['truncated']): ReportHead['truncated'] {
  return Object.fromEntries(
    Object.entries(truncated).filter(([name]) => name.startsWith('browser.')),
  )
}

interface CheckedLinks {
  readonly links: LinksEvidence | null
  readonly limitsHit: Probed['limitsHit']
  readonly skipped: ReportHead['skipped']
}

async function linksOf(
  rendered: Rendered,
  options: InspectionOptions,
  tools: ProbeTools,
  deadline: Deadline,
): Promise<CheckedLinks> {
  const document: DocumentLinks | null = rendered.status === 'rendered' ? rendered.links : null
  if (rendered.status === 'failed' || document === null) {
    const reason = deadline.expired() ? 'deadline' : 'not_loaded'
    return { links: null, limitsHit: [], skipped: [{ check: 'links', reason }] }
  }
  const most = tools.limits.links ?? 0
  const { random } = options
  const checked = await checkLinks(document, rendered.target, most, { ...tools, random }, deadline)
  return {
    links: checked.links,
    limitsHit: checked.limitsHit,
    skipped: checked.cut ? [{ check: 'links', reason: 'deadline' }] : [],
  }
}

type KeptPicture = { readonly status: 'kept'; readonly screenshot: ScreenshotEvidence | null }

async function keep(
  picture: TakenScreenshot | null,
  jobId: string,
  { screenshots }: InspectionOptions,
): Promise<KeptPicture | ToolFailure> {
  if (picture === null) return { status: 'kept', screenshot: null }
  const { facts, png } = picture
  if (screenshots === null) {
    const screenshot = { ...facts, screenshot_evidence_id: null, url: null, expires_at: null }
    return { status: 'kept', screenshot }
  }
  const saved = await screenshots.store.save(png, jobId)
  // The report was to name a picture that can be fetched: without it nothing is sold.
  if (saved.status === 'refused') return { status: 'failed', reason: `evidence_${saved.reason}` }
  return {
    status: 'kept',
    screenshot: {
      ...facts,
      screenshot_evidence_id: saved.id,
      url: `${screenshots.baseUrl}/evidence/${saved.id}`,
      expires_at: rfc3339(saved.expiresAt),
    },
  }
}

interface Circumstances extends Pick<Seen, 'last' | 'userAgent' | 'canary' | 'limitsHit'> {
  readonly startedAt: number
  readonly durationMs: number
  readonly routes: Routes
  readonly canary: CanaryState
  readonly truncated: ReportHead['truncated']
  readonly skipped: ReportHead['skipped']
}

function headOf(job: ToolJob, options: InspectionOptions, at: Circumstances): ReportHead {
  return {
    job_id: job.jobId,
    tool: job.tool,
    requested_url: job.requestedUrl,
    normalized_url: job.target.href,
    final_url: at.last.href,
    checked_at: rfc3339(at.startedAt),
    duration_ms: at.durationMs,
    limits: options.limits[job.tool],
    limits_hit: limitNames.filter((name) => at.limitsHit.includes(name)),
    truncated: { ...at.truncated },
    skipped: [...at.skipped],
    egress_canary: at.canary,
    service: options.service,
    vantage: {
      label: options.vantageLabel,
      ...at.routes,
      user_agent: at.userAgent,
      egress_ips: interfaceAddresses()
        .filter((ip) => classifyAddress(ip).status === 'vetted')
        .sort(),
    },
  }
}
