import type { DnsEvidence, DnsObservation } from '../evidence/dns.ts'
import type { ExchangeError } from '../evidence/http.ts'
import { type DialError, dial, type TcpSocket } from '../net/dial.ts'
import type { Deadline } from '../runtime/deadline.ts'
import type { VettedAddress } from '../target/address.ts'
import type { Refusal } from '../target/refusal.ts'
import type { Target } from '../target/target.ts'
import { type AddressRun, type AddressTools, tryAddresses } from './addresses.ts'
import { type DnsTools, type Kept, type ObservedDns, observeDns } from './dns.ts'

export type Reached =
  | {
      readonly status: 'reached'
      readonly socket: TcpSocket
      readonly address: VettedAddress
      readonly dnsMs: number
      readonly connectMs: number
    }
  | {
      readonly status: 'unreached'
      readonly error: ExchangeError
      readonly dnsMs: number
      readonly connectMs: number | null
      /** When the policy forbids what the name resolves to. */
      readonly refusal: Refusal | null
    }

/** The way out for one job. Names are resolved once and stay what they were: nothing rebinds within a job. */
export interface JobNetwork {
  /** A connection to the target: the first time to all its addresses side by side, later to the one that answered. */
  reach(target: Target, deadline: Deadline): Promise<Reached>
  /** A further connection to an address that was reached; null when there is none to be had. */
  dialAgain(address: VettedAddress, port: 80 | 443, deadline: Deadline): Promise<TcpSocket | null>
  /** The addresses that the policy lets through for a host; none when it refuses it or it has none. */
  vettedAddresses(target: Target): Promise<readonly VettedAddress[]>
  /** All that was seen of names and addresses, the last target's first. Waits for the slow ones until the deadline. */
  evidence(last: Target): Promise<{ dns: DnsEvidence; truncated: Readonly<Record<string, Kept>> }>
}

export type NetworkTools = DnsTools & AddressTools

interface Host {
  readonly observed: Promise<ObservedDns>
}

interface Endpoint {
  readonly target: Target
  readonly host: Host
  run: AddressRun | null
  selected: VettedAddress | null
}

/** `deadline` bounds what goes on beside the main path. */
export function openJobNetwork(tools: NetworkTools, deadline: Deadline): JobNetwork {
  const hosts = new Map<string, Host>()
  const endpoints = new Map<string, Endpoint>()

  const endpointOf = (target: Target): Endpoint => {
    const key = `${target.host} ${target.port}`
    const known = endpoints.get(key)
    if (known !== undefined) return known
    const host = hosts.get(target.host) ?? { observed: observeDns(target, tools, deadline) }
    hosts.set(target.host, host)
    const endpoint: Endpoint = { target, host, run: null, selected: null }
    endpoints.set(key, endpoint)
    return endpoint
  }

  return {
    reach: async (target, patience) => {
      const endpoint = endpointOf(target)
      const started = tools.clock.monotonicMs()
      const { host } = await endpoint.host.observed
      const dnsMs = Math.round(tools.clock.monotonicMs() - started)
      if (host.status !== 'vetted') return unreached(dnsError(host), dnsMs, null, host)
      return connectTo(endpoint, host.addresses, dnsMs, tools, deadline, patience)
    },
    dialAgain: async (address, port, patience) => {
      const dialed = await dial(address, port, tools, patience)
      return dialed.status === 'connected' ? dialed.socket : null
    },
    vettedAddresses: async (target) => {
      const { host } = await endpointOf(target).host.observed
      return host.status === 'vetted' ? host.addresses : []
    },
    evidence: async (last) => {
      const lastEndpoint = endpointOf(last)
      const ordered = [
        lastEndpoint,
        ...[...endpoints.values()].filter((one) => one !== lastEndpoint),
      ]
      const observed = await Promise.all(ordered.map(observationOf))
      const [first, ...earlier] = observed as [DnsObservation, ...DnsObservation[]]
      const truncated = (await lastEndpoint.host.observed).truncated
      return { dns: { ...first, earlier_hosts: earlier }, truncated }
    },
  }
}

async function observationOf(endpoint: Endpoint): Promise<DnsObservation> {
  const observed = await endpoint.host.observed
  return observed.complete(endpoint.run === null ? null : await endpoint.run.all)
}

async function connectTo(
  endpoint: Endpoint,
  addresses: readonly VettedAddress[],
  dnsMs: number,
  tools: NetworkTools,
  deadline: Deadline,
  patience: Deadline,
): Promise<Reached> {
  const again = endpoint.run === null ? null : endpoint.selected
  if (again !== null) {
    const dialed = await dial(again, endpoint.target.port, tools, patience)
    if (dialed.status === 'connected') {
      return {
        status: 'reached',
        socket: dialed.socket,
        address: again,
        dnsMs,
        connectMs: dialed.connectMs,
      }
    }
    return unreached(connectError(dialed.error, dialed.raw), dnsMs, dialed.elapsedMs)
  }
  const run = tryAddresses(addresses, endpoint.target.port, tools, deadline)
  endpoint.run = run
  const first = await run.first
  if (first.status === 'failed') {
    return unreached(connectError(first.error, first.raw), dnsMs, first.elapsedMs)
  }
  endpoint.selected = first.address
  return { ...first, status: 'reached', dnsMs }
}

function unreached(
  error: ExchangeError,
  dnsMs: number,
  connectMs: number | null,
  host?: Awaited<Host['observed']>['host'],
): Reached {
  const refusal = host?.status === 'refused' ? host.refusal : null
  return { status: 'unreached', error, dnsMs, connectMs, refusal }
}

function dnsError(host: Awaited<Host['observed']>['host']): ExchangeError {
  const code = (() => {
    if (host.status === 'refused') return 'dns_not_public'
    if (host.answer.rcode === 'NXDOMAIN') return 'dns_nxdomain'
    return host.answer.rcode === 'NOERROR' ? 'dns_no_address' : 'dns_failed'
  })()
  return { code, phase: 'dns', raw: host.answer.rcode, alert: null }
}

function connectError(error: DialError, raw: string): ExchangeError {
  // Our own time was up: that says nothing about the target.
  if (raw === 'DEADLINE') return { code: 'deadline', phase: 'connect', raw: null, alert: null }
  return { code: `connect_${error}`, phase: 'connect', raw, alert: null }
}
