/**
 * How to recognise a page that some software generated. Every given condition must match. Titles are compared whole,
 * texts and marks occur anywhere; white space is folded and typographic apostrophes are plain ones.
 */
export interface PageSignature {
  readonly id: string
  readonly title?: string
  readonly titleStart?: string
  readonly titleEnd?: string
  /** In the visible text, outside of code, pre, q and blockquote: pages that quote a message do so there. */
  readonly text?: readonly string[]
  /** In the source. */
  readonly raw?: readonly string[]
  /** The whole source, trimmed. */
  readonly source?: string
}
