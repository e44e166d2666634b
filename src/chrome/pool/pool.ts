import type { BrowserLease, BrowserPool, PoolCounts, PoolStatus } from '#chrome/contract.ts'
import { Fault } from '#fault.ts'
import { raceSignal } from '#runtime/deadline.ts'
import type { CheckedBrowser } from './checked-browser.ts'
import type { ContextSlot } from './context-slots.ts'
import { BrowserSupervisor, type SupervisorOptions } from './supervisor.ts'

export interface PoolOptions extends SupervisorOptions {
  /** Maximum number of leases at the same time, over all browsers. */
  readonly limit: number
}

/**
 * Leases contexts of a supervised browser. The first browser is started at once; `settled` resolves when that has succeeded or
 * failed.
 */
export class SupervisedPool implements BrowserPool {
  readonly settled: Promise<void>
  readonly #supervisor: BrowserSupervisor
  readonly #limit: number
  readonly #releases = new Set<Promise<void>>()
  #busy = 0
  #jobs = 0

  constructor(options: PoolOptions) {
    this.#limit = options.limit
    this.#supervisor = new BrowserSupervisor(options)
    this.settled = this.#supervisor.starting() ?? Promise.resolve()
  }

  status(): PoolStatus {
    return this.#supervisor.status()
  }

  counts(): PoolCounts {
    const started = this.#supervisor.started()
    const heavy = this.#supervisor.heavyPages()
    return { busy: this.#busy, heavy, limit: this.#limit, started, jobs: this.#jobs }
  }

  pid(): number | null {
    return this.#supervisor.current()?.launched.pid ?? null
  }

  async lease(signal: AbortSignal, { exclusive = false } = {}): Promise<BrowserLease | null> {
    signal.throwIfAborted()
    if (this.#busy >= this.#limit) return null
    this.#busy += 1
    try {
      const taken = await (exclusive ? this.#exclusiveSlot(signal) : this.#slotFor(signal))
      if (taken === null) {
        this.#busy -= 1
        return null
      }
      const [browser, slot] = taken
      this.#jobs += 1
      return this.#leaseOf(browser, slot)
    } catch (cause) {
      this.#busy -= 1
      throw cause
    }
  }

  async close(): Promise<void> {
    await this.#supervisor.close()
    await Promise.all(this.#releases)
  }

  /** Takes a slot of the current browser, or of the next one while that is starting. */
  async #slotFor(signal: AbortSignal): Promise<[CheckedBrowser, ContextSlot]> {
    for (;;) {
      const current = this.#supervisor.current()
      const status = this.#supervisor.status()
      const starting = this.#supervisor.starting()
      if (current !== null) {
        const slot = await takeFrom(current, signal)
        if (slot !== null) return [current, slot]
      } else if (status.status === 'leaking') {
        throw new Fault('egress_unavailable', status.detail)
      } else if (status.status === 'unavailable' || starting === null) {
        throw new Fault('browser_unavailable', 'detail' in status ? status.detail : 'No browser.')
      } else await raceSignal(starting, signal)
    }
  }

  /** Takes a slot of a browser that is started for it; null while too many of those run. */
  async #exclusiveSlot(signal: AbortSignal): Promise<[CheckedBrowser, ContextSlot] | null> {
    const opening = this.#supervisor.openExclusive()
    const browser = await raceSignal(opening, signal).catch((cause: unknown) => {
      opening.then((late) => late?.end()).catch(() => {})
      throw cause
    })
    if (browser === null) return null
    const taking = takeFrom(browser, signal)
    this.#supervisor.retire(browser)
    const slot = await taking
    if (slot === null) throw new Fault('browser_unavailable', 'The browser ended at its start.')
    return [browser, slot]
  }

  #leaseOf(browser: CheckedBrowser, slot: ContextSlot): BrowserLease {
    let released: Promise<void> | null = null
    return {
      proxy: slot.proxy,
      processes: slot.processes,
      newPage: slot.newPage,
      watch: (page) => browser.launched.targets.watch(slot.context.id ?? '', page),
      browser: browser.launched.facts,
      lost: browser.launched.lost,
      jobs: () => browser.busy(),
      suspect: () => {
        if (browser === this.#supervisor.current()) this.#supervisor.replace('undrawn')
      },
      release: () => {
        if (released === null) {
          const releasing = this.#giveBack(browser, slot).finally(() =>
            this.#releases.delete(releasing),
          )
          this.#releases.add(releasing)
          released = releasing
        }
        return released
      },
    }
  }

  async #giveBack(browser: CheckedBrowser, slot: ContextSlot): Promise<void> {
    const isClosed = await browser.giveBack(slot)
    this.#busy -= 1
    // A browser that does not close one context will not close the next either.
    if (!isClosed && browser === this.#supervisor.current()) this.#supervisor.replace('stuck')
    this.#supervisor.renewIfSpent(browser)
  }
}

/** Null when the browser was lost meanwhile. A slot that arrives too late is given back. */
async function takeFrom(browser: CheckedBrowser, signal: AbortSignal): Promise<ContextSlot | null> {
  const taking = browser.take()
  try {
    return await raceSignal(taking, signal)
  } catch (cause) {
    if (signal.aborted) {
      // If taking failed, there is nothing to give back.
      taking.then((slot) => browser.giveBack(slot)).catch(() => {})
      throw cause
    }
    if (browser.launched.lost.aborted) return null
    throw noSlot(cause)
  }
}

function noSlot(cause: unknown): Fault {
  return new Fault('browser_unavailable', 'The browser cannot open a context.', { cause })
}
