import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

const SEPARATOR = '\0'

/**
 * Maximum length of a reply, characters. A screenshot of the largest page takes 30 million, an escaped body of 8 MiB 50 million;
 * a string of more than 512 million would end this process.
 */
const MAX_REPLY = 64 * 1024 * 1024
/**
 * Maximum length of an event, characters. A page can cause as many events as it likes, and parsing 60 million characters takes
 * 0.4 s.
 */
const MAX_EVENT = 8 * 1024 * 1024
const REPLY = '{"id":'
/** Chrome writes the id of a session at the end of a message. */
const SESSION = /"sessionId":"(\w{1,64})"\}$/
const SESSION_CHARS = 96

/** `sessionId`: the session of a message, null for the browser's own. */
export interface PipeListeners {
  readonly onChunk: () => void
  /** Called for each complete message with its length. */
  readonly onMessage: (sessionId: string | null, length: number) => void
  /** Called when a message is not JSON, or a listener to it has thrown `cause`. */
  readonly onError: (sessionId: string | null, cause: unknown) => void
}

/**
 * Carries DevTools messages over Chrome's two pipes: JSON, each message terminated by a zero byte. A message above the maximum
 * length was caused by a page; it is dropped without being buffered.
 */
export function openPipeTransport(
  toChrome: Writable,
  fromChrome: Readable,
  { onChunk, onMessage, onError }: PipeListeners,
): ConnectionTransport {
  let parts: string[] = []
  let length = 0
  let isClosed = false
  const transport: ConnectionTransport = {
    send: (message) => {
      if (isClosed) return
      // Messages sent in one turn of the event loop are written together, because each write wakes Chrome up.
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
  // Puppeteer handles a message asynchronously: what a listener throws rejects a promise that it ignores, which would end this
  // process.
  const deliver = async (message: string, sessionId: string | null) => {
    try {
      await transport.onmessage?.(message)
    } catch (cause) {
      onError(sessionId, cause)
    }
  }
  let start = ''
  let end = ''
  const isTooLong = () => length > (start.startsWith(REPLY) ? MAX_REPLY : MAX_EVENT)
  const hold = (piece: string) => {
    // A chunk may end within the first characters of a message.
    if (start.length < REPLY.length) start += piece.slice(0, REPLY.length)
    length += piece.length
    end = (end + piece.slice(-SESSION_CHARS)).slice(-SESSION_CHARS)
    if (isTooLong()) parts = []
    else parts.push(piece)
  }
  // The stream decodes UTF-8, because a chunk may end in the middle of a character.
  fromChrome.setEncoding('utf8')
  fromChrome.on('data', (chunk: string) => {
    onChunk()
    const pieces = chunk.split(SEPARATOR)
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      hold(piece)
      const message = isTooLong() ? null : parts.join('')
      const sessionId = SESSION.exec(end)?.[1] ?? null
      onMessage(sessionId, length)
      parts = []
      length = 0
      start = ''
      end = ''
      // Each message is handled in a separate turn of the event loop, so that the work for one does not delay the next.
      if (message !== null) setImmediate(deliver, message, sessionId)
    }
    if (last !== '') hold(last)
  })
  fromChrome.once('close', () => {
    isClosed = true
    transport.onclose?.()
  })
  // The process has ended; its exit event reports that.
  toChrome.on('error', () => {})
  fromChrome.on('error', () => {})
  return transport
}
