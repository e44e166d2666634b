import type { PageProcesses } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'

/** A page that takes all of two cores goes one second of processor time past its budget. */
const WATCH_EVERY_MS = 500
/** The picture of a page with thousands of icons takes 3 s; more than this is the page's. */
const MOST_OURS_MS = 4_000

export interface ProcessorBudget {
  /** Aborts once the page has used it up. */
  readonly spent: AbortSignal
  isSpent(): boolean
  /** Runs what we do in the page, whose processor time does not count up to `MOST_OURS_MS`. */
  withoutOurs<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

export function watchProcessorTime(
  processes: PageProcesses,
  clock: Clock,
  budgetMs: number,
): ProcessorBudget {
  const spent = new AbortController()
  let cancel = () => {}
  let oursMs = () => 0
  const watch = () => {
    if (processes.usedMs() - oursMs() > budgetMs) spent.abort()
    else cancel = clock.after(WATCH_EVERY_MS, watch)
  }
  watch()
  return {
    spent: spent.signal,
    isSpent: () => spent.signal.aborted,
    withoutOurs: async (work) => {
      const before = processes.usedMs()
      const sinceMs = () => Math.min(processes.usedMs() - before, MOST_OURS_MS)
      oursMs = sinceMs
      try {
        return await work()
      } finally {
        const all = sinceMs()
        oursMs = () => all
      }
    },
    stop: () => cancel(),
  }
}
