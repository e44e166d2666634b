import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'
import { exchangeRules } from '#findings/http/exchange.ts'
import { httpStatusRules } from '#findings/http/status.ts'
import { transportRules } from '#findings/http/transport.ts'
import type { Hit } from '#findings/rule/rule.ts'
import type { ExchangeError, ExchangeErrorCode } from '#target/exchange-error.ts'
import { healthyEvidence, type Overrides } from '#test/equipment/evidence/evidence.ts'

const httpRules = [...httpStatusRules, ...exchangeRules, ...transportRules]

/** `CODE effect` of every rule that matches. */
function codes(overrides: Overrides<Evidence>): string[] {
  return hits(overrides).map(([code, effect]) => `${code} ${effect}`)
}

function hits(overrides: Overrides<Evidence>): [code: string, effect: string, hit: Hit][] {
  const evidence = healthyEvidence(overrides)
  return httpRules.flatMap((rule) => {
    const found = [rule.when(evidence) ?? []].flat()
    return found.map((hit): [string, string, Hit] => [rule.code, hit.effect ?? rule.effect, hit])
  })
}

const attempt = (
  n: number,
  status: number | null,
  error: ExchangeError | null = null,
): Attempt => ({
  n,
  at: '2026-06-01T12:00:00.000Z',
  url: 'https://example.com/',
  status,
  outcome: status === null ? 'failed' : 'answered',
  error,
  address: '93.184.215.14',
  why: n === 1 ? 'first' : 'retry_failure',
})

/** Attempts with these statuses; the last one is that of the last response. */
const statuses = (...all: number[]): Overrides<Evidence> => ({
  http: { status: all.at(-1) ?? null, attempts: all.map((status, at) => attempt(at + 1, status)) },
})

const errorOf = (code: ExchangeErrorCode): ExchangeError => ({
  code,
  phase: code.startsWith('body') || code === 'decode_error' ? 'body' : 'headers',
  raw: 'HPE_INVALID_CONSTANT',
  alert: null,
})

function failures(status: number | null, ...all: ExchangeErrorCode[]): Overrides<Evidence> {
  const errors = all.map(errorOf)
  return {
    http: {
      status,
      error: errors.at(-1) ?? null,
      attempts: errors.map((error, at) => attempt(at + 1, status, error)),
    },
  }
}

const http = (over: Overrides<Evidence['http']>): Overrides<Evidence> => ({ http: over })

test('a healthy site breaks no rule', () => {
  expect(codes({})).toEqual([])
})

test.each([
  ['https://example.com/', 'ISSUE'],
  ['https://example.com/products', 'ISSUE'],
  ['https://example.com/about.html', 'ISSUE'],
  ['https://example.com/api/v1/ping', 'REVIEW'],
  ['https://example.com/healthz', 'REVIEW'],
  ['https://api.example.com/', 'REVIEW'],
  ['https://example.com/pixel.gif', 'REVIEW'],
])('status 204 at %s is %s', (url, effect) => {
  expect(codes(http({ status: 204, url }))).toEqual([`HTTP_UNEXPECTED_STATUS ${effect}`])
})

test.each([
  ['bytes 0-499/2000', ['HTTP_UNEXPECTED_STATUS ISSUE']],
  ['bytes 500-1999/2000', ['HTTP_UNEXPECTED_STATUS ISSUE']],
  ['bytes 0-1999/2000', []],
  ['bytes 0-1999/*', []],
])('a part that nobody asked for, as status 206 with Content-Range: %s', (range, expected) => {
  expect(codes(http({ status: 206, headers: [['content-range', range]] }))).toEqual(expected)
})

describe('one meaning for each status', () => {
  test.each<[number, string[]]>([
    [0, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [101, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [200, []],
    [201, []],
    [204, ['HTTP_UNEXPECTED_STATUS ISSUE']],
    [205, ['HTTP_UNEXPECTED_STATUS ISSUE']],
    [206, []],
    [299, []],
    [300, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [301, []],
    [302, []],
    [303, []],
    [304, ['HTTP_UNEXPECTED_STATUS ISSUE']],
    [305, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [307, []],
    [308, []],
    [399, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [400, ['HTTP_CLIENT_ERROR ISSUE']],
    [401, ['HTTP_AUTH_REQUIRED REVIEW']],
    [402, ['HTTP_PAYMENT_REQUIRED REVIEW']],
    [403, ['HTTP_FORBIDDEN REVIEW']],
    [404, ['HTTP_CLIENT_ERROR ISSUE']],
    [405, ['HTTP_CLIENT_ERROR ISSUE']],
    [407, ['HTTP_AUTH_REQUIRED REVIEW']],
    [408, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [410, ['HTTP_CLIENT_ERROR ISSUE']],
    [421, ['HTTP_CLIENT_ERROR ISSUE']],
    [425, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [429, ['HTTP_RATE_LIMITED REVIEW']],
    [451, ['HTTP_LEGAL_BLOCK REVIEW']],
    [499, ['HTTP_CLIENT_ERROR ISSUE']],
    [600, ['HTTP_UNEXPECTED_STATUS REVIEW']],
    [998, ['HTTP_UNEXPECTED_STATUS REVIEW']],
  ])('%i', (status, expected) => {
    expect(codes(statuses(status))).toEqual(expected)
  })
})

describe('a wall with an error status may let other visitors through', () => {
  const walled = (id: string, ...all: number[]): Overrides<Evidence> => ({
    ...statuses(...all),
    content: { signature_match: { id, kind: 'wall' } },
  })
  test.each<[string, Overrides<Evidence>, string]>([
    ['a check for robots', walled('robots', 405), 'HTTP_CLIENT_ERROR REVIEW'],
    ['a firewall', walled('wordfence', 503, 503), 'HTTP_SERVER_ERROR REVIEW'],
  ])('%s', (_, evidence, expected) => {
    const [[code, effect, hit] = []] = hits(evidence)
    expect(`${code} ${effect}`).toBe(expected)
    expect(hit?.message).toMatch(
      /: a firewall or a check for robots responds in place of the site\.$/,
    )
  })

  test('a queue, which everybody meets', () => {
    expect(codes(walled('queue', 503, 503))).toEqual(['HTTP_SERVER_ERROR ISSUE'])
  })
})

describe('HTTP_SERVER_ERROR', () => {
  test.each<[string, Overrides<Evidence>, string[]]>([
    ['500 twice', statuses(500, 500), ['HTTP_SERVER_ERROR ISSUE']],
    ['599 twice', statuses(599, 599), ['HTTP_SERVER_ERROR ISSUE']],
    ['two kinds of 5xx', statuses(502, 503), ['HTTP_SERVER_ERROR ISSUE']],
    ['once, and no time for more', statuses(500), ['HTTP_SERVER_ERROR REVIEW']],
    [
      'once, with the time of its return',
      http({ status: 503, retry_after_s: 3600, attempts: [attempt(1, 503)] }),
      ['HTTP_SERVER_ERROR ISSUE'],
    ],
    [
      'after an attempt without an answer',
      http({
        status: 502,
        attempts: [attempt(1, null, errorOf('headers_timeout')), attempt(2, 502)],
      }),
      ['HTTP_SERVER_ERROR ISSUE'],
    ],
    ['not the second time', statuses(503, 200), ['HTTP_FLAPPING REVIEW']],
    [
      'another fault the second time',
      statuses(503, 404),
      ['HTTP_CLIENT_ERROR ISSUE', 'HTTP_FLAPPING REVIEW'],
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(codes(overrides)).toEqual(expected)
  })

  test('copies Retry-After', () => {
    const [, , hit] =
      hits(
        http({ status: 503, retry_after_s: 7, attempts: [attempt(1, 503), attempt(2, 503)] }),
      )[0] ?? []
    expect(hit).toMatchObject({ observed: 503, retryable: true, retryAfterS: 7 })
  })
})

describe('a challenge overrides the status, a store overrides 403 and 404', () => {
  const challenge = { id: 'cloudflare', verified: true }
  test.each([403, 503, 405, 429, 202, 999])('challenge with %i', (status) => {
    expect(codes(http({ status, challenge, attempts: [attempt(1, status)] }))).toEqual([
      'HTTP_BOT_CHALLENGE REVIEW',
    ])
  })

  test('negative case of the signatures: a 403 that only says Forbidden is HTTP_FORBIDDEN', () => {
    expect(codes(statuses(403))).toEqual(['HTTP_FORBIDDEN REVIEW'])
  })

  test.each<[number, string, string[]]>([
    [403, 'AccessDenied', ['HTTP_STORAGE_DENIED ISSUE']],
    [404, 'NoSuchKey', ['HTTP_STORAGE_DENIED ISSUE']],
    [404, 'NoSuchBucket', ['HTTP_STORAGE_DENIED ISSUE']],
    [403, 'SlowDown', ['HTTP_FORBIDDEN REVIEW']],
    [404, 'Nothing', ['HTTP_CLIENT_ERROR ISSUE']],
    [400, 'AccessDenied', ['HTTP_CLIENT_ERROR ISSUE']],
    [200, 'AccessDenied', []],
  ])('status %i with %s', (status, storage_error, expected) => {
    expect(codes(http({ status, storage_error }))).toEqual(expected)
  })

  test('a challenge overrides a store', () => {
    expect(codes(http({ status: 403, challenge, storage_error: 'AccessDenied' }))).toEqual([
      'HTTP_BOT_CHALLENGE REVIEW',
    ])
  })
})

const reset = errorOf('reset_before_response')
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => attempt(index + 2, 200))

describe('HTTP_FLAPPING', () => {
  test.each<[string, Overrides<Evidence>, boolean]>([
    ['502, then 200', statuses(502, 200), true],
    ['502, then 301', statuses(502, 301), true],
    ['502, then 504', statuses(502, 504), false],
    ['one attempt', statuses(200), false],
    ['429, then 200: the wait was asked for', statuses(429, 200), false],
    [
      'no answer, then 200: the retry forgives',
      http({ attempts: [attempt(1, null, errorOf('reset_before_response')), attempt(2, 200)] }),
      false,
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(codes(overrides).includes('HTTP_FLAPPING REVIEW')).toBe(expected)
  })

  test.each<[string, Evidence['http']['attempts'], string[]]>([
    ['a reset, then three pages', [attempt(1, null, reset), ...pages(3)], ['NONE 1 of 4']],
    [
      'two resets, two pages',
      [attempt(1, null, reset), ...pages(1), attempt(3, null, reset), ...pages(1)],
      ['REVIEW 2 of 4'],
    ],
    ['a 502, then three pages', [attempt(1, 502), ...pages(3)], ['REVIEW 1 of 4']],
    ['a 502, then a page', [attempt(1, 502), ...pages(1)], ['REVIEW 1 of 2']],
    ['a reset, then a page', [attempt(1, null, reset), ...pages(1)], ['NONE 1 of 2']],
    ['pages only', pages(4), []],
    [
      'a request that was asked for over HTTP/1.1',
      [attempt(1, null, reset), { ...attempt(2, 200), why: 'retry_http_1_1' }],
      [],
    ],
    ['a control that failed', [...pages(1), { ...attempt(2, null, reset), why: 'control' }], []],
  ])('counts %s', (_what, attempts, expected) => {
    const told = hits(http({ attempts })).filter(([code]) => code === 'HTTP_FLAPPING')
    expect(
      told.map(([, effect, hit]) => {
        const { failed, requests } = hit.observed as { failed: number; requests: number }
        return `${effect} ${failed} of ${requests}`
      }),
    ).toEqual(expected)
  })
})

describe('a broken exchange', () => {
  test.each<[ExchangeErrorCode, number | null, string]>([
    ['protocol_error', null, 'HTTP_PROTOCOL_ERROR'],
    ['headers_too_large', null, 'HTTP_PROTOCOL_ERROR'],
    ['protocol_error', 200, 'HTTP_PROTOCOL_ERROR'],
    ['body_incomplete', 200, 'HTTP_BODY_INCOMPLETE'],
    ['decode_error', 200, 'HTTP_DECODE_ERROR'],
  ])('%s (status %s) is %s: ISSUE when seen twice, REVIEW when once', (code, status, expected) => {
    expect(codes(failures(status, code, code))).toEqual([`${expected} ISSUE`])
    expect(codes(failures(status, code))).toEqual([`${expected} REVIEW`])
    expect(codes(failures(status, 'connect_refused', code))).toEqual([`${expected} REVIEW`])
  })

  test.each<ExchangeErrorCode>([
    ...([
      'deadline',
      'body_timeout',
      'reset_before_response',
      'connect_refused',
      'tls_failed',
    ] as const),
    ...(['dns_nxdomain', 'dns_not_public', 'connect_timeout', 'tls_timeout'] as const),
  ])('%s is not a fault of this layer', (code) => {
    expect(codes(failures(null, code, code))).toEqual([])
  })

  test('our own cap is not HTTP_BODY_INCOMPLETE', () => {
    const over = { limits_hit: ['body_bytes' as const], http: { body_truncated: true } }
    expect(codes(over)).toEqual([])
  })

  test('a bomb is not HTTP_DECODE_ERROR', () => {
    const over = { limits_hit: ['compression_ratio' as const], http: { body_truncated: true } }
    expect(codes(over)).toEqual([])
  })

  test('a broken page of a bot wall is not a finding', () => {
    const broken = { ...failures(403, 'body_incomplete', 'body_incomplete').http }
    expect(codes({ http: { ...broken, challenge: { id: 'vercel', verified: true } } })).toEqual([
      'HTTP_BOT_CHALLENGE REVIEW',
    ])
  })
})

describe('plain http', () => {
  const plain = (
    https: Overrides<NonNullable<Evidence['security']>['https']>,
    over: Overrides<Evidence> = {},
  ): Overrides<Evidence> => ({
    ...over,
    final_url: 'http://example.com/',
    http: { url: 'http://example.com/', ...over.http },
    security: { https: { final: false, redirected: false, error: null, ...https } },
  })

  test.each<[string, Overrides<Evidence>, string[]]>([
    ['443 refuses', plain({ available: false, error: 'refused' }), ['HTTP_NO_HTTPS ISSUE']],
    ['443 times out', plain({ available: false, error: 'timeout' }), ['HTTP_NO_HTTPS ISSUE']],
    [
      'the host is an address',
      plain({ available: false, error: 'refused' }, { dns: { is_ip_literal: true } }),
      ['HTTP_NO_HTTPS NONE'],
    ],
    ['443 was not tried', plain({ available: null }), []],
    ['https works as well', plain({ available: true }), ['HTTP_NOT_UPGRADED NONE']],
    [
      'https works, and http is broken',
      plain({ available: true }, { http: { status: 404 } }),
      ['HTTP_CLIENT_ERROR ISSUE'],
    ],
    [
      'browsers never ask over http',
      plain({ available: true }, { dns: { hostname: 'example.dev' } }),
      [],
    ],
    [
      'http did not answer',
      plain({ available: false, error: 'refused' }, { http: { status: null } }),
      [],
    ],
    ['the final URL is https', { security: { https: { available: false } } }, []],
  ])('%s', (_what, overrides, expected) => {
    expect(codes(overrides)).toEqual(expected)
  })
})

describe('HTTP_CLOCK_SKEW', () => {
  test.each<[number | null, boolean]>([
    [null, false],
    [0, false],
    [300_000, false],
    [300_001, true],
    [-300_000, false],
    [-300_001, true],
  ])('%s ms', (clock_skew_ms, expected) => {
    expect(codes(http({ clock_skew_ms })).includes('HTTP_CLOCK_SKEW NONE')).toBe(expected)
  })
})

const cookie = (name: string): Evidence['http']['cookies'][number] => ({
  name,
  domain: null,
  path: '/',
  secure: true,
  http_only: true,
  same_site: 'lax',
  session: true,
  expires: null,
  prefix: null,
})

test.each<[string, string, string, boolean]>([
  ['PHPSESSID', 'public, s-maxage=86400', 'accept-encoding', true],
  ['connect.sid', 'public, max-age=600', '', true],
  ['PHPSESSID', 'max-age=600', '', false],
  ['PHPSESSID', 'public, max-age=0', '', false],
  ['PHPSESSID', 'private, max-age=600', '', false],
  ['PHPSESSID', 'no-cache, public, s-maxage=5', '', false],
  ['PHPSESSID', 'public, s-maxage=60', 'accept-encoding, cookie', false],
  ['theme', 'public, s-maxage=60', '', false],
])('a cookie %s beside "%s" that varies by "%s" is shared: %s', (name, control, vary, is) => {
  const headers: [string, string][] = [
    ['cache-control', control],
    ['vary', vary],
  ]
  const told = codes({ http: { cookies: [cookie(name)], headers } })
  expect(told.includes('HTTP_SESSION_CACHED REVIEW')).toBe(is)
})

test.each<[string, string, string]>([
  ['age', '5312', 'ISSUE'],
  ['x-cache', 'Hit from cloudfront', 'ISSUE'],
  ['cf-cache-status', 'HIT', 'ISSUE'],
  ['age', '0', 'REVIEW'],
  ['x-cache', 'MISS', 'REVIEW'],
])(
  'a session cookie of a page that is for shared caches, with %s: %s, is %s',
  (name, value, effect) => {
    const headers: [string, string][] = [
      ['cache-control', 'public, max-age=86400'],
      [name, value],
    ]
    const told = codes({ http: { cookies: [cookie('wordpress_logged_in_3f1c9a')], headers } })
    expect(told).toContain(`HTTP_SESSION_CACHED ${effect}`)
  },
)

test.each([
  ['x-debug-token-link', true],
  ['phpdebugbar-id', true],
  ['x-debug-token', false],
  ['x-request-id', false],
])('a field %s is of a tool for developers: %s', (name, is) => {
  const told = codes({ http: { headers: [[name, '/_profiler/a3f91c']] } })
  expect(told.includes('HTTP_DEBUG_TOOLS REVIEW')).toBe(is)
})

test('messages are short, and remediations too', () => {
  for (const rule of httpRules) expect(rule.remediation.length).toBeLessThanOrEqual(200)
  const all = [
    statuses(500, 500),
    failures(null, 'headers_timeout', 'headers_timeout'),
    statuses(503, 200),
  ]
  for (const [, , hit] of all.flatMap(hits)) expect(hit.message.length).toBeLessThanOrEqual(200)
})

test.each<[string, string, boolean]>([
  ['public, max-age=31536000, immutable', '/', true],
  ['max-age=31536000', '/about', true],
  ['max-age=31536000, no-cache', '/', false],
  ['public, max-age=86400', '/', false],
  ['public, s-maxage=31536000', '/', false],
  ['max-age=31536000', '/docs/2.14/', false],
  ['max-age=31536000', '/ipfs/5d41402abc4b2a76/', false],
])('a page with "%s" at %s is kept for too long: %s', (control, path, is) => {
  const told = codes({
    http: { headers: [['cache-control', control]], url: `https://example.com${path}` },
  })
  expect(told.includes('HTTP_PAGE_CACHED REVIEW')).toBe(is)
})
