import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prefersMinimal } from '#http/paid-route.ts'
import { compactReport } from '#report/compact-report.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const minimal = { prefer: 'return=minimal' }

const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet }))

/** A payment whose response can be requested again. */
async function namedHeader(id: string): Promise<string> {
  const payload = await openBuyer().payloadFor(shop.offer())
  const extensions = {
    ...payload.extensions,
    'payment-identifier': { info: { required: false, id } },
  }
  return headerOf({ ...payload, extensions })
}

const buy = (header: string, fields = {}) =>
  shop.post({ url: page }, { 'payment-signature': header, ...fields })

async function whole(response: Response) {
  const { headers, status } = response
  return {
    status,
    text: await response.text(),
    receipt: headers.get('payment-response'),
    applied: headers.get('preference-applied'),
  }
}

describe('Prefer: return=minimal', () => {
  test('returns a compact report with the same receipt, and the whole one on a repeated request', async () => {
    const header = await namedHeader('minimal_0000000000001')
    const compact = await whole(await buy(header, minimal))
    expect(compact).toMatchObject({ status: 200, applied: 'return=minimal' })
    expect(await whole(await buy(header, minimal))).toEqual(compact)

    const full = await whole(await buy(header))
    expect(full).toMatchObject({ status: 200, applied: null, receipt: compact.receipt })
    expect(await whole(await buy(header))).toEqual(full)
    expect(compactReport(full.text)).toBe(compact.text)
    expect(compact.text.length).toBeLessThan(full.text.length / 3)
    const [few, all] = [JSON.parse(compact.text), JSON.parse(full.text)]
    for (const field of [
      'job_id',
      'requested_url',
      'final_url',
      'checked_at',
      'result_status',
      'report_sha256',
    ]) {
      expect(few[field]).toBe(all[field])
    }
  })

  test('conversely: a lost whole report is returned compact, and nothing runs or is paid again', async () => {
    const header = await namedHeader('minimal_0000000000002')
    const full = await whole(await buy(header))
    const dialed = internet.dialed.length
    expect(await whole(await buy(header, minimal))).toEqual({
      status: 200,
      applied: 'return=minimal',
      receipt: full.receipt,
      text: compactReport(full.text),
    })
    expect(internet.dialed.length).toBe(dialed)
  })

  test('changes no quote and no refusal', async () => {
    for (const body of [{ url: page }, {}]) {
      const [with_, without] = [await shop.post(body, minimal), await shop.post(body)]
      expect(with_.status).toBe(without.status)
      expect(with_.headers.get('preference-applied')).toBeNull()
      expect(await with_.text()).toBe(await without.text())
    }
  })

  test.each([
    ['return=minimal', true],
    ['Return=Minimal', true],
    ['return="minimal"', true],
    ['respond-async, return = minimal ; x=1', true],
    ['return=representation', false],
    ['return=representation, return=minimal', false],
    ['return=minimalist', false],
    ['xreturn=minimal', false],
    ['', false],
  ])('%j: %s', (field, isAsked) => {
    expect(prefersMinimal(field)).toBe(isAsked)
  })

  test('no field value causes an error', () => {
    fc.assert(fc.property(fc.string(), (field) => typeof prefersMinimal(field) === 'boolean'))
  })

  test('the largest field is read in linear time', () => {
    const before = performance.now()
    expect(prefersMinimal(`return=${'\t'.repeat(65_000)}=\tx`)).toBe(false)
    expect(performance.now() - before).toBeLessThan(250)
  })

  const reports = new URL('../fixtures/reports/', import.meta.url)
  test.each(readdirSync(reports))('%s: untrusted_paths is right for the compact report', (file) => {
    const text = readFileSync(new URL(file, reports), 'utf8')
    const [few, all] = [JSON.parse(compactReport(text) ?? ''), JSON.parse(text)]
    expect(few.findings.map((one: { code: string }) => one.code)).toEqual(
      all.findings.map((one: { code: string }) => one.code),
    )
    const urls = all.untrusted_paths.filter((path: string) =>
      /^\/findings\/\d+\/url$|^\/final_url$/.test(path),
    )
    expect(few.untrusted_paths).toEqual(expect.arrayContaining(urls))
    expect(
      few.untrusted_paths.filter((path: string) => !all.untrusted_paths.includes(path)),
    ).toEqual([])
  })
})

describe('every response', () => {
  test('has a unique X-Request-Id, and a Server-Timing unless its path has a secret id', async () => {
    const etag = (await shop.get('/docs')).headers.get('etag') ?? ''
    const answers = [
      await shop.get('/'),
      await shop.get('/health'),
      await shop.get('/docs', { headers: { 'if-none-match': etag } }),
      await shop.get('/docs', { method: 'HEAD' }),
      await shop.get('/nothing'),
      await shop.get('/v1/probe-url'),
      await shop.get('/v1/probe-url', { method: 'OPTIONS' }),
      await shop.get('/evidence/unknown'),
      await shop.get('/%65vidence/unknown'),
      await shop.get('/reports/unknown'),
      await shop.get('/reports/unknown.json'),
      await shop.get('/r%65ports/unknown'),
      await shop.post({ url: page }),
      await shop.post({}),
      await shop.post({ url: page }, {}, 'render_page'),
      await buy(await namedHeader('minimal_0000000000003')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 304, 200, 404, 405, 204, 404, 404, 404, 404, 404, 402, 422, 503, 200,
    ])
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(answers.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
    for (const { headers, url } of answers) {
      // For a screenshot or a report it would reveal whether its id ever existed.
      if (/\/(evidence|reports)\//.test(decodeURI(url)))
        expect(headers.get('server-timing')).toBeNull()
      else expect(headers.get('server-timing')).toMatch(/^total;dur=\d+\.\d$/)
    }
    expect(shop.logged.filter(({ event }) => event === 'paid_call').at(-1)).toMatchObject({
      request_id: ids.at(-1),
    })
  })

  test('that is an error outside the contract is a problem of RFC 9457', async () => {
    for (const response of [
      await shop.get('/nothing'),
      await shop.get('/docs', { method: 'DELETE' }),
      await shop.get('/evidence/unknown'),
      await shop.get('/evidence/unknown', { method: 'PUT' }),
      await shop.post({ url: page }, { accept: 'application/problem+json' }, 'verify_page'),
    ]) {
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const problem = JSON.parse(await response.text())
      expect(problem).toMatchObject({ status: response.status, title: expect.any(String) })
      expect(problem.detail.length).toBeGreaterThan(10)
    }
  })
})
