import { connect as netConnect, type Socket } from 'node:net'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { isVetted, type VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { compareIps } from '#target/ip.ts'
import type { Refusal } from '#target/refusal.ts'

/** Opens a TCP socket. Tests replace this function to put loopback ports behind public-looking addresses. */
export type Connect = (ip: string, port: number, family: 4 | 6) => Socket

export type TcpSocket = Socket

export type DialError = 'refused' | 'timeout' | 'unreachable' | 'reset'

export type DialResult =
  | { readonly status: 'connected'; readonly socket: Socket; readonly connectMs: number }
  | {
      readonly status: 'failed'
      readonly error: DialError
      /**
       * The system's error code; `CONNECT_TIMEOUT` when our own time limit expired, `DEADLINE` when the caller's
       * deadline ended first.
       */
      readonly raw: string
      readonly elapsedMs: number
    }

/** Result of connecting to a target: name resolution, the policy check, then `dial`. */
export type ReachResult =
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
      /** Set when the policy forbids an address of the name. */
      readonly refusal: Refusal | null
    }

export interface DialTools {
  readonly connect: Connect
  readonly clock: Clock
  /** Timeout of one connection attempt in milliseconds; `CONNECT_TIMEOUT_MS` when unset. */
  readonly connectTimeoutMs?: number
}

/**
 * Milliseconds. A TCP handshake needs one round trip. A lost SYN is sent again after 1 s and 3 s, so two losses still
 * fit.
 */
export const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens a TCP connection to an address that the policy has vetted, and to nothing else: passing a name or a string does
 * not compile, and another object of the same shape is refused at run time. The caller closes the socket; after a
 * failure it is already closed. Socket errors do not throw when there is no listener: check `destroyed`.
 *
 * @throws Fault `dial_not_vetted`, `egress_exhausted` (this machine is out of descriptors or memory)
 */
export async function dial(
  address: VettedAddress,
  port: 80 | 443,
  options: DialTools,
  deadline: Deadline,
): Promise<DialResult> {
  if (!isVetted(address)) {
    throw new Fault(
      'dial_not_vetted',
      'Refused to connect to an address that the policy has not vetted.',
    )
  }
  const { clock, connect } = options
  const startedMs = clock.monotonicMs()
  const elapsed = () => Math.round(clock.monotonicMs() - startedMs)
  if (deadline.signal.aborted) return { status: 'failed', ...failureFor('DEADLINE'), elapsedMs: 0 }
  const dialDeadline = deadline.within(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS)
  const socket = connect(address.ip, port, address.family)
  const code = await connectOutcome(socket, dialDeadline)
  dialDeadline.close()
  if (code === null) return { status: 'connected', socket, connectMs: elapsed() }
  socket.destroy()
  if (code === ENDED) {
    const raw = deadline.signal.aborted ? 'DEADLINE' : 'CONNECT_TIMEOUT'
    return { status: 'failed', ...failureFor(raw), elapsedMs: elapsed() }
  }
  if (exhaustionCodes.has(code)) {
    throw new Fault('egress_exhausted', 'This machine can open no more connections.', {
      facts: { code },
    })
  }
  return { status: 'failed', ...failureFor(code), elapsedMs: elapsed() }
}

/** Connects through the kernel, by IP address only, and drops a connection to any other peer address. */
export const tcpConnect: Connect = (ip, port, family) => {
  const socket = netConnect({
    host: ip,
    port,
    family,
    // The address literal needs no lookup. If it were ever mistaken for a name, it must not be resolved a second time.
    lookup: (_name, _options, done) =>
      done(new Fault('dial_looked_up', 'An address was taken for a name.'), '', family),
    autoSelectFamily: false,
    noDelay: true,
  })
  socket.prependOnceListener('connect', () => {
    const remote = socket.remoteAddress ?? ''
    if (compareIps(remote, ip) === 0) return
    socket.destroy(new Fault('dial_diverted', 'The connection goes to another address.'))
  })
  return socket
}

const ENDED = 'ENDED'

/** Null once connected, otherwise the error code; `ENDED` when the deadline ended first. */
function connectOutcome(socket: Socket, { signal }: Deadline): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (code: string | null) => {
      socket.off('connect', onConnect)
      socket.off('error', onError)
      socket.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // An RST from the peer while the socket has no listener, or after we gave up on it, must not end the process.
      socket.on('error', () => {})
      resolve(code)
    }
    const onConnect = () => settle(socket.destroyed ? 'ECONNRESET' : null)
    const onError = (error: Error & { code?: unknown }) => settle(String(error.code ?? 'UNKNOWN'))
    const onClose = () => settle('ECONNRESET')
    const onAbort = () => settle(ENDED)
    socket.once('connect', onConnect)
    socket.once('error', onError)
    socket.once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

const exhaustionCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

const errorByCode: Readonly<Record<string, DialError>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  ETIMEDOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  DEADLINE: 'timeout',
}

/** Codes that are not in the table mean that there is no route: EHOSTUNREACH, ENETUNREACH, EACCES, EADDRNOTAVAIL ... */
function failureFor(raw: string): { error: DialError; raw: string } {
  return { error: errorByCode[raw] ?? 'unreachable', raw }
}
