/** The report's limit, in characters, for a string that a page controls. */
const maxExcerpt = 300

/** Replaces each run of white space by one space, and trims the ends. */
function foldWhiteSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Returns at most 300 characters of one line, without control characters or broken surrogates; null for an empty
 * result.
 */
export function excerpt(text: string): string | null {
  const line = foldWhiteSpace(text.replace(/\p{Cc}/gu, ' '))
  const cut = line.slice(0, maxExcerpt).replace(/[\uD800-\uDBFF]$/, '')
  return cut === '' ? null : cut.replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** The same for a value that may be absent; null if it is. */
export function excerptOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : excerpt(text)
}
