import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { officialFacilitator } from '#test/equipment/payment/official-facilitator.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const transaction = `0x${'cd'.repeat(32)}`
const failed = { success: false, transaction, network: 'eip155:84532' }
const settleResponses = [
  { ...failed, errorReason: 'transaction_failed' },
  { ...failed, transaction: '', errorReason: 'invalid_exact_evm_nonce_already_used' },
]

const engines = [
  { name: 'SQLite', present: {}, databaseUrl: async () => '' },
  {
    name: 'PostgreSQL',
    present: { PostgreSQL: hasPostgres },
    databaseUrl: async () => (await sharedPostgres()).createDatabase(),
  },
] as const

describe.each(engines)('over $name, without rpc_url', ({ present, databaseUrl }) => {
  describe('ledger audit', needs(present), () => {
    test('lists what only the facilitator shows as settled, and compares nothing else', async () => {
      await using internet = await openInternetWithSite()
      const official = officialFacilitator()
      let answer: RequestListener = official
      const server = createServer((request, response) => answer(request, response))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      const env = {
        MODE: 'testnet',
        PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        FACILITATOR_URL: `http://127.0.0.1:${port}`,
        DATABASE_URL: await databaseUrl(),
      }
      const shop = await openTestService({ internet, env })
      try {
        const buy = (header: string) => shop.post({ url: page }, { 'payment-signature': header })
        const given = Object.entries({ ...env, DATA_DIR: shop.dataDir })
        const audit = (...flags: string[]) =>
          runVerb(['ledger', 'audit', ...flags], {
            env: Object.fromEntries(given.map(([name, value]) => [`URLWITNESS_${name}`, value])),
          })

        expect((await buy(await openBuyer().headerFor(shop.offer()))).status).toBe(200)
        expect(await audit()).toMatchObject({ code: 4, err: expect.stringContaining('rpc_url') })

        const left = [...settleResponses]
        answer = (request, response) =>
          request.url === '/settle'
            ? void response
                .setHeader('content-type', 'application/json')
                .end(JSON.stringify(left.shift()))
            : official(request, response)
        const signed = await openBuyer().headerFor(shop.offer())
        expect((await readJson(await buy(signed))).code).toBe('settlement_unknown')
        const report = await buy(signed)
        expect(report.status).toBe(200)
        const { job_id } = await readJson(report)

        const detail = `unconfirmed: the facilitator named ${transaction}`
        const found = await audit('--json')
        expect([found.code, JSON.parse(found.out)]).toMatchObject([
          2,
          {
            agrees: 0,
            recent: 0,
            differs: 0,
            unclear: 1,
            calls: [{ status: 'unclear', detail, call: { job_id, state: 'settled', transaction } }],
          },
        ])
        const { out } = await audit()
        expect(out.replaceAll(/\s+/g, ' ')).toContain(`not compared (${detail})`)
      } finally {
        await shop.close()
        server.close()
        server.closeAllConnections()
      }
    })
  })
})
