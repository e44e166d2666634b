import { createServer as createTlsServer } from 'node:https'
import { createAdaptorServer } from '@hono/node-server'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { type Connected, oneByOne, type Responding } from './pipelining.ts'
import type { ServerCertificate } from './server-certificate.ts'

export interface ListeningServer {
  readonly host: string
  readonly port: number
  /** New handshakes show this certificate from now on; connections under way keep theirs. Only of a listener with TLS. */
  renew(certificate: ServerCertificate): void
  /** Stops listening, lets answers under way finish for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

/** `requestId`: what the answer carries as X-Request-Id. */
export type FetchHandler = (request: Request, requestId: string) => Response | Promise<Response>

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

/** Older versions have known weaknesses, and no client that pays speaks only those (RFC 8996). */
const minTlsVersion = 'TLSv1.2'

/**
 * Listens on `host:port` (port 0: any free one) and hands every request to `handler`; with a certificate over TLS only.
 * Fault `listen_failed`.
 */
export function listen(options: {
  host: string
  port: number
  handler: FetchHandler
  clock: Clock
  certificate?: ServerCertificate | null
  random: Random
  /** A connection on which nothing moves for so long is cut: longer than the longest job is silent. */
  silenceMs: number
}): Promise<ListeningServer> {
  const { certificate = null, clock, handler } = options
  const nextId = requestIds(options.random)
  const inTurn = oneByOne()
  const limits = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: keepAliveTimeoutMs,
  }
  const server = createAdaptorServer({
    fetch: (request: Request, { incoming, outgoing }: Bindings) => {
      const began = clock.monotonicMs()
      const requestId = nextId()
      const told = (response: Response): Response => {
        // On the answer itself they would cost its fast way out.
        outgoing.setHeader('x-request-id', requestId)
        // How long a look for a picture took would tell whether its id was ever one (spec 2.3); an escape may spell its path.
        if (!/\/evidence|%/.test(request.url)) {
          const ms = (clock.monotonicMs() - began).toFixed(1)
          outgoing.setHeader('server-timing', `total;dur=${ms}`)
        }
        return response
      }
      const answered = inTurn(
        incoming.socket,
        outgoing,
        () => handler(request, requestId),
        nobodyThere,
      )
      return answered instanceof Promise ? answered.then(told) : told(answered)
    },
    // HTTP/1.0 may leave Host out, and health checks of load balancers do. No route reads the name.
    hostname: 'localhost',
    ...(certificate === null
      ? { serverOptions: limits }
      : {
          createServer: createTlsServer,
          serverOptions: {
            ...limits,
            ...tlsOptions(certificate),
            handshakeTimeout: headersTimeoutMs,
          },
        }),
  })
  server.maxConnections = maxConnections
  // Else who never reads an answer would hold it for ever.
  server.setTimeout(options.silenceMs)
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new Fault(
          'listen_failed',
          `Cannot listen on ${options.host}:${options.port}: ${cause.message}. ${adviceOn(cause)}`,
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
        renew: (renewed) => {
          if ('setSecureContext' in server) server.setSecureContext(tlsOptions(renewed))
        },
        close: (graceMs) => closeServer(server, graceMs, options.clock),
      })
    })
  })
}

/** What of the library's bindings is used. */
interface Bindings {
  readonly incoming: { readonly socket: Connected }
  readonly outgoing: Responding & { setHeader(name: string, value: string): void }
}

/** Reaches nobody. */
const nobodyThere = () => new Response(null, { status: 503 })

/** Bytes of chance per id, and ids per draw: one draw for each would cost a tenth of a free answer. */
const idBytes = 12
const idsPerDraw = 64

/** Random: a count would tell strangers how much is sold. */
function requestIds(random: Random): () => string {
  let drawn = ''
  return () => {
    if (drawn === '') {
      const bytes = random.bytes(idBytes * idsPerDraw)
      drawn = hexOf(bytes)
    }
    const id = drawn.slice(0, idBytes * 2)
    drawn = drawn.slice(idBytes * 2)
    return id
  }
}

function tlsOptions({ cert, key }: ServerCertificate) {
  return { cert, key, minVersion: minTlsVersion } as const
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

function adviceOn(cause: Error): string {
  const code = 'code' in cause ? cause.code : null
  if (code === 'EADDRINUSE') return 'Stop what listens there, or name another port.'
  if (code === 'EACCES') return 'This user may not take that port: name one above 1023.'
  return 'Name an address of this machine.'
}
