import { type Cookie, CookieJar } from 'tough-cookie'
import type { Field } from '#net/http/contract.ts'
import { byText } from '#runtime/encoding.ts'
import type { Target } from '#target/target.ts'
import { valuesOf } from './headers.ts'

// RFC 6265 6.1: the size of one cookie that a user agent should support.
const MAX_COOKIE_BYTES = 4096
const MAX_COOKIES = 50
// Set-Cookie fields that are read per response. Twice the number of kept cookies leaves room for fields that replace or delete
// others. Each field costs a scan of the jar.
const MAX_SET_COOKIE_FIELDS = 100
// Servers refuse a request whose Cookie field exceeds 8 KiB, and the resulting 400 would be our fault.
const MAX_JAR_BYTES = 8192

/** The cookies of one job. They live as long as its redirect chain, and are sent only where RFC 6265 allows it. */
export interface JobCookieJar {
  /** Value of the Cookie field for that URL, or null. */
  headerFor(target: Target): string | null
  /**
   * Stores the Set-Cookie fields of a response from that URL; cookies that a browser would refuse, or beyond the
   * caps, are dropped.
   */
  store(fields: readonly Field[], target: Target): void
  /** Two states are equal exactly when the jar has the same cookies. A redirect loop is detected by the URL and this state. */
  state(): string
}

export function createCookieJar(): JobCookieJar {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: true, prefixSecurity: 'silent' })
  // Most chains have no cookies, and the library takes longer to find none than Node to send the request.
  let isUsed = false
  return {
    headerFor: (target) => (isUsed ? sendable(jar.getCookieStringSync(target.href)) : null),
    store: (fields, target) => {
      for (const text of valuesOf(fields, 'set-cookie').slice(0, MAX_SET_COOKIE_FIELDS)) {
        if (text.length > MAX_COOKIE_BYTES) continue
        isUsed = true
        const cookie = jar.setCookieSync(text, target.href, { ignoreError: true })
        // Only the result shows whether a field has replaced or deleted a cookie, which makes a full jar no fuller. The jar would
        // keep deleted cookies, and each later field costs a scan of them too.
        if (cookie !== undefined && (isDeleted(cookie.toJSON()) || isOverLimit(jar)))
          remove(cookie, jar)
      }
    },
    state: () => JSON.stringify(entriesOf(jar)),
  }
}

function isOverLimit(jar: CookieJar): boolean {
  const cookies = entriesOf(jar)
  const bytes = cookies.reduce((sum, cookie) => sum + cookie.join('').length, 0)
  return cookies.length > MAX_COOKIES || bytes > MAX_JAR_BYTES
}

function remove({ domain, path, key }: Cookie, jar: CookieJar): void {
  // In memory the cookie is gone when the call returns.
  jar.store.removeCookie(domain, path, key, () => {})
}

/** Domain, path, name and value of each cookie, sorted. */
function entriesOf(jar: CookieJar): string[][] {
  return (jar.serializeSync()?.cookies ?? [])
    .map(({ domain, path, key, value }) => [domain, path, key, value].map(String))
    .toSorted((a, b) => byText(a.join('\n'), b.join('\n')))
}

/** A server deletes a cookie by setting an expired one. */
function isDeleted(cookie: Readonly<Record<string, unknown>>): boolean {
  const { maxAge, expires, creation } = cookie
  if (typeof maxAge === 'number') return maxAge <= 0
  return typeof expires === 'string' && typeof creation === 'string' && expires <= creation
}

/**
 * Returns the field's value if every parser of requests accepts it: the page chose it, and we send it back in our
 * own request.
 */
function sendable(cookie: string): string | null {
  return cookie !== '' && /^[\t\x20-\x7e\x80-\xff]*$/.test(cookie) ? cookie : null
}
