import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { type BoxInternet, openBoxInternet } from './box-internet.ts'
import { type BoxService, openBoxService } from './box-service.ts'
import { countForbiddenPackets } from './forbidden-packets.ts'
import { hostilePages, variantPages } from './hostile-pages.ts'

const site = 'hostile.example.com'
const publicAddress = '93.184.215.14'

let internet: BoxInternet
let box: BoxService
let packets: { total: () => number }
let inside: { readonly servers: readonly Server[]; readonly heard: string[] }

beforeAll(async () => {
  internet = await openBoxInternet()
  internet.addSite('www.site.example.com', {
    ip: '93.184.215.20',
    https: respond(200, healthyFields, healthyPage),
    http: respond(200, healthyFields, healthyPage),
  })
  internet.addSite(site, {
    ip: publicAddress,
    http: (request, response) => {
      const [, folder, index] = (request.url ?? '').split('/')
      const pages = folder === 'variants' ? variantPages : hostilePages
      const page = pages[Number(index)]
      const type = { 'content-type': 'text/html; charset=utf-8' }
      response.writeHead(page === undefined ? 404 : 200, { ...type, ...page?.fields })
      response.end(page?.html)
    },
  })
  internet.addSite('redirect.example.net', {
    ip: '93.184.215.77',
    http: (request, response) => {
      const location = request.url?.startsWith('/to-private')
        ? 'http://10.0.0.1/'
        : 'http://127.0.0.1:8402/health'
      response.writeHead(302, { location, 'access-control-allow-origin': '*' }).end()
    },
  })
  internet.dns.set('private.example.net', { a: ['192.168.1.1'] })
  internet.dns.set('mixed.example.net', { a: [publicAddress, '10.0.0.1'] })
  internet.dns.set('rebind.example.net', ({ n }) => ({
    a: [n % 2 === 1 ? publicAddress : '10.1.2.3'],
    ttl: 0,
  }))
  inside = await openInside()
  packets = countForbiddenPackets()
  box = await openBoxService(internet)
})

afterAll(async () => {
  await box[Symbol.asyncDispose]()
  for (const server of inside.servers) server.close()
  await internet[Symbol.asyncDispose]()
})

describe('pages that attack, in a sealed internet where every forbidden address listens', () => {
  test.concurrent.each(hostilePages.map(({ name }, index) => [name, index] as const))(
    '%s: ends in time, is reported with its attempts, and reaches nothing',
    { timeout: 90_000 },
    async (_name, index) => {
      const began = performance.now()
      const report = await bought(`http://${site}/page/${index}`)
      expect(report, 'no report').toBeTypeOf('object')
      // A call takes at most thirty seconds.
      expect(performance.now() - began).toBeLessThan(32_000)
      expect(report.browser).not.toBeNull()
      expect(report.browser.navigation.attempts).toBeGreaterThan(0)
      // ISSUE, or REVIEW where only the proxy saw the attempt.
      if (!hostilePages[index]?.quiet) expect(report.result_status).toMatch(/^(ISSUE|REVIEW)$/)
    },
  )

  test.concurrent.each(variantPages.map((one, index) => [one.name, index, one.hosts] as const))(
    'each private address that a page requests by %s is in its report, which is an ISSUE, or a REVIEW where only the proxy saw it',
    { timeout: 90_000 },
    async (name, index, hosts) => {
      const report = await bought(`http://${site}/variants/${index}`)
      const blocked: readonly { url: string; type: string }[] =
        report.browser.requests.blocked_by_policy
      const reported = blocked.map(({ url }) => hosts[Number(url.split('/').at(-1))])
      expect([...new Set(reported)].sort()).toEqual([...hosts].sort())
      // On a busy machine a worker in a separate process may have sent its request before Chrome reports it.
      const isUnseen = name.includes('worker') && blocked.every(({ type }) => type === 'unknown')
      expect(report.result_status).toBe(isUnseen ? 'REVIEW' : 'ISSUE')
    },
  )

  test('verify_page of a healthy site is sold while the hostile pages run', {
    timeout: 60_000,
  }, async () => {
    const { report, receipt } = await box.buy('http://www.site.example.com/', 'verify_page')
    expect(receipt.success).toBe(true)
    expect(report.browser.navigation.outcome).toBe('loaded')
    expect(report.screenshot.screenshot_evidence_id).toMatch(/^[\w-]{43}$/)
    const picture = await box.get(`/evidence/${report.screenshot.screenshot_evidence_id}`)
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  test('no packet went to a forbidden address, and none from Chrome to anything but its proxies', () => {
    expect(packets.total()).toBe(0)
    const places = new Set(internet.reached)
    expect([...places].filter((peer) => !/^93\.184\.215\.(14|20|77):(80|443)$/.test(peer))).toEqual(
      [],
    )
  })

  test('no listener inside received anything', () => {
    expect(inside.heard).toEqual([])
  })

  // The last test, because its own packets stay in the count.
  test('detects a packet of another user (control)', () => {
    const counted = packets.total()
    execFileSync('setpriv', [
      ...['--reuid=65534', '--regid=65534', '--clear-groups'],
      ...['bash', '-c', 'exec 3<>/dev/tcp/93.184.215.14/80'],
    ])
    expect(packets.total()).toBeGreaterThan(counted)
  })
})

/**
 * Buys a render_page with a new payer and returns the report. In this process: starting a program for each buyer would take
 * longer than the pages.
 */
async function bought(url: string) {
  const response = await openBuyer().fetch(`${box.origin}${toolDefinitions.render_page.endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  return readJson(response)
}

/** Opens services that trust loopback, like those on every developer's machine. */
async function openInside() {
  const heard: string[] = []
  const ports = [3000, 5432, 8080, 9229]
  const servers = await Promise.all(
    ports.map(
      (port) =>
        new Promise<Server>((resolve) => {
          const server = createServer((request, response) => {
            heard.push(`${port} ${request.method} ${request.url}`)
            response.end('secret')
          })
          server.on('connection', () => heard.push(`${port} connection`))
          server.listen(port, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  return { servers, heard }
}
