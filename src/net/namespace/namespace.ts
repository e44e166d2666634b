import { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { Fault, messageOf } from '#fault.ts'
import { type Loopback, portOf } from '#net/tcp/loopback.ts'
import type { Clock } from '#runtime/clock.ts'
import { handsOverSockets, keeperCommand } from '#runtime/process/own-program.ts'
import { ownUserId } from '#runtime/process/process.ts'
import { systemProgram } from '#runtime/process/system-program.ts'
import { type KeeperClient, startKeeper } from './keeper-client.ts'

/** A network without an uplink: loopback, an isolated interface, and the sockets that we open there. */
export interface NetworkNamespace {
  readonly loopback: Loopback
  /** Prefix for a command line that is to run inside the namespace; the command runs as `user` when this process is root. */
  enterCommand(user: { readonly uid: number; readonly gid: number } | null): readonly string[]
  /** Whether a process runs inside the namespace. */
  contains(pid: number): boolean
  /** Aborts when the keeper has ended: no further socket can then be opened in the namespace. */
  readonly lost: AbortSignal
  /** Ends the keeper. The kernel removes the namespace with the last process and the last socket inside it. */
  close(): Promise<void>
}

/** Creates a namespace. Rejects with a Fault `namespace_unavailable`, whose message has the reason and the remedy. */
export async function openNetworkNamespace(clock: Clock): Promise<NetworkNamespace> {
  const programs = neededPrograms()
  const isRoot = ownUserId() === 0
  const userArguments = ['--user', '--map-current-user', '--keep-caps']
  const keeper = startKeeper(
    [
      programs.unshare,
      '--net',
      ...(isRoot ? [] : userArguments),
      '--',
      // The keeper ends when its IPC channel closes, but not while it is stopped (SIGSTOP).
      programs.setpriv,
      '--pdeathsig',
      'KILL',
      '--no-new-privs',
      '--',
      ...keeperCommand(programs.ip),
    ],
    clock,
  )
  try {
    await keeper.ready
    const network = networkOf(keeper.pid)
    if (network === null || network === networkOf('self')) throw sameNetwork()
    return {
      loopback: loopbackOf(keeper),
      enterCommand: (user) => [
        programs.nsenter,
        '--target',
        String(keeper.pid),
        '--net',
        ...(isRoot ? [] : ['--user', '--preserve-credentials']),
        ...(user === null ? [] : ['--setuid', String(user.uid), '--setgid', String(user.gid)]),
        '--',
      ],
      contains: (pid) => networkOf(pid) === network,
      lost: keeper.lost,
      close: () => keeper.close(),
    }
  } catch (cause) {
    await keeper.close()
    throw explain(cause, keeper.stderr(), isRoot)
  }
}

function loopbackOf(keeper: KeeperClient): Loopback {
  return {
    listen: async (server, address) => {
      const isListening = await keeper.openSocket({ kind: 'tcp', ...address }, (socket) => {
        const listening = once(server, 'listening')
        // Takes the handle over from the server that arrived.
        server.listen(socket)
        return { listening }
      })
      await isListening.listening
      return portOf(server)
    },
    bindUdp: (host) =>
      keeper.openSocket({ kind: 'udp', host, port: 0 }, (socket) => {
        if (socket instanceof UdpSocket) return socket
        socket.close()
        throw new Fault('namespace_refused', 'the keeper sent another kind of socket')
      }),
  }
}

/** The kernel's identifier of a process's network namespace; null when the process has ended or may not be inspected. */
function networkOf(pid: number | 'self'): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return null
  }
}

const needed = ['unshare', 'nsenter', 'setpriv', 'ip'] as const

function neededPrograms(): Record<(typeof needed)[number], string> {
  if (!handsOverSockets()) throw unavailable('only Node on Linux can do that')
  const [unshare, nsenter, setpriv, ip] = needed.map(systemProgram)
  if (unshare && nsenter && setpriv && ip) return { unshare, nsenter, setpriv, ip }
  const missing = needed.filter((name) => systemProgram(name) === null)
  const how = 'Install the packages util-linux and iproute2.'
  throw unavailable(`missing programs: ${missing.join(', ')}. ${how}`)
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /unshare failed: No space left on device/,
    'this host allows no more of them. Raise user.max_user_namespaces and user.max_net_namespaces (sysctl).',
  ],
  [
    /no network interface/,
    'this kernel supports no network interface of type dummy, ifb or veth. Load one of those modules (modprobe dummy).',
  ],
]

const FORBIDDEN = /Operation not permitted|Permission denied/
const forbidden = {
  root: 'root may not create a network namespace here, as in most containers. Run the service as another user, where user namespaces are allowed.',
  user: 'this host forbids it. Allow user namespaces (in a container: a seccomp profile with clone, unshare and setns; on Ubuntu: an AppArmor profile or kernel.apparmor_restrict_unprivileged_userns=0).',
}

function explain(cause: unknown, stderr: string, isRoot: boolean): Fault {
  const message = messageOf(cause)
  if (FORBIDDEN.test(stderr) || FORBIDDEN.test(message)) {
    return unavailable(isRoot ? forbidden.root : forbidden.user, cause)
  }
  const [, advice] =
    reasons.find(([pattern]) => pattern.test(stderr) || pattern.test(message)) ?? []
  const line = stderr.split('\n').find((text) => text.trim() !== '')
  return unavailable(
    advice ?? (line === undefined ? message : `${message} Its message: ${line}`),
    cause,
  )
}

function unavailable(message: string, cause?: unknown): Fault {
  return new Fault('namespace_unavailable', message, { cause })
}

function sameNetwork(): Fault {
  return new Fault('namespace_unavailable', "its network is not separate from the machine's.")
}
