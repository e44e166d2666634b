/** One finding code as the documents explain it. */
export interface CodeRow {
  readonly code: string
  readonly layer: string
  readonly severity: string
  readonly effect: string
  readonly remediation: string
  /** When it holds, thresholds included. */
  readonly when: string
  /** Where the rule and its threshold come from. */
  readonly source: string
}
