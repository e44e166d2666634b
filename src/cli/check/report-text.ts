import type { Paint } from '#cli/output/terminal.ts'
import { displayWidth, lineWidth, sanitizeAll, wrap } from '#cli/output/terminal.ts'
import type { Report } from '#report/schema.ts'
import { evidenceLines } from './evidence-text.ts'

export interface TextOptions {
  /** Width of the terminal in columns; infinite outside a terminal. */
  readonly width: number
  readonly paint: Paint
}

/** A report as text for a terminal: the verdict, the findings with their remediation, then the evidence in a few lines. */
export function reportText(untrustedReport: Report, options: TextOptions): string {
  // The whole report is cleaned at once, so that no field can be forgotten: most of it is controlled by the target.
  const report = sanitizeAll(untrustedReport)
  const width = lineWidth(options.width)
  const { paint } = options
  const lines = [
    ...verdictLines(report, width, paint),
    ...report.findings.flatMap((finding) => ['', ...findingLines(finding, width, paint)]),
    ...noteLines(report, width, paint),
    '',
    ...evidenceLines(report, width, paint),
    '',
    ...wrap(footer(report), width).map(paint.dim),
  ]
  return `${lines.join('\n')}\n`
}

function verdictLines(report: Report, width: number, paint: Paint): string[] {
  const [first = '', ...rest] = wrap(report.final_url, width - VERDICT_COLUMNS)
  const label = report.result_status.padEnd(VERDICT_COLUMNS)
  return [
    paint.bold(verdictPaint(report.result_status, paint)(label)) + paint.bold(first),
    ...rest.map((line) => ' '.repeat(VERDICT_COLUMNS) + paint.bold(line)),
  ]
}

const VERDICT_COLUMNS = 'REVIEW  '.length

function verdictPaint(status: Report['result_status'], paint: Paint): (text: string) => string {
  return { PASS: paint.green, ISSUE: paint.red, REVIEW: paint.yellow }[status]
}

function findingLines(finding: Report['findings'][number], width: number, paint: Paint): string[] {
  const mark = finding.effect === 'ISSUE' ? paint.red('✗') : paint.yellow('?')
  const urlLines = finding.url === null ? [] : indented(finding.url, width)
  const times = finding.count > 1 ? ` (${finding.count} times)` : ''
  return [
    ...titleLines(mark, finding, width, paint),
    ...indented(finding.message + times, width),
    ...urlLines,
    ...indented(`→ ${finding.remediation}`, width),
    ...(finding.retryable ? indented(retryHint(finding), width) : []),
  ]
}

function titleLines(
  mark: string,
  { code, severity, layer }: Report['findings'][number],
  width: number,
  paint: Paint,
): string[] {
  const classification = `${severity}, ${layer}`
  const [first = '', ...rest] = indented(code, width)
  const title = `${mark} ${paint.bold(first.trimStart())}`
  if (rest.length === 0 && displayWidth(`  ${code}  ${classification}`) <= width) {
    return [`${title}  ${paint.dim(classification)}`]
  }
  return [title, ...rest, `  ${paint.dim(classification)}`]
}

function retryHint({ retry_after_s }: Report['findings'][number]): string {
  return retry_after_s === null
    ? 'Checking again later may help.'
    : `Check again in ${retry_after_s} s.`
}

function noteLines(report: Report, width: number, paint: Paint): string[] {
  if (report.notes.length === 0) return []
  const notes = report.notes.flatMap((note) => {
    const [first = '', ...rest] = indented(`${note.code}: ${note.message}`, width)
    return [`·${first.slice(1)}`, ...rest]
  })
  return ['', paint.bold('Notes'), ...notes]
}

function footer(report: Report): string {
  const limits =
    report.limits_hit.length > 0 ? `; limits reached: ${report.limits_hit.join(', ')}` : ''
  return `Checked ${report.checked_at} in ${report.duration_ms} ms, location ${report.vantage.label}${limits}; job ${report.job_id}; sha256 ${report.report_sha256}`
}

function indented(text: string, width: number): string[] {
  return wrap(text, width - 2).map((line) => `  ${line}`)
}
