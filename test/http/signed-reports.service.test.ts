import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRemoteJWKSet, flattenedVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { claimsOf } from '#report/claims.ts'
import { proof, provenReport } from '#report/proof.ts'
import { reportSha256 } from '#report/report.ts'
import { systemClock } from '#runtime/clock.ts'
import { rotateSigningKey } from '#store/keys/signing-keys.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { buyOverMcp, connectMcp } from '#test/equipment/payment/mcp-buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet }))
const soldReport = provenReport.extend({ proof })

async function buy(fields: Record<string, string> = {}) {
  const payload = await openBuyer().payloadFor(shop.offer())
  const response = await shop.post(
    { url: page },
    { 'payment-signature': headerOf(payload), ...fields },
  )
  expect(response.status).toBe(200)
  const text = await response.text()
  const { authorization } = z
    .object({ authorization: z.object({ from: z.string(), nonce: z.string() }) })
    .parse(payload.payload)
  return { text, report: soldReport.parse(JSON.parse(text)), authorization }
}

async function publishedBy(service: Pick<typeof shop, 'get'>) {
  const response = await service.get('/.well-known/jwks.json')
  return z
    .object({ keys: z.array(z.looseObject({ kid: z.string() })).min(1) })
    .parse(await response.json()).keys
}

/** Verifies a report by the published keys alone. Rejects for a wrong signature. */
async function verified(report: z.infer<typeof soldReport>) {
  const [head = '', payload, signature = ''] = report.proof.jws.split('.')
  expect(payload).toBe('')
  const claims = new TextEncoder().encode(claimsOf(report, report.proof))
  const jws = { protected: head, payload: Buffer.from(claims).toString('base64url'), signature }
  return flattenedVerify(
    jws,
    createRemoteJWKSet(new URL(`${shop.service.baseUrl}/.well-known/jwks.json`)),
  )
}

test('two reports of an unchanged page have the same content_digest, which is bound by the hash', async () => {
  const digestIn = ({ text }: { text: string }) =>
    z.object({ content_digest: z.string() }).parse(JSON.parse(text)).content_digest
  const [first, second] = [await buy(), await buy()]
  expect(digestIn(second)).toBe(digestIn(first))
  expect(second.report.report_sha256).not.toBe(first.report.report_sha256)
  expect(reportSha256({ ...first.report, content_digest: '0'.repeat(64) })).not.toBe(
    first.report.report_sha256,
  )
})

describe('a sold report', () => {
  let sold: Awaited<ReturnType<typeof buy>>
  beforeAll(async () => {
    sold = await buy()
  })

  test('has a proof that verifies with the published keys', async () => {
    const { protectedHeader } = await verified(sold.report)
    const keys = await publishedBy(shop)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: keys[0]?.kid })
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.any(String),
        kid: keys[0]?.kid,
        use: 'sig',
        alg: 'EdDSA',
      },
    ])
  })

  test('is bound as a whole by its hash, and names the authorization that paid for it', () => {
    const { report, authorization } = sold
    expect(reportSha256(report)).toBe(report.report_sha256)
    expect(report.proof).toMatchObject({
      network: 'eip155:84532',
      payer: authorization.from.toLowerCase(),
      nonce: authorization.nonce.toLowerCase(),
    })
  })

  test.each<[string, (report: z.infer<typeof soldReport>) => object]>([
    ['verdict', () => ({ result_status: 'ISSUE' })],
    ['codes', () => ({ findings: [{ code: 'HTTP_CLIENT_ERROR' }] })],
    ['tool', () => ({ tool: 'verify_page' })],
    ['URL', () => ({ requested_url: 'https://other.example.com/' })],
    ['time', () => ({ checked_at: '2020-01-01T00:00:00.000Z' })],
    ['rules', () => ({ ruleset_version: '2020-01-01' })],
    ['hash', () => ({ report_sha256: '0'.repeat(64) })],
    ['payer', ({ proof: own }) => ({ proof: { ...own, payer: `0x${'1'.repeat(40)}` } })],
    ['nonce', ({ proof: own }) => ({ proof: { ...own, nonce: `0x${'1'.repeat(64)}` } })],
    ['network', ({ proof: own }) => ({ proof: { ...own, network: 'eip155:8453' } })],
  ])('does not verify with another %s', async (_, change) => {
    await expect(verified({ ...sold.report, ...change(sold.report) })).rejects.toThrow(
      'signature verification failed',
    )
  })

  test('grows by at most 360 bytes', () => {
    const { proof: own, ...rest } = JSON.parse(sold.text)
    expect(own).toBeDefined()
    expect(sold.text.length - JSON.stringify(rest).length).toBeLessThanOrEqual(360)
  })

  test('carries the same proof in its compact form, over MCP, and when it is fetched again', async () => {
    const compact = await buy({ prefer: 'return=minimal' })
    await verified(compact.report)
    expect(compact.text.length).toBeLessThan(sold.text.length / 3)

    const client = await connectMcp(`${shop.service.baseUrl}/mcp`)
    for (const detail of ['compact', 'full']) {
      const result = await buyOverMcp(client, openBuyer(), {
        name: 'probe_url',
        arguments: { url: page, detail },
      })
      await verified(soldReport.parse(result.structuredContent))
    }
    await client.close()

    const payload = await openBuyer().payloadFor(shop.offer())
    const extensions = {
      ...payload.extensions,
      'payment-identifier': { info: { required: false, id: 'signed_000000000000001' } },
    }
    const fields = { 'payment-signature': headerOf({ ...payload, extensions }) }
    const first = await (await shop.post({ url: page }, fields)).text()
    expect(await (await shop.post({ url: page }, fields)).text()).toBe(first)
    await verified(soldReport.parse(JSON.parse(first)))
  })
})

test('did.json lists the same keys under the host of the base URL, and is absent for an IP address', async () => {
  expect((await shop.get('/.well-known/did.json')).status).toBe(404)
  await using named = await openTestService({
    internet,
    env: { BASE_URL: 'http://localhost:8402' },
  })
  const response = await named.get('/.well-known/did.json')
  expect(response.headers.get('content-type')).toBe('application/did+json')
  const did = await response.json()
  const keys = await publishedBy(named)
  expect(did).toMatchObject({
    id: 'did:web:localhost%3A8402',
    verificationMethod: [{ id: `did:web:localhost%3A8402#${keys[0]?.kid}`, publicKeyJwk: keys[0] }],
    assertionMethod: [`did:web:localhost%3A8402#${keys[0]?.kid}`],
  })
})

test('after a rotation the running service signs with the new key, and earlier reports still verify', async () => {
  const before = await buy()
  rotateSigningKey(shop.dataDir, systemClock.now(), { revoke: false })
  const after = await buy()
  const kids = await Promise.all(
    [before, after].map(async ({ report }) => (await verified(report)).protectedHeader?.kid),
  )
  expect(new Set(kids).size).toBe(2)
})

test('a report that cannot be signed is not settled', async () => {
  await using broken = await openTestService({
    internet,
    runners: {
      probe_url: async () => ({
        status: 'completed',
        body: '{}',
        resultStatus: 'PASS',
        signFor: () => Promise.reject(new Error('no key')),
      }),
    },
  })
  const fields = { 'payment-signature': await openBuyer().headerFor(broken.offer()) }
  const response = await broken.post({ url: page }, fields)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    code: 'job_failed',
    payment: { state: 'not_settled' },
  })
})

test('no private key is in the log or in a document', async () => {
  const secret = JSON.parse(readFileSync(join(shop.dataDir, 'signing-keys.json'), 'utf8')).keys[0]
    .jwk.d
  expect(secret).toMatch(/^[\w-]{43}$/)
  const documents = await Promise.all(
    ['/.well-known/jwks.json', '/docs', '/openapi.json'].map(async (path) =>
      (await shop.get(path)).text(),
    ),
  )
  expect(`${JSON.stringify(shop.logged)}${documents.join('')}`).not.toContain(secret)
})
