import type { Markup } from '#report/html/markup.ts'

/**
 * Fields of every answer of the console. Nothing is kept, framed, embedded or sent elsewhere; script and style come from
 * here alone, and no script may turn text into markup (Trusted Types).
 */
const guarded = {
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
  // `no-referrer` would have browsers send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const

type Fields = Readonly<Record<string, string>>

export function pageResponse(status: number, page: Markup, fields: Fields = {}): Response {
  return assetResponse('text/html; charset=utf-8', page.markup, fields, status)
}

export function assetResponse(
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  fields: Fields = {},
  status = 200,
): Response {
  return new Response(body, { status, headers: { ...guarded, 'content-type': type, ...fields } })
}

/** After an action: the browser asks for the page anew, so that loading it again repeats nothing. */
export function seeOther(location: string, fields: Fields = {}): Response {
  return new Response(null, { status: 303, headers: { ...guarded, location, ...fields } })
}
