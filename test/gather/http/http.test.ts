import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Attempt, httpEvidence } from '#evidence/http.ts'
import { challengeOf, storageErrorOf } from '#gather/http/challenge-marks.ts'
import { cdnOf } from '#gather/http/headers-cdn.ts'
import { httpEvidenceFrom, type LastHop } from '#gather/http/http.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { field, RECEIVED_AT, responseOf } from '#test/equipment/evidence/response.ts'
import { runs } from '#test/fuzz/runs.ts'

function target(url: string): Target {
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new Error(parsed.refusal.message)
  return parsed.target
}

const first: Attempt = {
  n: 1,
  at: '2026-06-01T12:00:00.000Z',
  url: 'https://example.com/a',
  status: 200,
  outcome: 'answered',
  error: null,
  address: '93.184.215.14',
  why: 'first',
}

const hop = (over: Partial<LastHop> = {}): LastHop => ({
  target: target('https://example.com/a'),
  response: responseOf(),
  error: null,
  address: { ip: '93.184.215.14', family: 4 },
  attempts: [first],
  ...over,
})

const withFields = (...lines: string[]) =>
  httpEvidenceFrom(hop({ response: responseOf({ fields: lines.map(field) }) })).http

describe('httpEvidenceFrom', () => {
  test('reports every property of a response', () => {
    const lines = [
      'content-type: text/html; charset=UTF-8',
      'content-length: 2',
      'content-encoding: gzip',
      'etag: "x"',
      'last-modified: Sun, 06 Nov 1994 08:49:37 GMT',
      'age: 60',
      'date: Mon, 01 Jun 2026 11:59:00 GMT',
      'cache-control: no-cache',
      'cache-control: no-store',
      'server: cloudflare',
      'via: 1.1 a',
      'x-powered-by: PHP/8.3',
      'cf-ray: 1',
      'alt-svc: h3=":443"; ma=86400',
      'retry-after: 3',
      'www-authenticate: Basic realm="secret"',
      'set-cookie: sid=SECRET; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
    ]
    const response = responseOf({ httpVersion: '2', fields: lines.map(field), text: 'hi' })
    const { http, truncated } = httpEvidenceFrom(hop({ response }))
    expect(truncated).toEqual({})
    expect(httpEvidence.parse(http)).toEqual({
      method: 'GET',
      url: 'https://example.com/a',
      status: 200,
      http_version: '2',
      remote_address: { ip: '93.184.215.14', port: 443, family: 4 },
      headers: [
        ...lines.slice(0, -1).map((line) => [...field(line)]),
        ['set-cookie', 'sid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60'],
      ],
      content_type: 'text/html; charset=UTF-8',
      media_type: 'text/html',
      charset: 'utf-8',
      content_encoding: 'gzip',
      content_length: 2,
      body_bytes_wire: 2,
      body_bytes_decoded: 2,
      body_sha256: 'a'.repeat(64),
      body_truncated: false,
      etag: '"x"',
      last_modified: '1994-11-06T08:49:37.000Z',
      age_s: 60,
      cache_control: 'no-cache, no-store',
      server: 'cloudflare',
      via: '1.1 a',
      x_powered_by: 'PHP/8.3',
      cdn: { name: 'cloudflare', signals: ['cf-ray', 'server'] },
      date_header: '2026-06-01T11:59:00.000Z',
      deviations: [],
      https_available: null,
      clock_skew_ms: 0,
      alt_svc: 'h3=":443"; ma=86400',
      http2: true,
      http3_advertised: true,
      retry_after_s: 3,
      rpc: null,
      auth_challenge: 'basic',
      challenge: null,
      storage_error: null,
      cookies: [
        {
          name: 'sid',
          domain: null,
          path: '/',
          secure: true,
          http_only: true,
          same_site: 'lax',
          session: false,
          expires: '2026-06-01T12:01:00.000Z',
          prefix: null,
        },
      ],
      attempts: [first],
      error: null,
    })
  })

  test('is null throughout without a response', () => {
    const error = { code: 'headers_timeout', phase: 'headers', raw: null, alert: null } as const
    const { http } = httpEvidenceFrom(hop({ response: null, error, address: null }))
    expect(httpEvidence.parse(http)).toMatchObject({
      status: null,
      remote_address: null,
      headers: [],
      body_sha256: null,
      http2: null,
      error,
    })
  })

  test.each([
    ['the clock is right', ['date: Mon, 01 Jun 2026 12:00:00 GMT'], 0],
    ['the clock is ahead', ['date: Mon, 01 Jun 2026 12:10:00 GMT'], 600_000],
    ['the clock is behind', ['date: Mon, 01 Jun 2026 11:50:00 GMT'], -600_000],
    ['a cache held it', ['date: Mon, 01 Jun 2026 11:50:00 GMT', 'age: 600'], 0],
    ['there is no date', ['age: 600'], null],
    [
      'the age is absurd',
      ['date: Mon, 01 Jun 2026 12:00:00 GMT', 'age: 99999999999999999999'],
      2 ** 31 * 1000,
    ],
  ])('measures the skew when %s', (_what, lines, expected) => {
    expect(withFields(...lines).clock_skew_ms).toBe(expected)
  })

  test.each([
    ['sid=SECRET', 'sid='],
    ['SECRET', '='],
    ['sid="SECRET;SECRET2=SECRET3"; Path=/', 'sid=; Path=/'],
    ['sid=SECRET; SECRET; Foo=SECRET; HttpOnly', 'sid=; HttpOnly'],
    ['=SECRET; Secure', '=; Secure'],
    ['', '='],
  ])('contains no part of the value of Set-Cookie: %s', (sent, shown) => {
    const { headers } = withFields(`set-cookie: ${sent}`)
    expect(headers).toEqual([['set-cookie', shown]])
  })

  test('reads cookie attributes, the last of a name, and prefixes', () => {
    const { cookies } = withFields(
      'set-cookie: __Host-a=1; path=/x; Path=/; SameSite=Strict; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'set-cookie: __Secure-b=1; Domain=.Example.COM; samesite=bogus; Max-Age=0; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'set-cookie: c=1; Max-Age=soon; Expires=never',
      'set-cookie: d=1; Max-Age=99999999999999',
    )
    const none = {
      domain: null,
      path: null,
      secure: false,
      http_only: false,
      same_site: null,
      session: false,
      expires: null,
      prefix: null,
    }
    expect(cookies).toEqual([
      {
        ...none,
        name: '__Host-a',
        path: '/',
        same_site: 'strict',
        expires: '2026-10-21T07:28:00.000Z',
        prefix: '__Host-',
      },
      {
        ...none,
        name: '__Secure-b',
        domain: 'example.com',
        expires: '2026-06-01T12:00:00.000Z',
        prefix: '__Secure-',
      },
      { ...none, name: 'c', session: true },
      { ...none, name: 'd', expires: '9999-12-31T23:59:59.999Z' },
    ])
  })

  test('lists fifty cookies and reports the total', () => {
    const fields = Array.from({ length: 60 }, (_, n) => field(`set-cookie: c${n}=1`))
    const { http, truncated } = httpEvidenceFrom(hop({ response: responseOf({ fields }) }))
    expect(http.cookies).toHaveLength(50)
    expect(truncated).toEqual({ 'http.cookies': { kept: 50, total: 60 } })
  })

  test('lists 64 KiB of fields and reports the total', () => {
    const fields = Array.from({ length: 10 }, () => field(`x: ${'y'.repeat(9999)}`))
    const { http, truncated } = httpEvidenceFrom(hop({ response: responseOf({ fields }) }))
    expect(http.headers).toHaveLength(6)
    expect(truncated).toEqual({ 'http.headers': { kept: 6, total: 10 } })
  })

  test.each([
    ['h3=":443"', true],
    ['h3-29=":443"; ma=1, h3=":443"', true],
    ['h2=":443", h3=":443"', true],
    ['clear', false],
    ['h2="h3=:443"', false],
  ])('HTTP/3 by Alt-Svc %s: %s', (value, expected) => {
    expect(withFields(`alt-svc: ${value}`).http3_advertised).toBe(expected)
  })

  test('fits its schema for arbitrary fields', () => {
    const name = fc.constantFrom(
      ...['set-cookie', 'date', 'age', 'retry-after', 'content-type', 'content-length', 'via'],
      ...['last-modified', 'www-authenticate', 'alt-svc', 'location', 'server', 'etag'],
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      fc.constantFrom('a=b; Max-Age=9e9', '99999999999999999999', 'Sun, 06 Nov 1994 08:49:37 GMT'),
      fc.tuple(fc.string(), fc.integer()).map(([a, n]) => `${a}=x; Max-Age=${n}; Expires=${n}`),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, value), { maxLength: 20 }),
        fc.string(),
        (fields, text) => {
          const response = responseOf({ fields, text })
          httpEvidence.parse(httpEvidenceFrom(hop({ response })).http)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('cdnOf', () => {
  test.each<[string[], string | null]>([
    [['cf-ray: x', 'x-vercel-id: y'], 'cloudflare'],
    [['x-amz-cf-id: x'], 'cloudfront'],
    [['via: 1.1 abc.cloudfront.net (CloudFront)'], 'cloudfront'],
    [['x-served-by: cache-fra-etou8220021-FRA'], 'fastly'],
    [['x-served-by: web-3'], null],
    [['server: AkamaiGHost'], 'akamai'],
    [['x-vercel-cache: HIT'], 'vercel'],
    [['x-nf-request-id: 1'], 'netlify'],
    [['server: nginx', 'x-cache: HIT'], null],
    [['content-security-policy: script-src cdnjs.cloudflare.com'], null],
  ])('%j => %s', (lines, name) => {
    expect(cdnOf(lines.map(field))?.name ?? null).toBe(name)
  })
})

describe('storageErrorOf', () => {
  test.each<[string, string, string | null]>([
    ['S3', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>', 'AccessDenied'],
    ['GCS', "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code></Error>", 'NoSuchBucket'],
    ['a byte order mark', '\uFEFF<Error><Code>NoSuchKey</Code></Error>', 'NoSuchKey'],
    [
      'a namespace',
      '<Error xmlns="x"><Message>m</Message><Code>NoSuchKey</Code></Error>',
      'NoSuchKey',
    ],
    ['lower case', '<error><code>AccessDenied</code></error>', null],
    ['a deeper code', '<Error><A><Code>AccessDenied</Code></A></Error>', null],
    ['another root', '<html><Error><Code>AccessDenied</Code></Error></html>', null],
    ['a second root', '<a></a><Error><Code>AccessDenied</Code></Error>', null],
    ['a page about it', '<p>&lt;Error&gt;&lt;Code&gt;AccessDenied', null],
    ['markup in the code', '<Error><Code><b>AccessDenied</b></Code></Error>', null],
    ['words in the code', '<Error><Code>Access Denied!</Code></Error>', null],
    ['JSON', '{"Error":{"Code":"AccessDenied"}}', null],
    ['nothing', '', null],
  ])('%s', (_what, text, expected) => {
    expect(storageErrorOf(responseOf({ text }))).toBe(expected)
  })
})

test('a challenge is found by the names of cookies and the text of the page', () => {
  const px: Partial<HttpResponse> = { status: 403, fields: [field('set-cookie: _pxhd=1; Path=/')] }
  expect(challengeOf(responseOf({ ...px, text: '<div id="px-captcha">' }))?.id).toBe('perimeterx')
  expect(challengeOf(responseOf({ ...px, headersAt: RECEIVED_AT }))).toBeNull()
})
