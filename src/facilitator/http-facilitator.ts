import type { Facilitator, FacilitatorRequest } from '../payment/facilitator.ts'
import type { Clock } from '../runtime/clock.ts'
import { deadlineAfter } from '../runtime/deadline.ts'
import type { Log } from '../runtime/log.ts'
import { facilitatorBase } from './facilitator-url.ts'
import { type Exchange, exchange, type Fetch } from './http-exchange.ts'
import { classifySettle, isPending } from './settle-answer.ts'
import { classifySupported } from './supported-answer.ts'
import { classifyVerify } from './verify-answer.ts'

export interface HttpFacilitatorOptions {
  /** Base URL; `/verify`, `/settle` and `/supported` are appended. */
  readonly url: string
  /** Milliseconds for one verify, or one `/supported`. */
  readonly verifyTimeoutMs: number
  /** Milliseconds for a settle with its one repetition. */
  readonly settleTimeoutMs: number
  /** What `/supported` must name. */
  readonly network: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: Fetch
}

/** The facilitator over HTTP. Throws `bad_facilitator_url` when opened; afterwards every fault is an outcome. */
export function openHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const base = facilitatorBase(options.url)
  const { clock, log } = options
  const fetch = options.fetch ?? globalThis.fetch

  const call = async (
    path: '/verify' | '/settle' | '/supported',
    request: FacilitatorRequest | null,
    signal: AbortSignal,
  ): Promise<Exchange> => {
    const answer = await exchange(fetch, base + path, {
      method: request === null ? 'GET' : 'POST',
      ...(request === null ? {} : { body: bodyOf(request) }),
      signal,
    })
    if (answer.status === 'answered' && answer.extensionResponses !== null) {
      const said = answer.extensionResponses.slice(0, MAX_LOGGED_CHARS)
      log.info('facilitator_extension_responses', { path, said })
    }
    return answer
  }
  const within = async <T>(
    ms: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const deadline = deadlineAfter(clock, ms, signal)
    try {
      return await work(deadline.signal)
    } finally {
      deadline.close()
    }
  }

  return {
    url: base,
    verify: (request, signal) =>
      within(options.verifyTimeoutMs, signal, async (inTime) =>
        classifyVerify(await call('/verify', request, inTime), request, log),
      ),
    settle: (request, signal) =>
      within(options.settleTimeoutMs, signal, async (inTime) => {
        const first = await call('/settle', request, inTime)
        if (!isPending(first)) return classifySettle(first, request, log, null)
        log.info('facilitator_settlement_pending', {})
        const second = await call('/settle', request, inTime)
        return classifySettle(second, request, log, first)
      }),
    supported: (signal) =>
      within(options.verifyTimeoutMs, signal, async (inTime) =>
        classifySupported(await call('/supported', null, inTime), options.network),
      ),
    close: async () => {},
  }
}

// A line of the log, not the whole catalogue.
const MAX_LOGGED_CHARS = 1000

function bodyOf(request: FacilitatorRequest): string {
  return JSON.stringify({ x402Version: 2, ...request })
}
