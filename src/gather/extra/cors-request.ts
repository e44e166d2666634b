import type { SecurityEvidence } from '#evidence/security.ts'
import { openConnection } from '#gather/http/connect.ts'
import { contentTypeOf, firstOf } from '#gather/http/headers.ts'
import {
  exchangeCaps,
  type RequestResult,
  type RequestTools,
  requestFor,
} from '#gather/http/request.ts'
import type { HttpConnection, HttpResponse } from '#net/http/contract.ts'
import type { Deadline } from '#runtime/deadline.ts'

export type CorsReflection = Pick<
  SecurityEvidence['cors'],
  'reflects_origin' | 'reflects_with_credentials'
>

export const corsNotRequested: CorsReflection = {
  reflects_origin: null,
  reflects_with_credentials: null,
}

/** Maximum milliseconds of the check. The finding is worth a few round trips, but not more. */
const TIMEOUT_MS = 1_500

/** An origin that no site can allow on purpose (RFC 2606): a server that allows it allows all origins. */
const foreignOrigin = 'https://urlwitness.invalid'

/**
 * Whether it matters what a script of another site may read. A page that sets no cookies and names no origins is the same for
 * everybody, so that the question would only cost a round trip, and some firewalls block whoever asks it.
 */
export function isWorthAsking({ fields }: HttpResponse, cookie: string | null): boolean {
  const namesOrigins = fields.some(
    ([name, value]) =>
      name.startsWith('access-control-') || (name === 'vary' && /\borigin\b/i.test(value)),
  )
  const { mediaType } = contentTypeOf(firstOf(fields, 'content-type'))
  return cookie !== null || namesOrigins || !pages.has(mediaType)
}

const pages: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml'])

/**
 * Checks what the final URL lets a script of another site read. Firewalls block whoever sends a foreign Origin, so this must be the
 * last request of a report. Null when the check fails or takes too long.
 */
export async function checkCors(
  result: RequestResult,
  cookie: string | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<CorsReflection | null> {
  const { target, isLenient } = result
  const corsDeadline = deadline.within(TIMEOUT_MS)
  let connection: HttpConnection | null = null
  try {
    connection = await usableConnection(result, tools, corsDeadline)
    if (connection === null) return null
    const values = { userAgent: tools.userAgent, cookie, origin: foreignOrigin }
    const exchangeResult = await connection.exchange(
      requestFor(target, 'HEAD', values),
      { ...exchangeCaps(tools.caps), isLenient },
      corsDeadline,
    )
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
    connection?.close()
    corsDeadline.close()
  }
}

/** The connection of the page, or a new one when a server has closed it meanwhile. */
async function usableConnection(
  { connection, target, response, alpn }: RequestResult,
  tools: RequestTools,
  deadline: Deadline,
): Promise<HttpConnection | null> {
  if (connection?.isReusable) return connection
  if (response === null) return null
  const opened = await openConnection({ target, tools, deadline, alpn })
  return opened.status === 'open' ? opened.connection : null
}
