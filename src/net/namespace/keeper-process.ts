import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'
import { Fault, messageOf } from '#fault.ts'

// A separate process, started by namespace.ts inside an empty network namespace: a socket belongs to the namespace of
// the process that opens it, and no process can open one elsewhere.

/** A request from the service for a listening socket. */
export interface KeeperRequest {
  readonly id: number
  readonly kind: 'tcp' | 'udp'
  readonly host: string
  readonly port: number
}

/** Sent with the socket, unless there is an error. Id 0 is the reply about setting up the namespace. */
export interface KeeperReply {
  readonly id: number
  readonly error: string | null
}

/**
 * Sets up the namespace that it runs in (`ip` is the path of the `ip` program), then opens sockets on request until its
 * parent exits.
 */
export function keepNamespace(ip = ''): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (request: KeeperRequest) => {
    openSocket(request).catch((cause: unknown) => reply({ id: request.id, error: String(cause) }))
  })
  try {
    setUp(ip)
    reply({ id: 0, error: null })
  } catch (cause) {
    reply({ id: 0, error: messageOf(cause) })
  }
}

async function openSocket({ id, kind, host, port }: KeeperRequest): Promise<void> {
  const socket =
    kind === 'tcp' ? createServer().listen({ host, port }) : createSocket('udp4').bind(port, host)
  await once(socket, 'listening')
  // The parent owns the socket from then on: this process accepts no connection and reads no datagram.
  process.send?.({ id, error: null } satisfies KeeperReply, socket, {}, () => socket.close())
}

function reply(message: KeeperReply): void {
  process.send?.(message)
}

/** Types of network interface without an uplink; which of them exist depends on the kernel. */
const interfaceTypes: readonly (readonly string[])[] = [
  ['type', 'dummy'],
  ['type', 'ifb'],
  ['type', 'veth', 'peer', 'name', 'nowhere1'],
]

/** The dummy address of RFC 7600, which belongs to no host: it reveals nothing to pages. */
const DUMMY_ADDRESS = '192.0.0.8/32'

/** Brings up loopback and an interface without an uplink: with loopback alone, Chrome reports to pages that it is offline. */
function setUp(ip: string): void {
  const run = (...args: string[]) =>
    execFileSync(ip, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  const canRun = (...args: string[]) => {
    try {
      run(...args)
      return true
    } catch {
      return false
    }
  }
  run('link', 'set', 'lo', 'up')
  const added = interfaceTypes.find((kind) => canRun('link', 'add', 'nowhere0', ...kind))
  if (added === undefined)
    throw new Fault('no_interface', 'no network interface of type dummy, ifb or veth')
  const names = added.includes('peer') ? ['nowhere0', 'nowhere1'] : ['nowhere0']
  for (const name of names) {
    // An IPv6 address that is assigned late makes Chrome abort requests. The command fails on hosts without IPv6, where
    // no address is assigned.
    canRun('link', 'set', name, 'addrgenmode', 'none')
    run('link', 'set', name, 'up')
  }
  run('address', 'add', DUMMY_ADDRESS, 'dev', 'nowhere0')
}
