import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { openPage, writePage } from '#cli/check/report-file.ts'
import { reportText } from '#cli/check/report-text.ts'
import { type CliContext, refuseUnused, VerbError } from '#cli/context.ts'
import { exitCode, exitCodeOf } from '#cli/output/exit-code.ts'
import { readPublicKeys } from '#report/public-keys.ts'
import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import {
  parseReport,
  readFileBytes,
  readKeySet,
  readTextFile,
  refuseOverwriting,
  textOfReport,
} from './saved-report.ts'

export interface ShowOptions {
  readonly file: string
  /** File for the report as one HTML page. */
  readonly html: string | null
  readonly screenshot: string | null
  /** File or URL of the keys of the service, with which the page can check its signature. */
  readonly jwks: string | null
  readonly open: boolean
}

/** `urlwitness report`: shows a saved report as text, or writes it as one HTML file. Throws a `VerbError`. */
export async function showReport(options: ShowOptions, context: CliContext): Promise<number> {
  const { file, html, jwks, open, screenshot } = options
  const forPage = { '--screenshot': screenshot, '--jwks': jwks, '--open': open }
  if (html === null) refuseUnused(forPage, 'without --html FILE, which writes the report as a page')
  const text = readTextFile(file)
  const saved = parseReport(file, text, 'failed')
  const report = readReport(saved.report)
  if (report === null) {
    throw new VerbError(
      `${file} is a compact report, or one of another version: the whole report of this version is needed; verify-report reads the others`,
    )
  }
  if (html === null) {
    const { out, paint } = context.terminal
    out.write(reportText(report, { width: out.columns, paint }))
    return exitCodeOf(report.result_status)
  }
  refuseOverwriting('--html', html, [file, screenshot, defaultScreenshotOf(file), jwks])
  const png = screenshotOf(report, options)
  const keys = jwks === null ? [] : readPublicKeys(await readKeySet(jwks, context))
  const page = { report, png, text: textOfReport(text, saved), keys }
  if (!writePage(html, page, context)) return exitCode.failed
  if (open) await openPage(html, context)
  return exitCodeOf(report.result_status)
}

/** The named PNG, else the PNG beside the report if its hash matches. Throws a `VerbError` if the named PNG has another hash. */
function screenshotOf(report: Report, { file, screenshot }: ShowOptions): Uint8Array | null {
  const defaultFile = defaultScreenshotOf(file)
  if (screenshot === null && !existsSync(defaultFile)) return null
  const png = readFileBytes(screenshot ?? defaultFile)
  if (sha256Hex(png) === report.screenshot?.sha256) return png
  if (screenshot === null) return null
  throw new VerbError(`${screenshot} is not the screenshot of the report: its hash is another`)
}

function defaultScreenshotOf(file: string): string {
  return join(dirname(file), `${basename(file, extname(file))}.png`)
}
