import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternet())
let shop: TestService
const bank = countingFacilitator()
const env = {
  BASE_URL: 'https://shop.example.com',
  EGRESS_OWN_ADDRESSES: '93.184.215.0/24,2a00:1450:4001::/48',
}

beforeAll(async () => {
  for (const ip of ['93.184.215.1', '93.184.220.7']) {
    await internet.addSite(`host-${ip.replaceAll('.', '-')}.example.com`, {
      ip,
      http: respond(200, healthyFields, healthyPage),
    })
  }
  internet.dns.set('router.example.com', { a: ['93.184.215.1'] })
  internet.dns.set('shop.example.com', { a: ['93.184.220.7'] })
  shop = await openTestService({ internet, facilitator: bank.facilitator, env })
})
afterAll(async () => {
  await shop.close()
})

describe('design 1.20: neighbours are refused', () => {
  test.each([
    ['http://93.184.215.1/', 'url_host_not_public', 'the router, by its public address'],
    ['http://93.184.215.255/', 'url_host_not_public', 'the last address of the prefix'],
    ['http://[2a00:1450:4001::1]/', 'url_host_not_public', 'the router, by IPv6'],
    ['http://[2a00:1450:4001:ffff::]/', 'url_host_not_public', 'the last network of the prefix'],
    ['http://router.example.com/', 'url_resolves_not_public', 'a name of the router'],
    ['http://93.184.220.7/', 'url_host_not_public', 'what base_url resolves to'],
    ['http://shop.example.com/', 'url_resolves_not_public', 'base_url itself'],
  ])('%s is refused before the quote, and nothing is dialed', async (url, type) => {
    const header = await openBuyer().headerFor(shop.offer())
    for (const fields of [{}, { 'payment-signature': header }]) {
      const response = await shop.post({ url }, fields)
      expect([response.status, (await readJson(response)).detail[0].type]).toEqual([422, type])
    }
    expect([bank.calls, internet.dialed]).toEqual([[], []])
  })

  test('an address beside the prefix is quoted', async () => {
    for (const url of ['http://93.184.214.255/', 'http://[2a00:1450:4002::]/']) {
      expect((await shop.post({ url })).status).toBe(402)
    }
  })

  test('a literal is refused while the tools are closed too: its 422 is the same each time', async () => {
    await using closed = await openTestService({
      internet,
      env: { ...env, PROBE_URL_ENABLED: 'false' },
    })
    expect((await closed.post({ url: 'http://93.184.214.1/' })).status).toBe(503)
    expect((await closed.post({ url: 'http://93.184.215.1/' })).status).toBe(422)
  })

  test('the operator may allow them', async () => {
    await using open = await openTestService({
      internet,
      env: { ...env, EGRESS_ALLOW_OWN_ADDRESSES: 'true' },
    })
    for (const url of ['http://93.184.215.1/', 'http://router.example.com/']) {
      expect((await open.post({ url })).status).toBe(402)
    }
  })

  test.each([
    ['with a quote', true],
    ['with a payment at once', false],
  ])(
    'private addresses and neighbours behind a translator of the network are refused: %s',
    async (_how, asksFirst) => {
      internet.dns.set('ipv4only.arpa', { aaaa: ['2a00:1450:64::192.0.0.170'] })
      internet.dns.set('private.example.com', { aaaa: ['2a00:1450:64::10.0.0.1'] })
      internet.dns.set('near.example.com', { aaaa: ['2a00:1450:64::93.184.215.9'] })
      internet.dns.set('public.example.com', { aaaa: ['2a00:1450:64::93.184.216.9'] })
      await using translated = await openTestService({ internet, env })
      const header = await openBuyer().headerFor(translated.offer())
      const fields = asksFirst ? {} : { 'payment-signature': header }
      const urls = ['private', 'near'].map((name) => `http://${name}.example.com/`)
      for (const url of [...urls, 'http://[2a00:1450:64::10.0.0.1]/']) {
        expect((await translated.post({ url }, fields)).status).toBe(422)
      }
      expect((await translated.post({ url: 'http://public.example.com/' })).status).toBe(402)
    },
  )

  test('a redirect into the prefix is not followed', async () => {
    await internet.addSite('leads.example.com', {
      ip: '93.184.221.9',
      http: respond(302, { location: 'http://93.184.215.1/admin' }, ''),
    })
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post(
      { url: 'http://leads.example.com/' },
      { 'payment-signature': header },
    )
    expect(response.status).toBe(200)
    expect(internet.dialed.filter((at) => at.startsWith('93.184.215.'))).toEqual([])
  })
})
