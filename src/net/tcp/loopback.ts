import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:net'

/** Where listeners for Chrome stand: the machine's own loopback, or that of a network namespace. */
export interface Loopback {
  /** Makes `server` listen; port 0 is any. Answers the port. Rejects with what the system said. */
  listen(server: Server, address: { readonly host: string; readonly port: number }): Promise<number>
  /** A UDP socket on any port of an IPv4 address. */
  bindUdp(host: string): Promise<UdpSocket>
}

export const hostLoopback: Loopback = {
  listen: async (server, address) => {
    server.listen(address)
    await once(server, 'listening')
    return portOf(server)
  },
  bindUdp: async (host) => {
    const socket = createSocket('udp4')
    socket.bind(0, host)
    await once(socket, 'listening')
    return socket
  },
}

/** Of a server that listens on an address. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
