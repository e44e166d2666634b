import { decodePaymentResponseHeader } from '@x402/core/http'
import { z } from 'zod'
import { reportText } from '#cli/check/report-text.ts'
import { exitCodeOf } from '#cli/output/exit-code.ts'
import { jsonText, sanitize, type Terminal } from '#cli/output/terminal.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import type { PurchaseState } from '#store/purchases/purchases.ts'
import { stateAfter } from './journal.ts'
import { MAX_REPORT_DEPTH, RESPONSE_TOO_LARGE, readText } from './service-client.ts'

/** The response of a service, read and classified. */
export type PaidResponse =
  | {
      readonly status: 'report'
      readonly body: unknown
      readonly json: string
      readonly verdict: Report['result_status']
      readonly receipt: Receipt | null
    }
  | {
      readonly status: 'refused' | 'failed'
      readonly problem: string
      readonly receipt: Receipt | null
      /** Whether the service says that a payment sent with the request was not and will not be settled. */
      readonly isUnpaid: boolean
      readonly paymentState: PurchaseState
    }

/** A loose object, because `--json` prints the whole receipt with its signature. */
const receiptShape = z.looseObject({
  success: z.boolean(),
  transaction: z.string(),
  network: z.string(),
  payer: z.string().optional(),
  amount: z.string().optional(),
  errorReason: z.string().optional(),
  extra: z.object({ simulated: z.boolean().optional() }).optional().catch(undefined),
})
export type Receipt = z.infer<typeof receiptShape>

const minimalReport = z.object({
  result_status: z.enum(['PASS', 'ISSUE', 'REVIEW']),
  final_url: z.string(),
  summary: z.string().optional(),
})
const problemShape = z.object({
  detail: z.string(),
  code: z.string().optional(),
  retry_after_s: z.number().nullable().optional(),
  payment: z.object({ state: z.string() }).optional(),
})
const paymentFacts = z.object({
  payment: z
    .object({ state: z.string() })
    .transform(({ state }) => state)
    .nullable()
    .catch(null),
  code: z.string().nullable().catch(null),
})
const invalidShape = z.object({ detail: z.array(z.object({ msg: z.string(), type: z.string() })) })
const quoteShape = z.object({ error: z.string().optional() })

// Characters of a problem. It stays one line, since a second one would look like a line of this program.
const MAX_PROBLEM = 1_000

/** Reads the final response of a paid call, which `requestReport` has read. */
export async function resultOf(response: Response): Promise<PaidResponse> {
  const text = await readText(response)
  // Printing a value that nests more deeply overflows the stack.
  const body = text !== null && isWithinDepth(text, MAX_REPORT_DEPTH) ? parseJson(text) : null
  const receipt = receiptOf(response)
  const { status } = response
  const { payment = null, code = null } = paymentFacts.safeParse(body).data ?? {}
  const paymentState = stateAfter({ status, isReport: false, paymentState: payment, code })
  switch (status) {
    case 200: {
      const parsed = minimalReport.safeParse(body)
      if (text === null || !parsed.success) {
        const problem = text === null ? RESPONSE_TOO_LARGE : 'the response is not a report'
        return { status: 'failed', problem, receipt, isUnpaid: false, paymentState }
      }
      return {
        status: 'report',
        body,
        json: text.trimEnd(),
        verdict: parsed.data.result_status,
        receipt,
      }
    }
    case 402:
      return {
        status: 'refused',
        problem: `the payment was refused: ${sanitize(quoteError(body), MAX_PROBLEM)}`,
        receipt,
        isUnpaid: true,
        paymentState,
      }
    case 422:
      return {
        status: 'refused',
        problem: `refused before payment: ${sanitize(invalidText(body), MAX_PROBLEM)}`,
        receipt,
        isUnpaid: true,
        paymentState,
      }
    default:
      return {
        status: 'failed',
        problem: `${status}: ${sanitize(problemText(body), MAX_PROBLEM)}`,
        receipt,
        isUnpaid: payment === 'not_taken' || payment === 'not_settled',
        paymentState,
      }
  }
}

const UNPAID = 'Receipt   none: nothing was signed, the service gave the report without payment'

/** Prints a report with its receipt and returns the exit status. */
export function printReport(
  result: Extract<PaidResponse, { status: 'report' }>,
  options: { readonly json: boolean; readonly isSigned: boolean },
  { out, paint }: Terminal,
): number {
  if (options.json) {
    out.write(`${jsonText({ report: result.body, receipt: result.receipt })}\n`)
  } else {
    const report = readReport(result.body)
    out.write(
      report === null
        ? `${unknownReportText(result)}\n`
        : reportText(report, { width: out.columns, paint }),
    )
    out.write(`${options.isSigned ? receiptText(result.receipt) : UNPAID}\n`)
  }
  return exitCodeOf(result.verdict)
}

/** Text for a report of another version of the service: the verdict, which every version has, then the JSON. */
function unknownReportText({ verdict, json }: Extract<PaidResponse, { status: 'report' }>): string {
  return `${verdict}\n${sanitize(json, 20_000)}`
}

function receiptOf(response: Response): Receipt | null {
  const header = response.headers.get('payment-response')
  if (header === null) return null
  try {
    const parsed = receiptShape.safeParse(decodePaymentResponseHeader(header))
    return parsed.success ? parsed.data : null
  } catch {
    return null // Not base64 or not JSON: reported like a missing receipt.
  }
}

/** A receipt on one line. It states only what the service says. */
export function receiptText(receipt: Receipt | null): string {
  if (receipt === null) return 'Receipt   none: whether the payment was made is unknown'
  const parts = [
    receipt.success
      ? `settled${receipt.extra?.simulated === true ? ' (simulated)' : ''}`
      : `not settled: ${sanitize(receipt.errorReason ?? 'no reason given', 200)}`,
    ...(receipt.amount === undefined ? [] : [amountText(receipt.amount)]),
    sanitize(receipt.network, 60),
    ...(receipt.payer === undefined ? [] : [`from ${sanitize(receipt.payer, 60)}`]),
    ...(receipt.transaction === '' ? [] : [`transaction ${sanitize(receipt.transaction, 100)}`]),
  ]
  return `Receipt   ${parts.join(', ')}`
}

/** An amount of USDC, the only token that is ever paid. It has 6 decimals. */
function amountText(atomic: string): string {
  return /^\d{1,18}$/.test(atomic)
    ? `${atomicToUsd(BigInt(atomic))} USDC (${atomic} atomic units)`
    : `${sanitize(atomic, 40)} atomic units`
}

function quoteError(body: unknown): string {
  const parsed = quoteShape.safeParse(body)
  return parsed.success ? (parsed.data.error ?? 'no reason given') : 'no reason given'
}

function invalidText(body: unknown): string {
  const parsed = invalidShape.safeParse(body)
  if (!parsed.success) return 'the input is not valid'
  return parsed.data.detail.map(({ msg, type }) => `${msg} (${type})`).join(' ')
}

function problemText(body: unknown): string {
  const parsed = problemShape.safeParse(body)
  if (!parsed.success) return 'the service cannot do it now'
  const { detail, code, retry_after_s: retryAfter, payment } = parsed.data
  const retryText = typeof retryAfter === 'number' ? ` Try again in ${retryAfter} s.` : ''
  return `${detail}${code === undefined ? '' : ` (${code})`}${retryText}${payment === undefined ? '' : ` Payment: ${payment.state}.`}`
}
