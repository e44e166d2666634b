import { sha256Hex } from '#runtime/encoding.ts'
import { hostOf } from './cookie.ts'
import type { Session } from './sessions.ts'

export type FormReading =
  | { readonly status: 'form'; readonly fields: URLSearchParams }
  | { readonly status: 'refused'; readonly why: string }

/** The largest form holds a transaction, a job id and a token. */
const MOST_BYTES = 4_096

export const FORM_TOKEN = 'form_token'

/**
 * A form that a page of this session sent. Another site's page has no cookie (`SameSite`), but pages of other ports of
 * this machine are of the same site: so the browser must say that ours asked, and the form must hold the session's token.
 */
export async function readForm(request: Request, session: Session): Promise<FormReading> {
  if (!cameFromHere(request)) return refused('It was not sent by a page of this console.')
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return refused('It is no form.')
  const length = request.headers.get('content-length')
  if (length === null || !(Number(length) <= MOST_BYTES)) return refused('It is too large.')
  const fields = new URLSearchParams(await request.text())
  // Hashes, so that the time of a comparison tells nothing of the token.
  const given = sha256Hex(fields.get(FORM_TOKEN) ?? '')
  if (given !== sha256Hex(session.formToken)) return refused('The page is of another session.')
  return { status: 'form', fields }
}

/** Browsers send `Origin` with every POST; older ones lack `Sec-Fetch-Site`. */
function cameFromHere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site !== null && site !== 'same-origin') return false
  return origin !== null && URL.canParse(origin) && new URL(origin).host === hostOf(request)
}

function refused(why: string): FormReading {
  return { status: 'refused', why }
}
