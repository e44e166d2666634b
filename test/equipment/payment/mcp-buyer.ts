import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Offer } from '#payment/x402/offer.ts'
import type { Buyer } from './buyer.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The official client over Streamable HTTP. */
export async function connectMcp(url: string, fetch = globalThis.fetch): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }))
  return client
}

/** One `tools/call`, with a PaymentPayload if there is one. */
export function callTool(client: Client, call: ToolCall, payment?: unknown) {
  const meta = payment === undefined ? {} : { _meta: { 'x402/payment': payment } }
  return client.callTool({ ...call, ...meta }) as Promise<CallToolResult>
}

/** Makes a call and pays its price in-band, with the official x402 client. */
export async function buyOverMcp(client: Client, buyer: Buyer, call: ToolCall) {
  const quote = await callTool(client, call)
  if (!('accepts' in (quote.structuredContent ?? {}))) return quote
  return callTool(client, call, await buyer.payloadFor(offerIn(quote)))
}

export function offerIn(result: CallToolResult): Offer {
  return result.structuredContent as unknown as Offer
}
