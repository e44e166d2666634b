import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { BrowserPool } from '#chrome/contract.ts'
import { findExecutable } from '#chrome/launch/find-executable.ts'
import type { ExecutableKind } from '#chrome/launch/flags.ts'
import type { NamespaceChoice } from '#chrome/launch/launch-in-network.ts'
import { processFacts } from '#chrome/launch/process-tree.ts'
import { type BrowserPoolOptions, openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import { findLeaks } from '#chrome/pool/self-check.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import { type EgressProxy, standardEgressCaps } from '#net/proxy/proxy.ts'
import { hostLoopback } from '#net/tcp/loopback.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { classifyAddress, type VettedAddress } from '#target/address.ts'
import { needs } from '#test/equipment/program/needs.ts'

/** Path of the Chrome that tests use, of one kind if given; null where this machine has none. */
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

/** Options of a test or a group that starts the Chrome of this machine. */
export const needsChrome = needs({ Chromium: findTestChrome() !== null })

/** Opens the proxy for a job whose requests all get the same page. Disposing the returned handle closes the site. */
export async function serveThrough(proxy: EgressProxy, html: string): Promise<AsyncDisposable> {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(html)
  })
  const port = await hostLoopback.listen(site, { host: '127.0.0.1', port: 0 })
  const address = vetted('93.184.215.14')
  const deadline = deadlineAfter(systemClock, 30_000)
  proxy.open({
    reach: async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return { status: 'reached', socket, address, dnsMs: 0, connectMs: 0 }
    },
    deadline,
    caps: standardEgressCaps,
  })
  return {
    [Symbol.asyncDispose]: async () => {
      deadline.close()
      site.closeAllConnections()
      await once(site.close(), 'close')
    },
  }
}

function vetted(ip: string): VettedAddress {
  const decision = classifyAddress(ip)
  if (decision.status !== 'vetted') throw new TypeError(`not public: ${ip}`)
  return decision.address
}

export const testNetworks = browserNetworks({ clock: systemClock, random: systemRandom })

/** Whether this process can create network namespaces: as root, or on a machine where users may. */
export async function namespacesWork(): Promise<boolean> {
  try {
    const { namespace } = await testNetworks.openNamespace()
    await namespace?.close()
    return true
  } catch {
    return false
  }
}

export interface TestPool extends AsyncDisposable {
  readonly pool: BrowserPool
  /** Contains the browsers' folders. */
  readonly folder: string
  /** Pids of the Chrome processes that use a folder of this pool. */
  pids(): readonly number[]
}

const found = new Map<string, ReturnType<typeof findLeaks>>()

/** Runs the self-check once for all browsers of a worker that are started in the same way. */
function checkedOnce(settings: BrowserPoolOptions['settings']): typeof findLeaks {
  const { chromePath, sandbox, user, networkNamespace } = settings
  const key = JSON.stringify({ chromePath, sandbox, user, networkNamespace })
  return (options) => {
    const known = found.get(key) ?? findLeaks(options)
    found.set(key, known)
    known.catch(() => found.delete(key))
    return known
  }
}

/**
 * Opens a pool with a real browser in a separate folder, and resolves when the browser is ready or has failed. Closing the pool
 * ends both. A pool with a custom command line or data folder does the self-check at each start.
 */
export async function openTestPool(options: Partial<BrowserPoolOptions> = {}): Promise<TestPool> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'uw-chrome-'))
  const settings = { ...testBrowserSettings, ...options.settings }
  const isChecked = options.argumentsOf !== undefined || settings.dataDir != null
  const pool = openBrowserPool({
    networks: testNetworks,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    limit: 6,
    folder,
    ...(isChecked ? {} : { checkLeaks: checkedOnce(settings) }),
    ...options,
    settings,
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

/**
 * The default of the product, unless URLWITNESS_TEST_NAMESPACE is `required` or `off`: then all browser tests run in a network
 * namespace, or none.
 */
function namespaceChoice(): NamespaceChoice {
  const wanted = process.env['URLWITNESS_TEST_NAMESPACE']
  return wanted === 'required' || wanted === 'off' ? wanted : 'auto'
}

export const testBrowserSettings: BrowserPoolOptions['settings'] = {
  chromePath: findTestChrome(),
  sandbox: true,
  user: 'nobody',
  networkNamespace: namespaceChoice(),
  recycleJobs: 1_000,
  recycleRssMb: 4_096,
}

/** Pids of live processes whose command line names the folder. All of Chrome's children do, by the profile or their parent. */
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
