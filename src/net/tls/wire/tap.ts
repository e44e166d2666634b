import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { joinBytes } from './byte-reader.ts'
import { type FlightReader, RenegotiationWatch } from './transcript.ts'

/**
 * Sits between a TCP socket and the TLS library, forwards everything, and keeps a copy of the server's octets until
 * `stop()`. node:tls reports neither the order of the chain as sent nor whether a client certificate was requested;
 * both are in these octets. Destroying either side destroys the other.
 */
export interface Tap {
  readonly stream: Duplex
  /** The octets received so far, at most `maxBytes`. */
  inbound(): Uint8Array
  /** Resolves when more octets arrive; never if none do. */
  nextInbound(): Promise<void>
  stop(): void
  /** Whether the server asked for another handshake so far. Means nothing in TLS 1.3, which has no renegotiation. */
  isRenegotiationRequested(): boolean
}

export interface TapOptions {
  readonly maxBytes: number
  /** Called once when the server sent more than `maxBytes` before `stop()`. */
  readonly onOverflow: () => void
  readonly flight: FlightReader
  /** Called before each piece of the flight is forwarded. With false, this piece and everything after it is dropped. */
  readonly isAcceptable: () => boolean
}

export function tapSocket(
  socket: Socket,
  { maxBytes, onOverflow, flight, isAcceptable }: TapOptions,
): Tap {
  let recordedChunks: Uint8Array[] | null = []
  let recordedBytes = 0
  let waiters: (() => void)[] = []
  const wake = () => {
    for (const resolve of waiters) resolve()
    waiters = []
  }
  let isInspecting = true
  const renegotiation = new RenegotiationWatch()
  const forward = (bytes: Uint8Array) => {
    if (bytes.length > 0 && !stream.push(bytes)) socket.pause()
  }
  const stream = new Duplex({
    allowHalfOpen: true,
    read: () => {
      socket.resume()
    },
    write: (chunk: Uint8Array, _encoding, done) => {
      socket.write(chunk, done)
    },
    writev: (chunks, done) => {
      socket.cork()
      for (const { chunk } of chunks.slice(0, -1)) socket.write(chunk)
      socket.write(chunks.at(-1)?.chunk, done)
      socket.uncork()
    },
    final: (done) => {
      socket.end(done)
    },
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  // The TLS socket reports the failure; this listener only keeps it from ending the process.
  stream.on('error', () => {})
  socket.on('data', (chunk: Uint8Array) => {
    renegotiation.read(chunk)
    if (recordedChunks) {
      recordedBytes += chunk.length
      if (recordedBytes > maxBytes) {
        recordedChunks = null
        onOverflow()
      } else recordedChunks.push(chunk)
    }
    for (const piece of isInspecting ? flight.pieces(chunk) : [chunk]) {
      if (isInspecting && !isAcceptable()) return
      forward(piece)
    }
    wake()
  })
  socket.on('end', () => {
    forward(flight.rest())
    stream.push(null)
  })
  socket.on('error', (error) => stream.destroy(error))
  socket.on('close', () => stream.destroy())
  return {
    stream,
    inbound: () => joinBytes(recordedChunks ?? []),
    nextInbound: () =>
      new Promise((resolve) => {
        waiters.push(resolve)
      }),
    stop: () => {
      recordedChunks = null
      isInspecting = false
      forward(flight.rest())
    },
    isRenegotiationRequested: () => renegotiation.isRequested,
  }
}
