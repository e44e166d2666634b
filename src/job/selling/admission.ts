import type { Tool } from '#tools/tool.ts'
import { needsBrowser } from '#tools/tool.ts'

/** The right to run one job. `release` gives it back; a second call does nothing. */
export interface Slot {
  release(): void
}

export interface AdmissionLimits {
  /** Limit of jobs admitted at the same time. Read for each job, since a reload changes it; admitted jobs continue. */
  readonly jobs: () => number
  /** Limit of those jobs that need a browser. */
  readonly browserJobs: number
}

/** Counts admitted jobs. There is no waiting queue: a call that finds no slot is refused at once (spec 8). */
export interface Admission {
  acquire(tool: Tool): Slot | null
  isFull(tool: Tool): boolean
  readonly running: number
  readonly draining: boolean
  /** Admits no more jobs; resolves when the last job has left. */
  drain(): Promise<void>
}

export function createAdmission(limits: AdmissionLimits): Admission {
  let running = 0
  let inBrowsers = 0
  let draining = false
  let onIdle: (() => void)[] = []
  const isFull = (tool: Tool) =>
    running >= limits.jobs() || (needsBrowser(tool) && inBrowsers >= limits.browserJobs)
  const count = (tool: Tool, by: 1 | -1) => {
    running += by
    if (needsBrowser(tool)) inBrowsers += by
    if (running > 0) return
    for (const resolve of onIdle) resolve()
    onIdle = []
  }
  return {
    isFull,
    get running() {
      return running
    },
    get draining() {
      return draining
    },
    acquire: (tool) => {
      if (draining || isFull(tool)) return null
      count(tool, 1)
      let isReleased = false
      return {
        release: () => {
          if (isReleased) return
          isReleased = true
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
