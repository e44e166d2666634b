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
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waits = rowsOf('never ready')
const breaks = rowsOf('fails late')

/** Markup that is visible on every page, in front of the page's own content. */
const block = (markup: string) =>
  `<div style="position:relative;z-index:2147483000;background:#fff;color:#222;padding:12px">${markup}</div>`

const picture = (n: number) =>
  `<img class="lazyload" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'%3E%3C/svg%3E" data-src="/images/product-${n}.jpg" alt="Product ${n}" width="200" height="150">`

export const setWwSeen: readonly Fault[] = [
  unseen.issue(
    'ww-experiment-hides-page',
    'The page is hidden until the service of the experiments answers, which is gone.',
    [
      inHead(
        (site) =>
          `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('async-hide'); window.onExperiment = () => document.documentElement.classList.remove('async-hide')</script><script async src="https://cdn.${site.stranger}/experiment.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-consent-backdrop-only',
    'The consent tool draws its white backdrop and fails before its dialogue.',
    [
      atEnd(
        '<div class="cmp-backdrop" style="position:fixed;inset:0;background:#fff;z-index:2147483647"></div><script src="/cmp/dialog-2.14.1.js" async></script>',
      ),
      at('/cmp/dialog-2.14.1.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-dark-on-dark',
    'The flag of the dark theme is on for the background and off for the text.',
    [
      whole('The bookshop at the mill', `<h1>The bookshop at the mill</h1>${about.repeat(4)}`, {
        head: '<style>:root { --paper: #0b0d12; --ink: #0b0d12 } body { background: var(--paper); color: var(--ink); font: 18px/1.5 serif; margin: 40px }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.review(
    'ww-flags-are-empty',
    'The service of the flags answers with nothing, and every part of the page is off.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header style="padding:16px;background:#eee"><b>Tide & Harbour</b></header><main id="main" style="min-height:600px"></main><footer style="padding:16px;background:#eee">Imprint</footer>'; fetch('/api/flags').then((answer) => answer.json()).then((flags) => { if (flags.home) document.getElementById('main').innerHTML = '<h1>Tides of today</h1>' })`,
      ),
      at('/api/flags', json({})),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-styles-stay-for-print',
    'Styles are loaded for print and switched on by a handler that the new policy forbids.',
    [
      headers({ 'content-security-policy': "script-src 'self'" }),
      document((html) =>
        html.replace(/<link\b(?=[^>]*rel=["']?stylesheet)[^>]*>/gi, (tag) =>
          tag
            .replace(/\smedia=("[^"]*"|'[^']*'|[^\s>]+)/i, '')
            .replace(/^<link/i, `<link media="print" onload="this.media='all'"`),
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  unseen.review(
    'ww-pictures-never-come',
    'The optimiser threw out the script that puts the real pictures in place of the empty ones.',
    [atTop(block(`<h2>New arrivals</h2>${[1, 2, 3, 4, 5, 6].map(picture).join(' ')}`))],
    inBrowser,
  ),
  unseen.review(
    'ww-consent-without-buttons',
    'The consent text covers everything, and its buttons were lost with the translation.',
    [
      atEnd(
        '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#fff;color:#222;z-index:2147483647;padding:80px;font:18px/1.5 sans-serif"><h2>Wij gebruiken cookies</h2><p>Wij en onze 214 partners gebruiken cookies om de site te laten werken en om het gebruik te meten. Maak hieronder uw keuze om verder te gaan.</p><div class="cmp-buttons"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-menu-pushed-page-away',
    'The menu counts as open, and the whole page is pushed out of the window.',
    [
      inHead(
        '<style>html { overflow: hidden !important } body { transform: translateX(-150vw) !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-frame-of-no-height',
    'A change of the layout gave the only container of the page no height.',
    [
      whole(
        'The bookshop at the mill',
        `<div id="app"><h1>The bookshop at the mill</h1>${about.repeat(4)}</div>`,
        { head: '<style>body { margin: 0 } #app { height: 0; overflow: hidden }</style>' },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ww-icons-are-words',
    'The host of the icon font is gone, and every icon is shown as its name.',
    [
      inHead(
        (site) =>
          `<link rel="stylesheet" href="https://fonts.${site.domain}/icon?family=Material+Icons">`,
      ),
      atTop(
        block(
          '<p><span class="material-icons">menu</span> <span class="material-icons">shopping_cart</span> <span class="material-icons">account_circle</span> <span class="material-icons">keyboard_arrow_down</span></p>',
        ),
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'ww-list-waits-italian',
    'Above the fold the list says that it loads, and the service behind it never answers.',
    [
      whole(
        'Orari dei traghetti',
        `<header><h1>Orari dei traghetti</h1></header><main><p>Gli orari sono validi da giugno a settembre.</p><section aria-busy="true" role="status" id="list" style="min-height:400px">Caricamento in corso…</section></main><script src="/assets/timetable.js"></script>`,
        { lang: 'it' },
      ),
      at('/assets/timetable.js', {
        status: 200,
        headers: { 'content-type': 'text/javascript' },
        body: new TextEncoder().encode(
          `fetch('/api/orari').then((answer) => answer.json()).then((rows) => { document.getElementById('list').textContent = rows.join(', ') })`,
        ),
      }),
      at('/api/orari', 'hang'),
    ],
    inBrowser,
  ),
  waits.review(
    'ww-forwarding-for-ever',
    'It says that it forwards in a moment, and the script that does it was blocked.',
    [
      whole(
        'Weiterleitung',
        '<main style="text-align:center;padding:120px"><h1>Einen Moment bitte …</h1><p>Sie werden in wenigen Sekunden automatisch weitergeleitet.</p></main>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'ww-reconnects-for-ever',
    'The panel has lost its server and tries again all the time.',
    [
      whole(
        'Gösterge paneli',
        `<main style="padding:40px"><h1>Gösterge paneli</h1><div role="alert" style="background:#fde;padding:16px">Sunucu bağlantısı koptu. Yeniden bağlanılıyor…</div></main><script>const open = () => { const socket = new WebSocket('wss://' + location.host + '/_stcore/stream'); socket.onclose = () => setTimeout(open, 1000) }; open()</script>`,
        { lang: 'tr' },
      ),
      at('/_stcore/stream', notFound),
    ],
    inBrowser,
  ),
  breaks.review(
    'ww-alert-left-in',
    'A message for the developer pops up at every visit.',
    [bundle(`setTimeout(() => alert('checkout init 2 -> ' + typeof window.cartData), 300)`)],
    inBrowser,
  ),
  breaks.issue(
    'ww-sent-to-dead-host',
    'A script sends everybody to the shop on its old host, which has no name any more.',
    [bundle((site) => `location.replace('https://old-shop.${site.domain}/')`)],
    inBrowser,
  ),
  breaks.issue(
    'ww-advert-writes-over-page',
    'The slot of an advertisement writes into the finished page, and wipes it off.',
    [bundle(`setTimeout(() => { document.open(); document.write(''); document.close() }, 800)`)],
    inBrowser,
  ),
  breaks.issue(
    'ww-container-renamed',
    'The template has another id than the application starts in.',
    [
      application(
        `const container = document.getElementById('app-root'); if (!container) throw new Error('Minified React error #299; visit https://react.dev/errors/299 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')`,
      ),
    ],
    inBrowser,
  ),
  breaks.issue(
    'ww-old-build-reloads',
    'An old bundle in the cache sees a newer version, and reloads itself without end.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ build }) => { if (build !== '2025.02.10-1') location.reload() })`,
      ),
      at('/version.json', json({ build: '2025.02.11-3' }, uncached)),
    ],
    inBrowser,
  ),
]
