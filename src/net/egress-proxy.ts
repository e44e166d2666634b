import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { Fault } from '../fault.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Deadline } from '../runtime/deadline.ts'
import type { Random } from '../runtime/random.ts'
import type { ParsedTarget, Target } from '../target/target.ts'
import type { TcpSocket } from './dial.ts'
import {
  blockOf,
  type EgressBlock,
  type EgressError,
  type EgressReached,
  type EgressRecord,
} from './egress-record.ts'
import { endToEnd, requestTarget, tunnelTarget } from './egress-request.ts'

export interface EgressCaps {
  /** Bytes from targets, all connections together. */
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

/** What a gate is opened for. */
export interface EgressJob {
  /** From a target to a socket: names, policy and `dial` are its business, and nothing else gets a socket. */
  readonly reach: (target: Target, deadline: Deadline) => Promise<EgressReached>
  readonly deadline: Deadline
  readonly caps: EgressCaps
  /** Called once for each request, when it is decided. */
  readonly onDecision?: (record: EgressRecord) => void
}

/** A forward proxy of one browser context. Whatever the browser asks for, no other host is reached through it. */
export interface EgressListener {
  readonly host: string
  readonly port: number
  /** A field on every answer of the proxy's own. The value is this gate's secret: no origin can forge it. */
  readonly mark: { readonly name: string; readonly value: string }
  /** Lets one job through from now on; until then, and after it has ended, nothing. */
  open(job: EgressJob): void
  /** In the order of asking; live. */
  readonly records: readonly EgressRecord[]
  /** Ends every connection. Idempotent. */
  close(): Promise<void>
}

export interface EgressOptions {
  readonly clock: Clock
  readonly random: Random
  /** An address of loopback that nothing else of the machine listens on: Chrome's only exception is this one. */
  readonly host?: string
}

export const EGRESS_HOST = '127.0.83.1'

/** Header fields of a request or an answer; servers stop at 8 to 32 KiB. */
const HEADER_BYTES = 65_536

type Draft = { -readonly [Key in keyof EgressRecord]: EgressRecord[Key] }

interface Running {
  readonly job: EgressJob
  readonly startedAt: number
}

/**
 * Opens a gate on an ephemeral port. Closed by default: what comes before `open` or after the job's deadline is refused.
 *
 * @throws Fault `egress_unavailable` when the address cannot be listened on
 */
export async function openEgressListener(options: EgressOptions): Promise<EgressListener> {
  const { clock, random } = options
  const host = options.host ?? EGRESS_HOST
  const mark = { name: 'x-urlwitness-egress', value: hexOf(random.bytes(16)) }
  const records: Draft[] = []
  const sockets = new Set<Duplex>()
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    // The job's deadline bounds everything; these only end what a closed gate would wait for.
    headersTimeout: 60_000,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
  })
  let running: Running | null = null
  let closed = false
  let open = 0

  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const overBytes = ({ caps }: EgressJob) =>
    records.reduce((sum, one) => sum + one.bytesDown, 0) > caps.transferBytes

  const draftOf = (kind: Draft['kind'], method: string, asked: string): Draft => {
    const draft: Draft = {
      ...{ kind, method, asked: asked.slice(0, 2048), target: null, decision: 'pending' },
      ...{ block: null, refusal: null, error: null, address: null, dnsMs: null, connectMs: null },
      ...{ bytesUp: 0, bytesDown: 0 },
      atMs: running === null ? 0 : Math.round(clock.monotonicMs() - running.startedAt),
    }
    // Before and after the job nobody reads them, and a page that goes on must not fill the memory.
    if (running !== null && records.length < running.job.caps.requests * 2) records.push(draft)
    return draft
  }

  /** The gate's and the job's own reasons, before a name is looked at. */
  const barred = (): EgressBlock | null => {
    if (running === null || closed) return 'closed'
    const { job } = running
    if (job.deadline.signal.aborted) return 'deadline'
    if (records.length > job.caps.requests) return 'requests'
    if (overBytes(job)) return 'transfer_bytes'
    return open >= job.caps.connections ? 'connections' : null
  }

  const decide = async (draft: Draft, parsed: ParsedTarget): Promise<TcpSocket | null> => {
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
    if (reached.status === 'reached' && !closed && !job.deadline.signal.aborted) {
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

  const count = (draft: Draft, socket: Duplex) => (chunk: Uint8Array) => {
    draft.bytesDown += chunk.byteLength
    if (running !== null && overBytes(running.job)) {
      draft.block = 'transfer_bytes'
      socket.destroy()
    }
  }

  const tunnel = async (request: IncomingMessage, client: Duplex, head: Uint8Array) => {
    track(client)
    const draft = draftOf('tunnel', 'CONNECT', request.url ?? '')
    const target = await decide(draft, tunnelTarget(request.url ?? ''))
    running?.job.onDecision?.(draft)
    if (target === null) {
      client.end(ownTunnelAnswer(draft, mark))
      return
    }
    if (client.destroyed) {
      target.destroy()
      return
    }
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.byteLength > 0) target.write(head)
    client.on('data', (chunk: Uint8Array) => {
      draft.bytesUp += chunk.byteLength
    })
    target.on('data', count(draft, target))
    client.pipe(target)
    target.pipe(client)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
  }

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const line = request.url ?? ''
    const draft = draftOf('request', request.method ?? '', line)
    // Origin-form: somebody takes us for a web server.
    const socket = line.startsWith('/')
      ? blocked(draft, 'syntax')
      : await decide(draft, requestTarget(line))
    running?.job.onDecision?.(draft)
    if (socket === null || draft.target === null) {
      ownAnswer(response, draft, mark)
      return
    }
    if (request.destroyed || response.destroyed) {
      socket.destroy()
      return
    }
    pass(request, response, draft, socket, { mark, count: count(draft, socket) })
  }

  server.on('connection', track)
  server.on('connect', (request, client, head) => void tunnel(request, client, head))
  server.on('request', (request, response) => void forward(request, response))
  // WebSockets come as tunnels; nothing else may change the protocol on a plain connection.
  server.on('upgrade', (_request, client) => client.destroy())
  server.on('clientError', (_error, client) => client.destroy())
  const port = await listening(server, host)

  return {
    host,
    port,
    mark,
    records,
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

function blocked(draft: Draft, block: EgressBlock): null {
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

/** One plain request on a connection of its own: what one target leaves on it never meets another request. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  draft: Draft,
  socket: TcpSocket,
  { mark, count }: { mark: EgressListener['mark']; count: (chunk: Uint8Array) => void },
): void {
  const { target } = draft
  if (target === null) return
  const fields = endToEnd(request.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host')
  const upstream = httpRequest({
    createConnection: () => socket,
    method: request.method ?? 'GET',
    path: target.pathQuery,
    setHost: false,
    headers: [
      ...[['host', target.authority] as const, ...fields, ['connection', 'close'] as const].flat(),
    ],
    maxHeaderSize: HEADER_BYTES,
  })
  const fail = (error: Error & { code?: unknown }) => {
    if (draft.decision === 'failed') return
    draft.decision = 'failed'
    draft.error = exchangeError(String(error.code ?? 'UNKNOWN'))
    if (response.headersSent) response.destroy()
    else ownAnswer(response, draft, mark)
    socket.destroy()
  }
  upstream.on('error', fail)
  upstream.on('response', (answer) => {
    // A login for a proxy is ours to ask for, and nobody else's.
    if (answer.statusCode === 407) {
      fail({ name: 'Error', message: '', code: 'PROXY_AUTHENTICATION' })
      return
    }
    response.sendDate = false
    try {
      const flat = endToEnd(answer.rawHeaders)
        .filter(([name]) => name.toLowerCase() !== mark.name)
        .flat()
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, flat)
    } catch {
      // A byte that no header may hold.
      fail({ name: 'Error', message: '', code: 'HPE_INVALID_HEADER_TOKEN' })
      return
    }
    answer.on('data', count)
    answer.once('error', () => response.destroy())
    answer.once('aborted', () => response.destroy())
    answer.pipe(response)
  })
  upstream.on('upgrade', () => fail({ name: 'Error', message: '', code: 'UPGRADE' }))
  response.once('close', () => socket.destroy())
  request.on('data', (chunk: Uint8Array) => {
    draft.bytesUp += chunk.byteLength
  })
  request.pipe(upstream)
}

/** What a code of the parser or the system says, in the words of the probe's exchange. */
function exchangeError(raw: string): EgressError {
  const code = (() => {
    if (raw === 'ECONNRESET' || raw === 'EPIPE') return 'reset_before_response'
    return raw === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'protocol_error'
  })()
  return { code, phase: 'headers', raw, alert: null }
}

const statusOf = ({ decision }: Draft) => (decision === 'blocked' ? 403 : 502)

function reasonOf({ block, error }: Draft): string {
  return block ?? error?.code ?? 'failed'
}

function ownTunnelAnswer(draft: Draft, mark: EgressListener['mark']): string {
  const lines = [
    `HTTP/1.1 ${statusOf(draft)} ${statusOf(draft) === 403 ? 'Forbidden' : 'Bad Gateway'}`,
    `${mark.name}: ${mark.value}`,
    'Content-Length: 0',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function ownAnswer(response: ServerResponse, draft: Draft, mark: EgressListener['mark']): void {
  if (response.headersSent || response.destroyed) return
  const body = `urlwitness did not fetch this: ${reasonOf(draft)}\n`
  response.writeHead(statusOf(draft), {
    [mark.name]: mark.value,
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(body)
}

async function listening(server: Server, host: string): Promise<number> {
  server.listen({ host, port: 0 })
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw unusableHost(host, cause)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function unusableHost(host: string, cause: unknown): Fault {
  const advice = `On macOS first run: sudo ifconfig lo0 alias ${host}`
  const message = `The proxy for Chrome cannot listen on ${host}. ${advice}`
  return new Fault('egress_unavailable', message, { facts: { host }, cause })
}
