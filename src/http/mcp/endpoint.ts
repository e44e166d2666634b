import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { conflictProblem, type Problem, problemFor } from '#http/problem.ts'
import { readRequestBody } from '#http/request-body.ts'
import { jsonResponse } from '#http/response.ts'
import type { ExchangeFacts } from '#http/server.ts'
import type { Call } from '#job/call/call-record.ts'
import type { CallOutcome } from '#job/call/outcome.ts'
import { reportTools } from '#mcp/tool-definitions.ts'
import { type Detail, errorResult, type McpResult, reportResult } from '#mcp/tool-result.ts'
import { decodeBase64, encodeBase64 } from '#payment/base64.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { createPaymentRequired } from './payment-required.ts'

export interface McpEndpointOptions {
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly baseUrl: string
  readonly version: string
}

/** Serves one request to `/mcp`. */
export type McpEndpoint = (
  request: Request,
  exchange: ExchangeFacts | undefined,
) => Promise<Response>

// A PaymentRequired is no report, and clients check structured content against the output schema of the tool.
const paidTools = reportTools.map(({ outputSchema: _, ...tool }) => tool)

const instructions =
  'Paid tools. A call without payment returns the x402 PaymentRequired object. Send the call again with the payment in _meta["x402/payment"]. A report is paid only when it is returned.'

/**
 * The paid tools over Streamable HTTP, stateless: one server per request, JSON responses, no sessions. Payment is in-band
 * (x402 over MCP, tool-result binding). Every call takes the way of the HTTP routes: the same order of checks, ledger and limits.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const paymentRequired = createPaymentRequired()
  return async (request, exchange) => {
    if (request.method !== 'POST') return notAllowed()
    if (!isAllowedOrigin(request.headers.get('origin'), options.baseUrl)) return foreignOrigin()
    const body = await readRequestBody(request)
    if (body.status === 'invalid') {
      return rpcError(400, ErrorCode.ParseError, body.detail[0]?.msg ?? 'The body is not valid.')
    }
    const message = parsed(body.bytes)
    if (message === null) return rpcError(400, ErrorCode.ParseError, 'The body is not valid JSON.')
    // A batch could run many paid calls in one request; MCP has had none since revision 2025-06-18.
    if (Array.isArray(message)) {
      return rpcError(400, ErrorCode.InvalidRequest, 'Batches are not supported.')
    }
    const server = new Server(
      { name: 'urlwitness', version: options.version },
      { capabilities: { tools: {} }, instructions },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: structuredClone(paidTools) }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const call = readCall(params, options.baseUrl)
      const outcome = await options.paidCall({
        ...call.paid,
        requestId: exchange?.requestId ?? null,
        gone: () => request.signal,
      })
      if (outcome.status === 'report') exchange?.onWritten(outcome.delivered)
      return resultOf(outcome, call, paymentRequired) as CallToolResult
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody: message })
  }
}

const callArguments = z.strictObject({
  url: z.unknown(),
  detail: z.enum(['compact', 'full']).default('compact'),
})

interface McpCall {
  readonly paid: Pick<Call, 'tool' | 'body' | 'signature'>
  readonly detail: Detail
}

/** The paid call of a `tools/call` request; its arguments are validated like the body of an HTTP call. */
function readCall(
  params: z.infer<typeof CallToolRequestSchema>['params'],
  baseUrl: string,
): McpCall {
  const tool = tools.find((name) => name === params.name)
  if (tool === undefined) {
    const known = tools.join(', ')
    throw new McpError(ErrorCode.InvalidParams, `There is no such tool; there are ${known}.`)
  }
  const args = callArguments.safeParse(params.arguments ?? {})
  if (!args.success) throw new McpError(ErrorCode.InvalidParams, z.prettifyError(args.error))
  const payment = params._meta?.['x402/payment']
  const { url, detail } = args.data
  return {
    detail,
    paid: {
      tool,
      // The bytes that an HTTP client would send: a repetition has the same fingerprint.
      body: new TextEncoder().encode(JSON.stringify({ url })),
      signature: payment === undefined ? null : signatureOf(payment, tool, baseUrl),
    },
  }
}

/**
 * The payment as a PAYMENT-SIGNATURE value. The resource that the quote names over MCP becomes that of the route; any other
 * is left, and refused as a payment for another resource.
 */
function signatureOf(payment: unknown, tool: Tool, baseUrl: string): string {
  const echoed = echo.safeParse(payment).data
  if (echoed?.resource.url !== `mcp://tool/${tool}`) return encodeBase64(JSON.stringify(payment))
  const url = `${baseUrl}${toolDefinitions[tool].endpoint}`
  return encodeBase64(JSON.stringify({ ...echoed, resource: { ...echoed.resource, url } }))
}

const echo = z.looseObject({ resource: z.looseObject({ url: z.string() }) })

function resultOf(
  outcome: CallOutcome,
  { paid, detail }: McpCall,
  paymentRequired: ReturnType<typeof createPaymentRequired>,
): McpResult {
  switch (outcome.status) {
    case 'invalid':
      return errorResult(outcome.detail.map(({ msg, type }) => `${msg} (${type})`).join(' '))
    case 'unavailable':
      return outcome.receipt === undefined
        ? problemResult(problemFor(outcome))
        : { ...problemResult(problemFor(outcome)), _meta: receiptMeta(outcome.receipt) }
    case 'conflict':
      return problemResult(conflictProblem(outcome))
    case 'quote':
      return failure(paymentRequired(paid.tool, outcome.quote))
    case 'refused':
      return {
        ...failure(paymentRequired(paid.tool, outcome.quote)),
        _meta: receiptMeta(outcome.receipt),
      }
    case 'report':
      return { ...reportResult(outcome.body, detail), _meta: receiptMeta(outcome.receipt) }
  }
}

/** Structured content, and the same object as text: clients without structured content need it there. */
function failure(value: Readonly<Record<string, unknown>>): McpResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
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

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // Not JSON in UTF-8: the caller reports it.
  }
}

/** Browsers send an Origin. A page of another site must not reach a service on loopback by a rebound name. */
function isAllowedOrigin(origin: string | null, baseUrl: string): boolean {
  if (origin === null) return true
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === new URL(baseUrl).host || isLoopback(url.hostname)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function notAllowed(): Response {
  const message = 'This endpoint is stateless: send POST.'
  return rpcError(405, ErrorCode.InvalidRequest, message, { allow: 'POST, OPTIONS' })
}

function foreignOrigin(): Response {
  return rpcError(403, ErrorCode.InvalidRequest, 'Pages of this origin may not call the service.')
}

function rpcError(
  status: 400 | 403 | 405,
  code: number,
  message: string,
  fields: Readonly<Record<string, string>> = {},
): Response {
  return jsonResponse(status, { jsonrpc: '2.0', error: { code, message }, id: null }, fields)
}
