import { z } from 'zod'
import { jsonPointer } from '#evidence/scalar.ts'
import type { Effect, Hit, Rule } from './rule.ts'
import { effects, layers, severities } from './rule.ts'

/** One match of a rule as reported. Keys are always present. */
export const finding = z
  .strictObject({
    code: z.string().describe('stable, never used for anything else'),
    severity: z.enum(severities),
    effect: z.enum(effects).describe('effect on result_status; NONE has no effect'),
    layer: z.enum(layers),
    message: z
      .string()
      .max(200)
      .describe('one sentence, with the name of a file or host at most; no text from the page'),
    observed: z.unknown().describe('typed per code; null when the message is complete'),
    expected: z.unknown().describe('an acceptable value; null when nothing is comparable'),
    url: z.string().nullable().describe('the exact object, when it is not the page itself'),
    evidence: z.array(jsonPointer).describe('pointers to the proof in this report'),
    count: z.int().min(1).describe('number of matches for this url'),
    remediation: z.string().max(200).describe('the remedy, imperative'),
    retryable: z.boolean().describe('a later request may succeed'),
    retry_after_s: z.int().min(0).nullable(),
    docs_url: z.string(),
  })
  .meta({ id: 'Finding', description: 'A rule that matched, with its proof.' })
export type Finding = z.infer<typeof finding>

type RuleHead = Omit<Rule, 'when'>

/** The findings of one rule: hits with the same url become one finding with their count. */
export function findingsOf(rule: RuleHead, hits: Hit | readonly Hit[] | null): Finding[] {
  const all = asList(hits).map((hit) => findingOf(rule, hit))
  const perUrl = new Map<string | null, Finding>()
  for (const next of all.sort(byWeight)) {
    const earlier = perUrl.get(next.url)
    perUrl.set(next.url, earlier === undefined ? next : collapsed(earlier, next))
  }
  return [...perUrl.values()]
}

/** Report order: effect, severity, code, url. */
export function byWeight(a: Finding, b: Finding): number {
  return (
    effects.indexOf(a.effect) - effects.indexOf(b.effect) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    byText(a.code, b.code) ||
    byText(a.url ?? '', b.url ?? '') ||
    byText(a.message, b.message) ||
    byText(JSON.stringify(a.observed), JSON.stringify(b.observed))
  )
}

function asList(hits: Hit | readonly Hit[] | null): readonly Hit[] {
  if (hits === null) return []
  return isList(hits) ? hits : [hits]
}

// Array.isArray does not narrow a readonly array out of a union.
function isList(hits: Hit | readonly Hit[]): hits is readonly Hit[] {
  return Array.isArray(hits)
}

function findingOf(rule: RuleHead, hit: Hit): Finding {
  return {
    code: rule.code,
    severity: hit.severity ?? rule.severity,
    effect: hit.effect ?? rule.effect,
    layer: rule.layer,
    message: hit.message,
    observed: plainJson(hit.observed),
    expected: plainJson(hit.expected),
    url: hit.url ?? null,
    evidence: [...new Set(hit.evidence)].sort(byText),
    count: hit.count ?? 1,
    remediation: hit.remediation ?? rule.remediation,
    retryable: hit.retryable ?? false,
    retry_after_s: notNegative(hit.retryAfterS ?? null),
    docs_url: `/docs#${rule.code}`,
  }
}

function collapsed(earlier: Finding, next: Finding): Finding {
  return {
    ...earlier,
    evidence: [...new Set([...earlier.evidence, ...next.evidence])].sort(byText),
    count: Math.min(earlier.count + next.count, Number.MAX_SAFE_INTEGER),
    retryable: earlier.retryable || next.retryable,
    retry_after_s: longer(earlier.retry_after_s, next.retry_after_s),
  }
}

/** Evidence keeps the value as sent; a wait is never negative. */
function notNegative(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(0, seconds)
}

function longer(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}

/** Compares by code units, so that the order of a report does not depend on a locale. */
export function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The JSON form of a value; null for values without one. */
function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined ? null : JSON.parse(text)
}

/** Whether an effect decides the verdict. */
export const decisive = (effect: Effect): boolean => effect !== 'NONE'
