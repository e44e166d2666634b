import { base64url, createLocalJWKSet, errors, flattenedVerify } from 'jose'
import { z } from 'zod'
import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText, type Paint, wrap } from '#cli/output/terminal.ts'
import { claimsOf, proof, provenReport } from '#report/proof.ts'
import { type Verification, verifyContent } from '#report/verification.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { ageText } from '#runtime/time-text.ts'
import { bytesOf, keySet, type Members, memberOf, textOf } from './saved-report.ts'

export interface VerifyOptions {
  readonly file: string
  /** File or URL of the keys of the service; null: the signature is not checked. */
  readonly jwks: string | null
  readonly screenshot: string | null
  readonly json: boolean
}

/** `urlwitness verify-report`: what a third party can verify about a report. Throws a `VerbError`. */
export async function verifyReport(options: VerifyOptions, context: CliContext): Promise<number> {
  const text = textOf(options.file)
  const report = memberOf(options.file, text)
  const found: readonly Verification[] = [
    ...verifyContent(text, report),
    await signature(report, options, context),
    ...(options.screenshot === null ? [] : [screenshot(report, options.screenshot)]),
    age(report, context.clock.now()),
  ]
  const exit = exitOf(found)
  const open = notProven(report)
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

/** 0: signed by a key of the set, and unchanged. 1: something is wrong. 2: something essential is not checked. */
function exitOf(found: readonly Verification[]): 'pass' | 'issue' | 'review' {
  if (found.some(({ outcome }) => outcome === 'wrong')) return 'issue'
  const essential = found.filter(({ what }) => what === 'signature' || what === 'hash')
  return essential.every(({ outcome }) => outcome === 'proven') ? 'pass' : 'review'
}

async function signature(
  report: Members,
  { jwks }: VerifyOptions,
  context: CliContext,
): Promise<Verification> {
  const says = resultsOf('signature')
  if (report['proof'] === undefined) {
    return says(
      'unchecked',
      'the report has no proof: it was not sold, or its service does not sign',
    )
  }
  const claimed = provenReport.extend({ proof }).safeParse(report)
  if (!claimed.success) return says('wrong', 'the report lacks members that its proof is about')
  if (jwks === null) {
    return says('unchecked', 'name the keys of the service with --jwks FILE or URL')
  }
  const keys = await keySet(jwks, context)
  const { proof: given } = claimed.data
  const [head = '', payload, mark = '', ...rest] = given.jws.split('.')
  if (payload !== '' || rest.length > 0 || !isExact(head) || !isExact(mark)) {
    return says('wrong', 'proof.jws is no compact JWS with a detached payload')
  }
  const claims = base64url.encode(claimsOf(claimed.data, given))
  try {
    const { protectedHeader } = await flattenedVerify(
      { protected: head, payload: claims, signature: mark },
      createLocalJWKSet(keys),
      { algorithms: ['EdDSA'] },
    )
    return says('proven', `by key ${String(protectedHeader?.kid)} of ${jwks}`)
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause
    return cause instanceof errors.JWKSNoMatchingKey
      ? says('wrong', `by no key of ${jwks}: of another service, or retired more than 90 days ago`)
      : says('wrong', 'the signature is not over this report')
  }
}

/** The last digit of base64url may have bits that no byte uses: only one spelling is accepted. */
function isExact(text: string): boolean {
  try {
    return base64url.encode(base64url.decode(text)) === text
  } catch {
    return false // Characters outside the alphabet.
  }
}

function screenshot(report: Members, file: string): Verification {
  const shown = z.looseObject({ sha256: z.string() }).safeParse(report['screenshot'])
  const says = resultsOf('screenshot')
  if (!shown.success) return says('wrong', 'the report has no hash of a screenshot')
  return sha256Hex(bytesOf(file)) === shown.data.sha256
    ? says('proven', `${file} is the screenshot of the report`)
    : says('wrong', `${file} is not the screenshot of the report`)
}

/** Clocks of different machines. */
const SLACK_MS = 300_000

function age({ checked_at: at }: Members, now: number): Verification {
  const says = resultsOf('age')
  const checkedAt = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (Number.isNaN(checkedAt)) return says('wrong', 'no time of check')
  return checkedAt > now + SLACK_MS
    ? says('wrong', `checked at ${String(at)}, which is in the future`)
    : says('unchecked', `${ageText(now - checkedAt)}, by the clock of the service (${String(at)})`)
}

function notProven({ proof: given }: Members): readonly string[] {
  const payment = proof.safeParse(given)
  return [
    'that the site looked the same from another place, or at another time',
    'that the service observed what it reports: that is trust in the holder of the key',
    ...(payment.success
      ? [
          `that the payment was settled: look for AuthorizationUsed with nonce ${payment.data.nonce} of ${payment.data.payer} on ${payment.data.network}`,
        ]
      : []),
  ]
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
