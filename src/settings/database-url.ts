import { z } from 'zod'
import { formatHostPort, isLoopback, percentDecoded, refuse } from './values.ts'

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** The address of a PostgreSQL server, and the credentials for it. */
export interface DatabaseUrl {
  /** A name, an address literal without brackets, or the folder of a Unix socket, which begins with `/`. */
  readonly host: string
  readonly port: number
  readonly user: string
  /** Null: the server does not require one. */
  readonly password: string | null
  readonly database: string
  readonly sslMode: (typeof tlsModes)[number]
  /** PEM file of the trusted certificate authorities; null: those of Node. */
  readonly sslRootCert: string | null
}

// libpq allows a user without a host, for a socket; the URL standard does not.
const NO_HOST = 'socket.invalid'
const DEFAULT_PORT = 5432
const parameters = ['host', 'sslmode', 'sslrootcert']

/**
 * `postgres://user:password@host:port/database`, or a Unix socket as in libpq: `postgres://user@/database?host=/run/postgresql`.
 * Without `sslmode` a server on another machine must have a certificate for its name: libpq's default, `prefer`, falls back
 * to plain text, which an attacker on the path can force.
 */
export const databaseUrl = z.string().transform((text, ctx): DatabaseUrl => {
  const url = URL.parse(text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, `$1${NO_HOST}`))
  if (url === null) return refuse(ctx, 'is not an absolute URL')
  if (!/^postgres(ql)?:$/.test(url.protocol)) return refuse(ctx, 'does not begin with postgres://')
  const given = url.searchParams
  const unknown = [...given.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) {
    return refuse(ctx, `has the parameter ${unknown}; allowed: ${parameters.join(', ')}`)
  }
  const host = hostOf(url)
  const isSocket = host.startsWith('/')
  const sslMode = tlsModes.find((mode) => mode === (given.get('sslmode') ?? defaultFor(host)))
  if (host === '') return refuse(ctx, 'names no host')
  if (sslMode === undefined) return refuse(ctx, `has an sslmode that is not ${tlsModes.join(', ')}`)
  if (isSocket && sslMode !== 'disable') {
    return refuse(ctx, 'has an sslmode, but a Unix socket has no TLS')
  }
  const parts = [url.username, url.password, url.pathname.slice(1)].map(percentDecoded)
  const [user, password, database] = parts
  if (user == null || password == null || database == null) {
    return refuse(ctx, 'has a % that does not begin an escape sequence')
  }
  if (user === '') return refuse(ctx, 'names no user')
  if (database === '') return refuse(ctx, 'names no database')
  return {
    host,
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    user,
    password: password === '' ? null : password,
    database,
    sslMode,
    sslRootCert: given.get('sslrootcert'),
  }
})

function hostOf(url: URL): string {
  const named = url.hostname === NO_HOST ? '' : url.hostname
  return (named || url.searchParams.get('host') || '').replace(/^\[(.*)\]$/, '$1')
}

function defaultFor(host: string): (typeof tlsModes)[number] {
  return host.startsWith('/') || isLoopback(host) ? 'disable' : 'verify-full'
}

/** `host:port/database`, without the secret parts. */
export function databaseName({ host, port, database }: DatabaseUrl): string {
  return `${host.startsWith('/') ? host : formatHostPort({ host, port })}/${database}`
}
