import type { Evidence, LimitName } from '#evidence/evidence.ts'
import { HANDSHAKE_TIMEOUT_MS } from '#gather/http/connect.ts'
import { LINK_HEADERS_TIMEOUT_MS } from '#gather/links/check.ts'
import type { LostTime } from '#runtime/process/host-watch.ts'

/** Processor time that this host does not give to jobs when they need it. */
export interface HostLoad {
  /** Begins to measure it for one job. */
  begin(): LostTime
}

/**
 * Share of a step that the host must have lost for its timeout to be ours. A target that did not respond in the other half
 * would not have responded in the whole step either.
 */
const LOST_SHARE = 0.5

type Observed = Pick<Evidence, 'http' | 'tls' | 'links'>

/**
 * Whether one of our time limits ended a step of this process of which the host lost at least half: the timeout says
 * nothing about the target then. The steps of the browser are judged where the page is visited, by the processes of that
 * page (`chrome/page/capture.ts`).
 */
export function wasOverloaded(
  lost: LostTime,
  observed: Observed,
  job: {
    readonly limitsHit: readonly LimitName[]
    readonly limits: { readonly connectTimeoutMs: number; readonly headersTimeoutMs: number }
    readonly durationMs: number
  },
): boolean {
  return timedOutAfter(observed, job).some((ms) => lost.mostWithin(ms) >= ms * LOST_SHARE)
}

/** The lengths of the steps that a time limit has ended, in milliseconds. */
function timedOutAfter(
  { http, tls, links }: Observed,
  { limitsHit, limits, durationMs }: Parameters<typeof wasOverloaded>[2],
): number[] {
  const { connectTimeoutMs, headersTimeoutMs } = limits
  const ofCode: Readonly<Record<string, number>> = {
    connect_timeout: connectTimeoutMs,
    tls_timeout: HANDSHAKE_TIMEOUT_MS,
    headers_timeout: headersTimeoutMs,
    body_timeout: durationMs,
  }
  const isLinkLate = links?.items.some(({ code }) => code === 'timeout') === true
  return [
    ofCode[http.error?.code ?? ''] ?? [],
    tls?.failure?.code === 'timeout' ? HANDSHAKE_TIMEOUT_MS : [],
    isLinkLate ? Math.min(LINK_HEADERS_TIMEOUT_MS, headersTimeoutMs) : [],
    limitsHit.includes('deadline') ? durationMs : [],
  ].flat()
}
