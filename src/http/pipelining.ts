/** Limit of waiting requests per connection. Real clients do not pipeline at all; each waiting request takes some kilobytes. */
const MAX_AHEAD = 16

/**
 * Serialises pipelined requests: each starts when the previous response has been written, and a connection with too many
 * waiting requests is closed. HTTP/1.1 sets no limit: two thousand requests fit into one packet of 64 KiB, and the responses
 * to a client that does not read them would all stay in memory. Nothing is started for a closed connection.
 */
export function oneByOne(): <T>(
  connection: Connected,
  own: Responding,
  work: () => T | Promise<T>,
  gone: () => T,
) => T | Promise<T> {
  const lines = new WeakMap<Connected, { latest: Responding; ahead: number }>()
  return (connection, own, work, gone) => {
    const line = lines.get(connection)
    if (line === undefined) {
      lines.set(connection, { latest: own, ahead: 0 })
      return work()
    }
    const before = line.latest
    line.latest = own
    if (before.writableFinished) return work()
    line.ahead += 1
    if (line.ahead > MAX_AHEAD) connection.destroy()
    if (connection.destroyed) return gone()
    return new Promise<void>((resolve) => {
      before.once('close', resolve)
    }).then(() => {
      line.ahead -= 1
      return connection.destroyed ? gone() : work()
    })
  }
}

/** The part of `ServerResponse` that is used. */
export interface Responding {
  readonly writableFinished: boolean
  once(event: 'close', listener: () => void): unknown
}

/** The part of `Socket` that is used. */
export interface Connected {
  readonly destroyed: boolean
  destroy(): unknown
}
