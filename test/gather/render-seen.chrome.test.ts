import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  lookTimeout,
  openRenderSetup,
  type RenderSetup,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const chrome = findTestChrome()
let world: RenderSetup

vi.setConfig(lookTimeout)

beforeAll(async () => {
  if (chrome !== null) world = await openRenderSetup()
})
afterAll(async () => {
  if (chrome !== null) await world[Symbol.asyncDispose]()
})

const prose = `<h1>Bakery</h1><p>${'Bread and rolls, baked each morning in our own oven. '.repeat(12)}</p>`
/** Beside it, so that the screenshot has more than one colour. */
const frame = '<header style="background:#246;height:60px"></header>'

async function shown(path: string, markup: string) {
  world.page(path, document(`${frame}${markup}`))
  const { browser } = await world.look(path)
  if (browser.dom === null) throw new Error('no document')
  const { characters, unseen } = browser.dom.text_in_view
  return { isSeen: unseen * 2 < characters, overlay: browser.dom.error_overlay, browser }
}

describe('text that visitors cannot see', needs({ Chromium: chrome !== null }), () => {
  test.each([
    ['below a layer', `${prose}<div style="position:fixed;inset:0;background:#fff"></div>`],
    [
      'below a layer of a gradient',
      `${prose}<div style="position:fixed;inset:0;background:linear-gradient(#fff,#eee)"></div>`,
    ],
    ['in the colour of its ground', `<style>body *{color:#fdfdfd}</style>${prose}`],
    ['pushed out of the window', `<style>p,h1{text-indent:-9999px}</style>${prose}`],
    [
      'that the page takes away later',
      `<main>${prose}</main><script>setTimeout(() => document.querySelector('main').remove(), 1500)</script>`,
    ],
  ])('is found: %s', async (what, markup) => {
    const { isSeen } = await shown(`/unseen-${what.replaceAll(' ', '-')}`, markup)
    expect(isSeen).toBe(false)
  })

  test.each([
    [
      'below a layer that is taken away',
      `${prose}<div id="intro" style="position:fixed;inset:0;background:#123"></div><script>setTimeout(() => document.querySelector('#intro').remove(), 1200)</script>`,
    ],
    [
      'white over a drawing beside it',
      `<div style="position:relative;height:600px"><canvas width="1300" height="600" style="position:absolute"></canvas><div style="position:absolute;color:#fff">${prose}</div></div>`,
    ],
    [
      'white over the ground of a sibling',
      `<div style="position:relative;height:600px"><div style="position:absolute;inset:0;background:#123"></div><div style="position:absolute;color:#fff">${prose}</div></div>`,
    ],
    [
      'that fades in',
      `<style>main{opacity:0;animation:a .6s .3s forwards}@keyframes a{to{opacity:1}}</style><main>${prose}</main>`,
    ],
    [
      'of another colour that replaces it',
      `<main>${prose}</main><script>setTimeout(() => { document.querySelector('main').style.color = '#630' }, 900)</script>`,
    ],
  ])('is not: %s', async (what, markup) => {
    const { isSeen } = await shown(`/seen-${what.replaceAll(' ', '-')}`, markup)
    expect(isSeen).toBe(true)
  })
})

describe('a part of the page that has failed', needs({ Chromium: chrome !== null }), () => {
  test.each([
    ['an alert', '<div role="alert">Error: Connection errored out.</div>'],
    ['a box', '<div class="load-error">Failed to load the menu. Try again</div>'],
    ['a sentence', '<p>We could not load the menu. Please try again later.</p>'],
    [
      'an alert that comes late',
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role="alert" style="position:fixed;top:0">No se pudo conectar con el servidor</div>'), 1500)</script>`,
    ],
  ])('is reported by %s', async (what, markup) => {
    const { overlay } = await shown(`/failed-${what.replaceAll(' ', '-')}`, markup + prose)
    expect(overlay).toBe('alert')
  })

  test.each([
    ['a hidden alert', '<div role="alert" hidden>Failed to load the menu. Try again</div>'],
    ['a notice', '<div role="alert">We cannot deliver on Sunday. Sorry!</div>'],
    [
      'a page with code',
      `<pre>fetch()</pre><p>We could not load the menu. Please try again later.</p>`,
    ],
  ])('is not reported by %s', async (what, markup) => {
    const { overlay } = await shown(`/well-${what.replaceAll(' ', '-')}`, markup + prose)
    expect(overlay).toBeNull()
  })
})

test.skipIf(chrome === null)('an image that another one replaces has recovered', async () => {
  world.page('/replaced.svg', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>',
    )
  })
  const { browser } = await shown(
    '/replaces',
    `${prose}<img src="/gone.png" width="300" height="200" alt="" onerror="this.onerror=null;this.src='/replaced.svg'"><img src="/gone-too.png" width="300" height="200" alt="">`,
  )
  const recovered = browser.requests.failed.map(({ url, recovered: has }) => [
    new URL(url).pathname,
    has,
  ])
  expect(recovered).toContainEqual(['/gone.png', true])
  expect(recovered).toContainEqual(['/gone-too.png', false])
})
