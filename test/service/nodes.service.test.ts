import { createLocalJWKSet, flattenedVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { claimsOf } from '#report/claims.ts'
import { proof, provenReport } from '#report/proof.ts'
import { systemClock } from '#runtime/clock.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { rotateSigningKey } from '#store/keys/signing-keys.ts'
import { openPostgresOperatorStore } from '#store/postgres/operator/open-operator-store.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const BASE_URL = 'http://localhost:8402'
const soldReport = provenReport.extend({ proof, report_url: z.string() })

/** Services on one database behind one public name, as behind a load balancer. */
async function openNodes(count: number) {
  const closing = new AsyncDisposableStack()
  const internet = closing.use(await openInternetWithSite())
  const server = await sharedPostgres()
  const url = await server.createDatabase()
  const { facilitator } = countingFacilitator()
  const nodes: TestService[] = []
  for (let at = 0; at < count; at += 1) {
    const env = { DATABASE_URL: url, BASE_URL }
    const node = closing.use(await openTestService({ internet, facilitator, env }))
    nodes.push(node)
  }
  const [one, other] = nodes
  if (one === undefined || other === undefined) throw new TypeError('Two nodes at least.')
  return { url, one, other, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

const page = 'https://www.site.example.com/'

/** The offer is from one node, and the payment goes to the other. */
async function buy(offeredBy: TestService, soldBy: TestService) {
  const payload = await openBuyer().payloadFor(offeredBy.offer())
  const id = `pay_${crypto.randomUUID().replaceAll('-', '')}`
  const named = { 'payment-identifier': { info: { required: false, id } } }
  const header = headerOf({ ...payload, extensions: { ...payload.extensions, ...named } })
  const response = await soldBy.post({ url: page }, { 'payment-signature': header })
  const text = await response.text()
  expect([response.status, text.slice(0, 200)]).toEqual([200, text.slice(0, 200)])
  return { header, text, report: soldReport.parse(JSON.parse(text)) }
}

async function verifyAt(node: TestService, report: z.infer<typeof soldReport>): Promise<void> {
  const response = await node.get('/.well-known/jwks.json')
  const [head = '', , signature = ''] = report.proof.jws.split('.')
  const claims = new TextEncoder().encode(claimsOf(report, report.proof))
  const jws = { protected: head, payload: Buffer.from(claims).toString('base64url'), signature }
  await flattenedVerify(
    jws,
    createLocalJWKSet(z.custom<{ keys: [] }>().parse(await response.json())),
  )
}

describe('two nodes on one PostgreSQL', needs({ PostgreSQL: hasPostgres }), () => {
  test('each gives the reports of the other again, shows them, and verifies them', async () => {
    await using nodes = await openNodes(2)
    const { one, other } = nodes
    const sold = await buy(one, other)
    const again = await one.post({ url: page }, { 'payment-signature': sold.header })
    expect([again.status, await again.text()]).toEqual([200, sold.text])
    const { pathname } = new URL(sold.report.report_url)
    expect(sold.report.report_url).toBe(`${BASE_URL}${pathname}`)
    for (const node of [one, other]) {
      const shown = await node.get(`${pathname}.json`)
      expect([shown.status, await shown.text()]).toEqual([200, sold.text])
      await verifyAt(node, sold.report)
    }
    // Each node signs with a separate key.
    const back = await buy(other, one)
    await verifyAt(other, back.report)
    const kidOf = (report: typeof back.report) => report.proof.jws.split('.')[0]
    expect(kidOf(back.report)).not.toBe(kidOf(sold.report))
  })

  test('a payment that both get at the same moment is executed once', async () => {
    await using nodes = await openNodes(2)
    const { one, other } = nodes
    for (let round = 0; round < 5; round += 1) {
      const header = await openBuyer().headerFor(one.offer())
      const responses = await Promise.all(
        [one, other].map((node) => node.post({ url: page }, { 'payment-signature': header })),
      )
      const statuses = responses.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([200, 409, 425, 503]).toContain(statuses[1])
    }
    await using operator = await openPostgresOperatorStore(databaseUrl.parse(nodes.url))
    const totals = await operator.ledger.dailyTotals(0)
    expect(totals.map(({ state, count }) => [state, count])).toEqual([['settled', 5]])
  })

  test('pause, price and resume are in effect on both within a second, and the console of each shows the calls of both', async () => {
    await using nodes = await openNodes(2)
    const { one, other, url } = nodes
    await buy(one, other)
    await using operator = await openPostgresOperatorStore(databaseUrl.parse(url))
    expect(await operator.instances.list()).toHaveLength(2)
    const statuses = async () =>
      Promise.all([one, other].map(async (node) => (await node.post({ url: page })).status))
    // It takes a second on a quiet machine.
    const within = { timeout: 5_000, interval: 20 }
    await operator.overrides.change(['probe_url'], { paused: true }, Date.now())
    await expect.poll(statuses, within).toEqual([503, 503])
    await operator.overrides.change(['probe_url'], { paused: false }, Date.now())
    await expect.poll(statuses, within).toEqual([402, 402])
    await operator.overrides.change(['probe_url'], { priceAtomic: 7_000n }, Date.now())
    await expect
      .poll(() => [one, other].map((node) => node.offer().accepts[0]?.amount), within)
      .toEqual(['7000', '7000'])

    // A link that one node made opens the console of the other.
    const link = new URL((await one.service.consoleLink())?.url ?? '')
    const { admin } = other.service
    const entered = await fetch(`http://127.0.0.1:${admin?.port}${link.pathname}${link.search}`)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const shown = await fetch(`http://127.0.0.1:${admin?.port}/console`, { headers: { cookie } })
    expect(await shown.text()).toContain('www.site.example.com')
  })

  test('a key that a node begins to sign with is published by the other; reports of the former still verify', async () => {
    await using nodes = await openNodes(2)
    const { one, other } = nodes
    const before = await buy(one, one)
    rotateSigningKey(one.dataDir, systemClock.now(), { revoke: false })
    const after = await buy(one, one)
    await expect
      .poll(
        () =>
          verifyAt(other, after.report).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    await verifyAt(other, before.report)
  })

  test('the verbs of the operator read and write the database, and those for files say so', async () => {
    await using nodes = await openNodes(2)
    const { one, other, url } = nodes
    await buy(one, other)
    const verb = (...args: readonly string[]) =>
      runVerb([...args], {
        env: { URLWITNESS_DATABASE_URL: url, URLWITNESS_DATA_DIR: one.dataDir },
      })
    const json = async (...args: readonly string[]) =>
      JSON.parse((await verb(...args, '--json')).out)
    const status = await json('status')
    expect([status.running, status.services.length, status.database.includes('test_')]).toEqual([
      true,
      2,
      true,
    ])
    expect((await json('ledger', 'list')).calls).toMatchObject([{ state: 'settled' }])
    expect((await json('ledger', 'summary')).totals).toMatchObject([{ settled: 1 }])
    expect((await verb('ledger', 'export', '--format', 'csv')).out.split('\r\n')).toHaveLength(3)
    expect((await verb('pause', 'probe_url')).err).toContain('The running services (2) apply it')
    expect((await verb('resume')).code).toBe(0)
    expect((await json('jobs')).jobs).toEqual([])
    expect((await json('evidence', 'list')).screenshots).toEqual([])
    expect(await json('evidence', 'purge', '--all')).toMatchObject({ freed: 1 })
    const { keys } = JSON.parse((await verb('keys', 'export', '--format', 'jwks')).out)
    expect(keys).toHaveLength(2)
    expect((await verb('keys', 'rotate')).code).toBe(0)
    await verifyAt(other, (await buy(one, one)).report)
    expect((await verb('console')).out).toContain('http://127.0.0.1:')
    for (const file of [
      ['backup', '/tmp/x.sqlite'],
      ['ledger', 'archive', '--before', '2026-01-01'],
    ]) {
      const refused = await verb(...file)
      expect([refused.code, refused.err]).toEqual([
        64,
        expect.stringContaining('the ledger is in PostgreSQL (database_url)'),
      ])
    }
  })
})
