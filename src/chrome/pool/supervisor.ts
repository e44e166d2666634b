import type { PoolStatus } from '#chrome/contract.ts'
import { Fault, messageOf } from '#fault.ts'
import { LATE, within } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import {
  type CheckedBrowser,
  type CheckedBrowserOptions,
  openCheckedBrowser,
} from './checked-browser.ts'

export interface SupervisorOptions extends Omit<CheckedBrowserOptions, 'executable' | 'user'> {
  /** Called before each start, so that a browser installed meanwhile is found. Throws a Fault `browser_unavailable`. */
  readonly find: () => Pick<CheckedBrowserOptions, 'executable' | 'user'>
  /** Jobs after which a browser is replaced. */
  readonly recycleJobs: number
  /** Private memory of a browser's processes above which it is replaced, bytes. */
  readonly recycleBytes: number
  readonly log: Log
}

// Interval of the health check: short compared with the timeout of a call, and rare enough to cost nothing.
const WATCH_EVERY_MS = 5_000
/**
 * Interval of the memory check while pages load: a page can take a gigabyte a second, and reading the memory of all processes
 * takes milliseconds.
 */
const MEMORY_EVERY_MS = 1_000
/** Interval at which the processors are divided among pages: a page exceeds its share by as much. */
const SHARE_EVERY_MS = 100
/** Multiple of `recycleBytes` above which the largest page is ended. A browser is replaced long before that. */
const MAX_MEMORY_RATIO = 1.5
/** Chrome replies with its version in a millisecond, on an overloaded machine in a second or two. */
const REPLY_TIMEOUT_MS = 10_000
/** Twice the default deadline of a call: a job that is still running has lost its caller long ago. */
const RETIRE_GRACE_MS = 60_000
/**
 * Milliseconds before the next start, by the number of failures. The first restart is immediate, because the next call waits for
 * it; a browser that keeps failing is not restarted in a loop.
 */
const BACK_OFF_MS: readonly number[] = [0, 0, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Callers wait for a start that begins within this time; during a longer pause the browser is reported as unavailable. */
const WORTH_WAITING_MS = 1_000
/** Maximum number of browsers for one job each at the same time: starting one takes a second of a processor. */
const MAX_EXCLUSIVE = 2
/** A browser that ran for this long was healthy, whatever the cause of its end. */
const HEALTHY_MS = 60_000

/** Supervises the browser process. A new browser must pass the self-check before it replaces the old one. */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions
  readonly #closing = new AbortController()
  readonly #alive = new Set<CheckedBrowser>()
  readonly #endings = new Set<Promise<void>>()
  #current: CheckedBrowser | null = null
  #status: PoolStatus = { status: 'starting' }
  #started = 0
  /** Browsers for one job each, and the starts of further ones. */
  readonly #exclusive = new Set<CheckedBrowser>()
  readonly #startingExclusive = new Set<Promise<CheckedBrowser>>()
  #failures = 0
  #starting: Promise<void> | null = null
  #stopWatch = () => {}
  #stopMemoryWatch = () => {}
  #stopSharing = () => {}

  /** Starts the first browser at once. */
  constructor(options: SupervisorOptions) {
    this.#options = options
    this.replace('opened')
    this.#watch()
    this.#watchMemory()
    this.#shareProcessors(this.#options.clock.monotonicMs())
  }

  /** Pages of all browsers that have used more than their share of the processors. */
  heavyPages(): number {
    return [...this.#alive].reduce((sum, { launched }) => sum + launched.renderers.heavyPages(), 0)
  }

  /** The browser that takes jobs; null while no browser does. */
  current(): CheckedBrowser | null {
    return this.#current
  }

  status(): PoolStatus {
    return this.#status
  }

  /** Browsers started so far. */
  started(): number {
    return this.#started
  }

  /** The start under way, which resolves when it has succeeded or failed; null when no start is under way. Never rejects. */
  starting(): Promise<void> | null {
    return this.#starting
  }

  /** Starts the next browser, unless a start is under way. */
  replace(why: string): void {
    if (this.#starting !== null || this.#closing.signal.aborted) return
    const pause = BACK_OFF_MS[Math.min(this.#failures, BACK_OFF_MS.length - 1)] ?? 0
    if (pause > WORTH_WAITING_MS && this.#status.status === 'starting') {
      const detail = `The browser ended ${this.#failures} times in a row.`
      this.#status = { status: 'unavailable', detail }
    }
    this.#starting = this.#startNext(why, pause).then((isStarted) => {
      this.#starting = null
      if (!isStarted) this.replace('again')
    })
  }

  /**
   * Starts a browser for one job, beside the current one; null while `MAX_EXCLUSIVE` of them run. Rejects with the Faults of
   * `openCheckedBrowser`. The caller retires it.
   */
  async openExclusive(): Promise<CheckedBrowser | null> {
    if (this.#exclusive.size + this.#startingExclusive.size >= MAX_EXCLUSIVE) return null
    const starting = this.#startExclusive()
    this.#startingExclusive.add(starting)
    try {
      return await starting
    } finally {
      this.#startingExclusive.delete(starting)
    }
  }

  async #startExclusive(): Promise<CheckedBrowser> {
    const closing = this.#closing.signal
    closing.throwIfAborted()
    const next = await openCheckedBrowser({ ...this.#options, ...this.#options.find() })
    if (closing.aborted) await next.end()
    closing.throwIfAborted()
    this.#exclusive.add(next)
    this.#follow(next, 'exclusive')
    return next
  }

  /** Replaces a browser that has run `recycleJobs` jobs. */
  renewIfSpent(browser: CheckedBrowser): void {
    if (browser === this.#current && browser.jobs() >= this.#options.recycleJobs) {
      this.replace('jobs')
    }
  }

  /** Lets the browser end with its last job. */
  retire(browser: CheckedBrowser): void {
    this.#track(browser.retire(RETIRE_GRACE_MS))
  }

  async close(): Promise<void> {
    this.#closing.abort(new Fault('browser_unavailable', CLOSED))
    this.#stopWatch()
    this.#stopMemoryWatch()
    this.#stopSharing()
    this.#current = null
    this.#status = { status: 'unavailable', detail: CLOSED }
    await Promise.all([...this.#alive].map((browser) => browser.end()))
    await Promise.allSettled([this.#starting, ...this.#startingExclusive])
    await Promise.all(this.#endings)
  }

  /** Resolves with false when the start failed and has to be repeated. */
  async #startNext(why: string, pause: number): Promise<boolean> {
    const closing = this.#closing.signal
    try {
      if (pause > 0) await this.#options.clock.sleep(pause, closing)
      const next = await openCheckedBrowser({ ...this.#options, ...this.#options.find() })
      if (closing.aborted) await next.end()
      else this.#install(next, why)
      return true
    } catch (cause) {
      if (!closing.aborted) this.#onFailedStart(cause)
      return closing.aborted
    }
  }

  #install(next: CheckedBrowser, why: string): void {
    const previous = this.#current
    this.#current = next
    this.#status = { status: 'ready', browser: next.launched.facts }
    this.#follow(next, why)
    if (previous !== null) this.retire(previous)
  }

  #follow(next: CheckedBrowser, why: string): void {
    const { clock, log } = this.#options
    const startedAt = clock.monotonicMs()
    const { lost, facts, pid } = next.launched
    this.#started += 1
    this.#alive.add(next)
    log.info('browser_started', { why, pid, ...facts })
    const onLost = () => this.#onLost(next, startedAt)
    if (lost.aborted) onLost()
    else lost.addEventListener('abort', onLost, { once: true })
    next.checking.catch((cause: unknown) => this.#onFailedCheck(next, cause))
  }

  /**
   * Handles the failed check of a browser that has passed before and already takes jobs. A check that could not run is not
   * evidence of a leak.
   */
  #onFailedCheck(browser: CheckedBrowser, cause: unknown): void {
    const isLeak = cause instanceof Fault && cause.code === 'egress_unavailable'
    if (!isLeak || this.#closing.signal.aborted) return
    if (browser === this.#current) this.#current = null
    this.#onFailedStart(cause)
    this.#track(browser.end())
  }

  #onLost(browser: CheckedBrowser, startedAt: number): void {
    this.#alive.delete(browser)
    this.#exclusive.delete(browser)
    if (this.#closing.signal.aborted) return
    const { clock, log } = this.#options
    const { pid, lost } = browser.launched
    const isCurrent = this.#current === browser
    if (isCurrent || browser.busy() > 0) log.error('browser_lost', { pid, cause: lost.reason })
    if (!isCurrent) return
    this.#failures = clock.monotonicMs() - startedAt < HEALTHY_MS ? this.#failures + 1 : 1
    this.#current = null
    this.#status = { status: 'starting' }
    this.#track(browser.end())
    this.replace('lost')
  }

  #onFailedStart(cause: unknown): void {
    const detail = messageOf(cause)
    const isLeak = cause instanceof Fault && cause.code === 'egress_unavailable'
    this.#options.log.error(isLeak ? 'browser_leaks' : 'browser_not_started', { cause })
    this.#failures = Math.max(this.#failures + 1, 2)
    if (isLeak) {
      // An update or a change of the host that makes this browser leak may affect the running one too.
      if (this.#current !== null) this.retire(this.#current)
      this.#current = null
      this.#status = { status: 'leaking', detail }
    } else if (this.#current === null && this.#status.status !== 'leaking') {
      this.#status = { status: 'unavailable', detail }
    }
  }

  /** Remembers that a browser is ending, so that `close` waits for it. */
  #track(end: Promise<void>): void {
    const tracked = end
      .catch((cause: unknown) => this.#options.log.error('browser_not_ended', { cause }))
      .finally(() => this.#endings.delete(tracked))
    this.#endings.add(tracked)
  }

  #watch(): void {
    const { clock, folders } = this.#options
    this.#stopWatch = clock.after(WATCH_EVERY_MS, () => {
      folders.touch()
      const checks = [...this.#alive].map((browser) => this.#checkHealth(browser))
      void Promise.allSettled(checks).then(() => {
        if (!this.#closing.signal.aborted) this.#watch()
      })
    })
  }

  /**
   * Ends the largest page when a browser uses too much memory, or the browser when its pages do not have that memory. Otherwise the
   * system would kill the whole browser, and one page would end the others.
   */
  #watchMemory(): void {
    const { clock, log, recycleBytes } = this.#options
    const maxBytes = recycleBytes * MAX_MEMORY_RATIO
    this.#stopMemoryWatch = clock.after(MEMORY_EVERY_MS, () => {
      for (const browser of this.#alive) {
        if (browser.busy() === 0) continue
        const { launched } = browser
        const end = launched.renderers.endLargest(maxBytes, this.#exclusive.has(browser))
        if (end === null) continue
        const about = { pid: launched.pid, bytes: end.bytes }
        if (end.ended === 'page') log.warn('page_ended_for_memory', about)
        else {
          // Its jobs are repeated or fail: a page that was ended in its place would be reported as crashed.
          log.error('browser_ended_for_memory', about)
          this.#track(browser.end())
        }
      }
      this.#limitExclusive(maxBytes)
      this.#watchMemory()
    })
  }

  /** Slows down pages that use more than their share of the processors while other pages run. */
  #shareProcessors(sinceMs: number): void {
    const { clock } = this.#options
    this.#stopSharing = clock.after(SHARE_EVERY_MS, () => {
      const nowMs = clock.monotonicMs()
      const jobs = [...this.#alive].reduce((sum, browser) => sum + browser.busy(), 0)
      for (const { launched } of this.#alive) {
        if (jobs > 0) launched.renderers.share(nowMs - sinceMs, jobs > 1)
      }
      this.#shareProcessors(nowMs)
    })
  }

  /**
   * Ends the largest browser for one job when all browsers together use too much memory: its page may be the one that has ended the
   * browser before.
   */
  #limitExclusive(maxBytes: number): void {
    if (this.#exclusive.size === 0) return
    const bytesOf = ({ launched }: CheckedBrowser) => launched.memoryBytes() ?? 0
    const bytes = [...this.#alive].reduce((sum, browser) => sum + bytesOf(browser), 0)
    if (bytes <= maxBytes) return
    const [largest] = [...this.#exclusive].sort((one, other) => bytesOf(other) - bytesOf(one))
    if (largest === undefined) return
    const { pid, renderers } = largest.launched
    // Its page is then reported as crashed. What that does not free is freed with the browser at the next check.
    if (renderers.endLargest(0, true)?.ended === 'page') {
      this.#options.log.warn('page_ended_for_memory', { pid, bytes })
      return
    }
    this.#options.log.error('browser_ended_for_memory', { pid, bytes })
    this.#track(largest.end())
  }

  async #checkHealth(browser: CheckedBrowser): Promise<void> {
    const { log, recycleBytes } = this.#options
    const { launched } = browser
    if (!(await this.#replies(browser))) {
      log.error('browser_hangs', { pid: launched.pid })
      await browser.end()
    } else if (browser === this.#current && (launched.memoryBytes() ?? 0) > recycleBytes) {
      this.replace('memory')
    }
  }

  async #replies({ launched }: CheckedBrowser): Promise<boolean> {
    const before = launched.chunksReceived()
    // The command is sent each time, because puppeteer caches the version. A rejection means that the browser has ended, which is
    // handled elsewhere.
    const reply = launched.root.send('Browser.getVersion').catch(() => {})
    const result = await within(this.#options.clock, REPLY_TIMEOUT_MS, reply)
    // If a page floods us with messages, the reply is late, but messages arrive.
    return result !== LATE || launched.chunksReceived() !== before
  }
}

const CLOSED = 'The browser pool is closed.'
