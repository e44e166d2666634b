import type { PoolStatus } from '#chrome/contract.ts'
import { Fault } from '#fault.ts'
import type { Log } from '#runtime/log.ts'
import { type WarmBrowser, type WarmOptions, warmUp } from './checked-browser.ts'

export interface SupervisorOptions extends Omit<WarmOptions, 'executable' | 'user'> {
  /** Asked before each start, so that a browser installed meanwhile is found. Throws a Fault `browser_unavailable`. */
  readonly find: () => Pick<WarmOptions, 'executable' | 'user'>
  /** Jobs after which a browser is replaced. */
  readonly recycleJobs: number
  /** Private memory of a browser's processes above which it is replaced, bytes. */
  readonly recycleBytes: number
  readonly log: Log
}

/** One browser after the other: a living one is retired only when the next has passed its self-check. */
export interface BrowserSupervisor {
  /** The browser that takes jobs; null while there is none. */
  readonly current: WarmBrowser | null
  readonly status: PoolStatus
  readonly started: number
  /** The start under way, resolved when it has come to something; null when none is. Never rejects. */
  readonly starting: Promise<void> | null
  /** Starts the next one, unless that is under way. */
  replace(why: string): void
  /** Replaces a browser that has done its share of jobs. */
  renewIfSpent(warm: WarmBrowser): void
  close(): Promise<void>
}

// Well inside the patience of a call, and rare enough to cost nothing.
const WATCH_EVERY_MS = 5_000
/** Chrome answers its version in a millisecond, on a starved machine in a second or two. */
const ANSWER_TIMEOUT_MS = 10_000
/** Twice the default deadline of a call: who is still there has lost its caller long ago. */
const RETIRE_GRACE_MS = 60_000
/** The first restart at once, since the next call waits for it; one that keeps failing is not started in a loop. */
const BACK_OFF_MS: readonly number[] = [0, 0, 500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** Callers wait for a start that begins within this; a longer pause is called what it is. */
const WORTH_WAITING_MS = 1_000
/** A browser that lived this long was sound, whatever ended it. */
const SOUND_MS = 60_000

export function openSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { clock, log, folders } = options
  const closing = new AbortController()
  const alive = new Set<WarmBrowser>()
  const ends = new Set<Promise<void>>()
  let current: WarmBrowser | null = null
  let status: PoolStatus = { status: 'starting' }
  let started = 0
  let failures = 0
  let starting: Promise<void> | null = null
  let stopWatch = () => {}

  const replace = (why: string) => {
    if (starting !== null || closing.signal.aborted) return
    const pause = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 0
    if (pause > WORTH_WAITING_MS && status.status === 'starting') {
      status = { status: 'unavailable', detail: `The browser ended ${failures} times in a row.` }
    }
    starting = startNext(why, pause).then((isStarted) => {
      starting = null
      if (!isStarted) replace('again')
    })
  }

  const startNext = async (why: string, pause: number): Promise<boolean> => {
    try {
      if (pause > 0) await clock.sleep(pause, closing.signal)
      const next = await warmUp({ ...options, ...options.find() })
      if (closing.signal.aborted) await next.end()
      else install(next, why)
      return true
    } catch (cause) {
      if (!closing.signal.aborted) failed(cause)
      return closing.signal.aborted
    }
  }

  const install = (next: WarmBrowser, why: string) => {
    const previous = current
    const startedAt = clock.monotonicMs()
    const { lost, facts, pid } = next.launched
    started += 1
    current = next
    status = { status: 'ready', browser: facts }
    alive.add(next)
    log.info('browser_started', { why, pid, ...facts })
    const onLost = () => {
      alive.delete(next)
      if (current !== next || closing.signal.aborted) return
      failures = clock.monotonicMs() - startedAt < SOUND_MS ? failures + 1 : 1
      log.error('browser_lost', { pid, cause: lost.reason })
      current = null
      status = { status: 'starting' }
      ended(next.end())
      replace('lost')
    }
    if (lost.aborted) onLost()
    else lost.addEventListener('abort', onLost, { once: true })
    if (previous !== null) ended(previous.retire(RETIRE_GRACE_MS))
  }

  const failed = (cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : String(cause)
    const isLeak = cause instanceof Fault && cause.code === 'egress_unavailable'
    log.error(isLeak ? 'browser_leaks' : 'browser_not_started', { cause })
    failures = Math.max(failures + 1, 2)
    if (isLeak) {
      // What made this one leak, an update or a change of the host, may have come over the old one too.
      if (current !== null) ended(current.retire(RETIRE_GRACE_MS))
      current = null
      status = { status: 'leaking', detail }
    } else if (current === null && status.status !== 'leaking') {
      status = { status: 'unavailable', detail }
    }
  }

  /** Remembers an end that nobody waits for now, so that closing waits for it. */
  const ended = (end: Promise<void>) => {
    const kept = end
      .catch((cause: unknown) => log.error('browser_not_ended', { cause }))
      .finally(() => ends.delete(kept))
    ends.add(kept)
  }

  const renewIfSpent = (warm: WarmBrowser) => {
    if (warm !== current) return
    if (warm.counts.jobs >= options.recycleJobs) replace('jobs')
  }

  const lookAt = async (warm: WarmBrowser) => {
    if (!(await answers(warm))) {
      log.error('browser_hangs', { pid: warm.launched.pid })
      await warm.end()
    } else if (warm === current && (warm.launched.memoryBytes() ?? 0) > options.recycleBytes) {
      replace('memory')
    }
  }

  const answers = async ({ launched }: WarmBrowser): Promise<boolean> => {
    const timer = new AbortController()
    const before = launched.heard()
    const isLate = clock.sleep(ANSWER_TIMEOUT_MS, timer.signal).then(
      // Behind a page that floods us with messages the answer comes late.
      () => launched.heard() === before,
      () => false,
    )
    // Asked of Chrome each time: puppeteer remembers what it was told.
    const fails = launched.root.send('Browser.getVersion').then(
      () => false,
      () => false, // It is gone, which is heard elsewhere.
    )
    const hangs = await Promise.race([fails, isLate])
    timer.abort()
    return !hangs
  }

  const watch = () => {
    stopWatch = clock.after(WATCH_EVERY_MS, () => {
      folders.touch()
      void Promise.allSettled([...alive].map(lookAt)).then(() => {
        if (!closing.signal.aborted) watch()
      })
    })
  }

  replace('opened')
  watch()
  return {
    get current() {
      return current
    },
    get status() {
      return status
    },
    get started() {
      return started
    },
    get starting() {
      return starting
    },
    replace,
    renewIfSpent,
    close: async () => {
      closing.abort(new Fault('browser_unavailable', 'The browser pool is closed.'))
      stopWatch()
      current = null
      status = { status: 'unavailable', detail: 'The browser pool is closed.' }
      await Promise.all([...alive].map((warm) => warm.end()))
      await starting
      await Promise.all(ends)
    },
  }
}
