import { encodeQuote } from '#payment/x402/offer.ts'
import { type Tool, tools } from '#tools/tool.ts'
import {
  examplePath,
  exampleVerdicts,
  problemNames,
  quoteExamples,
  refusalNames,
} from './example-paths.ts'
import examples from './examples.json' with { type: 'json' }
import type { ServiceFacts } from './service-facts.ts'

type Verdict = (typeof exampleVerdicts)[number]
export type ReportExample = `${Tool}-${Verdict}`
export type RefusalExample = (typeof refusalNames)[number]
export type ProblemExample = (typeof problemNames)[number]

/** A whole report that the service's own code made from recorded evidence (`npm run generate`). */
export function exampleReport(tool: Tool, verdict: Verdict): unknown {
  return examples.reports[`${tool}-${verdict}`]
}

/** The body of a 422. */
export function refusalExample(name: RefusalExample): unknown {
  return examples.refusals[name]
}

/** The body of a 503. */
export function problemExample(name: ProblemExample): unknown {
  return examples.problems[name]
}

interface Example {
  readonly path: string
  /** Whether it contains live prices. */
  readonly isLive: boolean
  /** Null: there is no such response with these settings. */
  readonly write: (facts: ServiceFacts) => unknown
}

/** The content of every path of `examplePaths`. A 402 shows the live offer of the first tool that has one. */
export const exampleDocuments: readonly Example[] = [
  ...tools.flatMap((tool) =>
    exampleVerdicts.map((verdict) => ({
      path: examplePath(`${tool}-${verdict}`),
      isLive: false,
      write: () => exampleReport(tool, verdict),
    })),
  ),
  ...quoteExamples.map(({ name, error, action }) => ({
    path: examplePath(`402-${name}`),
    isLive: true,
    write: ({ tools: sold }: ServiceFacts) => {
      const offer = sold.find((soldTool) => soldTool.offer !== null)?.offer ?? null
      if (offer === null) return null
      const details = action === null ? {} : { action }
      return JSON.parse(encodeQuote(offer, error, details).body)
    },
  })),
  ...refusalNames.map((name) => ({
    path: examplePath(`422-${name}`),
    isLive: false,
    write: () => refusalExample(name),
  })),
  ...problemNames.map((name) => ({
    path: examplePath(`503-${name}`),
    isLive: false,
    write: () => problemExample(name),
  })),
]
