import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document, html, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'

const world = await renderSetupForFile()

const afterLoad = (ms: number, script: string) =>
  document(`<p>Here it is.</p><script>setTimeout(() => { ${script} }, ${ms})</script>`)

describe('what comes after the capture', needsChrome, () => {
  test.each([900, 1_500, 1_950])('an exception %i ms after load is evidence', async (ms) => {
    world.page('/throws', afterLoad(ms, 'throw new RangeError("late")'))
    const { browser } = await world.visit('/throws')
    expect(browser.console.exceptions).toMatchObject([{ name: 'RangeError', message: 'late' }])
  })

  test('a failed request is evidence, and so is the request that its response triggers', async () => {
    world.page('/calls', afterLoad(1_200, 'fetch("/gone").then(() => fetch("/gone-too"))'))
    const { browser } = await world.visit('/calls')
    const failed = browser.requests.failed.map(({ url, status }) => [new URL(url).pathname, status])
    expect(failed).toEqual([
      ['/gone', 404],
      ['/gone-too', 404],
    ])
  })

  const afterMs = (ms: number, status: number) => {
    world.page('/late', (_request, response) => {
      setTimeout(() => response.writeHead(status, { 'content-type': 'text/plain' }).end('-'), ms)
    })
  }
  const timed = async (path: string) => {
    const began = performance.now()
    const { browser } = await world.visit(path)
    return { browser, ms: performance.now() - began }
  }

  test.each([
    ['a page', ''],
    [
      'one with a worker',
      'new Worker(URL.createObjectURL(new Blob(["setInterval(() => {}, 50)"])));',
    ],
  ])('%s: a gateway that gives up after 2.5 s is evidence', async (_, worker) => {
    afterMs(2_500, 504)
    const script = `${worker}setTimeout(() => fetch('/late'), 1000)`
    world.page('/gateway', document(`<p>Here it is.</p><script>${script}</script>`))
    const { browser } = await world.visit('/gateway')
    expect(browser.requests.failed).toMatchObject([{ type: 'fetch', status: 504 }])
  })

  test('a call that waits for news keeps the page for four seconds after its load event at most', async () => {
    afterMs(60_000, 200)
    world.page('/news', afterLoad(1_000, "fetch('/late')"))
    const { browser, ms } = await timed('/news')
    expect(browser.requests.failed).toEqual([])
    // A busy machine takes longer for everything else.
    expect(ms).toBeLessThan((browser.navigation.load_ms ?? 0) + 4_000 + 4_000)
  })

  test('a socket that cannot be opened is evidence', async () => {
    world.page('/socket', afterLoad(1_200, 'new WebSocket("ws://" + location.host + "/live")'))
    const { browser } = await world.visit('/socket')
    expect(browser.requests.failed).toMatchObject([{ type: 'websocket' }])
  })

  test('the time of a page with a worker is not moved on, and passes all the same', async () => {
    const worker = 'new Worker(URL.createObjectURL(new Blob(["setInterval(() => {}, 50)"])))'
    const script = `setTimeout(() => { throw new Error('beside a worker') }, 1500)`
    world.page('/worker', document(`<p>Here.</p><script>${worker};${script}</script>`))
    const { browser } = await world.visit('/worker')
    expect(browser.console.exceptions).toMatchObject([{ message: 'beside a worker' }])
  })

  test('a page that goes to another site is reported as it was captured, and sends no request there', async () => {
    await world.internet.addSite('other.example.net', {
      ip: '93.184.215.77',
      http: () => expect.unreachable(),
    })
    world.page('/leaves', afterLoad(1_500, 'location.href = "http://other.example.net/"'))
    const { browser, redirects } = await world.visit('/leaves')
    expect(new URL(browser.navigation.url).pathname).toBe('/leaves')
    expect(browser.navigation.net_error).toBeNull()
    expect(browser.requests.failed).toEqual([])
    expect(redirects.client_redirects).toMatchObject([
      { to: 'http://other.example.net/', kind: 'script' },
    ])
  })

  test.each([
    ['reloads itself after 0.3 s', 'setTimeout(() => location.reload(), 300)', ''],
    ['reloads itself after 0.7 s', 'setTimeout(() => location.reload(), 700)', ''],
    ['reloads itself after 1 s', 'setTimeout(() => location.reload(), 1000)', ''],
    ['reloads itself after 2 s', 'setTimeout(() => location.reload(), 2000)', ''],
    ['is asked to every 0.2 s', 'setInterval(() => location.reload(), 200)', ''],
    ['goes to itself', 'setTimeout(() => { location.href = location.href }, 1000)', ''],
    ['refreshes itself', '', '<meta http-equiv="refresh" content="1">'],
    [
      'has a worker',
      'new Worker("data:text/javascript,setInterval(() => {}, 50)"); setTimeout(() => location.reload(), 900)',
      '',
    ],
  ])(
    'a page that %s for ever is known to, and reported as it was captured',
    async (_, script, head) => {
      world.page('/again', document(`<p>Here it is.</p><script>${script}</script>`, head))
      const { browser, redirects, screenshot, content } = await world.visit('/again')
      expect(redirects.client_redirects.length).toBeGreaterThan(5)
      // A page that never comes to rest is stopped by our limit of navigations.
      const failed = browser.requests.failed.filter(({ blocked_reason: by }) => by !== 'redirects')
      expect(failed).toEqual([])
      expect(browser.dom?.text_excerpt).toContain('Here it is.')
      expect(content?.source).toBe('dom')
      expect(screenshot).not.toBeNull()
    },
  )

  test.each([
    [
      'reloads itself once',
      'if (!sessionStorage.done) { sessionStorage.done = 1; location.reload() }',
    ],
    ['tries to leave until it has left', 'setInterval(() => { location.href = "/left" }, 50)'],
  ])('a page that %s has moved once', async (_, script) => {
    world.page('/left', (_request, response) => {
      setTimeout(() => response.writeHead(200, html).end(document('<p>There.</p>')), 600)
    })
    world.page('/once', afterLoad(1_000, script))
    const { browser, redirects } = await world.visit('/once')
    expect(redirects.client_redirects).toHaveLength(1)
    expect(new URL(browser.navigation.url).pathname).toBe('/once')
  })

  const layer = (inside: string, then = '') =>
    document(`<h1>Bakery</h1><p>${'Bread and rolls, baked each morning. '.repeat(12)}</p><script>
      setTimeout(() => {
        const wall = document.createElement('div')
        wall.style.cssText = 'position:fixed;inset:0;background:#fff;z-index:9'
        wall.innerHTML = '${inside}'
        document.body.append(wall)
        ${then}
      }, 1500)
    </script>`)
  const frameOf = (path: string) =>
    `<iframe src="${path}" style="width:100%;height:100%;border:0"></iframe>`

  test.each([
    ['nothing in it', layer('')],
    ['a frame in it that is not there', layer(frameOf('/gone'))],
  ])('a layer with %s hides the page', async (_, page) => {
    world.page('/wall', page)
    const { browser } = await world.visit('/wall')
    const { characters, unseen } = browser.dom?.text_in_view ?? { characters: 0, unseen: 0 }
    expect(unseen).toBeGreaterThan(200)
    expect(unseen).toBe(characters)
  })

  test.each([
    ['a frame in it that is there', layer(frameOf('/consent'))],
    ['a question in it', layer('<p>May we count visits?</p><button>Yes</button>')],
    ['nothing in it, which goes again,', layer('', 'setTimeout(() => wall.remove(), 800)')],
  ])('a layer with %s does not', async (_, page) => {
    world.page('/consent', document('<p>May we count visits?</p><button>Yes</button>'))
    world.page('/asks', page)
    const { browser } = await world.visit('/asks')
    expect(browser.dom?.text_in_view.unseen).toBe(0)
  })

  test('a page that is ready at once is not kept for two seconds', async () => {
    world.page('/ready', document('<p>Ready.</p><script>setInterval(() => {}, 100)</script>'))
    await world.visit('/ready')
    const afterSettling = async () => {
      const began = performance.now()
      const { browser } = await world.visit('/ready')
      return performance.now() - began - (browser.navigation.settled_ms ?? 0)
    }
    // Listening in real time alone would take 1.3 s, each time; a busy machine takes longer now and then.
    await expect.poll(afterSettling, { timeout: 120_000 }).toBeLessThan(1_200)
  })
})
