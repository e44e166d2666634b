import type { CDPSession } from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'
import { ISOLATED_WORLD } from './document-snapshot.ts'
import { OBSERVE } from './page-scripts.ts'

/** The largest document whose content DevTools keeps for us, bytes. */
const MAX_BODY = 8 * 1024 * 1024

export interface Ears {
  readonly userAgent: string
  /** A target begins: the page itself, a frame in a process of its own, a worker. What it does waits for this to return. */
  readonly onTarget: (session: CDPSession, kind: 'page' | 'frame' | 'worker', id: string) => void
}

/** Opens the ears on the page and on every target that it brings forth; nothing in them runs before they are open. */
export async function hearPage(session: CDPSession, ears: Ears): Promise<void> {
  ears.onTarget(session, 'page', '')
  await Promise.all([
    Promise.allSettled(common(session, ears)),
    ...documents(session),
    session.send('Inspector.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: OBSERVE,
      worldName: ISOLATED_WORLD,
      runImmediately: true,
    }),
    session.send('Emulation.setDeviceMetricsOverride', { ...emulation.viewport, mobile: false }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: emulation.timeZone }),
    session.send('Emulation.setLocaleOverride', { locale: emulation.locale }),
    session.send('Emulation.setEmulatedMedia', { features: [...emulation.mediaFeatures] }),
  ])
}

function hearChildren(session: CDPSession, ears: Ears): void {
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = session.connection()?.session(sessionId)
    if (child == null) return
    const isFrame = targetInfo.type === 'iframe'
    ears.onTarget(child, isFrame ? 'frame' : 'worker', targetInfo.targetId)
    // A worker has no pages and a target may be gone by now: what it does not know is no failure.
    const open = [...common(child, ears), ...(isFrame ? documents(child) : [])]
    // A service worker answers nothing before it may run; what was sent first is heeded first all the same.
    const heard = Promise.allSettled(open)
    void (isFrame ? heard : Promise.resolve())
      .then(() => child.send('Runtime.runIfWaitingForDebugger'))
      .catch(() => {})
  })
}

function common(session: CDPSession, ears: Ears): Promise<unknown>[] {
  hearChildren(session, ears)
  const { userAgent } = ears
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
    }),
  ]
}

/** Every hop of every document passes through `Fetch.requestPaused`. */
function documents(session: CDPSession): Promise<unknown>[] {
  return [
    session.send('Page.enable'),
    session.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Request' }],
      handleAuthRequests: true,
    }),
  ]
}
