import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '#fault.ts'
import type { ReachResult, TcpSocket } from '#net/tcp/dial.ts'
import { hostLoopback, isLoopbackAddress, type Loopback, portOf } from '#net/tcp/loopback.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { refuse } from '#target/refusal.ts'
import type { ParsedTarget, Target } from '#target/target.ts'
import { forwardRequest, HEADER_BYTES } from './forward.ts'
import { PROXY_HOST } from './proxy-host.ts'
import {
  type EgressMark,
  sendBadRequest,
  sendProxyResponse,
  tunnelResponse,
} from './proxy-response.ts'
import {
  blockOf,
  type EgressBlock,
  type EgressDraft,
  type EgressRecord,
  newRecord,
} from './record.ts'
import { framingOf, isAbsoluteForm, requestTarget, tunnelTarget } from './request-target.ts'
import { joinTunnel, type TransferCounter } from './tunnel.ts'

export interface EgressCaps {
  /** Maximum number of bytes to and from targets, including header fields, over all connections. */
  readonly transferBytes: number
  readonly requests: number
  /** Maximum number of connections to targets at the same time. */
  readonly connections: number
}

export const standardEgressCaps: EgressCaps = {
  // Ten times the median page; beyond it a page is a download.
  transferBytes: 50 * 1024 * 1024,
  // The recorder of a page stops at 500 requests; a connection carries at least one, and retries add to that.
  requests: 1_000,
  // Chrome opens 32 connections to one proxy; WebSockets have a separate pool.
  connections: 96,
}

/** What a proxy needs to serve one job. */
export interface EgressJob {
  /** Connects to a target by name resolution, the policy check and `dial`. The only source of sockets. */
  readonly reach: (target: Target, deadline: Deadline) => Promise<ReachResult>
  readonly deadline: Deadline
  readonly caps: EgressCaps
  /** Called once for each request, when it is decided. */
  readonly onDecision?: (record: EgressRecord) => void
}

export interface EgressOptions {
  readonly clock: Clock
  readonly random: Random
  /**
   * A loopback address that no other program on the machine listens on: it is the only exception in Chrome's resolver
   * rules.
   */
  readonly host?: string
  /** The loopback of the browser that uses this proxy. */
  readonly loopback?: Loopback
}

/**
 * Opens a proxy on an ephemeral port. It is closed by default: requests before `open` and after the job's deadline are
 * refused.
 *
 * @throws Fault `egress_unavailable` when the address is not a loopback address, or cannot be listened on
 */
export async function openEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const { loopback = hostLoopback, host = PROXY_HOST } = options
  if (!isLoopbackAddress(host)) throw notLoopback(host)
  const server = createProxyServer()
  const proxy = new EgressProxy(server, host, options)
  try {
    await loopback.listen(server, { host, port: 0 })
  } catch (cause) {
    throw hostUnavailable(host, cause)
  }
  return proxy
}

/** Maximum number of client connections. Chrome opens 32 to a proxy and 255 for WebSockets; more do not come from Chrome. */
const MAX_CLIENT_CONNECTIONS = 300

function createProxyServer(): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    // Set regardless of the process's options: a lenient parser could read a message differently from the next server.
    insecureHTTPParser: false,
    // The job's deadline limits everything; these timeouts only end connections to a closed proxy.
    headersTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
  })
  // Header sections are limited by bytes. Node would silently drop the fields above a count limit, including those that
  // frame the body.
  server.maxHeadersCount = 0
  server.maxConnections = MAX_CLIENT_CONNECTIONS
  return server
}

interface RunningJob {
  readonly job: EgressJob
  readonly startedAt: number
}

/** The forward proxy of one browser context. The browser has no other route to any host. */
export class EgressProxy {
  readonly host: string
  /**
   * A header field on every response that the proxy itself makes; an origin's field of that name is dropped. Trust it
   * only on responses to `http:` requests: a page may read it from its own failed request, and its server could send it
   * inside a tunnel.
   */
  readonly mark: EgressMark
  readonly #server: Server
  readonly #clock: Clock
  readonly #records: EgressDraft[] = []
  readonly #sockets = new Set<Duplex>()
  readonly #endAll = () => {
    for (const socket of this.#sockets) socket.destroy()
  }
  #running: RunningJob | null = null
  #closed = false
  #connections = 0
  #strays = 0
  #transferred = 0

  constructor(server: Server, host: string, { clock, random }: EgressOptions) {
    this.host = host
    this.mark = { name: 'x-urlwitness-egress', value: hexOf(random.bytes(16)) }
    this.#server = server
    this.#clock = clock
    server.on('connection', (client) => {
      this.#track(client)
      // A kernel configured to route 127.0.0.0/8 (route_localnet) would admit other hosts of the network.
      if (!isLoopbackAddress(client.remoteAddress ?? '')) this.#stray(client)
    })
    server.on(
      'connect',
      (request, client: Socket, head) => void this.#tunnel(request, client, head),
    )
    server.on('request', (request, response) => void this.#forward(request, response))
    // WebSockets arrive as tunnels; no other protocol change is allowed on a plain connection.
    server.on('upgrade', (_request, client) => this.#stray(client))
    server.on('clientError', (_error, client) => this.#stray(client))
  }

  /** The port of the proxy, chosen by the system. */
  get port(): number {
    return portOf(this.#server)
  }

  /** The records in the order of the requests. The array is live. */
  get records(): readonly EgressRecord[] {
    return this.#records
  }

  /**
   * Number of messages that no browser sends to its proxy, which therefore come from another program. They get no
   * record, and at most a 400 response.
   */
  get strays(): number {
    return this.#strays
  }

  /** Admits the requests of one job from now on, until its deadline. */
  open(job: EgressJob): void {
    this.#running = { job, startedAt: this.#clock.monotonicMs() }
    if (job.deadline.signal.aborted) this.#endAll()
    else job.deadline.signal.addEventListener('abort', this.#endAll, { once: true })
  }

  /** Ends every connection. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#running?.job.deadline.signal.removeEventListener('abort', this.#endAll)
    const serverClosed = once(this.#server, 'close')
    this.#server.close()
    this.#endAll()
    await serverClosed
  }

  async #tunnel(request: IncomingMessage, client: Socket, head: Uint8Array): Promise<void> {
    const authority = request.url ?? ''
    const draft = this.#draft('tunnel', 'CONNECT', authority)
    const target = await this.#decide(draft, tunnelTarget(authority))
    this.#running?.job.onDecision?.(draft)
    if (target === null) {
      // Keep reading; otherwise the end of the client's data would never be seen.
      client.end(tunnelResponse(draft, this.mark)).resume()
      return
    }
    joinTunnel(client, target, head, this.#countFor(draft, target))
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = request.url ?? ''
    if (!isAbsoluteForm(line)) {
      this.#strays += 1
      sendBadRequest(response)
      return
    }
    const draft = this.#draft('request', request.method ?? '', line)
    const framing = framingOf(request.headersDistinct)
    const parsed = framing === null ? refuse('url_syntax') : requestTarget(line)
    const socket = await this.#decide(draft, parsed)
    this.#running?.job.onDecision?.(draft)
    if (socket === null || framing === null) return sendProxyResponse(response, draft, this.mark)
    forwardRequest(
      { request, response, draft, framing, socket },
      {
        mark: this.mark,
        hasEnded: () => this.#hasEnded(),
        transfer: this.#countFor(draft, socket),
      },
    )
  }

  #draft(kind: EgressDraft['kind'], method: string, requested: string): EgressDraft {
    const running = this.#running
    const atMs = running === null ? 0 : Math.round(this.#clock.monotonicMs() - running.startedAt)
    const draft = newRecord({ kind, method, requested, atMs })
    // Records are not read before and after the job, and a page that continues to send requests must not fill the
    // memory.
    if (running !== null && this.#records.length < running.job.caps.requests * 2) {
      this.#records.push(draft)
    }
    return draft
  }

  /** Opens a connection for the request; null when it is blocked or fails, with the reason in the draft. */
  async #decide(draft: EgressDraft, parsed: ParsedTarget): Promise<TcpSocket | null> {
    const running = this.#running
    const block = this.#blockReason()
    if (block !== null || running === null) return blocked(draft, block ?? 'closed')
    if (parsed.status === 'refused') {
      draft.refusal = parsed.refusal
      return blocked(draft, blockOf[parsed.refusal.type])
    }
    draft.target = parsed.target
    this.#connections += 1
    const reached = await reach(running.job, parsed.target)
    draft.dnsMs = reached.dnsMs
    draft.connectMs = reached.connectMs
    if (reached.status === 'reached' && !this.#hasEnded()) return this.#admit(draft, reached)
    this.#connections -= 1
    if (reached.status === 'reached') {
      reached.socket.destroy()
      return blocked(draft, 'deadline')
    }
    if (reached.refusal !== null) {
      draft.refusal = reached.refusal
      return blocked(draft, blockOf[reached.refusal.type])
    }
    draft.decision = 'failed'
    draft.error = reached.error
    return null
  }

  #admit(draft: EgressDraft, reached: Extract<ReachResult, { status: 'reached' }>): TcpSocket {
    const socket = this.#track(reached.socket)
    socket.once('close', () => {
      this.#connections -= 1
    })
    draft.address = reached.address
    draft.decision = 'allowed'
    return socket
  }

  /**
   * The reason why the proxy or the job blocks every request, checked before the target; null when there is no such
   * reason.
   */
  #blockReason(): EgressBlock | null {
    if (this.#running === null || this.#closed) return 'closed'
    const { deadline, caps } = this.#running.job
    if (deadline.signal.aborted) return 'deadline'
    if (this.#records.length > caps.requests) return 'requests'
    if (this.#transferred > caps.transferBytes) return 'transfer_bytes'
    return this.#connections >= caps.connections ? 'connections' : null
  }

  #hasEnded(): boolean {
    return this.#closed || this.#running === null || this.#running.job.deadline.signal.aborted
  }

  #countFor(draft: EgressDraft, socket: Duplex): TransferCounter {
    const add = (bytes: number) => {
      this.#transferred += bytes
      const cap = this.#running?.job.caps.transferBytes ?? Number.POSITIVE_INFINITY
      if (this.#transferred <= cap) return
      blocked(draft, 'transfer_bytes')
      socket.destroy()
    }
    return {
      up: (bytes) => {
        draft.bytesUp += bytes
        add(bytes)
      },
      down: (bytes) => {
        draft.bytesDown += bytes
        add(bytes)
      },
    }
  }

  #track<S extends Duplex>(socket: S): S {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  #stray(client: Duplex): void {
    this.#strays += 1
    client.destroy()
  }
}

function blocked(draft: EgressDraft, block: EgressBlock): null {
  draft.decision = 'blocked'
  draft.block = block
  return null
}

async function reach(job: EgressJob, target: Target): Promise<ReachResult> {
  try {
    return await job.reach(target, job.deadline)
  } catch (cause) {
    // The machine is out of descriptors, or the job is over: either way nothing is known about the target.
    const raw = cause instanceof Fault ? cause.code : 'unknown'
    return {
      status: 'unreached',
      error: { code: 'deadline', phase: 'connect', raw, alert: null },
      refusal: null,
      dnsMs: 0,
      connectMs: null,
    }
  }
}

function hostUnavailable(host: string, cause: unknown): Fault {
  const advice = `On macOS first run: sudo ifconfig lo0 alias ${host}`
  const message = `The proxy for Chrome cannot listen on ${host}. ${advice}`
  return new Fault('egress_unavailable', message, { facts: { host }, cause })
}

function notLoopback(host: string): Fault {
  const message = 'The proxy for Chrome listens on a loopback address (127.0.0.0/8, ::1) only.'
  return new Fault('egress_unavailable', message, { facts: { host } })
}
