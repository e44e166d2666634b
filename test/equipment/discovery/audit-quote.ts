import { listAt, textAt, valueAtPath } from '#discovery/json-value.ts'
import type { SoldTool } from '#discovery/service-facts.ts'
import { readAddress } from '#payment/address.ts'
import { decodeBase64 } from '#payment/base64.ts'

/** The 402 of one tool as it is sent. */
export interface SentQuote {
  readonly header: string
  readonly body: string
}

// Limits of x402.md "Wire": catalogues and clients silently refuse what exceeds them.
const MAX_HEADER = 4_096
const MAX_DESCRIPTION = 500
const MAX_LABEL = 32
const MAX_TAGS = 5

/** EIP-712 domains of well-known tokens. With a wrong name every signature fails. */
const knownDomains: Readonly<Record<string, string>> = {
  'eip155:8453 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': 'USD Coin 2',
  'eip155:84532 0x036CbD53842c5426634e7929541eC2318f3dCF7e': 'USDC 2',
}

const requirementKeys = [
  'amount',
  'asset',
  'extra',
  'maxTimeoutSeconds',
  'network',
  'payTo',
  'scheme',
]

/** The faults of a quote, one sentence each. */
export function* auditQuote(
  { definition, priceAtomic }: SoldTool,
  { header, body }: SentQuote,
  baseUrl: string,
): Generator<string> {
  if (header.length > MAX_HEADER)
    yield `the header has ${header.length} characters, not ${MAX_HEADER}`
  if (decodeBase64(header) !== body) yield 'the header is not the body in base64'
  const quote: unknown = parsed(body)
  if (valueAtPath(quote, 'x402Version') !== 2) yield 'x402Version is not 2'
  yield* auditResource(quote, `${baseUrl}${definition.endpoint}`)
  const accepts = listAt(quote, 'accepts')
  if (accepts.length !== 1) yield `accepts has ${accepts.length} entries, not one`
  for (const one of accepts) yield* auditRequirements(one, priceAtomic)
  yield* auditExtensions(quote)
}

function* auditResource(quote: unknown, url: string): Generator<string> {
  if (textAt(quote, 'resource', 'url') !== url) yield `resource.url is not ${url}`
  if (textAt(quote, 'resource', 'description').length > MAX_DESCRIPTION) {
    yield `resource.description is longer than ${MAX_DESCRIPTION} characters`
  }
  if (!isLabel(valueAtPath(quote, 'resource', 'serviceName'))) {
    yield `resource.serviceName is not 1 to ${MAX_LABEL} printable characters`
  }
  const tags = listAt(quote, 'resource', 'tags')
  if (tags.length > MAX_TAGS) yield `resource.tags has more than ${MAX_TAGS}`
  if (!tags.every(isLabel)) yield `a tag is not 1 to ${MAX_LABEL} printable characters`
}

function* auditRequirements(one: unknown, priceAtomic: string): Generator<string> {
  const keys = Object.keys(typeof one === 'object' && one !== null ? one : {}).sort()
  if (keys.join() !== requirementKeys.join()) yield `accepts has the keys ${keys.join(', ')}`
  if (valueAtPath(one, 'scheme') !== 'exact') yield 'the scheme is not exact'
  const network = textAt(one, 'network')
  if (!/^eip155:[1-9]\d*$/.test(network)) yield 'the network is not CAIP-2'
  if (!/^[1-9]\d*$/.test(textAt(one, 'amount'))) yield 'the amount is not a whole number above 0'
  if (valueAtPath(one, 'amount') !== priceAtomic)
    yield `the amount is not the price, ${priceAtomic}`
  for (const key of ['asset', 'payTo']) {
    const address = textAt(one, key)
    const reading = readAddress(address)
    if (reading.status !== 'address' || reading.address !== address) {
      yield `${key} is not an address with its checksum`
    }
  }
  if (!Number.isSafeInteger(valueAtPath(one, 'maxTimeoutSeconds')))
    yield 'maxTimeoutSeconds is no integer'
  const domain = `${textAt(one, 'extra', 'name')} ${textAt(one, 'extra', 'version')}`
  const known = knownDomains[`${network} ${textAt(one, 'asset')}`]
  if (known !== undefined && known !== domain)
    yield `extra is "${domain}", the token's own is "${known}"`
}

function* auditExtensions(quote: unknown): Generator<string> {
  const bazaar = valueAtPath(quote, 'extensions', 'bazaar')
  const sample = textAt(bazaar, 'info', 'input', 'body', 'url')
  if (!URL.canParse(sample)) yield 'bazaar has no sample url that can be called'
  const schema = valueAtPath(bazaar, 'schema', 'properties', 'input', 'properties', 'body')
  yield* auditUrlSchema(valueAtPath(schema, 'properties', 'url'), 'bazaar')
  if (/"\$ref":"[^#]/.test(JSON.stringify(bazaar ?? null)))
    yield 'bazaar refers to something outside'
  if (valueAtPath(quote, 'extensions', 'payment-identifier', 'info', 'required') !== false) {
    yield 'payment-identifier must be welcome, and not demanded'
  }
}

/** Catalogues build a sample from the schema: without these they send "test", get 422, and drop the listing. */
export function* auditUrlSchema(url: unknown, where: string): Generator<string> {
  if (valueAtPath(url, 'format') !== 'uri') yield `${where}: url has no format uri`
  if (!URL.canParse(textAt(url, 'example'))) yield `${where}: url has no example that is a URL`
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]{1,32}$/.test(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Text that is not JSON has none of the fields that the audit reads.
    return null
  }
}
