import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const failing = rowsOf('fails late')
const garbage = rowsOf('garbage or source on the screen')

const header =
  '<header><h1>Harbour Bakery</h1><nav><a href="#bread">Bread</a> <a href="#cakes">Cakes</a> <a href="#orders">Orders</a></nav></header>'
const footer = '<footer><p>Harbour Bakery, 3 Quay Road</p></footer>'

/** Markup that an application shows while it waits for a response that never arrives. */
const asking = (markup: string) =>
  application(
    `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}; fetch('/api/start')`,
  )
const neverAnswered = at('/api/start', 'hang')

/** Runs `work` after `ms` milliseconds. */
const after = (ms: number, work: string) => bundle(`setTimeout(() => { ${work} }, ${ms})`)

export const setSSeen: readonly Fault[] = [
  unseen.issue(
    's-old-shadow-attribute',
    'The attribute for the shadow tree has another name by now, so that the page stays in its template.',
    [
      whole(
        'Harbour Bakery',
        `<bakery-page><template shadowroot="open">${header}${about}${footer}</template></bakery-page>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue('s-title-not-closed', 'All of the page is in its title, and the window is white.', [
    instead(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Bakery<meta name="viewport" content="width=device-width"></head><body>${header}${about}${footer}</body></html>`,
    ),
  ]),
  unseen.issue(
    's-backdrop-left',
    'The dialog was taken away, its opaque backdrop was not.',
    [
      atTop(
        '<div class="modal-backdrop" style="position:fixed;inset:0;background:#101828;z-index:2147483000"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-dialog-not-opened',
    'Everything is in a dialog which nothing opens.',
    [
      whole(
        'Harbour Bakery',
        `<dialog id="app">${header}${about}${footer}</dialog><script>addEventListener('bakery:ready', () => document.getElementById('app').showModal())</script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-reveal-library-missing',
    'What scrolls into view is made visible by a library that is not deployed.',
    [
      whole(
        'Harbour Bakery',
        `${header}<main><section data-aos="fade-up"><h2>Bread</h2>${about}</section><section data-aos="fade-up"><h2>Cakes</h2>${about}</section></main><script src="/vendor/aos/aos-2.3.4.js"></script><script>AOS.init({ once: true })</script>`,
        {
          head: '<style>[data-aos] { opacity: 0; transition: opacity .4s } .aos-animate { opacity: 1 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-ink-of-other-theme',
    'The dark theme gives the text its colour, and the light one the paper.',
    [
      whole('Harbour Bakery', `${header}<main>${about.repeat(3)}</main>${footer}`, {
        head: '<style>body { background: #fff; color: var(--ink, #fff) } a { color: inherit }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-frame-refused',
    'The page is a frame with the application, which does not allow to be framed.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title><style>html, body { margin: 0; height: 100% } iframe { width: 100%; height: 100%; border: 0 }</style></head><body><iframe title="Orders" src="https://app.${site.domain}/"></iframe></body></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`app.${site.domain}`]: () => {
          const reply = text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><title>Orders</title>${about}`,
          )
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  unseen.issue(
    's-print-styles-not-swapped',
    'Style sheets load as if for print, and the policy forbids the attribute that turns them on.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      document((html) =>
        html.replace(
          /<link\b(?=[^>]*rel=["']?stylesheet)/gi,
          `<link media="print" onload="this.media='all'"`,
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  unseen.issue(
    's-drawer-state-stuck',
    'The page is moved aside for a menu, which is not there.',
    [
      inHead(
        '<style>html { overflow: hidden !important } body { transform: translateX(-110vw) !important; transition: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-type-of-no-size',
    'The fluid size of the text comes out as nothing.',
    [inHead('<style>*, *::before, *::after { font-size: 0 !important }</style>')],
    inBrowser,
  ),
  unseen.issue(
    's-main-measured-too-early',
    'The height of the text was measured before there was any.',
    [
      whole(
        'Harbour Bakery',
        `${header}<main id="text">${about.repeat(3)}</main>${footer}<script>const text = document.getElementById('text'); text.style.overflow = 'hidden'; text.style.height = '0px'</script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-outlet-empty',
    'The router does not know the path, so that there is a frame and nothing in it.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><nav><a href="#home">Home</a> <a href="#products">Products</a> <a href="#contact">Contact</a></nav></header><main id="outlet" style="min-height:60vh"></main><footer>© 2026</footer>'; const routes = { '/app/': '<h1>Orders</h1>' }; document.getElementById('outlet').innerHTML = routes[location.pathname] ?? ''`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    's-canvas-engine-missing',
    'The engine that draws the application is missing, and its canvas stays white.',
    [
      application(
        `document.getElementById('root').innerHTML = '<canvas width="1200" height="800"></canvas>'; fetch('/canvaskit/canvaskit.wasm').then((answer) => { if (!answer.ok) throw new Error('Failed to load canvaskit.wasm') })`,
      ),
      at('/canvaskit/canvaskit.wasm', notFound),
    ],
    inBrowser,
  ),
  waiting.review(
    's-reading-in-japanese',
    'It asks for patience for ever.',
    [asking('<div class="loader">読み込み中です。しばらくお待ちください。</div>'), neverAnswered],
    inBrowser,
  ),
  waiting.review(
    's-eighty-seven-percent',
    'The bar of the preloader stops short of its end.',
    [
      asking(
        '<div style="text-align:center;margin-top:30vh"><progress value="87" max="100"></progress><p>87 %</p></div>',
      ),
      neverAnswered,
    ],
    inBrowser,
  ),
  waiting.review(
    's-settings-awaited',
    'The module awaits its settings before it draws anything.',
    [
      whole(
        'Harbour Bakery',
        `<div id="app"></div><script type="module">const settings = await fetch('/api/start').then((answer) => answer.json()); document.getElementById('app').innerHTML = '<h1>' + settings.name + '</h1>'</script>`,
      ),
      neverAnswered,
    ],
    inBrowser,
  ),
  waiting.review(
    's-first-script-after-12-s',
    'White for twelve seconds, since the first script of the page is that slow.',
    [
      atTop('<script src="/assets/consent-b2.js"></script>'),
      at(
        '/assets/consent-b2.js',
        late(12_000, () => text(200, 'text/javascript; charset=utf-8', 'window.consent = true')),
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    's-wiped-after-3-s',
    'The page is there, and then an endless update takes it away.',
    [
      after(
        3_000,
        `document.body.innerHTML = ''; throw new Error('Minified React error #185; visit https://react.dev/errors/185 for the full message')`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    's-sent-to-no-login',
    'After a moment a guest is sent to a page for signing in that does not exist.',
    [after(2_500, `location.replace('/auth/login?next=/')`), at('/auth/login', notFound)],
    inBrowser,
  ),
  failing.issue(
    's-loads-again-and-again',
    'It believes that there is a new version each time, and loads the page again.',
    [after(1_200, 'location.reload()')],
    inBrowser,
  ),
  garbage.issue(
    's-second-answer-other-names',
    'The first list is right; the one that replaces it has other names for everything.',
    [
      whole(
        'Prices of the day',
        `${header}<h2>Prices of the day</h2><ul id="prices"></ul>${footer}<script>const show = (items) => { document.getElementById('prices').innerHTML = items.map((one) => '<li>' + one.name + ': ' + one.price + ' €').join('') }; fetch('/api/prices').then((answer) => answer.json()).then(show); setTimeout(() => fetch('/api/prices/live').then((answer) => answer.json()).then(show), 2000)</script>`,
      ),
      at(
        '/api/prices',
        json([
          { name: 'Rye', price: '3.20' },
          { name: 'Spelt', price: '4.10' },
        ]),
      ),
      at(
        '/api/prices/live',
        json([
          { title: 'Rye', cents: 320 },
          { title: 'Spelt', cents: 410 },
        ]),
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    's-hydration-falls-over',
    'The server draws the page, and the browser replaces it by an apology.',
    [
      after(
        1_500,
        `document.getElementById('__next').innerHTML = '<div style="height:100vh;text-align:center"><h2>Application error: a client-side exception has occurred while loading ' + location.host + ' (see the browser console for more information).</h2></div>'`,
      ),
      whole('Harbour Bakery', `<div id="__next">${header}${about}${footer}</div>`),
    ],
    inBrowser,
  ),
  failing.issue(
    's-consent-wall-empty',
    'The wall that asks for consent comes from a host that is down, and hides the page.',
    [
      atEnd(
        (site) =>
          `<script>setTimeout(() => { const wall = document.createElement('div'); wall.style.cssText = 'position:fixed;inset:0;background:#fff;z-index:2147483000'; wall.innerHTML = '<iframe title="Consent" style="width:100%;height:100%;border:0" src="https://consent.${site.stranger}/wall"></iframe>'; document.body.append(wall) }, 1500)</script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`consent.${site.stranger}`]: 'refuses' }) },
  ),
]
