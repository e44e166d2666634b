/** Returns the known word nearest to a mistyped one; null when no word is near enough. */
export function nearest(word: string, known: Iterable<string>): string | null {
  let best: string | null = null
  // A typing error has at most a third of the letters wrong (two in short words, never more than eight); with more it is
  // another word.
  let bestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)), 8) + 1
  for (const candidate of known) {
    const distance = editDistance(word, candidate)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `; did you mean x?`, or an empty string. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known)
  return meant === null ? '' : `; did you mean ${meant}?`
}

/** Optimal string alignment distance: an insertion, deletion, replacement or swap of neighbours costs one. */
export function editDistance(from: string, to: string): number {
  // Names are short: a long word is not a mistyped name, and must not cost quadratic time.
  if (from.length > 100 || to.length > 100)
    return from === to ? 0 : Math.max(from.length, to.length)
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
