import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  RequestIdSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { ReportStore } from '#evidence/stores.ts'
import { problemFor } from '#http/problem.ts'
import { readRequestBody } from '#http/request-body.ts'
import {
  addCommonFields,
  jsonResponse,
  preflightResponse,
  problemResponse,
  response,
} from '#http/response.ts'
import type { ExchangeFacts } from '#http/server.ts'
import { busy } from '#job/call/outcome.ts'
import { getReport, reportTools } from '#mcp/tool-definitions.ts'
import { createToolServer } from '#mcp/tool-server.ts'
import { isWithinDepth } from '#payment/json-text.ts'
import type { PaymentRequirements } from '#payment/x402/x402.ts'
import { type TurnLimit, withoutConnection } from '#runtime/process/turn-limit.ts'
import { isLoopback } from '#settings/values.ts'
import type { Tool } from '#tools/tool.ts'
import { createSoldReports } from './sold-reports.ts'
import {
  createToolCalls,
  invalidParams,
  type ToolCallOptions,
  type ToolCallOutcome,
} from './tool-call.ts'

export interface McpEndpointOptions extends Omit<ToolCallOptions, 'soldReports'> {
  readonly reports: Pick<ReportStore, 'find'>
  readonly version: string
  /** Whether payments are simulated. */
  readonly isSimulated: boolean
  /** The current price of a tool, decimal dollars. */
  readonly priceUsd: (tool: Tool) => string
  /** The requirement of its quote; null while nothing can be sold. */
  readonly requirement: (tool: Tool) => PaymentRequirements | null
  readonly turnLimit: Pick<TurnLimit, 'admits'>
}

/** Serves one request to `/mcp`. */
export type McpEndpoint = (
  request: Request,
  exchange: ExchangeFacts | undefined,
) => Promise<Response>

/**
 * The paid tools over Streamable HTTP, stateless: JSON responses, no sessions. Payment is in-band (x402 over MCP,
 * tool-result binding). `tools/call` works like the HTTP routes, with the same order of checks, ledger and limits. The SDK
 * serves only the other methods, and messages that it would refuse: an SDK server for each call takes three times as long as
 * the quote.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const toolCall = createToolCalls({ ...options, soldReports: createSoldReports(options.reports) })
  const protocol = createProtocol(options)
  return async (request, exchange) => {
    if (!isAllowedOrigin(request.headers.get('origin'), options.baseUrl))
      return foreignOriginError()
    const message = await readRequest(request)
    if (message instanceof Response) return message
    const call = toolsCall.safeParse(message)
    if (!call.success || !isAcceptable(request.headers)) {
      // Load shedding by length may have taken it for a payment.
      if (!options.turnLimit.admits('protocol', exchange ?? withoutConnection)) {
        return problemResponse(problemFor(busy), {}, 'application/json')
      }
      return refusalOf(message) ?? protocol(forSdk(request), message)
    }
    const { id, params } = call.data
    const read = CallToolRequestSchema.shape.params.safeParse(params)
    if (!read.success) return rpcResponse(id, invalidParams(z.prettifyError(read.error)))
    return rpcResponse(id, await toolCall(read.data, { request, exchange }))
  }
}

/** The methods of `/mcp`: without sessions there is nothing to GET or DELETE. */
const MCP_METHODS = 'POST, OPTIONS'
const MCP_FIELDS = ', Mcp-Protocol-Version, Mcp-Method, Mcp-Name'

/** The message of a POST, or the response to a preflight or to a body that is not a message. */
function readRequest(request: Request): Promise<unknown> | Response {
  return request.method === 'OPTIONS'
    ? preflightResponse(MCP_METHODS, MCP_FIELDS)
    : readMessage(request)
}

function rpcResponse(id: string | number, outcome: ToolCallOutcome): Response {
  const member =
    'error' in outcome ? `"error":${JSON.stringify(outcome.error)}` : `"result":${outcome.result}`
  const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`
  return response(200, 'application/json', body, noStore)
}

const noStore = { 'cache-control': 'private, no-store' } as const

const toolsCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: RequestIdSchema,
  method: z.literal('tools/call'),
  params: z.unknown().optional(),
})

/** Whether the SDK's transport, which makes the error for any other request, would serve this one. */
function isAcceptable(headers: Headers): boolean {
  const version = headers.get('mcp-protocol-version')
  return acceptsJson(headers) && (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version))
}

/** Whether the client takes the response, which is always JSON. */
function acceptsJson(headers: Headers): boolean {
  const accept = headers.get('accept')
  return accept === null || /application\/(?:json|\*)|\*\/\*/i.test(accept)
}

/** The SDK requires that a client names both of its types, and would refuse the wildcard that most HTTP clients send. */
function forSdk(request: Request): Request {
  if (!acceptsJson(request.headers)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request.url, { method: request.method, headers })
}

/** Limit of the values in a message for the SDK. Clients initialize with fewer than a hundred. */
const MAX_VALUES = 500

/**
 * The error for a message with so many values that the SDK would take long; null for any other. The schemas of the SDK take 90 ms
 * for a message of 32 KiB, and its error for an `initialize` lists every fault of the parameters: a hundred times as many bytes as
 * the request has.
 */
function refusalOf(message: unknown): Response | null {
  if (valueCount(message) > MAX_VALUES) {
    const detail = `The message contains more than ${MAX_VALUES} values.`
    return rpcError(400, ErrorCode.InvalidRequest, detail)
  }
  const request = initializeRequest.safeParse(message)
  const issue = request.success && InitializeRequestSchema.safeParse(message).error?.issues[0]
  return issue
    ? rpcResponse(request.data.id, invalidParams(`${issue.message}: ${issue.path.join('.')}`))
    : null
}

const initializeRequest = z.object({ id: RequestIdSchema, method: z.literal('initialize') })

/** The number of values in a JSON value, which is one of them. */
function valueCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((count, item) => count + valueCount(item), 1)
}

const instructions =
  'Paid tools. A call without payment is free and returns the price, as the x402 PaymentRequired object. Send the call again with the payment in _meta["x402/payment"]. A report is paid for only when it is returned. A compact one can be acted on; get_report returns the rest of it, free.'

/** Serves every method but `tools/call`, with one server of the SDK per request. */
function createProtocol({
  version,
  isSimulated,
  priceUsd,
  requirement,
}: Pick<McpEndpointOptions, 'version' | 'isSimulated' | 'priceUsd' | 'requirement'>) {
  // The output schemas are left out: clients check structured content against them, and a PaymentRequired is not a report.
  const definitions = reportTools({ spendsMoney: !isSimulated }).map(
    ({ outputSchema: _, ...definition }) => definition,
  )
  return async (request: Request, message: unknown): Promise<Response> => {
    const server = createToolServer({ version, instructions })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: structuredClone([
        ...definitions.map((one) => withPrice(one, priceUsd(one.name), requirement(one.name))),
        getReport,
      ]),
    }))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return addCommonFields(await transport.handleRequest(request, { parsedBody: message }))
  }
}

/**
 * A definition with its price. The x402 specification has no field for it: the official package states it in the description,
 * which the model reads, Cloudflare's agents, which pay within a limit, read the first two keys, and mcpc of Apify pays only
 * tools with the third.
 */
function withPrice<Definition extends { readonly description: string }>(
  definition: Definition,
  priceUsd: string,
  requirement: PaymentRequirements | null,
) {
  return {
    ...definition,
    description: `${definition.description}. Costs ${priceUsd} USD per report.`,
    _meta: {
      'agents-x402/paymentRequired': true,
      'agents-x402/priceUSD': Number(priceUsd),
      ...(requirement === null ? {} : { x402: { paymentRequired: true, ...requirement } }),
    },
  }
}

/** The JSON of the body, or an error response if the body is not a single message. */
async function readMessage(request: Request): Promise<unknown> {
  const body = await readRequestBody(request)
  if (body.status === 'invalid') {
    return rpcError(400, ErrorCode.ParseError, body.detail[0]?.msg ?? 'The body is not valid.')
  }
  const message = parseMessage(body.bytes)
  if (message === null) {
    const detail = `The body is not valid JSON in UTF-8, or it nests deeper than ${MAX_DEPTH} levels.`
    return rpcError(400, ErrorCode.ParseError, detail)
  }
  // A batch could run many paid calls in one request; MCP has had none since revision 2025-06-18.
  return Array.isArray(message)
    ? rpcError(400, ErrorCode.InvalidRequest, 'Batches are not supported.')
    : message
}

/** Limit of the nesting levels: twice that of a payment, which is one part of a message. */
const MAX_DEPTH = 64

function parseMessage(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isWithinDepth(text, MAX_DEPTH) ? JSON.parse(text) : null
  } catch {
    return null // Not JSON in UTF-8: the caller reports it.
  }
}

/** Checks the Origin field, which browsers send: a page of another site must not reach a service on loopback by DNS rebinding. */
function isAllowedOrigin(origin: string | null, baseUrl: string): boolean {
  if (origin === null) return true
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === new URL(baseUrl).host || isLoopback(url.hostname)
}

function foreignOriginError(): Response {
  return rpcError(403, ErrorCode.InvalidRequest, 'Pages of this origin may not call the service.')
}

function rpcError(status: 400 | 403, code: number, message: string): Response {
  return jsonResponse(status, { jsonrpc: '2.0', error: { code, message }, id: null })
}
