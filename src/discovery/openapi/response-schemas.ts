import { toolReports } from '../../report/tool-reports.ts'
import { namedSchemas } from '../json-schema.ts'
import { answerSchemas } from './answer-schemas.ts'

/** All that is answered, as components of the OpenAPI document. The executable has it ready (build/computed-modules.ts). */
export const responseSchemas = namedSchemas(
  [...Object.values(toolReports), ...answerSchemas],
  '#/components/schemas/',
)
