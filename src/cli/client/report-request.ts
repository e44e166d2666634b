import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { CliContext } from '#cli/context.ts'
import type { PaymentRequired } from '#payment/x402/x402.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { type Reply, retryingFetch } from './retrying-fetch.ts'
import { boundedFetch } from './service-client.ts'

// Before a quote the service only resolves the name and checks the state of the facilitator.
export const QUOTE_TIMEOUT_MS = 15_000
// Longer than the longest deadline of a service: giving up earlier would lose a report that was paid for.
export const PAID_TIMEOUT_MS = 150_000

/**
 * Requests a report of `url`: its quote if `payment` is null, otherwise the report, with `payment` as PAYMENT-SIGNATURE and
 * with retries where needed. The body of the response has been read completely. Rejects as `fetch` does.
 */
export async function requestReport(
  endpoint: URL,
  { url, payment }: { readonly url: string; readonly payment: string | null },
  {
    fetch,
    clock,
    onFirstRetry,
  }: Pick<CliContext, 'fetch' | 'clock'> & { readonly onFirstRetry?: (reply: Reply) => void },
  signal?: AbortSignal,
): Promise<Response> {
  using deadline = deadlineAfter(
    clock,
    payment === null ? QUOTE_TIMEOUT_MS : PAID_TIMEOUT_MS,
    signal,
  )
  return await retryingFetch(
    boundedFetch(fetch, deadline),
    clock,
    onFirstRetry,
  )(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(payment === null ? {} : { 'payment-signature': payment }),
    },
    body: JSON.stringify({ url }),
    signal: deadline.signal,
  })
}

/** The quote of a 402 response, with values that are not validated yet; null when there is no readable quote. */
export function quoteOf(response: Response): PaymentRequired | null {
  const header = response.headers.get('payment-required')
  if (response.status !== 402 || header === null) return null
  try {
    return decodePaymentRequiredHeader(header)
  } catch {
    return null // Not base64 or not JSON: the caller reports that there is no quote.
  }
}
