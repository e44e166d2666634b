import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { Circuit } from '#job/circuit.ts'
import type { FacilitatorRequest } from '#payment/facilitator.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import {
  type Behaviour,
  json,
  type LoopbackServer,
  openLoopbackServer,
  text,
} from '#test/equipment/network/loopback-http.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const network = 'eip155:84532'
const supported = json(200, { kinds: [{ x402Version: 2, scheme: 'exact', network }] })
const valid = json(200, { isValid: true })
const broken = text(500, 'oops')
const silent: Behaviour = () => {}

let server: LoopbackServer
let time: ReturnType<typeof steppedClock>
let circuit: Circuit
let log: ReturnType<typeof openRecordedLog>
let request: FacilitatorRequest
let answers: Record<string, Behaviour>
const never = new AbortController().signal

beforeEach(async () => {
  answers = { '/verify': valid, '/settle': valid, '/supported': supported }
  server = await openLoopbackServer((seen, response, socket) =>
    answers[seen.path]?.(seen, response, socket),
  )
  time = steppedClock()
  log = openRecordedLog()
  const { clock } = time
  const facilitator = openHttpFacilitator({
    url: server.url,
    network,
    verifyTimeoutMs: 5_000,
    settleTimeoutMs: 20_000,
    clock,
    log,
  })
  // A jitter of exactly one half: each wait is half of its maximum.
  circuit = new Circuit({ facilitator, clock, log, random: { bytes: (n) => new Uint8Array(n) } })
  const offer = sampleOffer()
  const reading = readPayment(await openBuyer().headerFor(offer))
  if (reading.status !== 'payment') throw new Error(reading.error)
  request = facilitatorRequestFor(reading.payment, offer, 'eoa')
})

afterEach(async () => {
  circuit.close()
  await server.close()
})

const asked = (path: string) => server.seen.filter((seen) => seen.path === path).length
const events = () => log.lines.map(({ event }) => event)
const verify = () => circuit.facilitator.verify(request, never)

async function until(holds: () => boolean): Promise<void> {
  const patience = Date.now() + 5_000
  while (!holds()) {
    if (Date.now() > patience) throw new Error('It never came to hold.')
    await new Promise((go) => setTimeout(go, 2))
  }
}

/** Advances the clock by `ms`, and waits until the trial that is then due has its response. */
async function trialAfter(ms: number): Promise<void> {
  const before = asked('/supported')
  const armed = time.armed()
  time.advance(ms)
  await until(() => asked('/supported') > before)
  // The circuit is closed, or waits for the next trial with one timer.
  await until(() => circuit.retryAfterS() === null || time.armed() === armed)
}

async function fail(times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await verify()
}

describe('the circuit', () => {
  test('opens after three verifies in a row without a response, and not before', async () => {
    answers['/verify'] = broken
    await fail(2)
    expect(circuit.retryAfterS()).toBeNull()
    await fail(1)
    expect(circuit.retryAfterS()).toBe(1)
  })

  test('any response in between restarts the count, a rejection too', async () => {
    for (const answer of [
      valid,
      json(200, { isValid: false, invalidReason: 'insufficient_funds' }),
    ]) {
      answers['/verify'] = broken
      await fail(2)
      answers['/verify'] = answer
      await fail(1)
    }
    answers['/verify'] = broken
    await fail(2)
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('opens after two checks of /supported in a row without a response, and not before', async () => {
    const check = async (behaviour: Behaviour) => {
      answers['/supported'] = behaviour
      await circuit.facilitator.supported(never)
      return circuit.retryAfterS()
    }
    expect(await check(broken)).toBeNull()
    expect(await check(supported)).toBeNull()
    expect(await check(broken)).toBeNull()
    expect(await check(broken)).toBe(1)
  })

  test('a payment that no key has signed does not open it: anyone can craft one on which the facilitator fails', async () => {
    answers['/verify'] = broken
    await fail(2)
    for (let nth = 0; nth < 5; nth += 1) {
      await circuit.facilitator.verify(request, never, 'contract_wallet')
    }
    expect(circuit.retryAfterS()).toBeNull()
    await fail(1)
    expect(circuit.retryAfterS()).toBe(1)
  })

  test('while it is open no payment of a buyer is sent, and verify is unavailable at once', async () => {
    answers = { '/verify': broken, '/supported': broken }
    await fail(3)
    await trialAfter(0)
    const before = asked('/verify')
    expect(await verify()).toEqual({ status: 'unavailable', detail: 'circuit_open' })
    expect([asked('/verify'), circuit.retryAfterS()]).toEqual([before, 1])
  })

  test('trials start at once, then after doubling waits up to a minute, one at a time', async () => {
    answers['/verify'] = broken
    await circuit.facilitator.supported(never)
    await fail(3)
    answers['/supported'] = broken
    await trialAfter(0)
    // Half of 1, 2, 4, 8, 16, 32, 60, 60 seconds.
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = asked('/supported')
      time.advance(waitMs - 1)
      await new Promise((go) => setTimeout(go, 10))
      expect(asked('/supported')).toBe(before)
      await trialAfter(1)
      expect(asked('/supported')).toBe(before + 1)
    }
    answers['/supported'] = supported
    await trialAfter(30_000)
    expect(circuit.retryAfterS()).toBeNull()
    expect(asked('/verify')).toBe(3)
  })

  test('a trial that hangs is given up, and no second one runs beside it', async () => {
    answers = { '/verify': broken, '/supported': silent }
    await fail(3)
    time.advance(0)
    await until(() => asked('/supported') === 1)
    time.advance(4_999)
    await new Promise((go) => setTimeout(go, 10))
    expect(asked('/supported')).toBe(1)
    time.advance(1)
    await until(() => circuit.retryAfterS() === 1 && time.armed() === 1)
    answers['/supported'] = supported
    await trialAfter(500)
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('when only verify is down, each opening waits longer before the next trial', async () => {
    answers['/verify'] = broken
    for (const waitMs of [0, 500, 1_000, 2_000]) {
      await fail(3)
      const before = asked('/supported')
      if (waitMs > 0) time.advance(waitMs - 1)
      expect(asked('/supported')).toBe(before)
      await trialAfter(waitMs > 0 ? 1 : 0)
      expect(circuit.retryAfterS()).toBeNull()
    }
    answers['/verify'] = valid
    await fail(1)
    answers['/verify'] = broken
    await fail(3)
    await trialAfter(0)
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('a /supported that never responded proves nothing: the circuit closes after its longest wait', async () => {
    answers = { '/verify': broken, '/supported': broken }
    await fail(3)
    await trialAfter(0)
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000]) await trialAfter(waitMs)
    expect(circuit.retryAfterS()).toBe(30)
    await trialAfter(30_000)
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('a response to a concurrent call closes it', async () => {
    const held: (() => void)[] = []
    answers['/verify'] = (seen, response, socket) =>
      void held.push(() => void valid(seen, response, socket))
    answers['/supported'] = silent
    const slow = verify()
    await until(() => held.length === 1)
    answers['/verify'] = broken
    await fail(3)
    expect(circuit.retryAfterS()).toBe(1)
    for (const release of held) release()
    expect((await slow).status).toBe('valid')
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('three settlements in a row that time out open it, regardless of verify', async () => {
    answers['/settle'] = silent
    for (let nth = 1; nth <= 3; nth += 1) {
      await verify()
      const settled = circuit.facilitator.settle(request, never)
      await until(() => asked('/settle') === nth)
      time.advance(20_000)
      expect((await settled).status).toBe('unknown')
    }
    expect(circuit.retryAfterS()).toBe(1)
  })

  test('an ambiguous settlement does not count: a buyer can cause it', async () => {
    answers['/settle'] = json(200, {
      success: false,
      errorReason: 'invalid_exact_evm_nonce_already_used',
      transaction: '',
      network,
    })
    for (let nth = 0; nth < 5; nth += 1) {
      expect((await circuit.facilitator.settle(request, never)).status).toBe('unknown')
    }
    expect(circuit.retryAfterS()).toBeNull()
  })

  test('a refused key is reported until a check or a trial passes', async () => {
    answers['/supported'] = text(401, 'who are you?')
    await circuit.facilitator.supported(never)
    expect(circuit.keyRefusal()).toMatchObject({ httpStatus: 401 })
    answers['/supported'] = supported
    await circuit.facilitator.supported(never)
    answers['/verify'] = broken
    await fail(3)
    // Before the first trial.
    expect([circuit.retryAfterS(), circuit.keyRefusal()]).toEqual([1, null])
    answers['/supported'] = text(401, 'who are you?')
    await trialAfter(0)
    expect(circuit.keyRefusal()).toMatchObject({ httpStatus: 401 })
  })

  test('the log has one line when it opens and one when it closes', async () => {
    answers['/verify'] = broken
    await fail(3)
    await trialAfter(0)
    expect(events().filter((event) => event.startsWith('facilitator_circuit'))).toEqual([
      'facilitator_circuit_open',
      'facilitator_circuit_closed',
    ])
  })

  test('a closed circuit makes no more trials', async () => {
    answers = { '/verify': broken, '/supported': broken }
    await fail(3)
    await trialAfter(0)
    circuit.close()
    const before = asked('/supported')
    time.advance(120_000)
    await new Promise((go) => setTimeout(go, 20))
    expect([asked('/supported'), time.armed()]).toEqual([before, 0])
  })
})

describe('what /supported says about our network', () => {
  const other = json(200, { kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:1' }] })

  test('closes the sale after two looks with one line, and opens it when the network is there', async () => {
    answers['/supported'] = other
    circuit.checkIfDue()
    time.advance(0)
    await until(() => asked('/supported') === 1)
    await until(() => {
      time.advance(500)
      return circuit.retryAfterS() !== null
    })
    expect(circuit.unsupported()).toBe(`no x402 v2 exact on ${network}`)
    expect(log.lines.filter(({ event }) => event === 'facilitator_circuit_open')).toMatchObject([
      { fields: { call: 'check', detail: `no x402 v2 exact on ${network}` } },
    ])
    answers['/supported'] = supported
    for (let waits = 0; waits < 4 && circuit.retryAfterS() !== null; waits += 1) {
      time.advance(60_000)
      await new Promise((go) => setTimeout(go, 50))
    }
    expect([circuit.retryAfterS(), circuit.unsupported()]).toEqual([null, null])
  })

  test.each([404, 405, 501])('HTTP %i: verify decides, and the sale stays open', async (status) => {
    answers['/supported'] = text(status, 'no such page')
    for (let checks = 1; checks <= 4; checks += 1) {
      circuit.checkIfDue()
      time.advance(0)
      await until(() => asked('/supported') === checks)
      await new Promise((go) => setTimeout(go, 50))
      time.advance(10_000)
    }
    expect([circuit.retryAfterS(), (await verify()).status]).toEqual([null, 'valid'])
    expect(events()).not.toContain('facilitator_circuit_open')
  })
})
