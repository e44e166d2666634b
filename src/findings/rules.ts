import { contentRules } from './content.ts'
import type { Rule } from './rule.ts'
import { securityRules } from './security.ts'

/** Every rule about a target, in report order: the order in which data meets the layers. */
export const rules: readonly Rule[] = [...contentRules, ...securityRules]
