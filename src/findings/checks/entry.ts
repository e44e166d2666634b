import type { CheckId, Evidence } from '#evidence/evidence.ts'
import type { ToolSet } from '#findings/rule/rule.ts'

/** How far a check got, regardless of its findings. Reasons are our own codes. */
export type CheckState =
  | { readonly state: 'done' }
  | { readonly state: 'not_applicable' | 'skipped' | 'no_result'; readonly reason: string }

export interface CheckEntry {
  readonly id: CheckId
  /** Tools whose reports list it. */
  readonly tools: ToolSet
  /** Whether a PASS requires it for this target. */
  readonly required: (evidence: Evidence) => boolean
  /** Checks that must have passed before; the first of them that did not is named as the reason. */
  readonly needs: readonly CheckId[]
  readonly state: (evidence: Evidence) => CheckState
  readonly durationMs?: (evidence: Evidence) => number | null
}

export const done: CheckState = { state: 'done' }
export const skipped = (reason: string): CheckState => ({ state: 'skipped', reason })
export const noResult = (reason: string): CheckState => ({ state: 'no_result', reason })
export const notApplicable = (reason: string): CheckState => ({ state: 'not_applicable', reason })
