import { decodePaymentRequiredHeader } from '@x402/core/http'
import { z } from 'zod'
import type { payingClient } from '#cli/client/buyer.ts'
import { repeatingFetch } from '#cli/client/repeating-fetch.ts'
import { boundedText, reasonOf } from '#cli/client/service-client.ts'
import { parseJson } from '#payment/json-text.ts'
import type { Clock } from '#runtime/clock.ts'

// Longer than the longest deadline of a service, so that a paid report is not abandoned.
const EXCHANGE_MS = 150_000

type Quote = Parameters<ReturnType<typeof payingClient>['createPaymentPayload']>[0]

/** What a service responded to a paid route. */
export interface Reply {
  /** 0: no response. */
  readonly status: number
  readonly text: string
  readonly quote: Quote | null
  readonly transaction: string
  readonly code: string | null
  readonly detail: string
  readonly paymentState: string | null
  readonly retryAfterS: number | null
}

/** Requests a report of `url`: with the header of a payment, or without one its quote. */
export async function post(
  endpoint: URL,
  { url, header }: { readonly url: string; readonly header: string | null },
  { fetch, clock }: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Reply> {
  const timeout = new AbortController()
  const cancel = clock.after(EXCHANGE_MS, () => timeout.abort())
  try {
    const response = await repeatingFetch(fetch, clock)(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header === null ? {} : { 'payment-signature': header }),
      },
      body: JSON.stringify({ url }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    return await replyOf(response)
  } catch (cause) {
    return { ...noReply, detail: `No response: ${reasonOf(cause)}.` }
  } finally {
    cancel()
  }
}

const noReply: Reply = {
  status: 0,
  text: '',
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
const receipt = z.object({ transaction: z.string().max(200) })

async function replyOf(response: Response): Promise<Reply> {
  const text = await boundedText(response)
  const body = parseJson(text)
  const invalid = invalidBody.safeParse(body)
  const read = problem.safeParse(body)
  const found = read.success ? read.data : null
  return {
    status: response.status,
    text,
    quote: response.status === 402 ? quoteIn(response) : null,
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

function quoteIn(response: Response): Quote | null {
  const header = response.headers.get('payment-required')
  if (header === null) return null
  try {
    return decodePaymentRequiredHeader(header)
  } catch {
    return null // Not base64 or not JSON: the caller reports that there is no quote.
  }
}

function decoded(header: string | null): unknown {
  try {
    return header === null ? null : JSON.parse(atob(header))
  } catch {
    return null // An unreadable receipt: the report counts, the transaction stays unknown.
  }
}

/** One sentence about a response without a report. */
export function explain({ status, detail, code, retryAfterS }: Reply): string {
  if (status === 0) return detail
  const reason = [detail, code === null ? '' : `(${code})`].filter((part) => part !== '').join(' ')
  const retry = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`
  return `The service responded ${status}: ${reason === '' ? 'no reason given' : reason}.${retry}`
}
