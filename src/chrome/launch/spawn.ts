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
  /** Null: as ourselves. */
  readonly user: BrowserUser | null
  /** Null: in the network that we are in. */
  readonly namespace: NetworkNamespace | null
}

/**
 * Starts Chrome in a process group of its own, without our environment, as another user if one is given; descriptors 3 and 4
 * are the DevTools pipes. On Linux the kernel kills it when we end, it cannot gain rights from set-uid programs, and none of
 * its processes can allocate more memory than honest pages need.
 */
export function spawnBrowser({
  program,
  arguments: args,
  folders,
  user,
  namespace,
}: SpawnOptions): ChildProcess {
  const entry = namespace?.entry(user) ?? []
  const [command = program, ...rest] = [...entry, ...wrappers(), program, ...args]
  const child = spawn(command, rest, {
    cwd: folders.temporary,
    detached: process.platform !== 'win32',
    env: browserEnvironment(folders),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // libuv drops the supplementary groups too. A namespace is entered as ourselves, and the user is changed inside.
    ...(user === null || namespace !== null ? {} : { uid: user.uid, gid: user.gid }),
  })
  if (child.pid !== undefined) niceSession(child.pid)
  return child
}

/**
 * Writable private memory of each process: buffers and DOM are outside of the script heap's own limit. Less than the bound of
 * the whole browser, so that one page cannot end the others. With 1.5 GiB a page could: a console message of 100 million control
 * characters takes the browser process past it.
 */
const DATA_LIMIT_BYTES = 2 * 2 ** 30

/**
 * Of each of the browser's processes: the service, which keeps deadlines and money, comes first on a busy machine. Six pages
 * have a dozen threads that are ready to run; with 5 each, the service still waited for a processor half of the time.
 */
const NICENESS = 10

/**
 * Of the browser's session. Where `sched_autogroup_enabled` is set, Linux divides the processors among sessions first, and the
 * niceness of a process counts within its session only (sched(7)); `detached` made one for the browser. A third of the weight of
 * any other session: with 10, two other busy programs left Chrome so little that it started in 25 seconds.
 */
const SESSION_NICENESS = 5

function niceSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(SESSION_NICENESS))
  } catch {} // Another system, a kernel without autogroups, or a process that has ended, which is reported where it is used.
}

/** Programs of util-linux that restrict the program after them; none where they are not installed. */
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
    // A link to an unknown scheme would run the host's xdg-open if PATH led to it.
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
