import type { EventLoop } from './event-loop.ts'
import { readTextOrNull, threadTimes } from './proc-files.ts'

/**
 * Time that this process has lost since a moment, in milliseconds: turns of its event loop took too long, it waited for a
 * processor, or its control group had used up its quota.
 */
export interface LostTime {
  totalMs(): number
  /** The most that was lost within any period of this length. */
  mostWithin(periodMs: number): number
}

/**
 * Milliseconds between two measurements. Longer than the period of a quota (100 ms), because the kernel adds up
 * throttled time at the end of a period.
 */
const POLL_INTERVAL_MS = 500

/** Shorter intervals are below the resolution of the measured times. */
const MIN_INTERVAL_MS = 20

/** Share of a sampling interval. A smaller share delays a timeout by at most a fifth. */
const SEVERE_SHARE = 0.2

/** Milliseconds over which the share of the browser is averaged. */
const WAITS_WITHIN_MS = 3_000

/** How long lost time is remembered: longer than the longest call. */
const REMEMBERED_MS = 120_000

/** An interval in which time was lost. */
interface Loss {
  readonly fromMs: number
  readonly toMs: number
  readonly lostMs: number
}

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
 * Watches how much processor time the host gives to this process and its browser. Complete on Linux only; on other systems
 * only the event loop is measured.
 */
export class HostWatch {
  readonly #own: readonly Growth[]
  readonly #browserPid: () => number | null
  #watchedPid: number | null = null
  /** How long the browser has waited so far, at the latest measurements. */
  #browserWaits: readonly { readonly atMs: number; readonly waitedMs: number }[] = []
  #losses: readonly Loss[] = []
  #measuredAt = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor(loop: EventLoop, browserPid: () => number | null) {
    this.#browserPid = browserPid
    this.#own = [
      new Growth(() => loop.stalledMs()),
      new Growth(() => threadTimes('/proc/self')?.waitedMs ?? null),
      ...quotaFiles().map((file) => new Growth(() => throttledMs(file))),
    ]
    for (const growth of this.#own) growth.sinceLastRead()
    this.#timer = setInterval(() => this.#measure(), POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Begins to measure the time that this process loses from now on. */
  begin(): LostTime {
    this.#measure()
    const begunAt = this.#measuredAt
    const losses = () => {
      this.#measure()
      return this.#losses.filter(({ fromMs }) => fromMs >= begunAt)
    }
    return {
      totalMs: () => losses().reduce((sum, { lostMs }) => sum + lostMs, 0),
      mostWithin: (periodMs) => mostWithin(losses(), periodMs),
    }
  }

  /** Share of the last seconds for which the browser's own process was ready to run and had no processor. */
  browserWaitShare(): number {
    const [first] = this.#browserWaits
    const last = this.#browserWaits.at(-1)
    if (first === undefined || last === undefined || last.atMs === first.atMs) return 0
    return Math.min(1, (last.waitedMs - first.waitedMs) / (last.atMs - first.atMs))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #measure(): void {
    const now = performance.now()
    const fromMs = this.#measuredAt
    const elapsedMs = now - fromMs
    if (elapsedMs < MIN_INTERVAL_MS) return
    this.#measuredAt = now
    // The same time may be lost for several reasons.
    const own = Math.max(...this.#own.map((growth) => growth.sinceLastRead()))
    const lostMs = Math.min(elapsedMs, own)
    const kept = this.#losses.filter(({ toMs }) => toMs > now - REMEMBERED_MS)
    const isSevere = lostMs >= elapsedMs * SEVERE_SHARE
    this.#losses = isSevere ? [...kept, { fromMs, toMs: now, lostMs }] : kept
    this.#measureBrowser(now)
  }

  /** The kernel adds a wait up when it ends, so that a short interval may have all or nothing of it. */
  #measureBrowser(atMs: number): void {
    const pid = this.#browserPid()
    if (pid !== this.#watchedPid) this.#browserWaits = []
    this.#watchedPid = pid
    const waitedMs = pid === null ? null : (threadTimes(`/proc/${pid}`)?.waitedMs ?? null)
    if (waitedMs === null) return
    const recent = this.#browserWaits.filter((one) => one.atMs > atMs - WAITS_WITHIN_MS)
    this.#browserWaits = [...recent, { atMs, waitedMs }]
  }
}

/** Some period of this length with the largest loss begins with an interval, or ends with one. */
function mostWithin(losses: readonly Loss[], periodMs: number): number {
  const lostFrom = (startMs: number) =>
    losses.reduce((sum, loss) => sum + overlapOf(loss, startMs, startMs + periodMs), 0)
  const starts = losses.flatMap(({ fromMs, toMs }) => [fromMs, toMs - periodMs])
  return Math.max(0, ...starts.map(lostFrom))
}

function overlapOf({ fromMs, toMs, lostMs }: Loss, startMs: number, endMs: number): number {
  const overlapMs = Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, startMs))
  return (lostMs * overlapMs) / (toMs - fromMs)
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
