import { z } from 'zod'
import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, type Paint, sanitize, wrap } from '#cli/output/terminal.ts'
import { isCompact } from '#report/compact-report.ts'
import { type Proof, proof } from '#report/proof.ts'
import { type Verification, verifyContent } from '#report/verification.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { ageText } from '#runtime/time-text.ts'
import { verifyReceipt } from './receipt.ts'
import {
  parseReport,
  type ReportMembers,
  readFileBytes,
  readKeySet,
  readTextFile,
} from './saved-report.ts'
import { verifySignature } from './signature.ts'

export interface VerifyOptions {
  readonly file: string
  /** File or URL of the keys of the service; null: the signature is not checked. */
  readonly jwks: string | null
  readonly screenshot: string | null
  /** File with the receipt of the payment. */
  readonly receipt: string | null
  readonly json: boolean
}

/** `urlwitness verify-report`: prints what a third party can verify about a report. Throws a `VerbError`. */
export async function verifyReport(options: VerifyOptions, context: CliContext): Promise<number> {
  const text = readTextFile(options.file)
  const { report, document } = parseReport(options.file, text, 'issue')
  const { jwks, screenshot: png } = options
  const keys = jwks === null ? null : { set: await readKeySet(jwks, context), source: jwks }
  const receipt =
    options.receipt === null
      ? null
      : await verifyReceipt(report, readTextFile(options.receipt), keys)
  const verifications: readonly Verification[] = [
    ...verifyContent(text, report, document),
    await verifySignature(report, keys),
    ...(png === null ? [] : [verifyScreenshot(report, png)]),
    ...(receipt === null ? [] : [receipt.verification]),
    verifyAge(report, context.clock.now()),
  ]
  const exit = exitOf(verifications)
  const unproven = notProven(report, receipt?.transaction ?? null)
  const { out, paint } = context.terminal
  if (options.json) {
    out.write(`${jsonText({ ok: exit === 'pass', verifications, not_proven: unproven })}\n`)
  } else {
    out.write(verificationLines(verifications, unproven, { width: out.columns, paint }))
  }
  return exitCode[exit]
}

function resultFor(what: Verification['what']) {
  return (outcome: Verification['outcome'], detail: string): Verification => ({
    what,
    outcome,
    detail,
  })
}

/** Exit 0: signed by a key of the set, and unchanged. 1: something is wrong. 2: something essential was not checked. */
function exitOf(verifications: readonly Verification[]): 'pass' | 'issue' | 'review' {
  if (verifications.some(({ outcome }) => outcome === 'wrong')) return 'issue'
  const requiredChecks = ['signature', 'hash', 'receipt']
  const performed = verifications.filter(({ what }) => requiredChecks.includes(what))
  return performed.every(({ outcome }) => outcome === 'proven') ? 'pass' : 'review'
}

function verifyScreenshot(report: ReportMembers, file: string): Verification {
  const parsed = z.looseObject({ sha256: z.string() }).safeParse(report['screenshot'])
  const result = resultFor('screenshot')
  if (!parsed.success) return result('wrong', 'the report has no hash of a screenshot')
  return sha256Hex(readFileBytes(file)) === parsed.data.sha256
    ? result('proven', `${file} is the screenshot of the report`)
    : result('wrong', `${file} is not the screenshot of the report`)
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_TOLERANCE_MS = 300_000

function verifyAge({ checked_at: checkedAtText }: ReportMembers, now: number): Verification {
  const result = resultFor('age')
  const checkedAt = typeof checkedAtText === 'string' ? Date.parse(checkedAtText) : Number.NaN
  if (Number.isNaN(checkedAt)) return result('wrong', 'checked_at is not a time')
  return checkedAt > now + CLOCK_TOLERANCE_MS
    ? result('wrong', `checked at ${String(checkedAtText)}, which is in the future`)
    : result(
        'unchecked',
        `${ageText(now - checkedAt)}, by the clock of the service (${String(checkedAtText)})`,
      )
}

/** What the checks leave unproven. `transaction`: that of a proven receipt, or null. */
function notProven(report: ReportMembers, transaction: string | null): readonly string[] {
  const payment = proof.safeParse(report['proof'])
  return [
    'that the site looked the same from another place, or at another time',
    'that the service observed what it reports: that is trust in the holder of the key',
    ...(isCompact(report) ? [compactLimit] : []),
    ...(payment.success ? [settlementLimit(payment.data, transaction)] : []),
  ]
}

const compactLimit =
  'what only the whole report binds: of a compact one the signature names job_id, tool, the URLs, checked_at, result_status, the codes of findings, ruleset_version, report_sha256 and the payment'

function settlementLimit({ nonce, payer, network }: Proof, transaction: string | null): string {
  return transaction === null
    ? `that the payment was settled: look for AuthorizationUsed with nonce ${nonce} of ${payer} on ${network}`
    : `the amount, and that the receipt is not that of another call of the same payer: transaction ${transaction} has Transfer with the one, and AuthorizationUsed with nonce ${nonce} for the other`
}

function verificationLines(
  verifications: readonly Verification[],
  unproven: readonly string[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const mark = { proven: paint.green, unchecked: paint.yellow, wrong: paint.red }
  const rows = verifications.flatMap(({ what, outcome, detail }) => {
    const [first = '', ...rest] = wrap(sanitize(detail), Math.max(20, width - 24))
    return [
      `${mark[outcome](outcome.padEnd(10))} ${what.padEnd(11)} ${first}`,
      ...rest.map((line) => `${' '.repeat(23)}${line}`),
    ]
  })
  const limits = unproven.flatMap((limit) =>
    wrap(sanitize(limit), Math.max(20, width - 4)).map((line, index) =>
      index === 0 ? `- ${line}` : `  ${line}`,
    ),
  )
  return `${[...rows, 'Not proven:', ...limits].join('\n')}\n`
}
