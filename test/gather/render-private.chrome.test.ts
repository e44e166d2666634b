import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  openRenderSetup,
  type RenderSetup,
  siteName,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const chrome = findTestChrome()
const secure = `https://${siteName}`
let world: RenderSetup

const script = { 'content-type': 'text/javascript' }
const serviceWorker =
  "try{importScripts('https://10.0.0.1/i.js')}catch{};fetch('https://10.0.0.1/f')"

beforeAll(async () => {
  world = await openRenderSetup({ trusting: true })
  const inside = `try{importScripts('https://10.0.0.1/i.js')}catch{}
    fetch('https://10.0.0.1/f').catch(()=>{});new WebSocket('wss://10.0.0.1/s')`
  world.page('/worker.js', (_request, response) => void response.writeHead(200, script).end(inside))
  world.page('/module.js', (_request, response) => {
    response.writeHead(200, script).end("import 'https://10.0.0.1/m.js'")
  })
  world.page('/service.js', (_request, response) => {
    response.writeHead(200, script).end(serviceWorker)
  })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

type Kind = readonly [name: string, body: string, types: readonly string[]]

const run = (code: string) => `<script>${code}</script>`

const kinds: readonly Kind[] = [
  ['a beacon', run("navigator.sendBeacon('https://10.0.0.1/b')"), ['ping']],
  [
    'a hyperlink audit',
    '<a id=a ping=https://10.0.0.1/p href=#x>x</a><script>a.click()</script>',
    ['ping'],
  ],
  ['a WebSocket', run("new WebSocket('wss://10.0.0.1/')"), ['websocket']],
  ['an EventSource', run("new EventSource('https://10.0.0.1/')"), ['eventsource']],
  ['a fetch that outlives the page', run("fetch('https://10.0.0.1/',{keepalive:true})"), ['fetch']],
  ['a worker', run("new Worker('/worker.js')"), ['fetch', 'other', 'websocket']],
  ['a shared worker', run("new SharedWorker('/worker.js')"), ['fetch', 'other', 'websocket']],
  ['a service worker', run("navigator.serviceWorker.register('/service.js')"), ['fetch', 'other']],
  ['a worklet', run("new AudioContext().audioWorklet.addModule('https://10.0.0.1/')"), ['script']],
  [
    'an image that only the screenshot loads',
    '<div style="height:3500px"></div><img loading=lazy src=https://10.0.0.1/>',
    ['image'],
  ],
  ['a prefetch hint', '<link rel=prefetch href=https://10.0.0.1/>', ['prefetch']],
  [
    'a preload that nothing uses',
    '<link rel=preload as=script href=https://10.0.0.1/>',
    ['prefetch'],
  ],
]

describe('a page that requests a private address', needs({ Chromium: chrome !== null }), () => {
  test.each(kinds)('by %s is reported with the kind of the request', async (name, body, types) => {
    const path = `/${name.replaceAll(' ', '-')}`
    world.page(path, document(body))
    const { browser } = await world.visit(secure + path)
    const blocked = browser.requests.blocked_by_policy
    expect([...new Set(blocked.map(({ type }) => type))].sort()).toEqual(types)
    for (const one of blocked) {
      expect(one).toMatchObject({ reason: 'not_public', first_party: false })
      expect(one.url).toMatch(/^(https|wss):\/\/10\.0\.0\.1\//)
    }
  })
})
