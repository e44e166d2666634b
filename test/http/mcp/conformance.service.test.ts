import { request } from 'node:http'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { buyOverMcp, callTool, connectMcp, offerIn } from '#test/equipment/payment/mcp-buyer.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'

// The payment cases of the HTTP tests, over MCP. An address needs no DNS, and the tool is trivial.
const page = 'https://93.184.215.14/'
const used = 'invalid_exact_evm_nonce_already_used'
const bank = countingFacilitator()
const completed: ToolRunner = async ({ jobId }) => ({
  status: 'completed',
  body: JSON.stringify({ job_id: jobId, findings: [], screenshot: null, untrusted_paths: [] }),
  resultStatus: 'PASS',
})
let ran = 0
let run = completed

const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: {
      probe_url: (job, signal) => {
        ran += 1
        return run(job, signal)
      },
    },
    env: { LIMITS_ADMITTED_JOBS: '100' },
  }),
)
const client = await connectMcp(`${shop.service.baseUrl}/mcp`)

beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
  ran = 0
  run = completed
})

const call = { name: 'probe_url', arguments: { url: page } }
const send = (payment: unknown, args: object = {}) =>
  callTool(client, { ...call, arguments: { url: page, ...args } }, payment)

async function paymentOf(buyer: Buyer = openBuyer(), id: string | null = null) {
  const payment = await buyer.payloadFor(offerIn(await callTool(client, call)))
  const named = { 'payment-identifier': { info: { required: false, id } } }
  return id === null ? payment : { ...payment, extensions: { ...payment.extensions, ...named } }
}

/** The same authorization over HTTP. */
const sendOverHttp = (payment: PaymentPayload) =>
  shop.post(
    { url: page },
    { 'payment-signature': headerOf({ ...payment, resource: shop.offer().resource }) },
  )

/** The values by which a buyer decides. */
function gist({ isError, structuredContent = {} }: CallToolResult) {
  const { code, error, payment, job_id } = structuredContent as {
    code?: string
    error?: string
    payment?: { state: string }
    job_id?: string
  }
  if (isError !== true) return [job_id === undefined ? 'no report' : 'report']
  return [code ?? error, ...(payment === undefined ? [] : [payment.state])]
}
const settles = () => bank.calls.filter((step) => step === 'settle').length
const newId = () => `pay_${crypto.randomUUID()}`

test('a client of a few lines around the official x402 client buys a report', async () => {
  const result = await buyOverMcp(client, openBuyer(), call)
  expect(gist(result)).toEqual(['report'])
  expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true })
  expect([ran, bank.calls]).toEqual([1, ['verify', 'settle']])
})

describe('a job that fails', () => {
  test('is not settled, and its authorization does not run again', async () => {
    run = async () => ({ status: 'failed', reason: 'internal' })
    const payment = await paymentOf()
    expect(gist(await send(payment))).toEqual(['job_failed', 'not_settled'])
    run = completed
    expect(gist(await send(payment))).toEqual([used])
    expect([ran, settles()]).toEqual([1, 0])
  })
})

describe('a lost result', () => {
  test('of a payment with an identifier is returned again in either form; nothing runs, nothing is paid', async () => {
    const payment = await paymentOf(openBuyer(), newId())
    const first = await send(payment)
    expect(gist(first)).toEqual(['report'])
    bank.calls.length = 0
    expect(await send(payment)).toEqual(first)
    const full = await send(payment, { detail: 'full' })
    expect(full.structuredContent).toMatchObject({ job_id: first.structuredContent?.['job_id'] })
    expect(full._meta).toEqual(first._meta)
    expect([ran, bank.calls]).toEqual([1, []])
  })

  test('of a payment without one is returned again only if it was not delivered', async () => {
    const payment = await paymentOf()
    const settling = gate()
    const closed = gate()
    bank.instead.settle = async () => {
      settling.open()
      await closed.opened
      return settledOf(payment)
    }
    const calling = request(`${shop.service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    })
    calling.on('error', () => {}).end(JSON.stringify(toolsCall(payment)))
    await settling.opened
    calling.destroy()
    // The service responds after it has seen that this connection is gone.
    await shop.get('/health')
    closed.open()
    await expect.poll(() => shop.service.admission.running).toBe(0)
    delete bank.instead.settle
    expect(gist(await send(payment))).toEqual(['report'])
    expect(gist(await send(payment))).toEqual([used])
    expect([ran, settles()]).toEqual([1, 1])
  })

  test('of an unknown settlement is settled when its buyer sends the same call again', async () => {
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    const payment = await paymentOf()
    expect(gist(await send(payment))).toEqual(['settlement_unknown', 'unknown'])
    delete bank.instead.settle
    expect(gist(await send(payment))).toEqual(['report'])
    expect(ran).toBe(1)
  })
})

test('one identifier does not serve two payments', async () => {
  const id = newId()
  const buyer = openBuyer()
  expect(gist(await send(await paymentOf(buyer, id)))).toEqual(['report'])
  const other = await send(await paymentOf(buyer, id))
  expect(gist(other)[0]).toBe('payment_identifier_conflict')
  expect(other.structuredContent).not.toHaveProperty('job_id')
  expect([ran, settles()]).toEqual([1, 1])
})

test('a payment that cannot be verified now is usable afterwards', async () => {
  bank.instead.verify = async () => ({ status: 'unavailable', detail: 'down' })
  const payment = await paymentOf()
  expect(gist(await send(payment))).toEqual(['facilitator_unavailable', 'not_taken'])
  delete bank.instead.verify
  expect(gist(await send(payment))).toEqual(['report'])
  expect([ran, settles()]).toEqual([1, 1])
})

test('of 50 copies at once, half over MCP and half over HTTP, exactly one runs and settles', async () => {
  const payment = await paymentOf()
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) => {
      if (nth % 2 === 0) return gist(await send(payment))[0]
      const response = await sendOverHttp(payment)
      return response.status === 200 ? 'report' : String((await readJson(response)).error)
    }),
  )
  expect(answers.filter((answer) => answer === 'report')).toHaveLength(1)
  expect([ran, settles()]).toEqual([1, 1])
})

/** The request as the official client sends it. */
function toolsCall(payment: PaymentPayload) {
  const params = { ...call, _meta: { 'x402/payment': payment } }
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
}

function settledOf({ payload }: PaymentPayload) {
  const { from } = payload['authorization'] as { from: string }
  const transaction = `0x${'ab'.repeat(32)}`
  const receipt = { success: true, transaction, payer: from, network: 'eip155:84532' } as const
  return { status: 'settled', receipt } as const
}
