import { z } from 'zod'
import type { CheckId, Evidence } from '#evidence/evidence.ts'
import { checkIds } from '#evidence/evidence.ts'
import { ms } from '#evidence/scalar.ts'
import type { Finding } from '#findings/rule/finding.ts'
import { byText } from '#findings/rule/finding.ts'
import { judges } from '#findings/rule/rule.ts'
import type { CheckState } from './entry.ts'
import { checkOf, checkTable } from './table.ts'

const checkOutcomes = ['passed', 'failed', 'inconclusive', 'skipped', 'not_applicable'] as const

/** The outcome of one check. */
export const check = z
  .strictObject({
    id: z.enum(checkIds),
    required: z.boolean().describe('PASS requires that this check passed'),
    outcome: z.enum(checkOutcomes),
    reason: z
      .string()
      .nullable()
      .describe(
        'why the check did not pass, if no code says so; after_<check>: that check did not pass',
      ),
    duration_ms: ms.nullable(),
    codes: z.array(z.string()).describe('findings and notes of this check'),
  })
  .meta({ id: 'Check', description: 'The outcome of one check.' })
export type Check = z.infer<typeof check>

/** How much of the work was done. */
export const coverage = z
  .strictObject({
    required: z.int().describe('checks that PASS requires for this target'),
    run: z.int().describe('checks with a full or partial result'),
    skipped: z.int(),
    limited: z.array(z.enum(checkIds)).describe('checks without a full result'),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof coverage>

/** Every check in the order of the data flow, judged by the evidence and its findings. */
export function judgeChecks(evidence: Evidence, findings: readonly Finding[]): Check[] {
  const judged = new Map<CheckId, Judged>()
  for (const entry of checkTable.filter((one) => judges(one, evidence.tool))) {
    const state = stateOf(evidence, entry.id, entry.state(evidence))
    const own = findings.filter((one) => checkOf(one) === entry.id)
    const earlier = entry.needs.flatMap((id) => judged.get(id) ?? [])
    const blocker = earlier.find((one) => blocks(one, entry.id, state))
    judged.set(entry.id, {
      state,
      check: {
        id: entry.id,
        required: entry.required(evidence),
        ...outcomeOf(own, state, blocker?.check ?? null),
        duration_ms: entry.durationMs?.(evidence) ?? null,
        codes: [...new Set(own.map((one) => one.code))].sort(byText),
      },
    })
  }
  return [...judged.values()].map((one) => one.check)
}

export function coverageOf(checks: readonly Check[]): Coverage {
  const withOutcome = (...outcomes: Check['outcome'][]) =>
    checks.filter((one) => outcomes.includes(one.outcome))
  return {
    required: checks.filter((one) => one.required).length,
    run: withOutcome('passed', 'failed', 'inconclusive').length,
    skipped: withOutcome('skipped').length,
    limited: checks.filter(isLimited).map((one) => one.id),
  }
}

/** If every path returns success, a link that works proves only that the server is up. */
function isLimited({ outcome, codes }: Check): boolean {
  return outcome === 'inconclusive' || outcome === 'skipped' || codes.includes('LINK_SPA_FALLBACK')
}

interface Judged {
  readonly check: Check
  readonly state: CheckState
}

function stateOf(evidence: Evidence, id: CheckId, seen: CheckState): CheckState {
  const declared = evidence.skipped.find((one) => one.check === id)
  if (declared === undefined || seen.state === 'not_applicable') return seen
  const cause = causes[declared.reason]
  return {
    state: 'skipped',
    reason: cause === undefined || cause === id ? declared.reason : `after_${cause}`,
  }
}

/** Reasons caused by another check, even a later one: content is taken from the rendered page. */
const causes: Readonly<Record<string, CheckId | undefined>> = {
  not_loaded: 'navigation',
  crashed: 'navigation',
  unresponsive: 'rendering',
}

/**
 * An earlier check that failed or has no result explains why this one has none. A check that our own deadline cut short is
 * not blocked by a check that completed.
 */
function blocks(earlier: Judged, id: CheckId, own: CheckState): boolean {
  if (own.state === 'done' || own.state === 'not_applicable') return false
  const { outcome, reason } = earlier.check
  if (outcome === 'passed' || outcome === 'not_applicable' || reason === `after_${id}`) return false
  return own.reason !== 'deadline' || earlier.state.state !== 'done'
}

function outcomeOf(
  own: readonly Finding[],
  state: CheckState,
  blocker: Check | null,
): Pick<Check, 'outcome' | 'reason'> {
  if (own.some((one) => one.effect === 'ISSUE')) return { outcome: 'failed', reason: null }
  if (own.some((one) => one.effect === 'REVIEW')) return { outcome: 'inconclusive', reason: null }
  if (state.state === 'done') return { outcome: 'passed', reason: null }
  if (state.state === 'not_applicable') {
    return { outcome: 'not_applicable', reason: state.reason }
  }
  if (blocker !== null) return { outcome: 'skipped', reason: rootOf(blocker) }
  if (state.state === 'skipped') return { outcome: 'skipped', reason: state.reason }
  return { outcome: 'inconclusive', reason: state.reason }
}

/** The root cause: a check after a skipped check names the reason of that skip. */
function rootOf(blocker: Check): string {
  return blocker.reason?.startsWith('after_') ? blocker.reason : `after_${blocker.id}`
}
