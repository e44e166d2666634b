import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown } = await useShownPages()

/** The script of a component whose shadow tree has this content. */
function component(name: string, content: string): string {
  return `customElements.define('${name}', class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(content)} }
  });`
}

/** A page that consists of one component; `more` are the scripts of those that it uses. */
function app(content: string, more = ''): string {
  return `<my-app></my-app><script>${more}${component('my-app', content)}</script>`
}

/** A component around content of the document. */
function around(inner: string, content: string): string {
  return `<my-app>${inner}</my-app><script>${component('my-app', content)}</script>`
}

const message = 'Something went wrong. Please try again later.'

describe('the open shadow trees of a page', needsChrome, () => {
  test('their text, with each slotted part once and in its place', async () => {
    const slots =
      '<style>p { color: #123 }</style><h1>Bakery</h1><my-part></my-part><main>before <slot></slot> after<slot name="end">nothing</slot><slot name="none"> standard</slot></main>'
    const { browser, content } = await shown(
      '/flat-text',
      `<my-app><b>inner</b><i slot="end">, end,</i><u slot="unknown">unslotted</u></my-app>
       <script>${component('my-part', 'direct text<p hidden>hidden</p>')}${component('my-app', slots)}</script>`,
    )
    const text = 'Page Bakery direct text before inner after, end, standard'
    expect(browser.dom?.text_excerpt).toBe(text)
    expect([content?.h1, content?.text_length]).toEqual([['Page', 'Bakery'], text.length])
  })

  test('a declarative one', async () => {
    const { browser } = await shown(
      '/declared',
      `<my-app><template shadowrootmode="open"><h1>Bread</h1><slot></slot></template><p>Rolls</p></my-app>`,
    )
    expect(browser.dom?.text_excerpt).toBe('Page Bread Rolls')
  })

  test.each(['--->', '---->>', '>', '->', '--!>', '----!>>'])(
    'no text of a comment that begins with %s',
    async (end) => {
      const { content } = await shown(
        `/comment-${encodeURIComponent(end)}`,
        `<my-app></my-app><script>${component('my-app', '<h2>Bread</h2>')}
        const text = ${JSON.stringify(end)} + '<h1>Forged</h1>'
        document.querySelector('my-app').shadowRoot.append(document.createComment(text))</script>`,
      )
      expect(content?.h1).toEqual(['Page'])
    },
  )

  test('a page cannot hide them from the check, nor add to them', async () => {
    const { browser } = await shown(
      '/overridden',
      `<script>
        const attach = Element.prototype.attachShadow
        const fake = document.createElement('div')
        fake.innerHTML = 'Forged'
        Object.defineProperty(Element.prototype, 'shadowRoot', { get: () => fake })
        Object.defineProperty(Element.prototype, 'assignedSlot', { get: () => null })
        HTMLSlotElement.prototype.assignedNodes = () => [fake]
        ShadowRoot.prototype.querySelectorAll = () => []
        DocumentFragment.prototype.querySelectorAll = () => []
      </script>${around('<p>Rolls</p>', '<h1>Bread</h1><form><input name="shadowRoot"><input name="parentNode"><input name="childNodes"></form><slot></slot>')}`,
    )
    expect(browser.dom?.text_excerpt).toBe('Page Bread Rolls')
  })

  test.each([
    [
      'an alert',
      app('<my-page></my-page>', component('my-page', `<p role="alert">${message}</p>`)),
    ],
    ['a slotted line', around(message, `${prose}<div><slot></slot></div>`)],
  ])('a message that a part has failed: %s', async (name, markup) => {
    const { failure } = await shown(`/failed-${name.replaceAll(' ', '-')}`, markup)
    expect(failure?.text).toBe(message)
  })

  test.each([
    ['that is not slotted', around(`<p>${message}</p>`, prose)],
    [
      'of a slot that has other content',
      around('<p>Rolls</p>', `${prose}<slot><p>${message}</p></slot>`),
    ],
    ['that is hidden', app(`${prose}<p hidden>${message}</p>`)],
  ])('no message %s', async (name, markup) => {
    const { failure, content } = await shown(`/passed-${name.replaceAll(' ', '-')}`, markup)
    expect([failure, content?.signature_match]).toEqual([null, null])
  })

  test('their links, pictures, forms and fragments', async () => {
    const { browser, content } = await shown(
      '/parts',
      app(
        `${prose}<a href="#there">Down</a><img src="/no-picture.png" width="400" height="200" alt=""><form><input type="password"></form><p id="there">There</p>`,
      ),
    )
    expect(browser.dom?.images).toMatchObject({ total: 1, broken: [{ in_viewport: true }] })
    expect([content?.counts.links, content?.counts.forms, content?.login_form]).toEqual([
      1,
      1,
      true,
    ])
  })

  test('a spinner in place of the page', async () => {
    const spinner =
      '<style>.spinner { width: 40px; height: 40px; border: 4px solid #ccc; border-top-color: #333; border-radius: 50% }</style><div class="spinner"></div>'
    const { browser } = await shown('/spinner', app(spinner))
    expect(browser.navigation.waiting_signs).toContain('spinner')
  })

  test.each([
    [
      'is drawn in the shadow tree',
      '.back { position: absolute; inset: 0; background: #246 }',
      '<div class="back"></div>',
      '<slot></slot>',
    ],
    [
      'is that of the slot',
      '',
      '',
      '<button style="color: #fff; background: #246"><slot></slot></button>',
    ],
  ])('text whose background %s is seen', async (name, style, before, slot) => {
    const { isSeen } = await shown(
      `/background-${name.replaceAll(' ', '-')}`,
      around(
        'Bread and rolls, baked each morning in our own oven',
        `<style>:host { display: block; position: relative; color: #fff; padding: 40px } div + p { position: relative } ${style}</style>${before}<p>${slot}</p>`,
      ),
    )
    expect(isSeen).toBe(true)
  })

  test('text in the colour of its background is not seen', async () => {
    const { isSeen } = await shown('/white', app(`<div style="color: #fff">${prose}</div>`))
    expect(isSeen).toBe(false)
  })

  test('many and nested ones take limited time', async () => {
    const { browser } = await shown(
      '/many',
      `<script>
        for (let n = 0; n < 20000; n += 1) {
          const one = document.createElement('div')
          one.attachShadow({ mode: 'open' }).innerHTML = '<p>Row</p><slot></slot>'
          document.body.append(one)
        }
        let at = document.body
        for (let n = 0; n < 400; n += 1) {
          const one = document.createElement('li')
          at.append(one)
          at = n % 2 ? one : one.attachShadow({ mode: 'open' })
        }
      </script>`,
    )
    expect(browser.dom?.visible_text_length).toBeGreaterThan(1000)
  })
})
