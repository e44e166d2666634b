import { createAdaptorServer } from '@hono/node-server'
import { Fault } from '../fault.ts'
import type { Clock } from '../runtime/clock.ts'

export interface ListeningServer {
  readonly host: string
  readonly port: number
  /** Stops listening, lets answers under way finish for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

export type FetchHandler = (request: Request) => Response | Promise<Response>

/** An oversize payment header shall get our own 402, and x402 headers are 3 to 12 KiB. */
const maxHeaderBytes = 64 * 1024
/** Headers of an honest client arrive in one or two packets: slower is a slow-loris. */
const headersTimeoutMs = 10_000
/** A body is at most 32 KiB. */
const requestTimeoutMs = 15_000
/** Longer than most clients reuse a connection, shorter than proxies cut it. */
const keepAliveTimeoutMs = 65_000
/** One stranger's browser opens six; this bounds memory, not use. */
const maxConnections = 10_000
/** While the service stops. */
const sweepMs = 50

/** Listens on `host:port` (port 0: any free one) and hands every request to `handler`. Fault `listen_failed`. */
export function listen(options: {
  host: string
  port: number
  handler: FetchHandler
  clock: Clock
}): Promise<ListeningServer> {
  const server = createAdaptorServer({
    fetch: (request: Request) => options.handler(request),
    // HTTP/1.0 may leave Host out, and health checks of load balancers do. No route reads the name.
    hostname: 'localhost',
    serverOptions: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
  })
  server.maxConnections = maxConnections
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new Fault(
          'listen_failed',
          `Cannot listen on ${options.host}:${options.port}: ${cause.message}`,
          {
            facts: { host: options.host, port: options.port },
            cause,
          },
        ),
      )
    })
    server.listen(options.port, options.host, () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : options.port
      resolve({
        host: options.host,
        port,
        close: (graceMs) => closeServer(server, graceMs, options.clock),
      })
    })
  })
}

function closeServer(
  server: ReturnType<typeof createAdaptorServer>,
  graceMs: number,
  clock: Clock,
): Promise<void> {
  return new Promise((resolve) => {
    let cancelSweep = () => {}
    // A connection whose answer is out would be kept alive for its next request, which nobody will serve.
    const sweep = () => {
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      cancelSweep = clock.after(sweepMs, sweep)
    }
    const cancelCut = clock.after(graceMs, () => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
    server.close(() => {
      cancelCut()
      cancelSweep()
      resolve()
    })
    sweep()
  })
}
