import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { openReconciler, staleAfterMs, untilRecoveredMs } from '#job/reconcile/reconciler.ts'
import { type Resolution, resolveOutcome } from '#job/reconcile/resolve-outcome.ts'
import type { Facilitator, SettleOutcome } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import {
  openTemporaryLedger,
  type TemporaryLedger,
} from '#test/equipment/ledger/temporary-ledger.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'
import { gate } from '#test/equipment/time/gate.ts'

const { transaction } = receipt
const settledOutcome: SettleOutcome = { status: 'settled', receipt }
const never = new AbortController().signal
const SETTLE_TIMEOUT_MS = 15_000

let temporary: TemporaryLedger
let ledger: Ledger
let request: string
let settles: string[]

beforeEach(async () => {
  temporary = openTemporaryLedger()
  ledger = temporary.ledger
  settles = []
  const offer = sampleOffer()
  const reading = readPayment(headerOf(await signedPayload(openBuyer(), offer)))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  request = JSON.stringify(facilitatorRequestFor(reading.payment, offer, 'eoa'))
})
afterEach(() => {
  temporary[Symbol.dispose]()
})

/** A facilitator with a scripted settle outcome, which records its requests. */
function counterparty(settle: () => Promise<SettleOutcome>): Facilitator {
  return {
    url: 'test',
    verify: async () => ({ status: 'unavailable', detail: 'not asked' }),
    supported: async () => ({ status: 'supported' }),
    settle: async (asked) => {
      settles.push(JSON.stringify(asked))
      return settle()
    },
    close: async () => {},
  }
}

async function bringUnknown(number = 0, kept = request): Promise<void> {
  const at = systemClock.now()
  await ledger.reserve({ ...sampleReservation({ number, at }), request: kept })
  await ledger.beginSettling(sampleKey(number), at, '{}')
  await ledger.unknown(sampleKey(number), at, 'deadline_passed', null)
}

function context(
  outcome: SettleOutcome | (() => Promise<SettleOutcome>),
  verdict: SettlementVerdict | null = null,
  own: Ledger = ledger,
) {
  return {
    ledger: own,
    facilitator: counterparty(typeof outcome === 'function' ? outcome : async () => outcome),
    lookUp: verdict === null ? null : async () => verdict,
    clock: systemClock,
    log: openRecordedLog(),
    abandoned: () => ({ notOf: [] }),
  }
}

const again = ({ facilitator }: { readonly facilitator: Facilitator }) => ({
  facilitator,
  timeoutMs: SETTLE_TIMEOUT_MS,
})

async function resolve(...about: Parameters<typeof context>): Promise<Resolution> {
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  const own = context(...about)
  return resolveOutcome(own, entry, never, again(own))
}

const state = async (number = 0) => (await ledger.find(sampleKey(number)))?.state

test('the identical request is settled again, byte for byte, and its success is the outcome', async () => {
  await bringUnknown()
  expect(await resolve(settledOutcome)).toBe('settled')
  expect(settles).toEqual([request])
  expect(await ledger.storedResponse(sampleKey())).toMatchObject({ report: '{}', receipt })
})

test.each([
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_signature',
  'invalid_network',
])(
  'a repeated settle that reports %s proves nothing: the first may have moved the money',
  async (reason) => {
    await bringUnknown()
    const no = { ...receipt, success: false, transaction: '', errorReason: reason }
    expect(await resolve({ status: 'refused', reason, receipt: no })).toBe('unknown')
    expect(await ledger.listUnresolved(1)).toMatchObject([{ attempts: 1, lastDetail: reason }])
  },
)

test.each(['timeout', 'invalid_exact_evm_nonce_already_used', 'settlement_pending'])(
  'a settle that ends in %s records its result, and waits',
  async (detail) => {
    await bringUnknown()
    expect(await resolve({ status: 'unknown', detail, transaction })).toBe('unknown')
    expect(await ledger.listUnresolved(1)).toMatchObject([{ lastDetail: detail, transaction }])
    expect(await ledger.listDue(systemClock.now() + 4_000, 1)).toEqual([])
    expect(await ledger.listDue(systemClock.now() + 6_000, 1)).toHaveLength(1)
  },
)

test('after an attempt without a result the next is due in 5 s, 30 s, 2 min, and then 10 min each time', async () => {
  await bringUnknown()
  for (const waitMs of [5_000, 30_000, 120_000, 600_000, 600_000]) {
    expect(await resolve({ status: 'unknown', detail: 'timeout', transaction })).toBe('unknown')
    const now = systemClock.now()
    const dueAt = (ms: number) => ledger.listDue(ms, 1)
    expect(await Promise.all([dueAt(now + waitMs / 2), dueAt(now + waitMs)])).toMatchObject([
      [],
      [{}],
    ])
  }
})

test('a payment found on the chain is settled without a call to the facilitator', async () => {
  await bringUnknown()
  expect(await resolve(settledOutcome, { status: 'paid', transaction })).toBe('settled')
  expect(settles).toEqual([])
  expect(await ledger.storedResponse(sampleKey())).toMatchObject({ receipt: { transaction } })
})

test.each([
  'authorization_canceled',
  'authorization_expired',
  'authorization_spent_elsewhere',
] as const)('a payment that the chain excludes is refused: %s', async (reason) => {
  await bringUnknown()
  expect(await resolve(settledOutcome, { status: 'never', reason })).toBe('refused')
  expect(settles).toEqual([])
  expect(await ledger.find(sampleKey())).toMatchObject({ state: 'refused', reason })
})

test.each([
  [{ status: 'open', isFunded: true }, 1, 'settled'],
  [{ status: 'unclear', detail: 'rpc_failed' }, 1, 'settled'],
  [{ status: 'waiting', detail: 'expired_not_final' }, 0, 'unknown'],
] as const)(
  'with the chain verdict %j, settle is repeated %i times',
  async (verdict, times, comes) => {
    await bringUnknown()
    expect(await resolve(settledOutcome, verdict)).toBe(comes)
    expect(settles).toHaveLength(times)
  },
)

test('without the stored request nothing is settled, and nothing is concluded', async () => {
  await bringUnknown(0, '')
  expect(await resolve(settledOutcome)).toBe('unknown')
  expect(settles).toEqual([])
})

test.each([
  [new TypeError('no'), 'settle_threw'],
  [new Fault('bad_facilitator_request', 'no'), 'bad_facilitator_request'],
])('a facilitator that throws %s leaves it unknown', async (error, lastDetail) => {
  await bringUnknown()
  expect(await resolve(() => Promise.reject(error))).toBe('unknown')
  expect(await ledger.listUnresolved(1)).toMatchObject([{ lastDetail }])
})

test('of two reconcilers on one file only one settles', async () => {
  await bringUnknown()
  const other = openDatabase({ file: temporary.file })
  try {
    const [entry] = await ledger.listUnresolved(1)
    if (entry === undefined) throw new TypeError('nothing is unknown')
    const slow = async (): Promise<SettleOutcome> => {
      await systemClock.sleep(50)
      return settledOutcome
    }
    const both = await Promise.all([
      resolveOutcome(context(slow), entry, never, again(context(slow))),
      resolveOutcome(context(slow, null, createLedger(other)), entry, never, again(context(slow))),
    ])
    expect(both.toSorted()).toEqual(['settled', 'taken'])
    expect(settles).toHaveLength(1)
  } finally {
    other.close()
  }
})

test('the late response of the call itself wins over the attempt', async () => {
  await bringUnknown()
  const late = async (): Promise<SettleOutcome> => {
    await ledger.settled(sampleKey(), systemClock.now(), receipt)
    return settledOutcome
  }
  expect(await resolve(late)).toBe('taken')
  expect(await state()).toBe('settled')
})

test('no other process settles it while an attempt may still read the chain and settle', async () => {
  await bringUnknown()
  const mayEnd = gate()
  const first = resolve(async () => {
    await mayEnd.opened
    return settledOutcome
  })
  await expect.poll(() => settles.length).toBe(1)
  // The look-up takes 20 s at most.
  const aheadMs = 20_000 + SETTLE_TIMEOUT_MS
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs }
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  const other = { ...context(settledOutcome), clock }
  expect(await resolveOutcome(other, entry, never, again(other))).toBe('taken')
  mayEnd.open()
  expect(await first).toBe('settled')
  expect(settles.length).toBe(1)
})

test('an outcome that cannot be written is an error, and stays unknown', async () => {
  await bringUnknown()
  const unwritable = new Fault('ledger_unavailable', 'The disk is full.')
  const broken = { ...ledger, settled: () => Promise.reject(unwritable) }
  await expect(resolve(settledOutcome, null, broken)).rejects.toThrow(unwritable)
  expect(await state()).toBe('unknown')
})

test('without its buyer nothing is settled: only the chain is read', async () => {
  await bringUnknown()
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  expect(
    await resolveOutcome(context(settledOutcome, { status: 'open', isFunded: true }), entry, never),
  ).toBe('unknown')
  expect(settles).toEqual([])
  expect(await ledger.listUnresolved(1)).toMatchObject([{ attempts: 1, lastDetail: 'open' }])
})

test.each([
  [
    'unclear',
    { lookUp: async () => ({ status: 'unclear', detail: 'rpc_failed' }) as const },
    'rpc_failed',
  ],
  ['none', { lookUp: null }, 'no_chain'],
  ['a bug', { lookUp: () => Promise.reject(new TypeError('no')) }, 'look_up_threw'],
  ['a Fault', { lookUp: () => Promise.reject(new Fault('rpc_failed', 'A test.')) }, 'rpc_failed'],
])('an attempt records a look-up that is %s, and logs it', async (_what, chain, lastDetail) => {
  await bringUnknown()
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  const about = { ...context(settledOutcome), ...chain }
  expect(await resolveOutcome(about, entry, never)).toBe('unknown')
  expect(await ledger.listUnresolved(1)).toMatchObject([{ attempts: 1, lastDetail }])
  expect(about.log.lines).toMatchObject([
    { level: 'warn', event: 'outcome_unknown', fields: { attempt: 1, detail: lastDetail } },
  ])
})

test('a repeated settle records what the chain showed before it', async () => {
  await bringUnknown()
  const silent: SettleOutcome = { status: 'unknown', detail: 'timeout', transaction: null }
  await resolve(silent, { status: 'unclear', detail: 'rpc_failed' })
  expect(await ledger.listUnresolved(1)).toMatchObject([
    { lastDetail: 'timeout; chain: rpc_failed' },
  ])
})

test('settle is not repeated when its time ends while the chain is read', async () => {
  await bringUnknown()
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  const ending = new AbortController()
  const about = {
    ...context(settledOutcome),
    lookUp: async () => {
      ending.abort()
      return { status: 'open', isFunded: true } as const
    },
  }
  expect(await resolveOutcome(about, entry, ending.signal, again(about))).toBe('unknown')
  expect(settles).toEqual([])
})

test('while the chain is read for nobody, no other process works on the entry', async () => {
  await bringUnknown()
  const [entry] = await ledger.listUnresolved(1)
  if (entry === undefined) throw new TypeError('nothing is unknown')
  const mayEnd = gate()
  let isReading = false
  const first = resolveOutcome(
    {
      ...context(settledOutcome),
      lookUp: async () => {
        isReading = true
        await mayEnd.opened
        return { status: 'paid', transaction }
      },
    },
    entry,
    never,
  )
  await expect.poll(() => isReading).toBe(true)
  // The look-up takes 20 s at most.
  expect(await ledger.claim(entry.key, 1, systemClock.now() + 20_000, 1_000)).toBe(false)
  mayEnd.open()
  expect(await first).toBe('settled')
})

test('at start the reconciler looks up every due entry, in the background', async () => {
  await bringUnknown(0)
  await bringUnknown(1)
  const about = context(settledOutcome, { status: 'paid', transaction })
  const reconciler = await openReconciler(about)
  await expect.poll(() => state(0)).toBe('settled')
  await expect.poll(() => state(1)).toBe('settled')
  await reconciler.close()
  expect(settles).toEqual([])
  const known = { level: 'info', event: 'outcome_known', fields: { attempt: 1, transaction } }
  expect(about.log.lines).toMatchObject([known, known])
})

test('calls of a dead process are recovered before the reconciler is open', async () => {
  const at = systemClock.now()
  await ledger.reserve(sampleReservation({ number: 0, at }))
  await ledger.reserve(sampleReservation({ number: 1, at }))
  await ledger.beginSettling(sampleKey(1), at, '{}')
  await ledger.reserve(sampleReservation({ number: 2, at }))
  const recover: Ledger['recover'] = async (...about) => {
    await setTimeout(10)
    return ledger.recover(...about)
  }
  const reconciler = await openReconciler({
    ...context(settledOutcome, null, { ...ledger, recover }),
    abandoned: () => ({ notOf: ['job-2'] }),
  })
  expect([await state(0), await state(1), await state(2)]).toEqual(['failed', 'unknown', 'running'])
  await reconciler.close()
})

test('a reconciler that stops in the middle of an attempt leaves it to the next, at once, and begins no other', async () => {
  await bringUnknown(0)
  await bringUnknown(1)
  const begun: string[] = []
  const time = steppedClock()
  const reconciler = await openReconciler({
    ...context(settledOutcome),
    clock: time.clock,
    lookUp: (_asked, signal) =>
      new Promise((resolve_) => {
        begun.push('began')
        const end = () => resolve_({ status: 'unclear', detail: 'aborted' })
        signal.addEventListener('abort', end, { once: true })
      }),
  })
  await expect.poll(() => begun).toEqual(['began'])
  await reconciler.close()
  expect(begun).toEqual(['began'])
  expect(time.armed()).toBe(0)
  const due = await ledger.listDue(time.clock.now(), 2)
  expect(due.map(({ attempts, lastDetail }) => [attempts, lastDetail]).sort()).toEqual([
    [0, null],
    [1, 'aborted'],
  ])
})

test('a ledger that fails later is logged, and the service goes on', async () => {
  const about = context(settledOutcome, { status: 'open', isFunded: true })
  const broken = { ...ledger, listDue: () => Promise.reject(new TypeError('the disk is gone')) }
  const reconciler = await openReconciler({ ...about, ledger: broken })
  await expect.poll(() => about.log.lines.map(({ event }) => event)).toEqual(['reconciler_failed'])
  await reconciler.close()
})

test('every five seconds the reconciler recovers abandoned calls, and looks up what is due', async () => {
  const time = steppedClock()
  const about = { ...context(settledOutcome, { status: 'paid', transaction }), clock: time.clock }
  const reconciler = await openReconciler(about)
  await expect.poll(time.armed).toBe(1)
  await ledger.reserve(sampleReservation({ number: 0, at: 0 }))
  await ledger.reserve(sampleReservation({ number: 1, at: 0 }))
  await ledger.beginSettling(sampleKey(1), 0, '{}')
  time.advance(4_999)
  expect(await state(0)).toBe('running')
  time.advance(1)
  await expect.poll(() => state(1)).toBe('settled')
  expect(await state(0)).toBe('failed')
  expect(about.log.lines).toMatchObject([
    { level: 'warn', event: 'abandoned_calls', fields: { failed: 1, unknown: 1 } },
    { level: 'info', event: 'outcome_known' },
  ])
  await expect.poll(time.armed).toBe(1)
  await reconciler.close()
  expect(time.armed()).toBe(0)
})

test('without a chain the reconciler makes no attempts', async () => {
  await bringUnknown()
  const reconciler = await openReconciler(context(settledOutcome))
  await reconciler.close()
  expect(await ledger.listUnresolved(1)).toMatchObject([{ attempts: 0 }])
})

test.each([
  ['a call of this process', { isInFlightHere: true }, 2_000],
  [
    'an unknown outcome that this process looks up',
    { isInFlightHere: true, state: 'unknown' },
    2_000,
  ],
  ['an unknown outcome', { state: 'unknown' }, 5_000],
  ['a call of a dead process that was alone', { staleMs: null }, 5_000],
  ['a call that another process may work on', { now: 29_999 }, 2_000],
  ['a call that another process must have ended', { now: 30_000 }, 15_000],
  ['an abandoned call', { now: 90_000 }, 5_000],
] as const)(
  'the buyer of %s is told to wait until its outcome may be known',
  (_what, about, ms) => {
    const call = {
      state: 'running',
      changedAt: 0,
      now: 0,
      isInFlightHere: false,
      ...about,
    } as const
    expect(untilRecoveredMs(call, { staleMs: staleAfterMs(30_000), ...call })).toBe(ms)
  },
)
