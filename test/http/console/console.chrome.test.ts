import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_IDLE_MS } from '#http/console/access/sessions.ts'
import type { ToolResult } from '#job/call/run-tool.ts'
import { formatHostPort } from '#settings/values.ts'
import { axeViolations } from '#test/equipment/browser/axe.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  type OperatorBrowser,
  type OperatorPage,
  openOperatorBrowser,
} from '#test/equipment/browser/operator-browser.ts'
import { type Internet, openInternet, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { shiftedClock } from '#test/equipment/service/shifted-clock.ts'

// A browser on a machine of few cores is slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const name = 'www.site.example.com'
// The service polls every half second; `live-prices.service.test.ts` shows that a change takes a second at most.
const soon = { timeout: 30_000, interval: 50 }
const shown = { timeout: 30_000, interval: 100 }

let internet: Internet
let browser: OperatorBrowser
let shop: TestService
let origin: string

/** Signs in with a fresh link. */
async function signIn(): Promise<OperatorPage> {
  const operator = await browser.open()
  await operator.page.goto((await shop.service.consoleLink())?.url ?? '')
  await operator.page.waitForSelector('#main')
  return operator
}

function takeShop(opened: TestService): void {
  shop = opened
  const { admin } = shop.service
  origin = admin === null ? '' : `http://${formatHostPort(admin)}`
}

async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)])
}

const textOf = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? '')
const probeOf = async () => (await readJson(await shop.get('/v1/tools'))).tools[0]

async function buy(url: string, tool: 'probe_url' | 'render_page' = 'probe_url') {
  const signature = await openBuyer().headerFor(shop.offer(tool))
  return shop.post({ url }, { 'payment-signature': signature }, tool)
}

describe('the console in a real browser', needsChrome, () => {
  beforeAll(async () => {
    internet = await openInternet()
    browser = await openOperatorBrowser()
  })
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    await internet?.close()
  })

  describe('of a service that sells a slow tool', () => {
    const bank = countingFacilitator()
    let time: ReturnType<typeof shiftedClock>
    let finish: ((result: ToolResult) => void)[]

    beforeEach(async () => {
      time = shiftedClock()
      finish = []
      takeShop(
        await openTestService({
          internet,
          clock: time.clock,
          facilitator: bank.facilitator,
          runners: { probe_url: () => new Promise((resolve) => finish.push(resolve)) },
        }),
      )
    })
    afterEach(async () => {
      await browser.closePages()
      await shop.close()
    })

    test('the link opens it once', async () => {
      const url = (await shop.service.consoleLink())?.url ?? ''
      const { page, requestedUrls, complaints } = await browser.open()
      await page.goto(url)
      await page.waitForSelector('#main')
      expect(page.url()).toBe(`${origin}/console`)
      expect(complaints).toEqual([])
      expect(requestedUrls.filter((address) => !address.startsWith(`${origin}/`))).toEqual([])
      const other = await browser.open()
      expect((await other.page.goto(url))?.status()).toBe(403)
      expect((await other.page.goto(`${origin}/console`))?.status()).toBe(401)
    })

    test('pause and price show in the public catalogue', async () => {
      const { page } = await signIn()
      await press(page, 'button[aria-label="Pause probe_url"]')
      await expect.poll(async () => (await probeOf()).paused, soon).toBe(true)
      expect(await textOf(page, '#tools')).toContain('Paused')
      await press(page, 'button[aria-label="Resume probe_url"]')
      await expect.poll(async () => (await probeOf()).paused, soon).toBe(false)

      await page.locator('#price-probe_url').fill('0.0375')
      await press(page, 'button[aria-label="Set the price of probe_url"]')
      await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.0375')
      expect(await textOf(page, '#from-probe_url')).toBe('set here; 0.005 in the settings')
      await press(page, 'button[aria-label^="Back to the price"]')
      await expect.poll(async () => (await probeOf()).price_usd, soon).toBe('0.005')
    })

    test('is usable by keyboard alone', async () => {
      const { page } = await signIn()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        const label = await page.evaluate('document.activeElement.getAttribute("aria-label")')
        if (label === 'Pause probe_url') break
      }
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
      await expect.poll(async () => (await probeOf()).paused, soon).toBe(true)
    })

    test('shows a job while it runs and when it has ended, without a reload', async () => {
      const { page } = await signIn()
      await page.evaluate('globalThis.sameDocument = true')
      const bought = buy('http://93.184.215.14/slow?token=secret-of-the-buyer')
      const jobs = () => textOf(page, '#jobs')
      await expect.poll(jobs, shown).toContain('1 job running')
      expect(await jobs()).toContain('http://93.184.215.14/slow')
      expect(await textOf(page, '#now')).toContain('1 of 10')
      finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'PASS' })
      expect((await bought).status).toBe(200)
      await expect.poll(jobs, shown).toContain('No job is running.')
      expect(await jobs()).toContain('settled')
      expect(await jobs()).toContain('PASS')
      expect(await textOf(page, '#money')).toContain('0.005')
      expect(await page.content()).not.toContain('secret-of-the-buyer')
      expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
    })

    test("does not overwrite the operator's input", async () => {
      const { page } = await signIn()
      await page.locator('#price-probe_url').fill('0.9')
      const asked = () => page.waitForResponse((answer) => answer.url().includes('/console/live'))
      await asked()
      await asked()
      expect(await page.$eval('#price-probe_url', (input) => input.getAttribute('value'))).toBe(
        '0.005',
      )
      expect(await page.evaluate('document.getElementById("price-probe_url").value')).toBe('0.9')
    })

    test('pauses all tools only after a question, and shows it in amber with its reason', async () => {
      const { page } = await signIn()
      const ask = '#pause-all button'
      expect(await page.evaluate(`document.querySelector('${ask}').checkVisibility()`)).toBe(false)
      await page.focus('#pause-all summary')
      await page.keyboard.press('Enter')
      await page.waitForSelector(ask, { visible: true })
      await page.keyboard.press('Tab')
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
      await expect.poll(async () => (await probeOf()).paused, soon).toBe(true)
      const service = () => textOf(page, '#now .tile')
      await expect.poll(service, shown).toContain('Paused')
      expect(await service()).toMatch(/paused by its operator.*\d\d:\d\d:\d\d UTC/)
      const tone = await page.$eval('#now .tile', (tile) => tile.className)
      expect(tone).toContain('REVIEW')
      expect(await textOf(page, '#attention')).toContain('probe_url is paused')
      expect(await page.$('#attention .ISSUE')).toBeNull()
    })

    test('what needs attention comes first, then money, the present, the calls, the screenshots and the past', async () => {
      const { page } = await signIn()
      const sections = await page.$$eval('main > section', (all) => all.map(({ id }) => id))
      expect(sections).toEqual(['attention', 'money', 'now', 'tools', 'jobs', 'evidence', 'time'])
      const linked = await page.$$eval('nav[aria-label="Sections"] a', (all) =>
        all.map((one) => one.getAttribute('href')),
      )
      expect(linked).toEqual(sections.map((id) => `#${id}`))
    })

    test('pages through the calls, finds one by host, payer and job, and says what was earned today', async () => {
      const buyers: string[] = []
      for (let at = 0; at < 27; at += 1) {
        const buyer = openBuyer()
        buyers.push(buyer.address)
        const signature = await buyer.headerFor(shop.offer())
        const fields = { 'payment-signature': signature }
        const bought = shop.post({ url: `http://93.184.215.14/call-${at}` }, fields)
        await expect.poll(() => finish.length, shown).toBe(1)
        finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'PASS' })
        expect((await bought).status).toBe(200)
      }
      const { page } = await signIn()
      const urls = () =>
        page.$$eval('.calls tbody td:first-child a', (all) =>
          all.map((one) => one.firstChild?.textContent?.replace(/.*call-/, '')),
        )
      const numbers = (from: number, to: number) =>
        Array.from({ length: from - to + 1 }, (_, at) => String(from - at))
      expect(await urls()).toEqual(numbers(26, 2))
      await press(page, 'nav[aria-label="Pages of calls"] a')
      expect(await urls()).toEqual(numbers(1, 0))
      await press(page, 'nav[aria-label="Pages of calls"] a')
      expect(await urls()).toHaveLength(25)
      const find = async (term: string) => {
        await page.locator('#find-call').fill(term)
        await press(page, '[role="search"] button')
        return urls()
      }
      expect(await find(buyers[3] ?? '')).toEqual(['3'])
      expect(await find('93.184.215.14')).toHaveLength(25)
      expect(await find('nowhere.example.com')).toEqual([])
      expect(await textOf(page, '#money')).toMatch(/Today, \d{4}-\d\d-\d\d UTC0\.135 USD/)
      expect(await textOf(page, '#money')).toContain('27 calls settled')
    })

    test('on a phone the target and the verdict of a call come first', async () => {
      const bought = buy('http://93.184.215.14/phone')
      await expect.poll(() => finish.length, shown).toBe(1)
      finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'ISSUE' })
      await bought
      const { page } = await signIn()
      await page.setViewport({ width: 390, height: 844 })
      const cells = await page.$$eval('.calls tbody tr:first-child td', (all) =>
        all.map((cell) => {
          const { top, right } = cell.getBoundingClientRect()
          return { text: cell.textContent ?? '', top, right }
        }),
      )
      expect(cells[0]?.text).toContain('/phone')
      expect(cells[1]?.text).toBe('ISSUE')
      expect(cells.slice(2).every(({ top }) => top >= (cells[1]?.top ?? 0))).toBe(true)
      expect(cells.every(({ right }) => right <= 390)).toBe(true)
    })

    test('on a phone every button is at least 44 pixels high', async () => {
      const { page } = await signIn()
      await page.setViewport({ width: 390, height: 844 })
      const heights = await page.$$eval('button, .button', (all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
      )
      expect(heights.length).toBeGreaterThan(5)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    })

    test('lists the filtered calls, and keeps the filter', async () => {
      const bought = buy('http://93.184.215.14/listed')
      await expect.poll(() => finish.length, shown).toBe(1)
      finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'ISSUE' })
      expect((await bought).status).toBe(200)
      const { page } = await signIn()
      const choose = (what: string) =>
        press(page, `nav[aria-label="Filter calls"] a[href*="${what}"]`)
      expect(await textOf(page, '#jobs')).toContain('http://93.184.215.14/listed')
      await choose('state=refused')
      expect(await textOf(page, '#jobs')).toContain('No such calls.')
      await choose('state=settled')
      await choose('tool=probe_url')
      expect(await textOf(page, '#jobs')).toContain('http://93.184.215.14/listed')
      expect(new URL(page.url()).search).toBe('?days=30&state=settled&tool=probe_url')
      await page.waitForResponse((answer) => answer.url().includes('/console/live?days=30&state='))
      expect(await textOf(page, '#jobs [aria-current]')).toBe('settled')
    })

    test('works without script, except for the automatic refresh', async () => {
      const operator = await browser.open()
      await operator.page.setJavaScriptEnabled(false)
      await operator.page.goto((await shop.service.consoleLink())?.url ?? '')
      await operator.page.waitForSelector('#main')
      await press(operator.page, 'noscript a')
      await press(operator.page, 'button[aria-label="Pause probe_url"]')
      await expect.poll(async () => (await probeOf()).paused, soon).toBe(true)
      await press(operator.page, 'nav[aria-label="Period"] a:last-child')
      expect(operator.page.url()).toContain('days=90')
      expect(await textOf(operator.page, '#time-title')).toBe('The last 90 days')
    })

    test('reports when its session is over', async () => {
      const { page } = await signIn()
      time.shift(SESSION_IDLE_MS)
      await expect.poll(() => textOf(page, '#live'), shown).toContain('Signed out')
      expect((await page.reload())?.status()).toBe(401)
      expect(await textOf(page, 'main')).toContain('urlwitness console')
    })

    test('looks up an unknown settlement, whose reason is untrusted text, until its buyer returns', async () => {
      const words = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
      bank.instead.settle = async () => ({ status: 'unknown', detail: words, transaction: null })
      const signature = await openBuyer().headerFor(shop.offer())
      const post = () =>
        shop.post({ url: 'http://93.184.215.14/' }, { 'payment-signature': signature })
      const bought = post()
      await expect.poll(() => finish.length, shown).toBe(1)
      finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'PASS' })
      expect((await bought).status).toBe(503)
      const { page, complaints, dialogs } = await signIn()
      expect(await textOf(page, '#unknown')).toContain('1 call whose money may have moved')
      expect(await textOf(page, '#unknown')).toContain(words)
      await press(page, '#unknown button')
      expect(await textOf(page, '.notice')).toContain('1 still unknown')
      // The service never settles without its buyer.
      delete bank.instead.settle
      await press(page, '#unknown button')
      expect(await textOf(page, '.notice')).toContain('1 still unknown')
      expect((await post()).status).toBe(200)
      await page.reload()
      expect(await textOf(page, '#attention')).toContain('Nothing needs attention.')
      expect([complaints, dialogs]).toEqual([[], []])
    })

    test('resolves one manually: as paid with its transaction, as never paid only after it has expired', async () => {
      bank.instead.settle = async () => ({ status: 'unknown', detail: 'gone', transaction: null })
      for (const number of [1, 2]) {
        const bought = buy(`http://93.184.215.14/${number}`)
        await expect.poll(() => finish.length, shown).toBe(1)
        finish.pop()?.({ status: 'completed', body: '{}', resultStatus: 'PASS' })
        await bought
      }
      const { page } = await signIn()
      await press(page, '#unknown td a')
      await page.locator('#transaction').fill(`0x${'AB'.repeat(32)}`)
      await press(page, 'form[action$="/resolve"] button')
      expect(await textOf(page, '.notice')).toBe('1 call resolved as settled.')
      expect(await textOf(page, 'dl')).toContain(`0x${'ab'.repeat(32)}`)

      await page.goto(`${origin}/console`)
      await press(page, '#unknown td a')
      expect(await textOf(page, 'main')).toContain('until then it can still be sent')
      // Within the session: an authorization of the test buyer lives some minutes.
      time.shift(SESSION_IDLE_MS - 60_000)
      await page.reload()
      await page.click('input[name="sure"]')
      await press(page, 'form:has(input[name="sure"]) button')
      expect(await textOf(page, '.notice')).toBe('1 call resolved as refused.')
      expect(await textOf(page, '[aria-label="State changes"]')).toContain('resolved_by_operator')
      delete bank.instead.settle
    })

    test('a page on another port of this machine, of the same site, can neither press, frame nor show', async () => {
      const { page } = await signIn()
      const attack = `<!doctype html><iframe name=in src="${origin}/console"></iframe>
<script src="${origin}/console/console.js"></script><img id=icon src="${origin}/console/icon.svg">
<form target=in method=post action="${origin}/console/pause"><input name=tool value=all><input name=paused value=yes></form>
<script>document.forms[0].submit();
fetch('${origin}/console/pause', { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'tool=all&paused=yes' })
  .finally(() => fetch('${origin}/console', { credentials: 'include' }).then(() => { document.title = 'read' }, () => { document.title = 'refused' }))
</script>`
      const server = createServer((_, answer) =>
        answer.writeHead(200, { 'content-type': 'text/html' }).end(attack),
      )
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      await page.goto(`http://127.0.0.1:${port}/`)
      await expect.poll(() => page.title(), shown).toBe('refused')
      const refusals = () =>
        shop.logged.filter(({ event }) => event === 'console_form_refused').length
      await expect.poll(refusals, shown).toBe(2)
      expect(await page.evaluate('document.getElementById("icon").naturalWidth')).toBe(0)
      server.close()
      server.closeAllConnections()
      // The session is still valid, and nothing was paused.
      await page.goto(`${origin}/console`)
      expect(await textOf(page, '#tools')).not.toContain('Paused')
      expect((await probeOf()).paused).toBe(false)
    })

    test('a foreign name that resolves to this machine finds nothing', async () => {
      const { page } = await browser.open()
      const { port } = new URL(origin)
      const token = new URL((await shop.service.consoleLink())?.url ?? '').search
      for (const path of ['/console', `/console/enter${token}`, '/status']) {
        const answer = await page.goto(`http://rebound.example:${port}${path}`)
        expect(answer?.status()).toBe(404)
      }
    })
  })

  describe('of a service that inspects a hostile page', () => {
    const script = (number: number) => `<script>alert(${number})</script>`
    const title = `</title>"'>${script(1)}<img src=//out.example/x onerror=alert(2)>${'Long'.repeat(30)}`
    const page = `<!doctype html><html lang="en"><title>${title.replaceAll('<', '&lt;')}</title>
<h1>Hostile</h1><script>console.error(${JSON.stringify(`${title}\u202E`).replaceAll('<', '\\u003c')})</script>`
    const url = `http://${name}/"><svg/onload=alert(3)>'${script(4)}`

    beforeAll(async () => {
      await internet.addSite(name, {
        ip: '93.184.215.14',
        http: respond(200, { 'content-type': 'text/html; charset=utf-8' }, page),
      })
      takeShop(await openTestService({ internet, browser: true }))
      const isSold = async () =>
        expect((await readJson(await shop.get('/ready'))).tools.render_page.available).toBe(true)
      await vi.waitFor(isSold, { timeout: 30_000, interval: 200 })
    })
    afterAll(() => shop?.close())

    test('shows its URL, title and console as plain text: no script runs, no external request is made', async () => {
      const answer = await buy(url, 'render_page')
      expect(answer.status).toBe(200)
      const { screenshot } = await readJson(answer)
      const { page: operator, requestedUrls, complaints, dialogs } = await signIn()
      await operator.waitForResponse((live) => live.url().includes('/console/live'))
      const jobs = await textOf(operator, '#jobs')
      expect(jobs).toContain(url)
      expect(jobs).toContain(title)
      expect(jobs).toContain(`console: ${title}\uFFFD`)

      await operator.$eval('#evidence img', (image) => image.scrollIntoView())
      const drawn = () =>
        operator.$eval('#evidence img', (image) => image.getBoundingClientRect().width > 0)
      expect(await drawn()).toBe(true)
      await expect
        .poll(
          () => operator.evaluate('document.querySelector("#evidence img").naturalWidth'),
          shown,
        )
        .toBe(screenshot.width)
      expect(await operator.$eval('#evidence img', (image) => image.getAttribute('alt'))).toBe(
        `Screenshot: ${title}`,
      )
      const source = await operator.content()
      expect(source).not.toContain(screenshot.screenshot_evidence_id)
      expect(source).not.toContain('<svg/onload')
      expect(JSON.stringify(shop.logged)).not.toContain(screenshot.screenshot_evidence_id)
      // The whole screenshot, in its proportions, leads to its call.
      const shape = await operator.$eval('#evidence img', (image) => image.width / image.height)
      expect(shape).toBeCloseTo(screenshot.width / screenshot.height, 1)
      await press(operator, '#evidence a')
      expect(new URL(operator.url()).pathname).toMatch(/^\/console\/calls\//)
      expect(await textOf(operator, 'dl')).toContain(title)
      expect(await textOf(operator, 'ol.timeline')).toMatch(/running.*settling.*settled.*after/s)
      expect(await textOf(operator, '.tasks')).toContain('→')
      expect(await operator.$('img[alt^="Screenshot"]')).not.toBeNull()
      expect([complaints, dialogs]).toEqual([[], []])
      expect(requestedUrls.filter((address) => !address.startsWith(`${origin}/`))).toEqual([])
    })

    test('a screenshot has another name in each session, and never its own id', async () => {
      const nameIn = async () => {
        const { page: operator } = await signIn()
        return operator.$eval('#evidence img', (image) => image.getAttribute('src') ?? '')
      }
      const [first, second] = [await nameIn(), await nameIn()]
      expect(first).toMatch(/^\/console\/screenshots\/[0-9a-f]{32}$/)
      expect(second).not.toBe(first)
      const { page: operator } = await signIn()
      expect((await operator.goto(`${origin}${first}`))?.status()).toBe(404)
    })

    test('the first paint of the page and of a call is within a second', async () => {
      const { page: operator } = await signIn()
      const paint = async () => {
        await operator.reload({ waitUntil: 'networkidle2' })
        return await operator.evaluate(
          `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
        )
      }
      // One quick visit of several is enough, because a busy machine paints late; a slow page is slow in each of them.
      const several = { timeout: 30_000, interval: 1_000 }
      await expect.poll(paint, several).toBeLessThan(1_000)
      await press(operator, '#evidence a')
      await expect.poll(paint, several).toBeLessThan(1_000)
    })

    test('a title without spaces hides no column of a call', async () => {
      const { page: operator } = await signIn()
      for (const width of [1440, 320]) {
        await operator.setViewport({ width, height: 844 })
        const hidden = await operator.$eval(
          '#jobs .scroll:has(tbody a)',
          (table) => table.scrollWidth - table.clientWidth,
        )
        expect([width, hidden]).toEqual([width, 0])
      }
    })

    test.each([1440, 768, 320])('axe reports nothing at %i px', async (width) => {
      const { page: operator } = await signIn()
      await operator.setViewport({ width, height: 844 })
      const look = async () => {
        expect(await axeViolations(operator, width === 768 ? 'layout' : 'all')).toEqual([])
        const overflow = await operator.evaluate(
          'document.documentElement.scrollWidth - innerWidth',
        )
        expect(overflow).toBe(0)
      }
      await operator.evaluate(
        'for (const one of document.querySelectorAll("details")) one.open = true',
      )
      await look()
      await press(operator, '#jobs td a')
      await look()
      await operator.goto(`${origin}/console/enter?token=wrong`)
      await look()
    })
  })
})
