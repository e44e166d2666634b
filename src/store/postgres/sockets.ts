import { Socket } from 'node:net'
import { type Clock, within } from '#runtime/clock.ts'

/**
 * Milliseconds to wait for the server to close its connections. A server on the same network does so within
 * milliseconds.
 */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * The sockets of some connections of the driver. The driver waits without limit until the server closes a connection,
 * also if the server has gone silent: its machine lost power, or a firewall dropped the connection.
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

  /**
   * Call this for connections that are being ended. Resolves when the server has closed them; destroys those that are
   * still open after `CLOSE_TIMEOUT_MS`.
   */
  async close(clock: Clock): Promise<void> {
    const all = [...this.#open].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    )
    await within(clock, CLOSE_TIMEOUT_MS, Promise.all(all))
    for (const socket of this.#open) socket.destroy()
  }
}
