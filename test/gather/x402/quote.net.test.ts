import { encode } from 'gpt-tokenizer'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { evidenceLines } from '#cli/check/evidence-text.ts'
import { noPaint } from '#cli/output/terminal.ts'
import type { X402Evidence } from '#evidence/x402/x402.ts'
import { compactReport } from '#report/compact-report.ts'
import { reportPage } from '#report/html/report-page.ts'
import { readReport } from '#report/report.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import {
  type Fields,
  openSiteProbe,
  type SiteResponse,
} from '#test/equipment/service/site-probe.ts'

const internet = await forFile(openInternet())
const site = await forFile(openSiteProbe(internet))

async function probe(...args: Parameters<typeof site.probe>) {
  const probed = await site.probe(...args)
  return { ...probed, quote: probed.report.x402 as X402Evidence }
}

type Json = Record<string, unknown>
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const seller = '0x52908400098527886E0F7030069857D2E4169EE7'

const offer = (over: Json = {}): Json => ({
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: USDC,
  payTo: seller,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
  ...over,
})
const quote = (host: string, over: Json = {}): Json => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: `https://${host}/paid`, description: 'Weather' },
  accepts: [offer()],
  extensions: { bazaar: {}, 'payment-identifier': { info: { required: false } } },
  ...over,
})
const expose = { 'access-control-expose-headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE' }
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** A 402 with the quote in the header, and in the body where `body` is not given. */
function paid(
  value: Json,
  fields: Fields = {},
  body: string = JSON.stringify(value),
): SiteResponse {
  const own = { 'content-type': 'application/json', 'payment-required': base64(value) }
  return { status: 402, fields: { ...own, ...expose, ...fields }, body }
}
/** The quote with a change. */
const changed =
  (over: Json, fields: Fields = {}) =>
  (_: number, host: string) =>
    paid(quote(host, over), fields)
const withOffer = (over: Json) => changed({ accepts: [offer(over)] })
/** A header value of our own beside a body without a quote. */
const withHeader = (make: (value: Json) => string) => (_: number, host: string) =>
  paid(quote(host), { 'payment-required': make(quote(host)) }, '{}')

describe.concurrent('a 402 with a quote', { timeout: 60_000 }, () => {
  test('passes, and the report has the offer', async () => {
    const { report, verdict, quote: seen, asked } = await probe((_, host) => paid(quote(host)))
    expect(verdict).toEqual(['PASS'])
    expect(seen).toEqual({
      source: 'both',
      header_fault: null,
      fault_member: null,
      header_bytes: expect.any(Number),
      version: 2,
      outdated_names: [],
      differing_members: [],
      resource_url: expect.stringMatching(/^https:\/\/site-\d+\.example\.com\/paid$/),
      resource_fault: null,
      offers: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          asset: USDC,
          symbol: 'USDC',
          decimals: 6,
          amount: '10000',
          amount_usd: '0.01',
          pay_to: seller,
          max_timeout_s: 60,
          extra: { name: 'USD Coin', version: '2' },
          token_domain: { name: 'USD Coin', version: '2' },
        },
      ],
      offers_total: 1,
      extensions: ['bazaar', 'payment-identifier'],
      payment_identifier: { required: false },
      signed_offers: null,
      exposed_to_browsers: true,
      cacheable: false,
      changed_members: [],
      documents: [
        expect.objectContaining({ kind: 'manifest', status: 404, names_resource: null }),
        expect.objectContaining({ kind: 'openapi', status: 404 }),
        expect.objectContaining({ kind: 'api_catalog', status: 404 }),
      ],
    })
    expect(asked.filter((line) => !/^(?:GET|HEAD) /.test(line))).toEqual([])
    expect(report.untrusted_paths).toContain('/x402')
    const compact = JSON.parse(compactReport(JSON.stringify(report)) ?? '')
    expect(compact.x402.offers).toEqual([
      {
        network: 'eip155:8453',
        amount: '10000',
        symbol: 'USDC',
        amount_usd: '0.01',
        pay_to: seller,
      },
    ])
    expect(compact.untrusted_paths).toContain('/x402')
    expect(encode(JSON.stringify(compact)).length).toBeLessThanOrEqual(450)
    const page = String(reportPage(readReport(report) ?? expect.fail('not a report'), null))
    expect(page).toContain('>0.01<')
    expect(evidenceLines(report, 200, noPaint).join('\n')).toContain('0.01 USD in USDC')
  })

  // Healthy siblings.
  test.each<[string, Parameters<typeof probe>[0]]>([
    ['only in the header', (_, host) => paid(quote(host), {}, '{}')],
    [
      'with a paywall for people as its body',
      (_, host) =>
        paid(
          quote(host),
          { 'content-type': 'text/html' },
          '<!doctype html><title>Pay</title><h1>Pay to read</h1>',
        ),
    ],
    [
      'with a body of version 1 for old clients',
      (_, host) =>
        paid(
          quote(host),
          {},
          JSON.stringify({
            x402Version: 1,
            accepts: [{ ...offer(), maxAmountRequired: '10000', network: 'base' }],
          }),
        ),
    ],
    [
      'with another error in the body',
      (_, host) => paid(quote(host), {}, JSON.stringify(quote(host, { error: 'none' }))),
    ],
    [
      'with members in another order',
      (_, host) =>
        paid(
          quote(host),
          {},
          JSON.stringify(Object.fromEntries(Object.entries(quote(host)).toReversed())),
        ),
    ],
    [
      'with null for absent members',
      (_, host) => paid(quote(host), {}, JSON.stringify(quote(host, { extra: null }))),
    ],
    [
      'with a slash at the end of resource.url',
      (_, host) => paid(quote(host, { resource: { url: `https://${host}/paid/?q=1` } })),
    ],
    [
      'with a template in resource.url',
      (_, host) => paid(quote(host, { resource: { url: `https://${host}/:item` } })),
    ],
    ['with no-store', changed({}, { 'cache-control': 'private, no-store' })],
    ['with a lifetime of zero', changed({}, { 'cache-control': 'public, max-age=0' })],
    ['for Permit2', withOffer({ extra: { assetTransferMethod: 'permit2' } })],
    ['of exactly 1,000 USD', withOffer({ amount: '1000000000' })],
    [
      'with a new nonce and time in each look',
      (n, host) => paid(quote(host, { extensions: { nonce: { info: n } }, error: `look ${n}` })),
    ],
    [
      'with offers in another order in each look',
      (n, host) =>
        paid(
          quote(host, {
            accepts:
              n % 2 === 0
                ? [offer(), offer({ scheme: 'upto' })]
                : [offer({ scheme: 'upto' }), offer()],
          }),
        ),
    ],
    ['with text beyond ASCII', changed({ resource: undefined, description: 'Wetter für 日本' })],
  ])('%s has no fault', async (what, answer) => {
    const { verdict, report } = await probe(answer)
    const isResourceMissing = what.includes('ASCII')
    expect(verdict).toEqual(isResourceMissing ? ['ISSUE', 'X402_HEADER_INVALID'] : ['PASS'])
    expect(report.notes.map(({ code }) => code).filter((code) => code.startsWith('X402'))).toEqual(
      [],
    )
  })

  test.each<[string, string[], Parameters<typeof probe>[0]]>([
    [
      'that differs from the body',
      ['ISSUE', 'X402_HEADER_BODY_DIFFER'],
      (_, host) =>
        paid(
          quote(host),
          {},
          JSON.stringify(quote(host, { accepts: [offer({ amount: '20000' })] })),
        ),
    ],
    [
      'of version 1 in the body',
      ['ISSUE', 'X402_VERSION_OUTDATED'],
      (_, host) => ({
        status: 402,
        body: JSON.stringify({
          x402Version: 1,
          accepts: [
            {
              scheme: 'exact',
              network: 'base',
              maxAmountRequired: '1',
              resource: `https://${host}/paid`,
              payTo: seller,
              asset: USDC,
              extra: { name: 'USD Coin', version: '2' },
            },
          ],
        }),
      }),
    ],
    [
      'with names of version 1',
      ['ISSUE', 'X402_VERSION_OUTDATED'],
      withOffer({ amount: undefined, maxAmountRequired: '10000' }),
    ],
    [
      'in the body only',
      ['ISSUE', 'X402_HEADER_INVALID'],
      (_, host) => ({ status: 402, body: JSON.stringify(quote(host)) }),
    ],
    [
      'in base64url',
      ['ISSUE', 'X402_HEADER_INVALID'],
      withHeader((value) =>
        Buffer.from(JSON.stringify({ ...value, error: '???>>>~~~ÿÿ' })).toString('base64url'),
      ),
    ],
    [
      'without padding',
      ['ISSUE', 'X402_HEADER_INVALID'],
      withHeader((value) =>
        `${Buffer.from(`${JSON.stringify(value)}${' '.repeat((3 - ((JSON.stringify(value).length + 2) % 3)) % 3)}`).toString('base64')}`.replace(
          /=+$/,
          '',
        ),
      ),
    ],
    [
      'as plain JSON',
      ['ISSUE', 'X402_HEADER_INVALID'],
      withHeader((value) => JSON.stringify(value)),
    ],
    [
      'that is base64 of no JSON',
      ['ISSUE', 'X402_HEADER_INVALID'],
      withHeader(() => Buffer.from('pay me').toString('base64')),
    ],
    [
      'of 12 KB',
      ['ISSUE', 'X402_HEADER_INVALID'],
      changed({ extensions: { schema: 'x'.repeat(9_000) } }),
    ],
    ['with an amount in dollars', ['ISSUE', 'X402_HEADER_INVALID'], withOffer({ amount: '0.01' })],
    ['without offers', ['ISSUE', 'X402_HEADER_INVALID'], changed({ accepts: [] })],
    [
      'for another origin',
      ['ISSUE', 'X402_RESOURCE_MISMATCH'],
      changed({ resource: { url: 'https://localhost:3000/paid' } }),
    ],
    [
      'for another path',
      ['ISSUE', 'X402_RESOURCE_MISMATCH'],
      (_, host) => paid(quote(host, { resource: { url: `https://${host}/internal/paid` } })),
    ],
    [
      'for http behind https',
      ['ISSUE', 'X402_RESOURCE_MISMATCH'],
      (_, host) => paid(quote(host, { resource: { url: `http://${host}/paid` } })),
    ],
    [
      'with the name of the test token',
      ['ISSUE', 'X402_TOKEN_DOMAIN_WRONG'],
      withOffer({ extra: { name: 'USDC', version: '2' } }),
    ],
    [
      'with another version of the token',
      ['ISSUE', 'X402_TOKEN_DOMAIN_WRONG'],
      withOffer({ extra: { name: 'USD Coin', version: '1' } }),
    ],
    [
      'without extra, in lower case',
      ['ISSUE', 'X402_TOKEN_DOMAIN_WRONG'],
      withOffer({ asset: USDC.toLowerCase(), extra: {} }),
    ],
    [
      'to the zero address',
      ['ISSUE', 'X402_PAY_TO_WRONG'],
      withOffer({ payTo: `0x${'0'.repeat(40)}` }),
    ],
    [
      'to the token itself',
      ['ISSUE', 'X402_PAY_TO_WRONG'],
      withOffer({ payTo: USDC.toLowerCase() }),
    ],
    [
      'to another address per offer',
      ['ISSUE', 'X402_PAY_TO_WRONG'],
      changed({
        accepts: [
          offer(),
          offer({ scheme: 'upto', payTo: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }),
        ],
      }),
    ],
    ['of zero', ['REVIEW', 'X402_AMOUNT_UNUSUAL'], withOffer({ amount: '0' })],
    [
      'of more than 1,000 USD',
      ['REVIEW', 'X402_AMOUNT_UNUSUAL'],
      withOffer({ amount: '1000000001' }),
    ],
    [
      'that caches may keep',
      ['ISSUE', 'X402_CACHEABLE'],
      changed({}, { 'cache-control': 'public, max-age=300' }),
    ],
    [
      'with Expires in the future',
      ['ISSUE', 'X402_CACHEABLE'],
      changed({}, { expires: new Date(Date.now() + 86_400_000).toUTCString() }),
    ],
    [
      'with another payTo at the second look',
      ['ISSUE', 'X402_QUOTE_CHANGES'],
      (n, host) =>
        paid(
          quote(host, {
            accepts: [
              offer(n === 1 ? {} : { payTo: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }),
            ],
          }),
        ),
    ],
    [
      'with another price at the second look',
      ['ISSUE', 'X402_QUOTE_CHANGES'],
      (n, host) => paid(quote(host, { accepts: [offer({ amount: String(n) })] })),
    ],
    [
      'on an unknown network',
      ['PASS'],
      withOffer({ network: 'eip155:999999', asset: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }),
    ],
    [
      'that browsers cannot read',
      ['PASS'],
      changed({}, { 'access-control-expose-headers': 'x-id' }),
    ],
  ])('%s is judged', async (what, expected, answer) => {
    const { verdict, codes } = await probe(answer)
    expect(verdict).toEqual(expected)
    if (what.includes('unknown network')) expect(codes).toContain('X402_UNKNOWN_TOKEN')
    if (what.includes('browsers')) expect(codes).toContain('X402_HEADER_NOT_EXPOSED')
  })

  const manifest = (host: string, amount: string, method?: string) => ({
    body: JSON.stringify({
      resources: [`https://${host}/paid`],
      items: [{ resource: `https://${host}/paid`, method, accepts: [offer({ amount })] }],
    }),
    status: 200,
  })
  const openapi = (price: unknown, method = 'get') => ({
    body: JSON.stringify({
      openapi: '3.1.0',
      paths: { '/paid': { [method]: { 'x-payment-info': { price } } } },
    }),
    status: 200,
  })
  test.each<[string, string[], (host: string) => Record<string, SiteResponse>]>([
    [
      'a manifest with the same price',
      ['PASS'],
      (host) => ({ '/.well-known/x402': manifest(host, '10000') }),
    ],
    [
      'a manifest with another price',
      ['ISSUE', 'X402_PRICE_DIFFERS'],
      (host) => ({ '/.well-known/x402': manifest(host, '5000', 'GET') }),
    ],
    [
      'a manifest with the price of POST',
      ['PASS'],
      (host) => ({ '/.well-known/x402': manifest(host, '5000', 'POST') }),
    ],
    [
      'an OpenAPI document with the same price',
      ['PASS'],
      () => ({ '/openapi.json': openapi({ mode: 'fixed', currency: 'USD', amount: '0.010' }) }),
    ],
    [
      'an OpenAPI document with another price',
      ['ISSUE', 'X402_PRICE_DIFFERS'],
      () => ({ '/openapi.json': openapi({ mode: 'fixed', currency: 'USD', amount: '0.02' }) }),
    ],
    [
      'an OpenAPI document with a price as text',
      ['ISSUE', 'X402_PRICE_DIFFERS'],
      () => ({ '/openapi.json': openapi('$0.02') }),
    ],
    [
      'an OpenAPI document with a dynamic price',
      ['PASS'],
      () => ({ '/openapi.json': openapi({ mode: 'dynamic', currency: 'USD', min: '0.001' }) }),
    ],
    [
      'an OpenAPI document with the price of POST',
      ['PASS'],
      () => ({ '/openapi.json': openapi({ amount: '0.02' }, 'post') }),
    ],
    [
      'documents that are no JSON',
      ['PASS'],
      () => ({
        '/openapi.json': { status: 200, body: '<html>' },
        '/.well-known/x402': { status: 200, body: '[[['.repeat(9_000) },
      }),
    ],
  ])('beside %s', async (_what, expected, documents) => {
    const { verdict, quote: seen } = await probe((_, host) => paid(quote(host)), documents)
    expect(verdict).toEqual(expected)
    expect(seen.documents).toHaveLength(3)
  })
})

describe('the signature of an offer', { timeout: 60_000 }, () => {
  test('a signed offer is checked with the key of the origin', async () => {
    const { publicKey, privateKey } = await generateKeyPair('Ed25519', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const did = (host: string) => ({
      '/.well-known/did.json': {
        status: 200,
        body: JSON.stringify({
          id: `did:web:${host}`,
          verificationMethod: [
            {
              id: `did:web:${host}#k`,
              type: 'JsonWebKey2020',
              controller: `did:web:${host}`,
              publicKeyJwk: jwk,
            },
          ],
        }),
      },
    })
    const signed = async (host: string, amount: string) => {
      const { scheme, network, asset, payTo } = offer()
      const payload = {
        version: 1,
        resourceUrl: `https://${host}/paid`,
        scheme,
        network,
        asset,
        payTo,
        amount,
        validUntil: 1,
      }
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: `did:web:${host}#k` })
        .sign(privateKey)
    }
    for (const [amount, signature, hasKey] of [
      ['10000', 'valid', true],
      ['9999', 'wrong', true],
      ['10000', 'unchecked', false],
    ] as const) {
      const jws = await signed(site.nextHost(), amount)
      const offers = [{ format: 'jws', acceptIndex: 0, signature: jws }]
      const { quote: seen, verdict } = await probe(
        changed({ extensions: { 'offer-receipt': { info: { offers } } } }),
        hasKey ? did : undefined,
      )
      expect(seen.signed_offers).toEqual({ signed: 1, signature })
      expect(verdict).toEqual(
        signature === 'wrong' ? ['ISSUE', 'X402_SIGNED_OFFER_WRONG'] : ['PASS'],
      )
    }
  })
})

describe.concurrent('a 402 without a quote', { timeout: 60_000 }, () => {
  const json = { 'content-type': 'application/json' }
  test.each<[string, SiteResponse]>([
    [
      'a paywall for readers',
      {
        status: 402,
        fields: { 'content-type': 'text/html' },
        body: '<!doctype html><title>News</title><h1>Subscribe to read on</h1>',
      },
    ],
    [
      'a 402 of an unpaid account',
      { status: 402, fields: json, body: '{"code":"402","message":"Payment required"}' },
    ],
  ])('%s', async (_what, response) => {
    expect((await probe(response)).verdict).toEqual(['REVIEW', 'HTTP_PAYMENT_REQUIRED'])
  })
})
