import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const late = rowsOf('fails late')
const garbage = rowsOf('garbage or source on the screen')
const words = rowsOf('words of a broken site')
const assets = rowsOf('assets')

const panel = (html: string) =>
  `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`

const cover = 'position:fixed;inset:0;z-index:2147483646'

const transparent = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const lazy = (name: string) =>
  `<img class="lazyload" src="${transparent}" data-src="/images/${name}.jpg" alt="${name}" width="380" height="260">`

const turning =
  '<style>@keyframes rr-turn{to{transform:rotate(360deg)}}.rr-spinner{width:56px;height:56px;margin:120px auto;border:6px solid #ddd;border-top-color:#0a58ca;border-radius:50%;animation:rr-turn .8s linear infinite}</style><div class="rr-spinner" role="status"></div>'

export const setRrSeen: readonly Fault[] = [
  unseen.issue(
    'rr-theme-never-fades-in',
    'The theme shows the page when its script has set a class, and that script was switched off.',
    [
      inHead(
        '<style>body{opacity:0!important;transition:opacity .6s}body.is-loaded{opacity:1!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-transition-between-pages-stops',
    'The animation between two pages leaves everything to the right of the screen.',
    [
      inHead(
        '<style>html{overflow:hidden!important}body{transform:translateX(110vw)!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-half-of-a-dark-theme',
    'The dark theme has changed the background and forgotten the letters, so black is on black.',
    [
      inHead(
        '<style>html,body,body *{background:#121212!important;color:#161616!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-consent-without-buttons',
    'The question about cookies covers the page, and its buttons did not come, so nobody gets past it.',
    [
      atTop(
        `<div role="dialog" aria-modal="true" style="${cover};background:#fff;color:#222;padding:80px;font:18px/1.6 sans-serif"><h2>We value your privacy</h2><p>We and our partners store and access information on your device, such as cookies, and process personal data. Please make your choice below.</p><div class="cmp-buttons"></div></div>`,
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'rr-backdrop-without-dialog',
    'The dark layer of a dialog stays over the page, and the dialog is not there.',
    [
      atEnd(
        `<div class="modal-backdrop fade show" style="${cover};background:#000;opacity:.6"></div>`,
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'rr-page-cannot-be-scrolled',
    'The newsletter dialog locked the page and was taken away, and the rest below cannot be reached.',
    [
      inHead('<style>html,body{overflow:hidden!important;height:100vh!important}</style>'),
      atEnd('<div style="height:2600px"></div><h2>How to find us</h2><p>Dock 4, second gate.</p>'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-router-knows-another-path',
    'The application was built for a folder and is served from the root, so its router draws nothing.',
    [
      application(
        `console.warn('<Router basename="/app"> is not able to match the URL "' + location.pathname + '" because it does not start with the basename, so the <Router> won\\'t render anything.')`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-base-of-the-build-is-wrong',
    'The base in the document names a folder that is not there, so no script and no style is found.',
    [
      whole(
        'Storefront',
        '<app-root></app-root><script src="polyfills-B6TNHZQ6.js" type="module"></script><script src="main-QXD5MTBM.js" type="module"></script>',
        { head: '<base href="/storefront/"><link rel="stylesheet" href="styles-5INURTSO.css">' },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'rr-library-without-version',
    'The address of the library has no version, and its new version does not know the old way to start.',
    [
      whole(
        'Table booking',
        `<div id="app" v-cloak><h1>Book a table</h1><p>{{ message }}</p></div><script src="https://unpkg.com/vue"></script><script>new Vue({ el: '#app', data: { message: 'Choose a day' } })</script>`,
        { head: '<style>[v-cloak]{display:none}</style>' },
      ),
    ],
    {
      ...inBrowser,
      hosts: () => ({
        'unpkg.com': () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            'var Vue=function(e){return e.createApp=function(){},e.version="3.5.13",e}({});',
          ),
      }),
    },
  ),
  garbage.issue(
    'rr-template-never-filled',
    'Nothing fills the template, and customers read the names of its variables.',
    [
      whole(
        'Weinhandlung am Markt',
        '<main><h1>{{ product.title }}</h1><p>{{ product.description }}</p><p><strong>{{ product.price | currency }}</strong> inkl. MwSt.</p><button>In den Warenkorb</button><h2>Das könnte Ihnen auch gefallen</h2><ul><li>{{ item.name }}</li></ul></main>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'rr-pictures-stay-placeholders',
    'The script that loads the pictures was removed, and the gallery is empty boxes.',
    [
      atTop(
        panel(`<h2>Our rooms</h2><p>${['garden', 'harbour', 'tower'].map(lazy).join(' ')}</p>`),
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'rr-products-keep-loading',
    'The part with the products asks for them, gets no answer and says for ever that it loads.',
    [
      bundle(
        `fetch('/wc/store/products').then((answer) => answer.json()).then((all) => { document.getElementById('rr-products').textContent = all.length }).catch(() => {})`,
      ),
      atTop(
        panel(
          `<h2>Bestsellers</h2><div id="rr-products" aria-busy="true" style="min-height:420px">${turning}<p style="text-align:center">Loading products…</p></div>`,
        ),
      ),
      at('/wc/store/products', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'rr-dashboard-waits-for-its-socket',
    'The proxy does not let the socket through, and the dashboard asks visitors to wait.',
    [
      whole(
        'Tide dashboard · Streamlit',
        '<div id="root"><div class="stApp"><div data-testid="stStatusWidget" style="text-align:right">Connecting</div><main style="padding:160px;text-align:center"><p>Please wait...</p></main></div></div>',
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'rr-new-version-again-and-again',
    'The page is an old one from the cache, sees that there is a new version, and loads itself for ever.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ version }) => { if (version !== '1.8.2') location.reload() })`,
      ),
      at('/version.json', json({ version: '1.9.0' })),
    ],
    inBrowser,
  ),
  late.issue(
    'rr-table-opens-an-alert',
    'The table of offers gets an error from the server and shows a box with words for developers.',
    [
      bundle(
        `fetch('/api/offers/list?draw=1').then((answer) => { if (!answer.ok) alert('DataTables warning: table id=offers - Ajax error. For more information about this error, please see https://datatables.net/tn/7') })`,
      ),
      (request) => (request.url.pathname === '/api/offers/list' ? serverError : undefined),
    ],
    inBrowser,
  ),
  words.issue(
    'rr-definition-of-api-not-found',
    'The page with the description of the API cannot load the description.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div class="topbar"><h2>Swagger</h2><input value="/openapi.json"><button>Explore</button></div>'; fetch('/openapi.json').then((answer) => { if (!answer.ok) document.getElementById('root').insertAdjacentHTML('beforeend', '<div class="loading-container"><h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><h4>Errors</h4><div class="errors"><h4>Fetch error</h4><span class="message">response status is 404 /openapi.json</span></div></div></div>') })`,
      ),
      at('/openapi.json', text(404, 'application/json', '{"detail":"Not Found"}')),
    ],
    inBrowser,
  ),
  garbage.review(
    'rr-keys-in-place-of-sentences',
    'The file with the translations was not found, and visitors read its keys.',
    [
      atTop(
        panel(
          '<h1>home.hero.title</h1><p>home.hero.subtitle</p><p><a href="#offers">home.hero.cta.primary</a> <a href="#contact">home.hero.cta.secondary</a></p><h2>home.features.heading</h2><p>home.features.delivery.text</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'rr-icons-are-words',
    'The font of the icons is missing, and their names stand on the buttons.',
    [
      inHead(
        '<style>@font-face{font-family:"Material Icons";src:url(/fonts/MaterialIcons-Regular.woff2) format("woff2")}.material-icons{font:24px "Material Icons"!important}</style>',
      ),
      atTop(
        panel(
          '<button><i class="material-icons">menu</i></button> <button><i class="material-icons">search</i></button> <button><i class="material-icons">shopping_cart</i></button> <button><i class="material-icons">arrow_forward</i></button> Harbour shop',
        ),
      ),
      at('/fonts/MaterialIcons-Regular.woff2', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'rr-address-stays-protected',
    'The site has left the CDN that hid the addresses, and nobody can read how to write to it.',
    [
      atTop(
        panel(
          '<h2>Kontakt</h2><p>Schreiben Sie uns: <a href="/cdn-cgi/l/email-protection#1c75727a735c" class="__cf_email__" data-cfemail="1c75727a735c747d6e7e736932787d">[email&#160;protected]</a></p>',
        ),
      ),
      atEnd(
        '<script src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
      ),
      at('/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js', notFound),
      at('/cdn-cgi/l/email-protection', notFound),
    ],
    inBrowser,
  ),
]
