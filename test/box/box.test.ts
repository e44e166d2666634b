import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { type BoxInternet, openBoxInternet } from './box-internet.ts'
import { type BoxService, openBoxService } from './box-service.ts'
import { countForbiddenPackets } from './forbidden-packets.ts'

let internet: BoxInternet
let box: BoxService
let packets: { total: () => number }

beforeAll(async () => {
  internet = await openBoxInternet()
  internet.addSite('www.site.example.com', {
    ip: '93.184.215.14',
    https: respond(200, healthyFields, healthyPage),
    http: respond(200, healthyFields, healthyPage),
  })
  packets = countForbiddenPackets()
  box = await openBoxService(internet, { namespace: 'required' })
})

afterAll(async () => {
  await box[Symbol.asyncDispose]()
  await internet[Symbol.asyncDispose]()
})

describe('the built service in a sealed internet', () => {
  test('sells a PASS report of a real HTTPS site to the official client', async () => {
    const bought = await box.buy('https://www.site.example.com/')
    expect(bought.report.result_status, JSON.stringify(bought.report.findings)).toBe('PASS')
    expect(bought.report.tls.authorized).toBe(true)
    expect(bought.receipt.success).toBe(true)
  })

  test('sells a page that Chrome rendered in a separate network namespace', async () => {
    const { parts } = await readJson(await box.get('/ready'))
    expect(parts.browser.detail).toMatch(/, in a separate network namespace\.$/)
    const { report, receipt } = await box.buy('http://www.site.example.com/', 'render_page')
    expect(report.browser.navigation.outcome).toBe('loaded')
    expect(report.browser.requests.summary.total).toBeGreaterThan(0)
    expect(receipt.success).toBe(true)
  })

  test('checks the same site locally, without payment', async () => {
    expect(await box.verb('check', 'https://www.site.example.com/')).toContain('PASS')
  })

  test('refuses every URL that the corpus rejects, before payment and without one packet', async () => {
    const { cases } = JSON.parse(readFileSync('test/fixtures/corpora/urls.json', 'utf8')) as {
      cases: { input: string; verdict: string }[]
    }
    const rejected = cases.filter(({ verdict }) => verdict === 'reject' || verdict === 'either')
    for (const { input } of rejected) {
      const response = await box.post(input)
      expect([input, response.status]).toEqual([input, 422])
    }
    expect(rejected.length).toBeGreaterThan(300)
    expect(packets.total()).toBe(0)
  })

  test.each([
    ['a name with a private address', { a: ['10.0.0.1'] }],
    [
      'a name with one private address among public ones',
      { a: ['93.184.215.14', '169.254.169.254'] },
    ],
    ['an IPv6 name that embeds a private address', { aaaa: ['64:ff9b::a00:1'] }],
    ['a name that aliases the metadata address', { cname: 'metadata.alias.example.net' }],
  ])('refuses %s', async (what, answers) => {
    const name = `${what.replace(/[^a-z0-9]+/g, '-')}.example.net`
    internet.dns.set('metadata.alias.example.net', { a: ['169.254.169.254'] })
    internet.dns.set(name, answers)
    const response = await box.post(`http://${name}/`)
    const body = await readJson(response)
    expect([response.status, body.detail?.[0]?.type]).toEqual([422, 'url_resolves_not_public'])
    expect(packets.total()).toBe(0)
  })

  test('never follows a name that rebinds to a private address after the quote', async () => {
    internet.dns.set('rebind.example.net', ({ n }) => ({
      a: [n === 1 ? '93.184.215.14' : '10.1.2.3'],
      ttl: 0,
    }))
    const bought = await box.buy('http://rebind.example.net/')
    expect(bought.report?.result_status ?? 'refused').not.toBe('PASS')
    expect(packets.total()).toBe(0)
  })

  test.each([
    'http://127.0.0.1/',
    'http://localhost:80/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://private.example.net/',
    'http://2130706433/',
  ])('never follows a redirect to %s', async (location) => {
    internet.dns.set('private.example.net', { a: ['192.168.1.1'] })
    internet.addSite('redirect.example.net', {
      ip: '93.184.215.77',
      http: respond(302, { location }),
    })
    const { report } = await box.buy('http://redirect.example.net/')
    expect(report.findings.map((finding: { code: string }) => finding.code)).toContain(
      'REDIRECT_TO_PRIVATE',
    )
    expect(report.redirects.redirect_blocked.url).toBeTypeOf('string')
    expect(packets.total()).toBe(0)
  })

  test('has connected to public addresses of the box only', () => {
    const others = internet.reached.filter((peer) => !/^93\.184\.215\.(14|77):(80|443)$/.test(peer))
    expect(others).toEqual([])
  })

  // The last test, because its own packets stay in the count.
  test('detects a packet to a forbidden address (control)', async () => {
    for (const [host, port] of [
      ['10.9.9.9', 443],
      ['169.254.169.254', 80],
      ['fd00::1', 80],
      ['127.0.0.1', 80],
    ] as const) {
      const counted = packets.total()
      const socket = connect(port, host)
      socket.on('error', () => {})
      await once(socket, 'connect')
      expect([host, packets.total() > counted]).toEqual([host, true])
      expect(internet.reached.at(-1)).toBe(`${host}:${port}`)
      socket.destroy()
    }
  })
})
