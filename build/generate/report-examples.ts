import { readFileSync, writeFileSync } from 'node:fs'
import type { ProblemExample, RefusalExample, ReportExample } from '#discovery/examples.ts'
import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { problemFor } from '#http/problem.ts'
import { unavailable } from '#job/call/outcome.ts'
import { assembleReport, withReportUrl } from '#report/report.ts'
import { parseTarget } from '#target/target.ts'
import { readToolRequest, urlError } from '#tools/tool-request.ts'

/** The recorded evidence of each example. It becomes a report in the same way as that of a paid call. */
const recordings: Readonly<Record<ReportExample, string>> = {
  'probe_url-pass': 'healthy-https',
  'probe_url-issue': 'expired-certificate',
  'probe_url-review': 'bot-wall',
  'render_page-pass': 'render-healthy',
  'render_page-issue': 'render-exception',
  'render_page-review': 'render-blank-unexplained',
  'verify_page-pass': 'verify-healthy',
  'verify_page-issue': 'verify-broken-link',
  'verify_page-review': 'verify-bot-wall-in-browser',
}

/** Response bodies that documents show, each made by the code that makes the responses of calls. */
export function examplesJson(): string {
  const reports = Object.fromEntries(
    Object.entries(recordings).map(([name, recording]) => [name, reportOf(recording)]),
  )
  const refusals = {
    missing: { detail: refusalOf({}) },
    not_public: { detail: refusalOf({ url: 'http://10.0.0.1/admin' }) },
  } satisfies Record<RefusalExample, unknown>
  const problems = {
    at_capacity: problemFor(unavailable('at_capacity')),
    job_failed: problemFor(unavailable('job_failed', 'not_settled')),
    settlement_unknown: problemFor(unavailable('settlement_unknown', 'unknown')),
  } satisfies Record<ProblemExample, unknown>
  return `${JSON.stringify({ reports, refusals, problems }, null, 1)}\n`
}

function reportOf(recording: string) {
  const file = new URL(`../../test/fixtures/evidence/${recording}.json`, import.meta.url)
  const recorded = evidenceShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  const evidence = {
    ...recorded,
    service: { ...recorded.service, instance: 'https://verify.example.com' },
  }
  const url = `${evidence.service.instance}/reports/ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8`
  return withReportUrl(assembleReport(evidence, evaluate(evidence)), url)
}

function refusalOf(body: object) {
  const read = readToolRequest(new TextEncoder().encode(JSON.stringify(body)))
  if (read.status === 'invalid') return read.detail
  const parsed = parseTarget(read.url)
  if (parsed.status !== 'refused') throw new Error(`${read.url} is not refused.`)
  const { type, message, facts } = parsed.refusal
  return [urlError(read.url, type, message, facts)]
}

if (import.meta.main) {
  writeFileSync(new URL('../../src/discovery/examples.json', import.meta.url), examplesJson())
}
