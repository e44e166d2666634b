import type { RequestListener } from 'node:http'
import process from 'node:process'
import { describe, expect, test, vi } from 'vitest'
import type { WatchedPage } from '#chrome/contract.ts'
import { sharedProcesses } from '#chrome/launch/process-tree.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  blockOn,
  document,
  html,
  openRenderSetup,
  renderSetupForFile,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'

const world = await renderSetupForFile()

/**
 * The shortest deadline that leaves time for a capture; pages that hang use all of it. On a busy machine the next attempts get
 * more, until the page has had the processor time that makes it the cause.
 */
const quick = { deadlineMs: 7_000 }

/**
 * Script for a page that does something without end: after half a second it blocks the thread for a moment each time, so that
 * the rest of the deadline costs little processor time.
 */
const rest = `if (performance.now() > 500) ${blockOn('/rest')}`

describe('pages that resist observation', needsChrome, () => {
  test.each([
    ['a script that never ends', `<script>while(true){${rest}}</script>`],
    ['dialogs without end', `<script>while(true){alert("again");${rest}}</script>`],
  ])(
    '%s: reported as unresponsive in time, without effect on the next page',
    async (_name, body) => {
      world.page('/never', document(body))
      world.page('/rest', (_request, response) => void setTimeout(() => response.end(), 100))
      world.page('/next', document('next'))
      const { browser, screenshot, skipped, lateMs } = await world.visit('/never', quick)
      // Usually some hundred milliseconds; a busy machine takes longer to end a browser.
      expect(lateMs).toBeLessThan(5_000)
      expect(browser.navigation).toMatchObject({
        outcome: 'partial',
        main_status: 200,
        unresponsive: true,
      })
      expect(browser.dom).toBeNull()
      if (screenshot === null) expect(skipped).toMatchObject([{ check: 'screenshot' }])
      const next = await world.visit('/next', { deadlineMs: 50_000 })
      expect(next.browser.navigation).toMatchObject({ outcome: 'loaded', unresponsive: false })
    },
  )

  test('texts larger than any string, reported by Chrome, end neither the capture nor the service', async () => {
    const text = "const text = '\\u0001'.repeat(9e7);"
    world.page(
      '/says-too-much',
      document(`<script>${text}console.error('heard');console.error(text)</script>`),
    )
    const { browser } = await world.visit('/says-too-much')
    expect(browser.console.messages.map((one) => one.text)).toEqual(['heard'])
    world.page('/next', document('next'))
    const next = await world.visit('/next', { deadlineMs: 50_000 })
    expect(next.browser.navigation.outcome).toBe('loaded')
  })

  test('dialogs are dismissed and reported', async () => {
    world.page(
      '/dialogs',
      document('<script>alert("a");document.title=[confirm("b"),prompt("c")].join()</script>'),
    )
    const { browser } = await world.visit('/dialogs')
    expect(browser.navigation.dialogs).toEqual([
      { type: 'alert', message: 'a' },
      { type: 'confirm', message: 'b' },
      { type: 'prompt', message: 'c' },
    ])
    expect(browser.dom?.title).toBe('false,')
  })

  test('windows are not opened: one that hangs would hang the page', async () => {
    world.page('/hang', document('<script>while(true);</script>'))
    world.page('/windows', document('<script>for(let n=0;n<30;n+=1)open("/hang")</script>'))
    const { browser, truncated } = await world.visit('/windows')
    expect(browser.navigation.popups_blocked).toEqual(Array(20).fill(`${siteUrl}/hang`))
    expect(truncated['browser.navigation.popups_blocked']).toEqual({ kept: 20, total: 30 })
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', unresponsive: false })
    expect(world.requested('/hang')).toBe(0)
  })

  test('printing, choosing files, requesting permissions, closing itself: the page is captured all the same', async () => {
    world.page(
      '/asks',
      document(
        '<input type="file" id="f"><script>print();f.click();Notification.requestPermission();navigator.geolocation.getCurrentPosition(()=>{});onbeforeunload=()=>"no";close()</script>',
      ),
    )
    const { browser, screenshot } = await world.visit('/asks')
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', settle_reason: 'quiet' })
    expect(screenshot?.facts).toMatchObject({ width: 1366, height: 768, full_page: true })
  })

  test.each(['mailto:root@localhost', 'steam://run/1', 'file:///etc/passwd', 'chrome://settings/'])(
    'a navigation to %s leads nowhere, and the page remains',
    async (to) => {
      world.page('/leads', document(`<p>here</p><script>location=${JSON.stringify(to)}</script>`))
      const { browser, screenshot } = await world.visit('/leads')
      expect(browser.navigation).toMatchObject({ outcome: 'loaded', url: `${siteUrl}/leads` })
      expect(browser.dom?.text_excerpt).toContain('here')
      expect(screenshot).not.toBeNull()
    },
  )

  test('a page of noise is captured with fewer rows: a screenshot has 3 MiB at most, and the report states that it was cut', async () => {
    const noise = `<canvas id="c" width="1366" height="4096" style="position:absolute;left:0;top:0"></canvas><script>
      const context = c.getContext('2d'), image = context.createImageData(1366, 4096)
      const pixels = new Uint32Array(image.data.buffer)
      for (let n = 0; n < pixels.length; n += 1) pixels[n] = (Math.random() * 0x1000000) | 0xff000000
      context.putImageData(image, 0, 0)</script>`
    world.page('/noise', document(noise))
    const { screenshot, limitsHit } = await world.visit('/noise')
    expect(screenshot?.facts).toMatchObject({ width: 1366, full_page: false, clipped: true })
    expect(screenshot?.facts.bytes).toBeLessThanOrEqual(3 * 1024 * 1024)
    expect(screenshot?.facts.height).toBeGreaterThan(500)
    expect(limitsHit).toEqual(['screenshot_height'])
  })

  test('a page of 100,000 px is captured up to the cap, and the caps of the file are those reported', async () => {
    world.page('/tall', document('<div style="height:100000px">tall</div>'))
    const { screenshot, limitsHit, browser } = await world.visit('/tall')
    expect(screenshot?.facts).toMatchObject({
      width: 1366,
      height: 4096,
      full_page: false,
      clipped: true,
    })
    const header = new DataView(
      screenshot?.png.buffer ?? new ArrayBuffer(24),
      screenshot?.png.byteOffset,
    )
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([1366, 4096])
    expect(screenshot?.facts.bytes).toBe(screenshot?.png.byteLength)
    expect(limitsHit).toEqual(['screenshot_height'])
    expect(browser.dom?.document_height).toBeGreaterThan(100_000)
  })

  test('a page that changes with its size is reported as it was before the screenshot of all of it', async () => {
    world.page(
      '/resizes',
      document(
        `<div style="height:3000px">tall</div><script>onresize=()=>{document.title="Resized"}</script>`,
      ),
    )
    for (let n = 0; n < 2; n += 1) {
      const { browser, content, screenshot } = await world.visit('/resizes')
      expect(screenshot?.facts.height).toBeGreaterThan(3_000)
      expect([browser.dom?.title, content?.title]).toEqual(['Page', 'Page'])
    }
  })

  test('a page that polls for ever is captured after two seconds', async () => {
    world.page('/api', '1')
    world.page('/polls', document('<script>setInterval(()=>fetch("/api"),100)</script>'))
    const { browser } = await world.visit('/polls')
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', settle_reason: 'cap' })
    const { load_ms: loadMs, settled_ms: settledMs } = browser.navigation
    // Far above two seconds, for a busy machine, and far below the 25 s that the visit may take.
    expect((settledMs ?? 0) - (loadMs ?? 0)).toBeLessThan(10_000)
  })

  test('what a page asks for while it draws slowly is not stopped', async () => {
    const later: RequestListener = (_request, response) =>
      void setTimeout(() => response.end('1'), 400)
    world.page('/poll', later)
    world.page('/rest', later)
    world.page(
      '/busy',
      document(
        `<p>words</p><script>setInterval(()=>{fetch("/poll");${blockOn('/rest')}},10)</script>`,
      ),
    )
    const { browser } = await world.visit('/busy')
    expect(browser.console.exceptions).toEqual([])
  })

  test('missing responses are pending, and the page is captured within the deadline', async () => {
    world.page('/nothing.png', () => {})
    world.page('/waits', document('<p>words</p><img src="/nothing.png">'))
    const { browser, screenshot, limitsHit } = await world.visit('/waits', quick)
    expect(browser.navigation).toMatchObject({
      outcome: 'partial',
      settle_reason: 'deadline',
      pending: [{ url: `${siteUrl}/nothing.png`, type: 'image', first_party: true }],
    })
    expect(browser.dom?.text_excerpt).toContain('words')
    expect(screenshot).not.toBeNull()
    expect(limitsHit).toEqual(['deadline'])
  })

  // The page is the cause only if it gets 3.5 s of processor time within 8 s, which a virtual machine may not have.
  test('a page that replies and takes too long to draw is itself the cause, and its browser is replaced', {
    retry: 1,
  }, async () => {
    const filter =
      '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="12"/><feGaussianBlur stdDeviation="40"/></filter>'
    const rows = '<rect width="1366" height="4000" filter="url(#f)"/>'.repeat(60)
    world.page('/undrawn', document(`<svg width="1366" height="4000">${filter}${rows}</svg>`))
    const before = world.pool.pool.counts().started
    // The deadline is too short for a second screenshot, which would only take as long again.
    const { browser, skipped, screenshot } = await world.visit('/undrawn', { deadlineMs: 17_000 })
    expect(screenshot).toBeNull()
    expect(browser.dom?.title).toBe('Page')
    expect([skipped, browser.navigation]).toMatchObject([
      [{ check: 'screenshot', reason: 'unresponsive' }],
      { unresponsive: true },
    ])
    await vi.waitFor(() => expect(world.pool.pool.counts().started).toBeGreaterThan(before), 60_000)
  })

  // The GPU process is stopped and reported as using two processors: real drawing would take them from the tests beside this one.
  test('drawing without end is the fault of the page that does it, and not of the page beside it', async () => {
    const signalDrawing = (signal: 'SIGSTOP' | 'SIGCONT') => {
      const { drawing } = sharedProcesses(own.pool.pool.pid() ?? 0)
      if (drawing !== null) process.kill(drawing.pid, signal)
    }
    await using own = await openRenderSetup({
      onLease: ({ processes }) => {
        signalDrawing('SIGCONT')
        const measureTime = (from = Date.now()) => {
          return () => Date.now() - from
        }
        const leasedMs = measureTime()
        Object.assign(processes, {
          drawingMs: () => 2 * leasedMs(),
          measureDelay: () => measureTime(),
        })
      },
    })
    own.page('/draws-now', (_request, response) => {
      signalDrawing('SIGSTOP')
      response.end()
    })
    const waits = 'gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))'
    const draws = `const gl = document.createElement('canvas').getContext('webgl')
      onload = () => fetch('/draws-now').then(() => ${waits})`
    const shows = "onload = () => setTimeout(() => fetch('/draws-now'), 300)"
    own.page('/draws', document(`<script>${draws}</script>`))
    own.page('/beside', document(`<script>${shows}</script>`))
    const deadlineMs = 11_000
    const isAtFault = { browser: { navigation: { unresponsive: true } } }
    for (const beside of await Promise.all(
      [0, 1].map(() => own.render('/beside', { deadlineMs })),
    )) {
      expect(beside).not.toMatchObject(isAtFault)
    }
    expect(await own.visit('/draws', { deadlineMs })).toMatchObject(isAtFault)
  })

  // Its layers keep our script busy for longer than it may take, and the times are those of a machine that is busy with other work.
  test('a page that cannot be read in time on a busy machine is no evidence', async () => {
    await using own = await openRenderSetup({
      onLease: ({ processes }) => {
        Object.assign(processes, {
          usedMs: () => 0,
          measureDelay: (from = Date.now()) => {
            return () => Date.now() - from
          },
        })
      },
    })
    const layer = `<p style="position:absolute;inset:0;margin:0;background:#fff;color:#fff">${'words '.repeat(20)}</p>`
    const draws = `for (let n = 0; n < 3000; n += 1)
      document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).innerHTML = '${layer}'`
    own.page('/layers', document(`<script>${draws}</script>`))
    expect(await own.render('/layers')).toEqual({ status: 'failed', reason: 'host_overloaded' })
  })

  test('a listener that throws on an event of a page fails the job of that page, and the page beside it is captured', async () => {
    await using own = await openRenderSetup({
      onPage: async ({ session }) => {
        session.on('Runtime.consoleAPICalled', ({ args }) => {
          if (args[0]?.value === 'unusual') throw new TypeError('an unusual event')
        })
      },
    })
    own.page('/held.js', (_request, response) => void setTimeout(() => response.end(), 1_500))
    own.page('/beside', document('<p>words</p><script src="/held.js"></script>'))
    own.page('/at-once', document('<script>console.log("unusual")</script>'))
    own.page('/later', document('<script>setTimeout(console.log, 2500, "unusual")</script>'))
    const beside = own.render('/beside')
    await vi.waitFor(() => expect(own.requested('/held.js')).toBe(1), 20_000)
    await expect(own.render('/at-once')).rejects.toThrow('an unusual event')
    await expect(own.render('/later')).rejects.toThrow('an unusual event')
    expect(await beside).toMatchObject({
      status: 'rendered',
      browser: { navigation: { outcome: 'loaded' } },
    })
    expect((await own.visit('/beside')).browser.navigation.outcome).toBe('loaded')
    expect(own.pool.pool.counts().started).toBe(1)
  })

  test('an exception that cannot be attributed to a page ends its browser, and not the service', async () => {
    await using own = await openRenderSetup({
      onLease: (lease) => {
        const { watch } = lease
        const onWorker = () => {
          throw new TypeError('an unusual worker')
        }
        Object.assign(lease, { watch: (page: WatchedPage) => watch({ ...page, onWorker }) })
      },
    })
    own.page('/shares', document('<script>new SharedWorker("data:text/javascript,1")</script>'))
    own.page('/next', document('next'))
    expect(await own.render('/shares')).toEqual({ status: 'failed', reason: 'browser_lost' })
    expect((await own.visit('/next')).browser.navigation.outcome).toBe('loaded')
  })

  test('a page that ends its browser by what it stores there fails, the page beside it is captured, and later ones are not disturbed', async () => {
    await using own = await openRenderSetup({ recycleRssMb: 400 })
    const stores = `const kept = [], bytes = new Uint8Array(3e7).fill(1)
      setInterval(() => kept.length < 50 && kept.push(new Blob([bytes])), 20)`
    // A script that never arrives holds the page open for as long as a slow machine needs to store the blobs.
    const held = '<script src="http://beside.example.net/never.js"></script>'
    own.page('/stores', document(`<script>${stores}</script>${held}`))
    let scripts = 0
    await own.internet.addSite('beside.example.net', {
      ip: '93.184.215.15',
      http: ({ url }, response) => {
        if (url === '/never.js') return
        if (url !== '/late.js') {
          response
            .writeHead(200, html)
            .end(document('<p>words</p><script src="/late.js"></script>'))
          return
        }
        scripts += 1
        setTimeout(() => response.end(), 4_000)
      },
    })
    const renderBoth = async () => {
      scripts = 0
      const beside = own.render('http://beside.example.net/', { deadlineMs: 50_000 })
      await vi.waitFor(() => expect(scripts).toBe(1), 20_000)
      const storing = own.render('/stores', { deadlineMs: 50_000 })
      expect(await beside).toMatchObject({
        status: 'rendered',
        browser: { navigation: { outcome: 'loaded' } },
      })
      expect((await storing).status).toBe('failed')
    }
    await renderBoth()
    const { started } = own.pool.pool.counts()
    await renderBoth()
    expect(scripts).toBe(1)
    // The one for the page itself.
    expect(own.pool.pool.counts().started).toBe(started + 1)
  })
})
