import { Socket } from 'node:net'
import { type Clock, within } from '#runtime/clock.ts'

/** A server on the same network ends a connection within milliseconds. */
const FAREWELL_MS = 1_000

/**
 * The sockets below some connections of the driver, which waits without end for the farewell of a server that went silent: its
 * machine lost power, or a firewall forgot the connection.
 */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** For the option `stream` of the driver. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    return socket
  }

  /** Of connections that were told to end: resolves when the server has closed them, or soon without it. */
  async close(clock: Clock): Promise<void> {
    const all = [...this.#open].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    )
    await within(clock, FAREWELL_MS, Promise.all(all))
    for (const socket of this.#open) socket.destroy()
  }
}
