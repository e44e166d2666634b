import { beforeEach, describe, expect, test } from 'vitest'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { gate } from '#test/equipment/time/gate.ts'

const page = 'https://www.site.example.com/'

const bank = countingFacilitator()

const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet, facilitator: bank.facilitator }))

beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
})

describe('a valid request without payment', () => {
  test('spec 4: gets 402 with a base64 PAYMENT-REQUIRED header, mirrored in the body', async () => {
    const response = await shop.post({ url: page })
    expect(response.status).toBe(402)
    const quote = JSON.parse(atob(response.headers.get('payment-required') ?? ''))
    expect(await readJson(response)).toEqual(quote)
    expect(quote.error).toBe('payment_required')
    expect(quote.x402Version).toBe(2)
    expect(quote.resource.url).toBe(`${shop.service.baseUrl}/v1/probe-url`)
    expect(quote.accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        amount: '5000',
        payTo: '0x4020402040204020402040204020402040204020',
        maxTimeoutSeconds: 120,
        extra: { name: 'USDC', version: '2' },
      },
    ])
  })

  test('spec 5.6: is a quote only: nothing was called or dialed', async () => {
    const dialed = internet.dialed.length
    await shop.post({ url: page })
    expect([bank.calls, internet.dialed.length - dialed]).toEqual([[], 0])
  })
})

describe('a request that fails validation', () => {
  const long = `https://example.com/${'a'.repeat(2048)}`
  test.each([
    ['no url', {}, ['body', 'url'], 'missing'],
    ['an empty url', { url: '' }, ['body', 'url'], 'string_too_short'],
    ['2,049 characters', { url: long.slice(0, 2049) }, ['body', 'url'], 'string_too_long'],
    ['a number', { url: 1 }, ['body', 'url'], 'string_type'],
    ['null', { url: null }, ['body', 'url'], 'string_type'],
    ['an extra property', { url: page, depth: 1 }, ['body', 'depth'], 'extra_forbidden'],
    ['an array', [], ['body'], 'object_type'],
    ['a string', '"https://example.com/"', ['body'], 'object_type'],
    ['broken JSON', '{"url":', ['body'], 'json_invalid'],
    ['an empty body', '', ['body'], 'missing'],
    ['an oversize body', `{"url":"${'a'.repeat(40_000)}"}`, ['body'], 'body_too_large'],
    ['another scheme', { url: 'ftp://example.com/' }, ['body', 'url'], 'url_scheme'],
    ['another port', { url: 'https://example.com:8443/' }, ['body', 'url'], 'url_port'],
    ['userinfo', { url: 'https://a:b@example.com/' }, ['body', 'url'], 'url_userinfo'],
    ['no URL', { url: 'example.com' }, ['body', 'url'], 'url_syntax'],
    ['loopback', { url: 'http://127.0.0.1/' }, ['body', 'url'], 'url_host_not_public'],
    [
      'a link-local host',
      { url: 'http://169.254.169.254/' },
      ['body', 'url'],
      'url_host_not_public',
    ],
    ['a CGNAT host', { url: 'http://100.64.0.1/' }, ['body', 'url'], 'url_host_not_public'],
    ['a single label', { url: 'http://intranet/' }, ['body', 'url'], 'url_host_not_public'],
  ])('spec 7: %s is 422 in the shape of spec 2.5', async (_what, body, loc, type) => {
    const response = await shop.post(body)
    expect(response.status).toBe(422)
    const { detail } = await readJson(response)
    expect(detail[0]).toMatchObject({ loc, type, msg: expect.any(String) })
    expect(bank.calls).toEqual([])
  })

  test('spec 2.1: 2,048 characters are accepted, also when each takes four bytes', async () => {
    const ascii = `https://example.com/${'a'.repeat(2048 - 20)}`
    const wide = `https://example.com/${'\u{1F600}'.repeat(2048 - 20)}`
    expect((await shop.post({ url: ascii })).status).toBe(402)
    expect((await shop.post({ url: wide })).status).toBe(402)
    const escaped = `{"url":"https://example.com/${'\\ud83d\\ude00'.repeat(2048 - 20)}"}`
    expect((await shop.post(escaped)).status).toBe(402)
  })

  test('a body of 32 KiB is read, with one more byte it is 422, with or without Content-Length', async () => {
    const padded = (bytes: number) => JSON.stringify({ url: page }).padEnd(bytes)
    const sent = async (body: string | ReadableStream) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as const
      return (await shop.get('/v1/probe-url', init)).status
    }
    for (const [bytes, status] of [
      [32_768, 402],
      [32_769, 422],
    ] as const) {
      const body = padded(bytes)
      expect([await sent(body), await sent(new Blob([body]).stream())]).toEqual([status, status])
    }
  })

  test('a wrong content type is 422', async () => {
    const response = await shop.post({ url: page }, { 'content-type': 'text/plain' })
    expect([response.status, (await readJson(response)).detail[0].type]).toEqual([
      422,
      'content_type',
    ])
  })

  test('a coded body is 422: it is neither decoded nor read as it is', async () => {
    const response = await shop.post({ url: page }, { 'content-encoding': 'gzip' })
    expect([response.status, (await readJson(response)).detail[0].type]).toEqual([
      422,
      'content_encoding',
    ])
    expect((await shop.post({ url: page }, { 'content-encoding': 'identity' })).status).toBe(402)
  })

  test('spec 1.6: a name with one non-public address is 422, a payment sent along stays untouched', async () => {
    internet.dns.set('mixed.example.com', { a: ['93.184.215.14', '10.0.0.1'] })
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post(
      { url: 'http://mixed.example.com/' },
      { 'payment-signature': header },
    )
    expect([response.status, (await readJson(response)).detail[0].type]).toEqual([
      422,
      'url_resolves_not_public',
    ])
    expect(bank.calls).toEqual([])
    const usable = await shop.post({ url: page }, { 'payment-signature': header })
    expect(usable.status).toBe(200)
  })

  test('design 1.2: a non-public address refuses a name, although the query for the other family gets no response', async () => {
    for (const [name, silent] of [
      ['half.example.com', 'AAAA'],
      ['other-half.example.com', 'A'],
    ] as const) {
      internet.dns.set(name, ({ type }) =>
        type === silent ? { silent: true } : { a: ['10.0.0.1'], aaaa: ['fd00::1'] },
      )
      const response = await shop.post({ url: `http://${name}/` })
      expect([response.status, (await readJson(response)).detail?.[0].type]).toEqual([
        422,
        'url_resolves_not_public',
      ])
    }
  })

  test('spec 7.2: a payment signature does not override the URL safety policy', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: 'http://10.0.0.1/' }, { 'payment-signature': header })
    expect([response.status, bank.calls]).toEqual([422, []])
  })

  test('a name that does not resolve is a finding, not a refusal', async () => {
    expect((await shop.post({ url: 'https://nowhere.example.com/' })).status).toBe(402)
  })
})

describe('the first of several reasons decides (design 1.3)', () => {
  const inside = { url: 'http://inside.example.com/' }
  const malformed = { 'payment-signature': 'x' }
  // The service sells `probe_url` only.
  test.each([
    ['the schema before availability', 'render_page', { url: 1 }, malformed, 422, 'string_type'],
    [
      'the URL before availability',
      'render_page',
      { url: 'ftp://a.b/' },
      malformed,
      422,
      'url_scheme',
    ],
    ['availability before DNS', 'render_page', inside, {}, 503, 'route_disabled'],
    [
      'availability before the payment',
      'render_page',
      { url: page },
      malformed,
      503,
      'route_disabled',
    ],
    ['DNS before the payment', 'probe_url', inside, malformed, 422, 'url_resolves_not_public'],
    ['DNS before the quote', 'probe_url', inside, {}, 422, 'url_resolves_not_public'],
  ] as const)('%s', async (_what, tool, body, fields, status, code) => {
    internet.dns.set('inside.example.com', { a: ['10.0.0.1'] })
    const response = await shop.post(body, fields, tool)
    const { detail, code: problem } = await readJson(response)
    expect([response.status, problem ?? detail[0].type]).toEqual([status, code])
    expect(bank.calls).toEqual([])
  })
})

describe('a paid call', () => {
  test('spec 3.1: verifies, runs, settles once, and returns report and receipt', async () => {
    const buyer = openBuyer()
    const response = await buyer.fetch(`${shop.service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: page }),
    })
    expect(response.status).toBe(200)
    const report = await readJson(response)
    expect(report.findings).toEqual([])
    expect(report).toMatchObject({
      job_id: expect.any(String),
      requested_url: page,
      final_url: page,
      checked_at: expect.stringMatching(/^\d{4}-.*Z$/),
      result_status: 'PASS',
    })
    const receipt = JSON.parse(atob(response.headers.get('payment-response') ?? ''))
    expect(receipt).toMatchObject({
      success: true,
      network: 'eip155:84532',
      payer: buyer.address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(bank.calls).toEqual(['verify', 'settle'])
  })

  test('design 1.15: no response of a paid route may be cached, since a report has the secret id of its screenshot', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const cached: unknown[] = []
    for (const [body, fields, tool] of [
      [{ url: page }, { 'payment-signature': header }, 'probe_url'],
      [{ url: page }, {}, 'probe_url'],
      [{}, {}, 'probe_url'],
      [{ url: page }, {}, 'render_page'],
    ] as const) {
      const { status, headers } = await shop.post(body, fields, tool)
      cached.push([status, headers.get('cache-control'), headers.get('vary')])
    }
    expect(cached).toEqual([
      [200, 'private, no-store', 'Prefer'],
      [402, 'private, no-store', null],
      [422, 'private, no-store', null],
      [503, 'no-store', null],
    ])
  })

  test('spec 3.3: a consumed authorization cannot execute again', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const first = await shop.post({ url: page }, { 'payment-signature': header })
    expect(first.status).toBe(200)
    const again = await shop.post({ url: page }, { 'payment-signature': header })
    expect([again.status, (await readJson(again)).error]).toEqual([
      402,
      'invalid_exact_evm_nonce_already_used',
    ])
    expect(bank.calls).toEqual(['verify', 'settle'])
    // The first call was paid for, so the documents may not say of this code that nothing was taken for the authorization.
    const { rejected_payments: rejected } = await readJson(await shop.get('/v1/tools'))
    expect(rejected[0].codes).toContain('invalid_exact_evm_nonce_already_used')
    expect(rejected[0].advice).toMatch(/^This request took no money\./)
  })

  test('spec 7.4: of twenty concurrent identical authorizations exactly one executes', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => shop.post({ url: page }, { 'payment-signature': header })),
    )
    const statuses = responses.map((response) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)
    // 503 while the first one runs or the slots are taken, 402 once it is settled.
    for (const response of responses.filter(({ status }) => status === 402)) {
      expect((await readJson(response)).error).toBe('invalid_exact_evm_nonce_already_used')
    }
    expect(statuses.filter((status) => ![200, 402, 503].includes(status))).toEqual([])
  })

  test('no 402 is sent for a payment that an earlier call is still verifying: that call may take it', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    const buy = () => shop.post({ url: page }, { 'payment-signature': header })
    const isVerifying = gate()
    const mayGoOn = gate()
    // The facilitator's node fails for the second call only.
    bank.instead.verify = async () => {
      bank.instead.verify = async () => ({
        status: 'invalid',
        reason: 'invalid_exact_evm_transaction_simulation_failed',
      })
      isVerifying.open()
      await mayGoOn.opened
      return { status: 'valid', payer: '' }
    }
    const first = buy()
    await isVerifying.opened
    const second = await buy()
    expect([second.status, (await readJson(second)).code]).toEqual([503, 'settlement_unknown'])
    // Verified twice, the payment could be refused to the earlier call and accepted for the later one.
    expect(bank.calls).toEqual(['verify'])
    mayGoOn.open()
    expect((await first).status).toBe(200)
  })

  test('no 402 is sent for a payment that a later call is verifying, nor while the ledger cannot be read', async () => {
    let readAgain: () => Promise<void> = async () => {}
    await using own = await openTestService({
      internet,
      facilitator: bank.facilitator,
      wrapLedger: (ledger) => ({
        ...ledger,
        findWithPayer: async (...about) => {
          const found = await ledger.findWithPayer(...about)
          if (bank.calls.length > 0) await readAgain()
          return found
        },
      }),
    })
    const header = await openBuyer().headerFor(own.offer())
    const buy = () => own.post({ url: page }, { 'payment-signature': header })
    bank.instead.verify = async () => ({ status: 'invalid', reason: 'insufficient_funds' })
    readAgain = () => Promise.reject(new TypeError('the disk does not respond'))
    const unread = await buy()
    expect([unread.status, (await readJson(unread)).code]).toEqual([503, 'ledger_unavailable'])

    bank.calls.length = 0
    const isRead = gate()
    const mayGoOn = gate()
    readAgain = async () => {
      readAgain = async () => {}
      isRead.open()
      await mayGoOn.opened
    }
    const first = buy()
    await isRead.opened
    const isVerifying = gate()
    const isOver = gate()
    bank.instead.verify = async () => {
      isVerifying.open()
      await isOver.opened
      return { status: 'valid', payer: '' }
    }
    const later = buy()
    await isVerifying.opened
    mayGoOn.open()
    const told = await first
    isOver.open()
    expect([told.status, (await readJson(told)).code]).toEqual([503, 'settlement_unknown'])
    expect((await later).status).toBe(200)
    delete bank.instead.verify
  })

  test('a payment that the facilitator refuses is 402 with its reason, and stays usable', async () => {
    bank.instead.verify = async () => ({ status: 'invalid', reason: 'insufficient_funds' })
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    expect([response.status, (await readJson(response)).error]).toEqual([402, 'insufficient_funds'])
    delete bank.instead.verify
    expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
  })

  test('spec 7: an unavailable facilitator is 503, nothing is taken, and the payment stays usable', async () => {
    bank.instead.verify = async () => ({ status: 'unavailable', detail: 'down' })
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('payment-required')).toBeNull()
    expect(await readJson(response)).toMatchObject({
      status: 503,
      code: 'facilitator_unavailable',
      payment: { state: 'not_taken' },
    })
    delete bank.instead.verify
    expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
  })

  test('a settlement that is refused withholds the report: 402 with PAYMENT-RESPONSE, and uses the authorization up', async () => {
    bank.instead.settle = async () => refusedForFunds
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    expect(response.status).toBe(402)
    expect(JSON.parse(atob(response.headers.get('payment-response') ?? '')).success).toBe(false)
    expect(response.headers.get('payment-required')).not.toBeNull()
    expect(await response.text()).not.toContain('job_id')
    const again = await shop.post({ url: page }, { 'payment-signature': header })
    expect((await readJson(again)).error).toBe('invalid_exact_evm_nonce_already_used')
    expect(await (await shop.get('/llms.txt')).text()).toContain(
      'An authorization that was not used (every 402 without PAYMENT-RESPONSE but nonce_already_used,',
    )
  })

  test.each([
    [
      'an unknown outcome',
      async () => ({ status: 'unknown', detail: 'timeout', transaction: null }) as const,
    ],
    ['a settle that throws', () => Promise.reject(new Error('lost'))],
  ])(
    '%s of the settlement is 503 settlement_unknown; the returning buyer gets the report, and no quote',
    async (_what, settle) => {
      bank.instead.settle = settle
      const header = await openBuyer().headerFor(shop.offer())
      const response = await shop.post({ url: page }, { 'payment-signature': header })
      expect(response.status).toBe(503)
      expect(response.headers.get('payment-required')).toBeNull()
      expect(await readJson(response)).toMatchObject({
        code: 'settlement_unknown',
        payment: { state: 'unknown' },
      })
      expect(bank.calls).toEqual(['verify', 'settle'])
      delete bank.instead.settle
      const again = await shop.post({ url: page }, { 'payment-signature': header })
      expect([again.status, (await readJson(again)).requested_url]).toEqual([200, page])
      expect(bank.calls).toEqual(['verify', 'settle', 'settle'])
    },
  )

  test('spec 5.1: an authorization for another amount, recipient or window is refused locally', async () => {
    const offer = shop.offer()
    const buyer = openBuyer()
    const seconds = BigInt(Math.floor(Date.now() / 1000))
    for (const [changes, error] of [
      [{ value: 4999n }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
      [{ to: buyer.address }, 'invalid_exact_evm_payload_recipient_mismatch'],
      [{ validAfter: seconds + 60n }, 'invalid_exact_evm_payload_authorization_valid_after'],
      [{ validBefore: seconds + 20n }, 'invalid_exact_evm_payload_authorization_valid_before'],
      [{ validBefore: 2n ** 256n - 1n }, 'authorization_too_long'],
    ] as const) {
      const header = headerOf(await signedPayload(buyer, offer, changes))
      const response = await shop.post({ url: page }, { 'payment-signature': header })
      expect([response.status, (await readJson(response)).error]).toEqual([402, error])
    }
    // The service may be resolving a settlement that an earlier test left unknown: only `verify` belongs to these calls.
    expect(bank.calls.filter((call) => call === 'verify')).toEqual([])
  })

  test.each(['', '!', 'bm90IGpzb24=', headerOf(null), headerOf({}), 'A'.repeat(20_000)])(
    'a malformed payment header is 402 invalid_payload',
    async (header) => {
      const response = await shop.post({ url: page }, { 'payment-signature': header })
      expect([response.status, (await readJson(response)).error]).toEqual([402, 'invalid_payload'])
    },
  )
})

describe('the log', () => {
  test('has one decision line for a paid call, without signature, and none for a quote or an invalid payment', async () => {
    const before = shop.logged.length
    await shop.post({ url: page })
    const header = await openBuyer().headerFor(shop.offer())
    await shop.post({ url: page }, { 'payment-signature': header })
    await shop.post({ url: page }, { 'payment-signature': header })
    await shop.post({ url: page }, { 'payment-signature': 'junk' })
    const lines = shop.logged.slice(before)
    expect(lines.map(({ event, outcome, reason }) => [event, outcome, reason])).toEqual([
      ['paid_call', 'report', null],
      ['paid_call', 'quote', 'invalid_exact_evm_nonce_already_used'],
    ])
    expect(lines[0]).toMatchObject({
      tool: 'probe_url',
      target: 'www.site.example.com',
      payer: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      job_id: expect.any(String),
      ms: expect.any(Number),
    })
    expect(JSON.stringify(lines)).not.toContain(header.slice(40, 80))
  })
})

describe('a route that is not for sale', () => {
  test.each(['render_page', 'verify_page'] as const)(
    'spec 3.4, 7.1: %s gets 503 route_disabled before payment',
    async (tool) => {
      const response = await shop.post({ url: page }, {}, tool)
      expect([response.status, (await readJson(response)).code]).toEqual([503, 'route_disabled'])
      expect(response.headers.get('payment-required')).toBeNull()
    },
  )

  test('spec 7: without a receiving address 503 not_configured', async () => {
    await using bare = await openTestService({
      internet,
      env: { MODE: 'production', FACILITATOR_URL: 'https://facilitator.example.com' },
      facilitator: bank.facilitator,
    })
    const response = await bare.post({ url: page })
    expect([response.status, (await readJson(response)).code]).toEqual([503, 'not_configured'])
    const ready = await bare.get('/ready')
    expect([ready.status, (await readJson(ready)).parts.configuration.ok]).toEqual([503, false])
  })

  test('spec 8: overflow is 503 at_capacity at once, before payment, and the slot is freed again', async () => {
    await using small = await openTestService({
      internet,
      env: { LIMITS_ADMITTED_JOBS: '1' },
      facilitator: bank.facilitator,
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await internet.addSite('slow.example.com', {
      ip: '93.184.215.20',
      http: (_request, response) => void held.then(() => response.end('done')),
    })
    const buyer = openBuyer()
    const running = small.post(
      { url: 'http://slow.example.com/' },
      { 'payment-signature': await buyer.headerFor(small.offer()) },
    )
    while (small.service.admission.running === 0) await new Promise((go) => setTimeout(go, 5))
    const waited = waitingTime()
    const overflow = await small.post({ url: page })
    expect([overflow.status, (await readJson(overflow)).code]).toEqual([503, 'at_capacity'])
    expect(waited()).toBeLessThan(1_000)
    release()
    expect((await running).status).toBe(200)
    expect((await small.post({ url: page })).status).toBe(402)
  })

  test('while it drains it admits nothing, finishes running jobs, and then ends', async () => {
    const closing = await openTestService({ internet, facilitator: bank.facilitator })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await internet.addSite('drain.example.com', {
      ip: '93.184.215.21',
      http: (_request, response) => void held.then(() => response.end('done')),
    })
    const running = closing.post(
      { url: 'http://drain.example.com/' },
      { 'payment-signature': await openBuyer().headerFor(closing.offer()) },
    )
    while (closing.service.admission.running === 0) await new Promise((go) => setTimeout(go, 5))
    const closed = closing.close()
    const refused = await closing.post({ url: page })
    expect([refused.status, (await readJson(refused)).code]).toEqual([503, 'draining'])
    release()
    expect((await running).status).toBe(200)
    await closed
    await expect(closing.get('/health')).rejects.toThrow()
  })
})

describe('a second start by mistake', () => {
  test('fails on the locked folder or the used port, and does not affect the running job of the first', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await internet.addSite('held.example.com', {
      ip: '93.184.215.23',
      http: (_request, response) => void held.then(() => response.end('done')),
    })
    const header = await openBuyer().headerFor(shop.offer())
    const running = shop.post({ url: 'http://held.example.com/' }, { 'payment-signature': header })
    while (!bank.calls.includes('verify')) await new Promise((go) => setTimeout(go, 5))
    await new Promise((go) => setTimeout(go, 50))
    const { port } = shop.service.listening
    const second = (env: Record<string, string>) =>
      openTestService({ internet, env, facilitator: bank.facilitator })
    await expect(second({ DATA_DIR: shop.dataDir })).rejects.toMatchObject({
      code: 'data_dir_in_use',
    })
    await expect(second({ LISTEN: `127.0.0.1:${port}` })).rejects.toMatchObject({
      code: 'listen_failed',
    })
    release()
    expect((await running).status).toBe(200)
  })
})

describe('a client that disconnects', () => {
  test('spec 3.2: cancels its job, which is not settled; the authorization is consumed', async () => {
    await internet.addSite('hang.example.com', { ip: '93.184.215.22', http: () => {} })
    // A separate service: calls that other tests left open are being settled in the shared one.
    const ownBank = countingFacilitator()
    await using own = await openTestService({ internet, facilitator: ownBank.facilitator })
    const header = await openBuyer().headerFor(own.offer())
    const gone = new AbortController()
    const response = fetch(`${own.service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': header },
      body: JSON.stringify({ url: 'http://hang.example.com/' }),
      signal: gone.signal,
    })
    while (own.service.admission.running === 0) await new Promise((go) => setTimeout(go, 5))
    await new Promise((go) => setTimeout(go, 100))
    gone.abort()
    await expect(response).rejects.toThrow()
    while (own.service.admission.running > 0) await new Promise((go) => setTimeout(go, 5))
    expect(ownBank.calls).toEqual(['verify'])
    const again = await own.post({ url: page }, { 'payment-signature': header })
    expect([again.status, (await readJson(again)).error]).toEqual([
      402,
      'invalid_exact_evm_nonce_already_used',
    ])
  })
})
