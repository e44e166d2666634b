import { existsSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, cleanAll, cut, jsonText, type Paint } from '#cli/output/terminal.ts'
import { messageOf } from '#fault.ts'
import { type Change, changesOf, hashDistance, newIssueCodes } from '#report/changes.ts'
import { isCompact } from '#report/compact-report.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { compareScreenshots, type Png, type ScreenshotComparison } from './compare-screenshots.ts'
import { boundedJson, readFileBytes } from './saved-report.ts'

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
  const before = reportIn(options.before)
  const after = reportIn(options.after)
  const changes = changesOf(before, after)
  const screenshots = await screenshotsOf(options, before, after)
  const issues = newIssueCodes(changes, after)
  const exit = exitOf({ options, before, after, changes, issues, screenshots })
  const result = {
    before: headOf(before),
    after: headOf(after),
    worse: issues.length > 0,
    gained_issues: issues,
    changes,
    screenshots,
  }
  if (options.json) terminal.out.write(`${jsonText(result)}\n`)
  else terminal.out.write(textOf(result, terminal.paint))
  return exitCode[exit]
}

const report = z.looseObject({
  job_id: z.string(),
  tool: z.string(),
  requested_url: z.string(),
  checked_at: z.string(),
  result_status: z.string(),
  findings: z.array(z.looseObject({ code: z.string() })),
  screenshot: z.looseObject({ sha256: z.string() }).nullish(),
})
type Report = Readonly<z.infer<typeof report>>

function reportIn(file: string): Report {
  const value = boundedJson(file, new TextDecoder().decode(readFileBytes(file)), 'failed')
  // The output of `buy --json` has the report as a member.
  const inner = z.looseObject({ report }).safeParse(value).data?.report
  const read = inner ?? report.safeParse(value).data
  if (read === undefined) {
    throw new VerbError(`${file} is not a report: it must be the JSON body of a 200`)
  }
  if (!isCompact(read)) return read
  throw new VerbError(
    `${file} is a compact report, without the evidence to compare: repeat the request without Prefer: return=minimal`,
  )
}

function headOf({ job_id, tool, requested_url, checked_at, result_status }: Report) {
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
  const first = pngOf(options.before, before, beforeScreenshot)
  const second = pngOf(options.after, after, afterScreenshot)
  const dhash_distance = hashDistance(before, after)
  if (first === null || second === null) {
    if (image === null) return { dhash_distance, pixels: null }
    throw new UsageError(
      '--image needs both screenshots: name them with --before-screenshot and --after-screenshot, or put each beside its report, as A.png beside A.json',
    )
  }
  const compared = await compareScreenshots(first, second)
  if (image !== null) writeImage(image, compared.image())
  return { dhash_distance, pixels: compared.measured }
}

/** The screenshot of a report: the named file, or the PNG beside the report; null without one. */
function pngOf(file: string, { screenshot }: Report, named: string | null): Png | null {
  const sha256 = screenshot?.sha256
  const place = named ?? file.replace(/(\.json)?$/, '.png')
  if (named === null && (sha256 === undefined || !existsSync(place))) return null
  const bytes = readFileBytes(place)
  if (sha256 === sha256Hex(bytes)) return { file: place, bytes }
  if (named === null) return null
  throw new VerbError(`${place} is not the screenshot of ${file}: its SHA-256 is another`)
}

function writeImage(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes)
  } catch (cause) {
    const why = messageOf(cause)
    throw new VerbError(`${file} cannot be written: ${why}`, { cause })
  }
}

/** `issue` (1): the later report is worse, as --fail-on defines it. `review` (2): only the later report is REVIEW. */
function exitOf(found: {
  readonly options: DiffOptions
  readonly before: Report
  readonly after: Report
  readonly changes: readonly Change[]
  readonly issues: readonly string[]
  readonly screenshots: Screenshots
}): 'pass' | 'issue' | 'review' {
  const { options, before, after, changes, issues, screenshots } = found
  if (issues.length > 0) return 'issue'
  const differs = changes.length > 0 || (screenshots.pixels?.different ?? 0) > 0
  if (options.failOn === 'any' && differs) return 'issue'
  const isOpen = after.result_status === 'REVIEW' && before.result_status !== 'REVIEW'
  return isOpen ? 'review' : 'pass'
}

interface Result {
  readonly before: ReturnType<typeof headOf>
  readonly after: ReturnType<typeof headOf>
  readonly gained_issues: readonly string[]
  readonly changes: readonly Change[]
  readonly screenshots: Screenshots
}

/** Limit of the characters shown for a value. The JSON has the whole value. */
const MAX_CHARS = 100

function textOf(result: Result, paint: Paint): string {
  const { before, after, changes, screenshots, gained_issues: issues } = cleanAll(result)
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
    lines.push(`  ${lineOf(change, paint)}`)
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

function lineOf({ section, what, before, after }: Change, paint: Paint): string {
  const name = cut(clean(what), MAX_CHARS)
  const value = (side: unknown) => (side === true ? '' : ` ${valueText(side)}`)
  // A new finding is bad; a new entry of any other section is not.
  const isBad = section === 'findings'
  if (before === null) return (isBad ? paint.red : paint.green)(`+ ${name}${value(after)}`)
  if (after === null) return (isBad ? paint.green : paint.red)(`- ${name}${value(before)}`)
  return `${name} ${valueText(before)} to ${valueText(after)}`
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return cut(clean(text), MAX_CHARS)
}
