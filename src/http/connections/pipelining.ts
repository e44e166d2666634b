import { originOf } from './client-origin.ts'
import type { Start, StartQueue } from './start-queue.ts'

/** Limit of waiting requests per connection. Real clients do not pipeline at all; each waiting request takes five kilobytes. */
const MAX_WAITING = 16
/** Limit of waiting requests of all connections together. One request per connection may wait beyond it. */
const MAX_ALL_WAITING = 4_000

interface Queue {
  readonly network: string
  latest: PendingResponse
  waiting: number
}

/** The pending requests of each open connection that has sent one. */
export class RequestQueues {
  readonly #queues = new Map<ClientConnection, Queue>()
  #allWaiting = 0
  readonly #starts: StartQueue

  /** `starts`: shared by all connections. One request of each is in it at a time, so no connection delays the others. */
  constructor(starts: StartQueue) {
    this.#starts = starts
  }

  /**
   * Serialises pipelined requests: each starts in a new turn of the event loop after the previous response has been written, and
   * a connection that adds one too many to the waiting requests is closed. HTTP/1.1 sets no limit: two thousand requests fit into one packet of
   * 64 KiB, which Node would parse in one turn, and the responses to a client that does not read them would all stay in memory.
   * Nothing is started for a closed connection.
   */
  serialize(connection: ClientConnection, response: PendingResponse, start: Start): void {
    if (connection.destroyed) return
    const startIfOpen: Start = (facts) => {
      if (!connection.destroyed) start(facts)
    }
    const queue = this.#queues.get(connection)
    if (queue === undefined) {
      const { network } = originOf(connection.remoteAddress ?? '')
      const added = { network, latest: response, waiting: 0 }
      this.#queues.set(connection, added)
      connection.once('close', () => {
        this.#queues.delete(connection)
        this.#allWaiting -= added.waiting
      })
      this.#starts.add(network, startIfOpen)
      return
    }
    const previous = queue.latest
    queue.latest = response
    if (previous.writableFinished) {
      this.#starts.add(queue.network, startIfOpen)
      return
    }
    queue.waiting += 1
    this.#allWaiting += 1
    const isFirst = queue.waiting === 1
    if (queue.waiting > MAX_WAITING || (this.#allWaiting > MAX_ALL_WAITING && !isFirst)) {
      connection.destroy()
      return
    }
    previous.once('close', () =>
      this.#starts.addForNextTurn(queue.network, (facts) => {
        if (!this.#queues.has(connection)) return
        queue.waiting -= 1
        this.#allWaiting -= 1
        startIfOpen(facts)
      }),
    )
  }

  /**
   * Whether a response that is written now belongs to the request that is being received. Otherwise it would become part of another
   * response, or the client would take it for the response to an earlier request, such as a paid one.
   */
  canRespond(connection: ClientConnection): boolean {
    const queue = this.#queues.get(connection)
    if (queue === undefined || isIdle(queue)) return true
    const { headersSent, req } = queue.latest
    return queue.waiting === 0 && !headersSent && !req.complete
  }

  /**
   * Closes the connections that wait for another request. Node's own method cuts off a response of which the last bytes still
   * wait for the client, such as a paid report over a slow connection.
   */
  closeIdle(): void {
    for (const [connection, queue] of this.#queues) if (isIdle(queue)) connection.destroy()
  }
}

/** Node counts a response as finished only when the operating system has all of it. */
function isIdle({ latest }: Queue): boolean {
  return latest.writableFinished
}

/** The part of `ServerResponse` that is used. */
export interface PendingResponse {
  readonly writableFinished: boolean
  readonly headersSent: boolean
  /** `complete`: whether the whole request has been received. */
  readonly req: { readonly complete: boolean }
  once(event: 'close', listener: () => void): unknown
}

/** The part of `Socket` that is used. */
export interface ClientConnection {
  readonly destroyed: boolean
  readonly remoteAddress?: string | undefined
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}
