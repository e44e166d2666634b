import { describe, expect, test } from 'vitest'
import type { NameScript } from '#test/equipment/network/dns-server.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
  type Site,
} from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { openProbe } from '#test/equipment/service/probe.ts'
import type { Minted } from '#test/equipment/tls/certificates.ts'
import { crlAt, mintCrl } from '#test/equipment/tls/crl.ts'

const internet = await forFile(openInternet())
const { probe } = await forFile(openProbe(internet, { LIMITS_HEADERS_TIMEOUT_MS: '1200' }))

let lastIp = 0
const freshIp = () => {
  lastIp += 1
  return `93.184.101.${lastIp}`
}

const DAY_MS = 86_400_000
const page = respond(200, healthyFields, healthyPage)
const expired = {
  notBefore: new Date(Date.now() - 90 * DAY_MS),
  notAfter: new Date(Date.now() - DAY_MS),
}
const defaultPage = respond(
  200,
  { 'content-type': 'text/html' },
  '<html><head><title>Welcome to nginx!</title></head><body><h1>Welcome to nginx!</h1><p>If you see this page, the web server is successfully installed and working.</p></body></html>',
)
let visit = 0

interface Row {
  readonly name: string
  /** The servers at the addresses of the name. The first takes precedence, because the others accept connections later. */
  readonly servers: readonly Omit<Site, 'ip'>[]
  readonly codes?: readonly string[]
  readonly checks?: Readonly<Record<string, string>>
  readonly url?: string
  readonly says?: RegExp
}

const good = { https: page }
const differs = ['DNS_ADDRESS_DIFFERS']
const rows: readonly Row[] = [
  { name: 'one address', servers: [good], checks: { addresses: 'passed' } },
  { name: 'two good addresses', servers: [good, good], checks: { addresses: 'passed' } },
  {
    name: 'four good addresses',
    servers: [good, good, good, good],
    checks: { addresses: 'passed' },
  },
  {
    name: 'another certificate of the same authority',
    servers: [good, { ...good, certificate: { key: 'ec384' } }],
  },
  {
    name: 'HTTP/1.1 at one address, HTTP/2 at the other',
    servers: [good, { ...good, http1Only: true }],
  },
  { name: 'TLS 1.2 at one address', servers: [good, { ...good, maxVersion: 'TLSv1.2' }] },
  {
    name: 'pages that name their server and the time',
    servers: ['a', 'b'].map((node) => ({
      https: (_request, response) => {
        visit += 1
        response
          .writeHead(200, healthyFields)
          .end(healthyPage.replace('</body>', `<p>node ${node}, visit ${visit}</p></body>`))
      },
    })),
  },
  {
    name: 'a page of random words',
    servers: [0, 1].map(() => ({
      https: (_request, response) => {
        const words = Array.from({ length: 30 }, () => Math.random().toString(36).slice(2))
        response
          .writeHead(200, healthyFields)
          .end(healthyPage.replace(/<p>.*<\/p>/, `<p>${words.join(' ')}</p>`))
      },
    })),
  },
  {
    name: 'a second address that refuses clients that ask more than once',
    servers: [
      good,
      { https: (_request, response) => response.writeHead(200, healthyFields).end(healthyPage) },
    ],
  },
  {
    name: 'redirects with a number of the request',
    url: 'http',
    servers: [good, good].map(() => ({
      https: page,
      http: (request, response) => {
        visit += 1
        response.writeHead(301, { location: `https://${request.headers.host}/?v=${visit}` }).end()
      },
    })),
  },
  {
    name: 'an expired certificate at the second address',
    servers: [good, { ...good, certificate: expired }],
    codes: ['TLS_CERT_EXPIRED'],
    says: /^The certificate expired 1 day ago \(site\d+\.example\.com at 93\.184\.101\.\d+\)\.$/,
    checks: { addresses: 'inconclusive' },
  },
  {
    name: 'an expired certificate at the fourth of four addresses',
    servers: [good, good, good, { ...good, certificate: expired }],
    codes: ['TLS_CERT_EXPIRED'],
  },
  {
    name: 'a certificate for another name at the second address',
    servers: [good, { ...good, certificate: { names: ['other.example.com'] } }],
    codes: ['TLS_HOSTNAME_MISMATCH'],
    says: /at 93\.184\.101\./,
  },
  {
    name: 'the default page of a server at the second address',
    servers: [good, { https: defaultPage }],
    codes: differs,
    says: /Over 93\.184\.101\.\d+ \(IPv4, port 443\) visitors get another page \(status 200\)/,
  },
  {
    name: 'status 404 at the second address',
    servers: [good, { https: respond(404, healthyFields, 'No such site.') }],
    codes: differs,
    says: /another page \(status 404\)/,
  },
  {
    name: 'status 503 at the second address',
    servers: [good, { https: respond(503, healthyFields, 'Down.') }],
    codes: differs,
  },
  {
    name: 'no response at the second address',
    servers: [good, { https: (request) => request.socket.destroy() }],
    codes: differs,
    says: /visitors get no response/,
  },
  {
    name: 'a redirect to another site at the second address',
    servers: [good, { https: respond(302, { location: 'https://parked.example.net/' }) }],
    codes: differs,
  },
]

const labelOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)

describe.concurrent('a probe of a host with further addresses', { timeout: 60_000 }, () => {
  test.each(rows)('$name', async ({ name, servers, codes = [], checks = {}, url, says }) => {
    const host = `site${rows.findIndex((row) => row.name === name)}.example.com`
    const ips: string[] = []
    for (const server of servers) {
      const ip = freshIp()
      ips.push(ip)
      await internet.addSite(host, { ip, ...server }, { a: ips })
    }
    const report = await probe(`${url ?? 'https'}://${host}/`)
    const fromSecond = report.dns.selected_address !== ips[0]
    const found = report.findings.map(({ code }) => code)
    // Where the faulty address was the fastest, its own fault is reported as well.
    if (!fromSecond) expect(found).toEqual(codes)
    if (codes.length === 0) expect(report.result_status).toBe('PASS')
    else expect(report.result_status).not.toBe('PASS')
    if (says && !fromSecond) expect(report.findings[0]?.message).toMatch(says)
    if (!fromSecond) {
      for (const [id, outcome] of Object.entries(checks)) {
        expect(report.checks.find((check) => check.id === id)?.outcome).toBe(outcome)
      }
    }
    const requests = report.dns.candidates_tried.map(({ request }) => request)
    expect(requests.filter((request) => request !== null)).toHaveLength(servers.length - 1)
  })

  test('blames no address when the site responds to nobody after the page', async () => {
    const host = 'stops.example.com'
    const ips = [freshIp(), freshIp()]
    let pages = 0
    const https: Site['https'] = (request, response) => {
      pages += 1
      if (pages === 1) response.writeHead(200, healthyFields).end(healthyPage)
      else request.socket.destroy()
    }
    for (const ip of ips) await internet.addSite(host, { ip, https }, { a: ips })
    const report = await probe(`https://${host}/`)
    expect(report.findings.map(({ code }) => code)).toEqual([])
    expect(report.checks.find(({ id }) => id === 'addresses')?.outcome).toBe('inconclusive')
    expect(pages).toBeGreaterThan(1)
  })

  test('sends nothing over the further addresses before the page has arrived', async () => {
    const host = 'ordered.example.com'
    const ips = [freshIp(), freshIp(), freshIp()]
    const order: string[] = []
    const https: Site['https'] = (_request, response) => {
      order.push('request')
      setTimeout(() => {
        if (order.length === 1) order.push('page')
        response.writeHead(200, healthyFields).end(healthyPage)
      }, 300)
    }
    for (const ip of ips) await internet.addSite(host, { ip, https }, { a: ips })
    await probe(`https://${host}/`)
    expect(order).toEqual(['request', 'page', 'request', 'request'])
  })

  test('dials nothing but vetted addresses, and each further one once per request', async () => {
    const host = 'counted.example.com'
    const ips = [freshIp(), freshIp()]
    for (const ip of ips) await internet.addSite(host, { ip, https: page }, { a: ips })
    await probe(`https://${host}/`)
    const dialed = internet.dialed.filter((address) => ips.includes(address.split(':')[0] ?? ''))
    expect(dialed).toHaveLength(3)
  })

  test('refuses a host with an address that is not public, and asks none of its addresses', async () => {
    const host = 'half-private.example.com'
    const ip = freshIp()
    await internet.addSite(host, { ip, https: page }, { a: [ip, '10.1.2.3'] })
    const report = await probe(`https://${host}/`)
    expect(report.findings.map(({ code }) => code)).toContain('DNS_MIXED_PUBLIC_PRIVATE')
    expect(
      internet.dialed.filter(
        (address) =>
          /^(?:10\.1\.2\.3|93\.184\.101\.\d+):/.test(address) && address.startsWith(`${ip}:`),
      ),
    ).toEqual([])
    expect(internet.dialed.some((address) => address.startsWith('10.'))).toBe(false)
  })
})

interface CrlRow {
  readonly name: string
  /** The list as served, from the certificate that names it. */
  readonly list: ((leaf: Minted) => Uint8Array) | 'missing' | 'silent' | 'large'
  readonly answers?: NameScript
  readonly status: 'good' | 'revoked' | 'unavailable'
}

const stranger = () => internet.root.issueAuthority({ commonName: 'Stranger' })
const listOf = (revoked: readonly Minted[], more: object = {}) =>
  mintCrl(internet.issuer, { revoked, ...more })

const crlRows: readonly CrlRow[] = [
  { name: 'an empty list', list: () => listOf([]), status: 'good' },
  {
    name: 'a list of others',
    list: () => listOf([internet.issuer.issueLeaf({ names: ['x.example.com'] })]),
    status: 'good',
  },
  { name: 'a list with the certificate', list: (leaf) => listOf([leaf]), status: 'revoked' },
  {
    name: 'a list that has expired',
    list: (leaf) => listOf([leaf], { nextUpdate: new Date(Date.now() - 3_600_000) }),
    status: 'unavailable',
  },
  {
    name: 'a list that somebody else signed',
    list: (leaf) => listOf([leaf], { signer: stranger() }),
    status: 'unavailable',
  },
  {
    name: 'the list of another issuer',
    list: (leaf) => mintCrl(stranger(), { revoked: [leaf] }),
    status: 'unavailable',
  },
  {
    name: 'bytes that are no list',
    list: () => new Uint8Array([0x30, 1, 2]),
    status: 'unavailable',
  },
  { name: 'no list at the URL', list: 'missing', status: 'unavailable' },
  { name: 'a host that never responds', list: 'silent', status: 'unavailable' },
  { name: 'a list above our cap', list: 'large', status: 'unavailable' },
  {
    name: 'a list on a host that is not public',
    list: (leaf) => listOf([leaf]),
    answers: { a: ['192.168.77.1'] },
    status: 'unavailable',
  },
  {
    name: 'a list on the metadata address',
    list: (leaf) => listOf([leaf]),
    answers: { a: ['169.254.169.254'] },
    status: 'unavailable',
  },
]

describe.concurrent('the revocation list that a certificate names', { timeout: 60_000 }, () => {
  test.each(crlRows)('$name: $status', async ({ name, list, answers, status }) => {
    const host = `${labelOf(name)}.crl.example.com`
    const crlHost = `lists.${host}`
    let leaf: Minted | null = null
    const extensions = [crlAt(`http://${crlHost}/list.crl`)]
    const serial = new Uint8Array(
      [1, ...labelOf(name)].map((_c, i) => ((i * 7 + name.length) % 120) + 1),
    ).slice(0, 15)
    await internet.addSite(host, {
      ip: freshIp(),
      https: page,
      certificate: { extensions, serial },
    })
    leaf = internet.issuer.issueLeaf({ names: [host], serial })
    const body = typeof list === 'function' ? list(leaf) : new Uint8Array(3_000_000)
    await internet.addSite(
      crlHost,
      {
        ip: freshIp(),
        http: (_request, response) => {
          if (list === 'silent') return
          if (list === 'missing') response.writeHead(404).end()
          else response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(body)
        },
      },
      answers,
    )
    const report = await probe(`https://${host}/`)
    expect(report.tls?.crl).toMatchObject({ url: `http://${crlHost}/list.crl`, status })
    expect(report.findings.map(({ code }) => code)).toEqual(
      status === 'revoked' ? ['TLS_CERT_REVOKED'] : [],
    )
    expect(internet.dialed.filter((address) => /^(?:192\.168|169\.254)\./.test(address))).toEqual(
      [],
    )
    const [earlier] = report.dns.earlier_hosts.filter(({ hostname }) => hostname === crlHost)
    expect(earlier).toBeUndefined()
  })
})
