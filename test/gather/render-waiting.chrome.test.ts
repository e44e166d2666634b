import { describe, expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { siteUrl } from '#test/equipment/browser/render-setup.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'

const { shown, page } = await useShownPages()

describe('a call without a response', needsChrome, () => {
  page('/never', () => {})
  const call = "<script>fetch('/never').catch(() => {})</script>"
  test.each([
    ['beside words that say so, without dots', `<p>Loading data</p>${call}`, ['loading_words']],
    ['beside the same words in German', `<p>Daten werden geladen</p>${call}`, ['loading_words']],
    ['beside other words', `<p>Fresh bread</p>${call}`, []],
    ['that came, beside the words', '<p>Loading data</p>', []],
  ])('leaves a page that waits in vain: %s', async (what, markup, signs) => {
    const { browser } = await shown(`/in-vain-${what.replaceAll(' ', '-')}`, prose + markup)
    expect(browser.navigation.waiting_signs).toEqual(signs)
    const { findings } = evaluate(healthyRendering({ browser }))
    const told = findings.find(({ code }) => code === 'RENDER_STILL_LOADING')
    expect(told?.url ?? null).toBe(signs.length > 0 ? `${siteUrl}/never` : null)
    expect(told?.effect ?? 'REVIEW').toBe('REVIEW')
  })
})

describe('signs that a page still loads', needsChrome, () => {
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
    ['a clock', `<script>document.querySelector('h1').textContent = '16:39:00'</script>`],
    ['an empty main part beside a text', `<main style="min-height:9px"></main><div>${prose}</div>`],
    [
      'a part with a loader in the frame of an application',
      `<div style="position:absolute;inset:0;overflow:auto"><div class="spinner" style="height:40px;background:#468"></div>${prose}</div>`,
    ],
    [
      'words in the manual of a spinner',
      `<script>document.title = document.querySelector('h1').textContent = 'Spinner'</script>${prose}<p>Loading...</p><div class="spinner" style="height:40px;background:#468"></div>`,
    ],
  ])('are not: %s', async (what, markup) => {
    const { browser } = await shown(`/ready-${what.replaceAll(' ', '-')}`, markup)
    expect(browser.navigation.waiting_signs).toEqual([])
  })

  test('an empty page is given time for a script that fills it without a request', async () => {
    const { browser } = await shown(
      '/filled-late',
      `<script>document.querySelector('header').remove(); document.querySelector('h1').remove(); setTimeout(() => document.body.append('Bread and rolls, baked each morning.'), 1500)</script>`,
    )
    expect(browser.dom?.visible_text_length).toBeGreaterThan(20)
  })

  const untitled = '<script>document.querySelector("h1").remove()</script>'

  // A control's name becomes a property of its form, in our scripts too.
  const clobbering = '<output name="getAttribute"></output><output name="textContent"></output>'

  test.concurrent.each([
    ['one loader', loaders[0] ?? '', 'spinner'],
    ['words in a part of a page', `${prose}<p>Loading...</p>`, 'loading_words'],
    [
      'a spinner in a page of this name that shows nothing else',
      `<script>document.title = document.querySelector('h1').textContent = 'Spinner'</script>${loaders[0]}`,
      'spinner',
    ],
    [
      'one loader, and a form whose controls have names of our methods',
      `${loaders[0]}<form class="loader" hidden>${clobbering}</form>`,
      'spinner',
    ],
    [
      'one loader of a document that is its own main part',
      `${untitled}<div id="root">${loaders[0]}</div><script>document.documentElement.setAttribute('role', 'main')</script>`,
      'spinner',
    ],
    [
      'one loader before a task of several seconds',
      `${loaders[0]}<script>addEventListener('load', () => setTimeout(() => { const until = performance.now() + 3600; while (performance.now() < until); }, 250))</script>`,
      'spinner',
    ],
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
      'a connection in German',
      `${prose}<p>Verbindung zum Server wird hergestellt …</p>`,
      'loading_words',
    ],
    ['a connection in Japanese', `${prose}<p>サーバーに接続中…</p>`, 'loading_words'],
    [
      'a line without spaces',
      `${prose}<p>読み込み中です。しばらくお待ちください…</p>`,
      'loading_words',
    ],
    [
      'the bar of a game',
      `${untitled}<canvas width="900" height="400"></canvas><div id="loading-bar" style="width:140px;height:18px;background:#246"></div>`,
      'spinner',
    ],
    [
      'a share below a drawing',
      '<canvas width="900" height="400" style="background:#246"></canvas><p>Loading 0%</p>',
      'loading_words',
    ],
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
