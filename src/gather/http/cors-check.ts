import type { SecurityEvidence } from '#evidence/security.ts'
import type { Deadline } from '#runtime/deadline.ts'
import {
  corsRequest,
  exchangeCaps,
  foreignOrigin,
  type RequestResult,
  type RequestTools,
} from './request.ts'

export type CorsReflection = Pick<
  SecurityEvidence['cors'],
  'reflects_origin' | 'reflects_with_credentials'
>

export const corsNotRequested: CorsReflection = {
  reflects_origin: null,
  reflects_with_credentials: null,
}

/** Maximum milliseconds of the check. The finding is worth one round trip on the open connection, but not more. */
const TIMEOUT_MS = 1_000

/**
 * Checks what the final URL lets a script of another site read. Over HTTP/2 the request was sent in parallel with the page,
 * where it costs no round trip; otherwise it is sent after the page. Null when the connection cannot be reused, or when the
 * check fails or takes too long.
 */
export async function checkCors(
  result: RequestResult,
  cookie: string | null,
  tools: Pick<RequestTools, 'caps' | 'userAgent'>,
  deadline: Deadline,
): Promise<CorsReflection | null> {
  const { connection, target, cors } = result
  if (connection === null || !connection.isReusable) return null
  const corsDeadline = deadline.within(TIMEOUT_MS)
  const exchangeAfterPage = () =>
    connection.exchange(
      corsRequest(target, tools.userAgent, cookie),
      exchangeCaps(tools.caps),
      corsDeadline,
    )
  try {
    const concurrent = cors === null ? null : await corsDeadline.race(cors)
    // The connection may have ended meanwhile.
    if (concurrent?.status !== 'responded' && !connection.isReusable) return null
    const exchangeResult =
      concurrent?.status === 'responded' ? concurrent : await exchangeAfterPage()
    if (exchangeResult.status === 'failed') return null
    const fieldValue = (name: string) =>
      exchangeResult.response.fields.find(([field]) => field === name)?.[1].trim() ?? null
    const isReflected = fieldValue('access-control-allow-origin') === foreignOrigin
    const allowsCredentials = fieldValue('access-control-allow-credentials') === 'true'
    return {
      reflects_origin: isReflected,
      reflects_with_credentials: isReflected && allowsCredentials,
    }
  } catch (cause) {
    if (corsDeadline.expired()) return null
    throw cause
  } finally {
    corsDeadline.close()
  }
}
