/** Number of matches. `pattern` must have the flag `g`. */
export function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
