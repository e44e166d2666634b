import { hexOf } from '#runtime/encoding.ts'
import { ByteReader } from './byte-reader.ts'

export interface HelloFacts {
  readonly isTls13: boolean
  readonly suite: number
  /** Code point of the key share; null before TLS 1.3. */
  readonly group: number | null
}

/** A handshake message of a server, with the fields that are needed here. */
export type ServerMessage =
  | { readonly kind: 'hello'; readonly hello: HelloFacts }
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'certificates'; readonly certificates: readonly Uint8Array[] }
  | { readonly kind: 'certificate_request' }
  /** The last message before the server's keys change. */
  | { readonly kind: 'end' }
  | { readonly kind: 'other' }

const messageTypes = {
  serverHello: 2,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  finished: 20,
}
const extensionTypes = { supportedVersions: 43, keyShare: 51 }
const otherMessage: ServerMessage = { kind: 'other' }

/** Null when the message is malformed. `hello` is the connection's ServerHello, null before it arrives. */
export function readMessage(
  type: number,
  body: Uint8Array,
  hello: HelloFacts | null,
): ServerMessage | null {
  switch (type) {
    case messageTypes.serverHello:
      return readHello(body)
    case messageTypes.certificate:
      return hello && readCertificates(body, hello.isTls13)
    case messageTypes.serverKeyExchange:
      return readKeyExchange(body)
    case messageTypes.certificateRequest:
      return { kind: 'certificate_request' }
    case messageTypes.serverHelloDone:
    case messageTypes.finished:
      return { kind: 'end' }
    default:
      return otherMessage
  }
}

// SHA-256 of "HelloRetryRequest": a ServerHello with this random requests another ClientHello (RFC 8446 4.1.3).
const retryRandom = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c'

function readHello(body: Uint8Array): ServerMessage | null {
  const reader = new ByteReader(body)
  reader.uint(2)
  const random = reader.take(32)
  reader.vector(1)
  const suite = reader.uint(2)
  const compression = reader.uint(1)
  if (!random || suite === null || compression === null) return null
  const isRetry = hexOf(random) === retryRandom
  if (isRetry) return otherMessage
  const extensions = readExtensions(reader.vector(2) ?? new Uint8Array())
  const version = extensions.get(extensionTypes.supportedVersions)
  const share = extensions.get(extensionTypes.keyShare)
  return {
    kind: 'hello',
    hello: {
      isTls13: version !== undefined && new ByteReader(version).uint(2) === 0x0304,
      suite,
      group: share ? new ByteReader(share).uint(2) : null,
    },
  }
}

function readExtensions(bytes: Uint8Array): Map<number, Uint8Array> {
  const extensions = new Map<number, Uint8Array>()
  const reader = new ByteReader(bytes)
  while (reader.remaining > 0) {
    const type = reader.uint(2)
    const value = reader.vector(2)
    if (type === null || value === null) break
    extensions.set(type, value)
  }
  return extensions
}

/** RFC 8446 4.4.2: a context before the list and extensions after each certificate; RFC 5246 7.4.2 has neither. */
function readCertificates(body: Uint8Array, isTls13: boolean): ServerMessage | null {
  const reader = new ByteReader(body)
  if (isTls13) reader.vector(1)
  const list = reader.vector(3)
  if (!list) return null
  const entries = new ByteReader(list)
  const certificates: Uint8Array[] = []
  while (entries.remaining > 0) {
    const certificate = entries.vector(3)
    if (!certificate || (isTls13 && !entries.vector(2))) return null
    certificates.push(certificate)
  }
  return { kind: 'certificates', certificates }
}

/**
 * ECParameters of a named curve (RFC 8422 5.4). The parameters of finite-field key exchange start with the length of a
 * prime, which may begin with the same octet: the value that follows is then not a group of the registry.
 */
function readKeyExchange(body: Uint8Array): ServerMessage {
  const reader = new ByteReader(body)
  const curveType = reader.uint(1)
  const group = reader.uint(2)
  return curveType === 3 && group !== null && isKnownGroup(group)
    ? { kind: 'group', group }
    : otherMessage
}

/** Supported groups by code point, names of the IANA registry (TLS Supported Groups). */
const namedGroups: Readonly<Record<number, string>> = {
  19: 'secp192r1',
  21: 'secp224r1',
  22: 'secp256k1',
  23: 'secp256r1',
  24: 'secp384r1',
  25: 'secp521r1',
  26: 'brainpoolP256r1',
  27: 'brainpoolP384r1',
  28: 'brainpoolP512r1',
  29: 'x25519',
  30: 'x448',
  31: 'brainpoolP256r1tls13',
  32: 'brainpoolP384r1tls13',
  33: 'brainpoolP512r1tls13',
  256: 'ffdhe2048',
  257: 'ffdhe3072',
  258: 'ffdhe4096',
  259: 'ffdhe6144',
  260: 'ffdhe8192',
  512: 'MLKEM512',
  513: 'MLKEM768',
  514: 'MLKEM1024',
  4587: 'SecP256r1MLKEM768',
  4588: 'X25519MLKEM768',
  4589: 'SecP384r1MLKEM1024',
}

/** The IANA name of a named group; an unknown code point in hexadecimal, such as `0x11eb`. */
export function groupName(codePoint: number): string {
  return namedGroups[codePoint] ?? `0x${codePoint.toString(16).padStart(4, '0')}`
}

function isKnownGroup(codePoint: number): boolean {
  return codePoint in namedGroups
}
