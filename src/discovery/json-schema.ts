import { z } from 'zod'
import { toolReports } from '#report/tool-reports.ts'
import type { Tool } from '#tools/tool.ts'
import { toolRequest } from '#tools/tool-request.ts'
import { schemaPath } from './service-facts.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The named schemas below `types`, by name, each referring to the others through `at`. What we send may grow (spec 2.2),
 * so no schema of it forbids further properties: a client made from it today reads the answers of the next version.
 */
export function namedSchemas(types: readonly z.ZodType[], at: string): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {}
  for (const type of types) {
    const { $defs = {} } = z.toJSONSchema(type, { target: 'draft-2020-12', override: simplified })
    Object.assign(named, $defs)
  }
  return JSON.parse(JSON.stringify(named).replaceAll('"#/$defs/', `"${at}`))
}

/** `GET /v1/schemas/<tool>.json`: the report of a tool, in one piece, under an id that stays. */
export function reportSchemaDocument(tool: Tool, baseUrl: string): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(toolReports[tool], {
    target: 'draft-2020-12',
    override: simplified,
  })
  return { $schema, $id: `${baseUrl}${schemaPath(tool)}`, ...rest }
}

/** The request is ours to restrict: here further properties are refused. */
export const requestSchema: Record<string, unknown> = {
  ToolRequest: requestBody(),
}

function requestBody(): unknown {
  return z.toJSONSchema(toolRequest, { target: 'draft-2020-12' }).$defs?.['ToolRequest']
}

/** What says nothing is left out: half of the document's size. */
function simplified({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (isEmptyOrFalse(schema.additionalProperties)) delete schema.additionalProperties
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

function isEmptyOrFalse(value: unknown): boolean {
  return value === false || JSON.stringify(value) === '{}'
}
