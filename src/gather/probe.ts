import { type Evidence, type LimitName, limitNames, type ReportHead } from '#evidence/evidence.ts'
import type { HttpEvidence } from '#evidence/http.ts'
import type { TimingsEvidence } from '#evidence/timings.ts'
import { Fault } from '#fault.ts'
import { readContent } from '#gather/content/content.ts'
import { type CorsReflection, checkCors, corsNotAsked } from '#gather/http/cors-check.ts'
import {
  followRedirects,
  type RedirectChain,
  tlsEvidenceOf,
} from '#gather/http/follow-redirects.ts'
import { httpEvidenceFrom } from '#gather/http/http.ts'
import { checkHttps, type HttpsAvailability, httpsNotTried } from '#gather/http/https-check.ts'
import { redirectsEvidenceFrom } from '#gather/http/redirects.ts'
import { noTimings, type RequestResult, type RequestTools } from '#gather/http/request.ts'
import type { CanaryState, EgressCanary } from '#gather/network/egress-canary.ts'
import type { NetworkTools } from '#gather/network/job-network.ts'
import { securityEvidence } from '#gather/security/security.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { inTurns } from '#runtime/turns.ts'
import type { Target } from '#target/target.ts'
import type { ToolFailure } from '#tools/job.ts'

/** What a look at one target over our own sockets needs. */
export type ProbeTools = NetworkTools & RequestTools

/** Everything that one probe saw but the names, which the job's network tells at the end. */
export interface Probed {
  readonly status: 'probed'
  readonly journey: RedirectChain
  readonly canary: CanaryState
  readonly sections: Pick<
    Evidence,
    'http' | 'redirects' | 'tls' | 'timings_ms' | 'security' | 'content'
  >
  readonly truncated: ReportHead['truncated']
  readonly limitsHit: readonly LimitName[]
  readonly skipped: ReportHead['skipped']
}

/** All that one probe sees of a target, by the deadline. Rejects with a Fault only for what should not happen. */
export async function probeTarget(
  target: Target,
  tools: ProbeTools,
  canary: EgressCanary,
  deadline: Deadline,
): Promise<Probed | ToolFailure> {
  const https = besideHttp(target, tools, deadline)
  const journey = await followRedirects(target, tools, deadline)
  try {
    const canaryState = await egressOf(journey.last, canary, deadline)
    if (canaryState === 'unhealthy') return { status: 'failed', reason: 'egress_unhealthy' }
    if (sawNothing(journey, deadline)) return { status: 'failed', reason: 'no_evidence' }
    // What is left goes on side by side; each waits for the deadline at most.
    const [cors, availability] = await Promise.all([
      corsOf(journey, tools, deadline),
      https.result(journey),
      // Asked for here so that its slow parts overlap; told when the report is put together.
      tools.network.evidence(journey.last.target),
    ])
    const { evidence, truncated } = await sectionsOf(journey, cors, availability)
    return {
      status: 'probed',
      journey,
      canary: canaryState,
      sections: evidence,
      truncated,
      limitsHit: limitsHit(journey, deadline),
      skipped: skippedChecks(journey, deadline, cors !== null),
    }
  } finally {
    https.close()
    journey.last.connection?.close()
  }
}

/** The https twin of a plain http URL, looked at while the page is fetched. */
function besideHttp(target: Target, tools: NetworkTools & RequestTools, deadline: Deadline) {
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
    result: async ({ last, end }: RedirectChain): Promise<HttpsAvailability> => {
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
export async function egressOf(
  last: Pick<RequestResult, 'answer' | 'error'>,
  canary: EgressCanary,
  deadline: Deadline,
): Promise<CanaryState> {
  const phase = last.error?.phase
  if (last.answer !== null || (phase !== 'dns' && phase !== 'connect')) return 'not_checked'
  // What the policy refuses was never tried.
  return last.error?.code === 'dns_not_public' ? 'not_checked' : canary.check(deadline)
}

/** The deadline came before a first observation: nothing could be said but that we were slow. */
function sawNothing({ visits, last }: RedirectChain, deadline: Deadline): boolean {
  if (!deadline.expired() || visits.some((one) => one.answer !== null)) return false
  return last.error?.code === 'deadline' && last.address === null
}

async function corsOf(
  journey: RedirectChain,
  tools: RequestTools,
  deadline: Deadline,
): Promise<CorsReflection | null> {
  if (journey.end.status !== 'final') return null
  return checkCors(journey.last, journey.cookie, tools, deadline)
}

async function sectionsOf(
  journey: RedirectChain,
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
    http: observed.http,
    redirects: redirectsEvidenceFrom(journey.hops, journey.end),
    tls: tlsEvidenceOf(journey),
    timings_ms: timingsOf(visits),
    security,
    content: page?.content ?? null,
  }
  return { evidence, truncated: observed.truncated }
}

/** The page at the end of the chain; null when the chain ended in a redirect or in nothing. */
async function pageOf({ last, end }: RedirectChain, http: HttpEvidence) {
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

function timingsOf(visits: readonly RequestResult[]): TimingsEvidence {
  const hops = visits.map(({ timings, target }) => ({ ...timings, url: target.href }))
  const earlier = hops.slice(0, -1)
  const { url: _url, ...last } = hops.at(-1) ?? { ...noTimings, url: '' }
  return {
    ...last,
    redirects_total: earlier.reduce((sum, hop) => sum + hop.total, 0),
    per_hop: hops,
  }
}

function limitsHit({ last, end }: RedirectChain, deadline: Deadline): LimitName[] {
  const hit = new Set<LimitName>(last.answer?.body.limitsHit ?? [])
  if (end.status === 'limit') hit.add('redirects')
  if (deadline.expired()) hit.add('deadline')
  return limitNames.filter((name) => hit.has(name))
}

function skippedChecks(
  journey: RedirectChain,
  deadline: Deadline,
  corsAsked: boolean,
): ReportHead['skipped'] {
  const skipped: ReportHead['skipped'] = []
  if (journey.last.error?.code === 'deadline') skipped.push({ check: 'http', reason: 'deadline' })
  if (journey.end.status === 'final' && journey.last.answer !== null && !corsAsked) {
    const reason = deadline.expired() ? 'deadline' : 'connection_closed'
    skipped.push({ check: 'cors', reason })
  }
  return skipped
}
