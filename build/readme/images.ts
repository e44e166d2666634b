import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buy } from '#cli/client/buy.ts'
import { reportPage } from '#report/html/report-page.ts'
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

// The pictures of README.md, of real reports about a site on this machine and of the console that sold them. Prints the text
// of one purchase, which the README quotes.
const MAX_BYTES = 150_000
const site = 'www.shop.example.com'
const page = `<!doctype html><html lang="en"><head><title>Corner Shop</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>body{font:18px system-ui;margin:0;color:#222}header{background:#135;color:#fff;padding:24px 48px}
main{padding:32px 48px;max-width:48em}a{color:#06c}</style><script src="/assets/cart.js"></script></head>
<body><header><h1>Corner Shop</h1></header><main><p>Fresh bread from six in the morning, coffee all day, and the newspapers
of the region. We are open from Monday to Saturday.</p><p><a href="/opening-hours">Opening hours</a> ·
<a href="/contact">Contact</a></p></main></body></html>`

const internet = await openInternet()
const folder = mkdtempSync(join(tmpdir(), 'urlwitness-readme-'))
try {
  await addSite(internet)
  await using service = await openTestService({ internet, browser: true })
  await browserReady(service)
  for (const tool of ['probe_url', 'render_page', 'verify_page'] as const)
    await purchase(service, tool)
  const text = await printedPurchase(service)
  process.stdout.write(text)
  await pictures(service, await purchase(service, 'verify_page'))
} finally {
  await internet.close()
  rmSync(folder, { recursive: true, force: true })
}

async function addSite(on: Internet): Promise<void> {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const respondTo: Parameters<typeof on.addSite>[1]['http'] = (request, response) => {
    const found = ['/', '/contact'].includes(request.url ?? '')
    respond(found ? 200 : 404, html, found ? page : '<title>Not found</title>')(request, response)
  }
  await on.addSite(site, { ip: '93.184.215.14', http: respondTo })
}

/** The first self-check of a browser takes a few seconds. */
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
      html: null,
      open: false,
    },
    { fetch, clock: systemClock, random: systemRandom, env: {}, readFile: () => '', terminal },
  )
  return terminal.seen.out
}

async function pictures(service: TestService, body: string): Promise<void> {
  const found = readReport(JSON.parse(body))
  if (found === null) throw new TypeError('The purchase gave no report.')
  const id = found.screenshot?.screenshot_evidence_id ?? ''
  const png = new Uint8Array(await (await service.get(`/evidence/${id}`)).arrayBuffer())
  const file = join(folder, 'report.html')
  writeFileSync(file, reportPage(found, png))
  await using browser = await openOperatorBrowser()
  await capture('report.png', pathToFileURL(file).href)
  const link = service.service.consoleLink()?.url ?? ''
  await capture('console.png', link, new URL('/console', link).href)

  async function capture(name: string, ...urls: readonly string[]): Promise<void> {
    const { page: tab } = await browser.open()
    await tab.setViewport({ width: 1100, height: 800 })
    for (const url of urls) await tab.goto(url, { waitUntil: 'load' })
    const path = join(root, 'build/readme', name) as `${string}.png`
    await tab.screenshot({ path })
    const { size } = statSync(path)
    if (size > MAX_BYTES) throw new TypeError(`${name} has ${size} bytes, ${MAX_BYTES} at most.`)
    process.stderr.write(`build/readme/${name}: ${size} bytes\n`)
  }
}
