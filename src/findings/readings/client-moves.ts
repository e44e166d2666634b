import type { RedirectsEvidence } from '#evidence/redirects.ts'

/** More redirects than any visitor needs. */
export const MAX_CLIENT_MOVES = 5

/** Whether the page moves or reloads itself without end, by scripts or meta elements. */
export function movesForEver({ client_redirects: moves }: RedirectsEvidence): boolean {
  return moves.length > MAX_CLIENT_MOVES
}
