import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listeners of our own on this machine's loopback: whoever reaches one went beside the gate that should have held them. */
export interface LeakCanary {
  /** `host:port` as a URL writes it, of each TCP listener. */
  readonly tcp: readonly string[]
  /** TCP port that listens on every loopback address of this machine. */
  readonly tcpPort: number
  /** `host:port` of the UDP listener. */
  readonly udp: string
  /** Connections and datagrams so far. */
  caught(): { readonly tcp: number; readonly udp: number }
  close(): Promise<void>
}

/** Listens on 127.0.0.1 and, where there is one, ::1, on one port that the system chooses. */
export async function openLeakCanary(): Promise<LeakCanary> {
  const count = { tcp: 0, udp: 0 }
  const listen = async (host: string, port: number) => {
    const server = createServer((socket) => {
      count.tcp += 1
      socket.destroy()
    })
    server.listen({ host, port })
    await once(server, 'listening')
    return server
  }
  const ipv4 = await listen('127.0.0.1', 0)
  const tcpPort = portOf(ipv4)
  // No IPv6 here, or another's port there: what is not listened to cannot be reached either.
  const ipv6 = await listen('::1', tcpPort).catch(() => null)
  const udp = createSocket('udp4')
  udp.on('message', () => {
    count.udp += 1
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const servers = ipv6 === null ? [ipv4] : [ipv4, ipv6]
  return {
    tcp: [`127.0.0.1:${tcpPort}`, ...(ipv6 === null ? [] : [`[::1]:${tcpPort}`])],
    tcpPort,
    udp: `127.0.0.1:${udp.address().port}`,
    caught: () => ({ ...count }),
    close: async () => {
      udp.close()
      await Promise.all(servers.map((server) => once(server.close(), 'close')))
    },
  }
}

/** A gate for a browser that is only tried: nobody opens it, and what comes to it ends there. */
export async function openClosedGate(): Promise<ClosedGate> {
  const host = '127.0.83.1'
  const server = createServer((socket) => socket.on('error', () => {}).destroy())
  server.listen({ host, port: 0 })
  await once(server, 'listening')
  let closed: Promise<unknown> | null = null
  return {
    host,
    port: portOf(server),
    close: async () => {
      closed ??= once(server.close(), 'close')
      await closed
    },
  }
}

export interface ClosedGate {
  readonly host: string
  readonly port: number
  /** Idempotent. */
  close(): Promise<void>
}

function portOf(server: Server): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
