import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { afterEach, describe, expect, test } from 'vitest'
import { Renderers } from '#chrome/launch/renderers.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'

const DRAWING = '--type=gpu-process'
const NETWORK = '--utility-sub-type=network.mojom.NetworkService'
const WAIT = 'read line'
const SPIN = 'while :; do :; done'
/** Long enough that only a process that spins waits so long for a processor. */
const LONG_MS = 100

/** A pid that no process has. */
const NO_PROCESS = 2 ** 30

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Starts a shell whose command line has a mark of Chrome's. All of them share one processor, so that those that spin wait for it. */
function start(script: string, mark: string): ChildProcess {
  const [processor = '0'] = /(?<=^Cpus_allowed_list:\s*)\d+/m.exec(
    readFileSync('/proc/self/status', 'utf8'),
  ) ?? ['0']
  const child = spawn('taskset', ['--cpu-list', processor, 'sh', '-c', script, mark])
  started.push(child)
  return child
}

const canWait = process.platform === 'linux' && hasProgram('taskset')

describe('the processes that a browser shares among its pages', needs({ taskset: canWait }), () => {
  test.each([
    ['network', DRAWING, NETWORK],
    ['GPU', NETWORK, DRAWING],
  ])('the delay of a restarted %s process counts', async (_what, idle, restarted) => {
    start(WAIT, idle)
    start(SPIN, 'rival')
    const first = start(SPIN, restarted)
    const page = new Renderers(process.pid).open()
    await expect.poll(page.measureDelay()).toBeGreaterThan(LONG_MS)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const delayedMs = page.measureDelay()
    start(SPIN, restarted)
    await expect.poll(delayedMs).toBeGreaterThan(LONG_MS)
  })

  test('a delay counts when it is shorter than that of another process long before', async () => {
    start(SPIN, 'rival')
    const old = start(SPIN, DRAWING)
    const page = new Renderers(process.pid).open()
    await expect.poll(page.measureDelay()).toBeGreaterThan(20 * LONG_MS)
    old.kill('SIGSTOP')
    const delayedMs = page.measureDelay()
    start(SPIN, NETWORK)
    await expect.poll(delayedMs, { timeout: 15 * LONG_MS }).toBeGreaterThan(LONG_MS)
  })

  test('the delay of the main thread of the browser counts, which carries out the commands to all pages', async () => {
    start(SPIN, 'rival')
    const delayedMs = new Renderers(start(SPIN, 'browser').pid ?? 0).open().measureDelay()
    await expect.poll(delayedMs).toBeGreaterThan(LONG_MS)
  })
})

test('messages of one page delay the pages beside it and not itself, and count as its processor time', () => {
  const renderers = new Renderers(NO_PROCESS)
  const [talking, quiet] = [renderers.open(), renderers.open()]
  talking.addSession('A1')
  quiet.addSession('B2')
  const [talkingMs, quietMs] = [talking.measureDelay(), quiet.measureDelay()]
  const delays = () => [talkingMs(), quietMs()]
  expect(delays()).toEqual([0, 0])
  expect([talking.usedMs(), quiet.usedMs()]).toEqual([0, 0])
  renderers.onMessage('A1', 1_500_000_000)
  expect(delays()).toEqual([0, 10_000])
  for (let n = 1; n < 20_000; n += 1) renderers.onMessage('A1', 0)
  expect([talking.usedMs(), quiet.usedMs()]).toEqual([2_600, 0])
})
