import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import {
  countingStatements,
  openStatistics,
  type Statistics,
} from '#test/equipment/postgres/statistics.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const CALLS = 30

describe('a paid call on PostgreSQL', needs({ PostgreSQL: hasPostgres }), () => {
  let server: PostgresServer
  let statistics: Statistics
  let shop: TestService
  const opened = new AsyncDisposableStack()

  beforeAll(async () => {
    server = opened.use(await PostgresServer.open({ settings: countingStatements }))
    const url = await server.createDatabase()
    statistics = await openStatistics(server, url)
    const internet = opened.use(await openInternet())
    shop = opened.use(
      await openTestService({
        internet,
        env: { DATABASE_URL: url },
        runners: {
          probe_url: async () => ({
            status: 'completed',
            body: '{"report":true}',
            signFor: async () => '{"report":"signed"}',
            resultStatus: 'PASS',
            findingCodes: ['TLS_EXPIRED'],
          }),
        },
      }),
    )
  })
  afterAll(() => opened.disposeAsync())

  test.each([
    { which: 'without a payment identifier', isNamed: false },
    { which: 'with a payment identifier', isNamed: true },
  ])('$which is four round trips, each a statement by itself', async ({ isNamed }) => {
    await statistics.reset()
    for (let call = 0; call < CALLS; call += 1) await buy(isNamed)
    // Heartbeats, totals and deliveries belong to no call: a heartbeat comes every two seconds, the others less often.
    const counts = (await statistics.read()).filter(({ query }) => !isBeat(query))
    const ofCalls = counts.filter(({ calls }) => calls >= CALLS / 2)
    const roundTrips = ofCalls.reduce((sum, { calls }) => sum + calls, 0)
    expect(roundTrips, JSON.stringify(ofCalls, null, 1)).toBe(4 * CALLS)
  })

  async function buy(isNamed: boolean): Promise<void> {
    const payload = await signedPayload(openBuyer(), shop.offer())
    const id = { info: { required: false, id: `id-${payload.payload['signature']}`.slice(0, 40) } }
    const extensions = isNamed ? { 'payment-identifier': id } : undefined
    const header = headerOf({ ...payload, extensions })
    const fields = { 'payment-signature': header }
    const response = await shop.post({ url: 'https://93.184.215.14/' }, fields)
    await response.arrayBuffer()
    expect(response.status).toBe(200)
  }
})

function isBeat(query: string): boolean {
  return query.startsWith('INSERT INTO nodes')
}
