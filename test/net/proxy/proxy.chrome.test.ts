import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findTestChrome,
  needsChrome,
  openTestPool,
  type TestPool,
} from '#test/equipment/browser/chrome.ts'
import { drivePage } from '#test/equipment/browser/drive-page.ts'
import { openTestProxy } from '#test/equipment/network/egress.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'

const chrome = findTestChrome()
let internet: Internet
let pool: TestPool

const big = 'x'.repeat(3_000_000)

beforeAll(async () => {
  if (chrome === null) return
  internet = await openInternet()
  await internet.addSite('page.example.com', {
    ip: '93.184.106.1',
    http: (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(request.url === '/big' ? big : '<title>through</title>')
    },
  })
  internet.dns.set('nobody.example.com', { a: ['93.184.106.9'] })
  internet.dns.set('inside.example.com', { a: ['192.168.0.1'] })
  pool = await openTestPool()
})
afterAll(async () => {
  if (chrome === null) return
  await pool[Symbol.asyncDispose]()
  await internet.close()
})

describe('Chrome behind the proxy', needsChrome, () => {
  test('gets complete pages, and reports refused requests as failed, each in the records with its reason', async () => {
    await using way = await openTestProxy(internet)
    const lease = await pool.pool.lease(AbortSignal.timeout(20_000))
    if (lease === null) throw new TypeError('no place')
    lease.proxy.open(way.job)
    const page = drivePage(await lease.newPage())
    const answer = await page.goto('http://page.example.com/')
    expect([answer?.status, await page.title()]).toEqual([200, 'through'])
    expect(answer?.headers['x-urlwitness-egress']).toBeUndefined()
    const seen = await page.evaluate(`(async () => {
      const fetched = (url) => fetch(url).then(async (response) => (await response.text()).length, String)
      const socket = new Promise((resolve) => {
        const ws = new WebSocket('ws://inside.example.com/')
        ws.onerror = () => resolve('failed')
        ws.onopen = () => resolve('open')
      })
      return [
        await fetched('/big'),
        await fetched('http://10.0.0.1/'),
        await fetched('https://169.254.169.254/latest'),
        await fetched('http://127.0.0.1:8402/'),
        await fetched('http://nobody.example.com/'),
        await socket,
      ]
    })()`)
    const failed = 'TypeError: Failed to fetch'
    expect(seen).toEqual([big.length, failed, failed, failed, failed, 'failed'])
    const told = (requested: string) =>
      lease.proxy.records.find((one) => one.requested === requested)
    expect(told('http://page.example.com/big')).toMatchObject({ decision: 'allowed' })
    expect(told('http://10.0.0.1/')).toMatchObject({ block: 'not_public' })
    expect(told('169.254.169.254:443')).toMatchObject({ block: 'not_public' })
    expect(told('http://127.0.0.1:8402/')).toMatchObject({ block: 'port' })
    expect(told('inside.example.com:80')).toMatchObject({ block: 'resolves_not_public' })
    expect(told('http://nobody.example.com/')).toMatchObject({
      decision: 'failed',
      error: { code: 'connect_refused' },
    })
    expect(lease.proxy.strays).toBe(0)
    expect(new Set(internet.dialed)).toEqual(new Set(['93.184.106.1:80', '93.184.106.9:80']))
    await lease.release()
  })

  test('cannot read a refusal of another site, and gets nothing from the proxy as a website', async () => {
    await using way = await openTestProxy(internet)
    const lease = await pool.pool.lease(AbortSignal.timeout(20_000))
    if (lease === null) throw new TypeError('no place')
    lease.proxy.open(way.job)
    const page = drivePage(await lease.newPage())
    await page.goto('http://page.example.com/')
    const { host, port } = lease.proxy
    const urls = [`http://${host}:${port}/`, `http://${host}/`, 'http://unknown.example.net/']
    const seen = await page.evaluate(
      `Promise.all(${JSON.stringify(urls)}.map((url) => fetch(url).then(String, String)))`,
    )
    expect(seen).toEqual(Array(3).fill('TypeError: Failed to fetch'))
    expect(lease.proxy.strays).toBe(0)
    await lease.release()
  })
})
