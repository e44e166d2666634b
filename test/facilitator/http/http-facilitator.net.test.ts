import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import {
  type Behaviour,
  json,
  openLoopbackServer,
  text,
} from '#test/equipment/network/loopback-http.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import { openRecordedLog, type RecordedLog } from '#test/equipment/service/recorded-log.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

const buyer = openBuyer()
const stranger = openBuyer()
const offer = sampleOffer()
const reading = readPayment(await buyer.headerFor(offer))
if (reading.status !== 'payment') throw new TypeError(reading.error)
const request = facilitatorRequestFor(reading.payment, offer, 'eoa')
const patient = new AbortController().signal
const HASH = `0x${'ab'.repeat(32)}`
const NETWORK = 'eip155:84532'
const server = await openLoopbackServer(json(200, {}))
let log: RecordedLog
let facilitator: Facilitator

beforeEach(() => {
  server.seen.length = 0
  log = openRecordedLog()
  facilitator = open({})
})
afterAll(() => server.close())

function open(changes: { url?: string; timeoutMs?: number }): Facilitator {
  const timeoutMs = changes.timeoutMs ?? 2_000
  return openHttpFacilitator({
    url: changes.url ?? server.url,
    verifyTimeoutMs: timeoutMs,
    settleTimeoutMs: timeoutMs,
    network: NETWORK,
    clock: systemClock,
    log,
  })
}

const hang: Behaviour = () => {}
const drip: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
const reset: Behaviour = (_request, _response, socket) => {
  socket.resetAndDestroy()
}
const cutInBody: Behaviour = (_request, response, socket) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"isValid":true,"success":true', () => socket.destroy())
}
const nonsense: Behaviour = (_request, _response, socket) => {
  socket.end('SSH-2.0-OpenSSH_9.6\r\n')
}
const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384))) {}
  }
  response.on('drain', more)
  more()
}
const bombBody = gzipSync(' '.repeat(20_000_000))
const bomb: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(bombBody)
}
const manyFields: Behaviour = (_request, response) => {
  response.setHeader(
    'x-more',
    Array.from({ length: 40 }, () => 'x'.repeat(1_000)),
  )
  response.end('{"isValid":true,"success":true}')
}
const earlyHints: Behaviour = (_request, _response, socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')) {}
  }
  socket.on('drain', more)
  more()
}
const wrongLength: Behaviour = (_request, _response, socket) => {
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"isValid":true,"success":true}')
}
const redirect: Behaviour = text(308, '', { location: '/elsewhere' })

/** Short where only the timeout can end the call, long where something else must. */
function timeoutFor(behaviour: Behaviour): number {
  return [hang, drip, earlyHints].includes(behaviour) ? 1_000 : 10_000
}

const outages: readonly { what: string; behaviour: Behaviour; detail: RegExp }[] = [
  { what: 'never answers', behaviour: hang, detail: /^deadline_passed$/ },
  { what: 'drips without end', behaviour: drip, detail: /^deadline_passed$/ },
  { what: 'resets the connection', behaviour: reset, detail: /^(ECONNRESET|UND_ERR_SOCKET)$/ },
  { what: 'is cut in its body', behaviour: cutInBody, detail: /^(UND_ERR_SOCKET|ECONNRESET)$/ },
  {
    what: 'speaks another protocol',
    behaviour: nonsense,
    detail: /^Response does not match the HTTP/,
  },
  { what: 'sends without end', behaviour: endless, detail: /^body over 65536 bytes$/ },
  { what: 'sends a compressed bomb', behaviour: bomb, detail: /^body over 65536 bytes$/ },
  {
    what: 'sends 40 KB of fields',
    behaviour: manyFields,
    detail: /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/,
  },
  {
    what: 'sends interim responses without end',
    behaviour: earlyHints,
    detail: /^deadline_passed$/,
  },
  { what: 'states a wrong length', behaviour: wrongLength, detail: /^HTTP 200 without/ },
  { what: 'redirects', behaviour: redirect, detail: /^redirect 308$/ },
  {
    what: 'speaks HTML',
    behaviour: text(200, '<html>Welcome</html>'),
    detail: /^HTTP 200 without/,
  },
  { what: 'sends nothing', behaviour: text(200, ''), detail: /^HTTP 200 without/ },
  { what: 'sends 204', behaviour: text(204, ''), detail: /^HTTP 204 without/ },
  { what: 'sends half a JSON', behaviour: text(200, '{"isValid":tr'), detail: /^HTTP 200 without/ },
  { what: 'answers 500 with nothing', behaviour: text(500, ''), detail: /^HTTP 500 without/ },
  {
    what: 'answers 502 in HTML',
    behaviour: text(502, '<h1>Bad Gateway</h1>'),
    detail: /^HTTP 502 without/,
  },
  {
    what: 'answers 500 with an error of its own',
    behaviour: json(500, { error: 'rpc down' }),
    detail: /^HTTP 500 without/,
  },
  {
    what: 'wants a key',
    behaviour: json(401, { message: 'unauthorized' }),
    detail: /^HTTP 401: not authorized$/,
  },
  {
    what: 'is asked too often',
    behaviour: json(429, { errorMessage: 'slow down' }),
    detail: /^HTTP 429: rate limited$/,
  },
  { what: 'answers null', behaviour: json(200, null), detail: /^HTTP 200 without/ },
  {
    what: 'answers a list',
    behaviour: json(200, [{ isValid: true, success: true }]),
    detail: /^HTTP 200 without/,
  },
  {
    what: 'answers true as text',
    behaviour: json(200, { isValid: 'true', success: 'true' }),
    detail: /^HTTP 200 without/,
  },
  {
    what: 'answers true as a number',
    behaviour: json(200, { isValid: 1, success: 1 }),
    detail: /^HTTP 200 without/,
  },
]

test.each(outages)(
  'spec 7: verify is unavailable when the facilitator $what',
  async ({ behaviour, detail }) => {
    server.behave(behaviour)
    expect(await open({ timeoutMs: timeoutFor(behaviour) }).verify(request, patient)).toMatchObject(
      {
        status: 'unavailable',
        detail: expect.stringMatching(detail),
      },
    )
    expect(server.seen).toHaveLength(1)
  },
)

test.each(outages)(
  'a settle is unknown when the facilitator $what',
  async ({ behaviour, detail }) => {
    server.behave(behaviour)
    expect(await open({ timeoutMs: timeoutFor(behaviour) }).settle(request, patient)).toMatchObject(
      {
        status: 'unknown',
        detail: expect.stringMatching(detail),
        transaction: null,
      },
    )
    expect(server.seen).toHaveLength(1)
  },
)

test('a facilitator that is not running is unavailable, and a settle with it unknown', async () => {
  const gone = await openLoopbackServer(hang)
  await gone.close()
  const dead = open({ url: gone.url })
  expect(await dead.verify(request, patient)).toEqual({
    status: 'unavailable',
    detail: 'ECONNREFUSED',
  })
  expect(await dead.settle(request, patient)).toEqual({
    status: 'unknown',
    detail: 'ECONNREFUSED',
    transaction: null,
  })
  expect(await dead.supported(patient)).toEqual({ status: 'unavailable', detail: 'ECONNREFUSED' })
})

test('sends our requirement and the payment as JSON, and follows no redirect', async () => {
  server.behave(json(200, { isValid: true, payer: buyer.address }))
  await facilitator.verify(request, patient)
  expect(server.seen).toHaveLength(1)
  const [asked] = server.seen
  expect(asked?.method).toBe('POST')
  expect(asked?.path).toBe('/verify')
  expect(asked?.headers['content-type']).toBe('application/json')
  expect(JSON.parse(asked?.body ?? '')).toEqual({ x402Version: 2, ...request })
})

test.each([
  ['our payer', buyer.address],
  ['our payer in lower case', buyer.address.toLowerCase()],
  ['no payer', undefined],
  ['null for a payer', null],
  ['an empty payer', ''],
])('a positive verify that names %s is valid', async (_what, payer) => {
  server.behave(json(200, { isValid: true, payer, extra: { anything: 1 } }))
  expect(await facilitator.verify(request, patient)).toEqual({
    status: 'valid',
    payer: buyer.address,
  })
})

test.each([
  ['positive', { isValid: true }],
  ['negative', { isValid: false, invalidReason: 'insufficient_funds' }],
])(
  'a %s verify for another payer is logged as an error, and says nothing about ours',
  async (_what, body) => {
    server.behave(json(200, { ...body, payer: stranger.address }))
    expect(await facilitator.verify(request, patient)).toEqual({
      status: 'unavailable',
      detail: 'response for another payer',
    })
    expect(log.lines).toMatchObject([{ level: 'error', event: 'facilitator_contradiction' }])
  },
)

test.each([400, 402, 500, 503])('a positive verify with HTTP %i is unavailable', async (status) => {
  server.behave(json(status, { isValid: true, payer: buyer.address }))
  expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'unavailable' })
})

const noes: readonly { status: number; body: object; reason: string }[] = [
  { status: 200, body: { invalidReason: 'insufficient_funds' }, reason: 'insufficient_funds' },
  { status: 400, body: { invalidReason: 'insufficient_funds' }, reason: 'insufficient_funds' },
  { status: 402, body: { invalidReason: 'a_word_of_its_own' }, reason: 'a_word_of_its_own' },
  {
    status: 412,
    body: { invalidReason: 'invalid_exact_evm_signature' },
    reason: 'invalid_exact_evm_signature',
  },
  {
    status: 500,
    body: { invalidReason: 'invalid_exact_evm_insufficient_balance' },
    reason: 'invalid_exact_evm_insufficient_balance',
  },
  {
    status: 500,
    body: { invalidReason: 'invalid_exact_evm_nonce_already_used' },
    reason: 'invalid_exact_evm_nonce_already_used',
  },
  { status: 200, body: {}, reason: 'unexpected_verify_error' },
  { status: 200, body: { invalidReason: null }, reason: 'unexpected_verify_error' },
  {
    status: 200,
    body: { invalidReason: 'Bad\r\nSet-Cookie: a=b' },
    reason: 'unexpected_verify_error',
  },
  { status: 200, body: { invalidReason: 'x'.repeat(5000) }, reason: 'unexpected_verify_error' },
]

test.each(noes)(
  'a negative verify with HTTP $status and $reason is invalid',
  async ({ status, body, reason }) => {
    server.behave(json(status, { isValid: false, ...body }))
    expect(await facilitator.verify(request, patient)).toEqual({ status: 'invalid', reason })
  },
)

test.each([
  ['500 with an unknown code', 500, 'rpc_exploded'],
  ['503 without a reason', 503, undefined],
  ['200 with its own failure', 200, 'unexpected_verify_error'],
  ['500 with its own failure', 500, 'unexpected_verify_error'],
])(
  'a negative verify with HTTP %s is an outage: signing again would not help',
  async (_what, status, reason) => {
    server.behave(json(status, { isValid: false, invalidReason: reason }))
    expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'unavailable' })
  },
)

const success = { success: true, payer: buyer.address, transaction: HASH, network: NETWORK }
// The amount of scheme exact is known, also where the facilitator does not repeat it.
const receipt = { ...success, amount: '5000' }

test.each([
  ['complete', success, receipt],
  ['without a payer', { ...success, payer: undefined }, receipt],
  ['with an empty payer and reason', { ...success, payer: '', errorReason: '' }, receipt],
  ['with the payer in lower case', { ...success, payer: buyer.address.toLowerCase() }, receipt],
  ['with the amount', { ...success, amount: '5000' }, receipt],
  ['with the amount as a number', { ...success, amount: 5000 }, receipt],
  [
    'with words for the catalogue',
    { ...success, extensions: { bazaar: {} }, extra: { a: 1 } },
    receipt,
  ],
])(
  'a success %s is settled, and the receipt contains only what we know',
  async (_what, body, expected) => {
    server.behave(json(200, body))
    expect(await facilitator.settle(request, patient)).toEqual({
      status: 'settled',
      receipt: expected,
    })
    expect(server.seen.map(({ path }) => path)).toEqual(['/settle'])
  },
)

const lies: readonly { what: string; change: object; transaction: string | null }[] = [
  { what: 'another payer', change: { payer: stranger.address }, transaction: HASH },
  { what: 'another network', change: { network: 'eip155:8453' }, transaction: HASH },
  { what: 'a V1 network name', change: { network: 'base-sepolia' }, transaction: HASH },
  { what: 'no network', change: { network: undefined }, transaction: HASH },
  {
    what: 'a reason for a failure',
    change: { errorReason: 'insufficient_funds' },
    transaction: HASH,
  },
  {
    what: 'the reason of a pending transfer',
    change: { errorReason: 'settlement_pending' },
    transaction: HASH,
  },
  { what: 'another amount', change: { amount: '1' }, transaction: HASH },
  { what: 'another amount as a number', change: { amount: 1 }, transaction: HASH },
  { what: 'an empty transaction', change: { transaction: '' }, transaction: null },
  { what: 'no transaction', change: { transaction: undefined }, transaction: null },
  {
    what: 'a transaction of zeros',
    change: { transaction: `0x${'00'.repeat(32)}` },
    transaction: null,
  },
  { what: 'half a transaction', change: { transaction: '0xabcd' }, transaction: null },
  { what: 'a transaction that is text', change: { transaction: 'pending' }, transaction: null },
]

test.each(lies)(
  'a success with $what is logged as an error, and unknown',
  async ({ change, transaction }) => {
    server.behave(json(200, { ...success, ...change }))
    expect(await facilitator.settle(request, patient)).toEqual({
      status: 'unknown',
      detail: expect.stringContaining('success with a wrong'),
      transaction,
    })
    expect(log.lines).toMatchObject([{ level: 'error', event: 'facilitator_contradiction' }])
    expect(server.seen).toHaveLength(1)
  },
)

test.each([202, 204, 301, 400, 402, 500, 502])(
  'a success with HTTP %i is settled only where the status agrees',
  async (status) => {
    server.behave(json(status, success))
    const outcome = await facilitator.settle(request, patient)
    expect(outcome.status).toBe(status === 202 ? 'settled' : 'unknown')
  },
)

const failure = { success: false, transaction: '', network: NETWORK, payer: buyer.address }
const definitive = [
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_scheme',
  'unsupported_scheme',
  'invalid_network',
]

test.each(definitive.flatMap((reason) => [200, 400, 500].map((status) => ({ reason, status }))))(
  'settle: $reason with HTTP $status is a definitive no',
  async ({ reason, status }) => {
    server.behave(json(status, { ...failure, errorReason: reason }))
    expect(await facilitator.settle(request, patient)).toEqual({
      status: 'refused',
      reason,
      receipt: { ...failure, errorReason: reason },
    })
  },
)

const ambiguous = [
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_transaction_failed',
  'invalid_exact_evm_transfer_event_mismatch',
  'invalid_transaction_state',
  'duplicate_settlement',
  'unexpected_settle_error',
  'a_word_of_its_own',
]

test.each(ambiguous.flatMap((reason) => [200, 400, 500].map((status) => ({ reason, status }))))(
  'settle: $reason with HTTP $status may hide a transfer',
  async ({ reason, status }) => {
    server.behave(json(status, { ...failure, errorReason: reason }))
    expect(await facilitator.settle(request, patient)).toEqual({
      status: 'unknown',
      detail: reason,
      transaction: null,
      ...(reason === 'invalid_exact_evm_nonce_already_used' ? { isNonceUsed: true } : {}),
    })
  },
)

test('a definitive refusal with a transaction is contradictory: unknown', async () => {
  server.behave(json(200, { ...failure, errorReason: 'insufficient_funds', transaction: HASH }))
  expect(await facilitator.settle(request, patient)).toEqual({
    status: 'unknown',
    detail: 'insufficient_funds',
    transaction: HASH,
  })
  expect(server.seen).toHaveLength(1)
})

test('a definitive refusal for another payer is logged as an error, and unknown', async () => {
  server.behave(
    json(200, { ...failure, payer: stranger.address, errorReason: 'insufficient_funds' }),
  )
  expect(await facilitator.settle(request, patient)).toEqual({
    status: 'unknown',
    detail: 'failure with a wrong payer',
    transaction: null,
  })
  expect(log.lines).toMatchObject([{ level: 'error', event: 'facilitator_contradiction' }])
})

test('a definitive refusal with an empty payer and network is one all the same', async () => {
  const body = { success: false, errorReason: 'insufficient_funds', payer: '', network: '' }
  server.behave(json(200, { ...body, transaction: '' }))
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'refused' })
})

test('a failure without a reason is unknown', async () => {
  server.behave(json(200, { success: false }))
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'unknown' })
})

const pending = { ...failure, errorReason: 'settlement_pending', transaction: HASH }

function inTurn(...behaviours: Behaviour[]): Behaviour {
  return (...all) => (behaviours.length > 1 ? behaviours.shift() : behaviours[0])?.(...all)
}

test('a pending settlement is repeated once with the identical call', async () => {
  server.behave(inTurn(json(200, pending), json(200, success)))
  expect(await facilitator.settle(request, patient)).toEqual({ status: 'settled', receipt })
  expect(server.seen).toHaveLength(2)
  expect(server.seen[1]?.body).toBe(server.seen[0]?.body)
})

const afterPending: readonly { what: string; second: Behaviour; detail: RegExp }[] = [
  { what: 'still pending', second: json(200, pending), detail: /^settlement_pending$/ },
  {
    what: 'nonce already used',
    second: json(200, { ...failure, errorReason: 'invalid_exact_evm_nonce_already_used' }),
    detail: /nonce_already_used/,
  },
  {
    what: 'insufficient funds: the transfer itself may have emptied the purse',
    second: json(200, { ...failure, errorReason: 'insufficient_funds' }),
    detail: /^insufficient_funds$/,
  },
  {
    what: 'a success without a transaction',
    second: json(200, { ...success, transaction: '' }),
    detail: /^success with a wrong transaction$/,
  },
  {
    what: 'a success with HTTP 500 and without a transaction',
    second: json(500, { ...success, transaction: '' }),
    detail: /^success with HTTP 500$/,
  },
  { what: 'a cut connection', second: reset, detail: /^(ECONNRESET|UND_ERR_SOCKET)$/ },
  { what: 'HTML', second: text(502, '<html>'), detail: /^HTTP 502/ },
]

test.each(afterPending)(
  'pending, then $what: unknown, with the transaction',
  async ({ second, detail }) => {
    server.behave(inTurn(json(200, pending), second))
    expect(await facilitator.settle(request, patient)).toEqual({
      status: 'unknown',
      detail: expect.stringMatching(detail),
      transaction: HASH,
      ...(detail.test('invalid_exact_evm_nonce_already_used') ? { isNonceUsed: true } : {}),
    })
    expect(server.seen).toHaveLength(2)
  },
)

test('a pending settlement without a transaction is not repeated', async () => {
  server.behave(json(200, { ...pending, transaction: '' }))
  expect(await facilitator.settle(request, patient)).toMatchObject({
    status: 'unknown',
    detail: 'settlement_pending',
  })
  expect(server.seen).toHaveLength(1)
})

test('a caller that gives up ends the wait', async () => {
  server.behave(hang)
  const controller = new AbortController()
  const verify = facilitator.verify(request, controller.signal)
  const settle = facilitator.settle(request, controller.signal)
  setTimeout(() => controller.abort(), 50)
  const waited = waitingTime()
  expect(await verify).toEqual({ status: 'unavailable', detail: 'aborted' })
  expect(await settle).toMatchObject({ status: 'unknown', detail: 'aborted' })
  expect(waited()).toBeLessThan(1_000)
})

test("the catalogue's field is logged and not passed on", async () => {
  server.behave(json(200, success, { 'extension-responses': 'eyJiYXphYXIiOiJyZWplY3RlZCJ9' }))
  expect(await facilitator.settle(request, patient)).toEqual({ status: 'settled', receipt })
  expect(log.lines).toEqual([
    {
      level: 'info',
      event: 'facilitator_extension_responses',
      fields: { path: '/settle', catalogue: 'eyJiYXphYXIiOiJyZWplY3RlZCJ9' },
    },
  ])
})

test('no line of the log carries the signature', async () => {
  server.behave(json(200, { ...success, payer: stranger.address }, { 'extension-responses': 'x' }))
  await facilitator.settle(request, patient)
  await facilitator.verify(request, patient)
  expect(log.lines.length).toBeGreaterThan(0)
  const signature = String(request.paymentPayload.payload['signature']).slice(2)
  expect(JSON.stringify(log.lines)).not.toContain(signature)
})

const kind = { x402Version: 2, scheme: 'exact', network: NETWORK }

test.each([
  [
    'our kind',
    200,
    { kinds: [{ x402Version: 1, scheme: 'exact', network: 'base' }, kind] },
    'supported',
  ],
  ['a wildcard', 200, { kinds: [{ ...kind, network: 'eip155:*' }] }, 'supported'],
  ['V1 only', 200, { kinds: [{ ...kind, x402Version: 1 }] }, 'unsupported'],
  ['another network only', 200, { kinds: [{ ...kind, network: 'eip155:8453' }] }, 'unsupported'],
  ['another scheme only', 200, { kinds: [{ ...kind, scheme: 'upto' }] }, 'unsupported'],
  ['nothing', 200, { kinds: [] }, 'unsupported'],
  ['odd entries beside ours', 200, { kinds: [null, 5, 'exact', {}, kind] }, 'supported'],
  ['no list', 200, { kinds: 'exact' }, 'unavailable'],
  ['an error', 500, { kinds: [kind] }, 'unavailable'],
])('/supported that names %s', async (_what, status, body, expected) => {
  server.behave(json(status, body))
  expect(await facilitator.supported(patient)).toMatchObject({ status: expected })
  expect(server.seen).toMatchObject([{ method: 'GET', path: '/supported', body: '' }])
})

test.each([
  ['https://x402.org/facilitator', 'https://x402.org/facilitator'],
  ['https://x402.org/facilitator///', 'https://x402.org/facilitator'],
  ['http://127.0.0.1:4020', 'http://127.0.0.1:4020'],
  ['http://127.0.0.2/', 'http://127.0.0.2'],
  ['http://[::1]:4020/', 'http://[::1]:4020'],
  ['http://localhost:4020', 'http://localhost:4020'],
])('accepts %s', (url, base) => {
  expect(open({ url }).url).toBe(base)
})

test.each([
  'http://x402.org',
  'http://10.0.0.1',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'ftp://127.0.0.1',
  'file:///etc/passwd',
  'https://user:secret@x402.org',
  'https://x402.org/?key=secret',
  'https://x402.org/#a',
  'x402.org',
  '',
])('refuses %j as a facilitator', (url) => {
  expect(() => open({ url })).toThrowError(expect.objectContaining({ code: 'bad_facilitator_url' }))
})

test('a response that is nested thousands of levels deep is read like any other', async () => {
  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  server.behave(text(200, `{"isValid":true,"success":true,"extensions":${nested}}`))
  expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'valid' })
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'unknown' })
})

test('never throws and never settles for arbitrary JSON', async () => {
  const odd = [
    0,
    '',
    'ok',
    [],
    {},
    { success: {} },
    { success: null },
    { isValid: [] },
    { success: true },
  ]
  for (const body of odd) {
    server.behave(json(200, body))
    expect((await facilitator.verify(request, patient)).status).toBe('unavailable')
    expect((await facilitator.settle(request, patient)).status).toBe('unknown')
  }
})
