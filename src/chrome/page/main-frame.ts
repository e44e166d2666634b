import type { CDPSession, Protocol } from 'puppeteer-core'
import { cutText } from '#runtime/encoding.ts'

/** The state of the main frame. Milliseconds count from the start of the visit. */
export interface MainFrame {
  /** Loader id of the document that the main frame shows; empty before the first one. */
  readonly documentId: string
  /** Loader id of the document that it shows or is loading. */
  readonly loaderId: string
  readonly url: string
  readonly mime: string
  readonly committed: boolean
  /** Chrome shows its own error page, which is not a document of the target. */
  readonly showsFailure: boolean
  readonly netError: string | null
  readonly domContentLoadedMs: number | null
  readonly loadMs: number | null
  /** Whether anything of the document has been drawn. */
  readonly painted: boolean
  readonly crashed: boolean
}

export interface MainFrameOptions {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly url: string
  readonly elapsed: () => number
  readonly onChange: () => void
}

export interface MainFrameFollower {
  /** Updated in place by each event. */
  readonly frame: MainFrame
  /** Navigates to the URL. Resolves with false when Chrome's reply says that the URL became a download, otherwise with true. */
  begin(): Promise<boolean>
}

/** Maximum length of a URL, characters: a fragment may have megabytes, and the URL is parsed again and again. */
const MAX_URL = 65_536

/** Updates the state of the main frame with each event. */
export function followMainFrame(options: MainFrameOptions): MainFrameFollower {
  const { session, mainFrame, elapsed, onChange } = options
  const frame: { -readonly [Key in keyof MainFrame]: MainFrame[Key] } = {
    documentId: '',
    loaderId: '',
    url: options.url,
    mime: '',
    committed: false,
    showsFailure: false,
    netError: null,
    domContentLoadedMs: null,
    loadMs: null,
    painted: false,
    crashed: false,
  }
  session.on('Page.frameNavigated', ({ frame: shown }) => {
    if (shown.id !== mainFrame) return
    frame.showsFailure = shown.unreachableUrl !== undefined
    frame.url = cutText(shown.unreachableUrl ?? shown.url + (shown.urlFragment ?? ''), MAX_URL)
    frame.loaderId = shown.loaderId
    frame.documentId = shown.loaderId
    frame.mime = shown.mimeType
    frame.committed = true
    onChange()
  })
  session.on('Page.lifecycleEvent', (event) => {
    if (event.frameId !== mainFrame) return
    onLifecycle(frame, event, elapsed())
    onChange()
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    // A page that is stopped while it loads (by itself, or by a navigation to a scheme without a handler) has no load event.
    const { committed, loaderId, documentId } = frame
    if (frameId !== mainFrame || !committed || loaderId !== documentId) return
    frame.domContentLoadedMs ??= elapsed()
    frame.loadMs ??= elapsed()
    onChange()
  })
  session.on('Inspector.targetCrashed', () => {
    frame.crashed = true
    onChange()
  })
  return {
    frame,
    begin: async () => {
      let isPage = true
      try {
        const reply = await session.send('Page.navigate', { url: options.url })
        const { errorText = '', loaderId } = reply
        isPage = reply.isDownload !== true
        if (errorText !== '') frame.netError = errorText.replace(/^net::/, '')
        if (!frame.committed && loaderId !== undefined) frame.loaderId = loaderId
      } catch {
        // The page has closed: its crash, or the end of the browser, is reported elsewhere.
      }
      onChange()
      return isPage
    },
  }
}

function onLifecycle(
  frame: { -readonly [Key in keyof MainFrame]: MainFrame[Key] },
  { loaderId, name }: Protocol.Page.LifecycleEventEvent,
  atMs: number,
): void {
  if (name === 'init') {
    frame.loaderId = loaderId
    frame.domContentLoadedMs = null
    frame.loadMs = null
    frame.painted = false
  }
  if (loaderId !== frame.loaderId) return
  if (name === 'DOMContentLoaded') frame.domContentLoadedMs ??= atMs
  if (name === 'load') frame.loadMs ??= atMs
  if (name === 'firstPaint') frame.painted = true
}
