import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeBase64 } from '#payment/base64.ts'
import { keyOf } from '#payment/eip3009/authorization.ts'
import { encodeQuote } from '#payment/x402/offer.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { formatHostPort } from '#settings/values.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { callTool, connectMcp } from '#test/equipment/payment/mcp-buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'

const page = 'https://www.site.example.com/'
const used = 'invalid_exact_evm_nonce_already_used'

const internet = await forFile(openInternetWithSite())
let shop: TestService
const dataDir = temporaryFolder()
let ids = 0
let hoursAhead = 0
const bank = countingFacilitator()
const clock: Clock = { ...systemClock, now: () => Date.now() + hoursAhead * 3_600_000 }

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop.close()
})

beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
  hoursAhead = 0
})

const openShop = (env: Record<string, string> = {}) =>
  openTestService({
    internet,
    facilitator: bank.facilitator,
    dataDir,
    clock,
    // A signed receipt names it, and a restart gets another port.
    env: { BASE_URL: 'https://check.example.com', ...env },
  })

const newId = () => `pay_${String(++ids).padStart(16, '0')}`

async function namedPayload(id: unknown, buyer: Buyer = openBuyer()) {
  const payload = await buyer.payloadFor(shop.offer())
  return { ...payload, extensions: withId(payload.extensions, id) }
}

const withId = (extensions: Record<string, unknown> | undefined, id: unknown) => ({
  ...extensions,
  'payment-identifier': { info: { required: false, id } },
})

const send = (header: string, url = page) => shop.post({ url }, { 'payment-signature': header })

async function whole(response: Response) {
  const receipt = response.headers.get('payment-response')
  return { status: response.status, receipt, text: await response.text() }
}

/** Status, code or error, and the state of the payment. */
async function gist(response: Response) {
  const { error, code, payment } = await readJson(response)
  return [response.status, code ?? error, ...(payment === undefined ? [] : [payment.state])]
}

describe('the payment identifier', () => {
  test('is offered in every 402, never demanded, within 4 KiB beside the signed offer', async () => {
    const response = await shop.post({ url: page })
    const header = response.headers.get('payment-required') ?? ''
    expect(JSON.parse(atob(header)).extensions['payment-identifier'].info).toEqual({
      required: false,
    })
    const longest = encodeQuote(shop.offer(), 'x'.repeat(96)).header
    // This tool has 3,920 characters with the signed offer; a facilitator's code may have 96.
    expect([header.length < 4_096, longest.length < 4_096]).toEqual([true, true])
  })

  test.each([15, 'short', 'a'.repeat(129), `${'a'.repeat(16)}\n`, null])(
    'that is malformed (%j) is 402 invalid_payload, and consumes nothing',
    async (id) => {
      expect(await gist(await send(headerOf(await namedPayload(id))))).toEqual([
        402,
        'invalid_payload',
      ])
      expect(bank.calls).toEqual([])
    },
  )
})

describe('a guessed payment identifier', () => {
  const junk = `0x${'11'.repeat(65)}` as const

  test('is not taken from its owner: it belongs to a payer and an identifier together', async () => {
    const id = newId()
    const owner = openBuyer()
    const named = await namedPayload(id, owner)
    const unsigned = { ...named, payload: { ...named.payload, signature: junk } }
    expect((await send(headerOf(unsigned))).status).toBe(402)
    expect((await send(headerOf(await namedPayload(id)))).status).toBe(200)
    const bought = await whole(await send(headerOf(named)))
    expect(bought.status).toBe(200)
    expect(await whole(await send(headerOf(named)))).toEqual(bought)
  })

  test('is not confirmed to anyone who cannot sign for its payer, with a new nonce or with the nonce that it was used with', async () => {
    const owner = openBuyer()
    const id = newId()
    const spent = await namedPayload(id, owner)
    expect((await send(headerOf(spent))).status).toBe(200)
    const learnt = async (payload: typeof spent, guess: string) => {
      const extensions = withId(payload.extensions, guess)
      const guessed = { ...payload, extensions, payload: { ...payload.payload, signature: junk } }
      const { status, text } = await whole(await send(headerOf(guessed)))
      return [status, JSON.parse(text).error]
    }
    const fresh = await namedPayload(id, owner)
    const none = await learnt(fresh, newId())
    expect(none).toEqual([402, 'invalid_exact_evm_signature'])
    expect(await learnt(fresh, id)).toEqual(none)
    expect(await learnt(spent, id)).toEqual(await learnt(spent, newId()))
  })
})

test('a clock that jumps ahead and back while a payment is settled makes no second settle call', async () => {
  const payload = await namedPayload(newId())
  const header = headerOf(payload)
  const begun = gate()
  const held = gate()
  bank.instead.settle = async () => {
    begun.open()
    await held.opened
    return { status: 'settled', receipt: receiptFor(payload) }
  }
  const first = send(header)
  await begun.opened
  for (const jump of [24, -24, 1]) {
    hoursAhead = jump
    const again = await Promise.all([send(header), send(header)])
    const settling = [503, 'settlement_unknown', 'unknown']
    expect(await Promise.all(again.map(gist))).toEqual([settling, settling])
  }
  held.open()
  const answer = await whole(await first)
  expect(answer.status).toBe(200)
  expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
  hoursAhead = 0
  expect(await whole(await send(header))).toEqual(answer)
  expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
})

describe('a lost response', () => {
  test('is returned again byte for byte, with its receipt; nothing is executed and the facilitator is not called', async () => {
    const header = headerOf(await namedPayload(newId()))
    const first = await whole(await send(header))
    expect(first.status).toBe(200)
    const dialed = internet.dialed.length
    bank.calls.length = 0
    const again = await whole(await send(header))
    expect(again).toEqual(first)
    expect([bank.calls, internet.dialed.length]).toEqual([[], dialed])
    expect(shop.logged.at(-1)).toMatchObject({
      event: 'paid_call',
      outcome: 'report',
      reason: 'stored_response',
      job_id: JSON.parse(first.text).job_id,
    })
  })

  test('is available after a restart on the same data folder, and on a route that is closed, full or draining', async () => {
    const header = headerOf(await namedPayload(newId()))
    const first = await whole(await send(header))
    await shop.close()
    shop = await openShop({ PROBE_URL_ENABLED: 'false' })
    expect((await shop.post({ url: page })).status).toBe(503)
    expect(await whole(await send(header))).toEqual(first)
    await shop.close()

    shop = await openShop({ LIMITS_ADMITTED_JOBS: '1' })
    const held = gate()
    await internet.addSite('slow.example.com', {
      ip: '93.184.215.60',
      http: (_request, response) => void held.opened.then(() => response.end('done')),
    })
    const running = send(await openBuyer().headerFor(shop.offer()), 'http://slow.example.com/')
    while (shop.service.admission.running === 0) await new Promise((go) => setTimeout(go, 5))
    expect(await gist(await shop.post({ url: page }))).toEqual([503, 'at_capacity', 'not_taken'])
    expect(await whole(await send(header))).toEqual(first)
    const drained = shop.service.admission.drain()
    expect(await gist(await shop.post({ url: page }))).toEqual([503, 'draining', 'not_taken'])
    expect(await whole(await send(header))).toEqual(first)
    held.open()
    expect((await running).status).toBe(200)
    await drained
    await shop.close()
    shop = await openShop()
  })

  test('needs no DNS, and does not bypass the lexical checks', async () => {
    await internet.addSite('moved.example.com', {
      ip: '93.184.215.61',
      https: respond(200, healthyFields, healthyPage),
    })
    const header = headerOf(await namedPayload(newId()))
    const first = await whole(await send(header, 'https://moved.example.com/'))
    internet.dns.set('moved.example.com', { a: ['10.0.0.1'] })
    expect(await whole(await send(header, 'https://moved.example.com/'))).toEqual(first)
    expect((await send(header, 'http://10.0.0.1/')).status).toBe(422)
  })

  test('of an unknown settlement is available as soon as another process has learned its outcome', async () => {
    const payload = await namedPayload(newId())
    const header = headerOf(payload)
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    // The second request repeats the settlement, because its buyer has returned; the third comes too soon for that.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await gist(await send(header))).toEqual([503, 'settlement_unknown', 'unknown'])
    }
    expect(bank.calls).toEqual(['verify', 'settle', 'settle'])
    const reading = readPayment(header)
    if (reading.status !== 'payment') throw new Error(reading.error)
    const database = openDatabase({ file: join(dataDir, 'urlwitness.sqlite') })
    const key = keyOf(reading.payment, shop.offer().accepts[0])
    await createLedger(database).settled(key, clock.now(), receiptFor(payload))
    database.close()
    const answer = await whole(await send(header))
    expect([answer.status, JSON.parse(answer.text).requested_url]).toEqual([200, page])
    const { extensions, ...receipt } = JSON.parse(atob(answer.receipt ?? ''))
    expect(receipt).toEqual(receiptFor(payload))
    expect(Object.keys(extensions)).toEqual(['offer-receipt'])
    expect(bank.calls).toEqual(['verify', 'settle', 'settle'])
  })

  test('is kept for the configured hours; afterwards the payment counts as used', async () => {
    const header = headerOf(await namedPayload(newId()))
    const first = await whole(await send(header))
    // A minute before, and at the end.
    hoursAhead = 24 - 1 / 60
    expect(await whole(await send(header))).toEqual(first)
    hoursAhead = 24
    expect(await gist(await send(header))).toEqual([402, used])
  })
})

describe('the same identifier', () => {
  test('with another payment is 409, without a byte of the report', async () => {
    const id = newId()
    const buyer = openBuyer()
    const first = await whole(await send(headerOf(await namedPayload(id, buyer))))
    bank.calls.length = 0
    const response = await send(headerOf(await namedPayload(id, buyer)))
    expect(response.headers.get('payment-response')).toBeNull()
    expect(response.headers.get('payment-required')).toBeNull()
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 409,
      code: 'payment_identifier_conflict',
      retryable: false,
      payment: { state: 'not_taken' },
    })
    expect(text).not.toContain(JSON.parse(first.text).job_id)
    expect(bank.calls).toEqual([])
  })

  test('with the same payment for another url or tool is 409 too', async () => {
    const header = headerOf(await namedPayload(newId()))
    expect((await send(header)).status).toBe(200)
    const conflict = [409, 'payment_identifier_conflict', 'settled']
    expect(await gist(await send(header, `${page}?other`))).toEqual(conflict)
    expect(
      await gist(await shop.post({ url: page }, { 'payment-signature': header }, 'render_page')),
    ).toEqual(conflict)
  })

  test('of another payer is independent: it is not disclosed, and cannot be taken by others', async () => {
    const id = newId()
    expect((await send(headerOf(await namedPayload(id)))).status).toBe(200)
    expect((await send(headerOf(await namedPayload(id)))).status).toBe(200)
  })

  test('with a signature that its payer did not make reveals nothing', async () => {
    const id = newId()
    const buyer = openBuyer()
    const first = await namedPayload(id, buyer)
    expect((await send(headerOf(first))).status).toBe(200)
    bank.instead.verify = async () => ({ status: 'invalid', reason: 'invalid_exact_evm_signature' })
    for (const known of [id, newId()]) {
      const junk = await namedPayload(known, buyer)
      const payload = { ...junk.payload, signature: `0x${'11'.repeat(65)}` }
      expect(await gist(await send(headerOf({ ...junk, payload })))).toEqual([
        402,
        'invalid_exact_evm_signature',
      ])
    }
  })

  test('of two payments at once goes to one of them', async () => {
    const id = newId()
    const buyer = openBuyer()
    const headers = await Promise.all(
      Array.from({ length: 5 }, async () => headerOf(await namedPayload(id, buyer))),
    )
    const statuses = (await Promise.all(headers.map((header) => send(header)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
    expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
  })

  test('while its call runs is 503 with Retry-After, and afterwards the same response', async () => {
    const held = gate()
    const id = newId()
    const header = headerOf(await namedPayload(id))
    const begun = gate()
    bank.instead.settle = async () => {
      begun.open()
      await held.opened
      return { status: 'settled', receipt: receiptFor(await namedPayload(id)) }
    }
    const first = send(header)
    await begun.opened
    const again = await send(header)
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await gist(again)).toEqual([503, 'settlement_unknown', 'unknown'])
    held.open()
    const answer = await whole(await first)
    expect(answer.status).toBe(200)
    expect(await whole(await send(header))).toEqual(answer)
  })

  test('of a payment whose settlement was refused is 402', async () => {
    const header = headerOf(await namedPayload(newId()))
    bank.instead.settle = async () => refusedForFunds
    expect(await gist(await send(header))).toEqual([402, 'insufficient_funds'])
    expect(await gist(await send(header))).toEqual([402, used])
  })
})

describe.each([
  ['with an identifier', () => namedPayload(newId())],
  ['without an identifier', async () => openBuyer().payloadFor(shop.offer())],
])('a lost report of a payment %s', (_what, makePayload) => {
  /** The first call ends in `settlement_unknown`, whose report is stored; the next settle call succeeds. */
  async function lost() {
    const payload = await makePayload()
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    expect(await gist(await send(headerOf(payload)))).toEqual([
      503,
      'settlement_unknown',
      'unknown',
    ])
    delete bank.instead.settle
    return payload
  }
  const post = (body: unknown, payload: unknown) =>
    shop.post(body, { 'payment-signature': headerOf(payload) })
  type Payload = Awaited<ReturnType<typeof lost>>
  const repetitions: Record<string, (payload: Payload) => Promise<Response>> = {
    'with re-encoded header JSON': (payload) => post({ url: page }, inOtherOrder(payload)),
    'without the extensions that do not matter': ({ resource: _, ...payload }) =>
      post({ url: page }, payload),
    'with blanks in the header': (payload) =>
      shop.post(
        { url: page },
        { 'payment-signature': encodeBase64(JSON.stringify(payload, null, 2)) },
      ),
    'with another blank in the body': (payload) => post(`{ "url" : "${page}" }`, payload),
    'with an escape in the body': (payload) =>
      post(`{"url":"${page.replace('www', '\\u0077ww')}"}`, payload),
    'with addresses in lower case': (payload) => {
      const { asset, payTo } = payload.accepted
      const spelled = { asset: asset.toLowerCase(), payTo: payTo.toLowerCase() }
      return post({ url: page }, { ...payload, accepted: { ...payload.accepted, ...spelled } })
    },
  }

  test.each(Object.entries(repetitions))('is found %s', async (_how, repeat) => {
    const response = await repeat(await lost())
    const { requested_url } = await readJson(response)
    expect([response.status, requested_url]).toEqual([200, page])
    expect(bank.calls).toEqual(['verify', 'settle', 'settle'])
  })

  test('is found over MCP', async () => {
    const payload = await lost()
    const client = await connectMcp(`http://${formatHostPort(shop.service.listening)}/mcp`)
    const call = { name: 'probe_url', arguments: { url: page, detail: 'full' } }
    const result = await callTool(client, call, payload)
    await client.close()
    expect(result.structuredContent).toMatchObject({ requested_url: page })
    expect(bank.calls).toEqual(['verify', 'settle', 'settle'])
  })
})

describe('a report that was handed out', () => {
  test('is named in the 402 for its payment: transaction, time, and how to get it again', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    const first = await whole(await send(headerOf(payload)))
    const { transaction } = JSON.parse(atob(first.receipt ?? ''))
    const replay = await send(headerOf(payload))
    const { error, extensions } = await readJson(replay)
    expect([replay.status, error]).toEqual([402, used])
    const { message, ...info } = extensions['payment-error'].info
    const reportSentAt = expect.stringMatching(/^20\d\d-.*Z$/)
    expect(info).toEqual({ action: 'fetch_report', transaction, reportSentAt })
    expect(message).toContain('its report_url returns it again')
    const header = replay.headers.get('payment-required') ?? ''
    expect(header.length).toBeLessThanOrEqual(4_096)
  })

  test('is not told to whoever has only the nonce', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    expect((await send(headerOf(payload))).status).toBe(200)
    const forged = { ...payload.payload, signature: `0x${'11'.repeat(65)}` }
    const { error, extensions } = await readJson(
      await send(headerOf({ ...payload, payload: forged })),
    )
    expect([error, extensions['payment-error'].info.action]).toEqual([used, 'sign_anew'])
  })

  test('is not claimed for a call that took no money', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.settle = async () => refusedForFunds
    expect((await send(header)).status).toBe(402)
    const { extensions } = await readJson(await send(header))
    expect(extensions['payment-error'].info).toEqual({
      action: 'sign_anew',
      message: expect.stringContaining('no money moved for it'),
    })
  })
})

function inOtherOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, inOtherOrder(item)] as const)
  return Object.fromEntries(entries.reverse())
}

describe('an observer of the chain', () => {
  test('gets nothing for a settled authorization, in any encoding', async () => {
    const payload = await namedPayload(newId())
    const first = await whole(await send(headerOf(payload)))
    const { 'payment-identifier': _name, ...others } = payload.extensions
    // The chain shows only the inner payload; identifier and header are not on it.
    const replays = [
      { ...payload, extensions: others },
      { ...payload, extensions: withId(others, 'a-guessed-identifier') },
      { x402Version: 2, accepted: payload.accepted, payload: payload.payload },
    ]
    for (const replay of replays) {
      const response = await send(headerOf(replay))
      const text = await response.text()
      expect([response.status, JSON.parse(text).error]).toEqual([402, used])
      expect(text).not.toContain(JSON.parse(first.text).job_id)
    }
  })
})

describe('a payment without identifier', () => {
  test('whose outcome is unknown never gets a 402, even after it has expired', async () => {
    const offer = shop.offer()
    const expiring = BigInt(Math.floor(Date.now() / 1000) + 60)
    const header = headerOf(await signedPayload(openBuyer(), offer, { validBefore: expiring }))
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    const held = [503, 'settlement_unknown', 'unknown']
    expect(await gist(await send(header))).toEqual(held)
    hoursAhead = 1
    expect(await gist(await send(header))).toEqual(held)
  })
})

function receiptFor(payload: Awaited<ReturnType<typeof namedPayload>>) {
  const { network } = payload.accepted
  return { success: true, transaction: `0x${'ab'.repeat(32)}`, network }
}

test('a stored report is sent to eight requests of a payer at a time; the next is to be repeated, and gets it once one has ended', async () => {
  // More than socket buffers hold.
  const body = JSON.stringify({ job_id: 'x', text: 'a'.repeat(16_000_000) })
  await using large = await openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: { probe_url: async () => ({ status: 'completed', body, resultStatus: 'PASS' }) },
  })
  const payload = await openBuyer().payloadFor(large.offer())
  const header = headerOf({ ...payload, extensions: withId(payload.extensions, newId()) })
  const request = () => large.post({ url: page }, { 'payment-signature': header })
  expect((await (await request()).text()).length).toBe(body.length)
  const unread: Response[] = []
  for (let n = 0; n < 8; n += 1) unread.push(await request())
  const refused = unread.filter(({ status }) => status !== 200)
  expect(await Promise.all(refused.map(readJson))).toEqual([])
  const next = await request()
  expect(next.headers.get('retry-after')).toBe('1')
  expect(await gist(next)).toEqual([503, 'settlement_unknown', 'unknown'])
  await unread[0]?.body?.cancel()
  await expect.poll(async () => (await request()).status).toBe(200)
  expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
  await Promise.all(unread.slice(1).map((one) => one.body?.cancel()))
})
