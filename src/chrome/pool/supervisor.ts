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

// Well within the patience of a call, and rare enough to cost nothing.
const WATCH_EVERY_MS = 5_000
/** While pages load: one can take a gigabyte a second, and reading the memory of all processes takes milliseconds. */
const MEMORY_EVERY_MS = 1_000
/** Of `recycleBytes`: a browser is replaced long before a page has to be ended. */
const MOST_MEMORY = 1.5
/** Chrome replies with its version in a millisecond, on a starved machine in a second or two. */
const REPLY_TIMEOUT_MS = 10_000
/** Twice the default deadline of a call: a job that is still running has lost its caller long ago. */
const RETIRE_GRACE_MS = 60_000
/** The first restart is immediate, since the next call waits for it; a browser that keeps failing is not restarted in a loop. */
const BACK_OFF_MS: readonly number[] = [0, 0, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Callers wait for a start that begins within this; during a longer pause the browser is reported as unavailable. */
const WORTH_WAITING_MS = 1_000
/** A browser that lived this long was healthy, whatever the cause of its end. */
const SOUND_MS = 60_000

/** Supervises the browser process. A new browser must pass the self-check before it replaces the old one. */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions
  readonly #closing = new AbortController()
  readonly #alive = new Set<CheckedBrowser>()
  readonly #endings = new Set<Promise<void>>()
  #current: CheckedBrowser | null = null
  #status: PoolStatus = { status: 'starting' }
  #started = 0
  #failures = 0
  #starting: Promise<void> | null = null
  #stopWatch = () => {}
  #stopMemoryWatch = () => {}

  /** Starts the first browser at once. */
  constructor(options: SupervisorOptions) {
    this.#options = options
    this.replace('opened')
    this.#watch()
    this.#watchMemory()
  }

  /** The browser that takes jobs; null while there is none. */
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

  /** The start under way, resolved when it has succeeded or failed; null when there is none. Never rejects. */
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

  /** Replaces a browser that has done its share of jobs. */
  renewIfSpent(browser: CheckedBrowser): void {
    if (browser === this.#current && browser.jobs() >= this.#options.recycleJobs) {
      this.replace('jobs')
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Fault('browser_unavailable', CLOSED))
    this.#stopWatch()
    this.#stopMemoryWatch()
    this.#current = null
    this.#status = { status: 'unavailable', detail: CLOSED }
    await Promise.all([...this.#alive].map((browser) => browser.end()))
    await this.#starting
    await Promise.all(this.#endings)
  }

  /** False when the start failed and is to be repeated. */
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
    const { clock, log } = this.#options
    const previous = this.#current
    const startedAt = clock.monotonicMs()
    const { lost, facts, pid } = next.launched
    this.#started += 1
    this.#current = next
    this.#status = { status: 'ready', browser: facts }
    this.#alive.add(next)
    log.info('browser_started', { why, pid, ...facts })
    const onLost = () => this.#onLost(next, startedAt)
    if (lost.aborted) onLost()
    else lost.addEventListener('abort', onLost, { once: true })
    if (previous !== null) this.#track(previous.retire(RETIRE_GRACE_MS))
    next.checking.catch((cause: unknown) => this.#onFailedCheck(next, cause))
  }

  /** Of a browser that has passed before and takes jobs already. A check that could not run proves nothing against it. */
  #onFailedCheck(browser: CheckedBrowser, cause: unknown): void {
    const isLeak = cause instanceof Fault && cause.code === 'egress_unavailable'
    if (!isLeak || this.#closing.signal.aborted) return
    if (browser === this.#current) this.#current = null
    this.#onFailedStart(cause)
    this.#track(browser.end())
  }

  #onLost(browser: CheckedBrowser, startedAt: number): void {
    this.#alive.delete(browser)
    if (this.#current !== browser || this.#closing.signal.aborted) return
    const { clock, log } = this.#options
    const { pid, lost } = browser.launched
    this.#failures = clock.monotonicMs() - startedAt < SOUND_MS ? this.#failures + 1 : 1
    log.error('browser_lost', { pid, cause: lost.reason })
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
      if (this.#current !== null) this.#track(this.#current.retire(RETIRE_GRACE_MS))
      this.#current = null
      this.#status = { status: 'leaking', detail }
    } else if (this.#current === null && this.#status.status !== 'leaking') {
      this.#status = { status: 'unavailable', detail }
    }
  }

  /** Keeps the end of a browser, so that `close` waits for it. */
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

  /** So that one page does not end the others: without this the system would end the whole browser. */
  #watchMemory(): void {
    const { clock, log, recycleBytes } = this.#options
    this.#stopMemoryWatch = clock.after(MEMORY_EVERY_MS, () => {
      for (const browser of this.#alive) {
        if (!browser.isBusy()) continue
        const { launched } = browser
        const bytes = launched.endLargestPage(recycleBytes * MOST_MEMORY)
        if (bytes !== null) log.warn('page_ended_for_memory', { pid: launched.pid, bytes })
      }
      this.#watchMemory()
    })
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
    const before = launched.heard()
    // Sent to Chrome each time, since puppeteer caches the version. A rejection means that the browser has ended,
    // which is handled elsewhere.
    const reply = launched.root.send('Browser.getVersion').catch(() => {})
    const result = await within(this.#options.clock, REPLY_TIMEOUT_MS, reply)
    // Behind a page that floods us with messages the reply is late, but messages come in.
    return result !== LATE || launched.heard() !== before
  }
}

const CLOSED = 'The browser pool is closed.'
