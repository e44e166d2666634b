import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { EventLoop } from '#runtime/process/event-loop.ts'
import { HostWatch } from '#runtime/process/host-watch.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'

let children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

/** Starts a process on the first processor, where all of them run. */
function start(niceness: number, code: string): ChildProcess {
  const pinned = ['-c', '0', 'nice', '-n', String(niceness), process.execPath, '-e', code]
  const child = spawn('taskset', pinned, { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  return child
}

const loop = new EventLoop()
const shareOf = ({ pid = 0 }: ChildProcess) => {
  const watch = new HostWatch(loop, () => pid)
  return () => watch.browserWaitShare()
}

test(
  'a browser waits that other programs leave next to nothing, and not one that rests beside them',
  needs({ taskset: hasProgram('taskset') }),
  async () => {
    const resting = start(19, 'console.log("at rest"); setInterval(() => {}, 60_000)')
    // It starts first: beside the others its start alone would take seconds.
    await once(resting.stdout ?? resting, 'data')
    const idle = shareOf(resting)
    start(0, 'for (;;);')
    const starved = shareOf(start(19, 'for (;;);'))
    await expect.poll(starved, { timeout: 20_000 }).toBeGreaterThan(0.8)
    expect(idle()).toBeLessThan(0.3)
  },
)

test('time is lost while the event loop stands still, and to the period in which it did', async () => {
  const watch = new HostWatch(loop, () => null)
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
