import type { CDPSession } from 'puppeteer-core'
import type { EgressProxy } from '#net/proxy/proxy.ts'

/** An empty page, reached by DevTools alone. */
export interface BlankPage {
  readonly session: CDPSession
  /** Id of its main frame, for as long as the page exists. */
  readonly mainFrame: string
  /** May hang for ever if the page does. */
  close(): Promise<void>
}

/** The page that is visited in a context. */
export interface WatchedPage {
  /** Every other window of the context is closed. */
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
  /** False only by an explicit setting. */
  readonly sandboxed: boolean
  /** Whether it runs in a network namespace, which contains nothing but its proxies. */
  readonly networkNamespace: boolean
  /** Why it has none, with the remedy; null when it has one, or the operator disabled it. */
  readonly namespaceDetail: string | null
}

/** The renderers that work for one browser context. Without /proc there are none. */
export interface PageProcesses {
  /** Blink begins the ids of a page's own requests with the pid of its renderer; ids of documents say nothing. */
  claim(requestId: string): void
  /** A document or a worker may have started in a process of its own: renderers without an owner are this context's from the next reading on. */
  adopt(): void
  /** Processor time of all of them until now, ended ones included, milliseconds. */
  usedMs(): number
  /** The same of the process that draws for all pages of the browser. */
  drawingMs(): number
  /** Time that the thread of them, or of the process that draws, which waited longest was ready to run and had no processor, milliseconds. */
  delayedMs(): number
  /** Forgets them. */
  close(): void
}

/** One job's browser context behind its own proxy. It shares nothing with other jobs. */
export interface BrowserLease {
  readonly proxy: EgressProxy
  readonly processes: PageProcesses
  /** Reports the workers of the context and closes its other windows until the returned function is called. One page at a time. */
  watch(page: WatchedPage): () => void
  /** A new, unused page of the context; the first is opened ahead. Rejects with Chrome's error. */
  newPage(): Promise<BlankPage>
  readonly browser: BrowserFacts
  /** Aborts, with a Fault `browser_lost`, when the browser's process has ended. */
  readonly lost: AbortSignal
  /** Leases of the pool at this time, this one included. */
  jobs(): number
  /** Has the browser replaced: it could not draw a page, and may still be trying to. */
  suspect(): void
  /** Closes the context, then the proxy, within a timeout each. Idempotent; never rejects. */
  release(): Promise<void>
}

export type PoolStatus =
  | { readonly status: 'ready'; readonly browser: BrowserFacts }
  /** The first start, and after each recycle until the self-check has passed. */
  | { readonly status: 'starting' }
  /** No browser is installed, or it does not start; `detail` has the remedy. Retried automatically. */
  | { readonly status: 'unavailable'; readonly detail: string }
  /** The self-check found traffic that bypasses the proxy: tools that need a browser are not sold. */
  | { readonly status: 'leaking'; readonly detail: string }

export interface PoolCounts {
  readonly busy: number
  readonly limit: number
  /** Browsers started since the pool was opened. */
  readonly started: number
  readonly jobs: number
}

/** Warm browsers, with contexts and proxies opened ahead. */
export interface BrowserPool {
  /** Null when all `limit` slots are taken. Rejects with a Fault `browser_unavailable` or `egress_unavailable`. */
  lease(signal: AbortSignal): Promise<BrowserLease | null>
  status(): PoolStatus
  counts(): PoolCounts
  /** Process id of the browser that takes jobs; null while there is none. */
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
  /** White space folded, cut at 100 characters. */
  readonly text: string
  readonly download: boolean
}

/** The links of the rendered document. */
export interface DocumentLinks {
  /** URL of the document after all redirects. */
  readonly documentUrl: string
  /** Anchors with an href, kept or not. */
  readonly total: number
  /** The first 2000. */
  readonly anchors: readonly Anchor[]
  /** Fragments of links to this same document, and whether an element has that name; the first 100. */
  readonly fragments: readonly {
    readonly fragment: string
    readonly found: boolean
    readonly occurrences: number
  }[]
}
