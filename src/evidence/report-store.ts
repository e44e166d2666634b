/** A report with a secret id, before it is stored. */
export interface ReportLink {
  /** 43 characters of base64url: 256 random bits, the bearer capability of `report_url`. */
  readonly id: string
  /** What is stored: the text can be read with the id only. */
  seal(report: string): {
    readonly idSha256: string
    readonly body: string
    readonly sha256: string
    readonly expiresAt: number
  }
}

export interface FoundReport {
  /** As it was sold, byte for byte. */
  readonly text: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Copies of reports behind secret ids, with the life and the quota of screenshots. */
export interface ReportStore {
  /** Makes room for `bytes` more; null if there is none. Never rejects: a report is sold without a link then. */
  newLink(jobId: string, bytes: number): Promise<ReportLink | null>
  /** Null for unknown, expired and malformed ids alike. */
  find(id: string): Promise<FoundReport | null>
}
