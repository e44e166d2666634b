import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noFilter } from '#payment/ledger/ledger-view.ts'
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
const official = officialFacilitator()
let answer: RequestListener = official
let supported: RequestListener = official
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    // What it supports is asked in the background at any time; these tests are about calls.
    if (request.url === '/supported') supported(request, response)
    else answer(request, response)
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
      FACILITATOR_VERIFY_TIMEOUT_MS: '1500',
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
    supported = respond(500, {}, '')
    const ready = await shop.get('/ready')
    supported = official
    expect([ready.status, (await readJson(ready)).parts.facilitator.ok]).toEqual([503, false])
    expect((await shop.get('/health')).status).toBe(200)
  })
})

const say = (body: unknown, status = 200) =>
  respond(status, { 'content-type': 'application/json' }, JSON.stringify(body))

describe('the code with which a facilitator rejects at verify', () => {
  test.each<[string | undefined, number, string, RegExp]>([
    ['rate_limited', 503, 'facilitator_unavailable', /Do not sign anew/],
    ['settlement_pending', 503, 'facilitator_unavailable', /Do not sign anew/],
    ['duplicate_settlement', 503, 'facilitator_unavailable', /Do not sign anew/],
    ['unexpected_verify_error', 503, 'facilitator_unavailable', /no usable response/],
    ['internal_server_error', 503, 'facilitator_unavailable', /no usable response/],
    ['insufficient_gas', 503, 'facilitator_unavailable', /no usable response/],
    ['insufficient_funds', 402, 'fund', /^The balance of the payer is below the amount\. Fund/],
    ['insufficient_balance', 402, 'fund', /Fund the payer/],
    ['self_send', 402, 'fix_client', /the same wallet: pay from another one/],
    ['invalid_payload', 402, 'fix_client', /the facilitator could not read it/],
    ['invalid_exact_evm_signature', 402, 'fix_client', /name "USDC", version "2", chainId 84532/],
    ['paymaster_denied', 402, 'fix_client', /its code paymaster_denied/],
    [undefined, 402, 'fix_client', /gave no reason/],
    ['Not enough tokens!', 402, 'fix_client', /gave no reason/],
  ])('%s is %i %s', async (invalidReason, status, what, text) => {
    const header = await openBuyer().headerFor(shop.offer())
    answer = say({ isValid: false, invalidReason })
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    const body = await readJson(response)
    const { action, message } = body.extensions?.['payment-error'].info ?? {}
    expect([response.status, body.code ?? action]).toEqual([status, what])
    expect(body.detail ?? message).toMatch(text)
    if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    answer = officialFacilitator()
    expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
  })
})

describe('a settlement that failed with a transaction, whose nonce is then used', () => {
  const transaction = `0x${'cd'.repeat(32)}`
  const failed = { success: false, transaction, network: 'eip155:84532' }
  const used = { ...failed, transaction: '', errorReason: 'invalid_exact_evm_nonce_already_used' }

  test.each([
    ['named in the first response', { ...failed, errorReason: 'transaction_failed' }, 200],
    ['not named', { ...used, errorReason: 'transaction_failed' }, 503],
  ])('gives the report, marked unconfirmed, if it was %s', async (_what, first, status) => {
    const honest = officialFacilitator()
    let settles = 0
    answer = (request, response) => {
      if (request.url !== '/settle') return honest(request, response)
      settles += 1
      say(settles === 1 ? first : used)(request, response)
    }
    const fields = { 'payment-signature': await openBuyer().headerFor(shop.offer()) }
    const lost = await shop.post({ url: page }, fields)
    expect([lost.status, (await readJson(lost)).code]).toEqual([503, 'settlement_unknown'])
    const again = await shop.post({ url: page }, fields)
    expect([again.status, settles]).toEqual([status, 2])
    answer = officialFacilitator()
    if (status !== 200) return
    const receipt = JSON.parse(atob(again.headers.get('payment-response') ?? ''))
    expect(receipt).toMatchObject({ success: true, transaction })
    expect(receipt.extensions.unconfirmed.info.message).toContain('could not check it on the chain')
    const { job_id: jobId } = await readJson(again)
    const rows = await shop.service.readAsOperator(({ ledger }) =>
      ledger.list({ ...noFilter, limit: 100 }),
    )
    expect(rows.find((row) => row.jobId === jobId)).toMatchObject({
      state: 'settled',
      reason: 'unconfirmed',
      transaction,
    })
  })
})
