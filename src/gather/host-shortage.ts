import type { Evidence, LimitName } from '#evidence/evidence.ts'

/** How this process keeps up with its work. */
export interface HostLoad {
  /** Milliseconds by which turns of the event loop were too long so far; never decreases. */
  stalledMs(): number
}

/** A part of the shortest default timeout (5 s) that does not change its outcome. */
const HARMLESS_STALL_MS = 1_000

/** Whether the process was late by so much, between two readings of its load, that timeouts between them prove nothing. */
export function wasShort(beforeMs: number, afterMs: number): boolean {
  return afterMs - beforeMs > HARMLESS_STALL_MS
}

const timeouts = new Set<string>([
  'connect_timeout',
  'tls_timeout',
  'headers_timeout',
  'body_timeout',
])

/**
 * Whether something took too long for one of our limits. On a host that was short of processor time that is a failure of
 * ours, and no statement about the target.
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
