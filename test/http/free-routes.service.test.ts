import { describe, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternet())
const shop = await forFile(openTestService({ internet }))

const paidStatuses = ['200', '402', '405', '409', '422', '431', '503']

describe('free routes', () => {
  test('spec 4: GET /health is 200 JSON', async () => {
    const response = await shop.get('/health')
    expect(response.status).toBe(200)
    expect(await readJson(response)).toEqual({ status: 'ok' })
  })

  test('spec 4: GET /ready reports live readiness, part by part and tool by tool', async () => {
    const response = await shop.get('/ready')
    expect({ status: response.status, ...(await readJson(response)) }).toEqual({
      status: 200,
      ready: true,
      mode: 'sandbox',
      parts: {
        configuration: { ok: true, detail: null },
        ledger: { ok: true, detail: null },
        facilitator: { ok: true, detail: null },
      },
      tools: {
        probe_url: { available: true, code: null },
        render_page: { available: false, code: 'route_disabled' },
        verify_page: { available: false, code: 'route_disabled' },
      },
      jobs: { running: 0, limit: 10 },
    })
  })

  test('spec 2.4: the catalogue has every top-level field and every field of a tool', async () => {
    const catalogue = await readJson(await shop.get('/v1/tools'))
    expect(catalogue).toMatchObject({
      service: 'urlwitness',
      mode: 'sandbox',
      publicly_indexed: false,
      external_catalogues: [],
      base_url: shop.service.baseUrl,
      status_url: `${shop.service.baseUrl}/ready`,
      discovery: {
        openapi: '/openapi.json',
        api_catalog: '/.well-known/api-catalog',
        llms: '/llms.txt',
        bazaar: expect.any(String),
      },
    })
    expect(catalogue.payment).toEqual({
      mechanism: 'x402',
      version: 2,
      scheme: 'exact',
      network: 'eip155:84532',
      pay_to: '0x4020402040204020402040204020402040204020',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      symbol: 'USDC',
      decimals: 6,
      facilitator: 'embedded',
      facilitator_available: true,
      settlement: 'simulated',
    })
    expect(
      catalogue.tools.map(
        ({ tool, enabled, price_usd, price_atomic, endpoint }: Record<string, unknown>) => [
          tool,
          enabled,
          price_usd,
          price_atomic,
          endpoint,
        ],
      ),
    ).toEqual([
      ['probe_url', true, '0.005', '5000', '/v1/probe-url'],
      ['render_page', false, '0.02', '20000', '/v1/render-page'],
      ['verify_page', false, '0.05', '50000', '/v1/verify-page'],
    ])
    for (const tool of catalogue.tools) {
      expect(tool).toMatchObject({
        payment_required: true,
        network: 'eip155:84532',
        method: 'POST',
      })
      expect(tool.description).toBeTypeOf('string')
      expect(tool.input_schema).toMatchObject({
        type: 'object',
        required: ['url'],
        additionalProperties: false,
        properties: { url: { type: 'string', minLength: 1, maxLength: 2048, format: 'uri' } },
      })
      expect(tool.output_schema.required).toEqual([
        'requested_url',
        'final_url',
        'checked_at',
        'result_status',
      ])
      expect(tool.output_schema.properties.result_status.enum).toEqual(['PASS', 'ISSUE', 'REVIEW'])
    }
  })

  test('spec 4, 5.2: /openapi.json has the schemas and payment terms of every paid operation', async () => {
    const document = await readJson(await shop.get('/openapi.json'))
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('0.1.0')
    for (const [path, amount] of [
      ['/v1/probe-url', '0.005'],
      ['/v1/render-page', '0.02'],
      ['/v1/verify-page', '0.05'],
    ] as const) {
      const { post } = document.paths[path]
      expect(Object.keys(post.responses)).toEqual(paidStatuses)
      expect(post['x-payment-info']).toEqual({
        price: { mode: 'fixed', currency: 'USD', amount },
        protocols: [{ x402: {} }],
      })
      // Catalogues read a security scheme beside x-payment-info as an API key that is required as well.
      expect(post.security).toEqual([])
    }
    expect(document.components.securitySchemes.x402).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'PAYMENT-SIGNATURE',
    })
    expect(document.components.schemas.ToolRequest.properties.url).toMatchObject({
      format: 'uri',
      example: 'https://example.com/',
    })
    expect(document.paths['/health'].get.security).toEqual([])
  })

  test('the x402 manifest, linkset, llms.txt and docs name the tools', async () => {
    const manifest = await readJson(await shop.get('/.well-known/x402'))
    expect(manifest.resources).toEqual([`${shop.service.baseUrl}/v1/probe-url`])
    expect(manifest.items[0].accepts).toEqual(shop.offer().accepts)
    expect(await readJson(await shop.get('/.well-known/x402.json'))).toEqual(manifest)

    const head = await shop.get('/.well-known/api-catalog', { method: 'HEAD' })
    expect(head.headers.get('link')).toContain('rel="api-catalog"')
    expect(head.headers.get('content-type')).toContain('application/linkset+json')
    const linkset = await readJson(await shop.get('/.well-known/api-catalog'))
    expect(linkset.linkset[0].item).toHaveLength(4)

    const llms = await (await shop.get('/llms.txt')).text()
    expect(llms).toMatch(/^# urlwitness\n\n> /)
    expect(llms).toContain('settlement_unknown')
    const docs = await (await shop.get('/docs')).text()
    expect(docs).toContain('id="TLS_CERT_EXPIRED"')
  })

  test.each([
    '/health',
    '/ready',
    '/v1/tools',
    '/openapi.json',
    '/.well-known/x402',
    '/llms.txt',
    '/docs',
  ])('spec 1.5: %s never requests a payment and runs nothing', async (path) => {
    const dialed = internet.dialed.length
    const response = await shop.get(path)
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(internet.dialed.length).toBe(dialed)
  })

  test.each([
    ['GET', '/v1/probe-url', 'POST, OPTIONS'],
    ['PUT', '/v1/probe-url', 'POST, OPTIONS'],
    ['DELETE', '/v1/verify-page', 'POST, OPTIONS'],
    ['POST', '/v1/tools', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const response = await shop.get(path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect((await readJson(response)).code).toBe('method_not_allowed')
  })

  test.each(['/nothing', '/v1/probe-url/', '/V1/PROBE-URL', '/v1//probe-url'])(
    '%s is a 404 problem',
    async (path) => {
      const response = await shop.get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  test('every response allows browsers to read quotes and receipts', async () => {
    for (const response of [
      await shop.get('/health'),
      await shop.get('/nothing'),
      await shop.post({}),
      await shop.post({ url: 'https://93.184.215.14/' }),
      await shop.post({ url: 'https://93.184.215.14/' }, {}, 'render_page'),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, Link, Preference-Applied, Server-Timing, X-Request-Id',
      )
    }
    const preflight = await shop.get('/v1/probe-url', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers, Prefer',
    )
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
  })
})
