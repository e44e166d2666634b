import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from './clock.ts'
import { isNode } from './process/process.ts'

/** Milliseconds between two checks. Longer than a start takes, because V8 releases the memory of the start by itself. */
const POLL_INTERVAL_MS = 10_000
/**
 * Share of one processor, used by all threads, below which the process is idle: a collection stops the process for a
 * tenth of a second.
 */
const IDLE_SHARE = 0.1
const GROWN_BYTES = 64 * 2 ** 20
/** Every other type of collection keeps the emptied pages in a pool. */
const reducing = { type: 'major', flavor: 'last-resort' } as const
const plain = { type: 'major' } as const
/**
 * Growth of the heap between two collections, as a percentage of the heap that survived the last one. V8 lets a small
 * heap grow fourfold; at 60 %, a flood of requests during six renders is served half as fast.
 */
const MAX_GROWTH_PERCENT = 150

/**
 * Limits the growth of the heap between two collections, and returns memory to the system after the start and after a
 * load. V8 keeps the pages that a collection has emptied: after a flood of requests during six renders, a service with
 * a heap of 57 MB kept 450 to 560 MB, and keeps 250 MB with this limit. Returns a function that stops the checks.
 */
export function collectWhenIdle(clock: Clock): () => void {
  if (!isNode()) return () => {}
  // As options of the process, these flags would make V8 reject the code cache.
  setFlagsFromString('--expose-gc')
  setFlagsFromString(`--heap-growing-percent=${MAX_GROWTH_PERCENT}`)
  const collect: (how: typeof reducing | typeof plain) => void = runInNewContext('gc')
  let isFirst = true
  // The first idle interval always triggers a collection: V8 keeps 11 MiB of the start in some processes and not in
  // others.
  let leastBytes = 0
  let usedMs = processorMs()
  const collectIfIdle = () => {
    const before = usedMs
    usedMs = processorMs()
    const isIdle = usedMs - before < IDLE_SHARE * POLL_INTERVAL_MS
    const bytes = process.memoryUsage.rss()
    if (isIdle && bytes > leastBytes + GROWN_BYTES) {
      collect(reducing)
      // The remaining memory is in use: without this, an idle process would collect again and again.
      leastBytes = process.memoryUsage.rss()
    } else {
      // Until the first collection V8 lets the heap grow to 500 MB, whatever the limit.
      if (isFirst) collect(plain)
      leastBytes = Math.min(leastBytes, bytes)
    }
    isFirst = false
    cancel = clock.after(POLL_INTERVAL_MS, collectIfIdle)
  }
  let cancel = clock.after(POLL_INTERVAL_MS, collectIfIdle)
  return () => cancel()
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
