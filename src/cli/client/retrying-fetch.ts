import { z } from 'zod'
import type { Clock } from '#runtime/clock.ts'

type Fetch = typeof globalThis.fetch
/** The response to one attempt, or why there was none. */
export type Reply = Response | { readonly error: unknown }

// The outcome of an unknown settlement becomes known within a minute, or not before the authorization expires.
export const RETRY_WINDOW_MS = 90_000
const RETRY_DELAY_MS = 2_000
const MAX_RETRY_DELAY_MS = 30_000

/**
 * Sends a paid request again, byte for byte, after a lost response and after a 503 that leaves the payment usable or its
 * outcome unknown. Payments have an identifier, so a service executes and charges such a request once. Requests without a
 * payment are sent once. `onFirstRetry` is called before the first wait, with the reply that is not final.
 */
export function retryingFetch(
  fetch: Fetch,
  clock: Clock,
  onFirstRetry: (reply: Reply) => void = () => {},
): Fetch {
  return async (input, init) => {
    if (!new Headers(init?.headers).has('payment-signature')) return fetch(input, init)
    const giveUpAtMs = clock.monotonicMs() + RETRY_WINDOW_MS
    const signal = init?.signal ?? undefined
    const mayWait = (ms: number) => !signal?.aborted && clock.monotonicMs() + ms <= giveUpAtMs
    for (let isFirst = true; ; isFirst = false) {
      const reply = await attempt(fetch, input, init)
      const waitMs = await retryDelayMs(reply)
      if (waitMs === null || !mayWait(waitMs)) return finalResponse(reply)
      if (isFirst) onFirstRetry(reply)
      // After a cancelled wait the next attempt fails at once, because it has the same signal.
      await clock.sleep(waitMs, signal).catch(() => {})
    }
  }
}

function finalResponse(reply: Reply): Response {
  if ('error' in reply) throw reply.error
  return reply
}

async function attempt(
  fetch: Fetch,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<Reply> {
  try {
    return await fetch(input, init)
  } catch (error) {
    return { error }
  }
}

const problemShape = z.object({
  retryable: z.boolean(),
  retry_after_s: z.number().nullable(),
  payment: z.object({ state: z.enum(['not_taken', 'unknown']) }),
})

/** Milliseconds to wait before the next attempt; null if the response is final. */
async function retryDelayMs(reply: Reply): Promise<number | null> {
  if ('error' in reply) return RETRY_DELAY_MS
  if (reply.status !== 503) return null
  const body = problemShape.safeParse(
    await reply
      .clone()
      .json()
      .catch(() => null),
  ).data
  if (body === undefined || !body.retryable) return null
  // A time of zero or less would repeat the request without a pause.
  const wantedMs = Math.max(RETRY_DELAY_MS, (body.retry_after_s ?? 0) * 1_000)
  return Math.min(MAX_RETRY_DELAY_MS, wantedMs)
}
