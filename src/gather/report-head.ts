import { SCREENSHOT_HEIGHT } from '#chrome/image/screenshot.ts'
import { type PageCaps, readiness } from '#chrome/page/visit-page.ts'
import { limitNames, type ReportHead } from '#evidence/evidence.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import { MAX_CANDIDATES } from '#gather/connect/candidates.ts'
import { MAX_READING_MS } from '#gather/content/read-body.ts'
import { MAX_EXTRA_REQUESTS } from '#gather/extra/extra-requests.ts'
import { MAX_ADDRESS_REQUESTS } from '#gather/extra/other-addresses.ts'
import type { RequestCaps } from '#gather/http/request.ts'
import { MAX_QUOTE_REQUESTS } from '#gather/x402/observe.ts'
import type { Routes } from '#net/tcp/default-routes.ts'
import { interfaceAddresses } from '#net/tcp/own-addresses.ts'
import { rfc3339 } from '#runtime/clock.ts'
import { classifyAddress } from '#target/address.ts'
import type { Target } from '#target/target.ts'
import type { ToolJob } from '#tools/job.ts'
import { needsBrowser, type Tool } from '#tools/tool.ts'

/** Limits of one job. A tool uses the limits of the report sections that it fills. */
export interface JobCaps extends RequestCaps {
  readonly deadlineMs: number
  readonly connectTimeoutMs: number
  /** Maximum number of links that are checked. */
  readonly links: number
  readonly page: PageCaps
}

/** The observer, its location and its caps: the same for all jobs. */
export interface Vantage {
  readonly caps: JobCaps
  readonly service: ReportHead['service']
  readonly vantageLabel: string
}

/** The parts of the report head that differ between jobs. */
interface JobFacts {
  readonly final: Target
  /** User-Agent that was sent to the target. */
  readonly userAgent: string
  readonly canary: ReportHead['egress_canary']
  readonly limitsHit: readonly ReportHead['limits_hit'][number][]
  readonly truncated: ReportHead['truncated']
  readonly skipped: ReportHead['skipped']
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly durationMs: number
  /** Time that this host did not give to the job, in milliseconds. */
  readonly hostLostMs: number
  readonly routes: Routes
}

/** The members of a report that every tool has, before those of its evidence. */
export function reportHead(job: ToolJob, vantage: Vantage, facts: JobFacts): ReportHead {
  return {
    job_id: job.jobId,
    tool: job.tool,
    requested_url: job.requestedUrl,
    normalized_url: job.target.href,
    final_url: reportedUrl(facts.final.href),
    checked_at: rfc3339(facts.startedAt),
    duration_ms: facts.durationMs,
    limits: limitsOf(job.tool, vantage.caps),
    limits_hit: limitNames.filter((name) => facts.limitsHit.includes(name)),
    truncated: { ...facts.truncated },
    skipped: [...facts.skipped],
    egress_canary: facts.canary,
    service: vantage.service,
    vantage: {
      label: vantage.vantageLabel,
      ...facts.routes,
      host_lost_ms: facts.hostLostMs,
      user_agent: facts.userAgent,
      egress_ips: interfaceAddresses()
        .filter((ip) => classifyAddress(ip).status === 'vetted')
        .sort(),
    },
  }
}

/** The caps as written in the report. */
function limitsOf(tool: Tool, caps: JobCaps): ReportHead['limits'] {
  return {
    deadline_ms: caps.deadlineMs,
    redirects: caps.redirects,
    connect_timeout_ms: caps.connectTimeoutMs,
    headers_timeout_ms: caps.headersTimeoutMs,
    header_bytes: caps.headerBytes,
    body_bytes: caps.bodyBytes,
    decoded_body_bytes: caps.decodedBodyBytes,
    addresses: MAX_CANDIDATES,
    address_requests: MAX_ADDRESS_REQUESTS,
    reading_ms: MAX_READING_MS,
    quote_requests: MAX_QUOTE_REQUESTS,
    browser: needsBrowser(tool) ? browserLimits(caps.page) : null,
    links: tool === 'verify_page' ? caps.links : null,
    extra_requests: tool === 'render_page' ? 0 : MAX_EXTRA_REQUESTS,
  }
}

function browserLimits(page: PageCaps): ReportHead['limits']['browser'] {
  return {
    requests: page.requests,
    transfer_bytes: page.transferBytes,
    frames: page.frames,
    processor_ms: page.processorMs,
    events: page.events,
    console_events: page.consoleEvents,
    workers: page.workers,
    dom_content_loaded_ms: readiness.domContentLoadedMs,
    load_ms: readiness.loadMs,
    quiet_ms: readiness.quietMs,
    settle_ms: readiness.settleMs,
    patience_ms: page.patienceMs,
    screenshot_height: SCREENSHOT_HEIGHT,
  }
}
