import type { Evidence } from '#evidence/evidence.ts'
import type { Check } from '#findings/checks/checks.ts'
import { counted } from '#findings/rule/counted.ts'
import { byText } from '#findings/rule/finding.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'

/** A rule about the report itself, evaluated last, with the outcomes of the checks. */
export interface CheckRule extends Omit<Rule, 'when'> {
  readonly when: (evidence: Evidence, checks: readonly Check[]) => Hit | null
}

export const metaRules: readonly CheckRule[] = [
  {
    code: 'DEADLINE_REACHED',
    layer: 'meta',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Run the check again, or use a tool that does less.',
    when: (evidence, checks) => {
      const cut = checks.filter(cutByDeadline)
      if (cut.length === 0 && !evidence.limits_hit.includes('deadline')) return null
      const required = cut.some((one) => one.required)
      return {
        message: required
          ? 'The deadline of the call was reached before every required check had a result.'
          : 'The deadline of the call was reached before every optional check had a result.',
        observed: { deadline_ms: evidence.limits.deadline_ms, cut: cut.map((one) => one.id) },
        evidence: ['/limits_hit', ...pointersTo(checks, cut)],
        effect: required ? 'REVIEW' : 'NONE',
        severity: required ? 'medium' : 'info',
        retryable: true,
      }
    },
  },
  {
    code: 'CHECK_INCOMPLETE',
    layer: 'meta',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Run the check again.',
    when: (_evidence, checks) => {
      const open = checks.filter((one) => isUnexplained(one, checks) && !cutByDeadline(one))
      if (open.length === 0) return null
      return {
        message: `No full result from ${counted(open.length, 'required check')}: ${open.map((one) => one.id).join(', ')}.`,
        observed: open.map(({ id, outcome, reason }) => ({ check: id, outcome, reason })),
        expected: { outcome: 'passed' },
        evidence: pointersTo(checks, open),
        retryable: true,
      }
    },
  },
  {
    code: 'EVIDENCE_TRUNCATED',
    layer: 'meta',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'See `truncated` for how many entries of each list were kept.',
    when: ({ truncated }) => {
      const lists = Object.keys(truncated).sort(byText)
      if (lists.length === 0) return null
      return {
        message: `${counted(lists.length, 'list of this report was', 'lists of this report were')} shortened.`,
        observed: lists,
        evidence: ['/truncated'],
      }
    },
  },
]

function cutByDeadline(check: Check): boolean {
  return check.reason === 'deadline'
}

/** A check without a result that neither its own findings nor an earlier check explain. */
function isUnexplained(check: Check, all: readonly Check[]): boolean {
  if (!check.required || (check.outcome !== 'inconclusive' && check.outcome !== 'skipped')) {
    return false
  }
  if (check.reason === null) return false
  return !check.reason.startsWith('after_') || !isExplained(check, all, [])
}

/** Whether the chain of blocking checks ends at one with a finding, not at a passed one and not in a cycle. */
function isExplained(check: Check, all: readonly Check[], seen: readonly Check[]): boolean {
  if (check.outcome === 'passed' || check.outcome === 'not_applicable') return false
  if (check.reason === null) return true
  if (!check.reason.startsWith('after_')) return check.required
  const cause = all.find((one) => check.reason === `after_${one.id}`)
  return cause !== undefined && !seen.includes(cause) && isExplained(cause, all, [...seen, cause])
}

function pointersTo(all: readonly Check[], some: readonly Check[]): string[] {
  return some.map((one) => `/checks/${all.indexOf(one)}`)
}
