import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buy } from '#cli/client/buy.ts'
import { base64 } from '#report/html/base64.ts'
import { readReport } from '#report/report.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { openOperatorBrowser } from '#test/equipment/browser/operator-browser.ts'
import { type Internet, openInternet, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { openScreen } from '#test/equipment/program/screen.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import type { Tool } from '#tools/tool.ts'
import { root } from '../target.ts'
import { previewPage } from './preview.ts'
import { page, paths, site } from './shop.ts'

// Makes the images of README.md: screenshots of a real report about a site on this machine and of the console of the service that
// sold it. Also makes the sample on the landing page, and prints the text of one purchase, which the README quotes.
const MAX_BYTES = 150_000
/** Maximum size in bytes of screenshot and preview together, which are part of the executable. */
const MAX_SAMPLE_BYTES = 110_000
const internet = await openInternet()
try {
  await addSite(internet)
  await using service = await openTestService({ internet, browser: true })
  await browserReady(service)
  for (const tool of ['probe_url', 'render_page', 'verify_page'] as const)
    await purchase(service, tool)
  const text = await printedPurchase(service)
  process.stdout.write(text)
  await captureScreenshots(service)
  await sample()
} finally {
  await internet.close()
}

async function addSite(on: Internet): Promise<void> {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const respondTo: Parameters<typeof on.addSite>[1]['http'] = (request, response) => {
    const found = paths.includes(request.url ?? '')
    respond(found ? 200 : 404, html, found ? page : '<title>Not found</title>')(request, response)
  }
  await on.addSite(site, { ip: '93.184.215.14', http: respondTo })
}

/** Waits for the first self-check of the browser, which takes a few seconds. */
async function browserReady(service: TestService): Promise<void> {
  for (;;) {
    if ((await service.post({ url: `http://${site}/` }, {}, 'verify_page')).status === 402) return
    await systemClock.sleep(200)
  }
}

async function purchase(service: TestService, tool: Tool): Promise<string> {
  const buyer = openBuyer()
  const header = await buyer.headerFor(service.offer(tool))
  const response = await service.post(
    { url: `http://${site}/` },
    { 'payment-signature': header },
    tool,
  )
  return response.text()
}

async function printedPurchase(service: TestService): Promise<string> {
  const terminal = openScreen(100)
  await buy(
    {
      service: service.service.baseUrl,
      tool: 'verify_page',
      url: `http://${site}/`,
      json: false,
      keyFile: null,
      maxUsd: null,
      journal: null,
      html: null,
      open: false,
    },
    { fetch, clock: systemClock, random: systemRandom, env: {}, readFile: () => '', terminal },
  )
  return terminal.seen.out
}

/** A report with its screenshot, as a buyer gets them. */
async function readPurchase(service: TestService) {
  const body: unknown = JSON.parse(await purchase(service, 'verify_page'))
  const found = readReport(body)
  if (found === null) throw new TypeError('The purchase gave no report.')
  const id = found.screenshot?.screenshot_evidence_id ?? ''
  const png = new Uint8Array(await (await service.get(`/evidence/${id}`)).arrayBuffer())
  return { body, found, png }
}

/** Buys the sample from a service with a public name, which appears in its report and links. */
async function sample(): Promise<void> {
  const env = { BASE_URL: 'https://verify.example.com' }
  await using service = await openTestService({ internet, browser: true, env })
  await browserReady(service)
  const reports: Record<string, unknown> = {}
  for (const tool of ['probe_url', 'render_page'] as const)
    reports[tool] = JSON.parse(await purchase(service, tool))
  const { body, found, png } = await readPurchase(service)
  reports['verify_page'] = body
  await using browser = await openOperatorBrowser()
  const { page: tab } = await browser.open()
  await tab.setViewport({ width: 1200, height: 630 })
  await tab.setContent(previewPage(found, png), { waitUntil: 'load' })
  const preview = await tab.screenshot({ type: 'jpeg', quality: 72 })
  const bytes = png.length + preview.length
  if (bytes > MAX_SAMPLE_BYTES) throw new TypeError(`The sample has images of ${bytes} bytes.`)
  const { keys } = Object(await (await service.get('/.well-known/jwks.json')).json())
  const text = { reports, keys, screenshot: base64(png), preview: base64(preview) }
  writeFileSync(join(root, 'src/discovery/pages/sample.json'), `${JSON.stringify(text, null, 1)}\n`)
  process.stderr.write(`sample.json: ${png.length} and ${preview.length} bytes of images\n`)
}

async function captureScreenshots(service: TestService): Promise<void> {
  const { found } = await readPurchase(service)
  await using browser = await openOperatorBrowser()
  await capture('report.png', found.report_url ?? '')
  const link = (await service.service.consoleLink())?.url ?? ''
  await capture('console.png', link, new URL('/console', link).href)

  async function capture(name: string, ...urls: readonly string[]): Promise<void> {
    const { page: tab } = await browser.open()
    await tab.setViewport({ width: 1100, height: 800 })
    // Wait until the page has checked its proof.
    for (const url of urls) await tab.goto(url, { waitUntil: 'networkidle0' })
    const path = join(root, 'build/readme', name) as `${string}.png`
    await tab.screenshot({ path })
    const { size } = statSync(path)
    if (size > MAX_BYTES) throw new TypeError(`${name} has ${size} bytes, ${MAX_BYTES} at most.`)
    process.stderr.write(`build/readme/${name}: ${size} bytes\n`)
  }
}
