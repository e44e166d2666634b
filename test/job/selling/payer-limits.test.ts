import { expect, test } from 'vitest'
import { createPayerLimits } from '#job/selling/payer-limits.ts'
import { systemClock } from '#runtime/clock.ts'

const start = 1_790_000_000_000
let now = start

function limits(about: { cap?: number; pauseS?: number } = {}) {
  return createPayerLimits({
    clock: { ...systemClock, now: () => now },
    unsettledPerPayer: () => about.cap ?? 3,
    refusedPauseMs: () => (about.pauseS ?? 600) * 1000,
  })
}

const idle = { unsettled: 0, refusedAt: null, goneTwiceAt: null }

test('a payer is served below the cap of unsettled calls, and not at it', () => {
  expect(limits({ cap: 3 }).check({ ...idle, unsettled: 2 })).toBeNull()
  expect(limits({ cap: 3 }).check({ ...idle, unsettled: 3 })).toMatchObject({
    code: 'payer_limited',
    payment: 'not_taken',
  })
})

test.each([
  { since: 'a refused settlement', usage: { ...idle, refusedAt: start }, detail: 'was refused' },
  { since: 'cancelled jobs', usage: { ...idle, goneTwiceAt: start }, detail: 'were cancelled' },
])('the pause after $since reports the time left', ({ usage, detail }) => {
  const left = (at: number) => {
    now = at
    return limits({ pauseS: 600 }).check(usage)
  }
  expect(left(start)).toMatchObject({ code: 'payer_limited', retryAfterS: 600 })
  expect(left(start)?.detail).toContain(detail)
  expect(left(start + 1)).toMatchObject({ retryAfterS: 600 })
  expect(left(start + 599_999)).toMatchObject({ retryAfterS: 1 })
})

test('the limit that the ledger reserves within is that of the live settings', () => {
  expect(limits({ cap: 5, pauseS: 7 }).current()).toEqual({
    mostUnsettled: 5,
    pauseMs: 7_000,
    goneWindowMs: 600_000,
  })
})
