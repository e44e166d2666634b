import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// A service that is stopped, and started on the same data folder with other settings: what its earlier buyers get.

const body = { url: 'https://93.184.215.14/' }
const internet = await forFile(openInternet())
const bank = countingFacilitator()
let dataDir: string
let ran = 0
const completed: ToolRunner = async ({ jobId }) => {
  ran += 1
  return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-changed-'))
  ran = 0
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  delete bank.instead.settle
})

const open = (env: Readonly<Record<string, string>> = {}) =>
  openTestService({
    internet,
    dataDir,
    facilitator: bank.facilitator,
    runners: { probe_url: completed },
    env: { BASE_URL: 'https://check.example.com', ...env },
  })

/** A payment of a first service, whose settlement ended like this. */
async function pay(settlement: 'settled' | 'unknown') {
  await using first = await open()
  const payload = await openBuyer().payloadFor(first.offer())
  const extensions = {
    ...payload.extensions,
    'payment-identifier': { info: { required: false, id: 'pay_0123456789abcdef' } },
  }
  const header = headerOf({ ...payload, extensions })
  if (settlement === 'unknown') bank.instead.settle = unknown
  const response = await first.post(body, { 'payment-signature': header })
  const text = await response.text()
  expect(response.status).toBe(settlement === 'settled' ? 200 : 503)
  bank.calls.length = 0
  return { header, text }
}

const unknown = async () => ({ status: 'unknown', detail: 'cut', transaction: null }) as const

const OTHER_ADDRESS = '0x1111111111111111111111111111111111111111'
const changes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the same settings', {}],
  ['another pay_to', { PAY_TO: OTHER_ADDRESS }],
  ['another price', { PROBE_URL_PRICE_USD: '0.01' }],
  ['a tool that is no longer sold', { PROBE_URL_ENABLED: 'false' }],
  ['another lifetime of evidence', { EVIDENCE_TTL_HOURS: '1' }],
  ['no address to be paid at', { MODE: 'testnet' }],
  ['another asset', { ASSET: OTHER_ADDRESS, ASSET_NAME: 'Coin', ASSET_VERSION: '1' }],
  [
    'another network',
    {
      MODE: 'production',
      PAY_TO: OTHER_ADDRESS,
      FACILITATOR_URL: 'https://facilitator.example.com',
    },
  ],
]

describe.each(changes)('after a restart with %s', (_name, env) => {
  test('the buyer of a settled call gets its report', async () => {
    const { header, text } = await pay('settled')
    await using shop = await open(env)
    const response = await shop.post(body, { 'payment-signature': header })
    expect([response.status, await response.text()]).toEqual([200, text])
    expect(response.headers.get('payment-response')).not.toBeNull()
    expect([ran, bank.calls.filter((call) => call === 'settle')]).toEqual([1, []])
  })

  test('the buyer of an unknown settlement is not asked to pay again, and gets the report once it is settled', async () => {
    const { header } = await pay('unknown')
    await using shop = await open(env)
    const repeated = await shop.post(body, { 'payment-signature': header })
    expect([repeated.status, await readJson(repeated)]).toMatchObject([
      503,
      { code: 'settlement_unknown', payment: { state: 'unknown' } },
    ])
    delete bank.instead.settle
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const settled = await shop.post(body, { 'payment-signature': header })
    expect([settled.status, await readJson(settled)]).toMatchObject([
      200,
      { job_id: expect.any(String) },
    ])
    expect(ran).toBe(1)
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
