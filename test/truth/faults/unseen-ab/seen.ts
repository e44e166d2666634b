import { application, at, atEnd, atTop, bundle, type Fault, inHead, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waits = rowsOf('never ready')
const fails = rowsOf('fails late')
const asset = rowsOf('assets')

const style = (css: string) => inHead(`<style>${css}</style>`)

const expired = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires></Error>',
)

export const setAbSeen: readonly Fault[] = [
  unseen.issue(
    'ab-cloak-stays',
    'The framework did not start, so the attribute that hides raw templates hides the whole page.',
    [
      style('[v-cloak] { display: none !important }'),
      atTop(`<script>document.body.setAttribute('v-cloak', '')</script>`),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-anti-flicker-stays',
    'The snippet of a test tool hides the page until the tool has come, and the tool was switched off.',
    [style('html.async-hide, html:not(.ab-ready) { opacity: 0 !important }')],
    inBrowser,
  ),
  unseen.issue(
    'ab-dark-on-dark',
    'The dark theme sets the background and forgets the text.',
    [
      style(
        'html, body, body * { color: #16181d !important; background: #14161b !important; text-shadow: none !important; border-color: #14161b !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-fill-transparent',
    'A gradient for the text of one heading got on everything, and the gradient is not there.',
    [
      style(
        'body, body * { -webkit-text-fill-color: transparent !important; text-shadow: none !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-root-size-zero',
    'The script that computes the size of the root font got zero, and all text has no size.',
    [style('html, body, body * { font-size: 0 !important }')],
    inBrowser,
  ),
  unseen.issue(
    'ab-pushed-aside',
    'The page is drawn as if its menu were open, and all of it is beside the screen.',
    [
      style(
        'html { overflow: hidden !important } body { transform: translateX(110vw) !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'ab-backdrop-stays',
    'The dialog is closed but its backdrop is not, so the page is grey and takes no click.',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed;inset:0;z-index:2147483000;background:#000;opacity:.7"></div>',
      ),
      style('body { overflow: hidden !important }'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-consent-wall-empty',
    'The wall of the consent tool covers everything, and the tool that fills it is gone.',
    [
      atEnd(
        (site) =>
          `<div id="cmp-wall" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div><script async src="https://consent.${site.stranger}/loader.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-injector-error',
    'A service is not provided in the production build, and the application stays white.',
    [
      application(
        `console.error('ERROR', new Error('NullInjectorError: R3InjectorError(Standalone[AppComponent])[CartService -> CartService]: NullInjectorError: No provider for CartService!'))`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-grey-canvas',
    'A widget threw while it was built, and in a release that is one grey surface.',
    [
      application(
        `document.body.style.margin = 0
        const view = document.createElement('flutter-view')
        const canvas = document.createElement('canvas')
        canvas.width = innerWidth; canvas.height = innerHeight; canvas.style.display = 'block'
        const pen = canvas.getContext('2d'); pen.fillStyle = '#b0b0b0'; pen.fillRect(0, 0, innerWidth, innerHeight)
        view.append(canvas); document.getElementById('root').append(view)
        console.log('Another exception was thrown: Instance of minified:hV<void>')`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ab-flags-never-come',
    'The application waits for its feature flags, the service is down, and nothing is drawn.',
    [
      application(
        (site) =>
          `fetch('https://flags.${site.stranger}/sdk/evalx').then((answer) => answer.json()).then(() => { document.getElementById('root').innerHTML = '<h1>Orders</h1>' }).catch(() => {})`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`flags.${site.stranger}`]: 'refuses' }) },
  ),
  waits.review(
    'ab-suspense-stays',
    'The piece of script that swaps in the streamed content is missing, and the fallback stays.',
    [
      whole(
        'Globe of 1890',
        `<header><a href="/">Maps and globes</a></header><main><!--$?--><template id="B:0"></template><p>Loading product…</p><!--/$--></main><div hidden id="S:0"><h1>Globe of 1890</h1>${about}</div>`,
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'ab-boot-stops-at-37',
    'The download of the application stops at a third, and the ring does not move any more.',
    [
      whole(
        'Warehouse',
        '<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%"/><circle r="40%" cx="50%" cy="50%"/></svg><div class="loading-progress-text"></div></div><script>fetch("/_framework/dotnet.native.wasm")</script>',
        {
          head: '<style>:root { --blazor-load-percentage-text: "37%" } .loading-progress { display: block; width: 8rem; height: 8rem; margin: 20vh auto 1rem } .loading-progress circle { fill: none; stroke: #e0e0e0; stroke-width: .6rem; transform-origin: 50% 50%; transform: rotate(-90deg) } .loading-progress circle:last-child { stroke: #1b6ec2; stroke-dasharray: 93% 500% } .loading-progress-text { text-align: center; font-weight: bold } .loading-progress-text:after { content: var(--blazor-load-percentage-text, "Loading") }</style>',
        },
      ),
      at('/_framework/dotnet.native.wasm', 'hang'),
    ],
    inBrowser,
  ),
  waits.review(
    'ab-connecting-for-ever',
    'The socket is never answered, and the page says that it connects.',
    [
      application(
        (site) =>
          `document.getElementById('root').innerHTML = '<h1>Leitstand</h1><p role="status">Verbindung zum Server wird hergestellt …</p>'; new WebSocket('wss://${site.host}/hubs/live')`,
      ),
      at('/hubs/live', 'hang'),
    ],
    inBrowser,
  ),
  asset.issue(
    'ab-picture-of-object',
    'The picture of the content system became an object, and its address is the name of that.',
    [atTop('<img src="/[object Object]" alt="The shop in the old mill" width="600" height="300">')],
    inBrowser,
  ),
  asset.issue(
    'ab-pictures-expired',
    'The signed addresses of all product pictures were built in and have expired.',
    [
      atTop((site) =>
        [1, 2, 3]
          .map(
            (one) =>
              `<img src="https://media.${site.domain}/product-${one}.jpg?X-Amz-Expires=604800" alt="Product ${one}" width="200" height="200">`,
          )
          .join(''),
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`media.${site.domain}`]: () => expired }) },
  ),
  asset.issue(
    'ab-drawing-as-text',
    'The server does not know the type of drawings, and the logo at the top is a broken picture.',
    [
      atTop('<img src="/brand/logo-full.svg" alt="Maps and globes" width="480" height="160">'),
      at(
        '/brand/logo-full.svg',
        text(
          200,
          'text/plain; charset=utf-8',
          '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160"><rect width="480" height="160" fill="#037"/></svg>',
        ),
      ),
    ],
    inBrowser,
  ),
  asset.review(
    'ab-icons-are-words',
    'The font of the icons is missing, and the buttons show the names of their icons.',
    [
      inHead(
        `<style>@font-face { font-family: 'Material Icons'; src: url(/fonts/material-icons.woff2) format('woff2') } .material-icons { font: 24px 'Material Icons'; color: #111; background: #fff }</style>`,
      ),
      atTop(
        '<div style="position:relative;z-index:99999;background:#fff;padding:16px"><span class="material-icons">menu</span> <span class="material-icons">shopping_cart</span> <span class="material-icons">account_circle</span> <span class="material-icons">chevron_right</span></div>',
      ),
      at('/fonts/material-icons.woff2', notFound),
    ],
    inBrowser,
  ),
  fails.issue(
    'ab-reloads-for-chunk',
    'The handler of missing chunks loads the page again, and the chunk is missing again.',
    [bundle(`import('/assets/HomeView-77d0.js').catch(() => location.reload())`)],
    inBrowser,
  ),
  fails.issue(
    'ab-guards-disagree',
    'Two guards of the router send the visitor to and fro for ever.',
    [
      atTop(`<script>location.replace('/session-check')</script>`),
      at('/session-check', (_request, _upstream, site) =>
        text(
          200,
          'text/html; charset=utf-8',
          `<!doctype html><title>Shop</title><script>location.replace('${site.url}')</script>`,
        ),
      ),
    ],
    inBrowser,
  ),
  fails.issue(
    'ab-alert-left',
    'A box with the words of a developer opens in front of every visitor.',
    [bundle(`setTimeout(() => alert('got here 2: undefined'), 500)`)],
    inBrowser,
  ),
  fails.issue(
    'ab-gives-up-after-4-s',
    'The list gives up waiting for the server and says that it failed.',
    [
      application(
        `const root = document.getElementById('root')
        root.innerHTML = '<h1>Orders</h1><p>Loading…</p>'
        fetch('/api/orders', { signal: AbortSignal.timeout(4000) }).catch(() => { root.innerHTML = '<h1>Orders</h1><p role="alert">We could not load your orders. Please try again later.</p><button>Try again</button>' })`,
      ),
      at('/api/orders', 'hang'),
    ],
    inBrowser,
  ),
]
