import type { DocumentLinks } from '#chrome/contract.ts'
import type { RequestType } from '#evidence/browser.ts'

/** What one look at a page saw, before anybody judges whose it is. Milliseconds count from the start of the look. */
export interface PageObservation {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly outcome: 'loaded' | 'partial' | 'failed' | 'download' | 'crashed'
  /** `ERR_*` of the main document, the last one tried. */
  readonly netError: string | null
  readonly unresponsive: boolean
  readonly settleReason: 'quiet' | 'cap' | 'load_timeout' | 'not_loaded' | 'crashed' | 'deadline'
  readonly domContentLoadedMs: number | null
  readonly loadMs: number | null
  readonly settledMs: number | null
  /** URL of the main frame's last document, or of what it tried last. */
  readonly url: string
  /** `id` of the request whose document the main frame shows; null when it shows none of the target's. */
  readonly documentId: string | null
  readonly clientRedirects: readonly ClientRedirect[]
  readonly requests: readonly ObservedRequest[]
  /** More than were kept. */
  readonly requestsTotal: number
  readonly console: readonly ObservedMessage[]
  readonly consoleTotals: {
    readonly error: number
    readonly warning: number
    readonly exception: number
  }
  readonly exceptions: readonly ObservedException[]
  readonly cspViolations: readonly ObservedCspViolation[]
  readonly mixedContent: readonly ObservedMixedContent[]
  readonly dialogs: readonly { readonly type: string; readonly message: string }[]
  readonly popups: readonly string[]
  readonly downloads: readonly { readonly url: string; readonly filename: string }[]
  readonly frames: number
  readonly limitsHit: readonly ('requests' | 'transfer_bytes' | 'frames')[]
  /** Null when nobody could look. */
  readonly snapshot: Snapshot | null
  /** The document as Chrome serialises it, cut at a cap; null for anything but a page. */
  readonly html: { readonly text: string; readonly cut: boolean } | null
  /** Content of a document of the main frame, decoded; null when it was not kept. */
  readonly body: ObservedBody | null
  readonly png: Uint8Array | null
}

export interface ObservedBody {
  /** `id` of its request. */
  readonly of: string
  readonly bytes: Uint8Array
  /** Chrome read it as text and gave it back as UTF-8, whatever it came as; else the bytes as they came. */
  readonly wasText: boolean
}

export interface ClientRedirect {
  readonly from: string
  readonly to: string
  readonly kind: 'meta_refresh' | 'script' | 'header_refresh'
}

/** One request; a redirect is a request of its own, and the next one follows it. */
export interface ObservedRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly type: RequestType
  /** Of the main frame: a document of the page itself. */
  readonly mainDocument: boolean
  readonly initiator: string | null
  readonly priority: string | null
  readonly renderBlocking: boolean
  /** Asked for by a link or a Link field, ahead of whatever uses it. */
  readonly preload: boolean
  readonly startMs: number
  readonly response: ObservedResponse | null
  readonly redirectedTo: string | null
  /** From start to the last byte; null while it goes on. */
  readonly durationMs: number | null
  readonly bytesEncoded: number
  readonly bytesDecoded: number
  readonly netError: string | null
  /** Chrome's own word for what it did not let through: csp, mixed-content, corp ... */
  readonly blockedReason: string | null
  /** The cap of ours at which it was not let out. */
  readonly stoppedBy: 'redirects' | 'frames' | 'requests' | 'transfer_bytes' | null
  readonly cancelled: boolean
  readonly finished: boolean
}

export interface ObservedResponse {
  readonly status: number
  readonly mime: string | null
  readonly protocol: string | null
  /** Lower-case names; several values of one name are several fields. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Epoch milliseconds when the header section was complete. */
  readonly headersAt: number
  readonly ttfbMs: number | null
  readonly waitMs: number | null
  readonly tlsMs: number | null
  readonly fromCache: boolean
}

interface Place {
  readonly url: string | null
  /** From 1. */
  readonly line: number | null
  readonly column: number | null
}

export interface ObservedMessage extends Place {
  readonly level: 'error' | 'warning' | 'info' | 'debug'
  readonly source:
    | 'console'
    | 'network'
    | 'security'
    | 'deprecation'
    | 'intervention'
    | 'violation'
    | 'other'
  readonly text: string
  readonly count: number
  readonly atMs: number
}

export interface ObservedException extends Place {
  readonly name: string
  readonly message: string
  readonly stack: readonly {
    readonly function: string
    readonly url: string
    readonly line: number
    readonly column: number
  }[]
  readonly rejection: boolean
  readonly count: number
}

export interface ObservedCspViolation {
  readonly directive: string
  readonly blockedUrl: string | null
  readonly kind: 'url' | 'inline' | 'eval' | 'other'
  readonly enforced: boolean
  readonly sourceUrl: string | null
  readonly count: number
}

export interface ObservedMixedContent {
  readonly url: string
  readonly type: RequestType
  readonly resolution: 'blocked' | 'upgraded' | 'warned'
}

/** The document as it stood. */
export interface Snapshot {
  readonly title: string
  readonly textLength: number
  readonly textExcerpt: string
  readonly elementCount: number
  readonly documentWidth: number
  readonly documentHeight: number
  readonly visibleMedia: number
  readonly imagesTotal: number
  readonly brokenImages: readonly { readonly url: string; readonly inViewport: boolean }[]
  readonly imagesInViewport: readonly string[]
  readonly errorOverlay: 'vite' | 'next' | 'webpack' | null
  readonly hasPasswordInput: boolean
  readonly mustache: number
  readonly objectObject: number
  readonly undefinedText: number
  readonly loremIpsum: number
  readonly scriptsWithoutIntegrity: readonly string[]
  /** URLs of scripts and style sheets that the document has elements for; where it has modules, those that it preloads. */
  readonly assets: readonly string[]
  /** A font that the page wanted did not come. */
  readonly fontFailed: boolean
  readonly standardsMode: boolean
  readonly moduleScripts: readonly string[]
  readonly links: DocumentLinks
  readonly performance: {
    readonly fcpMs: number | null
    readonly lcpMs: number | null
    readonly cls: number | null
    readonly tbtMs: number | null
    readonly longestTaskMs: number | null
  }
}
