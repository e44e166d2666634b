import { z } from 'zod'
import { instant } from '#evidence/scalar.ts'
import { resultStatuses } from '#findings/summary.ts'

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

/** What the reports of all tools have in common (spec 2.2), as JSON Schema in one piece. More properties follow, per tool. */
export const toolReportJsonSchema = z.toJSONSchema(reportBody, { target: 'draft-2020-12' })
