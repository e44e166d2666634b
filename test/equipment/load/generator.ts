import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import type { LoadPlan, LoadResult, Stream, StreamTimes } from './load.ts'

// The process of `generateLoad`: it gets a `LoadPlan` and sends a `LoadResult`.

const TICK_MS = 5
/** Wait for responses that are outstanding at the end. */
const GRACE_MS = 2_000

const shed = /^HTTP\/1\.1 (?:429|503) |"at_capacity"/

interface Connection {
  readonly socket: Socket
  dueAt: number
}

class Lane {
  readonly #stream: Stream
  readonly #port: number
  readonly #idle: Connection[] = []
  readonly #respondedMs: number[] = []
  readonly #shedMs: number[] = []
  #sent = 0

  constructor(stream: Stream, port: number) {
    this.#stream = stream
    this.#port = port
  }

  sendUntil(start: number, elapsedMs: number): void {
    const { perSecond, request } = this.#stream
    for (let dueMs = 0; ; this.#sent += 1) {
      dueMs = (this.#sent * 1000) / perSecond
      if (dueMs >= elapsedMs) return
      const connection = this.#idle.pop() ?? this.#dial()
      connection.dueAt = start + dueMs
      connection.socket.write(request)
    }
  }

  times(): StreamTimes {
    const ascending = (values: number[]) => values.toSorted((one, other) => one - other)
    return {
      name: this.#stream.name,
      respondedMs: ascending(this.#respondedMs),
      shedMs: ascending(this.#shedMs),
      lost: this.#sent - this.#respondedMs.length - this.#shedMs.length,
    }
  }

  #dial(): Connection {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    const connection: Connection = { socket, dueAt: 0 }
    let received = ''
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (head < 0 || received.length < head + 4 + length) return
      const ms = performance.now() - connection.dueAt
      if (shed.test(received)) this.#shedMs.push(ms)
      else this.#respondedMs.push(ms)
      received = ''
      if (this.#stream.isFresh) socket.destroy()
      else this.#idle.push(connection)
    })
    socket.on('close', () => {
      const place = this.#idle.indexOf(connection)
      if (place >= 0) this.#idle.splice(place, 1)
    })
    return connection
  }
}

// A generator that waits for a processor would count its own delay as the service's. Without the privilege its priority stays
// normal.
try {
  setPriority(constants.priority.PRIORITY_HIGHEST / 2)
} catch {}

const [plan] = (await once(process, 'message')) as [LoadPlan]
const lanes = plan.streams.map((stream) => new Lane(stream, plan.port))
const delay = monitorEventLoopDelay({ resolution: TICK_MS })
delay.enable()
const cpu = process.cpuUsage()
const began = performance.now()
const timer = setInterval(() => {
  const elapsedMs = Math.min(performance.now() - began, plan.durationMs)
  for (const lane of lanes) lane.sendUntil(began, elapsedMs)
}, TICK_MS)
await new Promise((go) => setTimeout(go, plan.durationMs))
clearInterval(timer)
delay.disable()
const { user, system } = process.cpuUsage(cpu)
await new Promise((go) => setTimeout(go, GRACE_MS))
const result: LoadResult = {
  streams: lanes.map((lane) => lane.times()),
  cpuMs: (user + system) / 1000,
  lateMs: Math.max(0, delay.percentile(99) / 1e6 - TICK_MS),
}
process.send?.(result)
await once(process, 'disconnect')
process.exit()
