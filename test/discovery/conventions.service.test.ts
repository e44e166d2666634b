import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

// The conventions of catalogues, checked with the library that one of them uses to read services.

let internet: Internet
let shop: TestService

beforeAll(async () => {
  internet = await openInternet()
  shop = await openTestService({ internet, env: { CONTACT: 'care@verify.example.com' } })
})

afterAll(async () => {
  await shop.close()
  await internet.close()
})

async function readOpenApi(service = shop) {
  const read = (await getOpenAPI(service.service.baseUrl))._unsafeUnwrap()
  if (read === null || isOpenApiParseFailure(read)) throw new Error('It cannot be read.')
  return read
}

const probe = '/v1/probe-url'

describe('a catalogue client', () => {
  test('reads each tool as paid by x402 at its price, without an API key', async () => {
    const openApi = await readOpenApi()
    const { routes } = checkL2ForOpenAPI(openApi)
    // Catalogues that read only the document's own `security` would call every route one behind an API key.
    expect(openApi.raw).not.toHaveProperty('security')
    expect(openApi.raw).toHaveProperty('components.securitySchemes.x402')
    const paid = routes.filter(({ authMode }) => authMode !== 'unprotected')
    expect(paid.map(({ path, authMode, price, protocols }) => [path, authMode, price, protocols]))
      // biome-ignore format: a table
      .toEqual([
      ['/v1/probe-url', 'paid', '0.005 USD', ['x402']],
      ['/v1/render-page', 'paid', '0.02 USD', ['x402']],
      ['/v1/verify-page', 'paid', '0.05 USD', ['x402']],
    ])
  })

  test('has no warning about the documents', async () => {
    const openApi = await readOpenApi()
    expect([
      ...getWarningsForOpenAPI(openApi),
      ...getWarningsForL2(checkL2ForOpenAPI(openApi)),
      ...getWarningsForL4(checkL4ForOpenAPI(openApi)),
      ...getWarningsForL3(getL3ForOpenAPI(openApi, probe, 'POST')).filter(
        // Payment options are read from the 402, below.
        ({ code }) => code !== 'L3_PAYMENT_OPTIONS_MISSING_ON_PAID',
      ),
    ]).toEqual([])
  })

  test('warns of a missing contact only', async () => {
    await using anonymous = await openTestService({ internet })
    const openApi = await readOpenApi(anonymous)
    const warnings = [
      ...getWarningsForOpenAPI(openApi),
      ...getWarningsForL2(checkL2ForOpenAPI(openApi)),
    ]
    expect(warnings.map(({ code }) => code)).toEqual(['OPENAPI_CONTACT_MISSING'])
  })

  test('accepts the 402 with one option, and has no warning about it', async () => {
    const quote = await readJson(await shop.post({ url: 'http://93.184.215.14/' }))
    const checked = validatePaymentRequiredDetailed(quote, {
      requireInputSchema: true,
      requireOutputSchema: true,
    })
    expect([checked.valid, checked.version, checked.issues]).toEqual([true, 2, []])
    expect(getWarningsFor402Body(quote)).toEqual([])
  })

  test('finds the tool, its price and one payment option by its address and a sample body', async () => {
    const found = await checkEndpointSchema({
      url: `${shop.service.baseUrl}${probe}`,
      sampleInputBody: { url: 'http://93.184.215.14/' },
      probe: true,
    })
    const advisories = found.found ? found.advisories : []
    expect(advisories.find(({ method }) => method === 'POST')).toMatchObject({
      authMode: 'paid',
      paymentOptions: [{ protocol: 'x402', version: 2, scheme: 'exact', amount: '5000' }],
    })
    expect(getL3ForOpenAPI(await readOpenApi(), probe, 'POST')).toMatchObject({
      authMode: 'paid',
      estimatedPrice: expect.stringContaining('0.005'),
      inputSchema: expect.any(Object),
      outputSchema: expect.any(Object),
    })
  })
})

describe('a prober that does not know the interface', () => {
  test.each([
    ['an empty object', { body: '{}', headers: { 'content-type': 'application/json' } }, 422],
    ['no body', {}, 422],
  ])('that posts %s learns documents and price from Link', async (_what, init, status) => {
    const response = await shop.get(probe, { method: 'POST', ...init })
    expect(response.status).toBe(status)
    const { baseUrl } = shop.service
    expect(response.headers.get('link')?.split(', ')).toEqual([
      `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
      `<${baseUrl}/llms.txt>; rel="service-doc"; type="text/plain"`,
      `<${baseUrl}/v1/tools>; rel="service-meta"; title="probe_url costs 0.005 USD per call"`,
    ])
  })

  test.each(['GET', 'PUT', 'DELETE'])(
    'that sends %s gets 405 with the card of the tool',
    async (method) => {
      const response = await shop.get(probe, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      // The card has the live price, and RFC 9110 15.1 lets caches keep a 405.
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('link')).toContain('/openapi.json>; rel="service-desc"')
      expect(await readJson(response)).toEqual({
        code: 'method_not_allowed',
        detail: 'POST {"url": "https://example.com/"} with Content-Type: application/json.',
        tool: 'probe_url',
        description: expect.stringContaining('Checks one public URL from outside'),
        method: 'POST',
        endpoint: `${shop.service.baseUrl}${probe}`,
        price_usd: '0.005',
        docs_url: `${shop.service.baseUrl}/llms.txt`,
      })
    },
  )
})

describe('design 1.5: a problem on a paid route', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
    ['application/json, application/problem+json;q=0.5', 'application/problem+json'],
    ['Application/Problem+JSON', 'application/problem+json'],
    ['application/json, application/problem+json;q=0', 'application/json'],
    ['application/problem+jsonx', 'application/json'],
  ])('has with Accept %s the type %s', async (accept, type) => {
    const fields = accept === undefined ? {} : { accept }
    const response = await shop.post({ url: 'http://93.184.215.14/' }, fields, 'verify_page')
    expect([response.status, response.headers.get('content-type')]).toEqual([503, type])
  })
})
