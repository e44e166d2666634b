import type { Tool } from '#tools/tool.ts'
import examples from './examples.json' with { type: 'json' }
import type { exampleVerdicts } from './service-facts.ts'

type Verdict = (typeof exampleVerdicts)[number]
export type ExampleName = `${Tool}-${Verdict}`

/** A whole report that the service's own code made of recorded evidence (`npm run generate`). */
export function exampleReport(tool: Tool, verdict: Verdict): unknown {
  return examples.reports[`${tool}-${verdict}`]
}

/** 422 bodies by what is wrong. */
export const refusalExamples: Readonly<Record<string, unknown>> = examples.refusals

/** 503 bodies by code. */
export const problemExamples: Readonly<Record<string, unknown>> = examples.problems
