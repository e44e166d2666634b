import type { TlsObservation } from '#evidence/tls.ts'
import { kindOfKey, refusalOf } from '#findings/readings/browser-support.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { eachHandshake, type Handshake } from './each-handshake.ts'

type Failure = NonNullable<TlsObservation['failure']>

/** Rules about handshakes that failed. At most one of them matches a handshake. */
export const tlsSessionRules: readonly Rule[] = [
  {
    code: 'TLS_HANDSHAKE_FAILED',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Check the protocol and cipher configuration, and that TLS is enabled on port 443.',
    when: eachHandshake((handshake) => {
      const { failure } = handshake.tls
      if (!failure || failure.code === 'client_cert_required' || isOutdated(failure)) return null
      return isConnectReset(handshake, failure) ? null : handshakeFailed(handshake, failure)
    }),
  },
  {
    code: 'TLS_PROTOCOL_OUTDATED',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Enable TLS 1.2 and 1.3.',
    when: eachHandshake(({ tls, at }) => {
      const best = tls.failure && isOutdated(tls.failure) ? tls.failure.permissive : null
      return (
        best && {
          message: `The newest protocol that the server supports is ${best.protocol}; clients require TLS 1.2 or 1.3 (RFC 8996).`,
          observed: best.protocol,
          expected: 'TLSv1.2 or TLSv1.3',
          evidence: [`${at}/failure/permissive/protocol`],
        }
      )
    }),
  },
  {
    code: 'TLS_CLIENT_CERT_REQUIRED',
    layer: 'tls',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PV',
    remediation: 'Check a URL that needs no client certificate, or stop requiring one.',
    when: eachHandshake(({ tls, at }) =>
      tls.failure?.code === 'client_cert_required'
        ? {
            message: 'The server requires a client certificate, and ended the connection.',
            observed: tls.failure.alert,
            evidence: [`${at}/failure/code`],
          }
        : null,
    ),
  },
]

function isOutdated({ permissive }: Failure): boolean {
  return permissive?.protocol === 'TLSv1' || permissive?.protocol === 'TLSv1.1'
}

/** CONNECT_RESET reports it already: one fault, one code. */
function isConnectReset({ evidence }: Handshake, failure: Failure): boolean {
  const code = evidence.http.error?.code
  return failure.code === 'reset' && (code === 'connect_reset' || code === 'reset_before_response')
}

/** Guards G1 and G2: a timeout or a reset counts against the target if our egress is healthy and a second attempt failed too. */
function isSettled({ evidence }: Handshake, failure: Failure): boolean {
  if (failure.code !== 'timeout' && failure.code !== 'reset') return true
  const tries = evidence.http.attempts.filter(({ error }) => error?.phase === 'tls').length
  return egressIsHealthy(evidence) && tries >= 2
}

/** What the report says when a limit of our own ended the handshake, by the code of the failure. */
const ownLimits: Readonly<Record<string, string>> = {
  // OpenSSL reads certificate messages up to 100 KiB.
  ERR_SSL_EXCESSIVE_MESSAGE_SIZE:
    'The server sent a certificate message larger than the 100 KiB that we read.',
  ERR_CERTIFICATES_TOO_COSTLY: 'The server sent certificates that take too long to verify.',
  ERR_RENEGOTIATION_REFUSED:
    'The server asked for another handshake (renegotiation) before its response, perhaps for a client certificate; we refuse it.',
}

function handshakeFailed(handshake: Handshake, failure: Failure): Hit {
  const hit = {
    ...(refusedDemand(failure) ?? { message: whyFailed(failure) }),
    observed: failure.alert ?? failure.raw ?? failure.code,
    expected: 'a TLS 1.2 or 1.3 session',
    evidence: [`${handshake.at}/failure`],
  }
  const limit = ownLimits[failure.raw ?? '']
  if (limit !== undefined) return { ...hit, message: limit, severity: 'medium', effect: 'REVIEW' }
  return isSettled(handshake, failure)
    ? hit
    : { ...hit, severity: 'medium', effect: 'REVIEW', retryable: true }
}

/** What the server requires and browsers refuse, as the permissive handshake showed it: the first of the three is the cause. */
function refusedDemand({ permissive }: Failure): Pick<Hit, 'message' | 'remediation'> | null {
  if (permissive === null) return null
  const { key, group, cipher } = permissive
  const demands = [
    {
      refusal: key && refusalOf('keys', kindOfKey(key)),
      what: `a certificate with a key of the kind ${key && kindOfKey(key)}`,
      remediation: 'Reissue the certificate with a P-256 key, or an RSA key of 2048 bits.',
    },
    {
      refusal: group === null ? null : refusalOf('groups', group),
      what: `the key exchange group ${group}`,
      remediation: 'Enable the groups X25519 and P-256 on the server.',
    },
    {
      refusal: refusalOf('suites', cipher),
      what: `the cipher suite ${cipher}`,
      remediation: 'Enable TLS 1.3, or the ECDHE suites with AES-GCM of TLS 1.2.',
    },
  ]
  for (const { refusal, what, remediation } of demands) {
    if (!refusal) continue
    return {
      message: `The server requires ${what}, which ${refusal.browsersRefuse}.`,
      remediation,
    }
  }
  return null
}

function whyFailed({ code, alert, permissive }: Failure): string {
  const would = permissive
    ? ` It would accept ${permissive.protocol} with ${permissive.cipher}, which clients refuse.`
    : ''
  switch (code) {
    case 'not_tls':
      return 'The server does not speak TLS on the https port; it may be a plain HTTP listener.'
    case 'timeout':
      return 'The server accepted the connection but did not finish the TLS handshake in time.'
    case 'protocol_version':
      return `There is no common TLS version: the server offers neither TLS 1.2 nor 1.3.${would}`
    case 'alert':
      return `The server refused the TLS handshake with the alert ${alert ?? 'unknown'}.${would}`
    case 'protocol_error':
      return `The server's part of the TLS handshake is invalid or not acceptable.${would}`
    case 'reset':
    case 'client_cert_required':
      return 'The server ended the connection during the TLS handshake.'
  }
}
