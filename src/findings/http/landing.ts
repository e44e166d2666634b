import type { Evidence } from '#evidence/evidence.ts'

/** Where the page itself moved on to, beyond what a probe can follow. */
export interface Landing {
  readonly status: number
  readonly url: string
  /** Looks of the browser. */
  readonly attempts: number
  /** Bot walls answer with these too, and nobody read the fields that would tell. */
  readonly isMaybeWall: boolean
}

/**
 * The error at which Chrome ended by the page's own move, where the probe's answer was good: what visitors get is that
 * error. Null where both saw one document, and where what the report has of HTTP is Chrome's own.
 */
export function landedAt({ tool, http, redirects, browser }: Evidence): Landing | null {
  if (tool !== 'verify_page' || redirects.client_redirects.length === 0) return null
  const status = browser?.navigation.main_status ?? null
  if (browser === null || status === null || status < 400) return null
  if (http.status === null || http.status < 200 || http.status > 299) return null
  const { url, attempts } = browser.navigation
  return { status, url, attempts, isMaybeWall: status === 405 || status === 503 }
}
