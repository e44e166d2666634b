import { describe, expect, test } from 'vitest'
import { browserEvidence } from '#evidence/browser.ts'
import { contentEvidence } from '#evidence/content.ts'
import { httpEvidence } from '#evidence/http.ts'
import { redirectsEvidence } from '#evidence/redirects.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  type CompletedRender,
  document,
  html,
  openRenderSetup,
  renderSetupForFile,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

let crashes = 0

const redirect = (location: string) => (_request: unknown, response: Answerer) =>
  void response.writeHead(302, { location }).end()
interface Answerer {
  writeHead(status: number, fields: Record<string, string>): { end(body?: string): void }
}

const world = await renderSetupForFile({
  onPage: async ({ session }) => {
    if (crashes <= 0) return
    crashes -= 1
    session.on('Page.loadEventFired', () => void session.send('Page.crash').catch(() => {}))
    await session.send('Page.enable')
  },
})
world.page('/', document('<p>Hello there</p>'))

/** The result without the values that differ from run to run: times, and values derived from them. */
function timeless(visit: CompletedRender) {
  return JSON.parse(
    JSON.stringify(visit, (key, value) =>
      /_ms$|^at$|_at$|^timings|^startedAt$|^performance$|^durationMs$|^lateMs$|^headersAt$|^waitMs$|^downloadMs$|^date_header$|^headers$|^fields$|^png$/.test(
        key,
      )
        ? undefined
        : value,
    ),
  )
}

describe('a navigation', needsChrome, () => {
  test('a page that loads is reported completely, in the shape of the report, and identically each time', async () => {
    const first = await world.visit('/')
    expect(() => browserEvidence.parse(first.browser)).not.toThrow()
    expect(() => httpEvidence.parse(first.http)).not.toThrow()
    expect(() => redirectsEvidence.parse(first.redirects)).not.toThrow()
    expect(() => contentEvidence.parse(first.content)).not.toThrow()
    expect(first.browser.navigation).toMatchObject({
      outcome: 'loaded',
      main_status: 200,
      net_error: null,
      settle_reason: 'quiet',
      attempts: 1,
      pending: [],
      viewport: { width: 1366, height: 768, dpr: 1 },
    })
    expect(first.browser.navigation.user_agent).toMatch(
      /Chrome\/[\d.]+ Safari\/[\d.]+ urlwitness\/0\.1\.0 \(\+http:\/\/127\.0\.0\.1:8402\)$/,
    )
    expect(first.content).toMatchObject({ source: 'dom', kind: 'html', title: 'Page' })
    expect(first.http).toMatchObject({ status: 200, remote_address: { ip: '93.184.215.14' } })
    expect(timeless(await world.visit('/'))).toEqual(timeless(first))
  })

  test('the server gets our User-Agent, in one language', async () => {
    const seen: (string | undefined)[] = []
    world.page('/who', (request, response) => {
      seen.push(request.headers['user-agent'], request.headers['accept-language'])
      response
        .writeHead(200, html)
        .end(
          document(
            '<script>document.title=navigator.userAgent.slice(-39)+Intl.DateTimeFormat().resolvedOptions().timeZone</script>',
          ),
        )
    })
    const { browser } = await world.visit('/who')
    expect(seen[0]).toBe(browser.navigation.user_agent)
    expect(seen[1]).toMatch(/^en-US/)
    expect(browser.dom?.title).toMatch(/8402\)UTC$/)
  })

  test('five redirects are followed and the sixth is not', async () => {
    for (let n = 0; n < 6; n += 1) world.page(`/five${n}`, redirect(`/five${n + 1}`))
    world.page('/five6', document('the end'))
    const five = await world.visit('/five1')
    expect(five.redirects).toMatchObject({ redirect_count: 5, limit_reached: false })
    expect(five.browser.navigation).toMatchObject({ outcome: 'loaded', url: `${siteUrl}/five6` })
    const requested = world.requested('/five6')
    const six = await world.visit('/five0')
    expect(six.redirects).toMatchObject({ redirect_count: 5, limit_reached: true })
    expect(six.limitsHit).toContain('redirects')
    expect(six.browser.navigation.outcome).toBe('failed')
    expect(world.requested('/five6')).toBe(requested)
  })

  test('a page that moves later to a host of its site that is not there is known to', async () => {
    const gone = siteUrl.replace('//www.', '//gone.')
    world.page(
      '/leaves',
      document(`<script>setTimeout(() => location.href = '${gone}/', 900)</script>`),
    )
    const { browser, redirects } = await world.visit('/leaves')
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', url: `${siteUrl}/leaves` })
    expect(redirects.client_redirects).toMatchObject([{ to: `${gone}/`, kind: 'script' }])
    const [failed] = browser.requests.failed
    expect(failed).toMatchObject({ url: `${gone}/`, type: 'document', status: null })
    expect(failed?.net_error).toContain('ERR_NAME_NOT_RESOLVED')
  })

  test('a page that moves later to a message of its site shows that message', async () => {
    world.page(
      '/leaves-late',
      document(`<script>setTimeout(() => location.href = '/ended', 900)</script>`),
    )
    world.page('/ended', '<!doctype html><title>Session</title><h1>Your session has expired</h1>')
    const { content, redirects } = await world.visit('/leaves-late')
    expect(redirects.client_redirects).toMatchObject([{ to: `${siteUrl}/ended`, kind: 'script' }])
    expect(content?.signature_match).toEqual({ id: 'session-expired', kind: 'error_page' })
  })

  test('a Location in raw UTF-8 is followed as written, and a field arrives byte for byte', async () => {
    const bytes = String.fromCharCode(...Array.from({ length: 128 }, (_, n) => 0x80 + n))
    const path = '/\u00dcber\u65e5\u672c'
    world.page('/moved-by-bytes', (_request, response) => {
      response.writeHead(302, { location: Buffer.from(path).toString('latin1') }).end()
    })
    world.page(encodeURI(path), (_request, response) => {
      response.writeHead(200, { ...html, 'x-bytes': bytes }).end(document('there'))
    })
    const { redirects, response: last, browser } = await world.visit('/moved-by-bytes')
    const there = siteUrl + encodeURI(path)
    expect(redirects.hops).toMatchObject([{ location: path, resolved: there }])
    expect(browser.navigation).toMatchObject({ outcome: 'loaded', url: there })
    expect(last?.fields).toContainEqual(['x-bytes', bytes])
  })

  test.each([
    ['http://10.0.0.1/', 'not_public'],
    ['http://inside.example.com/', 'resolves_not_public'],
    ['http://93.184.215.14:8080/', 'port'],
    ['ftp://93.184.215.14/', 'scheme'],
  ])('a redirect to %s is refused as by a probe: %s', async (to, reason) => {
    world.page('/refused', redirect(to))
    const { redirects, browser, screenshot, http } = await world.visit('/refused')
    expect(redirects.redirect_blocked).toMatchObject({ reason })
    expect(browser.navigation.outcome).toBe('failed')
    expect(http.status).toBe(302)
    expect([screenshot, browser.dom]).toEqual([null, null])
  })

  test.each([
    ['/#/orders', '/#/orders'],
    ['/to-part#first', '/#part'],
    ['/to-whole#first', '/#first'],
  ])(
    '%s ends at %s, as for the probe: the part of the page belongs to its address',
    async (from, end) => {
      world.page('/to-part', redirect('/#part'))
      world.page('/to-whole', redirect('/'))
      const { target, http } = await world.visit(from)
      expect([target.href, http.url]).toEqual([siteUrl + end, siteUrl + end])
    },
  )

  test('a navigation by the page itself is followed and reported', async () => {
    world.page('/meta', document('', '<meta http-equiv="refresh" content="0; url=/">'))
    world.page('/script', document('<script>location="/"</script>'))
    for (const [path, kind] of [
      ['/meta', 'meta_refresh'],
      ['/script', 'script'],
    ]) {
      const { redirects, browser } = await world.visit(path ?? '')
      expect(redirects.client_redirects).toEqual([
        { from: `${siteUrl}${path}`, to: `${siteUrl}/`, kind },
      ])
      expect(browser.navigation).toMatchObject({ outcome: 'loaded', url: `${siteUrl}/` })
    }
  })

  test.each([
    ['/for-ever-meta', document('on', '<meta http-equiv="refresh" content="0">')],
    ['/for-ever-script', document('on<script>location.reload()</script>')],
  ])(
    '%s: a page that navigates for ever is captured after five navigations',
    async (path, page) => {
      world.page(path, page)
      const { browser, screenshot } = await world.visit(path)
      expect(world.requested(path)).toBe(6)
      expect(browser.navigation).toMatchObject({ outcome: 'loaded', main_status: 200 })
      expect(browser.requests.blocked_by_policy).toMatchObject([{ reason: 'redirects', count: 1 }])
      expect(browser.dom?.visible_text_length).toBeGreaterThan(0)
      expect(screenshot).not.toBeNull()
    },
  )

  test.each([
    [1, []],
    [2, ['REDIRECT_LOOP REVIEW']],
  ])('a page that reloads itself %i times while it is observed', async (times, expected) => {
    world.page(
      `/reloads-${times}`,
      document(`<p>Bread and rolls.</p><script>
const count = Number(sessionStorage.count ?? 0)
sessionStorage.count = count + 1
if (count < ${times}) setTimeout(() => location.reload(), 300)</script>`),
    )
    const { browser, redirects } = await world.visit(`/reloads-${times}`)
    const codes = verdict(healthyRendering({ browser, redirects }))
    expect(codes.filter((code) => code.startsWith('REDIRECT_LOOP'))).toEqual(expected)
  })

  test('a navigation to a forbidden address is not a page of the target', async () => {
    world.page('/astray', document('<script>location="http://10.0.0.1/"</script>'))
    const { browser, links, screenshot } = await world.visit('/astray')
    expect(browser.navigation).toMatchObject({ outcome: 'failed', url: `${siteUrl}/astray` })
    expect(browser.requests.blocked_by_policy).toMatchObject([
      { url: 'http://10.0.0.1/', reason: 'not_public' },
    ])
    expect([browser.dom, links, screenshot]).toEqual([null, null, null])
  })

  test('a download is denied and reported; its unread content is not reported as empty', async () => {
    world.page('/file', (_request, response) => {
      const fields = {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="a.zip"',
      }
      response.writeHead(200, fields).end('zip')
    })
    const { browser, content } = await world.visit('/file')
    expect(browser.navigation).toMatchObject({
      outcome: 'download',
      main_status: 200,
      downloads_blocked: [{ url: `${siteUrl}/file`, filename: 'a.zip' }],
    })
    expect(content).toBeNull()
  })

  test('a response without content is complete: 204 is empty, and requested once', async () => {
    world.page('/204', (_request, response) => void response.writeHead(204).end())
    const { http, content } = await world.visit('/204')
    expect([http.status, http.error, content?.kind]).toEqual([204, null, 'empty'])
    expect(world.requested('/204')).toBe(1)
  })

  test('a page that requires a log-in is shown as to an anonymous visitor', async () => {
    world.page('/401', (_request, response) => {
      response
        .writeHead(401, { ...html, 'www-authenticate': 'Basic realm="x"' })
        .end('members only')
    })
    const { browser, http } = await world.visit('/401')
    expect([http.status, browser.navigation.outcome]).toEqual([401, 'loaded'])
    expect(browser.dom?.text_excerpt).toBe('members only')
  })

  test('a 503 is repeated a second later, on a fresh page, and both are reported', async () => {
    let n = 0
    world.page('/unwell', (_request, response) => {
      n += 1
      response.writeHead(n === 1 ? 503 : 200, html).end(document(`answer ${n}`))
    })
    const { http, browser } = await world.visit('/unwell')
    expect(http.attempts.map(({ status, why }) => [status, why])).toEqual([
      [503, 'first'],
      [200, 'retry_server_error'],
    ])
    expect(browser.dom?.text_excerpt).toContain('answer 2')
  })

  test.each([
    ['http://nobody.example.com/', 'connect_refused', 'ERR_CONNECTION_REFUSED'],
    ['https://nobody.example.com/', 'connect_refused', 'ERR_CONNECTION_REFUSED'],
    ['http://no-such-name.example.com/', 'dns_nxdomain', 'ERR_NAME_NOT_RESOLVED'],
    ['https://www.site.example.com/', 'tls_failed', 'ERR_CERT_AUTHORITY_INVALID'],
  ])('%s: %s, with the codes of the probe and of Chrome', async (url, code, netError) => {
    world.internet.dns.set('nobody.example.com', { a: ['93.184.215.99'] })
    const { http, browser, screenshot } = await world.visit(url)
    expect(http.error).toMatchObject({ code })
    expect(browser.navigation).toMatchObject({ outcome: 'failed', net_error: netError })
    expect(http.status).toBeNull()
    expect(screenshot).toBeNull()
  })

  test('a server that closes the connection is reported after a second try', async () => {
    world.page('/hangs-up', (request) => void request.socket.destroy())
    const { http } = await world.visit('/hangs-up')
    expect(http.error).toMatchObject({ code: 'reset_before_response' })
    expect(http.attempts).toHaveLength(2)
  })

  test('a renderer that crashes once gives a loaded page; twice gives a crashed page', async () => {
    crashes = 1
    const once = await world.visit('/')
    expect(once.browser.navigation).toMatchObject({ outcome: 'loaded', crashes: 1, attempts: 2 })
    crashes = 2
    const twice = await world.visit('/')
    crashes = 0
    expect(twice.browser.navigation).toMatchObject({
      outcome: 'crashed',
      settle_reason: 'crashed',
      crashes: 2,
    })
    expect(twice.skipped).toEqual([{ check: 'screenshot', reason: 'crashed' }])
  })
})

describe('a browser that is lost', needsChrome, () => {
  test("once, is not the page's fault, which is captured in the next one; twice, and there is no third", async () => {
    let kills = 0
    await using fragile = await openRenderSetup({
      onLease: () => {
        if (kills <= 0) return
        kills -= 1
        // During the capture: the page waits for its response.
        setTimeout(() => {
          for (const pid of fragile.pool.pids().slice(0, 1)) process.kill(pid, 'SIGKILL')
        }, 300)
      },
    })
    fragile.page('/slow', (_request, response) => {
      setTimeout(() => void response.writeHead(200, html).end(document('<p>At last.</p>')), 800)
    })
    kills = 1
    const seen = await fragile.visit('/slow')
    expect(seen.browser.navigation).toMatchObject({ outcome: 'loaded', crashes: 0 })
    // One takes the place of the lost one, and one ran this job only.
    await expect.poll(() => fragile.pool.pool.counts().started).toBe(3)
    kills = 2
    expect(await fragile.render('/slow')).toEqual({ status: 'failed', reason: 'browser_lost' })
    expect((await fragile.visit('/slow')).browser.navigation.outcome).toBe('loaded')
  })
})

describe('content', needsChrome, () => {
  test('text that Chrome returns as UTF-8 is not hashed as if the server had sent it', async () => {
    const latin =
      (body: string) => (_request: unknown, response: { writeHead: Answerer['writeHead'] }) =>
        void response
          .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
          .end(Buffer.from(body, 'latin1') as never)
    world.page('/latin', latin('café'))
    world.page('/ascii', latin('cafe'))
    const accented = await world.visit('/latin')
    expect(accented.http).toMatchObject({ body_bytes_decoded: 4, body_sha256: null })
    expect(accented.content).toMatchObject({ kind: 'text', text_length: 4 })
    const plain = await world.visit('/ascii')
    expect(plain.http.body_sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a body that Chrome did not keep is not reported as empty', async () => {
    world.page('/large', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`"x"${'\t'.repeat(9_999_999)}`)
    })
    const { http, content } = await world.visit('/large')
    expect(http.body_bytes_decoded).toBe(10_000_002)
    expect(content).toBeNull()
  })

  test('names of elements cannot hide content', async () => {
    const names = [
      'querySelectorAll',
      'querySelector',
      'title',
      'body',
      'images',
      'documentElement',
      'doctype',
      'URL',
      'baseURI',
      'scrollingElement',
      'createTreeWalker',
      'getElementById',
      'getElementsByTagName',
      'getElementsByName',
    ]
    world.page(
      '/clobbered',
      document(
        `${names.map((name) => `<img name="${name}" alt="">`).join('')}<form><input name="closest"><input name="getBoundingClientRect">{{ x }}</form><i id="performance"></i><i id="__seen"></i><a href="#here">A</a><p id="here"></p>`,
      ),
    )
    const { browser, links, content } = await world.visit('/clobbered')
    expect(browser.dom).toMatchObject({ title: 'Page', unrendered: { mustache: 1 } })
    expect(browser.dom?.images.total).toBe(names.length)
    expect(links).toMatchObject({ total: 1, fragments: [{ fragment: 'here', found: true }] })
    expect(content?.source).toBe('dom')
  })
})
