import { beforeEach, expect, test } from 'vitest'
import { respond } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/?session=s3cret'
const bank = countingFacilitator()

const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet, facilitator: bank.facilitator }))
beforeEach(() => {
  delete bank.instead.settle
  delete bank.instead.verify
})

const lines = () => shop.logged.filter(({ event }) => event === 'paid_call')
const pay = (header: string, url = page) => shop.post({ url }, { 'payment-signature': header })

test('a paid call is one line with everything for the operator, without path and query', async () => {
  const buyer = openBuyer()
  const before = lines().length
  const answer = await pay(await buyer.headerFor(shop.offer()))
  const { job_id, result_status } = await readJson(answer)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/)
  const receipt = JSON.parse(atob(answer.headers.get('payment-response') ?? ''))
  const [line, ...others] = lines().slice(before)
  expect(others).toEqual([])
  expect(line).toEqual({
    time: expect.stringMatching(/^2\d{3}-/),
    level: 'info',
    event: 'paid_call',
    tool: 'probe_url',
    outcome: 'report',
    reason: null,
    request_id: answer.headers.get('x-request-id'),
    job_id,
    verdict: result_status,
    payer: buyer.address.toLowerCase(),
    network: 'eip155:84532',
    amount_atomic: '5000',
    settlement: 'settled',
    transaction: receipt.transaction,
    target: 'www.site.example.com',
    egress: {
      allowed: expect.any(Number),
      blocked: 0,
      failed: expect.any(Number),
      reasons: expect.any(Object),
    },
    ms: expect.any(Number),
    verify_ms: expect.any(Number),
    run_ms: expect.any(Number),
    settle_ms: expect.any(Number),
  })
  const { allowed } = Object(line?.['egress'])
  expect(allowed).toBeGreaterThan(0)
  expect(JSON.stringify(shop.logged)).not.toContain('s3cret')
})

test('a refused settlement, an unknown one and a rejected payment are one line each', async () => {
  const before = lines().length
  bank.instead.settle = async () => refusedForFunds
  await pay(await openBuyer().headerFor(shop.offer()))
  const transaction = `0x${'ab'.repeat(32)}`
  bank.instead.settle = async () => ({ status: 'unknown', detail: 'timeout', transaction })
  await pay(await openBuyer().headerFor(shop.offer()))
  bank.instead.verify = async () => ({ status: 'invalid', reason: 'insufficient_funds' })
  await pay(await openBuyer().headerFor(shop.offer()))
  expect(lines().slice(before)).toMatchObject([
    { outcome: 'refused', reason: 'insufficient_funds', settlement: 'refused', verdict: 'PASS' },
    {
      outcome: 'unavailable',
      reason: 'settlement_unknown',
      settlement: 'unknown',
      transaction,
    },
    { outcome: 'quote', reason: 'insufficient_funds', amount_atomic: '5000' },
  ])
  const rejected = lines().at(-1) ?? {}
  expect(Object.keys(rejected)).not.toContain('settlement')
  expect(Object.keys(rejected)).not.toContain('job_id')
})

test('a repeated response is a line with the job and the transaction of the first', async () => {
  const payload = await openBuyer().payloadFor(shop.offer())
  const extensions = {
    'payment-identifier': { info: { required: false, id: 'pay_fedcba9876543210' } },
  }
  const header = headerOf({ ...payload, extensions })
  await pay(header)
  await pay(header)
  const [first, again] = lines().slice(-2)
  expect(again).toMatchObject({
    outcome: 'report',
    reason: 'stored_response',
    job_id: first?.['job_id'],
    transaction: first?.['transaction'],
    amount_atomic: '5000',
  })
  expect(Object.keys(again ?? {})).not.toContain('run_ms')
})

test('a redirect to a private address is a refusal in the counts of egress', async () => {
  internet.dns.set('inside.example.com', { a: ['10.0.0.1'] })
  await internet.addSite('away.example.com', {
    ip: '93.184.215.31',
    https: respond(302, { location: 'https://inside.example.com/' }, ''),
  })
  await pay(await openBuyer().headerFor(shop.offer()), 'https://away.example.com/')
  expect(lines().at(-1)).toMatchObject({
    egress: { blocked: 1, reasons: { url_resolves_not_public: 1 } },
  })
})
