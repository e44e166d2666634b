import type { BrowserContext } from 'puppeteer-core'
import { type BlankPage, openBlankPage } from '#chrome/blank-page.ts'
import type { LaunchedBrowser } from '#chrome/launch/launch.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import type { Clock } from '#runtime/clock.ts'
import { closeContext, openContext } from './browser-context.ts'

/** A context behind its proxy, ready for one job. */
export interface ContextSlot {
  readonly context: BrowserContext
  readonly proxy: EgressProxy
  /** The page that was made ahead with the context, then fresh ones. Rejects with what Chrome said. */
  newPage(): Promise<BlankPage>
  /** The context first, so that nothing finds its proxy gone. False when Chrome did not close it in time. Never rejects. */
  close(): Promise<boolean>
}

/** Places of one browser; some are made ahead. */
export interface ContextSlots {
  /** A place made ahead, else a fresh one. Rejects with what Chrome or the proxy said. */
  take(): Promise<ContextSlot>
  /** Makes spare places, up to the number kept, in the background. */
  fill(): void
  /** The same, once the job that took one leaves the processors idle. */
  refill(): void
  /** Closes the spare ones. */
  close(): Promise<void>
}

// A context with a page costs 100 ms, and some 30 MiB. Two are enough for a second job
// that comes while the first one's successor is being made.
const SPARE = 2
// While a page loads, making another slows it down by 15 ms; after this most have, and wait to be still.
const REFILL_AFTER_MS = 250
// A listener that does not close is left behind: its port is never used again while it lives.
const PROXY_TIMEOUT_MS = 2_000

export function openContextSlots(options: {
  readonly launched: LaunchedBrowser
  readonly openProxy: () => Promise<EgressProxy>
  readonly clock: Clock
}): ContextSlots {
  const { launched, openProxy, clock } = options
  const spare: Promise<ContextSlot | null>[] = []
  let isClosed = false
  let refills: (() => void) | null = null

  const open = async (): Promise<ContextSlot> => {
    const proxy = await openProxy()
    try {
      const context = await openContext(launched.browser, proxy)
      // Its first page too: the process behind it takes half of what a simple page needs.
      const newPage = () => openBlankPage(launched.root, context)
      const ahead = [await newPage()]
      return {
        ...{ context, proxy },
        newPage: async () => ahead.pop() ?? newPage(),
        close: () => closePlace(context, proxy, clock),
      }
    } catch (cause) {
      await proxy.close().catch(() => {})
      throw cause
    }
  }
  const fill = () => {
    // One that cannot be made is missed by the next job, which then makes its own and hears why not.
    while (!isClosed && spare.length < SPARE) spare.push(open().catch(() => null))
  }
  return {
    take: async () => (await spare.shift()) ?? (await open()),
    fill,
    refill: () => {
      refills ??= clock.after(REFILL_AFTER_MS, () => {
        refills = null
        fill()
      })
    },
    close: async () => {
      isClosed = true
      refills?.()
      await Promise.all(spare.splice(0).map(async (place) => (await place)?.close()))
    },
  }
}

async function closePlace(
  context: BrowserContext,
  proxy: EgressProxy,
  clock: Clock,
): Promise<boolean> {
  const isClosed = await closeContext(context, clock)
  const timer = new AbortController()
  await Promise.race([
    proxy.close().catch(() => {}),
    clock.sleep(PROXY_TIMEOUT_MS, timer.signal).catch(() => {}),
  ])
  timer.abort()
  return isClosed
}
