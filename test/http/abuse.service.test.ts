import { beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// An address needs no DNS, and the tools are trivial: the tests are about who gets to run them.
const page = 'https://93.184.215.14/'
const used = 'invalid_exact_evm_nonce_already_used'
const nowMs = Date.now()

let ran = 0
let offsetMs = 0
let held: Promise<void> = Promise.resolve()
const bank = countingFacilitator()
const clock: Clock = { ...systemClock, now: () => nowMs + offsetMs }

const runner: ToolRunner = async ({ jobId, tool }) => {
  ran += 1
  await held
  const body = JSON.stringify({ job_id: jobId, tool })
  return { status: 'completed', body, resultStatus: 'PASS' }
}

const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({
    internet,
    facilitator: bank.facilitator,
    clock,
    runners: { probe_url: runner, verify_page: runner },
    env: { LIMITS_ADMITTED_JOBS: '100', LIMITS_UNSETTLED_PER_PAYER: '3' },
  }),
)

beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
  held = Promise.resolve()
  ran = 0
  offsetMs = 0
})

const send = (header: string, fields: Record<string, string> = {}) =>
  shop.post({ url: page }, { 'payment-signature': header, ...fields })

async function gist(response: Response) {
  const { error, code } = await readJson(response)
  return [response.status, code ?? error ?? null]
}

const pay = async (buyer: Buyer = openBuyer()) => send(await buyer.headerFor(shop.offer()))

const refuse = async () => refusedForFunds

describe('concurrent calls', () => {
  test('spec 7.4: of 50 identical authorizations exactly one executes and settles', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => gist(await send(header))),
    )
    expect(ran).toBe(1)
    expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(([status]) => status !== 200)) {
      expect([
        [402, used],
        [503, 'settlement_unknown'],
        // More requests came at once than are verified concurrently.
        [503, 'at_capacity'],
      ]).toContainEqual(answer)
    }
  })

  test('of 50 spellings of one authorization exactly one executes and settles', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    const { authorization, signature } = payload.payload as {
      authorization: Record<string, string>
      signature: string
    }
    const upper = (hex = '') => `0x${hex.slice(2).toUpperCase()}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, nth) => {
        const spelled = {
          ...authorization,
          from: nth % 2 === 0 ? authorization['from'] : upper(authorization['from']),
          nonce: nth % 3 === 0 ? authorization['nonce'] : upper(authorization['nonce']),
        }
        const payment = { signature: nth % 5 === 0 ? signature : upper(signature) }
        const header = headerOf({
          ...payload,
          payload: { ...payment, authorization: spelled },
          extensions: { nth },
        })
        return (await send(header)).status
      }),
    )
    expect([ran, answers.filter((status) => status === 200).length]).toEqual([1, 1])
    expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
  })

  test('50 distinct payers are all served, each settled once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => (await pay()).status))
    expect([ran, new Set(answers)]).toEqual([50, new Set([200])])
    expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(50)
  })

  test('of 50 distinct authorizations of one payer only the allowed number runs', async () => {
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const buyer = openBuyer()
    const headers = await Promise.all(
      Array.from({ length: 50 }, () => buyer.headerFor(shop.offer())),
    )
    let answered = 0
    const running = headers.map(async (header) => {
      const answer = await gist(await send(header))
      answered += 1
      return answer
    })
    while (answered < 47) await new Promise((go) => setTimeout(go, 5))
    release()
    const answers = await Promise.all(running)
    expect(ran).toBe(3)
    expect(answers.filter(([status]) => status === 200)).toHaveLength(3)
    expect(answers.filter(([, code]) => code === 'payer_limited')).toHaveLength(47)
    // A payment that was limited stays usable.
    const lastLimited = headers[answers.findLastIndex(([status]) => status === 503)] ?? ''
    expect((await send(lastLimited)).status).toBe(200)
  })
})

describe('a payer', () => {
  test('with too many unsettled jobs is refused before verify, with Retry-After and without a quote', async () => {
    const buyer = openBuyer()
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    for (let nth = 0; nth < 3; nth += 1) expect((await pay(buyer)).status).toBe(503)
    bank.calls.length = 0
    const response = await pay(buyer)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readJson(response)).toMatchObject({
      status: 503,
      code: 'payer_limited',
      retryable: true,
      payment: { state: 'not_taken' },
    })
    expect([ran, bank.calls]).toEqual([3, []])
    delete bank.instead.settle
    expect((await pay()).status).toBe(200)
  })

  test('whose balance was drained during the job gets no second unpaid job until the pause is over', async () => {
    const buyer = openBuyer()
    bank.instead.settle = refuse
    expect(await gist(await pay(buyer))).toEqual([402, 'insufficient_funds'])
    delete bank.instead.settle
    const header = await buyer.headerFor(shop.offer())
    const paused = await send(header)
    expect(paused.headers.get('payment-required')).toBeNull()
    expect(Number(paused.headers.get('retry-after'))).toBe(600)
    expect(await gist(paused)).toEqual([503, 'payer_limited'])
    expect(ran).toBe(1)
    offsetMs = 601_000
    const late = headerOf(await signedPayload(buyer, shop.offer()))
    expect((await send(late)).status).toBe(200)
  })
})

describe('the window of an authorization', () => {
  // The deadline of a call is 30 s: the authorization must outlive it.
  test.each([
    [30, 402, 'invalid_exact_evm_payload_authorization_valid_before'],
    [31, 200, null],
  ])('that ends in %i s gets %i', async (seconds, status, error) => {
    const validBefore = BigInt(Math.floor(nowMs / 1000) + seconds)
    const header = headerOf(await signedPayload(openBuyer(), shop.offer(), { validBefore }))
    bank.instead.verify = async () => ({ status: 'valid', payer: '' })
    bank.instead.settle = async () => ({
      status: 'settled',
      receipt: { success: true, transaction: `0x${'ab'.repeat(32)}`, network: 'eip155:84532' },
    })
    expect(await gist(await send(header))).toEqual([status, error])
    expect(ran).toBe(status === 200 ? 1 : 0)
  })
})

describe('a payment for the cheap tool sent to the dear one', () => {
  test("is refused, regardless of the client's resource, and runs nothing", async () => {
    const cheap = shop.offer('probe_url')
    const dear = shop.offer('verify_page')
    const buyer = openBuyer()
    const honest = await buyer.payloadFor(cheap)
    for (const [payload, error] of [
      [honest, 'invalid_payment_requirements'],
      [{ ...honest, accepted: dear.accepts[0] }, 'invalid_payment_requirements'],
      [
        { ...honest, accepted: dear.accepts[0], resource: dear.resource },
        'invalid_exact_evm_payload_authorization_value_mismatch',
      ],
    ] as const) {
      const fields = { 'payment-signature': headerOf(payload) }
      const response = await shop.post({ url: page }, fields, 'verify_page')
      expect(await gist(response)).toEqual([402, error])
    }
    expect([ran, bank.calls]).toEqual([0, []])
    const fields = { 'payment-signature': headerOf(honest) }
    expect((await shop.post({ url: page }, fields)).status).toBe(200)
  })
})

describe('version 1 of the protocol', () => {
  test('in X-PAYMENT pays nothing: its 402 states version 2', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: page }, { 'x-payment': header })
    expect(response.headers.get('x-payment-response')).toBeNull()
    const quote = await readJson(response)
    expect([response.status, quote.error]).toEqual([402, 'invalid_x402_version'])
    expect(quote.extensions['payment-error'].info).toEqual({
      action: 'fix_client',
      message: expect.stringContaining('accepts x402 V2'),
    })
    expect([ran, bank.calls]).toEqual([0, []])
    expect((await send(header, { 'x-payment': 'junk' })).status).toBe(200)
  })

  test('a version 1 payload in our own header is 402 invalid_x402_version', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    const response = await send(headerOf({ ...payload, x402Version: 1 }))
    expect(await gist(response)).toEqual([402, 'invalid_x402_version'])
  })
})

describe('an internal error in a paid call', () => {
  const fault = async () => {
    throw new Error('A facilitator that breaks its contract.')
  }

  test('before anything was consumed: the response does not report the payment as used, and it stays usable', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.verify = fault
    const answer = await send(header)
    expect([answer.status, answer.headers.get('payment-required')]).toEqual([503, null])
    expect(await readJson(answer)).toMatchObject({
      code: 'settlement_unknown',
      detail: expect.stringContaining('Do not sign another payment'),
      payment: { state: 'unknown' },
    })
    delete bank.instead.verify
    expect((await send(header)).status).toBe(200)
  })

  test('after settlement: when the compact report cannot be made, the whole one is returned', async () => {
    const answer = await send(await openBuyer().headerFor(shop.offer()), {
      prefer: 'return=minimal',
    })
    expect(bank.calls).toEqual(['verify', 'settle'])
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null])
    // A report of another shape, as other versions may have stored it.
    expect(Object.keys(await readJson(answer))).toEqual(['job_id', 'tool'])
  })
})
