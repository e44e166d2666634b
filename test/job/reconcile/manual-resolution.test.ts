import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { resolveManually } from '#job/reconcile/manual-resolution.ts'
import type { Ledger, LedgerEntry } from '#payment/ledger/ledger.ts'
import {
  openTemporaryLedger,
  type TemporaryLedger,
} from '#test/equipment/ledger/temporary-ledger.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const transaction = `0x${'AB'.repeat(32)}`
let temporary: TemporaryLedger
let ledger: Ledger
let time: ReturnType<typeof steppedClock>

beforeEach(() => {
  temporary = openTemporaryLedger()
  ledger = temporary.ledger
  time = steppedClock()
})
afterEach(() => {
  temporary[Symbol.dispose]()
})

/** A call with an unknown outcome, valid for a thousand seconds from the start of the clock. */
async function unknownCall(validBefore = 1_000n): Promise<LedgerEntry> {
  await ledger.reserve({ ...sampleReservation({ at: 0 }), validBefore })
  await ledger.beginSettling(sampleKey(), 1, 'sealed report')
  await ledger.unknown(sampleKey(), 2, 'timeout', null)
  return now()
}
async function now(): Promise<LedgerEntry> {
  const found = await ledger.find(sampleKey())
  return found === null || found.state === 'archived' ? expect.fail('It is gone.') : found
}
const resolve = (entry: LedgerEntry, verdict: Parameters<typeof resolveManually>[2]) =>
  resolveManually({ ledger, clock: time.clock }, entry, verdict)

describe('paid', () => {
  test('settles the call with that transaction, and its buyer gets the stored response', async () => {
    const entry = await unknownCall()
    expect(await resolve(entry, { status: 'paid', transaction })).toBe('resolved')
    expect(await now()).toMatchObject({ state: 'settled', transaction: transaction.toLowerCase() })
    expect(await ledger.storedResponse(sampleKey())).toMatchObject({
      report: 'sealed report',
      receipt: { success: true, network: 'eip155:84532' },
    })
  })

  test('is an error when it cannot be written, and not a call that has changed meanwhile', async () => {
    const entry = await unknownCall()
    const unwritable = new Fault('ledger_unavailable', 'The disk is full.')
    ledger = { ...ledger, settled: () => Promise.reject(unwritable) }
    await expect(resolve(entry, { status: 'paid', transaction })).rejects.toThrow(unwritable)
  })

  test.each([
    '',
    '0x',
    `0x${'a'.repeat(63)}`,
    `0x${'a'.repeat(65)}`,
    'a'.repeat(66),
    `${transaction}\n`,
    `0${transaction}`,
  ])('in %j is no transaction, and changes nothing', async (text) => {
    const entry = await unknownCall()
    expect(await resolve(entry, { status: 'paid', transaction: text })).toBe('no_transaction')
    expect((await now()).state).toBe('unknown')
  })
})

describe('never paid', () => {
  test('is accepted from ten minutes after the authorization expired', async () => {
    const entry = await unknownCall()
    time.advance(1_600_000 - 1)
    expect(await resolve(entry, { status: 'never' })).toBe('too_early')
    expect((await now()).state).toBe('unknown')
    time.advance(1)
    expect(await resolve(entry, { status: 'never' })).toBe('resolved')
    expect(await now()).toMatchObject({ state: 'refused', reason: 'resolved_by_operator' })
  })

  test('is never accepted for an authorization that does not expire', async () => {
    const entry = await unknownCall(2n ** 256n - 1n)
    time.advance(Number.MAX_SAFE_INTEGER)
    expect(await resolve(entry, { status: 'never' })).toBe('too_early')
  })
})

test('an outcome that has become known meanwhile stays unchanged', async () => {
  const entry = await unknownCall()
  await ledger.refused(sampleKey(), 3, 'expired')
  expect(await resolve(entry, { status: 'paid', transaction })).toBe('moved')
  expect(await resolve(await now(), { status: 'paid', transaction })).toBe('moved')
  expect(await now()).toMatchObject({ state: 'refused', reason: 'expired' })
})

test('a call that is being settled is left to its own settlement', async () => {
  await ledger.reserve({ ...sampleReservation({ at: 0 }), validBefore: 1_000n })
  await ledger.beginSettling(sampleKey(), 1, 'sealed report')
  time.advance(10_000_000)
  for (const verdict of [{ status: 'paid', transaction }, { status: 'never' }] as const)
    expect(await resolve(await now(), verdict)).toBe('moved')
  expect((await now()).state).toBe('settling')
})
