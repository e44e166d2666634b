/**
 * When a signature match counts. Pages that explain an error quote it; pages that are the error are small, or have
 * an error status. Every threshold is the one of the rule table.
 */

/** A platform's "no such deployment" page is a few hundred bytes; 4 KiB leaves room for its inline style. */
export function weighsAsPlaceholder(status: number, bodyBytes: number): boolean {
  return (status >= 400 && status < 500) || bodyBytes < 4096
}

/**
 * A stack trace under status 200 counts on a page with little other text: documentation that quotes one is longer.
 */
export function weighsAsFrameworkError(status: number, visibleCharacters: number): boolean {
  return status >= 400 || visibleCharacters < 2000
}

/** "Not found" as the heading of a long page is an article. */
export function weighsAsSoft404(status: number, visibleCharacters: number): boolean {
  return status === 200 && visibleCharacters < 1500
}
