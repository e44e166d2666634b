import type { createToolCalls } from '#http/mcp/tool-call.ts'
import { decodeBase64 } from '#payment/base64.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { BASE_URL, type SignedPayment } from './payments.ts'

/** One request of a buyer, and what came of it. */
export interface Sent {
  readonly nth: number
  readonly payment: SignedPayment
  readonly body: number
  readonly mcp: boolean
  /** The index of the process that it is sent to. */
  readonly process: number
  readonly leaving: AbortController
  /** When its payment was sent to be verified, in steps; infinity before that. */
  verifiedAt: number
  /** When the verification ended or another call had reserved the payment, in steps; 0 before that. */
  decidedAt: number
  /** When it reserved its payment, in steps; infinity before that. */
  reservedAt: number
  /** Whether it sent its payment to be settled. */
  hasSettled: boolean
  /** Whether a read or write of the ledger failed for it. */
  hasLedgerFault: boolean
  response: Received | null
  /** When the response was made, in steps. */
  respondedAt: number | null
  /** What the ledger knew of the payment when the response was made. */
  entry: LedgerEntry | null
  /** Whether the response was written to the connection whole. */
  isWritten: boolean
  /** The process died before it responded. */
  isLost: boolean
}

/** A response over HTTP or MCP, in one shape. */
export interface Received {
  readonly status: number
  readonly code: string | null
  readonly paymentState: string | null
  readonly receipt: { readonly success: boolean; readonly transaction: string } | null
  readonly retryAfterS: number | null
  readonly hasQuote: boolean
  readonly error: string | null
  /** The report of a 200. */
  readonly text: string | null
}

/** The URL that a body asks for. */
export function urlOf(body: number): string {
  return `https://www.site${body}.example.com/`
}

/** The HTTP request of a call. One over MCP uses its signal only. */
export function requestOf({ payment, body, leaving }: Sent): Request {
  return new Request(`${BASE_URL}/v1/probe-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': payment.header },
    body: JSON.stringify({ url: urlOf(body) }),
    signal: leaving.signal,
  })
}

/** The parameters of the `tools/call` of a call. */
export function toolCallOf({ payment, body }: Sent) {
  return {
    name: 'probe_url',
    arguments: { url: urlOf(body), detail: 'full' },
    _meta: { 'x402/payment': payment.payload },
  }
}

/** Reads a response over HTTP. */
export async function receivedOverHttp(response: Response): Promise<Received> {
  const text = await response.text()
  const body = JSON.parse(text)
  const receipt = response.headers.get('payment-response')
  const retryAfter = response.headers.get('retry-after')
  return {
    ...bodyFacts(body),
    status: response.status,
    receipt: receipt === null ? null : JSON.parse(decodeBase64(receipt) ?? 'null'),
    retryAfterS: retryAfter === null ? null : Number(retryAfter),
    hasQuote: response.headers.has('payment-required'),
    text: response.status === 200 ? text : null,
  }
}

/** Reads a result over MCP; a 402 is one with `accepts`. */
export function receivedOverMcp(
  outcome: Awaited<ReturnType<ReturnType<typeof createToolCalls>>>,
): Received {
  if ('error' in outcome) throw new TypeError(outcome.error.message)
  const result = JSON.parse(outcome.result)
  const content = result.structuredContent ?? {}
  const hasQuote = 'accepts' in content
  const failure = hasQuote ? 402 : content.status
  const status = result.isError === true ? failure : 200
  return {
    ...bodyFacts(content),
    status,
    receipt: result._meta?.['x402/payment-response'] ?? null,
    retryAfterS: content.retry_after_s ?? null,
    hasQuote,
    text: status === 200 ? result.content[1].text : null,
  }
}

function bodyFacts(body: {
  readonly code?: string
  readonly error?: unknown
  readonly payment?: { readonly state?: string }
}) {
  return {
    code: body.code ?? null,
    paymentState: body.payment?.state ?? null,
    error: typeof body.error === 'string' ? body.error : null,
  }
}
