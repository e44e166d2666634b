// `npm run record`: visits the scenes below with the real Chrome, proxy and resolver, and writes the observations to
// test/fixtures/observations, from which the tests beside this file make evidence in milliseconds.
import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { visitPage } from '#chrome/page/visit-page.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { standardEgressCaps } from '#net/proxy/proxy.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import {
  type RecordedVisit,
  type Scene,
  visitFile,
  visitJson,
} from '#test/equipment/browser/recorded-observation.ts'
import {
  document,
  html,
  openRenderSetup,
  type RenderSetup,
  renderCaps,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'
import { target } from '#test/equipment/network/vetted.ts'

const redirect =
  (status: number, location: string, fields = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location, ...fields }).end()
const serve =
  (type: string, body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

/** Each serves its pages and returns the URL to visit. */
const scenes: Readonly<Record<Scene, (setup: RenderSetup) => string>> = {
  assets: ({ page }) => {
    page('/style.css', serve('text/css', 'p{color:red}'))
    page('/good.js', serve('text/javascript', 'document.title = "Ran"'))
    page('/page-for-style.css', serve('text/html', '<title>Not a style sheet</title>'))
    page('/missing.js', serve('text/html', 'missing', 404))
    page('/picture.png', serve('text/plain', 'no picture', 500))
    const head = [
      '<title>Assets</title>',
      '<link rel="stylesheet" href="/style.css">',
      '<link rel="stylesheet" href="/page-for-style.css">',
      '<link rel="preload" as="script" href="/never-used.js">',
      '<script src="/good.js"></script>',
      '<script src="/missing.js"></script>',
      '<script src="http://cdn.elsewhere.example.org/lib.js"></script>',
      '<script src="http://closed.example.org/lib.js"></script>',
    ].join('')
    const images = [
      '/picture.png',
      'http://192.168.0.1/inside.png',
      'http://inside.example.com/inside.png',
      'http://elsewhere.example.org:8080/port.png',
      'http://localhost:3000/left-behind.png',
      'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    ].map((url) => `<img src="${url}">`)
    page('/assets', document(`<p>Hello there</p>${images.join('')}`, head))
    return '/assets'
  },
  complaints: ({ page }) => {
    page('/complaints', (_request, response) => {
      const policy = { 'content-security-policy': "img-src 'none'" }
      response.writeHead(200, { ...html, ...policy }).end(
        document(
          `<img src="/x.png"><img src="/y.png"><script>
console.log('plain', 1)
for (let n = 0; n < 60; n += 1) console.error('error ' + n)
console.error('error 0')
console.warn('careful')
Promise.reject(new RangeError('rejected'))
alert('a dialog')
open('/popup')
throw new TypeError('thrown')
</script>`,
        ),
      )
    })
    return '/complaints'
  },
  'content-cut': ({ page }) => {
    page('/content-cut', (_request, response) => {
      response.writeHead(200, { ...html, 'content-length': '5000' })
      response.write(document('<p>Half of it</p>'))
      setTimeout(() => response.destroy(), 300)
    })
    return '/content-cut'
  },
  download: ({ page }) => {
    page('/download', (_request, response) => {
      const fields = { 'content-disposition': 'attachment; filename="a.zip"' }
      response.writeHead(200, { 'content-type': 'application/zip', ...fields }).end('PK')
    })
    return '/download'
  },
  'moved-inside': ({ page }) => {
    page('/moved', document('<script>location.href = "http://192.168.0.1/admin"</script>'))
    return '/moved'
  },
  'no-connection': () => 'http://closed.example.org/',
  'redirect-ftp': ({ page }) => {
    page('/ftp', redirect(302, 'ftp://files.example.org/'))
    return '/ftp'
  },
  'redirect-inside': ({ page }) => {
    page('/to-inside', redirect(302, 'http://inside.example.com/admin'))
    return '/to-inside'
  },
  redirects: ({ page }) => {
    page('/start', redirect(301, '/second#part', { 'set-cookie': 'a=1; Path=/' }))
    page('/second', redirect(302, 'http://elsewhere.example.org/third'))
    return '/start'
  },
  'redirects-too-many': ({ page }) => {
    for (let n = 0; n < 7; n += 1) page(`/many${n}`, redirect(302, `/many${n + 1}`))
    return '/many0'
  },
}

async function openScenes(): Promise<RenderSetup> {
  const setup = await openRenderSetup()
  const { internet } = setup
  await internet.addSite('cdn.elsewhere.example.org', {
    ip: '93.184.215.44',
    http: serve('text/javascript', '1'),
  })
  const refresh = '<title>Moves on</title><meta http-equiv="refresh" content="0;url=/last">'
  await internet.addSite('elsewhere.example.org', {
    ip: '93.184.215.45',
    http: ({ url }, response) =>
      void response.writeHead(200, html).end(document('', url === '/last' ? undefined : refresh)),
  })
  internet.dns.set('closed.example.org', { a: ['93.184.215.46'] })
  return setup
}

async function record({ internet, pool }: RenderSetup, url: string): Promise<RecordedVisit> {
  const lease = await pool.pool.lease(AbortSignal.timeout(20_000))
  if (lease === null) throw new Error('There is no free slot.')
  const resolver = openResolver({ servers: [internet.dns.address], clock })
  const deadline = deadlineAfter(clock, 25_000)
  const network = createJobNetwork(
    {
      clock,
      resolver,
      ownAddresses: { has: () => false },
      connect: internet.connect,
      routes: { ipv4: true, ipv6: false },
    },
    deadline,
  )
  lease.proxy.open({
    reach: (to, patience) => network.connect(to, patience),
    deadline,
    caps: standardEgressCaps,
  })
  const { redirects: redirectLimit, page: caps } = renderCaps
  const order = { url, userAgent: lease.browser.userAgent, redirects: redirectLimit, caps }
  const page = await visitPage(lease, order, clock, deadline)
  page.close()
  const visit = {
    observation: page.captured,
    first: target(url),
    records: [...lease.proxy.records],
    mark: lease.proxy.mark,
    redirectLimit,
  }
  await lease.release()
  deadline.close()
  resolver.close()
  return visit
}

await using setup = await openScenes()
for (const [name, open] of Object.entries(scenes)) {
  const url = open(setup)
  const visit = await record(setup, url.startsWith('/') ? `${siteUrl}${url}` : url)
  writeFileSync(visitFile(name as Scene), visitJson(visit))
}
