import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import {
  type Behaviour,
  json,
  type LoopbackServer,
  openLoopbackServer,
  text,
} from '#test/equipment/network/loopback-http.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://93.184.215.14/'
const down = text(503, 'down')
const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }]

const internet = await forFile(openInternet())
let facilitator: LoopbackServer
let shop: TestService

const up: Behaviour = (request, response, socket) =>
  request.path === '/supported'
    ? json(200, { kinds })(request, response, socket)
    : json(200, { isValid: false, invalidReason: 'insufficient_funds' })(request, response, socket)

beforeAll(async () => {
  facilitator = await openLoopbackServer(up)
  shop = await openTestService({
    internet,
    env: {
      MODE: 'testnet',
      PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      FACILITATOR_URL: facilitator.url,
    },
  })
})

afterAll(async () => {
  await shop.close()
  await facilitator.close()
})

const pay = async () =>
  shop.post({ url: page }, { 'payment-signature': await openBuyer().headerFor(shop.offer()) })

describe('while the facilitator is down', () => {
  test('quotes stop without any payment, within the seconds between two background checks', async () => {
    await using other = await openTestService({
      internet,
      env: {
        MODE: 'testnet',
        PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        FACILITATOR_URL: facilitator.url,
      },
    })
    expect((await other.post({ url: page })).status).toBe(402)
    facilitator.behave(down)
    let quotes = 0
    const quote = async () => {
      quotes += 1
      return (await readJson(await other.post({ url: page }))).code
    }
    await expect.poll(quote, { timeout: 19_000, interval: 200 }).toBe('facilitator_unavailable')
    const catalogue = async () => (await readJson(await other.get('/v1/tools'))).payment
    expect(await catalogue()).toMatchObject({ facilitator_available: false })
    const checks = facilitator.seen.filter(({ path }) => path === '/supported').length
    // There is not one request for each quote.
    expect(checks).toBeLessThan(quotes / 4)
    expect(facilitator.seen.filter(({ path }) => path === '/verify')).toEqual([])
    facilitator.behave(up)
    await expect
      .poll(async () => (await other.post({ url: page })).status, { timeout: 30_000 })
      .toBe(402)
    expect(await catalogue()).toMatchObject({ facilitator_available: true })
  })

  test('quotes stop after three payments, before a signature; /ready reports it; sales resume automatically', async () => {
    expect((await shop.get('/ready')).status).toBe(200)
    facilitator.behave(down)
    for (let nth = 0; nth < 3; nth += 1) expect((await pay()).status).toBe(503)

    const quoted = await shop.post({ url: page })
    expect([quoted.status, quoted.headers.get('payment-required')]).toEqual([503, null])
    expect(Number(quoted.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readJson(quoted)).toMatchObject({
      code: 'facilitator_unavailable',
      payment: { state: 'not_taken' },
    })
    const verifies = () => facilitator.seen.filter(({ path }) => path === '/verify').length
    const before = verifies()
    expect((await readJson(await pay())).code).toBe('facilitator_unavailable')
    expect(verifies()).toBe(before)
    // A 422 costs the client nothing, and is more informative.
    expect((await shop.post({ url: 'http://10.0.0.1/' })).status).toBe(422)

    await new Promise((go) => setTimeout(go, 1_100))
    const ready = await readJson(await shop.get('/ready'))
    expect(ready).toMatchObject({
      ready: false,
      parts: {
        facilitator: { ok: false, detail: expect.stringContaining('the next attempt is in') },
      },
      tools: { probe_url: { available: false, code: 'facilitator_unavailable' } },
    })

    facilitator.behave(up)
    await expect
      .poll(async () => (await shop.post({ url: page })).status, { timeout: 30_000 })
      .toBe(402)
    expect(verifies()).toBe(before)
    expect((await readJson(await pay())).error).toBe('insufficient_funds')
  })
})

test('signatures that the official facilitator cannot parse do not stop sales', async () => {
  await using sandbox = await openTestService({ internet })
  // ERC-6492 marks by its last 32 bytes that ABI-encoded deployment data precede them.
  const signature = `0x${'ab'.repeat(100)}${'6492'.repeat(16)}`
  for (let nth = 0; nth < 9; nth += 1) {
    const honest = await openBuyer().payloadFor(sandbox.offer())
    const header = headerOf({ ...honest, payload: { ...honest.payload, signature } })
    const answer = await sandbox.post({ url: page }, { 'payment-signature': header })
    expect((await readJson(answer)).code).toBe('facilitator_unavailable')
  }
  expect((await sandbox.post({ url: page })).status).toBe(402)
})
