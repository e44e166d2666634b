import fc from 'fast-check'
import { z } from 'zod'
import { type Evidence, evidenceShape } from '#evidence/evidence.ts'

const stringsByKind = new Map<string, fc.Arbitrary<string>>()

/** Any value that the schema accepts, with short lists. Throws on a kind of schema that the evidence does not use yet. */
function arbitraryOf<T>(schema: z.ZodType<T>): fc.Arbitrary<T> {
  // Every value must pass the schema itself, so that a mistake in `anyOf` cannot go unnoticed.
  return anyOf(schema).map((value) => schema.parse(value))
}

function anyOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape
    return fc.record(
      Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, anyOf(value)])),
      { noNullPrototype: true },
    )
  }
  if (schema instanceof z.ZodNullable) {
    return fc.option(anyOf(schema.unwrap()), { freq: 3 })
  }
  if (schema instanceof z.ZodDefault) return anyOf(schema.unwrap())
  // Only evidence of an earlier version lacks an optional field.
  if (schema instanceof z.ZodOptional) return anyOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    // No list of the evidence has a lower cap.
    return fc.array(anyOf(schema.element), { maxLength: 3 })
  }
  if (schema instanceof z.ZodTuple) {
    return fc.tuple(...schema._zod.def.items.map((item) => anyOf(item)))
  }
  if (schema instanceof z.ZodRecord) {
    const key =
      schema.keyType instanceof z.ZodEnum ? anyKey(schema.keyType) : fc.string({ maxLength: 12 })
    return fc.dictionary(key, anyOf(schema.valueType), {
      maxKeys: 3,
      noNullPrototype: true,
    })
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return number(schema)
  if (schema instanceof z.ZodISODateTime) return instant
  if (schema instanceof z.ZodString) return string(schema)
  throw new Error(`no arbitrary for ${schema._zod.def.type}`)
}

function anyKey(schema: z.ZodEnum): fc.Arbitrary<string> {
  return fc.constantFrom(...schema.options.map(String))
}

const instant = fc
  .date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

function number(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = schema.minValue ?? Number.MIN_SAFE_INTEGER
  const max = schema.maxValue ?? Number.MAX_SAFE_INTEGER
  if (schema.format !== 'safeint') {
    const reach = Number.MAX_VALUE
    return fc.double({ min: Math.max(min, -reach), max: Math.min(max, reach), noNaN: true })
  }
  const low = Math.max(min, Number.MIN_SAFE_INTEGER)
  const high = Math.min(max, Number.MAX_SAFE_INTEGER)
  // Most values are small, like the statuses, sizes and durations that the rules compare.
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(low, 0), max: Math.min(high, 700) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger().filter((n) => n >= low && n <= high) },
  )
}

function string(schema: z.ZodString): fc.Arbitrary<string> {
  const definitions: readonly object[] = (schema._zod.def.checks ?? []).map((one) => one._zod.def)
  const pattern = definitions.flatMap((one) => ('pattern' in one ? [one.pattern] : []))[0]
  if (pattern instanceof RegExp) {
    return madeOnce(pattern.source, () =>
      fc.stringMatching(pattern).filter((text) => pattern.test(text)),
    )
  }
  const max = Math.min(schema.maxLength ?? 40, 40)
  return madeOnce(`at most ${max}`, () =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: max }),
      fc.constantFrom('', 'https://example.com/', 'http://192.0.2.1/', '\ud800', '%', '[::1]'),
    ),
  )
}

/** fast-check prepares tables for tens of milliseconds per arbitrary of strings, and a schema repeats the same few kinds. */
function madeOnce(kind: string, make: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const strings = stringsByKind.get(kind) ?? make()
  stringsByKind.set(kind, strings)
  return strings
}

/** Any evidence that the schema accepts. */
export const anyEvidence: fc.Arbitrary<Evidence> = arbitraryOf(evidenceShape)
