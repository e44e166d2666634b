import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoop } from '#runtime/process/event-loop.ts'
import { HostWatch } from '#runtime/process/host-watch.ts'

test('time is lost while the event loop stands still, and to the period in which it did', async () => {
  const watch = new HostWatch(new EventLoop())
  const before = watch.begin()
  await sleep(100)
  stall(2_000)
  await sleep(50)
  const after = watch.begin()
  expect(before.totalMs()).toBeGreaterThan(1_500)
  expect(before.mostWithin(1_000)).toBeGreaterThan(700)
  expect(before.mostWithin(1_000)).toBeLessThanOrEqual(1_000)
  expect(before.mostWithin(10_000)).toBeCloseTo(before.totalMs(), 0)
  expect(after.mostWithin(10_000)).toBe(0)
  watch.close()
})

function stall(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}
