/** A screenshot that was stored. */
export interface StoredScreenshot {
  /** 43 characters of base64url: 256 random bits. Returned once, here; only its SHA-256 is stored. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type SaveResult =
  | ({ readonly status: 'kept' } & StoredScreenshot)
  /** The quota or the disk is full, or cannot be written: nothing was stored. */
  | { readonly status: 'refused'; readonly reason: 'quota' | 'disk_full' | 'disk_error' }

export interface FoundScreenshot {
  /** Size in bytes. */
  readonly size: number
  readonly mediaType: 'image/png'
  /** Lower-case hex. */
  readonly sha256: string
  readonly expiresAt: number
  /**
   * Opens the content, which is read from disk as its reader asks for it; the reader ends or cancels the stream. Null when the
   * file is missing or is not what was saved, and after expiry.
   */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>
}

/** Screenshots behind secret ids. No method rejects for an id that a stranger made up. */
export interface ScreenshotStore {
  /** Whether another screenshot can be stored, as far as is known: called before payment. */
  accepts(): Promise<{
    readonly ok: boolean
    readonly reason: 'quota' | 'disk_full' | 'disk_error' | null
  }>
  save(png: Uint8Array, jobId: string): Promise<SaveResult>
  /** What is known without reading the file. Null for unknown, expired and malformed ids alike. */
  find(id: string): FoundScreenshot | null
}
