import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { visibleJson } from '#report/visible-text.ts'
import { genericProblem, type Problem } from './problem.ts'
import type { BodyOf, Exact, Route } from './routes/route.ts'

/**
 * Fields of every response. CORS: any page may call the service and read quotes and receipts, since no response depends on
 * ambient credentials (no cookies; the only credential is the signed payment).
 */
const commonFields = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, Link, Preference-Applied, Server-Timing, X-Request-Id',
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
  return new Response(body, { status, headers: responseFields(type, fields) })
}

/** The header fields of a response, for a response that is sent many times. */
export function responseFields(type: string | null, fields: ResponseFields): ResponseFields {
  return type === null
    ? { ...commonFields, ...fields }
    : { ...commonFields, 'content-type': type, ...fields }
}

/** Adds the common fields to a response that a library made. */
export function addCommonFields(received: Response): Response {
  for (const [name, value] of Object.entries(commonFields)) received.headers.set(name, value)
  return received
}

/** A response with this value as JSON. */
export function jsonResponse(
  status: number,
  value: unknown,
  fields: ResponseFields = {},
): Response {
  return response(status, 'application/json', JSON.stringify(value), fields)
}

/** Responses of a route: the body must have the shape that the route documents for the status, and no other field. */
export function responsesOf<R extends Route>(_route: R) {
  return <Status extends keyof R['responses'] & number, Value extends BodyOf<R, Status>>(
    status: Status,
    value: Value & Exact<Value, BodyOf<R, Status>>,
    fields: ResponseFields = {},
  ): Response => jsonResponse(status, value, fields)
}

/** A problem response (RFC 9457), with an integer Retry-After if a retry makes sense. */
export function problemResponse(
  problem: Problem,
  fields: ResponseFields = {},
  type: ProblemType = 'application/problem+json',
): Response {
  return new Response(visibleJson(problem), {
    status: problem.status,
    headers: problemFields(problem, fields, type),
  })
}

/** The header fields of a problem response. */
export function problemFields(
  problem: Problem,
  fields: ResponseFields = {},
  type: ProblemType = 'application/problem+json',
): ResponseFields {
  const retry =
    problem.retry_after_s === null ? {} : { 'retry-after': String(problem.retry_after_s) }
  return responseFields(type, { 'cache-control': 'no-store', ...retry, ...fields })
}

/** The 405 for a path that is not paid. `allow`: its methods, as the Allow field names them. */
export function methodNotAllowed(allow: string, fields: ResponseFields = {}): Response {
  const problem = genericProblem(405, `This path supports ${allow}.`)
  return problemResponse(problem, { ...fields, allow })
}

/** Limit of an Accept field. Browsers send less than 300 characters; the library takes 10 ms for a field of 60,000. */
const MAX_ACCEPT_CHARS = 2_048

/**
 * The alternative that an Accept field prefers; null if it accepts none, or is missing or too long. Without `match` that is the
 * one of the highest weight.
 */
export function preferredOf<T extends string>(
  context: Context,
  header: 'Accept' | 'Accept-Encoding',
  supports: readonly T[],
  match?: Parameters<typeof accepts>[1]['match'],
): T | null {
  const field = context.req.header(header)
  if (field === undefined || field.length > MAX_ACCEPT_CHARS) return null
  const preferred = accepts(context, {
    header,
    supports: [...supports],
    default: '',
    ...(match && { match }),
  })
  return supports.find((alternative) => alternative === preferred) ?? null
}

type ProblemType = 'application/problem+json' | 'application/json'

/**
 * The type of problems on paid routes (design.md 1.5): wallets of agents discard types other than JSON and show the bare
 * status, so `problem+json` is sent only to clients that name it in Accept.
 */
export function problemType(accept: string | null): ProblemType {
  const isNamed = accept
    ?.split(',')
    .some((range) => /^\s*application\/problem\+json\s*(;(?!\s*q=0(\.0*)?\s*(;|$))|$)/i.test(range))
  return isNamed === true ? 'application/problem+json' : 'application/json'
}

/** Tells browsers which request fields they may send. The official client sends Access-Control-Expose-Headers in requests. */
export function preflightResponse(allow: string, moreFields = ''): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...commonFields,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': `Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, Access-Control-Expose-Headers, Prefer${moreFields}`,
      'access-control-max-age': '86400',
      allow,
    },
  })
}
