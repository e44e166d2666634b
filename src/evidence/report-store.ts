/** A secret id for a report that is not stored yet. */
export interface ReportLink {
  /** 43 characters of base64url: 256 random bits, the bearer capability of `report_url`. */
  readonly id: string
  /** Returns what is stored: the report, encrypted so that it can be read with the id only. */
  seal(report: string): {
    readonly idSha256: string
    readonly body: string
    readonly sha256: string
    readonly expiresAt: number
  }
}

export interface FoundReport {
  /** The report as it was sold, byte for byte. */
  readonly text: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Copies of reports behind secret ids, with the lifetime and the quota of screenshots. */
export interface ReportStore {
  /** Makes room for `bytes` more; null if that is impossible. Never rejects: the report is then sold without a link. */
  newLink(jobId: string, bytes: number): Promise<ReportLink | null>
  /** Null for unknown, expired and malformed ids alike. */
  find(id: string): Promise<FoundReport | null>
}
