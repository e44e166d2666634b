import type { Problem } from './problem.ts'

/**
 * Fields of every response. CORS: any page may call the service and read quotes and receipts, since no response depends on
 * ambient credentials (no cookies; the only credential is the signed payment).
 */
const common = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, Preference-Applied, Server-Timing, X-Request-Id',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

export type ResponseFields = Readonly<Record<string, string>>

/** Builds every response: status, type and body, with the common fields. */
export function response(
  status: number,
  type: string | null,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  fields: ResponseFields = {},
): Response {
  const typed = type === null ? common : { ...common, 'content-type': type }
  return new Response(body, { status, headers: { ...typed, ...fields } })
}

export function jsonResponse(
  status: number,
  value: unknown,
  fields: ResponseFields = {},
): Response {
  return response(status, 'application/json', JSON.stringify(value), fields)
}

/** RFC 9457, with an integer Retry-After if a retry makes sense. */
export function problemResponse(problem: Problem, fields: ResponseFields = {}): Response {
  const retry =
    problem.retry_after_s === null ? {} : { 'retry-after': String(problem.retry_after_s) }
  return response(problem.status, 'application/problem+json', JSON.stringify(problem), {
    'cache-control': 'no-store',
    ...retry,
    ...fields,
  })
}

/** The request fields that browsers may send. The official client sends Access-Control-Expose-Headers in requests. */
export function preflightResponse(allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...common,
      'access-control-allow-methods': allow,
      'access-control-allow-headers':
        'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers, Prefer',
      'access-control-max-age': '86400',
      allow,
    },
  })
}
