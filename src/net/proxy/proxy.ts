import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '#fault.ts'
import type { TcpSocket } from '#net/tcp/dial.ts'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import { refuse } from '#target/refusal.ts'
import type { ParsedTarget, Target } from '#target/target.ts'
import { HEADER_BYTES, pass } from './forward.ts'
import { type EgressMark, ownResponse, ownTunnelResponse, strayResponse } from './own-response.ts'
import { PROXY_HOST } from './proxy-host.ts'
import {
  blockOf,
  type EgressBlock,
  type EgressDraft,
  type EgressReached,
  type EgressRecord,
} from './record.ts'
import { framingOf, isAbsoluteForm, requestTarget, tunnelTarget } from './request-target.ts'
import { joinTunnel } from './tunnel.ts'

export interface EgressCaps {
  /** Bytes to and from targets, header fields included, all connections together. */
  readonly transferBytes: number
  readonly requests: number
  /** Open at the same time. */
  readonly connections: number
}

export const standardEgressCaps: EgressCaps = {
  // Ten times the median page; beyond it a page is a download.
  transferBytes: 50 * 1024 * 1024,
  // The recorder of a page stops at 500; a connection carries one at least, and retries come on top.
  requests: 1_000,
  // Chrome opens 32 to one proxy; WebSockets have a pool of their own.
  connections: 96,
}

/** What a proxy is opened for. */
export interface EgressJob {
  /** From a target to a socket: names, policy and `dial` are its business, and nothing else gets a socket. */
  readonly reach: (target: Target, deadline: Deadline) => Promise<EgressReached>
  readonly deadline: Deadline
  readonly caps: EgressCaps
  /** Called once for each request, when it is decided. */
  readonly onDecision?: (record: EgressRecord) => void
}

/** A forward proxy of one browser context. Whatever the browser asks for, no other host is reached through it. */
export interface EgressProxy {
  readonly host: string
  readonly port: number
  /**
   * A field on every answer of the proxy's own; an origin's field of that name is dropped. Trust it on answers to `http:`
   * alone: a page may read it off its own failed request, and inside a tunnel its server could say it again.
   */
  readonly mark: EgressMark
  /** Lets one job through from now on; until then, and after it has ended, nothing. */
  open(job: EgressJob): void
  /** In the order of asking; live. */
  readonly records: readonly EgressRecord[]
  /** Messages that no browser sends to its proxy: somebody else knocks. They get nothing, and are in no record. */
  readonly strays: number
  /** Ends every connection. Idempotent. */
  close(): Promise<void>
}

export interface EgressOptions {
  readonly clock: Clock
  readonly random: Random
  /** An address of loopback that nothing else of the machine listens on: Chrome's only exception is this one. */
  readonly host?: string
  /** Where the browser is that this proxy is for. */
  readonly loopback?: Loopback
}

/** Chrome opens 32 to a proxy and 255 for WebSockets; what is beyond that is not Chrome. */
const CLIENT_CONNECTIONS = 300

interface Running {
  readonly job: EgressJob
  readonly startedAt: number
}

/**
 * Opens a proxy on an ephemeral port. Closed by default: what comes before `open` or after the job's deadline is refused.
 *
 * @throws Fault `egress_unavailable` when the address is not of loopback, or cannot be listened on
 */
export async function openEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const { clock, random, loopback = hostLoopback } = options
  const host = options.host ?? PROXY_HOST
  if (!isLoopback(host)) throw notLoopback(host)
  const mark = { name: 'x-urlwitness-egress', value: hexOf(random.bytes(16)) }
  const records: EgressDraft[] = []
  const sockets = new Set<Duplex>()
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    // Whatever the process was started with: a lenient parser is one that sees another message than its neighbour.
    insecureHTTPParser: false,
    // The job's deadline bounds everything; these only end what a closed proxy would wait for.
    headersTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
  })
  // The bytes bound them. Node would drop the fields past its count without a word, those that frame the body too.
  server.maxHeadersCount = 0
  server.maxConnections = CLIENT_CONNECTIONS
  let running: Running | null = null
  let closed = false
  let open = 0
  let strays = 0
  let transferred = 0

  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const isOver = () => closed || running === null || running.job.deadline.signal.aborted

  const draftOf = (kind: EgressDraft['kind'], method: string, asked: string): EgressDraft => {
    const draft: EgressDraft = {
      ...{ kind, method, asked: asked.slice(0, 2048), target: null, decision: 'pending' },
      ...{ block: null, refusal: null, error: null, address: null, dnsMs: null, connectMs: null },
      ...{ bytesUp: 0, bytesDown: 0 },
      atMs: running === null ? 0 : Math.round(clock.monotonicMs() - running.startedAt),
    }
    // Before and after the job nobody reads them, and a page that goes on must not fill the memory.
    if (running !== null && records.length < running.job.caps.requests * 2) records.push(draft)
    return draft
  }

  /** The proxy's and the job's own reasons, before a name is looked at. */
  const barred = (): EgressBlock | null => {
    if (running === null || closed) return 'closed'
    const { job } = running
    if (job.deadline.signal.aborted) return 'deadline'
    if (records.length > job.caps.requests) return 'requests'
    if (transferred > job.caps.transferBytes) return 'transfer_bytes'
    return open >= job.caps.connections ? 'connections' : null
  }

  const decide = async (draft: EgressDraft, parsed: ParsedTarget): Promise<TcpSocket | null> => {
    const reason = barred()
    if (reason !== null || running === null) return blocked(draft, reason ?? 'closed')
    const { job } = running
    if (parsed.status === 'refused') {
      draft.refusal = parsed.refusal
      return blocked(draft, blockOf[parsed.refusal.type])
    }
    draft.target = parsed.target
    open += 1
    const reached = await reach(job, parsed.target)
    draft.dnsMs = reached.dnsMs
    draft.connectMs = reached.connectMs
    if (reached.status === 'reached' && !isOver()) {
      const socket = track(reached.socket)
      socket.once('close', () => {
        open -= 1
      })
      draft.address = reached.address
      draft.decision = 'allowed'
      return socket
    }
    open -= 1
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

  const countedFor = (draft: EgressDraft, socket: Duplex) => ({
    up: (bytes: number) => {
      draft.bytesUp += bytes
      transfer(bytes, draft, socket)
    },
    down: (bytes: number) => {
      draft.bytesDown += bytes
      transfer(bytes, draft, socket)
    },
  })

  const transfer = (bytes: number, draft: EgressDraft, socket: Duplex) => {
    transferred += bytes
    if (running === null || transferred <= running.job.caps.transferBytes) return
    blocked(draft, 'transfer_bytes')
    socket.destroy()
  }

  const tunnel = async (request: IncomingMessage, client: Socket, head: Uint8Array) => {
    const draft = draftOf('tunnel', 'CONNECT', request.url ?? '')
    const target = await decide(draft, tunnelTarget(request.url ?? ''))
    running?.job.onDecision?.(draft)
    if (target === null) {
      // Read on, else its end would never be seen.
      client.end(ownTunnelResponse(draft, mark)).resume()
      return
    }
    joinTunnel(client, target, head, countedFor(draft, target))
  }

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const line = request.url ?? ''
    if (!isAbsoluteForm(line)) {
      strays += 1
      strayResponse(response)
      return
    }
    const draft = draftOf('request', request.method ?? '', line)
    const framing = framingOf(request.headersDistinct)
    const socket = await decide(
      draft,
      framing === null ? refuse('url_syntax') : requestTarget(line),
    )
    running?.job.onDecision?.(draft)
    if (socket === null || framing === null) ownResponse(response, draft, mark)
    else
      pass(
        { request, response, draft, framing, socket },
        { mark, isOver, counted: countedFor(draft, socket) },
      )
  }

  const stray = (client: Duplex) => {
    strays += 1
    client.destroy()
  }

  server.on('connection', (client) => {
    track(client)
    // A kernel told to route 127.0.0.0/8 (route_localnet) would let the neighbours in.
    if (!isLoopback(client.remoteAddress ?? '')) stray(client)
  })
  server.on('connect', (request, client: Socket, head) => void tunnel(request, client, head))
  server.on('request', (request, response) => void forward(request, response))
  // WebSockets come as tunnels; nothing else may change the protocol on a plain connection.
  server.on('upgrade', (_request, client) => stray(client))
  server.on('clientError', (_error, client) => stray(client))
  const port = await listening(server, host, loopback)

  return {
    host,
    port,
    mark,
    records,
    get strays() {
      return strays
    },
    open: (job) => {
      running = { job, startedAt: clock.monotonicMs() }
      if (job.deadline.signal.aborted) endAll()
      else job.deadline.signal.addEventListener('abort', endAll, { once: true })
    },
    close: async () => {
      if (closed) return
      closed = true
      running?.job.deadline.signal.removeEventListener('abort', endAll)
      const gone = once(server, 'close')
      server.close()
      endAll()
      await gone
    },
  }
}

function blocked(draft: EgressDraft, block: EgressBlock): null {
  draft.decision = 'blocked'
  draft.block = block
  return null
}

async function reach(job: EgressJob, target: Target): Promise<EgressReached> {
  try {
    return await job.reach(target, job.deadline)
  } catch (error) {
    // The machine itself can't (no descriptors), or the job is over: either way nothing is known of the target.
    const raw = error instanceof Fault ? error.code : 'unknown'
    const failed = { code: 'deadline', phase: 'connect', raw, alert: null }
    return { status: 'unreached', error: failed, refusal: null, dnsMs: 0, connectMs: null }
  }
}

async function listening(server: Server, host: string, loopback: Loopback): Promise<number> {
  try {
    return await loopback.listen(server, { host, port: 0 })
  } catch (cause) {
    throw unusableHost(host, cause)
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function unusableHost(host: string, cause: unknown): Fault {
  const advice = `On macOS first run: sudo ifconfig lo0 alias ${host}`
  const message = `The proxy for Chrome cannot listen on ${host}. ${advice}`
  return new Fault('egress_unavailable', message, { facts: { host }, cause })
}

const loopbackBlocks = new BlockList()
loopbackBlocks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackBlocks.addAddress('::1', 'ipv6')

function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopbackBlocks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function notLoopback(host: string): Fault {
  const message = 'The proxy for Chrome listens on an address of loopback (127.0.0.0/8, ::1) only.'
  return new Fault('egress_unavailable', message, { facts: { host } })
}
