/**
 * Status of the process (design.md 4). Wrong usage is 2, as in most tools; the verbs with a verdict say so on stderr, and
 * print nothing on stdout. 78 is `EX_CONFIG` of sysexits.h.
 */
export const exitCode = {
  pass: 0,
  issue: 1,
  review: 2,
  refused: 3,
  failed: 4,
  misuse: 2,
  badSettings: 78,
} as const

/** Of a report. */
export function exitCodeOf(status: 'PASS' | 'ISSUE' | 'REVIEW'): number {
  return { PASS: exitCode.pass, ISSUE: exitCode.issue, REVIEW: exitCode.review }[status]
}
