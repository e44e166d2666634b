import type { OutgoingHttpHeaders } from 'node:http'
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

async function shown(path: string, markup: string, fields: OutgoingHttpHeaders = {}) {
  world.page(path, (_request, response) => {
    const all = { 'content-type': 'text/html; charset=utf-8', ...fields }
    response.writeHead(200, all).end(document(`${frame}${markup}`))
  })
  const { browser, content } = await world.look(path)
  if (browser.dom === null) throw new Error('no document')
  const { characters, unseen } = browser.dom.text_in_view
  const isSeen = unseen * 2 < characters
  return { isSeen, failure: browser.dom.reported_failure, browser, content }
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
      'below a menu that is seen',
      `<nav><a href="/">Bakery</a> <a href="/a">Bread</a> <a href="/b">Rolls</a></nav><main style="opacity:0">${prose}</main>`,
    ],
    ['that is not displayed', `<main style="display:none">${prose}</main>`],
    ['without a height', `<main style="max-height:0;overflow:hidden">${prose}</main>`],
    ['scaled to nothing', `<main style="transform:scale(0)">${prose}</main>`],
    ['moved beside the window', `<main style="position:relative;left:-200vw">${prose}</main>`],
    ['blurred', `<main style="filter:blur(14px)">${prose}</main>`],
    [
      'below a menu that stays open',
      `${prose}<div style="position:fixed;inset:0;background:#fff"><a href="/">Bakery</a> <a href="/a">Bread</a> <a href="/b">Rolls</a></div>`,
    ],
    [
      'below a dialog without content',
      `<style>html{overflow:hidden}</style>${prose}<div style="position:fixed;inset:0;background:rgba(0,0,0,.6)"></div><div role="dialog" style="position:fixed;inset:20%;background:#fff"></div>`,
    ],
    [
      'below a message that cannot be closed',
      `${prose}<div style="position:fixed;inset:0;z-index:9999;background:#222;color:#fff">Please rotate your device to landscape mode.</div>`,
    ],
    [
      'below the blurred ground of a dialog that is not there',
      `<style>html{overflow:hidden}</style>${prose}<div style="position:fixed;inset:0;backdrop-filter:blur(12px)"></div>`,
    ],
    [
      'below an empty frame that comes later',
      `${prose}<script>setTimeout(() => {
        const frame = document.createElement('iframe')
        frame.srcdoc = '<body style="background:#fff"></body>'
        frame.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;border:0'
        document.body.append(frame)
      }, 1000)</script>`,
    ],
    ['blurred with all of the page', `<style>body{filter:blur(12px)}</style>${prose}`],
    [
      'below a modal dialog without content',
      `${prose}<dialog style="width:600px;height:400px"></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    ['upside down', `<style>main{transform:rotate(180deg)}</style><main>${prose}</main>`],
    ['in a mirror', `<style>main{scale:-1 1}</style><main>${prose}</main>`],
    ['on its side', `<main style="writing-mode:vertical-rl">${prose}</main>`],
    [
      'that runs backwards',
      `<style>h1,p{direction:rtl;unicode-bidi:bidi-override}</style>${prose}`,
    ],
    [
      'with a letter in each line, in few words',
      `<main style="width:1ch;overflow-wrap:anywhere"><h1>Bakery shop</h1><p>Bread and rolls, each day</p><p>Open at six o'clock</p></main>`,
    ],
    ['with letters over letters', `<style>*{letter-spacing:-1em}</style>${prose}`],
    ['shrunk to a stamp', `<main style="transform:scale(.1)">${prose}</main>`],
    [
      'in letters of a poster',
      `<style>*{font-size:200px}</style><h1>Bakery</h1>${'<p>Bread and rolls, baked every night in our own oven by the mill.</p>'.repeat(3)}`,
    ],
    [
      'at a tenth of its opacity',
      `<div style="opacity:.3"><main style="opacity:.3">${prose}</main></div>`,
    ],
    ['nearly as pale as its ground', `<main style="color:#e4e4e4">${prose}</main>`],
    [
      'of the colour of its ground in another notation',
      `<main style="color:oklch(1 0 0)">${prose}</main>`,
    ],
    [
      'whose letters are filled with the colour of the ground',
      `<main style="-webkit-text-fill-color:#fff">${prose}</main>`,
    ],
    ['half clear on white', `<main style="color:rgba(255,255,255,.5)">${prose}</main>`],
    [
      'below a picture of several screens',
      `<img alt="" style="display:block;width:300vw;height:300vh" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E">${prose}`,
    ],
    ['of letters as high as a hair', `<style>*{font-size:1px;line-height:1px}</style>${prose}`],
    [
      'below an icon that has lost its size',
      `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4l8 8-8 8z"/></svg>${prose}`,
    ],
    ['whose lines lie over each other', `<style>p,h1{line-height:0}</style>${prose}`],
    [
      'whose blocks lie over each other',
      `<style>p,h1{position:absolute;top:0;left:0}</style><h1>Bakery in the mill</h1>${'<p>Bread and rolls, baked in our own oven.</p>'.repeat(4)}`,
    ],
    ['with a letter in each line', `<main style="width:1px;word-break:break-all">${prose}</main>`],
    [
      'of which the page takes nearly all away later',
      `<main>${prose}</main><script>setTimeout(() => document.querySelector('main').remove(), 1500)</script>`,
    ],
  ])('is found: %s', async (what, markup) => {
    const { isSeen } = await shown(`/unseen-${what.replaceAll(' ', '-')}`, markup)
    expect(isSeen).toBe(false)
  })

  test('a page that removes all that it showed after its capture is emptied', async () => {
    const later = 'setTimeout(() => document.body.replaceChildren(), 1500)'
    const { browser, isSeen } = await shown(
      '/emptied',
      `<main>${prose}</main><script>${later}</script>`,
    )
    expect(browser.dom?.emptied).toBe(true)
    expect(isSeen).toBe(true)
  })

  test.each([
    [
      'below a layer that is taken away',
      `${prose}<div id="intro" style="position:fixed;inset:0;background:#123"></div><script>setTimeout(() => document.querySelector('#intro').remove(), 1200)</script>`,
    ],
    [
      'below a layer with a mark that is taken away',
      `${prose}<div id="intro" style="position:fixed;inset:0;background:#123;color:#fff">…</div><script>setTimeout(() => document.querySelector('#intro').remove(), 1200)</script>`,
    ],
    [
      'behind a dialog with a question',
      `${prose}<dialog><p>Which language do you speak?</p><button>English</button></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    [
      'with a card that shows its front',
      `<style>.card{transform-style:preserve-3d}.card p{backface-visibility:hidden}.card p+p{position:absolute;top:0;transform:rotateY(180deg)}</style>${prose}<div class="card"><p>Bread from our oven</p><p>Baked every night</p></div>`,
    ],
    [
      'on its side in a language of columns',
      `<main lang="ja" style="writing-mode:vertical-rl">${'毎朝、自分たちの窯でパンを焼いています。'.repeat(9)}</main>`,
    ],
    [
      'cut out of a gradient',
      `<main style="background:linear-gradient(#630,#036);background-clip:text;-webkit-text-fill-color:transparent">${prose}</main>`,
    ],
    ['pale and large enough', `<main style="color:#b5b5b5">${prose}</main>`],
    [
      'half clear on black',
      `<style>body{background:#000}</style><main style="color:rgba(255,255,255,.5)">${prose}</main>`,
    ],
    ['named in letters of a poster', `<h1 style="font-size:220px">Bakery in the mill</h1>${prose}`],
    [
      'below a frame with text',
      `${prose}<iframe srcdoc="<body style='background:#fff'>Bread and rolls, baked every night in our own oven.</body>" style="position:fixed;inset:0;width:100vw;height:100vh;border:0"></iframe>`,
    ],
    [
      'below a title that asks for a click',
      `${prose}<div style="position:fixed;inset:0;z-index:9999;background:#222;color:#fff">The bakery in the mill. Click to enter.</div>`,
    ],
    [
      'below a title that goes away after some seconds',
      `${prose}<div id="intro" style="position:fixed;inset:0;z-index:9999;background:#222;color:#fff">The bakery in the mill.</div><script>setTimeout(() => document.querySelector('#intro').remove(), 4000)</script>`,
    ],
    [
      'of small letters that are drawn larger',
      `<style>main{font-size:2px;transform:scale(8);transform-origin:0 0;width:12%}h1,p{font-size:2px}</style><main>${prose}</main>`,
    ],
    [
      'below a drawing of its own',
      `<svg viewBox="0 0 1200 800"><path d="M0 0h1200v800z"/></svg>${prose}`,
    ],
    [
      'behind a question about the age',
      `<main style="display:none">${prose}</main><section><p>You must be 18 years old to enter this shop for wine.</p><a href="/in">Enter</a></section>`,
    ],
    [
      'blurred behind a dialog',
      `<main style="filter:blur(14px)">${prose}</main><div role="dialog" style="position:fixed;inset:20%;background:#fff"><h2>Which language do you speak?</h2><button>English</button></div>`,
    ],
    [
      'on slides of which one is shown',
      `<style>section{position:absolute;top:80px;left:0;background:#fff}section+section{opacity:0}</style>${`<section>${prose}</section>`.repeat(3)}`,
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
    const { isSeen, browser } = await shown(`/seen-${what.replaceAll(' ', '-')}`, markup)
    expect(isSeen).toBe(true)
    expect(browser.dom?.emptied).toBe(false)
  })
})

describe('a layer over the whole window', needs({ Chromium: chrome !== null }), () => {
  const layer = (markup: string) =>
    `<main>${prose}</main><div style="position:fixed;inset:0;background:#fff">${markup}</div>`

  test.each([
    ['<h1>Ihr Browser wird nicht unterstützt</h1><p>Bitte aktualisieren Sie ihn.</p>', 'wall'],
    ['<h1>Down for maintenance</h1><p>We will be back soon.</p>', 'maintenance'],
    ['<h1>Are you 18 years old?</h1><p>We sell wine.</p><button>Yes</button>', null],
    ['<h1>Sign up</h1><p>Down for maintenance</p><input name="email">', null],
  ])('means what it would mean as a page: %s', async (markup, kind) => {
    const { content } = await shown(`/layer-${markup.length}`, layer(markup))
    expect(content?.signature_match?.kind ?? null).toBe(kind)
  })
})

test.skipIf(chrome === null).each([
  [1_200, null],
  [60_000, 'Reconnecting…'],
])('a note of a lost connection that is gone after %i ms', async (ms, text) => {
  const note = `<div role="status" style="position:fixed;right:9px;bottom:9px">Reconnecting…</div>`
  const gone = `setTimeout(() => document.querySelector('[role]').remove(), ${ms})`
  const { failure } = await shown(`/note-${ms}`, `${prose}${note}<script>${gone}</script>`)
  expect(failure?.text ?? null).toBe(text)
})

test.skipIf(chrome === null)('fields with the names of members change nothing', async () => {
  const names = ['parentElement', 'matches', 'contains', 'closest', 'innerText', 'querySelector']
  const fields = names.map((name) => `<input name="${name}">`).join('')
  const { browser, isSeen } = await shown(
    '/names',
    `<form style="position:fixed;inset:0;background:#fff"><main>${prose}${fields}<b>Rolls ...</b></main></form>`,
  )
  expect(browser.navigation).toMatchObject({ unresponsive: false, waiting_signs: [] })
  expect(browser.dom?.visible_text_length).toBeGreaterThan(500)
  expect(isSeen).toBe(true)
})

describe('what a visitor misses', needs({ Chromium: chrome !== null }), () => {
  test('a film with controls that is not there, and not one that only decorates', async () => {
    const film = (path: string, more: string) =>
      `<video src="${path}" width="400" height="200" ${more}></video>`
    const { browser } = await shown(
      '/films',
      film('/film.mp4', 'controls') + film('/ground.mp4', 'muted autoplay') + prose,
    )
    const places = browser.requests.failed.map(({ url, place }) => [
      URL.parse(url)?.pathname,
      place,
    ])
    expect(Object.fromEntries(places)).toEqual({ '/film.mp4': 'in_view', '/ground.mp4': 'page' })
  })

  test('a frame that the policy of the page stops', async () => {
    const policy = { 'content-security-policy': "frame-src 'self'" }
    const frames =
      '<iframe src="https://pay.example.net/card" width="480" height="260"></iframe><iframe src="https://tag.example.net/" width="1" height="1"></iframe>'
    const { browser } = await shown('/frames', frames + prose, policy)
    const seen = browser.console.csp_violations.map(({ blocked_url: url, in_view }) => [
      URL.parse(url ?? '')?.hostname,
      in_view,
    ])
    expect(Object.fromEntries(seen)).toEqual({
      'pay.example.net': true,
      'tag.example.net': false,
    })
  })

  test('styles that no build has read', async () => {
    const style = (path: string, text: string) =>
      world.page(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/css' }).end(text)
      })
    style('/unbuilt.css', '@tailwind base;\n@layer components { .btn { @apply rounded px-4; } }')
    style('/built.css', '@media screen { .btn { margin: 0 } }')
    const { browser } = await shown(
      '/unbuilt',
      `<link rel="stylesheet" href="/unbuilt.css"><link rel="stylesheet" href="/built.css">${prose}`,
    )
    expect(browser.dom?.own_styles).toEqual({ linked: 2, empty: 1 })
  })
})

describe('a part of the page that has failed', needs({ Chromium: chrome !== null }), () => {
  test.each([
    ['an alert', '<div role="alert">Error: Connection errored out.</div>'],
    ['a box', '<div class="load-error">Failed to load the menu. Try again</div>'],
    ['a sentence', '<p>We could not load the menu. Please try again later.</p>'],
    ['a line in another language', '<div>Les tarifs n’ont pas pu être chargés</div>'],
    [
      'a dialog',
      '<div>Diese Seite kann Google Maps nicht richtig laden.<br><a href="/help">Inhaber?</a> <button>OK</button></div>',
    ],
    [
      'an alert that comes late',
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role="alert" style="position:fixed;top:0">No se pudo conectar con el servidor</div>'), 1500)</script>`,
    ],
  ])('is reported by %s', async (what, markup) => {
    const { failure } = await shown(`/failed-${what.replaceAll(' ', '-')}`, markup + prose)
    expect(failure).toEqual({ text: expect.any(String), frame_url: null })
  })

  test.each([
    ['a hidden alert', '<div role="alert" hidden>Failed to load the menu. Try again</div>'],
    [
      'a list of codes',
      '<table><tr><td>E04</td><td>Water intake failed: open the tap</td></tr><tr><td>E18</td><td>Drain error: clean the filter</td></tr></table>',
    ],
    [
      'a board of builds',
      '<table><tr><td>search</td><td>failed</td><td>Error: connect ECONNREFUSED 10.0.3.7:5432</td></tr></table>',
    ],
    ['a notice', '<div role="alert">We cannot deliver on Sunday. Sorry!</div>'],
    [
      'a page with code',
      `<pre>fetch()</pre><p>We could not load the menu. Please try again later.</p>`,
    ],
  ])('is not reported by %s', async (what, markup) => {
    const { failure } = await shown(`/well-${what.replaceAll(' ', '-')}`, markup + prose)
    expect(failure).toBeNull()
  })

  test('is reported below a page with code, and not inside of it', async () => {
    const steps = Array.from({ length: 40 }, (_one, n) => `<p>Step ${n} of the manual.</p>`)
    const message = '<p>We could not load the comments. Please try again later.</p>'
    const code = '<pre>fetch()</pre>'
    const below = await shown('/failed-below', `${code}${steps.join('')}${message}`)
    expect(below.failure?.text).toContain('could not load the comments')
    const inside = await shown(
      '/well-inside',
      `${code}${steps.slice(20).join('')}${message}${steps.join('')}`,
    )
    expect(inside.failure).toBeNull()
  })

  const guide = `<pre>render(key)</pre><p>The site key is in the settings of the account.</p>`
  const message = 'The site key is invalid. Please contact the site owner.'

  test.each([0, 700, 1_500])(
    'is reported by a line that a script puts into a page with code after %i ms',
    async (ms) => {
      const script = `<script>setTimeout(() => { document.getElementById('captcha').textContent = '${message}' }, ${ms})</script>`
      const { failure } = await shown(
        `/failed-added-${ms}`,
        `${guide}<div id="captcha"></div>${script}${prose}`,
      )
      expect(failure?.text).toBe(message)
    },
  )

  test('is not reported by the same line as it was sent', async () => {
    const { failure } = await shown('/well-sent', `${guide}<div>${message}</div>${prose}`)
    expect(failure).toBeNull()
  })

  test.each([0, 1_500])(
    'its message means the same to the rules for text after %i ms',
    async (ms) => {
      const line = 'SQLSTATE[HY000] [2002] Connection refused'
      const script = `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>${line}</p>'), ${ms})</script>`
      const path = `/message-${ms}`
      world.page(path, document(`${frame}${prose}${script}`))
      const { content } = await world.look(path)
      expect(content?.signature_match?.id).toBe('machine-message')
    },
  )

  test('is reported by a frame in it', async () => {
    world.page('/captcha', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(document('<p><b>ERROR for site owner:</b> Invalid domain for site key</p>'))
    })
    const { failure } = await shown(
      '/failed-frame',
      `${prose}<iframe src="/captcha" width="304" height="78"></iframe>`,
    )
    expect(failure).toEqual({
      text: 'ERROR for site owner: Invalid domain for site key',
      frame_url: expect.stringMatching(/\/captcha$/),
    })
  })
})

describe('signs that a page still loads', needs({ Chromium: chrome !== null }), () => {
  const loaders = ['a', 'b', 'c', 'd', 'e'].map(
    (name, at) =>
      `<style>@keyframes ${name}{to{transform:rotate(${at + 1}turn)}}</style><div style="margin:40px;width:40px;height:40px;background:#468;animation:${name} 1s infinite"></div>`,
  )

  test.each([
    ['loaders of five kinds, which it shows', loaders.join('')],
    ['a button', '<p>Anfahrt</p><button>Karte laden</button>'],
    ['words about lazy loading', '<p>Example of lazy loading of background images.</p>'],
    [
      'a band that grows and shrinks',
      '<style>@keyframes pulse{50%{transform:scale(1.05)}}</style><h1>Bakery</h1><section style="height:200px;background:#e74;animation:pulse 1s infinite"></section>',
    ],
    ['a part that says all the time that it is updating', `${prose}<small>Updating…</small>`],
    [
      'what only screen readers say',
      '<div role="status" style="position:absolute;width:1px;height:1px;overflow:hidden">Loading…</div><p>42 of 42 rolls.</p>',
    ],
    [
      'a component between header and footer',
      `<script>document.querySelector('header').append('Bakery'); document.querySelector('h1').remove()</script><main><x-list></x-list></main><footer>Linden Street</footer><script>document.querySelector('x-list').attachShadow({ mode: 'open' }).innerHTML = '<p>Bread and rolls.</p>'</script>`,
    ],
    ['an empty main part beside a text', `<main style="min-height:9px"></main><div>${prose}</div>`],
    [
      'a part with a loader in the frame of an application',
      `<div style="position:absolute;inset:0;overflow:auto"><div class="spinner" style="height:40px;background:#468"></div>${prose}</div>`,
    ],
  ])('are not: %s', async (what, markup) => {
    const { browser } = await shown(`/ready-${what.replaceAll(' ', '-')}`, markup)
    expect(browser.navigation.waiting_signs).toEqual([])
  })

  const untitled = '<script>document.querySelector("h1").remove()</script>'

  test.concurrent.each([
    ['one loader', loaders[0] ?? '', 'spinner'],
    ['a number that counts', `${untitled}<p>0 %</p>`, 'empty_main'],
    [
      'a header and a footer',
      `${untitled}<script>document.querySelector('header').append('Bakery')</script><footer>Linden Street</footer>`,
      'empty_main',
    ],
    [
      'an empty main part between menus that say much',
      `${untitled}<nav>${'<a href="/bread">Bread of rye</a> '.repeat(30)}</nav><main style="min-height:60vh"><app-outlet></app-outlet></main><footer>Linden Street</footer>`,
      'empty_main',
    ],
    ['a line in a page', `${prose}<p>Rolls are loading ...</p>`, 'loading_words'],
    [
      'an update',
      `${untitled}<p role="status">Updating to the latest version…</p>`,
      'loading_words',
    ],
    ['a hidden main part', `<main style="display:none">${prose}</main>`, 'hidden_page'],
    [
      'bars that fade',
      `<style>@keyframes fade{50%{opacity:.4}}</style>${'<div style="margin:20px;height:30px;background:#ddd;animation:fade 1s infinite"></div>'.repeat(5)}`,
      'skeleton',
    ],
    [
      'a layer with a loader over the page',
      `${prose}<div style="position:fixed;inset:0;background:#fff"><div class="spinner" style="height:40px;background:#468"></div></div>`,
      'spinner',
    ],
  ])('are: %s', async (what, markup, sign) => {
    const { browser } = await shown(`/waits-${what.replaceAll(' ', '-')}`, markup)
    expect(browser.navigation.waiting_signs).toContain(sign)
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
