import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { booksOf, type Payment, statusOf } from '#test/equipment/payment/books.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  type FacilitatorServer,
  openFacilitatorServer,
} from '#test/equipment/payment/facilitator-server.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  executionsIn,
  type ServicePlan,
  type ServiceProcess,
  startService,
} from '#test/equipment/service/crashing-service.ts'

const terms = soundTerms('testnet')
const anvil = findAnvil()
// Longer than a call may take.
const LATER_MS = 120_000
const patience = { timeout: 45_000, interval: 20 }

describe('two services on one database', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  let facilitator: FacilitatorServer
  let dataDir: string
  const running: ServiceProcess[] = []

  beforeAll(async () => {
    if (!('path' in anvil)) return
    chain = await openChain(anvil.path, terms)
    const wallet = await chain.fundedWallet()
    facilitator = await openFacilitatorServer({ wallet, network: terms.network })
  })
  afterAll(async () => {
    await facilitator?.close()
    await chain?.close()
  })
  beforeEach(() => {
    facilitator.behave(facilitator.honest)
    dataDir = temporaryFolder()
  })
  afterEach(async () => {
    for (const service of running.splice(0)) await service.kill()
  })

  async function start(changes: Partial<ServicePlan> = {}): Promise<ServiceProcess> {
    const service = await startService({
      dataDir,
      facilitatorUrl: facilitator.url,
      rpcUrl: chain.url,
      payTo: PAY_TO,
      crash: null,
      aheadMs: 0,
      runMs: 200,
      ...changes,
      env: { LIMITS_ADMITTED_JOBS: '100', SHARED: 'true', ...changes.env },
    })
    if (service === null) throw new TypeError('it died before it listened')
    running.push(service)
    return service
  }

  async function rowsNow(): Promise<readonly LedgerEntry[]> {
    await using view = openLedgerView(openDatabase({ file: join(dataDir, DATABASE_NAME) }))
    return (await Array.fromAsync(view.batches())).flat()
  }
  const { payments, soundRows, transfersOf } = booksOf({
    chain: () => chain,
    rows: rowsNow,
    executions: () => executionsIn(dataDir),
  })

  /**
   * Repeats the request while its status is 503: too many payments at once, or a machine too busy to verify or settle in time.
   */
  const servedBy = async (service: ServiceProcess, { header }: Payment): Promise<number | null> => {
    for (;;) {
      const answer = await service.buy(header)
      if (answer?.status !== 503) return answer?.status ?? null
      await sleep(100)
    }
  }

  test('of 50 identical authorizations over both exactly one executes and settles', async () => {
    const [one, other] = [await start(), await start()]
    const [payment] = await payments(one, 1)
    if (payment === undefined) throw new TypeError('no payment')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => statusOf(nth % 2 === 0 ? one : other, payment)),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => status !== 200 && status !== 402 && status !== 503)).toEqual(
      [],
    )
    expect((await soundRows()).map(({ state }) => state)).toEqual(['settled'])
    expect(await transfersOf(payment)).toEqual([5_000n])
  })

  test('50 distinct authorizations, each sent to both at once, are 50 executions and 50 transfers', async () => {
    const [one, other] = [await start(), await start()]
    const all = await payments(one, 50)
    const answers = await Promise.all(
      all.map((payment) => Promise.all([servedBy(one, payment), servedBy(other, payment)])),
    )
    // Both have 200 if one was 503 while the other settled: the repeated request gets the report that has not been delivered
    // yet.
    for (const pair of answers) {
      expect(pair).toContain(200)
      expect(pair.filter((status) => status !== 200 && status !== 402)).toEqual([])
    }
    expect(await soundRows()).toHaveLength(50)
    expect(executionsIn(dataDir)).toHaveLength(50)
    for (const payment of all) expect(await transfersOf(payment)).toEqual([5_000n])
  })

  test('the limit of open calls of one payer applies across both', async () => {
    const [one, other] = [await start(), await start()]
    const buyer = openBuyer()
    await chain.mint(buyer.address, 1_000_000n)
    const all: Payment[] = []
    while (all.length < 50)
      all.push({ buyer, header: headerOf(await signedPayload(buyer, one.offer)) })
    // Nothing settles before the last call has its response or waits for its settlement.
    let answered = 0
    facilitator.behave(async (request, response, socket) => {
      while (request.path === '/settle' && answered < 45) await sleep(20)
      await facilitator.honest(request, response, socket)
    })
    const answers = await Promise.all(
      all.map(async (payment, nth) => {
        const status = await statusOf(nth % 2 === 0 ? one : other, payment)
        answered += 1
        return status
      }),
    )
    const served = answers.filter((status) => status === 200).length
    expect(answers.filter((status) => status === 503)).toHaveLength(50 - served)
    expect(served).toBe(5)
    expect(await chain.transfersFrom(buyer.address, PAY_TO)).toHaveLength(served)
    expect(await soundRows()).toHaveLength(served)
  })

  test('a second service that starts leaves the jobs of the first alone', async () => {
    const one = await start()
    await one.order({ hold: true })
    const all = await payments(one, 5)
    const answers = all.map((payment) => statusOf(one, payment))
    await expect.poll(() => executionsIn(dataDir).length, patience).toBe(5)
    const other = await start()
    // It has read the ledger by the time it sells.
    const [late] = await payments(other, 1)
    if (late !== undefined) expect(await statusOf(other, late)).toBe(200)
    expect((await soundRows()).map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'running'),
      'settled',
    ])
    await one.order({ hold: false })
    expect(await Promise.all(answers)).toEqual(all.map(() => 200))
    expect((await soundRows()).map(({ state }) => state)).toEqual(Array(6).fill('settled'))
  })

  test('one is killed during calls: the other continues to sell, and resolves the dead one’s calls', async () => {
    const [dying, living] = [await start(), await start()]
    const left = await payments(dying, 12)
    const sold = await payments(living, 12)
    const payers = left.map(({ buyer }) => buyer.address)
    let release = () => {}
    const killed = new Promise<void>((resolve) => {
      release = resolve
    })
    facilitator.behave(async (request, response, socket) => {
      const isLeft = payers.some((payer) => request.body.includes(payer))
      if (request.path === '/settle' && isLeft) await killed
      await facilitator.honest(request, response, socket)
    })
    const countOf = async (wanted: string) =>
      (await rowsNow()).filter(({ state }) => state === wanted).length
    const lost = left.slice(0, 6).map((payment) => statusOf(dying, payment))
    await expect.poll(() => countOf('settling'), patience).toBe(6)
    await dying.order({ hold: true })
    lost.push(...left.slice(6).map((payment) => statusOf(dying, payment)))
    await expect.poll(() => countOf('running'), patience).toBe(6)
    const answers = sold.map((payment) => statusOf(living, payment))
    await dying.kill()
    release()
    expect(await Promise.all(lost)).toEqual(left.map(() => null))
    expect(await Promise.all(answers)).toEqual(sold.map(() => 200))
    expect(executionsIn(dataDir)).toHaveLength(24)
    await chain.makeDeep()
    // No process works on these calls now.
    await living.order({ ahead: LATER_MS })
    const isOpen = ({ state }: LedgerEntry) => state !== 'settled' && state !== 'failed'
    const open = async () => (await rowsNow()).filter(isOpen).length
    await expect.poll(open, patience).toBe(0)
    await soundRows()
    const transfers = await Promise.all(left.map(transfersOf))
    expect(transfers.slice(0, 6)).toEqual(Array(6).fill([5_000n]))
    expect(transfers.slice(6)).toEqual(Array(6).fill([]))
    for (const payment of sold) expect(await transfersOf(payment)).toEqual([5_000n])
    // Paid reports are returned to the returning buyer; failed calls are not charged.
    for (const payment of left.slice(0, 6)) {
      await expect.poll(() => statusOf(living, payment), patience).toBe(200)
      await expect.poll(() => statusOf(living, payment), patience).toBe(402)
    }
    for (const payment of left.slice(6)) expect(await statusOf(living, payment)).toBe(402)
    expect(executionsIn(dataDir)).toHaveLength(24)
  })
})
