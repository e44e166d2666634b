import { browserRules } from './browser.ts'
import { clientRules } from './client-agreement.ts'
import { connectRules } from './connect.ts'
import { contentRules } from './content.ts'
import { dnsRules } from './dns.ts'
import { httpRules } from './http.ts'
import { linkRules } from './links.ts'
import { perfRules } from './perf.ts'
import { redirectRules } from './redirects.ts'
import type { Rule } from './rule.ts'
import { securityRules } from './security.ts'
import { tlsRules } from './tls.ts'

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
