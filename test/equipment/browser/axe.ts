import axe from 'axe-core'
import type { Page } from 'puppeteer-core'

const run = `${axe.source};axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))`

/**
 * What axe finds wrong on a page: the rule and the first element of each. It runs outside the page's own policy, as an
 * extension would, because the policy itself may let no script run. Throws when axe fails.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const world = await page.createCDPSession()
  const { frameTree } = await world.send('Page.getFrameTree')
  const { executionContextId } = await world.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const { result, exceptionDetails } = await world.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: run,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
  return result.value
}
