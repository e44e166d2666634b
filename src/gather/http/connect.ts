import type { PhaseTimings } from '#evidence/timings.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import { type ObservedTls, observeTls, permissiveFields } from '#gather/tls/tls.ts'
import { openHttpConnection } from '#net/http/connection.ts'
import type { HttpConnection } from '#net/http/contract.ts'
import { handshake, isWorthClassifying, permissiveHandshake } from '#net/tls/handshake.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Refusal } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'

export interface ConnectTools {
  readonly network: JobNetwork
  readonly trust: TrustStore
  readonly clock: Clock
  /** The instant at which certificates are judged, epoch milliseconds. */
  readonly checkedAtMs: number
}

/** A host to connect to, for one request. */
export interface ConnectOrder {
  /** Protocols that are offered to the server; the usual ones when unset. */
  readonly alpn?: readonly string[] | undefined
  readonly target: Target
  readonly tools: ConnectTools
  readonly deadline: Deadline
}

/** Milliseconds for a handshake, which takes one round trip in TLS 1.3; a server that takes longer has stalled. */
export const HANDSHAKE_TIMEOUT_MS = 10_000

/** Timings before any phase has begun. */
export const noTimings: PhaseTimings = {
  dns: null,
  connect: null,
  tls: null,
  wait: null,
  download: null,
  total: 0,
}

interface Connected {
  readonly address: VettedAddress | null
  readonly tls: TlsObservation | null
  readonly timings: PhaseTimings
}

export type ConnectResult =
  | (Connected & {
      readonly status: 'open'
      readonly connection: HttpConnection
      /** What the revocation of the certificate can be checked with. */
      readonly issued: ObservedTls['issued']
      /** What a failed exchange means on this connection, whose handshake may have caused it. */
      readonly failureOf: (error: ExchangeError) => {
        readonly error: ExchangeError
        readonly tls: TlsObservation | null
      }
    })
  | (Connected & {
      readonly status: 'failed'
      readonly error: ExchangeError
      /** Why the policy forbids an address of the host. */
      readonly refusal: Refusal | null
    })

/** Opens a new connection to the host of a target, with TLS for https. Never rejects because of the target. */
export async function openConnection(order: ConnectOrder): Promise<ConnectResult> {
  const { target, tools, deadline } = order
  const reached = await tools.network.reach(target, deadline)
  const timings = { ...noTimings, dns: reached.dnsMs, connect: reached.connectMs }
  if (reached.status === 'unreached') {
    const { error, refusal } = reached
    return { status: 'failed', address: null, tls: null, timings, error, refusal }
  }
  const { address } = reached
  const secured = await establishTls(order, reached.socket, address)
  const { tls } = secured
  const connected = { address, tls, timings: { ...timings, tls: tls?.handshake_ms ?? null } }
  if (secured.status === 'failed') {
    return { status: 'failed', ...connected, error: secured.error, refusal: null }
  }
  const connection = openHttpConnection(secured.socket, secured.alpn, tools.clock, reached.socket)
  const failureOf = (raw: ExchangeError) => {
    const error = secured.isRenegotiationRequested() ? refusedRenegotiation(raw) : raw
    return { error, tls: withLateAlert(tls, error) }
  }
  const { issued } = secured
  return { status: 'open', ...connected, connection, issued, failureOf }
}

type SecureResult =
  | {
      readonly status: 'secured'
      readonly socket: Parameters<typeof openHttpConnection>[0]
      readonly alpn: string | null
      readonly tls: TlsObservation | null
      readonly issued: ObservedTls['issued']
      readonly isRenegotiationRequested: () => boolean
    }
  | {
      readonly status: 'failed'
      readonly error: ExchangeError
      readonly tls: TlsObservation | null
    }

/** The TLS layer of an https target; a plain connection passes unchanged. */
async function establishTls(
  { target, tools, deadline, alpn = ['h2', 'http/1.1'] }: ConnectOrder,
  socket: Parameters<typeof handshake>[0],
  { ip: address }: VettedAddress,
): Promise<SecureResult> {
  if (target.scheme === 'http') {
    return {
      status: 'secured',
      socket,
      alpn: null,
      tls: null,
      issued: null,
      isRenegotiationRequested: () => false,
    }
  }
  const serverName = target.literal === null ? target.host : null
  const { trust, clock, checkedAtMs } = tools
  const handshakeDeadline = deadline.within(HANDSHAKE_TIMEOUT_MS)
  try {
    const outcome = await handshake(socket, { serverName, alpn, trust, clock }, handshakeDeadline)
    const { host } = target
    const observed = { host, serverName, address, outcome, permissive: null }
    const { tls, issued } = observeTls({ ...observed, trust, checkedAtMs })
    if (outcome.status === 'secured') {
      const { facts, isRenegotiationRequested } = outcome
      return {
        status: 'secured',
        socket: outcome.socket,
        alpn: facts.alpn,
        tls,
        issued,
        isRenegotiationRequested,
      }
    }
    return { status: 'failed', tls, error: tlsError(outcome.failure) }
  } catch {
    // The job was cancelled: its evidence is not read.
    return { status: 'failed', tls: null, error: { ...deadlineError, phase: 'tls' } }
  } finally {
    handshakeDeadline.close()
  }
}

/** In TLS 1.3 a server checks the client after the handshake, so that its alert arrives in place of the response. */
function withLateAlert(tls: TlsObservation | null, error: ExchangeError): TlsObservation | null {
  if (tls === null || error.phase !== 'tls') return tls
  const wantsCertificate = tls.client_cert_requested === true
  const refusal = error.alert === null ? 'protocol_error' : 'alert'
  const code = wantsCertificate ? 'client_cert_required' : refusal
  return { ...tls, failure: { code, alert: error.alert, raw: error.raw, permissive: null } }
}

/**
 * The server wanted another handshake before its response, as IIS and Apache do for a client certificate that only some paths
 * need, and ended the connection, or waited in vain: a limit of ours, not a fault of the server.
 */
function refusedRenegotiation(error: ExchangeError): ExchangeError {
  if (error.code === 'deadline') return error
  const { alert } = error
  return { code: 'tls_failed', phase: 'tls', raw: 'ERR_RENEGOTIATION_REFUSED', alert }
}

const deadlineError = { code: 'deadline', raw: null, alert: null } as const

function tlsError(failure: {
  code: string
  raw: string | null
  alert: string | null
}): ExchangeError {
  const code = failure.code === 'timeout' ? 'tls_timeout' : 'tls_failed'
  return { code, phase: 'tls', raw: failure.raw ?? failure.code, alert: failure.alert }
}

/** A refused handshake together with what the server would have accepted, found by a second, permissive handshake. */
export async function withPermissive(
  tls: TlsObservation | null,
  address: VettedAddress | null,
  { target, tools, deadline }: ConnectOrder,
): Promise<TlsObservation | null> {
  const failure = tls?.failure
  if (tls == null || failure == null || address === null) return tls
  if (!isWorthClassifying({ ...failure })) return tls
  const handshakeDeadline = deadline.within(HANDSHAKE_TIMEOUT_MS)
  try {
    const reached = await tools.network.dialAgain(address, target.port, handshakeDeadline)
    if (reached === null) return tls
    const permissive = permissiveFields(
      await permissiveHandshake(reached, { serverName: tls.sni }, handshakeDeadline),
    )
    return { ...tls, failure: { ...failure, permissive } }
  } catch {
    // Cancelled: the first handshake's failure stays unexplained.
    return tls
  } finally {
    handshakeDeadline.close()
  }
}
