import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Browser, CDPSession } from 'puppeteer-core'
import type { BrowserFacts } from '#chrome/contract.ts'
import { Fault, messageOf } from '#fault.ts'
import type { NetworkNamespace } from '#net/namespace/namespace.ts'
import { type Clock, within } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { ExecutablePath } from './executable-paths.ts'
import { chromeArguments, type LaunchArguments } from './flags.ts'
import { explainFailedStart } from './launch-failure.ts'
import { openPipeTransport, type PipeListeners } from './pipe-transport.ts'
import { killTree, treeMemoryBytes } from './process-tree.ts'
import { writeProfile } from './profile.ts'
import { Renderers } from './renderers.ts'
import type { BrowserUser } from './run-as-user.ts'
import { spawnBrowser } from './spawn.ts'
import { TargetWatch } from './target-watch.ts'
import type { BrowserFolderRoot } from './temp-folders.ts'

export interface LaunchOptions {
  readonly executable: ExecutablePath
  readonly sandbox: boolean
  readonly user: BrowserUser | null
  readonly folders: BrowserFolderRoot
  readonly clock: Clock
  /** Null: the machine's own network. The browser and its namespace end together, even if the start fails. */
  readonly namespace: NetworkNamespace | null
  /** Why there is no namespace, for `BrowserFacts`. */
  readonly namespaceDetail: string | null
  /** Lets tests start a browser without its guards, which the self-check must detect. */
  readonly argumentsOf?: ((launch: LaunchArguments) => string[]) | undefined
}

/** A running browser without any context of a job. */
export interface LaunchedBrowser {
  readonly browser: Browser
  /** DevTools session of the browser itself. */
  readonly root: CDPSession
  readonly targets: TargetWatch
  readonly renderers: Renderers
  readonly pid: number
  readonly facts: BrowserFacts
  /** Aborts with a Fault `browser_lost` when the process (also after `end`) or its namespace has ended. */
  readonly lost: AbortSignal
  /** Number of chunks received over the DevTools pipe so far: a browser that keeps sending is alive. */
  chunksReceived(): number
  /** Private memory of all its processes, bytes; null where it cannot be read. */
  memoryBytes(): number | null
  /** Kills all its processes and removes its folder; there is no state to save. Idempotent; never rejects. */
  end(): Promise<void>
}

// A cold start takes 0.3 s, and ten times as long on a busy machine with a cold disk.
const START_TIMEOUT_MS = 30_000
/** Longer than the longest call: a job ends by its own deadline, and this timeout only releases commands that hang for ever. */
const PROTOCOL_TIMEOUT_MS = 35_000
// Time from SIGKILL to the exit. A process that takes longer hangs in the kernel, and waiting for it is pointless.
const EXIT_TIMEOUT_MS = 5_000

/** Starts a browser. Rejects with a Fault `browser_unavailable` whose message names the remedy. */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { executable, user, namespace, clock } = options
  const started = startProcess(options)
  const { child, lost } = started
  const deadline = deadlineAfter(clock, START_TIMEOUT_MS, lost)
  try {
    let chunksReceived = 0
    const onChunk = () => {
      chunksReceived += 1
    }
    const { pid = 0 } = child
    const renderers = new Renderers(pid)
    const { onMessage } = renderers
    const onError: PipeListeners['onError'] = (sessionId, cause) => {
      // The state of listeners to the browser itself is unknown then, and they close windows and attach to workers.
      if (!renderers.onError(sessionId, cause))
        started.lose('a message could not be handled', cause)
    }
    const browser = await deadline.race(connectTo(child, { onChunk, onMessage, onError }))
    const root = await deadline.race(browser.target().createCDPSession())
    const targets = new TargetWatch(root)
    await deadline.race(targets.start())
    const facts = await deadline.race(factsOf(browser, options))
    // Checked here, so that a browser that is reported as confined really is.
    if (namespace !== null && !namespace.contains(pid)) throw notInside()
    return {
      browser,
      root,
      targets,
      renderers,
      pid,
      facts,
      lost,
      chunksReceived: () => chunksReceived,
      memoryBytes: () => treeMemoryBytes(pid),
      end: started.end,
    }
  } catch (cause) {
    await started.end()
    throw explainFailedStart({ cause, said: started.stderr(), program: executable.path, user })
  } finally {
    deadline.close()
  }
}

interface StartedProcess {
  readonly child: ChildProcess
  readonly lost: AbortSignal
  /** The beginning of its stderr. */
  stderr(): string
  /** Aborts `lost` at once, and kills the processes. */
  lose(how: string, cause?: unknown): void
  end(): Promise<void>
}

function notInside(): Fault {
  return new Fault('browser_unavailable', 'It started outside of its network namespace.')
}

/** Starts the process in its temporary folder. The process, the folder and the namespace end together. */
function startProcess(options: LaunchOptions): StartedProcess {
  const { namespace, folders, clock } = options
  const folder = folders.next()
  const child = spawnIn(folder, options)
  const lost = new AbortController()
  const stderr = collectStderr(child)
  const killAll = () => {
    if (child.pid !== undefined) killTree(child.pid)
  }
  // `lost` aborts at once: a proxy that cannot be opened from now on is reported as the loss of the browser, not as a failure of a
  // job.
  const lose = (how: string, cause?: unknown) => {
    lost.abort(new Fault('browser_lost', 'The browser has ended.', { facts: { how }, cause }))
    killAll()
  }
  const onNamespaceLost = () => lose('its network namespace has no keeper any more')
  if (namespace?.lost.aborted) onNamespaceLost()
  else namespace?.lost.addEventListener('abort', onNamespaceLost, { once: true })
  const gone = exitOf(child).then(async (how) => {
    lose(how)
    namespace?.lost.removeEventListener('abort', onNamespaceLost)
    folders.remove(folder)
    await namespace?.close()
  })
  const end = async () => {
    if (!lost.signal.aborted) killAll()
    await within(clock, EXIT_TIMEOUT_MS, gone)
    folders.remove(folder)
  }
  return { child, lost: lost.signal, stderr, lose, end }
}

/** Starts the browser with a profile in this folder. Throws `browser_unavailable`, after it has deleted the folder. */
function spawnIn(folder: string, options: LaunchOptions): ChildProcess {
  const { executable, sandbox, user, namespace, folders, argumentsOf = chromeArguments } = options
  const program = executable.path
  try {
    const paths = writeProfile(folder, user)
    return spawnBrowser({
      program,
      arguments: argumentsOf({ kind: executable.kind, profile: paths.profile, sandbox }),
      folders: paths,
      user,
      namespace,
    })
  } catch (cause) {
    folders.remove(folder)
    throw explainFailedStart({ cause, said: '', program, user })
  }
}

async function connectTo(child: ChildProcess, listeners: PipeListeners): Promise<Browser> {
  // puppeteer-core is a third of all third-party code: it is loaded after the service listens, and never without Chrome.
  const { connect } = await import('puppeteer-core')
  const [, , , toChrome, fromChrome] = child.stdio
  return connect({
    transport: openPipeTransport(toChrome as Writable, fromChrome as Readable, listeners),
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

// Characters kept of stderr: the reason for a failed start is at its beginning.
const MAX_STDERR = 8_192

function collectStderr(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < MAX_STDERR) said += text.slice(0, MAX_STDERR - said.length)
  })
  return () => said
}

/** How the process ended, or why it did not start. */
async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal === null ? `exit ${code}` : String(signal)
  } catch (cause) {
    return messageOf(cause)
  }
}
