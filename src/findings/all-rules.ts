import { navigationRules } from '#findings/browser/navigation.ts'
import { renderingRules } from '#findings/browser/rendering.ts'
import { requestRules } from '#findings/browser/requests.ts'
import { scriptRules } from '#findings/browser/scripts.ts'
import { contentRules } from '#findings/content/content.ts'
import { connectRules } from '#findings/dns/connect.ts'
import { dnsRules } from '#findings/dns/dns.ts'
import { exchangeRules } from '#findings/http/exchange.ts'
import { performanceRules } from '#findings/http/performance.ts'
import { redirectRules } from '#findings/http/redirects.ts'
import { httpStatusRules } from '#findings/http/status.ts'
import { transportRules } from '#findings/http/transport.ts'
import { clientRules } from '#findings/links/client-agreement.ts'
import { linkRules } from '#findings/links/links.ts'
import type { Rule } from '#findings/rule/rule.ts'
import { securityRules } from '#findings/security/security.ts'
import { browserPolicyRules } from '#findings/tls/browser-policy.ts'
import { tlsChainRules } from '#findings/tls/chain.ts'
import { tlsDateRules } from '#findings/tls/dates.ts'
import { tlsSessionRules } from '#findings/tls/session.ts'
import { trustRules } from '#findings/tls/trust.ts'
import { x402Rules } from '#findings/x402/x402.ts'

/** Every rule about a target, in report order, which follows the data through the layers. */
export const rules: readonly Rule[] = [
  ...dnsRules,
  ...connectRules,
  ...tlsSessionRules,
  ...tlsDateRules,
  ...tlsChainRules,
  ...browserPolicyRules,
  ...trustRules,
  ...httpStatusRules,
  ...x402Rules,
  ...exchangeRules,
  ...transportRules,
  ...redirectRules,
  ...contentRules,
  ...navigationRules,
  ...renderingRules,
  ...scriptRules,
  ...requestRules,
  ...linkRules,
  ...performanceRules,
  ...securityRules,
  ...clientRules,
]
