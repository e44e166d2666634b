import { z } from 'zod'
import { valueAt } from './json-pointer.ts'
import { untrustedNote } from './untrusted-findings.ts'
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
  'untrusted_note',
  'service',
  'schema_version',
  'ruleset_version',
  'report_sha256',
  'screenshot',
  'x402',
  'report_url',
  'full_form',
  'proof',
] as const

const compactFindingKeys = [
  'code',
  'severity',
  'effect',
  'layer',
  'message',
  'observed',
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
  x402: z.looseObject({ offers: z.array(z.looseObject({})) }).nullish(),
})

/**
 * Returns the report for `Prefer: return=minimal`, made from the exact text of the whole one: the same text gives the same
 * bytes, in which invisible characters are escaped. `report_sha256` is that of the whole report, and `untrusted_paths` lists the remaining paths. Null for JSON
 * of another shape, which another version may have stored.
 */
export function compactReport(text: string): string | null {
  const { data: report } = reportShape.safeParse(JSON.parse(text))
  if (report === undefined) return null
  const whole = {
    ...report,
    untrusted_note: untrustedNote,
    full_form: report['report_url'] && fullForm,
  }
  const compact: Record<string, unknown> = {
    ...pick(
      whole,
      compactKeys.filter((key) => key !== 'x402'),
    ),
    findings: report.findings.map((finding) => withObserved(finding, 0)),
    screenshot: report.screenshot === null ? null : pick(report.screenshot, compactScreenshotKeys),
    ...(report.x402 != null && { x402: compactQuote(report.x402) }),
  }
  const left = (MAX_BYTES - byteLength(JSON.stringify(compact))) / report.findings.length
  const observedBytes = Math.min(MAX_OBSERVED_BYTES, Math.max(MIN_OBSERVED_BYTES, left))
  compact['findings'] = report.findings.map((finding) => withObserved(finding, observedBytes))
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

/** Offers of a quote that a compact report lists. */
const MAX_COMPACT_OFFERS = 2

/** The terms of a paid resource. */
function compactQuote({ offers, ...quote }: NonNullable<z.infer<typeof reportShape>['x402']>) {
  const keys = ['network', 'amount', 'symbol', 'amount_usd', 'pay_to']
  return {
    ...pick(quote, ['version', 'offers_total']),
    offers: offers.slice(0, MAX_COMPACT_OFFERS).map((offer) => pick(offer, keys)),
  }
}

const fullForm = 'GET report_url + ".json", or get_report: free'

/** Bytes up to which `observed` fills the compact report: it then has about 900 tokens. */
const MAX_BYTES = 2_600
/** Limits of `observed` in one finding, in bytes. */
const [MIN_OBSERVED_BYTES, MAX_OBSERVED_BYTES] = [40, 240]

/** A finding without members that say nothing: null, and a count of one. */
function compactFinding(finding: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(pick(finding, compactFindingKeys)).filter(
      ([key, value]) => value !== null && !(key === 'count' && value === 1),
    ),
  )
}

function withObserved(finding: Readonly<Record<string, unknown>>, maxBytes: number) {
  return compactFinding({ ...finding, observed: cut(finding['observed'] ?? null, maxBytes) })
}

/** The value with its longest texts and lists shortened until its JSON fits; null if nothing of it does. */
function cut(value: unknown, maxBytes: number): unknown {
  let [chars, items] = [MAX_OBSERVED_BYTES, 8]
  while (chars > 8) {
    const shortened = shorten(value, chars, items)
    if (byteLength(JSON.stringify(shortened) ?? '') <= maxBytes) return shortened
    chars *= 0.8
    items = Math.max(1, items - 1)
  }
  return null
}

function shorten(value: unknown, chars: number, items: number): unknown {
  if (typeof value === 'string')
    return value.length <= chars
      ? value
      : `${value.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}…`
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shorten(item, chars, items))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null ? [] : [[key, shorten(item, chars, items)]],
    ),
  )
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

function pick(source: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(source, key)).map((key) => [key, source[key]]),
  )
}
