import type { Detail } from '#mcp/tool-result.ts'
import { parseJson } from '#payment/json-text.ts'
import { valueAt } from '#report/json-pointer.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Tool } from '#tools/tool.ts'
import type { ReportResult } from './source.ts'

type Report = Extract<ReportResult, { ok: true }>

interface Order {
  readonly tool: Tool
  readonly url: string
  readonly detail: Detail
}

/** A report is up to some hundred KB, and a host asks for the details of what it has just read. */
const MAX_REPORTS = 32
/** Milliseconds in which the same tool and url with more detail is the same report. */
const SAME_REPORT_MS = 10 * 60_000

/** The reports of this process, so that no report is made or paid for twice to read the rest of it. */
export function createRecentReports(clock: Pick<Clock, 'monotonicMs'>) {
  const reports: { order: Order; report: Report; jobId: unknown; readonly atMs: number }[] = []
  return {
    add: (order: Order, report: Report): void => {
      const jobId = valueAt(parseJson(report.body), '/job_id')
      reports.unshift({ order, report, jobId, atMs: clock.monotonicMs() })
      reports.length = Math.min(reports.length, MAX_REPORTS)
    },
    find: (jobId: string): Report | null =>
      reports.find((one) => one.jobId === jobId)?.report ?? null,
    /** The latest report of the same order, if less of it was given, and not too long ago. A repeated order is a new check. */
    withMoreDetail: ({ tool, url, detail }: Order): Report | null => {
      const latest = reports.find(({ order }) => order.tool === tool && order.url === url)
      if (latest === undefined || detail === 'compact' || latest.order.detail === 'full')
        return null
      if (clock.monotonicMs() - latest.atMs > SAME_REPORT_MS) return null
      latest.order = { tool, url, detail }
      return latest.report
    },
  }
}
