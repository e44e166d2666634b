import type { Socket } from 'node:net'
import { parseIp } from '#target/ip.ts'

/**
 * Limits the open connections of a server. Below the limit no client has one of its own. At the limit, a new connection takes
 * the place of the newest one of the client that has most: otherwise one client that opens connections and sends nothing, at
 * no cost, would keep all others out. The newest, because in such an attack that is one of the attack, also for those who share
 * the address with it.
 */
export class ClientConnections {
  readonly #max: number
  readonly #byClient = new Map<string, Set<Socket>>()
  #open = 0

  constructor(max: number) {
    this.#max = max
  }

  /** The number of open connections. */
  get open(): number {
    return this.#open
  }

  /** Adds a new connection. Above the limit it destroys one: this one, if no other client has more than its client. */
  add(socket: Socket): void {
    const client = clientOf(socket.remoteAddress ?? '')
    const own = this.#byClient.get(client) ?? new Set()
    this.#byClient.set(client, own.add(socket))
    this.#open += 1
    socket.once('close', () => this.#remove(client, socket))
    if (this.#open > this.#max) this.#closeNewestOfLargest(client)
  }

  #remove(client: string, socket: Socket): void {
    const sockets = this.#byClient.get(client)
    if (sockets?.delete(socket) !== true) return
    this.#open -= 1
    if (sockets.size === 0) this.#byClient.delete(client)
  }

  #closeNewestOfLargest(added: string): void {
    let largest = added
    let most = this.#byClient.get(added) ?? new Set()
    for (const [client, sockets] of this.#byClient) {
      if (sockets.size <= most.size) continue
      largest = client
      most = sockets
    }
    const newest = [...most].at(-1)
    if (newest === undefined) return
    // Its event comes later, and until then other connections may be added.
    this.#remove(largest, newest)
    newest.destroy()
  }
}

/**
 * The client that an address belongs to: an IPv4 address, also one that is mapped into IPv6, or the /64 of an IPv6 address, of
 * which one customer of a provider has at least a whole.
 */
export function clientOf(address: string): string {
  const ip = parseIp(address)
  if (ip === null || ip.family === 4) return address
  const isMapped = ip.value >> 32n === 0xffffn
  return isMapped ? address.slice(address.lastIndexOf(':') + 1) : `${ip.value >> 64n}::/64`
}
