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
export interface ServiceResponse {
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
    return { ...noResponse, detail: `No response: ${reasonOf(cause)}.` }
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

function isReport(text: string): boolean {
  return isWithinDepth(text, MAX_REPORT_DEPTH) && reportShape.safeParse(parseJson(text)).success
}

const receiptShape = z.object({ transaction: z.string().max(200) })

async function readResponse(response: Response): Promise<ServiceResponse> {
  const received = await readText(response)
  const text = received ?? ''
  const body = received === null ? { detail: RESPONSE_TOO_LARGE } : parseJson(received)
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

/** Explains a response without a report, for the model. */
export function explainResponse({ status, detail, code, retryAfterS }: ServiceResponse): string {
  if (status === 0) return detail
  if (status === 200) {
    const reason = detail === '' ? '' : `: ${detail}`
    return `The service responded 200 with something that is not a report${reason}.`
  }
  const reason = [detail, code === null ? '' : `(${code})`].filter((part) => part !== '').join(' ')
  const retryText = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`
  return `The service responded ${status}: ${reason === '' ? 'no reason given' : reason}.${retryText}`
}
