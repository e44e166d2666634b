import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document, renderSetupForFile, siteName } from '#test/equipment/browser/render-setup.ts'

const secure = `https://${siteName}`
const world = await renderSetupForFile({ trusting: true })

const script = { 'content-type': 'text/javascript' }
const serviceWorker =
  "try{importScripts('https://10.0.0.1/i.js')}catch{};fetch('https://10.0.0.1/f')"

const inside = `try{importScripts('https://10.0.0.1/i.js')}catch{}
  fetch('https://10.0.0.1/f').catch(()=>{});new WebSocket('wss://10.0.0.1/s')`
world.page('/worker.js', (_request, response) => void response.writeHead(200, script).end(inside))
world.page('/module.js', (_request, response) => {
  response.writeHead(200, script).end("import 'https://10.0.0.1/m.js'")
})
world.page('/service.js', (_request, response) => {
  response.writeHead(200, script).end(serviceWorker)
})

const run = (code: string) => `<script>${code}</script>`

/** A request for each path of 10.0.0.1. */
const requests: readonly (readonly [name: string, path: string, body: string, type: string])[] = [
  ['a beacon', '/b', run("navigator.sendBeacon('https://10.0.0.1/b')"), 'ping'],
  [
    'a hyperlink audit',
    '/p',
    '<a id=a ping=https://10.0.0.1/p href=#x>x</a><script>a.click()</script>',
    'ping',
  ],
  ['a WebSocket', '/w', run("new WebSocket('wss://10.0.0.1/w')"), 'websocket'],
  ['an EventSource', '/e', run("new EventSource('https://10.0.0.1/e')"), 'eventsource'],
  [
    'a fetch that outlives the page',
    '/k',
    run("fetch('https://10.0.0.1/k',{keepalive:true}).catch(()=>{})"),
    'fetch',
  ],
  [
    'a worklet',
    '/a',
    run("new AudioContext().audioWorklet.addModule('https://10.0.0.1/a').catch(()=>{})"),
    'script',
  ],
  [
    'an image that only the screenshot loads',
    '/i',
    '<div style="height:3500px"></div><img loading=lazy src=https://10.0.0.1/i>',
    'image',
  ],
  ['a prefetch hint', '/h', '<link rel=prefetch href=https://10.0.0.1/h>', 'prefetch'],
  [
    'a preload that nothing uses',
    '/l',
    '<link rel=preload as=script href=https://10.0.0.1/l>',
    'prefetch',
  ],
]

/** Workers that each request several things. */
const workers: readonly (readonly [name: string, body: string, types: readonly string[]])[] = [
  ['a worker', run("new Worker('/worker.js')"), ['fetch', 'other', 'websocket']],
  ['a shared worker', run("new SharedWorker('/worker.js')"), ['fetch', 'other', 'websocket']],
  ['a service worker', run("navigator.serviceWorker.register('/service.js')"), ['fetch', 'other']],
]

describe('a page that requests a private address', needsChrome, () => {
  async function blockedOn(path: string, body: string) {
    world.page(path, document(body))
    const { browser } = await world.visit(secure + path)
    const blocked = browser.requests.blocked_by_policy
    for (const one of blocked) {
      expect(one).toMatchObject({ reason: 'not_public', first_party: false })
      expect(one.url).toMatch(/^(https|wss):\/\/10\.0\.0\.1\//)
    }
    return blocked
  }

  test('in nine ways is reported with the kind of each request', async () => {
    const blocked = await blockedOn('/all', requests.map(([, , body]) => body).join(''))
    const typeOf = (path: string) => blocked.find(({ url }) => new URL(url).pathname === path)?.type
    expect(requests.map(([name, path]) => [name, typeOf(path)])).toEqual(
      requests.map(([name, , , type]) => [name, type]),
    )
  })

  test.each(workers)(
    'by %s is reported with the kind of the request',
    async (name, body, types) => {
      const blocked = await blockedOn(`/${name.replaceAll(' ', '-')}`, body)
      expect([...new Set(blocked.map(({ type }) => type))].sort()).toEqual(types)
    },
  )
})
