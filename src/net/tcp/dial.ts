import { connect as netConnect, type Socket } from 'node:net'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { isVetted, type VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { compareIps } from '#target/ip.ts'
import type { Refusal } from '#target/refusal.ts'

/**
 * The interface between the service and the kernel. Tests put loopback ports behind public-looking addresses with
 * it.
 */
export type Connect = (ip: string, port: number, family: 4 | 6) => Socket

export type TcpSocket = Socket

export type DialError = 'refused' | 'timeout' | 'unreachable' | 'reset'

export type Dialed =
  | { readonly status: 'connected'; readonly socket: Socket; readonly connectMs: number }
  | {
      readonly status: 'failed'
      readonly error: DialError
      /** The system's code; `CONNECT_TIMEOUT` for our own time limit, `DEADLINE` when the caller's ended first. */
      readonly raw: string
      readonly elapsedMs: number
    }

/** Connects to a target: by its names, the policy and `dial`. */
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
      /** When the policy forbids an address of the name. */
      readonly refusal: Refusal | null
    }

export interface DialTools {
  readonly connect: Connect
  readonly clock: Clock
  /** Milliseconds for one connection; `CONNECT_TIMEOUT_MS` when unset. */
  readonly connectTimeoutMs?: number
}

/** A handshake needs one round trip; a lost SYN is sent again after 1 and 3 s, and a second loss still fits. */
export const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens a TCP connection to an address that the policy has vetted, and to nothing else: a name or a string does not
 * compile, and a look-alike object is refused at run time. The caller closes the socket; a failed one is already
 * closed. Errors of the socket do not throw when there is no listener: check `destroyed`.
 *
 * @throws Fault `dial_not_vetted`, `egress_exhausted` (this machine is out of descriptors or memory)
 */
export async function dial(
  address: VettedAddress,
  port: 80 | 443,
  options: DialTools,
  deadline: Deadline,
): Promise<Dialed> {
  if (!isVetted(address)) {
    throw new Fault('dial_not_vetted', 'An address that the policy did not vet was to be dialed.')
  }
  const { clock, connect } = options
  const started = clock.monotonicMs()
  const elapsed = () => Math.round(clock.monotonicMs() - started)
  if (deadline.signal.aborted) return { status: 'failed', ...given('DEADLINE'), elapsedMs: 0 }
  const own = deadline.within(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS)
  const socket = connect(address.ip, port, address.family)
  const code = await outcome(socket, own)
  own.close()
  if (code === null) return { status: 'connected', socket, connectMs: elapsed() }
  socket.destroy()
  if (code === ENDED) {
    const raw = deadline.signal.aborted ? 'DEADLINE' : 'CONNECT_TIMEOUT'
    return { status: 'failed', ...given(raw), elapsedMs: elapsed() }
  }
  if (exhausted.has(code)) {
    throw new Fault('egress_exhausted', 'This machine can open no more connections.', {
      facts: { code },
    })
  }
  return { status: 'failed', ...given(code), elapsedMs: elapsed() }
}

/** Connects through the kernel, by address only, and drops a connection to any other peer address. */
export const tcpConnect: Connect = (ip, port, family) => {
  const socket = netConnect({
    host: ip,
    port,
    family,
    // The literal needs no lookup. If it were ever taken for a name, it must not be resolved a second time.
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

/** null once connected, else the error code; `ENDED` when the deadline came first. */
function outcome(socket: Socket, { signal }: Deadline): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (code: string | null) => {
      socket.off('connect', onConnect)
      socket.off('error', onError)
      socket.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // A peer's RST between two owners of the socket, or after we gave up on it, must not end the process.
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

const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

const errorByCode: Readonly<Record<string, DialError>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  ETIMEDOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  DEADLINE: 'timeout',
}

/** Codes outside the table mean that there is no route: EHOSTUNREACH, ENETUNREACH, EACCES, EADDRNOTAVAIL ... */
function given(raw: string): { error: DialError; raw: string } {
  return { error: errorByCode[raw] ?? 'unreachable', raw }
}
