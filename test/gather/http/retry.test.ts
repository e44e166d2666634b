import { describe, expect, test } from 'vitest'
import type { Attempt } from '#evidence/http.ts'
import { nextAttempt } from '#gather/http/retry.ts'
import type { ExchangeErrorCode } from '#target/exchange-error.ts'
import { field, RECEIVED_AT, responseOf } from '#test/equipment/evidence/response.ts'

const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  n: 1,
  at: new Date(RECEIVED_AT).toISOString(),
  url: 'https://example.com/',
  status: null,
  outcome: 'failed',
  error: null,
  address: null,
  why: 'first',
  ...over,
})

const TOOK_MS = 2000
const PLENTY_MS = 25_000

function afterStatus(status: number, lines: string[] = [], remainingMs = PLENTY_MS) {
  const response = responseOf({ status, fields: lines.map(field) })
  const answered = attempt({ status, outcome: 'answered' })
  return nextAttempt([answered], response, RECEIVED_AT + TOOK_MS, remainingMs)
}

function afterError(code: ExchangeErrorCode, remainingMs = PLENTY_MS) {
  const error = { code, phase: 'headers', raw: null, alert: null } as const
  return nextAttempt([attempt({ error })], null, RECEIVED_AT + TOOK_MS, remainingMs)
}

describe('nextAttempt', () => {
  test.each([500, 502, 503, 504, 599])('repeats the request a second after %i', (status) => {
    expect(afterStatus(status)).toEqual({ waitMs: 1000, why: 'retry_server_error' })
  })

  test.each([200, 204, 301, 400, 401, 403, 404, 429, 451, 600, 999])(
    'accepts %i as the response',
    (status) => {
      expect(afterStatus(status)).toBeNull()
    },
  )

  test.each<ExchangeErrorCode>([
    ...(['dns_nxdomain', 'connect_refused', 'tls_failed', 'reset_before_response'] as const),
    ...(['headers_timeout', 'protocol_error', 'body_incomplete', 'decode_error'] as const),
  ])('repeats the request a second after %s', (code) => {
    expect(afterError(code)).toEqual({ waitMs: 1000, why: 'retry_failure' })
  })

  test.each<ExchangeErrorCode>(['dns_not_public', 'deadline', 'body_timeout'])(
    'does not repeat the request after %s, which we caused',
    (code) => {
      expect(afterError(code)).toBeNull()
    },
  )

  test.each<[number, string, number]>([
    [429, 'retry-after: 3', 3000],
    [503, 'retry-after: 3', 3000],
    [503, 'retry-after: 0', 1000],
    [429, 'retry-after: Mon, 01 Jun 2026 12:00:05 GMT', 5000],
  ])('waits after %i for the requested time (%s)', (status, line, waitMs) => {
    expect(afterStatus(status, [line])).toEqual({ waitMs, why: 'retry_after' })
  })

  test('never repeats before Retry-After, even when only an earlier try would fit', () => {
    expect(afterStatus(503, ['retry-after: 24'])).toBeNull()
    expect(afterStatus(429, ['retry-after: 3600'])).toBeNull()
  })

  test('does not begin a retry that the deadline would cut: the wait and another attempt as long as the last', () => {
    expect(afterError('protocol_error', 1000 + TOOK_MS)).not.toBeNull()
    expect(afterError('protocol_error', 1000 + TOOK_MS - 1)).toBeNull()
  })

  test('repeats only once', () => {
    const two = [
      attempt({ status: 503 }),
      attempt({ n: 2, status: 503, why: 'retry_server_error' }),
    ]
    expect(nextAttempt(two, responseOf({ status: 503 }), RECEIVED_AT, PLENTY_MS)).toBeNull()
    expect(nextAttempt([], null, RECEIVED_AT, PLENTY_MS)).toBeNull()
  })

  test('does not repeat a request to a bot wall', () => {
    expect(afterStatus(503, ['cf-mitigated: challenge'])).toBeNull()
  })
})
