import { browserRules } from '#findings/browser/browser.ts'
import { contentRules } from '#findings/content/content.ts'
import { connectRules } from '#findings/dns/connect.ts'
import { dnsRules } from '#findings/dns/dns.ts'
import { httpRules } from '#findings/http/http.ts'
import { perfRules } from '#findings/http/perf.ts'
import { redirectRules } from '#findings/http/redirects.ts'
import { clientRules } from '#findings/links/client-agreement.ts'
import { linkRules } from '#findings/links/links.ts'
import type { Rule } from '#findings/rule/rule.ts'
import { securityRules } from '#findings/security/security.ts'
import { tlsRules } from '#findings/tls/tls.ts'

/** Every rule about a target, in report order: the order in which data meets the layers. */
export const rules: readonly Rule[] = [
  ...dnsRules,
  ...connectRules,
  ...tlsRules,
  ...httpRules,
  ...redirectRules,
  ...contentRules,
  ...browserRules,
  ...linkRules,
  ...perfRules,
  ...securityRules,
  ...clientRules,
]
