import type { Evidence, LimitName } from '#evidence/evidence.ts'
import type { LostTime } from '#runtime/process/host-watch.ts'

/** Processor time that this host did not give to jobs when they needed it. */
export interface HostLoad {
  lost(): LostTime
}

/** Milliseconds of lost time that do not change the outcome of the shortest default timeout (5 s). */
const MAX_HARMLESS_LOST_MS = 1_000

/** Whether the host lost so much time between two readings of its load that timeouts between them prove nothing. */
export function wasOverloaded(before: LostTime, after: LostTime, inBrowser: boolean): boolean {
  const ownMs = after.ownMs - before.ownMs
  const browserMs = inBrowser ? after.browserMs - before.browserMs : 0
  return Math.max(ownMs, browserMs) > MAX_HARMLESS_LOST_MS
}

const timeouts = new Set<string>([
  'connect_timeout',
  'tls_timeout',
  'headers_timeout',
  'body_timeout',
])

/**
 * Whether something exceeded one of our time limits. On a host that was short of processor time this is our own failure, and
 * says nothing about the target.
 */
export function hasTimedOut(
  { http, tls, browser, links }: Pick<Evidence, 'http' | 'tls' | 'browser' | 'links'>,
  limitsHit: readonly LimitName[],
): boolean {
  const navigation = browser?.navigation
  return (
    limitsHit.includes('deadline') ||
    timeouts.has(http.error?.code ?? '') ||
    tls?.failure?.code === 'timeout' ||
    navigation?.settle_reason === 'load_timeout' ||
    navigation?.unresponsive === true ||
    links?.items.some(({ code }) => code === 'timeout') === true
  )
}
