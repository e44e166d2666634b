import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document } from '#test/equipment/browser/render-setup.ts'
import { prose, useShownPages } from '#test/equipment/browser/shown-page.ts'

const { shown, page } = await useShownPages()

describe('what a visitor misses', needsChrome, () => {
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

  test.each([
    ['a pixel', 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 2],
    [
      'an empty drawing',
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'%3E%3C/svg%3E",
      2,
    ],
    ['a picture', '/shown.svg', 0],
  ])('pictures that no script has put in place of %s', async (name, source, lost) => {
    page('/shown.svg', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' })
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>')
    })
    const picture = (file: string) =>
      `<img src="${source}" data-src="/${file}.jpg" width="200" height="150" alt="">`
    const path = `/later-${name.replaceAll(' ', '-')}`
    const { browser } = await shown(path, picture('one') + picture('two') + prose)
    expect(browser.dom?.images.broken).toHaveLength(lost)
  })

  const style = (path: string, text: string) =>
    page(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/css' }).end(text)
    })

  test('styles that no build has read', async () => {
    style('/unbuilt.css', '@tailwind base;\n@layer components { .btn { @apply rounded px-4; } }')
    style('/built.css', '@media screen { .btn { margin: 0 } }')
    const { browser } = await shown(
      '/unbuilt',
      `<link rel="stylesheet" href="/unbuilt.css"><link rel="stylesheet" href="/built.css">${prose}`,
    )
    expect(browser.dom?.own_styles).toEqual({ linked: 2, empty: 1 })
  })

  test('styles of which a build has left the variables only', async () => {
    style('/purged.css', '*,:after,:before{--tw-translate-x:0;--tw-translate-y:0}')
    style('/tokens.css', ':root{--ground:#fff}')
    const { browser } = await shown(
      '/purged',
      `<link rel="stylesheet" href="/purged.css"><link rel="stylesheet" href="/tokens.css">${prose}`,
    )
    expect(browser.dom?.own_styles).toEqual({ linked: 2, empty: 1 })
  })
})

test(
  'an image in a picture element is one medium, and none if it is broken',
  needsChrome,
  async () => {
    const shape =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='200'%3E%3C/svg%3E"
    const inPicture = (source: string) =>
      `<picture style="display:block"><img src="${source}" width="300" height="200" alt=""></picture>`
    const { browser } = await shown(
      '/picture-elements',
      inPicture(shape) + inPicture('/gone-picture.png') + prose,
    )
    expect(browser.dom?.visible_media).toBe(1)
  },
)

test('an image that another one replaces has recovered', needsChrome, async () => {
  page('/replaced.svg', (_request, response) => {
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

describe('a part of the page that has failed', needsChrome, () => {
  test.each([
    ['an alert', '<div role="alert">Error: Connection errored out.</div>'],
    ['a box', '<div class="load-error">Failed to load the menu. Try again</div>'],
    ['a sentence', '<p>We could not load the menu. Please try again later.</p>'],
    [
      'a dialog of the browser',
      `<script>setTimeout(() => alert("DataTables warning: table id=prices - Requested unknown parameter 'price'. For more information about this error, please see https://datatables.net/tn/4"))</script>`,
    ],
    ['a line in another language', '<div>Les tarifs n’ont pas pu être chargés</div>'],
    [
      'a dialog',
      '<div>Diese Seite kann Google Maps nicht richtig laden.<br><a href="/help">Inhaber?</a> <button>OK</button></div>',
    ],
    [
      'an alert that comes late',
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role="alert" style="position:fixed;top:0">No se pudo conectar con el servidor</div>'), 1500)</script>`,
    ],
    [
      'an alert that comes late, with a form whose controls have names of our methods',
      `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div role="alert" style="position:fixed;top:0">No se pudo conectar con el servidor</div>'); document.body.insertAdjacentHTML('beforeend', '<form style="position:fixed;inset:0;background:rgba(0,0,0,.6)"><output name="getAttribute"></output></form>') }, 1500)</script>`,
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
      const { content } = await shown(`/message-${ms}`, `${prose}${script}`)
      expect(content?.signature_match?.id).toBe('mysql')
    },
  )

  test('is reported by a frame in it', async () => {
    page('/captcha', (_request, response) => {
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

test.each([
  [1_200, null],
  [60_000, 'Reconnecting…'],
])('a note of a lost connection that is gone after %i ms', needsChrome, async (ms, text) => {
  const note = `<div role="status" style="position:fixed;right:9px;bottom:9px">Reconnecting…</div>`
  const gone = `setTimeout(() => document.querySelector('[role]').remove(), ${ms})`
  const { failure } = await shown(`/note-${ms}`, `${prose}${note}<script>${gone}</script>`)
  expect(failure?.text ?? null).toBe(text)
})

const apology = 'Your browser cannot display PDF files.'

describe('what an element contains for browsers that cannot show it', needsChrome, () => {
  test.each(['object', 'canvas', 'video', 'audio', 'iframe'])(
    'is no statement: %s',
    async (tag) => {
      page('/a.pdf', (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 a few bytes')
      })
      const data = tag === 'object' ? 'data="/a.pdf" type="application/pdf"' : ''
      const markup = `<${tag} ${data} width="600" height="400"><p>${apology}</p></${tag}>`
      const { failure, content } = await shown(`/fallback-${tag}`, prose + markup)
      expect([failure, content?.signature_match]).toEqual([null, null])
    },
  )
})
