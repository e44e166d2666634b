import { once } from 'node:events'
import { createServer } from 'node:net'
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
  caught(): { readonly tcp: number; readonly udp: number }
  close(): Promise<void>
}

/** Listens on 127.0.0.1 and, if available, ::1, on one port that the system chooses. */
export async function openLeakCanary(loopback: Loopback = hostLoopback): Promise<LeakCanary> {
  const count = { tcp: 0, udp: 0 }
  const listen = async (host: string, port: number) => {
    const server = createServer((socket) => {
      count.tcp += 1
      socket.destroy()
    })
    return { server, port: await loopback.listen(server, { host, port }) }
  }
  const ipv4 = await listen('127.0.0.1', 0)
  const tcpPort = ipv4.port
  // This fails without IPv6, or when the port is taken there. An address without a listener cannot be reached either.
  const ipv6 = await listen('::1', tcpPort).catch(() => null)
  const udp = await loopback.bindUdp('127.0.0.1')
  udp.on('message', () => {
    count.udp += 1
  })
  const servers = ipv6 === null ? [ipv4] : [ipv4, ipv6]
  return {
    tcp: [`127.0.0.1:${tcpPort}`, ...(ipv6 === null ? [] : [`[::1]:${tcpPort}`])],
    tcpPort,
    udp: `127.0.0.1:${udp.address().port}`,
    caught: () => ({ ...count }),
    close: async () => {
      udp.close()
      await Promise.all(servers.map(({ server }) => once(server.close(), 'close')))
    },
  }
}
