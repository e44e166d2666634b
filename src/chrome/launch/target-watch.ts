import type { CDPSession, Protocol } from 'puppeteer-core'
import type { WatchedPage } from '#chrome/contract.ts'

/**
 * Attaches to the shared and service workers of a context and closes windows that its page opens. These workers belong to
 * no page and may outlive the one that started them, so DevTools reports them reliably only to a session of the whole browser.
 */
export class TargetWatch {
  readonly #root: CDPSession
  readonly #pages = new Map<string, WatchedPage>()

  constructor(root: CDPSession) {
    this.#root = root
    root.on('Target.attachedToTarget', (event) => this.#onAttached(event))
    root.on('Target.targetCreated', ({ targetInfo }) => this.#onCreated(targetInfo))
  }

  async start(): Promise<void> {
    const connection = this.#root.connection()
    await Promise.all([
      // By default puppeteer attaches to each target and lets it run: a worker would send requests before we listen.
      connection?.send('Target.setAutoAttach', {
        autoAttach: false,
        waitForDebuggerOnStart: false,
        flatten: true,
      }),
      // Puppeteer's target discovery would only send each event twice.
      connection?.send('Target.setDiscoverTargets', { discover: false }),
      this.#root.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'shared_worker' }, { type: 'service_worker' }, { exclude: true }],
      }),
      this.#root.send('Target.setDiscoverTargets', {
        discover: true,
        filter: [{ type: 'page' }, { exclude: true }],
      }),
    ])
  }

  /** Watches a context from now on. Returns the function that stops it. */
  watch(contextId: string, page: WatchedPage): () => void {
    this.#pages.set(contextId, page)
    return () => {
      if (this.#pages.get(contextId) === page) this.#pages.delete(contextId)
    }
  }

  #onAttached({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const session = this.#root.connection()?.session(sessionId)
    if (session == null) return
    const page = this.#pages.get(targetInfo.browserContextId ?? '')
    if (targetInfo.type !== 'page') page?.onWorker(session, targetInfo.targetId)
    // Commands that were sent before this one take effect before the worker runs.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
  }

  /** Closes a window that Chrome's popup blocker allowed. The script that opens it waits until the window runs. */
  #onCreated({ targetId, subtype, browserContextId }: Protocol.Target.TargetInfo): void {
    const page = this.#pages.get(browserContextId ?? '')
    // A target with a subtype, such as a prerendered page, is part of a window.
    if (subtype !== undefined || page === undefined || page.targetId === targetId) return
    void this.#close(targetId).catch(() => {})
  }

  async #close(targetId: string): Promise<void> {
    await this.#root.send('Target.attachToTarget', { targetId, flatten: true })
    await this.#root.send('Target.closeTarget', { targetId })
  }
}
