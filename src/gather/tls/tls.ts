import type { TlsObservation } from '#evidence/tls.ts'
import type { HandshakeFacts, HandshakeOutcome, PermissiveSession } from '#net/tls/handshake.ts'
import { type Certificate, readCertificate } from '#net/x509/certificate.ts'
import { matchHost } from '#net/x509/match-host.ts'
import { type StapleValidation, validateStaple } from '#net/x509/ocsp-staple.ts'
import { type ChainValidation, earliestExpiry, validateChain } from '#net/x509/path.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { rfc3339 } from '#runtime/clock.ts'

export interface TlsInput {
  /** A-label name or address literal of the hop's URL. */
  readonly host: string
  readonly serverName: string | null
  /** The address that was dialed; null when the caller does not know it. */
  readonly address: string | null
  readonly outcome: HandshakeOutcome
  /** Session of the second, permissive handshake; null when none was made or it was refused too. */
  readonly permissive: PermissiveSession | null
  readonly trust: TrustStore
  /** The time at which validity is checked, milliseconds since the epoch. No clock is read. */
  readonly checkedAtMs: number
}

/** One handshake as evidence, and the certificates that a revocation list is checked with. */
export interface ObservedTls {
  readonly tls: TlsObservation
  /** The leaf and its issuer on the path to a trusted root; null without such a path. */
  readonly issued: { readonly leaf: Certificate; readonly issuer: Certificate } | null
}

/** The observation of one handshake, with the chain checked: the same result for the same input, whenever it runs. */
export function observeTls(input: TlsInput): ObservedTls {
  const { outcome } = input
  if (outcome.status === 'failed') {
    const failure = { ...outcome.failure, permissive: permissiveFields(input.permissive) }
    const handshake_ms = roundMs(outcome.elapsedMs)
    return { tls: { ...withoutSession(input), failure, handshake_ms }, issued: null }
  }
  const session = { ...withoutSession(input), ...sessionFields(outcome.facts, outcome.handshakeMs) }
  const [leaf, ...others] = readPresented(outcome.facts)
  if (!leaf) return { tls: { ...session, failure: unreadable }, issued: null }
  const presented: readonly [Certificate, ...Certificate[]] = [leaf, ...others]
  const validation = validateChain(presented, input.trust, input.checkedAtMs)
  const issuer = validation.trusted ? validation.path[1] : undefined
  return {
    tls: { ...session, ...chainFields(input, outcome.facts, presented, validation) },
    issued: issuer === undefined ? null : { leaf, issuer },
  }
}

/** What a server agreed to in the permissive handshake, with the key of its certificate. */
export function permissiveFields(
  session: PermissiveSession | null,
): NonNullable<TlsObservation['failure']>['permissive'] {
  if (session === null) return null
  const { protocol, cipher, group, certificate } = session
  const leaf = certificate && readCertificate(certificate)
  return { protocol, cipher, group, key: leaf && keyFields(leaf) }
}

// A session whose leaf cannot be parsed proves nothing about the server: every client stops here.
const unreadable: TlsObservation['failure'] = {
  code: 'protocol_error',
  alert: null,
  raw: 'CERTIFICATE_UNREADABLE',
  permissive: null,
}

function withoutSession(input: TlsInput): TlsObservation {
  const { name, version, date } = input.trust
  return {
    host: input.host,
    sni: input.serverName,
    address: input.address,
    failure: null,
    protocol: null,
    cipher: null,
    cipher_bits: null,
    kx_group: null,
    alpn: null,
    handshake_ms: null,
    authorized: null,
    verify_error: null,
    verify_depth: null,
    hostname_ok: null,
    matched_san: null,
    trust_store: { name, version, date },
    leaf: null,
    chain: [],
    chain_total: 0,
    chain_complete: null,
    trusted_path: null,
    order_ok: null,
    contains_root: null,
    earliest_expiry: null,
    publicly_trusted: null,
    ocsp: null,
    crl: null,
    client_cert_requested: null,
  }
}

function sessionFields(facts: HandshakeFacts, handshakeMs: number) {
  return {
    protocol: facts.protocol,
    cipher: facts.cipher,
    cipher_bits: cipherBits(facts.cipher),
    kx_group: facts.group,
    alpn: facts.alpn,
    handshake_ms: roundMs(handshakeMs),
    chain_total: facts.certificates.length,
    client_cert_requested: facts.clientCertificateRequested,
  }
}

// The report shows ten certificates. Path building examines more, because a hostile server can send extra ones first; each
// costs a parse.
const MAX_PRESENTED = 32
const MAX_SHOWN = 10
const MAX_SANS = 100

function readPresented(facts: HandshakeFacts): readonly Certificate[] {
  const parsed = facts.certificates.slice(0, MAX_PRESENTED).map(readCertificate)
  // Without its leaf a chain is not attributable; a later unreadable certificate only counts as missing.
  return parsed[0] ? parsed.filter((certificate) => certificate !== null) : []
}

function chainFields(
  input: TlsInput,
  facts: HandshakeFacts,
  presented: readonly [Certificate, ...Certificate[]],
  validation: ChainValidation,
) {
  const [leaf] = presented
  const staple = facts.staple
    ? validateStaple(facts.staple, leaf, validation.path[1] ?? null, input.checkedAtMs)
    : null
  const matchedName = matchHost(input.host, leaf)
  // OpenSSL may find a path where our search gave up, and it never has fewer roots.
  const isTrusted = validation.trusted || facts.verifyError === null
  return {
    authorized: facts.verifyError === null && matchedName !== null,
    verify_error: verifyErrorName(facts.verifyError, matchedName !== null),
    verify_depth: validation.trusted ? validation.path.length - 1 : null,
    hostname_ok: matchedName !== null,
    matched_san: matchedName,
    leaf: leafFields(leaf, staple, input.checkedAtMs),
    chain: presented
      .slice(0, MAX_SHOWN)
      .map((certificate, i) => memberFields(certificate, i, validation)),
    chain_complete: validation.complete || isTrusted,
    trusted_path: isTrusted,
    order_ok: validation.inOrder,
    contains_root: validation.containsRoot,
    earliest_expiry: validation.trusted ? rfc3339(earliestExpiry(validation.path)) : null,
    publicly_trusted: validation.isPublic,
    ocsp: stapleFields(staple),
  }
}

const DAY_MS = 86_400_000

function leafFields(leaf: Certificate, staple: StapleValidation | null, atMs: number) {
  const validityMs = leaf.notAfterMs - leaf.notBeforeMs
  const remainingMs = leaf.notAfterMs - atMs
  return {
    ...keyFields(leaf),
    subject_cn: leaf.subject.commonName,
    subject_org: leaf.subject.organization,
    issuer_cn: leaf.issuer.commonName,
    issuer_org: leaf.issuer.organization,
    sans: leaf.sans.slice(0, MAX_SANS),
    sans_total: leaf.sans.length,
    not_before: rfc3339(leaf.notBeforeMs),
    not_after: rfc3339(leaf.notAfterMs),
    validity_days: roundToHundredths(validityMs / DAY_MS),
    days_remaining: roundToHundredths(remainingMs / DAY_MS),
    remaining_ratio:
      validityMs > 0 ? Math.min(1, Math.max(0, roundToHundredths(remainingMs / validityMs))) : 0,
    serial: leaf.serial,
    sha256: leaf.sha256,
    spki_sha256: leaf.spkiSha256,
    signature_algorithm: leaf.signatureAlgorithm,
    key_usages: leaf.keyUsages && [...leaf.keyUsages],
    wildcard: leaf.dnsNames.some((name) => name.startsWith('*.')),
    must_staple: leaf.mustStaple,
    sct_count: leaf.embeddedScts + (staple?.scts ?? 0),
    is_self_signed: leaf.isSelfSigned,
  }
}

function memberFields(certificate: Certificate, index: number, validation: ChainValidation) {
  const isOnPath = validation.path.some((member) => member.sha256 === certificate.sha256)
  return {
    subject: certificate.subject.text,
    issuer: certificate.issuer.text,
    not_before: rfc3339(certificate.notBeforeMs),
    not_after: rfc3339(certificate.notAfterMs),
    sha256: certificate.sha256,
    key: keyFields(certificate),
    sig: certificate.signatureAlgorithm,
    role: roleOf(certificate, index, isOnPath),
    in_verified_path: validation.trusted && isOnPath,
  }
}

function roleOf(
  certificate: Certificate,
  index: number,
  isOnPath: boolean,
): TlsObservation['chain'][number]['role'] {
  if (index === 0) return 'leaf'
  if (!isOnPath) return 'extra'
  return certificate.isSelfSigned ? 'root' : 'intermediate'
}

function keyFields({ key }: Certificate) {
  return { key_type: key.type, key_bits: key.bits, curve: key.curve }
}

function stapleFields(staple: StapleValidation | null): TlsObservation['ocsp'] {
  return {
    stapled: staple !== null,
    status: staple?.status ?? null,
    verified: staple?.verified ?? false,
    produced_at: instantOrNull(staple?.producedAtMs),
    revoked_at: instantOrNull(staple?.revokedAtMs),
  }
}

function instantOrNull(atMs: number | null | undefined): string | null {
  return atMs === null || atMs === undefined ? null : rfc3339(atMs)
}

/** Bits of the symmetric key, from the IANA name of the suite. */
function cipherBits(cipher: string | null): number | null {
  if (cipher === null) return null
  const digits = /_(?:AES|CAMELLIA|ARIA|RC4|RC2_CBC|SEED)_(\d+)/.exec(cipher)?.[1]
  if (digits) return Number(digits)
  if (cipher.includes('CHACHA20')) return 256
  if (cipher.includes('3DES')) return 168
  return cipher.includes('_NULL_') ? 0 : null
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100
}

function roundMs(value: number): number {
  return Math.max(0, Math.round(value))
}

/** OpenSSL's name for why a chain does not verify. Where security level 2 is the reason, Node has no name, only OpenSSL's words. */
function verifyErrorName(error: string | null, nameMatches: boolean): string | null {
  if (error === null) return nameMatches ? null : 'HOSTNAME_MISMATCH'
  return namesOfWords[error] ?? error
}

const namesOfWords: Readonly<Record<string, string>> = {
  EE_CERTIFICATE_KEY_TOO_WEAK: 'EE_KEY_TOO_SMALL',
  CA_CERTIFICATE_KEY_TOO_WEAK: 'CA_KEY_TOO_SMALL',
  CA_SIGNATURE_DIGEST_ALGORITHM_TOO_WEAK: 'CA_MD_TOO_WEAK',
}
