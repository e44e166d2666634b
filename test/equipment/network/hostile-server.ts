import { createServer, type Socket } from 'node:net'

/** The behaviour of a server on one connection once a request has arrived. */
export type Behaviour = (socket: Socket, request: string) => void

export interface HostileServer {
  readonly port: number
  /** Connections accepted so far. */
  connections(): number
  /** Requests in order of arrival, head only. */
  readonly requests: readonly string[]
  /** Resolves once every connection is closed; rejects after two seconds. */
  drained(): Promise<void>
  close(): Promise<void>
}

/**
 * A server on loopback that sends raw bytes. `behave` is called for each request (for each connection when
 * `onConnect`). It never throws because of the client, and `close` cuts remaining connections.
 */
export async function hostileServer(
  behave: Behaviour,
  { onConnect = false } = {},
): Promise<HostileServer> {
  const open = new Set<Socket>()
  const requests: string[] = []
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    if (onConnect) behave(socket, '')
    let received = ''
    let h2Spoken = false
    socket.on('data', (chunk: Uint8Array) => {
      if (h2Spoken) return
      received += new TextDecoder('latin1').decode(chunk)
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const request = received.slice(0, end)
        received = received.slice(end + 4)
        requests.push(request)
        if (!onConnect) behave(socket, request)
        h2Spoken = request === H2_PREFACE
        if (h2Spoken) return
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => accepted,
    requests,
    drained: async () => {
      for (let tries = 0; open.size > 0; tries += 1) {
        if (tries > 200) throw new Error(`${open.size} connections are still open`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

// RFC 9113 3.4, up to its first empty line; binary frames follow.
const H2_PREFACE = 'PRI * HTTP/2.0'

/** Sends `parts` and leaves the connection open. */
export function says(...parts: readonly (string | Uint8Array)[]): Behaviour {
  return (socket) => {
    for (const part of parts) socket.write(toBytes(part))
  }
}

/** Sends `parts`, then closes the connection normally (FIN). */
export function saysAndEnds(...parts: readonly (string | Uint8Array)[]): Behaviour {
  return (socket) => {
    for (const part of parts) socket.write(toBytes(part))
    socket.end()
  }
}

/** Sends `parts`, then resets (RST). */
export function saysAndResets(...parts: readonly (string | Uint8Array)[]): Behaviour {
  return (socket) => {
    for (const part of parts) socket.write(toBytes(part))
    // The immediate runs after this process has polled its sockets: a reset would discard what the client has not read.
    setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 30)
  }
}

/** Sends `start`, then `chunk` every `everyMs`, as long as the client is connected. */
export function drips(start: string, chunk: string | Uint8Array, everyMs: number): Behaviour {
  return (socket) => {
    socket.write(toBytes(start))
    const timer = setInterval(() => socket.write(toBytes(chunk)), everyMs)
    socket.on('close', () => clearInterval(timer))
  }
}

/** Sends `start`, then `chunk` as fast as the connection accepts it. */
export function floods(start: string | Uint8Array, chunk: string | Uint8Array): Behaviour {
  return (socket) => {
    socket.write(toBytes(start))
    // Large writes, so that the server's own work does not starve the client in the same process.
    const bytes = toBytes(chunk)
    const piece = bytesOf(...Array(Math.ceil(16_384 / bytes.byteLength)).fill(bytes))
    const pour = () => {
      while (!socket.destroyed && socket.write(piece)) {}
      if (!socket.destroyed) socket.once('drain', pour)
    }
    pour()
  }
}

/** One HTTP/2 frame (RFC 9113 4.1). */
export function h2Frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const frame = new Uint8Array(9 + payload.byteLength)
  const view = new DataView(frame.buffer)
  view.setUint32(0, (payload.byteLength << 8) | type)
  view.setUint8(4, flags)
  view.setUint32(5, stream)
  frame.set(payload, 9)
  return frame
}

export const h2 = { data: 0, headers: 1, rst: 3, settings: 4, ping: 6, goaway: 7, continuation: 9 }
export const END_STREAM = 1
export const END_HEADERS = 4

/** `:status 200` of the static table (RFC 7541 A). */
export const STATUS_200 = Uint8Array.of(0x88)

/** A literal header field without indexing. Its name and value are shorter than 127 bytes each. */
export function h2Field(name: string, value: string): Uint8Array {
  const bytes = new TextEncoder()
  return Uint8Array.of(0, name.length, ...bytes.encode(name), value.length, ...bytes.encode(value))
}

export function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const all = parts.map(toBytes)
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.byteLength, 0))
  let offset = 0
  for (const part of all) {
    joined.set(part, offset)
    offset += part.byteLength
  }
  return joined
}

/** Each code unit is one byte, so that a test can send any byte. */
function toBytes(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? Uint8Array.from(part, (c) => c.charCodeAt(0) & 0xff) : part
}
