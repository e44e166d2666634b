import { parseDate } from 'tough-cookie'
import type { HttpEvidence } from '#evidence/http.ts'
import type { Field } from '#net/http/contract.ts'
import { rfc3339 } from '#runtime/clock.ts'
import { valuesOf } from './headers.ts'

type Cookie = HttpEvidence['cookies'][number]

/** Attributes of every Set-Cookie field, in wire order (RFC 6265 5.2). Values are never included. */
export function cookiesOf(fields: readonly Field[], receivedAtMs: number): Cookie[] {
  return valuesOf(fields, 'set-cookie').map((text) => cookieOf(parseCookie(text), receivedAtMs))
}

/** Cookie names only, in wire order. */
export function cookieNamesOf(fields: readonly Field[]): string[] {
  return valuesOf(fields, 'set-cookie').map((text) => parseCookie(text).name)
}

/**
 * A Set-Cookie field without its private part: only the name and the known attributes. An unknown part may be the
 * rest of a value that a semicolon cut, so it is dropped too.
 */
export function withoutCookieValue(text: string): string {
  const { name, attributes } = parseCookie(text)
  const shownAttributes = attributes.map(([key, value]) => (value === '' ? key : `${key}=${value}`))
  return [`${name}=`, ...shownAttributes].join('; ')
}

interface ParsedCookie {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

const knownAttributes = [
  'domain',
  'path',
  'expires',
  'max-age',
  'secure',
  'httponly',
  'samesite',
  'partitioned',
  'priority',
]

function parseCookie(text: string): ParsedCookie {
  const [pair = '', ...parts] = text.split(';')
  // Without `=` the whole pair is the value, and the cookie has no name (RFC 6265bis 5.6).
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=')).trim() : ''
  const attributes = parts
    .map((part) => {
      const index = part.indexOf('=')
      const key = (index === -1 ? part : part.slice(0, index)).trim()
      return [key, index === -1 ? '' : part.slice(index + 1).trim()] as const
    })
    .filter(([key]) => knownAttributes.includes(key.toLowerCase()))
  return { name, attributes }
}

function cookieOf({ name, attributes }: ParsedCookie, receivedAtMs: number): Cookie {
  // The last attribute of a name counts (RFC 6265 5.3).
  const last = (key: string) =>
    attributes.findLast(([attribute]) => attribute.toLowerCase() === key)?.[1] ?? null
  const expiresAt = expiryOf(last('max-age'), last('expires'), receivedAtMs)
  const sameSite = last('samesite')?.toLowerCase() ?? ''
  return {
    name,
    domain: last('domain')?.replace(/^\./, '').toLowerCase() || null,
    path: last('path') || null,
    secure: last('secure') !== null,
    http_only: last('httponly') !== null,
    same_site: sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null,
    session: expiresAt === null,
    expires: expiresAt === null ? null : rfc3339(expiresAt),
    prefix: prefixes.find((prefix) => name.startsWith(prefix)) ?? null,
  }
}

const prefixes = ['__Secure-', '__Host-'] as const

/** Expiry in milliseconds since the epoch; null for a session cookie. Max-Age overrides Expires, unless it is not a number. */
function expiryOf(maxAge: string | null, expires: string | null, now: number): number | null {
  if (maxAge !== null && /^-?\d+$/.test(maxAge)) {
    return Math.min(now + Math.max(0, Number(maxAge)) * 1000, MAX_TIME_MS)
  }
  if (expires === null) return null
  const expiresAtMs = parseDate(expires)?.getTime()
  return expiresAtMs === undefined ? null : Math.min(Math.max(expiresAtMs, 0), MAX_TIME_MS)
}

// 9999-12-31: RFC 3339 has four digits for a year.
const MAX_TIME_MS = 253_402_300_799_999
