import type { Attempt } from '#evidence/http.ts'
import type { RedirectChain } from '#gather/http/follow-redirects.ts'
import { getOnce } from '#gather/http/get-once.ts'
import type { RequestTools } from '#gather/http/request.ts'
import type { Deadline } from '#runtime/deadline.ts'

/** Requests beyond those of a visitor. They come after the page and the browser, and count the faults of a site. */
export interface ExtraRequests {
  /** Whether the browser or the links failed although the page had responded: the page is then requested once more. */
  readonly hasFailedLater: boolean
}

/** Milliseconds for one of these requests, and for what follows it in a report. */
const TIMEOUT_MS = 4_000
const RESERVE_MS = 2_000
/** With the two attempts before them enough to tell a fault of every second request from a single one. */
const REPEATS = 2
/** Those requests, the control, and the question with a foreign Origin. */
export const MAX_EXTRA_REQUESTS = REPEATS + 2

/** The chain, with the attempts that were added to its last hop. Never rejects because of the target. */
export async function withExtraRequests(
  chain: RedirectChain,
  { hasFailedLater }: ExtraRequests,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RedirectChain> {
  const { last } = chain
  const attempts = [...last.attempts]
  const ask = async (why: Attempt['why']) => {
    if (deadline.remainingMs() < TIMEOUT_MS + RESERVE_MS) return
    const options = { timeoutMs: TIMEOUT_MS, cookie: chain.cookie }
    const extra = await getOnce(last.target, options, tools, deadline)
    const asked = extra.attempts.at(-1)
    if (asked !== undefined) attempts.push({ ...asked, n: attempts.length + 1, why })
  }
  if (hasFailedOnce(attempts)) {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) await ask('repeat')
  }
  if (hasFailedLater && last.response !== null) await ask('control')
  return { ...chain, last: { ...last, attempts } }
}

/** Whether the first attempt failed, and the second, a second later, did not. */
function hasFailedOnce(attempts: readonly Attempt[]): boolean {
  const second = attempts.at(-1)
  const first = attempts.at(-2)
  if (first === undefined || second === undefined || isFault(second)) return false
  return isFault(first) && (second.why === 'retry_failure' || second.why === 'retry_server_error')
}

function isFault({ error, status }: Attempt): boolean {
  return error !== null || (status !== null && status >= 500)
}
