import type { KeyRefusal } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { accessDenialOf, clockAheadMs, isUnauthorized, requestedWaitMs } from './access-denied.ts'
import type { Exchange } from './json-client.ts'

/** Whether the facilitator accepts our requests, as learned from its responses. */
export interface AccessState {
  /** True when our key was accepted, the refusal when it was not, null before either is known. */
  readonly admitted: true | KeyRefusal | null
  /** Milliseconds left of the wait that the facilitator requested. */
  waitMs(): number
  /** Learns from any exchange. Logs a line for each change, not for each call. */
  record(path: string, response: Exchange): void
  /** Learns from an exchange only whether the key is accepted. */
  recordKey(path: string, response: Exchange): void
}

export function createAccessState(options: {
  readonly hasKey: boolean
  readonly clock: Clock
  readonly log: Log
}): AccessState {
  const { hasKey, clock, log } = options
  const faults = new Map<string, string>()
  let admitted: true | KeyRefusal | null = null
  let waitUntil = Number.NEGATIVE_INFINITY

  const recordKey = (path: string, response: Exchange) => {
    if (response.status === 'broken') return
    if (isUnauthorized(response)) {
      const { httpStatus } = response
      const aheadMs = clockAheadMs(response, clock.now())
      if (admitted === null || admitted === true) {
        const fields = {
          path,
          http_status: httpStatus,
          clock_ahead_ms: aheadMs,
          todo: remedy(hasKey),
        }
        log.error(hasKey ? 'facilitator_refuses_key' : 'facilitator_requires_key', fields)
      }
      admitted = { httpStatus, hasKey, clockAheadMs: aheadMs }
    } else if (path !== '/supported' && isPastGateway(response.httpStatus)) {
      if (admitted !== null && admitted !== true) log.info('facilitator_authorized', { path })
      admitted = true
    }
  }
  const recordFault = (path: string, response: Exchange) => {
    const fault = faultIn(response)
    if (fault !== null && fault !== faults.get(path)) {
      log.warn('facilitator_fault', { path, detail: fault })
    }
    if (fault === null && faults.has(path)) log.info('facilitator_recovered', { path })
    if (fault === null) faults.delete(path)
    else faults.set(path, fault)
  }

  return {
    get admitted() {
      return admitted
    },
    waitMs: () => Math.max(0, waitUntil - clock.monotonicMs()),
    record: (path, response) => {
      // We aborted it, so it proves nothing about the facilitator.
      if (response.status === 'broken' && response.detail === 'aborted') return
      if (response.status === 'responded') {
        waitUntil = Math.max(
          waitUntil,
          clock.monotonicMs() + requestedWaitMs(response, clock.now()),
        )
      }
      recordFault(path, response)
      recordKey(path, response)
    },
    recordKey,
  }
}

/** A gateway that applies its rate limit first, or that has no backend, may not have checked the key. */
function isPastGateway(httpStatus: number): boolean {
  return ![429, 502, 503, 504].includes(httpStatus)
}

/** The fault in a response, for the log; null for a usable one. A refused key has separate log lines. */
function faultIn(response: Exchange): string | null {
  if (response.status === 'broken') return response.detail
  if (isUnauthorized(response)) return null
  const denial = accessDenialOf(response)
  if (denial !== null) return denial
  const isUsable = typeof response.json === 'object' && response.json !== null
  return isUsable ? null : `HTTP ${response.httpStatus} without JSON`
}

function remedy(hasKey: boolean): string {
  const names = 'URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET'
  return hasKey
    ? `the facilitator refuses our key: check ${names}`
    : `the facilitator requires a key: set ${names}`
}
