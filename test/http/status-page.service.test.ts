import { expect, test } from 'vitest'
import { formatHostPort } from '#settings/values.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternet())
const shop = await forFile(openTestService({ internet }))

async function typeOf(path: string, accept?: string): Promise<string | null> {
  const response = await shop.get(path, accept === undefined ? {} : { headers: { accept } })
  expect([path, accept, response.status]).toEqual([path, accept, 200])
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.headers.get('content-type')
}

test.each<[string, string | undefined, string]>([
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['a client without a wish', undefined, 'application/json'],
  ['curl', '*/*', 'application/json'],
  ['a program', 'application/json', 'application/json'],
  ['one that prefers JSON', 'text/html;q=0.5, application/json', 'application/json'],
  ['one with an Accept that cannot be read', ';;q=,,', 'application/json'],
])('/status is for %s: %s', async (_, accept, type) => {
  expect((await typeOf('/status', accept))?.split(';')[0]).toBe(type)
})

test('/status.json is JSON for everybody, with the parts, the tools and what was seen in 24 hours', async () => {
  expect(await typeOf('/status.json', 'text/html')).toBe('application/json')
  const body = await readJson(await shop.get('/status.json'))
  expect(body).toEqual({
    service: 'urlwitness',
    version: '0.1.0',
    mode: 'sandbox',
    checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    selling: true,
    summary: 'probe_url is for sale now, for simulated money.',
    tools: {
      probe_url: { for_sale: true, reason: null },
      render_page: { for_sale: false, reason: 'not offered here' },
      verify_page: { for_sale: false, reason: 'not offered here' },
    },
    parts: (await readJson(await shop.get('/ready'))).parts,
    jobs: { running: 0, limit: 10 },
    last_24_hours: {
      slot_minutes: 30,
      watched_since: expect.any(String),
      slots: [expect.objectContaining({ samples: expect.any(Number), failed: {} })],
    },
  })
})

test('callers read which part is lost and what that closes, and no path of this machine: the status of the operator has it', async () => {
  const env = {
    CHROME_PATH: '/nowhere/chrome',
    RENDER_PAGE_ENABLED: 'true',
    VERIFY_PAGE_ENABLED: 'true',
  }
  await using lost = await openTestService({ internet, env, browser: true })
  const browserOf = async () => (await readJson(await lost.get('/status.json'))).parts.browser
  await expect.poll(browserOf).toEqual({ ok: false, detail: 'No browser can be started.' })
  const { summary } = await readJson(await lost.get('/status.json'))
  expect(summary).toBe(
    'probe_url is for sale now, for simulated money. Not now: render_page and verify_page (the browser is unavailable).',
  )
  for (const path of ['/ready', '/status.json', '/status', '/']) {
    const response = await lost.get(path, { headers: { accept: 'text/html' } })
    expect([path, await response.text()]).toEqual([path, expect.not.stringContaining('/nowhere')])
  }
  const admin = `http://${formatHostPort(lost.service.admin ?? { host: '', port: 0 })}`
  expect((await readJson(await fetch(`${admin}/status`))).ready.parts.browser.detail).toContain(
    'chrome_path is /nowhere/chrome: no such file',
  )
})

test('the page runs no script and varies by Accept; other methods get 405', async () => {
  const response = await shop.get('/status', { headers: { accept: 'text/html' } })
  expect(response.headers.get('vary')).toBe('Accept')
  expect(response.headers.get('content-security-policy')).not.toContain('script-src')
  const posted = await shop.get('/status', { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('landing page and status page say the same one thing about a service that does not sell', async () => {
  const bank = countingFacilitator()
  const facilitator = {
    ...bank.facilitator,
    supported: async () => ({ status: 'unavailable' as const, detail: 'gone' }),
  }
  await using dead = await openTestService({ internet, facilitator })
  const { summary, selling, last_24_hours: day } = await readJson(await dead.get('/status.json'))
  expect([summary, selling]).toEqual([
    'Nothing is for sale at the moment: facilitator does not work.',
    false,
  ])
  expect(day.slots[0].failed.facilitator).toBe(day.slots[0].samples)
  for (const path of ['/', '/status']) {
    const page = await (await dead.get(path, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(summary)
    expect(page).not.toMatch(/For sale now|>for sale</)
  }
})

test('pages have previews with absolute URLs of existing images, and a sitemap lists them', async () => {
  const { baseUrl } = shop.service
  for (const path of ['/', '/docs', '/status']) {
    const page = await (await shop.get(path, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`<meta property="og:url" content="${baseUrl}${path}">`)
    expect(page).toContain(`<link rel="canonical" href="${baseUrl}${path}">`)
    expect(page).toContain(`<meta property="og:image" content="${baseUrl}/preview.jpg">`)
  }
  const preview = await shop.get('/preview.jpg')
  const bytes = new Uint8Array(await preview.arrayBuffer())
  expect([preview.headers.get('content-type'), bytes.length]).toEqual([
    'image/jpeg',
    Number(preview.headers.get('content-length')),
  ])
  expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const sitemap = await (await shop.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '')
  expect(listed.length).toBeGreaterThanOrEqual(3)
  for (const url of listed) {
    expect([url, (await shop.get(url.slice(baseUrl.length))).status]).toEqual([url, 200])
  }
  expect(await (await shop.get('/robots.txt')).text()).toContain(`Sitemap: ${baseUrl}/sitemap.xml`)
})

test('the sample of the landing page is a report of today (else: npm run readme), with its screenshot', async () => {
  expect((await shop.get('/v1/examples/verify_page-issue.html')).status).toBe(200)
  const home = await (await shop.get('/')).text()
  const [, image = ''] = /<img src="(\/v1\/examples\/[^"]+\.png)"/.exec(home) ?? []
  const png = await shop.get(image)
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
  for (const [, path = ''] of home.matchAll(/href="(\/docs#[A-Z_]+)"/g)) {
    const [page = '', id = ''] = path.split('#')
    expect(await (await shop.get(page)).text()).toContain(`id="${id}"`)
  }
})
