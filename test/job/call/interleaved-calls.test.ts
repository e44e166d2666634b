import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { toHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { keyOf } from '#payment/eip3009/authorization.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { runs } from '#test/fuzz/runs.ts'
import {
  type Action,
  offers,
  type Sent,
  type SignedPayment,
  type Situation,
  START_MS,
  terms,
  urlOf,
  World,
} from './interleaved-world.ts'

const empty = emptyDatabase()

/** The bytes of a database without calls. Each case gets a copy in memory. */
function emptyDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-interleaved-'))
  const database = openDatabase({ file: join(folder, 'empty.sqlite') })
  database.pragma('journal_mode = DELETE')
  const bytes = database.serialize()
  database.close()
  rmSync(folder, { recursive: true })
  return bytes
}

const buyers = [
  openBuyer(`0x${'11'.repeat(32)}`),
  openBuyer(`0x${'22'.repeat(32)}`),
  openBuyer(`0x${'33'.repeat(32)}`),
] as const
const payments = await Promise.all([
  sign('unnamed', 0, null, 3_600),
  sign('named', 0, 'pay_0000000000000001', 3_600),
  sign('same name', 0, 'pay_0000000000000001', 3_600),
  sign('soon over', 1, null, 100),
  sign('named, soon over', 1, 'pay_0000000000000002', 100),
  sign('last', 2, null, 3_600),
])

async function sign(
  name: string,
  buyer: 0 | 1 | 2,
  id: string | null,
  validS: number,
): Promise<SignedPayment> {
  const offer = offers[0]
  if (offer === undefined) throw new TypeError('no offer')
  const validBefore = BigInt(START_MS / 1_000 + validS)
  const nonce = toHex(name, { size: 32 })
  const signed = await signedPayload(buyers[buyer], offer.offer, { validBefore, nonce })
  const payload = {
    ...signed,
    extensions: id === null ? {} : { 'payment-identifier': { info: { required: false, id } } },
  }
  const header = headerOf(payload)
  const reading = readPayment(header)
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  if (id !== null) expect(reading.payment.identifier).toEqual({ status: 'identifier', id })
  return {
    name,
    payload,
    header,
    key: keyOf(reading.payment, terms),
    validBeforeS: Number(validBefore),
    isNamed: id !== null,
  }
}

// Steps of one payment meet more often if there are few payments.
const anyPayment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: fc.nat({ max: payments.length - 2 }) },
)
const call = fc.record({
  do: fc.constant('call' as const),
  payment: anyPayment,
  body: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(1) }),
  mcp: fc.boolean(),
  node: fc.nat(1),
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect' as const), call: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), node: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Action>({ do: 'reconcile' }, { do: 'resolve by hand' }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), price: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      paused: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('front-run' as const, 'cancel' as const, 'drain' as const),
      payment: anyPayment,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(500, 5_000, 31_000, 120_000),
    }),
  },
)
const plan = fc.record({
  situation: fc.record({
    nodes: fc.constantFrom(1 as const, 2 as const),
    hasChain: fc.boolean(),
  }),
  actions: fc.array(action, { minLength: 1, maxLength: 12 }),
  tape: fc.array(fc.nat(9_999), { maxLength: 400, size: 'max' }),
  faults: fc.array(fc.nat(9_999), { maxLength: 80, size: 'max' }),
})

async function simulate(
  situation: Situation,
  actions: readonly Action[],
  tape: readonly number[],
  faults: readonly number[],
): Promise<readonly string[]> {
  const database = new Sqlite(empty)
  database.pragma('foreign_keys = ON')
  try {
    const world = new World({
      situation,
      payments,
      tape,
      faults,
      source: () => createLedger(database),
    })
    await world.run(actions)
    const problems = await verdictOf(world, situation)
    return problems.length === 0 ? [] : [...problems, ...world.trace]
  } finally {
    database.close()
  }
}

type Check = (isSound: boolean, message: string) => void

async function verdictOf(world: World, { hasChain, nodes }: Situation): Promise<string[]> {
  const problems = [...world.violations]
  const check: Check = (isSound, message) => {
    if (!isSound) problems.push(message)
  }
  const planned = [...world.sent]
  for (const sent of planned) {
    check(sent.response !== null || sent.isLost, `call ${sent.nth} never ended`)
    checkShape(sent, check)
  }
  await checkRepetitions(world, check, hasChain)
  // The service still sells.
  world.sell()
  await world.send({ payment: payments.length - 1, body: 0, mcp: false, node: 0 })
  await world.pass(5_000)
  check(
    world.sent.at(-1)?.response?.status === 200,
    `sells no more: ${world.sent.at(-1)?.response?.code}`,
  )
  world.jump(3 * 3_600_000)
  await world.pass(60_000)
  await checkBooks(world, check, hasChain)
  for (const sent of world.sent) checkTruth(world, sent, await world.entries(), check, nodes > 1)
  for (const node of world.nodes) {
    check(node.admission.running === 0, 'a job slot leaks')
    check(node.inFlight.jobIds().length === 0, 'an authorization stays claimed')
    for (const { key } of payments) {
      const slots = Array.from({ length: 8 }, () => node.storedSlots.acquire(key.payer))
      check(!slots.includes(null), 'a response slot leaks')
      for (const release of slots) release?.()
    }
  }
  return problems
}

/** Form of a response. */
function checkShape({ nth, response }: Sent, check: Check): void {
  if (response === null) return
  const { status, receipt, hasQuote, paymentState, retryAfterS, code } = response
  if (status === 200) check(receipt?.success === true, `call ${nth}: 200 without a receipt`)
  if (status === 402) check(hasQuote, `call ${nth}: 402 without a quote`)
  if (status === 402) check(receipt?.success !== true, `call ${nth}: 402 with a receipt`)
  if (status !== 402) check(!hasQuote, `call ${nth}: ${status} with a quote`)
  if (status === 503) check(paymentState !== null, `call ${nth}: 503 without payment.state`)
  if (status === 503 && code !== 'already_settled')
    check(Number.isInteger(retryAfterS), `call ${nth}: ${code} without Retry-After`)
  check([200, 402, 409, 503].includes(status), `call ${nth}: ${status}`)
}

/** The buyer repeats each call that had been begun. */
async function checkRepetitions(world: World, check: Check, hasChain: boolean): Promise<void> {
  const before = await world.entries()
  for (const [nonce, original] of world.reservedBy) {
    const entry = before.get(nonce)
    const index = payments.indexOf(original.payment)
    const wasWritten = world.sent.some(
      (sent) =>
        sent.payment === original.payment && sent.response?.status === 200 && sent.isWritten,
    )
    const ageMs = world.now - (entry?.changedAt ?? 0)
    const misses = world.sent.filter(
      (sent) => sent.payment === original.payment && sent.body !== original.body,
    ).length
    let last: Sent | undefined
    for (let times = 0; times < 3 && last?.response?.status !== 200; times += 1) {
      await world.send({ payment: index, body: original.body, mcp: original.mcp, node: 0 })
      await world.pass(10_000)
      last = world.sent.at(-1)
      if (last !== undefined) checkShape(last, check)
    }
    const got = `${last?.response?.status} ${last?.response?.code ?? last?.response?.error}`
    const name = `${original.payment.name}, ${entry?.state}`
    const chain = world.chain.get(nonce)
    const isKept = original.payment.isNamed || (ageMs < 700_000 && misses < 5)
    if (chain?.state === 'used' && entry?.state !== 'failed' && entry?.state !== 'refused') {
      // Without a chain only the operator can find out.
      if (entry?.state === 'settled' || hasChain) {
        if (isKept && (original.payment.isNamed || !wasWritten))
          check(last?.response?.status === 200, `${name}: paid, and repeated: ${got}`)
        else if (!wasWritten)
          check(
            got.startsWith('503 already') || got.startsWith('200'),
            `${name}: paid, lost: ${got}`,
          )
      } else check(got === '503 settlement_unknown' || got.startsWith('200'), `${name}: ${got}`)
    }
    if (entry?.state === 'failed' || entry?.state === 'refused')
      check(last?.response?.status === 402 || got.includes('paused'), `${name}: repeated: ${got}`)
  }
}

/** The ledger and the chain. */
async function checkBooks(world: World, check: Check, hasChain: boolean): Promise<void> {
  const entries = await world.entries()
  const jobs = new Set<string>()
  for (const { key, name } of payments) {
    const entry = entries.get(key.nonce)
    const chain = world.chain.get(key.nonce)
    const byUs = chain?.by === 'facilitator'
    check(!(byUs && entry === undefined), `${name}: paid without a row`)
    if (entry === undefined) continue
    const { state, jobId, transaction } = entry
    jobs.add(jobId)
    check((world.executions.get(jobId) ?? 0) <= 1, `${name}: executed twice`)
    check(!['running', 'settling'].includes(state), `${name}: stays ${state}`)
    if (hasChain) check(state !== 'unknown', `${name}: stays unknown`)
    if (state === 'settled') {
      check(chain?.state === 'used', `${name}: settled without a transfer`)
      check(transaction === chain?.transaction, `${name}: another transaction`)
      check(world.completed.has(jobId), `${name}: settled without a report`)
    }
    if (state === 'failed') {
      check(!byUs, `${name}: failed, and paid`)
      check(!world.settleRequests.has(key.nonce), `${name}: failed, and settle was called`)
    }
    if (state === 'refused') {
      const isPaid = chain?.state === 'used' && chain.at <= entry.changedAt
      check(!byUs && !isPaid, `${name}: refused, and paid`)
    }
  }
  for (const jobId of world.executions.keys())
    check(jobs.has(jobId), `job ${jobId} was executed without a row`)
}

/** Whether a response was true, in the end. */
function checkTruth(
  world: World,
  sent: Sent,
  entries: Awaited<ReturnType<World['entries']>>,
  check: Check,
  isShared: boolean,
): void {
  const { response, payment, respondedAt } = sent
  if (response === null || respondedAt === null) return
  const entry = entries.get(payment.key.nonce)
  const chain = world.chain.get(payment.key.nonce)
  const byUs = chain?.by === 'facilitator'
  const original = world.reservedBy.get(payment.key.nonce)
  const name = `call ${sent.nth}, ${payment.name}, ${response.status} ${response.code ?? response.error}`
  if (response.status === 200) {
    check(chain?.transaction === response.receipt?.transaction, `${name}: false receipt`)
    check(sent.body === original?.body, `${name}: the report of another body`)
    const report = JSON.parse(response.text ?? 'null')
    check(report.job_id === entry?.jobId, `${name}: the report of another job`)
    check(report.requested_url === urlOf(sent.body), `${name}: the report of another URL`)
  }
  if (response.status === 402 && response.receipt?.success === false)
    check(entry?.state === 'refused' && !byUs, `${name}: but ${entry?.state}, ${chain?.by}`)
  if (response.status === 402 && byUs) {
    const wasWritten = world.sent.some(
      (other) =>
        other.payment === payment &&
        other.response?.status === 200 &&
        other.isWritten &&
        (other.respondedAt ?? Number.POSITIVE_INFINITY) <= respondedAt,
    )
    const wasSentAgain = original !== undefined && (original.verifiedAt >= respondedAt || isShared)
    check(
      wasWritten || wasSentAgain,
      `${name}: another payment is asked for, and this one is taken`,
    )
  }
  if (response.code === 'job_failed' && response.paymentState === 'not_settled')
    check(entry?.state === 'failed' && !byUs, `${name}: but ${entry?.state}, ${chain?.by}`)
  if (response.paymentState === 'settled' && response.status === 503)
    check(chain?.state === 'used', `${name}: but nothing was paid`)
}

test('whatever the order of steps, no payment is taken twice, for nothing, or without a record', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ situation, actions, tape, faults }) => {
      expect(await simulate(situation, actions, tape, faults)).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})
