import axe from 'axe-core'
import type { Page } from 'puppeteer-core'

/**
 * Rules whose result depends on the colour scheme. Our two schemes differ only in colour variables, in the same way at each
 * width.
 */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules whose result depends on the width of the window; the others judge the document, which is the same at each. */
const layoutRules = [...colourRules, 'scrollable-region-focusable', 'target-size']

/** Violations name the element by its HTML, because axe needs as long to compute a selector as to run several rules. */
const quick = { resultTypes: ['violations'], selectors: false }

/**
 * Violations that axe finds on a page: the rule and its first element. `all`: of every rule in the light colour scheme, and of
 * the colour rules in the dark scheme. `layout`: of the rules of the layout, in the light scheme. The page is left in the light
 * scheme. axe runs outside the page's own policy, as an extension would, because the policy itself may allow no script. Throws
 * when axe fails.
 */
export async function axeViolations(
  page: Page,
  rules: 'all' | 'layout' = 'all',
): Promise<readonly string[]> {
  const session = await page.createCDPSession()
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result.value
  }
  const inScheme = (scheme: 'light' | 'dark') =>
    page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  const violations = async (scheme: 'light' | 'dark', runOnly?: readonly string[]) => {
    await inScheme(scheme)
    const options = JSON.stringify({ ...quick, runOnly })
    const found: string[] = await evaluate(
      `axe.run(${options}).then(({violations}) => violations.map(({id, nodes}) => id + ' ' + nodes[0].html.slice(0, 160)))`,
    )
    return found.map((one) => `${scheme}: ${one}`)
  }
  const layout = () =>
    page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.scrollHeight].join()',
    )
  await evaluate(`${axe.source};0`)
  if (rules === 'layout') return violations('light', layoutRules)
  const light = await violations('light')
  const dark = await violations('dark', colourRules)
  const darkLayout = await layout()
  // Both layouts are measured in quick succession: a page that refreshes itself may change in between.
  await inScheme('light')
  return [...light, ...dark, ...(darkLayout === (await layout()) ? [] : ['dark: another layout'])]
}
