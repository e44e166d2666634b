import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown } = await useShownPages()

describe('the layout', needsChrome, () => {
  const long = prose.repeat(6)
  const untitled = '<script>document.querySelector("h1").remove()</script>'
  const locked = '<style>html,body{overflow:hidden;height:100vh}</style>'

  test.concurrent.each([
    ['locked', 'a page that does not scroll', `${locked}${long}`],
    ['locked', 'a fixed body', `<style>body{position:fixed;top:0}</style>${long}`],
    ['starts_below', 'a distance', `${untitled}<div style="height:1500px"></div>${long}`],
    [
      'starts_below',
      'a distance below a notice',
      `${untitled}<p style="position:fixed;bottom:0">We use cookies.</p><div style="height:1500px"></div>${long}`,
    ],
    [
      'side_by_side',
      'parts in a row',
      `<div style="display:flex"><header>Bakery</header><main>${prose}</main><footer>Linden Street</footer></div>`,
    ],
  ])('%s: %s', async (fault, what, markup) => {
    const { browser } = await shown(`/layout-${what.replaceAll(' ', '-')}`, markup)
    expect(browser.dom?.layout_fault).toBe(fault)
  })

  test.concurrent.each([
    ['a long page', long],
    [
      'a question before the page',
      `${locked}${long}<div role="dialog" style="position:fixed;inset:30%;background:#eee">May we count visits? <button>Yes</button></div>`,
    ],
    ['an area that scrolls', `${locked}<div style="height:100vh;overflow:auto">${long}</div>`],
    [
      'a page that a script moves',
      `${locked}<div style="transform:translate3d(0,0,0)">${long}</div>`,
    ],
    [
      'a page of slides',
      `${locked}${`<section style="height:100vh;will-change:transform">${prose}</section>`.repeat(3)}`,
    ],
    ['a picture of one screen', `${untitled}<canvas width="1366" height="1500"></canvas>${long}`],
    [
      'a ground of one screen',
      `${untitled}<div style="height:1500px;background:linear-gradient(#123,#456)"></div>${long}`,
    ],
    [
      'a column of links beside the text',
      `<div style="display:flex"><header>Bakery</header><main>${prose}</main><aside>Linden Street</aside></div><footer>Open</footer>`,
    ],
  ])('is well: %s', async (what, markup) => {
    const { browser } = await shown(`/layout-${what.replaceAll(' ', '-')}`, markup)
    expect(browser.dom?.layout_fault).toBeNull()
  })
})
