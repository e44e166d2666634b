import { exchangeRules } from './http-exchange.ts'
import { httpStatusRules } from './http-status.ts'
import { transportRules } from './http-transport.ts'
import type { Rule } from './rule.ts'

/** What the last answer says by its status, how the exchange went, and over which transport. */
export const httpRules: readonly Rule[] = [...httpStatusRules, ...exchangeRules, ...transportRules]
