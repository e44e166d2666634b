import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const internet = await forFile(openInternetWithSite())
const bank = countingFacilitator()
let dataDir: string
let shop: TestService

beforeEach(async () => {
  dataDir = temporaryFolder()
  bank.calls.length = 0
  shop = await openShop()
})
afterEach(async () => {
  await shop.close()
})

const openShop = () => openTestService({ internet, dataDir, facilitator: bank.facilitator })

/** Runs a verb beside the service. */
async function operate(...args: string[]): Promise<void> {
  expect(await runVerb([...args, '--data-dir', dataDir])).toMatchObject({ code: 0 })
}

/** Polls for a change that takes a second (`store/operator/override-watch.test.ts`), and longer on a busy machine. */
const soon = { timeout: 30_000, interval: 50 }
const probeOf = async () => (await readJson(await shop.get('/v1/tools'))).tools[0]

describe('a price that the operator changes', () => {
  test('is within a second in the quote and in every document', async () => {
    const etag = (await shop.get('/v1/tools')).headers.get('etag') ?? ''
    const kept = { headers: { 'if-none-match': etag } }
    expect((await shop.get('/v1/tools', kept)).status).toBe(304)
    await operate('price', 'probe_url', '0.0125')
    await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.0125')

    expect((await shop.get('/v1/tools', kept)).status).toBe(200)
    expect((await probeOf()).price_atomic).toBe('12500')
    const quote = await readJson(await shop.post({ url: page }))
    expect(quote.accepts[0].amount).toBe('12500')
    const openapi = await readJson(await shop.get('/openapi.json'))
    expect(openapi.paths['/v1/probe-url'].post['x-payment-info'].price.amount).toBe('0.0125')
    expect(Object.keys(openapi.paths)).toContain('/v1/verify-page')
    for (const path of ['/.well-known/x402', '/.well-known/x402.json']) {
      expect((await readJson(await shop.get(path))).items[0].accepts).toEqual(quote.accepts)
    }
    expect(await (await shop.get('/llms.txt')).text()).toContain('POST, 0.0125 USD')
    expect(await (await shop.get('/docs')).text()).toContain('0.0125 USD')
  })

  test('does not consume a payment signed for the old one: it gets a new quote', async () => {
    const buyer = openBuyer()
    const old = await buyer.headerFor(shop.offer())
    await operate('price', 'probe_url', '0.02')
    await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.02')
    const answer = await shop.post({ url: page }, { 'payment-signature': old })
    expect(answer.status).toBe(402)
    expect((await readJson(answer)).accepts[0].amount).toBe('20000')
    expect(bank.calls).toEqual([])

    // The price is restored, and the same signature buys.
    await operate('price', 'probe_url', '--reset')
    await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.005')
    const paid = await shop.post({ url: page }, { 'payment-signature': old })
    expect([paid.status, bank.calls]).toEqual([200, ['verify', 'settle']])
  })

  test('leaves a running call at its price', async () => {
    let price: string | undefined
    bank.instead.settle = async () => {
      await operate('price', 'probe_url', '0.03')
      await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.03')
      price = (await probeOf()).price_usd
      delete bank.instead.settle
      return { status: 'refused', reason: 'insufficient_funds', receipt: refusedReceipt }
    }
    const header = await openBuyer().headerFor(shop.offer())
    const answer = await shop.post({ url: page }, { 'payment-signature': header })
    expect([answer.status, price]).toEqual([402, '0.03'])
    // The refusal names the amount that was agreed on.
    expect((await readJson(answer)).accepts[0].amount).toBe('5000')
  })

  const refusedReceipt = {
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: 'eip155:84532',
  } as const

  test('persists after a restart', async () => {
    await operate('price', 'probe_url', '0.0125')
    await shop.close()
    await operate('pause', 'probe_url')
    shop = await openShop()
    expect(await probeOf()).toMatchObject({ price_usd: '0.0125', paused: true, enabled: true })
  })
})

describe('a tool that is paused', () => {
  test('is refused within a second with 503 route_paused and Retry-After; after resume it sells again', async () => {
    await operate('pause')
    const code = async () => (await readJson(await shop.post({ url: page }))).code
    await expect.poll(code, soon).toBe('route_paused')
    const header = await openBuyer().headerFor(shop.offer())
    const answer = await shop.post({ url: page }, { 'payment-signature': header })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await readJson(answer)).toMatchObject({
      code: 'route_paused',
      retryable: true,
      payment: { state: 'not_taken' },
    })
    expect(bank.calls).toEqual([])
    expect(await probeOf()).toMatchObject({ enabled: true, paused: true })
    await expect
      .poll(async () => (await readJson(await shop.get('/ready'))).tools.probe_url, {
        timeout: 30_000,
      })
      .toEqual({ available: false, code: 'route_paused' })

    await operate('resume', 'probe_url')
    await expect.poll(async () => (await probeOf()).paused, soon).toBe(false)
    const paid = await shop.post({ url: page }, { 'payment-signature': header })
    expect(paid.status).toBe(200)
  })

  test('a lost response of a settled call is returned again while the tool is paused', async () => {
    const buyer = openBuyer()
    const payload = await buyer.payloadFor(shop.offer())
    const extensions = {
      'payment-identifier': { info: { required: false, id: 'pay_0123456789abcdef' } },
    }
    const header = { 'payment-signature': headerOf({ ...payload, extensions }) }
    const first = await shop.post({ url: page }, header)
    expect(first.status).toBe(200)
    const body = await first.text()
    await operate('pause', 'probe_url')
    await expect.poll(async () => (await probeOf()).paused, soon).toBe(true)
    expect(await (await shop.post({ url: page }, header)).text()).toBe(body)
  })
})
