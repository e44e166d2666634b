import { describe, expect, test } from 'vitest'
import { rules } from '#findings/all-rules.ts'
import { metaRules } from '#findings/report-rules.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

let daysAhead = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + daysAhead * 86_400_000 }

const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({ internet, clock, env: { CONTACT: 'care@verify.example.com' } }),
)

const documents = [
  '/',
  '/v1/examples/verify_page-issue.html',
  '/v1/tools',
  '/openapi.json',
  '/v1/schemas/probe_url.json',
  '/v1/examples/verify_page-issue.json',
  '/.well-known/x402',
  '/.well-known/x402.json',
  '/.well-known/api-catalog',
  '/.well-known/jwks.json',
  '/.well-known/security.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/robots.txt',
  '/favicon.svg',
  '/favicon.ico',
]

describe.each(documents)('%s', (path) => {
  test('has a strong ETag, and is 304 without a body on a match', async () => {
    const first = await shop.get(path, identity)
    const body = await first.text()
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(body.length).toBeGreaterThan(0)
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await shop.get(path, {
        headers: { ...identity.headers, 'if-none-match': held },
      })
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect(again.headers.get('content-type')).toBeNull()
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
      expect(await again.text()).toBe('')
    }
    const other = await shop.get(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, await other.text()]).toEqual([200, body])
  })

  test('responds to HEAD with the fields of GET and no body', async () => {
    const got = await shop.get(path, identity)
    const head = await shop.get(path, { ...identity, method: 'HEAD' })
    const body = await got.arrayBuffer()
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    const fieldsOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !changing.includes(name)))
    expect(fieldsOf(head)).toEqual(fieldsOf(got))
    expect(got.headers.get('content-length')).toBe(String(body.byteLength))
  })
})

const identity = { headers: { 'accept-encoding': 'identity' } }
const changing = ['date', 'connection', 'keep-alive', 'x-request-id', 'server-timing']

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip', 'br'],
  ['gzip;q=0.1, br;q=0', 'gzip'],
  ['deflate, zstd, *', null],
  ['identity', null],
])('Accept-Encoding %s gets a document in %s, with a tag of its own', async (accepted, coding) => {
  const headers = { 'accept-encoding': accepted }
  const plain = await shop.get('/openapi.json', identity)
  const coded = await shop.get('/openapi.json', { headers })
  expect(coded.headers.get('content-encoding')).toBe(coding)
  expect(coded.headers.get('vary')).toBe('Accept-Encoding')
  expect(await coded.text()).toBe(await plain.text())
  const etag = coded.headers.get('etag') ?? ''
  const hash = plain.headers.get('etag')?.slice(1, -1)
  expect(etag).toBe(coding === null ? `"${hash}"` : `"${hash}-${coding}"`)
  const again = await shop.get('/openapi.json', { headers: { ...headers, 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  if (coding === null) return
  const [sent, whole] = [coded, plain].map(({ headers: of }) => Number(of.get('content-length')))
  expect(sent).toBeLessThan((whole ?? 0) / 4)
})

test('a field of thousands of codings or types, which would take 10 ms to read, gets no negotiation', async () => {
  const encoded = await shop.get('/docs', { headers: { 'accept-encoding': 'br, '.repeat(1_000) } })
  expect(encoded.headers.get('content-encoding')).toBeNull()
  const page = await shop.get('/none', { headers: { accept: 'text/html, '.repeat(1_000) } })
  expect(page.headers.get('content-type')).toBe('application/problem+json')
})

test('a document that fits into one packet is sent as it is', async () => {
  const robots = await shop.get('/robots.txt', { headers: { 'accept-encoding': 'br' } })
  expect(robots.headers.get('content-encoding')).toBeNull()
  expect(robots.headers.get('vary')).toBeNull()
})

test('documents with prices must be revalidated; documents that only a new version changes may be cached for an hour', async () => {
  const kept = await Promise.all(
    documents.map(async (path) => [path, (await shop.get(path)).headers.get('cache-control')]),
  )
  expect(
    kept.filter(([, cache]) => cache === 'public, max-age=3600').map(([path]) => path),
  ).toEqual([
    '/v1/examples/verify_page-issue.html',
    '/v1/schemas/probe_url.json',
    '/v1/examples/verify_page-issue.json',
    '/.well-known/security.txt',
    '/robots.txt',
    '/favicon.svg',
    '/favicon.ico',
  ])
  expect(new Set(kept.map(([, cache]) => cache))).toEqual(
    new Set(['public, no-cache', 'public, max-age=3600']),
  )
})

describe('/.well-known/security.txt (RFC 9116)', () => {
  test('names the contact, and expires within a year, but never while the service runs', async () => {
    const read = async () => {
      const text = await (await shop.get('/.well-known/security.txt')).text()
      expect(text).toMatch(
        /^Contact: mailto:care@verify\.example\.com\nExpires: .*\nPreferred-Languages: en\nCanonical: http.*\/\.well-known\/security\.txt\n$/,
      )
      return (Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '') - clock.now()) / 86_400_000
    }
    expect(await read()).toBeGreaterThan(178)
    daysAhead = 400
    try {
      const left = await read()
      expect(left).toBeGreaterThan(178)
      expect(left).toBeLessThan(365)
    } finally {
      daysAhead = 0
    }
  })

  test('does not exist without a contact', async () => {
    await using anonymous = await openTestService({ internet })
    const response = await anonymous.get('/.well-known/security.txt')
    expect([response.status, (await readJson(response)).code]).toEqual([404, 'not_found'])
  })
})

test('the manifest has the contact and its date', async () => {
  const manifest = await readJson(await shop.get('/.well-known/x402'))
  expect(manifest).toMatchObject({
    x402Version: 2,
    version: '0.1.0',
    kind: 'resource-server',
    name: 'urlwitness',
    contact: 'mailto:care@verify.example.com',
    updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test('every URL in a document resolves', async () => {
  const [manifest, linkset] = await Promise.all(
    ['/.well-known/x402', '/.well-known/api-catalog'].map(async (path) =>
      readJson(await shop.get(path)),
    ),
  )
  const { baseUrl } = shop.service
  const full = await (await shop.get('/llms-full.txt')).text()
  const named = new Set(
    [JSON.stringify(manifest), JSON.stringify(linkset), full].flatMap((text) =>
      text.split(/[\s"()]+/).filter((word) => word.startsWith(`${baseUrl}/`)),
    ),
  )
  for (const [, path] of full.matchAll(/\s(\/\.well-known\/\S*\w)/g)) named.add(`${baseUrl}${path}`)
  expect(named.size).toBeGreaterThan(15)
  for (const url of named) {
    const paid = /\/v1\/\w+-\w+$|\/mcp$/.test(url)
    const response = await fetch(url, { method: paid ? 'OPTIONS' : 'GET' })
    expect([url, response.status]).toEqual([url, paid ? 204 : 200])
  }
})

test('/llms-full.txt has every finding code', async () => {
  const text = await (await shop.get('/llms-full.txt')).text()
  const missing = [...rules, ...metaRules].filter(({ code }) => !text.includes(`- ${code} (`))
  expect(missing).toEqual([])
})

test('/robots.txt excludes crawlers from screenshots and tools, and allows the rest', async () => {
  const text = await (await shop.get('/robots.txt')).text()
  expect(text).toMatch(/^User-agent: \*\nAllow: \/\n/)
  for (const path of ['/evidence/', '/v1/probe-url', '/v1/render-page', '/v1/verify-page']) {
    expect(text).toContain(`Disallow: ${path}\n`)
  }
})

test.each([
  '/v1/tools',
  '/.well-known/x402',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/openapi.json',
])('%s says how to get a compact report, and so does the 402', async (path) => {
  expect(await (await shop.get(path)).text()).toContain('Prefer: return=minimal')
  const { resource } = await readJson(await shop.post({ url: 'http://93.184.215.14/' }))
  expect(resource.description).toContain('Prefer: return=minimal')
})
