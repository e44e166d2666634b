import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  isJWSSignedOffer,
  isJWSSignedReceipt,
  type SignedOffer,
  type SignedReceipt,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PaymentRequired } from '#payment/x402/x402.ts'
import { systemClock } from '#runtime/clock.ts'
import { rotateSigningKey } from '#store/keys/signing-keys.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { buyOverMcp, callTool, connectMcp } from '#test/equipment/payment/mcp-buyer.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const resourceUrl = (service: TestService) => `${service.service.baseUrl}/v1/probe-url`
const internet = await forFile(openInternetWithSite())
const dataDir = temporaryFolder()
const bank = countingFacilitator()
// A base URL with a name: the official verifier fetches its did:web document from there.
const shop = await forFile(
  openTestService({
    internet,
    dataDir,
    facilitator: bank.facilitator,
    env: { LISTEN: 'localhost:0' },
  }),
)

async function quoteOf(service: TestService): Promise<PaymentRequired> {
  const response = await service.post({ url: page })
  expect(response.status).toBe(402)
  return decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
}

async function buy(service: TestService, id?: string) {
  const buyer = openBuyer()
  const quote = await quoteOf(service)
  const payload = await buyer.payloadFor(quote as unknown as Parameters<typeof buyer.payloadFor>[0])
  const extensions =
    id === undefined
      ? payload.extensions
      : { ...payload.extensions, 'payment-identifier': { info: { required: false, id } } }
  const header = headerOf({ ...payload, extensions })
  const send = () => service.post({ url: page }, { 'payment-signature': header })
  const response = await send()
  expect(response.status).toBe(200)
  return { buyer, quote, header, response, send }
}

/** The only signed offer of a quote, verified by the key that its `kid` leads to. */
async function verifiedOffer(quote: PaymentRequired) {
  const offers = extractOffersFromPaymentRequired(quote)
  expect(offers).toHaveLength(1)
  const [offer] = decodeSignedOffers(offers)
  if (offer === undefined) throw new Error('The quote has no signed offer.')
  const payload = await verifyOfferSignatureJWS(jwsOffer(offer.signedOffer))
  return { offer, payload }
}

function jwsOffer(offer: SignedOffer) {
  if (!isJWSSignedOffer(offer)) throw new Error('The offer is no JWS.')
  return offer
}

function jwsReceipt(receipt: SignedReceipt | undefined) {
  if (receipt === undefined || !isJWSSignedReceipt(receipt)) {
    throw new Error('The receipt is no JWS.')
  }
  return receipt
}

describe('a quote', () => {
  test('has a signed offer of its terms, which the official package verifies by the did:web document', async () => {
    const quote = await quoteOf(shop)
    const { offer, payload } = await verifiedOffer(quote)
    const [terms] = quote.accepts
    expect(payload).toEqual({
      version: 1,
      resourceUrl: resourceUrl(shop),
      scheme: 'exact',
      network: terms?.network,
      asset: terms?.asset,
      payTo: terms?.payTo,
      amount: terms?.amount,
      validUntil: expect.any(Number),
    })
    expect(findAcceptsObjectFromSignedOffer(offer, quote.accepts)).toEqual(terms)
    const { host } = new URL(shop.service.baseUrl)
    expect(decodeProtectedHeader(jwsOffer(offer.signedOffer).signature)).toMatchObject({
      alg: 'EdDSA',
      kid: expect.stringContaining(`did:web:${encodeURIComponent(host)}#`),
    })
  })

  test('has an offer that is valid for as long as a payment for it, and two quotes have the same', async () => {
    const [first, second] = [await quoteOf(shop), await quoteOf(shop)]
    const { payload } = await verifiedOffer(first)
    const longest = first.accepts[0]?.maxTimeoutSeconds ?? Number.NaN
    expect(payload.validUntil - Date.now() / 1_000).toBeGreaterThanOrEqual(longest - 1)
    expect(extractOffersFromPaymentRequired(second)).toEqual(
      extractOffersFromPaymentRequired(first),
    )
  })

  test('of a rejected payment has it too', async () => {
    const response = await shop.post({ url: page }, { 'payment-signature': 'e30=' })
    const quote = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
    expect(quote.error).toBe('invalid_payload')
    await verifiedOffer(quote)
  })

  test('over MCP has the same offer, of the HTTP resource that the signing key belongs to', async () => {
    const client = await connectMcp(`${shop.service.baseUrl}/mcp`)
    const result = await callTool(client, { name: 'probe_url', arguments: { url: page } })
    await client.close()
    const quote = result.structuredContent as unknown as PaymentRequired
    const { payload } = await verifiedOffer(quote)
    expect(payload.resourceUrl).toBe(resourceUrl(shop))
  })
})

describe('a paid report', () => {
  test('has a signed receipt that matches the offer and names payer and transaction', async () => {
    const { buyer, quote, response } = await buy(shop)
    const { offer } = await verifiedOffer(quote)
    const receipt = jwsReceipt(extractReceiptFromResponse(response))
    const settled = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')
    expect(await verifyReceiptSignatureJWS(receipt)).toEqual({
      version: 1,
      resourceUrl: resourceUrl(shop),
      network: settled.network,
      payer: buyer.address.toLowerCase(),
      issuedAt: expect.any(Number),
      transaction: settled.transaction,
    })
    expect(settled.transaction).toMatch(/^0x[\da-f]{64}$/)
    expect(verifyReceiptMatchesOffer(receipt, offer, [buyer.address])).toBe(true)
    expect(verifyReceiptMatchesOffer(receipt, offer, [openBuyer().address])).toBe(false)
  })

  test.each(['payer', 'resourceUrl', 'transaction', 'issuedAt'])(
    'has a receipt in which payer, tool and transaction cannot be changed: %s',
    async (member) => {
      const { response } = await buy(shop)
      const { format, signature } = jwsReceipt(extractReceiptFromResponse(response))
      const [head = '', payload = '', sign = ''] = signature.split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const other = Buffer.from(JSON.stringify({ ...claims, [member]: 'https://other.example/' }))
      const forged = `${head}.${other.toString('base64url')}.${sign}`
      await expect(verifyReceiptSignatureJWS({ format, signature: forged })).rejects.toThrow(
        'signature verification failed',
      )
    },
  )

  test('and its receipt are shown to belong together by verify-report, with the published keys', async () => {
    const { response } = await buy(shop)
    const { response: other } = await buy(shop)
    const place = (name: string, content: string) => {
      const file = join(dataDir, name)
      writeFileSync(file, content)
      return file
    }
    const report = place('report.json', await response.text())
    const jwks = place('jwks.json', await (await shop.get('/.well-known/jwks.json')).text())
    const verified = async ({ headers }: Response) => {
      const receipt = place('receipt.txt', headers.get('payment-response') ?? '')
      const args = ['verify-report', report, '--jwks', jwks, '--receipt', receipt, '--json']
      const { code, out } = await runVerb(args)
      const { verifications } = JSON.parse(out) as { verifications: { what: string }[] }
      return [code, verifications.find(({ what }) => what === 'receipt')]
    }
    const settled = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')
    expect(await verified(response)).toEqual([
      0,
      expect.objectContaining({
        outcome: 'proven',
        detail: expect.stringContaining(settled.transaction),
      }),
    ])
    // Another buyer's receipt of the same tool.
    expect(await verified(other)).toEqual([
      1,
      expect.objectContaining({ outcome: 'wrong', detail: expect.stringContaining('other payer') }),
    ])
  })

  test('has the same receipt when a lost response is requested again', async () => {
    const { response, send } = await buy(shop, 'pay_0000000000000001')
    const settlements = bank.calls.length
    const again = await send()
    expect(again.status).toBe(200)
    const receipt = response.headers.get('payment-response')
    expect(again.headers.get('payment-response')).toBe(receipt)
    expect(bank.calls.length).toBe(settlements)
  })

  test('over MCP has the receipt in _meta', async () => {
    const client = await connectMcp(`${shop.service.baseUrl}/mcp`)
    const buyer = openBuyer()
    const result = await buyOverMcp(client, buyer, {
      name: 'probe_url',
      arguments: { url: page },
    })
    await client.close()
    const { 'x402/payment-response': settled } = z
      .looseObject({
        'x402/payment-response': z.looseObject({
          transaction: z.string(),
          extensions: z.looseObject({
            'offer-receipt': z.object({
              info: z.object({
                receipt: z.object({ format: z.literal('jws'), signature: z.string() }),
              }),
            }),
          }),
        }),
      })
      .parse(result._meta)
    const { receipt } = settled.extensions['offer-receipt'].info
    expect(await verifyReceiptSignatureJWS(receipt)).toMatchObject({
      resourceUrl: resourceUrl(shop),
      payer: buyer.address.toLowerCase(),
      transaction: settled.transaction,
    })
  })

  test('has a receipt that verifies after the key was rotated, as the offer before does', async () => {
    const before = await buy(shop)
    rotateSigningKey(dataDir, systemClock.now(), { revoke: false })
    const after = await buy(shop)
    const kids = [before, after].map(({ response }) => {
      const { signature } = jwsReceipt(extractReceiptFromResponse(response))
      return decodeProtectedHeader(signature).kid
    })
    expect(new Set(kids).size).toBe(2)
    for (const { response, quote } of [before, after]) {
      await verifyReceiptSignatureJWS(jwsReceipt(extractReceiptFromResponse(response)))
      await verifiedOffer(quote)
    }
  })
})

test('a refused settlement has no receipt that states a delivery', async () => {
  bank.instead.settle = async () => refusedForFunds
  const buyer = openBuyer()
  const header = await buyer.headerFor(shop.offer())
  const response = await shop.post({ url: page }, { 'payment-signature': header })
  delete bank.instead.settle
  expect(response.status).toBe(402)
  expect(response.headers.get('payment-response')).not.toBeNull()
  expect(extractReceiptFromResponse(response)).toBeUndefined()
})

test('the fields of quote, payment and receipt stay under 6 KB', async () => {
  const { response, header } = await buy(shop, 'a'.repeat(128))
  const quote = (await shop.post({ url: page })).headers.get('payment-required') ?? ''
  const sizes = [quote, header, response.headers.get('payment-response') ?? '']
  // A host name of 253 characters is in the signed offer three times, in base64 of base64.
  const margin = Math.ceil(253 * 3 * (16 / 9))
  expect(sizes.every(({ length }) => length > 0 && length + margin < 6_144)).toBe(true)
})

test('at a base URL with an IP address the offer contains its key, which is one of the published', async () => {
  await using other = await openTestService({ internet })
  const { offer, payload } = await verifiedOffer(await quoteOf(other))
  expect(payload.resourceUrl).toBe(resourceUrl(other))
  const { kid = '' } = decodeProtectedHeader(jwsOffer(offer.signedOffer).signature)
  const jwk = JSON.parse(Buffer.from(kid.slice('did:jwk:'.length, -2), 'base64url').toString())
  const { keys } = z
    .object({ keys: z.array(z.looseObject({ x: z.string() })) })
    .parse(await (await other.get('/.well-known/jwks.json')).json())
  expect(keys.map(({ x }) => x)).toContain(jwk.x)
})

test('offer_receipt = false leaves both out', async () => {
  await using other = await openTestService({ internet, env: { OFFER_RECEIPT: 'false' } })
  const { quote, response } = await buy(other)
  expect(extractOffersFromPaymentRequired(quote)).toEqual([])
  expect(extractReceiptFromResponse(response)).toBeUndefined()
})
