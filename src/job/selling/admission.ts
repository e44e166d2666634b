import type { Clock } from '#runtime/clock.ts'
import type { Tool } from '#tools/tool.ts'
import { needsBrowser } from '#tools/tool.ts'

/** The right to run one job. `release` gives it back; a second call does nothing. */
export interface Slot {
  release(): void
}

export interface AdmissionLimits {
  /** Limit of jobs admitted at the same time. Read for each job, since a reload changes it; admitted jobs continue. */
  readonly jobs: () => number
  /** Limit of those jobs that need a browser. It may fall below their present number, which ends none of them. */
  readonly browserJobs: () => number
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Counts admitted jobs. There is no waiting queue: a call that finds no slot is refused at once (spec 8). */
export interface Admission {
  acquire(tool: Tool): Slot | null
  isFull(tool: Tool): boolean
  /** How many jobs of this tool may run at once. */
  limit(tool: Tool): number
  /** Whole seconds in which a slot for this tool becomes free, as far as earlier jobs tell. */
  retryAfterS(tool: Tool): number
  readonly running: number
  readonly draining: boolean
  /** Admits no more jobs; resolves when the last job has left. */
  drain(): Promise<void>
}

export function createAdmission(limits: AdmissionLimits): Admission {
  const { clock } = limits
  let running = 0
  let inBrowsers = 0
  let draining = false
  let onIdle: (() => void)[] = []
  const averageMs = { browser: FIRST_AVERAGE_MS, other: FIRST_AVERAGE_MS }
  const isFull = (tool: Tool) =>
    running >= limits.jobs() || (needsBrowser(tool) && inBrowsers >= limits.browserJobs())
  const count = (tool: Tool, by: 1 | -1) => {
    running += by
    if (needsBrowser(tool)) inBrowsers += by
    if (running > 0) return
    for (const resolve of onIdle) resolve()
    onIdle = []
  }
  const kindOf = (tool: Tool) => (needsBrowser(tool) ? 'browser' : 'other')
  return {
    isFull,
    limit: (tool) =>
      needsBrowser(tool) ? Math.min(limits.jobs(), limits.browserJobs()) : limits.jobs(),
    retryAfterS: (tool) => {
      const atOnce = Math.max(1, needsBrowser(tool) ? inBrowsers : running)
      return Math.min(MAX_RETRY_S, Math.max(1, Math.ceil(averageMs[kindOf(tool)] / atOnce / 1_000)))
    },
    get running() {
      return running
    },
    get draining() {
      return draining
    },
    acquire: (tool) => {
      if (draining || isFull(tool)) return null
      count(tool, 1)
      const startedMs = clock.monotonicMs()
      let isReleased = false
      return {
        release: () => {
          if (isReleased) return
          isReleased = true
          const kind = kindOf(tool)
          averageMs[kind] += NEW_WEIGHT * (clock.monotonicMs() - startedMs - averageMs[kind])
          count(tool, -1)
        },
      }
    },
    drain: () => {
      draining = true
      if (running === 0) return Promise.resolve()
      return new Promise((resolve) => onIdle.push(resolve))
    },
  }
}

/** Duration that is assumed before the first job has ended, milliseconds. */
const FIRST_AVERAGE_MS = 5_000
/** Weight of the latest job in the average. */
const NEW_WEIGHT = 0.2
/** No job takes longer than the deadline of a call. */
const MAX_RETRY_S = 30
