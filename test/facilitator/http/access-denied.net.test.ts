import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { createRequestTokens } from '#facilitator/http/request-tokens.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { readSigningKey } from '#runtime/signing-key.ts'
import {
  type Behaviour,
  json,
  openLoopbackServer,
  text,
} from '#test/equipment/network/loopback-http.ts'
import { ed25519ApiKey } from '#test/equipment/payment/api-keys.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import { openRecordedLog, type RecordedLog } from '#test/equipment/service/recorded-log.ts'

const NETWORK = 'eip155:84532'
const patient = new AbortController().signal
const offer = sampleOffer()
const buyer = openBuyer()
const reading = readPayment(await buyer.headerFor(offer))
if (reading.status !== 'payment') throw new TypeError(reading.error)
const request = facilitatorRequestFor(reading.payment, offer, 'eoa')
const valid = json(200, { isValid: true, payer: buyer.address })
const HASH = `0x${'ab'.repeat(32)}`
const settled = json(200, { success: true, transaction: HASH, network: NETWORK })
const kinds = json(200, { kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }] })
const server = await openLoopbackServer(valid)
let log: RecordedLog
let passedMs = 0
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + passedMs,
  monotonicMs: () => performance.now() + passedMs,
}

beforeEach(() => {
  server.seen.length = 0
  passedMs = 0
  log = openRecordedLog()
})
afterAll(() => server.close())

function open(options: { keyed?: boolean } = {}) {
  const { id, secret } = ed25519ApiKey()
  const key = readSigningKey(secret)
  if (key.status === 'refused') throw new TypeError(key.reason)
  const tokens = createRequestTokens({ id, signing: key.signing }, { clock, random: systemRandom })
  return openHttpFacilitator({
    url: server.url,
    verifyTimeoutMs: 2_000,
    settleTimeoutMs: 2_000,
    network: NETWORK,
    tokens: options.keyed === false ? null : tokens,
    clock,
    log,
  })
}

const pages: readonly [string, (status: number) => Behaviour][] = [
  ['JSON', (status) => json(status, { errorType: 'unauthorized' })],
  ['HTML', (status) => text(status, '<h1>Forbidden</h1>')],
  ['no body', (status) => text(status, '')],
  ['JSON of an answer', (status) => json(status, { isValid: true, success: true })],
  [
    'a no with a word of its own',
    (status) => json(status, { isValid: false, invalidReason: 'unauthorized', success: false }),
  ],
  ['a page without end', (status) => text(status, 'x'.repeat(200_000))],
  [
    'a page that is cut',
    (status) => (_request, response, socket) => {
      response.writeHead(status, { 'content-length': '500' })
      response.write('{"error":', () => socket.destroy())
    },
  ],
]

describe.each([401, 403])('a gateway that responds with %i', (status) => {
  test.each(pages)('and %s has refused our key', async (_what, page) => {
    server.behave(page(status))
    const facilitator = open()
    expect(await facilitator.verify(request, patient)).toEqual({
      status: 'unavailable',
      detail: `HTTP ${status}: not authorized`,
    })
    expect(await facilitator.supported(patient)).toEqual({
      status: 'unauthorized',
      httpStatus: status,
      hasKey: true,
      clockAheadMs: expect.any(Number),
    })
    // One line, however often verify is called.
    await facilitator.verify(request, patient)
    expect(log.lines).toEqual([
      {
        level: 'error',
        event: 'facilitator_refuses_key',
        fields: {
          path: '/verify',
          http_status: status,
          clock_ahead_ms: expect.any(Number),
          todo: 'the facilitator refuses our key: check URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET',
        },
      },
    ])
  })

  test.each(pages)(
    'and %s leaves a settle unknown: nothing is quoted again',
    async (_what, page) => {
      server.behave(page(status))
      expect(await open().settle(request, patient)).toMatchObject({ status: 'unknown' })
      expect(server.seen).toHaveLength(1)
    },
  )

  test('and a known reason has judged the payment: some refuse a sanctioned payer this way', async () => {
    const reason = 'invalid_exact_evm_payload_authorization_from_address_kyt'
    server.behave(json(status, { isValid: false, invalidReason: reason }))
    expect(await open().verify(request, patient)).toEqual({ status: 'invalid', reason })
    server.behave(json(status, { success: false, errorReason: reason, transaction: '' }))
    expect(await open().settle(request, patient)).toMatchObject({ status: 'refused', reason })
    expect(log.lines).toEqual([])
  })
})

test('a missing key is logged once as an error', async () => {
  server.behave(json(401, {}))
  const facilitator = open({ keyed: false })
  await facilitator.verify(request, patient)
  expect(await facilitator.supported(patient)).toMatchObject({
    status: 'unauthorized',
    hasKey: false,
  })
  expect(log.lines).toMatchObject([
    { level: 'error', event: 'facilitator_requires_key', fields: { path: '/verify' } },
  ])
  expect(server.seen[0]?.headers.authorization).toBeUndefined()
})

test('a key that works again is detected without a payment, and logged', async () => {
  server.behave(json(401, {}))
  const facilitator = open()
  await facilitator.verify(request, patient)
  server.behave((seen, ...rest) =>
    (seen.path === '/supported' ? kinds : json(401, {}))(seen, ...rest),
  )
  expect(await facilitator.supported(patient)).toMatchObject({ status: 'unauthorized' })
  server.behave((seen, ...rest) =>
    (seen.path === '/supported' ? kinds : json(400, {}))(seen, ...rest),
  )
  expect(await facilitator.supported(patient)).toEqual({ status: 'supported' })
  expect(log.lines.map(({ event }) => event)).toEqual([
    'facilitator_refuses_key',
    'facilitator_authorized',
  ])
})

test('a key is tested at /verify until one call was accepted, and not after', async () => {
  server.behave((seen, ...rest) =>
    (seen.path === '/supported' ? kinds : json(400, { error: 'no payment' }))(seen, ...rest),
  )
  const facilitator = open()
  expect(await facilitator.supported(patient)).toEqual({ status: 'supported' })
  expect(await facilitator.supported(patient)).toEqual({ status: 'supported' })
  expect(server.seen.map(({ path, body }) => `${path} ${body}`)).toEqual([
    '/supported ',
    '/verify {}',
    '/supported ',
  ])
})

test('a facilitator without a key gets only the request for its kinds, without a token', async () => {
  server.behave(kinds)
  expect(await open({ keyed: false }).supported(patient)).toEqual({ status: 'supported' })
  expect(server.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/supported', undefined],
  ])
})

test.each<[string, Behaviour]>([
  ['is down', text(503, 'no upstream')],
  ['hangs up', (_request, _response, socket) => void socket.destroy()],
  ['counts us', json(429, {})],
])('a key stays untested while /verify %s', async (_what, verify) => {
  server.behave((seen, ...rest) => (seen.path === '/supported' ? kinds : verify)(seen, ...rest))
  expect(await open().supported(patient)).toEqual({
    status: 'unavailable',
    detail: '/verify does not respond',
  })
})

test('the clock of the facilitator is read from its Date field if present', async () => {
  const at = (ms: number) => new Date(Date.now() + ms).toUTCString()
  const ahead = async (date: string) => {
    server.behave((_request, response) => {
      response.sendDate = false
      response.writeHead(401, date === '' ? {} : { date }).end()
    })
    const outcome = await open().supported(patient)
    return outcome.status === 'unauthorized' ? outcome.clockAheadMs : outcome
  }
  expect(await ahead('')).toBeNull()
  expect(await ahead('yesterday or so')).toBeNull()
  expect(Math.abs(Number(await ahead(at(0))))).toBeLessThan(5_000)
  expect(Number(await ahead(at(-600_000)))).toBeGreaterThan(595_000)
  expect(Number(await ahead(at(600_000)))).toBeLessThan(-595_000)
})

describe('Retry-After', () => {
  const waitOf = async (status: number, field: string) => {
    server.behave(json(status, {}, { 'retry-after': field }))
    const facilitator = open()
    await facilitator.verify(request, patient)
    server.behave(valid)
    for (const second of [0, 1, 2, 29, 31, 59, 61]) {
      passedMs = second * 1000
      const outcome = await facilitator.verify(request, patient)
      if (outcome.status === 'valid') return second
      expect(outcome).toEqual({ status: 'unavailable', detail: 'waiting for Retry-After' })
    }
    return Number.POSITIVE_INFINITY
  }

  test.each([
    [503, '2', 2],
    [503, ' 30 ', 31],
    [429, '30', 0],
    [503, '86400', 61],
    [503, '999999999', 61],
    [503, '0', 0],
    [503, '-5', 0],
    [503, '1e9', 0],
    [503, 'soon', 0],
    [503, '', 0],
    [503, 'Wed, 01 Jan 2020 00:00:00 GMT', 0],
    [503, 'Wed, 01 Jan 3020 00:00:00 GMT', 61],
    [500, '30', 0],
    [401, '30', 0],
  ])('with HTTP %i, "%s" keeps verify away until second %i', async (status, field, second) => {
    expect(await waitOf(status, field)).toBe(second)
  })

  test('given as a date is counted from now', async () => {
    expect(await waitOf(503, new Date(Date.now() + 30_000).toUTCString())).toBe(31)
  })

  test('blocks verify and supported, but not the settle of finished work', async () => {
    server.behave(json(503, {}, { 'retry-after': '30' }))
    const facilitator = open()
    expect(await facilitator.verify(request, patient)).toEqual({
      status: 'unavailable',
      detail: expect.stringContaining('HTTP 503'),
    })
    server.behave(settled)
    expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'unavailable' })
    expect(await facilitator.supported(patient)).toMatchObject({ status: 'unavailable' })
    expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'settled' })
    expect(server.seen.map(({ path }) => path)).toEqual(['/verify', '/settle'])
  })
})

test.each([
  [{}, 'HTTP 429: rate limited', null],
  [{ success: false }, 'no reason given', null],
  [{ success: false, errorReason: 'rate_limited', transaction: HASH }, 'rate_limited', HASH],
])(
  'a rate-limited settle is unknown, and known as rate-limited: %j',
  async (body, detail, transaction) => {
    server.behave(json(429, body, { 'retry-after': '1' }))
    expect(await open().settle(request, patient)).toEqual({
      status: 'unknown',
      detail,
      transaction,
      isRateLimit: true,
    })
  },
)

test.each([
  ['verify', { isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used' }],
  ['settle', { success: false, errorReason: 'invalid_exact_evm_nonce_already_used' }],
] as const)('a %s with 429 and a reason about the payment is no rate limit', async (call, body) => {
  server.behave(json(429, body))
  expect(await open()[call](request, patient)).not.toHaveProperty('isRateLimit')
})

test('an outage logs one line when it begins and one when it ends', async () => {
  const facilitator = open()
  server.behave(text(502, '<h1>Bad gateway</h1>'))
  await facilitator.verify(request, patient)
  await facilitator.verify(request, patient)
  server.behave(valid)
  await facilitator.verify(request, patient)
  await facilitator.verify(request, patient)
  expect(log.lines).toEqual([
    {
      level: 'warn',
      event: 'facilitator_fault',
      fields: { path: '/verify', detail: 'HTTP 502 without JSON' },
    },
    { level: 'info', event: 'facilitator_recovered', fields: { path: '/verify' } },
  ])
})

test('each request carries a fresh token, and no redirect carries it elsewhere', async () => {
  const pending = { success: false, errorReason: 'settlement_pending', transaction: HASH }
  server.behave(json(200, { ...pending, network: NETWORK }))
  const facilitator = open()
  await facilitator.settle(request, patient)
  const tokens = server.seen.map(({ headers }) => headers.authorization)
  expect(tokens).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)])
  expect(tokens[0]).not.toBe(tokens[1])

  const elsewhere = await openLoopbackServer(valid)
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      server.behave(text(status, '', { location: `${elsewhere.url}/verify` }))
      expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'unavailable' })
      expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'unknown' })
      expect(await facilitator.supported(patient)).toMatchObject({ status: 'unavailable' })
    }
    expect(elsewhere.seen).toEqual([])
  } finally {
    await elsewhere.close()
  }
})
