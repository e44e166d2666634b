import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

const SEPARATOR = '\0'

/**
 * Characters of a reply. A screenshot of the largest page takes 30 million, a body of 8 MiB in escapes 50 million; a text of more than
 * 512 million would end this process.
 */
const MAX_REPLY = 64 * 1024 * 1024
/** Characters of an event, which a page can cause as often as it likes: parsing 60 million takes 0.4 s. */
const MAX_EVENT = 8 * 1024 * 1024
const REPLY = '{"id":'

/**
 * DevTools messages over Chrome's two pipes: JSON, each ended by a zero byte. `onHeard` is called for each piece. A message
 * that is longer is skipped without being buffered: a page caused it.
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
  let start = ''
  const isTooLong = () => length > (start.startsWith(REPLY) ? MAX_REPLY : MAX_EVENT)
  const hold = (piece: string) => {
    // A chunk may end within the first characters.
    if (start.length < REPLY.length) start += piece.slice(0, REPLY.length)
    length += piece.length
    if (isTooLong()) parts = []
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
      const message = isTooLong() ? null : parts.join('')
      parts = []
      length = 0
      start = ''
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
