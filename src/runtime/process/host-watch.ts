import type { EventLoop } from './event-loop.ts'
import { queuedMs, textOf } from './proc-files.ts'

/** Milliseconds that this host did not give to work that was ready. They never decrease. */
export interface LostTime {
  /** Of this process: turns of its event loop took too long, it waited for a processor, or its control group had used up its quota. */
  readonly ownMs: number
  /** The browser's own process waited for a processor. */
  readonly browserMs: number
}

/** Longer than the period of a quota (100 ms), whose end is when the kernel adds up what was throttled. */
const POLL_INTERVAL_MS = 500

/** Of an interval: less delays no timeout by more than a fifth. */
const SEVERE_SHARE = 0.2
/**
 * Among six pages in a crowd on two processors the browser waits for 60 % of the time, and its pages load nevertheless. Beside
 * other programs that leave it next to nothing it is 80 to 100 % (measured).
 */
const SEVERE_BROWSER_SHARE = 0.8

/** A quantity that has grown since it was last read, and by how much. */
class Growth {
  readonly #read: () => number | null
  #seen: number | null = null

  constructor(read: () => number | null) {
    this.#read = read
  }

  /** 0 while either of the two readings is missing. */
  sinceLastRead(): number {
    const before = this.#seen
    this.#seen = this.#read()
    return before === null || this.#seen === null ? 0 : this.#seen - before
  }
}

/**
 * Watches how much processor time the host gives to this process and its browser, and adds up what was lost in intervals in
 * which that was a severe share. Linux; elsewhere only the event loop is known.
 */
export class HostWatch {
  readonly #own: readonly Growth[]
  readonly #browserPid: () => number | null
  #watchedPid: number | null = null
  #browser = new Growth(() => null)
  #ownMs = 0
  #browserMs = 0
  #measuredAt = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor(loop: EventLoop, browserPid: () => number | null) {
    this.#browserPid = browserPid
    this.#own = [
      new Growth(() => loop.stalledMs()),
      new Growth(() => queuedMs('/proc/self')),
      ...quotaFiles().map((file) => new Growth(() => throttledMs(file))),
    ]
    this.#measure()
    this.#timer = setInterval(() => this.#measure(), POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  lost(): LostTime {
    this.#measure()
    return { ownMs: this.#ownMs, browserMs: this.#browserMs }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #measure(): void {
    const now = performance.now()
    const elapsedMs = now - this.#measuredAt
    this.#measuredAt = now
    const pid = this.#browserPid()
    if (pid !== this.#watchedPid) {
      this.#watchedPid = pid
      this.#browser = new Growth(() => (pid === null ? null : queuedMs(`/proc/${pid}`)))
    }
    // The same time may be lost for several causes.
    const own = Math.min(elapsedMs, Math.max(...this.#own.map((growth) => growth.sinceLastRead())))
    const browser = Math.min(elapsedMs, this.#browser.sinceLastRead())
    if (own >= elapsedMs * SEVERE_SHARE) this.#ownMs += own
    if (browser >= elapsedMs * SEVERE_BROWSER_SHARE) this.#browserMs += browser
  }
}

/**
 * `throttled_usec` is version 2 of control groups, `throttled_time` (ns) version 1. Both add up all processors, so two that are
 * throttled at once count twice; how many a group was waiting for, neither says.
 */
function throttledMs(file: string): number | null {
  const text = textOf(file) ?? ''
  const microseconds = /^throttled_usec (\d+)$/m.exec(text)?.[1]
  if (microseconds !== undefined) return Number(microseconds) / 1e3
  const nanoseconds = /^throttled_time (\d+)$/m.exec(text)?.[1]
  return nanoseconds === undefined ? null : Number(nanoseconds) / 1e6
}

/**
 * `cpu.stat` of the own control group and of those around it, as far as they are mounted: a quota may be on any of them. A
 * container of version 1 sees the path of its host, and its own group as the root of the mount.
 */
function quotaFiles(): readonly string[] {
  const files = new Set<string>()
  for (const line of textOf('/proc/self/cgroup')?.split('\n') ?? []) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    const isUnified = line.startsWith('0::')
    if (!isUnified && !controllers.split(',').includes('cpu')) continue
    const root = isUnified ? '/sys/fs/cgroup' : `/sys/fs/cgroup/${controllers}`
    const names = path.split('/').filter((name) => name !== '')
    for (let depth = names.length; depth >= 0; depth -= 1) {
      files.add([root, ...names.slice(0, depth), 'cpu.stat'].join('/'))
    }
  }
  return [...files].filter((file) => throttledMs(file) !== null)
}
