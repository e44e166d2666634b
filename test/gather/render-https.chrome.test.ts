import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  html,
  type RenderSetup,
  renderSetupForFile,
  siteName,
} from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'
import {
  bytesOf,
  END_HEADERS,
  floods,
  h2,
  h2Field,
  h2Frame,
  STATUS_200,
} from '#test/equipment/network/hostile-server.ts'
import { pemChain } from '#test/equipment/tls/certificates.ts'

const secure = `https://${siteName}`
const world = await renderSetupForFile({ trusting: true })

const blockedIn = ({ browser }: Awaited<ReturnType<RenderSetup['visit']>>) =>
  browser.requests.blocked_by_policy.map(({ url, reason, type }) => [url, reason, type])

describe('a page over https that Chrome trusts', needsChrome, () => {
  test('arrives over HTTP/2 through the proxy, with the address that was dialed', async () => {
    world.page('/', document('<p>Served over TLS.</p>'))
    const { browser, http, content, security } = await world.visit(`${secure}/`)
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', net_error: null })
    expect(http).toMatchObject({ status: 200, remote_address: { ip: '93.184.215.14', port: 443 } })
    expect(browser.requests.items[0]).toMatchObject({
      url: `${secure}/`,
      protocol: 'h2',
      remote_ip: '93.184.215.14',
    })
    expect(content?.title).toBe('Page')
    expect(security).not.toBeNull()
  })

  test.each([
    ['differs each time', () => `// ${Math.random()}`, true],
    ['stays the same', () => '// 1', false],
  ])(
    'a service worker, after which the page reloads itself, %s',
    async (_what, version, isLoop) => {
      const path = `/worker-${isLoop}`
      const claim =
        'self.oninstall = () => self.skipWaiting(); self.onactivate = (event) => event.waitUntil(clients.claim())'
      world.page(`${path}.js`, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
        // Seldom enough that the limit for navigations does not end the visit.
        setTimeout(() => response.end(`${version()}\n${claim}`), 700)
      })
      world.page(
        path,
        document(`<p>Bread and rolls.</p><script>
let isFirst = navigator.serviceWorker.controller === null
navigator.serviceWorker.oncontrollerchange = () => isFirst ? (isFirst = false) : location.reload()
navigator.serviceWorker.register('${path}.js', { updateViaCache: 'none' }).then((one) => one.update())</script>`),
      )
      const { browser, redirects } = await world.visit(secure + path)
      const codes = verdict(healthyRendering({ browser, redirects }))
      expect(codes.some((code) => code.startsWith('REDIRECT_LOOP'))).toBe(isLoop)
    },
  )

  test('a plain script is blocked, a plain image upgraded; both are reported as mixed content', async () => {
    world.page('/pixel.png', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
    })
    world.page(
      '/mixed',
      document(
        `<img src="http://${siteName}/pixel.png"><script src="http://${siteName}/plain.js"></script>`,
      ),
    )
    const { browser } = await world.visit(`${secure}/mixed`)
    expect(browser.requests.mixed_content).toEqual(
      expect.arrayContaining([
        { url: `http://${siteName}/plain.js`, type: 'script', resolution: 'blocked' },
        expect.objectContaining({ type: 'image', resolution: 'upgraded' }),
      ]),
    )
    expect(world.requested('/plain.js')).toBe(0)
    expect(browser.requests.items.map(({ url }) => url)).toContain(`${secure}/pixel.png`)
  })

  test('a server that sends frames without content up to the cap has sent no document: that is no failure of ours', async () => {
    const { internet } = world
    const name = 'empty-frames.site.example.com'
    const ip = '93.184.215.77'
    internet.dns.set(name, { a: [ip] })
    const leaf = internet.issuer.issueLeaf({ names: [name] })
    const head = h2Frame(
      h2.headers,
      END_HEADERS,
      1,
      bytesOf(STATUS_200, h2Field('content-type', 'text/html')),
    )
    const flood = floods(bytesOf(h2Frame(h2.settings, 0, 0), head), h2Frame(h2.data, 0, 1))
    const server = createTlsServer({
      cert: pemChain(leaf, internet.issuer),
      key: leaf.keyPem,
      ALPNProtocols: ['h2'],
    })
    server.on('secureConnection', (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => flood(socket, ''))
    })
    await internet.addTcp(ip, 443, (socket) => server.emit('connection', socket))
    const visit = await world.visit(`https://${name}/`)
    const { skipped, limitsHit, screenshot, browser, http, content, redirects } = visit
    expect(skipped).toEqual([{ check: 'screenshot', reason: 'not_loaded' }])
    expect([screenshot, limitsHit]).toEqual([null, ['transfer_bytes']])
    const evidence = { browser, http, content, redirects, skipped: [...skipped] }
    expect(verdict(healthyRendering({ ...evidence, limits_hit: [...limitsHit] }))).toEqual([
      'CHECK_INCOMPLETE REVIEW',
      'RESOURCE_LIMIT_REACHED REVIEW',
    ])
  })

  test('from http to https and back again is a chain of hops, each with its address', async () => {
    world.page('/up', (_request, response) => {
      response.writeHead(301, { location: `${secure}/down` }).end()
    })
    world.page('/down', (_request, response) => {
      response.writeHead(302, { location: `http://${siteName}/landed` }).end()
    })
    world.page('/landed', document('<p>Landed.</p>'))
    const { redirects, target, http } = await world.visit('/up')
    expect(redirects.hops.map(({ url, status }) => [url, status])).toEqual([
      [`http://${siteName}/up`, 301],
      [`${secure}/down`, 302],
    ])
    expect([target.href, http.status]).toEqual([`http://${siteName}/landed`, 200])
  })

  test('a service worker reaches no private address, and ends with its job', async () => {
    world.page('/worker.js', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
self.addEventListener('install', (event) => event.waitUntil(
  fetch('https://inside.example.com/from-worker', { mode: 'no-cors' }).catch(() => {}).then(() => skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/made-up')) event.respondWith(new Response('of the worker'))
})`)
    })
    world.page(
      '/registers',
      document(`<p id="told">none</p><script>
navigator.serviceWorker.register('/worker.js')
navigator.serviceWorker.ready
  .then(() => new Promise((resolve) => navigator.serviceWorker.controller
    ? resolve() : navigator.serviceWorker.addEventListener('controllerchange', resolve)))
  .then(() => fetch('/made-up')).then((answer) => answer.text())
  .then((text) => { document.title = text; document.getElementById('told').textContent = text })
</script>`),
    )
    const first = await world.visit(`${secure}/registers`)
    expect(first.content?.title).toBe('of the worker')
    expect(blockedIn(first)).toContainEqual([
      'https://inside.example.com/from-worker',
      'resolves_not_public',
      expect.any(String),
    ])
    expect(world.internet.dialed.some((address) => address.startsWith('192.168.'))).toBe(false)
    world.page('/made-up', document('<p>Of the server.</p>', '<title>of the server</title>'))
    const second = await world.visit(`${secure}/made-up`)
    expect(second.content?.title).toBe('of the server')
  })

  test('a frame of another site, in a process of its own, is observed and guarded as well', async () => {
    await world.internet.addSite('frame.elsewhere.example.org', {
      ip: '93.184.215.45',
      https: (_request, response) =>
        void response
          .writeHead(200, html)
          .end(
            document(
              '<img src="https://inside.example.com/from-frame.png"><script>console.error("from the frame")</script>',
            ),
          ),
    })
    world.page('/framed', document('<iframe src="https://frame.elsewhere.example.org/"></iframe>'))
    const seen = await world.visit(`${secure}/framed`)
    expect(seen.browser.navigation.frames).toBe(1)
    expect(seen.browser.console.messages.map(({ text }) => text)).toContain('from the frame')
    expect(blockedIn(seen)).toContainEqual([
      'https://inside.example.com/from-frame.png',
      'resolves_not_public',
      'image',
    ])
  })

  test('a secure WebSocket to a private address is refused like any request', async () => {
    world.page(
      '/socket',
      document('<script>new WebSocket("wss://inside.example.com/socket")</script>'),
    )
    const seen = await world.visit(`${secure}/socket`)
    expect(blockedIn(seen)).toContainEqual([
      'wss://inside.example.com/socket',
      'resolves_not_public',
      'websocket',
    ])
  })

  test('HSTS of one job is unknown to the next: plain http is requested as plain http', async () => {
    world.page('/strict', (_request, response) => {
      response.writeHead(200, { ...html, 'strict-transport-security': 'max-age=63072000' })
      response.end(document('<p>Strict.</p>'))
    })
    await world.visit(`${secure}/strict`)
    const { http, redirects, target } = await world.visit('/strict')
    expect([target.href, http.status]).toEqual([`http://${siteName}/strict`, 200])
    expect(redirects.hops).toEqual([])
  })

  test('upgrade-insecure-requests of the page is followed', async () => {
    world.page('/upgrades', (_request, response) => {
      response.writeHead(200, {
        ...html,
        'content-security-policy': 'upgrade-insecure-requests',
      })
      response.end(document(`<script src="http://${siteName}/upgraded.js"></script>`))
    })
    world.page('/upgraded.js', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end('document.title="upgraded"')
    })
    const { content, browser } = await world.visit(`${secure}/upgrades`)
    expect(content?.title).toBe('upgraded')
    expect(browser.requests.items.map(({ url }) => url)).toContain(`${secure}/upgraded.js`)
  })
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
