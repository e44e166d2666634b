import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'

const script = rowsOf('scripts and policies')
const asset = rowsOf('assets')
const page = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div></html>',
)

const programs: readonly Fault[] = [
  script.issue(
    'e-env-script-as-page',
    'The script with the settings is the page of the application.',
    [inHead('<script src="/env-config.js"></script>'), at('/env-config.js', page)],
    inBrowser,
  ),
  script.issue(
    'e-angular-no-provider',
    'A service is not provided in the build for production, so nothing is drawn.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Storefront</title><base href="/"></head><body><app-root></app-root><script src="/main-7QXW2K4R.js"></script></body></html>',
      ),
      at(
        '/main-7QXW2K4R.js',
        text(
          200,
          'text/javascript',
          `console.error('NullInjectorError: R3InjectorError(Environment Injector)[e -> e]: NullInjectorError: No provider for e!')`,
        ),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'e-import-in-classic-script',
    'The bundle is a module, and the page loads it as a script.',
    [bundle(`import { start } from './vendor-1c2d.js'; start()`)],
    inBrowser,
  ),
  script.issue(
    'e-bare-specifier',
    'The source was deployed without a build.',
    [
      atEnd(
        `<script type="module">import { createApp } from 'vue'; createApp({}).mount('#app')</script>`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'e-module-octet-stream',
    'The bucket does not know the type of the bundle.',
    [
      atEnd('<script type="module" src="/assets/index-D4f9aQ1c.js"></script>'),
      at('/assets/index-D4f9aQ1c.js', text(200, 'binary/octet-stream', 'window.started = true')),
    ],
    inBrowser,
  ),
  script.issue(
    'e-datepicker-missing',
    'The plug-in was loaded into another copy of the library.',
    [
      bundle(
        `const $ = (selector) => ({ nodes: document.querySelectorAll(selector) }); $('#arrival').datepicker({ minDate: 0 })`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'e-payments-script-gone',
    'The library of the payment provider cannot be loaded, and the checkout needs it.',
    [
      inHead(({ stranger }) => `<script src="https://js.${stranger}/v3/"></script>`),
      bundle(`const payments = Stripe('pk_live_51'); payments.elements()`),
    ],
    inBrowser,
  ),
  script.issue(
    'e-backend-settings-missing',
    'The address of the database was not set for the build.',
    [
      application(
        `const createClient = (url) => { if (!url) throw new Error('supabaseUrl is required.'); return {} }; createClient(undefined); document.getElementById('root').innerHTML = '<h1>Orders</h1>'`,
      ),
    ],
    inBrowser,
  ),
  script.review(
    'e-hydration-418',
    'What the server drew is not what the browser draws.',
    [
      bundle(
        `reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'))`,
      ),
    ],
    inBrowser,
  ),
  script.review(
    'e-worker-of-pwa-as-page',
    'The script of the service worker is the page of the application.',
    [
      bundle(
        `window.addEventListener('load', () => { navigator.serviceWorker.register('/sw.js') })`,
      ),
      at('/sw.js', page),
    ],
    inBrowser,
  ),
]

const policies: readonly Fault[] = [
  script.issue(
    'e-csp-inline-start',
    'The new policy does not know the script that draws the page.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'self'" }),
      instead(
        `<!doctype html><html lang="hi"><head><meta charset="utf-8"><title>दुकान</title></head><body><div id="root"></div><script>document.getElementById('root').innerHTML = '<h1>साइकिल की दुकान</h1><p>हर दिन खुली है।</p>'</script></body></html>`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'e-csp-own-api',
    'The new policy does not allow the API of the site.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v1/prices').then((one) => one.json()).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  script.review(
    'e-booking-frame-refused',
    'The booking service does not let this site show it.',
    [
      atTop(
        ({ stranger }) =>
          `<iframe title="Book a table" src="https://book.${stranger}/tables/214" width="900" height="420"></iframe>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`book.${stranger}`]: () => ({
          ...page,
          headers: { 'content-type': 'text/html', 'x-frame-options': 'SAMEORIGIN' },
        }),
      }),
    },
  ),
]

const files: readonly Fault[] = [
  asset.issue(
    'e-image-pointer',
    'The large files were not fetched before the build, so the picture is a line of text.',
    [
      atTop('<img src="/images/hero.png" width="1100" height="480" alt="Bicycles on the quay">'),
      at(
        '/images/hero.png',
        text(
          200,
          'image/png',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
        ),
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'e-image-optimiser-402',
    'The pictures of this month are more than the account pays for.',
    [
      atTop(
        '<img src="/_next/image?url=%2Fhero.jpg&amp;w=1200&amp;q=75" width="1100" height="480" alt="The harbour">',
      ),
      at(
        '/_next/image',
        text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n',
        ),
      ),
    ],
    inBrowser,
  ),
  asset.review(
    'e-film-missing',
    'The film at the top of the page is not there.',
    [
      atTop(
        '<video src="/media/hero.mp4" width="1100" height="480" autoplay muted loop playsinline></video>',
      ),
      at('/media/hero.mp4', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
  asset.review(
    'e-font-without-cors',
    'The host of the files does not allow the page to use its font.',
    [
      inHead(
        ({ domain }) =>
          `<style>@font-face { font-family: Brand; src: url(https://static.${domain}/brand.woff2) format('woff2') } body, body * { font-family: Brand, serif !important }</style>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`static.${domain}`]: () => text(200, 'font/woff2', 'wOF2'),
      }),
    },
  ),
  asset.review(
    'e-tokens-import-404',
    'The style sheet imports another one that was not built.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Northbound</title><link rel="stylesheet" href="/css/site.css"></head><body><h1 class="title">Northbound</h1>${about.repeat(2)}<a class="button" href="#buy">Buy</a></body></html>`,
      ),
      at(
        '/css/site.css',
        text(
          200,
          'text/css',
          "@import url('./tokens.css');\nbody { margin: 40px; color: var(--ink) }\n.button { background: var(--brand); color: var(--on-brand) }\n",
        ),
      ),
      at('/css/tokens.css', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setEAssets: readonly Fault[] = [...programs, ...policies, ...files]
