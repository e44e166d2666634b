import { z } from 'zod'
import { hex, instant, ms, sha256Hex } from './scalar.ts'

const publicKey = z.strictObject({
  key_type: z.string().describe('RSA, EC, Ed25519, ...'),
  key_bits: z.int().nullable(),
  curve: z.string().nullable(),
})

const leaf = publicKey.extend({
  subject_cn: z.string().nullable(),
  subject_org: z.string().nullable(),
  issuer_cn: z.string().nullable(),
  issuer_org: z.string().nullable(),
  sans: z.array(z.string()).max(100).describe('DNS names and IP addresses, presented order'),
  sans_total: z.int(),
  not_before: instant,
  not_after: instant,
  validity_days: z.number(),
  days_remaining: z.number(),
  remaining_ratio: z.number().describe('0 expired or older, 1 just issued'),
  serial: hex,
  sha256: sha256Hex,
  spki_sha256: sha256Hex,
  signature_algorithm: z.string(),
  key_usages: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('RFC 5280 4.2.1.3; null: no such extension, any use'),
  wildcard: z.boolean(),
  must_staple: z.boolean(),
  sct_count: z.int().describe('embedded in the leaf and in a verified OCSP staple'),
  is_self_signed: z.boolean(),
})

const chainMember = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  not_before: instant,
  not_after: instant,
  sha256: sha256Hex,
  key: publicKey,
  sig: z.string(),
  role: z.enum(['leaf', 'intermediate', 'root', 'extra']),
  in_verified_path: z.boolean(),
})

/** Why a handshake gave no session. */
const tlsFailure = z.strictObject({
  code: z.enum([
    'alert',
    'protocol_version',
    'not_tls',
    'client_cert_required',
    'reset',
    'timeout',
    'protocol_error',
  ]),
  alert: z.string().nullable().describe('TLS alert description, e.g. handshake_failure'),
  raw: z.string().nullable().describe("the TLS library's own code"),
  permissive: z
    .strictObject({
      protocol: z.string(),
      cipher: z.string(),
      group: z.string().nullable().default(null),
      key: publicKey.nullable().default(null).describe('of the certificate'),
    })
    .nullable()
    .describe(
      'result of a second handshake with every old protocol, cipher, group and key allowed',
    ),
})

/** One TLS handshake of one hop, with the assessment of the certificate chain. */
export const tlsObservation = z.strictObject({
  host: z.string(),
  sni: z.string().nullable().describe('null for an address literal (RFC 6066 3)'),
  address: z.string().nullable().default(null).describe('the address that was dialed'),
  failure: tlsFailure.nullable(),
  protocol: z.string().nullable().describe('TLSv1.2, TLSv1.3'),
  cipher: z.string().nullable().describe('IANA name'),
  cipher_bits: z.int().nullable(),
  kx_group: z.string().nullable().describe('IANA name, e.g. x25519'),
  alpn: z.string().nullable(),
  handshake_ms: ms.nullable(),
  authorized: z.boolean().nullable(),
  verify_error: z.string().nullable().describe('OpenSSL name, e.g. CERT_HAS_EXPIRED'),
  verify_depth: z.int().nullable().describe("depth of the verified path's anchor above the leaf"),
  hostname_ok: z.boolean().nullable(),
  matched_san: z.string().nullable(),
  trust_store: z.strictObject({
    name: z.string(),
    version: z.string(),
    date: z.string().nullable(),
  }),
  leaf: leaf.nullable(),
  chain: z.array(chainMember).max(10).describe('as presented'),
  chain_total: z.int(),
  chain_complete: z
    .boolean()
    .nullable()
    .describe('false: an issuer was neither sent nor found in the store; a root may be untrusted'),
  trusted_path: z
    .boolean()
    .nullable()
    .describe('a path to a root of the store exists, regardless of dates'),
  order_ok: z.boolean().nullable(),
  contains_root: z.boolean().nullable(),
  earliest_expiry: instant.nullable().describe('of the verified path'),
  publicly_trusted: z.boolean().nullable().describe('anchored in the bundled public store'),
  ocsp: z
    .strictObject({
      stapled: z.boolean(),
      status: z.enum(['good', 'revoked', 'unknown', 'invalid']).nullable(),
      verified: z.boolean().describe('signature, responder and dates are valid'),
      produced_at: instant.nullable(),
      revoked_at: instant.nullable(),
    })
    .nullable(),
  crl: z
    .strictObject({
      url: z.string(),
      status: z.enum(['good', 'revoked', 'unavailable']),
      revoked_at: instant.nullable(),
    })
    .nullable()
    .default(null)
    .describe('the revocation list that the leaf names; null when none was requested'),
  client_cert_requested: z.boolean().nullable(),
})
export type TlsObservation = z.infer<typeof tlsObservation>

/** The last https hop's handshake, with those of earlier https hops to other hosts. Null when no hop spoke TLS. */
export const tlsEvidence = tlsObservation.extend({
  earlier_hosts: z.array(tlsObservation),
  other_addresses: z
    .array(tlsObservation)
    .default([])
    .describe('with further addresses of these hosts, where certificates or failure differ'),
})
export type TlsEvidence = z.infer<typeof tlsEvidence>
