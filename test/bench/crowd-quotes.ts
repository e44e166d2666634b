import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { toolDefinitions } from '#tools/tools.ts'

// The load generator of crowd.ts, in a process of its own: requests for quotes at a fixed rate, every other one on a new
// connection. Arguments: port, quotes per second, milliseconds. Sends a `CrowdQuotes` to its parent at the end.

export interface QuoteTimes {
  /** Milliseconds from the moment a quote was due until its 402 was complete, in ascending order. */
  readonly quotedMs: readonly number[]
  /** The same for 503. */
  readonly shedMs: readonly number[]
  /** Requests without a response. */
  readonly lost: number
}

export interface CrowdQuotes {
  readonly kept: QuoteTimes
  readonly fresh: QuoteTimes
  /** Processor time of this process, and how late its own event loop was at most for 99 of 100 timers. */
  readonly cpuMs: number
  readonly lateMs: number
}

const TICK_MS = 5
/** For responses that are under way at the end. */
const GRACE_MS = 2_000

const [port = 0, perSecond = 0, durationMs = 0] = process.argv.slice(2).map(Number)

// A generator that waits for a processor would count its own delay as the service's. Without the right it is only equal.
try {
  setPriority(constants.priority.PRIORITY_HIGHEST / 2)
} catch {}

const content = JSON.stringify({ url: 'http://93.184.215.14/' })
const request = [
  `POST ${toolDefinitions.probe_url.endpoint} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  `Content-Length: ${content.length}`,
  '',
  content,
].join('\r\n')

class Lane {
  readonly #reuses: boolean
  readonly #idle: Connection[] = []
  readonly #quotedMs: number[] = []
  readonly #shedMs: number[] = []
  #sent = 0

  constructor(reuses: boolean) {
    this.#reuses = reuses
  }

  send(dueAt: number): void {
    this.#sent += 1
    const connection = this.#idle.pop() ?? dial((done) => this.#receive(done))
    connection.dueAt = dueAt
    connection.socket.write(request)
  }

  times(): QuoteTimes {
    const ascending = (values: number[]) => values.toSorted((one, other) => one - other)
    const lost = this.#sent - this.#quotedMs.length - this.#shedMs.length
    return { quotedMs: ascending(this.#quotedMs), shedMs: ascending(this.#shedMs), lost }
  }

  #receive(connection: Connection): void {
    const ms = performance.now() - connection.dueAt
    if (connection.isQuote) this.#quotedMs.push(ms)
    else this.#shedMs.push(ms)
    if (this.#reuses && !connection.socket.destroyed) this.#idle.push(connection)
    else connection.socket.destroy()
  }
}

interface Connection {
  readonly socket: Socket
  dueAt: number
  isQuote: boolean
}

function dial(onResponse: (connection: Connection) => void): Connection {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1')
  const connection: Connection = { socket, dueAt: 0, isQuote: false }
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (head < 0 || received.length < head + 4 + length) return
    connection.isQuote = received.startsWith('HTTP/1.1 402')
    received = ''
    onResponse(connection)
  })
  return connection
}

const kept = new Lane(true)
const fresh = new Lane(false)
const delay = monitorEventLoopDelay({ resolution: TICK_MS })
delay.enable()
const cpu = process.cpuUsage()
const began = performance.now()
let sent = 0
/** An open loop: a quote is sent when it is due, however late the others are. */
const timer = setInterval(() => {
  const dueUntil = Math.min(performance.now() - began, durationMs)
  while ((sent * 1000) / perSecond < dueUntil) {
    const lane = sent % 2 === 0 ? kept : fresh
    lane.send(began + (sent * 1000) / perSecond)
    sent += 1
  }
}, TICK_MS)
await new Promise((go) => setTimeout(go, durationMs))
clearInterval(timer)
delay.disable()
const { user, system } = process.cpuUsage(cpu)
await new Promise((go) => setTimeout(go, GRACE_MS))
const result: CrowdQuotes = {
  kept: kept.times(),
  fresh: fresh.times(),
  cpuMs: (user + system) / 1000,
  lateMs: delay.percentile(99) / 1e6 - TICK_MS,
}
process.send?.(result)
await once(process, 'disconnect')
process.exit()
