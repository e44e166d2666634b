import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EarlierCallContext,
  findEarlierCall,
  fingerprintOf,
  MAX_UNNAMED_MISSES,
  type RequestPayment,
} from '#job/call/idempotency.ts'
import { receiptMaker } from '#job/call/receipt.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import { sealReport } from '#job/call/sealed-report.ts'
import { UNNAMED_RETENTION_MS } from '#job/report-retention.ts'
import { type Ledger, type LedgerState, noPayerLimit } from '#payment/ledger/ledger.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { systemRandom } from '#runtime/random.ts'
import {
  openTemporaryLedger,
  type TemporaryLedger,
} from '#test/equipment/ledger/temporary-ledger.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'

const AT = 1_790_000_000_000
const RETENTION_MS = 86_400_000
const PAYMENT_ID = 'pay_0123456789abcdef'
const report = '{"result_status":"PASS"}'

let temporary: TemporaryLedger
let ledger: Ledger
let storedSlots: ResponseSlots

beforeEach(() => {
  temporary = openTemporaryLedger()
  ledger = temporary.ledger
  storedSlots = new ResponseSlots({ max: 4, maxPerKey: 1 })
})
afterEach(() => {
  temporary[Symbol.dispose]()
})

/** A request with a payment; by default the one of `bring`. */
function request(
  about: {
    readonly number?: number
    readonly url?: string
    readonly signed?: string
    readonly tool?: 'probe_url' | 'render_page'
    readonly paymentId?: string | null
    readonly isSigned?: boolean
  } = {},
): RequestPayment {
  const {
    number = 0,
    url = 'https://www.example.com/',
    signed = 'signed',
    tool = 'probe_url',
  } = about
  return {
    key: sampleKey(number),
    isSigned: async () => about.isSigned ?? true,
    fingerprint: fingerprintOf({ signed, paymentId: about.paymentId ?? null, tool, url }),
  }
}

/** A call that reached this state at `AT`. */
async function bring(state: LedgerState, paymentId: string | null = null): Promise<void> {
  const { key, fingerprint } = request({ paymentId })
  const { signatureSha256, bodySha256 } = fingerprint
  const { tool } = fingerprint.request
  const reservation = sampleReservation({ at: AT })
  await ledger.reserve({ ...reservation, signatureSha256, bodySha256, tool, paymentId })
  if (state === 'running') return
  if (state === 'failed') return ledger.fail(key, AT, 'no_egress')
  await ledger.beginSettling(key, AT, sealReport(report, fingerprint.request, systemRandom))
  if (state === 'settled') return ledger.settled(key, AT, receipt)
  if (state === 'refused') return ledger.refused(key, AT, 'insufficient_funds')
  if (state === 'unknown') return ledger.unknown(key, AT, 'timeout', null)
}

const find = (payment: RequestPayment, changes: Partial<EarlierCallContext> = {}) =>
  findEarlierCall(
    {
      ledger,
      receiptFor: receiptMaker(null, 'https://check.example.com'),
      payerLimit: noPayerLimit,
      now: AT,
      retentionMs: RETENTION_MS,
      retryAfterS: () => 7,
      inFlightMs: 0,
      storedSlots,
      ...changes,
    },
    payment,
  )
const decided = (outcome: object) => ({ status: 'decided', outcome })
const unavailable = (code: string, payment: string, about: object = {}) =>
  decided({ status: 'unavailable', code, payment, ...about })
const underWay = unavailable('settlement_unknown', 'unknown', {
  retryAfterS: 7,
  detail: expect.stringContaining('is still being worked on'),
})
const stored = decided({
  status: 'report',
  stored: true,
  body: report,
  receipt: encodeReceipt(receipt),
})
const lost = unavailable('already_settled', 'settled', { receipt: encodeReceipt(receipt) })

test('a payment that the ledger does not know has no earlier call', async () => {
  expect(await find(request({ paymentId: PAYMENT_ID }))).toMatchObject({
    status: 'none',
    hasPaid: false,
  })
})

test.each<[LedgerState, object]>([
  ['running', underWay],
  ['settling', underWay],
  ['failed', { status: 'spent' }],
  ['refused', { status: 'spent' }],
  ['unknown', { status: 'open' }],
  ['settled', stored],
])('the same request of a call that is %s', async (state, expected) => {
  await bring(state)
  expect(await find(request())).toMatchObject(expected)
  expect((await ledger.storedResponse(sampleKey()))?.misses).toBe(0)
})

const others = [
  ['url', request({ url: 'https://other.example.com/' }), true],
  ['tool', request({ tool: 'render_page' }), true],
  ['payment under the same nonce', request({ signed: 'other' }), false],
] as const

describe.each(others)('another %s with the same payment', (_what, other, isGuess) => {
  test.each<[LedgerState, object]>([
    ['running', underWay],
    ['settling', underWay],
    ['failed', { status: 'spent' }],
    ['refused', { status: 'spent' }],
    ['unknown', unavailable('settlement_unknown', 'unknown', { retryAfterS: 7 })],
    ['settled', lost],
  ])('as that of a call that is %s gets no report', async (state, expected) => {
    await bring(state)
    expect(await find(other)).toMatchObject(expected)
    const hasReport = ['settling', 'unknown', 'settled'].includes(state)
    const misses = (await ledger.storedResponse(sampleKey()))?.misses
    expect(misses).toBe(isGuess && hasReport ? 1 : 0)
  })
})

test('after five wrong urls the right one gets no report either', async () => {
  await bring('settled')
  for (let miss = 1; miss < MAX_UNNAMED_MISSES; miss += 1)
    await find(request({ url: 'https://other.example.com/' }))
  const found = await find(request())
  expect(found).toMatchObject(stored)
  if (found.status === 'decided' && found.outcome.status === 'report') found.outcome.onEnd(false)
  await find(request({ url: 'https://other.example.com/' }))
  expect(await find(request())).toMatchObject(lost)
  expect(MAX_UNNAMED_MISSES).toBe(5)
})

test.each([
  ['without an identifier', null, UNNAMED_RETENTION_MS],
  ['with an identifier', PAYMENT_ID, RETENTION_MS],
])(
  'a report %s is kept for its time, and its settlement is known for longer',
  async (_what, paymentId, keptMs) => {
    await bring('settled', paymentId)
    const same = request({ paymentId })
    expect(await find(same, { now: AT + keptMs })).toMatchObject(lost)
    expect(await find(same, { now: AT + keptMs - 1 })).toMatchObject(stored)
  },
)

test('a report that is kept is not called gone: the error says what its buyer must repeat', async () => {
  await bring('settled')
  const kept = (what: string) =>
    unavailable('already_settled', 'settled', { detail: expect.stringContaining(what) })
  expect(await find(request({ tool: 'render_page' }))).toMatchObject(kept('same tool and url.'))
  expect(await find(request(), { now: AT + UNNAMED_RETENTION_MS })).not.toMatchObject(kept(''))
})

test('an identifier that was added to a payment later changes nothing', async () => {
  await bring('settled')
  expect(await find(request({ paymentId: PAYMENT_ID }))).toMatchObject(stored)
})

test('a report with an identifier needs it, and cannot be blocked by guesses', async () => {
  await bring('settled', PAYMENT_ID)
  const without = { detail: expect.stringContaining('tool, url and payment identifier') }
  for (let miss = 0; miss <= MAX_UNNAMED_MISSES; miss += 1) {
    expect(await find(request())).toMatchObject(unavailable('already_settled', 'settled', without))
  }
  expect(await find(request({ paymentId: PAYMENT_ID }))).toMatchObject(stored)
})

test('a report that was deleted before its time is a settlement without a report', async () => {
  await bring('settled', PAYMENT_ID)
  await ledger.forgetReports(AT + 1, AT + 1)
  expect(await find(request({ paymentId: PAYMENT_ID }))).toMatchObject(lost)
})

test.each([
  ['without an identifier', null, { status: 'spent' }],
  ['with an identifier', PAYMENT_ID, stored],
])('a report %s that was delivered', async (_what, paymentId, expected) => {
  await bring('settled', paymentId)
  const same = request({ paymentId })
  for (const isWritten of [false, true]) {
    const found = await find(same)
    expect(found).toMatchObject(stored)
    if (found.status === 'decided' && found.outcome.status === 'report')
      found.outcome.onEnd(isWritten)
  }
  expect(await find(same)).toMatchObject(expected)
  expect(await find(request({ signed: 'other', paymentId: null }))).toMatchObject({
    status: 'spent',
  })
})

describe('a payment identifier', () => {
  const conflict = (payment: string) => decided({ status: 'conflict', payment })

  test('of another payment that its payer signed is a conflict, and of others is not revealed', async () => {
    await bring('settled', PAYMENT_ID)
    const other = { number: 1, paymentId: PAYMENT_ID }
    expect(await find(request(other))).toMatchObject(conflict('not_taken'))
    expect(await find(request({ ...other, isSigned: false }))).toMatchObject({ status: 'none' })
    expect(await find(request({ number: 1 }))).toMatchObject({ status: 'none' })
  })

  test.each<[LedgerState, string]>([
    ['running', 'unknown'],
    ['settling', 'unknown'],
    ['unknown', 'unknown'],
    ['failed', 'not_settled'],
    ['refused', 'not_settled'],
    ['settled', 'settled'],
  ])('with another url is a conflict while its call is %s', async (state, payment) => {
    await bring(state, PAYMENT_ID)
    const other = { url: 'https://other.example.com/', paymentId: PAYMENT_ID, isSigned: false }
    expect(await find(request(other))).toMatchObject(conflict(payment))
    expect((await find(request({ ...other, signed: 'other' }))).status).not.toBe('none')
    expect(await find(request({ ...other, signed: 'other' }))).not.toMatchObject(conflict(payment))
  })
})

describe('while another process may be sending the 200', () => {
  const sending = unavailable('settlement_unknown', 'unknown', { retryAfterS: 2 })

  test.each([
    ['just settled', 0, null, sending],
    ['settled a moment ago', 1_999, null, sending],
    ['settled in the future of a slower clock', -1_999, null, sending],
    ['settled before', 2_000, null, stored],
    ['settled with an identifier', 0, PAYMENT_ID, stored],
  ] as const)('a report that was %s', async (_what, afterMs, paymentId, expected) => {
    await bring('settled', paymentId)
    const same = request({ paymentId })
    expect(await find(same, { now: AT + afterMs, inFlightMs: 1_999.5 })).toMatchObject(expected)
  })
})

test('a report that this process has delivered is not being sent by another', async () => {
  await bring('settled')
  ledger.delivered(sampleKey(), AT)
  expect(await find(request(), { inFlightMs: 2_000 })).toMatchObject({ status: 'spent' })
})

describe('slots for stored reports', () => {
  const busy = unavailable('settlement_unknown', 'unknown', { retryAfterS: 1 })

  test('are taken until the response ends', async () => {
    await bring('settled', PAYMENT_ID)
    const same = request({ paymentId: PAYMENT_ID })
    const found = await find(same)
    expect(await find(same)).toMatchObject(busy)
    if (found.status === 'decided' && found.outcome.status === 'report') found.outcome.onEnd(false)
    expect(await find(same)).toMatchObject(stored)
  })

  test('are free again when there is no report, or it cannot be read', async () => {
    await bring('settled', PAYMENT_ID)
    const same = request({ paymentId: PAYMENT_ID })
    await find(same, { now: AT + RETENTION_MS })
    const unreadable = { ...ledger, storedResponse: () => Promise.reject(new Error('a disk')) }
    await expect(find(same, { ledger: unreadable })).rejects.toThrow('a disk')
    expect(await find(same)).toMatchObject(stored)
  })
})
