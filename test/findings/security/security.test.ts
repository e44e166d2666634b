import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { securityRules } from '#findings/security/security.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

type Case = readonly [why: string, overrides: Overrides<Evidence>, codes: readonly string[]]
type Cookie = Evidence['http']['cookies'][number]

const cookie = (more: Partial<Cookie>): Cookie => ({
  name: 'session',
  domain: null,
  path: '/',
  secure: true,
  http_only: true,
  same_site: 'lax',
  session: true,
  expires: null,
  prefix: null,
  ...more,
})
const cookies = (...list: Partial<Cookie>[]): Overrides<Evidence> => ({
  http: { cookies: list.map(cookie) },
})
const hsts = (more: Overrides<NonNullable<Evidence['security']>['hsts']>) => ({
  security: { hsts: more },
})
const noHsts = { present: false, max_age_s: null, valid: false }
const framing = (frame_ancestors: string | null, xfo: string | null) => ({
  security: { csp: { frame_ancestors }, xfo },
})

describe('security rules', () => {
  test.each<Case>([
    ['a healthy answer', {}, []],
    ['nothing was read', { security: null }, []],

    ['no HSTS', hsts(noHsts), ['SEC_HSTS_MISSING']],
    ['HSTS that browsers ignore', hsts({ valid: false }), ['SEC_HSTS_MISSING']],
    ['a second under 180 days', hsts({ max_age_s: 15_551_999 }), ['SEC_HSTS_MISSING']],
    ['180 days', hsts({ max_age_s: 15_552_000 }), []],
    ['max-age=0', hsts({ max_age_s: 0 }), ['SEC_HSTS_MISSING']],
    ['over http', { security: { hsts: noHsts, https: { final: false } } }, []],
    [
      'with a certificate that browsers refuse',
      { ...hsts(noHsts), tls: { authorized: false } },
      [],
    ],
    ['with a certificate for another name', { ...hsts(noHsts), tls: { hostname_ok: false } }, []],
    ['on an address', { ...hsts(noHsts), dns: { is_ip_literal: true } }, []],
    ['on an error of somebody else', { ...hsts(noHsts), http: { status: 503 } }, []],
    [
      'on a bot wall',
      { ...hsts(noHsts), http: { challenge: { id: 'cloudflare', verified: true } } },
      [],
    ],

    ['no CSP', { security: { csp: { present: false, report_only: true } } }, ['SEC_CSP_MISSING']],
    ['inline scripts', { security: { csp: { unsafe_inline: true } } }, ['SEC_CSP_MISSING']],
    ['eval alone is not it', { security: { csp: { unsafe_eval: true } } }, []],
    ['no CSP on JSON', { security: { csp: { present: false } }, content: { kind: 'json' } }, []],

    ['no nosniff', { security: { xcto: null } }, ['SEC_XCTO_MISSING']],
    ['another word', { security: { xcto: 'sniff' } }, ['SEC_XCTO_MISSING']],
    ['any case', { security: { xcto: 'NoSniff' } }, []],
    ['twice', { security: { xcto: 'nosniff, nosniff' } }, []],
    ['second only', { security: { xcto: 'x, nosniff' } }, ['SEC_XCTO_MISSING']],

    ['any site may frame it', framing(null, null), ['SEC_FRAMING_UNRESTRICTED']],
    ['XFO deny', framing(null, 'deny'), []],
    ['XFO same origin', framing(null, 'SAMEORIGIN'), []],
    [
      'XFO that no browser obeys',
      framing(null, 'ALLOW-FROM https://a.example'),
      ['SEC_FRAMING_UNRESTRICTED'],
    ],
    ['frame-ancestors', framing("'self'", null), []],
    [
      'frame-ancestors for all, which wins over XFO',
      framing('*', 'DENY'),
      ['SEC_FRAMING_UNRESTRICTED'],
    ],
    ['not a page', { ...framing(null, null), content: { kind: 'image' } }, []],

    ['session cookie without Secure', cookies({ secure: false }), ['SEC_COOKIE_FLAGS']],
    ['without HttpOnly', cookies({ http_only: false }), ['SEC_COOKIE_FLAGS']],
    ['PHPSESSID', cookies({ name: 'PHPSESSID', http_only: false }), ['SEC_COOKIE_FLAGS']],
    ['connect.sid', cookies({ name: 'connect.sid', secure: false }), ['SEC_COOKIE_FLAGS']],
    ['id_token', cookies({ name: 'id_token', http_only: false }), ['SEC_COOKIE_FLAGS']],
    ['a theme', cookies({ name: 'theme', secure: false, http_only: false }), []],
    ['a word that ends like one', cookies({ name: 'outsid', secure: false }), []],
    ['a token that scripts must read', cookies({ name: 'XSRF-TOKEN', http_only: false }), []],
    ['a csrf session token', cookies({ name: 'csrf_session', http_only: false }), []],

    [
      'reflects with credentials',
      { security: { cors: { reflects_with_credentials: true } } },
      ['SEC_CORS_WILDCARD_CREDENTIALS'],
    ],
    ['reflects without', { security: { cors: { reflects_origin: true } } }, []],
    [
      'a star that browsers refuse with credentials',
      { security: { cors: { allow_origin: '*', credentials: true } } },
      [],
    ],

    ['nginx/1.18.0', { http: { server: 'nginx/1.18.0' } }, ['SEC_VERSION_DISCLOSURE']],
    [
      'Apache/2.4.41 (Ubuntu)',
      { http: { server: 'Apache/2.4.41 (Ubuntu)' } },
      ['SEC_VERSION_DISCLOSURE'],
    ],
    ['PHP/8', { http: { x_powered_by: 'PHP/8' } }, ['SEC_VERSION_DISCLOSURE']],
    ['Servlet 3.0', { http: { x_powered_by: 'Servlet 3.0' } }, ['SEC_VERSION_DISCLOSURE']],
    ['a name alone', { http: { server: 'cloudflare', x_powered_by: 'Express' } }, []],
    ['AmazonS3', { http: { server: 'AmazonS3' } }, []],
    ['a cache id', { http: { server: 'ECS (nyb/1D2E)' } }, []],
  ])('%s', (_why, overrides, codes) => {
    const { notes } = evaluate(healthyEvidence(overrides), securityRules)
    const own = notes.filter((one) => one.layer === 'security')
    expect(own.map((one) => one.code)).toEqual(codes)
  })

  test('never affect the status', () => {
    expect(new Set(securityRules.map((rule) => rule.effect))).toEqual(new Set(['NONE']))
  })

  test('count cookies by missing attributes, without a name or a value', () => {
    const seen = cookies({ secure: false }, { name: 'theme' }, { name: 'auth', http_only: false })
    const { notes } = evaluate(healthyEvidence(seen), securityRules)
    expect(notes).toMatchObject([
      {
        message: '2 session cookies lack Secure or HttpOnly.',
        observed: { without_secure: 1, without_http_only: 1 },
        evidence: ['/http/cookies/0', '/http/cookies/2'],
      },
    ])
  })

  test('read a Server field of 64 KiB in linear time', () => {
    const read = () => {
      for (const piece of ['1.', ' 1', '/1', '.', ' ']) {
        evaluate(healthyEvidence({ http: { server: `${piece.repeat(32_768)}x` } }), securityRules)
      }
    }
    expect(cpuMsOf(read)).toBeLessThan(1000)
  })
})
