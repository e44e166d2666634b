import type { RedirectsEvidence } from '#evidence/redirects.ts'
import { isInside } from '#target/target.ts'

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
