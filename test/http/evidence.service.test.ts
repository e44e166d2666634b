import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import {
  openEvidence,
  sampleScreenshot,
  type TestEvidence,
} from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { runs } from '#test/fuzz/runs.ts'

const page = 'https://www.site.example.com/'
const HOUR = 3_600_000
const internet = await forFile(openInternet())
let shop: TestService
const dataDir = temporaryFolder()
let hoursAhead = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + hoursAhead * HOUR }
/** Another connection to the same data folder, as from another process. */
let store: TestEvidence['store']
let beside: TestEvidence
const told: { id: string; png: Uint8Array }[] = []

/** A tool that stores a screenshot and reports it, like the real one. */
const renders: ToolRunner = async ({ jobId, requestedUrl }) => {
  const png = sampleScreenshot(40_000)
  const saved = await store.save(png, jobId)
  if (saved.status === 'refused') return { status: 'failed', reason: saved.reason }
  told.push({ id: saved.id, png })
  const body = JSON.stringify({
    job_id: jobId,
    requested_url: requestedUrl,
    final_url: requestedUrl,
    checked_at: new Date(clock.now()).toISOString(),
    result_status: 'PASS',
    screenshot_evidence_id: saved.id,
    url: `/evidence/${saved.id}`,
    said: 'Größe \u{1f4f7} \u2028 ok',
  })
  return { status: 'completed', body, resultStatus: 'PASS' }
}

const openShop = (env: Readonly<Record<string, string>> = {}) =>
  openTestService({ internet, dataDir, clock, runners: { render_page: renders }, env })

beforeAll(async () => {
  internet.dns.set('www.site.example.com', { a: ['93.184.215.14'] })
  shop = await openShop()
  beside = openEvidence(dataDir, { clock })
  store = beside.store
})

afterAll(async () => {
  beside.close()
  await shop.close()
})

beforeEach(() => {
  hoursAhead = 0
})

/** One paid call through the official client. */
async function buyPicture() {
  const response = await openBuyer().fetch(`${shop.service.baseUrl}/v1/render-page`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: page }),
  })
  expect(response.status).toBe(200)
  const report = await readJson(response)
  const { id, png } = told.at(-1) ?? { id: '', png: sampleScreenshot() }
  expect(report.screenshot_evidence_id).toBe(id)
  return { id, png, path: report.url as string }
}

/** Status, fields and body, without the fields that depend on time and connection. */
async function whole(response: Response) {
  const fields = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name),
  )
  return { status: response.status, fields, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** Sends exactly this path, which fetch would normalise. */
function raw(path: string, method = 'GET') {
  const { host, port } = shop.service.listening
  return new Promise<{ status: number; fields: object; body: string }>((resolve, reject) => {
    const sent = request({ host, port, path, method, agent: false }, (response) => {
      const chunks: Uint8Array[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _date, 'x-request-id': _id, ...fields } = response.headers
        const body = Buffer.concat(chunks).toString('latin1')
        resolve({ status: response.statusCode ?? 0, fields, body })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('GET /evidence/{screenshot_evidence_id}', () => {
  test('spec 4: returns the screenshot of a paid call to anyone with the id, without payment', async () => {
    const { path, png } = await buyPicture()
    const { status, fields, bytes } = await whole(await shop.get(path))
    expect(status).toBe(200)
    expect(bytes).toEqual(png)
    expect(Object.fromEntries(fields)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, Link, Preference-Applied, Server-Timing, X-Request-Id',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="screenshot.png"',
      'content-length': String(png.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/png',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })

  test('HEAD returns the same fields without the screenshot', async () => {
    const { path } = await buyPicture()
    const got = await whole(await shop.get(path))
    const headed = await whole(await shop.get(path, { method: 'HEAD' }))
    expect(headed).toEqual({ ...got, bytes: new Uint8Array() })
    const unknown = await whole(await shop.get('/evidence/unknown'))
    const headedUnknown = await whole(await shop.get('/evidence/unknown', { method: 'HEAD' }))
    expect([headedUnknown.status, headedUnknown.bytes.length]).toEqual([404, 0])
    const type = (fields: readonly (readonly string[])[]) =>
      fields.filter(([name]) => !['content-length', 'transfer-encoding'].includes(name ?? ''))
    expect(type(headedUnknown.fields)).toEqual(type(unknown.fields))
  })

  test('a Range and conditions are ignored: the screenshot is complete or absent', async () => {
    const { path, png } = await buyPicture()
    for (const fields of [{ range: 'bytes=0-9' }, { 'if-none-match': '*' }]) {
      const { status, bytes } = await whole(await shop.get(path, { headers: fields }))
      expect([status, bytes.length]).toEqual([200, png.length])
    }
  })

  test('spec 8: is unavailable when it expires, by the clock, before the janitor runs', async () => {
    const { path } = await buyPicture()
    hoursAhead = 23.9
    expect((await shop.get(path)).status).toBe(200)
    hoursAhead = 24
    expect((await shop.get(path)).status).toBe(404)
  })

  test('spec 2.3: unknown, expired and malformed ids get the same response, byte for byte', async () => {
    const { id } = await buyPicture()
    hoursAhead = 24
    const expired = await raw(`/evidence/${id}`)
    expect(expired.status).toBe(404)
    expect(expired.fields).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/problem+json',
    })
    const others = [
      'A'.repeat(43),
      '',
      '/',
      '..%2f..%2furlwitness.sqlite',
      '%2e%2e%2f',
      '%',
      '%zz',
      '%00',
      '%ff%fe',
      `${id}/`,
      `${id}/x`,
      `x/${id}`,
      id.slice(1),
      `${'A'.repeat(43)}?x=1`,
      'A'.repeat(8_000),
      ':id',
      '*',
    ]
    for (const other of others) {
      expect({ other, ...(await raw(`/evidence/${other}`)) }).toEqual({ other, ...expired })
    }
    expect(await raw('/evidence')).toEqual(expired)
  })

  test('any path below it: 404, and never an error', async () => {
    const { id } = await buyPicture()
    const expected = await raw('/evidence/unknown')
    await fc.assert(
      fc.asyncProperty(fc.webPath({ size: 'medium' }), async (path) => {
        fc.pre(path !== `/${id}`)
        expect(await raw(`/evidence${path === '' ? '/' : path}`)).toEqual(expected)
      }),
      { numRuns: runs(150) },
    )
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s is 405 with Allow, for any id',
    async (method) => {
      const { path } = await buyPicture()
      const known = await raw(path, method)
      expect(known.status).toBe(405)
      expect(known.fields).toMatchObject({ allow: 'GET, HEAD, OPTIONS' })
      expect(await raw('/evidence/unknown', method)).toEqual(known)
      expect((await shop.get(path)).status).toBe(200)
    },
  )

  test('allows requests of any page, like the other routes', async () => {
    const response = await shop.get('/evidence/unknown', {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example.com', 'access-control-request-method': 'GET' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  })

  test('is in the OpenAPI document', async () => {
    const { paths } = await readJson(await shop.get('/openapi.json'))
    const { get } = paths['/evidence/{screenshot_evidence_id}']
    expect(Object.keys(get.responses)).toEqual(['200', '404', '405', '431', '503'])
    expect(get.security).toEqual([])
    expect(get.responses['200'].content['image/png']).toBeDefined()
    expect(get.parameters).toMatchObject([
      { name: 'screenshot_evidence_id', in: 'path', required: true },
    ])
  })
})

describe('readers that do not read', () => {
  /** Sends the request on a separate connection, and reads nothing of the response. Resolves when that has begun. */
  function hold(path: string): Promise<Socket> {
    const { host, port } = shop.service.listening
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => {
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      })
      socket.once('readable', () => resolve(socket)).once('error', reject)
    })
  }
  /** The kernel buffers up to 6 MiB for a reader that does not read. */
  const large = async () => {
    const saved = await store.save(sampleScreenshot(8 * 1024 * 1024), 'job-large')
    if (saved.status === 'refused') throw new TypeError(saved.reason)
    return `/evidence/${saved.id}`
  }
  const statusOf = async (path: string) => {
    const response = await shop.get(path)
    await response.arrayBuffer()
    return response.status
  }

  test('take at most four slots of an id: the next reader gets Retry-After, and others are served', async () => {
    const [path, other] = [await large(), await large()]
    const held = await Promise.all(Array.from({ length: 4 }, () => hold(path)))
    const refused = await shop.get(path)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('cache-control')).toBe('private, no-store')
    expect(await readJson(refused)).toMatchObject({ status: 503, code: 'at_capacity' })
    expect(await statusOf(other)).toBe(200)
    expect((await shop.get(path, { method: 'HEAD' })).status).toBe(200)
    for (const socket of held) socket.destroy()
    await vi.waitUntil(async () => (await statusOf(path)) === 200, { timeout: 30_000 })
  })

  test('a thousand of them cost 60 MiB at most, and paid routes keep working', async () => {
    const paths = await Promise.all(Array.from({ length: 10 }, () => large()))
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const held: Socket[] = []
    for (let n = 0; n < 1_000; n += 1) held.push(await hold(paths[n % 10] ?? ''))
    expect(await statusOf(paths[0] ?? '')).toBe(503)
    expect((await shop.post({ url: page })).status).toBe(402)
    // Both ends of the connections are in this process.
    expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(60)
    for (const socket of held) socket.destroy()
    await vi.waitUntil(async () => (await statusOf(paths[0] ?? '')) === 200, { timeout: 30_000 })
  })
})

describe('the id of a screenshot', () => {
  /** A client with a payment identifier, so that its response is kept. */
  async function namedHeader() {
    const buyer = openBuyer()
    const payload = await buyer.payloadFor(shop.offer('render_page'))
    const id = `pay_${crypto.randomUUID()}`
    return headerOf({
      ...payload,
      extensions: { ...payload.extensions, 'payment-identifier': { info: { id } } },
    })
  }
  const send = (header: string, url = page) =>
    shop.post({ url }, { 'payment-signature': header }, 'render_page')

  test('spec 2.3: cannot be found in any byte of the data folder or of the log, after paid calls of both kinds', async () => {
    const header = await namedHeader()
    const first = await send(header)
    const text = await first.text()
    expect(first.status).toBe(200)
    const named = told.at(-1)?.id ?? ''
    const { id: unnamed, path } = await buyPicture()
    await shop.get(path)
    await shop.get(path, { method: 'DELETE' })
    await shop.get(`${path}/more`)
    const disk = allBytes(dataDir)
    const log = JSON.stringify(shop.logged)
    for (const id of [named, unnamed]) {
      const bytes = Buffer.from(id, 'base64url')
      const needles = [id, bytes, bytes.toString('hex'), bytes.toString('base64'), btoa(id)]
      for (const needle of needles) {
        expect(disk.includes(needle)).toBe(false)
        expect(log.includes(needle.toString('latin1'))).toBe(false)
      }
    }
    // The searched files do contain the calls.
    expect(disk.includes(JSON.parse(text).job_id)).toBe(true)
    expect(disk.includes('sealed1.')).toBe(true)
    // The report's text about the page is not there either: the ledger keeps the host, verdict and finding codes of a call, and
    // nothing else.
    expect(disk.includes(page)).toBe(false)
  })

  test('is part of a repeated lost response, byte for byte, after a restart too', async () => {
    const header = await namedHeader()
    const first = await send(header)
    const answer = { text: await first.text(), receipt: first.headers.get('payment-response') }
    const jobs = told.length
    const again = async () => {
      const response = await send(header)
      return { text: await response.text(), receipt: response.headers.get('payment-response') }
    }
    expect(await again()).toEqual(answer)
    const { baseUrl } = shop.service
    await shop.close()
    // The signed receipt names the URL, and a restart gets another port.
    shop = await openShop({ BASE_URL: baseUrl })
    expect(await again()).toEqual(answer)
    expect(told).toHaveLength(jobs)
    await shop.close()
    shop = await openShop()
  })

  test('a stored report from a version that did not seal is still returned to its buyer', async () => {
    const header = await namedHeader()
    const text = await (await send(header)).text()
    beside.database.prepare('UPDATE reports SET body = ? WHERE body LIKE ?').run(text, 'sealed1.%')
    expect(await (await send(header)).text()).toBe(text)
  })

  test('a damaged sealed report is not returned: the payment is spent', async () => {
    const header = await namedHeader()
    await send(header)
    beside.database.exec("UPDATE reports SET body = body || 'AAAA' WHERE body LIKE 'sealed1.%'")
    const again = await send(header)
    expect(again.status).toBe(402)
  })

  test('without a payment identifier is kept only until the report was delivered', async () => {
    const kept = () => beside.database.prepare('SELECT count(*) FROM reports').pluck().get()
    const before = kept()
    await buyPicture()
    await expect.poll(kept, { timeout: 30_000 }).toBe(before)
  })
})

describe('an internal error below /evidence', () => {
  test('is 500, and the log names no id', async () => {
    const { id, path } = await buyPicture()
    beside.database.exec('ALTER TABLE screenshots RENAME COLUMN stored TO hidden')
    try {
      const response = await shop.get(path)
      expect(response.status).toBe(500)
      await response.arrayBuffer()
    } finally {
      beside.database.exec('ALTER TABLE screenshots RENAME COLUMN hidden TO stored')
    }
    const lines = shop.logged.filter(({ event }) => event === 'unhandled')
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(shop.logged)).not.toContain(id)
    expect((await shop.get(path)).status).toBe(200)
  })
})

function allBytes(folder: string): Buffer {
  return Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => [
      Buffer.from(`${entry.name}\n`),
      ...(entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name))] : []),
    ]),
  )
}
