import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ledgerReconcile } from '#cli/ledger/reconcile.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { reconcileLocally } from '#service/reconcile-once.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { officialFacilitator } from '#test/equipment/payment/official-facilitator.ts'
import { openScreen } from '#test/equipment/program/screen.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, testSettings } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'

describe('ledger reconcile', () => {
  test('settles an unknown outcome with the identical request, and says what is still unknown', async () => {
    await using internet = await openInternet()
    await internet.addSite('www.site.example.com', {
      ip: '93.184.215.14',
      https: respond(200, healthyFields, healthyPage),
    })
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

      const settings = testSettings({ DATA_DIR: shop.dataDir, ...env }, internet)
      const reconcile = () =>
        reconcileLocally({
          settings,
          clock: systemClock,
          random: systemRandom,
          log: silentLog,
          signal: new AbortController().signal,
        })
      const still = openScreen()
      expect(await ledgerReconcile({ json: true, settings, reconcile }, still)).toBe(2)
      expect(JSON.parse(still.seen.out)).toMatchObject({ settled: 0, unknown: 1 })

      answer = official
      const done = openScreen()
      expect(await ledgerReconcile({ json: false, settings, reconcile }, done)).toBe(0)
      expect(done.seen.out).toContain('1 settled, 0 refused, 0 still unknown')
      const nothing = openScreen()
      expect(await ledgerReconcile({ json: false, settings, reconcile }, nothing)).toBe(0)
      expect(nothing.seen.out).toContain('nothing was unknown')
    } finally {
      await shop.close()
      server.close()
      server.closeAllConnections()
    }
  })

  test('says why it can do nothing in sandbox mode, or without a ledger', async () => {
    await using internet = await openInternet()
    const never = () => Promise.reject(new Error('must not be asked'))
    const sandbox = openScreen()
    const settings = testSettings({}, internet)
    expect(await ledgerReconcile({ json: false, settings, reconcile: never }, sandbox)).toBe(4)
    expect(sandbox.seen.err).toContain('reconciles by itself')
    const empty = openScreen()
    const real = testSettings({ MODE: 'testnet', DATA_DIR: '/nonexistent/urlwitness' }, internet)
    expect(await ledgerReconcile({ json: false, settings: real, reconcile: never }, empty)).toBe(4)
    expect(empty.seen.err).toContain('there is no ledger in /nonexistent/urlwitness')
  })
})
