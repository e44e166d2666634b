import { expect, test } from 'vitest'
import type { ExampleResponse } from '#discovery/pages/code-panel.ts'
import { responseTabs } from '#discovery/pages/endpoints.ts'
import type { ToolResult } from '#job/call/run-tool.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternet())
await internet.addSite('example.com', {
  ip: '93.184.215.14',
  http: respond(200, healthyFields, healthyPage),
})
const shop = await forFile(openTestService({ internet }))
const url = 'http://example.com/'

function shown(name: string): ExampleResponse {
  const sold = shop.service.facts().tools.find(({ tool }) => tool === 'probe_url')
  const found = sold === undefined ? undefined : responseTabs(sold).find((one) => one.name === name)
  if (found?.response == null) throw new Error(`/docs shows no ${name}.`)
  return found.response
}

/**
 * Checks that status and fields in `/docs` are those that were sent; a value that ends with an ellipsis is only the beginning.
 */
function expectSent(response: Response, { status, headers }: ExampleResponse): void {
  expect(String(response.status)).toBe(status.split(' ')[0])
  for (const [name, value] of headers) {
    const sent = response.headers.get(name) ?? ''
    const begins = value.endsWith('…')
    expect([name, begins ? sent.slice(0, value.length - 1) : sent]).toEqual([
      name,
      begins ? value.slice(0, -1) : value,
    ])
  }
}

async function buy(fields: Record<string, string> = {}): Promise<Response> {
  const signature = await openBuyer().headerFor(shop.offer())
  return shop.post({ url }, { 'payment-signature': signature, ...fields })
}

test('the 402 of /docs is the quote that is sent, but for its signed offer', async () => {
  const response = await shop.post({ url: 'https://example.com/' })
  expectSent(response, shown('402'))
  const { extensions, ...quote } = await readJson(response)
  const { 'offer-receipt': signed, ...others } = extensions
  expect(signed).toBeTypeOf('object')
  expect({ ...quote, extensions: others }).toEqual(shown('402').body)
})

test('the 422 of /docs is the refusal that is sent', async () => {
  const response = await shop.post({ url: 'http://10.0.0.1/admin' })
  expectSent(response, shown('422'))
  expect(await response.json()).toEqual(shown('422').body)
})

test('the reports of /docs have the status, the fields and the members of those that are sold', async () => {
  for (const [name, fields] of [
    ['200', { prefer: 'return=minimal' }],
    ['200 whole', {}],
  ] as const) {
    const response = await buy(fields)
    expectSent(response, shown(name))
    const sold: unknown = await response.json()
    expect(Object.keys(Object(sold)).sort()).toEqual(Object.keys(Object(shown(name).body)).sort())
  }
})

test('the 503 of /docs is what a call gets while every slot is taken', async () => {
  const finish: ((result: ToolResult) => void)[] = []
  await using full = await openTestService({
    internet,
    env: { LIMITS_ADMITTED_JOBS: '1' },
    runners: {
      probe_url: () => new Promise((resolve) => finish.push(resolve)),
    },
  })
  const post = async () =>
    full.post({ url }, { 'payment-signature': await openBuyer().headerFor(full.offer()) })
  const first = post()
  await expect.poll(() => finish.length, { timeout: 30_000 }).toBe(1)
  const response = await post()
  expectSent(response, shown('503'))
  expect(await response.json()).toEqual(shown('503').body)
  finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'PASS' })
  expect((await first).status).toBe(200)
})

test('/docs shows them, for every tool that is sold', async () => {
  const page = await (await shop.get('/docs')).text()
  expect(page).toContain('HTTP/1.1 402 Payment Required')
  expect(page).toContain('HTTP/1.1 503 Service Unavailable')
  expect(page.split('HTTP/1.1 200 OK')).toHaveLength(7)
})
