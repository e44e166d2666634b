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
  return all
    .map((exception, index) => ({ exception, at: `/browser/console/exceptions/${index}` }))
    .filter(({ exception }) => !isNoise(exception))
}

/** Notices of the browser that reach window.onerror, cancelled work, and errors whose text is hidden by the same-origin policy. */
function isNoise({ name, message, stack }: Exception): boolean {
  if (resizeNotice.test(message)) return true
  if (name === 'AbortError' || message.startsWith('AbortError:')) return true
  return /^Script error\.?$/.test(message) && stack.length === 0
}

const resizeNotice =
  /^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered)/
