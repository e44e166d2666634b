import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { requestOf } from '#test/equipment/load/load.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { type RunningService, startService } from '#test/equipment/program/program.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { slownessOf } from '#test/equipment/time/cpu-time.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { keptBuild } from '../../build/kept-build.mjs'

const path = toolDefinitions.probe_url.endpoint
const body = JSON.stringify({ url: 'https://93.184.215.14/' })
const quote = requestOf('POST', path, { url: 'https://93.184.215.14/' })
/** The other free requests. */
const refusal = requestOf('POST', path, { url: 'http://10.0.0.1/' })
const unknownEvidence = requestOf('GET', `/evidence/${'a'.repeat(43)}`)
const unknownPage = requestOf('GET', '/nothing')

const dataDir = temporaryFolder()

const CLIENTS = 2_000
const FLOOD_MS = 6_000
/**
 * Milliseconds within which three quarters are served on an idle machine, without the wait of the 2,000 clients for their own
 * event loop.
 */
const LONGEST_P75_MS = 250

interface Flood {
  /** Milliseconds from request to response, for the requests that were served. */
  readonly served: readonly number[]
  /** The responses that were 5xx. */
  readonly shed: readonly string[]
}

/**
 * Each client sends the request as soon as it has the last response, and waits for Retry-After and up to a second more: clients
 * that return in the same order each second would leave nothing for the last ones.
 */
async function flood(sockets: readonly Socket[], request: string): Promise<Flood> {
  const served: number[] = []
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
        const isServed = !received.startsWith('HTTP/1.1 5')
        if (isServed) served.push(performance.now() - sentAt)
        else shed.push(received)
        const waitS = Number(/\r\nretry-after: (\d+)/i.exec(received)?.[1] ?? 0)
        received = ''
        if (isServed) send()
        else setTimeout(send, (waitS + Math.random()) * 1000)
      })
      setTimeout(send, Math.random() * 1000)
    })
  await Promise.all(sockets.map(client))
  return { served, shed }
}

/** Connections that have had a response each: a flooded service accepts few connections in each turn of its event loop. */
async function connected(port: number, request: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < CLIENTS) {
    const some = Array.from({ length: 100 }, () => connect({ host: '127.0.0.1', port }))
    for (const socket of some) socket.setEncoding('latin1').setNoDelay().write(request)
    await Promise.all(some.map((socket) => once(socket, 'data')))
    sockets.push(...some)
  }
  return sockets
}

function startProbing() {
  return startService(process.execPath, [keptBuild()], {
    URLWITNESS_DATA_DIR: dataDir,
    URLWITNESS_RENDER_PAGE_ENABLED: 'false',
    URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
  })
}

/**
 * The bound for response times: that of an idle machine, times the slowness of this one for the service, plus the delay of our
 * own event loop.
 */
function openBound(service: RunningService) {
  const slowness = slownessOf(service.pid)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  return () => {
    own.disable()
    return LONGEST_P75_MS * slowness() + own.percentile(99) / 1e6
  }
}

/**
 * The third quartile: a pause of the machine affects each client once, up to a tenth of the requests, while a service that
 * sheds too late makes all of them wait.
 */
function p75(ms: readonly number[]): number {
  return ms.toSorted((one, other) => one - other)[Math.floor(ms.length * 0.75)] ?? Number.NaN
}

const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }

test('under more requests for quotes than it can serve, those that are made are quick, the others get 503, and buyers are served', async () => {
  await using service = await startProbing()
  const endpoint = `${service.baseUrl}${path}`
  const bound = openBound(service)
  const port = Number(new URL(service.baseUrl).port)
  const flooding = flood(await connected(port, quote), quote)
  const neighbour = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' })
  const others = flood([neighbour.setEncoding('latin1').setNoDelay()], quote)
  const first = await fetch(endpoint, init)
  if (first.status === 402) {
    const header = await openBuyer().headerFor(await readJson(first))
    const headers = { ...init.headers, 'payment-signature': header }
    expect((await fetch(endpoint, { ...init, headers })).status).toBe(200)
  }
  const { served, shed } = await flooding
  const { served: servedToOther, shed: shedOfOther } = await others
  expect([servedToOther.length > 10, shedOfOther]).toEqual([true, []])
  expect(p75(served)).toBeLessThan(bound())
  expect(served.length).toBeGreaterThan(10)
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

test('under a flood of other free requests each kind has its share, is quick or gets 503, and quotes are made beside it', async () => {
  await using service = await startProbing()
  const port = Number(new URL(service.baseUrl).port)
  const sockets = await connected(port, unknownPage)
  const bound = openBound(service)
  const kinds = [refusal, unknownEvidence, unknownPage, quote]
  // Quotes are one request in twenty.
  const ofKind = (kind: number) =>
    sockets.filter((_, index) => (index % 20 === 0 ? 3 : index % 3) === kind)
  const floods = await Promise.all(kinds.map((request, kind) => flood(ofKind(kind), request)))
  const longest = bound()
  for (const { served } of floods) {
    expect(served.length).toBeGreaterThan(10)
    expect(p75(served)).toBeLessThan(longest)
  }
  for (const { shed } of floods.slice(0, 3)) {
    expect(shed.length).toBeGreaterThan(0)
    for (const response of new Set(shed)) {
      expect(response).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: [12]\r\n/is)
      expect(response).toMatch(/\r\ncache-control: [^\r]*no-store/i)
    }
  }
})
