import fc from 'fast-check'
import { encode } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { compactReport } from '#report/compact-report.ts'
import { valueAt } from '#report/json-pointer.ts'
import { assembleReport, readReport, reportJson, reportSha256 } from '#report/report.ts'
import { toolReports } from '#report/tool-reports.ts'
import { usualValuesOf, withoutUsualValues, withUsualValues } from '#report/usual-values.ts'
import { anyEvidence } from '#test/equipment/evidence/arbitrary.ts'
import { healthyVerification } from '#test/equipment/evidence/evidence.ts'
import { heavyVerification } from '#test/equipment/evidence/heavy-page.ts'
import { runs } from '#test/fuzz/runs.ts'

const assemble = (evidence = heavyVerification()) => assembleReport(evidence, evaluate(evidence))

describe('the whole report of a heavy page', () => {
  const report = assemble()
  const text = reportJson(report)
  const sent: Record<string, unknown> = JSON.parse(text)

  test('has at most 40 KB instead of 63, and 13,000 tokens instead of 19,000', () => {
    const { usual_values: _, ...repeating } = report
    expect(JSON.stringify(repeating).length).toBeGreaterThan(62_000)
    expect(encode(JSON.stringify(repeating)).length).toBeGreaterThan(19_000)
    expect(text.length).toBeLessThanOrEqual(40_000)
    expect(encode(text).length).toBeLessThanOrEqual(13_000)
  })

  test('says in its first fields how large it is, and that there is a compact form', () => {
    expect(Object.keys(sent).slice(0, 4)).toEqual([
      'job_id',
      'tool',
      'report_bytes',
      'compact_form',
    ])
    expect(sent['report_bytes']).toBe(new TextEncoder().encode(text).length)
    expect(sent['compact_form']).toContain('Prefer: return=minimal')
    expect(encode(compactReport(text) ?? '').length).toBeLessThanOrEqual(900)
  })

  test('loses no fact: every field can be put back', () => {
    expect(readReport(sent)).toEqual(report)
    const { items } = report.browser?.requests ?? {}
    expect(items).toEqual(heavyVerification().browser?.requests.items)
  })

  test('has the hash of the form that is sent', () => {
    expect(reportSha256(sent)).toBe(sent['report_sha256'])
  })

  test('fits the published schema', () => {
    expect(toolReports.verify_page.safeParse(sent).error).toBeUndefined()
  })

  test('has a value at every pointer, and names the repeated values as text of the page', () => {
    const proofs = [...report.findings, ...report.notes].flatMap(({ evidence }) => evidence)
    for (const pointer of [...proofs, ...report.untrusted_paths]) {
      expect([pointer, valueAt(sent, pointer) === undefined]).toEqual([pointer, false])
    }
    expect(report.untrusted_paths).toContain('/usual_values')
  })
})

test('an ordinary report has every field in its place', () => {
  const report = assemble(healthyVerification())
  expect(report.usual_values).toBeNull()
  expect(JSON.parse(reportJson(report))).toEqual(report)
  expect(report.report_bytes).toBe(new TextEncoder().encode(reportJson(report)).length)
})

test('no report loses a fact', () => {
  fc.assert(
    fc.property(anyEvidence, (evidence) => {
      const report = assemble(evidence)
      const usual = usualValuesOf(report)
      const shorter = withoutUsualValues(report, usual)
      expect(withUsualValues(shorter, usual)).toEqual(report)
    }),
    { numRuns: runs(100) },
  )
})
