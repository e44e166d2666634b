import { codeOf, Fault } from '#fault.ts'
import { parseJson } from '#payment/json-text.ts'

/** A response, or the reason why there is none. */
export type Exchange =
  | {
      readonly status: 'responded'
      readonly httpStatus: number
      /** Undefined for a body that is not JSON. */
      readonly json: unknown
      readonly headers: Pick<Headers, 'get'>
    }
  | { readonly status: 'broken'; readonly detail: string }

/** Statuses that reject a request before the payment is examined: unauthorized, forbidden, too many requests. */
export const accessDeniedStatuses: ReadonlySet<number> = new Set([401, 403, 429])

export type Fetch = typeof globalThis.fetch

// The largest legitimate response, `/supported` of a facilitator with many networks, is under 32 KiB.
const MAX_BODY_BYTES = 64 * 1024

/**
 * Sends one request to the facilitator. JSON is read with any status; redirects are never followed (a 308 breaks a
 * POST in some stacks, and would send a signed payment and our token to a third party). Never throws: every failure
 * is `broken`.
 */
export async function fetchJson(
  fetch: Fetch,
  url: string,
  init: {
    readonly method: 'GET' | 'POST'
    readonly body?: string
    /** A bearer token for this method and URL. */
    readonly token?: string | null
    readonly signal: AbortSignal
    /** Leaves the body of the response unread: `json` is undefined then. */
    readonly statusOnly?: boolean
  },
): Promise<Exchange> {
  try {
    const response = await fetch(url, {
      method: init.method,
      redirect: 'manual',
      signal: init.signal,
      headers: {
        accept: 'application/json',
        // The cap counts decoded bytes as well, so compression would gain nothing.
        'accept-encoding': 'identity',
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      },
      ...(init.body === undefined ? {} : { body: init.body }),
    })
    if (isRedirect(response)) {
      await discardBody(response)
      return broken(`redirect ${response.status}`)
    }
    if (init.statusOnly === true) {
      await discardBody(response)
      const { status: httpStatus, headers } = response
      return { status: 'responded', httpStatus, json: undefined, headers }
    }
    const text = await readBody(response)
    if (text === null) return broken(`body over ${MAX_BODY_BYTES} bytes`)
    return {
      status: 'responded',
      httpStatus: response.status,
      json: parseJson(text),
      headers: response.headers,
    }
  } catch (error) {
    return broken(describeError(error, init.signal))
  }
}

function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
}

async function readBody(response: Response): Promise<string | null> {
  if (!accessDeniedStatuses.has(response.status)) return readBounded(response)
  // The status is sufficient; an endless or truncated body must not count as an outage.
  const text = await readBounded(response).catch(() => null)
  return text ?? ''
}

async function readBounded(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > MAX_BODY_BYTES) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function discardBody(response: Response): Promise<void> {
  // A body that has failed rejects: the status is known already.
  await response.body?.cancel().catch(() => {})
}

function broken(detail: string): Exchange {
  return { status: 'broken', detail }
}

/**
 * Describes a failure for the log: the code or message of the deepest cause (`ECONNREFUSED`, `UND_ERR_SOCKET`), or the
 * reason why the request was aborted.
 */
function describeError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) {
    return signal.reason instanceof Fault ? signal.reason.code : 'aborted'
  }
  let current: unknown = error
  let found = 'failed'
  // undici nests fewer than five causes; a cycle must not loop forever.
  for (let depth = 0; current instanceof Error && depth < 5; depth++) {
    found = codeOf(current) ?? current.message
    current = current.cause
  }
  return found.slice(0, 100)
}
