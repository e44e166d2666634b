import type { Socket } from 'node:net'
import { originOf } from './client-origin.ts'

/**
 * Limits the open connections of a server. A single client has no limit until the total is reached. Then each new connection
 * replaces another: in the network with most connections, the newest one of the client with most. Otherwise one client that
 * opens connections and sends nothing, at no cost, would keep all others out. The newest one belongs to such an attacker even
 * if other clients share the address.
 */
export class ClientConnections {
  readonly #max: number
  readonly #networks = new Map<string, Network>()
  readonly #bySize = new BySize<Network>()
  #open = 0

  constructor(max: number) {
    this.#max = max
  }

  /** The number of open connections. */
  get open(): number {
    return this.#open
  }

  /** Adds a new connection. Above the limit it destroys one: this one, if no other network or client has more than its own. */
  add(socket: Socket): void {
    const place = this.#placeOf(socket.remoteAddress ?? '')
    const { network, client } = place
    client.sockets.add(socket)
    network.bySize.move(client, client.sockets.size - 1, client.sockets.size)
    network.size += 1
    this.#bySize.move(network, network.size - 1, network.size)
    this.#open += 1
    socket.once('close', () => this.#remove(socket, place))
    if (this.#open > this.#max) this.#closeOne(socket, place)
  }

  #placeOf(address: string): Place {
    const names = originOf(address)
    const network = this.#networks.get(names.network) ?? newNetwork(names.network)
    this.#networks.set(network.name, network)
    const client = network.clients.get(names.client) ?? newClient(names.client)
    network.clients.set(client.name, client)
    return { network, client }
  }

  #remove(socket: Socket, { network, client }: Place): void {
    if (!client.sockets.delete(socket)) return
    network.bySize.move(client, client.sockets.size + 1, client.sockets.size)
    if (client.sockets.size === 0) network.clients.delete(client.name)
    network.size -= 1
    this.#bySize.move(network, network.size + 1, network.size)
    if (network.size === 0) this.#networks.delete(network.name)
    this.#open -= 1
  }

  #closeOne(added: Socket, own: Place): void {
    const network = this.#bySize.largest(own.network)
    const client = network.bySize.largest(own.client)
    const newest = client === own.client ? added : [...client.sockets].at(-1)
    if (newest === undefined) return
    // Its event comes later, and until then other connections may be added.
    this.#remove(newest, { network, client })
    newest.destroy()
  }
}

interface Client {
  readonly name: string
  readonly sockets: Set<Socket>
}

interface Network {
  readonly name: string
  readonly clients: Map<string, Client>
  readonly bySize: BySize<Client>
  /** The number of connections. */
  size: number
}

interface Place {
  readonly network: Network
  readonly client: Client
}

const newClient = (name: string): Client => ({ name, sockets: new Set() })

function newNetwork(name: string): Network {
  return { name, clients: new Map(), bySize: new BySize(), size: 0 }
}

/** Sets of items by size, which changes by one at a time. A search for the largest item would take longer than accepting a connection. */
class BySize<T> {
  readonly #items: Set<T>[] = []

  /** Moves an item between two sizes that differ by one. An item of size 0 is not kept. */
  move(item: T, from: number, to: number): void {
    this.#items[from]?.delete(item)
    if (to > 0) {
      this.#items[to] ??= new Set()
      this.#items[to].add(item)
    }
    while (this.#items.at(-1)?.size === 0) this.#items.pop()
  }

  /** An item of the largest size: `preferred`, if that is one or if there is no item. */
  largest(preferred: T): T {
    const largest = this.#items.at(-1)
    if (largest === undefined || largest.has(preferred)) return preferred
    const [first = preferred] = largest
    return first
  }
}
