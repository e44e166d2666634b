import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Offer } from '#payment/x402/offer.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const used = 'invalid_exact_evm_nonce_already_used'
const bank = countingFacilitator()
const internet = await forFile(openInternetWithSite())
let service: TestService
let client: Client

beforeAll(async () => {
  // Sold, and never run here.
  const unused = async () => ({ status: 'failed', reason: 'internal' }) as const
  service = await openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: { render_page: unused, verify_page: unused },
  })
  client = await connect()
})
afterAll(async () => {
  await client.close()
  await service.close()
})
beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
})

const nested = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}0${close.repeat(levels)}`
const callWith = (params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_url",${params}}}`

async function connect(): Promise<Client> {
  const one = new Client({ name: 'test', version: '1.0.0' })
  await one.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.service.baseUrl)))
  return one
}

function call(paid?: unknown, args: Record<string, unknown> = { url: page }, tool = 'probe_url') {
  const meta = paid === undefined ? {} : { _meta: { 'x402/payment': paid } }
  return client.callTool({ name: tool, arguments: args, ...meta }) as Promise<CallToolResult>
}

const sold = <Any extends { readonly name: string }>(tools: readonly Any[]) =>
  tools.filter(({ name }) => name !== 'get_report')

const structured = (result: CallToolResult) => result.structuredContent as Record<string, unknown>
const textOf = (result: CallToolResult) => {
  const [part] = result.content
  return part?.type === 'text' ? part.text : ''
}
const receiptOf = (result: CallToolResult) => result._meta?.['x402/payment-response']
const offerOf = (result: CallToolResult) => result.structuredContent as unknown as Offer

async function payment(changes = {}): Promise<PaymentPayload> {
  // A payer is paused after a refused settlement, so each payment has a new payer.
  return signedPayload(openBuyer(), offerOf(await call()), {
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 200),
    ...changes,
  })
}

/** The same authorization as an HTTP client sends it. */
function overHttp(one: PaymentPayload): Record<string, string> {
  const { resource } = service.offer('probe_url')
  return { 'payment-signature': headerOf({ ...one, resource }) }
}

test.each([
  ['take money', { MODE: 'testnet' }, { readOnlyHint: false, destructiveHint: true }],
  ['are paid simulated money', {}, { readOnlyHint: true }],
])('the tools of a service that %s say so', async (_what, env, hints) => {
  await using other = await openTestService({ internet, facilitator: bank.facilitator, env })
  const { baseUrl } = other.service
  const buyer = new Client({ name: 'test', version: '1.0.0' })
  await buyer.connect(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl)))
  const { tools } = await buyer.listTools()
  await buyer.close()
  expect(sold(tools).map(({ annotations }) => annotations)).toMatchObject([hints, hints, hints])
})

test('the definition of each tool states its current price, for models and for programs', async () => {
  await using other = await openTestService({
    internet,
    facilitator: bank.facilitator,
    env: { PROBE_URL_PRICE_USD: '0.0125' },
  })
  const buyer = new Client({ name: 'test', version: '1.0.0' })
  await buyer.connect(new StreamableHTTPClientTransport(new URL('/mcp', other.service.baseUrl)))
  const { tools } = await buyer.listTools()
  await buyer.close()
  expect(sold(tools).map(({ description, _meta }) => [description, _meta])).toEqual([
    [
      'HTTP, DNS and TLS checks of one public URL. Costs 0.0125 USD per report.',
      {
        'agents-x402/paymentRequired': true,
        'agents-x402/priceUSD': 0.0125,
        x402: expect.objectContaining({ paymentRequired: true, amount: '12500', scheme: 'exact' }),
      },
    ],
    [
      'One page rendered in Chrome, with screenshot evidence. Costs 0.02 USD per report.',
      {
        'agents-x402/paymentRequired': true,
        'agents-x402/priceUSD': 0.02,
      },
    ],
    [
      'Probe, rendering and up to 20 same-origin links together. Costs 0.05 USD per report.',
      {
        'agents-x402/paymentRequired': true,
        'agents-x402/priceUSD': 0.05,
      },
    ],
  ])
})

describe('a call without payment', () => {
  test('is a tool error with PaymentRequired as structured content and as text', async () => {
    const result = await call()
    expect(result.isError).toBe(true)
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    expect(structured(result)).toMatchObject({
      x402Version: 2,
      error: 'payment_required',
      resource: { url: 'mcp://tool/probe_url' },
      accepts: [{ scheme: 'exact', amount: '5000' }],
    })
    expect(bank.calls).toEqual([])
  })

  test.each(['probe_url', 'render_page', 'verify_page'])(
    'has a catalogue entry of %s that the official validator accepts',
    async (tool) => {
      const { extensions } = offerOf(await call(undefined, { url: page }, tool))
      const bazaar = extensions?.['bazaar']
      expect(bazaar).toMatchObject({ info: { input: { type: 'mcp', tool } } })
      expect(validateDiscoveryExtension(bazaar as never)).toMatchObject({ valid: true })
    },
  )

  test('has the terms of the HTTP route', async () => {
    const { accepts } = offerOf(await call())
    expect(accepts).toEqual(service.offer('probe_url').accepts)
  })
})

describe('a paid call', () => {
  test('returns the report and its receipt', async () => {
    const result = await call(await payment())
    expect(result.isError).toBeUndefined()
    expect(structured(result)).toMatchObject({ result_status: 'PASS', final_url: page })
    expect(receiptOf(result)).toMatchObject({ success: true, network: 'eip155:84532' })
    expect(bank.calls).toEqual(['verify', 'settle'])
  })

  test('returns all evidence on request', async () => {
    const result = await call(await payment(), { url: page, detail: 'full' })
    expect(structured(result)).toHaveProperty('dns')
  })

  test('can be read whole afterwards, without payment, by job_id or report_url', async () => {
    const compact = structured(await call(await payment()))
    expect(compact).not.toHaveProperty('dns')
    bank.calls.length = 0
    for (const name of [
      compact['job_id'],
      compact['report_url'],
      `${compact['report_url']}.json`,
    ]) {
      const whole = await call(undefined, { job_id: name }, 'get_report')
      expect(structured(whole)).toMatchObject({ job_id: compact['job_id'], dns: expect.anything() })
      expect(structured(whole)['report_sha256']).toBe(compact['report_sha256'])
    }
    const again = await call(
      undefined,
      { job_id: compact['job_id'], detail: 'compact' },
      'get_report',
    )
    expect(structured(again)).toEqual(compact)
    expect(bank.calls).toEqual([])
  })

  test.each([
    [{ job_id: '01a203da-6536-761d-8b87-92fde6ec6703' }, 'There is no such report'],
    [{ job_id: `https://elsewhere.example/reports/${'a'.repeat(43)}` }, 'There is no such report'],
    [{ job_id: '/reports/../../etc/passwd' }, 'There is no such report'],
    [{}, 'job_id'],
    [{ job_id: 'x', detail: 'most' }, 'detail'],
  ])('get_report of %j is an error that says so', async (args, text) => {
    const result = await call(undefined, args, 'get_report')
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain(text)
  })

  test('runs once for 50 copies at the same time', async () => {
    const one = await payment()
    const results = await Promise.all(Array.from({ length: 50 }, () => call(one)))
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1)
    expect(bank.calls.filter((step) => step === 'settle')).toHaveLength(1)
  })

  test('uses the authorization up for HTTP, and HTTP for MCP', async () => {
    const one = await payment()
    await call(one)
    const second = await service.post({ url: page }, overHttp(one))
    expect(second.status).toBe(402)
    expect(await readJson(second)).toMatchObject({ error: used })

    const other = await payment()
    const first = await service.post({ url: page }, overHttp(other))
    expect(first.status).toBe(200)
    expect(structured(await call(other))).toMatchObject({ error: used })
    expect(bank.calls.filter((step) => step === 'settle')).toHaveLength(2)
  })

  test('runs once when HTTP and MCP get the same payment at the same time', async () => {
    const one = await payment()
    const [result, response] = await Promise.all([
      call(one),
      service.post({ url: page }, overHttp(one)),
    ])
    const reports = [result.isError !== true, response.status === 200]
    expect(reports.filter(Boolean)).toHaveLength(1)
    expect(bank.calls.filter((step) => step === 'settle')).toHaveLength(1)
  })

  test('with a refused settlement withholds the report', async () => {
    bank.instead.settle = async () => refusedForFunds
    const result = await call(await payment())
    expect(result.isError).toBe(true)
    expect(structured(result)).toMatchObject({ x402Version: 2, error: 'insufficient_funds' })
    expect(receiptOf(result)).toMatchObject({ success: false })
  })

  test('with an unknown settlement asks for no further payment', async () => {
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'timeout', transaction: null })
    const result = await call(await payment())
    expect(structured(result)).toMatchObject({
      code: 'settlement_unknown',
      payment: { state: 'unknown' },
    })
    expect(structured(result)).not.toHaveProperty('accepts')
  })

  test.each([
    ['text', 'not an object'],
    ['an empty object', {}],
    ['a list', []],
    ['a V1 payload', { x402Version: 1, scheme: 'exact', payload: {} }],
  ])('with %s as payment is quoted again', async (_what, wrong) => {
    const result = await call(wrong)
    expect(structured(result)['error']).toMatch(/^invalid_(payload|x402_version)$/)
    expect(bank.calls).toEqual([])
  })

  test('for another price is quoted again and not used up', async () => {
    const cheap = await payment()
    const result = await call(cheap, { url: page }, 'verify_page')
    expect(result.isError).toBe(true)
    expect((await call(cheap)).isError).toBeUndefined()
  })
})

test.each([
  ['http://127.0.0.1/', 'url_host_not_public'],
  ['https://example.com:8443/', 'url_port'],
  ['', 'string_too_short'],
  [7, 'string_type'],
])('the URL %j is refused before payment', async (url, type) => {
  const result = await call(await payment(), { url })
  expect(result.isError).toBe(true)
  expect(textOf(result)).toContain(type)
  expect(structured(result)).toMatchObject({ detail: [{ loc: ['body', 'url'], type }] })
  expect(bank.calls).toEqual([])
})

describe('the transport', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  }
  const post = (body: string, fields: Record<string, string> = {}) =>
    fetch(new URL('/mcp', service.service.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...fields,
      },
      body,
    })

  function initializeWith(clientInfo: object): string {
    const params = {
      ...initialize.params,
      clientInfo: { name: 'test', version: '1', ...clientInfo },
    }
    return JSON.stringify({ ...initialize, params })
  }

  test('the error for an initialize with many faults is short', async () => {
    const response = await post(initializeWith({ icons: Array(400).fill(1) }))
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ id: initialize.id, error: { code: -32602 } })
    expect(text.length).toBeLessThan(300)
  })

  test('has no sessions', async () => {
    const response = await post(JSON.stringify(initialize))
    expect(response.status).toBe(200)
    expect(response.headers.has('mcp-session-id')).toBe(false)
  })

  test.each([
    ['a page of another site', 'https://evil.example', 403],
    ['a page on loopback, mapped to IPv6', 'http://[::ffff:127.0.0.1]:3000', 200],
    ['a page of an opaque origin', 'null', 403],
    ['a page on this machine', 'http://localhost:3000', 200],
  ])('answers %s with the right status', async (_what, origin, status) => {
    expect((await post(JSON.stringify(initialize), { origin })).status).toBe(status)
  })

  test.each([
    ['no JSON', '{', 400],
    ['a batch', JSON.stringify([initialize, initialize]), 400],
    ['a URL of 7,000 levels', callWith(`"arguments":{"url":${nested('[', ']', 7_000)}}`), 400],
    [
      'a payment of 4,500 levels',
      callWith(`"arguments":{},"_meta":{"x402/payment":${nested('{"a":', '}', 4_500)}}`),
      400,
    ],
    ['a result of 4,500 levels', `{"result":${nested('{"a":', '}', 4_500)}}`, 400],
    ['more than 32 KiB', JSON.stringify({ ...initialize, pad: 'x'.repeat(33_000) }), 400],
    ['an initialize of 15,000 values', initializeWith({ icons: Array(15_000).fill(1) }), 400],
    [
      'a response of 3,000 values',
      `{"result":${JSON.stringify({ ...Array(3_000).fill(1) })}}`,
      400,
    ],
  ])('refuses %s', async (_what, body, status) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await readJson(response)).toMatchObject({ jsonrpc: '2.0', error: {} })
  })

  const toolsCall = {
    jsonrpc: '2.0',
    id: 'seven',
    method: 'tools/call',
    params: { name: 'probe_url', arguments: { url: page } },
  }

  test('the response to a tools/call may not be cached', async () => {
    const { status, headers } = await post(JSON.stringify(toolsCall))
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  })

  test.each(['*/*', 'application/json', 'Application/*;q=0.5'])(
    'a client that accepts %s gets JSON',
    async (accept) => {
      for (const message of [initialize, { ...initialize, method: 'tools/list' }, toolsCall]) {
        const response = await post(JSON.stringify(message), { accept })
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          'application/json',
        ])
      }
    },
  )

  test.each([
    ['that does not accept JSON', { accept: 'text/event-stream' }, 406],
    ['of an unknown revision', { 'mcp-protocol-version': '2020-01-01' }, 400],
  ])('refuses a tools/call %s', async (_what, fields, status) => {
    const response = await post(JSON.stringify(toolsCall), fields)
    expect(response.status).toBe(status)
    expect(await readJson(response)).toMatchObject({ jsonrpc: '2.0', error: {} })
  })

  test.each([
    ['no params', { ...toolsCall, params: undefined }],
    ['no name', { ...toolsCall, params: { arguments: {} } }],
    ['an unknown tool', { ...toolsCall, params: { name: 'constructor' } }],
  ])('answers a tools/call with %s by invalid params', async (_what, message) => {
    const response = await post(JSON.stringify(message))
    expect(response.status).toBe(200)
    expect(await readJson(response)).toMatchObject({ id: 'seven', error: { code: -32602 } })
  })

  test.each([
    ['without an id', { ...toolsCall, id: undefined }, 202],
    ['with an id of another type', { ...toolsCall, id: { a: 1 } }, 400],
    ['of JSON-RPC 1.0', { ...toolsCall, jsonrpc: '1.0' }, 400],
    ['that is text', 'tools/call', 400],
  ])('a message %s runs nothing', async (_what, message, status) => {
    expect((await post(JSON.stringify(message))).status).toBe(status)
    expect(bank.calls).toEqual([])
  })

  test('a page that may call reads every response', async () => {
    const origin = 'http://localhost:3000'
    const preflight = await service.get('/mcp', { method: 'OPTIONS', headers: { origin } })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version')
    for (const message of [initialize, toolsCall, '{']) {
      const response = await post(JSON.stringify(message), { origin })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test.each(['GET', 'DELETE'])('does not support %s', async (method) => {
    const response = await service.get('/mcp', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('is not there when the setting is off', async () => {
    await using off = await openTestService({ internet, env: { MCP: 'false' } })
    expect((await off.get('/mcp', { method: 'POST' })).status).toBe(404)
  })
})

describe('buyers as they are released', () => {
  test('find the quote in _meta, and send the payment as base64 text: one authorization in either form', async () => {
    const quote = await call()
    expect(quote._meta?.['x402/error']).toEqual(quote.structuredContent)
    const paid = await payment()
    const result = await call(headerOf(paid))
    expect([result.isError ?? false, receiptOf(result)]).toMatchObject([false, { success: true }])
    expect(structured(await call(paid))).toMatchObject({ error: used })
  })

  test('sign the requirement in tools/list before they call, as mcpc does', async () => {
    const { tools } = await client.listTools()
    const { paymentRequired: _, ...accepted } = Object(tools[0]?._meta?.['x402'])
    const offer = { ...offerOf(await call()), accepts: [accepted] } as unknown as Offer
    const result = await call(await openBuyer().payloadFor(offer))
    expect(receiptOf(result)).toMatchObject({ success: true })
  })

  test.each<[string, Record<string, unknown>]>([
    ['payment', {}],
    ['x402/payment', {}],
    ['_meta', {}],
  ])('learn from a payment in the argument %s where it belongs', async (key, value) => {
    const result = await call(undefined, { url: page, [key]: value })
    const { extensions } = Object(result.structuredContent)
    expect(extensions['payment-error'].info).toMatchObject({
      action: 'fix_client',
      field: 'params._meta["x402/payment"]',
      message: expect.stringContaining(`the argument ${key} is not read`),
    })
    expect(bank.calls).toEqual([])
  })

  test('get wrong arguments as a result that a model can read', async () => {
    const unknown = await call(undefined, { url: page, depth: 3 })
    expect([unknown.isError, textOf(unknown)]).toEqual([
      true,
      expect.stringContaining('There is no argument depth'),
    ])
    const detail = await call(undefined, { url: page, detail: 'all' })
    expect(textOf(detail)).toContain('must be "compact" or "full"')
  })
})
