import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'
import { Fault } from '#fault.ts'

// A process of its own, started by network-namespace.ts inside an empty network namespace: a socket belongs to the
// namespace of the process that makes it, and no process can make one elsewhere.

/** What the service asks: a socket listening there. */
export interface KeeperRequest {
  readonly id: number
  readonly kind: 'tcp' | 'udp'
  readonly host: string
  readonly port: number
}

/** Comes with the socket, unless there is an error. Id 0: the namespace is furnished. */
export interface KeeperResponse {
  readonly id: number
  readonly error: string | null
}

/** Furnishes the namespace that it runs in (`ip`: the program), then opens what is asked for until its parent is gone. */
export function keepNamespace(ip = ''): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (request: KeeperRequest) => {
    answer(request).catch((cause: unknown) => say({ id: request.id, error: String(cause) }))
  })
  try {
    furnish(ip)
    say({ id: 0, error: null })
  } catch (cause) {
    say({ id: 0, error: cause instanceof Error ? cause.message : String(cause) })
  }
}

async function answer({ id, kind, host, port }: KeeperRequest): Promise<void> {
  const socket =
    kind === 'tcp' ? createServer().listen({ host, port }) : createSocket('udp4').bind(port, host)
  await once(socket, 'listening')
  // The parent's from then on: this process accepts nothing, and reads nothing.
  process.send?.({ id, error: null } satisfies KeeperResponse, socket, {}, () => socket.close())
}

function say(message: KeeperResponse): void {
  process.send?.(message)
}

/** What a card may be made of: kernels have one or the other of these. It leads nowhere, whatever it is called. */
const cards: readonly (readonly string[])[] = [
  ['type', 'dummy'],
  ['type', 'ifb'],
  ['type', 'veth', 'peer', 'name', 'nowhere1'],
]

/** The address for a host that needs one and has none (RFC 7600): nobody's, so pages learn nothing from it. */
const DUMMY_ADDRESS = '192.0.0.8/32'

/** Loopback; and a card that leads nowhere, without which Chrome tells pages that it is offline. */
function furnish(ip: string): void {
  const run = (...args: string[]) =>
    execFileSync(ip, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  const tries = (...args: string[]) => {
    try {
      run(...args)
      return true
    } catch {
      return false
    }
  }
  run('link', 'set', 'lo', 'up')
  const card = cards.find((kind) => tries('link', 'add', 'nowhere0', ...kind))
  if (card === undefined)
    throw new Fault('no_card', 'no network card of the kinds dummy, ifb, veth')
  const names = card.includes('peer') ? ['nowhere0', 'nowhere1'] : ['nowhere0']
  for (const name of names) {
    // An address that arrives late makes Chrome abort what is under way. Fails where there is no IPv6, and none comes.
    tries('link', 'set', name, 'addrgenmode', 'none')
    run('link', 'set', name, 'up')
  }
  run('address', 'add', DUMMY_ADDRESS, 'dev', 'nowhere0')
}
