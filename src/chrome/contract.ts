import type { BrowserContext } from 'puppeteer-core'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import type { BlankPage } from './blank-page.ts'

/** What runs, as reports and `doctor` name it. */
export interface BrowserFacts {
  /** Path of the executable. */
  readonly executable: string
  readonly engine: 'HeadlessChrome' | 'Chrome'
  /** Dotted version. */
  readonly version: string
  /** Chrome's own string, to which ours is added. */
  readonly userAgent: string
  /** False only by an explicit setting. */
  readonly sandboxed: boolean
  /** Whether the kernel keeps it in a network of its own, where there is nothing but its proxies. */
  readonly networkNamespace: boolean
  /** Why it is in none, with what to do; null where it is in one, or the operator wants none. */
  readonly namespaceDetail: string | null
}

/** One job's browser: a context of its own behind a proxy of its own. Nothing of another job is in it. */
export interface BrowserLease {
  readonly context: BrowserContext
  readonly proxy: EgressProxy
  /** An empty page of the context that nobody has looked at; the first one is there already. Rejects with what Chrome said. */
  newPage(): Promise<BlankPage>
  readonly browser: BrowserFacts
  /** Aborts, with a Fault `browser_lost`, when the browser's process is gone. */
  readonly lost: AbortSignal
  /** Closes the context, then the proxy, however they hang. Idempotent; never rejects. */
  release(): Promise<void>
}

export type PoolStatus =
  | { readonly status: 'ready'; readonly browser: BrowserFacts }
  /** The first start, and after each recycle until the self-check has passed. */
  | { readonly status: 'starting' }
  /** No browser, or none that starts; `detail` says what to do. It is tried again by itself. */
  | { readonly status: 'unavailable'; readonly detail: string }
  /** The self-check saw traffic beside the proxy: nothing that needs a browser is sold. */
  | { readonly status: 'leaking'; readonly detail: string }

export interface PoolCounts {
  readonly busy: number
  readonly limit: number
  /** Browsers started since the pool was opened. */
  readonly started: number
  readonly jobs: number
}

/** Warm browsers, with contexts and proxies made ahead. */
export interface BrowserPool {
  /** Null when all `limit` places are taken. Rejects with a Fault `browser_unavailable` or `egress_unavailable`. */
  lease(signal: AbortSignal): Promise<BrowserLease | null>
  readonly status: PoolStatus
  readonly counts: PoolCounts
  /** Resolves once the first browser is ready or has failed. */
  readonly settled: Promise<void>
  close(): Promise<void>
}

/** An anchor of the rendered document, in document order. Everything here is the page's word. */
export interface Anchor {
  /** The attribute as written, cut at 2048 characters. */
  readonly href: string
  /** Resolved against the document's base; null when it does not parse. */
  readonly url: string | null
  /** White space folded, cut at 100 characters. */
  readonly text: string
  readonly download: boolean
}

/** What the rendered document links to. */
export interface DocumentLinks {
  /** Where the document is, after every redirect. */
  readonly documentUrl: string
  /** Anchors with an href, whatever was kept of them. */
  readonly total: number
  /** The first 2000. */
  readonly anchors: readonly Anchor[]
  /** Fragments of links to this same document, with whether an element answers to them; the first 100. */
  readonly fragments: readonly {
    readonly fragment: string
    readonly found: boolean
    readonly occurrences: number
  }[]
}
