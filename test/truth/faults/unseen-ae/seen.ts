import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  type FaultClass,
  type Interceptor,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

/** Rows that only a browser can see. */
export const seen = (group: FaultClass) => {
  const rows = rowsOf(group)
  const row =
    (make: typeof rows.issue) =>
    (id: string, why: string, intercept: readonly Interceptor[], more: Partial<Fault> = {}) =>
      make(id, why, intercept, { tools: 'RV', ...more })
  return { issue: row(rows.issue), review: row(rows.review) }
}

/** Markup at the top, in front of anything that the page itself has there. */
export const shown = (markup: string): Interceptor =>
  atTop(
    `<div style="position:relative;z-index:99999;background:#fff;color:#111;padding:90px 24px 24px">${markup}</div>`,
  )
const hidden = seen('cannot be seen')
const waiting = seen('never ready')
const failing = seen('fails late')

const style = (rules: string) => inHead(`<style>${rules}</style>`)

const shell = (main: string) =>
  `<header style="padding:16px;background:#123;color:#fff"><strong>Northwind Outdoor</strong> <span>Tents</span> <span>Boots</span> <span>Maps</span></header><main id="view">${main}</main><footer style="position:absolute;bottom:0;left:0;right:0;padding:16px;background:#eee">© 2025 Northwind Outdoor GmbH</footer>`

const login =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body><main style="max-width:360px;margin:120px auto"><h1>Sign in to continue</h1><form action="/login" method="post"><p><label>Email <input type="email" name="email" autocomplete="username"></label></p><p><label>Password <input type="password" name="password" autocomplete="current-password"></label></p><button type="submit">Sign in</button></form></main></body></html>'

const section = (title: string) => `<section data-aos="fade-up"><h2>${title}</h2>${about}</section>`

export const setAeSeen: readonly Fault[] = [
  hidden.issue(
    'ae-base-of-repository',
    'The build expects a folder, is served at the root, and the page stays white.',
    [
      whole(
        'Northwind Outdoor',
        '<div id="app"></div><script type="module" crossorigin src="/northwind-web/assets/index-B7xq0fLm.js"></script>',
        {
          head: '<link rel="stylesheet" crossorigin href="/northwind-web/assets/index-DwR3k1aa.css">',
        },
      ),
      at('/northwind-web/assets/index-B7xq0fLm.js', notFound),
      at('/northwind-web/assets/index-DwR3k1aa.css', notFound),
    ],
  ),
  hidden.issue(
    'ae-anti-flicker-for-ever',
    'The snippet of an experiment hides the page until a service answers that was shut down.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.className += ' async-hide'</script>`,
      ),
    ],
  ),
  hidden.issue(
    'ae-sections-wait-for-scroll',
    'The script that lets the sections appear was left out, so below the title there is nothing.',
    [
      whole(
        'The old mill',
        `<h1>The old mill</h1>${section('The house')}${section('The shop')}${section('The way here')}`,
        {
          head: '<style>body { font: 18px sans-serif; margin: 32px } [data-aos] { opacity: 0; transform: translate3d(0, 100px, 0); transition: opacity .6s, transform .6s } [data-aos].aos-animate { opacity: 1; transform: none }</style>',
        },
      ),
    ],
  ),
  hidden.issue('ae-empty-layer', 'The layer of a closed menu stays and covers everything.', [
    atTop(
      '<div class="offcanvas-layer" aria-hidden="true" style="position:fixed !important;inset:0 !important;background:#fff !important;z-index:2147483647 !important"></div>',
    ),
  ]),
  hidden.issue(
    'ae-no-height',
    'The height of the application is computed as zero, and what does not fit is cut off.',
    [
      style(
        'html { overflow: hidden !important } body { position: relative !important; display: block !important; height: 0 !important; min-height: 0 !important; max-height: 0 !important; padding: 0 !important; overflow: hidden !important; transform: translateZ(0) !important }',
      ),
    ],
  ),
  hidden.issue(
    'ae-white-on-white',
    'Half of the dark theme is loaded, and white words stand on a white ground.',
    [
      style(
        '*, *::before, *::after { color: #fff !important; -webkit-text-fill-color: #fff !important; background: #fff !important; border-color: #fff !important; text-shadow: none !important; box-shadow: none !important }',
      ),
    ],
  ),
  hidden.issue(
    'ae-pushed-aside',
    'The menu at the side has pushed the page out of the window and was not closed.',
    [
      style(
        'html { overflow-x: hidden !important } body { transform: translateX(-130vw) !important }',
      ),
    ],
  ),
  hidden.issue(
    'ae-comment-only',
    'No route matches below this base, and the application draws nothing, without an error.',
    [application(`document.getElementById('root').innerHTML = '<!---->'`)],
  ),
  hidden.review(
    'ae-main-empty',
    'Head and foot of the application are there, and nothing between them.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(shell('<!---->'))}; console.warn('[Vue Router warn]: No match found for location with path "' + location.pathname + '"')`,
      ),
    ],
  ),
  waiting.review('ae-waits-in-french', 'All that it says, in French, is that it loads.', [
    application(
      `document.getElementById('root').innerHTML = ${JSON.stringify(shell('<p style="padding:120px 0;text-align:center">Chargement en cours, veuillez patienter…</p>'))}; fetch('/api/produits')`,
    ),
    at('/api/produits', 'hang'),
  ]),
  waiting.review('ae-37-per-cent', 'The start of the application stops at 37 %.', [
    application(
      `const root = document.getElementById('root'); let done = 0; root.innerHTML = '<div style="margin:200px auto;width:200px;text-align:center"><div role="progressbar" aria-valuemin="0" aria-valuemax="100" style="height:8px;background:#ddd"><div id="bar" style="height:8px;width:0;background:#512bd4"></div></div><p id="words">Loading... 0%</p></div>'; const timer = setInterval(() => { done += 1; document.getElementById('bar').style.width = done + '%'; document.getElementById('words').textContent = 'Loading... ' + done + '%'; if (done === 37) clearInterval(timer) }, 20); fetch('/_framework/dotnet.native.wasm')`,
    ),
    at('/_framework/dotnet.native.wasm', 'hang'),
  ]),
  failing.issue(
    'ae-reloads-for-ever',
    'The page finds that its release is old, loads again, and gets the old one again.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ build }) => { if (build !== '2025.11.3') setTimeout(() => location.reload(), 300) })`,
      ),
      at('/version.json', text(200, 'application/json', '{"build":"2025.11.4"}')),
    ],
  ),
  failing.review(
    'ae-guard-sends-to-login',
    'The guard of the router sends every visitor of the public page to the login.',
    [
      bundle(
        `setTimeout(() => location.replace('/login?redirect=' + encodeURIComponent(location.pathname)), 400)`,
      ),
      at('/login', text(200, 'text/html; charset=utf-8', login)),
    ],
  ),
  waiting.issue('ae-frozen', 'A loop of the bundle never ends, and the tab does not react.', [
    bundle(`const queue = ['/']; while (queue.length > 0) { queue.push(queue.pop()) }`),
  ]),
  failing.review('ae-alert-left', 'A box of the developer with one word stands before the page.', [
    bundle(`setTimeout(() => alert('here 2'), 500)`),
  ]),
]
