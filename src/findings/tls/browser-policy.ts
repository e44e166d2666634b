import type { Evidence } from '#evidence/evidence.ts'
import { type BrowserRefusal, refusalOf, refusedByAll } from '#findings/readings/browser-support.ts'
import { netErrorName } from '#findings/readings/net-error.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { eachHandshake, eachLeaf } from './each-handshake.ts'

type Judged = Parameters<Parameters<typeof eachLeaf>[0]>[0]

/** Rules about certificates that our TLS client accepts and browsers refuse, and what they will refuse or expect. */
export const browserPolicyRules: readonly Rule[] = [
  {
    code: 'TLS_REFUSED_BY_BROWSERS',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Reissue the certificate with what every browser accepts.',
    when: eachLeaf((judged) => wrongKeyUsage(judged) ?? unknownSignature(judged)),
  },
  {
    code: 'TLS_STAPLE_MISSING',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Turn on OCSP stapling and check that the server reaches the responder, or issue a certificate without must-staple.',
    when: eachLeaf(({ tls, at }) => {
      const isGood = tls.ocsp?.status === 'good' && tls.ocsp.verified
      if (!tls.leaf.must_staple || isGood || tls.ocsp?.status === 'revoked') return null
      const isSent = tls.ocsp?.stapled === true
      return {
        message: `Firefox refuses the certificate: it demands a current OCSP response from the server (must-staple), which sent ${isSent ? 'an unusable one' : 'none'}.`,
        observed: tls.ocsp?.status ?? null,
        expected: 'good',
        evidence: [`${at}/leaf/must_staple`, `${at}/ocsp`],
        // nginx sends none on the first connection after its start.
        ...(!isSent && { effect: 'REVIEW' as const, severity: 'medium' as const }),
      }
    }),
  },
  {
    code: 'TLS_SCT_MISSING',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Have the certificate issued again with embedded timestamps: every ACME client gets them by default.',
    when: eachLeaf(({ tls, at, evidence }) => {
      if (tls.publicly_trusted !== true || tls.leaf.sct_count >= MIN_SCTS) return null
      const isRefused = chromeError(evidence) === 'ERR_CERTIFICATE_TRANSPARENCY_REQUIRED'
      return {
        message: `Chrome and Safari require ${MIN_SCTS} timestamps of certificate logs (SCT); certificate and staple have ${tls.leaf.sct_count}.`,
        observed: tls.leaf.sct_count,
        expected: MIN_SCTS,
        evidence: [`${at}/leaf/sct_count`],
        // The server may send them in the handshake, in an extension that our client cannot ask for.
        ...(!isRefused && { effect: 'REVIEW' as const, severity: 'medium' as const }),
      }
    }),
  },
  {
    code: 'TLS_NO_HYBRID_KEY_EXCHANGE',
    layer: 'tls',
    severity: 'info',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Enable TLS 1.3 with the group X25519MLKEM768 (OpenSSL 3.5, Go 1.24, BoringSSL).',
    when: eachHandshake(({ tls, at }) =>
      tls.failure !== null || tls.kx_group === null || tls.kx_group.includes('MLKEM')
        ? null
        : {
            message:
              'The key exchange is not hybrid: recorded traffic may be decrypted by later quantum computers.',
            observed: tls.kx_group,
            expected: 'X25519MLKEM768',
            evidence: [`${at}/kx_group`],
          },
    ),
  },
]

// Chrome's policy requires two for certificates of up to 180 days, and three for longer ones, which no authority issues any more.
const MIN_SCTS = 2

/** ISSUE where most visitors are shut out, otherwise a note with the names of the browsers. */
function refused(
  { browsersRefuse, isForMost }: BrowserRefusal,
  hit: Omit<Hit, 'message'>,
  what: string,
): Hit {
  const message = `${browsersRefuse} the certificate: ${what}.`
  return isForMost ? { ...hit, message } : { ...hit, message, effect: 'NONE', severity: 'info' }
}

/** Browsers check the use of a key for the key exchange that was agreed on (RFC 8446 4.4.2.2, RFC 5246 7.4.2). */
function wrongKeyUsage({ tls, at }: Judged): Hit | null {
  const { key_usages: usages } = tls.leaf
  const needed = tls.cipher?.startsWith('TLS_RSA_WITH_') ? 'keyEncipherment' : 'digitalSignature'
  if (usages === null || usages.includes(needed)) return null
  const hit = {
    observed: usages,
    expected: [needed],
    remediation:
      'Reissue the certificate with the key usages digitalSignature and keyEncipherment.',
    evidence: [`${at}/leaf/key_usages`, `${at}/cipher`],
  }
  return refused(refusedByAll, hit, `its key usage lacks ${needed}, which this key exchange needs`)
}

function unknownSignature({ tls, at }: Judged): Hit | null {
  for (const [i, { sig, role, in_verified_path: isOnPath }] of tls.chain.entries()) {
    const isJudged =
      role === 'leaf' ? !tls.leaf.is_self_signed : role === 'intermediate' && isOnPath
    // TLS_WEAK_SIGNATURE reports broken hashes.
    const refusal = isJudged && !/md[245]|sha1/i.test(sig) ? refusalOf('signatures', sig) : null
    if (refusal === null) continue
    const hit = {
      observed: sig,
      expected: 'ECDSA or RSA (PKCS #1) with SHA-256',
      remediation: 'Have it issued with an ECDSA or RSA (PKCS #1) signature and SHA-256.',
      evidence: [`${at}/chain/${i}/sig`],
    }
    const which = role === 'leaf' ? 'it' : `the ${role} (number ${i + 1} of the chain)`
    const algorithm = nameOfAlgorithm.test(sig) ? sig : 'an unknown algorithm'
    return refused(refusal, hit, `${which} is signed with ${algorithm}`)
  }
  return null
}

// The names of `net/x509/signature-algorithm.ts`, or the identifier of another algorithm.
const nameOfAlgorithm =
  /^(?:[\d.]{1,40}|ED\d+|ML-DSA-\d+|RSASSA-PSS-SHA\d+|(?:sha|ecdsa|dsa)[\w-]{1,24})$/

function chromeError({ browser }: Evidence): string | null {
  return netErrorName(browser?.navigation.net_error ?? null)
}
