import { z } from 'zod'
import { quoteOf, requestReport } from '#cli/client/report-request.ts'
import {
  MAX_REPORT_DEPTH,
  RESPONSE_TOO_LARGE,
  readText,
  reasonOf,
} from '#cli/client/service-client.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import type { PaymentRequired } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'

/** The response of a service on a paid route. */
export interface Reply {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly text: string
  /** Whether the text is a report that matches the output schema of the MCP tools. */
  readonly isReport: boolean
  readonly quote: PaymentRequired | null
  readonly transaction: string
  readonly code: string | null
  readonly detail: string
  readonly paymentState: string | null
  readonly retryAfterS: number | null
}

/** Requests the report of `url` with a payment `header`, or its quote if `header` is null. A failed request gets status 0. */
export async function post(
  endpoint: URL,
  { url, header }: { readonly url: string; readonly header: string | null },
  client: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Reply> {
  try {
    return await replyOf(await requestReport(endpoint, { url, payment: header }, client, signal))
  } catch (cause) {
    return { ...noReply, detail: `No response: ${reasonOf(cause)}.` }
  }
}

const noReply: Reply = {
  status: 0,
  text: '',
  isReport: false,
  quote: null,
  transaction: '',
  code: null,
  detail: '',
  paymentState: null,
  retryAfterS: null,
}

const problem = z.object({
  detail: z.string().max(1_000).catch(''),
  code: z.string().max(100).nullable().catch(null),
  error: z.string().max(200).nullable().catch(null),
  retry_after_s: z.number().nullable().catch(null),
  payment: z
    .object({ state: z.string().max(50) })
    .nullable()
    .catch(null),
})
const invalidBody = z.object({
  detail: z.array(z.object({ msg: z.string().max(1_000), type: z.string().max(100) })).min(1),
})
const report = z.object({
  result_status: z.enum(['PASS', 'ISSUE', 'REVIEW']),
  final_url: z.string(),
  findings: z.array(z.looseObject({})),
})

function isReport(text: string): boolean {
  return isWithinDepth(text, MAX_REPORT_DEPTH) && report.safeParse(parseJson(text)).success
}

const receipt = z.object({ transaction: z.string().max(200) })

async function replyOf(response: Response): Promise<Reply> {
  const received = await readText(response)
  const text = received ?? ''
  const body = received === null ? { detail: RESPONSE_TOO_LARGE } : parseJson(received)
  const invalid = invalidBody.safeParse(body)
  const read = problem.safeParse(body)
  const found = read.success ? read.data : null
  return {
    status: response.status,
    text,
    isReport: response.status === 200 && isReport(text),
    quote: quoteOf(response),
    transaction:
      receipt.safeParse(decoded(response.headers.get('payment-response'))).data?.transaction ?? '',
    code: found?.code ?? found?.error ?? null,
    detail: invalid.success
      ? invalid.data.detail.map(({ msg, type }) => `${msg} (${type})`).join(' ')
      : (found?.detail ?? ''),
    paymentState: found?.payment?.state ?? null,
    retryAfterS: found?.retry_after_s ?? null,
  }
}

function decoded(header: string | null): unknown {
  try {
    return header === null ? null : JSON.parse(atob(header))
  } catch {
    return null // The receipt is unreadable: the report is valid, but its transaction stays unknown.
  }
}

/** Explains a response without a report, for the model. */
export function explain({ status, detail, code, retryAfterS }: Reply): string {
  if (status === 0) return detail
  if (status === 200) {
    const why = detail === '' ? '' : `: ${detail}`
    return `The service responded 200 with something that is not a report${why}.`
  }
  const reason = [detail, code === null ? '' : `(${code})`].filter((part) => part !== '').join(' ')
  const retry = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`
  return `The service responded ${status}: ${reason === '' ? 'no reason given' : reason}.${retry}`
}
