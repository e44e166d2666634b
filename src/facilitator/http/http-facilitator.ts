import { facilitatorBaseUrl } from '#facilitator/facilitator-url.ts'
import type { Facilitator, FacilitatorRequest, SupportedOutcome } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import { isUnauthorized } from './access-denied.ts'
import { type AccessState, createAccessState } from './access-state.ts'
import { type Exchange, type Fetch, fetchJson } from './json-client.ts'
import type { RequestTokens } from './request-tokens.ts'
import { classifySettle, isPending } from './settle-response.ts'
import { classifySupported } from './supported-response.ts'
import { classifyVerify } from './verify-response.ts'

export interface HttpFacilitatorOptions {
  /** Base URL; `/verify`, `/settle` and `/supported` are appended. */
  readonly url: string
  /** Timeout of one verify, or of one `/supported`, milliseconds. */
  readonly verifyTimeoutMs: number
  /** Timeout of a settle call including its one repetition, milliseconds. */
  readonly settleTimeoutMs: number
  /** The network that `/supported` must list. */
  readonly network: string
  /** For a facilitator that requires a token with each request. */
  readonly tokens?: RequestTokens | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: Fetch
}

type Path = '/verify' | '/settle' | '/supported'

/** Opens the facilitator over HTTP. Throws `bad_facilitator_url`; after that every failure is an outcome. */
export function openHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const baseUrl = facilitatorBaseUrl(options.url)
  const { clock, log } = options
  const fetch = options.fetch ?? globalThis.fetch
  const tokens = options.tokens ?? null
  const access = createAccessState({ hasKey: tokens !== null, clock, log })

  const send = (path: Path, body: string | null, signal: AbortSignal): Promise<Exchange> => {
    const url = baseUrl + path
    const method = body === null ? 'GET' : 'POST'
    const token = tokens?.tokenFor(method, url) ?? null
    return fetchJson(fetch, url, { method, token, signal, ...(body === null ? {} : { body }) })
  }
  const call = async (path: Path, body: string | null, signal: AbortSignal): Promise<Exchange> => {
    const response = await send(path, body, signal)
    access.record(path, response)
    logListing(path, response, log)
    return response
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
  const supported = async (signal: AbortSignal): Promise<SupportedOutcome> => {
    const kinds = await call('/supported', null, signal)
    const outcome = classifySupported(kinds, options.network)
    const isDenied = kinds.status === 'responded' && isUnauthorized(kinds)
    if (outcome.status !== 'supported' && outcome.status !== 'missing' && !isDenied) return outcome
    if (!isDenied && mustTryKey(access, tokens)) {
      access.recordKey('/verify', await send('/verify', NO_PAYMENT, signal))
    }
    const { admitted } = access
    if (admitted !== null && admitted !== true) return { status: 'unauthorized', ...admitted }
    if (admitted === null && tokens !== null) return KEY_UNTRIED
    return outcome
  }

  return {
    url: baseUrl,
    verify: (request, signal) =>
      within(options.verifyTimeoutMs, signal, async (timeoutSignal) =>
        access.waitMs() > 0
          ? RETRY_AFTER
          : classifyVerify(await call('/verify', bodyOf(request), timeoutSignal), request, log),
      ),
    // A settle call does not wait for Retry-After: its time is short, and a delay could lose the payment for a finished
    // report.
    settle: (request, signal) =>
      within(options.settleTimeoutMs, signal, async (timeoutSignal) => {
        const first = await call('/settle', bodyOf(request), timeoutSignal)
        if (!isPending(first)) return classifySettle(first, request, log, null)
        log.info('facilitator_settlement_pending', {})
        const second = await call('/settle', bodyOf(request), timeoutSignal)
        return classifySettle(second, request, log, first)
      }),
    supported: (signal) =>
      access.waitMs() > 0
        ? Promise.resolve(RETRY_AFTER)
        : within(options.verifyTimeoutMs, signal, supported),
    close: async () => {},
  }
}

const KEY_UNTRIED = { status: 'unavailable', detail: '/verify does not respond' } as const
const RETRY_AFTER = { status: 'unavailable', detail: 'waiting for Retry-After' } as const

/**
 * Some facilitators list their kinds even without a key, so only `/verify` shows whether the key works. Until one call
 * was accepted, a body without a payment tests the key; after that, paid calls show more than another test would.
 */
function mustTryKey({ admitted }: AccessState, tokens: RequestTokens | null): boolean {
  return admitted === null ? tokens !== null : admitted !== true
}

const NO_PAYMENT = '{}'

// A log line shows the beginning of the field, not all of it.
const MAX_LOGGED_CHARS = 1000

/** Logs the EXTENSION-RESPONSES field, in which the facilitator's catalogue of services (Bazaar) reports about our listing. */
function logListing(path: Path, response: Exchange, log: Log): void {
  const report =
    response.status === 'responded' ? response.headers.get('extension-responses') : null
  if (report === null) return
  log.info('facilitator_extension_responses', {
    path,
    catalogue: report.slice(0, MAX_LOGGED_CHARS),
  })
}

function bodyOf(request: FacilitatorRequest): string {
  return JSON.stringify({ x402Version: 2, ...request })
}
