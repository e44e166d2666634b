import { describe, expect, test } from 'vitest'
import { chromeArguments, type ExecutableKind } from '#chrome/launch/flags.ts'
import {
  findTestChrome,
  needsChrome,
  openTestPool,
  testBrowserSettings,
} from '#test/equipment/browser/chrome.ts'
import { drivePage } from '#test/equipment/browser/drive-page.ts'
import { document, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const attached: unknown[] = []
const world = await renderSetupForFile({
  onPage: async ({ session }) => {
    // Puppeteer attaches to workers of a browser through the connection, and we through sessions.
    session.connection()?.on('Target.attachedToTarget', (event) => attached.push(event))
  },
})
const javascript = { 'content-type': 'text/javascript' }
const json = { 'content-type': 'application/json' }
for (const name of ['own', 'shared']) {
  world.page(`/${name}.js`, (_request, response) => {
    response.writeHead(200, javascript).end(`fetch('/${name}.json')`)
  })
  world.page(`/${name}.json`, (_request, response) => {
    response.writeHead(200, json).end('{}')
  })
}

describe('the targets of a page', needsChrome, () => {
  // A worker that another session resumes sends requests before our session listens.
  test('have no session of puppeteer, and the first requests of its workers are seen', async () => {
    const start = "new Worker('/own.js'); new SharedWorker('/shared.js')"
    world.page('/', document(`<p>Hello</p><script>${start}</script>`))
    const { browser } = await world.visit('/')
    expect(attached).toEqual([])
    const paths = browser.requests.items.map(({ url }) => new URL(url).pathname)
    expect(paths).toEqual(expect.arrayContaining(['/own.json', '/shared.json']))
  })

  test('may be a page that it prerenders, which does not end it', async () => {
    const rules = { prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] }
    const script = `<script type="speculationrules">${JSON.stringify(rules)}</script>`
    world.page('/next', document('<p>The next page</p>'))
    world.page('/first', document(`<p>The first page</p>${script}`))
    const { browser } = await world.visit('/first')
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', popups_blocked: [] })
  })
})

const kinds: readonly ExecutableKind[] = ['shell', 'full']

describe.each(kinds)('a window that a page opens in Chrome (%s)', (kind) => {
  const path = findTestChrome(kind)

  test(
    'is closed, and the page is not',
    needs({ [`Chrome (${kind})`]: path !== null }),
    async () => {
      await using opened = await openTestPool({
        settings: { ...testBrowserSettings, chromePath: path },
        // Otherwise Chrome itself blocks new windows.
        argumentsOf: (launch) =>
          chromeArguments(launch).filter((one) => one !== '--block-new-web-contents'),
      })
      const lease = await opened.pool.lease(AbortSignal.timeout(30_000))
      const page = await lease?.newPage()
      if (lease == null || page === undefined) throw new TypeError('no page')
      const unwatch = lease.watch({ targetId: page.mainFrame, onWorker: () => {} })
      const { evaluate } = drivePage(page)
      const open = "String(globalThis.other = open('about:blank'))"
      expect(await evaluate(open, { userGesture: true })).not.toBe('null')
      await expect.poll(() => evaluate('other.closed')).toBe(true)
      expect(await evaluate('1 + 1')).toBe(2)
      unwatch()
      await lease.release()
    },
  )
})
