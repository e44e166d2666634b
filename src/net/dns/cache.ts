import type { Clock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type HostAnswer, noAnswer } from './host-answer.ts'
import type { HostLookup } from './resolver.ts'

export interface CacheOptions {
  readonly clock: Clock
  readonly maxEntries?: number
  readonly maxAgeMs?: number
  readonly maxConcurrent?: number
  readonly lookupMs?: number
}

/**
 * The look-up before a quote: free for whoever asks, and therefore cheap. Answers are kept for a short while, the same
 * question is under way once, and a flood of different ones gets no answer at once instead of a queue. Evidence never
 * comes from here: a paid call asks the resolver itself.
 */
export function withCache(resolver: HostLookup, options: CacheOptions): HostLookup {
  const { clock, maxEntries, maxAgeMs, maxConcurrent, lookupMs } = { ...defaults, ...options }
  const kept = new Map<string, { answer: HostAnswer; until: number }>()
  const underWay = new Map<string, Promise<HostAnswer>>()

  const keep = (answer: HostAnswer) => {
    const age = Math.min(maxAgeMs, ageMs(answer))
    if (age > 0) kept.set(answer.host, { answer, until: clock.monotonicMs() + age })
    for (const host of kept.keys()) {
      if (kept.size <= maxEntries) break
      kept.delete(host)
    }
  }
  const recall = (host: string) => {
    const entry = kept.get(host)
    kept.delete(host)
    if (entry === undefined || entry.until <= clock.monotonicMs()) return null
    // Last used goes last: the first key is the one to drop.
    kept.set(host, entry)
    return entry.answer
  }
  const ask = async (host: string) => {
    // Not the caller's deadline: others may wait for the same answer.
    const deadline = deadlineAfter(clock, lookupMs)
    try {
      const answer = await resolver.lookup(host, deadline)
      keep(answer)
      return answer
    } finally {
      deadline.close()
      underWay.delete(host)
    }
  }
  return {
    lookup: async (host, deadline) => {
      const known = recall(host)
      if (known !== null) return known
      if (!underWay.has(host) && underWay.size >= maxConcurrent) return noAnswer(host, 0)
      const answer = underWay.get(host) ?? ask(host)
      underWay.set(host, answer)
      return inTime(answer, host, clock, deadline)
    },
  }
}

const defaults = {
  // About 1 KiB each: a few MiB at most.
  maxEntries: 4_096,
  // Long enough for a quote and the paid call after it, short enough for a name that has just been repaired.
  maxAgeMs: 30_000,
  maxConcurrent: 64,
  // Design 1.2: a quote waits for the DNS this long and no longer.
  lookupMs: 1_000,
}

const MIN_AGE_MS = 1_000
const FAILURE_AGE_MS = 2_000
// What is larger is somebody's attempt to fill our memory: four thousand addresses fit into one answer.
const MAX_KEPT_RECORDS = 64

function ageMs(answer: HostAnswer): number {
  const records = [...answer.a, ...answer.aaaa]
  if (records.length > MAX_KEPT_RECORDS) return 0
  if (records.length === 0) return FAILURE_AGE_MS
  const ttlS = Math.min(...records.map((record) => record.ttlS ?? 0))
  return Math.max(MIN_AGE_MS, ttlS * 1000)
}

async function inTime(
  answer: Promise<HostAnswer>,
  host: string,
  clock: Clock,
  deadline: Deadline,
): Promise<HostAnswer> {
  const started = clock.monotonicMs()
  try {
    return await deadline.race(answer)
  } catch (error) {
    if (!deadline.signal.aborted) throw error
    return noAnswer(host, Math.round(clock.monotonicMs() - started))
  }
}
