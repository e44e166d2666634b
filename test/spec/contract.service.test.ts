import { describe, expect, test } from 'vitest'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { tools } from '#tools/tool.ts'

// Sentences of the specification that are not already in the titles of tests of single routes.
const page = 'https://www.site.example.com/'
const productionEnv = {
  MODE: 'production',
  PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  FACILITATOR_URL: 'https://facilitator.example.com',
  BASE_URL: 'https://verify.example.com',
}

const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet }))

async function bought(url: string) {
  const header = await openBuyer().headerFor(shop.offer())
  const response = await shop.post({ url }, { 'payment-signature': header })
  expect(response.status).toBe(200)
  return { response, report: await readJson(response) }
}

describe('specification', () => {
  test('spec 1.1: three paid tools exist, each takes a single URL', async () => {
    const { tools: listed } = await readJson(await shop.get('/v1/tools'))
    expect(listed.map(({ tool }: { tool: string }) => tool)).toEqual([...tools])
    for (const { input_schema } of listed) {
      expect(Object.keys(input_schema.properties)).toEqual(['url'])
    }
  })

  test('spec 1.1: probe_url runs no browser and captures no screenshot', async () => {
    const { report } = await bought(page)
    expect(report).toMatchObject({
      tool: 'probe_url',
      browser: null,
      screenshot: null,
      links: null,
    })
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining(['http', 'redirects', 'dns', 'tls', 'timings_ms']),
    )
  })

  test('spec 1.2: PASS comes without findings, ISSUE with concrete ones, REVIEW with limited evidence', async () => {
    await internet.addSite('gone.example.com', {
      ip: '93.184.215.30',
      https: respond(404, healthyFields, healthyPage),
    })
    await internet.addSite('closed.example.com', {
      ip: '93.184.215.31',
      https: respond(401, healthyFields, healthyPage),
    })
    const verdicts = await Promise.all(
      [page, 'https://gone.example.com/', 'https://closed.example.com/'].map(async (url) => {
        const { report } = await bought(url)
        return [
          report.result_status,
          report.findings.map(({ effect }: { effect: string }) => effect),
        ]
      }),
    )
    expect(verdicts).toEqual([
      ['PASS', []],
      ['ISSUE', ['ISSUE']],
      ['REVIEW', ['REVIEW']],
    ])
  })

  test('spec 1.3: documents state that results are no guarantee', async () => {
    for (const path of ['/docs', '/llms.txt']) {
      expect(await (await shop.get(path)).text()).toContain(
        'do not guarantee compliance, accessibility, uptime',
      )
    }
  })

  test('spec 1.4, 5.1: no account and no API key: every free route responds without credentials', async () => {
    for (const path of [
      '/health',
      '/ready',
      '/v1/tools',
      '/openapi.json',
      '/.well-known/x402',
      '/.well-known/api-catalog',
      '/llms.txt',
      '/docs',
    ]) {
      const response = await shop.get(path)
      expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([
        path,
        200,
        null,
      ])
    }
  })

  // The MCP interface, which the contract called pending, has separate tests: `test/http/mcp/`.
  test('spec 1.7: reports are JSON over HTTP', async () => {
    const { response } = await bought(page)
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test('spec 2.2: a report has the five fields of the contract, with the URL as submitted', async () => {
    const { report } = await bought('https://www.site.example.com')
    expect(report.job_id).toBeTypeOf('string')
    expect(report.requested_url).toBe('https://www.site.example.com')
    expect(report.final_url).toBe(page)
    expect(new Date(report.checked_at).toISOString()).toBe(report.checked_at)
    expect(['PASS', 'ISSUE', 'REVIEW']).toContain(report.result_status)
  })

  test('spec 2.2: the evidence has HTTP status, redirects, DNS and TLS with timings', async () => {
    const { report } = await bought(page)
    expect(report.http.status).toBe(200)
    expect(report.redirects.redirect_count).toBe(0)
    expect(report.dns.rcode).toBe('NOERROR')
    expect(report.tls.authorized).toBe(true)
    for (const phase of ['dns', 'connect', 'tls', 'wait', 'download', 'total']) {
      expect(report.timings_ms[phase]).toBeTypeOf('number')
    }
  })

  test('design 1.23: the probe names itself and the service to its target, and the report says how', async () => {
    const agents = new Set<string | undefined>()
    await internet.addSite('named.example.com', {
      ip: '93.184.215.34',
      http: (request, response) => {
        agents.add(request.headers['user-agent'])
        respond(200, healthyFields, healthyPage)(request, response)
      },
    })
    const { report } = await bought('http://named.example.com/')
    const name = `urlwitness/0.1.0 (+${shop.service.baseUrl})`
    expect([[...agents], report.vantage.user_agent]).toEqual([[name], name])
  })

  test('spec 2.5: a validation error has loc, msg and type', async () => {
    const { detail } = await readJson(await shop.post({ url: '' }))
    expect(detail).toEqual([
      {
        loc: ['body', 'url'],
        msg: 'url must have at least 1 character.',
        type: 'string_too_short',
        input: '',
        ctx: { min_length: 1 },
      },
    ])
  })

  test('spec 4: paid routes respond with 200, 402, 422 and 503 only', async () => {
    const statuses = new Set<number>()
    for (const [body, fields, tool] of [
      [{ url: page }, {}, 'probe_url'],
      [{ url: 1 }, {}, 'probe_url'],
      [{ url: page }, { 'payment-signature': 'x' }, 'probe_url'],
      [{ url: page }, {}, 'verify_page'],
    ] as const) {
      statuses.add((await shop.post(body, fields, tool)).status)
    }
    statuses.add((await bought(page)).response.status)
    expect([...statuses].sort()).toEqual([200, 402, 422, 503])
  })

  test('spec 4: 5000 atomic USDC per completed probe, in quote and receipt', async () => {
    expect(shop.offer().accepts[0].amount).toBe('5000')
    const { response } = await bought(page)
    const receipt = JSON.parse(atob(response.headers.get('payment-response') ?? ''))
    expect(receipt.success).toBe(true)
  })

  test('spec 4: paying means repeating the same URL, method and body with PAYMENT-SIGNATURE', async () => {
    const body = JSON.stringify({ url: page })
    const first = await shop.post(body)
    const quote = JSON.parse(atob(first.headers.get('payment-required') ?? ''))
    const { error: _error, ...offer } = quote
    const second = await shop.post(body, {
      'payment-signature': await openBuyer().headerFor(offer),
    })
    expect([first.status, second.status]).toEqual([402, 200])
    expect(second.headers.get('payment-response')).not.toBeNull()
  })

  test('spec 5.3: in production the terms are native USDC on Base', async () => {
    await using production = await openTestService({ internet, env: productionEnv })
    const { accepts, resource } = production.offer()
    expect(accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '5000',
        payTo: productionEnv.PAY_TO,
        maxTimeoutSeconds: 120,
        extra: { name: 'USD Coin', version: '2' },
      },
    ])
    expect(resource.url).toBe('https://verify.example.com/v1/probe-url')
    const catalogue = await readJson(await production.get('/v1/tools'))
    expect(catalogue).toMatchObject({
      mode: 'production',
      base_url: 'https://verify.example.com',
      payment: { facilitator: 'https://facilitator.example.com', settlement: 'on_chain' },
    })
  })

  test('spec 5.4: prices are live values that the operator may set', async () => {
    await using dear = await openTestService({ internet, env: { PROBE_URL_PRICE_USD: '0.123456' } })
    const { tools: listed } = await readJson(await dear.get('/v1/tools'))
    expect([listed[0].price_usd, listed[0].price_atomic]).toEqual(['0.123456', '123456'])
    expect(dear.offer().accepts[0].amount).toBe('123456')
  })

  test('spec 5.5: documents state that a timeout does not mean that nothing was paid', async () => {
    expect(await (await shop.get('/docs')).text()).toContain(
      'A timeout does not mean that nothing was paid',
    )
  })

  test('spec 6: no webhook and no event stream is described', async () => {
    const { paths, webhooks } = await readJson(await shop.get('/openapi.json'))
    expect(webhooks ?? {}).toEqual({})
    expect(Object.keys(paths)).not.toContain('/v1/events')
  })

  test('spec 7: 402 carries a quote, for a missing payment and for a rejected one', async () => {
    for (const fields of [{}, { 'payment-signature': 'bm8=' }]) {
      const response = await shop.post({ url: page }, fields)
      expect(response.status).toBe(402)
      expect(JSON.parse(atob(response.headers.get('payment-required') ?? '')).accepts).toHaveLength(
        1,
      )
    }
  })

  test('spec 7: a disabled route is 503 and requests no payment', async () => {
    await using closed = await openTestService({ internet, env: { PROBE_URL_ENABLED: 'false' } })
    const response = await closed.post({ url: page })
    expect([response.status, response.headers.get('payment-required')]).toEqual([503, null])
    expect(await readJson(response)).toMatchObject({
      code: 'route_disabled',
      payment: { state: 'not_taken' },
    })
    expect((await readJson(await closed.get('/v1/tools'))).tools[0].enabled).toBe(false)
    // No other tool is for sale here either (design 1.16).
    expect((await closed.get('/ready')).status).toBe(503)
  })

  test('spec 8: the total deadline bounds a call whose target never ends', async () => {
    await using hasty = await openTestService({
      internet,
      env: { LIMITS_DEADLINE_MS: '5000', LIMITS_SETTLE_RESERVE_MS: '1000' },
    })
    await internet.addSite('drip.example.com', {
      ip: '93.184.215.32',
      https: (_request, endless) => {
        endless.writeHead(200, healthyFields)
        const drip = setInterval(() => endless.write('.'), 50)
        endless.on('close', () => clearInterval(drip))
      },
    })
    const header = await openBuyer().headerFor(hasty.offer())
    const waited = waitingTime()
    const response = await hasty.post(
      { url: 'https://drip.example.com/' },
      { 'payment-signature': header },
    )
    expect(waited()).toBeLessThan(5_500)
    const report = await readJson(response)
    expect([response.status, report.result_status, report.limits_hit]).toEqual([
      200,
      'REVIEW',
      ['deadline'],
    ])
  })

  test('spec 7.3, 8: a job without any observation by the deadline fails, and is not settled', async () => {
    await using hasty = await openTestService({
      internet,
      env: { LIMITS_DEADLINE_MS: '5000', LIMITS_SETTLE_RESERVE_MS: '1000' },
    })
    internet.dns.set('hole.example.com', { a: ['93.184.215.33'] })
    internet.addBlackHole('93.184.215.33')
    const header = await openBuyer().headerFor(hasty.offer())
    const response = await hasty.post(
      { url: 'https://hole.example.com/' },
      { 'payment-signature': header },
    )
    expect(response.status).toBe(503)
    expect(await readJson(response)).toMatchObject({
      code: 'job_failed',
      payment: { state: 'not_settled' },
    })
  })

  test('spec 9: version 0.1.0, paid and metadata paths under /v1/, the rest unversioned, x402 version 2', async () => {
    const { info, paths } = await readJson(await shop.get('/openapi.json'))
    expect(info.version).toBe('0.1.0')
    const unversioned = Object.keys(paths).filter((path) => !path.startsWith('/v1/'))
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/probe-url', '/v1/render-page', '/v1/tools', '/v1/verify-page']),
    )
    for (const path of unversioned) {
      expect(path).toMatch(
        /^\/(health|ready|evidence|reports|status|openapi|\.well-known|llms|docs)/,
      )
    }
    expect(shop.offer().x402Version).toBe(2)
  })
})
