import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { openBoxInternet } from '#test/box/box-internet.ts'
import { openBoxService } from '#test/box/box-service.ts'
import { healthyFields, healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { toolDefinitions } from '#tools/tools.ts'
import type { CrowdQuotes, QuoteTimes } from './crowd-quotes.ts'
import { median } from './load.ts'

// The whole service in a crowd: 500 requests for quotes a second and 2,000 idle connections beside six renders, after six renders
// alone. Needs the sealed internet: bash test/box/netbox.sh node test/bench/crowd.ts [--rounds 1] [--seconds 60] [--rate 500]
// Generator, buyers and site share the machine with the service and its Chrome. The generator comes first (niceness -10, as root),
// so that its times are those of the service; what it takes from the two cores is printed, and is missing to the renders.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    rate: { type: 'string', default: '500' },
  },
})
const seconds = Number(values.seconds)
const IDLE = 2_000
const RENDERS = 6

const internet = await openBoxInternet()
internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  http: respond(200, healthyFields, healthyPage),
})
const loopFile = join(tmpdir(), `urlwitness-crowd-${process.pid}`)
const preload = new URL('./loop-delay.ts', import.meta.url).href
await using box = await openBoxService(internet, {
  nodeOptions: `--import=${preload}?${loopFile}`,
})
const port = Number(new URL(box.origin).port)

async function sendQuotes(): Promise<CrowdQuotes> {
  const script = new URL('./crowd-quotes.ts', import.meta.url).pathname
  const generator = fork(script, [String(port), values.rate, String(seconds * 1000)])
  const [result] = await once(generator, 'message')
  generator.disconnect()
  return result
}

/** Six at a time until `signal`: the milliseconds of each, and how many were refused. */
async function render(signal: AbortSignal) {
  const tookMs: number[] = []
  let refused = 0
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
        refused += 1
        await new Promise((go) => setTimeout(go, 1_000))
      }
    }
  }
  await Promise.all(Array.from({ length: RENDERS }, loop))
  return { tookMs, refused }
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

/** Milliseconds that the service's main thread ran, and that it was ready to run and did not. */
function scheduled() {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${box.pid}/schedstat`, 'utf8')
    .split(' ')
    .map((ns) => Number(ns) / 1e6)
  return { ran, waited }
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

function lineOf(name: string, { quotedMs, shedMs, lost }: QuoteTimes): string {
  const of = (ms: readonly number[]) =>
    `${ms.length}, p50 ${at(ms, 0.5)} ms, p99 ${at(ms, 0.99)} ms, longest ${at(ms, 1)} ms`
  return `  ${name}  quoted ${of(quotedMs)}; shed ${of(shedMs)}; lost ${lost}`
}

/** What Chrome, disk and code need once, and how long renders take alone. */
await render(AbortSignal.timeout(5_000))
const alone = await render(AbortSignal.timeout(Math.round((seconds * 1000) / 3)))
const aloneMs = median(alone.tookMs)
console.log(
  `crowd alone: render median ${Math.round(aloneMs)} ms (${alone.tookMs.length}), resident ${residentMb()} MB`,
)
const idle = await Promise.all(
  Array.from({ length: IDLE }, async () => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }),
)
for (let round = 1; round <= Number(values.rounds); round += 1) {
  await loopDelay()
  const before = scheduled()
  const own = process.cpuUsage()
  const [quotes, renders] = await Promise.all([
    sendQuotes(),
    render(AbortSignal.timeout(seconds * 1000)),
  ])
  const after = scheduled()
  const delay = await loopDelay()
  const { user, system } = process.cpuUsage(own)
  const share = (ms: number) => `${Math.round(ms / seconds / 10)} %`
  console.log(
    [
      `crowd round ${round} (p99 of what is quoted at most 250 ms, renders at most 1.5)`,
      lineOf('kept-alive', quotes.kept),
      lineOf('new       ', quotes.fresh),
      `  renders ${renders.tookMs.length} (${renders.refused} refused), crowd/alone ${(median(renders.tookMs) / aloneMs).toFixed(2)}`,
      `  of one core: service ${share(after.ran - before.ran)}, waiting for one ${share(after.waited - before.waited)}; generator ${share(quotes.cpuMs)} (p99 late ${Math.round(quotes.lateMs)} ms), buyers and site ${share((user + system) / 1000)}`,
      `  event loop of the service late by ${delay}`,
      `  resident ${residentMb()} MB; idle connections open ${idle.filter(({ destroyed }) => !destroyed).length}`,
    ].join('\n'),
  )
}
await new Promise((go) => setTimeout(go, 5_000))
console.log(`crowd after: resident ${residentMb()} MB`)
for (const socket of idle) socket.destroy()
await internet[Symbol.asyncDispose]()
