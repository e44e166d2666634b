import { listOf, type Members, membersOf } from './quote.ts'
import { knownToken, usdOf } from './tokens.ts'

export interface Described {
  readonly isNamed: boolean
  /** Decimal dollars, without zeros at the end; null if it states none, or another for each offer. */
  readonly priceUsd: string | null
}

/** Values of a document that are looked at. */
const MAX_VALUES = 50_000

/** What a document of the origin says about the price of a GET of `url`. Its own words decide: nothing is guessed from names. */
export function priceIn(
  kind: 'manifest' | 'openapi' | 'api_catalog',
  document: unknown,
  url: string,
): Described {
  if (kind === 'openapi') return inOpenApi(membersOf(document) ?? {}, url)
  const values = [...valuesIn(document)]
  const isNamed = values.some((value) => typeof value === 'string' && isSameUrl(value, url))
  const prices = new Set(kind === 'manifest' ? values.flatMap((value) => pricesOf(value, url)) : [])
  const [price = null] = prices
  return { isNamed, priceUsd: prices.size === 1 ? price : null }
}

/** Every value of a document, up to the limit. */
function* valuesIn(document: unknown): Generator<unknown> {
  const open: unknown[] = [document]
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
    const value = open.pop()
    yield value
    for (const inner of Object.values(typeof value === 'object' ? (value ?? {}) : {})) {
      open.push(inner)
    }
  }
}

function pricesOf(value: unknown, url: string): (string | null)[] {
  const members = membersOf(value) ?? {}
  const { resource, url: ownUrl } = members
  const named = membersOf(resource)?.['url'] ?? resource ?? ownUrl
  return typeof named === 'string' && isSameUrl(named, url) ? offerPrices(members) : []
}

/** A method that is not GET is another resource, with its own price. */
function offerPrices(entry: Members): (string | null)[] {
  const method = entry['method'] ?? 'GET'
  if (typeof method === 'string' && method.toUpperCase() !== 'GET') return []
  return listOf(entry['accepts']).map((one) => {
    const { network, asset, amount, maxAmountRequired } = membersOf(one) ?? {}
    const token = knownToken(String(network), String(asset))
    return token === null ? null : usdOf(String(amount ?? maxAmountRequired), token)
  })
}

function inOpenApi(document: Members, url: string): Described {
  const paths = membersOf(document['paths']) ?? {}
  const { pathname } = new URL(url)
  const item = membersOf(paths[pathname] ?? paths[pathname.replace(/\/$/, '')])
  if (item === null) return { isNamed: false, priceUsd: null }
  const info = membersOf(membersOf(item['get'])?.['x-payment-info'])
  const price = info?.['price']
  const { currency = 'USD', mode = 'fixed', amount } = membersOf(price) ?? {}
  const isFixed = mode === 'fixed' && currency === 'USD'
  return { isNamed: true, priceUsd: isFixed ? decimal(amount ?? price) : null }
}

/** `$0.0050` as `0.005`; null for anything that is not an amount of dollars. */
function decimal(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const [, whole, fraction = ''] =
    /^\$?\s*(\d{1,12})(?:\.(\d{1,18}))?(?:\s*USDC?)?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? String(Number(whole)) : `${Number(whole)}.${digits}`
}

function isSameUrl(text: string, url: string): boolean {
  const [named, asked] = [URL.parse(text, url), new URL(url)]
  if (named === null || !/^(?:https?:\/\/|\/)/.test(text)) return false
  const path = (one: URL) => one.pathname.replace(/\/$/, '')
  return named.host === asked.host && path(named) === path(asked)
}
