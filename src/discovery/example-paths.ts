import { type Action, rejections } from '#payment/x402/rejections.ts'
import { tools } from '#tools/tool.ts'

/** Names of the examples, apart from their content (`examples.json`), which is large and loaded only with the documents. */
export const exampleVerdicts = ['pass', 'issue', 'review'] as const
export const refusalNames = ['missing', 'not_public'] as const
export const problemNames = ['at_capacity', 'job_failed', 'settlement_unknown'] as const

/** A 402 with `payment_required`, then one per action after a rejected payment. */
export const quoteExamples: readonly {
  readonly name: string
  readonly error: string
  readonly action: Action | null
}[] = [
  { name: 'payment_required', error: 'payment_required', action: null },
  ...rejections.map(({ action, codes }) => ({
    name: action,
    error: Object.keys(codes)[0] ?? action,
    action,
  })),
]

/** The path of an example as JSON. */
export function examplePath(name: string): string {
  return `/v1/examples/${name}.json`
}

/** A report as an HTML page. */
export const samplePagePath = '/v1/examples/verify_page-issue.html'
/** The screenshot of that report. */
export const sampleScreenshotPath = '/v1/examples/verify_page-issue.png'

/** Every example as JSON. */
export const examplePaths: readonly string[] = [
  ...tools.flatMap((tool) => exampleVerdicts.map((verdict) => `${tool}-${verdict}`)),
  ...quoteExamples.map(({ name }) => `402-${name}`),
  ...refusalNames.map((name) => `422-${name}`),
  ...problemNames.map((name) => `503-${name}`),
].map(examplePath)
