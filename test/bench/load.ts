import { connect, type Socket } from 'node:net'

/** Requests per second that `port` answers over `connections` kept-alive sockets, one request at a time on each. */
export async function requestsPerSecond(options: {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly durationMs: number
}): Promise<number> {
  const request = new TextEncoder().encode(options.request)
  let answered = 0
  const until = performance.now() + options.durationMs
  const started = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      drive(options.port, request, () => {
        answered += 1
        return performance.now() < until
      }),
    ),
  )
  return (answered * 1000) / (performance.now() - started)
}

/** Sends the next request as soon as the last answer is whole, until `goOn` says no. */
function drive(port: number, request: Uint8Array, goOn: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let held = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      held += chunk
      const end = held.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(held)?.[1] ?? 0)
      if (held.length < end + 4 + length) return
      held = held.slice(end + 4 + length)
      if (goOn()) return void socket.write(request)
      socket.end()
      resolve()
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
