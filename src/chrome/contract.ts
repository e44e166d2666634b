import type { CDPSession } from 'puppeteer-core'
import type { EgressProxy } from '#net/proxy/proxy.ts'

/** An empty page, controlled only through its DevTools session. */
export interface BlankPage {
  readonly session: CDPSession
  /** Id of its main frame, constant for as long as the page exists. */
  readonly mainFrame: string
  /** May hang for ever if the page does. */
  close(): Promise<void>
}

/** The page that is visited in a context. */
export interface WatchedPage {
  /** Target id of the page. Every other window of the context is closed. */
  readonly targetId: string
  /** Called for each shared and service worker that starts in the context. The worker does not run until this has returned. */
  readonly onWorker: (session: CDPSession, targetId: string) => void
}

/** The running browser, as reports and `doctor` describe it. */
export interface BrowserFacts {
  /** Path of the executable. */
  readonly executable: string
  readonly engine: 'HeadlessChrome' | 'Chrome'
  /** Dotted version. */
  readonly version: string
  /** Chrome's own User-Agent, to which ours is appended. */
  readonly userAgent: string
  /** False only if the settings disable the sandbox. */
  readonly sandboxed: boolean
  /** Whether it runs in a network namespace, which contains nothing but its proxies. */
  readonly networkNamespace: boolean
  /** Why it has no namespace, with the remedy; null when it has one, or when the operator disabled it. */
  readonly namespaceDetail: string | null
}

/** The renderer processes of one browser context. Without /proc, no process is known. */
export interface PageProcesses {
  /**
   * Adds the renderer of a request. Blink begins the ids of a page's own requests with the pid of its renderer; ids of document
   * requests do not contain it.
   */
  claim(requestId: string): void
  /**
   * A document or a worker may have started in a new process: from the next reading on, renderers without an owner belong to this
   * context.
   */
  adopt(): void
  /**
   * Adds a DevTools session of this context: its messages count as work for the context (`usedMs`), do not delay it
   * (`measureDelay`), and fail only this context when they cannot be handled (`failed`).
   */
  addSession(sessionId: string): void
  /** Aborts with the error that a listener to a DevTools message of this context has thrown. */
  readonly failed: AbortSignal
  /**
   * Processor time so far, milliseconds: of all these processes, also of those that have ended, and of the browser for the
   * DevTools messages of the context.
   */
  usedMs(): number
  /** Processor time that the GPU process, which draws for all pages of the browser, has used so far, milliseconds. */
  drawingMs(): number
  /**
   * Returns a function that reads the delay since this call, milliseconds. The delay is a sum of two times: the longest one that a
   * thread was ready to run and had no processor, and the one that DevTools messages of other contexts took on the shared pipe.
   * The threads are those of these processes and of the browser's GPU and network processes, and the browser's main thread.
   */
  measureDelay(): () => number
  /** Number of DevTools messages of the context so far. */
  messages(): number
  /**
   * Returns a function that reads for how long threads of the page were running or ready to run since this call, milliseconds:
   * the sum over all of them.
   */
  measureDemand(): () => number
  /** Stops tracking them. */
  close(): void
}

/** One job's browser context behind its own proxy. It shares nothing with other jobs. */
export interface BrowserLease {
  readonly proxy: EgressProxy
  readonly processes: PageProcesses
  /** Reports the workers of the context and closes its other windows until the returned function is called. One page at a time. */
  watch(page: WatchedPage): () => void
  /** A new, unused page of the context; the first one is opened in advance. Rejects with Chrome's error. */
  newPage(): Promise<BlankPage>
  readonly browser: BrowserFacts
  /** Aborts, with a Fault `browser_lost`, when the browser's process has ended. */
  readonly lost: AbortSignal
  /** Number of leases of this browser at this time, including this one. */
  jobs(): number
  /** Makes the pool replace the browser, which could not draw a page and may still be trying to. */
  suspect(): void
  /** Closes the context, then the proxy, each within a timeout. Idempotent; never rejects. */
  release(): Promise<void>
}

export type PoolStatus =
  | { readonly status: 'ready'; readonly browser: BrowserFacts }
  /** During the first start, and after the loss of a browser until the next one is ready. */
  | { readonly status: 'starting' }
  /** No browser is installed, or it does not start; `detail` names the remedy. Retried automatically. */
  | { readonly status: 'unavailable'; readonly detail: string }
  /** The self-check found traffic that bypasses the proxy: tools that need a browser are not sold. */
  | { readonly status: 'leaking'; readonly detail: string }

/** How many contexts of a pool are in use, and what it has done so far. */
export interface PoolCounts {
  readonly busy: number
  readonly limit: number
  /** Browsers started since the pool was opened. */
  readonly started: number
  /** Jobs that were given a context since the pool was opened. */
  readonly jobs: number
}

/** Browsers that are kept running, with contexts and proxies opened in advance. */
export interface BrowserPool {
  /**
   * Null when all `limit` slots are taken. Rejects with a Fault `browser_unavailable` or `egress_unavailable`. `exclusive`: in a browser
   * that runs no other job and ends with this one; null also while too many of those run.
   */
  lease(
    signal: AbortSignal,
    options?: { readonly exclusive?: boolean | undefined },
  ): Promise<BrowserLease | null>
  status(): PoolStatus
  counts(): PoolCounts
  /** Process id of the browser that takes jobs; null while no browser does. */
  pid(): number | null
  /** Resolves once the first browser is ready or has failed. */
  readonly settled: Promise<void>
  close(): Promise<void>
}

/** An anchor of the rendered document, in document order. The page controls every value. */
export interface Anchor {
  /** The attribute as written, cut at 2048 characters. */
  readonly href: string
  /** Resolved against the document's base; null when it does not parse. */
  readonly url: string | null
  /** Its text with collapsed white space, cut at 100 characters. */
  readonly text: string
  readonly download: boolean
}

/** The links of the rendered document. */
export interface DocumentLinks {
  /** URL of the document after all redirects. */
  readonly documentUrl: string
  /** Number of anchors with an href, including those that are not kept. */
  readonly total: number
  /** The first 2000. */
  readonly anchors: readonly Anchor[]
  /** Fragments of links to this same document, and whether an element has that id or name; the first 100. */
  readonly fragments: readonly {
    readonly fragment: string
    readonly found: boolean
    readonly occurrences: number
  }[]
}
