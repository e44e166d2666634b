import { describe, expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'

const hit = (more: Partial<Hit> = {}): Hit => ({
  message: 'It is so.',
  evidence: ['/http'],
  ...more,
})
const rule = (code: string, more: Partial<Rule> = {}): Rule => ({
  code,
  layer: 'http',
  severity: 'high',
  effect: 'ISSUE',
  tools: 'PRV',
  remediation: 'Repair it.',
  when: () => hit(),
  ...more,
})
const judge = (rules: readonly Rule[], overrides: Overrides<Evidence> = {}) =>
  evaluate(healthyEvidence(overrides), rules)

/** The evidence of a failed connection. */
const unreached = {
  http: {
    status: null,
    remote_address: null,
    error: { code: 'connect_refused', phase: 'connect', raw: null, alert: null },
  },
  tls: null,
  security: null,
  content: null,
  dns: { candidates_tried: [] },
} as const satisfies Overrides<Evidence>

const outcomes = (evaluation: ReturnType<typeof evaluate>) =>
  Object.fromEntries(evaluation.checks.map((one) => [one.id, one.reason ?? one.outcome]))

describe('spec 1.2: result_status', () => {
  test('is PASS when the implemented checks found no listed issue', () => {
    const { result_status: status, findings, summary } = evaluate(healthyEvidence())
    expect({ status, findings, summary }).toEqual({
      status: 'PASS',
      findings: [],
      summary: 'PASS: 6 required checks passed.',
    })
  })

  test('is ISSUE when concrete findings are recorded, even with limited evidence', () => {
    const rules = [rule('A', { effect: 'REVIEW' }), rule('B'), rule('C', { effect: 'NONE' })]
    expect(judge(rules).result_status).toBe('ISSUE')
  })

  test('is REVIEW when the evidence was limited or inconclusive', () => {
    expect(judge([rule('A', { effect: 'REVIEW' })]).result_status).toBe('REVIEW')
    expect(judge([], { content: null }).result_status).toBe('REVIEW')
  })

  test('is not affected by a note', () => {
    const { result_status: status, findings, notes } = judge([rule('A', { effect: 'NONE' })])
    expect([status, findings.length, notes.length]).toEqual(['PASS', 0, 1])
  })

  test("follows the effect of the case when it is weaker than the rule's", () => {
    expect(judge([rule('A', { when: () => hit({ effect: 'REVIEW' }) })]).result_status).toBe(
      'REVIEW',
    )
  })
})

describe('findings', () => {
  test('have every key', () => {
    expect(judge([rule('A', { when: () => hit({ observed: undefined }) })]).findings).toEqual([
      {
        code: 'A',
        severity: 'high',
        effect: 'ISSUE',
        layer: 'http',
        message: 'It is so.',
        observed: null,
        expected: null,
        url: null,
        evidence: ['/http'],
        count: 1,
        remediation: 'Repair it.',
        retryable: false,
        retry_after_s: null,
        docs_url: '/docs#A',
      },
    ])
  })

  test('are sorted by effect, severity, code and url', () => {
    const rules = [
      rule('Z', { effect: 'REVIEW', severity: 'critical' }),
      rule('Y', { severity: 'low' }),
      rule('X', {
        when: () => [hit({ url: 'https://b.example/' }), hit({ url: 'https://a.example/' }), hit()],
      }),
      rule('B', { severity: 'critical' }),
      rule('A', { severity: 'critical' }),
    ]
    expect(judge(rules).findings.map((one) => `${one.code} ${one.url}`)).toEqual([
      'A null',
      'B null',
      'X null',
      'X https://a.example/',
      'X https://b.example/',
      'Y null',
      'Z null',
    ])
  })

  test('are combined per code and url, with the strongest effect and a count', () => {
    const when = () => [
      hit({ evidence: ['/b'], severity: 'low', message: 'Less.' }),
      hit({ evidence: ['/a', '/b'], count: 2, message: 'More.', retryable: true, retryAfterS: 4 }),
    ]
    const { findings } = judge([rule('A', { when })])
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      message: 'More.',
      severity: 'high',
      count: 3,
      evidence: ['/a', '/b'],
      retryable: true,
      retry_after_s: 4,
    })
  })
})

describe('a rule', () => {
  test.each([
    ['probe_url', ['ALL', 'WIRE']],
    ['render_page', ['ALL', 'BROWSER']],
    ['verify_page', ['ALL', 'BROWSER', 'LINK', 'WIRE']],
  ] as const)('judges the evidence of its own tools only: %s', (tool, codes) => {
    const book = [
      rule('ALL'),
      rule('WIRE', { tools: 'PV' }),
      rule('BROWSER', { tools: 'RV' }),
      rule('LINK', { tools: 'V' }),
    ]
    const { findings } = judge(book, { tool })
    expect(findings.map((one) => one.code)).toEqual(codes)
  })
})

describe('checks', () => {
  test('all have an outcome on a healthy site', () => {
    expect(outcomes(judge([]))).toEqual({
      dns: 'passed',
      addresses: 'passed',
      ipv6: 'no_aaaa',
      connect: 'passed',
      tls: 'passed',
      revocation: 'no_staple',
      redirects: 'passed',
      http: 'passed',
      https: 'passed',
      content: 'passed',
      security: 'passed',
      cors: 'passed',
      egress: 'not_checked',
    })
  })

  test('are failed by an ISSUE, inconclusive by a REVIEW, and list notes too', () => {
    const rules = [
      rule('A', { layer: 'tls' }),
      rule('B', { layer: 'http', effect: 'REVIEW' }),
      rule('C', { layer: 'security', effect: 'NONE' }),
      rule('SEC_CORS_WILDCARD_CREDENTIALS', { layer: 'security', effect: 'NONE' }),
    ]
    const found = judge(rules).checks.filter((one) => one.codes.length > 0)
    expect(found.map(({ id, outcome, codes }) => ({ id, outcome, codes }))).toEqual([
      { id: 'tls', outcome: 'failed', codes: ['A'] },
      { id: 'http', outcome: 'inconclusive', codes: ['B'] },
      { id: 'security', outcome: 'passed', codes: ['C'] },
      { id: 'cors', outcome: 'passed', codes: ['SEC_CORS_WILDCARD_CREDENTIALS'] },
    ])
  })

  test('that did not run because an earlier one failed name it, and raise nothing', () => {
    const evaluation = judge([rule('CONNECT_REFUSED', { layer: 'connect' })], unreached)
    expect(evaluation.findings.map((one) => one.code)).toEqual(['CONNECT_REFUSED'])
    expect(outcomes(evaluation)).toMatchObject({
      dns: 'passed',
      connect: 'failed',
      tls: 'after_connect',
      redirects: 'after_connect',
      http: 'after_connect',
      content: 'after_connect',
      security: 'after_connect',
    })
    expect(evaluation.coverage).toEqual({
      required: 6,
      run: 2,
      skipped: 9,
      limited: [
        'addresses',
        'tls',
        'redirects',
        'http',
        'https',
        'content',
        'security',
        'cors',
        'egress',
      ],
    })
  })

  test('without an explanation are one CHECK_INCOMPLETE, for the first of the chain', () => {
    const { findings, result_status: status } = judge([], unreached)
    expect(status).toBe('REVIEW')
    expect(findings).toMatchObject([
      {
        code: 'CHECK_INCOMPLETE',
        message: 'No full result from 1 required check: connect.',
        observed: [{ check: 'connect', outcome: 'inconclusive', reason: 'connect_refused' }],
        evidence: ['/checks/3'],
        retryable: true,
      },
    ])
  })

  test.each<[string, Overrides<Evidence>, string, string]>([
    [
      'a certificate that nobody vouched for',
      { tls: { authorized: false } },
      'tls',
      'not_verified',
    ],
    ['a certificate for another name', { tls: { hostname_ok: false } }, 'tls', 'not_verified'],
    ['no word on the certificate', { tls: { authorized: null } }, 'tls', 'not_verified'],
    ['an https URL without a handshake', { tls: null }, 'tls', 'no_data'],
    ['an answer without a body section', { content: null }, 'content', 'no_data'],
    [
      'a redirect that was not followed',
      { redirects: { limit_reached: true } },
      'redirects',
      'not_followed',
    ],
    ['a name that does not resolve', { dns: { rcode: 'SERVFAIL' } }, 'dns', 'servfail'],
    ['a name without an address', { dns: { a: [] } }, 'dns', 'no_address'],
    [
      'a page cut by our cap',
      { http: { body_truncated: true }, limits_hit: ['body_bytes'] },
      'content',
      'body_bytes',
    ],
    [
      'JSON cut by our cap',
      {
        http: { body_truncated: true },
        limits_hit: ['decoded_body_bytes'],
        content: { kind: 'json' },
      },
      'content',
      'decoded_body_bytes',
    ],
    [
      'a body that unpacks to too much',
      {
        http: { body_truncated: true },
        limits_hit: ['compression_ratio'],
        content: { kind: 'other' },
      },
      'content',
      'compression_ratio',
    ],
    [
      'an instrument that failed',
      { skipped: [{ check: 'http', reason: 'instrument_failed' }] },
      'http',
      'instrument_failed',
    ],
  ])('never pass with %s, even if no rule reports it', (_name, overrides, check, reason) => {
    const evaluation = judge([], overrides)
    expect(evaluation.result_status).toBe('REVIEW')
    expect(outcomes(evaluation)[check]).toBe(reason)
    expect(evaluation.findings.map((one) => one.code)).toEqual(['CHECK_INCOMPLETE'])
  })

  test('pass when the cap cut an image: nothing reads its bytes', () => {
    const evaluation = judge([], {
      http: { body_truncated: true },
      limits_hit: ['body_bytes'],
      content: { kind: 'image' },
    })
    expect(evaluation.result_status).toBe('PASS')
  })

  test('need no DNS for an address, and no TLS for plain http', () => {
    const url = 'http://93.184.215.14/'
    const evaluation = judge([], {
      normalized_url: url,
      final_url: url,
      dns: { is_ip_literal: true, rcode: null, a: [] },
      tls: null,
      security: { https: { final: false } },
    })
    expect(evaluation.result_status).toBe('PASS')
    expect(outcomes(evaluation)).toMatchObject({ dns: 'ip_literal', tls: 'plain_http' })
    expect(evaluation.coverage.required).toBe(4)
  })

  test('judge the certificates of earlier hops too', () => {
    const { tls } = healthyEvidence()
    if (tls === null) throw new Error('the healthy site speaks TLS')
    const { earlier_hosts: _none, other_addresses: _no, ...first } = tls
    const evaluation = judge([], { tls: { earlier_hosts: [{ ...first, authorized: false }] } })
    expect(outcomes(evaluation)).toMatchObject({ tls: 'not_verified' })
  })
})

describe('DEADLINE_REACHED', () => {
  test('is REVIEW when a required check was cut, in place of CHECK_INCOMPLETE', () => {
    const { findings } = judge([], {
      limits_hit: ['deadline'],
      content: null,
      security: null,
      http: { status: null, error: { code: 'deadline', phase: 'headers', raw: null, alert: null } },
    })
    expect(findings).toMatchObject([
      {
        code: 'DEADLINE_REACHED',
        effect: 'REVIEW',
        observed: { deadline_ms: 30_000, cut: ['http'] },
      },
    ])
  })

  test('is a note when only optional checks were cut', () => {
    const {
      findings,
      notes,
      result_status: status,
    } = judge([], {
      limits_hit: ['deadline'],
      skipped: [{ check: 'cors', reason: 'deadline' }],
    })
    expect([status, findings]).toEqual(['PASS', []])
    expect(notes).toMatchObject([
      { code: 'DEADLINE_REACHED', effect: 'NONE', observed: { cut: ['cors'] } },
    ])
  })

  test('is not blamed on a completed check', () => {
    const { findings } = judge([rule('TLS_CERT_EXPIRING', { layer: 'tls' })], {
      limits_hit: ['deadline'],
      content: null,
      skipped: [{ check: 'content', reason: 'deadline' }],
    })
    expect(findings.map((one) => one.code)).toEqual(['TLS_CERT_EXPIRING', 'DEADLINE_REACHED'])
  })
})

describe('EVIDENCE_TRUNCATED', () => {
  test('is a note that names the lists', () => {
    const truncated = {
      'tls.leaf.sans': { kept: 100, total: 240 },
      'http.cookies': { kept: 50, total: 51 },
    }
    expect(judge([], { truncated }).notes).toMatchObject([
      {
        code: 'EVIDENCE_TRUNCATED',
        message: '2 lists of this report were shortened.',
        observed: ['http.cookies', 'tls.leaf.sans'],
        evidence: ['/truncated'],
      },
    ])
  })
})

describe('a site that stopped responding', () => {
  const first = healthyEvidence().http.attempts[0]
  if (first === undefined) throw new TypeError('The healthy evidence has an attempt.')
  const reset = { code: 'connect_reset', phase: 'headers', raw: null, alert: null } as const
  const control = (status: number | null) => ({
    tool: 'verify_page' as const,
    http: {
      attempts: [
        first,
        { ...first, n: 2, why: 'control' as const, status, error: status === null ? reset : null },
      ],
    },
  })
  const effectOf = (code: string, overrides: Overrides<Evidence>) => {
    const { findings, notes } = judge([rule(code)], overrides)
    return [...findings, ...notes].find((one) => one.code === code)?.effect
  }

  test.each(['NAV_FAILED', 'NAV_TIMEOUT', 'CLIENT_DIVERGENCE', 'LINK_UNVERIFIED'])(
    '%s proves nothing after it',
    (code) => expect(effectOf(code, control(null))).toBe('NONE'),
  )

  test.each(['JS_EXCEPTION', 'LINK_BROKEN', 'NAV_LOAD_INCOMPLETE', 'TLS_CERT_EXPIRED', 'HTTP_5XX'])(
    '%s had a response, and keeps its effect',
    (code) => expect(effectOf(code, control(null))).toBe('ISSUE'),
  )

  test.each([200, 429, 503])('a last request with status %i is a response', (status) =>
    expect(effectOf('NAV_FAILED', control(status))).toBe('ISSUE'),
  )

  test('a site that never responded has not stopped', () => {
    const { http } = control(null)
    const overrides = { ...control(null), http: { ...http, status: null, error: reset } }
    expect(effectOf('NAV_FAILED', overrides)).toBe('ISSUE')
  })

  test('is said once, as REVIEW', () => {
    const { result_status: status, findings } = evaluate(healthyEvidence(control(null)))
    const codes = findings.filter(({ code }) => code === 'HTTP_STOPPED_RESPONDING')
    expect({ status, effects: codes.map(({ effect }) => effect) }).toEqual({
      status: 'REVIEW',
      effects: ['REVIEW'],
    })
  })
})
