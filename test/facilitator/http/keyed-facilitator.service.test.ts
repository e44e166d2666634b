import { describe, expect, test } from 'vitest'
import { json, openLoopbackServer, text } from '#test/equipment/network/loopback-http.ts'
import { type ApiKey, ed25519ApiKey, p256ApiKey } from '#test/equipment/payment/api-keys.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import {
  type KeyedFacilitator,
  openKeyedFacilitator,
} from '#test/equipment/payment/keyed-facilitator.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

// The whole service with a hosted facilitator, configured by settings alone.

const page = 'https://www.site.example.com/'
const internet = await forFile(openInternetWithSite())

function openShop(facilitatorUrl: string, key: Pick<ApiKey, 'id' | 'secret'> | null) {
  return openTestService({
    internet,
    env: {
      MODE: 'testnet',
      PAY_TO,
      FACILITATOR_URL: facilitatorUrl,
      ...(key === null ? {} : { FACILITATOR_KEY_ID: key.id, FACILITATOR_KEY_SECRET: key.secret }),
    },
  })
}

async function facilitatorState(shop: TestService) {
  const response = await shop.get('/ready')
  const { parts } = await readJson(response)
  return { httpStatus: response.status, ...parts.facilitator }
}

/** Polls for a change that the service detects on its own schedule. */
async function eventually<T>(look: () => Promise<T>, isWanted: (seen: T) => boolean): Promise<T> {
  const givesUpAt = performance.now() + 8_000
  for (;;) {
    const seen = await look()
    if (isWanted(seen) || performance.now() > givesUpAt) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function closing<T>(server: KeyedFacilitator, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await server.close()
  }
}

const ed = ed25519ApiKey()
const p256 = p256ApiKey()

describe('a facilitator that requires a token with each request', () => {
  test.each<[string, Pick<ApiKey, 'id' | 'secret'>]>([
    ['Ed25519, seed and public key', ed],
    ['Ed25519, the seed alone', { id: ed.id, secret: ed.seed }],
    ['EC P-256, SEC1', p256],
    ['EC P-256, PKCS8 on one line', { id: p256.id, secret: p256.pkcs8.replaceAll('\n', '\\n') }],
  ])('spec 4: sells to the official client with a key of %s', async (_what, key) => {
    const server = await openKeyedFacilitator({ keys: [ed, p256] })
    await closing(server, async () => {
      await using shop = await openShop(server.base, key)
      expect(await facilitatorState(shop)).toEqual({ httpStatus: 200, ok: true, detail: null })
      const paid = await openBuyer().fetch(`${shop.service.baseUrl}/v1/probe-url`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: page }),
      })
      expect(paid.status).toBe(200)
      expect(paid.headers.get('payment-response')).not.toBeNull()
      expect(server.turnedAway).toEqual([])
      expect(server.served.slice(-2)).toEqual(['/verify', '/settle'])
    })
  })

  const wrong: readonly [string, Pick<ApiKey, 'id' | 'secret'>, string][] = [
    ['another id', { ...ed, id: 'retired-key' }, 'unknown kid'],
    ['another secret', { id: ed.id, secret: ed25519ApiKey().secret }, 'bad signature'],
    ['a secret of the other kind', { id: ed.id, secret: p256.secret }, 'bad signature'],
  ]
  test.each(wrong)(
    'spec 7: with %s no payment is accepted, and /ready names the key',
    async (_what, key, why) => {
      const server = await openKeyedFacilitator({ keys: [ed] })
      await closing(server, async () => {
        await using shop = await openShop(server.base, key)
        const header = await openBuyer().headerFor(shop.offer())
        const dialed = internet.dialed.length
        const response = await shop.post({ url: page }, { 'payment-signature': header })
        const answer = await response.text()
        expect([response.status, response.headers.get('payment-required')]).toEqual([503, null])
        expect(JSON.parse(answer)).toMatchObject({
          code: 'facilitator_unavailable',
          payment: { state: 'not_taken' },
        })
        // A fault on our side does not concern the buyer.
        expect(answer).not.toMatch(/key|401|unauthorized/i)
        expect(internet.dialed).toHaveLength(dialed)
        expect(await facilitatorState(shop)).toEqual({
          httpStatus: 503,
          ok: false,
          detail: expect.stringContaining(
            'The facilitator refuses our key: check URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET.',
          ),
        })
        expect(new Set(server.turnedAway)).toEqual(new Set([why]))
        expect(shop.logged.filter(({ level }) => level === 'error')).toMatchObject([
          { event: 'facilitator_refuses_key', http_status: 401 },
        ])
        const log = JSON.stringify(shop.logged)
        for (const secret of [key.secret, key.secret.slice(0, 20), key.id]) {
          expect(log).not.toContain(secret)
        }

        // Once the operator fixes it at the provider, the same payment is accepted.
        server.keys.set(key.id, { ...(key.secret === p256.secret ? p256 : ed), ...key })
        if (why === 'unknown kid') {
          const pay = async () =>
            (await shop.post({ url: page }, { 'payment-signature': header })).status
          await expect.poll(pay, { timeout: 30_000 }).toBe(200)
        }
      })
    },
  )

  test('without a key /ready reports that one is required', async () => {
    const server = await openKeyedFacilitator({ keys: [ed] })
    await closing(server, async () => {
      await using shop = await openShop(server.base, null)
      expect(await facilitatorState(shop)).toMatchObject({
        ok: false,
        detail:
          'The facilitator requires a key: set URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET.',
      })
    })
  })

  test('a key refused at /verify counts although /supported needs none', async () => {
    const server = await openKeyedFacilitator({
      open: ['/platform/v2/x402/supported'],
      refusal: text(403, '<h1>Forbidden</h1>'),
    })
    await closing(server, async () => {
      await using shop = await openShop(server.base, ed)
      expect(await facilitatorState(shop)).toMatchObject({
        ok: false,
        detail: expect.stringContaining('refuses our key'),
      })
      server.keys.set(ed.id, ed)
      const mended = await eventually(
        () => facilitatorState(shop),
        ({ ok }) => ok,
      )
      expect(mended).toEqual({ httpStatus: 200, ok: true, detail: null })
    })
  })

  test('while nothing is quoted for a refused key, /ready names the key, and sales resume automatically', async () => {
    const server = await openKeyedFacilitator()
    await closing(server, async () => {
      await using shop = await openShop(server.base, ed)
      for (let nth = 0; nth < 3; nth += 1) {
        const header = await openBuyer().headerFor(shop.offer())
        await shop.post({ url: page }, { 'payment-signature': header })
      }
      const closed = await eventually(
        () => facilitatorState(shop),
        ({ detail }) => /refuses our key.*Nothing is quoted/.test(detail ?? ''),
      )
      expect(closed.detail).toMatch(
        /^The facilitator refuses our key: check URLWITNESS_\S+ and URLWITNESS_\S+\. Nothing is quoted; the next attempt is in \d+ s\.$/,
      )
      expect((await shop.post({ url: page })).status).toBe(503)
      server.keys.set(ed.id, ed)
      const opened = await eventually(
        () => shop.post({ url: page }),
        ({ status }) => status === 402,
      )
      expect(opened.status).toBe(402)
    })
  })

  test('a key refused only at settle leaves the outcome unknown: 503, never a new quote', async () => {
    const server = await openLoopbackServer((seen, ...rest) =>
      (seen.path === '/settle' ? json(401, {}) : json(200, { isValid: true }))(seen, ...rest),
    )
    try {
      await using shop = await openShop(server.url, ed)
      const header = await openBuyer().headerFor(shop.offer())
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const response = await shop.post({ url: page }, { 'payment-signature': header })
        expect([response.status, response.headers.get('payment-required')]).toEqual([503, null])
        expect((await readJson(response)).code).toBe('settlement_unknown')
      }
    } finally {
      await server.close()
    }
  })
})

test('the service starts while its facilitator is down, reports it, and sells once it is up', async () => {
  const place = await openLoopbackServer(text(200, ''))
  await place.close()
  const port = Number(new URL(place.url).port)
  await using shop = await openShop(`${place.url}/platform/v2/x402`, ed)
  expect((await shop.get('/health')).status).toBe(200)
  expect(await facilitatorState(shop)).toEqual({
    httpStatus: 503,
    ok: false,
    detail: 'The facilitator gives no usable response.',
  })
  const server = await openKeyedFacilitator({ keys: [ed], port })
  await closing(server, async () => {
    const ready = await eventually(
      () => facilitatorState(shop),
      ({ ok }) => ok,
    )
    expect(ready).toEqual({ httpStatus: 200, ok: true, detail: null })
    const header = await openBuyer().headerFor(shop.offer())
    expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
  })
})
