import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redirectsEvidence } from '#evidence/redirects.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import {
  blockedBy,
  decideRedirect,
  isRedirectStatus,
  type RedirectDecision,
  redirectHop,
  redirectsEvidenceFrom,
  requestKey,
} from '#gather/http/redirects.ts'
import type { Field } from '#net/http/contract.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { field, responseOf } from '#test/equipment/evidence/response.ts'
import { runs } from '#test/fuzz/runs.ts'

function target(url: string): Target {
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new Error(parsed.refusal.message)
  return parsed.target
}

const NO_COOKIES = createCookieJar().state()
const here = target('https://www.example.com/a/b?c#frag')

function decide(
  location: string | null,
  over: {
    status?: number
    followed?: number
    requested?: string[]
    current?: Target
    cookieState?: string
  } = {},
) {
  const fields: Field[] = location === null ? [] : [['location', location]]
  const {
    status = 302,
    followed = 0,
    requested = [],
    current = here,
    cookieState = NO_COOKIES,
  } = over
  return decideRedirect(
    { status, fields },
    {
      current,
      requested: new Set(requested.map((url) => requestKey(target(url), cookieState))),
      cookieState,
      followed,
      limit: 5,
    },
  )
}

/** The target of a redirect, or why it is not followed. */
function brief(decision: RedirectDecision): string {
  if (decision.status === 'blocked') return `blocked ${decision.refusal.type} ${decision.url}`
  return 'target' in decision ? `${decision.status} ${decision.target.href}` : decision.status
}

describe('decideRedirect', () => {
  test('spec 8: follows 301, 302, 303, 307 and 308, and nothing else', () => {
    const followed = Array.from({ length: 500 }, (_, n) => n + 100).filter(isRedirectStatus)
    expect(followed).toEqual([301, 302, 303, 307, 308])
    expect(decide('/x', { status: 300 })).toEqual({ status: 'final' })
    expect(decide('/x', { status: 304 })).toEqual({ status: 'final' })
    expect(decide('/x', { status: 200 })).toEqual({ status: 'final' })
  })

  test.each([
    ['absolute', 'https://example.org/x', 'follow https://example.org/x#frag'],
    ['scheme-relative', '//example.org/x', 'follow https://example.org/x#frag'],
    ['path-absolute', '/x', 'follow https://www.example.com/x#frag'],
    ['relative', 'x', 'follow https://www.example.com/a/x#frag'],
    ['a query', '?x', 'follow https://www.example.com/a/b?x#frag'],
    ['its own fragment', '/x#other', 'follow https://www.example.com/x#other'],
    ['an empty fragment', '/x#', 'follow https://www.example.com/x'],
    ['backslashes', '\\\\example.org\\x', 'follow https://example.org/x#frag'],
    ['UTF-8 as sent', '/caf\xc3\xa9', 'follow https://www.example.com/caf%C3%A9#frag'],
    ['Latin-1 as sent', '/caf\xe9', 'follow https://www.example.com/caf%C3%A9#frag'],
    ['spaces around', '  /x ', 'follow https://www.example.com/x#frag'],
    ['missing', null, 'invalid_location'],
    ['empty', '', 'invalid_location'],
    ['no URL', 'https://', 'invalid_location'],
    ['a host that cannot be', 'https://a b/', 'invalid_location'],
    ['another scheme', 'ftp://example.org/', 'blocked url_scheme ftp://example.org/'],
    ['a script', 'javascript:alert(1)', 'blocked url_scheme javascript:alert(1)'],
    ['another port', 'https://example.org:8443/#', 'blocked url_port https://example.org:8443/#'],
    ['userinfo', 'https://a:b@example.org/#', 'blocked url_userinfo https://a:b@example.org/#'],
    ['localhost', 'http://localhost/#', 'blocked url_host_not_public http://localhost/#'],
    ['a private address', 'http://10.0.0.1/#', 'blocked url_host_not_public http://10.0.0.1/#'],
    ['a disguised address', 'http://0x7f.1/#', 'blocked url_host_not_public http://127.0.0.1/#'],
    [
      'metadata',
      'http://169.254.169.254/latest#',
      'blocked url_host_not_public http://169.254.169.254/latest#',
    ],
    [
      'an internal name',
      'https://db.internal/#',
      'blocked url_host_not_public https://db.internal/#',
    ],
  ])('with a Location that is %s', (_what, location, expected) => {
    expect(brief(decide(location))).toBe(expected)
  })

  test('two different Locations count as none, two equal ones as one', () => {
    const state = {
      current: here,
      requested: new Set<string>(),
      cookieState: '',
      followed: 0,
      limit: 5,
    }
    const with2 = (b: string) => ({
      status: 302,
      fields: [field('location: /x'), field(`location: ${b}`)],
    })
    expect(decideRedirect(with2('/y'), state).status).toBe('invalid_location')
    expect(decideRedirect(with2('/x'), state).status).toBe('follow')
  })

  test('the same URL with the same cookies is a loop, regardless of the fragment', () => {
    const requested = ['https://www.example.com/x']
    expect(brief(decide('/x#1', { requested }))).toBe('loop https://www.example.com/x#1')
    expect(decide('/x?y', { requested }).status).toBe('follow')
    expect(decide('http://www.example.com/x', { requested }).status).toBe('follow')
  })

  test('a redirect to itself that sets a cookie is no loop; when it sets the same again, it is', () => {
    const current = target('https://www.example.com/')
    const cookies = createCookieJar()
    const requested = new Set<string>()
    const turns = [1, 2].map(() => {
      requested.add(requestKey(current, cookies.state()))
      cookies.store([field('set-cookie: seen=1')], current)
      const state = { current, requested, cookieState: cookies.state(), followed: 0, limit: 5 }
      return decideRedirect({ status: 302, fields: [field('location: /')] }, state).status
    })
    expect(turns).toEqual(['follow', 'loop'])
  })

  test('spec 8: follows five redirects and not a sixth', () => {
    expect(decide('/x', { followed: 4 }).status).toBe('follow')
    expect(decide('/x', { followed: 5 }).status).toBe('limit')
  })

  test('detects a loop at the limit, too', () => {
    expect(decide('/x', { followed: 5, requested: ['https://www.example.com/x'] }).status).toBe(
      'loop',
    )
  })

  test('never throws, and follows only what the policy allows', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'http://',
        '//',
        '@',
        ':80',
        '127.0.0.1',
        '[::1]',
        '.local',
        '%00',
        '\\',
        '#',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const decision = decide(pieces.join(''))
        if (decision.status === 'follow') {
          expect(parseTarget(decision.target.href).status).toBe('target')
        }
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('the chain in the report', () => {
  const seen = (decision: RedirectDecision, location: string, current = here) =>
    redirectHop({
      index: 0,
      current,
      response: responseOf({
        status: 301,
        fields: [field(`location: ${location}`), field('set-cookie: sid=SECRET')],
      }),
      decision,
      remoteIp: '93.184.215.14',
      durationMs: 12.6,
    })

  test('reports the destination of a hop', () => {
    const hop = seen(decide('http://example.org/x'), 'http://example.org/x')
    expect(hop).toEqual({
      index: 0,
      url: here.href,
      status: 301,
      location: 'http://example.org/x',
      resolved: 'http://example.org/x#frag',
      remote_ip: '93.184.215.14',
      http_version: '1.1',
      duration_ms: 13,
      scheme_change: 'downgrade',
      cross_origin: true,
      cross_site: true,
      set_cookie_names: ['sid'],
    })
  })

  test.each<[string, string, Partial<ReturnType<typeof seen>>]>([
    [
      'http://example.com/',
      'https://example.com/',
      { scheme_change: 'upgrade', cross_origin: true, cross_site: false },
    ],
    [
      'https://example.com/',
      'https://www.example.com/',
      { scheme_change: 'none', cross_origin: true, cross_site: false },
    ],
    ['https://example.com/', '/x', { cross_origin: false, cross_site: false }],
    ['https://a.github.io/', 'https://b.github.io/', { cross_origin: true, cross_site: true }],
    ['https://a.example.co.uk/', 'https://b.example.co.uk/', { cross_site: false }],
    ['https://a.example.co.uk/', 'https://other.co.uk/', { cross_site: true }],
    ['http://93.184.215.14/', 'http://93.184.215.15/', { cross_origin: true, cross_site: true }],
    [
      'http://[2606:4700::1111]/',
      'http://[2606:4700::1111]/x',
      { cross_origin: false, cross_site: false },
    ],
  ])('from %s to %s', (from, to, expected) => {
    const current = target(from)
    expect(seen(decide(to, { current }), to, current)).toMatchObject(expected)
  })

  test('counts the followed redirects, and reports how the chain ended', () => {
    const hop = seen(decide('/x'), '/x')
    const ends: [RedirectDecision, object][] = [
      [{ status: 'final' }, { redirect_count: 2 }],
      [decide('/x', { followed: 5 }), { redirect_count: 1, limit_reached: true }],
      [
        decide('/x', { requested: ['https://www.example.com/x'] }),
        { redirect_count: 1, redirect_loop: true },
      ],
      [decide(null), { redirect_count: 1, invalid_location: true }],
      [
        decide('http://10.0.0.1/#'),
        {
          redirect_count: 1,
          redirect_blocked: {
            url: 'http://10.0.0.1/#',
            reason: 'not_public',
            detail: expect.stringContaining('10.0.0.0/8'),
          },
        },
      ],
    ]
    for (const [end, expected] of ends) {
      const evidence = redirectsEvidence.parse(redirectsEvidenceFrom([hop, hop], end))
      const quiet = {
        redirect_loop: false,
        limit_reached: false,
        redirect_blocked: null,
        client_redirects: [],
        invalid_location: false,
      }
      expect(evidence).toEqual({ hops: [hop, hop], ...quiet, ...expected })
    }
  })

  test('a name that resolves to a private address blocks the hop that led to it', () => {
    const to = target('https://rebind.example.org/')
    const refusal = {
      type: 'url_resolves_not_public',
      message: 'Every address.',
      facts: {},
    } as const
    const evidence = redirectsEvidenceFrom(
      [seen({ status: 'follow', target: to }, '/x')],
      blockedBy(refusal, to),
    )
    expect(evidence).toMatchObject({
      redirect_count: 0,
      redirect_blocked: { url: to.href, reason: 'resolves_not_public' },
    })
  })

  test('truncates a Location that is longer than any URL we accept', () => {
    const long = `/${'x'.repeat(5000)}`
    expect(seen(decide(long), long).location).toHaveLength(2048)
  })
})
