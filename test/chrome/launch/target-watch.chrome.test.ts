import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  openRenderSetup,
  type RenderSetup,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const chrome = findTestChrome()
const attached: unknown[] = []
let world: RenderSetup

beforeAll(async () => {
  if (chrome === null) return
  world = await openRenderSetup({
    onPage: async ({ session }) => {
      // Puppeteer attaches through the connection, and we through sessions.
      session.connection()?.on('Target.attachedToTarget', (event) => attached.push(event))
    },
  })
  world.page('/worker.js', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end("fetch('/data.json')")
  })
  world.page(
    '/data.json',
    (_request, response) => void response.writeHead(200).end('{"is": "fine"}'),
  )
})
afterAll(async () => {
  if (chrome !== null) await world[Symbol.asyncDispose]()
})

describe('the targets of a page', needs({ Chromium: chrome !== null }), () => {
  // A worker that another session lets run sends requests before ours listens.
  test('have no session of puppeteer, and the first request of a worker is seen', async () => {
    world.page('/', document("<p>Hello</p><script>new Worker('/worker.js')</script>"))
    const { browser } = await world.look('/')
    expect(attached).toEqual([])
    expect(browser.requests.items.map(({ url }) => new URL(url).pathname)).toContain('/data.json')
  })
})
