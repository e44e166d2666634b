import { z } from 'zod'
import { type JsonSchema, namedSchemas } from '#discovery/json-schema.ts'
import { reportContract } from '#report/outline.ts'
import { toolRequest } from '#tools/tool-request.ts'
import { bodies } from './bodies.ts'

const target = 'draft-2020-12'
const { ToolRequest: _request, ...sent } = bodies

/**
 * The component schemas of the OpenAPI document, by zod's own generator: that of `@hono/zod-openapi` loses members of
 * literals, tuples and unknown values. The executable contains the result (`build/program/computed-modules.ts`). Only the
 * request forbids further properties.
 */
export const componentSchemas: Readonly<Record<string, JsonSchema>> = {
  ToolRequest: { ...z.toJSONSchema(toolRequest, { target }).$defs?.['ToolRequest'] },
  ...namedSchemas(Object.values(sent), '#/components/schemas/'),
}

/** The fields that all reports share (spec 2.2), as one schema for catalogue and manifest. */
export const reportContractSchema = z.toJSONSchema(reportContract, { target })
