import { z } from 'zod'
import { report } from './schema.ts'

/** Of a whole report of this version, every field of it. More properties may come with any version (spec 2.2). */
export const reportJsonSchema = z.toJSONSchema(z.looseObject(report.shape), {
  target: 'draft-2020-12',
})
