import { createSocket } from 'node:dgram'

/** Which families this machine has a way out for. */
export interface Routes {
  readonly ipv4: boolean
  readonly ipv6: boolean
}

/** Asks the kernel's routing table. Nothing is sent: connecting a UDP socket only picks a route and a source address. */
export async function readRoutes(): Promise<Routes> {
  const [ipv4, ipv6] = await Promise.all([hasRoute(4), hasRoute(6)])
  return { ipv4, ipv6 }
}

// Any global address does; these belong to a large anycast service that no sensible table treats specially.
const somewhere = { 4: '8.8.8.8', 6: '2001:4860:4860::8888' } as const

function hasRoute(family: 4 | 6): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket({
      type: family === 4 ? 'udp4' : 'udp6',
      // An address needs no look-up, and node:dgram would ask the system's resolver for one.
      lookup: (host, _options, done) => done(null, host, family),
    })
    const settle = (reachable: boolean) => {
      resolve(reachable)
      socket.close()
    }
    socket.once('error', () => settle(false))
    socket.once('connect', () => settle(!isLinkLocal(socket.address().address)))
    socket.connect(53, somewhere[family])
  })
}

/** With a link-local source nobody beyond the link can answer. */
const isLinkLocal = (address: string) => /^(169\.254\.|fe[89ab])/i.test(address)
