import { Fault } from '../fault.ts'

/** What a caller needs to decide: the contract's own fields, the verdict and why. The rest stays in the whole report. */
const kept = [
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
  'schema_version',
  'ruleset_version',
  'report_sha256',
  'screenshot',
] as const

const keptOfFinding = [
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

const keptOfScreenshot = ['screenshot_evidence_id', 'url', 'expires_at'] as const

/**
 * A report for `Prefer: return=minimal`, from the exact text of the whole one: the same text gives the same bytes.
 * `report_sha256` stays that of the whole report, and `untrusted_paths` names what is left.
 */
export function compactReport(text: string): string {
  const report = recordOf(JSON.parse(text))
  const compact: Record<string, unknown> = {
    ...picked(report, kept),
    findings: listOf(report['findings']).map((one) => picked(recordOf(one), keptOfFinding)),
    screenshot:
      report['screenshot'] === null
        ? null
        : picked(recordOf(report['screenshot']), keptOfScreenshot),
  }
  compact['untrusted_paths'] = listOf(report['untrusted_paths']).filter(
    (pointer) => typeof pointer === 'string' && isThere(compact, pointer),
  )
  return JSON.stringify(compact)
}

function picked(from: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(from, key)).map((key) => [key, from[key]]),
  )
}

/** Whether a JSON pointer leads to something. */
function isThere(value: unknown, pointer: string): boolean {
  const steps = pointer.split('/').slice(1)
  const found = steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null
        ? Object.getOwnPropertyDescriptor(at, step.replaceAll('~1', '/').replaceAll('~0', '~'))
            ?.value
        : undefined,
    value,
  )
  return found !== undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) {
    throw new Fault('report_invalid', 'A stored report is no object.')
  }
  return Object.fromEntries(Object.entries(value))
}
