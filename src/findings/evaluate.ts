import type { Evidence } from '#evidence/evidence.ts'
import type { Check, Coverage } from '#findings/checks/checks.ts'
import { coverageOf, judgeChecks } from '#findings/checks/checks.ts'
import { hasStoppedResponding } from '#findings/rule/attempts.ts'
import type { Finding } from '#findings/rule/finding.ts'
import { byWeight, decisive, findingsOf } from '#findings/rule/finding.ts'
import type { Rule, ToolSet } from '#findings/rule/rule.ts'
import { judges } from '#findings/rule/rule.ts'
import { rules as rulebook } from './all-rules.ts'
import { metaRules } from './report-rules.ts'
import type { ResultStatus } from './summary.ts'
import { namedMessage, summaryOf } from './summary.ts'

/** The result of judging the evidence. */
export interface Evaluation {
  readonly result_status: ResultStatus
  /** What is wrong, where, and, if there is room, what to do first, in at most 160 characters. */
  readonly summary: string
  /**
   * The findings that decided the status, sorted by effect, severity, code, url. Empty exactly when the status is
   * PASS.
   */
  readonly findings: readonly Finding[]
  /** Advice: the same shape, effect NONE. */
  readonly notes: readonly Finding[]
  readonly checks: readonly Check[]
  readonly coverage: Coverage
}

/**
 * Applies the rules to evidence. The same evidence always gives the same result: the time is `checked_at`, the order is
 * defined, and nothing else is read. Never throws on evidence that its schema accepts.
 */
export function evaluate(evidence: Evidence, rules: readonly Rule[] = rulebook): Evaluation {
  const isForTool = (rule: { readonly tools: ToolSet }) => judges(rule, evidence.tool)
  const targetFindings = rules
    .filter(isForTool)
    .flatMap((rule) => findingsOf(rule, rule.when(evidence)))
    .map((one) => (hasStoppedResponding(evidence) ? withoutProof(one) : one))
  const checks = judgeChecks(evidence, targetFindings)
  const reportFindings = metaRules
    .filter(isForTool)
    .flatMap((rule) => findingsOf(rule, rule.when(evidence, checks)))
  const base = docsBaseOf(evidence)
  const all = [...targetFindings, ...reportFindings]
    .sort(byWeight)
    .map((one) => ({ ...one, docs_url: `${base}${one.docs_url}` }))
  const findings = all.filter((one) => decisive(one.effect))
  const notes = all.filter((one) => !decisive(one.effect))
  const status = statusOf(findings, checks)
  const named = (one: Finding) => ({ ...one, message: namedMessage(one, evidence) })
  return {
    result_status: status,
    summary: summaryOf({ status, findings, notes, checks, page: evidence }),
    findings: findings.map(named),
    notes: notes.map(named),
    checks,
    coverage: coverageOf(checks),
  }
}

/** Findings that may follow only from the refusal that HTTP_STOPPED_RESPONDING reports. Whatever had a response keeps its effect. */
const saysNoResponse: ReadonlySet<string> = new Set([
  'NAV_FAILED',
  'NAV_TIMEOUT',
  'CLIENT_DIVERGENCE',
  'LINK_UNVERIFIED',
])

function withoutProof(one: Finding): Finding {
  return saysNoResponse.has(one.code) && decisive(one.effect) ? { ...one, effect: 'NONE' } : one
}

/** ISSUE if any finding has that effect; else REVIEW if any has, or a required check did not pass; else PASS. */
function statusOf(findings: readonly Finding[], checks: readonly Check[]): ResultStatus {
  if (findings.some((one) => one.effect === 'ISSUE')) return 'ISSUE'
  if (findings.some((one) => one.effect === 'REVIEW')) return 'REVIEW'
  return checks.every((one) => !one.required || one.outcome === 'passed') ? 'PASS' : 'REVIEW'
}

/** Base URL of the documentation of the codes: the service that made the evidence; empty for a local check, which has no URL. */
function docsBaseOf({ service }: Evidence): string {
  return /^https?:/.test(service.instance) ? service.instance.replace(/\/$/, '') : ''
}
