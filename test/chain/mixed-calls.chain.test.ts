import { once } from 'node:events'
import { env } from 'node:process'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type Behaviour, text } from '#test/equipment/network/loopback-http.ts'
import type { Buyer } from '#test/equipment/payment/buyer.ts'
import {
  type ChainPayment,
  type ChainResponse,
  type ChainService,
  openChainService,
} from '#test/equipment/payment/chain-service.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { findAnvil } from './anvil.ts'
import { cancelOnChain, drainOnChain, frontRun } from './buyer-moves.ts'

const CALLS = 120
const AT_ONCE = 8
const SHARED_BUYERS = 8
const PRICE = 5_000n
// `MIXED_CALLS_SEED=n` makes another mixture; the default is the same in each run.
const seed = Number(env['MIXED_CALLS_SEED'] ?? 20_260)
const kinds = [
  'good',
  'named and repeated',
  'sent twice at once',
  'an identifier of another payment',
  'a wrong amount',
  'a poor buyer',
  'drained during the job',
  'cancelled during the job',
  'front-run during the job',
  'a job that fails',
  'a job that throws',
  'a client that leaves',
  'verify that is cut',
  'settle mined, answer cut',
  'settle cut before it began',
  'settle answered with a page',
] as const
type Kind = (typeof kinds)[number]

const plan = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Kind>('good') },
    { weight: 7, arbitrary: fc.constantFrom(...kinds) },
  ),
  buyer: fc.nat({ max: SHARED_BUYERS - 1 }),
})

/** The final state of a payment: its row once every outcome is known, and the transfers of its nonce. */
const noRow = { state: 'no row', transfers: 0 } as const
const settled = { state: 'settled', transfers: 1 } as const
const failed = { state: 'failed', transfers: 0 } as const
const refused = { state: 'refused', transfers: 0 } as const

interface Outcome {
  readonly kind: Kind
  readonly payment: ChainPayment
  /** Every response to the payment; none for a client that disconnected. */
  readonly answers: readonly ChainResponse[]
  readonly statuses: readonly number[]
  readonly comesTo: { readonly state: string; readonly transfers: number }
}

const anvil = findAnvil()

describe(`a hundred mixed calls (seed ${seed})`, needs({ anvil: !('missing' in anvil) }), () => {
  let world: ChainService
  let aheadMs = 0
  const ran: string[] = []
  const during = new Map<string, (gone: AbortSignal) => Promise<void>>()
  const manners = new Map<string, Behaviour>()
  const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }

  const runner: ToolRunner = async ({ jobId, requestedUrl }, { signal }) => {
    ran.push(requestedUrl)
    await during.get(requestedUrl)?.(signal)
    if (requestedUrl.endsWith('fails')) return { status: 'failed', reason: 'test' }
    return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
  }

  beforeAll(async () => {
    if (!('path' in anvil)) return
    world = await openChainService(anvil.path, {
      runner,
      around: { clock },
      env: {
        LIMITS_ADMITTED_JOBS: '32',
        LIMITS_UNSETTLED_PER_PAYER: '1000',
        LIMITS_REFUSED_PAYER_PAUSE_S: '0',
      },
    })
    const { facilitator } = world
    facilitator.behave((request, response, socket) => {
      const nonce = /"nonce":"(0x[0-9a-f]+)"/.exec(request.body)?.[1] ?? ''
      const key = `${request.path} ${nonce}`
      const manner = manners.get(key) ?? facilitator.honest
      // The fault happens once: the same settle, repeated when the buyer returns, is served.
      manners.delete(key)
      return manner(request, response, socket)
    })
  })
  afterAll(() => world?.close())

  const cut: Behaviour = (_request, _response, socket) => void socket.destroy()
  const cutAfterwards: Behaviour = async (request, _response, socket) => {
    await world.facilitator.work(request)
    socket.destroy()
  }

  /** Sends until the service sells: three broken verify responses in a row make it stop selling for a moment. */
  async function send(payment: ChainPayment, url: string): Promise<ChainResponse> {
    for (;;) {
      const answer = await world.send(payment, url)
      if (answer.code !== 'facilitator_unavailable') return answer
      await new Promise((go) => setTimeout(go, 50))
    }
  }

  async function call(kind: Kind, buyer: Buyer, nth: number): Promise<readonly Outcome[]> {
    // A separate target for each call: unpaid jobs against the same one would limit those of new payers.
    const host = `93.184.${Math.floor(nth / 256)}.${nth % 256}`
    const url = `https://${host}/${nth}${kind === 'a job that fails' ? '-fails' : ''}`
    const name = `pay_${String(nth).padStart(16, '0')}`
    const changes = kind === 'a wrong amount' ? { value: PRICE - 1n } : {}
    // With an identifier the job continues after its client has disconnected.
    const isNamed = kind !== 'good' && kind !== 'a client that leaves'
    const payment = await world.sign(buyer, isNamed ? name : undefined, changes)
    const { nonce } = payment.authorization
    const comes = async (statuses: number[], comesTo: Outcome['comesTo']): Promise<Outcome[]> => {
      const answers = [await send(payment, url)]
      return [{ kind, payment, answers, statuses, comesTo }]
    }
    switch (kind) {
      case 'good':
        return comes([200], settled)
      case 'named and repeated': {
        const answers = [await send(payment, url), await send(payment, url)]
        expect(answers[1]).toEqual(answers[0])
        return [{ kind, payment, answers, statuses: [200, 200], comesTo: settled }]
      }
      case 'sent twice at once': {
        const sent = [send(payment, url), send(payment, url)]
        // The call that runs ends after the other, which finds it running.
        during.set(url, async () => void (await Promise.race(sent)))
        const answers = (await Promise.all(sent)).toSorted(
          (one, other) => one.status - other.status,
        )
        return [{ kind, payment, answers, statuses: [200, 503], comesTo: settled }]
      }
      case 'an identifier of another payment': {
        const [first] = await comes([200], settled)
        const other = await world.sign(buyer, name)
        const answers = [await send(other, url)]
        const second = { kind, payment: other, answers, statuses: [409], comesTo: noRow }
        return first === undefined ? [] : [first, second]
      }
      case 'a wrong amount':
      case 'a poor buyer':
        return comes([402], noRow)
      case 'drained during the job':
        during.set(url, () => drainOnChain(world.chain, buyer))
        return comes([402], refused)
      case 'cancelled during the job':
        during.set(url, () => cancelOnChain(world.chain, buyer, nonce))
        return comes([503], refused)
      case 'front-run during the job':
        during.set(url, async () => void (await frontRun(world.chain, payment)))
        return comes([503], settled)
      case 'a job that fails':
        return comes([503], failed)
      case 'a job that throws':
        during.set(url, () => Promise.reject(new TypeError('a bug')))
        return comes([503], failed)
      case 'a client that leaves':
        await leave(payment, url)
        return [{ kind, payment, answers: [], statuses: [], comesTo: failed }]
      case 'verify that is cut': {
        manners.set(`/verify ${nonce}`, cut)
        const answers = [await world.send(payment, url)]
        return [{ kind, payment, answers, statuses: [503], comesTo: noRow }]
      }
      case 'settle mined, answer cut':
        manners.set(`/settle ${nonce}`, cutAfterwards)
        return comes([503], settled)
      case 'settle cut before it began':
        manners.set(`/settle ${nonce}`, cut)
        return comesBack(payment, url, kind)
      case 'settle answered with a page':
        manners.set(`/settle ${nonce}`, text(502, '<h1>Bad gateway</h1>'))
        return comesBack(payment, url, kind)
    }
  }

  /** No money moves before the buyer returns. */
  async function comesBack(payment: ChainPayment, url: string, kind: Kind): Promise<Outcome[]> {
    const answers = [await send(payment, url), await send(payment, url)]
    return [{ kind, payment, answers, statuses: [503, 200], comesTo: settled }]
  }

  /** The job runs until the service has noticed that the client disconnected. */
  async function leave({ header }: ChainPayment, url: string): Promise<void> {
    const leaving = new AbortController()
    const noticed = new Promise<void>((resolve) => {
      during.set(url, async (gone) => {
        leaving.abort()
        if (!gone.aborted) await once(gone, 'abort')
        resolve()
      })
    })
    const sent = fetch(`${world.shop.service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': header },
      body: JSON.stringify({ url }),
      signal: leaving.signal,
    })
    await expect(sent).rejects.toThrow()
    await noticed
  }

  /** Several shared buyers, and a separate one for each call that changes its balance in another way. */
  async function buyersFor(calls: readonly { readonly kind: Kind; readonly buyer: number }[]) {
    const shared: Buyer[] = []
    while (shared.length < SHARED_BUYERS) shared.push(await world.buyer(10_000_000n))
    const all: Buyer[] = []
    for (const { kind, buyer } of calls) {
      const alone = kind === 'a poor buyer' ? PRICE - 1n : 100_000n
      const isAlone = kind === 'a poor buyer' || kind === 'drained during the job'
      const own = isAlone ? await world.buyer(alone) : shared[buyer]
      if (own !== undefined) all.push(own)
    }
    return all
  }

  test('each 200 is one transfer, nothing else is one, and balance, ledger and responses agree', async () => {
    const calls = fc.sample(fc.array(plan, { minLength: CALLS, maxLength: CALLS }), {
      seed,
      numRuns: 1,
    })[0]
    if (calls === undefined) throw new TypeError('no calls')
    expect(new Set(calls.map(({ kind }) => kind))).toEqual(new Set(kinds))
    const buyers = await buyersFor(calls)
    const before = await world.chain.balanceOf(PAY_TO)
    const began = Date.now()

    const outcomes: Outcome[] = []
    const queue = calls.entries()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [nth, { kind }] of queue) {
          const buyer = buyers[nth]
          if (buyer !== undefined) outcomes.push(...(await call(kind, buyer, nth)))
        }
      }),
    )
    const soldMs = Date.now() - began

    // Unreported outcomes are read from the chain, once it is final; the clock is moved so that every attempt is due.
    await world.chain.makeFinal()
    aheadMs = 3_600_000
    const open = async () =>
      (await world.entries()).filter(({ state }) => state !== 'settled' && !isOver(state)).length
    await expect.poll(open, { timeout: 40_000, interval: 200 }).toBe(0)

    const rows = new Map((await world.entries()).map((row) => [row.key.nonce, row]))
    const transfers = await world.chain.transfersTo(PAY_TO)
    for (const { kind, payment, answers, statuses, comesTo } of outcomes) {
      const { from, nonce } = payment.authorization
      const row = rows.get(nonce)
      const used = await world.chain.usedIn(from, nonce)
      const moved = transfers.filter(({ transactionHash }) => transactionHash === used)
      const came = { state: row?.state ?? 'no row', transfers: moved.length }
      const observed = { kind, statuses: answers.map(({ status }) => status), comesTo: came }
      expect(observed).toEqual({ kind, statuses, comesTo })
      for (const { status, transaction } of answers)
        if (status === 200) expect(transaction).toBe(used)
      for (const transfer of moved) expect(transfer).toMatchObject({ from, value: PRICE })
      expect(row?.transaction ?? null).toBe(used)
    }
    // There is nothing else: every row belongs to one of these payments, and every transfer to one of the settled rows.
    const sales = [...rows.values()].filter(({ state }) => state === 'settled')
    expect(rows.size).toBe(outcomes.filter(({ comesTo }) => comesTo.state !== 'no row').length)
    expect(transfers.map(({ transactionHash }) => transactionHash).toSorted()).toEqual(
      sales.map(({ transaction }) => transaction).toSorted(),
    )
    const answered = outcomes.filter(({ answers }) => answers.some(({ status }) => status === 200))
    const reconciled = outcomes.filter(
      ({ comesTo, answers }) =>
        comesTo === settled && answers.every(({ status }) => status !== 200),
    )
    const received = (await world.chain.balanceOf(PAY_TO)) - before
    expect({
      ledger: sales.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
      answers: BigInt(answered.length + reconciled.length) * PRICE,
    }).toEqual({ ledger: received, answers: received })
    // Each row has one execution, and nothing else was executed.
    expect([ran.length, new Set(ran).size]).toEqual([rows.size, rows.size])
    console.info(
      `${CALLS} calls in ${soldMs} ms, ${answered.length} answered 200, ${reconciled.length} reconciled, ${received} atomic received`,
    )
  })
})

function isOver(state: string): boolean {
  return state === 'failed' || state === 'refused'
}
