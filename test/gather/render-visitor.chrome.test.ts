import { describe, expect, test, vi } from 'vitest'
import { findTestChrome, needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  html,
  openRenderSetup,
  visitTimeout,
} from '#test/equipment/browser/render-setup.ts'
import { prose } from '#test/equipment/browser/shown-page.ts'
import { forFile } from '#test/equipment/service/for-file.ts'

vi.setConfig(visitTimeout)

/** The browser that the README recommends. */
const browsers = [findTestChrome('shell')].filter((one) => one !== null)

describe.each(browsers)('a visit with %s', needsChrome, (chromePath) => {
  const setup = forFile(openRenderSetup({ chromePath, trusting: true }))

  test('is one with a mouse, and with the interface for voices', async () => {
    const { page, visit } = await setup
    const markup = `${prose}<script>
const media = ['(hover: hover)', '(pointer: fine)', '(any-hover: none)', '(pointer: coarse)'].map((one) => matchMedia(one).matches)
document.querySelector('h1').prepend([...media, typeof speechSynthesis, 'ontouchstart' in window].join() + ' ')
</script>`
    page('/pointer', (_request, response) => {
      response.writeHead(200, html).end(document(markup))
    })
    const { browser } = await visit('https://www.site.example.com/pointer')
    expect(browser.dom?.text_excerpt).toMatch(/^true,true,false,false,object,false /)
  })
})
