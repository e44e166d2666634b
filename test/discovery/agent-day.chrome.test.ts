import { Buffer } from 'node:buffer'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import {
  type AgentWorld,
  buy,
  type Manual,
  overHttp,
  overMcp,
  readManual,
} from '#test/equipment/payment/agent.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const url = 'http://www.site.example.com/'
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Deployed</title></head>
<body><h1>Deployed</h1><p>${'All is well here. '.repeat(40)}</p></body></html>`

describe('the day of an agent', needsChrome, () => {
  const bank = countingFacilitator()
  let internet: Internet
  let shop: TestService

  beforeAll(async () => {
    internet = await openInternet()
    await internet.addSite('www.site.example.com', {
      ip: '93.184.215.14',
      http: (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    })
    shop = await openTestService({ internet, facilitator: bank.facilitator, browser: true })
  })

  afterAll(async () => {
    await shop?.close()
    await internet?.close()
  })

  // The agent waits when the service tells it to, because the browser may still be starting.
  const world: AgentWorld = {
    fetch: globalThis.fetch,
    now: () => Math.floor(Date.now() / 1_000),
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1_000)),
    fund: () => Promise.reject(new Error('It has money.')),
    fixClock: () => Promise.reject(new Error('Its clock is right.')),
  }

  /** The cheapest tool on sale whose description has the words, within the budget. */
  function chooseTool({ tools }: Manual, words: RegExp, budgetUsd: number) {
    const [cheapest] = tools
      .filter(({ enabled, description }) => enabled && words.test(description))
      .filter(({ price_usd }) => Number(price_usd) <= budgetUsd)
      .toSorted((a, b) => Number(a.price_usd) - Number(b.price_usd))
    return cheapest ?? null
  }

  test.each(['HTTP', 'MCP'])(
    'over %s: from the base URL to a verdict and a screenshot, for the lowest price',
    async (door) => {
      bank.calls.length = 0
      const manual = await readManual(shop.service.baseUrl)
      expect(chooseTool(manual, /screenshot evidence/, 0.01)).toBeNull()
      const chosen = chooseTool(manual, /screenshot evidence/, 0.03)
      expect(chosen).toMatchObject({ tool: 'render_page', price_usd: '0.02' })
      const mcp = door === 'MCP' ? await overMcp(manual, world.fetch) : null
      const exchange = mcp?.exchange ?? overHttp(manual, world.fetch)
      const order = { tool: chosen?.tool ?? '', url, maxAtomic: 30_000n }
      const { report, steps } = await buy(order, { manual, exchange, buyer: openBuyer(), world })
      await mcp?.client.close()

      expect(steps.at(-1)).toBe('payment_required: sign')
      expect(bank.calls).toEqual(['verify', 'settle'])
      expect(report).toMatchObject({ final_url: url, findings: expect.any(Array) })
      expect(manual.llms).toContain(`- ${report?.['result_status']}: `)
      // llms.txt, "Limits and scope": GET /evidence/{screenshot_evidence_id}.
      expect(manual.llms).toContain('GET /evidence/{screenshot_evidence_id}')
      const { screenshot_evidence_id: id } = Object(report?.['screenshot'])
      const response = await fetch(`${manual.baseUrl}/evidence/${id}`)
      const { width, height } = PNG.sync.read(Buffer.from(await response.arrayBuffer()))
      expect([width, height].every((side) => side > 0)).toBe(true)
    },
    120_000,
  )
})
