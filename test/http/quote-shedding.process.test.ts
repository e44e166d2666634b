import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { startService } from '#test/equipment/program/program.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { slowness } from '#test/equipment/time/cpu-time.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { keptBuild } from '../../build/kept-build.mjs'

const path = toolDefinitions.probe_url.endpoint
const body = JSON.stringify({ url: 'https://93.184.215.14/' })
const request = [
  `POST ${path} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join('\r\n')

const dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-shedding-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const CLIENTS = 2_000
const FLOOD_MS = 6_000
/** Of an idle machine, without what the 2,000 clients wait for their own event loop. */
const LONGEST_P99_MS = 250

interface Flood {
  /** Milliseconds from a request to its 402. */
  readonly quoted: readonly number[]
  /** The responses that were not 402. */
  readonly shed: readonly string[]
}

/** Each client requests a quote as soon as it has the last one, and waits for Retry-After. */
async function flood(sockets: readonly Socket[]): Promise<Flood> {
  const quoted: number[] = []
  const shed: string[] = []
  const until = performance.now() + FLOOD_MS
  const client = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let sentAt = 0
      let received = ''
      const send = () => {
        sentAt = performance.now()
        if (sentAt > until) socket.destroy()
        else socket.write(request)
      }
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        received += chunk
        const head = received.indexOf('\r\n\r\n')
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
        if (head < 0 || received.length < head + 4 + length) return
        const isQuote = received.startsWith('HTTP/1.1 402')
        if (isQuote) quoted.push(performance.now() - sentAt)
        else shed.push(received)
        const waitS = Number(/\r\nretry-after: (\d+)/i.exec(received)?.[1] ?? 0)
        received = ''
        if (isQuote) send()
        else setTimeout(send, waitS * 1000)
      })
      send()
    })
  await Promise.all(sockets.map(client))
  return { quoted, shed }
}

/** Each has had a quote: a flooded service accepts one more connection in each turn of its event loop. */
async function connected(port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < CLIENTS) {
    const some = Array.from({ length: 100 }, () => connect({ host: '127.0.0.1', port }))
    for (const socket of some) socket.setEncoding('latin1').setNoDelay().write(request)
    await Promise.all(some.map((socket) => once(socket, 'data')))
    sockets.push(...some)
  }
  return sockets
}

test('under more requests for quotes than it can serve, those that are made are quick, the others get 503, and buyers are served', async () => {
  await using service = await startService(process.execPath, [keptBuild()], {
    URLWITNESS_DATA_DIR: dataDir,
    URLWITNESS_RENDER_PAGE_ENABLED: 'false',
    URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
  })
  const endpoint = `${service.baseUrl}${path}`
  const slow = slowness()
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  const flooding = flood(await connected(Number(new URL(service.baseUrl).port)))
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const first = await fetch(endpoint, init)
  if (first.status === 402) {
    const header = await openBuyer().headerFor(await readJson(first))
    const headers = { ...init.headers, 'payment-signature': header }
    expect((await fetch(endpoint, { ...init, headers })).status).toBe(200)
  }
  const { quoted, shed } = await flooding
  const p99 = quoted.toSorted((one, other) => one - other)[Math.floor(quoted.length * 0.99)]
  own.disable()
  const ownMs = own.percentile(99) / 1e6
  expect(p99).toBeLessThan(LONGEST_P99_MS * Math.max(slow, slowness()) + ownMs)
  expect(quoted.length).toBeGreaterThan(10)
  expect(shed.length).toBeGreaterThan(0)
  for (const response of new Set(shed.map((one) => one.slice(0, 12)))) {
    expect(response).toBe('HTTP/1.1 503')
  }
  expect(shed[0]).toMatch(/\r\nretry-after: 1\r\n/i)
  expect(JSON.parse(shed[0]?.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'at_capacity',
    retryable: true,
    retry_after_s: 1,
    payment: { state: 'not_taken' },
  })
  // The process has caught up at once.
  await expect.poll(async () => (await fetch(endpoint, init)).status).toBe(402)
})
