import type { SecurityEvidence } from '#evidence/security.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { exchangeCaps, type RequestResult, type RequestTools, requestFor } from './request.ts'

export type CorsReflection = Pick<
  SecurityEvidence['cors'],
  'reflects_origin' | 'reflects_with_credentials'
>

export const corsNotRequested: CorsReflection = {
  reflects_origin: null,
  reflects_with_credentials: null,
}

/** An origin that no site can allow on purpose (RFC 2606): a server that allows it allows all origins. */
const foreignOrigin = 'https://urlwitness.invalid'

/** The advice is worth one round trip on the open connection, not more. */
const patienceMs = 1_000

/** Requests the final URL once more, as a script of another site would. Null when the connection cannot be reused. */
export async function checkCors(
  result: RequestResult,
  cookie: string | null,
  tools: Pick<RequestTools, 'caps' | 'userAgent'>,
  deadline: Deadline,
): Promise<CorsReflection | null> {
  const { connection, target } = result
  if (connection === null || !connection.reusable) return null
  const patience = deadline.within(patienceMs)
  try {
    const exchanged = await connection.exchange(
      requestFor(target, 'HEAD', tools.userAgent, cookie, [['origin', foreignOrigin]]),
      exchangeCaps(tools.caps),
      patience,
    )
    if (exchanged.status === 'failed') return null
    const fieldValue = (name: string) =>
      exchanged.response.fields.find(([field]) => field === name)?.[1].trim() ?? null
    const reflects = fieldValue('access-control-allow-origin') === foreignOrigin
    const credentials = fieldValue('access-control-allow-credentials') === 'true'
    return { reflects_origin: reflects, reflects_with_credentials: reflects && credentials }
  } finally {
    patience.close()
  }
}
