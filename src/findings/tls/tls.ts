import type { Rule } from '#findings/rule/rule.ts'
import { tlsChainRules } from './chain.ts'
import { tlsDateRules } from './dates.ts'
import { tlsSessionRules } from './session.ts'
import { trustRules } from './trust.ts'

/** Every rule about TLS, in report order: no session, dates, then names, trust and strength. */
export const tlsRules: readonly Rule[] = [
  ...tlsSessionRules,
  ...tlsDateRules,
  ...tlsChainRules,
  ...trustRules,
]
