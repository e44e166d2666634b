import { type Tool, tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** A tool as `tools/list` of MCP returns it. The wording is short: hosts put every definition into each prompt. */
export interface McpTool<Name extends string = string> {
  readonly name: Name
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly outputSchema?: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly annotations: Annotations
}

/** What a host may do with a tool without its user: hosts approve read-only tools by themselves. */
type Annotations =
  | { readonly readOnlyHint: true; readonly openWorldHint: boolean }
  | {
      readonly readOnlyHint: false
      readonly destructiveHint: true
      readonly idempotentHint: false
      readonly openWorldHint: true
    }

const closed = { additionalProperties: false } as const

/** The arguments of a tool that makes a report. */
export const reportInput = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'Public http(s) URL, port 80 or 443' },
    detail: {
      enum: ['compact', 'full'],
      description: 'compact (default): verdict and findings; full: all evidence',
    },
  },
  required: ['url'],
  ...closed,
} as const

/** The fields that compact and full reports share: spec 2.2. */
const reportOutput = {
  type: 'object',
  properties: {
    result_status: { enum: ['PASS', 'ISSUE', 'REVIEW'] },
    final_url: { type: 'string' },
    summary: { type: 'string' },
    findings: { type: 'array', items: { type: 'object' } },
  },
  required: ['result_status', 'final_url', 'findings'],
} as const

/** The three tools that make a report. `spendsMoney`: whether a call can move money, simulated money apart. */
export function reportTools({
  spendsMoney,
}: {
  readonly spendsMoney: boolean
}): readonly McpTool<Tool>[] {
  return tools.map((tool: Tool) => ({
    name: tool,
    description: toolDefinitions[tool].summary,
    inputSchema: reportInput,
    outputSchema: reportOutput,
    annotations: spendsMoney ? paying : { readOnlyHint: true, openWorldHint: true },
  }))
}

// A payment cannot be undone, and a second call pays again.
const paying = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
} as const

const nothing = { type: 'object', properties: {}, ...closed } as const

/** The rest of a report, without a second payment. */
export const getReport: McpTool = {
  name: 'get_report',
  description: 'A report made before, whole or compact. Free: never pay again for its details',
  inputSchema: {
    type: 'object',
    properties: {
      job_id: { type: 'string', description: 'job_id or report_url of the report' },
      detail: { enum: ['compact', 'full'], description: 'default: full' },
    },
    required: ['job_id'],
    ...closed,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

/** Free tools of the local server. */
export const localTools: readonly McpTool[] = [
  {
    ...getReport,
    description: `${getReport.description}. The same tool and url with detail full within 10 minutes is that report too`,
  },
  {
    name: 'get_screenshot',
    description: 'The screenshot of a report, as an image',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'screenshot_evidence_id of the report' } },
      required: ['id'],
      ...closed,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'get_prices',
    description: 'What each tool costs now',
    inputSchema: nothing,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'budget',
    description: 'What was spent or is reserved, and what is left',
    inputSchema: nothing,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
]
