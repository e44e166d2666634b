import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repeatedly } from '#runtime/clock.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'
import { gate } from '#test/equipment/time/gate.ts'

function rounds() {
  const { clock, advance, armed } = steppedClock()
  const begun: ReturnType<typeof gate>[] = []
  const running = repeatedly(clock, 100, async () => {
    const round = gate()
    begun.push(round)
    await round.opened
  })
  const end = async (number: number) => {
    begun[number]?.open()
    await turn()
  }
  return { ...running, advance, armed, end, begun }
}

test('rounds begin a time after the end of the one before', async () => {
  const { advance, begun, end } = rounds()
  advance(99)
  expect(begun).toHaveLength(0)
  advance(1)
  expect(begun).toHaveLength(1)
  advance(1_000)
  expect(begun).toHaveLength(1)
  await end(0)
  advance(99)
  expect(begun).toHaveLength(1)
  advance(1)
  expect(begun).toHaveLength(2)
})

test('a round that is wanted now replaces the next one', async () => {
  const { advance, begun, end, runNow, armed } = rounds()
  advance(50)
  runNow()
  expect([begun.length, armed()]).toEqual([1, 0])
  await end(0)
  advance(99)
  expect(begun).toHaveLength(1)
  advance(1)
  expect(begun).toHaveLength(2)
})

test('during a round another one is made once, directly after it: never two at once', async () => {
  const { begun, end, runNow, armed } = rounds()
  for (let times = 0; times < 5; times += 1) runNow()
  expect(begun).toHaveLength(1)
  await end(0)
  expect(begun).toHaveLength(2)
  await end(1)
  expect([begun.length, armed()]).toEqual([2, 1])
})

test('nothing begins after the close, which waits for the round in progress', async () => {
  const { begun, end, runNow, close, armed } = rounds()
  runNow()
  runNow()
  let isClosed = false
  const closing = close().then(() => {
    isClosed = true
  })
  await turn()
  expect(isClosed).toBe(false)
  await end(0)
  await closing
  runNow()
  expect([begun.length, armed()]).toEqual([1, 0])
})
