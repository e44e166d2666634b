import type { BrowserLease, BrowserPool } from '#chrome/contract.ts'
import { Fault } from '#fault.ts'
import { raceSignal } from '#runtime/deadline.ts'
import type { WarmBrowser } from './checked-browser.ts'
import type { ContextSlot } from './context-slots.ts'
import { openSupervisor, type SupervisorOptions } from './supervisor.ts'

export interface PoolOptions extends SupervisorOptions {
  /** Leases at a time, over all browsers. */
  readonly limit: number
}

/** Opens the pool and starts its first browser; `settled` says when that has come to something. */
export function openPool(options: PoolOptions): BrowserPool {
  const { limit } = options
  const succession = openSupervisor(options)
  const settled = succession.starting ?? Promise.resolve()
  const held = new Set<Promise<void>>()
  let busy = 0
  let jobs = 0

  const lease = async (signal: AbortSignal): Promise<BrowserLease | null> => {
    signal.throwIfAborted()
    if (busy >= limit) return null
    busy += 1
    try {
      const [warm, place] = await placeFor(signal)
      jobs += 1
      return leaseOf(warm, place)
    } catch (cause) {
      busy -= 1
      throw cause
    }
  }

  /** A place in the browser that is there, or in the next one when that is on its way. */
  const placeFor = async (signal: AbortSignal): Promise<[WarmBrowser, ContextSlot]> => {
    for (;;) {
      const { current, status, starting } = succession
      if (current !== null) {
        const place = await takeFrom(current, signal)
        if (place !== null) return [current, place]
      } else if (status.status === 'leaking') {
        throw new Fault('egress_unavailable', status.detail)
      } else if (status.status === 'unavailable' || starting === null) {
        throw new Fault('browser_unavailable', 'detail' in status ? status.detail : 'No browser.')
      } else await raceSignal(starting, signal)
    }
  }

  const leaseOf = (warm: WarmBrowser, place: ContextSlot): BrowserLease => {
    let released: Promise<void> | null = null
    const giveBack = async () => {
      const isClosed = await warm.giveBack(place)
      busy -= 1
      // Whoever does not close a context will not close the next one either.
      if (!isClosed && warm === succession.current) succession.replace('stuck')
      succession.renewIfSpent(warm)
    }
    return {
      context: place.context,
      proxy: place.proxy,
      newPage: place.newPage,
      browser: warm.launched.facts,
      lost: warm.launched.lost,
      release: () => {
        if (released === null) {
          const giving = giveBack().finally(() => held.delete(giving))
          held.add(giving)
          released = giving
        }
        return released
      },
    }
  }

  return {
    lease,
    settled,
    get status() {
      return succession.status
    },
    get counts() {
      return { busy, limit, started: succession.started, jobs }
    },
    close: async () => {
      await succession.close()
      await Promise.all(held)
    },
  }
}

/** Null when the browser went away meanwhile. A place that comes too late is given back. */
async function takeFrom(warm: WarmBrowser, signal: AbortSignal): Promise<ContextSlot | null> {
  const taking = warm.take()
  try {
    return await raceSignal(taking, signal)
  } catch (cause) {
    if (signal.aborted) {
      taking.then(warm.giveBack).catch(() => {}) // It failed: there is nothing to give back.
      throw cause
    }
    if (warm.launched.lost.aborted) return null
    throw noPlace(cause)
  }
}

function noPlace(cause: unknown): Fault {
  return new Fault('browser_unavailable', 'The browser gives no place for a job.', { cause })
}
