import type { BrowserContext, CDPSession } from 'puppeteer-core'
import { Fault } from '#fault.ts'

/** An empty page, as DevTools knows it. */
export interface BlankPage {
  readonly session: CDPSession
  /** Id of its main frame, for as long as it lives. */
  readonly mainFrame: string
  /** May hang for ever, where the page does. */
  close(): Promise<void>
}

/**
 * A page made through a session of the whole browser. It has no `Page` of puppeteer's: that listens to all that we listen
 * to, and so has Chrome say everything twice. Rejects with what Chrome said.
 */
export async function openBlankPage(root: CDPSession, context: BrowserContext): Promise<BlankPage> {
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    ...(context.id === undefined ? {} : { browserContextId: context.id }),
  })
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = root.connection()?.session(sessionId)
  if (session == null) throw new Fault('browser_lost', 'A page was gone as soon as it was made.')
  return {
    session,
    // Of a page these two are one.
    mainFrame: targetId,
    close: async () => {
      await root.send('Target.closeTarget', { targetId })
    },
  }
}
