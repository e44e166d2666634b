/**
 * Lets the requests of one connection in one by one, each when the answer before it has left this process. HTTP/1.1 lets a
 * client send any number ahead: two thousand fit into one packet of 64 KiB, and the answers of one that does not read
 * them would all lie in memory. Whatever comes of a connection that is gone is not asked for.
 */
export function oneByOne(): <T>(
  connection: Connected,
  own: Answering,
  work: () => T | Promise<T>,
  gone: () => T,
) => T | Promise<T> {
  const latest = new WeakMap<Connected, Answering>()
  return (connection, own, work, gone) => {
    const before = latest.get(connection)
    latest.set(connection, own)
    // Nobody honest sends ahead: for them this is all that happens.
    if (before === undefined || before.writableFinished) return work()
    return new Promise<void>((resolve) => {
      before.once('close', resolve)
    }).then(() => (connection.destroyed ? gone() : work()))
  }
}

/** What of an answer's end is looked at (`ServerResponse`). */
export interface Answering {
  readonly writableFinished: boolean
  once(event: 'close', listener: () => void): unknown
}

/** What of a connection is looked at (`Socket`). */
export interface Connected {
  readonly destroyed: boolean
}
