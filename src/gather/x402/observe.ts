import type { X402Evidence } from '#evidence/x402/x402.ts'
import { getOnce } from '#gather/http/get-once.ts'
import type { RequestResult, RequestTools } from '#gather/http/request.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { priceIn } from './documents.ts'
import { canonical, differences, listOf, type Members, membersOf, readQuote } from './quote.ts'
import { signedOffersOf } from './signed-offers.ts'

/** Milliseconds for everything below, which comes after the page. */
const TIMEOUT_MS = 4_000
const EXCHANGE_TIMEOUT_MS = 3_000
/** OpenAPI documents of large services; a longer one is not read. */
const MAX_DOCUMENT_BYTES = 512 * 1024
const MAX_DEPTH = 64

const documents = [
  ['manifest', '/.well-known/x402'],
  ['openapi', '/openapi.json'],
  ['api_catalog', '/.well-known/api-catalog'],
] as const
/** Maximum number of its requests: a second look, the key of signed offers, and each document. */
export const MAX_QUOTE_REQUESTS = 2 + documents.length

/**
 * The quote of a 402 response, what a second look finds changed in it, and what the documents of the same origin say about it.
 * Only GET is sent, at most once for each of five URLs. Null for any other response. Never rejects because of the target.
 */
export async function observeQuote(
  { response, target }: Pick<RequestResult, 'response' | 'target'>,
  tools: RequestTools,
  deadline: Deadline,
): Promise<X402Evidence | null> {
  if (response?.status !== 402) return null
  const url = target.href
  const quote = readQuote({ url, fields: response.fields, body: response.body.decoded })
  if (quote === null) return null
  const within = deadline.within(TIMEOUT_MS)
  try {
    const get = (path: string) => fetchOnce(path, target, tools, within)
    const [again, signed, ...found] = await Promise.all([
      get(target.href),
      signedOffersOf(quote.value, target, async (path) => jsonOf(await get(path))),
      ...documents.map(async ([kind, path]) =>
        describeDocument(kind, path, await get(path), target),
      ),
    ])
    const changed = again === null ? null : changedMembers(quote.value, again, url)
    return { ...quote.evidence, signed_offers: signed, changed_members: changed, documents: found }
  } finally {
    within.close()
  }
}

type Response = NonNullable<RequestResult['response']>

async function fetchOnce(
  url: string,
  base: Target,
  tools: RequestTools,
  deadline: Deadline,
): Promise<Response | null> {
  const parsed = parseTarget(url, base)
  if (parsed.status !== 'target' || deadline.expired()) return null
  const bodyBytes = Math.min(tools.caps.bodyBytes, MAX_DOCUMENT_BYTES)
  const decodedBodyBytes = Math.min(tools.caps.decodedBodyBytes, MAX_DOCUMENT_BYTES)
  const options = { timeoutMs: EXCHANGE_TIMEOUT_MS, caps: { bodyBytes, decodedBodyBytes } }
  return (await getOnce(parsed.target, options, tools, deadline)).response
}

/** What changed in members that a buyer has decided by. Times, nonces and signatures may change. */
function changedMembers(first: Members, again: Response, url: string): string[] | null {
  if (again.status !== 402) return null
  const second = readQuote({ url, fields: again.fields, body: again.body.decoded })
  return second === null ? ['all of it'] : differences(stable(first), stable(second.value))
}

const stableNames = [
  'scheme',
  'network',
  'asset',
  'amount',
  'maxAmountRequired',
  'payTo',
  'maxTimeoutSeconds',
] as const

/** The terms of a quote, the offers in an order of their own, since servers may list them in any. */
function stable(value: Members): Members {
  const offers = listOf(value['accepts']).map((one) => {
    const members = membersOf(one) ?? {}
    const extra = membersOf(members['extra'])
    return canonical([
      ...stableNames.map((name) => members[name]),
      extra?.['name'],
      extra?.['version'],
    ])
  })
  const resource = membersOf(value['resource'])?.['url']
  return { x402Version: value['x402Version'], resource, accepts: offers.sort() }
}

function jsonOf(response: Response | null): unknown {
  if (response?.status !== 200 || response.body.truncated) return undefined
  const text = new TextDecoder().decode(response.body.decoded)
  return isWithinDepth(text, MAX_DEPTH) ? parseJson(text) : undefined
}

function describeDocument(
  kind: X402Evidence['documents'][number]['kind'],
  path: string,
  response: Response | null,
  target: Target,
): X402Evidence['documents'][number] {
  const value = jsonOf(response)
  const found = value === undefined ? null : priceIn(kind, value, target.href)
  return {
    kind,
    url: new URL(path, target.href).href,
    status: response?.status ?? null,
    names_resource: found?.isNamed ?? null,
    price_usd: found?.priceUsd ?? null,
  }
}
