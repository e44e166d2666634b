/** The right to run one job. Leave exactly once; leaving twice does nothing. */
export interface Slot {
  leave(): void
}

/** Counts admitted jobs. There is no waiting queue: who finds no slot is refused at once (spec 8). */
export interface Admission {
  enter(): Slot | null
  readonly running: number
  readonly full: boolean
  readonly draining: boolean
  /** Admits nothing from now on; resolves when the last job has left. */
  drain(): Promise<void>
}

/** `limit`: jobs admitted at the same time. */
export function openAdmission(limit: number): Admission {
  let running = 0
  let draining = false
  let onIdle: (() => void)[] = []
  const leave = () => {
    running -= 1
    if (running > 0) return
    for (const resolve of onIdle) resolve()
    onIdle = []
  }
  return {
    get running() {
      return running
    },
    get full() {
      return running >= limit
    },
    get draining() {
      return draining
    },
    enter: () => {
      if (draining || running >= limit) return null
      running += 1
      let left = false
      return {
        leave: () => {
          if (left) return
          left = true
          leave()
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
