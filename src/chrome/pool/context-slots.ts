import type { BrowserContext } from 'puppeteer-core'
import type { BlankPage, PageProcesses } from '#chrome/contract.ts'
import type { LaunchedBrowser } from '#chrome/launch/launch.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import { type Clock, within } from '#runtime/clock.ts'
import { claimProcess, closeContext, openBlankPage, openContext } from './browser-context.ts'

/** A context behind its proxy, ready for one job. */
export interface ContextSlot {
  readonly context: BrowserContext
  readonly proxy: EgressProxy
  readonly processes: PageProcesses
  /** The page that was opened in advance with the context; after that, new pages. Rejects with Chrome's error. */
  newPage(): Promise<BlankPage>
  /** Closes the context, then the proxy. False when Chrome did not close the context in time. Never rejects. */
  close(): Promise<boolean>
}

export interface ContextSlotsOptions {
  readonly launched: LaunchedBrowser
  readonly openProxy: () => Promise<EgressProxy>
  readonly clock: Clock
}

// Contexts that are opened in advance. A context with a page costs 100 ms and about 30 MiB. Two are enough for a second job that
// arrives while the replacement of the first context is being opened.
const SPARE = 2
// Opening another context slows down a page that is loading by 15 ms; after this time most pages have loaded and only settle.
const REFILL_AFTER_MS = 250
// A listener that does not close is abandoned: its port is not used again while it exists.
const PROXY_TIMEOUT_MS = 2_000

/** The contexts of one browser; some are opened in advance. */
export class ContextSlots {
  readonly #options: ContextSlotsOptions
  readonly #spare: Promise<ContextSlot | null>[] = []
  #isClosed = false
  #cancelRefill: (() => void) | null = null

  constructor(options: ContextSlotsOptions) {
    this.#options = options
  }

  /** Takes a slot that was opened in advance, or opens a new one. Rejects with the error of Chrome or of the proxy. */
  async take(): Promise<ContextSlot> {
    return (await this.#spare.shift()) ?? (await this.#open())
  }

  /** Opens spare slots in the background. */
  fill(): void {
    // A spare slot that cannot be opened is skipped: the next job opens its own and gets the error.
    while (!this.#isClosed && this.#spare.length < SPARE) {
      this.#spare.push(this.#open().catch(() => null))
    }
  }

  /** Opens spare slots later, when the job that took a slot leaves the processors idle. */
  refill(): void {
    this.#cancelRefill ??= this.#options.clock.after(REFILL_AFTER_MS, () => {
      this.#cancelRefill = null
      this.fill()
    })
  }

  /** Closes the spare slots. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRefill?.()
    await Promise.all(this.#spare.splice(0).map(async (slot) => (await slot)?.close()))
  }

  async #open(): Promise<ContextSlot> {
    const { launched, openProxy, clock } = this.#options
    const proxy = await openProxy()
    const processes = launched.renderers.open()
    try {
      const context = await openContext(launched.browser, proxy)
      // The first page is opened in advance as well: starting its process takes half of the time of a simple page.
      const newPage = async () => {
        const page = await openBlankPage(launched.root, context)
        await claimProcess(page.session, processes)
        return page
      }
      const first = await newPage().catch(async (cause: unknown) => {
        await closeContext(context, clock)
        throw cause
      })
      const ahead = [first]
      return {
        context,
        proxy,
        processes,
        newPage: async () => ahead.pop() ?? newPage(),
        close: () => {
          processes.resume()
          return closeSlot(context, proxy, clock).finally(processes.close)
        },
      }
    } catch (cause) {
      processes.close()
      await proxy.close().catch(() => {})
      throw cause
    }
  }
}

async function closeSlot(
  context: BrowserContext,
  proxy: EgressProxy,
  clock: Clock,
): Promise<boolean> {
  const isClosed = await closeContext(context, clock)
  await within(
    clock,
    PROXY_TIMEOUT_MS,
    proxy.close().catch(() => {}),
  )
  return isClosed
}
