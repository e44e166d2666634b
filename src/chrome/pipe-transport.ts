import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

const SEPARATOR = '\0'

/** DevTools messages over Chrome's two pipes: JSON, each ended by a zero byte. `onHeard` is told of each piece of them. */
export function openPipeTransport(
  toChrome: Writable,
  fromChrome: Readable,
  onHeard: () => void,
): ConnectionTransport {
  let parts: string[] = []
  let isClosed = false
  const transport: ConnectionTransport = {
    send: (message) => {
      if (isClosed) return
      // What is said in one turn is sent in one go: each write wakes Chrome up.
      toChrome.cork()
      toChrome.write(message + SEPARATOR)
      queueMicrotask(() => toChrome.uncork())
    },
    close: () => {
      isClosed = true
      toChrome.destroy()
      fromChrome.destroy()
    },
  }
  // A decoder inside the stream: a character may be cut in two by a chunk's end.
  fromChrome.setEncoding('utf8')
  fromChrome.on('data', (chunk: string) => {
    onHeard()
    const pieces = chunk.split(SEPARATOR)
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      const message = parts.join('') + piece
      parts = []
      // In a turn of its own: what a message sets off must not hold up the next.
      setImmediate(() => transport.onmessage?.(message))
    }
    if (last !== '') parts.push(last)
  })
  fromChrome.once('close', () => {
    isClosed = true
    transport.onclose?.()
  })
  // The process is gone: its exit says so.
  toChrome.on('error', () => {})
  fromChrome.on('error', () => {})
  return transport
}
