/**
 * What browsers accept in a response although RFC 9112 does not allow it. `line_without_colon` and `invalid_name`: a line
 * that browsers skip.
 */
export const deviationKinds = [
  'status_line',
  'bare_line_feed',
  'bare_carriage_return',
  'folded_line',
  'space_before_colon',
  'line_without_colon',
  'invalid_name',
  'control_character',
  'repeated_content_length',
  'content_length_with_chunks',
  'invalid_content_length',
  'chunked_coding',
  'unfinished_chunks',
  'large_header_section',
] as const

export interface Deviation {
  /** Number of the line in the message, from 1 (the status line); null for a deviation of the whole message. */
  readonly line: number | null
  readonly kind: (typeof deviationKinds)[number]
}
