import type { Evidence } from '#evidence/evidence.ts'

// A separate file: one decision that several rules about statuses use.

/** The page at which a client-side redirect ended, which a probe cannot follow. */
export interface Landing {
  readonly status: number
  readonly url: string
  /** Number of navigations of the browser. */
  readonly attempts: number
  /** Whether the status may be that of a bot wall: those use 405 and 503 too, and the response fields were not read. */
  readonly isMaybeWall: boolean
}

/**
 * The error at which Chrome ended after a client-side redirect although the probe's response was a success: visitors get
 * that error. Null if both saw the same document, and if the HTTP evidence of the report is Chrome's own.
 */
export function landedAt({ tool, http, redirects, browser }: Evidence): Landing | null {
  if (tool !== 'verify_page' || redirects.client_redirects.length === 0) return null
  const status = browser?.navigation.main_status ?? null
  if (browser === null || status === null || status < 400) return null
  if (http.status === null || http.status < 200 || http.status > 299) return null
  const { url, attempts } = browser.navigation
  return { status, url, attempts, isMaybeWall: status === 405 || status === 503 }
}
