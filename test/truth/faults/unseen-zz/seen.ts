import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  everyAsset,
  type Fault,
  type Interceptor,
  inHead,
  instead,
  late,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const failing = rowsOf('fails late')
const assets = rowsOf('assets')
const deployment = rowsOf('deployment')

const ring =
  '<style>@keyframes spin { to { transform: rotate(1turn) } } .ring { width: 56px; height: 56px; margin: 30vh auto 16px; border: 6px solid #e5e7eb; border-top-color: #2563eb; border-radius: 50%; animation: spin .9s linear infinite }</style>'

const logIn: Interceptor = (request) =>
  request.url.pathname === '/accounts/login/'
    ? text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in</title></head><body><h1>Log in</h1><form method="post"><p><label>Email <input type="email" name="email"></label></p><p><label>Password <input type="password" name="password"></label></p><button>Log in</button></form></body></html>',
      )
    : undefined

const card = (n: number) =>
  `<figure style="display:inline-block;margin:8px"><img src="/uploads/2024/product-${n}.webp" alt="Vase ${n}" width="220" height="220" style="width:220px;height:220px"><figcaption>Vase ${n}</figcaption></figure>`

export const setZzSeen: readonly Fault[] = [
  unseen.issue(
    'zz-experiment-hides-page',
    'The snippet of an experiment hides the page until a service answers that was shut down.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.className += ' async-hide'</script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-settings-not-there',
    'The script with the settings was not deployed, and the application throws before it draws.',
    [
      application(
        `const { apiUrl } = window.__ENV__.services\ndocument.getElementById('root').innerHTML = '<h1>Orders</h1><p>Orders come from ' + apiUrl + '</p>'`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-no-such-root',
    'The application looks for another element than the page has, and draws nothing at all.',
    [
      application(
        `const target = document.querySelector('#app')\nif (target) target.innerHTML = '<h1>Orders</h1><p>These are the orders of today.</p>'`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-bundle-not-uploaded',
    'The page of the new build was uploaded, its script was not: the screen is white.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>React App</title><script defer src="/static/js/main.8c1f0a3e.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
      ),
      at('/static/js/main.8c1f0a3e.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-cloak-stays',
    'The framework that takes the cloak off the page is not loaded.',
    [
      document((html) => html.replace(/<body\b/i, '<body v-cloak')),
      inHead('<style>[v-cloak] { display: none !important }</style>'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-consent-layer-empty',
    'The layer of the consent dialog covers everything, and the dialog in it was never filled.',
    [
      atEnd(
        '<div id="consent-root" style="position:fixed;inset:0;z-index:2147483647;background:#fff"><div class="dialog"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'zz-backdrop-stays',
    'The backdrop of a dialog lies over the whole page though no dialog is open, and nothing can be clicked.',
    [
      inHead('<style>html, body { overflow: hidden !important }</style>'),
      atEnd(
        '<div class="modal-backdrop fade show" style="display:block;position:fixed;inset:0;z-index:2147483647;background:#000;opacity:.6"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-white-on-white',
    'Half of the dark theme is there: its text, not its ground.',
    [
      inHead(
        '<style>html, body, body * { color: #fff !important; background: #fff !important; border-color: #fff !important; text-shadow: none !important; -webkit-text-fill-color: #fff !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-pushed-aside',
    'The page is pushed aside for a menu which was removed, and the screen is empty.',
    [
      inHead(
        '<style>body { transform: translateX(-300vw) !important; transition: none !important; width: 100vw !important; overflow: hidden !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'zz-masked-forwarding',
    'The domain shows another site in a frame of full size, and that site does not exist any more.',
    [
      instead(
        ({ stranger }) =>
          `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Pension Seeblick</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style></head><body><iframe src="https://pension.${stranger}/"></iframe></body></html>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`pension.${stranger}`]: 'nothing' }) },
  ),
  assets.issue(
    'zz-no-styles-at-all',
    'The folder of the styles was forgotten in the upload: bare text in the font of the browser.',
    [everyAsset(/\.css$/, notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'zz-all-products-without-picture',
    'The disk of the uploads is not mounted: every product has a broken picture.',
    [
      atTop(
        `<section style="position:relative;z-index:2147483000;min-width:760px;padding:16px;background:#fff;color:#111"><h2>New in our shop</h2>${[1, 2, 3, 4, 5, 6].map(card).join('')}</section>`,
      ),
      everyAsset(/^\/uploads\/2024\//, notFound),
    ],
    inBrowser,
  ),
  waiting.review(
    'zz-chargement',
    'A ring turns and says that the catalogue is being loaded, for as long as one looks.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(`${ring}<div class="ring" role="status"></div><p style="text-align:center">Chargement du catalogue en cours…</p>`)}; fetch('/api/catalogue').then((r) => r.json()).then((all) => { document.getElementById('root').textContent = all.length + ' articles' })`,
      ),
      at('/api/catalogue', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'zz-esqueleto',
    'Below a header that is there, grey bars wait for news which nobody asks for.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(`<style>@keyframes pulse { 50% { opacity: .4 } } .skeleton { height: 22px; margin: 14px 24px; border-radius: 6px; background: #d1d5db; animation: pulse 1.6s ease-in-out infinite }</style><header><h1>Noticias</h1></header><main aria-busy="true" aria-label="Cargando noticias">${'<div class="skeleton"></div>'.repeat(9)}</main>`)}`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'zz-could-not-be-loaded',
    'After a moment the application says that it has no data, since its server fails.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Timetable</h1><p>Loading…</p>'; fetch('/api/timetable').then((r) => { if (!r.ok) throw new Error(r.status); return r.json() }).catch(() => { root.innerHTML = '<h1>Timetable</h1><p role="alert">The timetable could not be loaded. Please try again later.</p>' })`,
      ),
      at(
        '/api/timetable',
        late(1_200, () => serverError),
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'zz-reloads-for-ever',
    'The page believes that it is an old version and reloads itself, again and again.',
    [bundle(`if (window.__BUILD__ !== '2024.11.3') setTimeout(() => { location.reload() }, 400)`)],
    inBrowser,
  ),
  deployment.review(
    'zz-sent-to-log-in',
    'The guard of the router is on the public pages too, and visitors get the form to log in.',
    [
      bundle(
        `if (!localStorage.getItem('token')) location.replace('/accounts/login/?next=' + encodeURIComponent(location.pathname))`,
      ),
      logIn,
    ],
    inBrowser,
  ),
]
