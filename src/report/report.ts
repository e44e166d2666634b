import type { Evidence } from '#evidence/evidence.ts'
import { untrustedIn } from '#evidence/untrusted.ts'
import { Fault } from '#fault.ts'
import type { Evaluation } from '#findings/evaluate.ts'
import { byText } from '#findings/rule/finding.ts'
import rules from '#findings/rule-changes.json' with { type: 'json' }
import { canonicalSha256 } from './claims.ts'
import { contentDigest } from './content-digest.ts'
import { valueAt } from './json-pointer.ts'
import type { Report } from './schema.ts'
import { report as reportSchema, usualValues } from './schema.ts'
import { untrustedFindings, untrustedNote } from './untrusted-findings.ts'
import {
  MAX_REPEATING_BYTES,
  usualValuesOf,
  withoutUsualValues,
  withUsualValues,
} from './usual-values.ts'

/**
 * Version of the report's shape: the minor number grows with a new field, the major one when a reader could break.
 */
export const schemaVersion = '1.6.0'
/** Version of the rules: the day of their last change. The same evidence and the same day give the same findings. */
export const rulesetVersion = rules.version

/**
 * The 200 body. Key order is the schema's, regardless of the order in the evidence, so that the same evidence gives
 * the same bytes. Throws a Fault `report_invalid`, with the first wrong path, when evidence or findings violate
 * their schema.
 */
export function assembleReport(evidence: Evidence, evaluation: Evaluation): Report {
  const normalized = normalizeReport({
    ...evidence,
    ...evaluation,
    ...sortedRecords(evidence),
    untrusted_paths: [...untrustedIn(evidence), ...untrustedFindings(evidence, evaluation)],
    untrusted_note: untrustedNote,
    schema_version: schemaVersion,
    ruleset_version: rulesetVersion,
    report_sha256: placeholderHash,
    content_digest: null,
    report_url: null,
    receipt: null,
    report_bytes: 1,
    compact_form: compactForm,
    usual_values: null,
  })
  const unsigned = { ...normalized, content_digest: contentDigest(normalized) }
  const fullReport = withSize(unsigned)
  const isLarge = fullReport.report_bytes > MAX_REPEATING_BYTES
  const sized = isLarge ? withSize(factorOutUsualValues(unsigned)) : fullReport
  return { ...sized, report_sha256: reportSha256(sized) }
}

/** The same report with its URL, which its hash covers. */
export function withReportUrl(report: Report, reportUrl: string): Report {
  const sized = withSize({ ...report, report_url: reportUrl })
  return { ...sized, report_sha256: reportSha256(sized) }
}

const compactForm =
  'Prefer: return=minimal. A paid report is returned again in that form for the same payment, header and body, if the payment has an identifier.'

/** The report with repeated values named once. `untrusted_paths` lists what stays in its place, and `usual_values`. */
function factorOutUsualValues(report: Report): Report {
  const withValues = { ...report, usual_values: usualValuesOf(report) }
  const sent = sentForm(withValues)
  const remainingPaths = report.untrusted_paths.filter(
    (pointer) => valueAt(sent, pointer) !== undefined,
  )
  return { ...withValues, untrusted_paths: [...remainingPaths, '/usual_values'] }
}

function withSize(report: Report): Report {
  return { ...report, report_bytes: reportBytes(report) }
}

/** The size in bytes of the report as it is sent, including the digits of that size. */
function reportBytes(report: Report): number {
  const otherBytes = new TextEncoder().encode(reportJson({ ...report, report_bytes: 0 })).length - 1
  return otherBytes + String(otherBytes + String(otherBytes).length).length
}

/** The form that is sent: the lists of a large report leave out the values of `usual_values`. A sent form does not change. */
function sentForm<Any extends object>(report: Any): Any {
  const usual = usualValues.safeParse(valueAt(report, '/usual_values')).data
  return usual === undefined ? report : withoutUsualValues(report, usual)
}

/** A report as it was sent, with every field in its place; null for JSON of another shape. */
export function readReport(sent: unknown): Report | null {
  const usual = usualValues.safeParse(valueAt(sent, '/usual_values')).data
  const fullReport = usual === undefined ? sent : withUsualValues(Object(sent), usual)
  return reportSchema.safeParse(fullReport).data ?? null
}

/** SHA-256, in lower-case hex, over the RFC 8785 form of the report without the field itself and without `proof`. */
export function reportSha256(report: Readonly<Record<string, unknown>>): string {
  return sentSha256(sentForm(report))
}

/** The same for a report exactly as it was sent. */
export function sentSha256(sent: Readonly<Record<string, unknown>>): string {
  const { report_sha256: _sha256, proof: _proof, ...hashed } = sent
  return canonicalSha256(hashed)
}

/** The exact characters that are sent (UTF-8) and stored. */
export function reportJson(report: Report): string {
  return JSON.stringify(sentForm(report))
}

const placeholderHash = '0'.repeat(64)

function normalizeReport(report: unknown): Report {
  const parsed = reportSchema.safeParse(wellFormed(report))
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('/') ?? ''
  throw new Fault('report_invalid', 'The report does not have the shape that it promises.', {
    facts: { path },
    cause: parsed.error,
  })
}

/** The records whose key order the schema does not define, in key order. */
function sortedRecords({ truncated, browser, links, x402 }: Evidence) {
  const summary = browser?.requests.summary
  return {
    truncated: sortKeys(truncated),
    browser: browser && {
      ...browser,
      requests: {
        ...browser.requests,
        summary: summary && {
          ...summary,
          by_type: sortKeys(summary.by_type),
          by_status: sortKeys(summary.by_status),
          protocols: sortKeys(summary.protocols),
        },
      },
    },
    links: links && { ...links, skipped: sortKeys(links.skipped) },
    ...(x402 && {
      x402: {
        ...x402,
        offers: x402.offers.map((offer) => ({ ...offer, extra: sortKeys(offer.extra) })),
      },
    }),
  }
}

function sortKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => byText(a, b)))
}

/** A target can send half of a surrogate pair; such a string has no UTF-8 form, and therefore no hash. */
function wellFormedText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormedText(key), wellFormed(item)]),
  )
}
