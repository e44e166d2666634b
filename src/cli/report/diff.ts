import { existsSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, type Paint, sanitize, sanitizeAll, truncate } from '#cli/output/terminal.ts'
import { type Change, changesOf, hashDistance, newIssueCodes } from '#report/changes.ts'
import { isCompact } from '#report/compact-report.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { compareScreenshots, type Png, type ScreenshotComparison } from './compare-screenshots.ts'
import { boundedJson, readFileBytes, refuseOverwriting } from './saved-report.ts'

export interface DiffOptions {
  readonly before: string
  readonly after: string
  readonly beforeScreenshot: string | null
  readonly afterScreenshot: string | null
  /** File for a PNG of the difference; null if none is written. */
  readonly image: string | null
  readonly failOn: 'issue' | 'any'
  readonly json: boolean
}

/** `urlwitness diff`: prints what changed between two reports of a page. Throws a `VerbError`. */
export async function diff(options: DiffOptions, { terminal }: CliContext): Promise<number> {
  const before = readSavedReport(options.before)
  const after = readSavedReport(options.after)
  const changes = changesOf(before, after)
  const screenshots = await screenshotsOf(options, before, after)
  const issues = newIssueCodes(changes, after)
  const exit = exitOf({ options, before, after, changes, issues, screenshots })
  const result = {
    before: reportHead(before),
    after: reportHead(after),
    worse: issues.length > 0,
    gained_issues: issues,
    changes,
    screenshots,
  }
  if (options.json) terminal.out.write(`${jsonText(result)}\n`)
  else terminal.out.write(resultText(result, terminal.paint))
  return exitCode[exit]
}

const reportShape = z.looseObject({
  job_id: z.string(),
  tool: z.string(),
  requested_url: z.string(),
  checked_at: z.string(),
  result_status: z.string(),
  findings: z.array(z.looseObject({ code: z.string() })),
  screenshot: z.looseObject({ sha256: z.string() }).nullish(),
})
type Report = Readonly<z.infer<typeof reportShape>>

function readSavedReport(file: string): Report {
  const value = boundedJson(file, new TextDecoder().decode(readFileBytes(file)), 'failed')
  // The output of `buy --json` has the report as a member.
  const wrapped = z.looseObject({ report: reportShape }).safeParse(value).data?.report
  const saved = wrapped ?? reportShape.safeParse(value).data
  if (saved === undefined) {
    throw new VerbError(`${file} is not a report: it must be the JSON body of a 200`)
  }
  if (!isCompact(saved)) return saved
  throw new VerbError(
    `${file} is a compact report, without the evidence to compare: repeat the request without Prefer: return=minimal`,
  )
}

function reportHead({ job_id, tool, requested_url, checked_at, result_status }: Report) {
  return { job_id, tool, requested_url, checked_at, result_status }
}

interface Screenshots {
  /** How many of the 64 bits of the difference hashes differ; null when a report has no screenshot. */
  readonly dhash_distance: number | null
  /** Null without both PNGs. */
  readonly pixels: ScreenshotComparison | null
}

async function screenshotsOf(
  options: DiffOptions,
  before: Report,
  after: Report,
): Promise<Screenshots> {
  const { beforeScreenshot, afterScreenshot, image } = options
  const beforePng = pngOf(options.before, before, beforeScreenshot)
  const afterPng = pngOf(options.after, after, afterScreenshot)
  const dhash_distance = hashDistance(before, after)
  if (beforePng === null || afterPng === null) {
    const [flag] = Object.entries({
      '--image': image,
      '--before-screenshot': beforeScreenshot,
      '--after-screenshot': afterScreenshot,
    }).flatMap(([name, value]) => (value === null ? [] : [name]))
    if (flag === undefined) return { dhash_distance, pixels: null }
    throw new UsageError(
      `${flag} needs both screenshots: name them with --before-screenshot and --after-screenshot, or put each beside its report, as A.png beside A.json`,
    )
  }
  if (image !== null) {
    refuseOverwriting('--image', image, [
      options.before,
      options.after,
      beforePng.file,
      afterPng.file,
    ])
  }
  const compared = await compareScreenshots(beforePng, afterPng)
  if (image !== null) writeFileSync(image, compared.image())
  return { dhash_distance, pixels: compared.measured }
}

/** The screenshot of a report: the named file, or the PNG beside the report; null without one. */
function pngOf(file: string, { screenshot }: Report, explicitPath: string | null): Png | null {
  const sha256 = screenshot?.sha256
  const path = explicitPath ?? file.replace(/(\.json)?$/, '.png')
  if (explicitPath === null && (sha256 === undefined || !existsSync(path))) return null
  const bytes = readFileBytes(path)
  if (sha256 === sha256Hex(bytes)) return { file: path, bytes }
  if (explicitPath === null) return null
  throw new VerbError(`${path} is not the screenshot of ${file}: its SHA-256 is another`)
}

/** `issue` (1): the later report is worse, as --fail-on defines it. `review` (2): only the later report is REVIEW. */
function exitOf(comparison: {
  readonly options: DiffOptions
  readonly before: Report
  readonly after: Report
  readonly changes: readonly Change[]
  readonly issues: readonly string[]
  readonly screenshots: Screenshots
}): 'pass' | 'issue' | 'review' {
  const { options, before, after, changes, issues, screenshots } = comparison
  if (issues.length > 0) return 'issue'
  const differs = changes.length > 0 || (screenshots.pixels?.different ?? 0) > 0
  if (options.failOn === 'any' && differs) return 'issue'
  const becameReview = after.result_status === 'REVIEW' && before.result_status !== 'REVIEW'
  return becameReview ? 'review' : 'pass'
}

interface Result {
  readonly before: ReturnType<typeof reportHead>
  readonly after: ReturnType<typeof reportHead>
  readonly gained_issues: readonly string[]
  readonly changes: readonly Change[]
  readonly screenshots: Screenshots
}

/** Limit of the characters shown for a value. The JSON has the whole value. */
const MAX_CHARS = 100

function resultText(result: Result, paint: Paint): string {
  const { before, after, changes, screenshots, gained_issues: issues } = sanitizeAll(result)
  const lines = [
    `${paint.bold(`${before.result_status} to ${after.result_status}`)}  ${after.requested_url}`,
    `${before.tool} at ${before.checked_at}, ${after.tool} at ${after.checked_at}`,
    ...(before.requested_url === after.requested_url
      ? []
      : [paint.yellow(`The earlier report is of ${before.requested_url}`)]),
  ]
  let section = ''
  for (const change of changes) {
    if (change.section !== section) lines.push('', paint.bold(change.section))
    section = change.section
    lines.push(`  ${changeLine(change, paint)}`)
  }
  if (changes.length === 0) lines.push('', 'No value differs beyond the noise of two checks.')
  const { dhash_distance: distance, pixels } = screenshots
  const percent = pixels === null ? null : (pixels.ratio * 100).toFixed(2)
  if (distance !== null || percent !== null) lines.push('', paint.bold('screenshots'))
  if (distance !== null) lines.push(`  ${distance} of 64 bits of the difference hash differ`)
  if (percent !== null) lines.push(`  ${percent} % of the pixels differ (${pixels?.different})`)
  if (issues.length > 0) lines.push('', paint.red(`Worse: ${issues.join(', ')}`))
  return `${lines.join('\n')}\n`
}

function changeLine({ section, what, before, after }: Change, paint: Paint): string {
  const name = truncate(sanitize(what), MAX_CHARS)
  const value = (side: unknown) => (side === true ? '' : ` ${valueText(side)}`)
  // A new finding is bad; a new entry of any other section is not.
  const isFinding = section === 'findings'
  if (before === null) return (isFinding ? paint.red : paint.green)(`+ ${name}${value(after)}`)
  if (after === null) return (isFinding ? paint.green : paint.red)(`- ${name}${value(before)}`)
  return `${name} ${valueText(before)} to ${valueText(after)}`
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return truncate(sanitize(text), MAX_CHARS)
}
