import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { officialFacilitator } from '#test/equipment/payment/official-facilitator.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'

const internet = await forFile(openInternetWithSite())
let shop: TestService
let server: Server
let answer: RequestListener = (_request, response) => response.end()
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  shop = await openTestService({
    internet,
    env: {
      MODE: 'testnet',
      PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      FACILITATOR_URL: `http://127.0.0.1:${port}`,
      FACILITATOR_VERIFY_TIMEOUT_MS: '500',
      FACILITATOR_SETTLE_TIMEOUT_MS: '1000',
    },
  })
})

afterAll(async () => {
  await shop.close()
  server.close()
  server.closeAllConnections()
})

describe('a failing facilitator', () => {
  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['hangs up', (request) => request.socket.destroy()],
    ['speaks HTML', respond(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')],
    ['answers 500', respond(500, {}, 'oops')],
    ['redirects', respond(308, { location: 'http://127.0.0.1:1/verify' })],
    [
      'answers with something else',
      respond(200, { 'content-type': 'application/json' }, '{"ok":true}'),
    ],
    [
      'answers without end',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(`{"isValid":true,"x":"${'a'.repeat(200_000)}`)
      },
    ],
    [
      'vouches for another payer',
      respond(
        200,
        { 'content-type': 'application/json' },
        '{"isValid":true,"payer":"0x0000000000000000000000000000000000000001"}',
      ),
    ],
  ])(
    'spec 7: one that %s at verify gives 503, and the payment stays usable',
    async (_what, bad) => {
      const dialed = internet.dialed.length
      const header = await openBuyer().headerFor(shop.offer())
      answer = bad
      const response = await shop.post({ url: page }, { 'payment-signature': header })
      expect([response.status, response.headers.get('payment-required')]).toEqual([503, null])
      expect(await readJson(response)).toMatchObject({
        code: 'facilitator_unavailable',
        payment: { state: 'not_taken' },
      })
      expect(internet.dialed.length).toBe(dialed)
      answer = officialFacilitator()
      expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
    },
  )

  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['hangs up', (request) => request.socket.destroy()],
    ['speaks HTML', respond(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>')],
    [
      'refuses the payment of another payer',
      respond(
        200,
        { 'content-type': 'application/json' },
        '{"success":false,"errorReason":"insufficient_funds","payer":"0x0000000000000000000000000000000000000001","transaction":"","network":"eip155:84532"}',
      ),
    ],
    [
      'names no transaction',
      respond(
        200,
        { 'content-type': 'application/json' },
        '{"success":true,"transaction":"","network":"eip155:84532"}',
      ),
    ],
  ])(
    'one that %s at settle leaves the outcome unknown: 503, never a new quote',
    async (_what, bad) => {
      const header = await openBuyer().headerFor(shop.offer())
      const good = officialFacilitator()
      answer = (request, response) => (request.url === '/settle' ? bad : good)(request, response)
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const response = await shop.post({ url: page }, { 'payment-signature': header })
        expect([response.status, response.headers.get('payment-required')]).toEqual([503, null])
        expect((await readJson(response)).code).toBe('settlement_unknown')
      }
    },
  )

  test('is not called for a request that ends in 422 or in a quote', async () => {
    asked.length = 0
    await shop.post({ url: 'http://10.0.0.1/' }, { 'payment-signature': 'x' })
    await shop.post({ url: page })
    await shop.post({ url: page }, {}, 'render_page')
    expect(asked).toEqual([])
  })

  test('is listed separately in /ready, and is not needed for health', async () => {
    answer = respond(500, {}, '')
    const ready = await shop.get('/ready')
    expect([ready.status, (await readJson(ready)).parts.facilitator.ok]).toEqual([503, false])
    expect((await shop.get('/health')).status).toBe(200)
  })
})
