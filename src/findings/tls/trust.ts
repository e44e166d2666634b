import type { Evidence } from '#evidence/evidence.ts'
import { isCertificateError } from '#findings/readings/net-error.ts'
import type { Rule } from '#findings/rule/rule.ts'

export const trustRules: readonly Rule[] = [
  {
    code: 'TLS_TRUST_DISAGREEMENT',
    layer: 'tls',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'V',
    remediation: 'Check that all clients in your audience trust this chain.',
    when: (evidence) => {
      const client = trustOfClient(evidence)
      const chrome = trustOfChrome(evidence)
      if (client === null || chrome === null || client === chrome) return null
      return {
        message: chrome
          ? 'Chrome accepts the certificate but our TLS client does not.'
          : 'Our TLS client accepts the certificate but Chrome does not.',
        observed: { tls_client: client, chrome },
        evidence: ['/tls/authorized', '/tls/hostname_ok', '/browser/navigation/net_error'],
      }
    },
  },
]

function trustOfClient({ tls }: Evidence): boolean | null {
  if (tls === null || tls.failure !== null || tls.authorized === null) return null
  return tls.authorized && tls.hostname_ok === true
}

/** Null when Chrome did not get that far, or connected to another host. */
function trustOfChrome({ tls, browser }: Evidence): boolean | null {
  if (!browser || tls === null) return null
  const { url, net_error: netError, main_status: status } = browser.navigation
  const end = URL.parse(url)
  if (end?.protocol !== 'https:' || end.hostname !== tls.host) return null
  if (isCertificateError(netError)) return false
  return netError === null && status !== null ? true : null
}
