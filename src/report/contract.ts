import { z } from 'zod'
import { instant } from '../evidence/scalar.ts'
import { resultStatuses } from '../findings/summary.ts'
import { report } from './schema.ts'

const reportBody = z.looseObject({
  job_id: z.string().optional().describe('identifier of the completed job'),
  requested_url: z.string().describe('the URL as submitted'),
  final_url: z.string().describe('the URL after redirects'),
  checked_at: instant.describe('time of the check'),
  result_status: z
    .enum(resultStatuses)
    .describe(
      'PASS: the implemented checks found no listed issue. ISSUE: concrete findings are recorded. REVIEW: the evidence was limited or inconclusive.',
    ),
})

/** What the reports of all tools have in common: spec 2.2. More properties follow, per tool. */
export const toolReport = reportBody.meta({ id: 'ToolReport' })

/** The same as JSON Schema, in one piece: without an id there is no `$ref`. */
export const toolReportJsonSchema = z.toJSONSchema(reportBody, { target: 'draft-2020-12' })

/** Of a whole report of this version, every field of it. More properties may come with any version (spec 2.2). */
export const reportJsonSchema = z.toJSONSchema(z.looseObject(report.shape), {
  target: 'draft-2020-12',
})
