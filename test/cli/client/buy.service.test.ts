import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buy } from '#cli/client/buy.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { startProgram } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openScreen } from '#test/equipment/program/screen.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const internet = await forFile(openInternetWithSite())
let shop: TestService
const state = temporaryFolder()

beforeAll(async () => {
  await internet.addSite('down.site.example.com', { ip: '93.184.215.15' })
  shop = await openTestService({ internet })
})
afterAll(async () => {
  await shop.close()
})

const KEY = `0x${'ab'.repeat(32)}`

/** The environment of a new buyer: an open payment of another test would be continued. */
function buyerEnvironment(key?: string): Record<string, string> {
  const folder = mkdtempSync(join(state, 'buyer-'))
  return { XDG_STATE_HOME: folder, ...(key === undefined ? {} : { URLWITNESS_BUYER_KEY: key }) }
}

interface Wanted {
  readonly service?: string
  readonly tool?: string
  readonly url?: string
  readonly json?: boolean
  readonly keyFile?: string
  readonly maxUsd?: string
}

function bought(wanted: Wanted, env: Record<string, string> = {}) {
  const { service = shop.service.baseUrl, tool = 'probe_url', url, json, keyFile, maxUsd } = wanted
  const flags = [
    ...(json ? ['--json'] : []),
    ...(keyFile === undefined ? [] : ['--key-file', keyFile]),
    ...(maxUsd === undefined ? [] : ['--max-usd', maxUsd]),
  ]
  const readFile = (path: string) => (path === '/key' ? `${KEY}\n` : readFileSync(path, 'utf8'))
  const order = ['buy', service, tool, url ?? 'https://www.site.example.com/']
  return runVerb([...order, ...flags], { env: { ...buyerEnvironment(), ...env }, readFile })
}

describe('against the real service', () => {
  test('spec 4: pays with simulated money and prints the verdict and the receipt', async () => {
    const { code, out, err } = await bought({})
    expect(code).toBe(0)
    expect(out).toMatch(/^PASS {4}https:\/\/www\.site\.example\.com\/\n/)
    expect(out).toMatch(
      /\nReceipt {3}settled \(simulated\), .*eip155:84532, from 0x[0-9a-fA-F]{40}, transaction 0x/,
    )
    expect(err).toMatch(
      /^paying at most 0\.005 USD on eip155:84532 \.\.\.\nsigned 0\.005 USD for 0x\w{40}, which the service can take until 20\S+Z\n$/,
    )
  })

  test('a key file that is not used is mentioned, even one that does not exist', async () => {
    const { code, err } = await bought({ keyFile: '/nowhere' })
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^warning: --key-file is not used: a sandbox .*\npaying at most/),
    ])
  })

  test('prints the report and the receipt as JSON, and nothing else on stdout', async () => {
    const { code, out } = await bought({ json: true })
    const { report, receipt } = JSON.parse(out) as {
      report: { result_status: string }
      receipt: { success: boolean }
    }
    expect([code, report.result_status, receipt.success]).toEqual([0, 'PASS', true])
  })

  test('no text of the service writes to the terminal as JSON', async () => {
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!response.headers.has('payment-response')) return response
      const report = { ...Object(await response.json()), summary: '\u009b31m\u202egpj' }
      return Response.json(report, { headers: response.headers })
    }
    const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
    const { out } = await runVerb([...order, '--json'], { fetch: lying })
    expect(out).toContain('"summary":"\\u009b31m\\u202egpj"')
    expect(JSON.parse(out)).toMatchObject({ report: { summary: '\u009b31m\u202egpj' } })
  })

  test('--html also writes the page, with the keys of the service', async () => {
    const folder = temporaryFolder()
    const html = join(folder, 'report.html')
    const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
    const { code, out, err } = await runVerb([...order, '--html', html])
    expect([code, err]).toEqual([0, expect.stringContaining(`saved ${html}\n`)])
    expect(out).toContain('Receipt')
    const page = readFileSync(html, 'utf8')
    expect(page).toContain('data-keys="[{&#34;kty&#34;:&#34;OKP&#34;')
    expect(page).toContain(`${shop.service.baseUrl}/reports/`)
  })

  test.each(['no/report.html', '.'])(
    '--html %s: nothing is paid for a page that cannot be saved',
    async (name) => {
      const folder = temporaryFolder()
      const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
      const { code, out, err } = await runVerb([...order, '--html', join(folder, name)])
      expect([code, out]).toEqual([4, ''])
      expect(err).toMatch(/^the page cannot be saved: .*; nothing was paid\n$/)
    },
  )

  test.each([
    [
      'URL',
      { requested_url: 'https://other.example.com/' },
      'a probe_url of https://other.example.com/',
    ],
    ['tool', { tool: 'render_page' }, 'a render_page of https://www.site.example.com/'],
  ])(
    'a report of another %s is shown, and its verdict is not the exit status',
    async (_, changes, words) => {
      const lying: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        if (!response.headers.has('payment-response')) return response
        const report = { ...Object(await response.json()), ...changes }
        return Response.json(report, { headers: response.headers })
      }
      const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
      const { code, out, err } = await runVerb(order, { fetch: lying })
      expect([code, out]).toEqual([4, expect.stringContaining('Receipt')])
      expect(err).toContain(`the report is not the ordered one: it is ${words}\n`)
    },
  )

  test.each([
    ['payer', { payer: `0x${'1'.repeat(40)}` }],
    ['network', { network: 'eip155:1' }],
    ['amount', { amount: '1' }],
  ])('a receipt of another %s is not taken for that of the payment', async (member, changes) => {
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const field = response.headers.get('payment-response')
      if (field === null) return response
      const receipt = btoa(JSON.stringify({ ...JSON.parse(atob(field)), ...changes }))
      return new Response(response.body, { headers: { 'payment-response': receipt } })
    }
    const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
    const { code, err } = await runVerb(order, { fetch: lying })
    expect(code).toBe(0)
    expect(err).toContain(
      `\nthe receipt is not that of this payment: it names another ${member}\nA payment may `,
    )
  })

  const unsettled = {
    'payment-response': btoa('{"success":false,"transaction":"","network":"eip155:84532"}'),
  }
  test.each<[string, () => Response, boolean]>([
    ['500', () => new Response('oops', { status: 500 }), true],
    ['200 without a report', () => new Response('<html>'), true],
    [
      '200 that is nested too deeply',
      () =>
        new Response(
          `{"result_status":"PASS","final_url":"","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
        ),
      true,
    ],
    [
      '500 with a receipt of no settlement',
      () => new Response('oops', { status: 500, headers: unsettled }),
      true,
    ],
    ['402', () => Response.json({ error: 'insufficient_funds' }, { status: 402 }), false],
    ['422', () => Response.json({}, { status: 422 }), false],
    [
      '503 with an unknown payment',
      () => Response.json({ detail: 'Lost.', payment: { state: 'unknown' } }, { status: 503 }),
      true,
    ],
    [
      '503 with a payment that was not settled',
      () => Response.json({ detail: 'Lost.', payment: { state: 'not_settled' } }, { status: 503 }),
      false,
    ],
  ])(
    'after a signature, a %s says whether a payment may have been made',
    async (what, answer, maybe) => {
      const failing: typeof fetch = async (input, init) =>
        new Headers(init?.headers).has('payment-signature') ? answer() : fetch(input, init)
      const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
      const { code, out, err } = await runVerb([...order, '--json'], { fetch: failing })
      expect([code, JSON.parse(out).ok]).toEqual([what.startsWith('4') ? 3 : 4, false])
      expect(err).not.toContain('no response')
      expect(err).toContain(
        maybe ? 'A payment may have been made' : 'is only what the service says',
      )
      expect(err).toMatch(
        /: the service can take the 0\.005 USD until 20\S+Z\. Look at the payments /,
      )
    },
  )

  test('--open opens report_url', async () => {
    const bin = temporaryFolder()
    const opened = join(bin, 'opened')
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 })
    const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
    const env = { PATH: `${bin}:/bin:/usr/bin` }
    const { code, err } = await runVerb([...order, '--open'], { env })
    expect([code, err]).toEqual([0, expect.stringContaining('opened http://')])
    await expect
      .poll(() => readFileSync(opened, 'utf8'))
      .toMatch(new RegExp(`^${shop.service.baseUrl}/reports/[\\w-]{43}$`))
  })

  test.each([
    'file:///etc/passwd',
    '/etc/passwd',
    'etc\\passwd',
    'https://elsewhere.example.com/reports/1',
    'javascript:alert(1)',
  ])('--open does not open a report_url that is %s', async (reportUrl) => {
    const bin = temporaryFolder()
    writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 })
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!response.headers.has('payment-response')) return response
      const report = { ...Object(await response.json()), report_url: reportUrl }
      return Response.json(report, { headers: response.headers })
    }
    const order = ['buy', shop.service.baseUrl, 'probe_url', 'https://www.site.example.com/']
    const env = { PATH: `${bin}:/bin:/usr/bin` }
    const { code, err } = await runVerb([...order, '--open'], { env, fetch: lying })
    expect([code, err]).toEqual([0, expect.stringContaining('not opened, because it is not')])
    expect(err).not.toContain('\nopened ')
  })

  test('a target that is down is a paid ISSUE: status 1', async () => {
    const { code, out } = await bought({ url: 'https://down.site.example.com/' })
    expect(code).toBe(1)
    expect(out).toContain('Receipt   settled')
  })

  test.each([
    ['http://10.0.0.1/', 'url_host_not_public'],
    ['ftp://www.site.example.com/', 'url_scheme'],
    ['', 'string_too_short'],
  ])('%j is refused before payment: status 3', async (url, type) => {
    const { code, out, err } = await bought({ url })
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain(type)
  })

  test('an unknown tool is misuse, a tool that is not enabled and a price above the cap are refused', async () => {
    expect(await bought({ tool: 'probe-url' })).toMatchObject({
      code: 64,
      err: 'the service does not sell "probe-url", only probe_url, render_page, verify_page; did you mean probe_url?\n',
    })
    expect(await bought({ tool: 'render_page' })).toMatchObject({ code: 3 })
    expect(await bought({ maxUsd: '0.004' })).toMatchObject({
      code: 3,
      err: 'probe_url costs 0.005 USD, more than --max-usd 0.004: not paid\n',
    })
    expect(await bought({ maxUsd: 'much' })).toMatchObject({ code: 64 })
  })
})

describe('against other servers', () => {
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
  const catalogue = (changes: object = {}, tool: object = {}) => ({
    mode: 'production',
    payment: { network: 'eip155:8453', asset: USDC, pay_to: PAYEE },
    tools: [
      {
        tool: 'probe_url',
        enabled: true,
        price_atomic: '5000',
        endpoint: '/v1/probe-url',
        ...tool,
      },
    ],
    ...changes,
  })
  const offer = (changes: object = {}) => ({
    x402Version: 2,
    resource: { url: 'https://s.example.com/v1/probe-url' },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: USDC,
        amount: '5000',
        payTo: PAYEE,
        maxTimeoutSeconds: 120,
        extra: { name: 'USD Coin', version: '2' },
        ...changes,
      },
    ],
  })

  /** A service that sends `quote`, and records the signatures that it gets. */
  async function shady(quote: object, listing: object = catalogue()) {
    const signatures: string[] = []
    const url = await serve((request, response) => {
      if (request.url === '/v1/tools') {
        response.end(JSON.stringify(listing))
        return
      }
      const signature = request.headers['payment-signature']
      if (signature !== undefined) signatures.push(String(signature))
      const field = Buffer.from(JSON.stringify(quote)).toString('base64')
      response.writeHead(402, { 'payment-required': field }).end(JSON.stringify(quote))
    })
    return { url, signatures }
  }

  test('a lost response: says that the payment is sent again, and when interrupted that it may be taken', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/v1/tools') {
        response.end(JSON.stringify(catalogue()))
      } else if (request.headers['payment-signature'] === undefined) {
        const field = Buffer.from(JSON.stringify(offer())).toString('base64')
        response.writeHead(402, { 'payment-required': field }).end()
      } else request.socket.destroy()
    })
    const order = ['buy', url, 'probe_url', 'https://www.site.example.com/']
    await using program = startProgram(
      process.execPath,
      [keptBuild(), ...order],
      buyerEnvironment(KEY),
    )
    await program.says('; sending the same payment again for up to 90 s ...\n')
    const { code, stderr } = await program.stop('SIGINT')
    expect([code, stderr.split('\n').slice(1)]).toEqual([
      null, // Ended by the signal.
      [
        expect.stringMatching(`^signed 0.005 USD for ${PAYEE}, which the service can take until `),
        expect.stringMatching(/^no response: .+; sending the same payment again/),
        expect.stringMatching(
          '^A payment may have been made: the service can take the 0.005 USD until ',
        ),
        '',
      ],
    ])
  })

  test("signs the catalogue's offer", async () => {
    const { url, signatures } = await shady(offer())
    expect((await bought({ service: url, keyFile: '/key' })).code).toBe(3)
    expect(signatures).toHaveLength(1)
  })

  test.each([
    [undefined],
    ['a text'],
    [{ info: 'a text' }],
    [{ info: { required: true, id: 'chosen-by-the-service' }, schema: {} }],
  ])(
    'each signature has a payment identifier of its own, for the declaration %j',
    async (declared) => {
      const extensions = { 'payment-identifier': declared }
      const { url, signatures } = await shady({ ...offer(), extensions })
      await bought({ service: url, keyFile: '/key' })
      await bought({ service: url, keyFile: '/key' })
      const ids = signatures.map(
        (signature) => JSON.parse(atob(signature)).extensions['payment-identifier'].info.id,
      )
      expect(ids).toEqual([expect.stringMatching(/^\w{32}$/), expect.stringMatching(/^\w{32}$/)])
      expect(ids[0]).not.toBe(ids[1])
    },
  )

  test.each([
    ['a higher amount', { amount: '5001' }],
    ['another token', { asset: PAYEE }],
    ['another receiver', { payTo: '0xde709f2102306220921060314715629080e2fb77' }],
    ['another network', { network: 'eip155:1' }],
    ['an authorization for a year', { maxTimeoutSeconds: 31_536_000 }],
    ['an amount that is no number', { amount: '-1' }],
    ['a time to sign that is text', { maxTimeoutSeconds: '30' }],
    ['a time to sign in the past', { maxTimeoutSeconds: -1 }],
    [
      'the transfer method permit2',
      { extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'permit2' } },
    ],
    ['the name of another token', { extra: { name: 'USDC', version: '2' } }],
    ['no offer', undefined],
  ])('signs nothing for a quote with %s, and says so', async (_what, changes) => {
    const quote = changes === undefined ? { ...offer(), accepts: [] } : offer(changes)
    const { url, signatures } = await shady(quote)
    const { code, err } = await bought({ service: url, keyFile: '/key' })
    expect([code, err]).toEqual([3, expect.stringMatching(/\nthe quote .+: nothing was signed\n$/)])
    expect(signatures).toEqual([])
  })

  test('a service that only claims to be a sandbox gets no signature of the real key', async () => {
    const sandbox = catalogue({ mode: 'sandbox' })
    const { url, signatures } = await shady(offer(), sandbox)
    const result = await bought({ service: url, keyFile: '/key' }, { URLWITNESS_BUYER_KEY: KEY })
    expect(result.code).toBe(3)
    expect(result.err).toContain('not USDC on the network of mode sandbox: not paid')
    expect(signatures).toEqual([])
  })

  test.each<[string, object]>([
    [
      'a token that is not USDC',
      catalogue({ payment: { network: 'eip155:8453', asset: PAYEE, pay_to: PAYEE } }),
    ],
    [
      'no receiving address',
      catalogue({ payment: { network: 'eip155:8453', asset: USDC, pay_to: null } }),
    ],
    ['an endpoint elsewhere', catalogue({}, { endpoint: '//evil.example.com/' })],
    ['a price without bound', catalogue({}, { price_atomic: '9'.repeat(19) })],
    ['nothing of a catalogue', {}],
  ])('pays nothing to a catalogue with %s', async (_what, listing) => {
    const { url, signatures } = await shady(offer(), listing)
    expect([3, 4]).toContain((await bought({ service: url, keyFile: '/key' })).code)
    expect(signatures).toEqual([])
  })

  test('outside the sandbox a key is needed, and a bad one is not shown', async () => {
    const { url } = await shady(offer())
    expect(await bought({ service: url })).toMatchObject({ code: 64 })
    const bad = await bought({ service: url }, { URLWITNESS_BUYER_KEY: 'hunter2' })
    expect(bad.code).toBe(64)
    expect(bad.err).not.toContain('hunter2')
    expect(await bought({ service: url, keyFile: '/none' })).toMatchObject({ code: 64 })
  })

  test.each([
    ['as the name of a file', { keyFile: KEY }, {}],
    ['as the name of a file in the environment', {}, { URLWITNESS_BUYER_KEY_FILE: KEY }],
    [
      'and another one in a file of the environment',
      {},
      { URLWITNESS_BUYER_KEY: KEY, URLWITNESS_BUYER_KEY_FILE: '/key' },
    ],
    ['that is no number of the curve', {}, { URLWITNESS_BUYER_KEY: 'f'.repeat(64) }],
  ])('a key %s is refused and not shown', async (_what, wanted, env) => {
    const { url } = await shady(offer())
    const { code, out, err } = await bought({ service: url, json: true, ...wanted }, env)
    expect([code, err]).toEqual([64, expect.stringMatching(/URLWITNESS_BUYER_KEY/)])
    expect(`${out}${err}`).not.toMatch(/abab|ffff/)
  })

  test('a key file that every user can read is not used', async () => {
    const { url } = await shady(offer())
    const folder = temporaryFolder()
    const keyFile = join(folder, 'buyer.key')
    writeFileSync(keyFile, KEY, { mode: 0o644 })
    const refused = await bought({ service: url, keyFile })
    expect(refused).toMatchObject({ code: 64, err: expect.stringContaining('chmod 600') })
    chmodSync(keyFile, 0o600)
    expect((await bought({ service: url, keyFile })).err).not.toContain('chmod')
  })

  test('a service that is unreachable, redirects or is another program fails with the reason', async () => {
    expect(await bought({ service: 'http://127.0.0.1:2' })).toMatchObject({
      code: 4,
      err: 'http://127.0.0.1:2 cannot be reached: the connection is refused; is the service running?\n',
    })
    const redirecting = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    expect((await bought({ service: redirecting })).err).toContain('responds with 302')
    const html = await serve((_request, response) => response.end('<html>'))
    expect((await bought({ service: html })).err).toContain('is not a catalogue')
    expect(await bought({ service: 'shop' })).toMatchObject({ code: 64 })
  })

  test('a 503 is reported with its code, the state of the payment, and the time to retry', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/v1/tools') {
        response.end(JSON.stringify(catalogue()))
        return
      }
      const problem = {
        detail: 'Every\u001b[2J job slot is taken.',
        code: 'at_capacity',
        retry_after_s: 2,
        payment: { state: 'not_taken' },
      }
      response.writeHead(503).end(JSON.stringify(problem))
    })
    expect(await bought({ service: url, keyFile: '/key' })).toMatchObject({
      code: 4,
      err: expect.stringContaining(
        '503: Every�[2J job slot is taken. (at_capacity) Try again in 2 s. Payment: not_taken.\n',
      ),
    })
  })

  test('a signature is told before it is sent, because this program may be ended while it waits', async () => {
    const screen = openScreen(80)
    let seenAtSending = ''
    const field = { 'payment-required': btoa(JSON.stringify(offer())) }
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input).endsWith('/v1/tools')) return Response.json(catalogue())
      if (!new Headers(init?.headers).has('payment-signature'))
        return new Response(null, { status: 402, headers: field })
      seenAtSending = screen.seen.err
      return new Response('oops', { status: 500 })
    }
    const options = {
      service: 'https://shop.example.com',
      tool: 'probe_url',
      url: 'https://www.site.example.com/',
      json: false,
      keyFile: null,
      maxUsd: null,
      journal: null,
      html: null,
      open: false,
    }
    const context = {
      fetch,
      clock: systemClock,
      random: systemRandom,
      env: buyerEnvironment(KEY),
      readFile: () => '',
      terminal: screen,
    }
    await expect(buy(options, context)).rejects.toThrow('A payment may have been made')
    expect(seenAtSending).toContain(
      `\nsigned 0.005 USD for ${PAYEE}, which the service can take until `,
    )
  })

  test('real money is not paid over a connection without encryption', async () => {
    const fetch: typeof globalThis.fetch = async () => Response.json(catalogue())
    const order = ['buy', 'http://shop.example.com', 'probe_url', 'https://www.site.example.com/']
    expect(await runVerb(order, { fetch, env: buyerEnvironment(KEY) })).toMatchObject({
      code: 3,
      err: 'http://shop.example.com is not encrypted, so that anyone between can be paid instead: use https\n',
    })
  })

  test('a report without payment has no receipt, whatever the service sends as one', async () => {
    const url = 'https://www.site.example.com/'
    const receipt = { success: true, transaction: '0x1', network: 'eip155:8453' }
    const fetch: typeof globalThis.fetch = async (input) =>
      String(input).endsWith('/v1/tools')
        ? Response.json(catalogue())
        : Response.json(
            { result_status: 'PASS', final_url: url },
            { headers: { 'payment-response': btoa(JSON.stringify(receipt)) } },
          )
    const order = ['buy', 'https://shop.example.com', 'probe_url', url]
    const { code, out } = await runVerb(order, { fetch, env: buyerEnvironment(KEY) })
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('\nReceipt   none: nothing was signed'),
    ])
    expect(out).not.toContain('settled')
  })

  const forged = 'Oops.\nReceipt   settled'
  test.each<[string, object, Response]>([
    ['a tool', catalogue({}, { tool: forged }), Response.json({})],
    [
      'the network',
      catalogue({ payment: { network: forged, asset: USDC, pay_to: PAYEE } }),
      Response.json({}),
    ],
    ['a refusal', catalogue(), Response.json({ error: forged }, { status: 402 })],
    [
      'the input',
      catalogue(),
      Response.json({ detail: [{ msg: forged, type: forged }] }, { status: 422 }),
    ],
    ['a problem', catalogue(), Response.json({ detail: forged.repeat(1e4) }, { status: 500 })],
  ])('the text of the service for %s is no line of this program', async (_, listing, answer) => {
    const field = { 'payment-required': btoa(JSON.stringify(offer())) }
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input).endsWith('/v1/tools')) return Response.json(listing)
      return new Headers(init?.headers).has('payment-signature')
        ? answer.clone()
        : new Response(null, { status: 402, headers: field })
    }
    const order = ['buy', 'https://shop.example.com', 'probe_url', 'https://www.site.example.com/']
    const { err } = await runVerb(order, { fetch, env: buyerEnvironment(KEY) })
    expect(err).toContain('Oops.')
    expect(err.length).toBeLessThan(1_500)
    expect(err).not.toContain('\nReceipt')
  })
})
