import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

const SEPARATOR = '\0'

/**
 * Characters of one message. A screenshot of the largest page takes 30 million, a body of 8 MiB in escapes 50 million; a page
 * that logs a string of 100 million takes 600, and a text of more than 512 million would end this process.
 */
const MAX_MESSAGE = 64 * 1024 * 1024

/**
 * DevTools messages over Chrome's two pipes: JSON, each ended by a zero byte. `onHeard` is called for each piece. A message
 * that is longer than any that we request is skipped without being buffered: a page caused it.
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
      // Messages of one turn are written at once, since each write wakes Chrome up.
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
  // The stream decodes, since the end of a chunk may cut a character in two.
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
      // In a turn of its own, so that the work for one message does not delay the next.
      if (message !== null) setImmediate(() => transport.onmessage?.(message))
    }
    if (last !== '') hold(last)
  })
  fromChrome.once('close', () => {
    isClosed = true
    transport.onclose?.()
  })
  // The process is gone, which its exit reports.
  toChrome.on('error', () => {})
  fromChrome.on('error', () => {})
  return transport
}
