import { z } from 'zod'
import { quoteOf, requestReport } from '#cli/client/report-request.ts'
import {
  MAX_REPORT_DEPTH,
  RESPONSE_TOO_LARGE,
  readText,
  reasonOf,
} from '#cli/client/service-client.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import type { PaymentRequired } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'

/** The response of a service on a paid route. */
export interface ServiceResponse {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly text: string
  /** Whether the text is a report that matches the output schema of the MCP tools. */
  readonly isReport: boolean
  readonly quote: PaymentRequired | null
  readonly transaction: string
  readonly code: string | null
  /** Text of the service. */
  readonly detail: string
  /** Why there is no response, or none that can be read. */
  readonly problem: string | null
  readonly paymentState: string | null
  readonly retryAfterS: number | null
}

/** Requests the report of `url` with a payment `header`, or its quote if `header` is null. A failed request gets status 0. */
export async function postRequest(
  endpoint: URL,
  { url, header }: { readonly url: string; readonly header: string | null },
  client: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
  signal: AbortSignal,
): Promise<ServiceResponse> {
  try {
    return await readResponse(
      await requestReport(endpoint, { url, payment: header }, client, signal),
    )
  } catch (cause) {
    return { ...noResponse, problem: `no response: ${reasonOf(cause)}` }
  }
}

const noResponse: ServiceResponse = {
  status: 0,
  text: '',
  isReport: false,
  quote: null,
  transaction: '',
  code: null,
  detail: '',
  problem: null,
  paymentState: null,
  retryAfterS: null,
}

const problemShape = z.object({
  detail: z.string().max(1_000).catch(''),
  code: z.string().max(100).nullable().catch(null),
  error: z.string().max(200).nullable().catch(null),
  retry_after_s: z.number().nullable().catch(null),
  payment: z
    .object({ state: z.string().max(50) })
    .nullable()
    .catch(null),
})
const invalidBodyShape = z.object({
  detail: z.array(z.object({ msg: z.string().max(1_000), type: z.string().max(100) })).min(1),
})
const reportShape = z.object({
  result_status: z.enum(['PASS', 'ISSUE', 'REVIEW']),
  final_url: z.string(),
  findings: z.array(z.looseObject({})),
})

/** Whether a text is a report that matches the output schema of the MCP tools. */
export function isReport(text: string): boolean {
  return isWithinDepth(text, MAX_REPORT_DEPTH) && reportShape.safeParse(parseJson(text)).success
}

const receiptShape = z.object({ transaction: z.string().max(200) })

async function readResponse(response: Response): Promise<ServiceResponse> {
  const received = await readText(response)
  const text = received ?? ''
  const body = parseJson(text)
  const invalid = invalidBodyShape.safeParse(body)
  const parsed = problemShape.safeParse(body)
  const fields = parsed.success ? parsed.data : null
  return {
    status: response.status,
    text,
    isReport: response.status === 200 && isReport(text),
    quote: quoteOf(response),
    transaction:
      receiptShape.safeParse(decodeReceipt(response.headers.get('payment-response'))).data
        ?.transaction ?? '',
    code: fields?.code ?? fields?.error ?? null,
    detail: invalid.success
      ? invalid.data.detail.map(({ msg, type }) => `${msg} (${type})`).join(' ')
      : (fields?.detail ?? ''),
    problem: received === null ? RESPONSE_TOO_LARGE : null,
    paymentState: fields?.payment?.state ?? null,
    retryAfterS: fields?.retry_after_s ?? null,
  }
}

function decodeReceipt(header: string | null): unknown {
  try {
    return header === null ? null : JSON.parse(atob(header))
  } catch {
    return null // The receipt is unreadable: the report is valid, but its transaction stays unknown.
  }
}

/**
 * Explains a response without a report, for the model. The text of the service is one quoted line, so that none of it reads as
 * a statement or an instruction of this program.
 */
export function explainResponse(response: ServiceResponse): string {
  const { status, detail, code, problem, retryAfterS } = response
  if (status === 0) return `There was ${problem}.`
  const what = status === 200 ? '200 with something that is not a report' : String(status)
  const text = [detail, code === null ? '' : `(${code})`].filter((part) => part !== '').join(' ')
  const reason = problem === null ? '' : `: ${problem}`
  const claim = text === '' ? '' : ` and says ${quoted(text)}`
  const retryText = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`
  return `The service responded ${what}${reason}${claim}.${retryText}`
}

/** Text of a service as one line in quotation marks. */
export function quoted(text: string): string {
  return JSON.stringify(sanitize(text, 1_000))
}
