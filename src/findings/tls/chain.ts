import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { eachLeaf } from './each-handshake.ts'

type Judged = Parameters<Parameters<typeof eachLeaf>[0]>[0]

/** Rules about the names, the trust and the strength of a certificate chain. */
export const tlsChainRules: readonly Rule[] = [
  {
    code: 'TLS_HOSTNAME_MISMATCH',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Issue the certificate for this name, or fix which virtual host is selected for it (SNI).',
    when: eachLeaf(({ tls, at }) =>
      tls.hostname_ok === false
        ? {
            message: `The certificate does not match the requested host: none of its names does (${counted(tls.leaf.sans_total, 'name')}; the CN does not count, RFC 9525).`,
            observed: tls.leaf.sans.slice(0, maxNamesListed),
            expected: tls.host,
            evidence: [`${at}/hostname_ok`, `${at}/leaf/sans`],
          }
        : null,
    ),
  },
  {
    code: 'TLS_SELF_SIGNED',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Use a certificate from a publicly trusted authority.',
    when: eachLeaf((judged) =>
      trustFault(judged) === 'self_signed'
        ? {
            message: 'The certificate is signed by its own key, not by an authority.',
            observed: judged.tls.verify_error,
            evidence: [`${judged.at}/leaf/is_self_signed`, `${judged.at}/trusted_path`],
          }
        : null,
    ),
  },
  {
    code: 'TLS_UNTRUSTED_ISSUER',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Use a certificate for servers from a publicly trusted authority.',
    when: eachLeaf((judged) => {
      const fault = trustFault(judged)
      if (fault !== 'untrusted' && fault !== 'rejected') return null
      const store = `${judged.tls.trust_store.name} ${judged.tls.trust_store.version}`
      return {
        message:
          fault === 'untrusted'
            ? `The chain does not end at a root of our trust store (${store}).`
            : `The chain leads to a known root, but clients refuse it: ${inWords(judged.tls.verify_error ?? '')}.`,
        observed: judged.tls.verify_error,
        evidence: [`${judged.at}/${fault === 'untrusted' ? 'trusted_path' : 'verify_error'}`],
      }
    }),
  },
  {
    code: 'TLS_CHAIN_INCOMPLETE',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Serve the full chain (fullchain.pem, not cert.pem).',
    when: eachLeaf((judged) =>
      trustFault(judged) === 'incomplete'
        ? {
            message:
              'The server did not send an intermediate certificate: the certificates that it sent do not lead to a known root.',
            observed: judged.tls.chain_total,
            evidence: [`${judged.at}/chain_complete`, `${judged.at}/chain`],
          }
        : null,
    ),
  },
  {
    code: 'TLS_CERT_REVOKED',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Reissue the certificate with a new key.',
    when: eachLeaf(({ tls, at }) => {
      const isStapled = tls.ocsp?.status === 'revoked' && tls.ocsp.verified
      if (!isStapled && tls.crl?.status !== 'revoked') return null
      return {
        message: isStapled
          ? 'The stapled OCSP response says that the certificate is revoked.'
          : 'The revocation list (CRL) of its issuer says that the certificate is revoked.',
        observed: isStapled ? tls.ocsp?.revoked_at : tls.crl?.revoked_at,
        evidence: [isStapled ? `${at}/ocsp` : `${at}/crl`],
      }
    }),
  },
  {
    code: 'TLS_WEAK_KEY',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Reissue with an RSA key of at least 2048 bits or a P-256 key.',
    when: eachLeaf(weakKey),
  },
  {
    code: 'TLS_WEAK_SIGNATURE',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Reissue with a SHA-256 signature.',
    when: eachLeaf(weakSignature),
  },
  {
    code: 'TLS_VALIDITY_TOO_LONG',
    layer: 'tls',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Reissue with a shorter lifetime.',
    when: eachLeaf(validityTooLong),
  },
  {
    code: 'TLS_CHAIN_ORDER',
    layer: 'tls',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation:
      'Fix the certificate bundle: the leaf first, each certificate followed by its issuer, no root and nothing else.',
    when: eachLeaf(untidyChain),
  },
]

// Enough to recognise the certificate; the evidence has the full list.
const maxNamesListed = 10

/** What OpenSSL's name for a verification error means; its words for one that is rare. */
function inWords(error: string): string {
  return meanings[error] ?? `OpenSSL reports "${error.toLowerCase().replaceAll('_', ' ')}"`
}

const notForNames = 'the name constraints of an issuer do not allow this name'
const notForServers = 'a certificate is not meant for servers (extended key usage)'
const meanings: Readonly<Record<string, string | undefined>> = {
  PERMITTED_SUBTREE_VIOLATION: notForNames,
  EXCLUDED_SUBTREE_VIOLATION: notForNames,
  UNSUPPORTED_CERTIFICATE_PURPOSE: notForServers,
  INVALID_PURPOSE: notForServers,
  UNHANDLED_CRITICAL_EXTENSION: 'a certificate has a critical extension that they do not know',
  INVALID_CA: 'an issuer in the chain is no certification authority',
  INVALID_CA_CERTIFICATE: 'an issuer in the chain is no certification authority',
  PATH_LENGTH_EXCEEDED: 'an issuer does not allow so many intermediates below it',
  PATH_LENGTH_CONSTRAINT_EXCEEDED: 'an issuer does not allow so many intermediates below it',
  UNSPECIFIED: 'OpenSSL does not say why; compare purpose, constraints and extensions of the chain',
}

type TrustFault = 'self_signed' | 'incomplete' | 'untrusted' | 'rejected'

// OpenSSL's names for faults that other rules report from their own reading of the chain.
const reportedElsewhere = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'HOSTNAME_MISMATCH',
  'EE_KEY_TOO_SMALL',
  'CA_KEY_TOO_SMALL',
  'CA_MD_TOO_WEAK',
])

/** The one reason why this chain is not trusted; null when it is. */
function trustFault({ tls }: Judged): TrustFault | null {
  if (tls.trusted_path !== false) {
    // A known root, but a purpose, a constraint or a name constraint that forbids this use.
    return tls.verify_error !== null && !reportedElsewhere.has(tls.verify_error) ? 'rejected' : null
  }
  if (tls.leaf.is_self_signed) return 'self_signed'
  if (tls.chain_complete !== false) return 'untrusted'
  // An issuer is missing. If the chain has no intermediate, or public logs contain the leaf, the server did not send an
  // intermediate. Otherwise it may be a private authority that sends its intermediate and leaves out its root.
  const alone = !tls.chain.some((one) => one.role === 'intermediate')
  return alone || tls.leaf.sct_count > 0 ? 'incomplete' : 'untrusted'
}

const weakHashes = /md[245]|sha1/i
// Bits below which a key of this type can be broken within its lifetime (CA/B Forum BR 6.1.5).
const minBits: Readonly<Record<string, number>> = {
  RSA: 2048,
  'RSA-PSS': 2048,
  EC: 256,
  DSA: 2048,
}

function weakKey({ tls, at }: Judged): Hit | null {
  const index = tls.chain.findIndex((one) => {
    const min = minBits[one.key.key_type]
    const judged = one.role === 'leaf' || one.role === 'intermediate'
    return judged && min !== undefined && one.key.key_bits !== null && one.key.key_bits < min
  })
  const weak = tls.chain[index]
  if (!weak) return null
  return {
    message: `The key of the ${weak.role} certificate is too short: ${weak.key.key_type}, ${weak.key.key_bits} bits.`,
    observed: weak.key.key_bits,
    expected: minBits[weak.key.key_type],
    evidence: [`${at}/chain/${index}/key`],
  }
}

/**
 * A self-signature proves nothing, neither for a root nor for a self-signed leaf, so its strength does not matter.
 */
function weakSignature({ tls, at }: Judged): Hit | null {
  const index = tls.chain.findIndex(
    (one) =>
      (one.role === 'leaf' ? !tls.leaf.is_self_signed : one.role === 'intermediate') &&
      weakHashes.test(one.sig),
  )
  const weak = tls.chain[index]
  if (!weak) return null
  return {
    message: `The ${weak.role} certificate is signed with a broken hash function (MD5 or SHA-1).`,
    observed: weak.sig,
    expected: 'SHA-256 or stronger',
    evidence: [`${at}/chain/${index}/sig`],
  }
}

const dayMs = 86_400_000

// By notBefore, newest first. The latest limits (200 days from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15)
// bind authorities, but no client enforces them yet, so they give only a note.
const lifetimeLimits = [
  { from: Date.parse('2029-03-15T00:00:00Z'), days: 47, enforced: false },
  { from: Date.parse('2027-03-15T00:00:00Z'), days: 100, enforced: false },
  { from: Date.parse('2026-03-15T00:00:00Z'), days: 200, enforced: false },
  { from: Date.parse('2020-09-01T00:00:00Z'), days: 398, enforced: true },
  { from: Date.parse('2018-03-01T00:00:00Z'), days: 825, enforced: true },
]

function validityTooLong({ tls, at }: Judged): Hit | null {
  if (tls.publicly_trusted !== true) return null
  const start = Date.parse(tls.leaf.not_before)
  // The difference of the dates, as browsers compute it; the CA/B Forum counts one second more.
  const lifetime = Date.parse(tls.leaf.not_after) - start
  const exceeded = lifetimeLimits
    .filter(({ from }) => start >= from)
    .filter(({ days, enforced }, i) => (i === 0 || enforced) && lifetime > days * dayMs)
  const limit = exceeded.find((one) => one.enforced) ?? exceeded[0]
  if (!limit) return null
  const hit = {
    message: `The certificate is valid for ${Math.ceil(lifetime / dayMs)} days; ${limit.days} is the limit for its date of issue.`,
    observed: tls.leaf.validity_days,
    expected: limit.days,
    evidence: [`${at}/leaf/validity_days`, `${at}/leaf/not_before`],
  }
  return limit.enforced ? hit : { ...hit, severity: 'info', effect: 'NONE' }
}

function untidyChain({ tls, at }: Judged): Hit | null {
  const extras = tls.chain.filter((one) => one.role === 'extra').length
  const faults = [
    tls.order_ok === false && extras === 0 ? 'is out of order' : null,
    extras > 0 ? `has certificates that do not belong to it (${extras})` : null,
    tls.contains_root === true ? 'contains a root, which clients ignore' : null,
  ].filter((fault) => fault !== null)
  if (faults.length === 0) return null
  return {
    message: `The chain as sent ${faults.join(', and ')}.`,
    observed: { order_ok: tls.order_ok, contains_root: tls.contains_root, extra: extras },
    evidence: [`${at}/order_ok`, `${at}/contains_root`, `${at}/chain`],
  }
}
