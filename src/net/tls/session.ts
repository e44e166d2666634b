import type { Socket } from 'node:net'
import tls from 'node:tls'
import { codeOf } from '#fault.ts'
import { type Tap, tapSocket } from '#net/tls/wire/tap.ts'
import { FlightReader, readTranscript, type Transcript } from '#net/tls/wire/transcript.ts'
import { isCostly } from '#net/x509/verification-cost.ts'

/** A TLS client over a tapped socket, during and after the handshake. */
export interface TlsSession {
  readonly tap: Tap
  readonly socket: tls.TLSSocket
  readonly secured: Promise<void>
  /** Resolves with the first error of the connection, including its end: an object with a `code`. */
  readonly broken: Promise<unknown>
  staple(): Uint8Array | null
  transcript(): Transcript
  destroy(): void
}

// OpenSSL refuses a Certificate message over 100 KiB; a staple and every other message fit in the rest. More data
// before the session is established only wastes our memory.
const MAX_HANDSHAKE_BYTES = 262_144

export function openTlsSession(
  socket: Socket,
  serverName: string | null,
  options: tls.ConnectionOptions,
): TlsSession {
  let serverSecret: Uint8Array | null = null
  let staple: Uint8Array | null = null
  let onFailure: (error: unknown) => void = () => {}
  const broken = new Promise<unknown>((resolve) => {
    onFailure = resolve
  })
  const flight = new FlightReader(() => serverSecret)
  let checked: readonly Uint8Array[] | null = null
  let isTooCostly = false
  const tap = tapSocket(socket, {
    maxBytes: MAX_HANDSHAKE_BYTES,
    onOverflow: () => onFailure({ code: 'ERR_HANDSHAKE_TOO_LARGE' }),
    flight,
    isAcceptable: () => {
      const { certificates } = flight
      if (certificates !== null && certificates !== checked) {
        checked = certificates
        isTooCostly ||= isCostly(certificates)
        if (isTooCostly) onFailure({ code: 'ERR_CERTIFICATES_TOO_COSTLY' })
      }
      return !isTooCostly
    },
  })
  const tlsSocket = tls.connect({
    ...options,
    socket: tap.stream,
    ...(serverName === null ? {} : { servername: serverName }),
    rejectUnauthorized: false,
    // Host names are checked with the chain, also for address literals.
    checkServerIdentity: () => undefined,
  })
  // This listener stays for the life of the socket: an alert may arrive when there is no other listener, and would end
  // the process.
  tlsSocket.on('error', onFailure)
  tlsSocket.on('close', () => onFailure({ code: 'ECONNRESET' }))
  tlsSocket.on('keylog', (line: Uint8Array) => {
    serverSecret = handshakeSecret(line) ?? serverSecret
  })
  tlsSocket.on('OCSPResponse', (response: Uint8Array | null) => {
    staple = response && response.length > 0 ? new Uint8Array(response) : null
  })
  const secured = new Promise<void>((resolve) => {
    tlsSocket.once('secureConnect', resolve)
  })
  return {
    tap,
    socket: tlsSocket,
    secured,
    broken,
    staple: () => staple,
    transcript: () => readTranscript(tap.inbound(), serverSecret),
    destroy: () => {
      tlsSocket.destroy()
      tap.stream.destroy()
    },
  }
}

/** IANA name of the cipher suite. */
export function cipherName(socket: tls.TLSSocket): string | null {
  const cipher = socket.getCipher()
  return cipher?.standardName ?? cipher?.name ?? null
}

/**
 * OpenSSL's code for the verification error of the chain. Node knows the names of some codes only and reports the others as
 * UNSPECIFIED; OpenSSL's words for those are in no public property, and are returned as a name: PERMITTED_SUBTREE_VIOLATION.
 */
export function verifyErrorOf(socket: tls.TLSSocket): string | null {
  const error: unknown = socket.authorizationError
  if (socket.authorized || !error) return null
  // Node types it as an Error, but it is a string when OpenSSL has a code.
  const code = typeof error === 'string' ? error : (codeOf(error) ?? 'UNSPECIFIED')
  return code === 'UNSPECIFIED' ? (unnamedError(socket) ?? code) : code
}

function unnamedError(socket: tls.TLSSocket): string | null {
  const handle: { verifyError?(): unknown } | null = Reflect.get(socket, '_handle')
  const error = handle?.verifyError?.()
  return error instanceof Error ? error.message.toUpperCase().replace(/[^A-Z0-9]+/g, '_') : null
}

// Used only when the transcript could not be read; ten is what the report can show.
const MAX_PEER_CERTIFICATES = 10

/** The chain as OpenSSL completed it: the leaf first, each followed by its issuer, without extra certificates. */
export function peerCertificates(socket: tls.TLSSocket): readonly Uint8Array[] {
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerX509Certificate()
  while (certificate && chain.length < MAX_PEER_CERTIFICATES) {
    chain.push(new Uint8Array(certificate.raw))
    certificate = certificate.issuerCertificate
  }
  return chain
}

/** Reads a line in the key log format of NSS: label, client random, secret. Null for other labels. */
function handshakeSecret(line: Uint8Array): Uint8Array | null {
  const [label, , secret] = new TextDecoder().decode(line).trim().split(' ')
  if (label !== 'SERVER_HANDSHAKE_TRAFFIC_SECRET' || secret === undefined) return null
  return Uint8Array.from(secret.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16))
}
