import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  inHead,
  instead,
  json,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const failing = rowsOf('fails late')
const asset = rowsOf('assets')

const turning =
  '<style>@keyframes af-turn { to { transform: rotate(360deg) } } .af-loader { width: 40px; height: 40px; margin: 180px auto 16px; border: 4px solid #ddd; border-top-color: #0a6c74; border-radius: 50%; animation: af-turn .9s linear infinite }</style><div class="af-loader"></div>'
const bones = `<style>@keyframes af-pulse { 50% { opacity: .4 } } .skeleton { height: 88px; margin: 16px; border-radius: 8px; background: #e4e4e7; animation: af-pulse 2s infinite }</style>${'<div class="skeleton"></div>'.repeat(6)}`

const product = (n: number) =>
  `<img src="/storage/products/${n}.jpg" alt="Lamp no. ${n}" width="200" height="200">`

export const setAfSeen: readonly Fault[] = [
  unseen.issue(
    'af-blank-without-config',
    'The application waits for a file with its settings that was not deployed, and stays white.',
    [
      application(
        `fetch('/config.json').then((r) => r.json()).then((config) => { document.getElementById('root').innerHTML = '<h1>' + config.title + '</h1>' })`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'af-blank-other-element',
    'The bundle fills an element that the document does not have, and says nothing about it.',
    [
      application(
        `const mount = document.querySelector('#app'); if (mount) mount.innerHTML = '<h1>Orders</h1><p>These are the orders of today.</p>'`,
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'af-consent-without-buttons',
    'The question about cookies covers all, and its buttons never came.',
    [
      atTop(
        '<div id="cmp" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#fff;color:#111;padding:15vh 20vw;font:18px/1.5 sans-serif"><h2 style="color:#111">We value your privacy</h2><p style="color:#111">We and our 842 partners store and access information on your device. Please choose which purposes you accept before you go on.</p><div id="cmp-buttons"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'af-dark-text-colour-on-light',
    'The colour of the text comes from the dark theme and the background from the light one.',
    [
      inHead(
        '<style>html, body, body *, body *::before, body *::after { color: #fff !important; -webkit-text-fill-color: #fff !important; background: #fff !important; border-color: #fff !important; box-shadow: none !important; text-shadow: none !important; fill: #fff !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'af-reveal-never-runs',
    'Everything is transparent until an animation begins that is not in the delivery.',
    [
      inHead(
        '<style>body > * { opacity: 0 !important; transform: translateY(40px) !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'af-page-pushed-aside',
    'The state of the open menu was left on, which pushes the whole page out of the window.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body { transform: translateX(-200vw) !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'af-no-route-matches',
    'The base path of the router is wrong: there is a header and a footer, and nothing between.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header style="padding:16px;background:#0a6c74"><a href="#" style="color:#fff">Harbour Tools</a></header><main style="min-height:70vh"></main><footer style="padding:16px;background:#eee">© 2026 Harbour Tools</footer>'; console.warn('No routes matched location "' + location.pathname + '"')`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'af-frame-is-the-whole-page',
    'The page is one frame with the preview of the builder, which does not let itself be framed.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Tools</title><style>html, body { margin: 0; height: 100% } iframe { border: 0; width: 100%; height: 100% }</style></head><body><iframe src="https://preview.${site.stranger}/p/harbour-tools" title="Harbour Tools"></iframe></body></html>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`preview.${site.stranger}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', '<h1>Harbour Tools</h1>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  unseen.review(
    'af-backdrop-left-behind',
    'The dialog was taken out of the page, and the dark layer behind it was forgotten.',
    [
      atTop(
        '<div class="modal-backdrop" style="position:fixed;inset:0;z-index:2147483647;background:#000;opacity:.9"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'af-alert-of-the-developer',
    'A message box that was used to find an error greets each visitor.',
    [bundle(`setTimeout(() => alert('here 2: [object Object]'), 300)`)],
    inBrowser,
  ),
  waiting.review(
    'af-session-check-for-ever',
    'The service for the log-in never answers, and the page waits for it before it shows anything.',
    [
      application(
        (site) =>
          `document.getElementById('root').innerHTML = ${JSON.stringify(`${turning}<p style="text-align:center">Checking your session…</p>`)}; fetch('https://login.${site.stranger}/session').then(() => { document.getElementById('root').innerHTML = '<h1>Welcome</h1>' }, () => {})`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`login.${site.stranger}`]: 'silent' }) },
  ),
  waiting.issue(
    'af-skeleton-after-500',
    'The call for the list fails on the server, the error is swallowed, and grey boxes stay.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(bones)}; fetch('/api/feed').then((r) => { if (!r.ok) throw new Error('feed'); return r.json() }).then(() => { document.getElementById('root').textContent = 'Feed' }).catch(() => {})`,
      ),
      at('/api/feed', serverError),
    ],
    inBrowser,
  ),
  waiting.review(
    'af-loader-stands-at-90',
    'The game was delivered without its data, and its bar stands at ninety percent for ever.',
    [
      whole(
        'Harbour Pilot',
        '<div style="margin:30vh auto;width:320px;text-align:center;font-family:sans-serif"><progress max="100" value="90" style="width:100%"></progress><p>Loading… 90 %</p></div>',
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'af-uploads-not-linked',
    'The link to the folder of the uploads was not made on the live server, and no product has a picture.',
    [
      atTop(
        `<div style="position:relative;z-index:99999;padding:16px;background:#fff">${[1, 2, 3, 4].map(product).join(' ')}</div>`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'af-toast-with-status-500',
    'A red box with the words of the library tells each visitor that a call has failed.',
    [
      bundle(
        `fetch('/api/announcements').then((r) => { if (r.ok) return; const box = document.createElement('div'); box.setAttribute('role', 'alert'); box.style.cssText = 'position:fixed;top:16px;right:16px;z-index:2147483647;padding:16px 24px;background:#c62828;color:#fff;font:16px sans-serif'; box.textContent = 'Request failed with status code ' + r.status; document.body.append(box) })`,
      ),
      at('/api/announcements', serverError),
    ],
    inBrowser,
  ),
  failing.issue(
    'af-client-side-exception',
    'The page is there for a second, and then the framework replaces it by its message.',
    [
      bundle(
        `setTimeout(() => { document.body.innerHTML = '<div style="font-family:system-ui,sans-serif;height:100vh;display:flex;align-items:center;justify-content:center;background:#fff;color:#000"><h2 style="font-size:14px;color:#000">Application error: a client-side exception has occurred while loading ' + location.host + ' (see the browser console for more information).</h2></div>' }, 1200)`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'af-asks-for-scripts-in-vain',
    'The bundle has another name than the document says, so that the hint for old browsers stays on the screen.',
    [
      whole(
        'Portal',
        `<div id="app"><strong>We're sorry but portal doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></div><script src="/js/chunk-vendors.8d2e6f10.js"></script><script src="/js/app.61b0c7a9.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'af-looks-for-a-new-release-for-ever',
    'The page loads itself again because the file with the release was not updated, and never stops.',
    [
      bundle(
        `const built = 'b90d113'; fetch('/version.json', { cache: 'no-store' }).then((r) => r.json()).then(({ commit }) => { if (commit !== built) location.reload() })`,
      ),
      at('/version.json', json({ commit: 'a81c2f0' }, uncached)),
    ],
    inBrowser,
  ),
]
