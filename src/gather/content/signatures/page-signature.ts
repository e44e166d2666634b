/**
 * How to recognise a page that some software generated. Every given condition must match. Titles are compared as a whole;
 * texts and source strings may occur anywhere. White space is folded, and typographic apostrophes become plain ones.
 */
export interface PageSignature {
  readonly id: string
  readonly title?: string
  readonly titleStart?: string
  readonly titleEnd?: string
  /** Strings in the visible text outside code, pre, q and blockquote, in which pages quote messages. */
  readonly text?: readonly string[]
  /** Strings in the source. */
  readonly raw?: readonly string[]
  /** The whole source, trimmed. */
  readonly source?: string
}
