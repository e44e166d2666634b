import { createHash } from 'node:crypto'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { burnsMost } from '#test/equipment/browser/render-setup.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { toolDefinitions } from '#tools/tools.ts'

const name = 'www.site.example.com'
const words = 'All is well here. '.repeat(40)
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Healthy</title></head>
<body><h1>Healthy</h1><p>${words}</p><a href="/one">One</a> <a href="/gone">Gone</a> <a href="mailto:x@example.com">Mail</a></body></html>`

let internet: Internet
let shop: TestService

describe('the tools that need a browser, sold', needsChrome, () => {
  beforeAll(async () => {
    internet = await openInternet()
    await internet.addSite(name, {
      ip: '93.184.215.14',
      http: (request, response) => {
        const type = { 'content-type': 'text/html; charset=utf-8' }
        if (request.url === '/' || request.url === '/one') response.writeHead(200, type).end(page)
        else response.writeHead(404, type).end('<title>Not here</title>')
      },
    })
    shop = await openTestService({ internet, browser: true })
    await untilAvailable(shop)
  })

  afterAll(async () => {
    await shop?.close()
    await internet?.close()
  })

  test('spec 1.1: render_page returns title, screenshot evidence id, console errors and requests', async () => {
    const { status, report } = await bought('render_page', `http://${name}/`)
    expect(status).toBe(200)
    expect(report.tool).toBe('render_page')
    expect(report.browser.dom.title).toBe('Healthy')
    expect(report.content.title).toBe('Healthy')
    expect(report.screenshot.screenshot_evidence_id).toMatch(/^[\w-]{43}$/)
    expect(report.browser.console.counts).toEqual({ error: 0, warning: 0, exception: 0 })
    expect(report.browser.requests.items[0]).toMatchObject({
      url: `http://${name}/`,
      status: 200,
      remote_ip: '93.184.215.14',
    })
    expect(report.links).toBeNull()
    expect(report.tls).toBeNull()
    expect(report.dns.a).toEqual([{ address: '93.184.215.14', ttl_s: 300 }])
  })

  test('spec 2.3: the screenshot is fetched by its id, and matches the report', async () => {
    const { report } = await bought('render_page', `http://${name}/`)
    const { screenshot } = report
    const answer = await shop.get(`/evidence/${screenshot.screenshot_evidence_id}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(bytes.byteLength).toBe(screenshot.bytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(screenshot.sha256)
    expect(
      Date.parse(screenshot.expires_at) - Date.parse(screenshot.captured_at),
    ).toBeLessThanOrEqual(24 * 3_600_000)
  })

  test('the screenshot in a bucket is fetched by its id too, and without the bucket no report is settled', async () => {
    await using bucket = await BucketServer.open()
    await using other = await openTestService({
      internet,
      browser: true,
      env: { EVIDENCE_URL: bucket.text() },
    })
    await untilAvailable(other)
    const { report } = await bought('render_page', `http://${name}/`, other)
    const { screenshot_evidence_id: id, sha256 } = report.screenshot
    const answer = await other.get(`/evidence/${id}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(bucket.keys().join()).toContain(createHash('sha256').update(id).digest('hex'))
    await bucket.stop()
    const unsold = await bought('render_page', `http://${name}/`, other)
    expect([unsold.status, unsold.report.code, unsold.report.payment.state]).toEqual([
      503,
      'job_failed',
      'not_settled',
    ])
  })

  test('spec 1.1: verify_page combines probe, rendering, screenshot and same-origin links', async () => {
    const { status, report, receipt } = await bought('verify_page', `http://${name}/`)
    expect(status).toBe(200)
    expect(receipt).toMatchObject({ success: true })
    expect(report.http.status).toBe(200)
    expect(report.browser.navigation.outcome).toBe('loaded')
    expect(
      report.links.items.map((link: { url: string; outcome: string }) => [link.url, link.outcome]),
    ).toEqual([
      [`http://${name}/one`, 'ok'],
      [`http://${name}/gone`, 'broken'],
    ])
    expect(report.links.skipped).toEqual({ mailto: 1 })
    expect(report.screenshot.screenshot_evidence_id).toMatch(/^[\w-]{43}$/)
  })

  test('spec 3.1: each tool is paid at its own price', async () => {
    const amounts = await Promise.all(
      (['probe_url', 'render_page', 'verify_page'] as const).map(
        async (tool) => shop.offer(tool).accepts[0]?.amount,
      ),
    )
    expect(amounts).toEqual(['5000', '20000', '50000'])
  })

  test('a page that burns processor time says so in its own report, and not in that of the page beside it', async () => {
    const strict = await openTestService({
      internet,
      browser: true,
      env: { BROWSER_PROCESSOR_MS: '2000' },
    })
    await using _closed = { [Symbol.asyncDispose]: () => strict.close() }
    await untilAvailable(strict)
    await internet.addSite('burns.example.com', {
      ip: '93.184.215.16',
      http: (request, response) => {
        if (request.url === '/rest') return void setTimeout(() => response.end(), 300)
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end(`<title>Burns</title><script>${burnsMost}</script>`)
      },
    })
    const look = () =>
      Promise.all(
        ['burns.example.com', name].map((host) => bought('render_page', `http://${host}/`, strict)),
      )
    let looks = await look()
    // A host that is busy with other programs cannot tell whose processor time is missing, and sells nothing.
    while (looks.some(({ status }) => status === 503)) looks = await look()
    const [burns, well] = looks
    expect(burns?.status).toBe(200)
    expect(burns?.report.limits_hit).toEqual(['processor_ms'])
    expect(burns?.report.result_status).toBe('REVIEW')
    const codes = burns?.report.findings.map(({ code }: { code: string }) => code)
    expect(codes).toContain('RESOURCE_LIMIT_REACHED')
    expect(well?.report).toMatchObject({ result_status: 'PASS', limits_hit: [] })
    expect(well?.report.screenshot.screenshot_evidence_id).toMatch(/^[\w-]{43}$/)
  }, 180_000)

  test('spec 8: six browser jobs at once, and the seventh gets 503 before any payment', async () => {
    await internet.addSite('slow.example.com', {
      ip: '93.184.215.15',
      http: (_request, response) => void setTimeout(() => response.end('late'), 3_000),
    })
    const running = Array.from({ length: 6 }, () =>
      bought('render_page', 'http://slow.example.com/'),
    )
    while (shop.service.admission.running < 6) await new Promise((go) => setTimeout(go, 5))
    const seventh = await shop.post({ url: `http://${name}/` }, {}, 'verify_page')
    expect(seventh.status).toBe(503)
    expect(await readJson(seventh)).toMatchObject({
      code: 'at_capacity',
      payment: { state: 'not_taken' },
    })
    const probe = await shop.post({ url: `http://${name}/` }, {}, 'probe_url')
    expect(probe.status).toBe(402)
    const statuses = (await Promise.all(running)).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  })
})

async function bought(tool: keyof typeof toolDefinitions, url: string, from = shop) {
  const origin = `http://127.0.0.1:${from.service.listening.port}`
  const response = await openBuyer().fetch(`${origin}${toolDefinitions[tool].endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const receipt = response.headers.get('payment-response')
  return {
    status: response.status,
    report: await readJson(response),
    receipt: receipt === null ? null : decodePaymentResponseHeader(receipt),
  }
}

async function untilAvailable(service: TestService): Promise<void> {
  for (;;) {
    const { tools } = await readJson(await service.get('/ready'))
    if (tools.render_page.available) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
