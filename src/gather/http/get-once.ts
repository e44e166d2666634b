import type { Deadline } from '#runtime/deadline.ts'
import type { Target } from '#target/target.ts'
import { type RequestCaps, type RequestResult, type RequestTools, request } from './request.ts'

/** Limits of one request that no visitor makes. */
export interface GetOptions {
  /** Maximum milliseconds for the request and its response, without the connection. */
  readonly timeoutMs: number
  /** Limits that differ from those of the page. */
  readonly caps?: Partial<RequestCaps>
  readonly cookie?: string | null
}

/** One GET on a connection of its own, without a repetition. Never rejects because of the target. */
export async function getOnce(
  target: Target,
  { timeoutMs, caps = {}, cookie = null }: GetOptions,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult> {
  const options = {
    method: 'GET',
    isRepeated: false,
    exchangeTimeoutMs: timeoutMs,
    idle: () => null,
  } as const
  const once = { ...tools, caps: { ...tools.caps, ...caps }, options }
  const result = await request(target, cookie, once, deadline)
  result.connection?.close()
  return result
}
