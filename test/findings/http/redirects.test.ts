import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import type { RedirectHop, redirectRefusals } from '#evidence/redirects.ts'
import { performanceRules } from '#findings/http/performance.ts'
import { redirectRules } from '#findings/http/redirects.ts'
import { looksLikeLogin } from '#findings/readings/login-url.ts'
import { isTestHostOf } from '#target/site.ts'
import { healthyEvidence, type Overrides } from '#test/equipment/evidence/evidence.ts'

function codes(overrides: Overrides<Evidence>): string[] {
  const evidence = healthyEvidence(overrides)
  return [...redirectRules, ...performanceRules].flatMap((rule) =>
    [rule.when(evidence) ?? []].flat().map((hit) => `${rule.code} ${hit.effect ?? rule.effect}`),
  )
}

const hop = (over: Partial<RedirectHop> = {}): RedirectHop => ({
  index: 0,
  url: 'https://example.com/',
  status: 302,
  location: '/x',
  resolved: 'https://example.com/x',
  remote_ip: '93.184.215.14',
  http_version: '1.1',
  duration_ms: 10,
  scheme_change: 'none',
  cross_origin: false,
  cross_site: false,
  set_cookie_names: [],
  ...over,
})

const chain = (
  hops: RedirectHop[],
  over: Overrides<Evidence['redirects']> = {},
): Overrides<Evidence> => ({ redirects: { hops, redirect_count: hops.length, ...over } })

const blockedAs = (reason: (typeof redirectRefusals)[number], over: Partial<RedirectHop> = {}) =>
  chain([hop(over)], {
    redirect_count: 0,
    redirect_blocked: { url: 'http://localhost:3000/', reason, detail: '' },
  })

const down = hop({ scheme_change: 'downgrade', resolved: 'http://example.com/' })

const moves = (count: number): Evidence['redirects']['client_redirects'] =>
  Array.from({ length: count }, () => {
    return { from: 'https://example.com/', to: 'https://example.com/', kind: 'script' }
  })

describe('redirect rules', () => {
  test.each<[string, Overrides<Evidence>, string[]]>([
    ['no redirect', {}, []],
    ['a plain redirect', chain([hop()]), []],
    ['five of them', chain(Array.from({ length: 5 }, () => hop())), []],
    [
      'the host for tests',
      { ...chain([hop()]), http: { url: 'https://staging.example.com/' } },
      ['REDIRECT_TO_STAGING REVIEW'],
    ],
    [
      'a move of the page to the host for tests',
      {
        redirects: { client_redirects: moves(1) },
        http: { url: 'https://staging.example.com/' },
      },
      ['REDIRECT_TO_STAGING REVIEW', 'REDIRECT_CLIENT_SIDE NONE'],
    ],
    ['a loop', chain([hop()], { redirect_loop: true }), ['REDIRECT_LOOP ISSUE']],
    [
      'a field that loads the page again at once',
      { http: { headers: [['refresh', '0']] } },
      ['REDIRECT_LOOP ISSUE'],
    ],
    [
      'one that names the page',
      { http: { headers: [['refresh', '0; url=/']] } },
      ['REDIRECT_LOOP ISSUE'],
    ],
    [
      'an element that loads it again at once',
      { browser: null, content: { signature_match: { id: 'reload', kind: 'leads_elsewhere' } } },
      ['REDIRECT_LOOP ISSUE'],
    ],
    ['one that loads it again later', { http: { headers: [['refresh', '30']] } }, []],
    [
      'a field that moves visitors to a development server',
      { http: { headers: [['refresh', '0; url=http://localhost:5173/']] } },
      ['REDIRECT_TO_PRIVATE ISSUE'],
    ],
    [
      'a field that moves them to a page of the site',
      {
        http: {
          headers: [
            ['refresh', '0; url=/de/'],
            ['refresh', '5; url=https://example.org/'],
          ],
        },
      },
      [],
    ],
    [
      'an element that moves them there',
      { content: { signature_match: { id: 'refresh', kind: 'leads_inside' } } },
      ['REDIRECT_TO_PRIVATE ISSUE'],
    ],
    [
      'addresses relative to a host that is not public',
      { content: { signature_match: { id: 'base', kind: 'leads_inside' } } },
      ['REDIRECT_TO_PRIVATE ISSUE'],
    ],
    [
      'a page that reloads itself',
      { redirects: { client_redirects: moves(6) } },
      ['REDIRECT_LOOP ISSUE', 'REDIRECT_CLIENT_SIDE NONE'],
    ],
    [
      'one reload, of an old version',
      { redirects: { client_redirects: moves(1) } },
      ['REDIRECT_CLIENT_SIDE NONE'],
    ],
    [
      'reloads that are done after five',
      { redirects: { client_redirects: moves(5) } },
      ['REDIRECT_LOOP REVIEW', 'REDIRECT_CLIENT_SIDE NONE'],
    ],
    [
      'a check for bots that repeats itself',
      {
        redirects: { client_redirects: moves(6) },
        http: { challenge: { id: 'cloudflare', verified: true } },
      },
      ['REDIRECT_LOOP REVIEW', 'REDIRECT_CLIENT_SIDE NONE'],
    ],
    ['more than five', chain([hop()], { limit_reached: true }), ['REDIRECT_LIMIT REVIEW']],
    ...(
      [
        ['a folder more each time', (n) => `https://example.com/${'en/'.repeat(n)}shop`],
        ['escaped again each time', (n) => `https://example.com/?to=%${'25'.repeat(n)}2F`],
        ['another query each time', (n) => `https://example.com/?check=${n * 7}`],
      ] as [string, (n: number) => string][]
    ).map(([name, at]): [string, Overrides<Evidence>, string[]] => [
      name,
      chain(
        Array.from({ length: 6 }, (_, n) => hop({ url: at(n), resolved: at(n + 1) })),
        { limit_reached: true },
      ),
      ['REDIRECT_LIMIT ISSUE'],
    ]),
    [
      'no Location',
      chain([hop({ location: null, resolved: null })], { invalid_location: true }),
      ['REDIRECT_INVALID_LOCATION ISSUE'],
    ],
    ['localhost', blockedAs('not_public'), ['REDIRECT_TO_PRIVATE ISSUE']],
    [
      'a private address behind a name',
      blockedAs('resolves_not_public'),
      ['REDIRECT_TO_PRIVATE ISSUE'],
    ],
    ['another port', blockedAs('port'), ['REDIRECT_PORT_NOT_ALLOWED REVIEW']],
    [
      'the port of the server behind the proxy',
      chain([hop()], {
        redirect_count: 0,
        redirect_blocked: { url: 'https://example.com:8080/a', reason: 'port', detail: '' },
      }),
      ['REDIRECT_PORT_NOT_ALLOWED ISSUE'],
    ],
    [
      'another port for HTTPS',
      chain([hop()], {
        redirect_count: 0,
        redirect_blocked: { url: 'https://example.com:8443/a', reason: 'port', detail: '' },
      }),
      ['REDIRECT_PORT_NOT_ALLOWED REVIEW'],
    ],
    ['another scheme', blockedAs('scheme'), ['REDIRECT_PORT_NOT_ALLOWED REVIEW']],
    ['userinfo', blockedAs('userinfo'), ['REDIRECT_PORT_NOT_ALLOWED REVIEW']],
    [
      'a blocked hop has one code, though it also leaves https and the site',
      blockedAs('not_public', { scheme_change: 'downgrade', cross_site: true }),
      ['REDIRECT_TO_PRIVATE ISSUE'],
    ],
    ['https to http', chain([down]), ['REDIRECT_HTTPS_DOWNGRADE ISSUE']],
    [
      'https to http, and up again',
      chain([down, hop({ scheme_change: 'upgrade' })]),
      ['REDIRECT_HTTPS_DOWNGRADE ISSUE'],
    ],
    ['http to https', chain([hop({ scheme_change: 'upgrade' })]), []],
    [
      'another site',
      chain([hop({ cross_origin: true, cross_site: true })]),
      ['REDIRECT_CROSS_SITE NONE'],
    ],
    [
      'a site for gambling',
      {
        ...chain([hop({ cross_origin: true, cross_site: true })]),
        content: { title: 'Situs Slot Gacor Maxwin' },
      },
      ['REDIRECT_CROSS_SITE ISSUE'],
    ],
    [
      'a casino that has a casino as its other domain',
      {
        ...chain([hop({ cross_origin: true, cross_site: true })]),
        content: { title: 'Online Casino of the lake' },
        normalized_url: 'https://www.online-casino.example/',
      },
      ['REDIRECT_CROSS_SITE NONE'],
    ],
    ['another host of the site', chain([hop({ cross_origin: true })]), []],
  ])('%s', (_what, overrides, expected) => {
    expect(codes(overrides)).toEqual(expected)
  })

  test('each downgrade is proven by its hop', () => {
    const evidence = healthyEvidence(chain([hop(), down, hop({ scheme_change: 'upgrade' }), down]))
    const rule = redirectRules.find((one) => one.code === 'REDIRECT_HTTPS_DOWNGRADE')
    expect(rule?.when(evidence)).toMatchObject({
      count: 2,
      evidence: ['/redirects/hops/1/scheme_change', '/redirects/hops/3/scheme_change'],
    })
  })
})

describe('REDIRECT_TO_LOGIN', () => {
  const login = 'https://example.com/users/sign_in'
  const at = (url: string, over: Overrides<Evidence> = {}): Overrides<Evidence> => ({
    ...chain([hop()]),
    final_url: url,
    content: { login_form: true },
    ...over,
    http: { url, ...over.http },
  })
  test.each<[string, Overrides<Evidence>, boolean]>([
    ['a login page after a redirect', at(login), true],
    ['a provider after a redirect', at('https://accounts.google.com/v3/x'), true],
    [
      'the login page that was asked for',
      at(login, { normalized_url: 'https://example.com/login' }),
      false,
    ],
    ['a login page that nobody redirected to', at(login, chain([])), false],
    [
      'a service for sign-ins that asks for an address first',
      at('https://acme.cloudflareaccess.com/cdn-cgi/access/login/x', {
        ...chain([hop({ cross_site: true })]),
        content: { login_form: false },
      }),
      true,
    ],
    ['the host for sign-ins of the same domain', at('https://login.example.com/?next=/'), false],
    ['no form', at(login, { content: { login_form: false } }), false],
    ['a form on an ordinary page', at('https://example.com/home'), false],
    ['a 401 that says so itself', at(login, { http: { status: 401 } }), false],
    ['no content', at(login, { content: null }), false],
  ])('%s: %s', (_what, overrides, expected) => {
    expect(codes(overrides).includes('REDIRECT_TO_LOGIN REVIEW')).toBe(expected)
  })

  test.each([
    ['https://example.com/login', true],
    ['https://example.com/Login.aspx', true],
    ['https://example.com/wp-login.php?redirect_to=x', true],
    ['https://example.com/oauth2/authorize?client_id=x', true],
    ['https://login.example.com/', true],
    ['https://acme.okta.com/app', true],
    ['https://vercel.com/sso-api?url=x', true],
    ['https://example.com/?next=/login', false],
    ['https://example.com/blog/login-forms-considered-harmful', false],
    ['https://example.com/author', false],
    ['https://notokta.com/', false],
    ['https://example.com/#/login', false],
    ['no url', false],
  ])('%s: %s', (href, expected) => {
    expect(looksLikeLogin(href)).toBe(expected)
  })
})

describe('PERF_TTFB', () => {
  test.each<[number | null, string[]]>([
    [null, []],
    [800, []],
    [801, ['PERF_TTFB NONE']],
    [1800, ['PERF_TTFB NONE']],
    [1801, ['PERF_TTFB NONE']],
  ])('%s ms', (wait, expected) => {
    expect(codes({ timings_ms: { wait } })).toEqual(expected)
  })

  test.each([
    [1800, false],
    [1801, true],
  ])('%i ms is poor: %s', (wait, poor) => {
    const hit = [
      performanceRules[0]?.when(healthyEvidence({ timings_ms: { wait } })) ?? [],
    ].flat()[0]
    expect(hit?.message.includes('poor')).toBe(poor)
  })
})

test.each<[string, string, boolean]>([
  ['www.example.com', 'staging.example.com', true],
  ['example.com', 'www-dev2.example.com', true],
  ['example.com', 'test.shop.example.com', false],
  ['example.com', 'www.example.com', false],
  ['example.com', 'staging.example.net', false],
  ['dev.example.com', 'staging.example.com', false],
  ['example.com', 'contest.example.com', false],
  ['dev.to', 'www.dev.to', false],
])('from %s to %s leads to a host for tests: %s', (from, to, is) => {
  expect(isTestHostOf(to, from)).toBe(is)
})
