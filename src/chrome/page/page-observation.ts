import type { DocumentLinks } from '#chrome/contract.ts'
import type { ErrorOverlay, LayoutFault, RequestType, WaitingSign } from '#evidence/browser.ts'
import type { LimitName, Limits } from '#evidence/evidence.ts'

/** The limits of a page that it can reach. */
export type PageLimit = Extract<LimitName, keyof NonNullable<Limits['browser']>>

/**
 * The observations of one visit to a page, not yet attributed to the page, to others or to us. Milliseconds count
 * from the start of the visit.
 */
export interface PageObservation {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly outcome: 'loaded' | 'partial' | 'failed' | 'download' | 'crashed'
  /** Chrome's `ERR_*` name for the last main document. */
  readonly netError: string | null
  readonly unresponsive: boolean
  readonly settleReason:
    | 'quiet'
    | 'cap'
    | 'load_timeout'
    | 'render_blocked'
    | 'not_loaded'
    | 'crashed'
    | 'deadline'
    | 'processor_time'
  readonly domContentLoadedMs: number | null
  readonly loadMs: number | null
  readonly settledMs: number | null
  /** Signs that the page was waiting for something when it was captured. */
  readonly waitingSigns: readonly WaitingSign[]
  /** URL of the main frame's last document, loaded or not. */
  readonly url: string
  /** `id` of the request whose document the main frame shows; null when it shows no document of the target. */
  readonly documentId: string | null
  readonly clientRedirects: readonly ClientRedirect[]
  readonly requests: readonly ObservedRequest[]
  /** Number of all requests, including those beyond the cap. */
  readonly requestsTotal: number
  /** Requests under way when the page was captured; `ageMs` is the time since each began. */
  readonly pending: readonly (Pick<ObservedRequest, 'url' | 'type'> & {
    readonly ageMs: number
    /** It keeps the page, or the rest of it, from being drawn. */
    readonly renderBlocking?: boolean
  })[]
  /** Requests for images and similar resources that the capture caused: they count only if they were blocked. */
  readonly lateRequests: readonly ObservedRequest[]
  /** The state when listening ended; absent if the page was gone by then, or had navigated. */
  readonly after?: AfterState | undefined
  /** Markup of the document that the page has navigated to since it was captured, in the form of `html` below. */
  readonly movedTo?: PageObservation['html'] | undefined
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
  readonly limitsHit: readonly PageLimit[]
  /** Null when the page did not reply. */
  readonly snapshot: Snapshot | null
  /** The document as Chrome serialises it, cut at a cap; null unless it is a page. */
  readonly html: { readonly text: string; readonly cut: boolean } | null
  /** Content of a document of the main frame, decoded; null when Chrome did not keep it. */
  readonly body: ObservedBody | null
  readonly png: Uint8Array | null
}

/** The content of a document of the main frame. */
export interface ObservedBody {
  /** `id` of its request. */
  readonly of: string
  readonly bytes: Uint8Array
  /** Chrome decoded it as text and returned it as UTF-8; otherwise these are the bytes as sent. */
  readonly wasText: boolean
}

/** A navigation to another document that the page itself started, without an action of a visitor. */
export interface ClientRedirect {
  readonly from: string
  readonly to: string
  readonly kind: 'meta_refresh' | 'script' | 'header_refresh'
  /** URLs of the scripts that were running when it began. */
  readonly scripts?: readonly string[]
}

/** One request; each redirect is a separate request, followed by the next one. */
export interface ObservedRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly type: RequestType
  /** A document of the main frame. */
  readonly mainDocument: boolean
  readonly initiator: string | null
  readonly priority: string | null
  readonly renderBlocking: boolean
  /** Requested by a link element or a Link field before it is used. */
  readonly preload: boolean
  /** Its Accept field names JSON. */
  readonly wantsJson: boolean
  /** What the body of a call is that came as HTML; absent when it is unknown. */
  readonly shape?:
    | { readonly is: 'page' | 'fragment' | 'json' | 'nothing'; readonly digest: string }
    | undefined
  /**
   * What is wrong with the content of a response. A response that was sent as JSON: no content (`empty`), no JSON (`broken`), or
   * a failure that it states (`failure`), also one inside the server (`internal`). A 404 about the absence of an object
   * (`absence`). A 403 or 419 about a token that the page has sent (`token`), or a refusal because a token has expired
   * (`expired`). A file that is a Git LFS pointer (`pointer`). A service that refuses the site: its project or key, according to
   * its message (`service`), or a key that the page has sent (`key`). A script of the site that contains the secret key of a service
   * (`secret`).
   */
  readonly data:
    | 'empty'
    | 'broken'
    | 'failure'
    | 'internal'
    | 'pointer'
    | 'absence'
    | 'token'
    | 'expired'
    | 'service'
    | 'key'
    | 'secret'
    | null
  readonly startMs: number
  readonly response: ObservedResponse | null
  readonly redirectedTo: string | null
  /** From the start to the last byte; null while it is under way. */
  readonly durationMs: number | null
  readonly bytesEncoded: number
  readonly bytesDecoded: number
  readonly netError: string | null
  /** Chrome's reason for blocking it: csp, mixed-content, corp ... */
  readonly blockedReason: string | null
  /** Our cap that stopped it. */
  readonly stoppedBy: 'redirects' | 'frames' | 'requests' | 'transfer_bytes' | null
  readonly cancelled: boolean
  readonly finished: boolean
}

/** Lines of a page that may be messages to its visitor. */
export interface PageLines {
  /** Texts of alerts and toasts in the viewport. */
  readonly alerts: readonly string[]
  /** Short lines that are separate elements. */
  readonly remarks: readonly string[]
  /** Those of them that are one of several headings or items of their kind, and no alert. */
  readonly listed?: readonly string[] | undefined
  /** Such lines between the first and the last ones of a page with code. */
  readonly amongCode: readonly string[]
}

export interface AfterState extends PageLines {
  /** Characters of the visible text. */
  readonly textLength: number
  /** Number of images, drawings and frames in the viewport. */
  readonly media: number
  /** A layer without content, or with only the links of a menu, covers the whole window. */
  readonly isCovered: boolean
  readonly coverFrames: Snapshot['coverFrames']
  readonly coverMarkup: Snapshot['coverMarkup']
  /** Markup of the document, if its text changed after the capture; in the form of `html` above. */
  readonly html: PageObservation['html']
  /** Lines of those frames of the page that show little else. */
  readonly frames: readonly { readonly url: string; readonly lines: readonly string[] }[]
}

export interface ObservedResponse {
  readonly status: number
  readonly mime: string | null
  readonly protocol: string | null
  /** Lower-case names; one entry for each value. */
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
  /** Counted from 1. */
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

/** An uncaught exception of a script, and how often it was thrown. */
export interface ObservedException extends Place {
  readonly name: string
  readonly message: string
  readonly stack: readonly {
    readonly function: string
    readonly url: string
    readonly line: number
    readonly column: number
  }[]
  /** A promise was rejected, and nothing handled it. */
  readonly rejection: boolean
  readonly count: number
}

/** A violation of the page's Content-Security-Policy. `enforced`: false for a policy that only reports. */
export interface ObservedCspViolation {
  readonly directive: string
  readonly blockedUrl: string | null
  readonly kind: 'url' | 'inline' | 'eval' | 'other'
  readonly enforced: boolean
  readonly sourceUrl: string | null
  readonly count: number
}

/** A plain HTTP request of an HTTPS page, and what Chrome did about it. */
export interface ObservedMixedContent {
  readonly url: string
  readonly type: RequestType
  readonly resolution: 'blocked' | 'upgraded' | 'warned'
}

/** The state of the document at the capture. */
export interface Snapshot extends PageLines {
  readonly title: string
  readonly textLength: number
  readonly textExcerpt: string
  readonly elementCount: number
  readonly documentWidth: number
  readonly documentHeight: number
  readonly visibleMedia: number
  readonly imagesTotal: number
  /**
   * Images that did not load. Includes missing drawings of buttons without text, if there are two or more, and images that a
   * script should have loaded and has not.
   */
  readonly brokenImages: readonly { readonly url: string; readonly inViewport: boolean }[]
  readonly imagesInViewport: readonly string[]
  /** URLs of background images of at least 100 x 100 px in the viewport. */
  readonly backgroundsInViewport: readonly string[]
  /** Those of them whose absence a visitor notices: large photographs, and images below text that cannot be read without them. */
  readonly neededBackgrounds: readonly string[]
  /**
   * Number of lists, and of parts below a heading or of a noticeable size, that have no content, or say that it is being loaded.
   */
  readonly emptyPlaces: number
  /** Number of visible buttons that are disabled. */
  readonly disabledControls: number
  /** URLs of scripts with an `onload` attribute. */
  readonly awaitedScripts: readonly string[]
  /** URLs of SVG files from which icons in the viewport are taken. */
  readonly sprites: readonly string[]
  /**
   * Number of icons in the viewport that show their name or an unknown character because their font failed (`named`), or because
   * no style sheet defines it (`unstyled`).
   */
  readonly icons: { readonly named: number; readonly unstyled: number }
  /** URLs of frames in the viewport that are large enough for a visitor to notice their absence. */
  readonly framesInViewport: readonly string[]
  /** URLs of the frames that are the only content of an opaque layer over the whole window; empty without such a layer. */
  readonly coverFrames: readonly string[]
  /** The beginning of the markup of an opaque layer over the whole window that has a short text; null without such a layer. */
  readonly coverMarkup: string | null
  /** URLs of all sources of videos and audios with controls that cannot be played. */
  readonly lostPlayersInViewport: readonly string[]
  /** URLs of style sheets that do not apply: alternate ones, and those for another medium than the screen. */
  readonly unusedStyles: readonly string[]
  /** Number of linked style sheets of the page's own origin, and of those of them without a declaration. */
  readonly ownStyles: { readonly linked: number; readonly empty: number }
  /** URLs of those style sheets of which the larger part is inside a rule that was not closed. */
  readonly swallowedStyles: readonly string[]
  readonly errorOverlay: ErrorOverlay | null
  readonly hasPasswordInput: boolean
  readonly mustache: number
  readonly objectObject: number
  readonly undefinedText: number
  readonly failedValue: number
  /** Number of characters of text in the viewport, and of those of them that cannot be seen. */
  readonly textInView: { readonly inView: number; readonly unseen: number }
  /** How the layout keeps visitors from the content; null if it does not. */
  readonly layoutFault: LayoutFault | null
  readonly loremIpsum: number
  readonly scriptsWithoutIntegrity: readonly string[]
  /** URLs of the document's script and style sheet elements; if it has module scripts, also of its module preloads. */
  readonly assets: readonly string[]
  /** URLs of the document's prefetch hints, and of its preconnect hints. */
  readonly prefetched: readonly string[]
  readonly preconnected: readonly string[]
  /** A font that the page uses did not load. */
  readonly fontFailed: boolean
  /** URLs of the icons that the document names for its tab. */
  readonly iconLinks?: readonly string[] | undefined
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
