import { afterEach, expect, test, vi } from 'vitest'
import { EventLoop } from '#runtime/process/event-loop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a turn is as long as two of the last three: a single pause is no load', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const loop = new EventLoop()
  const turn = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(25)
  }
  turn(25)
  turn(25)
  expect(loop.turnMs()).toBe(25)
  turn(400)
  expect([loop.turnMs(), loop.stalledMs()]).toEqual([25, 150])
  now += 90
  expect(loop.turnMs()).toBe(90)
  turn(10)
  expect(loop.turnMs()).toBe(100)
  turn(25)
  expect(loop.turnMs()).toBe(25)
  expect(loop.turn()).toBe(5)
  loop.close()
})
