import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown } = await useShownPages()

describe('text that visitors cannot see', needsChrome, () => {
  // Side by side: a visit waits up to eight seconds for a page that shows no text.
  test.concurrent.each([
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
    ['clipped away until it is scrolled to', `<main style="clip-path:inset(100%)">${prose}</main>`],
    ['clipped to its left edge', `<main style="clip-path:inset(0 100% 0 0)">${prose}</main>`],
    [
      'clipped to its bottom edge',
      `<main style="clip-path:polygon(0 100%,100% 100%,100% 100%,0 100%)">${prose}</main>`,
    ],
    ['clipped to a point', `<main style="clip-path:circle(0% at 50% 50%)">${prose}</main>`],
    [
      'below a mask of clear colours',
      `<main style="mask-image:linear-gradient(transparent,rgb(0 0 0/0))">${prose}</main>`,
    ],
    [
      'below a mask without a size',
      `<main style="mask:linear-gradient(#000,#000) no-repeat 0 0/0% 100%">${prose}</main>`,
    ],
    [
      'below the opaque backdrop of a dialog that is not seen',
      `<style>dialog{opacity:0}dialog::backdrop{background:#123}</style>${prose}<dialog>Menu</dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    [
      'below the opaque backdrop of a dialog without a size',
      `<style>dialog{border:0;padding:0}dialog::backdrop{background:#fff}</style>${prose}<dialog></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    [
      'below a loader that is drawn by a rule for the body',
      `<style>body:not(.loaded)::before{content:"";position:fixed;inset:0;background:#fff;z-index:99}body:not(.loaded)::after{content:"";position:fixed;top:48%;left:48%;width:40px;height:40px;border:4px solid #468;z-index:100;animation:turn 1s infinite}@keyframes turn{to{rotate:360deg}}</style>${prose}`,
    ],
    [
      'below a layer that is drawn by a rule for the root',
      `<style>html::after{content:"";position:absolute;top:0;left:0;width:100%;height:100%;background:#123}</style>${prose}`,
    ],
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
    [
      'below other text in a box without a background',
      `<main><p>${'Bread and rolls, baked each morning in our own oven. '.repeat(3)}</p><div style="position:absolute;top:152px;left:8px">${'<p style="margin:0">Cakes and pies, made to order in the mill, all week long.</p>'.repeat(3)}</div></main>`,
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

  test.concurrent.each([
    [
      'below a dialog with a background of its own',
      `<main><p>${'Bread and rolls, baked each morning in our own oven. '.repeat(12)}</p></main><div style="position:fixed;inset:0;background:rgba(0,0,0,.6)"><div role="dialog" style="position:absolute;top:152px;left:8px;background:#fff;width:400px;height:200px"><h2 style="margin:0">Your privacy in this shop</h2><button>Accept</button></div></div>`,
    ],
    [
      'below a layer that is taken away',
      `${prose}<div id="intro" style="position:fixed;inset:0;background:#123"></div><script>setTimeout(() => document.querySelector('#intro').remove(), 1200)</script>`,
    ],
    [
      'below a loader of the body that is taken away',
      `<style>body:not(.loaded)::before{content:"";position:fixed;inset:0;background:#fff;z-index:99}</style>${prose}<script>setTimeout(() => document.body.classList.add('loaded'), 1200)</script>`,
    ],
    [
      'below a loader of the body that fades',
      `<style>body::before{content:"";position:fixed;inset:0;background:#fff;pointer-events:none;animation:fade .5s 1s forwards}@keyframes fade{to{opacity:0;visibility:hidden}}</style>${prose}`,
    ],
    [
      'over a background that is drawn by a rule for the body',
      `<style>body::before{content:"";position:fixed;inset:0;background:#fffbe6;z-index:-1}</style>${prose}`,
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
      'behind a dialog with a question and an opaque backdrop',
      `<style>dialog::backdrop{background:#123}</style>${prose}<dialog><p>Which language do you speak?</p><button>English</button></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    [
      'behind a hidden dialog with a clear backdrop',
      `<style>dialog{opacity:0}dialog::backdrop{background:transparent}</style>${prose}<dialog>Menu</dialog><script>document.querySelector('dialog').showModal()</script>`,
    ],
    [
      'that fades out below its mask',
      `<main style="mask-image:linear-gradient(#000 60%,transparent)">${prose}</main>`,
    ],
    [
      'with a mask of two layers, of which one is empty',
      `<main style="mask:linear-gradient(#000,#000) 0 0/100% 100%,linear-gradient(#000,#000) no-repeat 0 0/0% 0%">${prose}</main>`,
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
    [
      'with clipped corners, and with words for readers of screens',
      `<main style="clip-path:inset(5% 2% round 9px)"><h2 style="position:absolute;clip-path:inset(50%)">${'Contents of this page. '.repeat(60)}</h2><div style="clip-path:polygon(0 0,100% 0,100% 90%,0 100%)">${prose}</div></main>`,
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
      'for later, in a box that a rule leaves out',
      `<style>.consent{display:none}</style><p>Opening soon.</p><div class="consent"><p>${'We use cookies to count visits, and share what we count with others. '.repeat(3)}</p></div>`,
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

describe('a layer over the whole window', needsChrome, () => {
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

test('fields with the names of members change nothing', needsChrome, async () => {
  const names =
    'parentElement matches contains closest innerText querySelector children childNodes scrollHeight tagName textContent'.split(
      ' ',
    )
  const fields = names.map((name) => `<input name="${name}">`).join('')
  const { browser, isSeen } = await shown(
    '/names',
    `<form style="position:fixed;inset:0;background:#fff"><main>${prose}${fields}<b>Rolls ...</b></main></form>`,
  )
  expect(browser.navigation).toMatchObject({ unresponsive: false, waiting_signs: [] })
  expect(browser.dom?.visible_text_length).toBeGreaterThan(500)
  expect(isSeen).toBe(true)
})
