// `npm run cluster`: three nodes on one PostgreSQL behind a balancer, with simulated payments.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env, execPath, exit, stderr, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl } from '#settings/database-url.ts'
import { openPostgresOperatorStore } from '#store/postgres/operator/open-operator-store.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import { keptBuild } from '../kept-build.mjs'
import { openBalancer, type Upstream } from './balancer.ts'

const NODES = 3
const port = Number(env['PORT'] ?? 8402) || (await freePort())
const STARTED_WITHIN_MS = 60_000

if (!hasPostgres) {
  stderr.write('There is no PostgreSQL for this platform among the packages: npm ci installs it.\n')
  exit(1)
}

const closing = new AsyncDisposableStack()
let stop = () => {}
const stopped = new Promise<void>((resolve) => {
  stop = resolve
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

try {
  await start()
  await stopped
  stderr.write('ending\n')
} finally {
  await closing.disposeAsync()
}

async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-cluster-'))
  closing.defer(() => rmSync(folder, { recursive: true, force: true }))
  stderr.write('starting PostgreSQL\n')
  const server = closing.use(await PostgresServer.open())
  const url = await server.createDatabase()
  const program = keptBuild()
  const children: ChildProcess[] = []
  for (let at = 1; at <= NODES; at += 1) {
    stderr.write(`starting node ${at}\n`)
    const child = await startNode({ program, url, dataDir: join(folder, `node-${at}`) })
    closing.defer(() => endNode(child))
    children.push(child)
  }
  const upstreams = await listening(url, children)
  const balancer = await openBalancer(upstreams, port)
  closing.defer(() => balancer.close())
  stdout.write(greeting(url, children))
}

interface NodeOptions {
  readonly program: string
  readonly url: string
  readonly dataDir: string
}

/** Starts a node in another process group: Ctrl-C in a terminal must not reach it before this program ends it in order. */
async function startNode({ program, url, dataDir }: NodeOptions): Promise<ChildProcess> {
  mkdirSync(dataDir)
  const child = spawn(execPath, [program, 'serve'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      // Settings of the caller apply to every node, such as prices.
      ...env,
      URLWITNESS_MODE: 'sandbox',
      URLWITNESS_DATABASE_URL: url,
      URLWITNESS_DATA_DIR: dataDir,
      URLWITNESS_BASE_URL: `http://127.0.0.1:${port}`,
      URLWITNESS_LISTEN: `127.0.0.1:${await freePort()}`,
      URLWITNESS_ADMIN_LISTEN: `127.0.0.1:${await freePort()}`,
      URLWITNESS_LOG_LEVEL: 'warn',
    },
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    if (env['URLWITNESS_CLUSTER_LOG'] !== undefined) stderr.write(chunk)
  })
  // If this program exits without ending its nodes in order.
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  return child
}

async function endNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** The nodes with the addresses that they entered in the database. Throws an Error if a node does not start in time. */
async function listening(
  url: string,
  children: readonly ChildProcess[],
): Promise<readonly Upstream[]> {
  const until = Date.now() + STARTED_WITHIN_MS
  for (;;) {
    const dead = children.find(({ exitCode }) => exitCode !== null)
    if (dead !== undefined || Date.now() > until) {
      throw new Error('A node did not start: set URLWITNESS_CLUSTER_LOG=1 to see why.')
    }
    const found = await instancesOf(url)
    if (found.length === children.length) {
      return children.map(({ pid }, at) => {
        const address = found.find((one) => one.pid === pid)?.listening ?? ''
        return { name: `node ${at + 1}`, address }
      })
    }
    await sleep(200)
  }
}

async function instancesOf(url: string) {
  try {
    await using operator = await openPostgresOperatorStore(databaseUrl.parse(url))
    return await operator.instances.list()
  } catch {
    return [] // The first node has not made its tables yet.
  }
}

function greeting(url: string, children: readonly ChildProcess[]): string {
  const base = `http://127.0.0.1:${port}`
  const nodes = children.map(({ pid }, at) => `  node ${at + 1}  pid ${pid}\n`).join('')
  const database = `URLWITNESS_DATABASE_URL='${url}'`
  return `
${NODES} nodes on one PostgreSQL at ${base}, with simulated payments:
${nodes}
Buy a report through the balancer, each time from another node:
  npx urlwitness buy ${base} probe_url https://example.com/
See all nodes and calls, from any of them:
  ${database} npx urlwitness status
  ${database} npx urlwitness ledger list
Pause a tool on all of them, within a second:
  ${database} npx urlwitness pause probe_url
  ${database} npx urlwitness resume probe_url
Kill a node while you buy: the others go on, and recover what it ran:
  kill -9 ${children[0]?.pid ?? 'PID'}

Each node simulates a chain of its own, so that a buyer has 100 simulated USDC on each; once-only is decided by the ledger, which they share.
Ctrl-C ends everything and deletes it.
`
}
