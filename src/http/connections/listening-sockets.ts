import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { isNode, runtimeFacts } from '#runtime/process/process.ts'
import { ClientConnections } from './client-connections.ts'

/**
 * Number of listening sockets of a port for many clients. libuv accepts one connection per socket in a turn of the event loop:
 * with a single socket, new connections to a busy service wait for seconds before its limits apply to them.
 */
const SOCKETS_PER_PORT = 128
/**
 * Backlog of each socket. With Node's default of 511, clients of a flooded service waited half a minute for a refusal; when the
 * backlog is full the kernel drops the connection attempt, and clients retry after a second.
 */
const BACKLOG_PER_SOCKET = 16

const CROWDED_SHARE = 0.9

export interface ListeningSockets {
  readonly port: number
  /** Opens the other sockets of a crowded port. It takes 10 ms of processor time, so the start need not wait for it. */
  openOthers(): Promise<void>
  /** Stops listening; resolves once all connections are closed. */
  close(): Promise<void>
}

export interface ListeningSocketsOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Limit of the connections of all sockets together, as `ClientConnections` keeps it. */
  readonly maxConnections: number
  /** Whether many clients connect at once; otherwise the port has one socket. */
  readonly hasManyClients: boolean
  /** Called for each new connection while more than nine tenths of the limit are open. */
  readonly onCrowded: () => void
}

/** Rejects with the error of the system, also if another service of this user has opened the port with `reusePort`. */
export async function openListeningSockets(
  server: Server,
  { host, port, maxConnections, hasManyClients, onCrowded }: ListeningSocketsOptions,
): Promise<ListeningSockets> {
  const isShared = hasManyClients && runtimeFacts().platform === 'linux' && isNode()
  if (isShared && port !== 0) await checkPortFree(host, port)
  const connections = new ClientConnections(maxConnections)
  server.prependListener('connection', (socket: Socket) => {
    connections.add(socket)
    if (connections.open > maxConnections * CROWDED_SHARE) onCrowded()
  })
  const backlog = isShared ? { backlog: BACKLOG_PER_SOCKET } : {}
  const boundPort = await bind(server, { host, port, reusePort: isShared, ...backlog })
  const others: Server[] = []
  let isClosed = false
  // As `node:http` and `node:https` do for their sockets.
  const allowHalfOpen = !('setSecureContext' in server)
  return {
    port: boundPort,
    openOthers: async () => {
      while (isShared && !isClosed && others.length < SOCKETS_PER_PORT - 1) {
        const other = createServer({ allowHalfOpen, noDelay: true }, (socket) => {
          server.emit('connection', socket)
        })
        others.push(other)
        await bind(other, { host, port: boundPort, reusePort: true, ...backlog })
      }
    },
    close: async () => {
      isClosed = true
      await Promise.all([server, ...others].map(closeSocket))
    },
  }
}

async function checkPortFree(host: string, port: number): Promise<void> {
  const server = createServer()
  await bind(server, { host, port, reusePort: false })
  await closeSocket(server)
}

async function bind(
  server: Server,
  at: {
    readonly host: string
    readonly port: number
    readonly reusePort: boolean
    readonly backlog?: number
  },
): Promise<number> {
  const listening = once(server, 'listening')
  server.listen(at)
  await listening
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : at.port
}

function closeSocket(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
