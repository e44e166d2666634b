import type { CDPSession } from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'
import { ISOLATED_WORLD } from './document-snapshot.ts'
import { OBSERVE } from './scripts/observe.ts'

/** Size of the largest response whose content DevTools keeps, bytes. */
const MAX_BODY = 8 * 1024 * 1024

/** `own_worker`: a worker that runs in the process of the document or worker that started it. */
export type TargetKind = 'page' | 'frame' | 'worker' | 'own_worker'

/** Counts the dedicated workers of a page that run at once. */
export class WorkerCap {
  readonly #most: number
  readonly #running = new Set<string>()
  #isReached = false

  constructor(most: number) {
    this.#most = most
  }

  /** Whether one more worker may run. */
  admits(sessionId: string): boolean {
    if (this.#running.size >= this.#most) this.#isReached = true
    else this.#running.add(sessionId)
    return this.#running.has(sessionId)
  }

  left(sessionId: string): void {
    this.#running.delete(sessionId)
  }

  isReached(): boolean {
    return this.#isReached
  }
}

export interface AttachOptions {
  readonly userAgent: string
  readonly workers: WorkerCap
  /**
   * Called when a target starts: the page itself, a frame in a separate process, or a worker. The target does not run until this
   * has returned.
   */
  readonly onTarget: (session: CDPSession, kind: TargetKind, id: string) => void
}

/** Attaches to the page and to every target that it creates; none of them runs before its events are enabled. */
export async function attachTargets(session: CDPSession, options: AttachOptions): Promise<void> {
  options.onTarget(session, 'page', '')
  await Promise.all([
    Promise.allSettled(enableCommon(session, options)),
    ...enableDocuments(session),
    session.send('Inspector.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: OBSERVE,
      worldName: ISOLATED_WORLD,
    }),
    session.send('Emulation.setDeviceMetricsOverride', { ...emulation.viewport, mobile: false }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: emulation.timeZone }),
    session.send('Emulation.setLocaleOverride', { locale: emulation.locale }),
    session.send('Emulation.setEmulatedMedia', { features: [...emulation.mediaFeatures] }),
  ])
}

/** Attaches to a worker that belongs to no page. */
export function attachWorker(session: CDPSession, id: string, options: AttachOptions): void {
  options.onTarget(session, 'worker', id)
  void Promise.allSettled(enableCommon(session, options))
}

function attachChildren(session: CDPSession, options: AttachOptions): void {
  session.on('Target.detachedFromTarget', ({ sessionId }) => options.workers.left(sessionId))
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = session.connection()?.session(sessionId)
    if (child == null) return
    const isFrame = targetInfo.type === 'iframe'
    // It stays paused, and so costs nothing.
    if (targetInfo.type === 'worker' && !options.workers.admits(sessionId)) return
    options.onTarget(child, kindOf(targetInfo.type), targetInfo.targetId)
    // Workers lack some DevTools domains, and a target may have closed by now: a failed command is not an error.
    const sent = [...enableCommon(child, options), ...(isFrame ? enableDocuments(child) : [])]
    const enabled = Promise.allSettled(sent)
    // A worker may not reply to commands before it runs; commands that were sent earlier still take effect first.
    void (isFrame ? enabled : Promise.resolve())
      .then(() => child.send('Runtime.runIfWaitingForDebugger'))
      .catch(() => {})
  })
}

function kindOf(type: string): TargetKind {
  if (type === 'iframe') return 'frame'
  return type === 'worker' ? 'own_worker' : 'worker'
}

function enableCommon(session: CDPSession, options: AttachOptions): Promise<unknown>[] {
  attachChildren(session, options)
  const { userAgent } = options
  return [
    session.send('Network.enable', {
      maxTotalBufferSize: 2 * MAX_BODY,
      maxResourceBufferSize: MAX_BODY,
    }),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
    session.send('Audits.enable'),
    session.send('Network.setUserAgentOverride', {
      userAgent,
      acceptLanguage: emulation.locale,
    }),
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      // Service and shared workers are attached to only once, from the browser's session (`TargetWatch`).
      filter: [
        { type: 'service_worker', exclude: true },
        { type: 'shared_worker', exclude: true },
        {},
      ],
    }),
  ]
}

/** Enables the events of documents. Each hop of each document then passes through `Fetch.requestPaused`. */
function enableDocuments(session: CDPSession): Promise<unknown>[] {
  return [
    session.send('Page.enable'),
    session.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Request' }],
      handleAuthRequests: true,
    }),
  ]
}
