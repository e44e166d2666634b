import { describe, expect, test } from 'vitest'
import { encodeBase64 } from '#payment/base64.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { loadSettings } from '#settings/load.ts'
import { auditPublished, type Published } from '#test/equipment/discovery/audit.ts'
import { publishedWith } from '#test/equipment/discovery/published.ts'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

async function published(env: Readonly<Record<string, string>>): Promise<Published> {
  const loaded = loadSettings({ flags: {}, env, readFile: () => '' })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join())
  const { settings } = loaded
  return publishedWith({ settings, clock: systemClock, random: systemRandom, log: silentLog })
}

const production = {
  URLWITNESS_MODE: 'production',
  URLWITNESS_PAY_TO: wallet,
  URLWITNESS_BASE_URL: 'https://verify.example.com',
  URLWITNESS_FACILITATOR_URL: 'https://facilitator.example.com',
}

const good = await published(production)

describe('a consistent service', () => {
  test.each([
    ['in the sandbox', {}],
    ['in production', production],
    ['with other prices', { ...production, URLWITNESS_PROBE_URL_PRICE_USD: '0.0123' }],
    ['without a receiving address', { ...production, URLWITNESS_PAY_TO: '' }],
    ['with a tool that is not sold', { ...production, URLWITNESS_VERIFY_PAGE_ENABLED: 'false' }],
    [
      'with the longest base URL that a name allows',
      { ...production, URLWITNESS_BASE_URL: `https://${'a.'.repeat(124)}com` },
    ],
  ])('%s gives the audit no finding', async (_what, env) => {
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
    expect(auditPublished(await published(given))).toEqual([])
  })
})

type Pointer = readonly (string | number)[]

/** A deep copy with one value replaced or removed. */
function changed<T>(value: T, pointer: Pointer, to: unknown): T {
  const copy = structuredClone(value)
  const holder = pointer
    .slice(0, -1)
    .reduce((at: unknown, step) => Reflect.get(Object(at), step), copy)
  if (to === undefined) Reflect.deleteProperty(Object(holder), pointer.at(-1) ?? '')
  else Reflect.set(Object(holder), pointer.at(-1) ?? '', to)
  return copy
}

/** The probe's 402 with one changed value, in header and body alike. */
function withQuote(pointer: Pointer, to: unknown): Published {
  const body = JSON.stringify(changed(JSON.parse(good.quotes.probe_url?.body ?? ''), pointer, to))
  return { ...good, quotes: { ...good.quotes, probe_url: { body, header: encodeBase64(body) } } }
}

describe('the 402', () => {
  test.each<[Pointer, unknown, string]>([
    [['x402Version'], 1, 'x402Version is not 2'],
    [
      ['resource', 'url'],
      'http://verify.example.com/v1/probe-url',
      'resource.url is not https://verify.example.com/v1/probe-url',
    ],
    [
      ['resource', 'description'],
      'x'.repeat(501),
      'resource.description is longer than 500 characters',
    ],
    [
      ['resource', 'serviceName'],
      'x'.repeat(33),
      'resource.serviceName is not 1 to 32 printable characters',
    ],
    [
      ['resource', 'serviceName'],
      undefined,
      'resource.serviceName is not 1 to 32 printable characters',
    ],
    [['resource', 'tags'], ['1', '2', '3', '4', '5', '6'], 'resource.tags has more than 5'],
    [['resource', 'tags'], ['x'.repeat(33)], 'a tag is not 1 to 32 printable characters'],
    [['accepts'], [], 'accepts has 0 entries, not one'],
    [
      ['accepts', 0, 'paymentFlow'],
      'x',
      'accepts has the keys amount, asset, extra, maxTimeoutSeconds, network, payTo, paymentFlow, scheme',
    ],
    [['accepts', 0, 'scheme'], 'upto', 'the scheme is not exact'],
    [['accepts', 0, 'network'], 'base', 'the network is not CAIP-2'],
    [['accepts', 0, 'amount'], '0.005', 'the amount is not a whole number above 0'],
    [['accepts', 0, 'amount'], '5001', 'the amount is not the price, 5000'],
    [['accepts', 0, 'payTo'], wallet.toLowerCase(), 'payTo is not an address with its checksum'],
    [['accepts', 0, 'asset'], '0x833589', 'asset is not an address with its checksum'],
    [['accepts', 0, 'maxTimeoutSeconds'], '120', 'maxTimeoutSeconds is no integer'],
    [
      ['accepts', 0, 'extra', 'name'],
      'USDC',
      'extra is "USDC 2", the token\'s own is "USD Coin 2"',
    ],
    [
      ['extensions', 'bazaar', 'info', 'input', 'body', 'url'],
      'test',
      'bazaar has no sample url that can be called',
    ],
    [
      [
        'extensions',
        'bazaar',
        'schema',
        'properties',
        'input',
        'properties',
        'body',
        'properties',
        'url',
        'format',
      ],
      undefined,
      'bazaar: url has no format uri',
    ],
    [
      [
        'extensions',
        'bazaar',
        'schema',
        'properties',
        'input',
        'properties',
        'body',
        'properties',
        'url',
        'example',
      ],
      'test',
      'bazaar: url has no example that is a URL',
    ],
    [
      ['extensions', 'bazaar', 'schema', '$ref'],
      'https://example.com/schema',
      'bazaar refers to something outside',
    ],
    [
      ['extensions', 'payment-identifier', 'info', 'required'],
      true,
      'payment-identifier must be welcome, and not demanded',
    ],
  ])('%j as %j is found', (pointer, to, what) => {
    expect(auditPublished(withQuote(pointer, to))).toContain(`probe_url: 402: ${what}`)
  })

  test('too long a header is found', () => {
    const found = auditPublished(withQuote(['extensions', 'more'], 'x'.repeat(4_096)))
    expect(found.join()).toMatch(/the header has \d+ characters, not 4096/)
  })

  test('a header that differs from the body is found', () => {
    const { body = '' } = good.quotes.probe_url ?? {}
    const quotes = { ...good.quotes, probe_url: { body, header: encodeBase64(`${body} `) } }
    expect(auditPublished({ ...good, quotes })).toContain(
      'probe_url: 402: the header is not the body in base64',
    )
  })
})

describe('the documents', () => {
  const probe = ['paths', '/v1/probe-url', 'post']
  const other = [{ scheme: 'exact' }]
  test.each<
    ['openapi' | 'manifest' | 'catalogue' | 'apiCatalog' | 'llms', Pointer, unknown, string]
  >([
    ['openapi', ['servers', 0, 'url'], 'http://127.0.0.1', 'OpenAPI has another server'],
    ['openapi', ['info', 'x-guidance'], undefined, 'OpenAPI has no x-guidance'],
    ['openapi', [...probe, 'operationId'], undefined, 'probe_url: OpenAPI has no operationId'],
    ['openapi', [...probe, 'operationId'], 'renderPage', 'OpenAPI gives an operationId twice'],
    ['openapi', [...probe, 'summary'], '', 'probe_url: OpenAPI has no summary'],
    ['openapi', [...probe, 'description'], '', 'probe_url: OpenAPI has no description'],
    [
      'openapi',
      [...probe, 'x-payment-info', 'price', 'amount'],
      '0.006',
      'probe_url: OpenAPI has another price',
    ],
    [
      'openapi',
      [...probe, 'x-payment-info', 'protocols'],
      [],
      'probe_url: OpenAPI does not name x402',
    ],
    [
      'openapi',
      [...probe, 'responses', '402'],
      undefined,
      'probe_url: OpenAPI has no schema of the 402',
    ],
    [
      'openapi',
      [...probe, 'responses', '200', 'content'],
      {},
      'probe_url: OpenAPI has no schema of the 200',
    ],
    ['openapi', [...probe, 'security'], [{ x402: [] }], 'probe_url: OpenAPI asks for a credential'],
    [
      'openapi',
      ['paths', '/ready', 'get', 'security'],
      undefined,
      'OpenAPI does not say that getReadiness is free',
    ],
    [
      'openapi',
      ['components', 'schemas', 'ToolRequest', 'properties', 'url', 'format'],
      'url',
      'OpenAPI: url has no format uri',
    ],
    [
      'openapi',
      ['components', 'schemas', 'ToolRequest', 'properties', 'url', 'example'],
      undefined,
      'OpenAPI: url has no example that is a URL',
    ],
    ['manifest', ['items', 0, 'accepts'], other, 'probe_url: the manifest offers it differently'],
    [
      'manifest',
      ['items', 1, 'accepts', 0, 'amount'],
      '1',
      'render_page: the manifest offers it differently',
    ],
    [
      'manifest',
      ['resources', 0],
      'https://verify.example.com/',
      'probe_url: the manifest does not list it',
    ],
    [
      'manifest',
      ['resources', 3],
      'https://verify.example.com/v1/more',
      'the manifest lists what is not sold',
    ],
    [
      'manifest',
      ['openapi'],
      'https://elsewhere.example.com/openapi.json',
      'the manifest has no openapi',
    ],
    ['manifest', ['llms'], undefined, 'the manifest has no llms'],
    ['manifest', ['docs'], undefined, 'the manifest has no docs'],
    ['catalogue', ['tools', 0, 'price_usd'], '0.5', 'probe_url: the catalogue has another price'],
    [
      'catalogue',
      ['tools', 2, 'price_atomic'],
      '1',
      'verify_page: the catalogue has another price',
    ],
    [
      'catalogue',
      ['tools', 0, 'input_schema', 'properties', 'url', 'format'],
      undefined,
      'probe_url: catalogue: url has no format uri',
    ],
    ['catalogue', ['payment', 'pay_to'], null, 'probe_url: the catalogue has another pay_to'],
    [
      'catalogue',
      ['payment', 'network'],
      'eip155:1',
      'probe_url: the catalogue has another network',
    ],
    ['catalogue', ['payment', 'asset'], wallet, 'probe_url: the catalogue has another asset'],
    [
      'apiCatalog',
      ['linkset', 0, 'item', 0, 'href'],
      '/v1/probe-url',
      'probe_url: the API catalogue does not name it',
    ],
  ])('%s: %j as %j is found', (document, pointer, to, what) => {
    expect(auditPublished({ ...good, [document]: changed(good[document], pointer, to) })).toContain(
      what,
    )
  })

  test.each([
    [
      'llms.txt does not begin with a heading and a summary',
      (text: string) => text.replace('# ', ''),
    ],
    [
      'probe_url: llms.txt does not say its address and price',
      (text: string) => text.replace('POST, 0.005 USD', 'POST, 0.5 USD'),
    ],
  ])('%s', (what, change) => {
    expect(auditPublished({ ...good, llms: change(good.llms) })).toContain(what)
  })
})
