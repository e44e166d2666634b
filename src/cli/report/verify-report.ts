import { z } from 'zod'
import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText, type Paint, wrap } from '#cli/output/terminal.ts'
import { isCompact } from '#report/compact-report.ts'
import { type Proof, proof } from '#report/proof.ts'
import { type Verification, verifyContent } from '#report/verification.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { ageText } from '#runtime/time-text.ts'
import { verifyReceipt } from './receipt.ts'
import {
  keySet,
  type Members,
  parseReportMembers,
  readFileBytes,
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
  const report = parseReportMembers(options.file, text)
  const { jwks, screenshot: png } = options
  const keys = jwks === null ? null : { set: await keySet(jwks, context), place: jwks }
  const receipt =
    options.receipt === null
      ? null
      : await verifyReceipt(report, readTextFile(options.receipt), keys)
  const found: readonly Verification[] = [
    ...verifyContent(text, report),
    await verifySignature(report, keys),
    ...(png === null ? [] : [screenshot(report, png)]),
    ...(receipt === null ? [] : [receipt.verification]),
    age(report, context.clock.now()),
  ]
  const exit = exitOf(found)
  const open = notProven(report, receipt?.transaction ?? null)
  const { out, paint } = context.terminal
  if (options.json) {
    out.write(`${jsonText({ ok: exit === 'pass', verifications: found, not_proven: open })}\n`)
  } else {
    out.write(linesOf(found, open, { width: out.columns, paint }))
  }
  return exitCode[exit]
}

function resultsOf(what: Verification['what']) {
  return (outcome: Verification['outcome'], detail: string): Verification => ({
    what,
    outcome,
    detail,
  })
}

/** Exit 0: signed by a key of the set, and unchanged. 1: something is wrong. 2: something essential was not checked. */
function exitOf(found: readonly Verification[]): 'pass' | 'issue' | 'review' {
  if (found.some(({ outcome }) => outcome === 'wrong')) return 'issue'
  const essential = ['signature', 'hash', 'receipt']
  const asked = found.filter(({ what }) => essential.includes(what))
  return asked.every(({ outcome }) => outcome === 'proven') ? 'pass' : 'review'
}

function screenshot(report: Members, file: string): Verification {
  const shown = z.looseObject({ sha256: z.string() }).safeParse(report['screenshot'])
  const says = resultsOf('screenshot')
  if (!shown.success) return says('wrong', 'the report has no hash of a screenshot')
  return sha256Hex(readFileBytes(file)) === shown.data.sha256
    ? says('proven', `${file} is the screenshot of the report`)
    : says('wrong', `${file} is not the screenshot of the report`)
}

/** Milliseconds by which the clocks of two machines may differ. */
const SLACK_MS = 300_000

function age({ checked_at: at }: Members, now: number): Verification {
  const says = resultsOf('age')
  const checkedAt = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (Number.isNaN(checkedAt)) return says('wrong', 'checked_at is not a time')
  return checkedAt > now + SLACK_MS
    ? says('wrong', `checked at ${String(at)}, which is in the future`)
    : says('unchecked', `${ageText(now - checkedAt)}, by the clock of the service (${String(at)})`)
}

/** What the checks leave unproven. `transaction`: that of a proven receipt, or null. */
function notProven(report: Members, transaction: string | null): readonly string[] {
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

function linesOf(
  found: readonly Verification[],
  open: readonly string[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const mark = { proven: paint.green, unchecked: paint.yellow, wrong: paint.red }
  const rows = found.flatMap(({ what, outcome, detail }) => {
    const [first = '', ...rest] = wrap(clean(detail), Math.max(20, width - 24))
    return [
      `${mark[outcome](outcome.padEnd(10))} ${what.padEnd(11)} ${first}`,
      ...rest.map((line) => `${' '.repeat(23)}${line}`),
    ]
  })
  const limits = open.flatMap((one) =>
    wrap(clean(one), Math.max(20, width - 4)).map((line, at) =>
      at === 0 ? `- ${line}` : `  ${line}`,
    ),
  )
  return `${[...rows, 'Not proven:', ...limits].join('\n')}\n`
}
