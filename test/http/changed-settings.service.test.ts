import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { systemClock } from '#runtime/clock.ts'
import { rotateSigningKey } from '#store/keys/signing-keys.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// A service that is stopped or dies, and is started on the same data folder with other settings: what its earlier buyers get.

const body = { url: 'https://93.184.215.14/' }
const internet = await forFile(openInternet())
const bucket = await forFile(BucketServer.open())
const bank = countingFacilitator()
let dataDir: string
let ran = 0
let whileRunning = () => {}
let aheadMs = 0
const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs }
const completed: ToolRunner = async ({ jobId }) => {
  ran += 1
  whileRunning()
  return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
}

beforeEach(() => {
  dataDir = temporaryFolder()
  ran = 0
})
afterEach(() => {
  delete bank.instead.settle
})

const open = (env: Readonly<Record<string, string>> = {}) =>
  openTestService({
    internet,
    dataDir,
    clock,
    facilitator: bank.facilitator,
    runners: { probe_url: completed },
    env: { BASE_URL: 'https://check.example.com', ...env },
  })

/** A payment of a first service, whose settlement ended like this. `during`: called in that step of the call. */
async function pay(
  settlement: 'settled' | 'unknown',
  during: { readonly run?: () => void; readonly settle?: () => void } = {},
) {
  await using first = await open()
  const payload = await openBuyer().payloadFor(first.offer())
  const extensions = {
    ...payload.extensions,
    'payment-identifier': { info: { required: false, id: 'pay_0123456789abcdef' } },
  }
  const header = headerOf({ ...payload, extensions })
  whileRunning = during.run ?? (() => {})
  if (settlement === 'unknown') {
    bank.instead.settle = async () => {
      during.settle?.()
      return { status: 'unknown', detail: 'cut', transaction: null }
    }
  }
  const response = await first.post(body, { 'payment-signature': header })
  const text = await response.text()
  expect(response.status).toBe(settlement === 'settled' ? 200 : 503)
  bank.calls.length = 0
  return { header, text }
}

/** A payment of a first service, which died in this step of the call. */
async function payUntil(step: 'run' | 'settle') {
  const atDeath = `${dataDir}-at-death`
  const { header } = await pay('unknown', {
    [step]: () => cpSync(dataDir, atDeath, { recursive: true }),
  })
  rmSync(dataDir, { recursive: true })
  renameSync(atDeath, dataDir)
  delete bank.instead.settle
  return header
}

const OTHER_ADDRESS = '0x1111111111111111111111111111111111111111'
/** The status and code that the buyer of a call gets that was running when the service died. */
const used = [402, 'invalid_exact_evm_nonce_already_used'] as const
const underWay = [503, 'settlement_unknown'] as const

interface Change {
  readonly what: string
  readonly env?: Readonly<Record<string, string>>
  /** Changes the data folder. */
  readonly change?: () => void
  readonly afterRun?: readonly [number, string]
}
const changes: readonly Change[] = [
  { what: 'the same settings' },
  { what: 'another pay_to', env: { PAY_TO: OTHER_ADDRESS } },
  { what: 'another price', env: { PROBE_URL_PRICE_USD: '0.01' } },
  {
    what: 'a tool that is no longer sold',
    env: { PROBE_URL_ENABLED: 'false' },
    afterRun: [503, 'route_disabled'],
  },
  { what: 'another lifetime of evidence', env: { EVIDENCE_TTL_HOURS: '1' } },
  { what: 'a bucket for screenshots', env: { EVIDENCE_URL: bucket.text() } },
  {
    what: 'no address to be paid at',
    env: { MODE: 'testnet' },
    afterRun: [503, 'not_configured'],
  },
  {
    what: 'another asset',
    env: { ASSET: OTHER_ADDRESS, ASSET_NAME: 'Coin', ASSET_VERSION: '1' },
  },
  {
    what: 'another network',
    env: {
      MODE: 'production',
      PAY_TO: OTHER_ADDRESS,
      FACILITATOR_URL: 'https://facilitator.example.com',
    },
  },
  { what: 'other services on the data folder', env: { SHARED: 'true' }, afterRun: underWay },
  {
    what: 'less time for a call',
    env: { LIMITS_DEADLINE_MS: '8000', LIMITS_SETTLE_RESERVE_MS: '2000' },
  },
  {
    what: 'a new signing key',
    change: () => rotateSigningKey(dataDir, systemClock.now(), { revoke: false }),
  },
  { what: 'lost signing keys', change: () => rmSync(join(dataDir, 'signing-keys.json')) },
]

describe.each(changes)('after a restart with $what', ({ env, change, afterRun = used }) => {
  test('the buyer of a settled call gets its report', async () => {
    const { header, text } = await pay('settled')
    change?.()
    await using shop = await open(env)
    const response = await shop.post(body, { 'payment-signature': header })
    expect([response.status, await response.text()]).toEqual([200, text])
    expect(response.headers.get('payment-response')).not.toBeNull()
    expect([ran, bank.calls.filter((call) => call === 'settle')]).toEqual([1, []])
  })

  test('the buyer of an unknown settlement is not asked to pay again, and gets the report once it is settled', async () => {
    const { header } = await pay('unknown')
    change?.()
    await using shop = await open(env)
    const repeated = await shop.post(body, { 'payment-signature': header })
    expect([repeated.status, await readJson(repeated)]).toMatchObject([
      503,
      { code: 'settlement_unknown', payment: { state: 'unknown' } },
    ])
    delete bank.instead.settle
    // A settlement is not repeated sooner.
    aheadMs += 2_000
    const settled = await shop.post(body, { 'payment-signature': header })
    expect([settled.status, await readJson(settled)]).toMatchObject([
      200,
      { job_id: expect.any(String) },
    ])
    expect(ran).toBe(1)
  })

  test('the payment of a call that was running is not settled, and buys nothing else', async () => {
    const header = await payUntil('run')
    change?.()
    await using shop = await open(env)
    const response = await shop.post(body, { 'payment-signature': header })
    const { code, error } = await readJson(response)
    expect([response.status, code ?? error]).toEqual(afterRun)
    expect([ran, bank.calls]).toEqual([1, []])
  })

  test('the buyer of a call that was being settled gets its report once it is settled', async () => {
    const header = await payUntil('settle')
    change?.()
    await using shop = await open(env)
    const response = await shop.post(body, { 'payment-signature': header })
    const { code, job_id } = await readJson(response)
    // Another service may still be settling it, so it is not settled here before that one must have ended.
    const isTaken = afterRun === underWay
    expect([response.status, code ?? typeof job_id]).toEqual(isTaken ? underWay : [200, 'string'])
    expect([ran, bank.calls]).toEqual([1, isTaken ? [] : ['settle']])
  })
})

test('a payment that names another network is not executed, and its nonce is not used up', async () => {
  await using shop = await open()
  const honest = await signedPayload(openBuyer(), shop.offer())
  for (const accepted of [
    { ...honest.accepted, network: 'eip155:8453' },
    { ...honest.accepted, asset: OTHER_ADDRESS },
    { ...honest.accepted, asset: '\u0000' },
  ]) {
    const response = await shop.post(body, {
      'payment-signature': headerOf({ ...honest, accepted }),
    })
    expect(response.status).toBe(402)
  }
  expect(ran).toBe(0)
  const response = await shop.post(body, { 'payment-signature': headerOf(honest) })
  expect(response.status).toBe(200)
})
