import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
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
const lostTo = ({ pid = 0 }: ChildProcess) => {
  const watch = new HostWatch(loop, () => pid)
  return () => watch.lost().browserMs
}

test(
  'time is lost to a browser that other programs leave next to nothing, and not to one that rests beside them',
  needs({ taskset: hasProgram('taskset') }),
  async () => {
    const resting = start(19, 'console.log("at rest"); setInterval(() => {}, 60_000)')
    // It starts first: beside the others its start alone would take seconds.
    await once(resting.stdout ?? resting, 'data')
    const idle = lostTo(resting)
    start(0, 'for (;;);')
    const starved = lostTo(start(19, 'for (;;);'))
    await expect.poll(starved, { timeout: 20_000 }).toBeGreaterThan(1_000)
    const before = idle()
    const since = starved()
    await expect.poll(starved, { timeout: 20_000 }).toBeGreaterThan(since + 1_000)
    expect(idle() - before).toBeLessThan(500)
  },
)
