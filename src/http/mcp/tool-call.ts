import { type CallToolRequest, ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { conflictProblem, type Problem, problemFor } from '#http/problem.ts'
import { type ExchangeFacts, notifyEnd } from '#http/server.ts'
import type { Call } from '#job/call/call-record.ts'
import { afterFault, type CallOutcome } from '#job/call/outcome.ts'
import { getReport } from '#mcp/tool-definitions.ts'
import { type Detail, errorResult, type McpResult, reportResult } from '#mcp/tool-result.ts'
import { decodeBase64, encodeBase64 } from '#payment/base64.ts'
import { parseJson } from '#payment/json-text.ts'
import { paymentErrorExtension } from '#payment/x402/extensions.ts'
import type { Quote } from '#payment/x402/offer.ts'
import { visible, visibleJson } from '#report/visible-text.ts'
import type { Log } from '#runtime/log.ts'
import { withoutConnection } from '#runtime/process/turn-limit.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { paymentRequired } from './payment-required.ts'
import type { SoldReports } from './sold-reports.ts'

export interface ToolCallOptions {
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly baseUrl: string
  readonly log: Log
  readonly soldReports: SoldReports
}

/** The outcome of a `tools/call`: the JSON of its result, or a JSON-RPC error. */
export type ToolCallOutcome =
  | { readonly result: string }
  | { readonly error: { readonly code: number; readonly message: string } }

interface Exchange {
  readonly request: Request
  readonly exchange: ExchangeFacts | undefined
}

export function createToolCalls({ paidCall, baseUrl, log, soldReports }: ToolCallOptions) {
  const quoteResult = createQuoteResults()
  return async (
    params: CallToolRequest['params'],
    { request, exchange }: Exchange,
  ): Promise<ToolCallOutcome> => {
    if (params.name === getReport.name) {
      return { result: JSON.stringify(await soldReports.read(params.arguments)) }
    }
    const parsed = parseCall(params, baseUrl, request.headers)
    if (!('paid' in parsed)) return parsed
    const requestId = exchange?.requestId ?? null
    const outcome = await paidCall({
      ...parsed.paid,
      requestId,
      start: exchange ?? withoutConnection,
      disconnectSignal: () => request.signal,
    }).catch((error: unknown) => {
      log.error('unhandled', { path: 'tools/call', request_id: requestId, error })
      return afterFault(parsed.paid.signature !== null)
    })
    if (outcome.status === 'report') {
      notifyEnd(exchange, outcome.onEnd)
      soldReports.remember(outcome.body)
    }
    const result =
      outcome.status === 'quote' && parsed.misplacedIn === null
        ? quoteResult(parsed.paid.tool, outcome.quote)
        : JSON.stringify(resultOf(outcome, parsed))
    return { result }
  }
}

const callArguments = z.strictObject({
  url: z.unknown(),
  detail: z.enum(['compact', 'full']).default('compact'),
})

interface ParsedCall {
  readonly paid: Pick<Call, 'tool' | 'body' | 'signature'>
  readonly detail: Detail
  /** Where a payment was found that belongs into `_meta`; null for none. */
  readonly misplacedIn: string | null
}

/** The paid call of a `tools/call` request; its arguments are validated like the body of an HTTP call. */
function parseCall(
  params: CallToolRequest['params'],
  baseUrl: string,
  headers: Headers,
): ParsedCall | ToolCallOutcome {
  const tool = tools.find((name) => name === params.name)
  if (tool === undefined) {
    return invalidParams(
      `There is no such tool. The tools are ${tools.join(', ')}, ${getReport.name}.`,
    )
  }
  const { _meta: _, payment: __, [PAYMENT_KEY]: ___, ...given } = params.arguments ?? {}
  const args = callArguments.safeParse(given)
  // A model corrects its arguments after a tool result, and seldom after an error of the protocol (SEP-1303).
  if (!args.success) return { result: JSON.stringify(errorResult(argumentFault(args.error))) }
  const payment = params._meta?.[PAYMENT_KEY]
  const { url, detail } = args.data
  return {
    detail,
    misplacedIn: payment === undefined ? placeOfPayment(params, headers) : null,
    paid: {
      tool,
      // The bytes that an HTTP client would send, so that a repeated call has the same fingerprint.
      body: new TextEncoder().encode(JSON.stringify({ url })),
      signature: payment === undefined ? null : signatureOf(payment, tool, baseUrl),
    },
  }
}

const PAYMENT_KEY = 'x402/payment'

function argumentFault(error: z.ZodError): string {
  const [issue] = error.issues
  return issue?.code === 'unrecognized_keys'
    ? `There is no argument ${issue.keys[0]?.slice(0, 40)}: send url, and detail if you want more than the compact report.`
    : 'The argument detail must be "compact" or "full".'
}

/** Other places where clients put a payment: the arguments, and the headers of the HTTP routes. */
function placeOfPayment(
  { arguments: args = {} }: CallToolRequest['params'],
  headers: Headers,
): string | null {
  const field = ['payment-signature', 'x-payment'].find((name) => headers.has(name))
  if (field !== undefined) return `the header ${field.toUpperCase()}`
  const key = ['_meta', 'payment', PAYMENT_KEY].find((one) => Object.hasOwn(args, one))
  return key === undefined ? null : `the argument ${key}`
}

/** The quote for a call whose payment nobody could see, with the place where it belongs. */
function misplacedPayment(
  { extensions, ...quote }: ReturnType<typeof paymentRequired>,
  place: string,
): Readonly<Record<string, unknown>> {
  const details = {
    action: 'fix_client',
    field: `params._meta["${PAYMENT_KEY}"]`,
    message: `A payment in ${place} is not read. Put the PaymentPayload, as an object or as its base64 text, into params._meta["${PAYMENT_KEY}"] of tools/call. No money moved.`,
  } as const
  return {
    ...quote,
    extensions: { ...extensions, 'payment-error': paymentErrorExtension(details) },
  }
}

/** The JSON-RPC error of a call with unusable arguments. */
export function invalidParams(message: string): Extract<ToolCallOutcome, { error: unknown }> {
  return { error: { code: ErrorCode.InvalidParams, message } }
}

/**
 * The payment as a PAYMENT-SIGNATURE value. Cloudflare's agents send the payload as the base64 text of HTTP. The resource of an MCP quote is replaced by that of the route; any other resource
 * is left as it is, and the payment is refused as one for another resource.
 */
function signatureOf(sent: unknown, tool: Tool, baseUrl: string): string {
  const text = typeof sent === 'string' ? decodeBase64(sent) : null
  const payment = typeof sent === 'string' ? parseJson(text ?? '') : sent
  if (payment === undefined) return String(sent)
  const echoed = echo.safeParse(payment).data
  if (echoed?.resource.url !== `mcp://tool/${tool}`) return encodeBase64(JSON.stringify(payment))
  const url = `${baseUrl}${toolDefinitions[tool].endpoint}`
  return encodeBase64(JSON.stringify({ ...echoed, resource: { ...echoed.resource, url } }))
}

const echo = z.looseObject({ resource: z.looseObject({ url: z.string() }) })

/** Makes the result of an unpaid or rejected call, as JSON. It is cached: there is one quote object per tool, price and code. */
function createQuoteResults(): (tool: Tool, quote: Quote) => string {
  const results = new WeakMap<Quote, string>()
  return (tool, quote) => {
    const result = results.get(quote) ?? JSON.stringify(quoteOf(paymentRequired(tool, quote)))
    results.set(quote, result)
    return result
  }
}

/** A PaymentRequired. Cloudflare's agents look for it under the key in `_meta`. */
function quoteOf(required: Readonly<Record<string, unknown>>, receipt?: string): McpResult {
  const receipts = receipt === undefined ? {} : receiptMeta(receipt)
  return { ...failure(required), _meta: { 'x402/error': required, ...receipts } }
}

function resultOf(outcome: CallOutcome, { paid, detail, misplacedIn }: ParsedCall): McpResult {
  switch (outcome.status) {
    case 'invalid':
      return {
        ...errorResult(outcome.detail.map(({ msg, type }) => `${msg} (${type})`).join(' ')),
        structuredContent: { detail: outcome.detail },
      }
    case 'unavailable':
      return outcome.receipt === undefined
        ? problemResult(problemFor(outcome))
        : { ...problemResult(problemFor(outcome)), _meta: receiptMeta(outcome.receipt) }
    case 'conflict':
      return problemResult(conflictProblem(outcome))
    case 'quote': {
      const required = paymentRequired(paid.tool, outcome.quote)
      return quoteOf(misplacedIn === null ? required : misplacedPayment(required, misplacedIn))
    }
    case 'refused':
      return quoteOf(paymentRequired(paid.tool, outcome.quote), outcome.receipt)
    case 'report':
      return { ...reportResult(outcome.body, detail), _meta: receiptMeta(outcome.receipt) }
  }
}

/** An error with structured content, and with the same object as text for clients that do not support structured content. */
function failure(value: Readonly<Record<string, unknown>>): McpResult {
  return {
    content: [{ type: 'text', text: visibleJson(value) }],
    structuredContent: visible(value),
    isError: true,
  }
}

function problemResult(problem: Problem): McpResult {
  return failure({ ...problem })
}

function receiptMeta(receipt: string): Readonly<Record<string, unknown>> {
  const text = decodeBase64(receipt)
  return text === null ? {} : { 'x402/payment-response': JSON.parse(text) }
}
