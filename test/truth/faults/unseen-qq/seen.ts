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
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const late = rowsOf('fails late')
const words = rowsOf('words of a broken site')

const header =
  '<header style="padding:16px;border-bottom:1px solid #ccc"><b>Kaufhaus Lindner</b> <a href="#a">Angebote</a> <a href="#k">Kontakt</a></header>'
const footer = '<footer style="padding:16px;border-top:1px solid #ccc">© Kaufhaus Lindner</footer>'
const goods = ['Teekanne', 'Gießkanne', 'Kaffeemühle', 'Brotkasten', 'Küchenwaage']
  .map(
    (one) =>
      `<article><h2>${one}</h2><p>Aus eigener Fertigung, mit zehn Jahren Garantie, sofort lieferbar.</p></article>`,
  )
  .join('')

const shown = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`

export const setQqSeen: readonly Fault[] = [
  hidden.issue(
    'qq-mount-point-renamed',
    'The application looks for another element than the page has, and does nothing without it.',
    [
      application(
        `const el = document.getElementById('app'); if (el) el.innerHTML = '<h1>Orders</h1>'`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-anti-flicker-stays',
    'The snippet against flicker waits for a service that was shut down, so the page stays invisible.',
    [
      inHead(
        `<style>.async-hide, .async-hide * { opacity: 0 !important }</style><script>document.documentElement.className += ' async-hide'</script>`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-transition-stuck',
    'The transition between routes never ends, so everything stays beside the screen.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body > * { position: relative !important; transform: translateX(-300vw) !important; transition: none !important; animation: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-root-without-height',
    'A height of 100 % of nothing, and what goes beyond it is cut off.',
    [
      application(
        shown(
          `<h1>Orders</h1><p>These are the orders of today, the newest first.</p><ul><li>4711 Ada Lovelace</li><li>4712 Grace Hopper</li></ul>`,
        ),
        '<style>#root { height: 0; overflow: hidden }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-x-cloak-stays',
    'Alpine was not loaded, so the goods stay cloaked between a header and a footer.',
    [
      whole(
        'Kaufhaus Lindner',
        `<style>[x-cloak] { display: none !important }</style>${header}<main x-data="{ open: true }" x-cloak>${goods}</main>${footer}`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-same-colour',
    'The dark theme sets the background but the colour of the text is overwritten with the same.',
    [
      inHead(
        '<style>html, body, body * { color: #121212 !important; background: #121212 !important; border-color: #121212 !important; fill: #121212 !important } img, svg, video, canvas { visibility: hidden !important }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-styles-purged',
    'The paths of the content are wrong, so the build threw every rule of its own away.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '*,:after,:before{--tw-border-spacing-x:0;--tw-border-spacing-y:0;--tw-translate-x:0;--tw-translate-y:0}',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  hidden.review(
    'qq-backdrop-stays',
    'The dialog was removed but its backdrop was not, so the page is dark and nothing can be clicked.',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed!important;inset:0!important;z-index:2147483000!important;background:#000!important;opacity:.85!important"></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'qq-turn-your-phone',
    'The hint for phones held upright covers the page on every computer too.',
    [
      atEnd(
        '<div style="position:fixed!important;inset:0!important;z-index:2147483000!important;background:#1b1b3a!important;color:#fff!important;font:28px sans-serif!important;display:flex!important;align-items:center;justify-content:center">Bitte drehen Sie Ihr Gerät ins Querformat.</div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-names-of-icons',
    'The icon font is missing, so visitors read the names of the icons.',
    [
      inHead(
        `<style>@font-face { font-family: 'Material Icons'; src: url(/fonts/MaterialIcons-Regular.woff2) format('woff2') } .material-icons { font: 24px 'Material Icons' !important; font-feature-settings: 'liga' }</style>`,
      ),
      atTop(
        '<div style="background:#fff;color:#222;padding:8px"><i class="material-icons">menu</i> <i class="material-icons">shopping_cart</i> <i class="material-icons">account_circle</i> <i class="material-icons">favorite_border</i></div>',
      ),
      at('/fonts/MaterialIcons-Regular.woff2', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'qq-masked-forward',
    'The forwarding of the registrar puts the shop into a frame, and the shop forbids to be framed.',
    [
      instead(
        (site) =>
          `<html><head><title>Blumen Peters</title></head><frameset rows="100%,*" border="0" frameborder="0"><frame src="https://shop.${site.stranger}/" name="main"></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`shop.${site.stranger}`]: () => {
          const reply = text(200, 'text/html', '<h1>Blumen Peters</h1><p>Frische Blumen</p>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  never.review(
    'qq-chargement',
    'The French page says that it loads, and its list never comes.',
    [
      application(
        `${shown('<header><h1>Nos ateliers</h1></header><main><p role="status">Chargement en cours…</p></main>')}; fetch('/api/ateliers').then((r) => r.json()).then(() => {})`,
      ),
      at('/api/ateliers', 'hang'),
    ],
    inBrowser,
  ),
  never.review(
    'qq-connecting',
    'The application waits for its socket, which is never opened.',
    [
      application(
        (site) =>
          `${shown('<h1>Dashboard</h1><p>Connecting to server…</p>')}; const s = new WebSocket('wss://rt.${site.domain}/ws'); s.onopen = () => { document.querySelector('p').textContent = 'Connected' }`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`rt.${site.domain}`]: () => 'hang' }) },
  ),
  late.issue(
    'qq-next-client-exception',
    'The page is drawn by the server, and a moment later the browser replaces it with an error.',
    [
      bundle(
        `setTimeout(() => { document.body.innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center;background:#fff;color:#000"><h2 style="font-size:14px">Application error: a client-side exception has occurred while loading ' + location.host + ' (see the browser console for more information).</h2></div>' }, 1500)`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'qq-map-went-wrong',
    'The key of the map is not allowed for this host, so the box at the top says that something went wrong.',
    [
      atTop(
        '<div style="width:600px;height:260px;background:#e5e3df;color:#222;font:14px Roboto,Arial,sans-serif;text-align:center;padding-top:90px"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'qq-enable-javascript',
    'The bundle is missing, so visitors with JavaScript are told to switch it on.',
    [
      at('/static/js/main.4f2d81c3.js', notFound),
      whole(
        'Bookings',
        `<div id="root"><p>You need to enable JavaScript to run this app.</p></div><script defer src="/static/js/main.4f2d81c3.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  words.review(
    'qq-captcha-wrong-domain',
    'The new domain was not added to the captcha, so nobody can send the form.',
    [
      atTop(
        (site) =>
          `<form style="background:#fff;color:#222;padding:12px"><label>Message <textarea name="m"></textarea></label><iframe title="reCAPTCHA" src="https://captcha.${site.stranger}/api2/anchor" width="304" height="78"></iframe><button>Send</button></form>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`captcha.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>reCAPTCHA</title></head><body><div style="color:#f00;font:12px sans-serif">ERROR for site owner: Invalid domain for site key</div></body></html>',
          ),
      }),
    },
  ),
]
