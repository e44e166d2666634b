/** Exit status of the process. 64 and 78 are `EX_USAGE` and `EX_CONFIG` of sysexits.h. */
export const exitCode = {
  pass: 0,
  issue: 1,
  review: 2,
  refused: 3,
  failed: 4,
  misuse: 64,
  badSettings: 78,
} as const

export type ExitName = keyof typeof exitCode

/** In ascending order of the status. */
export const exitNames = [
  'pass',
  'issue',
  'review',
  'refused',
  'failed',
  'misuse',
  'badSettings',
] as const satisfies readonly ExitName[]

/** Meaning of each status, for the manual page and `help exit-codes`. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  pass: 'done; the verdict PASS',
  issue: 'the verdict ISSUE; a failed check; no service runs; no browser',
  review: 'the verdict REVIEW; an outcome is still unknown',
  refused: 'refused: a URL outside the safety policy, a payment, a price above the limit',
  failed: 'failed: this machine, the service or the network',
  misuse: 'wrong usage',
  badSettings: 'invalid settings, or settings that cannot sell (config check)',
}

/** The exit status for the verdict of a report. */
export function exitCodeOf(status: 'PASS' | 'ISSUE' | 'REVIEW'): number {
  return { PASS: exitCode.pass, ISSUE: exitCode.issue, REVIEW: exitCode.review }[status]
}
