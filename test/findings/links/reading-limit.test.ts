import { expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'

test('a body whose reading took too long is a limit of the report, also without a browser', () => {
  const { findings, result_status } = evaluate(
    healthyEvidence({
      limits: { reading_ms: 2_000 },
      limits_hit: ['reading_ms'],
      content: null,
      security: null,
    }),
  )
  expect(result_status).toBe('REVIEW')
  expect(findings.find(({ code }) => code === 'RESOURCE_LIMIT_REACHED')).toMatchObject({
    effect: 'REVIEW',
    observed: ['reading_ms'],
    expected: { reading_ms: 2_000 },
    evidence: ['/limits', '/limits_hit'],
  })
})
