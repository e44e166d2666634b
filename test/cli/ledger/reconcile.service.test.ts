import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { officialFacilitator } from '#test/equipment/payment/official-facilitator.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'

describe('ledger reconcile', () => {
  test('settles nothing without the buyer, and reports what is still unknown', async () => {
    await using internet = await openInternetWithSite()
    const official = officialFacilitator()
    let answer: RequestListener = (request, response) =>
      request.url === '/settle' ? void request.socket.destroy() : official(request, response)
    const server = createServer((request, response) => answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const env = {
      MODE: 'testnet',
      PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      FACILITATOR_URL: `http://127.0.0.1:${port}`,
      FACILITATOR_SETTLE_TIMEOUT_MS: '1000',
    }
    const shop = await openTestService({ internet, env })
    try {
      const header = await openBuyer().headerFor(shop.offer())
      const unknown = await shop.post({ url: page }, { 'payment-signature': header })
      expect((await readJson(unknown)).code).toBe('settlement_unknown')

      const setting = (name: string, value: string) => [`URLWITNESS_${name}`, value] as const
      const given = Object.entries({ ...env, DATA_DIR: shop.dataDir }).map((one) => setting(...one))
      const reconcile = (...flags: string[]) =>
        runVerb(['ledger', 'reconcile', ...flags], { env: Object.fromEntries(given) })
      const still = await reconcile('--json')
      expect(still.code).toBe(2)
      expect(JSON.parse(still.out)).toMatchObject({ settled: 0, unknown: 1 })

      answer = official
      const left = expect.stringContaining('0 settled, 0 refused, 1 still unknown\n')
      expect(await reconcile()).toMatchObject({ code: 2, out: left })
      const again = await shop.post({ url: page }, { 'payment-signature': header })
      expect(again.status).toBe(200)
      expect(await reconcile()).toMatchObject({ code: 0, out: 'no settlement was unknown\n' })
    } finally {
      await shop.close()
      server.close()
      server.closeAllConnections()
    }
  })

  test('reports why it can do nothing in sandbox mode, or without a ledger', async () => {
    const reconcile = (...flags: string[]) => runVerb(['ledger', 'reconcile', ...flags])
    const inSandbox = { code: 4, err: expect.stringContaining('there is no chain to read') }
    expect(await reconcile()).toMatchObject(inSandbox)
    const empty = 'there is no ledger in /nonexistent/urlwitness'
    expect(
      await reconcile('--mode', 'testnet', '--data-dir', '/nonexistent/urlwitness'),
    ).toMatchObject({ code: 4, err: expect.stringContaining(empty) })
  })
})
