import { facilitatorBase } from '#facilitator/facilitator-url.ts'
import type { Facilitator, FacilitatorRequest, SupportedOutcome } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import { isUnauthorized } from './access-denied.ts'
import { type AccessState, createAccessState } from './access-state.ts'
import { type Exchange, exchange, type Fetch } from './json-client.ts'
import type { RequestTokens } from './request-tokens.ts'
import { classifySettle, isPending } from './settle-response.ts'
import { classifySupported } from './supported-response.ts'
import { classifyVerify } from './verify-response.ts'

export interface HttpFacilitatorOptions {
  /** Base URL; `/verify`, `/settle` and `/supported` are appended. */
  readonly url: string
  /** Milliseconds for one verify, or one `/supported`. */
  readonly verifyTimeoutMs: number
  /** Milliseconds for a settle with its one repetition. */
  readonly settleTimeoutMs: number
  /** What `/supported` must name. */
  readonly network: string
  /** For one that wants a token with each request. */
  readonly tokens?: RequestTokens | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: Fetch
}

type Path = '/verify' | '/settle' | '/supported'

/** The facilitator over HTTP. Throws `bad_facilitator_url` when opened; afterwards every fault is an outcome. */
export function openHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const base = facilitatorBase(options.url)
  const { clock, log } = options
  const fetch = options.fetch ?? globalThis.fetch
  const tokens = options.tokens ?? null
  const access = createAccessState({ keyed: tokens !== null, clock, log })

  const ask = (path: Path, body: string | null, signal: AbortSignal): Promise<Exchange> => {
    const url = base + path
    const method = body === null ? 'GET' : 'POST'
    const token = tokens?.tokenFor(method, url) ?? null
    return exchange(fetch, url, { method, token, signal, ...(body === null ? {} : { body }) })
  }
  const call = async (path: Path, body: string | null, signal: AbortSignal): Promise<Exchange> => {
    const answer = await ask(path, body, signal)
    access.learn(path, answer)
    logCatalogue(path, answer, log)
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
  const supported = async (inTime: AbortSignal): Promise<SupportedOutcome> => {
    const kinds = await call('/supported', null, inTime)
    const outcome = classifySupported(kinds, options.network)
    const turnedAway = kinds.status === 'answered' && isUnauthorized(kinds)
    if (outcome.status !== 'supported' && !turnedAway) return outcome
    if (!turnedAway && mustTryKey(access, tokens)) {
      access.learnKey('/verify', await ask('/verify', NO_PAYMENT, inTime))
    }
    const { admitted } = access
    if (admitted !== null && admitted !== true) return { status: 'unauthorized', ...admitted }
    if (admitted === null && tokens !== null) return KEY_UNTRIED
    return outcome
  }

  return {
    url: base,
    verify: (request, signal) =>
      within(options.verifyTimeoutMs, signal, async (inTime) =>
        access.waitMs() > 0
          ? ASKED_TO_WAIT
          : classifyVerify(await call('/verify', bodyOf(request), inTime), request, log),
      ),
    // Never held back: its time is short, and what waiting would lose is the payment for a report that is there.
    settle: (request, signal) =>
      within(options.settleTimeoutMs, signal, async (inTime) => {
        const first = await call('/settle', bodyOf(request), inTime)
        if (!isPending(first)) return classifySettle(first, request, log, null)
        log.info('facilitator_settlement_pending', {})
        const second = await call('/settle', bodyOf(request), inTime)
        return classifySettle(second, request, log, first)
      }),
    supported: (signal) =>
      access.waitMs() > 0
        ? Promise.resolve(ASKED_TO_WAIT)
        : within(options.verifyTimeoutMs, signal, supported),
    close: async () => {},
  }
}

const KEY_UNTRIED = { status: 'unavailable', detail: '/verify does not answer' } as const
const ASKED_TO_WAIT = { status: 'unavailable', detail: 'it asked us to wait' } as const

/**
 * Some tell their kinds to anybody, so a key shows its worth only at `/verify`: with a body that holds no payment, until
 * one call was let in. Then paid calls tell more than another try would.
 */
function mustTryKey({ admitted }: AccessState, tokens: RequestTokens | null): boolean {
  return admitted === null ? tokens !== null : admitted !== true
}

const NO_PAYMENT = '{}'

// A line of the log, not the whole catalogue.
const MAX_LOGGED_CHARS = 1000

/** EXTENSION-RESPONSES: what the catalogue said of a listing. */
function logCatalogue(path: Path, answer: Exchange, log: Log): void {
  const said = answer.status === 'answered' ? answer.headers.get('extension-responses') : null
  if (said === null) return
  log.info('facilitator_extension_responses', { path, said: said.slice(0, MAX_LOGGED_CHARS) })
}

function bodyOf(request: FacilitatorRequest): string {
  return JSON.stringify({ x402Version: 2, ...request })
}
