import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import type { Place } from '#test/equipment/network/relay.ts'

/** A TCP proxy in front of a PostgreSQL server that loses connections at the worst moment. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** Number of connections that were cut. */
  readonly cuts: number
  /**
   * From now on cuts the connection at every `nth` ledger statement of a node: `after` the server has run and committed it, so
   * that only the response is lost, or `before` the server receives it. 0: never.
   */
  cutEvery(nth: number, when?: 'before' | 'after'): void
  /** From now on delays each response of the server by so many milliseconds. */
  delay(ms: number): void
  /** Cuts all connections and accepts none, like a broken network. */
  block(isBlocked: boolean): void
  /** From now on forwards nothing, not even the end of a connection, like a machine without power. */
  silence(): void
}

// Each message that prepares or runs a ledger statement contains its name, which has this prefix.
const STATEMENT = 'ledger_'

/** `socketPath`: the Unix socket of the server. `at`: where it listens, a free port of 127.0.0.1 by default. */
export async function openCuttingProxy(
  socketPath: string,
  at: Place = { port: 0 },
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  let plan: { readonly nth: number; readonly when: 'before' | 'after' } = { nth: 0, when: 'after' }
  let statements = 0
  let cuts = 0
  let isBlocked = false
  let isSilent = false
  let delayMs = 0
  const listener = createServer((client) => {
    if (isBlocked) return void client.destroy()
    if (isSilent) return void sockets.add(client.pause())
    const server = createConnection(socketPath)
    let isLosing = false
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (chunk) => {
      const isDue = chunk.includes(STATEMENT) && plan.nth > 0 && ++statements % plan.nth === 0
      if (isDue) cuts += 1
      if (isDue && plan.when === 'before') return end()
      isLosing ||= isDue
      server.write(chunk)
    })
    // The server responds after the commit.
    server.on('data', (chunk) => {
      if (isLosing) return end()
      // Timers of one length fire in the order in which they were set.
      setTimeout(() => isSilent || client.write(chunk), delayMs)
    })
  })
  listener.listen('port' in at ? { host: '127.0.0.1', ...at } : at)
  await once(listener, 'listening')
  const address = listener.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    get cuts() {
      return cuts
    },
    cutEvery: (nth, when = 'after') => {
      plan = { nth, when }
    },
    delay: (ms) => {
      delayMs = ms
    },
    block: (blocked) => {
      isBlocked = blocked
      if (blocked) for (const socket of sockets) socket.destroy()
    },
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
