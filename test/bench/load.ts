import { connect, type Socket } from 'node:net'

/** Requests per second that `port` serves over `connections` kept-alive sockets, one request at a time on each. */
export async function requestsPerSecond(options: {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly durationMs: number
}): Promise<number> {
  const request = new TextEncoder().encode(options.request)
  const { perSecond } = await answersPerSecond({
    ...options,
    lanes: Array.from({ length: options.connections }, () => () => request),
  })
  return perSecond
}

/**
 * As above, with separate requests for each socket, until `durationMs` is over or none are left. `refused` counts
 * the responses other than 200.
 */
export async function answersPerSecond(options: {
  readonly port: number
  readonly lanes: readonly (() => Uint8Array | undefined)[]
  readonly durationMs: number
}): Promise<{ readonly perSecond: number; readonly seconds: number; readonly refused: number }> {
  let answered = 0
  let refused = 0
  const until = performance.now() + options.durationMs
  const started = performance.now()
  await Promise.all(
    options.lanes.map((next) =>
      drive(
        options.port,
        () => (performance.now() < until ? next() : undefined),
        (status) => {
          answered += 1
          if (status !== 200) refused += 1
        },
      ),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  return { perSecond: answered / seconds, seconds, refused }
}

/** Sends the next request as soon as the last response is complete, until none is left. */
function drive(
  port: number,
  next: () => Uint8Array | undefined,
  onAnswer: (status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = () => {
      const request = next()
      if (request !== undefined) return void socket.write(request)
      socket.end()
      resolve()
    }
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let held = ''
    socket.setEncoding('latin1')
    socket.on('connect', goOn)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      held += chunk
      const end = held.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(held)?.[1] ?? 0)
      if (held.length < end + 4 + length) return
      onAnswer(Number(held.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)))
      held = held.slice(end + 4 + length)
      goOn()
    })
  })
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
