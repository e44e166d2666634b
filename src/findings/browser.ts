import { navigationRules } from './browser-navigation.ts'
import { renderingRules } from './browser-rendering.ts'
import { requestRules } from './browser-requests.ts'
import { scriptRules } from './browser-scripts.ts'
import type { Rule } from './rule.ts'

/** What Chrome saw: the document came, it shows something, its scripts run, it got what it asked for. */
export const browserRules: readonly Rule[] = [
  ...navigationRules,
  ...renderingRules,
  ...scriptRules,
  ...requestRules,
]
