import type { Rule } from './rule.ts'
import { tlsChainRules } from './tls-chain.ts'
import { tlsDateRules } from './tls-dates.ts'
import { tlsSessionRules } from './tls-session.ts'
import { trustRules } from './tls-trust.ts'

/** Every rule about TLS, in report order: no session, dates, then names, trust and strength. */
export const tlsRules: readonly Rule[] = [
  ...tlsSessionRules,
  ...tlsDateRules,
  ...tlsChainRules,
  ...trustRules,
]
