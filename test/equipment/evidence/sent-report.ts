import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'

/** A report as it was sent, with every field in its place. */
export function readSentReport(text: string): Report {
  const report = readReport(JSON.parse(text))
  if (report === null) throw new Error('That is not a report of this version.')
  return report
}
