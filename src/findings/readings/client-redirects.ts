import type { BrowserEvidence } from '#evidence/browser.ts'
import type { RedirectsEvidence } from '#evidence/redirects.ts'
import { isInside } from '#target/target.ts'
import { isHostGone } from './net-error.ts'

/** Number of client-side redirects above which they count as endless: no visitor needs more. */
export const MAX_CLIENT_REDIRECTS = 5

/** Whether the page redirects or reloads itself endlessly, by scripts or meta elements. */
export function redirectsEndlessly(redirects: RedirectsEvidence): boolean {
  return redirects.client_redirects.length > MAX_CLIENT_REDIRECTS
}

/** The index of the first client-side redirect to a host that is not public; -1 without one. */
export function indexOfPrivateRedirect(redirects: RedirectsEvidence): number {
  return redirects.client_redirects.findIndex(({ to }) => isInside(to))
}

/** Whether this request is the last client-side redirect, to a host that does not exist or refuses connections. */
export function isLostRedirect(
  redirects: RedirectsEvidence,
  { type, url, net_error: error }: BrowserEvidence['requests']['failed'][number],
): boolean {
  return type === 'document' && url === redirects.client_redirects.at(-1)?.to && isHostGone(error)
}
