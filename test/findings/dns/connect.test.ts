import { describe, expect, test } from 'vitest'
import type { DnsObservation } from '#evidence/dns.ts'
import type { Evidence } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'
import { connectRules } from '#findings/dns/connect.ts'
import { type Finding, findingsOf } from '#findings/rule/finding.ts'
import type { ExchangeErrorCode } from '#target/exchange-error.ts'
import { healthyEvidence, type Overrides } from '#test/equipment/evidence/evidence.ts'

type Candidate = DnsObservation['candidates_tried'][number]
type Failure = NonNullable<Candidate['error']>

const judge = (overrides: Overrides<Evidence> = {}): Finding[] =>
  connectRules.flatMap((rule) => findingsOf(rule, rule.when(healthyEvidence(overrides))))
const told = (overrides: Overrides<Evidence> = {}) =>
  judge(overrides).map(({ code, effect }) => `${code} ${effect}`)

function failing(code: ExchangeErrorCode, ...candidates: [Failure | null, number][]) {
  const candidates_tried: Candidate[] = candidates.map(([error, tries], index) => ({
    ip: `93.184.215.${index + 1}`,
    family: 4,
    port: 443,
    ok: error === null,
    error,
    tries,
    ms: 5,
    request: null,
  }))
  return {
    dns: { candidates_tried, selected_address: null },
    http: { error: { code, phase: 'connect' as const, raw: 'E', alert: null } },
  }
}

test('a healthy site gives no finding', () => expect(judge()).toEqual([]))

describe.each([
  ['CONNECT_REFUSED', 'connect_refused', 'refused'],
  ['CONNECT_TIMEOUT', 'connect_timeout', 'timeout'],
  ['CONNECT_UNREACHABLE', 'connect_unreachable', 'unreachable'],
] as const)('%s', (code, error, failure) => {
  test('is an ISSUE when every address fails twice', () => {
    expect(told(failing(error, [failure, 2], [failure, 2]))).toEqual([`${code} ISSUE`])
  })

  test.each<[string, [Failure | null, number][]]>([
    [
      'one address was tried once',
      [
        [failure, 2],
        [failure, 1],
      ],
    ],
    [
      'our deadline cut one short',
      [
        [failure, 2],
        ['cancelled', 0],
      ],
    ],
    [
      'one of them did connect at another moment',
      [
        [failure, 2],
        [null, 1],
      ],
    ],
  ])('is REVIEW when %s', (_why, candidates) => {
    expect(told(failing(error, ...candidates))).toEqual([`${code} REVIEW`])
  })

  test('is REVIEW when our own egress fails', () => {
    const dead = { ...failing(error, [failure, 2]), egress_canary: 'unhealthy' } as const
    expect(told(dead)).toEqual([`${code} REVIEW`])
  })

  test('leaves out a family that this vantage has no route for', () => {
    expect(told(failing(error, [failure, 2], ['skipped', 0]))).toEqual([`${code} ISSUE`])
  })

  test('is about the last hop going wrong there, and nothing else', () => {
    expect(told(failing('tls_failed', [failure, 2]))).toEqual([])
  })
})

test('reports which addresses failed, how often and how', () => {
  expect(judge(failing('connect_refused', ['refused', 2], ['timeout', 2]))).toMatchObject([
    {
      code: 'CONNECT_REFUSED',
      effect: 'ISSUE',
      severity: 'critical',
      message: 'No connection to 2 of 2 addresses: refused, 2 attempts each.',
      observed: [
        { ip: '93.184.215.1', port: 443, error: 'refused', tries: 2 },
        { ip: '93.184.215.2', port: 443, error: 'timeout', tries: 2 },
      ],
      evidence: ['/dns/candidates_tried', '/http/error'],
      retryable: true,
    },
  ])
})

test.each<[string, [Failure | null, number][]]>([
  ['the only address', [[null, 1]]],
  [
    'one address, while another never accepted one',
    [
      [null, 1],
      ['timeout', 2],
    ],
  ],
])('a later connection to %s that fails is reported as such, for review', (_which, candidates) => {
  expect(judge(failing('connect_refused', ...candidates))).toMatchObject([
    {
      effect: 'REVIEW',
      message: 'A later connection failed after the first had succeeded: refused.',
    },
  ])
})

test('a silence is reported as observed from this vantage', () => {
  const [finding] = judge(failing('connect_timeout', ['timeout', 2]))
  expect(finding?.message).toContain('from this vantage')
})

test('a target of a family that we cannot reach is REVIEW: it proves nothing about the target', () => {
  expect(judge(failing('connect_unreachable', ['skipped', 0]))).toMatchObject([
    {
      code: 'CONNECT_UNREACHABLE',
      effect: 'REVIEW',
      severity: 'medium',
      message: 'This vantage has no route to any address family of the target.',
    },
  ])
})

test('an attempt that our own deadline cut is not reported as a fault of the target', () => {
  expect(told(failing('connect_timeout', ['cancelled', 0]))).toEqual([])
})

describe('CONNECT_RESET', () => {
  const attempt = (n: number, code: ExchangeErrorCode | null): Attempt => ({
    n,
    at: '2026-06-01T12:00:00.000Z',
    url: 'https://example.com/',
    status: code === null ? 200 : null,
    outcome: code === null ? 'answered' : 'failed',
    error: code === null ? null : { code, phase: 'headers', raw: 'ECONNRESET', alert: null },
    address: '93.184.215.14',
    why: n === 1 ? 'first' : 'retry_failure',
  })
  const resets = (...codes: (ExchangeErrorCode | null)[]) => {
    const attempts = codes.map((code, index) => attempt(index + 1, code))
    return { http: { attempts, error: attempts.at(-1)?.error ?? null } }
  }

  test('twice before one byte of a response is an ISSUE', () => {
    expect(judge(resets('reset_before_response', 'reset_before_response'))).toMatchObject([
      {
        code: 'CONNECT_RESET',
        effect: 'ISSUE',
        severity: 'high',
        observed: { code: 'reset_before_response', phase: 'headers', raw: 'ECONNRESET' },
        message: expect.stringContaining('on 2 attempts'),
      },
    ])
  })

  test.each<[string, (ExchangeErrorCode | null)[], string[]]>([
    ['once', ['reset_before_response'], ['REVIEW']],
    ['once after another failure', ['connect_timeout', 'reset_before_response'], ['REVIEW']],
    ['in the handshake, then after it', ['connect_reset', 'reset_before_response'], ['ISSUE']],
    ['and then an answer', ['reset_before_response', null], []],
    ['and then another failure', ['reset_before_response', 'headers_timeout'], []],
  ])('%s', (_what, codes, effects) => {
    expect(told(resets(...codes))).toEqual(effects.map((effect) => `CONNECT_RESET ${effect}`))
  })

  test('by every address in the handshake is an ISSUE after two tries each', () => {
    expect(told(failing('connect_reset', ['reset', 2], ['reset', 2]))).toEqual([
      'CONNECT_RESET ISSUE',
    ])
    expect(told(failing('connect_reset', ['reset', 2], ['reset', 1]))).toEqual([
      'CONNECT_RESET REVIEW',
    ])
  })

  test('is REVIEW when our own egress fails', () => {
    const dead = {
      ...resets('reset_before_response', 'reset_before_response'),
      egress_canary: 'unhealthy',
    } as const
    expect(told(dead)).toEqual(['CONNECT_RESET REVIEW'])
  })
})

test('no remediation is longer than its schema allows', () => {
  for (const rule of connectRules) expect(rule.remediation.length).toBeLessThanOrEqual(200)
})

test.each([
  [true, /^Port 80 accepts no connection \(.*https on port 443 works/],
  [false, /^No connection to 1 of 1 address/],
  [null, /^No connection to 1 of 1 address/],
] as const)('https beside a closed port 80: %s', (https_available, message) => {
  const closed = failing('connect_refused', ['refused', 2])
  const [finding] = judge({ ...closed, http: { ...closed.http, https_available } })
  expect(finding?.message).toMatch(message)
})
