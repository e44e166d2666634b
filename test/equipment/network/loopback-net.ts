import { type AddressInfo, createServer, connect as netConnect, Socket } from 'node:net'
import type { Connect } from '#net/tcp/dial.ts'

/**
 * A port of 127.0.0.1 that refuses connections. A port that the system assigned and got back could be assigned to the server of
 * another test at any time; this one (tcpmux, which nothing serves) is below all that the system assigns.
 */
export const closedPort = 1

/** What is behind a public-looking address. */
export type Behind =
  /** Accepts connections; `openSockets` counts them. */
  | 'listening'
  /** No listener: the kernel responds with RST. */
  | 'refusing'
  /** No response, as behind a firewall that drops. */
  | 'silent'
  /** Fails with this error code of the system, which loopback cannot produce. */
  | { readonly failing: string }

export interface LoopbackNet extends AsyncDisposable {
  readonly connect: Connect
  /** Every connection attempt, in order. */
  readonly dialed: readonly { readonly ip: string; readonly port: number; readonly atMs: number }[]
  /** Sockets that the server side still has open. */
  openSockets(): number
  /** Changes what is behind an address, from now on. */
  put(ip: string, behind: Behind): void
  close(): Promise<void>
}

/**
 * Maps public-looking addresses to loopback, through the `connect` function of the dialer. An address that is not listed has no
 * route, and no packet leaves the machine.
 */
export async function startLoopbackNet(
  addresses: Readonly<Record<string, Behind>>,
): Promise<LoopbackNet> {
  const behind = new Map(Object.entries(addresses))
  const dialed: { ip: string; port: number; atMs: number }[] = []
  const held = new Set<Socket>()
  const server = createServer((socket) => {
    held.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => held.delete(socket))
    // Reads, so that the server sees when the other side closes.
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  const connect: Connect = (ip, targetPort) => {
    dialed.push({ ip, port: targetPort, atMs: performance.now() })
    const what = behind.get(ip)
    if (what === 'listening') return netConnect({ host: '127.0.0.1', port })
    if (what === 'refusing') return netConnect({ host: '127.0.0.1', port: closedPort })
    if (what === 'silent') return unanswered(null)
    return unanswered(what?.failing ?? 'ENETUNREACH')
  }
  const close = async () => {
    for (const socket of held) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    connect,
    dialed,
    openSockets: () => held.size,
    put: (ip, what) => void behind.set(ip, what),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A socket that fails with `code`, or never gets a response. */
function unanswered(code: string | null): Socket {
  const socket = new Socket()
  if (code !== null) {
    setImmediate(() => socket.destroy(Object.assign(new Error(`connect ${code}`), { code })))
  }
  return socket
}
