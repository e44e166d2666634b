import { describe, expect, test } from 'vitest'
import { type VerifyClass, VerifyLimiter } from '#job/selling/verify-limiter.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const limiter = () => new VerifyLimiter({ clock: steppedClock().clock, ratePer10S: () => null })

/** The number of verifications of this class that are admitted, one after the other, while none of them ends. */
function admitted(by: VerifyClass, of = limiter()): number {
  let count = 0
  while (of.acquire(by) !== null) count += 1
  return count
}

describe('design 1.28: concurrent verifications', () => {
  test.each([
    ['paid', 32],
    ['new', 24],
    ['contract', 4],
  ] as const)('of class %s are at most %i', (by, most) => {
    expect(admitted(by)).toBe(most)
  })

  test('of all classes are at most 32, of which payers who have paid before can use eight more than others', () => {
    const all = limiter()
    expect([admitted('contract', all), admitted('new', all), admitted('paid', all)]).toEqual([
      4, 20, 8,
    ])
    expect(admitted('contract', all)).toBe(0)
  })

  test('a slot is free again when its verification has ended, not before, and once', () => {
    const full = limiter()
    const first = full.acquire('contract')
    expect(admitted('contract', full)).toBe(3)
    first?.verified()
    first?.verified()
    expect(admitted('contract', full)).toBe(1)
  })
})
