import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { earnedMs, PageShare } from '#chrome/launch/page-share.ts'

/** A page that would use `cores` processors all the time, for so many milliseconds beside `heavyPages`; what it got. */
function usedBy(cores: number, forMs: number, heavyPages = 1): number {
  const share = new PageShare()
  let usedMs = 0
  for (let atMs = 0; atMs < forMs; atMs += 100) {
    if (share.isRunning()) usedMs += 100 * cores
    share.measure(usedMs, earnedMs(100, heavyPages))
  }
  return usedMs
}

const half = availableParallelism() / 2

test('a page may use two seconds at once, whatever it is', () => {
  const share = new PageShare()
  share.measure(1_900, 0)
  expect([share.isRunning(), share.isHeavy(), share.wasSlowed()]).toEqual([true, false, false])
  share.measure(2_100, 0)
  expect([share.isRunning(), share.isHeavy(), share.wasSlowed()]).toEqual([false, true, true])
  share.measure(2_100, 500)
  expect([share.isRunning(), share.isHeavy(), share.wasSlowed()]).toEqual([true, false, true])
})

test.each([1, 2, 4, 8])('%i heavy pages have half of the processors together', (pages) => {
  const each = usedBy(2 * half, 60_000, pages)
  expect(each * pages - 2_000 * pages).toBeGreaterThan(0.8 * 60_000 * half)
  expect(each * pages - 2_000 * pages).toBeLessThan(1.2 * 60_000 * half)
})

test('a page that uses less than its share is never stopped', () => {
  expect(usedBy(half * 0.9, 20_000)).toBeCloseTo(20_000 * half * 0.9, -3)
})

test('a page that is alone is not stopped, and what it uses then does not count', () => {
  const share = new PageShare()
  share.release(60_000)
  share.measure(61_000, 0)
  expect([share.isRunning(), share.wasSlowed()]).toEqual([true, false])
})
