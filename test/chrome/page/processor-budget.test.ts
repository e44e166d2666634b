import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBudget } from '#chrome/page/processor-budget.ts'
import { systemClock } from '#runtime/clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched(processorMs: number) {
  let usedMs = 0
  let messages = 0
  const processes = { usedMs: () => usedMs, messages: () => messages } as never
  const budget = watchBudget(processes, systemClock, { processorMs, events: 100 })
  const report = (events: number) => {
    messages += events
    vi.advanceTimersByTime(500)
  }
  const use = (ms: number) => {
    usedMs += ms
    vi.advanceTimersByTime(500)
  }
  return { budget, use, report }
}

test('a page may use its budget, and not more', () => {
  const { budget, use } = watched(10_000)
  use(10_000)
  expect(budget.isSpent()).toBe(false)
  use(1)
  expect(budget.isSpent()).toBe(true)
  expect(budget.spent.aborted).toBe(true)
  expect(budget.reached()).toEqual(['processor_ms'])
})

test('a page may cause as many events as its budget has, and not more', () => {
  const { budget, report } = watched(10_000)
  report(100)
  expect([budget.isSpent(), budget.reached()]).toEqual([false, []])
  report(1)
  expect([budget.isSpent(), budget.reached()]).toEqual([true, ['events']])
})

test('a page whose own threads wait for each other has reached its limit of processor time', () => {
  const { budget } = watched(10_000)
  budget.reach()
  expect([budget.isSpent(), budget.reached()]).toEqual([true, ['processor_ms']])
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
