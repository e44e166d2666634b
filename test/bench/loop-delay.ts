import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

// Preloaded into the service by crowd.ts (`--import=loop-delay.ts?FILE`): at each SIGUSR2 it writes the event loop delay since
// the previous one.

/** Interval of the histogram's timer, which the histogram includes in each delay. */
const RESOLUTION_MS = 5

const file = new URL(import.meta.url).search.slice(1)
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
const ms = (ns: number) => `${Math.max(0, Math.round(ns / 1e6) - RESOLUTION_MS)} ms`

process.on('SIGUSR2', () => {
  const [p50, p99] = [50, 99].map((share) => ms(delay.percentile(share)))
  writeFileSync(file, `p50 ${p50}, p99 ${p99}, longest ${ms(delay.max)}`)
  delay.reset()
})
