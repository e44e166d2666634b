import type { PageProcesses } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'

/** A page that takes all of two cores goes one second of processor time past its budget. */
const WATCH_EVERY_MS = 500
/** The picture of a page with thousands of icons takes 3 s. */
const MOST_EXCLUDED_MS = 4_000

export interface ProcessorBudget {
  /** Aborts once the page has used it up. */
  readonly spent: AbortSignal
  isSpent(): boolean
  /** Runs work of ours in the page, of which up to `MOST_EXCLUDED_MS` are not counted. */
  exclude<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

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
      const uncountedMs = () => Math.min(processes.usedMs() - counted, MOST_EXCLUDED_MS)
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
