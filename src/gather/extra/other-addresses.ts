import type { AddressRequest, DnsEvidence, DnsObservation } from '#evidence/dns.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import { type ConnectResult, type ConnectTools, openConnection } from '#gather/http/connect.ts'
import type { RedirectChain } from '#gather/http/follow-redirects.ts'
import { contentTypeOf, firstOf } from '#gather/http/headers.ts'
import { isRedirectStatus } from '#gather/http/redirects.ts'
import { type RequestResult, type RequestTools, request } from '#gather/http/request.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import type { HttpConnection, HttpResponse } from '#net/http/contract.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { Target } from '#target/target.ts'

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

/** Connections to the further addresses of the hosts of a chain, for one request each. */
export interface OpenedAddresses {
  /** The network for the requests of the chain: it opens them as soon as it has reached a host. */
  readonly network: JobNetwork
  /** The connection to an address, which then belongs to the caller; null when none was opened. */
  take(target: Target, address: VettedAddress): Promise<ConnectResult | null>
  /** Closes the connections that were not taken. */
  close(): void
}

/**
 * Opens the connections to further addresses while the page is requested, so that only the requests come after it: they then take
 * one round trip instead of three.
 */
export function openAddressesAhead(tools: ConnectTools, deadline: Deadline): OpenedAddresses {
  const { network } = tools
  const opened = new Map<string, Promise<ConnectResult | null>>()
  const openAll = async (target: Target) => {
    for (const address of await network.otherAddresses(target)) {
      const key = keyOf(target.host, target.port, address.ip)
      if (opened.has(key) || opened.size >= MAX_ADDRESS_REQUESTS) continue
      const only = { ...tools, network: networkOver(address, network) }
      // Whatever ended it, the request opens another connection.
      opened.set(
        key,
        openConnection({ target, tools: only, deadline }).catch(() => null),
      )
    }
  }
  const reach: JobNetwork['reach'] = async (target, attemptDeadline) => {
    const reached = await network.reach(target, attemptDeadline)
    if (reached.status === 'reached') openAll(target).catch(() => {})
    return reached
  }
  return {
    network: { ...network, reach },
    take: async ({ host, port }, { ip }) => {
      const key = keyOf(host, port, ip)
      const taken = opened.get(key) ?? null
      // Stays known, so that it is not opened again.
      if (taken !== null) opened.set(key, Promise.resolve(null))
      return taken
    },
    close: () => {
      for (const connecting of opened.values()) {
        void connecting.then((one) => one?.status === 'open' && one.connection.close())
      }
    },
  }
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
  opened: OpenedAddresses,
  tools: RequestTools,
  deadline: Deadline,
): Promise<OtherAddresses> {
  const looks = await looksAt(chain, tools.network)
  const isSkipped = looks.length > 0 && deadline.remainingMs() < MIN_REMAINING_MS
  if (looks.length === 0 || isSkipped) return { requests: new Map(), tls: [], isSkipped }
  using looksDeadline = deadline.within(TIMEOUT_MS)
  const results = await Promise.all(
    looks.map(async (look) => {
      const connection = await opened.take(look.hop.target, look.address)
      return { look, result: await requestOver(look, connection, tools, looksDeadline) }
    }),
  )
  const requests = new Map<string, AddressRequest>()
  const tls: TlsObservation[] = []
  for (const { look, result } of results) {
    const record = await recordOf(look, result, tools, looksDeadline)
    if (record === null) continue
    const { host, port } = look.hop.target
    requests.set(keyOf(host, port, look.address.ip), record)
    if (result.tls !== null && !isSameTls(result.tls, look.hop.tls)) tls.push(result.tls)
  }
  const isCut = results.some(({ result }) => result.error?.code === 'deadline')
  return { requests, tls, isSkipped: isCut }
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

/** One GET over one address, repeated as a page would be. `opened`: the connection for the first attempt. */
async function requestOver(
  { hop, cookie, address }: Look,
  opened: ConnectResult | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult> {
  const idle = opened?.status === 'open' && opened.connection.isReusable ? opened.connection : null
  const network = networkOver(address, tools.network)
  const result = await request(hop.target, cookie, small(network, idle, tools), deadline)
  result.connection?.close()
  // Only a connection that was opened for the request itself comes with its handshake.
  return { ...result, tls: result.tls ?? opened?.tls ?? null }
}

/** The same network, whose only address for any target is this one. */
function networkOver(address: VettedAddress, network: JobNetwork): JobNetwork {
  const reach: JobNetwork['reach'] = async (target, deadline) => {
    const socket = await network.dialAgain(address, target.port, deadline)
    return socket === null
      ? { status: 'unreached', error: notReached, dnsMs: 0, connectMs: null, refusal: null }
      : { status: 'reached', socket, address, dnsMs: 0, connectMs: 0 }
  }
  return { ...network, reach }
}

const notReached = { code: 'connect_reset', phase: 'connect', raw: null, alert: null } as const

function small(
  network: JobNetwork,
  idle: HttpConnection | null,
  tools: RequestTools,
): RequestTools {
  return {
    ...tools,
    network,
    caps: { ...tools.caps, bodyBytes: BODY_BYTES, decodedBodyBytes: BODY_BYTES },
    options: {
      method: 'GET',
      isRepeated: true,
      exchangeTimeoutMs: EXCHANGE_TIMEOUT_MS,
      idle: () => idle,
    },
  }
}

/** Null where the result proves nothing about the address. */
async function recordOf(
  look: Look,
  result: RequestResult,
  tools: RequestTools,
  deadline: Deadline,
): Promise<AddressRequest | null> {
  const { response, error, tls, attempts, timings } = result
  // Our own deadline cut it short, or by now the server does not respond to us over the first address either.
  if (error?.code === 'deadline') return null
  if (response === null && tls?.failure == null && !(await respondsStill(look, tools, deadline)))
    return null
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

async function respondsStill(look: Look, tools: RequestTools, deadline: Deadline) {
  return (await requestFirst(look, tools, deadline))?.response != null
}

/** The same request over the address that served the hop. */
async function requestFirst(
  { hop, cookie }: Look,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult | null> {
  const { address } = hop
  return address && (await requestOver({ hop, cookie, address }, null, tools, deadline))
}

/**
 * Whether the response leads to the same page. A difference counts only if the first address still sends what it sent before:
 * pages change with each request, and servers refuse clients that ask often.
 */
async function isSamePage(
  look: Look,
  response: HttpResponse,
  tools: RequestTools,
  deadline: Deadline,
): Promise<boolean | null> {
  const first = look.hop.response
  if (first === null) return null
  if (leadsToTheSame(first, response)) return true
  const again = (await requestFirst(look, tools, deadline))?.response ?? null
  return again !== null && leadsToTheSame(first, again) ? false : null
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
