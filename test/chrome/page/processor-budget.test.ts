import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchProcessorTime } from '#chrome/page/processor-budget.ts'
import { systemClock } from '#runtime/clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched(budgetMs: number) {
  let usedMs = 0
  const budget = watchProcessorTime({ usedMs: () => usedMs } as never, systemClock, budgetMs)
  const use = (ms: number) => {
    usedMs += ms
    vi.advanceTimersByTime(500)
  }
  return { budget, use }
}

test('a page may use its budget, and not more', () => {
  const { budget, use } = watched(10_000)
  use(10_000)
  expect(budget.isSpent()).toBe(false)
  use(1)
  expect(budget.isSpent()).toBe(true)
  expect(budget.spent.aborted).toBe(true)
})

test('what we do in it does not count, also afterwards', async () => {
  const { budget, use } = watched(10_000)
  use(9_000)
  await budget.exclude(async () => use(3_000))
  use(1_000)
  expect(budget.isSpent()).toBe(false)
  use(1)
  expect(budget.isSpent()).toBe(true)
})

test('a page that works meanwhile gains four seconds', async () => {
  const { budget, use } = watched(10_000)
  await budget.exclude(async () => {
    use(14_000)
    expect(budget.isSpent()).toBe(false)
    use(1)
  })
  expect(budget.isSpent()).toBe(true)
})

test('several pieces of our work share the four seconds', async () => {
  const { budget, use } = watched(10_000)
  await budget.exclude(async () => use(3_000))
  await budget.exclude(async () => use(3_000))
  use(8_000)
  expect(budget.isSpent()).toBe(false)
  use(1)
  expect(budget.isSpent()).toBe(true)
})

test('our failure leaves the budget as it is', async () => {
  const { budget, use } = watched(10_000)
  await expect(budget.exclude(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  use(10_001)
  expect(budget.isSpent()).toBe(true)
})
