import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * Script with a burst whose objects grow old and are then dropped, like those of clients that disconnect, and a little work
 * afterwards, like that of the service for its browser. Prints the resident megabytes at the end of the burst and ten seconds
 * later.
 */
const burst = `
  const resident = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
  const part = (index) => ({ index, text: ['x' + index, 'y' + index], more: new Map([[index, index]]) })
  let most = 0
  setTimeout(() => {
    Array.from({ length: 400_000 }, (_, index) => part(index))
    most = resident()
  }, 1_500)
  let recent = []
  setInterval(() => {
    recent = Array.from({ length: 2_000 }, (_, index) => part(index))
  }, 100)
  setTimeout(() => {
    console.log(JSON.stringify({ most, left: resident(), recent: recent.length }))
    process.exit()
  }, 11_500)
`
/** Collects on a clock whose timers run ten times as fast: a check each second. */
const collecting = `
  const { collectWhenIdle } = await import('#runtime/idle-collection.ts')
  const { systemClock } = await import('#runtime/clock.ts')
  collectWhenIdle({ ...systemClock, after: (ms, act) => systemClock.after(ms / 10, act) })
`

async function residentMb(
  program: string,
): Promise<{ readonly most: number; readonly left: number }> {
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

test('a process gives back what a burst of work took, although V8 would keep it', async () => {
  const [kept, collected] = await Promise.all([residentMb(burst), residentMb(collecting + burst)])
  expect(collected.left).toBeLessThan(collected.most - 60)
  expect(collected.left).toBeLessThan(kept.left - 60)
})
