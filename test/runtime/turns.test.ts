import { expect, test } from 'vitest'
import { inTurns, type Pieces, runToEnd, withinCpuTime } from '#runtime/turns.ts'

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

function* endless(onPiece = () => {}): Pieces<never> {
  for (;;) {
    onPiece()
    yield
  }
}

test('work stops at the signal, with its reason', async () => {
  const stop = new AbortController()
  let pieces = 0
  const work = inTurns(
    endless(() => {
      pieces += 1
    }),
    stop.signal,
  )
  setTimeout(() => stop.abort(new Error('The client has gone.')), 20)
  await expect(work).rejects.toThrow('The client has gone.')
  const piecesThen = pieces
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(pieces).toBe(piecesThen)
})

test('work that uses more processor time than it may gives null', async () => {
  expect(await inTurns(withinCpuTime(endless(), 50))).toBeNull()
  expect(await inTurns(withinCpuTime(counted(100), 50))).toBe(5050)
})

test('ten pieces of work take one share of each turn, not ten', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 10 }, () => inTurns(withinCpuTime(endless(), 30))))
  isDone = true
  // Each of the turns has at most one share of five milliseconds of processor time; all took 300 ms.
  expect(turns).toBeGreaterThan(20)
})
