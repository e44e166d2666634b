import type { Protocol } from 'puppeteer-core'
import type { BlankPage } from '#chrome/contract.ts'

/** A page of the pool, driven by a test through DevTools. */
export function drivePage({ session }: BlankPage) {
  const evaluate = async (
    expression: string,
    { userGesture = false }: { readonly userGesture?: boolean } = {},
  ): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }
  return {
    evaluate,
    title: () => evaluate('document.title'),
    /** Resolves after the load event. Rejects with Chrome's error, such as `net::ERR_ABORTED`. */
    goto: async (url: string): Promise<Protocol.Network.Response | undefined> => {
      let response: Protocol.Network.Response | undefined
      const onResponse = (event: Protocol.Network.ResponseReceivedEvent) => {
        if (event.type === 'Document') response = event.response
      }
      session.on('Network.responseReceived', onResponse)
      await Promise.all([session.send('Page.enable'), session.send('Network.enable')])
      let onLoad = () => {}
      const loaded = new Promise<void>((resolve) => {
        onLoad = resolve
      })
      session.once('Page.loadEventFired', onLoad)
      const { errorText } = await session.send('Page.navigate', { url })
      session.off('Network.responseReceived', onResponse)
      if (errorText !== undefined) {
        session.off('Page.loadEventFired', onLoad)
        throw new Error(errorText)
      }
      await loaded
      return response
    },
    /** Resolves when its renderer has crashed or was ended. */
    untilCrashed: async (): Promise<void> => {
      const crashed = new Promise<void>((resolve) => {
        session.once('Inspector.targetCrashed', () => resolve())
      })
      await session.send('Inspector.enable')
      await crashed
    },
  }
}
