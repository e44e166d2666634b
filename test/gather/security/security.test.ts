import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { securityEvidence as shape } from '#evidence/security.ts'
import { readCsp } from '#gather/security/csp.ts'
import { readHsts } from '#gather/security/hsts.ts'
import { securityEvidence } from '#gather/security/security.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const https = { available: true, redirected: null, final: true, error: null }
const noCors = { reflects_origin: null, reflects_with_credentials: null }
const noMeta = { csp: [], robots: null }

describe('readHsts follows RFC 6797', () => {
  test.each<[string, number | null, boolean, boolean, boolean, string]>([
    ['max-age=31536000', 31_536_000, false, false, true, 'the least that a field needs'],
    ['max-age="31536000"', 31_536_000, false, false, true, 'a quoted value is the same value'],
    ['MAX-AGE=1; IncludeSubDomains; PRELOAD', 1, true, true, true, 'names have no case'],
    ['max-age=0', 0, false, false, true, '0 is a value: it takes the policy back'],
    [' ; max-age = 5 ;; includeSubDomains ; ', 5, true, false, true, 'empty directives and blanks'],
    [
      'max-age=5; foo="a;b"; bar',
      5,
      false,
      false,
      true,
      'unknown directives, one with a semicolon inside',
    ],
    ['max-age=5; max-age=6', 5, false, false, false, 'a directive twice breaks the field'],
    [
      'max-age=5; includeSubDomains; includesubdomains',
      5,
      true,
      false,
      false,
      'the same, in another case',
    ],
    ['includeSubDomains', null, true, false, false, 'max-age is required'],
    ['max-age', null, false, false, false, 'and needs a value'],
    ['max-age=-1', null, false, false, false, 'which is digits'],
    ['max-age=1.5', null, false, false, false, 'only'],
    ['max-age=5; includeSubDomains=1', 5, true, false, false, 'a flag has no value'],
    ['max-age=5, max-age=6', null, false, false, false, 'a comma is no separator here'],
    ['max-age="5', null, false, false, false, 'the quote never ends'],
    ['', null, false, false, false, 'a field that says nothing'],
    [
      'max-age=99999999999999999999',
      Number.MAX_SAFE_INTEGER,
      false,
      false,
      true,
      'longer than a number',
    ],
  ])(
    '%j -> max-age %s, subdomains %s, preload %s, valid %s (%s)',
    (field, maxAge, sub, preload, valid) => {
      expect(readHsts([field], true)).toEqual({
        present: true,
        max_age_s: maxAge,
        include_subdomains: sub,
        preload,
        valid,
      })
    },
  )

  test('takes the first field, as browsers do', () => {
    expect(readHsts(['max-age=1', 'max-age=2'], true).max_age_s).toBe(1)
  })

  test('is not valid over http, where browsers ignore it', () => {
    expect(readHsts(['max-age=1'], false)).toMatchObject({ present: true, valid: false })
  })

  test('is absent without a field', () => {
    expect(readHsts([], true)).toEqual({
      present: false,
      max_age_s: null,
      include_subdomains: false,
      preload: false,
      valid: false,
    })
  })

  test('reads any field of 64 KiB in linear time', () => {
    const read = () => {
      for (const piece of ['"', ';', ' ', '\\', 'a', 'a=', 'a="\\', '=']) {
        readHsts([`max-age=${piece.repeat(65_536)}`], true)
        readHsts([piece.repeat(65_536)], true)
      }
    }
    expect(cpuMsOf(read)).toBeLessThan(2000)
  })
})

describe('readCsp allows only what every enforced policy allows', () => {
  const csp = (enforced: readonly string[], meta: readonly string[] = []) =>
    readCsp({ enforced, reportOnly: [], meta })

  test.each([
    ["default-src 'self'", false, false, 'nothing inline is named'],
    ["script-src 'self' 'unsafe-inline'", true, false, 'named'],
    ["script-src 'unsafe-inline' 'nonce-abc'", false, false, 'a nonce takes its effect'],
    ["script-src 'unsafe-inline' 'sha256-AAAA'", false, false, 'so does a hash'],
    ["script-src 'unsafe-inline' 'strict-dynamic'", false, false, 'and strict-dynamic'],
    [
      "default-src 'unsafe-inline' 'unsafe-eval'; script-src 'self'",
      false,
      false,
      'script-src before default-src',
    ],
    ["default-src 'unsafe-inline'", true, false, 'default-src when there is no script-src'],
    ["style-src 'unsafe-inline'; script-src 'none'", false, false, 'styles are not scripts'],
    ['upgrade-insecure-requests', true, true, 'a policy that says nothing of scripts stops none'],
    ["script-src 'self'; script-src 'unsafe-inline'", false, false, 'the first of a name counts'],
    ["SCRIPT-SRC 'UNSAFE-INLINE'", true, false, 'names and keywords have no case'],
    [
      "script-src 'unsafe-inline', script-src 'self'",
      false,
      false,
      'a comma starts another policy',
    ],
    ["script-src 'self'; script-src-attr 'unsafe-inline'", true, false, 'inline handlers run'],
    ["script-src 'self' 'unsafe-eval'", false, true, 'eval'],
  ])('%j -> inline %s, eval %s (%s)', (policy, inline, evaluates) => {
    expect(csp([policy])).toMatchObject({
      present: true,
      unsafe_inline: inline,
      unsafe_eval: evaluates,
    })
  })

  test('combines several fields, and those of meta elements', () => {
    expect(csp(["script-src 'unsafe-inline'", "default-src 'self'"]).unsafe_inline).toBe(false)
    expect(csp(["script-src 'unsafe-inline'"], ["script-src 'self'"]).unsafe_inline).toBe(false)
    expect(csp([], ["script-src 'self'"]).present).toBe(true)
  })

  test('distinguishes a report-only policy from an enforced one', () => {
    const reportOnly = ["default-src 'self'; frame-ancestors 'none'"]
    expect(readCsp({ enforced: [], reportOnly, meta: [] })).toEqual({
      present: false,
      report_only: true,
      unsafe_inline: false,
      unsafe_eval: false,
      frame_ancestors: null,
    })
    expect(readCsp({ enforced: ["img-src 'self'"], reportOnly, meta: [] }).report_only).toBe(false)
  })

  test('reads frame-ancestors from fields only, and the strictest of several', () => {
    expect(csp([], ["frame-ancestors 'none'"]).frame_ancestors).toBeNull()
    expect(
      csp(['frame-ancestors *', "frame-ancestors 'self' https://a.example"]).frame_ancestors,
    ).toBe("'self' https://a.example")
    expect(csp(['frame-ancestors']).frame_ancestors).toBe("'none'")
  })

  test('is absent when the field is empty', () => {
    expect(csp(['', ' ; ; ']).present).toBe(false)
  })
})

describe('securityEvidence', () => {
  test('reads every field of a response', () => {
    const fields: [string, string][] = [
      ['strict-transport-security', 'max-age=63072000; includeSubDomains'],
      ['content-security-policy', "default-src 'self'; frame-ancestors 'none'"],
      ['x-content-type-options', ' nosniff '],
      ['x-frame-options', 'DENY'],
      ['referrer-policy', 'no-referrer'],
      ['referrer-policy', 'same-origin'],
      ['permissions-policy', 'geolocation=()'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cross-origin-embedder-policy', 'require-corp'],
      ['cross-origin-resource-policy', 'same-site'],
      ['access-control-allow-origin', '*'],
      ['access-control-allow-credentials', 'true'],
      ['x-robots-tag', 'noindex'],
    ]
    const cors = { reflects_origin: false, reflects_with_credentials: false }
    expect(
      securityEvidence({ fields, https, cors, meta: { csp: [], robots: 'nofollow' } }),
    ).toEqual({
      hsts: {
        present: true,
        max_age_s: 63_072_000,
        include_subdomains: true,
        preload: false,
        valid: true,
      },
      csp: {
        present: true,
        report_only: false,
        unsafe_inline: false,
        unsafe_eval: false,
        frame_ancestors: "'none'",
      },
      xcto: 'nosniff',
      xfo: 'DENY',
      referrer_policy: 'no-referrer, same-origin',
      permissions_policy: 'geolocation=()',
      coop: 'same-origin',
      coep: 'require-corp',
      corp: 'same-site',
      cors: { allow_origin: '*', credentials: true, ...cors },
      https,
      robots: { x_robots_tag: 'noindex', meta: 'nofollow' },
    })
  })

  test('compares the credentials field as Fetch does', () => {
    const fields = [['access-control-allow-credentials', 'True']] as const
    expect(securityEvidence({ fields, https, cors: noCors, meta: noMeta }).cors.credentials).toBe(
      false,
    )
  })

  test('fits its shape and never throws for arbitrary fields', () => {
    const names = [
      'strict-transport-security',
      'content-security-policy',
      'x-frame-options',
      'x-robots-tag',
    ]
    const field = fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 400 }))
    fc.assert(
      fc.property(fc.array(field), fc.string({ unit: 'binary' }), (fields, robots) => {
        const seen = securityEvidence({
          fields,
          https,
          cors: noCors,
          meta: { csp: [robots], robots },
        })
        expect(shape.safeParse(seen).error).toBeUndefined()
      }),
    )
  })
})
