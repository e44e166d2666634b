/**
 * How to know a page that somebody's software wrote. Everything that is given must hold. Titles are compared whole, texts
 * and marks occur; white space is folded and typographic apostrophes are plain ones.
 */
export interface PageSignature {
  readonly id: string
  readonly title?: string
  readonly titleStart?: string
  readonly titleEnd?: string
  /** In what a reader sees, outside of code, pre, q and blockquote: pages that quote a message do so there. */
  readonly text?: readonly string[]
  /** In the source. */
  readonly raw?: readonly string[]
  /** The whole source, white space at its ends apart. */
  readonly source?: string
}
