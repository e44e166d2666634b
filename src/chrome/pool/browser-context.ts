import type { Browser, BrowserContext, CDPSession } from 'puppeteer-core'
import type { BlankPage, PageProcesses } from '#chrome/contract.ts'
import { PROXY_BYPASS } from '#chrome/launch/flags.ts'
import { Fault } from '#fault.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import { type Clock, LATE, within } from '#runtime/clock.ts'

/** Opens a context that reaches the network only through `proxy`. Downloads are denied. */
export function openContext(browser: Browser, proxy: EgressProxy): Promise<BrowserContext> {
  return browser.createBrowserContext({
    proxyServer: `http://${proxy.host}:${proxy.port}`,
    proxyBypassList: [PROXY_BYPASS],
    downloadBehavior: { policy: 'deny' },
  })
}

/**
 * Opens a page through a session of the whole browser, without puppeteer's `Page`, which subscribes to the same events as we do
 * and makes Chrome send each of them twice. Rejects with Chrome's error.
 */
export async function openBlankPage(root: CDPSession, context: BrowserContext): Promise<BlankPage> {
  const targetId = await createPage(root, context)
  return {
    session: await attachTo(root, targetId),
    // A page's target and its main frame share one id.
    mainFrame: targetId,
    close: async () => {
      await root.send('Target.closeTarget', { targetId })
    },
  }
}

/** Creates a blank page and returns its target id. */
export async function createPage(root: CDPSession, { id }: BrowserContext): Promise<string> {
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    ...(id === undefined ? {} : { browserContextId: id }),
  })
  return targetId
}

/** Attaches to an existing page. Rejects with a Fault `browser_lost` when the page has closed, or with Chrome's error. */
export async function attachTo(root: CDPSession, targetId: string): Promise<CDPSession> {
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = root.connection()?.session(sessionId)
  if (session == null) throw new Fault('browser_lost', 'The page has closed.')
  return session
}

/**
 * Lets a blank page send a request that reveals its process. The first document of a visit stays in that process, so the process
 * is known even if the page requests nothing.
 */
export async function claimProcess(session: CDPSession, processes: PageProcesses): Promise<void> {
  session.once('Network.requestWillBeSent', ({ requestId }) => processes.claim(requestId))
  await session.send('Network.enable')
  await session.send('Runtime.evaluate', { expression: "void fetch('data:,')" })
  await session.send('Network.disable')
}

// Closing takes 8-34 ms even if a page loops for ever (measured), and a hundred times as long on a busy machine.
const CLOSE_TIMEOUT_MS = 4_000

/** Closes the context with all its pages. False when Chrome did not close it in time. Never rejects. */
export async function closeContext(context: BrowserContext, clock: Clock): Promise<boolean> {
  // A rejection means that the browser is gone, and the context with it.
  const closed = context.close().catch(() => {})
  return (await within(clock, CLOSE_TIMEOUT_MS, closed)) !== LATE
}
