import type { Rule } from '#findings/rule/rule.ts'
import { rules } from './all-rules.ts'
import { metaRules } from './report-rules.ts'
import notes from './rule-notes.json' with { type: 'json' }

// A separate file: only documents need the notes, and judging must not load them.

/** A rule as the documents explain it: its condition with the threshold, and the source of both. */
export interface ExplainedRule extends Omit<Rule, 'when'> {
  readonly when: string
  /** A standard, or a sentence that says why. */
  readonly source: string
  /** URL of the standard; null if the source is a sentence. */
  readonly sourceUrl: string | null
}

/** Every code in report order. A test checks that every rule has a note and every note a rule. */
export const ruleBook: readonly ExplainedRule[] = [...rules, ...metaRules].map((rule) => ({
  ...rule,
  ...noteOf(rule.code),
}))

function noteOf(code: string): Pick<ExplainedRule, 'when' | 'source' | 'sourceUrl'> {
  const found: { when: string; source: string; url?: string } | undefined = Object.entries(
    notes,
  ).find(([name]) => name === code)?.[1]
  return {
    when: found?.when ?? '',
    source: found?.source ?? '',
    sourceUrl: found?.url ?? null,
  }
}
