import type { Markup } from '#report/html/markup.ts'

/**
 * Fields of every response of the console. Nothing is cached, framed, embedded or sent elsewhere; scripts and styles come only
 * from this origin, and no script may convert text to markup (Trusted Types).
 */
const securityFields = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With `no-referrer` browsers would send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const

type Fields = Readonly<Record<string, string>>

/** A page of the console, with the security fields of all its responses. */
export function pageResponse(status: number, page: Markup, fields: Fields = {}): Response {
  return assetResponse('text/html; charset=utf-8', page.markup, fields, status)
}

/** Any other content of the console, with the same fields. */
export function assetResponse(
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  fields: Fields = {},
  status = 200,
): Response {
  return new Response(body, {
    status,
    headers: { ...securityFields, 'content-type': type, ...fields },
  })
}

/** Redirects after an action, so that a reload of the page does not repeat it. */
export function seeOther(location: string, fields: Fields = {}): Response {
  return new Response(null, { status: 303, headers: { ...securityFields, location, ...fields } })
}
