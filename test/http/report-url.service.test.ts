import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { ReportStore } from '#evidence/stores.ts'
import { EvidenceSlots } from '#http/evidence-slots.ts'
import { reportResponses } from '#http/report-response.ts'
import { compactReport } from '#report/compact-report.ts'
import { reportSha256 } from '#report/report.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { buyOverMcp, connectMcp } from '#test/equipment/payment/mcp-buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const asPerson = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const HOUR = 3_600_000
let hoursAhead = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + hoursAhead * HOUR }
const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet, clock }))

beforeEach(() => {
  hoursAhead = 0
})

const linked = z.looseObject({ report_url: z.string(), report_sha256: z.string() })

async function buy(service = shop, fields: Record<string, string> = {}) {
  const response = await service.post(
    { url: page },
    { 'payment-signature': await openBuyer().headerFor(service.offer()), ...fields },
  )
  expect(response.status).toBe(200)
  const text = await response.text()
  const report = linked.parse(JSON.parse(text))
  return { text, report, path: new URL(report.report_url).pathname }
}

function fieldsOf(response: Response) {
  const passing = ['date', 'connection', 'keep-alive', 'x-request-id', 'server-timing']
  return Object.fromEntries([...response.headers].filter(([name]) => !passing.includes(name)))
}

describe('report_url', () => {
  test('is in every report, whole and compact, over HTTP and MCP, and is bound by its hash', async () => {
    const { text, report } = await buy()
    const base = `${shop.service.baseUrl}/reports/`
    expect(report.report_url).toMatch(new RegExp(`^${base}[\\w-]{43}$`))
    expect(reportSha256(JSON.parse(text))).toBe(report.report_sha256)
    expect(reportSha256({ ...JSON.parse(text), report_url: `${base}x` })).not.toBe(
      report.report_sha256,
    )
    const compact = await buy(shop, { prefer: 'return=minimal' })
    expect(compact.report.report_url).toMatch(new RegExp(`^${base}[\\w-]{43}$`))
    const client = await connectMcp(`${shop.service.baseUrl}/mcp`)
    const bought = await buyOverMcp(client, openBuyer(), {
      name: 'probe_url',
      arguments: { url: page },
    })
    expect(linked.parse(bought.structuredContent).report_url).toContain(base)
    await client.close()
  })

  test('returns the report as a page to anyone who has it, confidential as a screenshot', async () => {
    const { path } = await buy()
    const response = await shop.get(path, { headers: asPerson })
    expect(response.status).toBe(200)
    expect(fieldsOf(response)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.any(String),
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      'content-length': expect.any(String),
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    const shown = await response.text()
    expect(shown).toContain('<h1')
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(shown)))
    expect((await shop.get('/robots.txt').then((one) => one.text())).split('\n')).toContain(
      'Disallow: /reports/',
    )
  })

  test('with .json returns the report byte for byte, to download', async () => {
    const { path, text } = await buy()
    const response = await shop.get(`${path}.json`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(fieldsOf(response)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="report.json"',
      'content-type': 'application/json',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const compact = await buy(shop, { prefer: 'return=minimal' })
    const whole = await (await shop.get(`${compact.path}.json`)).text()
    expect(compactReport(whole)).toBe(compact.text)
  })

  test('HEAD returns the same fields without a body', async () => {
    const { path } = await buy()
    for (const one of [path, `${path}.json`]) {
      const got = await shop.get(one)
      const headed = await shop.get(one, { method: 'HEAD' })
      expect([headed.status, fieldsOf(headed)]).toEqual([200, fieldsOf(got)])
      expect(await headed.text()).toBe('')
      await got.body?.cancel()
    }
  })

  test('is valid for less than 24 hours, and then like an id that never existed', async () => {
    const { path } = await buy()
    const unknown = `/reports/${'A'.repeat(43)}`
    const never = await shop.get(unknown)
    const problem = await never.json()
    expect([never.status, problem]).toMatchObject([404, { status: 404, code: 'not_found' }])
    hoursAhead = 23.9
    expect((await shop.get(path)).status).toBe(200)
    hoursAhead = 24
    for (const one of [path, `${path}.json`, `${path}x`, '/reports/', '/reports/%00', unknown]) {
      const gone = await shop.get(one)
      expect([one, gone.status, await gone.json()]).toEqual([one, 404, problem])
      expect(fieldsOf(gone)).toEqual(fieldsOf(never))
    }
  })

  test('is not an address of a screenshot, nor the reverse', async () => {
    const { path } = await buy()
    expect((await shop.get(path.replace('/reports/', '/evidence/'))).status).toBe(404)
    expect(shop.logged.filter(({ msg }) => msg === 'screenshot_damaged')).toEqual([])
  })

  test('supports GET and HEAD only', async () => {
    const { path } = await buy()
    const response = await shop.get(path, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('a returning buyer gets the same address with the same report', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    const extensions = {
      ...payload.extensions,
      'payment-identifier': { info: { required: false, id: 'linked_000000000000001' } },
    }
    const fields = { 'payment-signature': headerOf({ ...payload, extensions }) }
    const first = await (await shop.post({ url: page }, fields)).text()
    expect(await (await shop.post({ url: page }, fields)).text()).toBe(first)
  })
})

describe('a person who opens an address without content', () => {
  test.each([
    ['/reports/expired', 'This report is no longer available'],
    ['/evidence/expired', 'This screenshot is no longer available'],
    ['/no-such-page', 'Page not found'],
  ])('%s: gets a page that says so', async (path, heading) => {
    const response = await shop.get(path, { headers: asPerson })
    const text = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(text).toContain(`<h1>${heading}</h1>`)
    expect(text).not.toContain(path)
    expect(response.headers.get('vary')).toBe('Accept')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each([
    '*/*',
    'application/json',
    'application/json, text/html;q=0.5',
    'text/html;q=0',
    'image/avif,image/webp,image/*,*/*;q=0.8',
  ])('Accept: %s gets the problem document', async (accept) => {
    for (const path of ['/reports/expired', '/evidence/expired', '/no-such-page']) {
      const response = await shop.get(path, { headers: { accept } })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ])
    }
  })
})

describe('what is stored', () => {
  test('contains neither the id nor the report in clear text, in file or log', async () => {
    const { text, path } = await buy()
    const id = path.slice('/reports/'.length)
    const { job_id: jobId } = JSON.parse(text)
    const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
      .join('\n')
    expect(files).toContain(jobId)
    for (const secret of [id, '"report_sha256":', '/reports/']) {
      expect(files).not.toContain(secret)
      expect(JSON.stringify(shop.logged)).not.toContain(id)
    }
  })

  test('counts towards the quota of screenshots, is deleted after its life, and is not in a backup without reports', async () => {
    await using own = await openTestService({ internet, clock })
    await buy(own)
    const file = join(own.dataDir, DATABASE_NAME)
    const read = () => {
      const database = new Sqlite(file, { readonly: true })
      const found = database
        .prepare(
          'SELECT count, bytes, (SELECT count(*) FROM report_copies) AS copies FROM screenshot_totals',
        )
        .get()
      database.close()
      return z.object({ count: z.number(), bytes: z.number(), copies: z.number() }).parse(found)
    }
    const stored = read()
    expect(stored).toMatchObject({ count: 0, copies: 1 })
    expect(stored.bytes).toBeGreaterThan(5_000)
    const to = join(own.dataDir, 'backup.sqlite')
    await backupDatabase({ file, to, force: false, withReports: false })
    const backup = new Sqlite(to, { readonly: true })
    expect(backup.prepare('SELECT count(*) AS n FROM report_copies').get()).toEqual({ n: 0 })
    backup.close()
  })

  test('without room a report is sold all the same, and report_url is null', async () => {
    await using full = await openTestService({ internet, env: { EVIDENCE_QUOTA_MB: '64' } })
    const database = new Sqlite(join(full.dataDir, DATABASE_NAME))
    // It belongs to no payer, so that it is not deleted to make room.
    database.exec(`INSERT INTO screenshots
      (id_sha256, job_id, bytes, sha256, media_type, created_at, expires_at)
      SELECT value, 'x', 67108864, value, 'image/png', ${Date.now()}, ${Date.now() + HOUR}
      FROM (SELECT hex(zeroblob(32)) AS value)`)
    database.close()
    const response = await full.post(
      { url: page },
      { 'payment-signature': await openBuyer().headerFor(full.offer()) },
    )
    const report = z.looseObject({}).parse(await response.json())
    expect([response.status, report['report_url']]).toEqual([200, null])
    expect(reportSha256(report)).toBe(report['report_sha256'])
  })
})

/** The route alone, over a store with this `find`. */
function reportsOver(
  find: ReportStore['find'],
  slots = new EvidenceSlots(systemClock),
  clockOfPages: Pick<Clock, 'monotonicMs' | 'after'> = systemClock,
) {
  const respond = reportResponses({
    reports: { find },
    evidence: { find: async () => null },
    publicKeys: async () => [],
    facts: shop.service.facts,
    slots,
    clock: clockOfPages,
  })
  return new Hono().get('/reports/*', respond).onError(() => new Response(null, { status: 500 }))
}

test('more than four readers of one report at a time get a 503 with Retry-After, as for a screenshot', async () => {
  const { text } = await buy()
  const slots = new EvidenceSlots(systemClock)
  const app = reportsOver(async () => ({ text, expiresAt: Date.now() + HOUR }), slots)
  const taken = Array.from({ length: 4 }, () => slots.acquire('some'))
  const refused = await app.request('/reports/some')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  taken[0]?.()
  const responses = [await app.request('/reports/some'), await app.request('/reports/some.json')]
  // The first one is read to its end before its slot is free again.
  expect(responses.map(({ status }) => status)).toEqual([200, 503])
  await responses[0]?.text()
  expect((await app.request('/reports/some.json')).status).toBe(200)
})

test('a report whose page cannot be made keeps no slot', async () => {
  const { text } = await buy()
  let fails = true
  const find = async () => {
    if (fails) throw new TypeError('the database does not respond')
    return { text, expiresAt: Date.now() + HOUR }
  }
  const app = reportsOver(find)
  const get = async () => (await app.request('/reports/some')).status
  for (let n = 0; n < 5; n += 1) expect(await get()).toBe(500)
  fails = false
  expect(await get()).toBe(200)
})

test('after work of 100 ms on a page nothing is done for another one for 300 ms; the JSON does not wait', async () => {
  const { text } = await buy()
  const rests: { readonly ms: number; readonly end: () => void }[] = []
  let ms = 0
  const slow = {
    monotonicMs: () => {
      ms += 100
      return ms
    },
    after: (restMs: number, end: () => void) => {
      rests.push({ ms: restMs, end })
      return () => {}
    },
  }
  const find = async () => ({ text, expiresAt: Date.now() + HOUR })
  const app = reportsOver(find, new EvidenceSlots(systemClock), slow)
  const pages = [app.request('/reports/some'), app.request('/reports/some')]
  // Each page is work twice: its report is read, then the page is made.
  for (let done = 1; done <= 4; done += 1) {
    await vi.waitFor(() => expect(rests.length).toBe(done))
    const json = await app.request('/reports/some.json')
    expect([json.status, await json.text()]).toEqual([200, text])
    expect(rests.map((rest) => rest.ms)).toEqual(Array(done).fill(300))
    rests.at(-1)?.end()
  }
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200])
})
