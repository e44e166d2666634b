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
const patienceMs = 1_000

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
  const patience = deadline.within(patienceMs)
  const afterPage = () =>
    connection.exchange(
      corsRequest(target, tools.userAgent, cookie),
      exchangeCaps(tools.caps),
      patience,
    )
  try {
    const concurrent = cors === null ? null : await patience.race(cors)
    const exchanged = concurrent?.status === 'responded' ? concurrent : await afterPage()
    if (exchanged.status === 'failed') return null
    const fieldValue = (name: string) =>
      exchanged.response.fields.find(([field]) => field === name)?.[1].trim() ?? null
    const reflects = fieldValue('access-control-allow-origin') === foreignOrigin
    const credentials = fieldValue('access-control-allow-credentials') === 'true'
    return { reflects_origin: reflects, reflects_with_credentials: reflects && credentials }
  } catch (cause) {
    if (patience.expired()) return null
    throw cause
  } finally {
    patience.close()
  }
}
