/** Clients don't send ahead at all; what each waiting request holds is some kilobytes. */
const MOST_AHEAD = 16

/**
 * Lets the requests of one connection in one by one, each when the answer before it has left this process, and cuts one
 * that sends more than a few ahead. HTTP/1.1 lets a client send any number: two thousand fit into one packet of 64 KiB,
 * and the answers of one that does not read them would all lie in memory. For a connection that is gone nothing is begun.
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
    if (line.ahead > MOST_AHEAD) connection.destroy()
    if (connection.destroyed) return gone()
    return new Promise<void>((resolve) => {
      before.once('close', resolve)
    }).then(() => {
      line.ahead -= 1
      return connection.destroyed ? gone() : work()
    })
  }
}

/** What of an answer's end is looked at (`ServerResponse`). */
export interface Responding {
  readonly writableFinished: boolean
  once(event: 'close', listener: () => void): unknown
}

/** What of a connection is looked at (`Socket`). */
export interface Connected {
  readonly destroyed: boolean
  destroy(): unknown
}
