import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, readlinkSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { PoolStatus } from '#chrome/contract.ts'
import { kindOf } from '#chrome/launch/executable-paths.ts'
import { chromeArguments, guardArguments } from '#chrome/launch/flags.ts'
import { type LaunchedBrowser, launchBrowser } from '#chrome/launch/launch.ts'
import { processFacts, processTree } from '#chrome/launch/process-tree.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { createFolderRoot } from '#chrome/launch/temp-folders.ts'
import { openBlankPage, openContext } from '#chrome/pool/browser-context.ts'
import type { BrowserNetwork } from '#net/namespace/browser-networks.ts'
import { openLeakCanary } from '#net/proxy/leak-canary.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import {
  findTestChrome,
  namespacesWork,
  openTestPool,
  pidsIn,
  serveThrough,
  type TestPool,
  testBrowserSettings,
  testNetworks,
} from '#test/equipment/browser/chrome.ts'
import { drivePage } from '#test/equipment/browser/drive-page.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'

const chrome = findTestChrome() ?? ''
const never = new AbortController().signal
const required = { settings: { ...testBrowserSettings, networkNamespace: 'required' } } as const
const works = chrome !== '' && (await namespacesWork())
const isRoot = process.getuid?.() === 0

const networkOf = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/net`)

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // It ended in the meantime.
  }
}

/** The keeper processes of this or another service. */
function keepersOf(service: number): readonly number[] {
  return processTree(service).flatMap(({ pid, parent }) =>
    parent === service && commandOf(pid).includes('keep-namespace') ? [pid] : [],
  )
}

const isAlive = (pid: number) => processFacts(pid) !== null

async function until(holds: () => boolean, ms = 30_000): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await sleep(20)) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${holds}`)
  }
}

async function mustLease({ pool }: TestPool) {
  const lease = await pool.lease(never)
  if (lease === null) throw new Error('all places are taken')
  return lease
}

/**
 * Pid of the browser's own process. A process that it has just forked has the same command line for a moment, and may have a
 * lower pid.
 */
function rootOf(folder: string): number {
  const pids = pidsIn(folder)
  const roots = pids.filter((pid) => /^(?!.*--type=).*--remote-debugging-pipe/.test(commandOf(pid)))
  return roots.find((pid) => !roots.includes(processFacts(pid)?.parent ?? 0)) ?? 0
}

describe('a browser in a network namespace', needs({ 'network namespaces': works }), () => {
  test('has all its processes in another network than ours, in its sandbox and without rights', async () => {
    await using opened = await openTestPool(required)
    expect(opened.pool.status()).toMatchObject({
      status: 'ready',
      browser: { sandboxed: true, networkNamespace: true, namespaceDetail: null },
    })
    const lease = await mustLease(opened)
    await lease.newPage()
    const tree = processTree(rootOf(opened.folder)).map(({ pid }) => pid)
    expect(tree.length).toBeGreaterThan(3)
    for (const pid of tree) {
      expect(networkOf(pid)).not.toBe(networkOf('self'))
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NoNewPrivs:\t1$/m)
    }
    const [root = 0] = tree
    expect(readFileSync(`/proc/${root}/status`, 'utf8')).toMatch(/^CapEff:\t0{16}$/m)
    await lease.release()
  })

  test('renders through its proxy, and tells the page that it is online', async () => {
    await using opened = await openTestPool(required)
    const lease = await mustLease(opened)
    await using _page = await serveThrough(lease.proxy, '<title>seen through the proxy</title>')
    const page = drivePage(await lease.newPage())
    await page.goto('http://site.example.com/')
    expect(await page.title()).toBe('seen through the proxy')
    expect(await page.evaluate('navigator.onLine')).toBe(true)
    await lease.release()
    expect(keepersOf(process.pid)).toHaveLength(1)
    await opened.pool.close()
    expect(keepersOf(process.pid)).toEqual([])
  })
})

/** A browser without any guard, as if each of them had failed. */
async function launchBare(network: BrowserNetwork, root: string) {
  return await launchBrowser({
    executable: { kind: kindOf(chrome), path: chrome },
    sandbox: true,
    user: browserUser('nobody'),
    namespace: network.namespace,
    namespaceDetail: null,
    folders: createFolderRoot({ root, clock, random }),
    clock,
    argumentsOf: (launch) =>
      chromeArguments(launch)
        .filter((argument) => !guardArguments.includes(argument))
        // Chrome's proxies bypass loopback by default; and WebRTC may not use multicast.
        .map((argument) =>
          argument.replace('--disable-features=', '--disable-features=WebRtcHideLocalIpsWithMdns,'),
        ),
  })
}

async function openPage(
  { root, browser }: LaunchedBrowser,
  context = browser.defaultBrowserContext(),
) {
  return drivePage(await openBlankPage(root, context))
}

/** Visits hosts in Chrome's default context, without any interception, and returns how each visit ended. */
async function visit(launched: LaunchedBrowser, hosts: readonly string[]): Promise<string[]> {
  const page = await openPage(launched)
  const ends: string[] = []
  for (const host of hosts) {
    const end = await page.goto(`http://${host}/`).then(
      () => 'answered',
      (cause: unknown) => /net::(ERR_\w+)/.exec(String(cause))?.[1] ?? String(cause),
    )
    ends.push(end)
  }
  return ends
}

/**
 * Script that sends a datagram to a STUN server, like WebRTC. It runs in a blank page, because the policy of pages does not
 * apply there.
 */
const sendDatagram = (to: string) => `(async () => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${to}' }] })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  await new Promise((resolve) => setTimeout(resolve, 500))
  peer.close()
})()`

describe('a browser without any guard', needs({ 'network namespaces': works }), () => {
  const tryHost = async (network: BrowserNetwork, further: readonly string[] = []) => {
    const root = temporaryFolder()
    const canary = await openLeakCanary()
    const launched = await launchBare(network, root)
    try {
      const ends = await visit(launched, [...canary.tcp, ...further])
      const page = await openPage(launched)
      await page.evaluate(sendDatagram(canary.udp))
      const proxy = await network.openProxy()
      await using _page = await serveThrough(proxy, '<title>the proxy</title>')
      const context = await openContext(launched.browser, proxy)
      const behind = await openPage(launched, context)
      await behind.goto('http://site.example.com/')
      const title = await behind.title()
      await proxy.close()
      return { ends, caught: canary.hits(), title }
    } finally {
      await launched.end()
      await canary.close()
    }
  }

  test('reaches the loopback of this machine without a namespace', async () => {
    const { caught, title } = await tryHost(testNetworks.host)
    expect(caught.tcp).toBeGreaterThan(0)
    expect(caught.udp).toBeGreaterThan(0)
    expect(title).toBe('the proxy')
  })

  test('reaches only its proxy from its namespace, nothing else of this machine or beyond', async () => {
    const network = await testNetworks.openNamespace()
    // Visited only by a browser inside the namespace: otherwise packets to these addresses would leave the machine.
    const beyond = ['203.0.113.7', '[2001:db8::7]', '192.168.0.1', 'name.example']
    const { ends, caught, title } = await tryHost(network, beyond)
    expect(caught).toEqual({ tcp: 0, udp: 0 })
    const onLoopback = ends.slice(0, -beyond.length)
    expect(new Set(onLoopback)).toEqual(new Set(['ERR_CONNECTION_REFUSED']))
    for (const end of ends.slice(-beyond.length)) {
      expect(end).toMatch(/^ERR_(ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NAME_NOT_RESOLVED)$/)
    }
    expect(title).toBe('the proxy')
    expect(network.namespace?.lost.aborted).toBe(true)
  })
})

test(
  'a browser that failed to enter its namespace is rejected',
  needs({ 'network namespaces': works, 'root rights': isRoot }),
  async () => {
    const network = await testNetworks.openNamespace()
    const { namespace } = network
    if (namespace === null) throw new Error('no namespace')
    const nobody = ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    const root = temporaryFolder()
    const outside = { ...network, namespace: { ...namespace, enterCommand: () => nobody } }
    await expect(launchBare(outside, root)).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: expect.stringContaining('It started outside of its network namespace.'),
    })
    expect(namespace.lost.aborted).toBe(true)
    expect(pidsIn(root)).toEqual([])
  },
)

describe('nothing is left behind', needs({ 'network namespaces': works }), () => {
  test('of a namespace whose Chrome was killed: the next browser has another', async () => {
    await using opened = await openTestPool(required)
    const [keeper = 0] = keepersOf(process.pid)
    process.kill(rootOf(opened.folder), 'SIGKILL')
    await until(() => opened.pool.counts().started === 2)
    await until(() => !isAlive(keeper))
    expect(keepersOf(process.pid)).toHaveLength(1)
    await (await mustLease(opened)).release()
  })

  test('of a browser whose keeper was killed: its jobs fail, and the next one gets a new browser', async () => {
    await using opened = await openTestPool(required)
    const lease = await mustLease(opened)
    const lost = once(lease.lost, 'abort')
    const [keeper = 0] = keepersOf(process.pid)
    const root = rootOf(opened.folder)
    process.kill(keeper, 'SIGKILL')
    await lost
    expect(lease.lost.reason).toMatchObject({ code: 'browser_lost' })
    await lease.release()
    await (await mustLease(opened)).release()
    expect(isAlive(root)).toBe(false)
    expect(opened.pool.counts().started).toBe(2)
  })

  test('of a browser whose keeper hangs', async () => {
    await using opened = await openTestPool(required)
    const [keeper = 0] = keepersOf(process.pid)
    process.kill(keeper, 'SIGSTOP')
    // The contexts that were opened in advance still exist; the next one needs the keeper.
    const leases = await Promise.all([mustLease(opened), mustLease(opened)])
    await until(() => opened.pool.counts().started === 2, 30_000)
    expect(isAlive(keeper)).toBe(false)
    await Promise.all(leases.map((lease) => lease.release()))
    await (await mustLease(opened)).release()
  })

  test('of a service killed with kill -9, though its keeper was stopped', async () => {
    const root = temporaryFolder()
    const { service, status } = await openService(root, 'required')
    try {
      expect(status).toMatchObject({ status: 'ready', browser: { networkNamespace: true } })
      const keepers = keepersOf(service.pid ?? 0)
      expect(keepers).toHaveLength(1)
      for (const keeper of keepers) process.kill(keeper, 'SIGSTOP')
      service.kill('SIGKILL')
      await until(() => pidsIn(root).length === 0 && !keepers.some(isAlive), 20_000)
    } finally {
      service.kill('SIGKILL')
    }
  })
})

const script = new URL('../../equipment/browser/pool-process.ts', import.meta.url).pathname

/** Starts a separate service by a command that sets its conditions; returns it with the state of its browser. */
async function openService(
  folder: string,
  choice: string,
  conditions: readonly string[] = [],
): Promise<{ readonly service: ChildProcess; readonly status: PoolStatus }> {
  const [command = '', ...args] = [...conditions, process.execPath, script, folder]
  const service = spawn(command, args, {
    env: { ...process.env, URLWITNESS_TEST_NAMESPACE: choice },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(service.stdout, 'data')
  return { service, status: JSON.parse(String(said)) }
}

// Root as in a container: it may become another user, but not create namespaces.
const contained = ['setpriv', '--inh-caps', '-sys_admin', '--bounding-set', '-sys_admin']

describe(
  'when the host forbids network namespaces',
  needs({ 'network namespaces': works, 'root rights': isRoot }),
  () => {
    const statusUnder = async (choice: string) => {
      const root = temporaryFolder()
      const { service, status } = await openService(root, choice, contained)
      const tree = processTree(service.pid ?? 0).map(({ pid }) => pid)
      service.kill('SIGKILL')
      await until(() => !tree.some(isAlive))
      return status
    }

    test('`auto` starts a browser without one, and reports the reason', async () => {
      expect(await statusUnder('auto')).toMatchObject({
        status: 'ready',
        browser: {
          sandboxed: true,
          networkNamespace: false,
          namespaceDetail: expect.stringMatching(
            /^No network namespace: root may not create a network namespace here, as in most containers\. Run the service as another user/,
          ),
        },
      })
    })

    test('`required` starts none, and reports the remedy', async () => {
      expect(await statusUnder('required')).toEqual({
        status: 'unavailable',
        detail: expect.stringMatching(
          /^browser\.network_namespace = required, but Chrome does not get one: root may not create a network namespace here.*\. Run the service as another user/,
        ),
      })
    })
  },
)

describe(
  'started by a plain user',
  needs({ 'network namespaces': works, 'root rights': isRoot }),
  () => {
    const plain = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    const may = (...command: readonly string[]) =>
      spawnSync('setpriv', [...plain.slice(1), ...command]).status === 0

    test(
      'a browser gets its namespace all the same, in its sandbox and without rights',
      needs({
        'user namespaces for others': may('unshare', '--user', '--net', 'test', '-r', script),
      }),
      async () => {
        const root = temporaryFolder()
        chownSync(root, 65_534, 65_534)
        const { service, status } = await openService(root, 'required', plain)
        try {
          expect(status).toMatchObject({
            status: 'ready',
            browser: { sandboxed: true, networkNamespace: true },
          })
          // On a busy machine the browser may be the second one, beside the keeper of the first.
          const keeperOfBrowser = () => {
            const network = networkOf(rootOf(root))
            return keepersOf(service.pid ?? 0).find((one) => networkOf(one) === network)
          }
          await until(() => keeperOfBrowser() !== undefined)
          const keeper = keeperOfBrowser() ?? 0
          const tree = processTree(rootOf(root)).map(({ pid }) => pid)
          expect(networkOf(tree[0] ?? 0)).toBe(networkOf(keeper))
          for (const pid of tree) expect(networkOf(pid)).not.toBe(networkOf('self'))
          expect(readFileSync(`/proc/${tree[0]}/status`, 'utf8')).toMatch(/^CapEff:\t0{16}$/m)
          service.kill('SIGKILL')
          await until(() => ![keeper, ...tree].some(isAlive), 20_000)
        } finally {
          service.kill('SIGKILL')
        }
      },
    )
  },
)
