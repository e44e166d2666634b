import type { BrowserEvidence } from '#evidence/browser.ts'
import type { RedirectsEvidence } from '#evidence/redirects.ts'
import { isInside } from '#target/target.ts'
import { isHostGone } from './net-error.ts'

/** More redirects than any visitor needs. */
export const MAX_CLIENT_MOVES = 5

/** Whether the page moves or reloads itself without end, by scripts or meta elements. */
export function movesForEver({ client_redirects: moves }: RedirectsEvidence): boolean {
  return moves.length > MAX_CLIENT_MOVES
}

/** The index of the first move to a host that is not public; -1 without one. */
export function moveInside({ client_redirects: moves }: RedirectsEvidence): number {
  return moves.findIndex(({ to }) => isInside(to))
}

/** Whether this request is the last move of the page, to a host that does not exist or refuses. */
export function isLostMove(
  { client_redirects: moves }: RedirectsEvidence,
  { type, url, net_error: error }: BrowserEvidence['requests']['failed'][number],
): boolean {
  return type === 'document' && url === moves.at(-1)?.to && isHostGone(error)
}
