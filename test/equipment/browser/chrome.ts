import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { BrowserPool, ProxyAddress } from '#chrome/contract.ts'
import { findExecutable } from '#chrome/launch/find-executable.ts'
import type { ExecutableKind } from '#chrome/launch/flags.ts'
import type { NamespaceChoice } from '#chrome/launch/launch-in-network.ts'
import { processFacts } from '#chrome/launch/process-tree.ts'
import { openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'

/** Programs that tests try, by kind; null where this machine has none. `skipIf(findTestChrome() === null)`. */
export function findTestChrome(kind?: ExecutableKind): string | null {
  const { PATH, ...environment } = process.env
  const machine = { platform: process.platform, environment: { ...environment, PATH } }
  const wanted = findExecutable({
    ...machine,
    chromePath: process.env['URLWITNESS_CHROME_PATH'] ?? null,
  })
  if (wanted.status === 'found' && (kind === undefined || wanted.kind === kind)) return wanted.path
  if (kind !== 'full') return null
  for (const name of ['chromium', 'google-chrome-stable', 'google-chrome']) {
    const full = findExecutable({ ...machine, chromePath: `/usr/bin/${name}` })
    if (full.status === 'found') return full.path
  }
  return null
}

export interface TestProxy extends ProxyAddress {
  /** Connections so far. */
  readonly connections: number
  /** Answers every request with this page from now on. */
  serve(html: string): void
}

/** A gate that drops all that comes, until it is told to answer: where it leads is the proxy's business. */
export async function openTestProxy(loopback: Loopback = hostLoopback): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  let page: string | null = null
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (page === null) socket.destroy()
    socket.once('data', () =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: ${page?.length}\r\n\r\n${page}`,
      ),
    )
  })
  const port = await loopback.listen(server, { host: '127.0.83.1', port: 0 })
  return {
    host: '127.0.83.1',
    port,
    get connections() {
      return connections
    },
    serve: (html) => {
      page = html
    },
    close: async () => {
      const closed = server.listening ? once(server.close(), 'close') : null
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

export const testNetworks = browserNetworks(systemClock, openTestProxy)

/** Whether this machine makes network namespaces: as root, or where users may. */
export async function namespacesWork(): Promise<boolean> {
  try {
    const { namespace } = await testNetworks.openNamespace()
    await namespace?.close()
    return true
  } catch {
    return false
  }
}

export interface TestPool<Gate extends ProxyAddress> extends AsyncDisposable {
  readonly pool: BrowserPool<Gate>
  /** Holds the browsers' folders. */
  readonly folder: string
  /** Pids of Chrome's processes with a folder of this pool. */
  pids(): readonly number[]
}

type Options<Gate extends ProxyAddress> = Partial<Parameters<typeof openBrowserPool<Gate>>[0]> & {
  readonly openGate?: (loopback: Loopback) => Promise<Gate>
}

/** A real browser in a folder of its own, ready or failed; both go with the pool. */
export async function openTestPool(options?: Options<TestProxy>): Promise<TestPool<TestProxy>>
export async function openTestPool<Gate extends ProxyAddress>(
  options: Options<Gate> & { openGate: (loopback: Loopback) => Promise<Gate> },
): Promise<TestPool<Gate>>
export async function openTestPool(
  options: Options<ProxyAddress> = {},
): Promise<TestPool<ProxyAddress>> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'uw-chrome-'))
  const pool = openBrowserPool<ProxyAddress>({
    networks: browserNetworks<ProxyAddress>(systemClock, options.openGate ?? openTestProxy),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    limit: 6,
    folder,
    ...options,
    settings: { ...testBrowserSettings, ...options.settings },
  })
  await pool.settled
  return {
    pool,
    folder,
    pids: () => pidsIn(folder),
    [Symbol.asyncDispose]: async () => {
      await pool.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As it ships; URLWITNESS_TEST_NAMESPACE=required or off makes all tests of the browser run in a network namespace, or none. */
function namespaceChoice(): NamespaceChoice {
  const wanted = process.env['URLWITNESS_TEST_NAMESPACE']
  return wanted === 'required' || wanted === 'off' ? wanted : 'auto'
}

export const testBrowserSettings = {
  chromePath: findTestChrome(),
  sandbox: true,
  user: 'nobody',
  networkNamespace: namespaceChoice(),
  recycleJobs: 1_000,
  recycleRssMb: 4_096,
}

/** Living processes whose command line names the folder; Chrome's children all do by the profile or their parent. */
export function pidsIn(folder: string): readonly number[] {
  const roots = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    return commandLine(name).includes(folder) && processFacts(Number(name)) !== null
      ? [Number(name)]
      : []
  })
  return roots.sort((a, b) => a - b)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
