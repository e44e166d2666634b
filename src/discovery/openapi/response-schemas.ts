import { namedSchemas } from '#discovery/json-schema.ts'
import { toolReports } from '#report/tool-reports.ts'
import { bodySchemas } from './body-schemas.ts'

/** All that is answered, as components of the OpenAPI document. The executable has it ready (build/program/computed-modules.ts). */
export const responseSchemas = namedSchemas(
  [...Object.values(toolReports), ...bodySchemas],
  '#/components/schemas/',
)
