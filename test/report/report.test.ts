import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import { evaluate } from '#findings/evaluate.ts'
import { assembleReport, reportJson, reportSha256 } from '#report/report.ts'
import { report as reportShape } from '#report/schema.ts'
import { consoleMessage } from '#test/equipment/evidence/browser-evidence.ts'
import { healthyEvidence, healthyVerification } from '#test/equipment/evidence/evidence.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const assemble = (evidence = healthyEvidence()) => assembleReport(evidence, evaluate(evidence))

describe('spec 2.2: the report', () => {
  test('carries the fields of the contract, the required ones never null', () => {
    expect(assemble()).toMatchObject({
      job_id: '019a2f3c-5e4d-7a6b-8c9d-0e1f2a3b4c5d',
      requested_url: 'https://example.com',
      final_url: 'https://example.com/',
      checked_at: '2026-06-01T12:00:00.000Z',
      result_status: 'PASS',
    })
  })

  test('lists the common fields first, then the sections, in the order of its schema', () => {
    const keys = Object.keys(JSON.parse(reportJson(assemble())))
    expect([...keys, 'proof']).toEqual(Object.keys(reportShape.shape))
    expect(keys.slice(0, 13)).toEqual([
      'job_id',
      'tool',
      'report_bytes',
      'compact_form',
      'requested_url',
      'normalized_url',
      'final_url',
      'checked_at',
      'duration_ms',
      'result_status',
      'summary',
      'findings',
      'notes',
    ])
    expect(keys.slice(-11)).toEqual([
      'dns',
      'http',
      'redirects',
      'tls',
      'timings_ms',
      'security',
      'content',
      'browser',
      'screenshot',
      'links',
      'x402',
    ])
  })

  test('documents itself as JSON Schema', () => {
    const { $defs: definitions } = z.toJSONSchema(reportShape)
    expect(definitions?.['Report']).toMatchObject({
      type: 'object',
      required: expect.arrayContaining([
        'requested_url',
        'final_url',
        'checked_at',
        'result_status',
      ]),
    })
  })

  test('allows additional properties', () => {
    expect(reportShape.parse({ ...assemble(), of_a_later_version: 1 })).toHaveProperty(
      'of_a_later_version',
    )
    expect(z.toJSONSchema(reportShape).$defs?.['Report']?.additionalProperties).not.toBe(false)
  })
})

describe('report_sha256', () => {
  test('is SHA-256 over the RFC 8785 form of the report without it and its proof', () => {
    const { report_sha256: hash, ...rest } = assemble()
    const canonical = canonicalize(rest) ?? ''
    expect(hash).toBe(createHash('sha256').update(canonical, 'utf8').digest('hex'))
    expect(reportSha256({ ...assemble(), proof: { jws: 'a..b' } })).toBe(hash)
  })

  test('does not depend on the order of keys, and changes with any value', () => {
    const report = assemble()
    const shuffled = Object.fromEntries(Object.entries(report).reverse())
    expect(reportSha256(reportShape.parse(shuffled))).toBe(report.report_sha256)
    expect(reportSha256({ ...report, duration_ms: 211 })).not.toBe(report.report_sha256)
    expect(reportSha256({ ...report, of_a_later_version: 1 })).not.toBe(report.report_sha256)
  })

  test('exists for text that has no UTF-8 form: half a surrogate pair becomes U+FFFD', () => {
    const report = assemble(healthyEvidence({ content: { title: 'a\ud800b', h1: ['\udc00'] } }))
    expect(report.content?.title).toBe('a\ufffdb')
    expect(report.content?.h1).toEqual(['\ufffd'])
    expect(reportSha256(JSON.parse(reportJson(report)))).toBe(report.report_sha256)
  })
})

describe('assembleReport', () => {
  test("names the target's text, and its repetitions in findings", () => {
    const { untrusted_paths: paths } = assemble(
      healthyEvidence({
        redirects: {
          redirect_blocked: {
            url: 'http://10.0.0.1/x',
            reason: 'not_public',
            detail: '10.0.0.0/8',
          },
        },
      }),
    )
    expect(paths).toContain('/content/title')
    expect(paths).toContain('/redirects/redirect_blocked/url')
    expect(paths).toContain('/findings/0/url')
    expect(paths).not.toContain('/requested_url')
  })

  test("keeps the buyer's URL trusted although the page names it too", () => {
    const { untrusted_paths: paths, findings } = assemble(
      healthyEvidence({ http: { status: 404 } }),
    )
    expect(findings[0]?.url).toBe('https://example.com/')
    expect(paths).not.toContain('/findings/0/url')
  })

  test('looks for what findings quote in linear time, and counts long texts as those of the target', () => {
    const letters = 'a'.repeat(64_000)
    const messages = Array.from({ length: 50 }, (_, n) =>
      consoleMessage({
        text: `aa${n}${letters.slice(0, 990)}`,
        url: `https://example.com/${n}.js`,
      }),
    )
    const counts = { error: 50, warning: 0, exception: 0 }
    const evidence = healthyVerification({
      http: { server: letters },
      browser: { console: { counts, messages } },
    })
    const evaluation = evaluate(evidence)
    expect(evaluation.findings.length + evaluation.notes.length).toBeGreaterThan(0)
    expect(cpuMsOf(() => assembleReport(evidence, evaluation))).toBeLessThan(500)
  })

  test('refuses evidence that violates its schema with the path', () => {
    const evidence = { ...healthyEvidence(), duration_ms: 1.5 }
    const failure = caught(() => assembleReport(evidence, evaluate(evidence)))
    expect(failure).toBeInstanceOf(Fault)
    expect(failure).toMatchObject({ code: 'report_invalid', facts: { path: 'duration_ms' } })
  })
})

function caught(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}
