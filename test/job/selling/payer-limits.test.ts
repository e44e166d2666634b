import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPayerLimits } from '#job/selling/payer-limits.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

const start = 1_790_000_000_000
const { payer } = sampleKey()

let folder: string
let database: Database
let ledger: Ledger
let now = start

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-limits-'))
  database = openDatabase({ file: join(folder, 'ledger.sqlite') })
  ledger = createLedger(database)
  now = start
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function limits(about: { cap?: number; pauseS?: number } = {}) {
  return createPayerLimits({
    ledger,
    clock: { ...systemClock, now: () => now },
    unsettledPerPayer: () => about.cap ?? 3,
    refusedPauseMs: () => (about.pauseS ?? 600) * 1000,
  })
}

const reserveNumber = (number: number, most?: number) =>
  ledger.reserve(sampleReservation({ number, at: now }), most)

async function refusedSettlement(number: number): Promise<void> {
  await reserveNumber(number)
  await ledger.beginSettling(sampleKey(number), now, '{}')
  await ledger.refused(sampleKey(number), now, 'insufficient_funds')
}

describe('the cap on unsettled jobs of a payer', () => {
  test('admits exactly its number of many concurrent calls', async () => {
    const payers = limits({ cap: 3 })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        payers.reserve(payer, (most) => reserveNumber(number, most)),
      ),
    )
    const statuses = outcomes.map(({ status }) => status)
    expect(statuses.filter((status) => status === 'reserved')).toHaveLength(3)
    expect(statuses.filter((status) => status === 'unavailable')).toHaveLength(17)
    expect((await ledger.countByState()).running).toBe(3)
  })

  test('counts running, settling and unknown calls, and not finished ones', async () => {
    const payers = limits({ cap: 3 })
    for (const number of [0, 1, 2]) await reserveNumber(number)
    await ledger.beginSettling(sampleKey(1), now, '{}')
    await ledger.beginSettling(sampleKey(2), now, '{}')
    await ledger.unknown(sampleKey(2), now, 'timeout', null)
    expect(await payers.check(payer)).toMatchObject({ code: 'payer_limited' })
    await ledger.fail(sampleKey(0), now, 'ours')
    expect(await payers.check(payer)).toMatchObject({ status: 'served' })
  })

  test('does not affect other payers', async () => {
    const payers = limits({ cap: 1 })
    await reserveNumber(0)
    expect(await payers.check(`0x${'ee'.repeat(20)}`)).toMatchObject({ status: 'served' })
  })

  test('is enforced by the reservation itself, so that two processes together admit no more', async () => {
    // Reservations by another process since this one's last read.
    const late = limits({ cap: 2 }).reserve(payer, async (most) => {
      for (const number of [0, 1]) await reserveNumber(number)
      return reserveNumber(2, most)
    })
    expect(await late).toMatchObject({ status: 'unavailable', code: 'payer_limited' })
    expect((await ledger.countByState()).running).toBe(2)
  })

  test('does not hide that an authorization is already in use', async () => {
    await reserveNumber(0)
    expect(await reserveNumber(0, 1)).toMatchObject({ status: 'taken' })
    expect(await reserveNumber(1, 1)).toEqual({ status: 'payer_full' })
  })
})

describe('the pause after a refused settlement', () => {
  test('lasts exactly as long as configured, and reports the time left', async () => {
    const payers = limits({ pauseS: 600 })
    await refusedSettlement(0)
    expect(await payers.check(payer)).toMatchObject({
      code: 'payer_limited',
      payment: 'not_taken',
      retryAfterS: 600,
    })
    now = start + 599_999
    expect(await payers.check(payer)).toMatchObject({ retryAfterS: 1 })
    now = start + 600_000
    expect(await payers.check(payer)).toMatchObject({ status: 'served' })
  })

  test('of 0 seconds is no pause', async () => {
    await refusedSettlement(0)
    expect(await limits({ pauseS: 0 }).check(payer)).toMatchObject({ status: 'served' })
  })

  test('does not follow a job that failed on our side', async () => {
    await reserveNumber(0)
    await ledger.fail(sampleKey(0), now, 'ours')
    expect(await limits().check(payer)).toMatchObject({ status: 'served' })
  })

  test('does not last a year because the clock was set back by one', async () => {
    await refusedSettlement(0)
    now = start - 365 * 86_400_000
    expect(await limits().check(payer)).toMatchObject({ status: 'served' })
  })
})
