import type { EventLoop } from './event-loop.ts'
import { readTextOrNull, runQueueWaitMs } from './proc-files.ts'

/** Milliseconds during which work was ready but the host did not run it. The values never decrease. */
export interface LostTime {
  /**
   * Time lost by this process: turns of its event loop took too long, it waited for a processor, or its control group
   * had used up its quota.
   */
  readonly ownMs: number
  /** The browser's own process waited for a processor. */
  readonly browserMs: number
}

/**
 * Milliseconds between two measurements. Longer than the period of a quota (100 ms), because the kernel adds up
 * throttled time at the end of a period.
 */
const POLL_INTERVAL_MS = 500

/** Share of a sampling interval. A smaller share delays a timeout by at most a fifth. */
const SEVERE_SHARE = 0.2
/**
 * Share of a sampling interval. While six pages load at once on two processors, the browser waits for 60 % of the time,
 * and its pages load nevertheless. Next to other programs that leave it almost no processor time, it waits for 80 to
 * 100 % (measured).
 */
const SEVERE_BROWSER_SHARE = 0.8

/** Measures by how much a quantity has grown since it was last read. */
class Growth {
  readonly #read: () => number | null
  #seen: number | null = null

  constructor(read: () => number | null) {
    this.#read = read
  }

  /** 0 when one of the two readings is missing. */
  sinceLastRead(): number {
    const before = this.#seen
    this.#seen = this.#read()
    return before === null || this.#seen === null ? 0 : this.#seen - before
  }
}

/**
 * Watches how much processor time the host gives to this process and its browser, and adds up the lost time of the
 * intervals in which it was a severe share. Complete on Linux only; on other systems only the event loop is measured.
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
      new Growth(() => runQueueWaitMs('/proc/self')),
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
      this.#browser = new Growth(() => (pid === null ? null : runQueueWaitMs(`/proc/${pid}`)))
    }
    // The same time may be lost for several reasons.
    const own = Math.min(elapsedMs, Math.max(...this.#own.map((growth) => growth.sinceLastRead())))
    const browser = Math.min(elapsedMs, this.#browser.sinceLastRead())
    if (own >= elapsedMs * SEVERE_SHARE) this.#ownMs += own
    if (browser >= elapsedMs * SEVERE_BROWSER_SHARE) this.#browserMs += browser
  }
}

/**
 * Milliseconds for which a control group was throttled; null when the file does not have them. `throttled_usec` is
 * version 2 of control groups, `throttled_time` (ns) version 1. Both are sums over all processors, so two that are
 * throttled at once count twice; neither tells how many processors the group was waiting for.
 */
function throttledMs(file: string): number | null {
  const text = readTextOrNull(file) ?? ''
  const microseconds = /^throttled_usec (\d+)$/m.exec(text)?.[1]
  if (microseconds !== undefined) return Number(microseconds) / 1e3
  const nanoseconds = /^throttled_time (\d+)$/m.exec(text)?.[1]
  return nanoseconds === undefined ? null : Number(nanoseconds) / 1e6
}

/**
 * Paths of `cpu.stat` for the control group of this process and for its ancestors, as far as they are mounted: any of
 * them may have a quota. In a container with version 1, a process sees the path of the host, and its own group as the
 * root of the mount.
 */
function quotaFiles(): readonly string[] {
  const files = new Set<string>()
  for (const line of readTextOrNull('/proc/self/cgroup')?.split('\n') ?? []) {
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
