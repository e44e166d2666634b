import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentLinks } from '#chrome/contract.ts'
import { type LinkItem, linksEvidence } from '#evidence/links.ts'
import type { RequestCaps } from '#gather/http/request.ts'
import { type CheckedLinks, checkLinks } from '#gather/links/links.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { openResolver, type Resolver } from '#net/dns/resolver.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { systemRandom } from '#runtime/random.ts'
import { type Site as InternetSite, openInternet } from '#test/equipment/network/internet.ts'
import { target } from '#test/equipment/network/vetted.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { testTrust } from '#test/equipment/service/service.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

const internet = await forFile(openInternet())
let resolver: Resolver
let lastIp = 0

beforeAll(async () => {
  resolver = openResolver({ servers: [internet.dns.address], clock: systemClock })
})
afterAll(async () => {
  resolver.close()
})

interface Requested {
  readonly method: string
  readonly path: string
  readonly at: number
}

type Answers = (request: IncomingMessage, response: ServerResponse, nth: number) => void

/** Responds by path, else 404; `nth` counts the requests of one method for one path. Records its requests. */
function routes(paths: Readonly<Record<string, Answers>>) {
  const requested: Requested[] = []
  const seen = { open: 0, most: 0 }
  const listener: RequestListener = (request, response) => {
    const { method = '', url: path = '' } = request
    requested.push({ method, path, at: performance.now() })
    seen.open += 1
    seen.most = Math.max(seen.most, seen.open)
    response.on('close', () => {
      seen.open -= 1
    })
    const nth = requested.filter((one) => one.method === method && one.path === path).length
    const answer = paths[path] ?? status(404)
    answer(request, response, nth)
  }
  const of = (path: string) =>
    requested.filter((one) => one.path === path).map(({ method }) => method)
  return { listener, requested, of, seen }
}

function status(code: number, fields: Readonly<Record<string, string>> = {}, body = 'x'): Answers {
  return (request, response) => {
    const bodyless = code === 204 || code === 304
    // Without a length, Node's client considers a response to HEAD complete only when the connection ends.
    const length = bodyless ? {} : { 'content-length': String(body.length) }
    response.writeHead(code, { 'content-type': 'text/html', ...length, ...fields })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** One response to HEAD, another to GET. */
function byMethod(head: Answers, get: Answers): Answers {
  return (request, response, nth) =>
    (request.method === 'HEAD' ? head : get)(request, response, nth)
}

const reset: Answers = (request) => void request.socket.destroy()
const silence: Answers = () => {}
const to = (location: string) => status(302, { location })

const caps: RequestCaps = {
  redirects: 5,
  // A hundred tests begin at once: on a busy machine a good response takes half a second.
  headersTimeoutMs: 1_500,
  headerBytes: 65_536,
  bodyBytes: 2_097_152,
  decodedBodyBytes: 8_388_608,
}

interface Site {
  readonly name: string
  readonly ip: string
}

async function site(
  name: string,
  paths: Readonly<Record<string, Answers>>,
  over: Partial<Omit<InternetSite, 'ip'>> = {},
): Promise<Site & ReturnType<typeof routes>> {
  lastIp += 1
  const ip = `93.184.101.${lastIp}`
  const routed = routes(paths)
  await internet.addSite(name, { ip, https: routed.listener, http1Only: true, ...over })
  return { name, ip, ...routed }
}

async function check(
  { name }: Pick<Site, 'name'>,
  hrefs: readonly string[],
  { most = 20, deadlineMs = 15_000 } = {},
): Promise<CheckedLinks> {
  const page = `https://${name}/page`
  const anchors = hrefs.map((href) => {
    return { href, url: URL.parse(href, page)?.href ?? null, text: href, download: false }
  })
  const document: DocumentLinks = {
    documentUrl: page,
    total: anchors.length,
    anchors,
    fragments: [],
  }
  const deadline = deadlineAfter(systemClock, deadlineMs)
  const network = createJobNetwork(
    {
      clock: systemClock,
      resolver,
      ownAddresses: { has: () => false },
      connect: internet.connect,
      routes: { ipv4: true, ipv6: true },
      connectTimeoutMs: 1_500,
    },
    deadline,
  )
  const tools = {
    network,
    trust: testTrust(internet),
    clock: systemClock,
    random: systemRandom,
    caps,
    userAgent: 'urlwitness-test/1',
    checkedAtMs: systemClock.now(),
  }
  const checked = await checkLinks({ document, target: target(page) }, most, tools, deadline)
  deadline.close()
  linksEvidence.parse(checked.links)
  return checked
}

/** The item of the only link. */
async function only(
  here: Pick<Site, 'name'>,
  href: string,
  deadlineMs = 15_000,
): Promise<LinkItem> {
  const { links } = await check(here, [href], { deadlineMs })
  const [item] = links.items
  if (item === undefined || links.items.length > 1) throw new Error(`${href} is not one link.`)
  return item
}

describe.concurrent('a link', { timeout: 30_000 }, () => {
  test('to a file that HEAD finds is not requested again', async () => {
    const here = await site('plain.example.com', { '/a.pdf': status(204) })
    const item = await only(here, '/a.pdf')
    expect(item).toMatchObject({ method: 'HEAD', status: 204, outcome: 'ok', attempts: 1 })
    expect(here.of('/a.pdf')).toEqual(['HEAD'])
  })

  test.each(['/a', '/a/', '/a.html', '/a.php?b=c.pdf'])(
    'to the page %s is read once',
    async (path) => {
      const name = `page-${path.replaceAll(/[^a-z]/g, '')}${path.length}.example.com`
      const here = await site(name, { [path]: status(200) })
      const item = await only(here, path)
      expect(item).toMatchObject({ method: 'GET', status: 200, outcome: 'ok', attempts: 1 })
      expect(here.of(path)).toEqual(['GET'])
    },
  )

  const wordpress =
    '<!doctype html><title>Database Error</title><h1>Error establishing a database connection</h1>'
  test.each([
    ['says that it is an error', wordpress, 'error_page'],
    [
      'says that nothing was found',
      '<!doctype html><title>404</title><h1>Page not found</h1>',
      'error_page',
    ],
    ['is empty', '', 'empty_page'],
    ['has nothing in it', '<!doctype html><title>Contact</title><body></body>', 'empty_page'],
  ])('to a page that %s with status 200 is broken', async (what, body, code) => {
    const here = await site(`${what.replaceAll(' ', '-')}.example.com`, {
      '/a': status(200, {}, body),
    })
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'broken',
      code,
      status: 200,
      attempts: 2,
    })
    expect(here.of('/a')).toEqual(['GET', 'GET'])
  })

  test.each(['/docs/v1.2', '/user/jane.doe', '/a.pdf'])(
    'to %s, which HEAD shows to be a page, is read like any other page',
    async (path) => {
      const here = await site(`dotted-${path.replaceAll(/[^a-z]/g, '')}.example.com`, {
        [path]: status(200),
        [`/error${path}`]: status(200, {}, wordpress),
      })
      expect(await only(here, path)).toMatchObject({ method: 'GET', outcome: 'ok', attempts: 2 })
      expect(here.of(path)).toEqual(['HEAD', 'GET'])
      expect(await only(here, `/error${path}`)).toMatchObject({
        outcome: 'broken',
        code: 'error_page',
        attempts: 3,
      })
      expect(here.of(`/error${path}`)).toEqual(['HEAD', 'GET', 'GET'])
    },
  )

  test('to a page that was an error once is not broken', async () => {
    const once: Answers = (request, response, nth) =>
      status(200, {}, nth === 1 ? wordpress : 'Bread and rolls')(request, response, nth)
    const here = await site('error-once.example.com', { '/a': once })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'ok', attempts: 2 })
  })

  test('to an article about errors, or to an application, is not broken', async () => {
    const article = `<!doctype html><title>All errors</title><h1>Error establishing a database connection</h1>${'<p>Bread and rolls are baked every night in our own oven by the mill.</p>'.repeat(20)}`
    const app =
      '<!doctype html><title>Shop</title><div id="root"></div><script src="/a.js"></script>'
    const here = await site('well.example.com', {
      '/a': status(200, {}, article),
      '/b': status(200, {}, app),
    })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'ok', attempts: 1 })
    expect(await only(here, '/b')).toMatchObject({ outcome: 'ok', attempts: 1 })
  })

  test.each([
    ['405', status(405)],
    ['404', status(404)],
    ['500', status(500)],
    ['a reset', reset],
    ['silence', silence],
    ['a loop', to('/a.pdf')],
    ['a wall', status(403)],
  ])('to a file that responds to HEAD with %s is decided by GET', async (what, head) => {
    const name = `head-${what.replaceAll(' ', '-')}.example.com`
    const here = await site(name, { '/a.pdf': byMethod(head, status(200)) })
    const item = await only(here, '/a.pdf')
    expect(item).toMatchObject({ method: 'GET', status: 200, outcome: 'ok', code: 'answered' })
    expect(here.of('/a.pdf').filter((method) => method === 'GET')).toHaveLength(1)
  })

  test.each<[number, string, string]>([
    [404, 'broken', 'not_found'],
    [410, 'broken', 'gone'],
    [401, 'access_restricted', 'unauthorized'],
    [403, 'access_restricted', 'forbidden'],
    [407, 'access_restricted', 'proxy_auth'],
    [451, 'access_restricted', 'legal'],
    [429, 'unverified', 'rate_limited'],
    [999, 'unverified', 'challenge'],
    [300, 'unverified', 'odd_status'],
    [400, 'unverified', 'odd_status'],
    [405, 'unverified', 'odd_status'],
    [406, 'unverified', 'odd_status'],
    [408, 'unverified', 'odd_status'],
    [418, 'unverified', 'odd_status'],
  ])('that responds to GET with %i is %s: %s', async (code, outcome, why) => {
    const here = await site(`s${code}.example.com`, { '/a': status(code) })
    expect(await only(here, '/a')).toMatchObject({
      method: 'GET',
      status: code,
      outcome,
      code: why,
      attempts: outcome === 'broken' ? 2 : 1,
    })
    expect(here.of('/a')).toEqual(outcome === 'broken' ? ['GET', 'GET'] : ['GET'])
  })

  test('that an object store refuses is not in it', async () => {
    const refused: RequestListener = (_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')
    }
    const here = await site('bucket.example.com', { '/prices.pdf': refused })
    expect(await only(here, '/prices.pdf')).toMatchObject({
      status: 403,
      outcome: 'broken',
      code: 'forbidden',
    })
  })

  test('that fails with 5xx by GET twice, a second apart, is a server error', async () => {
    const here = await site('twice.example.com', { '/a': status(502) })
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'server_error',
      status: 502,
      attempts: 2,
    })
    const [first, second] = here.requested.filter(({ path }) => path === '/a')
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000)
  })

  test('that fails once is not broken', async () => {
    const once: Answers = (request, response, nth) =>
      status(nth === 1 ? 503 : 200)(request, response, nth)
    const here = await site('once.example.com', { '/a': once })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'ok', status: 200, attempts: 2 })
  })

  test('that could not be requested a second time is no server error', async () => {
    const here = await site('later.example.com', { '/a': status(503, { 'retry-after': '3600' }) })
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'unverified',
      code: 'server_error',
      retry_after_s: 3600,
      attempts: 1,
    })
  })

  test('with Retry-After is requested then, and not before', async () => {
    const busy: Answers = (request, response, nth) =>
      (nth === 1 ? status(429, { 'retry-after': '2' }) : status(200))(request, response, nth)
    const here = await site('busy.example.com', { '/a': busy })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'ok', attempts: 2 })
    const [first, second] = here.requested.filter(({ path }) => path === '/a')
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000)
  })

  test.each([
    ['cloudflare', status(403, { 'cf-mitigated': 'challenge' })],
    ['cloudflare-busy', status(503, { 'cf-mitigated': 'challenge' })],
    ['aws', status(202, { 'x-amzn-waf-action': 'challenge' })],
    ['imperva', status(403, { 'x-iinfo': '1' }, '<script src="/_Incapsula_Resource?x">')],
  ])('behind the bot wall of %s is unverified, and not requested again', async (name, wall) => {
    const here = await site(`${name}.wall.example.com`, { '/a': wall })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'unverified', code: 'challenge' })
    expect(here.of('/a')).toEqual(['GET'])
  })

  test.each<[string, Answers, string, string]>([
    ['resets is broken', reset, 'reset', 'broken'],
    ['says nothing is unverified', silence, 'timeout', 'unverified'],
    [
      'says nonsense is unverified',
      (request) => void request.socket.end('nonsense\r\n\r\n'),
      'protocol_error',
      'unverified',
    ],
  ])('whose server %s after another try', async (name, answers, code, outcome) => {
    const here = await site(`${name.replaceAll(' ', '-')}.example.com`, { '/a': answers })
    expect(await only(here, '/a')).toMatchObject({
      outcome,
      code,
      status: null,
      method: 'GET',
      attempts: 2,
    })
  })

  test('whose server is silent is awaited twice, and for a file once more by HEAD', async () => {
    const here = await site('mute.example.com', { '/a': silence, '/a.pdf': silence })
    expect(await only(here, '/a')).toMatchObject({ code: 'timeout', attempts: 2 })
    expect(here.of('/a')).toEqual(['GET', 'GET'])
    expect(await only(here, '/a.pdf')).toMatchObject({ code: 'timeout', attempts: 3 })
    expect(here.of('/a.pdf')).toEqual(['HEAD', 'GET', 'GET'])
  })

  test('whose body never ends is decided by its status', async () => {
    const endless: Answers = (_request, response) => {
      response.writeHead(404)
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 5)
      response.on('close', () => clearInterval(timer))
    }
    const here = await site('endless.example.com', { '/a': byMethod(status(404), endless) })
    const waited = waitingTime()
    const item = await only(here, '/a')
    expect(item).toMatchObject({ outcome: 'broken', code: 'not_found' })
    expect(waited()).toBeLessThan(3000)
  })
})

describe.concurrent('a link that redirects', { timeout: 30_000 }, () => {
  test('is decided by the end of the chain', async () => {
    const here = await site('chain.example.com', {
      '/a': to('/b'),
      '/b': to('/c#part'),
      '/c': status(200),
    })
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'ok',
      method: 'GET',
      url: 'https://chain.example.com/a',
      final_url: 'https://chain.example.com/c',
      attempts: 3,
    })
  })

  test('to another origin is followed there', async () => {
    await site('elsewhere.example.net', { '/x': status(410) })
    const here = await site('leaver.example.com', { '/a': to('https://elsewhere.example.net/x') })
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'broken',
      code: 'gone',
      final_url: 'https://elsewhere.example.net/x',
    })
  })

  test('in a circle is a loop', async () => {
    const here = await site('circle.example.com', { '/a': to('/b'), '/b': to('/a') })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'redirect_loop', method: 'GET' })
  })

  test('until a cookie is set is no loop', async () => {
    const gate: Answers = (request, response, nth) =>
      request.headers.cookie === 'seen=1'
        ? status(200)(request, response, nth)
        : status(302, { location: '/a', 'set-cookie': 'seen=1' })(request, response, nth)
    const here = await site('gate.example.com', { '/a': gate })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'ok' })
  })

  test('without an end is unverified', async () => {
    const next: Answers = (request, response, nth) => to(`${request.url}x`)(request, response, nth)
    const paths = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`/a${'x'.repeat(n)}`, next]),
    )
    const here = await site('endless-chain.example.com', paths)
    expect(await only(here, '/a')).toMatchObject({
      outcome: 'unverified',
      code: 'redirect_limit',
    })
  })

  test('without a usable Location is broken', async () => {
    const here = await site('nowhere.example.com', { '/a': status(301) })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'broken', code: 'redirect_invalid' })
  })

  test.each([
    ['a literal', 'http://127.0.0.1/', '127.0.0.1', 'broken'],
    ['metadata', 'http://169.254.169.254/latest/', '169.254.169.254', 'broken'],
    ['a name', 'https://inside.example.net/', '10.0.0.7', 'broken'],
    ['a port', 'https://plain.example.com:6379/', ':6379', 'unverified'],
    ['a scheme', 'ftp://plain.example.com/', ':21', 'unverified'],
  ])('to %s that is not followed is not dialed: %s', async (what, url, dialed, outcome) => {
    internet.dns.set('inside.example.net', { a: ['10.0.0.7'] })
    const name = `to-${what.replaceAll(' ', '-')}.example.com`
    const here = await site(name, { '/a': to(url) })
    expect(await only(here, '/a')).toMatchObject({
      outcome,
      code: 'redirect_refused',
      final_url: `https://${name}/a`,
    })
    expect(internet.dialed.filter((one) => one.includes(dialed))).toEqual([])
  })

  test('to a name that does not exist is broken', async () => {
    const here = await site('to-no-name.example.com', { '/a': to('https://missing.example.net/') })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'broken', code: 'dns_failed' })
  })

  test.each<[string, string, string, number | null]>([
    ['nobody', 'https://closed.example.net/', 'connect_failed', null],
    ['a-hole', 'https://hole.example.net/', 'timeout', null],
    // The site responds, with a certificate for another name.
    ['a-stranger', 'https://other-name.example.net/', 'tls_failed', 404],
  ])('to %s is unverified, with the reason', async (what, url, code, seen) => {
    internet.dns.set('closed.example.net', { a: ['93.184.102.1'] })
    internet.dns.set('hole.example.net', { a: ['93.184.102.2'] })
    internet.addBlackHole('93.184.102.2')
    const here = await site(`to-${what}.example.com`, { '/a': to(url) })
    internet.dns.set('other-name.example.net', { a: [here.ip] })
    expect(await only(here, '/a')).toMatchObject({ outcome: 'unverified', code, status: seen })
  })
})

describe.concurrent('the links of a page', { timeout: 30_000 }, () => {
  const many = Array.from({ length: 50 }, (_, n) => `/p/${n}`)
  const manyPaths = (answers: Answers) => Object.fromEntries(many.map((path) => [path, answers]))

  test.each([true, false])(
    'spec 1: up to 20 are requested, at most two at a time, in document order (HTTP/1.1 only: %s)',
    async (http1Only) => {
      const slow: Answers = (request, response, nth) =>
        void setTimeout(() => status(200)(request, response, nth), 30)
      const name = `many-${http1Only ? 1 : 2}.example.com`
      const here = await site(name, manyPaths(slow), { http1Only })
      const { links, limitsHit, isIncomplete } = await check(here, many)
      expect(links.items.map(({ url }) => url)).toEqual(
        many.slice(0, 20).map((path) => `https://${name}${path}`),
      )
      expect(links.items.every(({ outcome }) => outcome === 'ok')).toBe(true)
      expect(links).toMatchObject({ found: 50, unique: 50, checked: 20, truncated: true })
      expect({ limitsHit, cut: isIncomplete }).toEqual({ limitsHit: ['links'], cut: false })
      expect(here.seen.most).toBe(2)
      // Connections are reused: two serve all links.
      expect(internet.dialed.filter((one) => one === `${here.ip}:443`)).toHaveLength(2)
    },
  )

  test('are limited to the requested number', async () => {
    const here = await site('three.example.com', manyPaths(status(200)))
    const { links, limitsHit } = await check(here, many.slice(0, 3), { most: 3 })
    expect(links).toMatchObject({ checked: 3, truncated: false })
    expect(limitsHit).toEqual([])
  })

  test('that the deadline cuts are unverified, and the others keep their outcome', async () => {
    const here = await site('cut.example.com', { '/ok': status(200), '/slow': silence })
    const slow = Array.from({ length: 6 }, (_, n) => `/slow?${n}`)
    const slowSite = await site('cut-2.example.com', {
      '/ok': status(200),
      ...Object.fromEntries(slow.map((path) => [path, silence])),
    })
    const waited = waitingTime()
    const { links, isIncomplete } = await check(slowSite, ['/ok', ...slow], { deadlineMs: 2_000 })
    expect(waited()).toBeLessThan(3_100)
    expect(isIncomplete).toBe(true)
    expect(links.items).toHaveLength(7)
    expect(links.items[0]).toMatchObject({ outcome: 'ok' })
    expect(links.items.at(-1)).toMatchObject({
      outcome: 'unverified',
      code: 'deadline',
      attempts: 0,
    })
    expect(links.checked).toBeLessThan(7)
    const { links: none, isIncomplete: allCut } = await check(here, ['/ok'], { deadlineMs: 0 })
    expect(none).toMatchObject({ checked: 0, control_probe: null })
    expect(allCut).toBe(true)
    expect(here.requested).toEqual([])
  })

  test('are requested after a path that cannot exist', async () => {
    const here = await site('control.example.com', { '/a': status(200) })
    const { links } = await check(here, ['/a'])
    expect(links.control_probe).toEqual({ status: 404, spa_fallback: false })
    expect(here.requested[0]).toMatchObject({
      method: 'GET',
      path: expect.stringMatching(/^\/[0-9a-f]{16}$/),
    })
  })

  test('prove little when every path gets a 200', async () => {
    const listener: RequestListener = (request, response) => status(200)(request, response, 1)
    lastIp += 1
    await internet.addSite('spa.example.com', { ip: `93.184.101.${lastIp}`, https: listener })
    const { links } = await check({ name: 'spa.example.com' }, ['/a'])
    expect(links.control_probe).toEqual({ status: 200, spa_fallback: true })
  })

  test('have no control when none is requested', async () => {
    const here = await site('none.example.com', {})
    const { links } = await check(here, ['mailto:a@example.com', 'http://localhost:3000/', '#a'])
    expect(links).toMatchObject({ control_probe: null, items: [], checked: 0 })
    expect(here.requested).toEqual([])
  })

  test('over plain http are requested there, and marked', async () => {
    const plain = routes({ '/a': to('https://twin.example.com/a') })
    const here = await site('twin.example.com', { '/a': status(200) }, { http: plain.listener })
    const { links } = await check(here, ['http://twin.example.com/a', '/a'])
    expect(links.items).toMatchObject([
      { insecure: true, outcome: 'ok', final_url: 'https://twin.example.com/a' },
      { insecure: false, outcome: 'ok' },
    ])
    expect(plain.of('/a')).toEqual(['GET'])
  })

  test('survive a server that closes the connection after each response', async () => {
    const closing = status(200, { connection: 'close' })
    const here = await site('closing.example.com', manyPaths(closing))
    const { links } = await check(here, many.slice(0, 8))
    expect(links.items.every(({ outcome, attempts }) => outcome === 'ok' && attempts === 1)).toBe(
      true,
    )
  })

  test('survive a server that drops each connection at its second request', async () => {
    const served = new WeakSet<object>()
    const grudging: Answers = (request, response, nth) => {
      if (served.has(request.socket)) return void request.socket.destroy()
      served.add(request.socket)
      status(200)(request, response, nth)
    }
    const here = await site('grudging.example.com', manyPaths(grudging))
    const { links } = await check(here, many.slice(0, 4))
    expect(links.items.map(({ outcome, method }) => `${outcome} ${method}`)).toEqual(
      Array(4).fill('ok GET'),
    )
  })

  test('of a host whose certificate is not trusted are all unverified', async () => {
    const here = await site('untrusted.example.com', manyPaths(status(200)), {
      certificate: { names: ['other.example.com'] },
    })
    const { links } = await check(here, many.slice(0, 4))
    expect(links.items.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual(
      Array(4).fill('unverified tls_failed'),
    )
  })
})
