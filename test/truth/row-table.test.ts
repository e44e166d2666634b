import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { FaultySite, RecordedRequest, Served } from './fault.ts'
import { allFaults } from './faults/all-faults.ts'
import { type Reply, text } from './page.ts'
import { readRow } from './row-table.ts'

const site: FaultySite = {
  page: { first: { stylesheet: null, script: '/menu.js', image: null } } as FaultySite['page'],
  domain: 'shop-a1.com',
  host: 'www.shop-a1.com',
  url: 'https://www.shop-a1.com/',
  stranger: 'vendor-a1.net',
}
const upstream = (): Reply => text(200, 'text/html', '<body><p>Bicycles</p></body>')

const rowWith = (members: object) =>
  readRow(JSON.stringify({ id: 'a', wanted: 'ISSUE', why: 'A row.', ...members }), 'links')

/** What the first layer that applies to a request serves. */
async function served(
  layers: readonly object[],
  path: string,
  more: Partial<RecordedRequest> = {},
): Promise<Served | undefined> {
  const url = new URL(path, site.url)
  const isPage = url.pathname === '/'
  const request = { method: 'GET', path: url.pathname, url, headers: {}, isPage, n: 1, ...more }
  for (const one of rowWith({ layers }).intercept ?? []) {
    const reply = await one(request, upstream, site)
    if (reply !== undefined) return reply
  }
  return undefined
}

const bodyOf = (reply: Served | undefined) =>
  typeof reply === 'object' && 'body' in reply ? Buffer.from(reply.body).toString() : String(reply)

test('no two rows have the same id', () => {
  const ids = allFaults.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test.each([
  { row: { layers: [{ at: 'page', stauts: 404 }] }, why: 'a misspelt member of a layer' },
  { row: { layer: [] }, why: 'a misspelt member of a row' },
  { row: { wanted: 'FAIL' }, why: 'no verdict' },
  { row: { hosts: { 'api.example': 'gone' } }, why: 'no kind of host' },
])('$why is refused', ({ row }) => {
  expect(() => rowWith(row)).toThrow()
})

describe('the place of a layer', () => {
  test.each([
    { at: 'page', path: '/', applies: true },
    { at: 'page', path: '/a', applies: false },
    { at: '/a', path: '/a?b=1', applies: true },
    { at: '/a?b=1', path: '/a?c=2&b=1', applies: true },
    { at: '/a?b=1', path: '/a?b=2', applies: false },
    { at: 'first script', path: '/menu.js', applies: true },
    { at: 'first stylesheet', path: '/menu.js', applies: false },
    { at: 'every \\.js$', path: '/x.js', applies: true },
    { at: 'every ^/', path: '/', applies: false },
    { at: '*', path: '/anything', applies: true },
  ])('$at and $path: $applies', async ({ at, path, applies }) => {
    expect((await served([{ at, body: 'x' }], path)) !== undefined).toBe(applies)
  })

  test('a method and a number of requests restrict it', async () => {
    const layers = [
      { at: '/a', method: 'OPTIONS', status: 405 },
      { at: '/a', times: 2, status: 503 },
      { at: '/a', json: { ok: true } },
    ]
    expect(await served(layers, '/a', { method: 'OPTIONS' })).toMatchObject({ status: 405 })
    expect(await served(layers, '/a', { n: 2 })).toMatchObject({ status: 503 })
    expect(bodyOf(await served(layers, '/a', { n: 3 }))).toBe('{"ok":true}')
  })
})

describe('the reply of a layer', () => {
  test('names the site of the measurement in place of the example', async () => {
    const body = 'https://www.shop-example.com at vendor-example.net'
    expect(bodyOf(await served([{ body }], '/'))).toBe('https://www.shop-a1.com at vendor-a1.net')
    expect(
      await served([{ status: 302, location: 'https://vendor-example.net/' }], '/'),
    ).toMatchObject({
      headers: { location: 'https://vendor-a1.net/' },
    })
  })

  test('with a title is a short document', async () => {
    const layer = { title: 'Ups', lang: 'de', head: '<style></style>', body: '<h1>Ups</h1>' }
    expect(bodyOf(await served([layer], '/'))).toMatch(
      /^<!doctype html><html lang="de">.*<title>Ups<\/title><style><\/style><\/head><body><h1>Ups<\/h1><\/body><\/html>$/,
    )
  })

  test('may be that of the site with other headers, compressed or cut', async () => {
    const [changed, zipped, half] = [
      { upstream: true, status: 404, type: 'text/plain', headers: { 'cache-control': null } },
      { upstream: true, gzip: 2 },
      { upstream: true, cut: 0.5 },
    ]
    const reply = await served([changed as object], '/')
    expect(reply).toMatchObject({ status: 404, headers: { 'content-type': 'text/plain' } })
    expect(reply).not.toHaveProperty('headers.cache-control')
    const twice = await served([zipped as object], '/')
    const body = typeof twice === 'object' && 'body' in twice ? twice.body : new Uint8Array()
    expect(gunzipSync(gunzipSync(body)).toString()).toBe('<body><p>Bicycles</p></body>')
    expect(await served([half as object], '/')).toMatchObject({ after: 14 })
  })

  test('may be late, or never come', async () => {
    const began = performance.now()
    expect(bodyOf(await served([{ body: 'x', late: 60 }], '/'))).toBe('x')
    expect(performance.now() - began).toBeGreaterThan(50)
    expect(await served([{ fails: 'reset' }], '/')).toBe('reset')
  })
})

test('names, addresses and days of a row are those of the measurement', () => {
  const { dns, certificate, hosts } = rowWith({
    dns: { a: ['{ip}', '10.0.0.1'] },
    certificate: { names: ['shop-example.com'], notAfter: -2 },
    hosts: { 'api.shop-example.com': 'refuses' },
  })
  expect(dns?.('192.0.2.1')).toEqual({ a: ['192.0.2.1', '10.0.0.1'] })
  expect(certificate?.(site).names).toEqual(['shop-a1.com'])
  expect(certificate?.(site).notAfter?.getTime()).toBeLessThan(Date.now() - 86_400_000)
  expect(hosts?.(site)).toEqual({ 'api.shop-a1.com': 'refuses' })
})
