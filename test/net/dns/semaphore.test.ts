import { describe, expect, test } from 'vitest'
import { createSemaphore } from '#net/dns/semaphore.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'

describe('openGate', () => {
  test('lets so many in and the next one when somebody leaves, in order', async () => {
    const gate = createSemaphore(1)
    const deadline = deadlineAfter(systemClock, 5_000)
    const order: string[] = []
    const leave = await gate.enter(deadline)
    const waiting = ['first', 'second'].map(async (name) => {
      const out = await gate.enter(deadline)
      order.push(name)
      out?.()
    })
    expect(order).toEqual([])
    leave?.()
    leave?.()
    await Promise.all(waiting)
    expect(order).toEqual(['first', 'second'])
    deadline.close()
  })

  test('who leaves the queue at the deadline takes no place', async () => {
    const gate = createSemaphore(1)
    const long = deadlineAfter(systemClock, 5_000)
    const leave = await gate.enter(long)
    const short = deadlineAfter(systemClock, 10)
    expect(await gate.enter(short)).toBeNull()
    expect(await gate.enter(short)).toBeNull()
    leave?.()
    expect(await gate.enter(long)).toBeTypeOf('function')
    long.close()
  })

  test('leaving twice frees one place', async () => {
    const gate = createSemaphore(1)
    const deadline = deadlineAfter(systemClock, 20)
    const leave = await gate.enter(deadline)
    leave?.()
    leave?.()
    await gate.enter(deadline)
    expect(await gate.enter(deadline)).toBeNull()
    deadline.close()
  })
})
