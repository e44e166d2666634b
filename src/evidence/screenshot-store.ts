/** A picture that is kept. */
export interface StoredScreenshot {
  /** 43 characters of base64url: 256 random bits. Told once, here; only its SHA-256 is kept. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type SaveResult =
  | ({ readonly status: 'kept' } & StoredScreenshot)
  /** The quota or the disk is full, or can't be written: nothing was kept. */
  | { readonly status: 'refused'; readonly reason: 'quota' | 'disk_full' | 'disk_error' }

export interface FoundScreenshot {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/png'
  /** Lower-case hex. */
  readonly sha256: string
  readonly expiresAt: number
}

/** Screenshots behind secret ids. Nothing here ever rejects for an id that a stranger made up. */
export interface ScreenshotStore {
  /** Whether another picture may be kept, as far as can be known: asked before payment. */
  accepts(): Promise<{
    readonly ok: boolean
    readonly reason: 'quota' | 'disk_full' | 'disk_error' | null
  }>
  save(png: Uint8Array, jobId: string): Promise<SaveResult>
  /** Null for ids that are unknown, expired or malformed, all alike. */
  find(id: string): Promise<FoundScreenshot | null>
}
