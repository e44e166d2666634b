import { z } from 'zod'
import { compactReport } from '#report/compact-report.ts'
import { untrustedNote } from '#report/untrusted-findings.ts'
import { visible, visibleJson } from '#report/visible-text.ts'

/** `compact`: the verdict, findings and remediation. `full`: the whole report. */
export type Detail = 'compact' | 'full'

export interface McpContent {
  readonly type: 'text'
  readonly text: string
}

/** A tool result of MCP. */
export interface McpResult {
  readonly content: readonly (
    | McpContent
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  )[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: true
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** Maximum length of a compact result, in UTF-16 units: a report with every finding has a fifth. */
const MAX_COMPACT = 65_536
/** Maximum length of one of its texts: longer than any URL and any message of ours. */
const MAX_TEXT = 2_000
/** Maximum numbers of entries and levels of one of its values. A report has fewer. */
const MAX_ENTRIES = 100
const MAX_LEVELS = 6

/**
 * A report as text and structured content. `text`: the whole report as it was sent. A compact result has a maximum length and
 * known members, whatever a seller sends. Invisible characters are escaped: in the text so that its value stays the same, and in
 * the structured content as text, because hosts write it anew for their model.
 */
export function reportResult(text: string, detail: Detail): McpResult {
  const report = detail === 'compact' ? boundedReport(text) : jsonObject.parse(JSON.parse(text))
  if (report === null) {
    return errorResult(
      `The service sent ${text.length} characters that are not a report of the known form, or too long for a compact result. Nothing of it is shown here.`,
    )
  }
  return {
    content: [textContent(untrustedNote), { type: 'text', text: visibleJson(report) }],
    structuredContent: visible(report),
  }
}

/** The compact report within its bounds: the last findings are left out first. Null if that is not enough. */
function boundedReport(text: string): Record<string, unknown> | null {
  const compact = compactReport(text)
  if (compact === null) return null
  const { findings, ...others } = jsonObject.parse(bounded(JSON.parse(compact), MAX_LEVELS))
  for (let kept = Array.isArray(findings) ? [...findings] : []; ; kept = kept.slice(0, -1)) {
    const report = { ...others, findings: kept }
    if (visibleJson(report).length <= MAX_COMPACT) return report
    if (kept.length === 0) return null
  }
}

function bounded(value: unknown, levels: number): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ENTRIES).map((entry) => bounded(entry, levels - 1))
  }
  const members = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(members.map(([name, one]) => [name, bounded(one, levels - 1)]))
}

const getReportArguments = z.strictObject({
  job_id: z.string().min(1).max(2048),
  detail: z.enum(['compact', 'full']).default('full'),
})

/** The arguments of `get_report`, or the error for a model that gave others. */
export function readReportArguments(
  args: unknown,
): z.infer<typeof getReportArguments> | ReturnType<typeof errorResult> {
  const parsed = getReportArguments.safeParse(args ?? {})
  return parsed.success ? parsed.data : errorResult(z.prettifyError(parsed.error))
}

/** A value as text and structured content. */
export function textResult(value: Readonly<Record<string, unknown>>): McpResult {
  return {
    content: [{ type: 'text', text: visibleJson(value) }],
    structuredContent: visible(value),
  }
}

/** A failed call. The message is for the model. */
export function errorResult(message: string): McpResult {
  return { content: [textContent(message)], isError: true }
}

/** One content block of text. */
export function textContent(text: string): McpContent {
  return { type: 'text', text: visible(text) }
}

const jsonObject = z.record(z.string(), z.unknown())
