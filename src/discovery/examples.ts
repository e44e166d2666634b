import type { Tool } from '../evidence/scalar.ts'
import examples from './examples.json' with { type: 'json' }

type Verdict = 'pass' | 'issue' | 'review'
export type ExampleName = `${Tool}-${Verdict}`

export const exampleVerdicts = ['pass', 'issue', 'review'] as const satisfies readonly Verdict[]

/** A whole report that the service's own code made of recorded evidence (`npm run generate`). */
export function exampleReport(tool: Tool, verdict: Verdict): unknown {
  return examples.reports[`${tool}-${verdict}`]
}

/** 422 bodies by what is wrong. */
export const refusalExamples: Readonly<Record<string, unknown>> = examples.refusals

/** 503 bodies by code. */
export const problemExamples: Readonly<Record<string, unknown>> = examples.problems
