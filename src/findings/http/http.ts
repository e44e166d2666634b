import type { Rule } from '#findings/rule/rule.ts'
import { exchangeRules } from './exchange.ts'
import { httpStatusRules } from './status.ts'
import { transportRules } from './transport.ts'

/** What the last answer says by its status, how the exchange went, and over which transport. */
export const httpRules: readonly Rule[] = [...httpStatusRules, ...exchangeRules, ...transportRules]
