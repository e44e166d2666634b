import { verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createRequestTokens } from '#facilitator/http/request-tokens.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { readSigningKey } from '#runtime/signing-key.ts'
import { type ApiKey, ed25519ApiKey, p256ApiKey } from '#test/equipment/payment/api-keys.ts'
import { openKeyedFacilitator } from '#test/equipment/payment/keyed-facilitator.ts'

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const NOW_S = Math.floor(NOW_MS / 1000)
const ed = ed25519ApiKey()
const p256 = p256ApiKey()
const server = await openKeyedFacilitator({ keys: [ed, p256] })
afterAll(() => server.close())

function tokensOf({ id, secret }: Pick<ApiKey, 'id' | 'secret'>, nowMs = () => Date.now()) {
  const reading = readSigningKey(secret)
  if (reading.status === 'refused') throw new TypeError(reading.reason)
  const clock = { ...systemClock, now: nowMs }
  return createRequestTokens({ id, signing: reading.signing }, { clock, random: systemRandom })
}

function parts(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return {
    header: read(header),
    claims: read(claims),
    signed: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

test.each([
  ['EdDSA', ed],
  ['ES256', p256],
])('a token by %s names the key, the one request and two minutes', (alg, key) => {
  const url = 'https://api.facilitator.example/platform/v2/x402/verify'
  const token = tokensOf(key, () => NOW_MS).tokenFor('POST', url)
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  const { header, claims, signed, signature } = parts(token)
  expect(header).toEqual({
    alg,
    kid: key.id,
    typ: 'JWT',
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(claims).toEqual({
    sub: key.id,
    iss: 'cdp',
    aud: ['cdp_service'],
    uris: ['POST api.facilitator.example/platform/v2/x402/verify'],
    iat: NOW_S,
    nbf: NOW_S,
    exp: NOW_S + 120,
  })
  expect(signature).toHaveLength(64)
  const verified =
    alg === 'EdDSA'
      ? verify(null, signed, key.publicKey, signature)
      : verify('sha256', signed, { key: key.publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  expect(verified).toBe(true)
})

test('the host in a token includes a port unless it is the default', () => {
  const uriOf = (url: string) => parts(tokensOf(ed).tokenFor('GET', url)).claims.uris[0]
  expect(uriOf('http://127.0.0.1:4020/supported')).toBe('GET 127.0.0.1:4020/supported')
  expect(uriOf('https://f.example:443/supported')).toBe('GET f.example/supported')
})

test('no two tokens are equal, even for one request at one time', () => {
  const tokens = tokensOf(ed, () => NOW_MS)
  const made = Array.from({ length: 50 }, () => tokens.tokenFor('POST', 'https://f.example/verify'))
  expect(new Set(made.map((token) => parts(token).header.nonce)).size).toBe(50)
})

/** The objections of the test gateway to a token; empty when it accepts the token. */
async function objections(token: string, path = '/supported', method = 'GET'): Promise<string[]> {
  server.turnedAway.length = 0
  const response = await fetch(server.base + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  await response.body?.cancel()
  expect(response.status === 401).toBe(server.turnedAway.length === 1)
  return [...server.turnedAway]
}

const supported = `${server.base}/supported`

test.each([
  ['Ed25519', ed],
  ['P-256', p256],
])('a strict gateway accepts a token by %s once', async (_what, key) => {
  const token = tokensOf(key).tokenFor('GET', supported)
  expect(await objections(token)).toEqual([])
  expect(await objections(token)).toEqual(['replayed nonce'])
})

test('a strict gateway refuses every altered token', async () => {
  const stranger = ed25519ApiKey()
  const late = tokensOf(ed, () => Date.now() - 121_000).tokenFor('GET', supported)
  const early = tokensOf(ed, () => Date.now() + 60_000).tokenFor('GET', supported)
  const [head, , signature] = tokensOf(ed).tokenFor('GET', supported).split('.')
  const [, otherClaims] = tokensOf(ed, () => Date.now() + 1000)
    .tokenFor('GET', supported)
    .split('.')
  expect(await objections('')).toEqual(['no token'])
  expect(await objections(tokensOf({ ...ed, id: 'other' }).tokenFor('GET', supported))).toEqual([
    'unknown kid',
  ])
  expect(await objections(tokensOf(stranger).tokenFor('GET', supported))).toEqual(['bad signature'])
  expect(await objections(tokensOf({ ...p256, id: ed.id }).tokenFor('GET', supported))).toEqual([
    'bad signature',
  ])
  expect(await objections(`${head}.${otherClaims}.${signature}`)).toEqual(['bad signature'])
  expect(await objections(late)).toEqual(['expired'])
  expect(await objections(early)).toEqual(['not yet valid'])
  expect(await objections(tokensOf(ed).tokenFor('POST', supported))).toEqual(['wrong uri'])
  expect(await objections(tokensOf(ed).tokenFor('GET', `${server.base}/verify`))).toEqual([
    'wrong uri',
  ])
  expect(await objections(tokensOf(ed).tokenFor('GET', 'http://127.0.0.1/supported'))).toEqual([
    'wrong uri',
  ])
})
