import type { RequestListener } from 'node:http'
import type { Http2ServerResponse, ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { Report } from '#report/schema.ts'
import type { NameAnswers } from '#test/equipment/network/dns-server.ts'
import {
  healthyFields,
  healthyPage,
  type Internet,
  openInternet,
  respond,
  type Site,
} from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { openProbe } from '#test/equipment/service/probe.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

const internet = await forFile(openInternet())
const { probe } = await forFile(openProbe(internet, { LIMITS_HEADERS_TIMEOUT_MS: '3000' }))
let lastIp = 0

/** A fresh public-looking address. */
function freshIp(): string {
  lastIp += 1
  return `93.184.100.${lastIp}`
}

/** The report in short: verdict, then the codes that decided it. */
function verdictOf(report: Report): string[] {
  return [report.result_status, ...report.findings.map(({ code }) => code)]
}

const page = respond(200, healthyFields, healthyPage)

/** A site with its own name. */
async function site(name: string, parts: Omit<Site, 'ip'>, answers?: NameAnswers): Promise<string> {
  const ip = freshIp()
  await internet.addSite(name, { ip, ...parts }, answers)
  return ip
}

/** Raw TCP with its own name. */
async function raw(name: string, port: 80 | 443, handler: Parameters<Internet['addTcp']>[2]) {
  const ip = freshIp()
  internet.dns.set(name, { a: [ip] })
  await internet.addTcp(ip, port, handler)
}

function relay(client: Socket, server: Socket): void {
  server.on('error', () => client.destroy())
  client.on('close', () => server.destroy())
  client.pipe(server).pipe(client)
}

describe.concurrent('a probe', { timeout: 40_000 }, () => {
  test('of a healthy site passes, with every section filled', async () => {
    await site('healthy.example.com', { https: page })
    const report = await probe('https://healthy.example.com/')
    expect(verdictOf(report)).toEqual(['PASS'])
    expect(report.dns).toMatchObject({
      rcode: 'NOERROR',
      all_public: true,
      registrable_domain: 'example.com',
    })
    expect(report.tls).toMatchObject({
      protocol: 'TLSv1.3',
      alpn: 'h2',
      authorized: true,
      hostname_ok: true,
      chain_complete: true,
    })
    expect(report.http).toMatchObject({ status: 200, http_version: '2', media_type: 'text/html' })
    expect(report.content).toMatchObject({ kind: 'html', title: 'Healthy', h1: ['Healthy'] })
    expect(report.security?.hsts).toMatchObject({ present: true, valid: true })
    expect(report.security?.cors.reflects_origin).toBe(null)
    expect(report.checks.find(({ id }) => id === 'cors')).toMatchObject({
      outcome: 'not_applicable',
      reason: 'no_credentials',
    })
  })

  test.each<[string, Record<string, string>]>([
    ['sets a cookie', { 'set-cookie': 'session=1; Secure; HttpOnly' }],
    ['varies by Origin', { vary: 'Accept-Encoding, Origin' }],
    ['allows credentials', { 'access-control-allow-credentials': 'true' }],
    ['is data', { 'content-type': 'application/json' }],
  ])('asks about a foreign Origin where the response %s', async (name, fields) => {
    const host = `${name.replaceAll(' ', '-').toLowerCase()}.asked.example.com`
    const isData = fields['content-type'] !== undefined
    await site(host, {
      https: respond(200, { ...healthyFields, ...fields }, isData ? '{"ok":true}' : healthyPage),
    })
    expect((await probe(`https://${host}/`)).security?.cors.reflects_origin).toBe(false)
  })

  test('over HTTP/2 has a result when the connection is closed for what the server sends after the page', async () => {
    await site('talks.example.com', {
      https: ({ method = '' }, response) => {
        if (method === 'HEAD') return
        // The connection is used again, for the question with a foreign Origin.
        response.writeHead(200, { ...healthyFields, vary: 'Origin' }).end(healthyPage)
        const session = (response as unknown as Http2ServerResponse).stream
          .session as ServerHttp2Session
        const talk = () => {
          if (session.destroyed) return
          session.altsvc('h3=":443"'.padEnd(16_000), 'https://talks.example.com')
        }
        for (let frame = 0; frame < 6; frame += 1) setTimeout(talk, 100)
      },
    })
    expect(verdictOf(await probe('https://talks.example.com/'))).toEqual(['PASS'])
  })

  test('asks with a foreign Origin once, and last', async () => {
    const seen: string[] = []
    await site('last.example.com', {
      https: ({ method = '', url, headers }, response) => {
        seen.push(
          `${method} ${url} ${headers.origin === undefined ? 'as a visitor' : 'from elsewhere'}`,
        )
        if (url === '/') {
          response.writeHead(302, { location: '/page' }).end()
          return
        }
        const origin = headers.origin ?? 'none'
        response.writeHead(200, { ...healthyFields, 'access-control-allow-origin': origin })
        response.end(method === 'HEAD' ? undefined : healthyPage)
      },
    })
    const report = await probe('https://last.example.com/')
    expect(seen).toEqual([
      'GET / as a visitor',
      'GET /page as a visitor',
      'HEAD /page from elsewhere',
    ])
    expect(report.security?.cors).toMatchObject({ allow_origin: 'none', reflects_origin: true })
  })

  test('over HTTP/1.1 gives the same result', async () => {
    await site('h1.example.com', { https: page, http1Only: true })
    const report = await probe('https://h1.example.com/')
    expect([verdictOf(report), report.http.http_version]).toEqual([['PASS'], '1.1'])
  })

  test.each<[string, NameAnswers, string[]]>([
    ['nxdomain', { rcode: 'NXDOMAIN' }, ['ISSUE', 'DNS_NXDOMAIN']],
    ['no-address', {}, ['ISSUE', 'DNS_NO_ADDRESS']],
    ['servfail', { rcode: 'SERVFAIL' }, ['REVIEW', 'DNS_RESOLUTION_FAILED']],
    ['dns-refused', { rcode: 'REFUSED' }, ['REVIEW', 'DNS_RESOLUTION_FAILED']],
    ['mixed', { a: ['93.184.216.1', '192.168.0.1'] }, ['ISSUE', 'DNS_MIXED_PUBLIC_PRIVATE']],
    ['nobody-listens', { a: ['93.184.216.2'] }, ['ISSUE', 'CONNECT_REFUSED']],
  ])('of a name that is %s', async (name, answers, expected) => {
    internet.dns.set(`${name}.example.com`, answers)
    expect(verdictOf(await probe(`https://${name}.example.com/`))).toEqual(expected)
  })

  test('never dials a name whose answers are all private', async () => {
    internet.dns.set('private.example.com', { a: ['10.1.2.3'], aaaa: ['fd00::1'] })
    const report = await probe('http://private.example.com/')
    expect(report.dns).toMatchObject({ all_public: false, candidates_tried: [] })
    expect(report.result_status).not.toBe('PASS')
    expect(
      internet.dialed.filter((peer) => peer.startsWith('10.') || peer.startsWith('fd')),
    ).toEqual([])
  })

  test('reports a refusing address beside a working one', async () => {
    const ip = await site('half.example.com', { https: page })
    internet.dns.set('half.example.com', { a: [ip, '93.184.216.3'] })
    const report = await probe('https://half.example.com/')
    expect(verdictOf(report)).toEqual(['ISSUE', 'DNS_ADDRESS_PARTIAL_FAILURE'])
    expect(report.http.status).toBe(200)
  })

  test.each<[number, string[]]>([
    [404, ['ISSUE', 'HTTP_CLIENT_ERROR']],
    [410, ['ISSUE', 'HTTP_CLIENT_ERROR']],
    [401, ['REVIEW', 'HTTP_AUTH_REQUIRED']],
    [403, ['REVIEW', 'HTTP_FORBIDDEN']],
    [429, ['REVIEW', 'HTTP_RATE_LIMITED']],
    [451, ['REVIEW', 'HTTP_LEGAL_BLOCK']],
    [500, ['ISSUE', 'HTTP_SERVER_ERROR']],
    [503, ['ISSUE', 'HTTP_SERVER_ERROR']],
    [204, ['ISSUE', 'HTTP_UNEXPECTED_STATUS']],
  ])('of a page with status %i', async (status, expected) => {
    await site(`s${status}.example.com`, {
      https: respond(status, healthyFields, status === 204 ? '' : healthyPage),
    })
    expect(verdictOf(await probe(`https://s${status}.example.com/`))).toEqual(expected)
  })

  test('detects a server that responds differently each time', async () => {
    let asked = 0
    const flapping: RequestListener = (request, response) => {
      asked += request.method === 'GET' ? 1 : 0
      return asked === 1 ? respond(502, {}, 'no')(request, response) : page(request, response)
    }
    await site('flapping.example.com', { https: flapping })
    const report = await probe('https://flapping.example.com/')
    expect(verdictOf(report)).toEqual(['REVIEW', 'HTTP_FLAPPING'])
    expect(report.http.attempts.map(({ status }) => status)).toEqual([502, 200, 200, 200])
  })

  test('distinguishes a bot wall from a fault', async () => {
    await site('wall.example.com', {
      https: respond(403, { ...healthyFields, 'cf-mitigated': 'challenge' }, healthyPage),
    })
    expect(verdictOf(await probe('https://wall.example.com/'))).toEqual([
      'REVIEW',
      'HTTP_BOT_CHALLENGE',
    ])
  })

  test.each<[string, (socket: import('node:net').Socket) => void, string[]]>([
    ['says nothing', () => {}, ['REVIEW', 'HTTP_TTFB_TIMEOUT']],
    [
      'closes at once',
      (socket) => socket.once('data', () => socket.end()),
      ['ISSUE', 'CONNECT_RESET'],
    ],
    [
      'resets',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      ['ISSUE', 'CONNECT_RESET'],
    ],
    [
      'speaks no HTTP',
      (socket) => socket.once('data', () => socket.end('220 mail ready\r\n')),
      ['ISSUE', 'HTTP_PROTOCOL_ERROR'],
    ],
    [
      'cuts its body',
      (socket) =>
        socket.once('data', () =>
          socket.end(
            'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<p>half',
          ),
        ),
      ['ISSUE', 'HTTP_BODY_INCOMPLETE'],
    ],
    [
      'sends what does not decode',
      (socket) =>
        socket.once('data', () =>
          socket.end(
            'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd',
          ),
        ),
      ['ISSUE', 'HTTP_DECODE_ERROR'],
    ],
    [
      'floods its header section',
      (socket) =>
        socket.once('data', () =>
          socket.end(`HTTP/1.1 200 OK\r\n${`X-Flood: ${'a'.repeat(1000)}\r\n`.repeat(400)}\r\n`),
        ),
      ['ISSUE', 'HTTP_PROTOCOL_ERROR'],
    ],
  ])('of a server that %s', async (what, handler, expected) => {
    const name = `${what.replaceAll(' ', '-')}.example.com`
    await raw(name, 80, handler)
    const report = await probe(`http://${name}/`)
    // A site without https is its own finding.
    expect(verdictOf(report).filter((code) => code !== 'HTTP_NO_HTTPS')).toEqual(expected)
  })

  test('of a compression bomb stops at its own limit and does not report a fault', async () => {
    const bomb = gzipSync(healthyPage + ' '.repeat(64 * 1024 * 1024))
    await site('bomb.example.com', {
      https: (_request, response) => {
        response.writeHead(200, { ...healthyFields, 'content-encoding': 'gzip' })
        response.end(bomb)
      },
    })
    const report = await probe('https://bomb.example.com/')
    expect(report.http.body_truncated).toBe(true)
    expect(report.limits_hit.length).toBeGreaterThan(0)
    expect(report.result_status).toBe('REVIEW')
    expect(report.http.body_bytes_decoded).toBeLessThanOrEqual(report.limits.decoded_body_bytes)
  })

  test('of an endless body ends at its own limit', async () => {
    await site('endless.example.com', {
      https: (_request, response) => {
        response.writeHead(200, healthyFields)
        const more = () => {
          while (!response.destroyed && response.write('a'.repeat(65_536)));
        }
        response.on('drain', more)
        more()
      },
    })
    const report = await probe('https://endless.example.com/')
    expect([report.http.body_truncated, report.limits_hit]).toEqual([true, ['body_bytes']])
  })

  test('of a dripping body ends at the deadline, with the partial result', async () => {
    await site('drip.example.com', {
      https: (_request, response) => {
        response.writeHead(200, healthyFields)
        const drip = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(drip))
      },
    })
    const waited = waitingTime()
    const report = await probe('https://drip.example.com/', 2_000)
    expect(waited()).toBeLessThan(4_000)
    expect(report.result_status).toBe('REVIEW')
    expect(report.findings.map(({ code }) => code)).toContain('DEADLINE_REACHED')
    expect(report.http.status).toBe(200)
  })

  test('follows http to https and passes', async () => {
    await site('upgrade.example.com', {
      https: page,
      http: respond(301, { location: 'https://upgrade.example.com/' }),
    })
    const report = await probe('http://upgrade.example.com/')
    expect(verdictOf(report)).toEqual(['PASS'])
    expect(report.final_url).toBe('https://upgrade.example.com/')
    expect(report.redirects).toMatchObject({
      redirect_count: 1,
      hops: [{ status: 301, scheme_change: 'upgrade' }],
    })
    expect(report.security?.https).toMatchObject({ final: true, redirected: true, available: true })
  })

  test('reports a site without https, and one that does not redirect to it', async () => {
    await site('plain.example.com', { http: page })
    expect(verdictOf(await probe('http://plain.example.com/'))).toEqual(['ISSUE', 'HTTP_NO_HTTPS'])
    await site('both.example.com', { http: page, https: page })
    const both = await probe('http://both.example.com/')
    expect(verdictOf(both)).toEqual(['PASS'])
    expect(both.notes.map(({ code }) => code)).toContain('HTTP_NOT_UPGRADED')
  })

  test('does not report missing https for one address or one handshake of several', async () => {
    const good = await site('twin.example.com', { http: page, https: page })
    const httpOnly = freshIp()
    await internet.addSite('twin.example.com', { ip: httpOnly, http: page })
    internet.dns.set('twin.example.com', { a: [httpOnly, good].sort() })
    const twin = await probe('http://twin.example.com/')
    expect(twin.security?.https).toMatchObject({ available: true, error: null })

    const second = freshIp()
    const flaky = await site('flaky-twin.example.com', { http: page })
    await internet.addSite('flaky-twin.example.com', { ip: second, https: page })
    internet.dns.set('flaky-twin.example.com', { a: [flaky] })
    let connections = 0
    await internet.addTcp(flaky, 443, (socket) => {
      connections += 1
      if (connections === 1) socket.destroy()
      else relay(socket, internet.connect(second, 443, 4))
    })
    const report = await probe('http://flaky-twin.example.com/')
    expect(report.security?.https).toMatchObject({ available: true, error: null })
  })

  test('spec 8: follows five redirects and not a sixth', async () => {
    const steps: RequestListener = (request, response) => {
      const step = Number(request.url?.slice(1) || 0)
      return step <
        Number(
          request.headers['host']?.match(/^r(\d)/)?.[1] ??
            request.headers[':authority']?.toString().match(/^r(\d)/)?.[1],
        )
        ? respond(302, { location: `/${step + 1}` })(request, response)
        : page(request, response)
    }
    await site('r5.example.com', { https: steps })
    await site('r6.example.com', { https: steps })
    const five = await probe('https://r5.example.com/')
    expect([verdictOf(five), five.redirects.redirect_count]).toEqual([['PASS'], 5])
    const six = await probe('https://r6.example.com/')
    expect(verdictOf(six)).toEqual(['REVIEW', 'REDIRECT_LIMIT'])
    expect([six.redirects.redirect_count, six.limits_hit]).toEqual([5, ['redirects']])
  })

  test('follows redirects to addresses of 60,000 characters, and reports the first 2,048 of each', async () => {
    const ip = freshIp()
    internet.dns.set('long.example.com', { a: [ip] })
    await internet.addTcp(ip, 80, (socket) => {
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        if (!received.endsWith('\r\n\r\n')) return
        const step = Number(/^GET \/(\d?)/.exec(received)?.[1] || 0)
        received = ''
        const next = `/${step + 1}${'a'.repeat(60_000)}`
        socket.write(
          step < 5
            ? `HTTP/1.1 302 Found\r\nlocation: ${next}\r\ncontent-length: 0\r\n\r\n`
            : 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
        )
      })
    })
    const report = await probe('http://long.example.com/')
    expect(report.redirects.hops.map((hop) => hop.resolved?.length)).toEqual(Array(5).fill(2_048))
    expect([report.http.status, report.final_url.length]).toEqual([404, 2_048])
    expect(report.report_bytes).toBeLessThan(150_000)
  })

  test('distinguishes a loop from a page that sets a cookie and redirects back', async () => {
    await site('loop.example.com', { https: respond(302, { location: '/' }) })
    expect(verdictOf(await probe('https://loop.example.com/'))).toEqual(['ISSUE', 'REDIRECT_LOOP'])
    await site('cookie.example.com', {
      https: (request, response) =>
        request.headers['cookie'] === 'seen=1'
          ? page(request, response)
          : respond(302, { location: '/', 'set-cookie': 'seen=1; Path=/; Secure; HttpOnly' })(
              request,
              response,
            ),
    })
    expect(verdictOf(await probe('https://cookie.example.com/'))).toEqual(['PASS'])
  })

  test.each([
    ['http://127.0.0.1/', 'REDIRECT_TO_PRIVATE'],
    ['http://localhost:3000/', 'REDIRECT_TO_PRIVATE'],
    ['//169.254.169.254/latest/', 'REDIRECT_TO_PRIVATE'],
    ['http://[::ffff:10.0.0.1]/', 'REDIRECT_TO_PRIVATE'],
    ['http://rebound.example.com/', 'REDIRECT_TO_PRIVATE'],
    ['https://ok.example.com:8443/', 'REDIRECT_PORT_NOT_ALLOWED'],
    ['ftp://ok.example.com/', 'REDIRECT_PORT_NOT_ALLOWED'],
    ['http://', 'REDIRECT_INVALID_LOCATION'],
  ])('spec 1.6: does not follow a redirect to %s', async (location, code) => {
    internet.dns.set('rebound.example.com', { a: ['192.168.7.7'] })
    const name = `to-${encodeURIComponent(location)
      .replace(/[^a-z0-9]+/gi, '-')
      .toLowerCase()}x.example.com`
    await site(name, { https: respond(302, { location }) })
    const report = await probe(`https://${name}/`)
    expect(report.findings.map((finding) => finding.code)).toContain(code)
    expect(report.final_url).toBe(`https://${name}/`)
    expect(internet.dialed.filter((peer) => !peer.startsWith('93.184.'))).toEqual([])
  })

  const pageWith = (fields: Record<string, string>, head = ''): RequestListener => {
    const first = respond(
      200,
      { 'content-type': 'text/html; charset=utf-8', ...fields },
      `<!doctype html><html lang="en"><head><title>Bakery</title>${head}</head><body><h1>Bakery</h1><p>Bread and rolls.</p></body></html>`,
    )
    const missing = respond(404, { 'content-type': 'text/html' }, '<h1>Not here</h1>')
    const pages: Record<string, RequestListener> = { '/': first, '/there/': page }
    return (request, response) => (pages[request.url ?? ''] ?? missing)(request, response)
  }

  test.each([
    ['header_refresh', { refresh: '0; url=/closed/' }, ''],
    ['meta_refresh', {}, '<meta http-equiv="refresh" content="1;URL=\'/closed/\'">'],
    ['meta_refresh', {}, '<base href="/closed/"><meta http-equiv="refresh" content="0;url=.">'],
  ])('follows a %s at once as one more redirect: %j %s', async (kind, fields, head) => {
    const name = `${head.includes('base') ? 'base' : kind.replace('_', '-')}.example.com`
    await site(name, { https: pageWith(fields, head) })
    const report = await probe(`https://${name}/`)
    expect(report.findings.map(({ code }) => code)).toEqual(['HTTP_CLIENT_ERROR'])
    expect(report.final_url).toBe(`https://${name}/closed/`)
    expect(report.redirects.client_redirects).toEqual([
      { from: `https://${name}/`, to: `https://${name}/closed/`, kind },
    ])
  })

  test('passes a page that sends visitors at once to one that is there', async () => {
    await site('sends.example.com', { https: pageWith({ refresh: '0; url=/there/' }) })
    const report = await probe('https://sends.example.com/')
    expect(verdictOf(report)).toEqual(['PASS'])
    expect(report.final_url).toBe('https://sends.example.com/there/')
  })

  test.each([
    ['later', { refresh: '5; url=/closed/' }, ''],
    ['itself', { refresh: '0; url=#top' }, ''],
    ['a-user', { refresh: '0; url=https://a:b@www.example.com/' }, ''],
    ['a-port', { refresh: '0; url=https://www.example.com:8443/' }, ''],
    ['rebound', { refresh: '0; url=https://rebound.example.com/' }, ''],
    ['no-script', {}, '<noscript><meta http-equiv="refresh" content="0;url=/closed/"></noscript>'],
    ['comment', {}, '<!-- <meta http-equiv="refresh" content="0;url=/closed/"> -->'],
  ])('does not follow a refresh to or in: %s', async (what, fields, head) => {
    internet.dns.set('rebound.example.com', { a: ['192.168.7.7'] })
    await site(`stays-${what}.example.com`, { https: pageWith(fields, head) })
    const report = await probe(`https://stays-${what}.example.com/`)
    expect(report.final_url).toBe(`https://stays-${what}.example.com/`)
    expect(report.redirects.client_redirects).toEqual([])
    expect(report.http.status).toBe(200)
    expect(internet.dialed.filter((peer) => !peer.startsWith('93.184.'))).toEqual([])
  })

  test('follows five moves of pages and not a sixth', async () => {
    await site('moves.example.com', {
      https: (request, response) => {
        const step = Number(request.url?.slice(1) || 0)
        respond(
          200,
          { 'content-type': 'text/html; charset=utf-8', refresh: `0; url=/${step + 1}` },
          '<!doctype html><title>Bakery</title><h1>Bakery</h1><p>Bread and rolls.</p>',
        )(request, response)
      },
    })
    const report = await probe('https://moves.example.com/')
    expect(report.final_url).toBe('https://moves.example.com/5')
    expect(report.redirects.client_redirects).toHaveLength(5)
  })

  test('reports a downgrade from https to http', async () => {
    await site('down.example.com', {
      https: respond(302, { location: 'http://down.example.com/plain' }),
      http: page,
    })
    expect(verdictOf(await probe('https://down.example.com/'))).toContain(
      'REDIRECT_HTTPS_DOWNGRADE',
    )
  })

  test('judges the certificate of every hop, not only of the last', async () => {
    const day = 86_400_000
    await site('renewed.example.com', { https: page })
    await site('expired.example.com', {
      https: respond(301, { location: 'https://renewed.example.com/' }),
      certificate: {
        names: ['expired.example.com'],
        notBefore: new Date(Date.now() - 90 * day),
        notAfter: new Date(Date.now() - day),
      },
    })
    const report = await probe('https://expired.example.com/')
    expect(verdictOf(report)).toEqual(['ISSUE', 'TLS_CERT_EXPIRED'])
    expect(report.final_url).toBe('https://renewed.example.com/')
    expect(report.tls?.earlier_hosts.map(({ host }) => host)).toEqual(['expired.example.com'])
  })

  test('continues behind a certificate for another name, and reports it', async () => {
    await site('wrong.example.com', { https: page, certificate: { names: ['right.example.com'] } })
    const report = await probe('https://wrong.example.com/')
    expect(verdictOf(report)).toEqual(['ISSUE', 'TLS_HOSTNAME_MISMATCH'])
    expect(report.http.status).toBe(200)
  })

  test('does not blame a server that asks for a client certificate by renegotiation, and ends the connection', async () => {
    await site('legacy.example.com', {
      https: ({ socket }) => {
        if (socket instanceof TLSSocket) socket.renegotiate({ requestCert: true }, () => {})
      },
      http1Only: true,
      maxVersion: 'TLSv1.2',
    })
    const report = await probe('https://legacy.example.com/')
    expect(report.http.error).toEqual({
      code: 'tls_failed',
      phase: 'tls',
      raw: 'ERR_RENEGOTIATION_REFUSED',
      alert: 'handshake_failure',
    })
    expect(verdictOf(report)).toEqual(['REVIEW', 'TLS_HANDSHAKE_FAILED'])
  })

  test('reports plain HTTP on port 443', async () => {
    await raw('plain443.example.com', 443, (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    const report = await probe('https://plain443.example.com/')
    expect(verdictOf(report)).toEqual(['ISSUE', 'TLS_HANDSHAKE_FAILED'])
    expect(report.tls?.failure?.code).toBe('not_tls')
  })

  test('reports an empty page', async () => {
    await site('empty.example.com', { https: respond(200, healthyFields) })
    expect(verdictOf(await probe('https://empty.example.com/'))).toEqual(['ISSUE', 'CONTENT_EMPTY'])
  })

  test('a page over http does not wait a second for its closed port 443', async () => {
    await site('plain-only.example.com', { http: page })
    await probe('http://plain-only.example.com/')
    const afterPage = async () => {
      const report = await probe('http://plain-only.example.com/')
      expect(report.security?.https).toMatchObject({ available: false, error: 'refused' })
      return report.duration_ms - report.timings_ms.total
    }
    // One quick probe of several is enough: a probe that waits does so each time, a busy machine only now and then.
    await vi.waitFor(async () => expect(await afterPage()).toBeLessThan(900), { timeout: 30_000 })
  })

  test('costs little more than its longest chain', async () => {
    await site('quick.example.com', { https: page })
    await probe('https://quick.example.com/')
    const afterPage = async () => {
      const report = await probe('https://quick.example.com/')
      return report.duration_ms - report.timings_ms.total
    }
    await vi.waitFor(async () => expect(await afterPage()).toBeLessThan(1_000), { timeout: 30_000 })
  })
})
