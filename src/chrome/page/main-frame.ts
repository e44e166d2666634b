import type { CDPSession } from 'puppeteer-core'

/** How far the main frame has come. Milliseconds count from the start of the look. */
export interface MainFrame {
  /** Of the document that the main frame shows; empty before there is one. */
  readonly documentId: string
  /** Of the one that it shows or loads. */
  readonly loaderId: string
  readonly url: string
  readonly mime: string
  readonly committed: boolean
  /** Chrome shows its own page for what failed: that is no document of the target. */
  readonly showsFailure: boolean
  readonly netError: string | null
  readonly domContentLoadedMs: number | null
  readonly loadMs: number | null
  readonly crashed: boolean
}

export interface MainFrameOptions {
  readonly session: CDPSession
  readonly mainFrame: string
  readonly url: string
  readonly elapsed: () => number
  readonly onChange: () => void
}

/** Follows the main frame. `begin` asks for the URL, and resolves when Chrome has said what came of that. */
export function followPage(options: MainFrameOptions): {
  readonly progress: MainFrame
  /** False when it became a download. */
  begin(): Promise<boolean>
} {
  const { session, mainFrame, elapsed, onChange } = options
  const progress: { -readonly [Key in keyof MainFrame]: MainFrame[Key] } = {
    ...{ documentId: '', loaderId: '', url: options.url, mime: '', committed: false },
    ...{ showsFailure: false, netError: null, domContentLoadedMs: null, loadMs: null },
    crashed: false,
  }
  const loaded = () => {
    progress.domContentLoadedMs ??= elapsed()
    progress.loadMs ??= elapsed()
  }
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return
    progress.showsFailure = frame.unreachableUrl !== undefined
    progress.url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '')
    progress.loaderId = frame.loaderId
    progress.documentId = frame.loaderId
    progress.mime = frame.mimeType
    progress.committed = true
    onChange()
  })
  session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
    if (frameId !== mainFrame) return
    if (name === 'init') {
      progress.loaderId = loaderId
      progress.domContentLoadedMs = null
      progress.loadMs = null
    }
    if (loaderId !== progress.loaderId) return
    if (name === 'DOMContentLoaded') progress.domContentLoadedMs ??= elapsed()
    if (name === 'load') progress.loadMs ??= elapsed()
    onChange()
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    // A page that is stopped on its way (by itself, or by a move to a scheme that leads nowhere) has no load event.
    const { committed, loaderId, documentId } = progress
    if (frameId !== mainFrame || !committed || loaderId !== documentId) return
    loaded()
    onChange()
  })
  session.on('Inspector.targetCrashed', () => {
    progress.crashed = true
    onChange()
  })
  return {
    progress,
    begin: async () => {
      let isPage = true
      try {
        const answer = await session.send('Page.navigate', { url: options.url })
        const { errorText = '', loaderId } = answer
        isPage = answer.isDownload !== true
        if (errorText !== '') progress.netError = errorText.replace(/^net::/, '')
        if (!progress.committed && loaderId !== undefined) progress.loaderId = loaderId
      } catch {
        // The page is gone: its crash, or the browser's end, says so.
      }
      onChange()
      return isPage
    },
  }
}
