import { expect, test } from 'vitest'
import { withLoadShedding } from '#http/load-shedding.ts'
import { createMcpEndpoint } from '#http/mcp/endpoint.ts'
import { busy } from '#job/call/outcome.ts'
import { silentLog } from '#runtime/log.ts'
import { TurnLimit } from '#runtime/process/turn-limit.ts'
import { openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import { readJson } from '#test/equipment/service/read-json.ts'

const exchange = { requestId: '1', network: '192.0.2.1', waitedMs: 0, onEnd: () => {} }

/** The response to the tenth of equal requests of one network in one turn of an event loop whose turns take `ms`. */
async function statusOf(
  path: string,
  { ms, init = {} }: { readonly ms: number; readonly init?: RequestInit },
): Promise<Response> {
  const limit = new TurnLimit({ turnMs: () => ms, turn: () => 1 })
  const serve = withLoadShedding(() => new Response('served'), limit)
  const send = () => serve(new Request(`http://localhost${path}`, init), exchange)
  for (let earlier = 0; earlier < 9; earlier += 1) expect((await send()).status).toBe(200)
  return send()
}
const post = { method: 'POST', body: '{}' }

test.each(['/v1/probe_url', '/evidence/abc', '/reports/abc?x=1', '/', '/docs', '/ready', '/v1'])(
  'a process that is behind sheds %s',
  async (path) => {
    const response = await statusOf(path, { ms: 500 })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^[12]$/)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await readJson(response)).toMatchObject({
      code: 'at_capacity',
      retryable: true,
      payment: { state: 'not_taken' },
    })
    expect((await statusOf(path, { ms: 75 })).status).toBe(200)
  },
)

test('a process that is behind serves calls with a payment, and reports that it runs', async () => {
  const paid = { ...post, headers: { 'payment-signature': 'e30=' } }
  expect((await statusOf('/v1/probe_url', { ms: 500, init: paid })).status).toBe(200)
  expect((await statusOf('/health', { ms: 500 })).status).toBe(200)
})

test('requests of a burst that have waited too long are shed, and those with a payment are not', async () => {
  const afterMs = async (waitedMs: number, headers: Record<string, string>) => {
    const serve = withLoadShedding(
      () => new Response('served'),
      new TurnLimit({ turnMs: () => 1, turn: () => 1 }),
    )
    const send = () =>
      serve(new Request('http://localhost/v1/probe-url', { ...post, headers }), {
        ...exchange,
        waitedMs,
      })
    for (let earlier = 0; earlier < 8; earlier += 1) expect((await send()).status).toBe(200)
    return (await send()).status
  }
  expect(await afterMs(150, {})).toBe(200)
  expect(await afterMs(151, {})).toBe(503)
  expect(await afterMs(151, { 'payment-signature': 'e30=' })).toBe(200)
})

test('a message over MCP is shed when it is too short for a payment', async () => {
  const ofBytes = (bytes: number) => ({ ...post, headers: { 'content-length': `${bytes}` } })
  expect((await statusOf('/mcp', { ms: 500, init: ofBytes(499) })).status).toBe(503)
  expect((await statusOf('/mcp', { ms: 500, init: ofBytes(500) })).status).toBe(200)
  expect((await statusOf('/mcp', { ms: 500, init: post })).status).toBe(200)
  const { payload } = await signedPayload(openBuyer(), sampleOffer())
  expect(JSON.stringify(payload).length).toBeGreaterThan(400)
})

test.each([
  ['/v1/tools', { headers: { 'payment-signature': 'e30=' } }],
  ['/mcp', {}],
])('a GET of %s has no payment, whatever its fields are', async (path, init) => {
  expect((await statusOf(path, { ms: 500, init })).status).toBe(503)
})

test('a message over MCP that is as long as a payment is shed if it is no tools/call', async () => {
  const respond = createMcpEndpoint({
    baseUrl: 'http://localhost',
    version: '1',
    isSimulated: true,
    requirement: () => null,
    priceUsd: () => '0.005',
    log: silentLog,
    paidCall: async () => busy,
    turnLimit: { admits: () => false },
    reports: { find: async () => null },
  })
  const params = { name: 'probe_url', arguments: { url: 'https://example.com/' } }
  const send = (method: string) => {
    const accept = 'application/json, text/event-stream'
    const headers = { accept, 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return respond(new Request('http://localhost/mcp', { ...post, headers, body }), exchange)
  }
  expect((await send('tools/list')).status).toBe(503)
  expect((await send('tools/call')).status).toBe(200)
})

test('requests with a payment do not use up what free ones have in a late turn', async () => {
  const limit = new TurnLimit({ turnMs: () => 500, turn: () => 1 })
  const serve = withLoadShedding(() => new Response('served'), limit)
  const send = (headers: Record<string, string>) =>
    serve(new Request('http://localhost/v1/probe-url', { ...post, headers }), exchange)
  for (let junk = 0; junk < 100; junk += 1) await send({ 'payment-signature': 'junk' })
  expect((await send({})).status).toBe(200)
})
