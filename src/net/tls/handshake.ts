import type { Socket } from 'node:net'
import type tls from 'node:tls'
import type { Transcript } from '#net/tls/wire/transcript.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { permissiveContext, strictContext } from './contexts.ts'
import { classifyTlsError, type TlsFailure } from './failure.ts'
import {
  cipherName,
  openTlsSession,
  peerCertificates,
  type TlsSession,
  verifyErrorOf,
} from './session.ts'

export interface HandshakeOptions {
  /** A-label name for SNI; null for an address literal, which SNI cannot carry (RFC 6066 3). */
  readonly serverName: string | null
  /** Protocols to offer, preferred first; with an empty list, no ALPN is sent. */
  readonly alpn: readonly string[]
  readonly trust: TrustStore
  readonly clock: Clock
}

/** Facts of one handshake, not yet judged. A fact is null when neither the library nor the transcript has it. */
export interface HandshakeFacts {
  readonly serverName: string | null
  readonly protocol: string | null
  /** IANA name. */
  readonly cipher: string | null
  readonly group: string | null
  readonly alpn: string | null
  /** DER as sent, leaf first. */
  readonly certificates: readonly Uint8Array[]
  readonly clientCertificateRequested: boolean | null
  /** DER of the OCSPResponse that was stapled. */
  readonly staple: Uint8Array | null
  /**
   * OpenSSL's code for the verification error of the chain at the time of the handshake, regardless of host names; null
   * for no error.
   */
  readonly verifyError: string | null
}

export type HandshakeOutcome =
  | {
      readonly status: 'secured'
      readonly socket: tls.TLSSocket
      readonly facts: HandshakeFacts
      readonly handshakeMs: number
      /** Whether the server has asked for another handshake since, which it does for a client certificate, and which we refuse. */
      readonly isRenegotiationRequested: () => boolean
    }
  | { readonly status: 'failed'; readonly failure: TlsFailure; readonly elapsedMs: number }

/**
 * Performs one TLS handshake over a connected socket. An untrusted chain still gives a session: it is evidence, and
 * nothing secret is ever sent. Takes over the socket: on failure it is destroyed, on success destroying the TLS socket
 * closes it. Rejects only with the reason of a deadline that was cancelled; one that expired is a failure with code
 * `timeout`.
 */
export async function handshake(
  socket: Socket,
  options: HandshakeOptions,
  deadline: Deadline,
): Promise<HandshakeOutcome> {
  const startedMs = options.clock.monotonicMs()
  const session = openTlsSession(socket, options.serverName, {
    secureContext: strictContext(options.trust),
    requestOCSP: true,
    ...(options.alpn.length > 0 ? { ALPNProtocols: [...options.alpn] } : {}),
  })
  try {
    const first = await settleHandshake(session, deadline)
    const handshakeMs = options.clock.monotonicMs() - startedMs
    const transcript = session.transcript()
    const failure = first ?? (await lateRefusal(session, transcript, handshakeMs, deadline))
    if (failure) return failed(session, failure, options.clock.monotonicMs() - startedMs)
    session.tap.stop()
    const facts = factsOf(session, transcript, options.serverName)
    const { socket: secured, tap } = session
    return {
      status: 'secured',
      socket: secured,
      facts,
      handshakeMs,
      isRenegotiationRequested: () =>
        facts.protocol === 'TLSv1.2' && tap.isRenegotiationRequested(),
    }
  } catch (error) {
    session.destroy()
    throw error
  }
}

/** The result of a second handshake, which allows every old protocol, and every cipher, group and key. */
export interface PermissiveSession {
  readonly protocol: string
  readonly cipher: string
  readonly group: string | null
  /** DER of the leaf. */
  readonly certificate: Uint8Array | null
}

/** Whether a permissive handshake on a new connection could explain a failure. */
export function isWorthClassifying(failure: TlsFailure): boolean {
  switch (failure.code) {
    case 'alert':
    case 'protocol_version':
    case 'protocol_error':
    case 'reset':
      return true
    case 'not_tls':
    case 'client_cert_required':
    case 'timeout':
      return false
  }
}

/**
 * Finds out what a server that refused us would have agreed to, on a new connection. For classification only: the
 * socket is always destroyed, and no application data is sent. Null when this handshake was refused too.
 */
export async function permissiveHandshake(
  socket: Socket,
  options: Pick<HandshakeOptions, 'serverName'>,
  deadline: Deadline,
): Promise<PermissiveSession | null> {
  const session = openTlsSession(socket, options.serverName, { secureContext: permissiveContext() })
  try {
    if (await settleHandshake(session, deadline)) return null
    const { group, certificates } = session.transcript()
    return {
      protocol: session.socket.getProtocol() ?? '',
      cipher: cipherName(session.socket) ?? '',
      group,
      certificate: certificates?.[0] ?? null,
    }
  } finally {
    session.destroy()
  }
}

/** Null once the session is established; a failure when the connection breaks or time runs out first. */
async function settleHandshake(
  session: TlsSession,
  deadline: Deadline,
): Promise<TlsFailure | null> {
  const done = session.secured.then(() => null)
  const broken = session.broken.then((error) => classifyTlsError(error, session.transcript()))
  try {
    return await deadline.race(Promise.race([done, broken]))
  } catch (reason) {
    if (!deadline.expired()) throw reason
    const { isTls, alert, certificateRequested } = session.transcript()
    const stalledContext = { isTls, alert, certificateRequested }
    return stalledContext.isTls === false
      ? classifyTlsError(null, stalledContext)
      : { code: 'timeout', alert: null, raw: null }
  }
}

// A server that requires a certificate refuses one round trip after our Finished; twice the duration of the handshake
// leaves enough time. At most a second, because the wait is in vain when the certificate is optional.
const MIN_REFUSAL_WAIT_MS = 100
const MAX_REFUSAL_WAIT_MS = 1000

/**
 * In TLS 1.3 the client is done before the server has seen that it has no certificate, so the refusal comes after the
 * handshake (RFC 8446 4.4.2.4). A server that requested a certificate is given time to refuse; any octet that is not an
 * alert counts as acceptance.
 */
async function lateRefusal(
  session: TlsSession,
  transcript: Transcript,
  handshakeMs: number,
  deadline: Deadline,
): Promise<TlsFailure | null> {
  if (!transcript.certificateRequested || session.socket.getProtocol() !== 'TLSv1.3') return null
  const refusalDeadline = deadline.within(
    Math.min(MAX_REFUSAL_WAIT_MS, Math.max(MIN_REFUSAL_WAIT_MS, 2 * handshakeMs)),
  )
  const reaction = session.tap.nextInbound().then(
    // The library processes octets that arrived before this turn of the event loop ends.
    () => new Promise<null>((resolve) => setImmediate(resolve, null)),
  )
  const refusal = session.broken.then((error) => refusalOf(classifyTlsError(error, transcript)))
  try {
    return await refusalDeadline.race(Promise.race([refusal, reaction]))
  } catch (reason) {
    if (!refusalDeadline.expired()) throw reason
    return null
  } finally {
    refusalDeadline.close()
  }
}

/** A server that requests a certificate and then closes the connection means the same as one that sends the alert. */
function refusalOf(failure: TlsFailure): TlsFailure {
  return failure.code === 'reset' || failure.code === 'alert'
    ? { ...failure, code: 'client_cert_required' }
    : failure
}

function failed(session: TlsSession, failure: TlsFailure, elapsedMs: number): HandshakeOutcome {
  session.destroy()
  return { status: 'failed', failure, elapsedMs }
}

function factsOf(
  session: TlsSession,
  transcript: Transcript,
  serverName: string | null,
): HandshakeFacts {
  const { socket } = session
  return {
    serverName,
    protocol: socket.getProtocol(),
    cipher: cipherName(socket),
    group: transcript.group,
    alpn: socket.alpnProtocol || null,
    certificates: transcript.certificates ?? peerCertificates(socket),
    clientCertificateRequested: transcript.complete ? transcript.certificateRequested : null,
    staple: session.staple(),
    verifyError: verifyErrorOf(socket),
  }
}
