import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { z } from 'zod'
import type { Offer } from '#payment/x402/offer.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { type Buyer, headerOf, signedPayload } from './buyer.ts'
import { callTool, connectMcp } from './mcp-buyer.ts'

/** What an agent can do besides HTTP: see the time, wait, and ask its owner for help. */
export interface AgentWorld {
  readonly fetch: typeof globalThis.fetch
  /** Epoch seconds by its own clock. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  readonly fund: () => Promise<void>
  readonly fixClock: () => Promise<void>
}

/** What an agent knows of a service: only the documents of a base URL. */
export interface Manual {
  readonly baseUrl: string
  readonly llms: string
  readonly mcpUrl: string | null
  readonly tools: readonly {
    readonly tool: string
    readonly enabled: boolean
    readonly description: string
    readonly price_usd: string
    readonly endpoint: string
  }[]
  /** Action for each `error` code of a 402. */
  readonly actions: ReadonlyMap<string, string>
}

/** Reads the documents of a service from its base URL: Link of the home page, API catalogue, then llms.txt and the tools. */
export async function readManual(baseUrl: string, fetch = globalThis.fetch): Promise<Manual> {
  const home = await fetch(baseUrl)
  const catalogUrl = /<([^>]*)>; rel="api-catalog"/.exec(home.headers.get('link') ?? '')?.[1] ?? ''
  const { linkset } = linksetBody.parse(await (await fetch(catalogUrl)).json())
  const linked = (relation: 'service-doc' | 'service-meta', path: string) =>
    linkset.flatMap((one) => one[relation] ?? []).find(({ href }) => href.endsWith(path))?.href ??
    ''
  const llms = await (await fetch(linked('service-doc', '/llms.txt'))).text()
  const catalogue = catalogueBody.parse(
    await (await fetch(linked('service-meta', '/v1/tools'))).json(),
  )
  return {
    baseUrl: catalogue.base_url,
    llms,
    mcpUrl: catalogue.mcp?.url ?? null,
    tools: catalogue.tools,
    actions: new Map(
      catalogue.rejected_payments.flatMap(({ action, codes }) =>
        codes.map((code) => [code, action]),
      ),
    ),
  }
}

const links = z.array(z.object({ href: z.string() })).optional()
const linksetBody = z.object({
  linkset: z.array(z.object({ 'service-doc': links, 'service-meta': links })),
})
const catalogueBody = z.object({
  base_url: z.string(),
  mcp: z.object({ url: z.string() }).nullable(),
  rejected_payments: z.array(z.object({ action: z.string(), codes: z.array(z.string()) })),
  tools: z.array(
    z.object({
      tool: z.string(),
      enabled: z.boolean(),
      description: z.string(),
      price_usd: z.string(),
      endpoint: z.string(),
    }),
  ),
})

/** A response: a report, a 402 or a problem. Null: the response was lost. */
type Reply =
  | { readonly kind: 'report'; readonly report: Record<string, unknown> }
  | { readonly kind: 'quote'; readonly offer: Offer; readonly error: string }
  | { readonly kind: 'problem'; readonly problem: z.infer<typeof problemBody> }
  | null

const problemBody = z.object({
  code: z.string(),
  retryable: z.boolean(),
  retry_after_s: z.number().nullable(),
  payment: z.object({ state: z.string() }),
})
const quoteBody = z.looseObject({ x402Version: z.literal(2), error: z.string() })

/** Sends one call, with a payment if there is one. */
export type Exchange = (tool: string, url: string, payment: PaymentPayload | null) => Promise<Reply>

export function overHttp(manual: Manual, fetch: AgentWorld['fetch']): Exchange {
  return async (tool, url, payment) => {
    const endpoint = manual.tools.find((one) => one.tool === tool)?.endpoint ?? ''
    const response = await fetch(new URL(endpoint, manual.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'return=minimal',
        ...(payment === null ? {} : { 'payment-signature': headerOf(payment) }),
      },
      body: JSON.stringify({ url }),
    }).catch(() => null)
    if (response === null) return null
    return replyOf(response.status === 200, await response.json())
  }
}

export async function overMcp(
  manual: Manual,
  fetch: AgentWorld['fetch'],
): Promise<{ readonly exchange: Exchange; readonly client: Client }> {
  const client = await connectMcp(manual.mcpUrl ?? '', fetch)
  const exchange: Exchange = async (tool, url, payment) => {
    const call = { name: tool, arguments: { url } }
    const result = await callTool(client, call, payment ?? undefined).catch(() => null)
    return result === null ? null : replyOf(result.isError !== true, result.structuredContent)
  }
  return { exchange, client }
}

function replyOf(isReport: boolean, body: unknown): Reply {
  if (isReport) return { kind: 'report', report: z.looseObject({}).parse(body) }
  const quote = quoteBody.safeParse(body)
  if (!quote.success) return { kind: 'problem', problem: problemBody.parse(body) }
  return { kind: 'quote', offer: body as Offer, error: quote.data.error }
}

/** Result of a purchase, and all its steps: each code with the action that followed. */
export interface Purchase {
  readonly report: Record<string, unknown> | null
  readonly steps: readonly string[]
}

// The agent gives up a call after this many responses without a report.
const PATIENCE = 6

/** Buys one report within a price limit, and reacts to each response as the documents say. */
export async function buy(
  order: { readonly tool: string; readonly url: string; readonly maxAtomic: bigint },
  parts: {
    readonly manual: Manual
    readonly exchange: Exchange
    readonly buyer: Buyer
    readonly world: AgentWorld
  },
): Promise<Purchase> {
  const { manual, exchange, world } = parts
  const steps: string[] = []
  let payment: PaymentPayload | null = null
  let signed = 0
  for (let nth = 0; nth < PATIENCE; nth += 1) {
    const reply: Reply = await exchange(order.tool, order.url, payment)
    // "To recover from a lost response": the identical request.
    if (reply === null) {
      steps.push('lost: repeat')
      await world.wait(2)
      continue
    }
    if (reply.kind === 'report') return { report: reply.report, steps }
    if (reply.kind === 'problem') {
      const next = afterProblem(reply.problem)
      steps.push(`${reply.problem.code}: ${next}`)
      if (next === 'stop') break
      await world.wait(reply.problem.retry_after_s ?? 0)
      if (next === 'sign anew') payment = null
      continue
    }
    const { error, offer } = reply
    // A code may have two actions: the response says which.
    const told: unknown = Object(offer.extensions?.['payment-error']).info?.action
    const named = typeof told === 'string' ? told : (manual.actions.get(error) ?? 'stop')
    const action = error === 'payment_required' ? 'sign' : named
    steps.push(`${error}: ${action}`)
    if (action === 'fund') await world.fund()
    if (action === 'fix_clock') await world.fixClock()
    if (action === 'wait') await world.wait(60)
    const isAffordable = BigInt(offer.accepts[0].amount) <= order.maxAtomic
    if (action === 'stop' || action === 'fix_client' || !isAffordable) break
    // Each signature is refused for another reason. More than three refusals are a fault of the client.
    if (signed++ > 2) break
    payment = await sign(offer, parts.buyer, world.now())
  }
  return { report: null, steps }
}

/** The next step after a problem: llms.txt, "After a 503". */
function afterProblem({ payment, retryable }: z.infer<typeof problemBody>) {
  switch (payment.state) {
    case 'not_taken':
      return retryable ? 'repeat' : 'stop'
    case 'not_settled':
      return 'sign anew'
    case 'unknown':
      return 'repeat'
    default:
      return 'stop'
  }
}

/** Signs a quote with a payment identifier, valid for as long as the quote allows. */
async function sign(offer: Offer, buyer: Buyer, now: number): Promise<PaymentPayload> {
  const validBefore = BigInt(now + offer.accepts[0].maxTimeoutSeconds)
  const payment = await signedPayload(buyer, offer, { validBefore })
  const id = `agent_${crypto.randomUUID()}`
  const named = { 'payment-identifier': { info: { required: false, id } } }
  return { ...payment, extensions: { ...payment.extensions, ...named } }
}
