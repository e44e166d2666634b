import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Evidence } from '#evidence/evidence.ts'
import { evidenceShape } from '#evidence/evidence.ts'
import { alwaysUntrusted, untrustedUnlessSubmitted } from '#evidence/untrusted.ts'
import { evaluate } from '#findings/evaluate.ts'
import { assembleReport } from '#report/report.ts'
import { anyEvidence } from '#test/equipment/evidence/arbitrary.ts'
import { runs } from '#test/fuzz/runs.ts'

// No longer than the shortest string that a page controls: the method of a request.
const sentinel = 'IGNORE-ALL-BEFORE'

describe('design 1.26: text of a page stays data', () => {
  test('never reaches summary, message or remediation, wherever a target puts it', () => {
    fc.assert(
      fc.property(anyEvidence, (seen) => {
        const evidence = poisoned(seen)
        const { summary, findings, notes } = evaluate(evidence)
        const told = [...findings, ...notes].map(
          ({ observed: _o, expected: _e, url: _u, ...one }) => one,
        )
        expect(JSON.stringify([summary, told])).not.toContain(sentinel)
      }),
      { numRuns: runs(200) },
    )
  })

  test('is found, wherever it is in a report, at or below one of its untrusted paths', () => {
    fc.assert(
      fc.property(anyEvidence, (seen) => {
        const evidence = poisoned(seen)
        const report = assembleReport(evidence, evaluate(evidence))
        const outside = pathsOf(report, '').filter(
          (path) =>
            !report.untrusted_paths.some((one) => path === one || path.startsWith(`${one}/`)),
        )
        expect(outside).toEqual([])
      }),
      { numRuns: runs(100) },
    )
  })
})

/** The evidence with every string that a target controls, URLs included, set to the sentinel. */
function poisoned(evidence: Evidence): Evidence {
  const copy: unknown = structuredClone(evidence)
  for (const path of [...alwaysUntrusted, ...untrustedUnlessSubmitted])
    poison(copy, path.split('/').slice(1))
  return evidenceShape.parse(copy)
}

function poison(value: unknown, [step, ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null || step === undefined) return
  const keys = step === '*' ? Object.keys(value) : [step]
  for (const key of keys) {
    const item: unknown = Reflect.get(value, key)
    if (rest.length > 0) poison(item, rest)
    else if (Object.hasOwn(value, key)) Reflect.set(value, key, poisonAll(item))
  }
}

function poisonAll(value: unknown): unknown {
  if (typeof value === 'string') return isFixed(value) ? value : sentinel
  if (Array.isArray(value)) return value.map(poisonAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poisonAll(item)]))
}

/** Enumerations, hashes and times stay valid for their schema. */
const enumerated = new Set(optionsOf(evidenceShape))

function isFixed(text: string): boolean {
  return enumerated.has(text) || /^[0-9a-f]*$/.test(text) || /^\d{4}-\d\d-\d\dT/.test(text)
}

function optionsOf(schema: z.core.$ZodType): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return optionsOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return optionsOf(schema.element)
  if (schema instanceof z.ZodRecord) return optionsOf(schema.valueType)
  if (!(schema instanceof z.ZodObject)) return []
  const shape: Record<string, z.core.$ZodType> = schema.shape
  return Object.values(shape).flatMap(optionsOf)
}

function pathsOf(value: unknown, at: string): string[] {
  if (typeof value === 'string') return value.includes(sentinel) ? [at] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, `${at}/${key}`))
}
