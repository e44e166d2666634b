import type { Socket } from 'node:net'
import type { TcpSocket } from '#net/tcp/dial.ts'

/** Told of bytes as they pass. */
export interface Counted {
  up(bytes: number): void
  down(bytes: number): void
}

/**
 * Joins two connections until both are done. Either may end its half and still read, slow readers slow the other side,
 * and a reset is handed on as one: Chrome tells it from an orderly end, and so does the report. `head` are the bytes
 * that came with the CONNECT.
 */
export function joinTunnel(
  client: Socket,
  target: TcpSocket,
  head: Uint8Array,
  counted: Counted,
): void {
  if (client.destroyed) {
    target.destroy()
    return
  }
  target.allowHalfOpen = true
  client.once('close', () => target.destroy())
  target.once('close', () => {
    // What an orderly end has left in our hands is still on its way to a slow client, and ends with an end.
    if (target.readableEnded && target.errored === null) return
    if (target.errored === null) client.destroy()
    else client.write(new Uint8Array(0), () => client.resetAndDestroy())
  })
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  client.on('data', (chunk: Uint8Array) => counted.up(chunk.byteLength))
  target.on('data', (chunk: Uint8Array) => counted.down(chunk.byteLength))
  if (head.byteLength > 0) {
    counted.up(head.byteLength)
    target.write(head)
  }
  client.pipe(target)
  target.pipe(client)
}
