import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'

type Exception = BrowserEvidence['console']['exceptions'][number]

interface Located {
  readonly exception: Exception
  /** RFC 6901 pointer. */
  readonly at: string
}

/** Exceptions that are evidence about the page, with their place in the report. */
export function judgedExceptions({ browser }: Evidence): Located[] {
  const all = browser?.console.exceptions ?? []
  const refusals =
    (browser?.requests.failed.length ?? 0) +
    (browser?.requests.blocked_by_policy.length ?? 0) +
    (browser?.console.csp_violations.length ?? 0)
  return all
    .map((exception, index) => ({ exception, at: `/browser/console/exceptions/${index}` }))
    .filter(({ exception }) => !isNoise(exception) && !(refusals === 0 && isLostCall(exception)))
}

/** Browser notices that reach window.onerror, cancelled work, and errors whose text is hidden by the same-origin policy. */
function isNoise({ name, message, stack }: Exception): boolean {
  if (resizeNotice.test(message)) return true
  if (name === 'AbortError' || message.startsWith('AbortError:')) return true
  return /^Script error\.?$/.test(message) && stack.length === 0
}

/** A rejected call that nothing refused: our observation ended before the response, which is a failure for the page. */
function isLostCall({ message, rejection, caused_by: cause }: Exception): boolean {
  return rejection && cause === null && /^(?:TypeError: )?Failed to fetch$/.test(message)
}

const resizeNotice =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered)/
