import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document, renderSetupForFile, siteUrl } from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const world = await renderSetupForFile()

const preload = (as: string, more = '') => `<link rel="preload" as="${as}" href="gone" ${more}>`
const font = preload('font', 'crossorigin')
const face = '<style>@font-face{font-family:F;src:url(gone)}</style>'

describe('a missing file that is preloaded', needsChrome, () => {
  test.each<[string, string, boolean]>([
    ['a script that nothing runs', preload('script'), false],
    ['a script that the page runs', `${preload('script')}<script src="gone"></script>`, true],
    ['a module of a page without modules', '<link rel="modulepreload" href="gone">', false],
    [
      'a module that the page imports',
      '<link rel="modulepreload" href="gone"><script type="module">import("./gone").catch(() => {})</script>',
      true,
    ],
    ['a style sheet that nothing applies', preload('style'), false],
    [
      'a style sheet that was to be applied when it comes',
      preload('style', `onload="this.rel='stylesheet'"`),
      true,
    ],
    ['a font that nothing is set in', `${font}${face}`, false],
    ['a font that text is set in', `${font}${face}<p style="font-family:F">Set.</p>`, true],
  ])('%s', async (name, tags, isBroken) => {
    const path = `/${name.replaceAll(' ', '-')}/`
    world.page(path, document(`<p>Hello there.</p>${tags}`))
    const { browser } = await world.visit(siteUrl + path)
    const codes = verdict(healthyRendering({ browser }))
    expect(codes).toEqual([
      isBroken ? 'REQ_FIRST_PARTY_ASSET_FAILED ISSUE' : 'REQ_PRELOAD_FAILED REVIEW',
    ])
    expect(browser.requests.failed.map(({ status }) => status)).toContain(404)
  })
})
