import type { Browser, BrowserContext } from 'puppeteer-core'
import { PROXY_BYPASS } from '#chrome/launch/flags.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import type { Clock } from '#runtime/clock.ts'

/** A context whose only way out is `proxy`. Downloads are denied. */
export function openContext(browser: Browser, proxy: EgressProxy): Promise<BrowserContext> {
  return browser.createBrowserContext({
    proxyServer: `http://${proxy.host}:${proxy.port}`,
    proxyBypassList: [PROXY_BYPASS],
    downloadBehavior: { policy: 'deny' },
  })
}

// Closing takes 8-34 ms even where a page loops for ever (measured); a hundred times that on a busy machine.
const CLOSE_TIMEOUT_MS = 4_000

/** Whether the context is closed, with all its pages; false when Chrome does not get to it. Never rejects. */
export async function closeContext(context: BrowserContext, clock: Clock): Promise<boolean> {
  const timer = new AbortController()
  const closed = context.close().then(
    () => true,
    // Its browser is gone, and it went with it.
    () => true,
  )
  const late = clock.sleep(CLOSE_TIMEOUT_MS, timer.signal).then(
    () => false,
    () => true,
  )
  const isClosed = await Promise.race([closed, late])
  timer.abort()
  return isClosed
}
