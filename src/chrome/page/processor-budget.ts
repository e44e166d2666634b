import type { PageProcesses } from '#chrome/contract.ts'
import type { Clock } from '#runtime/clock.ts'

/** Interval of the check: a page that fully uses two cores exceeds its budget by one second of processor time. */
const WATCH_EVERY_MS = 500
/** Limit of the processor time that `exclude` does not count. The screenshot of a page with thousands of icons takes 3 s. */
const MAX_EXCLUDED_MS = 4_000

type BudgetLimit = 'processor_ms' | 'events'

/** What a page may use: processor time, and events that Chrome reports of it, each of which costs the whole browser time. */
export interface PageBudget {
  /** Aborts once the page has used up its budget. */
  readonly spent: AbortSignal
  isSpent(): boolean
  /** The limits that the page has reached. */
  reached(): readonly BudgetLimit[]
  /** Notes that the page has reached its limit of processor time, because its own threads kept each other from running. */
  reach(): void
  /** Runs our own work in the page; up to `MAX_EXCLUDED_MS` of its processor time are not counted. */
  exclude<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

/** Measures what a page uses until `stop`. `spent` aborts at most half a second after the budget is used up. */
export function watchBudget(
  processes: PageProcesses,
  clock: Clock,
  caps: { readonly processorMs: number; readonly events: number },
): PageBudget {
  const spent = new AbortController()
  const reached = new Set<BudgetLimit>()
  let cancel = () => {}
  let excludedMs = () => 0
  const watch = () => {
    if (processes.usedMs() - excludedMs() > caps.processorMs) reached.add('processor_ms')
    if (processes.messages() > caps.events) reached.add('events')
    if (reached.size > 0) spent.abort()
    else cancel = clock.after(WATCH_EVERY_MS, watch)
  }
  watch()
  return {
    spent: spent.signal,
    isSpent: () => spent.signal.aborted,
    reached: () => [...reached],
    reach: () => {
      reached.add('processor_ms')
      spent.abort()
    },
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
