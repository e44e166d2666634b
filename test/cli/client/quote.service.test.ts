import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASE_NAME } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import {
  type Behaviour,
  json,
  openLoopbackServer,
  text,
} from '#test/equipment/network/loopback-http.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

let internet: Internet
let shop: TestService

beforeAll(async () => {
  internet = await openInternet()
  await internet.addSite('www.site.example.com', { ip: '93.184.215.14' })
  shop = await openTestService({ internet })
})
afterAll(async () => {
  await shop.close()
  await internet.close()
})

interface Wanted {
  readonly service?: string
  readonly tool?: string
  readonly url?: string
  readonly json?: boolean
}

function quoted({ service, tool = 'probe_url', url, json: asJson }: Wanted) {
  const order = [service ?? shop.service.baseUrl, tool, url ?? 'https://www.site.example.com/']
  return runVerb(['quote', ...order, ...(asJson ? ['--json'] : [])])
}

describe('against the real service', () => {
  test('prints price, network, token and receiving address, and pays nothing', async () => {
    const [offer] = shop.offer().accepts
    const { code, out, err } = await quoted({})
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual([
      'Price     0.005 USD, simulated (5000 atomic units)',
      'Network   eip155:84532',
      `Token     ${offer.asset}`,
      `Paid to   ${offer.payTo}`,
      `Scheme    exact, within ${offer.maxTimeoutSeconds} s`,
      'Nothing was signed or paid. `urlwitness buy` with the same arguments buys the report.',
      '',
    ])
    // Signatures that were sent by mistake would be recorded here.
    const ledger = readDatabase({ file: join(shop.dataDir, DATABASE_NAME) })
    try {
      expect(ledger.prepare('SELECT count(*) AS calls FROM authorizations').get()).toEqual({
        calls: 0,
      })
    } finally {
      ledger.close()
    }
  })

  test('prints it as JSON, and nothing else', async () => {
    const { code, out } = await quoted({ json: true })
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        ...{ tool: 'probe_url', url: 'https://www.site.example.com/', mode: 'sandbox' },
        accepts: [expect.objectContaining({ amount: '5000', amount_usd: '0.005' })],
      },
    ])
  })

  test('https for a service that speaks http is reported with the right scheme', async () => {
    const service = shop.service.baseUrl.replace('http:', 'https:')
    expect(await quoted({ service })).toMatchObject({
      code: 4,
      err: `${service} cannot be reached: the port does not speak TLS; use http:// instead of https://?\n`,
    })
  })

  test.each([
    [{ url: 'http://127.0.0.1/' }, 3, 'url_host_not_public'],
    [{ tool: 'prob_url' }, 64, 'did you mean probe_url?'],
    [{ tool: 'render_page' }, 3, 'not enabled'],
    [{ service: 'ftp://x' }, 64, 'is not the URL of a service'],
    [{ service: 'http://127.0.0.1:1' }, 4, 'cannot be reached'],
  ])('%j ends with %i: %s', async (options, code, why) => {
    expect(await quoted(options)).toEqual({ code, out: '', err: expect.stringContaining(why) })
  })
})

describe('against other servers', () => {
  const catalogue = {
    mode: 'production',
    payment: { network: 'eip155:1', asset: `0x${'1'.repeat(40)}`, pay_to: null },
    tools: [{ tool: 'probe_url', enabled: true, price_atomic: '1', endpoint: '/x' }],
  }
  const selling =
    (sell: Behaviour): Behaviour =>
    (request, response, socket) =>
      request.path === '/v1/tools'
        ? json(200, catalogue)(request, response, socket)
        : sell(request, response, socket)
  const header = (value: unknown) => ({ 'payment-required': btoa(JSON.stringify(value)) })
  const offer = {
    ...{ scheme: 'exact', network: 'eip155:1', asset: `0x${'1'.repeat(40)}`, amount: '7' },
    ...{ payTo: 'me\u001b[2J', maxTimeoutSeconds: 60, extra: {} },
  }

  test.each([
    ['a 402 without a quote', json(402, {}), 4, 'without a quote'],
    ['a quote that is none', json(402, {}, header({ accepts: [] })), 4, 'without a quote'],
    [
      'a quote that is no base64',
      json(402, {}, { 'payment-required': '%%%' }),
      4,
      'without a quote',
    ],
    ['a page', text(200, '<h1>hi</h1>'), 4, 'is not a report'],
    [
      'an unpaid report',
      json(200, { result_status: 'PASS', final_url: '/' }),
      4,
      'without payment',
    ],
    ['a redirect', text(302, '', { location: 'https://example.com/' }), 4, '302'],
  ])('%s', async (_what, behaviour, code, why) => {
    const server = await openLoopbackServer(selling(behaviour))
    try {
      const said = await quoted({ service: server.url })
      expect(said).toEqual({ code, out: '', err: expect.stringContaining(why) })
    } finally {
      await server.close()
    }
  })

  test('an unknown token has no price in dollars, and no name of theirs moves the cursor', async () => {
    const behaviour = json(
      402,
      {},
      header({ x402Version: 2, resource: { url: 'x' }, accepts: [offer] }),
    )
    const server = await openLoopbackServer(selling(behaviour))
    try {
      const { code, out } = await quoted({ service: server.url })
      expect(code).toBe(0)
      expect(out).toContain('7 atomic units of an unknown token')
      expect(out).toContain('Paid to   me\ufffd[2J')
    } finally {
      await server.close()
    }
  })
})
