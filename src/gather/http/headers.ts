import type { Field } from '#net/http/contract.ts'
import { httpDate } from './headers-date.ts'

/** Values of every field of that name (lower-case), in order, without surrounding white space. */
export function valuesOf(fields: readonly Field[], name: string): string[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value.trim())
}

/** The first field of that name, for fields that may occur once; null when it is missing or empty. */
export function firstOf(fields: readonly Field[], name: string): string | null {
  return valuesOf(fields, name)[0] || null
}

/** A list-based field as one value (RFC 9110 5.3); null when it is missing. */
export function listOf(fields: readonly Field[], name: string): string | null {
  const values = valuesOf(fields, name)
  return values.length === 0 ? null : values.join(', ')
}

/** A non-negative decimal integer (1*DIGIT), at most the largest safe one; else null. */
export function integerOf(value: string | null): number | null {
  if (value === null || !/^\d+$/.test(value)) return null
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}

// RFC 9111 1.2.2: the value that a recipient uses for a larger delta-seconds.
const MAX_SECONDS = 2 ** 31

/** Delta-seconds of an Age or a Retry-After field; null for any other value. */
export function secondsOf(value: string | null): number | null {
  const seconds = integerOf(value)
  return seconds === null ? null : Math.min(seconds, MAX_SECONDS)
}

export interface ContentType {
  readonly mediaType: string | null
  readonly charset: string | null
}

/** Media type and charset in lower case (RFC 9110 8.3); null for missing or malformed values. */
export function contentTypeOf(value: string | null): ContentType {
  const [type = '', ...parameters] = (value ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  const charset = parameters
    .map((parameter) => /^\s*charset=\s*"?([^\s",]+)"?\s*(?:,.*)?$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined)
  return {
    mediaType: /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(mediaType) ? mediaType : null,
    charset: charset?.toLowerCase() ?? null,
  }
}

/** Whole seconds of a Retry-After field in either form (RFC 9110 10.2.3); null when it is not usable. */
export function retryAfterOf(fields: readonly Field[], receivedAtMs: number): number | null {
  const value = firstOf(fields, 'retry-after')
  const seconds = secondsOf(value)
  if (seconds !== null) return seconds
  const until = value === null ? null : httpDate(value, receivedAtMs)
  if (until === null) return null
  // The wait refers to the target's own clock, so it is counted from the Date field if there is one.
  const from = dateOf(fields, 'date', receivedAtMs) ?? receivedAtMs
  return Math.min(Math.max(0, Math.ceil((until - from) / 1000)), MAX_SECONDS)
}

/** A field with an HTTP-date, as ms since the epoch. */
export function dateOf(
  fields: readonly Field[],
  name: string,
  receivedAtMs: number,
): number | null {
  const value = firstOf(fields, name)
  return value === null ? null : httpDate(value, receivedAtMs)
}

/** Schemes of WWW-Authenticate or Proxy-Authenticate, lower-case, without their parameters: `basic, bearer`. */
export function authSchemesOf(fields: readonly Field[]): string | null {
  const values = [
    ...valuesOf(fields, 'www-authenticate'),
    ...valuesOf(fields, 'proxy-authenticate'),
  ]
  // A challenge begins with a token that is followed by nothing or by something other than `=` (RFC 9110 11.6.1).
  const schemes = values
    // An unclosed string extends to the end; otherwise each of its quotes would be tried as the start of a string.
    .flatMap((value) => value.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/gs, '""').split(','))
    .flatMap((part) => /^\s*([!#$%&'*+.^_`|~\w-]+)(?:\s+[^\s=].*|\s*)$/.exec(part)?.[1] ?? [])
  return schemes.length === 0
    ? null
    : [...new Set(schemes.map((scheme) => scheme.toLowerCase()))].join(', ')
}
