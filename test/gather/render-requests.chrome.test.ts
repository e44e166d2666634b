import { describe, expect, test } from 'vitest'
import { browserEvidence } from '#evidence/browser.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  html,
  renderSetupForFile,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const world = await renderSetupForFile()

describe('a picture that our policy stops', needsChrome, () => {
  const path = 'http://pictures.example.net:8080/a.png'
  test.each([
    ['in view', `<img src="${path}" width="400" height="300" alt="">`, 'REVIEW'],
    [
      'further down',
      `<div style="height:4000px"></div><img src="${path}" width="40" height="30" alt="">`,
      'NONE',
    ],
  ])('is told, and is no fault of the site: %s', async (where, markup, effect) => {
    const text = `<p>${'Bread and rolls, baked each morning. '.repeat(20)}</p>`
    const name = `/stopped-${where.replaceAll(' ', '-')}`
    world.page(name, document(text + markup))
    const { browser } = await world.visit(name)
    expect(verdict(healthyRendering({ browser }))).toEqual([`REQ_POLICY_BLOCKED ${effect}`])
  })
})

describe('an icon that the page names for its tab', needsChrome, () => {
  test.each([
    ['in its head only', '', ['REQ_ICON_FAILED NONE']],
    [
      'which it also shows',
      '<img src="/icon-gone.png" width="400" height="300" alt="">',
      ['REQ_IMAGE_BROKEN ISSUE'],
    ],
  ])('is told apart from a picture: %s', async (where, markup, expected) => {
    const head = '<title>Page</title><link rel="icon" href="/icon-gone.png">'
    const preload = `<script>const image = new Image(); image.src = '/icon-gone.png'</script>`
    const name = `/icon-${where.replaceAll(' ', '-')}`
    world.page(name, document(`<p>Bread and rolls.</p>${markup || preload}`, head))
    const { browser } = await world.visit(name)
    expect([...new Set(verdict(healthyRendering({ browser })))]).toEqual(expected)
  })
})

describe('console', needsChrome, () => {
  test('every kind of message with its place, equal ones combined, errors first', async () => {
    world.page(
      '/complains',
      document(`<script>
console.log('plain', 1, {a: 1})
for (let n = 0; n < 3; n += 1) console.error('again')
console.warn('careful')
Promise.reject(new RangeError('rejected'))
</script>
<script>throw new TypeError('thrown')</script>
<script>throw 'a string'</script>`),
    )
    const { browser } = await world.visit('/complains')
    expect(browser.console.counts).toEqual({ error: 3, warning: 1, exception: 3 })
    expect(
      browser.console.messages.map(({ level, source, text, line, count, first_party }) => [
        level,
        source,
        text,
        line,
        count,
        first_party,
      ]),
    ).toEqual([
      ['error', 'console', 'again', 3, 3, true],
      ['warning', 'console', 'careful', 4, 1, true],
      ['info', 'console', 'plain 1 Object', 2, 1, true],
    ])
    const told = browser.console.exceptions.map(({ name, message, rejection, line }) => [
      name,
      message,
      rejection,
      line,
    ])
    expect(told).toHaveLength(3)
    expect(told).toContainEqual(['RangeError', 'rejected', true, 5])
    expect(told).toContainEqual(['TypeError', 'thrown', false, 7])
    expect(told).toContainEqual(['string', 'a string', false, 8])
  })

  test.each([
    [900, 900, []],
    // Nobody listens any more: each line costs the browser time that other pages need.
    [10_000, 1_000, ['console_events']],
  ])('of %i lines fifty are listed and %i counted', async (lines, counted, limits) => {
    world.page(
      '/talks',
      document(`<script>for(let n=0;n<${lines};n+=1)console.error("line "+n)</script>`),
    )
    const { browser, truncated, limitsHit } = await world.visit('/talks')
    expect(limitsHit).toEqual(limits)
    expect(browser.console.counts.error).toBe(counted)
    expect(browser.console.messages).toHaveLength(50)
    expect(browser.console.messages[49]?.text).toBe('line 49')
    expect(truncated['browser.console.messages']).toMatchObject({ kept: 50 })
  })

  test("violations of the page's policy are reported as such", async () => {
    world.page('/csp', (_request, response) => {
      const policy = { 'content-security-policy': "img-src 'none'; script-src 'none'" }
      response.writeHead(200, { ...html, ...policy })
      response.end(document('<img src="/x.png"><script>1</script>'))
    })
    const { browser } = await world.visit('/csp')
    expect(
      browser.console.csp_violations.map(({ directive, kind, enforced }) => [
        directive,
        kind,
        enforced,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['img-src', 'url', true],
        ['script-src-elem', 'inline', true],
      ]),
    )
    expect(world.requested('/x.png')).toBe(0)
  })
})

describe('requests', needsChrome, () => {
  test('each has its type, response and initiator; failures are also listed separately', async () => {
    await world.internet.addSite('cdn.elsewhere.example.org', {
      ip: '93.184.215.44',
      http: (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/javascript' }).end('1'),
    })
    world.page('/style.css', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/css' }).end('p{color:red}')
    })
    world.page('/moved.js', (_request, response) => {
      response.writeHead(302, { location: '/final.js' }).end()
    })
    world.page('/final.js', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    })
    world.page(
      '/rich',
      document(
        '<img src="/gone.png" width="50" height="50">',
        '<title>Rich</title><link rel="stylesheet" href="/style.css"><script src="/moved.js"></script><script src="http://cdn.elsewhere.example.org/a.js"></script>',
      ),
    )
    const { browser } = await world.visit('/rich')
    expect(() => browserEvidence.parse(browser)).not.toThrow()
    const { requests, dom } = browser
    const items = requests.items.map(({ url, type, status, remote_ip, first_party }) => [
      url.replace(siteUrl, ''),
      type,
      status,
      remote_ip,
      first_party,
    ])
    for (const item of [
      ['/rich', 'document', 200, '93.184.215.14', true],
      ['/style.css', 'stylesheet', 200, '93.184.215.14', true],
      ['/moved.js', 'script', 302, '93.184.215.14', true],
      ['/final.js', 'script', 200, '93.184.215.14', true],
      ['http://cdn.elsewhere.example.org/a.js', 'script', 200, '93.184.215.44', false],
      ['/gone.png', 'image', 404, '93.184.215.14', true],
    ]) {
      expect(items).toContainEqual(item)
    }
    expect(requests.failed).toMatchObject([
      {
        url: `${siteUrl}/gone.png`,
        status: 404,
        net_error: null,
        visible: true,
        first_party: true,
      },
    ])
    expect(requests.summary).toMatchObject({ total: 6, failed: 1, third_party: 1, hosts: 2 })
    expect(dom?.images.broken).toMatchObject([{ url: `${siteUrl}/gone.png`, in_viewport: true }])
    expect(dom?.scripts_without_integrity).toEqual(['http://cdn.elsewhere.example.org/a.js'])
  })

  test('a failed script is requested once more: a second failure is confirmed, a response is not', async () => {
    let n = 0
    world.page('/flaky.js', (request, response) => {
      n += 1
      // Chrome itself retries when a connection ends without a response.
      if (n <= 2) request.socket.destroy()
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    })
    world.page('/dead.js', (request) => void request.socket.destroy())
    world.page(
      '/scripts',
      document('<script src="/flaky.js"></script><script src="/dead.js"></script>'),
    )
    const { browser } = await world.visit('/scripts')
    const again = Object.fromEntries(
      browser.requests.failed.map(({ url, confirmed }) => [url.replace(siteUrl, ''), confirmed]),
    )
    expect(again['/dead.js']).toBe(true)
    expect(again['/flaky.js'] ?? false).toBe(false)
  })

  test('private addresses are refused for every kind of request, with the reason', async () => {
    world.page(
      '/inside',
      document(`<iframe src="http://10.0.0.1/frame"></iframe><img src="http://inside.example.com/i.png">
<script>new WebSocket('ws://10.0.0.2/');navigator.sendBeacon('http://10.0.0.3/b','x');fetch('http://localhost:3000/api');
new Worker(URL.createObjectURL(new Blob(["fetch('http://10.0.0.4/w').catch(()=>{})"])))</script>`),
    )
    const { browser } = await world.visit('/inside')
    expect(
      browser.requests.blocked_by_policy.map(({ url, reason, type }) => [url, reason, type]),
    ).toEqual([
      ['http://10.0.0.1/frame', 'not_public', 'document'],
      ['http://10.0.0.3/b', 'not_public', 'ping'],
      ['http://10.0.0.4/w', 'not_public', 'fetch'],
      ['http://inside.example.com/i.png', 'resolves_not_public', 'image'],
      ['http://localhost:3000/api', 'not_public', 'fetch'],
      ['ws://10.0.0.2/', 'not_public', 'websocket'],
    ])
    expect(browser.requests.failed.every(({ status }) => status === null)).toBe(true)
    expect(browser.console.exceptions).toMatchObject([{ rejection: true, blocked_by_us: true }])
    expect(new Set(world.internet.dialed)).not.toContain('10.0.0.1:80')
  })

  test('blobs have no stable names, and are sent to no server', async () => {
    world.page(
      '/blob',
      document(
        '<script>const f=document.createElement("iframe");f.src=URL.createObjectURL(new Blob(["<script>console.error(1)<\\/script>"],{type:"text/html"}));document.body.append(f)</script>',
      ),
    )
    const { browser } = await world.visit('/blob')
    expect(browser.requests.summary.total).toBe(1)
    expect(browser.console.messages[0]?.url).toBe(`blob:${siteUrl}/`)
  })

  test('of sixty frames the first twenty are loaded, and the page is captured without the others', async () => {
    for (let n = 0; n < 60; n += 1) world.page(`/frame${n}`, '<p>frame</p>')
    const frames = Array.from({ length: 60 }, (_, n) => `<iframe src="/frame${n}"></iframe>`)
    world.page('/framed', document(frames.join('')))
    const { browser, limitsHit, screenshot } = await world.visit('/framed')
    const requested = Array.from({ length: 60 }, (_, n) => world.requested(`/frame${n}`))
    expect(requested.reduce((sum, one) => sum + one, 0)).toBe(20)
    expect(browser.requests.summary).toMatchObject({ total: 61, blocked: 40 })
    expect(browser.requests.blocked_by_policy[0]).toMatchObject({ reason: 'frames' })
    expect(limitsHit).toEqual(['frames'])
    expect([browser.navigation.outcome, browser.navigation.frames]).toEqual(['loaded', 60])
    expect(screenshot).not.toBeNull()
  })

  test('of three thousand requests some hundred are sent, and the others are reported', async () => {
    world.page('/many.png', (_request, response) => void response.writeHead(200).end())
    world.page(
      '/many',
      document(
        '<script>for(let n=0;n<3000;n+=1)document.body.append(Object.assign(new Image(),{src:"/many.png?"+n}))</script>',
      ),
    )
    const { browser, limitsHit, truncated } = await world.visit('/many')
    expect(world.requested('/many.png')).toBeLessThanOrEqual(1_000)
    expect(browser.requests.summary.total).toBe(550)
    expect(browser.requests.blocked_by_policy.every(({ reason }) => reason === 'requests')).toBe(
      true,
    )
    expect(browser.requests.blocked_by_policy.length).toBe(50)
    expect(limitsHit).toEqual(['requests'])
    expect(truncated['browser.requests.items']).toEqual({ kept: 100, total: 3_001 })
    expect(browser.navigation.outcome).toBe('loaded')
  })
})
