import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'

/** A server on loopback that a test must close. */
export interface LoopbackServer {
  readonly host: '127.0.0.1'
  readonly port: number
  /** Connections accepted so far. */
  connections(): number
  /** Stops listening and cuts every connection. */
  close(): Promise<void>
}

export interface TlsServerOptions {
  /** PEM, leaf first: `pemChain(leaf, intermediate)`. */
  readonly cert: string
  /** PKCS 8 PEM. */
  readonly key: string
  readonly alpn?: readonly string[]
  /** DER of an OCSPResponse to staple. */
  readonly staple?: Uint8Array
  /** Handles a secured connection; default: ends it at once. */
  readonly handler?: (socket: tls.TLSSocket) => void
  /** Anything else of `tls.createServer` (versions, ciphers, client authentication). */
  readonly tls?: tls.TlsOptions
}

/** A real TLS server on 127.0.0.1 and a free port. */
export async function startTlsServer(options: TlsServerOptions): Promise<LoopbackServer> {
  const server = tls.createServer(
    {
      cert: options.cert,
      key: options.key,
      ...(options.alpn ? { ALPNProtocols: [...options.alpn] } : {}),
      ...options.tls,
    },
    options.handler ?? ((socket) => socket.end()),
  )
  if (options.staple) {
    const staple = options.staple
    server.on('OCSPRequest', (_certificate, _issuer, respond) => {
      respond(null, globalThis.Buffer.from(staple))
    })
  }
  // An error of the client is not this server's failure: the test checks the client.
  server.on('tlsClientError', () => {})
  server.on('secureConnection', (socket) => socket.on('error', () => {}))
  return await listen(server)
}

/** A plain TCP server: stalls, resets, garbage, plain HTTP. */
export async function startTcpServer(handler: (socket: Socket) => void): Promise<LoopbackServer> {
  return await listen(createTcpServer(handler))
}

async function listen(server: Server): Promise<LoopbackServer> {
  const open = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('No TCP address.')
  return {
    host: '127.0.0.1',
    port: address.port,
    connections: () => accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
