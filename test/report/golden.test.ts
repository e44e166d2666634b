import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { assembleReport, readReport, reportJson, reportSha256 } from '#report/report.ts'
import { recordings } from '#test/equipment/evidence/scenarios.ts'
import { allFaults } from '#test/truth/faults/all-faults.ts'

/**
 * Recorded evidence replays to the same bytes. After an intended change, review the difference of `GOLDEN=update
 * vitest run test/report/golden.test.ts`; `GOLDEN=evidence` rewrites the evidence as well, which only a change of
 * its shape needs.
 */
const mode = process.env['GOLDEN'] ?? 'compare'
const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url))
const recorded = recordings()
/** Recorded by the truth bench (`npm run truth -- --golden`). */
const benchEvidence = readdirSync(`${fixtures}evidence`)
  .filter((file) => file.startsWith('bench-'))
  .map((file) => file.replace(/\.json$/, ''))
const names = [...Object.keys(recorded), ...benchEvidence]

if (mode === 'evidence') {
  for (const [name, evidence] of Object.entries(recorded)) {
    write(`evidence/${name}.json`, evidence)
  }
}

describe('recorded evidence replays to the same report, byte for byte', () => {
  test.each(names)('%s', (name) => {
    const evidence = evidenceShape.parse(read(`evidence/${name}.json`))
    const report = assembleReport(evidence, evaluate(evidence))
    const sent: unknown = JSON.parse(reportJson(report))
    if (mode !== 'compare') write(`reports/${name}.json`, sent)
    const golden = readFileSync(`${fixtures}reports/${name}.json`, 'utf8')
    expect(`${JSON.stringify(sent, null, 2)}\n`).toBe(golden)
    expect(reportJson(report)).toBe(JSON.stringify(JSON.parse(golden)))
  })

  test.each(names)('%s keeps its hash and its shape on the way through JSON', (name) => {
    const stored = read(`reports/${name}.json`)
    const report = readReport(stored)
    expect(reportSha256(Object(stored))).toBe(report?.report_sha256)
    expect(report === null ? null : JSON.parse(reportJson(report))).toEqual(stored)
  })

  test('has a report for every evidence, and no other', () => {
    expect(existsSync(fixtures)).toBe(true)
    const files = names.map((name) => `${name}.json`).sort()
    expect(readdirSync(`${fixtures}evidence`).sort()).toEqual(files)
    expect(readdirSync(`${fixtures}reports`).sort()).toEqual(files)
  })
})

describe('verdicts of the recorded evidence', () => {
  test.each<[string, string, readonly string[]]>([
    ['healthy-https', 'PASS', []],
    ['redirect-http-to-https', 'PASS', []],
    ['no-such-name', 'ISSUE', ['DNS_NXDOMAIN']],
    ['connection-refused', 'ISSUE', ['CONNECT_REFUSED']],
    ['expired-certificate', 'ISSUE', ['TLS_CERT_EXPIRED']],
    ['self-signed-certificate', 'ISSUE', ['TLS_SELF_SIGNED']],
    ['unavailable-then-well', 'REVIEW', ['HTTP_FLAPPING']],
    ['unavailable-twice', 'ISSUE', ['HTTP_SERVER_ERROR']],
    ['bot-wall', 'REVIEW', ['HTTP_BOT_CHALLENGE']],
    ['platform-placeholder', 'ISSUE', ['CONTENT_PLATFORM_PLACEHOLDER', 'HTTP_CLIENT_ERROR']],
    ['soft-404', 'REVIEW', ['CONTENT_SOFT_404']],
    ['error-page-with-200', 'ISSUE', ['CONTENT_ERROR_PAGE']],
    ['maintenance-page', 'REVIEW', ['CONTENT_MAINTENANCE']],
    ['program-shown', 'ISSUE', ['CONTENT_SOURCE_SHOWN']],
    ['wrong-charset', 'ISSUE', ['CONTENT_GARBLED']],
    ['redirect-to-localhost', 'ISSUE', ['REDIRECT_TO_PRIVATE']],
    ['body-cut-by-our-cap', 'REVIEW', ['CHECK_INCOMPLETE']],
    ['deadline-cut', 'REVIEW', ['DEADLINE_REACHED']],
    ['ip-literal', 'PASS', []],
    ['json-api', 'PASS', []],
    ['empty-body', 'ISSUE', ['CONTENT_EMPTY']],
    ['advice-only', 'PASS', []],
    ['render-healthy', 'PASS', []],
    ['verify-healthy', 'PASS', []],
    ['render-blank-spa', 'ISSUE', ['RENDER_BLANK', 'REQ_FIRST_PARTY_ASSET_FAILED']],
    ['render-blank-unexplained', 'ISSUE', ['RENDER_BLANK_UNEXPLAINED']],
    ['render-still-loading', 'REVIEW', ['RENDER_STILL_LOADING']],
    ['render-invisible', 'ISSUE', ['RENDER_INVISIBLE']],
    ['render-call-in-silence', 'ISSUE', ['REQ_FIRST_PARTY_CALL_FAILED']],
    ['render-exception', 'ISSUE', ['JS_UNCAUGHT_EXCEPTION', 'CONSOLE_ERROR_FIRST_PARTY']],
    ['render-private-subrequest', 'ISSUE', ['REQ_PRIVATE_ADDRESS', 'JS_UNCAUGHT_EXCEPTION']],
    ['render-crash', 'REVIEW', ['RENDER_CRASHED']],
    ['render-deadline-cut', 'REVIEW', ['DEADLINE_REACHED']],
    ['render-download', 'ISSUE', ['CONTENT_PAGE_AS_TEXT', 'CONTENT_DOWNLOAD']],
    ['render-error-overlay', 'ISSUE', ['RENDER_ERROR_OVERLAY']],
    ['render-certificate-error', 'ISSUE', ['NAV_FAILED']],
    ['verify-third-party-noise', 'PASS', []],
    ['verify-bot-wall-in-browser', 'REVIEW', ['JS_UNCAUGHT_EXCEPTION', 'CLIENT_DIVERGENCE']],
    ['verify-broken-link', 'ISSUE', ['LINK_BROKEN']],
    ['verify-spa-fallback', 'PASS', []],
    ['verify-links-cut-by-deadline', 'REVIEW', ['DEADLINE_REACHED']],
    ['verify-heavy-page', 'PASS', []],
    ['verify-request-cap', 'REVIEW', ['RESOURCE_LIMIT_REACHED']],
  ])('%s is %s %j', (name, status, codes) => {
    const stored = readReport(read(`reports/${name}.json`))
    expect([stored?.result_status, stored?.findings.map((one) => one.code)]).toEqual([
      status,
      codes,
    ])
  })
})

describe('evidence that the truth bench recorded', () => {
  const order = ['PASS', 'REVIEW', 'ISSUE']

  test.each(benchEvidence)('%s is what the owner of the site would want', (name) => {
    const fault = allFaults.find(({ id }) => `bench-${id}` === name)
    const verdict = readReport(read(`reports/${name}.json`))?.result_status ?? ''
    if (fault?.wanted === 'PASS') expect(verdict).toBe('PASS')
    else expect(order.indexOf(verdict)).toBeGreaterThanOrEqual(order.indexOf(fault?.wanted ?? ''))
  })
})

function read(path: string): unknown {
  return JSON.parse(readFileSync(`${fixtures}${path}`, 'utf8'))
}

function write(path: string, value: unknown): void {
  writeFileSync(`${fixtures}${path}`, `${JSON.stringify(value, null, 2)}\n`)
}
