import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { openBoxInternet } from '#test/box/box-internet.ts'
import { openBoxService } from '#test/box/box-service.ts'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { median } from './load.ts'

// The whole service among a crowd: 500 requests for quotes a second and 2,000 idle connections beside six renders, after six
// renders alone. Needs the sealed internet: bash test/box/netbox.sh node test/bench/crowd.ts [--rounds 3] [--seconds 60] [--fresh]
// Everything (this program, its site, the service and Chrome) shares one machine: quotes take processor time of renders on both sides.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    // A connection for each quote, in place of kept-alive ones.
    fresh: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const QUOTES_PER_S = 500
const IDLE = 2_000
const RENDERS = 6
const TICK_MS = 10

const internet = await openBoxInternet()
internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  http: respond(200, healthyFields, healthyPage),
})
await using box = await openBoxService(internet)
const port = Number(new URL(box.origin).port)
const content = JSON.stringify({ url: 'http://93.184.215.14/' })
const request = [
  `POST ${toolDefinitions.probe_url.endpoint} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  `Content-Length: ${content.length}`,
  '',
  content,
].join('\r\n')

interface Quotes {
  readonly answeredMs: readonly number[]
  readonly shed: number
  readonly lost: number
}

/** An open loop until `signal`: a quote is sent when it is due, however late the others are. */
async function sendQuotes(signal: AbortSignal): Promise<Quotes> {
  const answeredMs: number[] = []
  const idle: Socket[] = []
  const open = new Set<Socket>()
  let shed = 0
  let sent = 0
  const dial = () => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1')
    let received = ''
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (head < 0 || received.length < head + 4 + length) return
      if (received.startsWith('HTTP/1.1 402')) answeredMs.push(performance.now() - sentAt(socket))
      else shed += 1
      received = ''
      if (values.fresh) socket.destroy()
      else idle.push(socket)
    })
    open.add(socket)
    return socket
  }
  const times = new WeakMap<Socket, number>()
  const sentAt = (socket: Socket) => times.get(socket) ?? 0
  const began = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * QUOTES_PER_S
    while (sent < due) {
      const socket = idle.pop() ?? dial()
      times.set(socket, performance.now())
      socket.write(request)
      sent += 1
    }
  }, TICK_MS)
  await once(signal, 'abort')
  clearInterval(timer)
  await new Promise((go) => setTimeout(go, 1_000))
  for (const socket of open) socket.destroy()
  return { answeredMs, shed, lost: sent - answeredMs.length - shed }
}

/** Six at a time until `signal`: the milliseconds of each, and how many were refused. */
async function render(signal: AbortSignal) {
  const tookMs: number[] = []
  let failed = 0
  const loop = async () => {
    while (!signal.aborted) {
      const began = performance.now()
      const response = await openBuyer().fetch(
        `${box.origin}${toolDefinitions.render_page.endpoint}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: 'http://www.site.example.com/' }),
        },
      )
      await response.arrayBuffer()
      if (response.status === 200) tookMs.push(performance.now() - began)
      // Its own quote was shed, too.
      else {
        failed += 1
        await new Promise((go) => setTimeout(go, 1_000))
      }
    }
  }
  await Promise.all(Array.from({ length: RENDERS }, loop))
  return { tookMs, failed }
}

function residentMb(): number {
  const status = readFileSync(`/proc/${box.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

/** What Chrome, disk and code need once, and how long renders take alone. */
await render(AbortSignal.timeout(5_000))
const alone = await render(AbortSignal.timeout(Math.round((seconds * 1000) / 3)))
const aloneMs = median(alone.tookMs)
console.log(
  `crowd alone   render median ${Math.round(aloneMs)} ms (${alone.tookMs.length}), resident ${residentMb()} MB`,
)
const idle = await Promise.all(
  Array.from({ length: IDLE }, async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }),
)
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const over = AbortSignal.timeout(seconds * 1000)
  const [{ answeredMs, shed, lost }, renders] = await Promise.all([sendQuotes(over), render(over)])
  const sorted = answeredMs.toSorted((one, other) => one - other)
  console.log(
    [
      `crowd round ${round} quotes ${sorted.length}, p50 ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms (at most 500), shed ${shed}, lost ${lost}`,
      `              renders ${renders.tookMs.length} (${renders.failed} refused), crowd/alone ${(median(renders.tookMs) / aloneMs).toFixed(2)} (at most 1.5)`,
      `              resident ${residentMb()} MB; idle connections open ${idle.filter(({ destroyed }) => !destroyed).length}`,
    ].join('\n'),
  )
}
await new Promise((go) => setTimeout(go, 10_000))
console.log(`crowd after   resident ${residentMb()} MB`)
for (const socket of idle) socket.destroy()
await internet[Symbol.asyncDispose]()
