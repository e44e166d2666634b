import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'

/** `CODE EFFECT` of every finding and note, in report order. */
export function verdict(evidence: Evidence): string[] {
  const { findings, notes } = evaluate(evidence)
  return [...findings, ...notes].map((one) => `${one.code} ${one.effect}`)
}
