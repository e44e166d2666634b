import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallFacts } from '#job/call/call-record.ts'
import { receiptMaker } from '#job/call/receipt.ts'
import { settleJob } from '#job/call/settle-job.ts'
import { reconcileOnce } from '#job/reconcile/reconciler.ts'
import { offerMaker } from '#job/selling/offers.ts'
import type { Facilitator, SettleOutcome } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { SettlementLookup, SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter, raceSignal } from '#runtime/deadline.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { hastyClock } from '#test/equipment/bucket/hasty-clock.ts'
import {
  openTemporaryLedger,
  type TemporaryLedger,
} from '#test/equipment/ledger/temporary-ledger.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { openRecordedLog, type RecordedLog } from '#test/equipment/service/recorded-log.ts'

const baseUrl = 'http://127.0.0.1:8402'
const offer = offerMaker({
  terms: soundTerms('testnet'),
  payTo: PAY_TO,
  baseUrl,
  serviceName: 'urlwitness',
  deadlineMs: 30_000,
})('probe_url', 5_000n)
const settled: SettleOutcome = { status: 'settled', receipt }
const reason = 'invalid_exact_evm_insufficient_balance'
const refused: SettleOutcome = {
  status: 'refused',
  reason,
  receipt: { ...receipt, success: false, transaction: '', errorReason: reason },
}
const silent: SettleOutcome = { status: 'unknown', detail: 'timeout', transaction: null }
const never = new AbortController().signal
const unknown = { status: 'unavailable', code: 'settlement_unknown', payment: 'unknown' }
const funded: SettlementVerdict = { status: 'open', isFunded: true }
const unfunded: SettlementVerdict = { status: 'open', isFunded: false }

let temporary: TemporaryLedger
let other: Database
let ledger: Ledger
let log: RecordedLog
let facts: CallFacts

beforeEach(() => {
  temporary = openTemporaryLedger({ busyTimeoutMs: 20 })
  other = openDatabase({ file: temporary.file })
  ledger = temporary.ledger
  log = openRecordedLog()
})
afterEach(() => {
  other.close()
  temporary[Symbol.dispose]()
})

/** Another process locks the database as soon as settle is called. */
const lock = () => void other.exec('BEGIN IMMEDIATE')
const unlock = () => void other.exec('ROLLBACK')

function counterparty(outcome: SettleOutcome, meanwhile = () => {}): Facilitator {
  return {
    url: 'test',
    verify: async () => ({ status: 'unavailable', detail: 'not asked' }),
    supported: async () => ({ status: 'supported' }),
    settle: async () => {
      meanwhile()
      return outcome
    },
    close: async () => {},
  }
}

/** Settles one job with a finished report, with a facilitator that returns `outcome`. */
async function settle(
  outcome: SettleOutcome,
  {
    meanwhile,
    before = () => {},
    lookUp = null,
    deadline = deadlineAfter(hastyClock, 30_000),
  }: {
    /** While the facilitator settles, and before the report is stored. */
    readonly meanwhile?: () => void
    readonly before?: () => void
    readonly lookUp?: SettlementLookup | null
    readonly deadline?: Deadline
  } = {},
) {
  const at = systemClock.now()
  const reading = readPayment(headerOf(await signedPayload(openBuyer(), offer.offer)))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  const exchange = facilitatorRequestFor(reading.payment, offer.offer, 'eoa')
  const request = JSON.stringify(exchange)
  const reservation = { ...sampleReservation({ at }), request }
  await ledger.reserve(reservation)
  const facilitator = counterparty(outcome, meanwhile)
  facts = { stepMs: {} }
  const job = {
    ...reservation,
    jobId: 'job-0',
    reservedAt: at,
    offer,
    facilitatorRequest: exchange,
    permit: { settle: (work: () => Promise<SettleOutcome>) => work() },
    seal: (report: string) => report,
    facts,
  }
  before()
  return settleJob(
    {
      clock: hastyClock,
      log,
      ledger,
      facilitator,
      lookUp,
      receiptFor: receiptMaker(null, baseUrl),
    },
    job,
    { body: '{"job_id":"job-0"}' },
    deadline,
  )
}

const state = async () => (await ledger.find(sampleKey()))?.state
const notWritten = () => log.lines.filter(({ event }) => event === 'ledger_write_failed')

test('a refusal is a new quote, and is written to the ledger before the response', async () => {
  expect(await settle(refused)).toMatchObject({ status: 'refused', error: reason })
  expect(await state()).toBe('refused')
})

test.each<SettlementVerdict>([
  { status: 'paid', transaction: receipt.transaction },
  { status: 'waiting', detail: 'paid_not_deep_enough' },
  { status: 'unclear', detail: 'rpc_failed' },
])(
  'a refusal gives no new quote while the chain shows $status: the money may have moved',
  async (verdict) => {
    const told = await settle(refused, { lookUp: async () => verdict })
    expect(told).toEqual(unknown)
    expect(await ledger.find(sampleKey())).toMatchObject({
      state: 'unknown',
      reason: `${reason}; chain: ${verdict.status}`,
    })
  },
)

test.each<SettlementVerdict>([unfunded, { status: 'never', reason: 'authorization_canceled' }])(
  'a refusal is a new quote at once while the chain shows %j',
  async (verdict) => {
    const lookUp = vi.fn(async () => verdict)
    expect(await settle(refused, { lookUp })).toMatchObject({ status: 'refused', error: reason })
    expect(lookUp).toHaveBeenCalledTimes(1)
  },
)

test('a refusal gives no new quote while the payer has the amount: the payment may be pending', async () => {
  const lookUp = vi.fn(async () => funded)
  expect(await settle(refused, { lookUp })).toEqual(unknown)
  expect(lookUp.mock.calls.length).toBeLessThan(100)
  expect(await ledger.find(sampleKey())).toMatchObject({ reason: `${reason}; chain: open` })
  // The job counts as unpaid for the limit of its target.
  expect(facts).toEqual({ settlement: 'refused', stepMs: { settle: expect.any(Number) } })
})

test.each<{ readonly next: SettlementVerdict; readonly told: object }>([
  { next: unfunded, told: { status: 'refused', error: reason } },
  { next: { status: 'waiting', detail: 'paid_not_deep_enough' }, told: unknown },
])('a node that is a block behind is asked again, and then shows $next', async ({ next, told }) => {
  const lookUp = vi.fn(async () => next).mockResolvedValueOnce(funded)
  expect(await settle(refused, { lookUp })).toMatchObject(told)
  expect(lookUp).toHaveBeenCalledTimes(2)
})

test('a refusal keeps its job slot for a few seconds when the node hangs, not until the deadline', async () => {
  using deadline = deadlineAfter(hastyClock, 600_000)
  const lookUp: SettlementLookup = (_query, signal) => raceSignal(new Promise(() => {}), signal)
  expect(await settle(refused, { lookUp, deadline })).toEqual(unknown)
  expect(deadline.remainingMs()).toBeGreaterThan(300_000)
})

test('a refusal that could not be written gives no new quote: this payment may still be settled', async () => {
  const told = await settle(refused, { meanwhile: lock })
  unlock()
  expect([await state(), notWritten()]).toMatchObject(['settling', [{ level: 'error' }]])

  // The balance may grow, and anyone who has seen the authorization may send it: the chain decides.
  const paid = { status: 'paid', transaction: receipt.transaction } as const
  const counts = await reconcileOnce(
    {
      ledger,
      log,
      clock: systemClock,
      lookUp: async () => paid,
      abandoned: () => ({ notOf: [] }),
    },
    never,
  )
  expect([counts.settled, await state()]).toEqual([1, 'settled'])
  expect(told).toEqual(unknown)
})

test('a refusal of a call that another process has taken over gives no new quote: that process may have settled it', async () => {
  // A service with a shorter deadline on the same folder, or a machine that slept, treats it as abandoned.
  const takeOver = () => void createLedger(other).recover(Date.now() + 120_000, { staleMs: 40_000 })
  expect(await settle(refused, { meanwhile: takeOver })).toEqual(unknown)
  expect(await state()).toBe('unknown')
})

test('a call that another process has taken over still returns the report of its settled payment', async () => {
  const takeOver = () => void createLedger(other).recover(Date.now() + 120_000, { staleMs: 40_000 })
  expect(await settle(settled, { meanwhile: takeOver })).toMatchObject({ status: 'report' })
  expect(await state()).toBe('settled')
})

test('a paid report is returned even when the settlement cannot be written', async () => {
  const told = await settle(settled, { meanwhile: lock })
  unlock()
  expect(told).toMatchObject({ status: 'report', body: '{"job_id":"job-0"}', stored: false })
  expect([await state(), notWritten()]).toMatchObject(['settling', [{ level: 'error' }]])
})

test.each([
  ['settled', settled, { settlement: 'settled', transaction: receipt.transaction }],
  [
    'unknown with a transaction',
    { ...silent, transaction: receipt.transaction },
    { settlement: 'unknown', transaction: receipt.transaction },
  ],
  ['unknown', silent, { settlement: 'unknown' }],
] as const)(
  'the facts of a call that is %s name its transaction, and the chain is not read',
  async (_what, outcome, expected) => {
    const lookUp = vi.fn(async () => funded)
    await settle(outcome, { lookUp })
    expect(lookUp).not.toHaveBeenCalled()
    expect(facts).toEqual({ ...expected, stepMs: { settle: expect.any(Number) } })
    expect(facts.stepMs.settle).toBeLessThan(60_000)
  },
)

test('a settle without a result is reported as unknown, written or not', async () => {
  const told = await settle(silent, { meanwhile: lock })
  unlock()
  expect(told).toMatchObject({ code: 'settlement_unknown', payment: 'unknown' })
  expect([await state(), notWritten()]).toMatchObject(['settling', [{ level: 'error' }]])
})

test('a settle that throws is reported as unknown, and written', async () => {
  const told = await settle(settled, {
    meanwhile: () => {
      throw new TypeError('a bug')
    },
  })
  expect(told).toMatchObject({ code: 'settlement_unknown', payment: 'unknown' })
  expect(await state()).toBe('unknown')
})

test('a report that could not be stored is not settled', async () => {
  let asked = false
  const told = await settle(settled, {
    meanwhile: () => {
      asked = true
    },
    before: lock,
  })
  unlock()
  // The failure could not be written either, and the first write may be durable all the same.
  expect(told).toMatchObject({ code: 'settlement_unknown', payment: 'unknown' })
  expect([asked, await state()]).toEqual([false, 'running'])
})

test('when the report cannot be stored but the failure can, the response says that nothing was settled', async () => {
  const own = ledger
  ledger = {
    ...own,
    beginSettling: () => Promise.reject(new TypeError('the disk is full')),
  }
  expect(await settle(settled)).toMatchObject({ code: 'job_failed', payment: 'not_settled' })
  expect(await ledger.find(sampleKey())).toMatchObject({
    state: 'failed',
    reason: 'report_not_stored',
  })
  expect(log.lines).toMatchObject([{ level: 'error', event: 'report_not_stored' }])
})
