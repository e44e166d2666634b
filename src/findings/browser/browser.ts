import type { Rule } from '#findings/rule/rule.ts'
import { navigationRules } from './navigation.ts'
import { renderingRules } from './rendering.ts'
import { requestRules } from './requests.ts'
import { scriptRules } from './scripts.ts'

/** What Chrome saw: the document came, it shows something, its scripts run, it got what it asked for. */
export const browserRules: readonly Rule[] = [
  ...navigationRules,
  ...renderingRules,
  ...scriptRules,
  ...requestRules,
]
