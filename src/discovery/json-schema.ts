import { z } from 'zod'
import { toolReports } from '#report/tool-reports.ts'
import type { Tool } from '#tools/tool.ts'
import { schemaPath } from './service-facts.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The named schemas below `types`, by name, each referring to the others through `refPrefix`. Responses may grow (spec 2.2), so
 * their schemas forbid no further properties: a client generated today reads the responses of the next version.
 */
export function namedSchemas(
  types: readonly z.ZodType[],
  refPrefix: string,
): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {}
  for (const type of types) {
    const { $defs = {} } = z.toJSONSchema(type, { target: 'draft-2020-12', override: simplify })
    Object.assign(named, $defs)
  }
  return JSON.parse(JSON.stringify(named).replaceAll('"#/$defs/', `"${refPrefix}`))
}

/** `GET /v1/schemas/<tool>.json`: the whole report of a tool in one piece, under a stable id. */
export function reportSchemaDocument(tool: Tool, baseUrl: string): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(toolReports[tool], {
    target: 'draft-2020-12',
    override: simplify,
  })
  return { $schema, $id: `${baseUrl}${schemaPath(tool)}`, ...rest }
}

/** Leaves out keywords without effect, which are half of the size. */
function simplify({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (isEmptyOrFalse(schema.additionalProperties)) delete schema.additionalProperties
  if (JSON.stringify(schema.properties) === '{}') {
    // Client generators treat an object without keywords as an empty one.
    delete schema.properties
    schema.additionalProperties = true
  }
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  mergeNull(schema)
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

function isEmptyOrFalse(value: unknown): boolean {
  return value === false || JSON.stringify(value) === '{}'
}

/** `{anyOf: [{type: X}, {type: null}]}` as `{type: [X, null]}`. */
function mergeNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, second, ...more] = schema.anyOf ?? []
  if (first === undefined || second === undefined || more.length > 0) return
  if (second.type !== 'null' || typeof first.type !== 'string') return
  if (first.enum !== undefined || first.const !== undefined) return
  delete schema.anyOf
  Object.assign(schema, { ...first, ...schema, type: [first.type, 'null'] })
}
