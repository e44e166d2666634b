import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'

/** Our own listeners on the loopback of the browser. A connection to one of them bypassed the proxy. */
export interface LeakCanary {
  /** `host:port` of each TCP listener, as written in a URL. */
  readonly tcp: readonly string[]
  /** TCP port with a listener on every address of that loopback. */
  readonly tcpPort: number
  /** `host:port` of the UDP listener. */
  readonly udp: string
  /** Connections and datagrams so far. */
  hits(): { readonly tcp: number; readonly udp: number }
  close(): Promise<void>
}

/**
 * Listens on 127.0.0.1 and, if this machine has IPv6, on ::1, on one port that the system chooses. Rejects with the system's
 * error when it finds no port that is free on both.
 */
export async function openLeakCanary(loopback: Loopback = hostLoopback): Promise<LeakCanary> {
  const counts = { tcp: 0, udp: 0 }
  const listen = async (host: string, port: number): Promise<Listener> => {
    const server = createServer((socket) => {
      counts.tcp += 1
      socket.destroy()
    })
    return { server, port: await loopback.listen(server, { host, port }) }
  }
  const { ipv4, ipv6 } = await listenOnBoth(listen)
  const tcpPort = ipv4.port
  const udp = await loopback.bindUdp('127.0.0.1')
  udp.on('message', () => {
    counts.udp += 1
  })
  const listeners = ipv6 === null ? [ipv4] : [ipv4, ipv6]
  return {
    tcp: [`127.0.0.1:${tcpPort}`, ...(ipv6 === null ? [] : [`[::1]:${tcpPort}`])],
    tcpPort,
    udp: `127.0.0.1:${udp.address().port}`,
    hits: () => ({ ...counts }),
    close: async () => {
      udp.close()
      await Promise.all(listeners.map(close))
    },
  }
}

interface Listener {
  readonly server: Server
  readonly port: number
}

const MAX_PORTS = 5

/**
 * Tries ports until one is free on both addresses: a leak to a program that already listens on the port would not be counted.
 * Without IPv6 nothing can be reached there.
 */
async function listenOnBoth(listen: (host: string, port: number) => Promise<Listener>) {
  for (let attempt = 1; ; attempt += 1) {
    const ipv6 = await listen('::1', 0).catch(() => null)
    try {
      return { ipv4: await listen('127.0.0.1', ipv6?.port ?? 0), ipv6 }
    } catch (error) {
      if (ipv6 === null) throw error
      await close(ipv6)
      if (attempt === MAX_PORTS) throw error
    }
  }
}

async function close({ server }: Listener): Promise<void> {
  await once(server.close(), 'close')
}
