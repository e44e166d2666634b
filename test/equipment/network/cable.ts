import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A virtual Ethernet cable between a server and one process, which has no other network than this and its own loopback. */
export interface Cable extends AsyncDisposable {
  /** Command and arguments to put before those of the process, which starts once the cable is plugged in. */
  readonly command: readonly string[]
  /** Address of the server for the process. */
  readonly server: { readonly host: string; readonly port: number }
  /** Connects the process, which waits until then. A cable serves one process after another. */
  plugIn(child: ChildProcess): Promise<void>
  /** From now on packets of both sides are lost, without an error on either side. */
  cut(): void
  mend(): void
}

const [SERVER, CLIENT, PORT] = ['10.83.0.1', '10.83.0.2', 5432]

/** Whether this process may create network namespaces. */
export const canUnplug = mayUnshare()

/** `socketPath`: the Unix socket of the server. Both ends are in separate namespaces, which end with their processes. */
export async function openCable(socketPath: string): Promise<Cable> {
  const places = [{ host: '0.0.0.0', port: PORT }, { path: socketPath }]
  const program = new URL('relay-process.ts', import.meta.url).pathname
  const relay = spawn('unshare', ['--net', process.execPath, program, JSON.stringify(places)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(relay, 'message')
  const atServer = (...about: readonly string[]) => void inside(relay, 'ip', ...about)
  return {
    command: ['unshare', '--net', 'sh', '-c', UNTIL_PLUGGED_IN, 'sh'],
    server: { host: SERVER, port: PORT },
    plugIn: async (child) => {
      const own = readlinkSync('/proc/self/ns/net')
      while (readlinkSync(`/proc/${child.pid}/ns/net`) === own) await sleep(5)
      atServer(
        'link',
        'add',
        'cable',
        'type',
        'veth',
        'peer',
        'name',
        'cable',
        'netns',
        String(child.pid),
      )
      atServer('address', 'add', `${SERVER}/30`, 'dev', 'cable')
      atServer('link', 'set', 'cable', 'up')
      inside(child, 'ip', 'link', 'set', 'lo', 'up')
      inside(child, 'ip', 'address', 'add', `${CLIENT}/30`, 'dev', 'cable')
      inside(child, 'ip', 'link', 'set', 'cable', 'up')
    },
    cut: () => atServer('link', 'set', 'cable', 'down'),
    mend: () => atServer('link', 'set', 'cable', 'up'),
    [Symbol.asyncDispose]: async () => {
      relay.kill('SIGKILL')
      await once(relay, 'exit')
    },
  }
}

const UNTIL_PLUGGED_IN = `until ip route get ${SERVER} >/dev/null 2>&1; do sleep 0.02; done; exec "$@"`

function inside({ pid }: ChildProcess, ...command: readonly string[]): string {
  return execFileSync('nsenter', ['--target', String(pid), '--net', ...command], {
    encoding: 'utf8',
  })
}

function mayUnshare(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'add', 'a', 'type', 'veth'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
