import { LRUCache } from 'lru-cache'
import { type Clock, cachePerf } from '#runtime/clock.ts'
import { siteOf } from '#target/site.ts'

const WINDOW_MS = 10 * 60_000
/** A page beside the cause usually loses one browser. The cause loses every one, also the one that runs nothing else. */
const MAX_LOSSES = 1
const MAX_SITES = 1_000

/**
 * Counts the browsers that ended while they rendered a page of a site. A page that ends its browser is not paid for, can be
 * ordered again at once, and causes a repetition of each job beside it. The state is kept in memory, for each process.
 */
export class BrowserLosses {
  /** By registrable domain, without those whose latest loss is older than the window. */
  readonly #losses: LRUCache<string, number>

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#losses = new LRUCache({
      max: MAX_SITES,
      ttl: WINDOW_MS,
      ttlResolution: 0,
      perf: cachePerf(clock),
    })
  }

  /** The browser of a job for this host has ended. */
  add(host: string): void {
    const site = siteOf(host)
    this.#losses.set(site, (this.#losses.get(site) ?? 0) + 1)
  }

  /** Whether jobs for this host run in a browser for themselves. */
  isRepeated(host: string): boolean {
    return (this.#losses.get(siteOf(host)) ?? 0) > MAX_LOSSES
  }
}
