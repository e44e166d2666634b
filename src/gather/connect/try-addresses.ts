import type { DnsObservation } from '#evidence/dns.ts'
import type { Routes } from '#net/tcp/default-routes.ts'
import {
  type DialError,
  type DialResult,
  type DialTools,
  dial,
  type TcpSocket,
} from '#net/tcp/dial.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import {
  type DialOutcome,
  dialedOutcome,
  hasRoute,
  ipv6Status,
  pickCandidates,
  skippedOutcome,
  strongestFailure,
  wasInterrupted,
} from './candidates.ts'

interface Connection {
  readonly status: 'connected'
  readonly socket: TcpSocket
  readonly address: VettedAddress
  readonly connectMs: number
}

interface NoConnection {
  readonly status: 'failed'
  readonly error: DialError
  /**
   * The system's code; `NO_ROUTE` without a route to any address family of the target, `DEADLINE` when our deadline ended
   * first.
   */
  readonly raw: string
  readonly elapsedMs: number
}

/** The connection for a request, or why no address gave one. */
export type FirstConnection = Connection | NoConnection

/** The connect part of a DNS observation. Candidates are sorted by family and number. */
export type AddressEvidence = Pick<DnsObservation, 'selected_address' | 'candidates_tried' | 'ipv6'>

export interface AddressRun {
  /** Settles at once with the first good connection; the caller closes the socket. */
  readonly first: Promise<FirstConnection>
  /** Settles when every candidate has connected once or failed twice, or the deadline has ended. */
  readonly all: Promise<AddressEvidence>
}

export interface AddressTools extends DialTools {
  readonly routes: Routes
  /** Milliseconds between two attempts at one address; `RETRY_AFTER_MS` when unset. */
  readonly retryAfterMs?: number
}

/** Milliseconds between two attempts at one address: time for a listener to restart, or for a full backlog to drain. */
export const RETRY_AFTER_MS = 1_000

/**
 * Connects to at most four addresses of a host in parallel, and again to each one a second after a failure. The fastest
 * connection serves the request; every other one is closed as soon as it is established, because it has proven reachability.
 * Cancel the deadline to stop; addresses without a finished attempt by then are `cancelled`. Both promises reject with a Fault
 * of `dial`.
 */
export function tryAddresses(
  addresses: readonly VettedAddress[],
  port: 80 | 443,
  tools: AddressTools,
  deadline: Deadline,
): AddressRun {
  const startedMs = tools.clock.monotonicMs()
  const winner = openFirstConnection()
  const outcomeOf = async (address: VettedAddress) => {
    if (!hasRoute(address.family, tools.routes)) return skippedOutcome(address, port)
    const { dialed, tries } = await dialTwice(address, port, tools, deadline)
    if (dialed.status === 'connected') winner.offer({ ...dialed, address })
    return dialedOutcome(address, port, dialed, tries)
  }
  const outcomes = Promise.all(pickCandidates(addresses, tools.routes).map(outcomeOf))
  outcomes.then(
    (dialed) => {
      const elapsedMs = Math.round(tools.clock.monotonicMs() - startedMs)
      winner.settle({ status: 'failed', ...strongestFailure(dialed), elapsedMs })
    },
    (fault: unknown) => winner.fail(fault),
  )
  const all = evidenceOf(addresses, outcomes, winner.first)
  // A fault rejects both `first` and `all`; a caller that awaits only one of them must not end the process.
  all.catch(() => {})
  winner.first.catch(() => {})
  return { first: winner.first, all }
}

/** `tries` is the number of attempts that our own deadline did not cut short. */
interface DialedTwice {
  readonly dialed: DialResult
  readonly tries: number
}

/** Connects to one address, and again a second after a failure if the deadline leaves the time. Rejects with a Fault of `dial`. */
export async function dialTwice(
  address: VettedAddress,
  port: 80 | 443,
  tools: AddressTools,
  deadline: Deadline,
): Promise<DialedTwice> {
  const first = await dial(address, port, tools, deadline)
  if (first.status === 'connected') return { dialed: first, tries: 1 }
  if (wasInterrupted(first)) return { dialed: first, tries: 0 }
  if (!(await pause(tools, deadline))) return { dialed: first, tries: 1 }
  const second = await dial(address, port, tools, deadline)
  // A second attempt that our own deadline cut short proves nothing about the target.
  return wasInterrupted(second) ? { dialed: first, tries: 1 } : { dialed: second, tries: 2 }
}

/** False when the deadline leaves no time for another attempt. */
async function pause(
  { clock, retryAfterMs = RETRY_AFTER_MS }: AddressTools,
  deadline: Deadline,
): Promise<boolean> {
  if (deadline.remainingMs() <= retryAfterMs) return false
  try {
    await clock.sleep(retryAfterMs, deadline.signal)
    return true
  } catch {
    // Only the deadline ends a sleep early.
    return false
  }
}

/** Keeps the first connection and closes all later ones, also after a fault. */
function openFirstConnection() {
  let isTaken = false
  let settle: (result: FirstConnection) => void = () => {}
  let reject: (fault: unknown) => void = () => {}
  const first = new Promise<FirstConnection>((resolve, refuse) => {
    settle = resolve
    reject = refuse
  })
  const offer = (connection: Connection) => {
    if (isTaken) connection.socket.destroy()
    else settle(connection)
    isTaken = true
  }
  const fail = (fault: unknown) => {
    isTaken = true
    reject(fault)
  }
  return { first, offer, settle, fail }
}

async function evidenceOf(
  addresses: readonly VettedAddress[],
  outcomes: Promise<readonly DialOutcome[]>,
  first: Promise<FirstConnection>,
): Promise<AddressEvidence> {
  const tried = (await outcomes).map(({ candidate }) => candidate)
  const selected = await first
  const published = addresses.some(({ family }) => family === 6)
  return {
    selected_address: selected.status === 'connected' ? selected.address.ip : null,
    candidates_tried: tried,
    ipv6: ipv6Status(
      published,
      tried.filter(({ family }) => family === 6),
    ),
  }
}
