import type { CDPSession, Protocol } from 'puppeteer-core'
import { cutText } from '#runtime/encoding.ts'
import { isFirstParty } from '#target/site.ts'
import { withoutFragment } from '#target/target.ts'
import type { ClientRedirect, PageObservation } from './page-observation.ts'
import { cutUrl } from './request-draft.ts'

/**
 * Maximum number of redirects by the page itself. A page that redirects itself for ever is observed at the URL that it has
 * reached.
 */
export const MAX_CLIENT_REDIRECTS = 5

// Maximum number of entries in each list: twice the number in a report, which therefore can say that there were more.
const MAX_LISTED = 40
/** Maximum number of navigations that a page may request, including those that it replaced before they arrived. */
const MAX_NAVIGATIONS = 20

export interface PageEventsOptions {
  readonly mainFrame: string
  readonly redirects: number
  readonly frames: number
  /** URL and loader id of the document that the main frame shows; null before the first one. */
  readonly shown: () => { readonly url: string; readonly id: string } | null
  readonly onChange: () => void
  /** Called when one of our caps stopped a document. */
  readonly onStop: (requestId: string, cap: 'redirects' | 'frames') => void
}

/**
 * Records and handles what a page does besides its requests: navigations, frames, dialogs, windows, downloads, HTTP
 * authentication.
 */
export class PageEvents {
  readonly clientRedirects: ClientRedirect[] = []
  readonly dialogs: PageObservation['dialogs'][number][] = []
  readonly popups: string[] = []
  readonly downloads: PageObservation['downloads'][number][] = []
  readonly #options: PageEventsOptions
  /** Frames other than the main one, by their ids. */
  readonly frames = new Map<string, CDPSession>()
  /** Frames whose documents are allowed: the first that request one. */
  readonly #admitted = new Set<string>()
  #isDownload = false
  #framesCapped = false
  #redirects = 0
  #navigations = 0
  /** Loader id of the document that requested the last navigation. */
  #leaving = ''
  #isHeld = false
  #refused: string | null = null

  constructor(options: PageEventsOptions) {
    this.#options = options
  }

  attach(session: CDPSession): void {
    session.on('Page.frameAttached', ({ frameId }) => this.frames.set(frameId, session))
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // A swap moves a frame to another process: it still exists.
      if (reason === 'remove') this.frames.delete(frameId)
    })
    session.on('Page.frameRequestedNavigation', (event) => this.#onNavigation(event))
    session.on('Network.requestWillBeSent', (event) => this.#onRequest(event))
    session.on('Page.javascriptDialogOpening', ({ type, message }) => {
      keep(this.dialogs, { type, message: cutText(message, 1000) })
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(ignore)
    })
    session.on('Page.windowOpen', ({ url }) => keep(this.popups, cutUrl(url)))
    session.on('Page.downloadWillBegin', (event) => this.#onDownload(event))
    session.on('Fetch.requestPaused', (event) => this.#onDocument(session, event))
    session.on('Fetch.authRequired', ({ requestId }) => {
      const authChallengeResponse = { response: 'CancelAuth' } as const
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore)
    })
  }

  /** Whether the main frame became a download before it showed anything. */
  isDownload(): boolean {
    return this.#isDownload
  }

  /**
   * From now on the main frame keeps its document, because the report is about the captured one. Its navigations are refused: a
   * pending one would keep DevTools commands from the page.
   */
  hold(): void {
    this.#isHeld = true
  }

  /** Whether a navigation was refused that `release` will return. */
  isLeaving(): boolean {
    return this.#refused !== null
  }

  /** Whether the shown document has requested a navigation that has not replaced it yet. */
  isMoving(): boolean {
    return this.#options.shown()?.id === this.#leaving
  }

  /**
   * Allows navigations again. Returns the URL of the last refused navigation, if it was a GET request to the shown site;
   * otherwise null.
   */
  release(): string | null {
    this.#isHeld = false
    const refused = this.#refused
    this.#refused = null
    return refused
  }

  /** Whether the page has navigated or reloaded itself more often than we follow. */
  isEndless(): boolean {
    return this.clientRedirects.length > MAX_CLIENT_REDIRECTS || this.#navigations > MAX_NAVIGATIONS
  }

  framesCapped(): boolean {
    return this.#framesCapped
  }

  #onNavigation(event: Protocol.Page.FrameRequestedNavigationEvent): void {
    const { frameId, reason, url, disposition } = event
    const from = this.#options.shown()
    if (frameId !== this.#options.mainFrame || disposition !== 'currentTab' || from === null) return
    this.#navigations += 1
    const kind = kindOfNavigation[reason] ?? 'script'
    // A document can be left only once: its later navigations replace the earlier ones.
    if (from.id === this.#leaving) this.clientRedirects.pop()
    this.#leaving = from.id
    keep(this.clientRedirects, { from: cutUrl(from.url), to: cutUrl(url), kind })
    this.#options.onChange()
  }

  /** The request event of a navigation, which comes after the navigation event, names the scripts that started it. */
  #onRequest({ type, frameId, request, initiator }: Protocol.Network.RequestWillBeSentEvent): void {
    const last = this.clientRedirects.at(-1)
    const isMain = type === 'Document' && frameId === this.#options.mainFrame
    if (!isMain || last?.kind !== 'script' || cutUrl(request.url) !== withoutFragment(last.to))
      return
    const scripts = (initiator.stack?.callFrames ?? []).map(({ url }) => cutUrl(url))
    this.clientRedirects[this.clientRedirects.length - 1] = { ...last, scripts }
  }

  #onDownload({ url, suggestedFilename, frameId }: Protocol.Page.DownloadWillBeginEvent): void {
    keep(this.downloads, { url: cutUrl(url), filename: cutText(suggestedFilename, 300) })
    const { mainFrame, shown, onChange } = this.#options
    if (frameId === mainFrame && shown() === null) this.#isDownload = true
    onChange()
  }

  #onDocument(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): void {
    const { requestId, networkId, request } = event
    const isHeld = this.#isHeld && event.frameId === this.#options.mainFrame
    const cap = isHeld ? null : this.#capOf(event)
    if (cap !== null && networkId !== undefined) this.#options.onStop(networkId, cap)
    const isRepeatable = request.method === 'GET' && this.#isOfShownSite(request.url)
    if (isHeld) this.#refused = isRepeatable ? request.url : null
    const sent =
      cap === null && !isHeld
        ? session.send('Fetch.continueRequest', { requestId })
        : // With `Aborted`, Chrome shows no error page, and the previous document remains.
          session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    sent.catch(ignore)
  }

  #isOfShownSite(url: string): boolean {
    const shown = this.#options.shown()
    return shown !== null && isFirstParty(url, shown.url)
  }

  /** The cap that stops a document; null when it is allowed. */
  #capOf(event: Protocol.Fetch.RequestPausedEvent): 'redirects' | 'frames' | null {
    const { frameId, redirectedRequestId } = event
    const { mainFrame, redirects, frames } = this.#options
    if (frameId === mainFrame) {
      // The fifth redirect is followed, the sixth is not; a navigation by the page begins a new chain.
      this.#redirects = redirectedRequestId === undefined ? 0 : this.#redirects + 1
      const isOver = this.#redirects > redirects || this.isEndless()
      return isOver ? 'redirects' : null
    }
    if (this.#admitted.size < frames) this.#admitted.add(frameId)
    if (this.#admitted.has(frameId)) return null
    this.#framesCapped = true
    return 'frames'
  }
}

const ignore = () => {}

const kindOfNavigation: Readonly<Record<string, ClientRedirect['kind'] | undefined>> = {
  metaTagRefresh: 'meta_refresh',
  httpHeaderRefresh: 'header_refresh',
}

function keep<T>(list: T[], item: T): void {
  if (list.length < MAX_LISTED) list.push(item)
}
