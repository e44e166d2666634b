import type { KeyRefusal } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { accessDeniedOf, askedWaitMs, clockAheadMs, isUnauthorized } from './access-denied.ts'
import type { Exchange } from './json-client.ts'

/** How we stand with the facilitator, learned from what it answers. */
export interface AccessState {
  /** Whether it takes our key: null until it has shown that, true, or how it refused. */
  readonly admitted: true | KeyRefusal | null
  /** Milliseconds that it still asks us to stay away for. */
  waitMs(): number
  /** Learns from any exchange. The log gets a line where something changes, not for every call. */
  learn(path: string, answer: Exchange): void
  /** Learns from an exchange only whether we are let in. */
  learnKey(path: string, answer: Exchange): void
}

export function createAccessState(options: {
  readonly keyed: boolean
  readonly clock: Clock
  readonly log: Log
}): AccessState {
  const { keyed, clock, log } = options
  const faults = new Map<string, string>()
  let admitted: true | KeyRefusal | null = null
  let waitUntil = Number.NEGATIVE_INFINITY

  const learnKey = (path: string, answer: Exchange) => {
    if (answer.status === 'broken') return
    if (isUnauthorized(answer)) {
      const { httpStatus } = answer
      const ahead = clockAheadMs(answer, clock.now())
      if (admitted === null || admitted === true) {
        const fields = { path, http_status: httpStatus, clock_ahead_ms: ahead, todo: todo(keyed) }
        log.error(keyed ? 'facilitator_refuses_key' : 'facilitator_wants_key', fields)
      }
      admitted = { httpStatus, keyed, clockAheadMs: ahead }
    } else if (path !== '/supported' && isPastGate(answer.httpStatus)) {
      if (admitted !== null && admitted !== true) log.info('facilitator_lets_us_in', { path })
      admitted = true
    }
  }
  const learnFault = (path: string, answer: Exchange) => {
    const fault = faultIn(answer)
    if (fault !== null && fault !== faults.get(path)) {
      log.warn('facilitator_fault', { path, detail: fault })
    }
    if (fault === null && faults.has(path)) log.info('facilitator_answers_again', { path })
    if (fault === null) faults.delete(path)
    else faults.set(path, fault)
  }

  return {
    get admitted() {
      return admitted
    },
    waitMs: () => Math.max(0, waitUntil - clock.monotonicMs()),
    learn: (path, answer) => {
      // We gave up, which says nothing about the other side.
      if (answer.status === 'broken' && answer.detail === 'aborted') return
      if (answer.status === 'answered') {
        waitUntil = Math.max(waitUntil, clock.monotonicMs() + askedWaitMs(answer, clock.now()))
      }
      learnFault(path, answer)
      learnKey(path, answer)
    },
    learnKey,
  }
}

/** A gateway that counts us first, or has nothing behind it, may not have looked at the key. */
function isPastGate(httpStatus: number): boolean {
  return ![429, 502, 503, 504].includes(httpStatus)
}

/** Null for whatever is an answer. A refused key has lines of its own. */
function faultIn(answer: Exchange): string | null {
  if (answer.status === 'broken') return answer.detail
  if (isUnauthorized(answer)) return null
  const gate = accessDeniedOf(answer)
  if (gate !== null) return gate
  const isAnswer = typeof answer.json === 'object' && answer.json !== null
  return isAnswer ? null : `HTTP ${answer.httpStatus} without an answer`
}

function todo(keyed: boolean): string {
  const names = 'URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET'
  return keyed
    ? `the facilitator refuses our key: check ${names}`
    : `the facilitator wants a key: set ${names}`
}
