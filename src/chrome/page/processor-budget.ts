import type { PageProcesses } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'

/** Interval of the check: a page that fully uses two cores exceeds its budget by one second of processor time. */
const WATCH_EVERY_MS = 500
/** Limit of the processor time that `exclude` does not count. The screenshot of a page with thousands of icons takes 3 s. */
const MAX_EXCLUDED_MS = 4_000

export interface ProcessorBudget {
  /** Aborts once the page has used up its budget. */
  readonly spent: AbortSignal
  isSpent(): boolean
  /** Runs our own work in the page; up to `MAX_EXCLUDED_MS` of its processor time are not counted. */
  exclude<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

/** Measures the processor time of a page until `stop`. `spent` aborts at most half a second after the budget is used up. */
export function watchProcessorTime(
  processes: PageProcesses,
  clock: Clock,
  budgetMs: number,
): ProcessorBudget {
  const spent = new AbortController()
  let cancel = () => {}
  let excludedMs = () => 0
  const watch = () => {
    if (processes.usedMs() - excludedMs() > budgetMs) spent.abort()
    else cancel = clock.after(WATCH_EVERY_MS, watch)
  }
  watch()
  return {
    spent: spent.signal,
    isSpent: () => spent.signal.aborted,
    exclude: async (work) => {
      const counted = processes.usedMs() - excludedMs()
      const uncountedMs = () => Math.min(processes.usedMs() - counted, MAX_EXCLUDED_MS)
      excludedMs = uncountedMs
      try {
        return await work()
      } finally {
        const total = uncountedMs()
        excludedMs = () => total
      }
    },
    stop: () => cancel(),
  }
}
