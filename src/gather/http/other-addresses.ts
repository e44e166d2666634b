import type { AddressRequest, DnsEvidence, DnsObservation } from '#evidence/dns.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { RedirectChain } from './follow-redirects.ts'
import { contentTypeOf, firstOf } from './headers.ts'
import { isRedirectStatus } from './redirects.ts'
import { type RequestResult, type RequestTools, request } from './request.ts'

/** Maximum number of requests over further addresses of the hosts of one chain: those of the last host come first. */
export const MAX_ADDRESS_REQUESTS = 6
/** Maximum milliseconds for all of them, and the least that one attempt and its repetition need. */
const TIMEOUT_MS = 8_000
const MIN_REMAINING_MS = 2_500
const EXCHANGE_TIMEOUT_MS = 4_000
/** The start of a page is enough to compare it. */
const BODY_BYTES = 65_536

export interface OtherAddresses {
  /** The requests, by `keyOf` the endpoint and address. */
  readonly requests: ReadonlyMap<string, AddressRequest>
  /** Handshakes that gave another certificate, chain or failure than that with the first address. */
  readonly tls: readonly TlsObservation[]
  /** The deadline left no time. */
  readonly isSkipped: boolean
}

/** One address of a hop, and the result of the hop over the address that served it. */
interface Look {
  readonly hop: RequestResult
  readonly cookie: string | null
  readonly address: VettedAddress
}

/**
 * Requests each hop of the chain once over every further address that accepted a connection: visitors get one of them, and its
 * certificate or its page may be an old one. Comes after the page, so that it cannot disturb it.
 */
export async function requestOtherAddresses(
  chain: RedirectChain,
  tools: RequestTools,
  deadline: Deadline,
): Promise<OtherAddresses> {
  const looks = await looksAt(chain, tools.network)
  const isSkipped = looks.length > 0 && deadline.remainingMs() < MIN_REMAINING_MS
  if (looks.length === 0 || isSkipped) return { requests: new Map(), tls: [], isSkipped }
  using looksDeadline = deadline.within(TIMEOUT_MS)
  const results = await Promise.all(
    looks.map(async (look) => ({ look, result: await requestOver(look, tools, looksDeadline) })),
  )
  const requests = new Map<string, AddressRequest>()
  const tls: TlsObservation[] = []
  for (const { look, result } of results) {
    // What our own deadline cut short proves nothing about the address.
    if (result.error?.code === 'deadline') continue
    const { host, port } = look.hop.target
    requests.set(
      keyOf(host, port, look.address.ip),
      await recordOf(look, result, tools, looksDeadline),
    )
    if (result.tls !== null && !isSameTls(result.tls, look.hop.tls)) tls.push(result.tls)
  }
  return { requests, tls, isSkipped: requests.size < looks.length }
}

/** The same DNS evidence with the request of each address. */
export function withRequests(
  dns: DnsEvidence,
  requests: ReadonlyMap<string, AddressRequest>,
): DnsEvidence {
  const added = <T extends DnsObservation>(observed: T): T => ({
    ...observed,
    candidates_tried: observed.candidates_tried.map((candidate) => ({
      ...candidate,
      request: requests.get(keyOf(observed.hostname, candidate.port, candidate.ip)) ?? null,
    })),
  })
  return requests.size === 0
    ? dns
    : { ...added(dns), earlier_hosts: dns.earlier_hosts.map((earlier) => added(earlier)) }
}

function keyOf(host: string, port: number, ip: string): string {
  return `${host} ${port} ${ip}`
}

/** The last hop first; of several requests to one endpoint the last, which had its cookies, or else the first, which had none. */
async function looksAt(
  { requests, last, cookie }: RedirectChain,
  network: JobNetwork,
): Promise<readonly Look[]> {
  const hops = new Map<string, RequestResult>()
  for (const hop of [last, ...requests]) {
    const { host, port } = hop.target
    if (hop.response !== null && !hops.has(`${host} ${port}`)) hops.set(`${host} ${port}`, hop)
  }
  const looks = await Promise.all(
    [...hops.values()].map(async (hop) => {
      const addresses = await network.otherAddresses(hop.target)
      return addresses.map((address) => ({ hop, address, cookie: hop === last ? cookie : null }))
    }),
  )
  return looks.flat().slice(0, MAX_ADDRESS_REQUESTS)
}

/** One GET over one address, repeated as a page would be. */
async function requestOver(
  { hop, cookie, address }: Look,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult> {
  const { network } = tools
  const reach: JobNetwork['reach'] = async (target, attemptDeadline) => {
    const socket = await network.dialAgain(address, target.port, attemptDeadline)
    return socket === null
      ? { status: 'unreached', error: notReached, dnsMs: 0, connectMs: null, refusal: null }
      : { status: 'reached', socket, address, dnsMs: 0, connectMs: 0 }
  }
  const result = await request(hop.target, cookie, small({ ...network, reach }, tools), deadline)
  result.connection?.close()
  return result
}

const notReached = { code: 'connect_reset', phase: 'connect', raw: null, alert: null } as const

function small(network: JobNetwork, tools: RequestTools): RequestTools {
  return {
    ...tools,
    network,
    caps: { ...tools.caps, bodyBytes: BODY_BYTES, decodedBodyBytes: BODY_BYTES },
    options: {
      method: 'GET',
      isRepeated: true,
      exchangeTimeoutMs: EXCHANGE_TIMEOUT_MS,
      idle: () => null,
    },
  }
}

async function recordOf(
  look: Look,
  result: RequestResult,
  tools: RequestTools,
  deadline: Deadline,
): Promise<AddressRequest> {
  const { response, error, tls, attempts, timings } = result
  return {
    url: reportedUrl(look.hop.target.href),
    status: response?.status ?? null,
    error: response === null ? (error?.code ?? null) : null,
    tries: attempts.length,
    certificate_ok: tls === null || tls.failure !== null ? null : tls.authorized === true,
    same_page: response === null ? null : await isSamePage(look, response, tools, deadline),
    ms: timings.total,
  }
}

/**
 * Whether the response leads to the same page. A difference counts only if the first address still sends what it sent before:
 * pages change with each request, and servers refuse clients that ask often.
 */
async function isSamePage(
  { hop, cookie }: Look,
  response: HttpResponse,
  tools: RequestTools,
  deadline: Deadline,
): Promise<boolean | null> {
  const { response: first, address } = hop
  if (first === null || address === null) return null
  if (leadsToTheSame(first, response)) return true
  const again = await requestOver({ hop, cookie, address }, tools, deadline)
  return again.response !== null && leadsToTheSame(first, again.response) ? false : null
}

function leadsToTheSame(a: HttpResponse, b: HttpResponse): boolean {
  if (a.status !== b.status) return false
  if (isRedirectStatus(a.status)) return locationOf(a) === locationOf(b)
  if (a.body.sha256 === b.body.sha256) return true
  return mediaTypeOf(a) === mediaTypeOf(b) && overlap(wordsOf(a), wordsOf(b)) >= SAME_WORDS
}

/** Without the query, which may have a number of the request. */
function locationOf({ fields }: HttpResponse): string | null {
  return firstOf(fields, 'location')?.replace(/[?#].*$/s, '') ?? null
}

function mediaTypeOf({ fields }: HttpResponse): string | null {
  return contentTypeOf(firstOf(fields, 'content-type')).mediaType
}

// Two renderings of one page share nearly all words, and another page shares the commonest only.
const SAME_WORDS = 0.3

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

/** The words of the start of a body, without tags, which all pages share. */
function wordsOf({ body }: HttpResponse): ReadonlySet<string> {
  const markup = new TextDecoder().decode(body.decoded.subarray(0, BODY_BYTES))
  const text = markup.replace(/<[^<>]*>/g, ' ').toLowerCase()
  return new Set(text.match(/[\p{L}\p{N}]{2,40}/gu))
}

/** Whether the certificates and the failure of two handshakes are the same. */
function isSameTls(a: TlsObservation, b: TlsObservation | null): boolean {
  const key = (tls: TlsObservation) =>
    [tls.failure?.code, tls.authorized, ...tls.chain.map(({ sha256 }) => sha256)].join(' ')
  return b !== null && key(a) === key(b)
}
