import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { entryOf } from '#store/ledger/rows.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { booksOf, type Payment, statusOf } from '#test/equipment/payment/books.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  type FacilitatorServer,
  openFacilitatorServer,
} from '#test/equipment/payment/facilitator-server.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { type CuttingProxy, openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  executionsIn,
  type ServicePlan,
  type ServiceProcess,
  startService,
} from '#test/equipment/service/crashing-service.ts'

const terms = soundTerms('testnet')
const anvil = findAnvil()
const patience = { timeout: 45_000, interval: 50 }
/** The promise to a buyer: another node has recovered the call by then. */
const RECOVERED_MS = 15_000
const ROWS = statement('', 'SELECT * FROM authorizations ORDER BY id')

describe(
  'nodes on one PostgreSQL',
  needs({ anvil: !('missing' in anvil), PostgreSQL: hasPostgres }),
  () => {
    let chain: Chain
    let facilitator: FacilitatorServer
    let server: PostgresServer
    let proxy: CuttingProxy
    let database: PostgresDatabase
    let direct: string
    let folder: string
    const running: ServiceProcess[] = []

    beforeAll(async () => {
      if (!('path' in anvil)) return
      chain = await openChain(anvil.path, terms)
      const wallet = await chain.fundedWallet()
      facilitator = await openFacilitatorServer({ wallet, network: terms.network })
    }, 60_000)
    afterAll(async () => {
      await facilitator?.close()
      await chain?.close()
    })
    beforeEach(async () => {
      facilitator.behave(facilitator.honest)
      folder = mkdtempSync(join(tmpdir(), 'urlwitness-nodes-'))
      server = await PostgresServer.open()
      proxy = await openCuttingProxy(join(server.folder, '.s.PGSQL.5432'))
      direct = await server.createDatabase()
      database = connectTo(direct)
    })
    afterEach(async () => {
      for (const service of running.splice(0)) await service.kill()
      await database.close()
      await proxy[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Each node has a data folder of its own, as on a machine of its own. */
    async function start(
      changes: Partial<ServicePlan> = {},
      url = direct,
    ): Promise<ServiceProcess> {
      const dataDir = mkdtempSync(join(folder, 'node-'))
      const service = await startService({
        dataDir,
        facilitatorUrl: facilitator.url,
        rpcUrl: chain.url,
        payTo: PAY_TO,
        crash: null,
        aheadMs: 0,
        runMs: 100,
        ...changes,
        env: { LIMITS_ADMITTED_JOBS: '100', DATABASE_URL: url, ...changes.env },
      })
      if (service === null) throw new TypeError('it died before it listened')
      running.push(service)
      return service
    }
    const throughProxy = () =>
      direct.replace('@/', `@127.0.0.1:${proxy.port}/`).replace(/\?host=.*/, '')

    const rowsNow = async (): Promise<readonly LedgerEntry[]> =>
      (await database.read(ROWS)).map(entryOf)
    const executions = () => readdirSync(folder).flatMap((node) => executionsIn(join(folder, node)))
    const { payments, soundRows, transfersOf } = booksOf({
      chain: () => chain,
      rows: rowsNow,
      executions,
    })
    const openRows = async () =>
      (await rowsNow()).filter(({ state }) => !['settled', 'failed', 'refused'].includes(state))
        .length

    /** Buyers as they are: they repeat the identical request, at any node, until it is decided. */
    async function persist(payment: Payment, withinMs: number): Promise<number | null> {
      const until = Date.now() + withinMs
      for (let nth = 0; ; nth++) {
        const node = running[nth % running.length]
        const status = node === undefined ? null : await statusOf(node, payment)
        if ((status !== null && status !== 503) || Date.now() > until) return status
        // What was transferred meanwhile is found on the chain once blocks follow.
        await chain.makeDeep()
        await sleep(200)
      }
    }
    /** What every fault must leave: a 200 is one transfer with a settled row, anything else none. */
    async function checkBooks(all: readonly Payment[], statuses: readonly (number | null)[]) {
      await chain.makeDeep()
      await expect.poll(openRows, patience).toBe(0)
      const rows = await soundRows()
      for (const [nth, payment] of all.entries()) {
        const states = rows
          .filter(({ key }) => key.payer === payment.buyer.address.toLowerCase())
          .map(({ state }) => state)
        const transfers = await transfersOf(payment)
        expect(states.length).toBeLessThanOrEqual(1)
        expect(transfers).toEqual(states.includes('settled') ? [5_000n] : [])
        if (statuses[nth] === 200) expect(states).toEqual(['settled'])
      }
      return rows
    }

    test('of 30 identical authorizations over three nodes exactly one executes and settles', async () => {
      const nodes = [await start(), await start(), await start()]
      const [first] = nodes
      if (first === undefined) throw new TypeError('no node')
      const [payment] = await payments(first, 1)
      if (payment === undefined) throw new TypeError('no payment')
      const statuses = await Promise.all(
        Array.from({ length: 10 }, () => nodes.map((node) => statusOf(node, payment))).flat(),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => ![200, 402, 503].includes(status ?? 0))).toEqual([])
      expect((await soundRows()).map(({ state }) => state)).toEqual(['settled'])
      expect(await transfersOf(payment)).toEqual([5_000n])
    }, 60_000)

    test('the limit of open calls of one payer applies across all nodes', async () => {
      const nodes = [await start(), await start(), await start()]
      const [first] = nodes
      if (first === undefined) throw new TypeError('no node')
      const buyer = openBuyer()
      await chain.mint(buyer.address, 1_000_000n)
      const headers: string[] = []
      while (headers.length < 30) headers.push(headerOf(await signedPayload(buyer, first.offer)))
      let answered = 0
      facilitator.behave(async (request, response, socket) => {
        while (request.path === '/settle' && answered < 25) await sleep(20)
        await facilitator.honest(request, response, socket)
      })
      const statuses = await Promise.all(
        headers.map(async (header, nth) => {
          const status = (await nodes[nth % 3]?.buy(header))?.status ?? null
          answered += 1
          return status
        }),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(statuses.filter((status) => status === 503)).toHaveLength(25)
      expect(await chain.transfersFrom(buyer.address, PAY_TO)).toHaveLength(5)
    }, 60_000)

    test('a node is killed in the midst of its calls: another recovers them within 15 s, and returns what was paid', async () => {
      const [dying, living] = [await start(), await start()]
      const left = await payments(dying, 8)
      const payers = left.map(({ buyer }) => buyer.address)
      let release = () => {}
      const killed = new Promise<void>((resolve) => {
        release = resolve
      })
      facilitator.behave(async (request, response, socket) => {
        if (request.path === '/settle' && payers.some((one) => request.body.includes(one)))
          await killed
        await facilitator.honest(request, response, socket)
      })
      const countOf = async (wanted: string) =>
        (await rowsNow()).filter(({ state }) => state === wanted).length
      const lost = left.slice(0, 4).map((payment) => statusOf(dying, payment))
      await expect.poll(() => countOf('settling'), patience).toBe(4)
      await dying.order({ hold: true })
      lost.push(...left.slice(4).map((payment) => statusOf(dying, payment)))
      await expect.poll(() => countOf('running'), patience).toBe(4)
      const at = Date.now()
      await dying.kill()
      release()
      expect(await Promise.all(lost)).toEqual(left.map(() => null))
      const isTaken = async () => (await countOf('running')) + (await countOf('settling'))
      await expect.poll(isTaken, patience).toBe(0)
      expect(Date.now() - at).toBeLessThan(RECOVERED_MS)
      running.splice(0, 1)
      const statuses = await Promise.all(left.map((payment) => persist(payment, 30_000)))
      expect(statuses).toEqual([200, 200, 200, 200, 402, 402, 402, 402])
      expect(running).toEqual([living])
      await checkBooks(left, statuses)
    }, 120_000)

    test('responses of the database are lost after the commit: nothing is lost, and nothing is done twice', async () => {
      const nodes = [await start({}, throughProxy()), await start({}, throughProxy())]
      const [first] = nodes
      if (first === undefined) throw new TypeError('no node')
      const all = await payments(first, 60)
      proxy.cutEvery(7)
      const statuses = await Promise.all(all.map((payment) => persist(payment, 40_000)))
      expect(proxy.cuts).toBeGreaterThan(20)
      proxy.cutEvery(0)
      const rows = await checkBooks(all, statuses)
      // The writes were read back, so that every one of these calls was sold.
      expect(rows.map(({ state }) => state)).toEqual(all.map(() => 'settled'))
    }, 120_000)

    test('statements are lost before the database sees them: they are sent again', async () => {
      const node = await start({}, throughProxy())
      const all = await payments(node, 30)
      proxy.cutEvery(5, 'before')
      const statuses = await Promise.all(all.map((payment) => persist(payment, 40_000)))
      proxy.cutEvery(0)
      const rows = await checkBooks(all, statuses)
      expect(rows.map(({ state }) => state)).toEqual(all.map(() => 'settled'))
    }, 120_000)

    test('PostgreSQL is killed and started again under load: the books agree, and sales resume by themselves', async () => {
      const nodes = [await start(), await start(), await start()]
      const [first] = nodes
      if (first === undefined) throw new TypeError('no node')
      const all = await payments(first, 60)
      const bought = all.map(async (payment, nth) => {
        await sleep(nth * 100)
        return persist(payment, 45_000)
      })
      await sleep(2_000)
      await server.kill()
      await sleep(500)
      await server.start()
      const statuses = await Promise.all(bought)
      await checkBooks(all, statuses)
      const [late] = await payments(first, 1)
      if (late === undefined) throw new TypeError('no payment')
      expect(await persist(late, 20_000)).toBe(200)
    }, 150_000)

    test('a node that cannot reach the database sells nothing, and resumes by itself', async () => {
      const [cut, other] = [await start({}, throughProxy()), await start()]
      const all = await payments(cut, 3)
      const [before, during, after] = all
      if (before === undefined || during === undefined || after === undefined) throw new TypeError()
      expect(await statusOf(cut, before)).toBe(200)
      proxy.block(true)
      const readyOf = async (node: ServiceProcess) => (await fetch(`${node.url}/ready`)).status
      await expect.poll(() => readyOf(cut), patience).toBe(503)
      expect(await readyOf(other)).toBe(200)
      expect(await statusOf(cut, during)).toBe(503)
      expect(await statusOf(other, during)).toBe(200)
      proxy.block(false)
      await expect.poll(() => readyOf(cut), patience).toBe(200)
      expect(await statusOf(cut, after)).toBe(200)
      await checkBooks(all, [200, 200, 200])
    }, 120_000)

    test('each statement takes half a second: calls are slow, and all of them are sold', async () => {
      const node = await start({}, throughProxy())
      const all = await payments(node, 10)
      proxy.delay(500)
      const statuses = await Promise.all(all.map((payment) => statusOf(node, payment)))
      proxy.delay(0)
      expect(statuses).toEqual(all.map(() => 200))
      await checkBooks(all, statuses)
    }, 90_000)

    test('the server has fewer connections than the nodes want: calls wait for one', async () => {
      await server[Symbol.asyncDispose]()
      server = await PostgresServer.open({ settings: ['max_connections=14'] })
      await database.close()
      direct = await server.createDatabase()
      database = connectTo(direct)
      const nodes = [await start(), await start()]
      const [first] = nodes
      if (first === undefined) throw new TypeError('no node')
      const all = await payments(first, 40)
      const statuses = await Promise.all(all.map((payment) => persist(payment, 30_000)))
      const rows = await checkBooks(all, statuses)
      expect(rows.map(({ state }) => state)).toEqual(all.map(() => 'settled'))
    }, 120_000)

    test('the server comes back as a standby: nothing is sold until it is promoted', async () => {
      const node = await start()
      const [early, late] = await payments(node, 2)
      if (early === undefined || late === undefined) throw new TypeError('no payment')
      expect(await statusOf(node, early)).toBe(200)
      await server.kill()
      server.becomeStandby()
      await server.start()
      const readyStatus = async () => (await fetch(`${node.url}/ready`)).status
      await expect.poll(readyStatus, patience).toBe(503)
      expect(await statusOf(node, late)).toBe(503)
      await server.run('SELECT pg_promote()')
      await expect.poll(readyStatus, patience).toBe(200)
      expect(await statusOf(node, late)).toBe(200)
      await checkBooks([early, late], [200, 200])
    }, 120_000)

    test('a node whose clock is five minutes ahead recovers no call of another, and takes the time of the database', async () => {
      const [right, ahead] = [await start(), await start({ aheadMs: 300_000 })]
      await right.order({ hold: true })
      const all = await payments(right, 2)
      const [held, sold] = all
      if (held === undefined || sold === undefined) throw new TypeError('no payment')
      const waiting = statusOf(right, held)
      await expect.poll(async () => (await rowsNow()).length, patience).toBe(1)
      expect(await statusOf(ahead, sold)).toBe(200)
      // Longer than a node needs to look for calls of the dead.
      await sleep(11_000)
      await right.order({ hold: false })
      expect(await waiting).toBe(200)
      const rows = await checkBooks(all, [200, 200])
      for (const { reservedAt } of rows)
        expect(Math.abs(reservedAt - Date.now())).toBeLessThan(60_000)
    }, 90_000)
  },
)
