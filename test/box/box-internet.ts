import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import {
  type DnsServer,
  type NameAnswers,
  startDnsServer,
} from '#test/equipment/network/dns-server.ts'
import { type Authority, mintRoot, pemChain } from '#test/equipment/tls/certificates.ts'

/** The resolver that netbox.sh writes into resolv.conf. */
export const boxResolver = '203.0.113.53'

export interface BoxSite {
  readonly ip: string
  readonly https?: RequestListener
  readonly http?: RequestListener
}

/** The whole internet of the box: every connection to any address on 80 or 443 arrives here and is recorded. */
export interface BoxInternet extends AsyncDisposable {
  readonly root: Authority
  readonly dns: DnsServer
  /** `address:port` of every accepted TCP connection, for any address. */
  readonly reached: readonly string[]
  addSite(name: string, site: BoxSite, answers?: NameAnswers): void
}

export async function openBoxInternet(): Promise<BoxInternet> {
  const root = mintRoot({ commonName: 'Box Root' })
  const intermediate = root.issueAuthority({ commonName: 'Box Issuer' })
  const dns = await startDnsServer({}, { host: boxResolver, port: 53 })
  const contexts = new Map<string, SecureContext>()
  const sites = new Map<string, BoxSite>()
  const reached: string[] = []
  const sockets = new Set<Socket>()

  const siteOf = (socket: Socket) => sites.get(plainAddress(socket.localAddress))
  const http = createHttpServer((request, response) => {
    const listener = siteOf(request.socket)?.http
    if (listener === undefined) request.socket.destroy()
    else listener(request, response)
  })
  const fallback = intermediate.issueLeaf({ names: ['fallback.example'] })
  const https = createSecureServer(
    {
      cert: pemChain(fallback, intermediate),
      key: fallback.keyPem,
      allowHTTP1: true,
      SNICallback: (name, done) => done(null, contexts.get(name)),
    },
    (request, response) => {
      const raw = request.stream?.session?.socket ?? request.socket
      const listener = siteOf(raw as Socket)?.https
      // The compatibility API of node:http2 takes the same listener as node:http.
      if (listener !== undefined) listener(request as never, response as never)
      else raw.destroy()
    },
  )
  https.on('tlsClientError', () => {})
  https.on('sessionError', () => {})

  const doors = await Promise.all([
    openDoor(80, http, reached, sockets),
    openDoor(443, https, reached, sockets),
  ])
  return {
    root,
    dns,
    reached,
    addSite: (name, site, answers) => {
      const leaf = intermediate.issueLeaf({ names: [name] })
      contexts.set(
        name,
        createSecureContext({ cert: pemChain(leaf, intermediate), key: leaf.keyPem }),
      )
      sites.set(site.ip, site)
      dns.set(name, answers ?? (site.ip.includes(':') ? { aaaa: [site.ip] } : { a: [site.ip] }))
    },
    [Symbol.asyncDispose]: async () => {
      for (const door of doors) door.close()
      for (const socket of sockets) socket.destroy()
      await dns.close()
    },
  }
}

/** Accepts on every address of the box, records the destination address, and passes the connection to the server. */
async function openDoor(
  port: number,
  server: Server,
  reached: string[],
  sockets: Set<Socket>,
): Promise<Server> {
  const door = createTcpServer((socket) => {
    reached.push(`${plainAddress(socket.localAddress)}:${port}`)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    server.emit('connection', socket)
  })
  door.listen({ port, host: '::', ipv6Only: false })
  await once(door, 'listening')
  return door
}

function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/, '')
}
