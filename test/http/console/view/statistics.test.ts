import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterOf, readQuery } from '#http/console/query.ts'
import {
  callDurationMs,
  callsByDay,
  currenciesOf,
  daysWithData,
  dayText,
  earnedByDay,
  lastDays,
  quantile,
} from '#http/console/view/statistics.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { sampleReservation } from '#test/equipment/payment/reservations.ts'

const now = Date.UTC(2026, 0, 3, 12)
const days = lastDays(now, 3)
const [first = 0, , today = 0] = days
const base = { day: today, network: 'eip155:8453', asset: '0xusdc', tool: 'probe_url' } as const
const tally = (changed: Partial<DailyTotal>): DailyTotal => ({
  ...{ ...base, state: 'settled', amountAtomic: 5_000n, count: 1 },
  ...changed,
})

test('days are of UTC, today the last', () => {
  expect(days.map(dayText)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
})

test('a chart begins with the first day that has data, and without data is today only', () => {
  expect(daysWithData([tally({ day: first + 1 }), tally({})], days)).toEqual([first + 1, today])
  expect(daysWithData([tally({ day: first - 9 })], days)).toEqual(days)
  expect(daysWithData([], days)).toEqual([today])
})

test('calls are counted by day and state', () => {
  const tallies = [
    tally({ count: 3 }),
    tally({ count: 2, amountAtomic: 7n }),
    tally({ day: first, state: 'running' }),
    tally({ day: first, state: 'settling' }),
    tally({ day: first - 1, state: 'running', count: 100 }),
  ]
  expect(callsByDay(tallies, days, ['settled'])).toEqual([0, 0, 5])
  expect(callsByDay(tallies, days, ['running', 'settling'])).toEqual([2, 0, 0])
})

test('earnings are the settled amounts, each currency separately, exact beyond a double', () => {
  const huge = 2n ** 70n + 1n
  const tallies = [
    tally({ count: 2 }),
    tally({ network: 'eip155:84532', amountAtomic: huge, count: 3 }),
    tally({ state: 'unknown', count: 9 }),
    tally({ tool: 'render_page' }),
    tally({ asset: '0xnever', state: 'refused' }),
  ]
  const currencies = currenciesOf(tallies)
  expect(currencies.map(({ network }) => network)).toEqual(['eip155:8453', 'eip155:84532'])
  const [money, play] = currencies.map((currency) =>
    earnedByDay(tallies, days, 'probe_url', currency),
  )
  expect(money).toEqual([0n, 0n, 10_000n])
  expect(play).toEqual([0n, 0n, huge * 3n])
})

describe('how long a call took', () => {
  const entry = (changed: Partial<LedgerEntry>): LedgerEntry => ({
    ...sampleReservation(),
    ...{ state: 'settled', reservedAt: 1_000, changedAt: 4_000, reason: null, transaction: null },
    deliveredAt: null,
    ...changed,
  })
  test.each([
    ['a settled one', {}, 3_000],
    ['a failed one', { state: 'failed' as const }, 3_000],
    ['one that runs', { state: 'running' as const }, null],
    ['one that is unknown', { state: 'unknown' as const }, null],
    ['one whose outcome was learnt a day later', { changedAt: 86_400_000 }, null],
    ['one that ended before it began, by a clock that was set back', { changedAt: 1 }, null],
  ])('%s', (_, changed, ms) => {
    expect(callDurationMs(entry(changed), 45_000)).toBe(ms)
  })

  test('a quantile is one of the values, and the share does not exceed it', () => {
    expect(quantile([], 0.5)).toBeNull()
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const found = quantile(values, share) ?? -1
          expect(values).toContain(found)
          const within = values.filter((value) => value <= found).length
          expect(within).toBeGreaterThanOrEqual(share * values.length)
        },
      ),
    )
  })
})

test('any query gives only filters that the page offers', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (days_, state, tool) => {
      const query = readQuery(new URLSearchParams({ days: days_, state, tool }))
      expect([7, 30, 90]).toContain(query.days)
    }),
  )
  expect(readQuery(new URLSearchParams('days=7&state=unknown&tool=verify_page'))).toEqual({
    ...{ days: 7, state: 'unknown', tool: 'verify_page', find: '', after: null },
  })
  expect(
    readQuery(new URLSearchParams("after='; DROP TABLE x&find= shop.example.com ")),
  ).toMatchObject({
    find: 'shop.example.com',
    after: null,
  })
})

const address = `0x${'aB'.repeat(20)}`
const hash = `0x${'12'.repeat(32)}`
const job = '01a2030c-0d73-701b-808a-551c4b012b6b'
test.each([
  [address, 'payer'],
  [hash, 'transaction'],
  ['0x12ab', 'transaction'],
  [job, 'job'],
  [job.slice(0, 8), 'job'],
  ['shop.example.com', 'host'],
  ['deadbeef.example.com', 'host'],
  ["' OR 1=1", 'host'],
])('the term %s finds by %s', (find, field) => {
  const filter = filterOf(readQuery(new URLSearchParams({ find })))
  const named = Object.entries(filter).filter(([, value]) => value !== null)
  expect(named).toEqual([[field, find]])
})
