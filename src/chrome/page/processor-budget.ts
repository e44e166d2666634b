import type { PageProcesses } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'

/** A page that takes all of two cores goes one second of processor time past its budget. */
const WATCH_EVERY_MS = 500

export interface ProcessorBudget {
  /** Aborts once the page has used it up. */
  readonly spent: AbortSignal
  isSpent(): boolean
  stop(): void
}

export function watchProcessorTime(
  processes: PageProcesses,
  clock: Clock,
  budgetMs: number,
): ProcessorBudget {
  const spent = new AbortController()
  let cancel = () => {}
  const watch = () => {
    if (processes.usedMs() > budgetMs) spent.abort()
    else cancel = clock.after(WATCH_EVERY_MS, watch)
  }
  watch()
  return { spent: spent.signal, isSpent: () => spent.signal.aborted, stop: () => cancel() }
}
