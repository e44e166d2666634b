import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import type { Place } from '#test/equipment/network/relay.ts'

/** A TCP proxy in front of a PostgreSQL server that loses connections at the worst moment. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** How many connections were cut. */
  readonly cuts: number
  /**
   * From now on, every `nth` time a node has sent a ledger statement: `after` the server has run and committed it, so that
   * only the response is lost, or `before` the server sees it. 0: never.
   */
  cutEvery(nth: number, when?: 'before' | 'after'): void
  /** From now on each response of the server arrives so much later, milliseconds. */
  delay(ms: number): void
  /** Cuts all connections and accepts none, as a broken network. */
  block(isBlocked: boolean): void
  /** Passes nothing on from now on, not even the end of a connection, as a machine without power. */
  silence(): void
}

// The messages of a statement that was prepared before name it, and those of the first time contain its text.
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
    // The response follows the commit.
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
