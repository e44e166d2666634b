import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { codeOf, Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { hexOf } from '#runtime/encoding.ts'
import { isNode, openFileLimit } from '#runtime/process/process.ts'
import { type RequestStart, withoutConnection } from '#runtime/process/turn-limit.ts'
import type { Random } from '#runtime/random.ts'
import { type ListeningSockets, openListeningSockets } from './connections/listening-sockets.ts'
import { type PendingResponse, RequestQueues } from './connections/pipelining.ts'
import {
  lastResponse,
  malformed,
  notImplemented,
  parseProblem,
  protocolProblem,
  type RequestHead,
} from './connections/protocol-errors.ts'
import { StartQueue } from './connections/start-queue.ts'
import { internalError, type Problem } from './problem.ts'
import { problemResponse } from './response.ts'
import type { ServerCertificate } from './server-certificate.ts'

export interface ListeningServer extends Pick<ListeningSockets, 'port' | 'openOthers'> {
  readonly host: string
  /** Serves this certificate to new handshakes; open connections keep theirs. No effect without TLS. */
  renew(certificate: ServerCertificate): void
  /** Stops listening, lets pending responses finish for `graceMs`, then closes the remaining connections. */
  close(graceMs: number): Promise<void>
}

/** What the server knows about a request in addition to its message. */
export interface ExchangeFacts extends RequestStart {
  /** The X-Request-Id of the response. */
  readonly requestId: string
  /** Calls the listener once: true if the whole response was handed to the connection, false if the connection ended before. */
  onEnd(listener: EndListener): void
}

type EndListener = (isWritten: boolean) => void

/** Like `onEnd`, also for a request that came without a connection: its response counts as not written. */
export function notifyEnd(exchange: ExchangeFacts | undefined, listener: EndListener): void {
  if (exchange === undefined) listener(false)
  else exchange.onEnd(listener)
}

export type FetchHandler = (
  request: Request,
  exchange: ExchangeFacts,
) => Response | Promise<Response>

/** x402 headers are 3 to 12 KiB, and an oversize payment header must reach us to get its 402. */
const MAX_HEADER_BYTES = 64 * 1024
/** A normal client sends its headers in one or two packets; anything slower is a slow-loris attack. */
const HEADERS_TIMEOUT_MS = 10_000
/** Time limit of a whole request: a body is at most 32 KiB. */
const REQUEST_TIMEOUT_MS = 15_000
/** Longer than the time in which most clients reuse a connection, shorter than the idle timeout of proxies. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Limit of the client connections. A browser opens six; this bounds memory, not use. */
const MAX_CONNECTIONS = 10_000
/** File descriptors for everything else: six browser jobs hold 96 connections on each side of their proxies, DNS queries 160. */
const RESERVED_DESCRIPTORS = 2_000

/**
 * The limit of concurrent client connections, so that idle ones never take the descriptors that jobs, DNS and the
 * ledger need. `openFiles`: RLIMIT_NOFILE; null if the system does not report it. If `openFiles` is below twice the reserve,
 * the limit is half of it.
 */
export function maxConnectionsFor(openFiles: number | null): number {
  if (openFiles === null) return MAX_CONNECTIONS
  const available = Math.max(openFiles - RESERVED_DESCRIPTORS, Math.floor(openFiles / 2))
  return Math.min(MAX_CONNECTIONS, available)
}
/** Interval for closing idle connections during shutdown. */
const SWEEP_MS = 50

/** Older versions have known weaknesses, and no paying client supports only those (RFC 8996). */
const minTlsVersion = 'TLSv1.2'

export interface ListenOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly handler: FetchHandler
  readonly clock: Clock
  /** With a certificate the listener accepts TLS only. */
  readonly certificate?: ServerCertificate | null
  readonly random: Random
  /** Idle time after which a connection is closed; must exceed the duration of the longest job. */
  readonly idleTimeoutMs: number
  /** Whether many clients connect at once. */
  readonly hasManyClients?: boolean
}

/** Listens and passes every request to `handler`. Rejects with the Fault `listen_failed`. */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const { host, port, clock, hasManyClients = false } = options
  const queues = new RequestQueues(new StartQueue(clock))
  const respond = getRequestListener(responder(options), {
    // In place of a missing Host field.
    hostname: 'localhost',
    errorHandler: (error) =>
      problemResponse(error instanceof RequestError ? malformed : internalError),
  })
  const server = await createListener(options.certificate ?? null, (incoming, outgoing) =>
    queues.serialize(incoming.socket, outgoing, (start) => {
      outgoing.start = start
      // A ping of the whole server (RFC 9110 9.3.7), which the adapter would refuse: it accepts only targets that are URLs.
      if (incoming.method === 'OPTIONS' && incoming.url === '*') incoming.url = '/'
      void respond(incoming, outgoing)
    }),
  )
  if (isNode()) server.closeIdleConnections = () => queues.closeIdle()
  handleProtocolErrors(server, queues, clock)
  // Otherwise a client that never reads its response would hold the connection forever.
  server.setTimeout(options.idleTimeoutMs)
  const socketsOptions = {
    host,
    port,
    maxConnections: maxConnectionsFor(openFileLimit()),
    hasManyClients,
    onCrowded: idleSweeper(server, clock),
  }
  const sockets = await openListeningSockets(server, socketsOptions).catch((cause: Error) => {
    throw new Fault('listen_failed', `Cannot listen on ${host}:${port}: ${adviceOn(cause)}`, {
      facts: { host, port },
      cause,
    })
  })
  return {
    host,
    port: sockets.port,
    openOthers: sockets.openOthers,
    renew: (renewed) => {
      if ('setSecureContext' in server) server.setSecureContext(tlsOptions(renewed))
    },
    close: (graceMs) => closeServer(server, sockets, graceMs, clock),
  }
}

/** Interval for closing idle connections while nearly as many are open as are allowed: each time all of them are looked at. */
const CROWDED_SWEEP_MS = 1_000

/**
 * Closes the connections that wait for another request. Otherwise one client that keeps thousands of them open, at the cost of
 * a request per minute each, would keep all others out.
 */
function idleSweeper(server: Server, clock: Clock): () => void {
  let sweptMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.monotonicMs()
    if (now - sweptMs < CROWDED_SWEEP_MS) return
    sweptMs = now
    server.closeIdleConnections()
  }
}

/** Responds to what does not reach the handler of requests: Node would send a bare status, or nothing. */
function handleProtocolErrors(server: Server, queues: RequestQueues, clock: Clock): void {
  const end = (socket: Duplex, problem: Problem) => {
    socket.on('error', () => {})
    if (!socket.writable) {
      socket.destroy()
      return
    }
    // What was written before is still sent; what the client sends from now on is not read.
    socket.once('finish', () => socket.destroy())
    if (queues.canRespond(socket)) socket.end(lastResponse(problem, clock.now()))
    else socket.end()
  }
  // Node emits `clientError` for a failed handshake too. A response to that would wait for the end of the handshake without limit.
  server.prependListener('tlsClientError', (_error, socket) => socket.destroy())
  server.on('clientError', (error, socket) => end(socket, parseProblem(error)))
  server.on('connect', (_request, socket) => end(socket, notImplemented))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Adds request id and duration to the responses of the handler. */
function responder({ handler, clock, random }: ListenOptions) {
  const nextId = requestIds(random)
  return (request: Request, { incoming, outgoing }: Bindings) => {
    const problem = protocolProblem(incoming)
    if (problem !== null) return problemResponse(problem, { connection: 'close' })
    const exchange = new Exchange(nextId(), outgoing, isTimed(request.url) ? clock : null)
    if (outgoing instanceof AnnotatedResponse) outgoing.exchange = exchange
    return handler(request, exchange)
  }
}

/**
 * The duration of a lookup would reveal whether the secret id of a screenshot (spec 2.3) or of a report ever existed.
 * Percent-escapes may hide such a path.
 */
function isTimed(url: string): boolean {
  return !/[^/]\/(?:evidence|reports)\b|%/.test(url)
}

class Exchange implements ExchangeFacts {
  readonly requestId: string
  readonly network: string
  readonly waitedMs: number
  readonly #outgoing: Bindings['outgoing']
  readonly #clock: Pick<Clock, 'monotonicMs'> | null
  readonly #startedMs: number

  /** `clock`: measures the duration of the request; null to keep it secret. */
  constructor(
    requestId: string,
    outgoing: Bindings['outgoing'],
    clock: Pick<Clock, 'monotonicMs'> | null,
  ) {
    this.requestId = requestId
    const { network, waitedMs } = outgoing.start ?? withoutConnection
    this.network = network
    this.waitedMs = waitedMs
    this.#outgoing = outgoing
    this.#clock = clock
    this.#startedMs = clock?.monotonicMs() ?? 0
  }

  onEnd(listener: EndListener): void {
    const outgoing = this.#outgoing
    if (outgoing.closed) listener(false)
    else outgoing.once('close', () => listener(outgoing.writableFinished))
  }

  /** Milliseconds since the request came; null if they are secret. */
  elapsedMs(): number | null {
    return this.#clock === null ? null : this.waitedMs + this.#clock.monotonicMs() - this.#startedMs
  }
}

/**
 * Adds the fields that only the server knows. Fields on the Response object would disable the adapter's fast path, and after
 * `setHeader` Node copies all fields once more. A method made for each response would take 3 % of the time of a free response.
 */
class AnnotatedResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {
  exchange: Exchange | null = null
  start: RequestStart | undefined

  override writeHead(status: number, fields?: OutgoingHttpHeaders | unknown[] | string): this {
    const { exchange } = this
    // The adapter passes an object, or nothing.
    const headers = typeof fields === 'object' && !Array.isArray(fields) ? fields : {}
    if (exchange === null) return super.writeHead(status, headers)
    const allHeaders: OutgoingHttpHeaders = { ...headers, 'x-request-id': exchange.requestId }
    const ms = exchange.elapsedMs()
    if (ms !== null) allHeaders['server-timing'] = `total;dur=${ms.toFixed(1)}`
    return super.writeHead(status, allHeaders)
  }
}

/**
 * Node parses the whole of a packet, thousands of pipelined requests, even if their connection was closed during it: packets of
 * two hundred connections took seven seconds in one turn. It stops at a request that upgrades the connection, so the next one
 * on a closed connection counts as such.
 */
class StoppableMessage extends IncomingMessage {
  #upgrades: boolean | null = null

  get upgrade(): boolean | null {
    return this.socket.destroyed || this.#upgrades
  }

  /** Node sets it, also in the constructor of the superclass, when this object has no fields yet. */
  set upgrade(upgrades: boolean | null) {
    if (#upgrades in this) this.#upgrades = upgrades
  }
}

async function createListener(
  certificate: ServerCertificate | null,
  respond: (incoming: IncomingMessage, outgoing: AnnotatedResponse) => void,
): Promise<Server | TlsServer> {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // `protocolProblem` requires it, and its response says so.
    requireHostHeader: false,
    ServerResponse: AnnotatedResponse,
    IncomingMessage: StoppableMessage,
  }
  if (certificate === null) return createServer(limits, respond)
  const https = await import('node:https')
  const tls = { ...tlsOptions(certificate), handshakeTimeout: HEADERS_TIMEOUT_MS }
  return https.createServer({ ...limits, ...tls }, respond)
}

/** The part of the library's bindings that is used. */
interface Bindings {
  readonly incoming: RequestHead
  readonly outgoing: PendingResponse & {
    readonly closed: boolean
    readonly start?: RequestStart | undefined
  }
}

/**
 * Hexadecimal digits of an id, and ids per draw of random bytes. One draw per id would take a tenth of the time of a free
 * response, one draw for 64 ids a fiftieth.
 */
const ID_DIGITS = 24
const IDS_PER_BATCH = 256

/** Makes random ids: a counter would reveal the volume of sales. */
function requestIds(random: Random): () => string {
  let digits = ''
  let used = 0
  return () => {
    if (used === digits.length) {
      digits = hexOf(random.bytes((ID_DIGITS / 2) * IDS_PER_BATCH))
      used = 0
    }
    used += ID_DIGITS
    return digits.slice(used - ID_DIGITS, used)
  }
}

function tlsOptions({ cert, key }: ServerCertificate) {
  return { cert, key, minVersion: minTlsVersion } as const
}

async function closeServer(
  server: Server,
  sockets: ListeningSockets,
  graceMs: number,
  clock: Clock,
): Promise<void> {
  let cancelSweep = () => {}
  // Keep-alive would leave idle connections open for requests that are no longer served.
  const sweep = () => {
    server.closeIdleConnections()
    cancelSweep = clock.after(SWEEP_MS, sweep)
  }
  const cancelForcedClose = clock.after(graceMs, () => {
    server.closeAllConnections()
  })
  const closed = sockets.close()
  sweep()
  await closed
  cancelForcedClose()
  cancelSweep()
}

function adviceOn(cause: Error): string {
  const code = codeOf(cause)
  if (code === 'EADDRINUSE')
    return 'a program listens there already. Stop it, or choose another port.'
  if (code === 'EACCES') return 'this user may not use that port. Choose one above 1023.'
  if (code === 'EADDRNOTAVAIL')
    return 'this machine does not have that address. Use one that it has.'
  return `${cause.message}.`
}
