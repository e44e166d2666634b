import { metaRefresh, targetOf } from '#content/html/host-references.ts'
import type { ContentInput } from '#content/read-content.ts'
import { type Evidence, type LimitName, limitNames, type ReportHead } from '#evidence/evidence.ts'
import type { HttpEvidence } from '#evidence/http.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { TimingsEvidence } from '#evidence/timings.ts'
import { Fault } from '#fault.ts'
import { readBody } from '#gather/content/read-body.ts'
import {
  type CorsReflection,
  checkCors,
  corsNotRequested,
  isWorthAsking,
} from '#gather/extra/cors-request.ts'
import { type ExtraRequests, withExtraRequests } from '#gather/extra/extra-requests.ts'
import {
  type OpenedAddresses,
  type OtherAddresses,
  openAddressesAhead,
  requestOtherAddresses,
} from '#gather/extra/other-addresses.ts'
import { checkRevocation, type RevocationLists } from '#gather/extra/revocation-list.ts'
import { noTimings } from '#gather/http/connect.ts'
import {
  type FollowTools,
  followRedirects,
  type RedirectChain,
  type Refresh,
  tlsEvidenceOf,
} from '#gather/http/follow-redirects.ts'
import { contentTypeOf, firstOf } from '#gather/http/headers.ts'
import { httpEvidenceFrom } from '#gather/http/http.ts'
import { checkHttps, type HttpsAvailability, httpsNotTried } from '#gather/http/https-check.ts'
import { redirectsEvidenceFrom } from '#gather/http/redirects.ts'
import type { RequestResult, RequestTools } from '#gather/http/request.ts'
import type { CanaryState, EgressCanary } from '#gather/network/egress-canary.ts'
import type { NetworkTools } from '#gather/network/job-network.ts'
import { securityEvidence } from '#gather/security/security.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { refreshAtOnce } from '#target/refresh.ts'
import type { Target } from '#target/target.ts'
import type { ToolFailure } from '#tools/job.ts'

/** The dependencies of a probe of one target over our own sockets. */
export type ProbeTools = NetworkTools &
  FollowTools & {
    readonly revocationLists: RevocationLists
    /** The work of a browser on the same page. Requests that no visitor makes wait for it. */
    readonly browser?: Promise<ExtraRequests>
  }

/** Everything that one probe observed except DNS, which the job's network reports at the end. */
export interface ProbeResult {
  readonly status: 'probed'
  readonly chain: RedirectChain
  readonly canary: CanaryState
  readonly sections: Pick<
    Evidence,
    'http' | 'redirects' | 'tls' | 'timings_ms' | 'security' | 'content' | 'x402'
  >
  /** The requests over further addresses of the hosts, for the DNS evidence. */
  readonly addressRequests: OtherAddresses['requests']
  readonly truncated: ReportHead['truncated']
  readonly limitsHit: readonly LimitName[]
  readonly skipped: ReportHead['skipped']
}

/**
 * Probes a target by the deadline, and with `tools.refresh` also the URL to which its page sends visitors at once. Rejects
 * with a Fault only for unexpected failures.
 */
export async function probeTarget(
  target: Target,
  tools: ProbeTools,
  canary: EgressCanary,
  deadline: Deadline,
): Promise<ProbeResult | ToolFailure> {
  const https = checkHttpsConcurrently(target, tools, deadline)
  const opened = openAddressesAhead(tools, deadline)
  const followTools = { ...tools, network: opened.network }
  const followed = await followRedirects(target, followTools, deadline)
  try {
    const canaryState = await egressOf(followed.last, canary, deadline)
    if (canaryState === 'unhealthy') return { status: 'failed', reason: 'egress_unhealthy' }
    if (hasNoEvidence(followed, deadline)) return { status: 'failed', reason: 'no_evidence' }
    // The rest runs in parallel, each until the deadline at most.
    const [{ chain, ...more }, availability] = await Promise.all([
      askMore(followed, opened, tools, deadline),
      https.result(followed),
      // Started here so that its slow parts overlap; read when the report is assembled.
      tools.network.evidence(followed.last.target),
    ])
    const { evidence, truncated, readingLimits } = await sectionsOf(
      chain,
      more,
      availability,
      deadline,
    )
    return {
      status: 'probed',
      chain,
      canary: canaryState,
      sections: { ...evidence, x402: more.x402 },
      addressRequests: more.addresses.requests,
      truncated,
      limitsHit: [...limitsHit(chain, deadline), ...readingLimits],
      skipped: skippedChecks(chain, more, deadline),
    }
  } finally {
    https.close()
    opened.close()
    followed.last.connection?.close()
  }
}

/**
 * Finds the refresh of a page in its `Refresh` field, or in the meta element of its head. Without a browser nothing else shows
 * where visitors are sent.
 */
export const refreshOf: Refresh = ({ response, error, target }) => {
  if (response === null || error !== null || response.status >= 300) return null
  const field = refreshAtOnce(firstOf(response.fields, 'refresh'))
  if (field !== null) return { kind: 'header_refresh', url: field }
  const { mediaType, charset } = contentTypeOf(firstOf(response.fields, 'content-type'))
  const element = metaRefresh(mediaType, charset, response.body.decoded)
  const url = refreshAtOnce(element?.content ?? null)
  if (element === null || url === null) return null
  return { kind: 'meta_refresh', url: targetOf(url, element.base, target.href)?.href ?? url }
}

/** Checks https on the host of a plain http URL while the page is fetched. */
function checkHttpsConcurrently(
  target: Target,
  tools: NetworkTools & RequestTools,
  deadline: Deadline,
) {
  const httpsDeadline = deadline.within(deadline.remainingMs())
  const availability =
    target.scheme === 'http'
      ? tools.network
          .vettedAddresses(target)
          .then((addresses) => checkHttps(target, addresses, tools, httpsDeadline))
      : Promise.resolve(httpsNotTried)
  // When the chain ends on another host, its result is not awaited.
  availability.catch(() => {})
  return {
    result: async ({ last, end }: RedirectChain): Promise<HttpsAvailability> => {
      // Without a page the report needs it only to say that the other port works.
      const isClosed = last.error?.phase === 'connect' && last.target.scheme === 'http'
      if (end.status !== 'final' || (last.response === null && !isClosed)) return httpsNotTried
      if (last.target.scheme === 'https') {
        return last.tls?.protocol == null ? httpsNotTried : { available: true, error: null }
      }
      return last.target.host === target.host ? availability : httpsNotTried
    },
    close: () => {
      httpsDeadline.cancel(new Fault('probe_ended', 'The probe has ended.'))
      httpsDeadline.close()
    },
  }
}

/** Guard G1: our own egress is checked only when the target cannot be resolved or reached. */
export async function egressOf(
  last: Pick<RequestResult, 'response' | 'error'>,
  canary: EgressCanary,
  deadline: Deadline,
): Promise<CanaryState> {
  const phase = last.error?.phase
  if (last.response !== null || (phase !== 'dns' && phase !== 'connect')) return 'not_checked'
  // A target that the policy refuses was never dialed.
  if (last.error?.code === 'dns_not_public') return 'not_checked'
  return canary.check(deadline, { unresolved: last.error?.code === 'dns_failed' })
}

/** Whether the deadline passed before any observation, so that the report could only say that we were slow. */
function hasNoEvidence({ requests, last }: RedirectChain, deadline: Deadline): boolean {
  if (!deadline.expired() || requests.some((result) => result.response !== null)) return false
  return last.error?.code === 'deadline' && last.address === null
}

/** What the requests that no visitor makes have shown. */
interface MoreResults {
  readonly addresses: OtherAddresses
  readonly revocation: Awaited<ReturnType<typeof checkRevocation>>
  readonly x402: Evidence['x402']
  /** Null when it was not asked, or got no response. */
  readonly cors: CorsReflection | null
}

/**
 * The requests that no visitor makes, in the order in which they may turn a firewall against us. They follow the page, and in a
 * tool with a browser that too.
 */
async function askMore(
  followed: RedirectChain,
  opened: OpenedAddresses,
  tools: ProbeTools,
  deadline: Deadline,
): Promise<MoreResults & { readonly chain: RedirectChain }> {
  const outcome = (await tools.browser) ?? { hasFailedLater: false }
  const chain = await withExtraRequests(followed, outcome, tools, deadline)
  const isBlocked = outcome.hasFailedLater && chain.last.attempts.at(-1)?.status === null
  const [addresses, revocation, x402] = await Promise.all([
    isBlocked ? notRequested : requestOtherAddresses(chain, opened, tools, deadline),
    checkRevocation(chain.requests, tools.revocationLists, tools, deadline),
    quoteOf(chain, tools, deadline),
  ])
  const cors =
    mayAskCors(chain) && !isBlocked
      ? await checkCors(chain.last, chain.cookie, tools, deadline)
      : null
  return { chain, addresses, revocation, x402, cors }
}

const notRequested: OtherAddresses = { requests: new Map(), tls: [], isSkipped: false }

function mayAskCors({ end, last: { response }, cookie }: RedirectChain): boolean {
  return end.status === 'final' && response !== null && isWorthAsking(response, cookie)
}

/** Loaded for a 402 only: few targets are paid resources. */
async function quoteOf({ last, end }: RedirectChain, tools: RequestTools, deadline: Deadline) {
  if (end.status !== 'final' || last.response?.status !== 402) return null
  const { observeQuote } = await import('#gather/x402/observe.ts')
  return observeQuote(last, tools, deadline)
}

async function sectionsOf(
  chain: RedirectChain,
  { cors, ...more }: MoreResults,
  availability: HttpsAvailability,
  deadline: Deadline,
) {
  const { last, requests } = chain
  const observed = httpEvidenceFrom(last)
  const input = pageInputOf(chain, observed.http)
  const page = input && (await readBody(input, deadline))
  const readingLimits: readonly LimitName[] = input !== null && page === null ? ['reading_ms'] : []
  const isHttps = last.target.scheme === 'https'
  const security =
    last.response === null || page === null
      ? null
      : securityEvidence({
          fields: last.response.fields,
          https: {
            ...availability,
            redirected: requests.some((result) => result.target.scheme === 'http') ? isHttps : null,
            final: isHttps,
          },
          cors: cors ?? corsNotRequested,
          meta: page.meta,
        })
  const evidence = {
    http: {
      ...observed.http,
      https_available: last.response === null && !isHttps ? availability.available : null,
    },
    redirects: redirectsEvidenceFrom(chain.hops, chain.end, chain.clientRedirects),
    tls: completeTls(tlsEvidenceOf(chain), more),
    timings_ms: timingsOf(requests),
    security,
    content: page?.content ?? null,
  }
  return { evidence, truncated: observed.truncated, readingLimits }
}

/** The handshakes with the revocation of their certificates, and those with further addresses. */
function completeTls(
  tls: Evidence['tls'],
  { addresses, revocation }: Pick<MoreResults, 'addresses' | 'revocation'>,
): Evidence['tls'] {
  const crlOf = (host: string) =>
    [...revocation].find(([observed]) => observed.host === host)?.[1] ?? null
  return (
    tls && {
      ...tls,
      crl: crlOf(tls.host),
      earlier_hosts: tls.earlier_hosts.map((one) => ({ ...one, crl: crlOf(one.host) })),
      other_addresses: [...addresses.tls],
    }
  )
}

/** The page at the end of the chain; null when the chain ended in a redirect or without a response. */
function pageInputOf({ last, end }: RedirectChain, http: HttpEvidence): ContentInput | null {
  if (last.response === null || end.status !== 'final') return null
  return {
    mediaType: http.media_type,
    charset: http.charset,
    body: last.response.body.decoded,
    status: last.response.status,
    url: last.target.href,
    truncated: last.response.body.truncated || last.error !== null,
  }
}

function timingsOf(requests: readonly RequestResult[]): TimingsEvidence {
  const hops = requests.map(({ timings, target }) => ({
    ...timings,
    url: reportedUrl(target.href),
  }))
  const earlierHops = hops.slice(0, -1)
  const { url: _url, ...last } = hops.at(-1) ?? { ...noTimings, url: '' }
  return {
    ...last,
    redirects_total: earlierHops.reduce((sum, hop) => sum + hop.total, 0),
    per_hop: hops,
  }
}

function limitsHit({ last, end }: RedirectChain, deadline: Deadline): LimitName[] {
  const names = new Set<LimitName>(last.response?.body.limitsHit ?? [])
  if (end.status === 'limit') names.add('redirects')
  if (deadline.expired()) names.add('deadline')
  return limitNames.filter((name) => names.has(name))
}

function skippedChecks(
  chain: RedirectChain,
  { addresses, cors }: MoreResults,
  deadline: Deadline,
): ReportHead['skipped'] {
  const skipped: ReportHead['skipped'] = []
  if (chain.last.error?.code === 'deadline') skipped.push({ check: 'http', reason: 'deadline' })
  if (mayAskCors(chain) && cors === null) {
    const reason = deadline.expired() ? 'deadline' : 'connection_closed'
    skipped.push({ check: 'cors', reason })
  }
  if (addresses.isSkipped) skipped.push({ check: 'addresses', reason: 'deadline' })
  return skipped
}
