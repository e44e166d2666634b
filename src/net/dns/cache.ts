import { LRUCache } from 'lru-cache'
import { type Clock, cachePerf } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type HostLookupResult, timeoutResult } from './host-lookup-result.ts'
import type { HostLookup } from './resolver.ts'

export interface CacheOptions {
  readonly clock: Clock
  readonly maxEntries?: number
  readonly maxTtlMs?: number
  readonly maxConcurrent?: number
  readonly lookupTimeoutMs?: number
}

/**
 * Wraps a resolver for the lookup before a quote, which is free for every caller and must therefore be cheap. Results
 * are cached briefly, concurrent lookups of the same host share one, and lookups above the limit get `TIMEOUT` at once
 * instead of queueing. Evidence never comes from this cache: a paid call uses the resolver itself.
 */
export function withCache(resolver: HostLookup, options: CacheOptions): HostLookup {
  const { clock, maxEntries, maxTtlMs, maxConcurrent, lookupTimeoutMs } = {
    ...defaults,
    ...options,
  }
  const cache = new LRUCache<string, HostLookupResult>({
    max: maxEntries,
    ttlResolution: 0,
    perf: cachePerf(clock),
  })
  const inFlight = new Map<string, Promise<HostLookupResult>>()

  const query = async (host: string) => {
    // Not the caller's deadline: other callers may wait for the same result.
    using deadline = deadlineAfter(clock, lookupTimeoutMs)
    try {
      const answer = await resolver.lookup(host, deadline)
      const ttl = Math.min(maxTtlMs, cacheTtlMs(answer))
      // The cache treats an entry as stale only when it is older than its TTL; a DNS record expires exactly at its TTL.
      if (ttl > 0) cache.set(host, answer, { ttl: ttl - 1 })
      return answer
    } finally {
      inFlight.delete(host)
    }
  }
  return {
    lookup: async (host, deadline) => {
      const cached = cache.get(host)
      if (cached !== undefined) return cached
      if (!inFlight.has(host) && inFlight.size >= maxConcurrent) return timeoutResult(host)
      const answer = inFlight.get(host) ?? query(host)
      inFlight.set(host, answer)
      return raceDeadline(answer, host, deadline)
    },
  }
}

const defaults = {
  // About 1 KiB each: a few MiB at most.
  maxEntries: 4_096,
  // Long enough for a quote and the paid call after it, short enough for a name that was just repaired.
  maxTtlMs: 30_000,
  maxConcurrent: 64,
  // A quote waits one second for the DNS (design 1.2). The lookup ends earlier, so that the policy judges the addresses of
  // one family even if the query for the other gets no response.
  lookupTimeoutMs: 900,
}

const MIN_TTL_MS = 1_000
const FAILURE_TTL_MS = 2_000
// A response with more records is an attempt to fill our memory.
const MAX_CACHED_RECORDS = 64

function cacheTtlMs(answer: HostLookupResult): number {
  const records = [...answer.a, ...answer.aaaa]
  if (records.length > MAX_CACHED_RECORDS) return 0
  if (records.length === 0) return FAILURE_TTL_MS
  const ttlS = Math.min(...records.map((record) => record.ttlS ?? 0))
  return Math.max(MIN_TTL_MS, ttlS * 1000)
}

async function raceDeadline(
  answer: Promise<HostLookupResult>,
  host: string,
  deadline: Deadline,
): Promise<HostLookupResult> {
  try {
    return await deadline.race(answer)
  } catch (error) {
    if (!deadline.signal.aborted) throw error
    return timeoutResult(host)
  }
}
