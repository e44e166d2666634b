import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ruleBook } from '#findings/rule-book.ts'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const chrome = findTestChrome()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let internet: Internet
let shop: TestService
let browser: Browser

beforeAll(async () => {
  if (chrome === null) return
  internet = await openInternet()
  shop = await openTestService({ internet, env: { CONTACT: 'care@verify.example.com' } })
  browser = await puppeteer.launch({
    executablePath: chrome,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await internet?.close()
})

interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly complaints: string[]
  readonly requests: string[]
}

/** One of our pages in a real browser, with its requests and error messages. */
async function visit(
  path: string,
  scheme: 'light' | 'dark' = 'light',
  width = 1366,
): Promise<Visit> {
  const page = await browser.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
  await page.setViewport({ width, height: 844 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.goto(`${shop.service.baseUrl}${path}`, { waitUntil: 'networkidle0' })
  return { page, complaints, requests, [Symbol.asyncDispose]: () => page.close() }
}

const pages = ['/', '/docs', '/v1/examples/verify_page-issue.html']

describe('pages in a real browser', needs({ Chromium: chrome !== null }), () => {
  test.each(pages)('%s logs no errors and makes no external requests', async (path) => {
    await using seen = await visit(path)
    expect(seen.complaints).toEqual([])
    expect(seen.requests.filter((url) => !url.startsWith(`${shop.service.baseUrl}/`))).toEqual([])
  })

  test.each(
    ['/', '/docs'].flatMap((path) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        [1366, 390].map((width) => ({ path, scheme, width })),
      ),
    ),
  )('axe reports nothing for $path in $scheme at $width px', async ({ path, scheme, width }) => {
    await using seen = await visit(path, scheme, width)
    // Outside the page's own policy, as an extension would: the policy itself lets no script run.
    const world = await seen.page.createCDPSession()
    const { frameTree } = await world.send('Page.getFrameTree')
    const { executionContextId } = await world.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    })
    const { result, exceptionDetails } = await world.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: `${axe};axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))`,
      awaitPromise: true,
      returnByValue: true,
    })
    expect(exceptionDetails).toBeUndefined()
    expect(result.value).toEqual([])
  })

  test.each(['/', '/docs'])('%s does not scroll sideways on a phone', async (path) => {
    await using seen = await visit(path, 'light', 390)
    const width = await seen.page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
  })

  test('every finding code and every section is an anchor', async () => {
    await using seen = await visit('/docs')
    const ids = await seen.page.evaluate(`[...document.querySelectorAll('[id]')].map(({id}) => id)`)
    expect(ids).toEqual(expect.arrayContaining(ruleBook.map(({ code }) => code)))
    expect(new Set(ids as string[]).size).toBe((ids as string[]).length)
    const dangling = await seen.page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href').slice(1)).filter((id) => !document.getElementById(id))`,
    )
    expect(dangling).toEqual([])
    await seen.page.goto(`${shop.service.baseUrl}/docs#TLS_CERT_EXPIRED`)
    const top = await seen.page.evaluate(
      `document.getElementById('TLS_CERT_EXPIRED').getBoundingClientRect().top`,
    )
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(844)
  })

  test('every link of a page resolves', async () => {
    for (const path of ['/', '/docs']) {
      await using seen = await visit(path)
      const links = await seen.page.evaluate(
        `[...document.querySelectorAll('a[href^="/"]')].map((a) => a.getAttribute('href'))`,
      )
      for (const link of new Set(links as string[])) {
        expect([link, (await shop.get(link)).status]).toEqual([link, 200])
      }
    }
  })

  test('the first paint of a page is within a second', async () => {
    for (const path of ['/', '/docs']) {
      await using seen = await visit(path)
      const paint = await seen.page.evaluate(
        `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`,
      )
      expect(paint).toBeLessThan(1_000)
    }
  })
})
