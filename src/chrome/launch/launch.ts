import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Browser, CDPSession } from 'puppeteer-core'
import type { BrowserFacts } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import { Fault } from '#fault.ts'
import type { NetworkNamespace } from '#net/namespace/namespace.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { ExecutablePath } from './executable-paths.ts'
import { chromeArguments, type LaunchArguments } from './flags.ts'
import { explainFailedStart } from './launch-failure.ts'
import { openPipeTransport } from './pipe-transport.ts'
import { killTree, treeMemoryBytes } from './process-tree.ts'
import { writeProfile } from './profile.ts'
import type { BrowserUser } from './run-as-user.ts'
import { spawnBrowser } from './spawn.ts'
import type { BrowserFolderRoot } from './temp-folders.ts'

export interface LaunchOptions {
  readonly executable: ExecutablePath
  readonly sandbox: boolean
  readonly user: BrowserUser | null
  readonly folders: BrowserFolderRoot
  readonly clock: Clock
  /** Null: in the machine's own network. Each of the two ends with the other, and with a start that fails. */
  readonly namespace: NetworkNamespace | null
  /** Why there is no namespace, for `BrowserFacts`. */
  readonly namespaceDetail: string | null
  /** Tests start a browser without its guards, to see the self-check find that. */
  readonly argumentsOf?: (launch: LaunchArguments) => string[]
}

/** A running browser with nothing open in it. */
export interface LaunchedBrowser {
  readonly browser: Browser
  /** DevTools of the browser itself. */
  readonly root: CDPSession
  readonly pid: number
  readonly facts: BrowserFacts
  /** Aborts with a Fault `browser_lost` when the process is gone, by `end` too, or its namespace. */
  readonly lost: AbortSignal
  /** How many pieces of messages it has sent so far: one that goes on talking is alive. */
  heard(): number
  /** Private memory of all its processes; null where that cannot be read. */
  memoryBytes(): number | null
  /** Kills all its processes and removes its folder: there is nothing in it to be saved. Idempotent; never rejects. */
  end(): Promise<void>
}

// A cold start takes 0.3 s, or ten times that on a busy machine with a cold disk.
const START_TIMEOUT_MS = 30_000
/** Longer than the longest call: a job ends by its own deadline, and this only frees what hangs for ever. */
const PROTOCOL_TIMEOUT_MS = 35_000
// From SIGKILL to the exit; then the process hangs in the kernel, and waiting helps nobody.
const EXIT_TIMEOUT_MS = 5_000

/** Starts a browser. Rejects with a Fault `browser_unavailable` whose message says what to do. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { executable, sandbox, user, namespace, folders, clock } = options
  const { argumentsOf = chromeArguments } = options
  const folder = folders.next()
  const paths = writeProfile(folder, user)
  const child = spawnBrowser({
    program: executable.path,
    arguments: argumentsOf({ kind: executable.kind, profile: paths.profile, sandbox }),
    folders: paths,
    user,
    namespace,
  })
  const lost = new AbortController()
  const said = listen(child)
  const killAll = () => {
    if (child.pid !== undefined) killTree(child.pid)
  }
  const lose = (how: string) =>
    lost.abort(new Fault('browser_lost', 'The browser has ended.', { facts: { how } }))
  const onNamespaceLost = () => {
    // Said at once: a proxy that cannot be opened now is the browser's loss, and no fault of the job's.
    lose('its network namespace has no keeper any more')
    killAll()
  }
  if (namespace?.lost.aborted) onNamespaceLost()
  else namespace?.lost.addEventListener('abort', onNamespaceLost, { once: true })
  const gone = whenGone(child).then(async (failure) => {
    killAll()
    namespace?.lost.removeEventListener('abort', onNamespaceLost)
    folders.remove(folder)
    lose(failure)
    await namespace?.close()
  })
  const end = async () => {
    if (!lost.signal.aborted) killAll()
    const timer = new AbortController()
    const late = clock.sleep(EXIT_TIMEOUT_MS, timer.signal).catch(() => {})
    await Promise.race([gone, late])
    // Left running, it would hold up our own exit.
    timer.abort()
    folders.remove(folder)
  }
  const deadline = deadlineAfter(clock, START_TIMEOUT_MS, lost.signal)
  try {
    let heard = 0
    const onHeard = () => {
      heard += 1
    }
    const browser = await deadline.race(converse(child, onHeard))
    const root = await deadline.race(browser.target().createCDPSession())
    const facts = await deadline.race(factsOf(browser, options))
    const { pid = 0 } = child
    // Whatever made it so, what is called confined must be.
    if (namespace !== null && !namespace.holds(pid)) throw notInside()
    const memoryBytes = () => treeMemoryBytes(pid)
    return {
      ...{ browser, root, pid, facts, memoryBytes, end },
      lost: lost.signal,
      heard: () => heard,
    }
  } catch (cause) {
    await end()
    throw explainFailedStart({ cause, said: said(), program: executable.path, user })
  } finally {
    deadline.close()
  }
}

function notInside(): Fault {
  return new Fault('browser_unavailable', 'It started outside of its network namespace.')
}

async function converse(child: ChildProcess, onHeard: () => void): Promise<Browser> {
  // A third of all code that is not ours: a service is listening before it is read, and one without Chrome never reads it.
  const { connect } = await import('puppeteer-core')
  const [, , , toChrome, fromChrome] = child.stdio
  return connect({
    transport: openPipeTransport(toChrome as Writable, fromChrome as Readable, onHeard),
    defaultViewport: emulation.viewport,
    downloadBehavior: { policy: 'deny' },
    protocolTimeout: PROTOCOL_TIMEOUT_MS,
  })
}

async function factsOf(
  browser: Browser,
  { executable, sandbox, namespace, namespaceDetail }: LaunchOptions,
): Promise<BrowserFacts> {
  const [product, userAgent] = await Promise.all([browser.version(), browser.userAgent()])
  const [engine, version = ''] = product.split('/')
  return {
    executable: executable.path,
    engine: engine === 'HeadlessChrome' ? 'HeadlessChrome' : 'Chrome',
    version,
    userAgent,
    sandboxed: sandbox,
    networkNamespace: namespace !== null,
    namespaceDetail,
  }
}

// What matters is at the beginning: the reason of a start that failed.
const MAX_SAID = 8_192

function listen(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < MAX_SAID) said += text.slice(0, MAX_SAID - said.length)
  })
  return () => said
}

/** How the process ended, or why it never began. */
async function whenGone(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal === null ? `exit ${code}` : String(signal)
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}
