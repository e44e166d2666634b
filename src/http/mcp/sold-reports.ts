import { z } from 'zod'
import type { ReportStore } from '#evidence/stores.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import { errorResult, type McpResult, readReportArguments, reportResult } from '#mcp/tool-result.ts'

/** Links of the reports that this process has sold over MCP. A link is short, and older ones are found by their `report_url`. */
const MAX_LINKS = 5_000
/** Reports that are read at a time: each is up to some hundred KB, and this call is free. */
const slotLimits = { max: 8, maxPerKey: 2 } as const

export interface SoldReports {
  /** Remembers the link of a sold report by its job id. */
  remember(report: string): void
  /** The result of `get_report`. Unknown, expired and malformed ids get the same message. */
  read(args: unknown): Promise<McpResult>
}

/**
 * Sold reports for `get_report`, without payment. Who names the `report_url` or the `job_id`, both random and in no document,
 * may read the report. Only its id decrypts a stored report, so the job ids are known to this process alone.
 */
export function createSoldReports(reports: Pick<ReportStore, 'find'>): SoldReports {
  const links = new Map<string, string>()
  const slots = new ResponseSlots(slotLimits)
  return {
    remember: (report) => {
      const { data } = soldShape.safeParse(JSON.parse(report))
      if (data === undefined) return
      links.delete(data.job_id)
      links.set(data.job_id, data.report_url)
      const [oldest] = links.keys()
      if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest)
    },
    read: async (args) => {
      const parsed = readReportArguments(args)
      if ('content' in parsed) return parsed
      const { job_id: name, detail } = parsed
      const id = /\/reports\/([\w-]{1,100})(?:\.json)?$/.exec(links.get(name) ?? name)?.[1] ?? ''
      const release = slots.acquire(id)
      if (release === null) return errorResult('Too many reports are read now. Try again in 1 s.')
      try {
        const found = await reports.find(id)
        return found === null ? unknownReport : reportResult(found.text, detail)
      } finally {
        release()
      }
    },
  }
}

const soldShape = z.object({ job_id: z.string(), report_url: z.string() })

const unknownReport = errorResult(
  'There is no such report: it may have expired (after a day at most), or the service has restarted since; then give its report_url as job_id. Nothing was charged.',
)
