import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** A port of 127.0.0.1 or of `host` (0: a free one), or the path of a Unix socket. */
export type Place = { readonly port: number; readonly host?: string } | { readonly path: string }

export interface Relay extends AsyncDisposable {
  /** 0 for a Unix socket. */
  readonly port: number
}

/** Forwards the bytes of each connection, over Unix sockets also between network namespaces. */
export async function openRelay(from: Place, to: Place): Promise<Relay> {
  const sockets = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = createConnection({ ...to, allowHalfOpen: true })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  listener.listen('port' in from ? { host: '127.0.0.1', ...from } : from)
  await once(listener, 'listening')
  const address = listener.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
