import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import type { X402Evidence, X402Offer } from '#evidence/x402/x402.ts'
import { firstOf } from '#gather/http/headers.ts'
import type { Field } from '#net/http/contract.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import { knownToken, usdOf } from './tokens.ts'

/** A 402 response as it was received. */
export interface QuoteResponse {
  readonly url: string
  readonly fields: readonly Field[]
  readonly body: Uint8Array
}

/** What one response says about a payment, before documents and a second look. */
export interface QuoteReading {
  readonly evidence: X402Evidence
  /** The quote that clients would act on. */
  readonly value: Members
}

export type Members = Readonly<Record<string, unknown>>

const FIELD = 'payment-required'
/** Apache and many proxies take no longer line of a header section. */
const MAX_HEADER_BYTES = 8_190
/** A quote is 2 to 4 KiB: the rest of a body is not read. */
const MAX_QUOTE_BYTES = 65_536
const MAX_DEPTH = 32
const MAX_TEXT = 300
const [MAX_OFFERS, MAX_EXTRA, MAX_EXTENSIONS, MAX_LISTED] = [8, 10, 20, 10]

/** The quote in a response; null for a response that does not offer one, such as the paywall of a newspaper. */
export function readQuote({ url, fields, body }: QuoteResponse): QuoteReading | null {
  const field = firstOf(fields, FIELD)
  const sent = field === null ? null : readHeader(field)
  const inBody = quoteIn(body.byteLength > MAX_QUOTE_BYTES ? '' : new TextDecoder().decode(body))
  if (field === null && inBody === null) return null
  const value = sent?.value ?? inBody ?? {}
  const evidence: X402Evidence = {
    source: sourceOf(sent?.value ?? null, inBody),
    ...faultsOf(sent, value),
    header_bytes: field?.length ?? 0,
    differing_members: differences(sent?.value ?? null, inBody),
    ...termsOf(value, url),
    signed_offers: null,
    exposed_to_browsers: isExposed(fields),
    cacheable: isCacheable(fields),
    changed_members: null,
    documents: [],
  }
  return { evidence, value }
}

/** Why clients cannot read the quote. `sent`: null without the field. A quote of version 1 is named as such, and nothing else. */
function faultsOf(sent: ReadHeader | null, value: Members) {
  const outdatedNames = outdatedNamesIn(value)
  const isRead = sent === null || sent.value !== null
  const invalid = isRead && outdatedNames.length === 0 ? invalidMember(value) : null
  const missing = sent === null && outdatedNames.length === 0 ? ('missing' as const) : null
  return {
    header_fault: sent?.fault ?? (invalid === null ? missing : ('not_a_quote' as const)),
    fault_member: invalid,
    outdated_names: outdatedNames,
  }
}

function termsOf(value: Members, url: string) {
  const accepts = listOf(value['accepts'])
  const extensions = membersOf(value['extensions']) ?? {}
  const resourceUrl = resourceOf(value)
  const version = value['x402Version']
  return {
    version: typeof version === 'number' ? version : null,
    resource_url: textOf(resourceUrl),
    resource_fault: resourceFault(resourceUrl, url),
    offers: accepts.slice(0, MAX_OFFERS).map((one) => offerOf(membersOf(one) ?? {})),
    offers_total: accepts.length,
    extensions: Object.keys(extensions)
      .slice(0, MAX_EXTENSIONS)
      .map((name) => cut(name)),
    payment_identifier: identifierOf(extensions),
  }
}

interface ReadHeader {
  readonly value: Members | null
  readonly fault: X402Evidence['header_fault']
}

/** The value of the field. What strict clients refuse, such as those in Python and Go, is read, and named as a fault. */
function readHeader(field: string): ReadHeader {
  const text = field.trim()
  const digits = text.replace(/=+$/, '')
  if (text.length > MAX_QUOTE_BYTES) return { value: null, fault: 'too_large' }
  if (text === '' || !/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1) {
    return { value: null, fault: 'not_base64' }
  }
  const content = bytesOf(digits.replaceAll('-', '+').replaceAll('_', '/'))
  const value = content === null ? null : quoteIn(content, true)
  if (value === null) return { value, fault: 'not_json' }
  if (/[-_]/.test(digits)) return { value, fault: 'base64url' }
  if (text.length % 4 !== 0) return { value, fault: 'unpadded' }
  return { value, fault: text.length > MAX_HEADER_BYTES ? 'too_large' : null }
}

function bytesOf(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // Not base64, or not UTF-8: the caller reports it.
  }
}

/** The object in a text. Without `isQuote` it must look like a quote, since any JSON may be the body of a 402. */
function quoteIn(text: string, isQuote = false): Members | null {
  const value = isWithinDepth(text, MAX_DEPTH) ? membersOf(parseJson(text)) : null
  if (value === null) return null
  const looksLikeQuote = Array.isArray(value['accepts']) && value['x402Version'] !== undefined
  return isQuote || looksLikeQuote ? value : null
}

function sourceOf(header: Members | null, body: Members | null): X402Evidence['source'] {
  if (header === null) return body === null ? 'none' : 'body'
  return body === null ? 'header' : 'both'
}

/** The first member that the official schema, or the specification of amounts, refuses; null for a valid quote. */
function invalidMember(value: Members): string | null {
  const parsed = PaymentRequiredV2Schema.safeParse(value)
  const path = parsed.error?.issues[0]?.path.join('.')
  if (path !== undefined) return cut(path === '' ? 'x402Version' : path)
  const index = listOf(value['accepts']).findIndex(
    (one) => !/^\d{1,78}$/.test(String(membersOf(one)?.['amount'])),
  )
  return index < 0 ? null : `accepts.${index}.amount`
}

/** What a quote has of version 1, which clients of version 2 do not read. */
function outdatedNamesIn(value: Members): string[] {
  const found = new Set<string>()
  if (value['x402Version'] === 1) found.add('x402Version 1')
  for (const one of listOf(value['accepts']).slice(0, MAX_OFFERS)) {
    const members = membersOf(one) ?? {}
    for (const name of ['maxAmountRequired', 'resource', 'mimeType', 'outputSchema']) {
      if (name in members) found.add(name)
    }
    const network = members['network']
    if (typeof network === 'string' && !network.includes(':')) found.add(`network ${cut(network)}`)
  }
  return [...found].slice(0, MAX_LISTED)
}

/** Members that differ between two forms of one quote. `error` says why this request was refused. A body of version 1 is for old clients. */
export function differences(first: Members | null, second: Members | null): string[] {
  if (first === null || second === null) return []
  if (first['x402Version'] !== second['x402Version'] && second['x402Version'] === 1) return []
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  names.delete('error')
  return [...names]
    .filter((name) => canonical(first[name]) !== canonical(second[name]))
    .sort()
    .slice(0, MAX_LISTED)
    .map((name) => cut(name))
}

/** JSON with sorted members. Null, absent and empty members are the same to clients. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, item: unknown) => {
    const members = Array.isArray(item) ? null : membersOf(item)
    if (members === null) return item
    return Object.fromEntries(
      Object.entries(members)
        .filter(([, member]) => member !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  })
}

function resourceOf(value: Members): unknown {
  const resource = value['resource'] ?? membersOf(listOf(value['accepts'])[0])?.['resource']
  return membersOf(resource)?.['url'] ?? resource
}

/** How the resource differs from the URL that answered. Query and a slash at the end do not count, and a template matches. */
function resourceFault(resource: unknown, requested: string): X402Evidence['resource_fault'] {
  if (resource === undefined || resource === null) return null
  const named = typeof resource === 'string' ? URL.parse(resource) : null
  const asked = URL.parse(requested)
  if (named === null || asked === null) return 'invalid'
  if (named.protocol !== 'http:' && named.protocol !== 'https:') return 'invalid'
  if (named.hostname !== asked.hostname) return 'origin'
  if (named.protocol !== asked.protocol) return 'scheme'
  if (named.port !== asked.port) return 'origin'
  return isSamePath(segments(named), segments(asked)) ? null : 'path'
}

const segments = ({ pathname }: URL) => pathname.replace(/\/+$/, '').split('/').map(decoded)

function isSamePath(named: readonly string[], asked: readonly string[]): boolean {
  const matches = (segment: string, at: number) =>
    segment === asked[at] || segment === '*' || /^(?::\w+|\{\w+\}|\[\w+\])$/.test(segment)
  return named.length === asked.length && named.every(matches)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // Not UTF-8: compared as it is.
  }
}

function offerOf(members: Members): X402Offer {
  const [network, asset] = [textOf(members['network']), textOf(members['asset'])]
  const amount = textOf(members['amount'] ?? members['maxAmountRequired'])
  const token = knownToken(network, asset)
  const timeout = members['maxTimeoutSeconds']
  const extra = Object.entries(membersOf(members['extra']) ?? {}).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  return {
    scheme: textOf(members['scheme']),
    network,
    asset,
    symbol: token?.symbol ?? null,
    decimals: token?.decimals ?? null,
    amount,
    amount_usd: token === null || amount === null ? null : usdOf(amount, token),
    pay_to: textOf(members['payTo']),
    max_timeout_s: typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : null,
    extra: Object.fromEntries(
      extra.slice(0, MAX_EXTRA).map(([name, value]) => [cut(name), cut(String(value))]),
    ),
    token_domain:
      token?.name === undefined || token.version === undefined
        ? null
        : { name: token.name, version: token.version },
  }
}

function identifierOf(extensions: Members): X402Evidence['payment_identifier'] {
  const extension = membersOf(extensions['payment-identifier'])
  if (extension === null) return null
  return { required: membersOf(extension['info'])?.['required'] === true }
}

/** Whether scripts of other sites may read the field (Fetch standard; `*` counts for requests without credentials). */
function isExposed(fields: readonly Field[]): boolean {
  return tokensOf(fields, 'access-control-expose-headers').some(
    (name) => name === FIELD || name === '*',
  )
}

/** Whether a cache may use the response again: 402 is not cacheable by itself, but by an explicit lifetime (RFC 9111, 3 and 4.2). */
function isCacheable(fields: readonly Field[]): boolean {
  const directives = tokensOf(fields, 'cache-control')
  if (directives.includes('no-store') || directives.includes('no-cache')) return false
  const lifetimes = directives.filter((one) => /^(?:s-maxage|max-age)=/.test(one))
  if (lifetimes.length > 0) return lifetimes.some((one) => /="?0*[1-9]/.test(one))
  const expires = Date.parse(firstOf(fields, 'expires') ?? '')
  const date = Date.parse(firstOf(fields, 'date') ?? '')
  return directives.includes('public') || expires > date
}

function tokensOf(fields: readonly Field[], name: string): string[] {
  return fields
    .filter(([field]) => field === name)
    .flatMap(([, value]) => value.split(','))
    .map((token) => token.trim().toLowerCase())
}

export function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object(value) : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? cut(String(value)) : null
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT)
}
