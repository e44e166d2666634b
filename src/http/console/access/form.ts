import { sha256Hex } from '#runtime/encoding.ts'
import { hostOf } from './cookie.ts'
import type { Session } from './sessions.ts'

export type FormReading =
  | { readonly status: 'form'; readonly fields: URLSearchParams }
  | { readonly status: 'refused'; readonly reason: string }

/** Limit of a form. The largest one contains a transaction, a job id and a token. */
const MAX_BYTES = 4_096

export const FORM_TOKEN = 'form_token'

/**
 * Reads a form sent by a page of this session. Pages of other sites have no cookie (`SameSite`), but pages on other ports of
 * this machine are same-site: so the browser must confirm the origin, and the form must contain the session's token.
 */
export async function readForm(request: Request, session: Session): Promise<FormReading> {
  if (!isSameOrigin(request)) return refused('The form was not sent by a page of this console.')
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return refused('The request is not a form.')
  const length = request.headers.get('content-length')
  if (length === null || !(Number(length) <= MAX_BYTES)) return refused('The form is too large.')
  const fields = new URLSearchParams(await request.text())
  // Hashes are compared, so that the time of the comparison reveals nothing about the token.
  const received = sha256Hex(fields.get(FORM_TOKEN) ?? '')
  if (received !== sha256Hex(session.formToken))
    return refused('The page belongs to another session.')
  return { status: 'form', fields }
}

/** Whether a page of this console sent the form. Browsers send `Origin` with every POST; older ones lack `Sec-Fetch-Site`. */
function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site !== null && site !== 'same-origin') return false
  return origin !== null && URL.canParse(origin) && new URL(origin).host === hostOf(request)
}

function refused(reason: string): FormReading {
  return { status: 'refused', reason }
}
