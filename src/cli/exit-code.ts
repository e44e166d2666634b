/** Status of the process (design.md 4). 64 and 78 are `EX_USAGE` and `EX_CONFIG` of sysexits.h. */
export const exitCode = {
  pass: 0,
  issue: 1,
  review: 2,
  refused: 3,
  failed: 4,
  misuse: 64,
  badSettings: 78,
} as const

/** Of a report. */
export function exitCodeOf(status: 'PASS' | 'ISSUE' | 'REVIEW'): number {
  return { PASS: exitCode.pass, ISSUE: exitCode.issue, REVIEW: exitCode.review }[status]
}
