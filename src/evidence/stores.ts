/** A stored screenshot. */
export interface StoredScreenshot {
  /** 43 characters of base64url: 256 random bits. Returned once, here; only its SHA-256 is stored. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type SaveResult =
  | ({ readonly status: 'kept' } & StoredScreenshot)
  /** The quota or the disk is full, or not writable: nothing was stored. */
  | { readonly status: 'refused'; readonly reason: 'quota' | 'disk_full' | 'disk_error' }

export interface FoundScreenshot {
  /** Size in bytes. */
  readonly size: number
  readonly mediaType: 'image/png'
  /** Lower-case hex. */
  readonly sha256: string
  readonly expiresAt: number
  /**
   * Opens the content, which is read from disk on demand; the reader ends or cancels the stream. Null when the file
   * is missing or altered, and after expiry.
   */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
}

/** Screenshots behind secret ids. No method rejects for an invented id. */
export interface ScreenshotStore {
  /** Whether another screenshot can be stored, as far as known; called before payment. */
  accepts(): Promise<{
    readonly ok: boolean
    readonly reason: 'quota' | 'disk_full' | 'disk_error' | null
  }>
  save(png: Uint8Array, jobId: string): Promise<SaveResult>
  /** Metadata, without reading the file. Null for unknown, expired and malformed ids alike. */
  find(id: string): Promise<FoundScreenshot | null>
}

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
