import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { finding } from '#findings/rule/finding.ts'
import { assembleReport, reportJson, reportSha256 } from '#report/report.ts'
import { anyEvidence } from '#test/equipment/evidence/arbitrary.ts'
import {
  healthyEvidence,
  healthyRendering,
  healthyVerification,
} from '#test/equipment/evidence/evidence.ts'

const healthy = [healthyEvidence(), healthyRendering(), healthyVerification()]
/**
 * Healthy evidence of any tool with some arbitrary sections: this is closer to real evidence than arbitrary values everywhere.
 */
const damaged = fc
  .record({
    wild: anyEvidence,
    whole: fc.constantFrom(...healthy),
    keep: fc.array(fc.constantFrom(...sections()), { maxLength: 12 }),
  })
  .map(({ wild: any, whole, keep }) => ({ ...any, ...pick(whole, keep), tool: whole.tool }))
const evidences = fc.oneof(anyEvidence, damaged)

describe('evaluate, on any evidence that its schema accepts', () => {
  test('never throws, and returns only valid findings', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const { findings, notes, summary } = evaluate(evidence)
        for (const one of [...findings, ...notes])
          expect(finding.safeParse(one).error).toBeUndefined()
        expect(summary).toMatch(/^(?:PASS|ISSUE|REVIEW): [^\n]+\.$/)
        expect(summary.length).toBeLessThanOrEqual(160)
      }),
    )
  })

  test('is PASS exactly when there is no finding and every required check passed', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const { result_status: status, findings, checks } = evaluate(evidence)
        const allPassed = checks.every((one) => !one.required || one.outcome === 'passed')
        expect(status === 'PASS').toBe(findings.length === 0)
        if (status === 'PASS') expect(allPassed).toBe(true)
        expect(status === 'ISSUE').toBe(findings.some((one) => one.effect === 'ISSUE'))
      }),
    )
  })

  test('keeps notes out of the status and findings out of the notes', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const { findings, notes } = evaluate(evidence)
        expect(notes.every((one) => one.effect === 'NONE')).toBe(true)
        expect(findings.every((one) => one.effect !== 'NONE')).toBe(true)
      }),
    )
  })

  test('gives the same result twice, and does not change the evidence', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const before = structuredClone(evidence)
        expect(evaluate(evidence)).toEqual(evaluate(structuredClone(before)))
        expect(evidence).toEqual(before)
      }),
    )
  })

  test('does not depend on the order of lists that are sets', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        expect(essence(evaluate(reversed(evidence)))).toEqual(essence(evaluate(evidence)))
      }),
    )
  })
})

describe('assembleReport, on any evidence that its schema accepts', () => {
  test('gives a report whose hash verifies, before and after a trip through JSON', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const report = assembleReport(evidence, evaluate(evidence))
        expect(reportSha256(report)).toBe(report.report_sha256)
        expect(reportSha256(JSON.parse(reportJson(report)))).toBe(report.report_sha256)
      }),
    )
  })

  test('gives the same bytes for any order of keys in the evidence', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const backwards = evidenceShape.parse(reverseKeys(evidence))
        expect(reportJson(assembleReport(backwards, evaluate(backwards)))).toBe(
          reportJson(assembleReport(evidence, evaluate(evidence))),
        )
      }),
    )
  })
})

function sections(): (keyof Evidence)[] {
  return [
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
    'skipped',
    'limits_hit',
  ]
}

function pick(evidence: Evidence, keys: readonly (keyof Evidence)[]): Partial<Evidence> {
  return Object.fromEntries(keys.map((key) => [key, evidence[key]]))
}

function reversed(evidence: Evidence): Evidence {
  return {
    ...evidence,
    limits_hit: evidence.limits_hit.toReversed(),
    dns: {
      ...evidence.dns,
      a: evidence.dns.a.toReversed(),
      aaaa: evidence.dns.aaaa.toReversed(),
      non_public: evidence.dns.non_public.toReversed(),
      candidates_tried: evidence.dns.candidates_tried.toReversed(),
    },
    http: { ...evidence.http, cookies: evidence.http.cookies.toReversed() },
  }
}

function essence(evaluation: ReturnType<typeof evaluate>): unknown {
  return {
    status: evaluation.result_status,
    summary: evaluation.summary,
    codes: [...evaluation.findings, ...evaluation.notes].map(
      ({ code, effect, severity, count }) => ({
        code,
        effect,
        severity,
        count,
      }),
    ),
    checks: evaluation.checks.map(({ id, outcome, reason }) => ({ id, outcome, reason })),
  }
}

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, reverseKeys(item)])
      .reverse(),
  )
}
