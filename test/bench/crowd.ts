import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { openBoxInternet } from '#test/box/box-internet.ts'
import { openBoxService } from '#test/box/box-service.ts'
import {
  generateLoad,
  quantile,
  requestOf,
  type Stream,
  type StreamTimes,
} from '#test/equipment/load/load.ts'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { execArgv } from '../../build/pack.ts'
import { median } from './load.ts'

// The whole service under load: requests at one rate after another, most of them quotes, and 2,000 idle connections, beside six
// renders and two probes that are bought without a pause; first the renders alone. `--mix quotes --rates 500` is the crowd of
// the specification. Needs the sealed internet: `npm run bench -- load`, or bash test/box/netbox.sh node test/bench/crowd.ts
// Generator, buyers and site share the machine with the service and its Chrome. The generator has priority (niceness -10, as
// root), so that its times are those of the service. The processor time that it uses is printed, and is lost to the renders.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    rates: { type: 'string', default: '250,500,1000,2000,4000' },
    mix: { type: 'string', default: 'all' },
  },
})
const rates = values.rates.split(',').map(Number)
const seconds = (Number(values.minutes) * 60) / rates.length
const IDLE = 2_000
const RENDERS = 6
const PROBES = 2
const TARGET = 'http://www.site.example.com/'

const internet = await openBoxInternet()
internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  http: respond(200, healthyFields, healthyPage),
})
const loopFile = join(tmpdir(), `urlwitness-crowd-${process.pid}`)
const preload = new URL('./loop-delay.ts', import.meta.url).href
await using box = await openBoxService(internet, {
  // The options of the executable, which itself ignores NODE_OPTIONS: its memory is measured too.
  nodeOptions: [...execArgv, `--import=${preload}?${loopFile}`].join(' '),
})
const port = Number(new URL(box.origin).port)

/** The shares of a mix, which add up to 1. */
function streamsOf(perSecond: number, screenshot: string): readonly Stream[] {
  const stream = (name: string, share: number, request: string, isFresh = false): Stream => ({
    name,
    perSecond: perSecond * share,
    isFresh,
    request,
  })
  const { endpoint } = toolDefinitions.probe_url
  const quote = requestOf('POST', endpoint, { url: 'http://93.184.215.14/' })
  if (values.mix === 'quotes') {
    return [stream('quotes', 0.5, quote), stream('quotes, new connection', 0.5, quote, true)]
  }
  const call = { name: 'probe_url', arguments: { url: 'http://93.184.215.14/' } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
  const accept = 'Accept: application/json, text/event-stream'
  return [
    stream('quotes', 0.3, quote),
    stream('quotes, new connection', 0.3, quote, true),
    stream('refusals', 0.2, requestOf('POST', endpoint, { url: 'http://10.0.0.1/' })),
    stream('quotes over MCP', 0.1, requestOf('POST', '/mcp', message, [accept])),
    stream('evidence reads', 0.1, requestOf('GET', screenshot)),
  ]
}

interface Sales {
  readonly tookMs: number[]
  refused: number
  /** Path of the last screenshot that was sold. */
  screenshot: string
}

/** Buys in `atOnce` parallel loops until `signal`: the milliseconds of each call, and the number of refused calls. */
async function buy(tool: Tool, atOnce: number, signal: AbortSignal): Promise<Sales> {
  const sales: Sales = { tookMs: [], refused: 0, screenshot: '' }
  const loop = async () => {
    while (!signal.aborted) {
      const began = performance.now()
      const response = await openBuyer().fetch(`${box.origin}${toolDefinitions[tool].endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: TARGET }),
      })
      const body = await readJson(response)
      if (response.status === 200) {
        sales.tookMs.push(performance.now() - began)
        if (body.screenshot) sales.screenshot = new URL(body.screenshot.url).pathname
      } else {
        // The quote of this purchase was shed, too.
        sales.refused += 1
        await new Promise((go) => setTimeout(go, 1_000))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  return sales
}

function residentMb(): number {
  const status = readFileSync(`/proc/${box.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}

/** Delays of the service's event loop since the last reading, from loop-delay.ts. */
async function loopDelay(): Promise<string> {
  rmSync(loopFile, { force: true })
  process.kill(box.pid, 'SIGUSR2')
  await new Promise((go) => setTimeout(go, 500))
  return readFileSync(loopFile, 'utf8')
}

/** Milliseconds in which the service's main thread ran, and in which it was runnable and did not run. */
function scheduled() {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${box.pid}/schedstat`, 'utf8')
    .split(' ')
    .map((ns) => Number(ns) / 1e6)
  return { ran, waited }
}

function lineOf({ name, respondedMs, shedMs, lost }: StreamTimes): string {
  const of = (ms: readonly number[]) =>
    `${ms.length}, p50 ${quantile(ms, 0.5)} ms, p99 ${quantile(ms, 0.99)} ms, longest ${quantile(ms, 1)} ms`
  return `  ${name}: answered ${of(respondedMs)}; shed ${shedMs.length === 0 ? 0 : of(shedMs)}; lost ${lost}`
}

/** Buys renders, and also probes unless only quotes are measured. */
async function buyAll(durationMs: number) {
  const signal = AbortSignal.timeout(durationMs)
  const probes = values.mix === 'quotes' ? 0 : PROBES
  const [renders, probed] = await Promise.all([
    buy('render_page', RENDERS, signal),
    buy('probe_url', probes, signal),
  ])
  return { renders, probed }
}

/** Warms up Chrome, disk and code once, and then measures how long renders take without the load. */
await buyAll(5_000)
const alone = await buyAll(Math.max(10_000, seconds * 250))
const aloneMs = median(alone.renders.tookMs)
console.log(
  `load of none: render median ${Math.round(aloneMs)} ms (${alone.renders.tookMs.length}), resident ${residentMb()} MB`,
)
const idle = await Promise.all(
  Array.from({ length: IDLE }, async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }),
)
for (const rate of rates) {
  await loopDelay()
  const before = scheduled()
  const own = process.cpuUsage()
  const durationMs = seconds * 1000
  const streams = streamsOf(rate, alone.renders.screenshot)
  const [load, { renders, probed }] = await Promise.all([
    generateLoad({ port, durationMs, streams }),
    buyAll(durationMs),
  ])
  const after = scheduled()
  const delay = await loopDelay()
  const { user, system } = process.cpuUsage(own)
  const share = (ms: number) => `${Math.round(ms / seconds / 10)} %`
  console.log(
    [
      `load of ${rate} a second for ${seconds} s (p99 of what is answered at most 250 ms, renders at most 1.5, event loop at most 50 ms)`,
      ...load.streams.map(lineOf),
      `  renders ${renders.tookMs.length} (${renders.refused} refused), of the time without load ${(median(renders.tookMs) / aloneMs).toFixed(2)}`,
      `  probes ${probed.tookMs.length} (${probed.refused} refused), median ${Math.round(median(probed.tookMs))} ms`,
      `  event loop of the service late by ${delay}`,
      `  of one core: service ${share(after.ran - before.ran)}, waiting for one ${share(after.waited - before.waited)}; generator ${share(load.cpuMs)} (p99 late ${Math.round(load.lateMs)} ms), buyers and site ${share((user + system) / 1000)}`,
      `  resident ${residentMb()} MB; idle connections open ${idle.filter(({ destroyed }) => !destroyed).length}`,
    ].join('\n'),
  )
}
// An idle service returns memory within two checks of ten seconds.
await new Promise((go) => setTimeout(go, 25_000))
console.log(`load of none: resident ${residentMb()} MB`)
for (const socket of idle) socket.destroy()
await internet[Symbol.asyncDispose]()
