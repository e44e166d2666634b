import { describe, expect, test } from 'vitest'
import { createSemaphore } from '#net/dns/semaphore.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'

describe('Semaphore', () => {
  test('admits its capacity, then the next one in order as each slot is freed', async () => {
    const semaphore = createSemaphore(1)
    const deadline = deadlineAfter(systemClock, 5_000)
    const order: string[] = []
    const leave = await semaphore.acquire(deadline)
    const waiting = ['first', 'second'].map(async (name) => {
      const out = await semaphore.acquire(deadline)
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

  test('a waiter that gives up at the deadline takes no slot', async () => {
    const semaphore = createSemaphore(1)
    const long = deadlineAfter(systemClock, 5_000)
    const leave = await semaphore.acquire(long)
    const short = deadlineAfter(systemClock, 10)
    expect(await semaphore.acquire(short)).toBeNull()
    expect(await semaphore.acquire(short)).toBeNull()
    leave?.()
    expect(await semaphore.acquire(long)).toBeTypeOf('function')
    long.close()
  })

  test('a second release of a slot does nothing', async () => {
    const semaphore = createSemaphore(1)
    const deadline = deadlineAfter(systemClock, 20)
    const leave = await semaphore.acquire(deadline)
    leave?.()
    leave?.()
    await semaphore.acquire(deadline)
    expect(await semaphore.acquire(deadline)).toBeNull()
    deadline.close()
  })
})
