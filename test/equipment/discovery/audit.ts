import { isDeepStrictEqual } from 'node:util'
import { listAt, textAt, valueAtPath } from '#discovery/json-value.ts'
import type { ServiceFacts, SoldTool } from '#discovery/service-facts.ts'
import type { Tool } from '#tools/tool.ts'
import { auditQuote, auditUrlSchema, type SentQuote } from './audit-quote.ts'

/** The documents as they are served, and the 402 of each tool that is sold. */
export interface Published {
  readonly facts: ServiceFacts
  readonly quotes: Readonly<Partial<Record<Tool, SentQuote>>>
  readonly openapi: unknown
  readonly manifest: unknown
  readonly catalogue: unknown
  readonly apiCatalog: unknown
  readonly llms: string
}

/**
 * Checks that the documents of the service are consistent, and match the demands of catalogues and clients
 * (x402.md): one sentence for each fault. Empty without any.
 */
export function auditPublished(published: Published): readonly string[] {
  return [
    ...auditOpenApi(published),
    ...published.facts.tools.flatMap((sold) =>
      [...auditTool(published, sold)].map((what) => `${sold.tool}: ${what}`),
    ),
    ...auditLists(published),
  ]
}

function* auditTool(published: Published, sold: SoldTool): Generator<string> {
  const { facts, quotes, catalogue, openapi, apiCatalog } = published
  const operation = valueAtPath(openapi, 'paths', sold.definition.endpoint, 'post')
  yield* auditOperation(operation, sold)
  const entry = listAt(catalogue, 'tools').find((one) => valueAtPath(one, 'tool') === sold.tool)
  if (
    valueAtPath(entry, 'price_usd') !== sold.priceUsd ||
    valueAtPath(entry, 'price_atomic') !== sold.priceAtomic
  ) {
    yield 'the catalogue has another price'
  }
  yield* auditUrlSchema(valueAtPath(entry, 'input_schema', 'properties', 'url'), 'catalogue')
  const url = `${facts.baseUrl}${sold.definition.endpoint}`
  const items = listAt(apiCatalog, 'linkset').flatMap((one) => listAt(one, 'item'))
  if (!items.some((one) => valueAtPath(one, 'href') === url))
    yield 'the API catalogue does not name it'
  const quote = quotes[sold.tool]
  if (quote === undefined) return
  for (const what of auditQuote(sold, quote, facts.baseUrl)) yield `402: ${what}`
  yield* auditSold(published, sold, quote)
}

/** Checks the facts that must agree in every document that names a tool for sale. */
function* auditSold(
  { facts, manifest, catalogue, llms }: Published,
  sold: SoldTool,
  { body }: SentQuote,
): Generator<string> {
  const url = `${facts.baseUrl}${sold.definition.endpoint}`
  const quote: unknown = JSON.parse(body)
  const accepts = listAt(quote, 'accepts')
  const item = listAt(manifest, 'items').find((one) => valueAtPath(one, 'resource') === url)
  if (!isDeepStrictEqual(valueAtPath(item, 'accepts'), accepts))
    yield 'the manifest offers it differently'
  if (!listAt(manifest, 'resources').includes(url)) yield 'the manifest does not list it'
  const payment = valueAtPath(catalogue, 'payment')
  for (const [ours, theirs] of [
    ['network', 'network'],
    ['pay_to', 'payTo'],
    ['asset', 'asset'],
  ] as const) {
    if (valueAtPath(payment, ours) !== valueAtPath(accepts[0], theirs))
      yield `the catalogue has another ${ours}`
  }
  if (!llms.includes(`(${url}): POST, ${sold.priceUsd} USD`)) {
    yield 'llms.txt does not say its address and price'
  }
}

function* auditOperation(operation: unknown, sold: SoldTool): Generator<string> {
  for (const key of ['operationId', 'summary', 'description']) {
    if (textAt(operation, key) === '') yield `OpenAPI has no ${key}`
  }
  if (textAt(operation, 'x-payment-info', 'price', 'amount') !== sold.priceUsd) {
    yield 'OpenAPI has another price'
  }
  const protocols = listAt(operation, 'x-payment-info', 'protocols')
  if (!protocols.some((one) => valueAtPath(one, 'x402') !== undefined))
    yield 'OpenAPI does not name x402'
  for (const status of ['200', '402']) {
    const schema = valueAtPath(
      operation,
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    )
    if (schema === undefined) yield `OpenAPI has no schema of the ${status}`
  }
  if (!isDeepStrictEqual(valueAtPath(operation, 'security'), []))
    yield 'OpenAPI asks for a credential'
}

function* auditOpenApi({ openapi, facts }: Published): Generator<string> {
  if (valueAtPath(openapi, 'servers', 0, 'url') !== facts.baseUrl)
    yield 'OpenAPI has another server'
  if (textAt(openapi, 'info', 'x-guidance') === '') yield 'OpenAPI has no x-guidance'
  const url = valueAtPath(openapi, 'components', 'schemas', 'ToolRequest', 'properties', 'url')
  yield* auditUrlSchema(url, 'OpenAPI')
  const operations = Object.values(valueAtPath(openapi, 'paths') ?? {}).flatMap((path) =>
    Object.entries(typeof path === 'object' && path !== null ? path : {}),
  )
  const ids = operations.map(([, operation]) => textAt(operation, 'operationId'))
  if (new Set(ids).size !== ids.length) yield 'OpenAPI gives an operationId twice'
  for (const [method, operation] of operations) {
    if (method === 'get' && !isDeepStrictEqual(valueAtPath(operation, 'security'), [])) {
      yield `OpenAPI does not say that ${textAt(operation, 'operationId')} is free`
    }
  }
}

function* auditLists({ manifest, facts, quotes, llms }: Published): Generator<string> {
  const sold = facts.tools.filter(({ tool }) => quotes[tool] !== undefined)
  if (listAt(manifest, 'resources').length !== sold.length) {
    yield 'the manifest lists what is not sold'
  }
  for (const key of ['openapi', 'llms', 'docs']) {
    if (!textAt(manifest, key).startsWith(`${facts.baseUrl}/`)) yield `the manifest has no ${key}`
  }
  if (!/^# .+\n\n> .+\n/.test(llms)) yield 'llms.txt does not begin with a heading and a summary'
}
