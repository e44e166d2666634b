import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { PNG } from 'pngjs'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { proofScript } from '#report/html/proof-script.ts'
import { reportPage } from '#report/html/report-page.ts'
import { axeViolations } from '#test/equipment/browser/axe.ts'
import { findTestChrome, needsChrome } from '#test/equipment/browser/chrome.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { soldFixture } from '#test/equipment/evidence/sold-report.ts'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const chrome = findTestChrome()
const png = new Uint8Array(readFileSync(new URL('../../build/readme/report.png', import.meta.url)))
const folder = temporaryFolder()
const internet = await forFile(openInternetWithSite())
const site = 'http://plain.site.example.com/'
let browser: Browser

beforeAll(async () => {
  if (chrome === null) return
  browser = await puppeteer.launch({
    executablePath: chrome,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
})

afterAll(async () => {
  await browser?.close()
})

interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly complaints: string[]
  readonly requests: string[]
}

async function visit(
  url: string,
  about: { width?: number; script?: boolean; bypassCsp?: boolean } = {},
): Promise<Visit> {
  const { width = 1440, script = true, bypassCsp = false } = about
  const page = await browser.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  await page.setJavaScriptEnabled(script)
  await page.setBypassCSP(bypassCsp)
  await page.setViewport({ width, height: 900 })
  await page.goto(url, { waitUntil: 'networkidle0' })
  return { page, complaints, requests, [Symbol.asyncDispose]: () => page.close() }
}

let files = 0

/** The page of a sold report as a file, changed by `change`. */
async function fileOf(name: string, change = (page: string) => page): Promise<string> {
  const { report, text, key } = await soldFixture(name, { png })
  const image = report.screenshot === null ? null : png
  files += 1
  const path = join(folder, `${files}.html`)
  writeFileSync(path, change(reportPage(report, image, { text, keys: [key] })))
  return pathToFileURL(path).href
}

/** The outcome that the page shows, once it has one, and its checks. */
async function proofOf({ page }: Visit): Promise<readonly [string, string[]]> {
  const shown = await page.waitForFunction(
    `((text) => /^Signed by (?!its)|^Do not|^Unchanged|^Not checked:/.test(text) && text)(document.querySelector('#proof [data-proof]').textContent)`,
  )
  const rows = await page.$$eval('#proof-checks li', (all) =>
    all.map((one) => `${one.className}: ${one.textContent}`),
  )
  return [String(await shown.jsonValue()), rows]
}

/** What a page in a file says of a genuine report. */
const signedLine =
  /^Signed by the key [\w-]{43} of this file, which names itself https:\/\/verify\.example\.com: (?:PASS|ISSUE|REVIEW), https?:\S+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/

/** The message of the page when something in it was changed. */
const refused = 'Do not trust this page: it was changed.'

/** Runs in the page: defines `outcome`, which runs its script again on the page as it is now. */
const outcomeNow = `
  const check = new Function(script.replace('(async', 'return (async'))
  const texts = (one) => {
    const found = []
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) found.push(walker.currentNode)
    return found
  }
  const unchecked = 'Signed by its service. Not checked here: this page needs scripts for that.'
  const outcome = async () => {
    document.getElementById('proof-checks')?.replaceChildren()
    for (const one of document.querySelectorAll('[data-proof]')) {
      if (!/^Signed by|^Do not|^Unchanged/.test(one.textContent)) continue
      one.textContent = unchecked
      one.className = 'proof-open'
    }
    await check().catch(() => {})
    return document.querySelector('[data-proof]')?.textContent ?? ''
  }`

/** Runs in the page: the outcomes with one bit of each character of some elements flipped. */
const flipping = `async (script, selector) => {
  ${outcomeNow}
  const unchanged = [await outcome()]
  const missed = []
  let flips = 0
  const nodes = [...document.querySelectorAll(selector)]
    .flatMap((one) => one.localName === 'img' ? [one.getAttributeNode('src')] : texts(one))
  for (const node of nodes.filter(({ parentElement }) => !parentElement?.matches('[data-proof]'))) {
    const text = node.nodeValue
    for (let at = text.startsWith('data:') ? 'data:image/png;base64,'.length : 0; at < text.length; at += 1) {
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << at % 7))
      node.nodeValue = text.slice(0, at) + flipped + text.slice(at + 1)
      const said = await outcome()
      flips += 1
      // A signature with another key id may be by a key that the page lacks, and the page says so.
      const isOtherKey = /^Unchanged as far/.test(said) &&
        /this page does not contain the key/.test(document.getElementById('proof-checks').textContent)
      if (!isOtherKey && !said.startsWith('Do not trust this page')) missed.push([at, flipped, said])
    }
    node.nodeValue = text
  }
  unchanged.push(await outcome())
  return { unchanged, missed, flips }
}`

/** Runs in the page: each element, attribute and text of the page removed, doubled, hidden, moved or replaced in turn. */
const mutating = `async (script) => {
  ${outcomeNow}
  const unchanged = [await outcome()]
  const missed = []
  let mutations = 0
  const attempt = async (name, change, restore) => {
    change()
    mutations += 1
    if (/^Signed by (?!its)/.test(await outcome())) missed.push(name)
    restore()
  }
  const own = (one) => !one.closest('script, #proof-checks')
  const elements = [...document.querySelectorAll('html *')].filter(own)
  for (const one of elements) {
    const [parent, next] = [one.parentNode, one.nextSibling]
    const name = one.localName + ' ' + one.textContent.slice(0, 30)
    const putBack = () => parent.insertBefore(one, next)
    const clone = one.cloneNode(true)
    if (one !== document.body && one !== document.head) {
      await attempt('removed ' + name, () => one.remove(), putBack)
      await attempt('doubled ' + name, () => one.after(clone), () => clone.remove())
      if (one !== document.body.lastElementChild)
        await attempt('moved ' + name, () => document.body.prepend(one), putBack)
    }
    // A reader opens and closes parts; the script sets the class of the outcome; a policy shows nothing.
    const isFree = (each) => each.name === 'open' || (each.name === 'class' && one.matches('[data-proof]')) ||
      (each.name === 'content' && one.matches('[http-equiv]'))
    for (const each of [...one.attributes].filter((each) => !isFree(each))) {
      const { name: attribute, value } = each
      const back = () => one.setAttribute(attribute, value)
      await attempt('without ' + attribute + ' of ' + name, () => one.removeAttribute(attribute), back)
      await attempt('other ' + attribute + ' of ' + name, () => one.setAttribute(attribute, value + 'x'), back)
    }
    await attempt('hidden ' + name, () => one.setAttribute('hidden', ''), () => one.removeAttribute('hidden'))
  }
  for (const node of texts(document.documentElement).filter((one) => own(one.parentElement))) {
    if (node.parentElement === null || node.parentElement.matches('[data-proof]')) continue
    const text = node.data
    await attempt('text ' + text.slice(0, 30), () => { node.data = 'PASS: all is well' }, () => { node.data = text })
  }
  unchanged.push(await outcome())
  return { unchanged, missed, mutations }
}`

describe('the page of a sold report, as a file', needsChrome, () => {
  test.each(['render-exception', 'verify-heavy-page', 'expired-certificate', 'wrong-charset'])(
    'proves itself without a request: %s',
    async (name) => {
      await using seen = await visit(await fileOf(name))
      const [outcome, rows] = await proofOf(seen)
      expect([outcome, rows.filter((row) => !row.startsWith('proof-good'))]).toEqual([
        expect.stringMatching(signedLine),
        [],
      ])
      expect(seen.complaints).toEqual([])
      expect(seen.requests.filter((url) => !/^(file|data):/.test(url))).toEqual([])
    },
  )

  test.each<[string, (page: string) => string, RegExp]>([
    [
      'a value of the JSON',
      (page) => page.replace('&#34;duration_ms&#34;: 1450', '&#34;duration_ms&#34;: 1451'),
      /proof-bad: The report does not match its hash/,
    ],
    [
      'a letter of a text in the JSON',
      (page) =>
        page.replace('&#34;summary&#34;: &#34;ISSUE: A', '&#34;summary&#34;: &#34;ISSUE: I'),
      /proof-bad: The report does not match its hash/,
    ],
    [
      'the verdict, in the sentence at its head',
      (page) => page.replace('<span class="verdict">ISSUE', '<span class="verdict">PASS'),
      /proof-bad: This page is not the page of its report/,
    ],
    [
      'the address at its head',
      (page) =>
        page.replace('address mono">https://example.com/', 'address mono">https://example.org/'),
      /proof-bad: This page is not the page of its report/,
    ],
    [
      'the message of a finding',
      (page) => page.replace('<h3>A', '<h3>I'),
      /proof-bad: This page is not the page of its report/,
    ],
    [
      'the payer',
      (page) => page.replaceAll('&#34;0x5290', '&#34;0x5291'),
      /proof-bad: The signature does not match this report/,
    ],
    [
      'the screenshot',
      (page) =>
        page.replace(
          /(data:image\/png;base64,.{4000})(.)/,
          (_, before, one) => before + (one === 'A' ? 'B' : 'A'),
        ),
      /proof-bad: The screenshot does not match/,
    ],
  ])('shows that it was changed: %s', async (_, change, why) => {
    const url = await fileOf('render-exception', (page) => {
      const changed = change(page)
      expect(changed).not.toBe(page)
      return changed
    })
    await using seen = await visit(url)
    const [outcome, rows] = await proofOf(seen)
    expect(outcome).toBe(refused)
    expect(rows.find((row) => row.startsWith('proof-bad'))).toMatch(why)
  })

  // The shortest report for each case; only the hash of a damaged image is compared.
  test.each([
    ['the JSON, and of each text in its head', 'no-such-name', 'pre.part, header'],
    ['the screenshot', 'render-healthy', '#screenshot-image'],
  ])('every flipped byte is found out: of %s', async (_, name, holders) => {
    const tiny = PNG.sync.write(new PNG({ width: 1, height: 1 }))
    const { report, text, key } = await soldFixture(name, { png: tiny })
    const path = join(folder, 'flipped.html')
    const image = report.screenshot === null ? null : tiny
    writeFileSync(path, reportPage(report, image, { text, keys: [key] }))
    await using seen = await visit(pathToFileURL(path).href, { bypassCsp: true })
    await proofOf(seen)
    const flipEach = `(${flipping})(${JSON.stringify(proofScript)}, ${JSON.stringify(holders)})`
    const { unchanged, missed, flips } = Object(await seen.page.evaluate(flipEach))
    const genuine = expect.stringMatching(signedLine)
    expect([unchanged, missed]).toEqual([[genuine, genuine], []])
    expect(flips).toBeGreaterThan(90)
  })

  test('nothing of the page can be removed, doubled, hidden, moved or replaced beside the line that names what was signed', async () => {
    const tiny = PNG.sync.write(new PNG({ width: 1, height: 1 }))
    const { report, text, key } = await soldFixture('no-such-name', { png: tiny })
    const path = join(folder, 'mutated.html')
    writeFileSync(path, reportPage(report, null, { text, keys: [key] }))
    await using seen = await visit(pathToFileURL(path).href, { bypassCsp: true })
    await proofOf(seen)
    const changed = Object(
      await seen.page.evaluate(`(${mutating})(${JSON.stringify(proofScript)})`),
    )
    const genuine = expect.stringMatching(signedLine)
    expect(changed).toMatchObject({ unchanged: [genuine, genuine], missed: [] })
    expect(changed.mutations).toBeGreaterThan(1_000)
  })

  test('without the key of its signature it says so, and does not claim to be proven', async () => {
    const url = await fileOf('render-exception', (page) =>
      page.replace(/data-keys=".*?"/, 'data-keys="[]"'),
    )
    await using seen = await visit(url)
    const [outcome, rows] = await proofOf(seen)
    expect(outcome).toBe('Unchanged as far as this page can check.')
    expect(rows.find((row) => row.startsWith('proof-open'))).toMatch(
      /does not contain the key [\w-]{43}\./,
    )
  })

  test('without script it reads, filters, and says how to check', async () => {
    await using seen = await visit(await fileOf('verify-heavy-page'), { script: false })
    const text = (selector: string) =>
      seen.page.$eval(selector, (one) => (one as HTMLElement).innerText)
    expect(await text('h1')).toMatch(/^PASS: 12 required checks passed/)
    expect(await text('#proof')).toContain('urlwitness verify-report report.json --jwks')
    expect(await text('#proof')).toContain('Not checked here')
    const cards = () =>
      seen.page.$$eval('article', (all) => all.filter((one) => one.checkVisibility()).length)
    const before = await cards()
    await seen.page.focus('#layer-all')
    await seen.page.keyboard.press('ArrowRight')
    await seen.page.keyboard.press('ArrowRight')
    expect(await seen.page.$eval('#layer-perf', (one) => one.matches(':checked'))).toBe(true)
    expect([before > 1, await cards()]).toEqual([true, 1])
  })

  test('a link to evidence opens the folded part with its value', async () => {
    await using seen = await visit(await fileOf('render-exception'))
    const pointer = '/browser/console/exceptions/0'
    await seen.page.click(`a[href="#${pointer}"]`)
    const value = await seen.page.waitForFunction(
      `((one) => one.checkVisibility() && one.textContent)(document.getElementById('${pointer}'))`,
    )
    expect(JSON.parse(String(await value.jsonValue()))).toMatchObject({ name: 'TypeError' })
  })

  test('with the keyboard every link, part and table is reached, and the first stop skips to the content', async () => {
    await using seen = await visit(await fileOf('render-exception'))
    const focused = () =>
      seen.page.evaluate(
        `(({ localName, textContent }) => localName + ' ' + textContent.slice(0, 40))(document.activeElement)`,
      )
    await seen.page.keyboard.press('Tab')
    expect(await focused()).toBe('a Skip to the content')
    const wanted = await seen.page.$$eval(
      'a[href], summary',
      (all) => all.filter((one) => one.checkVisibility()).length,
    )
    const stops = new Set<string>()
    for (let at = 0; at < wanted + 40; at += 1) {
      stops.add(
        String(
          await seen.page.evaluate(
            `[...document.querySelectorAll('a[href], summary')].indexOf(document.activeElement)`,
          ),
        ),
      )
      await seen.page.keyboard.press('Tab')
    }
    expect(stops.size).toBeGreaterThanOrEqual(wanted)
  })

  test.each([1440, 768, 320])(
    'axe reports nothing, and nothing scrolls sideways, at %i px',
    async (width) => {
      for (const name of ['render-exception', 'verify-heavy-page']) {
        await using seen = await visit(await fileOf(name), { width })
        await proofOf(seen)
        await seen.page.evaluate(
          `for (const one of document.querySelectorAll('details')) one.open = true`,
        )
        const rules = width === 768 ? 'layout' : 'all'
        expect([name, await axeViolations(seen.page, rules)]).toEqual([name, []])
        const full = await seen.page.evaluate('document.documentElement.scrollWidth')
        expect(full).toBeLessThanOrEqual(width)
      }
    },
  )

  test('the names of the checks are aligned, whatever their outcome', async () => {
    await using seen = await visit(await fileOf('verify-heavy-page'))
    await seen.page.evaluate(
      `for (const one of document.querySelectorAll('details')) one.open = true`,
    )
    const checks = await seen.page.$$eval('.checks li', (all) =>
      all.map((one) => ({
        outcome: one.querySelector('.outcome')?.textContent,
        left: one.querySelector('b')?.getBoundingClientRect().left,
      })),
    )
    expect(checks.map(({ outcome }) => outcome)).toContain('not applicable')
    expect(new Set(checks.map(({ left }) => left)).size).toBe(1)
  })

  test('with the colours of the system the chosen filter and the bars of the timing stay visible', async () => {
    await using seen = await visit(await fileOf('verify-heavy-page'))
    const session = await seen.page.createCDPSession()
    const features = [{ name: 'forced-colors', value: 'active' }]
    await session.send('Emulation.setEmulatedMedia', { features })
    const colour = (selector: string) =>
      seen.page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`,
      )
    expect(await colour('.filter :checked+span')).not.toBe(
      await colour('.filter :not(:checked)+span'),
    )
    expect(await colour('.bar')).not.toBe(await colour('.card'))
  })

  test('no table needs to be scrolled sideways on a phone', async () => {
    await using seen = await visit(await fileOf('verify-heavy-page'), { width: 390 })
    await seen.page.evaluate(
      `for (const one of document.querySelectorAll('details')) one.open = true`,
    )
    const tables = await seen.page.$$eval('.table .scroll', (all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    )
    expect(tables.length).toBeGreaterThan(2)
    expect(new Set(tables)).toEqual(new Set([0]))
  })
})

describe('the page at report_url', needsChrome, () => {
  test('proves itself with the screenshot of the service, allows no other script, and paints in less than a second', async () => {
    await internet.addSite('plain.site.example.com', {
      ip: '93.184.215.16',
      http: respond(200, healthyFields, healthyPage),
    })
    await using rendering = await openTestService({ internet, browser: true })
    await vi.waitFor(
      async () => {
        const quote = await rendering.post({ url: site }, {}, 'render_page')
        expect(quote.status).toBe(402)
      },
      { timeout: 50_000, interval: 200 },
    )
    const signature = await openBuyer().headerFor(rendering.offer('render_page'))
    const response = await rendering.post(
      { url: site },
      { 'payment-signature': signature },
      'render_page',
    )
    const report = Object(await response.json())
    const { report_url: url, result_status: verdict, checked_at: checkedAt } = report
    await using seen = await visit(String(url))
    const [outcome, rows] = await proofOf(seen)
    const time = String(checkedAt).slice(0, 19).replace('T', ' ')
    expect([outcome, rows.filter((row) => row.startsWith('proof-good')).length]).toEqual([
      `Signed by ${new URL(url).origin}: ${verdict}, ${site}, ${time} UTC`,
      4,
    ])
    expect(await seen.page.$eval('h1', (one) => one.textContent)).toMatch(
      new RegExp(`^${String(verdict)}: `),
    )
    expect(await seen.page.$eval('#screenshot-image', (one) => one.getAttribute('src'))).toMatch(
      /^\/evidence\/[\w-]{43}$/,
    )
    expect(seen.complaints).toEqual([])
    const { baseUrl } = rendering.service
    expect(seen.requests.filter((one) => !one.startsWith(baseUrl))).toEqual([])
    const paint = async () => {
      await seen.page.reload({ waitUntil: 'networkidle0' })
      return await seen.page.evaluate(
        `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
      )
    }
    // One quick visit of several is enough, because a busy machine paints late; a slow page is slow in each of them.
    await expect.poll(paint, { timeout: 30_000, interval: 1_000 }).toBeLessThan(1_000)
    await seen.page.evaluate(`
      const one = document.createElement('script')
      one.textContent = 'document.title = "injected"'
      document.body.append(one)`)
    expect(await seen.page.title()).not.toBe('injected')
  })
})
