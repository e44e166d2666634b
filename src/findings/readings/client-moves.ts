import type { BrowserEvidence } from '#evidence/browser.ts'
import type { RedirectsEvidence } from '#evidence/redirects.ts'
import { isInside } from '#target/target.ts'
import { isHostGone } from './net-error.ts'

/** Number of client-side redirects above which they count as endless: no visitor needs more. */
export const MAX_CLIENT_MOVES = 5

/** Whether the page redirects or reloads itself endlessly, by scripts or meta elements. */
export function movesForEver({ client_redirects: moves }: RedirectsEvidence): boolean {
  return moves.length > MAX_CLIENT_MOVES
}

/** The index of the first client-side redirect to a host that is not public; -1 without one. */
export function moveInside({ client_redirects: moves }: RedirectsEvidence): number {
  return moves.findIndex(({ to }) => isInside(to))
}

/** Whether this request is the last client-side redirect, to a host that does not exist or refuses connections. */
export function isLostMove(
  { client_redirects: moves }: RedirectsEvidence,
  { type, url, net_error: error }: BrowserEvidence['requests']['failed'][number],
): boolean {
  return type === 'document' && url === moves.at(-1)?.to && isHostGone(error)
}
