import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

const SEPARATOR = '\0'

/**
 * Characters of one message. A screenshot of the largest page takes 30 million, a body of 8 MiB in escapes 50 million; a page
 * that logs a string of 100 million takes 600, and a text of more than 512 million would end this process.
 */
const MAX_MESSAGE = 64 * 1024 * 1024

/**
 * DevTools messages over Chrome's two pipes: JSON, each ended by a zero byte. `onHeard` is told of each piece of them. What
 * is longer than any message that we ask for is passed over as it comes, and held nowhere: a page has had it made.
 */
export function openPipeTransport(
  toChrome: Writable,
  fromChrome: Readable,
  onHeard: () => void,
): ConnectionTransport {
  let parts: string[] = []
  let length = 0
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
  const hold = (piece: string) => {
    length += piece.length
    if (length > MAX_MESSAGE) parts = []
    else parts.push(piece)
  }
  // A decoder inside the stream: a character may be cut in two by a chunk's end.
  fromChrome.setEncoding('utf8')
  fromChrome.on('data', (chunk: string) => {
    onHeard()
    const pieces = chunk.split(SEPARATOR)
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      hold(piece)
      const message = length > MAX_MESSAGE ? null : parts.join('')
      parts = []
      length = 0
      // In a turn of its own: what a message sets off must not hold up the next.
      if (message !== null) setImmediate(() => transport.onmessage?.(message))
    }
    if (last !== '') hold(last)
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
