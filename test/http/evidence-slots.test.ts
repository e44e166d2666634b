import { expect, test } from 'vitest'
import { EvidenceSlots } from '#http/evidence-slots.ts'
import type { Clock } from '#runtime/clock.ts'

/** A clock that a test advances; timers that are due then run. */
function manualClock() {
  let now = 0
  const due: { at: number; run: () => void }[] = []
  const clock: Pick<Clock, 'monotonicMs' | 'after'> = {
    monotonicMs: () => now,
    after: (ms, run) => {
      const one = { at: now + ms, run }
      due.push(one)
      return () => void due.splice(due.indexOf(one), 1)
    },
  }
  const advance = (ms: number) => {
    for (const end = now + ms; ; ) {
      const [next] = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      now = next?.at ?? end
      if (next === undefined) return
      due.splice(due.indexOf(next), 1)
      next.run()
    }
  }
  return { clock: clock as Clock, advance, waiting: () => due.length }
}

const content = (pieces: number, size = 64 * 1024) => {
  let left = pieces
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        if (left === 0) return controller.close()
        left -= 1
        controller.enqueue(new Uint8Array(size))
      },
      cancel: () => {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, isCancelled: () => isCancelled }
}

test('four slots of one id and thirty-two in all can be taken, and released once each', () => {
  const slots = new EvidenceSlots(manualClock().clock)
  const ofOne = Array.from({ length: 4 }, () => slots.acquire('a'))
  expect(ofOne).not.toContain(null)
  expect(slots.acquire('a')).toBeNull()
  const others = Array.from({ length: 28 }, (_, n) => slots.acquire(`b${n}`))
  expect(others).not.toContain(null)
  expect(slots.acquire('c')).toBeNull()
  ofOne[0]?.()
  ofOne[0]?.()
  expect(slots.acquire('c')).not.toBeNull()
  expect(slots.acquire('d')).toBeNull()
})

test('eight ids with all the readers that they can have leave slots for others', () => {
  const slots = new EvidenceSlots(manualClock().clock)
  for (let nth = 0; nth < 32; nth += 1) slots.acquire(`${nth % 8}`)
  for (let nth = 0; nth < 32; nth += 1) slots.acquire(`${nth >> 2}`)
  expect(Array.from({ length: 8 }, (_, nth) => slots.acquire(`other ${nth}`))).not.toContain(null)
})

test('a reader at the least rate gets everything, and its slot is free at the end', async () => {
  const { clock, advance, waiting } = manualClock()
  let released = 0
  const paced = new EvidenceSlots(clock).withMinRate(content(10).stream, () => {
    released += 1
  })
  let bytes = 0
  for await (const piece of paced) {
    bytes += piece.byteLength
    advance(4_000)
  }
  expect([bytes, released, waiting()]).toEqual([640 * 1024, 1, 0])
})

test('a reader below the least rate is cut off after the grace, and its slot is free', async () => {
  const { clock, advance, waiting } = manualClock()
  let released = 0
  const source = content(100)
  const reader = new EvidenceSlots(clock)
    .withMinRate(source.stream, () => {
      released += 1
    })
    .getReader()
  await reader.read()
  advance(9_000)
  expect(released).toBe(0)
  advance(6_000)
  await expect(reader.read()).rejects.toThrow('too slow')
  expect([released, waiting(), source.isCancelled()]).toEqual([1, 0, true])
})

test('a reader that leaves frees its slot', async () => {
  const { clock, waiting } = manualClock()
  let released = 0
  const source = content(100)
  const reader = new EvidenceSlots(clock)
    .withMinRate(source.stream, () => {
      released += 1
    })
    .getReader()
  await reader.read()
  await reader.cancel()
  expect([released, waiting(), source.isCancelled()]).toEqual([1, 0, true])
})
