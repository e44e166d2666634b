import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { BlockList, isIP, type Server } from 'node:net'

/** The loopback interface on which listeners for Chrome are opened: that of the machine, or that of a network namespace. */
export interface Loopback {
  /** Starts `server` listening (port 0: any free port) and resolves to its port. Rejects with the system's error. */
  listen(server: Server, address: { readonly host: string; readonly port: number }): Promise<number>
  /** Opens a UDP socket on any free port of an IPv4 address. */
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

/** The port of a server that listens on an address. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const loopbackBlocks = new BlockList()
loopbackBlocks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackBlocks.addAddress('::1', 'ipv6')

/** Whether an address literal is in 127.0.0.0/8 or is ::1. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopbackBlocks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
