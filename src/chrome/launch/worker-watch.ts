import type { CDPSession, Protocol } from 'puppeteer-core'

/** Receives each worker that starts in a context; it does not run before this has returned. */
export type OnWorker = (session: CDPSession, targetId: string) => void

/**
 * Attaches to shared and service workers. They belong to no page, and outlive the one that started them, so DevTools reports
 * them reliably to a session of the whole browser only.
 */
export class WorkerWatch {
  readonly #root: CDPSession
  readonly #listeners = new Map<string, OnWorker>()

  constructor(root: CDPSession) {
    this.#root = root
    root.on('Target.attachedToTarget', (event) => this.#onAttached(event))
  }

  async start(): Promise<void> {
    await this.#root.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'shared_worker' }, { type: 'service_worker' }, { exclude: true }],
    })
  }

  /** Listens for the workers of a context from now on. Returns what ends it. */
  listen(contextId: string, onWorker: OnWorker): () => void {
    this.#listeners.set(contextId, onWorker)
    return () => void this.#listeners.delete(contextId)
  }

  #onAttached({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const session = this.#root.connection()?.session(sessionId)
    if (session == null) return
    this.#listeners.get(targetInfo.browserContextId ?? '')?.(session, targetInfo.targetId)
    // Commands that were sent before this one take effect before the worker runs.
    session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
  }
}
