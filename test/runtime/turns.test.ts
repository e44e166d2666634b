import { expect, test } from 'vitest'
import { inTurns, type Pieces, runToEnd } from '#runtime/turns.ts'

function* counted(to: number): Pieces<number> {
  let sum = 0
  for (let n = 1; n <= to; n += 1) {
    sum += n
    yield
  }
  return sum
}

test('work in pieces gives the same result at once and in turns', async () => {
  expect(runToEnd(counted(100))).toBe(5050)
  expect(await inTurns(counted(100))).toBe(5050)
})

test('other work runs between the pieces', async () => {
  let others = 0
  const tick = setInterval(() => {
    others += 1
  }, 1)
  const slow = (function* () {
    for (let n = 0; n < 10; n += 1) {
      const until = performance.now() + 5
      while (performance.now() < until);
      yield
    }
    return others
  })()
  expect(await inTurns(slow)).toBeGreaterThan(5)
  clearInterval(tick)
})
