import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import {
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import {
  type Authority,
  type CertificateOptions,
  mintRoot,
  pemChain,
} from '#test/equipment/tls/certificates.ts'
import { type DnsServer, type NameAnswers, startDnsServer } from './dns-server.ts'
import { closedPort } from './loopback-net.ts'

/** A website of the test internet. */
export interface Site {
  /** Public-looking address that serves it. */
  readonly ip: string
  /** Served on 443 with HTTP/2 and HTTP/1.1, with a certificate under the internet's own root. */
  readonly https?: RequestListener
  /** Served on 80. */
  readonly http?: RequestListener
  readonly certificate?: CertificateOptions
  /** HTTP/1.1 only on 443. */
  readonly http1Only?: boolean
  /** The newest version of TLS on 443. */
  readonly maxVersion?: 'TLSv1.2'
}

/** Real sockets on loopback behind public-looking addresses: the policy judges the address, `connect` finds the port. */
export interface Internet extends AsyncDisposable {
  readonly root: Authority
  /** The authority that issues the certificates of sites; the root issued its certificate. */
  readonly issuer: Authority
  readonly dns: DnsServer
  /** For `net/tcp/dial.ts`, in place of a real connection. Addresses without a site refuse the connection. */
  readonly connect: (ip: string, port: number, family: 4 | 6) => Socket
  /** Every `ip:port` that was dialed, in order. */
  readonly dialed: readonly string[]
  /** Puts a site behind a name; without `answers` the name resolves to the site's address. */
  addSite(name: string, site: Site, answers?: NameAnswers): Promise<void>
  /** Puts raw TCP behind `ip:port`. */
  addTcp(ip: string, port: 80 | 443, handler: (socket: Socket) => void): Promise<void>
  /** Makes the address accept no connection and send nothing. */
  addBlackHole(ip: string): void
  close(): Promise<void>
}

export async function openInternet(): Promise<Internet> {
  const root = mintRoot({ commonName: 'Internet Root' })
  const issuer = root.issueAuthority({ commonName: 'Internet Issuer' })
  const dns = await startDnsServer({})
  const ports = new Map<string, number>()
  const blackHoles = new Set<string>()
  const dialed: string[] = []
  const servers: { server: Server; sockets: Set<Socket> }[] = []

  const serve = async (key: string, server: Server) => {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') ports.set(key, address.port)
    servers.push({ server, sockets })
  }
  const close = async () => {
    for (const { server, sockets } of servers) {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    await dns.close()
  }
  return {
    root,
    issuer,
    dns,
    dialed,
    connect: (ip, port) => {
      dialed.push(`${ip}:${port}`)
      if (blackHoles.has(ip)) return neverConnecting()
      const local = ports.get(`${ip}:${port}`) ?? closedPort
      return connectTcp({ host: '127.0.0.1', port: local, autoSelectFamily: false, noDelay: true })
    },
    addSite: async (name, site, answers) => {
      const isV6 = site.ip.includes(':')
      dns.set(name, answers ?? (isV6 ? { aaaa: [site.ip] } : { a: [site.ip] }))
      if (site.https !== undefined) {
        const leaf = issuer.issueLeaf({ names: [name], ...site.certificate })
        const options = {
          cert: pemChain(leaf, issuer),
          key: leaf.keyPem,
          allowHTTP1: true,
          maxVersion: site.maxVersion,
        }
        const listener = site.https
        const server = site.http1Only
          ? createHttpsServer(options, listener)
          : createSecureServer(options, (request, response) =>
              // The compatibility API of node:http2 takes the same listener as node:http.
              listener(request as never, response as never),
            )
        server.on('tlsClientError', () => {})
        server.on('sessionError', () => {})
        await serve(`${site.ip}:443`, server)
      }
      if (site.http !== undefined) await serve(`${site.ip}:80`, createHttpServer(site.http))
    },
    addTcp: (ip, port, handler) => serve(`${ip}:${port}`, createTcpServer(handler)),
    addBlackHole: (ip) => void blackHoles.add(ip),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A listener that sends the same response to every request. */
export function respond(
  status: number,
  fields: Readonly<Record<string, string | string[]>>,
  body = '',
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, fields)
    response.end(body)
  }
}

/** Header fields of a healthy page, with every advisory field that a probe checks. */
export const healthyFields = {
  'content-type': 'text/html; charset=utf-8',
  'strict-transport-security': 'max-age=63072000',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const

export const healthyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Healthy</title></head>
<body><h1>Healthy</h1><p>${'All is well here. '.repeat(40)}</p></body></html>`

/** A socket that never connects, as behind a firewall that drops packets: the lookup of its name never ends. */
function neverConnecting(): Socket {
  return connectTcp({ host: 'black-hole.invalid', port: 9, lookup: () => {} })
}
