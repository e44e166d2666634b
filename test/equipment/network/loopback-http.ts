import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request as it arrived. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Behaviour = (
  request: SeenRequest,
  response: ServerResponse,
  socket: Socket,
) => void | Promise<void>

export interface LoopbackServer {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Replaces the behaviour. */
  behave(behaviour: Behaviour): void
  /** Cuts its connections, and refuses new ones until it is up again on the same port. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

/** A real HTTP server on loopback with the behaviour that a test sets; on a free port by default. */
export async function openLoopbackServer(first: Behaviour, port = 0): Promise<LoopbackServer> {
  let behaviour = first
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const arrived = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: new TextDecoder().decode(concat(chunks)),
    }
    seen.push(arrived)
    await behaviour(arrived, response, request.socket)
  })
  const up = (on: number) =>
    new Promise<void>((resolve) => server.listen(on, '127.0.0.1', () => resolve()))
  const down = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  await up(port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    behave: (next) => {
      behaviour = next
    },
    down,
    up: async () => {
      if (!server.listening) await up(address.port)
    },
    close: down,
  }
}

/** Responds with JSON. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Responds with unchanged text. */
export function text(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    response.end(body)
  }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}
