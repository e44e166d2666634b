import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'

/** Reads a report as it was sent, and fills in every omitted field. Throws on anything else. */
export function readSentReport(text: string): Report {
  const report = readReport(JSON.parse(text))
  if (report === null) throw new Error('That is not a report of this version.')
  return report
}
