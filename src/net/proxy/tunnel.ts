import type { Socket } from 'node:net'
import type { TcpSocket } from '#net/tcp/dial.ts'

/** Called with the number of bytes as they pass. */
export interface TransferCounter {
  up(bytes: number): void
  down(bytes: number): void
}

/**
 * Joins two connections until both have ended. Either side may end its half and still read, and a slow reader slows the
 * other side. A reset is passed on as a reset: Chrome distinguishes it from an orderly end, and so does the report.
 * `head` is the data that came with the CONNECT.
 */
export function joinTunnel(
  client: Socket,
  target: TcpSocket,
  head: Uint8Array,
  counter: TransferCounter,
): void {
  if (client.destroyed) {
    target.destroy()
    return
  }
  target.allowHalfOpen = true
  client.once('close', () => target.destroy())
  target.once('close', () => {
    // After an orderly end, buffered bytes are still on their way to a slow client, and must be followed by an
    // orderly end.
    if (target.readableEnded && target.errored === null) return
    if (target.errored === null) client.destroy()
    else client.write(new Uint8Array(0), () => client.resetAndDestroy())
  })
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  client.on('data', (chunk: Uint8Array) => counter.up(chunk.byteLength))
  target.on('data', (chunk: Uint8Array) => counter.down(chunk.byteLength))
  if (head.byteLength > 0) {
    counter.up(head.byteLength)
    target.write(head)
  }
  client.pipe(target)
  target.pipe(client)
}
