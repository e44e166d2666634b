import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { emulation } from '#chrome/emulation.ts'
import type { NetworkNamespace } from '#net/namespace/namespace.ts'
import { environment } from '#runtime/process/process.ts'
import { systemProgram } from '#runtime/process/system-program.ts'
import type { BrowserFolders } from './profile.ts'
import type { BrowserUser } from './run-as-user.ts'

export interface SpawnOptions {
  readonly program: string
  readonly arguments: readonly string[]
  readonly folders: BrowserFolders
  /** Null: our own user. */
  readonly user: BrowserUser | null
  /** Null: the network of this process. */
  readonly namespace: NetworkNamespace | null
}

/**
 * Starts Chrome in a separate process group, without our environment, as another user if one is given; descriptors 3 and 4 are
 * the DevTools pipes. On Linux the kernel kills it when this process ends, it cannot gain rights from set-uid programs, and each
 * of its processes has a memory limit that ordinary pages do not reach.
 */
export function spawnBrowser({
  program,
  arguments: args,
  folders,
  user,
  namespace,
}: SpawnOptions): ChildProcess {
  const entry = namespace?.enterCommand(user) ?? []
  const [command = program, ...rest] = [...entry, ...wrappers(), program, ...args]
  const child = spawn(command, rest, {
    cwd: folders.temporary,
    detached: process.platform !== 'win32',
    env: browserEnvironment(folders),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // libuv also drops the supplementary groups. A namespace is entered as our own user, and the user is changed inside it.
    ...(user === null || namespace !== null ? {} : { uid: user.uid, gid: user.gid }),
  })
  if (child.pid !== undefined) niceSession(child.pid)
  return child
}

/**
 * Limit of the writable private memory of each process, bytes: buffers and the DOM are outside of the script heap's own limit. It
 * is below the limit of the whole browser, so that one page cannot end the others. With 1.5 GiB a page could: a console message
 * of 100 million control characters takes the browser process above that.
 */
const DATA_LIMIT_BYTES = 2 * 2 ** 30

/**
 * Niceness of each of the browser's processes: the service, which handles deadlines and payments, has priority on a busy machine.
 * Six pages have a dozen threads that are ready to run; with a niceness of 5 the service still waited for a processor half of the
 * time.
 */
const NICENESS = 10

/**
 * Niceness of the browser's session. Where `sched_autogroup_enabled` is set, Linux first divides the processors among sessions,
 * and the niceness of a process counts only within its session (sched(7)); `detached` creates a session for the browser. This
 * value gives it a third of the weight of any other session. With 10, two other busy programs left Chrome so little processor
 * time that it took 25 seconds to start.
 */
const SESSION_NICENESS = 5

function niceSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(SESSION_NICENESS))
  } catch {} // Not Linux, a kernel without autogroups, or a process that has already ended, which is reported elsewhere.
}

/** Commands that restrict the program started after them; those that are not installed are left out. */
function wrappers(): string[] {
  if (process.platform !== 'linux') return []
  const setpriv = systemProgram('setpriv')
  const prlimit = systemProgram('prlimit')
  const nice = systemProgram('nice')
  return [
    ...(setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--no-new-privs']),
    ...(prlimit === null ? [] : [prlimit, `--data=${DATA_LIMIT_BYTES}`]),
    ...(nice === null ? [] : [nice, '-n', String(NICENESS)]),
  ]
}

const windowsNeeds = ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec']

function browserEnvironment({ home, temporary }: BrowserFolders): Record<string, string> {
  const own = environment()
  const kept = process.platform === 'win32' ? windowsNeeds : []
  return {
    ...Object.fromEntries(kept.flatMap((name) => (own[name] ? [[name, own[name]]] : []))),
    // A link with an unknown scheme would run the host's xdg-open if PATH contained it.
    PATH: '/nonexistent',
    HOME: home,
    USERPROFILE: home,
    LOCALAPPDATA: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: temporary,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent',
    LANG: 'en_US.UTF-8',
    LANGUAGE: emulation.locale,
    TZ: emulation.timeZone,
  }
}
