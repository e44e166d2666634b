import { beforeEach, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { formatHostPort } from '#settings/values.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'
import { toolDefinitions } from '#tools/tools.ts'

const TEN_MINUTES = 600_000
let offsetMs = 0
let ran = 0
/** Jobs against these hosts last until the test ends them, or their client disconnects. */
const slow = new Map<string, Promise<void>>()
let begun = gate()
const bank = countingFacilitator()
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + offsetMs,
  monotonicMs: () => systemClock.monotonicMs() + offsetMs,
}
const runner: ToolRunner = async ({ jobId, target }, deadline) => {
  ran += 1
  begun.open()
  const held = slow.get(target.host)
  if (held !== undefined) {
    try {
      await deadline.race(held)
    } catch {
      return { status: 'failed', reason: 'deadline' }
    }
  }
  return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
}
const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({
    internet,
    facilitator: bank.facilitator,
    clock,
    runners: { probe_url: runner },
    env: { LIMITS_ADMITTED_JOBS: '100' },
  }),
)
const origin = `http://${formatHostPort(shop.service.listening)}`

beforeEach(() => {
  offsetMs += 3 * TEN_MINUTES
  ran = 0
  slow.clear()
  bank.calls.length = 0
})

const headerFor = async (buyer: Buyer, id?: string) => {
  const validBefore = BigInt(Math.floor(clock.now() / 1000) + 100)
  const payload = await signedPayload(buyer, shop.offer(), { validBefore })
  bank.instead.verify = async () => ({ status: 'valid', payer: buyer.address })
  bank.instead.settle = async () => ({ status: 'settled', receipt })
  if (id === undefined) return headerOf(payload)
  const extensions = { 'payment-identifier': { info: { required: false, id } } }
  return headerOf({ ...payload, extensions })
}
const receipt = {
  success: true,
  transaction: `0x${'ab'.repeat(32)}`,
  network: 'eip155:84532',
} as const

const buy = async (buyer: Buyer, host: string) => {
  const header = await headerFor(buyer)
  return shop.post({ url: `https://${host}/` }, { 'payment-signature': header })
}

/**
 * Sends a payment and closes the connection once the job runs; resolves when the call has ended. `endsJob`: lets the job
 * finish.
 */
async function hangUp(header: string, host: string, endsJob = false): Promise<void> {
  const held = gate()
  slow.set(host, held.opened)
  begun = gate()
  const going = new AbortController()
  const ended = shop.logged.length
  const sent = fetch(`${origin}${toolDefinitions.probe_url.endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': header },
    body: JSON.stringify({ url: `https://${host}/` }),
    signal: going.signal,
  }).catch(() => null)
  await begun.opened
  going.abort()
  await sent
  if (endsJob) {
    // Its response arrives after the server has noticed that the other connection is closed.
    await shop.get('/health')
    held.open()
  }
  await expect
    .poll(() => shop.logged.slice(ended).some(({ event }) => event === 'paid_call'))
    .toBe(true)
  slow.delete(host)
}

test('a client that disconnects ends its job, is not charged, and uses its authorization up; a second time within ten minutes pauses its payer for ten', async () => {
  const buyer = openBuyer()
  const host = '93.184.215.14'
  const header = await headerFor(buyer)
  await hangUp(header, host)
  expect(shop.logged.at(-1)).toMatchObject({ failure: 'client_gone', outcome: 'unavailable' })
  expect(bank.calls).toEqual(['verify'])
  const again = await shop.post({ url: `https://${host}/` }, { 'payment-signature': header })
  expect([again.status, (await readJson(again)).error]).toEqual([
    402,
    'invalid_exact_evm_nonce_already_used',
  ])
  expect((await buy(buyer, host)).status).toBe(200)
  await hangUp(await headerFor(buyer), host)
  const paused = await buy(buyer, host)
  expect([paused.status, (await readJson(paused)).code]).toEqual([503, 'payer_limited'])
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(590)
  expect(ran).toBe(3)
  expect((await buy(openBuyer(), host)).status).toBe(200)
  offsetMs += TEN_MINUTES + 1_000
  expect((await buy(buyer, host)).status).toBe(200)
})

test('with a payment identifier the job continues, is settled, and its report is kept for the client', async () => {
  const host = '93.184.215.16'
  const header = await headerFor(openBuyer(), 'hang-up-0000000001')
  await hangUp(header, host, true)
  const again = await shop.post({ url: `https://${host}/` }, { 'payment-signature': header })
  expect([again.status, ran, bank.calls]).toEqual([200, 1, ['verify', 'settle']])
})

test('a client that disconnects while its payment is verified uses nothing up: the payment can be sent again', async () => {
  const buyer = openBuyer()
  const header = await headerFor(buyer)
  const [asked, mayAnswer] = [gate(), gate()]
  bank.instead.verify = async () => {
    asked.open()
    await mayAnswer.opened
    return { status: 'valid', payer: buyer.address }
  }
  const body = JSON.stringify({ url: 'https://93.184.215.17/' })
  const headers = { 'content-type': 'application/json', 'payment-signature': header }
  const going = new AbortController()
  const ended = shop.logged.length
  const url = `${origin}${toolDefinitions.probe_url.endpoint}`
  const sent = fetch(url, { method: 'POST', headers, body, signal: going.signal }).catch(() => null)
  await asked.opened
  going.abort()
  await sent
  await shop.get('/health')
  mayAnswer.open()
  await expect.poll(() => shop.logged.length).toBeGreaterThan(ended)
  expect(shop.logged.at(-1)).toMatchObject({ event: 'paid_call', reason: 'job_failed' })
  expect(ran).toBe(0)
  const again = await shop.post(body, { 'payment-signature': header })
  expect([again.status, ran]).toEqual([200, 1])
})

test('two that are more than ten minutes apart cause no pause', async () => {
  const buyer = openBuyer()
  const host = '93.184.215.15'
  await hangUp(await headerFor(buyer), host)
  offsetMs += TEN_MINUTES + 1_000
  await hangUp(await headerFor(buyer), host)
  expect((await buy(buyer, host)).status).toBe(200)
})

test('after five cancelled jobs against a domain new payers have one job at a time against it, for ten minutes', async () => {
  const regular = openBuyer()
  expect((await buy(regular, 'other.example.com')).status).toBe(200)
  for (let nth = 0; nth < 5; nth += 1) {
    await hangUp(await headerFor(openBuyer()), `n${nth}.victim.example.com`)
  }
  const host = 'www.example.com'
  const held = gate()
  slow.set(host, held.opened)
  begun = gate()
  const first = buy(openBuyer(), host)
  await begun.opened
  const second = openBuyer()
  const refused = await buy(second, 'n9.victim.example.com')
  expect(await readJson(refused)).toMatchObject({
    status: 503,
    code: 'at_capacity',
    payment: { state: 'not_taken' },
    detail: expect.stringContaining('one job at a time'),
  })
  expect((await buy(regular, 'n9.victim.example.com')).status).toBe(200)
  expect((await buy(openBuyer(), 'www.example.net')).status).toBe(200)
  held.open()
  expect((await first).status).toBe(200)
  expect((await buy(second, 'n9.victim.example.com')).status).toBe(200)

  offsetMs += TEN_MINUTES + 1_000
  const later = gate()
  slow.set(host, later.opened)
  begun = gate()
  const third = buy(openBuyer(), host)
  await begun.opened
  expect((await buy(openBuyer(), 'n9.victim.example.com')).status).toBe(200)
  later.open()
  expect((await third).status).toBe(200)
})
