import type { DnsEvidence, DnsObservation } from '#evidence/dns.ts'
import {
  type DialOutcome,
  dialedOutcome,
  hasRoute,
  ipv6Status,
  pickCandidates,
  skippedOutcome,
  strongestFailure,
  wasInterrupted,
} from '#gather/connect/candidates.ts'
import {
  type AddressEvidence,
  type AddressRun,
  type AddressTools,
  dialTwice,
  tryAddresses,
} from '#gather/connect/try-addresses.ts'
import { type DnsTools, type ListCount, type ObservedDns, observeDns } from '#gather/dns/dns.ts'
import type { Resolver } from '#net/dns/resolver.ts'
import {
  type DialError,
  type DialResult,
  dial,
  type ReachResult,
  type TcpSocket,
} from '#net/tcp/dial.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { inIpOrder } from '#target/ip.ts'
import type { Target } from '#target/target.ts'

/** The network of one job. Each name is resolved once, so that no name can rebind within a job. */
export interface JobNetwork {
  /** Connects to the target: the first time to all its addresses in parallel, later to the one that responded. */
  reach(target: Target, deadline: Deadline): Promise<ReachResult>
  /**
   * Connects for one request of a browser, with the same pinned names, to one address after the other. The other DNS records
   * of a host are resolved only if the report includes the host.
   */
  connect(target: Target, deadline: Deadline): Promise<ReachResult>
  /** Opens another connection to an address that was reached; null when none can be opened. */
  dialAgain(address: VettedAddress, port: 80 | 443, deadline: Deadline): Promise<TcpSocket | null>
  /** Addresses of the target that accepted a connection of `reach`, besides the one that it chose. Waits for all attempts. */
  otherAddresses(target: Target): Promise<readonly VettedAddress[]>
  /** The addresses of a host that the policy allows; empty when it refuses the host or when the host has no address. */
  vettedAddresses(target: Target): Promise<readonly VettedAddress[]>
  /**
   * All observed names and addresses of the main path, starting with the last target: those of `reach`, and those of `passed`,
   * the hops that only `connect` used. Waits for slow ones until the deadline.
   */
  evidence(
    last: Target,
    passed?: readonly Target[],
  ): Promise<{ dns: DnsEvidence; truncated: Readonly<Record<string, ListCount>> }>
}

export interface NetworkTools extends DnsTools, AddressTools {
  readonly resolver: Resolver
}

type ExtraQueries = Parameters<typeof observeDns>[3]

interface Host {
  readonly observed: Promise<ObservedDns>
}

interface Endpoint {
  readonly target: Target
  readonly host: Host
  /** Whether it is on the main path. Other hosts of a page are reported with its requests. */
  isReported: boolean
  run: AddressRun | null
  /** Results of `connect` by address, reported when there was no full `run`. */
  readonly dialed: Map<string, DialOutcome>
  selected: VettedAddress | null
}

/** `deadline` limits the work that continues in parallel with the main path. */
export function createJobNetwork(tools: NetworkTools, deadline: Deadline): JobNetwork {
  const hosts = new Map<string, Host>()
  const lookups = tools.resolver.forJob()
  const endpoints = new Map<string, Endpoint>()

  const endpointOf = (target: Target, extras: ExtraQueries = 'at_once'): Endpoint => {
    const key = `${target.host} ${target.port}`
    const isReported = extras === 'at_once'
    const existing = endpoints.get(key)
    if (existing !== undefined) {
      existing.isReported ||= isReported
      return existing
    }
    const resolver = isReported ? lookups.documents : lookups.subresources
    const host = hosts.get(target.host) ?? {
      observed: observeDns(target, { ...tools, resolver }, deadline, extras),
    }
    hosts.set(target.host, host)
    const dialed = new Map<string, DialOutcome>()
    const endpoint: Endpoint = { target, host, isReported, run: null, dialed, selected: null }
    endpoints.set(key, endpoint)
    return endpoint
  }

  return {
    reach: async (target, requestDeadline) => {
      const endpoint = endpointOf(target)
      const resolved = await resolve(endpoint.host.observed, tools)
      if (resolved.status === 'unreached') return resolved
      const { run, selected } = endpoint
      return run === null || selected === null
        ? connectFirst(endpoint, resolved, tools, deadline)
        : reconnect({ ...endpoint, selected }, resolved, tools, requestDeadline)
    },
    connect: async (target, requestDeadline) => {
      const endpoint = endpointOf(target, 'when_reported')
      const resolved = await resolve(requestDeadline.race(endpoint.host.observed), tools)
      if (resolved.status === 'unreached') return resolved
      return dialInSequence(endpoint, resolved, tools, requestDeadline)
    },
    dialAgain: async (address, port, requestDeadline) => {
      const dialed = await dial(address, port, tools, requestDeadline)
      return dialed.status === 'connected' ? dialed.socket : null
    },
    otherAddresses: async (target) => {
      const { host, run, selected } = endpointOf(target)
      const vetted = (await host.observed).host
      if (run === null || vetted.status !== 'vetted') return []
      const reached = (await run.all).candidates_tried.filter(({ ok }) => ok)
      return vetted.addresses.filter(
        (address) => address !== selected && reached.some(({ ip }) => ip === address.ip),
      )
    },
    vettedAddresses: async (target) => {
      const { host } = await endpointOf(target).host.observed
      return host.status === 'vetted' ? host.addresses : []
    },
    evidence: async (last, passed = []) => {
      const lastEndpoint = endpointOf(last)
      for (const target of passed) endpointOf(target)
      const reported = [...endpoints.values()].filter((endpoint) => endpoint.isReported)
      const ordered = [lastEndpoint, ...reported.filter((endpoint) => endpoint !== lastEndpoint)]
      const observed = await Promise.all(ordered.map(observationOf))
      const [first, ...earlier] = observed as [DnsObservation, ...DnsObservation[]]
      const truncated = (await lastEndpoint.host.observed).truncated
      return { dns: { ...first, earlier_hosts: earlier }, truncated }
    },
  }
}

async function observationOf(endpoint: Endpoint): Promise<DnsObservation> {
  const observed = await endpoint.host.observed
  if (endpoint.run !== null) return observed.complete(await endpoint.run.all)
  return observed.complete(addressEvidenceOf(endpoint, observed))
}

/** The addresses of a host that may be dialed, and how long the request waited for them. */
interface Resolved {
  readonly status: 'resolved'
  readonly addresses: readonly VettedAddress[]
  readonly dnsMs: number
}

async function resolve(
  observed: Promise<ObservedDns>,
  { clock }: NetworkTools,
): Promise<Resolved | Extract<ReachResult, { status: 'unreached' }>> {
  const startedMs = clock.monotonicMs()
  const { host } = await observed
  const dnsMs = Math.round(clock.monotonicMs() - startedMs)
  return host.status === 'vetted'
    ? { status: 'resolved', addresses: host.addresses, dnsMs }
    : unreached(dnsError(host), dnsMs, null, host)
}

/** Connects to all addresses in parallel. `deadline` is that of the job: the attempts continue after the first connection. */
async function connectFirst(
  endpoint: Endpoint,
  { addresses, dnsMs }: Resolved,
  tools: NetworkTools,
  deadline: Deadline,
): Promise<ReachResult> {
  const run = tryAddresses(addresses, endpoint.target.port, tools, deadline)
  endpoint.run = run
  const first = await run.first
  if (first.status === 'failed') {
    return unreached(connectError(first.error, first.raw), dnsMs, first.elapsedMs)
  }
  endpoint.selected = first.address
  return { ...first, status: 'reached', dnsMs }
}

/** Connects to the address that served this job before. */
async function reconnect(
  { target, selected }: Endpoint & { readonly selected: VettedAddress },
  { dnsMs }: Resolved,
  tools: NetworkTools,
  deadline: Deadline,
): Promise<ReachResult> {
  const startedMs = tools.clock.monotonicMs()
  const { dialed } = await dialTwice(selected, target.port, tools, deadline)
  const elapsedMs = Math.round(tools.clock.monotonicMs() - startedMs)
  return reachResult(
    dialed.status === 'failed' ? { ...dialed, elapsedMs } : dialed,
    selected,
    dnsMs,
  )
}

/**
 * Connects to the address that served this job before, or else to each candidate until one connects. Each is dialed once: a
 * browser's failed requests are repeated by `gather/render.ts`, and a link without a connection is only unverified.
 */
async function dialInSequence(
  endpoint: Endpoint,
  { addresses, dnsMs }: Resolved,
  tools: NetworkTools,
  requestDeadline: Deadline,
): Promise<ReachResult> {
  const { selected, dialed } = endpoint
  const { port } = endpoint.target
  // A host that has served this job is not reported as unreachable because of one failed connection.
  if (selected !== null) {
    return reachResult(await dial(selected, port, tools, requestDeadline), selected, dnsMs)
  }
  const candidates = pickCandidates(addresses, tools.routes)
  const usable = candidates.filter(({ family }) => hasRoute(family, tools.routes))
  for (const address of candidates) {
    if (!usable.includes(address)) dialed.set(address.ip, skippedOutcome(address, port))
  }
  let elapsedMs = 0
  for (const address of usable) {
    const outcome = await dial(address, port, tools, requestDeadline)
    const tries = (dialed.get(address.ip)?.candidate.tries ?? 0) + (wasInterrupted(outcome) ? 0 : 1)
    dialed.set(address.ip, dialedOutcome(address, port, outcome, tries))
    if (outcome.status === 'connected') {
      endpoint.selected ??= address
      return reachResult(outcome, address, dnsMs, elapsedMs)
    }
    elapsedMs += outcome.elapsedMs
  }
  const { error, raw } = strongestFailure([...dialed.values()])
  return unreached(connectError(error, raw), dnsMs, elapsedMs)
}

/** The result of the last connection attempt. `earlierMs`: milliseconds of the failed attempts before it. */
function reachResult(
  outcome: DialResult,
  address: VettedAddress,
  dnsMs: number,
  earlierMs = 0,
): ReachResult {
  if (outcome.status === 'failed') {
    const connectMs = outcome.elapsedMs + earlierMs
    return unreached(connectError(outcome.error, outcome.raw), dnsMs, connectMs)
  }
  const { socket, connectMs } = outcome
  return { status: 'reached', socket, address, dnsMs, connectMs: connectMs + earlierMs }
}

/** Null when nothing was dialed, so that only the names are reported. */
function addressEvidenceOf(endpoint: Endpoint, { host }: ObservedDns): AddressEvidence | null {
  if (endpoint.dialed.size === 0 || host.status !== 'vetted') return null
  const tried = inIpOrder(
    [...endpoint.dialed.values()].map(({ candidate }) => candidate),
    ({ ip }) => ip,
  )
  return {
    selected_address: endpoint.selected?.ip ?? null,
    candidates_tried: tried,
    ipv6: ipv6Status(
      host.addresses.some(({ family }) => family === 6),
      tried.filter(({ family }) => family === 6),
    ),
  }
}

function unreached(
  error: ExchangeError,
  dnsMs: number,
  connectMs: number | null,
  host?: Awaited<Host['observed']>['host'],
): Extract<ReachResult, { status: 'unreached' }> {
  const refusal = host?.status === 'refused' ? host.refusal : null
  return { status: 'unreached', error, dnsMs, connectMs, refusal }
}

function dnsError(host: Awaited<Host['observed']>['host']): ExchangeError {
  return { code: dnsErrorCode(host), phase: 'dns', raw: host.answer.rcode, alert: null }
}

function dnsErrorCode({
  status,
  answer,
}: Awaited<Host['observed']>['host']): ExchangeError['code'] {
  if (status === 'refused') return 'dns_not_public'
  if (answer.rcode === 'NXDOMAIN') return 'dns_nxdomain'
  return answer.rcode === 'NOERROR' ? 'dns_no_address' : 'dns_failed'
}

function connectError(error: DialError, raw: string): ExchangeError {
  // Our own time ran out: that proves nothing about the target.
  if (raw === 'DEADLINE') return { code: 'deadline', phase: 'connect', raw: null, alert: null }
  return { code: `connect_${error}`, phase: 'connect', raw, alert: null }
}
