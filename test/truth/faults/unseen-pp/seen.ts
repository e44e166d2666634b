import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  inHead,
  instead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waits = rowsOf('never ready')
const later = rowsOf('fails late')
const assets = rowsOf('assets')

const style = (css: string) => inHead(`<style>${css}</style>`)

const product = (name: string) =>
  `<figure style="display:inline-block;width:220px;margin:8px"><img src="/media/catalog/product/cache/${name}.jpg" alt="${name}" width="220" height="220"><figcaption>${name}</figcaption></figure>`

const loadingMain = (words: string) =>
  `document.getElementById('root').innerHTML = '<header><h1>Librairie du Port</h1><nav><a href="#livres">Livres</a> <a href="#cartes">Cartes</a></nav></header><main><p>${words}</p></main>'; fetch('/api/livres').then((answer) => answer.json()).then((livres) => { document.querySelector('main').textContent = livres.join(', ') })`

export const setPpSeen: readonly Fault[] = [
  unseen.issue(
    'pp-anti-flicker-stays',
    'The page is hidden until an experiment is loaded, and the line that shows it again is not reached.',
    [
      inHead(
        "<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('async-hide'); window.dataLayer = window.dataLayer || []</script>",
      ),
      atEnd("<script>document.documentElement.classList.add('async-hide')</script>"),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-not-hydrated',
    'The body stays hidden because the components never say that they are ready.',
    [style('html:not(.hydrated) body { display: none !important }')],
    inBrowser,
  ),
  unseen.issue(
    'pp-dark-mode-half',
    'One half of the dark theme is applied: white words on white ground.',
    [
      style(
        'html, body, body *, body *::before, body *::after { color: #fff !important; -webkit-text-fill-color: #fff !important; background: #fff none !important; border-color: #fff !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-app-without-settings',
    'The application stops at its start because a setting is missing, and the page is white.',
    [
      application(
        "const settings = {}; if (!settings.VITE_SUPABASE_URL) throw new Error('supabaseUrl is required.'); document.getElementById('root').textContent = 'Orders'",
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-app-without-route',
    'The router knows no route for this address and draws nothing at all.',
    [
      application(
        "document.getElementById('root').innerHTML = '<!---->'; console.warn('[Vue Router warn]: No match found for location with path \"' + location.pathname + '\"')",
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-off-canvas-stays',
    'The page stays pushed out of the window, as if the side menu were open.',
    [
      style(
        'html { overflow-x: hidden !important } body { transform: translate3d(-110vw, 0, 0) !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-body-without-height',
    'The height of the page is computed as zero, and what flows over is cut.',
    [
      style(
        'html { overflow: auto !important } body { height: 0 !important; min-height: 0 !important; max-height: 0 !important; padding: 0 !important; overflow: hidden !important; contain: paint !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-blank-dialog',
    'The consent dialog covers the whole window and its words and buttons never came.',
    [
      atEnd(
        '<div id="cmp" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#fff"><div class="cmp-body"></div><div class="cmp-buttons"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'pp-backdrop-stays',
    'The dark layer of a closed dialog lies over the page, which cannot be clicked.',
    [
      style('body { overflow: hidden !important }'),
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.75)"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'pp-masked-forwarding',
    'The domain only shows another site in a frame, which that site has now forbidden.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="en"><head><title>Harbour Books</title></head><body style="margin:0"><iframe src="https://shop.${site.stranger}/" style="position:fixed;inset:0;width:100%;height:100%;border:0" title="Harbour Books"></iframe></body></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`shop.${site.stranger}`]: () => ({
          ...text(200, 'text/html', '<h1>Harbour Books</h1>'),
          headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  assets.issue(
    'pp-catalogue-pictures-403',
    'The rule against foreign use of pictures also refuses the own shop.',
    [
      atTop(
        `<section>${['Atlas', 'Globe', 'Sea chart', 'Compass'].map(product).join('')}</section>`,
      ),
      everyAsset(
        /^\/media\/catalog\//,
        text(
          403,
          'text/html',
          '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'pp-styles-purged',
    'The step that removes unused styles has removed all of them.',
    [everyAsset(/\.css$/, text(200, 'text/css; charset=utf-8', ''))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  later.issue(
    'pp-written-over',
    'An old advertisement writes into the finished page, which wipes it out.',
    [bundle("setTimeout(() => document.write('<!-- slot 4 -->'), 2000)")],
    inBrowser,
  ),
  later.issue(
    'pp-frozen',
    'A loop without end begins after a second, and the page reacts to nothing.',
    [bundle('setTimeout(() => { let n = 0; while (n >= 0) n = (n + 1) % 1000 }, 1200)')],
    inBrowser,
  ),
  later.issue(
    'pp-table-alert',
    'The table of the page opens a window with an error at each visit.',
    [
      bundle(
        "fetch('/api/rows').then((answer) => answer.json()).then(({ data }) => { if (data[0].price === undefined) alert(\"DataTables warning: table id=prices - Requested unknown parameter 'price' for row 0, column 2. For more information about this error, please see https://datatables.net/tn/4\") })",
      ),
      at('/api/rows', json({ data: [{ id: 1, name: 'Atlas' }] })),
    ],
    inBrowser,
  ),
  later.review(
    'pp-session-expired',
    'A guest who never logged in is told after two seconds that the session has expired.',
    [
      bundle(
        `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog" style="position:fixed;inset:0;z-index:2147483646;background:#fff;color:#222;padding:120px 40px;font:18px sans-serif"><h2>Your session has expired</h2><p>Please log in again to continue.</p><button>Log in</button></div>'), 2000)`,
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'pp-chargement-en-cours',
    'The main part says in French that it is loading, and still does after a long time.',
    [application(loadingMain('Chargement en cours…')), at('/api/livres', 'hang')],
    inBrowser,
  ),
  waits.review(
    'pp-player-at-zero',
    'The data of the game never comes, and the bar of the player stays at nothing.',
    [
      whole(
        'Tide Runner | WebGL Player',
        `<div style="width:960px;margin:40px auto"><canvas width="960" height="400" style="background:#231f20"></canvas><div id="bar" role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0" style="border:1px solid #999;height:18px"></div><p id="state">Loading 0%</p></div><script>fetch('/Build/game.data.br').then((answer) => answer.arrayBuffer()).then(() => { document.getElementById('state').textContent = 'Start' })</script>`,
      ),
      at('/Build/game.data.br', 'hang'),
    ],
    inBrowser,
  ),
  waits.review(
    'pp-redirecting-for-ever',
    'The page says that it leads on, and the line that does so was removed by a policy.',
    [
      whole(
        'Redirecting…',
        '<main style="text-align:center;padding:120px"><h1>Redirecting…</h1><p>Please wait while we take you to the shop.</p></main>',
      ),
    ],
    inBrowser,
  ),
]
