import type { BrowserContext, CDPSession, Protocol, Target } from 'puppeteer-core'
import type { ClientRedirect, PageObservation } from './page-observation.ts'

/** A page that moves itself for ever is looked at where it is by then. */
export const MAX_CLIENT_REDIRECTS = 5

// Twice what a report lists, so that it can say that there were more.
const MAX_LISTED = 40

export interface PageEventsOptions {
  readonly mainFrame: string
  readonly redirects: number
  readonly frames: number
  /** URL of the document that the main frame shows; null before there is one. */
  readonly shownUrl: () => string | null
  readonly onChange: () => void
  /** A document that a cap of ours did not let out. */
  readonly onStop: (requestId: string, cap: 'redirects' | 'frames') => void
}

/** What a page does beside showing itself, and what becomes of it: moves, frames, dialogs, windows, downloads, log-ins. */
export interface PageEvents {
  attach(session: CDPSession): void
  frameBegan(frameId: string): void
  readonly clientRedirects: readonly ClientRedirect[]
  readonly dialogs: PageObservation['dialogs']
  readonly popups: readonly string[]
  readonly downloads: PageObservation['downloads']
  /** Of the main frame, before it showed anything. */
  readonly isDownload: boolean
  /** Beside the main one, now. */
  readonly frames: number
  readonly framesCapped: boolean
}

export function createPageEvents(options: PageEventsOptions): PageEvents {
  const { mainFrame, shownUrl, onChange, onStop } = options
  const clientRedirects: ClientRedirect[] = []
  const dialogs: { type: string; message: string }[] = []
  const popups: string[] = []
  const downloads: { url: string; filename: string }[] = []
  const frames = new Set<string>()
  /** Frames whose documents are let out: the first that ask. */
  const admitted = new Set<string>()
  let isDownload = false
  let framesCapped = false
  let redirects = 0

  const capOf = (event: Protocol.Fetch.RequestPausedEvent): 'redirects' | 'frames' | null => {
    const { frameId, redirectedRequestId } = event
    if (frameId === mainFrame) {
      // The fifth redirect is followed, the sixth is not; a move of the page begins a new chain.
      redirects = redirectedRequestId === undefined ? 0 : redirects + 1
      const over = redirects > options.redirects || clientRedirects.length > MAX_CLIENT_REDIRECTS
      return over ? 'redirects' : null
    }
    if (admitted.size < options.frames) admitted.add(frameId)
    if (admitted.has(frameId)) return null
    framesCapped = true
    return 'frames'
  }

  const attach = (session: CDPSession) => {
    session.on('Page.frameAttached', ({ frameId }) => void frames.add(frameId))
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      // A swap moves a frame to a process of its own: it is still there.
      if (reason === 'remove') frames.delete(frameId)
    })
    session.on('Page.frameRequestedNavigation', ({ frameId, reason, url, disposition }) => {
      const from = shownUrl()
      if (frameId !== mainFrame || disposition !== 'currentTab' || from === null) return
      if (clientRedirects.length >= MAX_LISTED) return
      clientRedirects.push({ from: cut(from), to: cut(url), kind: kindOfMove[reason] ?? 'script' })
    })
    session.on('Page.javascriptDialogOpening', ({ type, message }) => {
      if (dialogs.length < MAX_LISTED) dialogs.push({ type, message: message.slice(0, 1000) })
      session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(ignore)
    })
    session.on('Page.windowOpen', ({ url }) => {
      if (popups.length < MAX_LISTED) popups.push(cut(url))
    })
    session.on('Page.downloadWillBegin', ({ url, suggestedFilename, frameId }) => {
      if (downloads.length < MAX_LISTED) {
        downloads.push({ url: cut(url), filename: suggestedFilename.slice(0, 300) })
      }
      if (frameId === mainFrame && shownUrl() === null) isDownload = true
      onChange()
    })
    session.on('Fetch.requestPaused', (event) => {
      const { requestId, networkId } = event
      const cap = capOf(event)
      if (cap !== null && networkId !== undefined) onStop(networkId, cap)
      const sent =
        cap === null
          ? session.send('Fetch.continueRequest', { requestId })
          : // Aborted: Chrome shows no page of its own for it, and what stood there stands.
            session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      sent.catch(ignore)
    })
    session.on('Fetch.authRequired', ({ requestId }) => {
      const authChallengeResponse = { response: 'CancelAuth' } as const
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore)
    })
  }

  return {
    attach,
    frameBegan: (frameId) => void frames.add(frameId),
    clientRedirects,
    dialogs,
    popups,
    downloads,
    get isDownload() {
      return isDownload
    },
    get frames() {
      return frames.size
    },
    get framesCapped() {
      return framesCapped
    },
  }
}

/**
 * Closes windows that open from now on in a page's context: those that the browser's own blocker let through. Ends with what
 * it returns.
 */
export function closeWindows(context: BrowserContext): () => void {
  const onTarget = (target: Target) => {
    if (target.type() !== 'page') return
    target
      .page()
      .then((opened) => opened?.close(), ignore)
      .catch(ignore)
  }
  context.on('targetcreated', onTarget)
  return () => void context.off('targetcreated', onTarget)
}

const ignore = () => {}

const kindOfMove: Readonly<Record<string, ClientRedirect['kind'] | undefined>> = {
  metaTagRefresh: 'meta_refresh',
  httpHeaderRefresh: 'header_refresh',
}

function cut(url: string): string {
  return url.slice(0, 2048)
}
