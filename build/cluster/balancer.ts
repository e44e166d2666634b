import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A node that the balancer sends requests to: `host:port`. */
export interface Upstream {
  readonly name: string
  readonly address: string
}

export interface Balancer {
  readonly port: number
  /** Number of requests that each node responded to, by name. */
  readonly served: ReadonlyMap<string, number>
  close(): Promise<void>
}

const CHECK_EVERY_MS = 1_000
const CHECK_TIMEOUT_MS = 4_000

/**
 * Sends each request to the next node whose `/ready` returns 200, as Caddy does with the settings in `config/examples/cluster`.
 * It is forty lines of node:http, because the packages for it are proxy frameworks and it serves only a demonstration and tests.
 * A request is sent to another node only if the connection to the first was refused: after any other failure a payment may have
 * been consumed, and the buyer repeats the request.
 */
export async function openBalancer(
  upstreams: readonly Upstream[],
  port: number,
): Promise<Balancer> {
  const served = new Map(upstreams.map(({ name }) => [name, 0]))
  const ready = new Set<Upstream>()
  let turn = 0
  const check = async (): Promise<void> => {
    await Promise.all(
      upstreams.map(async (upstream) => {
        const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
        const isReady = await fetch(`http://${upstream.address}/ready`, { signal })
          .then(async (response) => {
            await response.body?.cancel()
            return response.ok
          })
          .catch(() => false)
        if (isReady) ready.add(upstream)
        else ready.delete(upstream)
      }),
    )
  }
  const forward = (incoming: IncomingMessage, response: ServerResponse, tried: number): void => {
    const able = upstreams.filter((one) => ready.has(one))
    turn += 1
    const upstream = able[turn % Math.max(1, able.length)]
    if (upstream === undefined || tried >= upstreams.length) {
      response
        .writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' })
        .end('No node is ready.\n')
      return
    }
    const { method, headers, url: path } = incoming
    // A new connection for each request: when a reused one breaks, it is unknown whether the request was sent.
    const outgoing = request(`http://${upstream.address}${path}`, { method, headers, agent: false })
    outgoing.on('response', (answer) => {
      served.set(upstream.name, (served.get(upstream.name) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', (error) => {
      ready.delete(upstream)
      const isUnsent = 'code' in error && error.code === 'ECONNREFUSED'
      if (isUnsent && !response.headersSent) forward(incoming, response, tried + 1)
      else response.destroy()
    })
    response.on('close', () => outgoing.destroy())
    outgoing.once('socket', (socket) => socket.once('connect', () => incoming.pipe(outgoing)))
  }
  const server = createServer((incoming, response) => forward(incoming, response, 0))
  await check()
  const checking = setInterval(() => void check(), CHECK_EVERY_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    served,
    close: async () => {
      clearInterval(checking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
