import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { healthyVerification, merge, type Overrides } from '#test/equipment/evidence/evidence.ts'

const from = 'https://example.com/'
const to = 'https://example.com/next'

/** The probe has a 200; the page then navigated by itself, and Chrome ended at this status. */
const moved = (status: number, attempts = 1, over: Overrides<Evidence> = {}): Evidence =>
  merge(
    healthyVerification({
      redirects: { client_redirects: [{ kind: 'meta_refresh', from, to }] },
      browser: { navigation: { url: to, main_status: status, attempts } },
    }),
    over,
  ) as Evidence

const findings = (evidence: Evidence) =>
  evaluate(evidence).findings.map(({ code, effect, url }) => [`${code} ${effect}`, url])

describe('a page that navigates by itself', () => {
  test.each<[string, Evidence, string]>([
    ['a missing page', moved(404), 'HTTP_CLIENT_ERROR ISSUE'],
    ['a server error that came again', moved(500, 2), 'HTTP_SERVER_ERROR ISSUE'],
    ['a server error seen once', moved(500), 'HTTP_SERVER_ERROR REVIEW'],
    ['what asks for credentials', moved(401), 'HTTP_AUTH_REQUIRED REVIEW'],
    ['what forbids', moved(403), 'HTTP_FORBIDDEN REVIEW'],
    ['what may be a bot wall', moved(503, 2), 'HTTP_SERVER_ERROR REVIEW'],
  ])('to %s is judged by what visitors get', (_what, evidence, code) => {
    expect(findings(evidence)).toEqual([[code, to]])
  })

  test('to a good page gives no such finding', () => {
    expect(findings(moved(200))).toEqual([])
  })

  test('from an error is judged by the error that a probe gets', () => {
    const evidence = moved(404, 1, { http: { status: 500 } })
    expect(findings(evidence)).toContainEqual(['HTTP_SERVER_ERROR REVIEW', from])
  })

  test('to a login is a redirect to a login', () => {
    const login = 'https://example.com/login'
    const evidence = moved(200, 1, {
      redirects: { client_redirects: [{ kind: 'script', from, to: login }] },
      browser: { navigation: { url: login } },
      content: { login_form: true },
    })
    expect(findings(evidence)).toEqual([['REDIRECT_TO_LOGIN REVIEW', login]])
  })

  test.each([
    ['a login', 'https://example.com/login?reason=expired', 'REDIRECT_TO_LOGIN REVIEW'],
    ['another site', 'https://win.iana.org/', 'REDIRECT_AFTER_LOAD REVIEW'],
    ['another page', 'https://example.com/next', undefined],
  ])('to %s after it was read is judged by the address alone', (_what, next, expected) => {
    const evidence = moved(200, 1, {
      redirects: { client_redirects: [{ kind: 'script', from, to: next }] },
      browser: { navigation: { url: from } },
      content: { login_form: false },
    })
    expect(findings(evidence)[0]?.[0]).toBe(expected)
  })
})

test('without a navigation, CLIENT_DIVERGENCE reports what Chrome got instead of the page', () => {
  const evidence = moved(404, 1, { redirects: { client_redirects: [] } })
  expect(findings(evidence)).toEqual([['CLIENT_DIVERGENCE REVIEW', null]])
})
