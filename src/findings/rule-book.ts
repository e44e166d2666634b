import type { Rule } from '#findings/rule/rule.ts'
import { rules } from './all-rules.ts'
import { metaRules } from './report-rules.ts'
import notes from './rule-notes.json' with { type: 'json' }

/** A rule as people read it: when it holds, with its threshold, and where that comes from. */
export interface ExplainedRule extends Omit<Rule, 'when'> {
  readonly when: string
  readonly source: string
}

/** Every code in report order. A test holds the notes to the rules, one for one. */
export const ruleBook: readonly ExplainedRule[] = [...rules, ...metaRules].map((rule) => ({
  ...rule,
  ...noteOf(rule.code),
}))

function noteOf(code: string): { readonly when: string; readonly source: string } {
  const found: { when: string; source: string } | undefined = Object.entries(notes).find(
    ([name]) => name === code,
  )?.[1]
  return found ?? { when: '', source: '' }
}
