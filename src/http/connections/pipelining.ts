/** Limit of waiting requests per connection. Real clients do not pipeline at all; each waiting request takes some kilobytes. */
const MAX_WAITING = 16

/** The requests of the connections of a server, one at a time for each connection. */
export class RequestQueues {
  readonly #queues = new WeakMap<ClientConnection, RequestQueue>()

  /**
   * Serialises pipelined requests: each starts when the previous response has been written, and a connection with too many
   * waiting requests is closed. HTTP/1.1 sets no limit: two thousand requests fit into one packet of 64 KiB, and the responses
   * to a client that does not read them would all stay in memory. Nothing is started for a closed connection.
   */
  run<T>(
    connection: ClientConnection,
    response: PendingResponse,
    work: () => T | Promise<T>,
    onDisconnect: () => T,
  ): T | Promise<T> {
    const queue = this.#queues.get(connection)
    if (queue === undefined) {
      this.#queues.set(connection, { latest: response, waiting: 0 })
      return work()
    }
    const previous = queue.latest
    queue.latest = response
    if (previous.writableFinished) return work()
    queue.waiting += 1
    if (queue.waiting > MAX_WAITING) connection.destroy()
    if (connection.destroyed) return onDisconnect()
    return new Promise<void>((resolve) => {
      previous.once('close', resolve)
    }).then(() => {
      queue.waiting -= 1
      return connection.destroyed ? onDisconnect() : work()
    })
  }

  /** Whether the connection waits for another request, after a response that was sent whole. */
  isIdle(connection: ClientConnection): boolean {
    return this.#queues.get(connection)?.latest.writableFinished === true
  }
}

interface RequestQueue {
  /** Of the request that came last. */
  latest: PendingResponse
  waiting: number
}

/** The part of `ServerResponse` that is used. */
export interface PendingResponse {
  readonly writableFinished: boolean
  once(event: 'close', listener: () => void): unknown
}

/** The part of `Socket` that is used. */
export interface ClientConnection {
  readonly destroyed: boolean
  destroy(): unknown
}
