import {
  type Evidence,
  type LimitName,
  type Limits,
  limitNames,
  type ReportHead,
} from '../evidence/evidence.ts'
import type { HttpEvidence } from '../evidence/http.ts'
import type { Tool } from '../evidence/scalar.ts'
import type { TimingsEvidence } from '../evidence/timings.ts'
import { Fault } from '../fault.ts'
import type { Connect } from '../net/dial.ts'
import { interfaceAddresses } from '../net/own-addresses.ts'
import type { Resolver } from '../net/resolver.ts'
import { type Routes, readRoutes } from '../net/routes.ts'
import type { TrustStore } from '../net/trust-store.ts'
import { type Clock, rfc3339 } from '../runtime/clock.ts'
import type { Deadline } from '../runtime/deadline.ts'
import { inTurns } from '../runtime/turns.ts'
import { classifyAddress, type OwnAddresses } from '../target/address.ts'
import type { Target } from '../target/target.ts'
import { type Canary, type CanaryState, openCanary } from './canary.ts'
import { readContent } from './content.ts'
import { type CorsReflection, checkCors, corsNotAsked } from './cors-check.ts'
import { httpEvidenceFrom } from './http.ts'
import { checkHttps, type HttpsAvailability, httpsNotTried } from './https-check.ts'
import { type JobNetwork, type NetworkTools, openJobNetwork } from './job-network.ts'
import { type Journey, tlsEvidenceOf, travel } from './journey.ts'
import { redirectsEvidenceFrom } from './redirects.ts'
import { securityEvidence } from './security.ts'
import { noTimings, type Visit, type VisitTools } from './visit.ts'

export interface ProbeOptions {
  readonly clock: Clock
  readonly resolver: Resolver
  readonly own: OwnAddresses
  readonly connect: Connect
  readonly trust: TrustStore
  readonly canaryHosts: readonly string[]
  readonly limits: Limits
  readonly service: Evidence['service']
  readonly vantageLabel: string
  readonly userAgent: string
}

export interface ProbeJob {
  readonly jobId: string
  readonly tool: Tool
  readonly requestedUrl: string
  readonly target: Target
}

export type Gathered =
  | { readonly status: 'gathered'; readonly evidence: Evidence }
  /** Our own failure: nothing can be said of the target. */
  | { readonly status: 'failed'; readonly reason: string }

export interface Probe {
  /** All that one probe sees, by the deadline. Rejects with a Fault only for what should not happen. */
  run(job: ProbeJob, deadline: Deadline): Promise<Gathered>
}

export function openProbe(options: ProbeOptions): Probe {
  const canary = openCanary({ ...options, hosts: options.canaryHosts })
  return {
    run: async (job, deadline) => {
      const startedAt = options.clock.now()
      const started = options.clock.monotonicMs()
      const routes = await readRoutes()
      const connectTimeoutMs = options.limits.connect_timeout_ms
      const network = openJobNetwork({ ...options, routes, connectTimeoutMs }, deadline)
      const tools = { ...options, network, routes, checkedAtMs: startedAt }
      const https = besideHttp(job.target, tools, deadline)
      const journey = await travel(job.target, tools, deadline)
      try {
        const canaryState = await egressOf(journey, canary, deadline)
        if (canaryState === 'unhealthy') return { status: 'failed', reason: 'egress_unhealthy' }
        if (sawNothing(journey, deadline)) return { status: 'failed', reason: 'no_evidence' }
        // What is left goes on side by side; each waits for the deadline at most.
        const [names, cors, availability] = await Promise.all([
          network.evidence(journey.last.target),
          corsOf(journey, tools, deadline),
          https.result(journey),
        ])
        const sections = await sectionsOf(journey, names, cors, availability)
        const head = headOf(job, options, journey, {
          startedAt,
          durationMs: Math.round(options.clock.monotonicMs() - started),
          canaryState,
          routes,
          deadline,
          truncated: { ...names.truncated, ...sections.truncated },
          corsAsked: cors !== null,
        })
        return { status: 'gathered', evidence: { ...head, ...sections.evidence } }
      } finally {
        https.close()
        journey.last.connection?.close()
      }
    },
  }
}

/** The https twin of a plain http URL, looked at while the page is fetched. */
function besideHttp(target: Target, tools: NetworkTools & VisitTools, deadline: Deadline) {
  const own = deadline.within(tools.limits.deadline_ms)
  const found =
    target.scheme === 'http'
      ? tools.network
          .vettedAddresses(target)
          .then((addresses) => checkHttps(target, addresses, tools, own))
      : Promise.resolve(httpsNotTried)
  // Nobody waits for it when the chain ends elsewhere.
  found.catch(() => {})
  return {
    result: async ({ last, end }: Journey): Promise<HttpsAvailability> => {
      // Without a page the report has no place for it, and nobody waits.
      if (last.answer === null || end.status !== 'final') return httpsNotTried
      if (last.target.scheme === 'https') {
        return last.tls?.protocol == null ? httpsNotTried : { available: true, error: null }
      }
      return last.target.host === target.host ? found : httpsNotTried
    },
    close: () => {
      own.cancel(new Fault('probe_ended', 'The probe has ended.'))
      own.close()
    },
  }
}

/** Guard G1: asked only when the target can't be resolved or reached. */
async function egressOf(
  { last }: Journey,
  canary: Canary,
  deadline: Deadline,
): Promise<CanaryState> {
  const phase = last.error?.phase
  if (last.answer !== null || (phase !== 'dns' && phase !== 'connect')) return 'not_checked'
  // What the policy refuses was never tried.
  return last.refusal === null ? canary.check(deadline) : 'not_checked'
}

/** The deadline came before a first observation: nothing could be said but that we were slow. */
function sawNothing({ visits, last }: Journey, deadline: Deadline): boolean {
  if (!deadline.expired() || visits.some((one) => one.answer !== null)) return false
  return last.error?.code === 'deadline' && last.address === null
}

async function corsOf(
  journey: Journey,
  tools: VisitTools,
  deadline: Deadline,
): Promise<CorsReflection | null> {
  if (journey.end.status !== 'final') return null
  return checkCors(journey.last, journey.cookie, tools, deadline)
}

type Names = Awaited<ReturnType<JobNetwork['evidence']>>

async function sectionsOf(
  journey: Journey,
  names: Names,
  cors: CorsReflection | null,
  availability: HttpsAvailability,
) {
  const { last, visits } = journey
  const observed = httpEvidenceFrom(last)
  const page = await pageOf(journey, observed.http)
  const isHttps = last.target.scheme === 'https'
  const security =
    last.answer === null || page === null
      ? null
      : securityEvidence({
          fields: last.answer.fields,
          https: {
            ...availability,
            redirected: visits.some((one) => one.target.scheme === 'http') ? isHttps : null,
            final: isHttps,
          },
          cors: cors ?? corsNotAsked,
          meta: page.meta,
        })
  const evidence = {
    dns: names.dns,
    http: observed.http,
    redirects: redirectsEvidenceFrom(journey.hops, journey.end),
    tls: tlsEvidenceOf(journey),
    timings_ms: timingsOf(visits),
    security,
    content: page?.content ?? null,
    browser: null,
    screenshot: null,
    links: null,
  }
  return { evidence, truncated: observed.truncated }
}

/** The page at the end of the chain; null when the chain ended in a redirect or in nothing. */
async function pageOf({ last, end }: Journey, http: HttpEvidence) {
  if (last.answer === null || end.status !== 'final') return null
  const reading = readContent({
    mediaType: http.media_type,
    charset: http.charset,
    body: last.answer.body.decoded,
    status: last.answer.status,
    url: last.target.href,
    truncated: last.answer.body.truncated || last.error !== null,
  })
  return inTurns(reading)
}

function timingsOf(visits: readonly Visit[]): TimingsEvidence {
  const hops = visits.map(({ timings, target }) => ({ ...timings, url: target.href }))
  const earlier = hops.slice(0, -1)
  const { url: _url, ...last } = hops.at(-1) ?? { ...noTimings, url: '' }
  return {
    ...last,
    redirects_total: earlier.reduce((sum, hop) => sum + hop.total, 0),
    per_hop: hops,
  }
}

interface Circumstances {
  readonly startedAt: number
  readonly durationMs: number
  readonly canaryState: CanaryState
  readonly routes: Routes
  readonly deadline: Deadline
  readonly truncated: ReportHead['truncated']
  readonly corsAsked: boolean
}

function headOf(
  job: ProbeJob,
  options: ProbeOptions,
  journey: Journey,
  at: Circumstances,
): ReportHead {
  return {
    job_id: job.jobId,
    tool: job.tool,
    requested_url: job.requestedUrl,
    normalized_url: job.target.href,
    final_url: journey.last.target.href,
    checked_at: rfc3339(at.startedAt),
    duration_ms: at.durationMs,
    limits: options.limits,
    limits_hit: limitsHit(journey, at.deadline),
    truncated: { ...at.truncated },
    skipped: skippedChecks(journey, at),
    egress_canary: at.canaryState,
    service: options.service,
    vantage: {
      label: options.vantageLabel,
      ...at.routes,
      user_agent: options.userAgent,
      egress_ips: interfaceAddresses()
        .filter((ip) => classifyAddress(ip).status === 'vetted')
        .sort(),
    },
  }
}

function limitsHit({ last, end }: Journey, deadline: Deadline): LimitName[] {
  const hit = new Set<LimitName>(last.answer?.body.limitsHit ?? [])
  if (end.status === 'limit') hit.add('redirects')
  if (deadline.expired()) hit.add('deadline')
  return limitNames.filter((name) => hit.has(name))
}

function skippedChecks(journey: Journey, at: Circumstances): ReportHead['skipped'] {
  const skipped: ReportHead['skipped'] = []
  if (journey.last.error?.code === 'deadline') skipped.push({ check: 'http', reason: 'deadline' })
  if (journey.end.status === 'final' && journey.last.answer !== null && !at.corsAsked) {
    const reason = at.deadline.expired() ? 'deadline' : 'connection_closed'
    skipped.push({ check: 'cors', reason })
  }
  return skipped
}
