import { z } from 'zod'
import { valueAt } from './json-pointer.ts'
import { visibleJson } from './visible-text.ts'

/** What a caller needs to decide: the fields of the contract, the verdict and its reasons, and the origin. */
const compactKeys = [
  'job_id',
  'tool',
  'requested_url',
  'final_url',
  'checked_at',
  'duration_ms',
  'result_status',
  'summary',
  'findings',
  'coverage',
  'limits_hit',
  'untrusted_paths',
  'service',
  'schema_version',
  'ruleset_version',
  'report_sha256',
  'screenshot',
  'report_url',
  'proof',
] as const

const compactFindingKeys = [
  'code',
  'severity',
  'effect',
  'layer',
  'message',
  'url',
  'count',
  'remediation',
  'retryable',
  'retry_after_s',
  'docs_url',
] as const

/** The URL is left out, because it repeats the id: each id is 30 tokens. */
const compactScreenshotKeys = ['screenshot_evidence_id', 'expires_at'] as const

/** The parts that must be present. */
const reportShape = z.looseObject({
  findings: z.array(z.looseObject({})),
  screenshot: z.looseObject({}).nullable(),
  untrusted_paths: z.array(z.string()),
})

/**
 * Returns the report for `Prefer: return=minimal`, made from the exact text of the whole one: the same text gives the same
 * bytes, in which invisible characters are escaped. `report_sha256` is that of the whole report, and `untrusted_paths` lists the remaining paths. Null for JSON
 * of another shape, which another version may have stored.
 */
export function compactReport(text: string): string | null {
  const { data: report } = reportShape.safeParse(JSON.parse(text))
  if (report === undefined) return null
  const compact: Record<string, unknown> = {
    ...pick(report, compactKeys),
    findings: report.findings.map((finding) => pick(finding, compactFindingKeys)),
    screenshot: report.screenshot === null ? null : pick(report.screenshot, compactScreenshotKeys),
  }
  compact['untrusted_paths'] = report.untrusted_paths.filter(
    (pointer) => valueAt(compact, pointer) !== undefined,
  )
  return visibleJson(compact)
}

/** Whether a report has no other members than a compact one. */
export function isCompact(report: Readonly<Record<string, unknown>>): boolean {
  const allowed: readonly string[] = compactKeys
  return Object.keys(report).every((key) => allowed.includes(key))
}

function pick(source: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(source, key)).map((key) => [key, source[key]]),
  )
}
