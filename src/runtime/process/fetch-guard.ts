import { subscribe } from 'node:diagnostics_channel'

/** `fetch` of Node decodes at most this number of content codings. */
const MAX_CODINGS = 5

/**
 * Aborts each request of `fetch` whose response lists more content codings. `fetch` itself only rejects, and leaves the body of that
 * response without a listener for errors: the end of its connection, or a deadline, is then an uncaught error of this process.
 * Without effect on other runtimes.
 */
export function guardFetch(): void {
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as HeadersReceived
    if (codingsOf(response.headers) <= MAX_CODINGS) return
    request.abort?.(new Error(`more than ${MAX_CODINGS} content codings`))
  })
}

/** The message of the channel. `abort` is not documented, and may be missing in another version of Node. */
interface HeadersReceived {
  readonly request: { readonly abort?: (cause: Error) => void }
  /** Names and values in turn. */
  readonly response: { readonly headers: readonly unknown[] }
}

function codingsOf(headers: readonly unknown[]): number {
  let codings = 0
  for (const [index, name] of headers.entries()) {
    const isName = index % 2 === 0
    if (!isName || String(name).toLowerCase() !== 'content-encoding') continue
    codings += String(headers[index + 1]).split(',').length
  }
  return codings
}
