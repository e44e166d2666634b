import { Histogram, Registry } from 'prom-client'
import type { CallRecord } from '#job/call/call-record.ts'
import type { Clock } from '#runtime/clock.ts'
import { callMetrics } from './call-metrics.ts'
import { type MomentaryState, type StateSources, stateMetrics } from './state-metrics.ts'

/** The metrics of this process, for Prometheus. */
export interface Metrics {
  /** Counts a call at its end; takes a few microseconds. */
  readonly observe: (call: CallRecord) => void
  /** Returns the text of a scrape and its media type. */
  write(now: MomentaryState): Promise<{ readonly type: string; readonly text: string }>
  close(): void
}

/**
 * Interval of the timer that measures the event loop lag. The default metrics of the library stay off: their event loop
 * monitor wakes an idle process a hundred times a second, and nothing removes their observer of the garbage collector.
 * This timer fires twice a second.
 */
const POLL_INTERVAL_MS = 500

export function openMetrics(sources: StateSources & { readonly clock: Clock }): Metrics {
  const { clock } = sources
  const registry = new Registry()
  const observe = callMetrics(registry)
  const refresh = stateMetrics(registry, sources)
  const lag = new Histogram({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'Delay of a timer of half a second',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2],
    registers: [registry],
  })
  let due = clock.monotonicMs() + POLL_INTERVAL_MS
  const sampleLag = () => {
    const now = clock.monotonicMs()
    lag.observe(Math.max(0, now - due) / 1000)
    due = now + POLL_INTERVAL_MS
    cancel = clock.after(POLL_INTERVAL_MS, sampleLag)
  }
  let cancel = clock.after(POLL_INTERVAL_MS, sampleLag)
  return {
    observe,
    write: async (now) => {
      await refresh(now)
      return { type: registry.contentType, text: await registry.metrics() }
    },
    close: () => cancel(),
  }
}
