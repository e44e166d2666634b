import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  inHead,
  instead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')

const style = (rules: string) => inHead(`<style>${rules}</style>`)

/** Style of an element that covers the whole viewport. */
const front = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647'

const section = (content: string) =>
  atTop(
    `<section style="position:relative;z-index:99999;padding:24px;background:#fff;color:#222">${content}</section>`,
  )

export const setAdSeen: readonly Fault[] = [
  unseen.issue(
    'ad-hidden-until-fonts-come',
    'The page is hidden until a font service reports, and that service does not know us any more.',
    [
      inHead(
        (site) =>
          `<style>html:not(.wf-active) body, html:not(.wf-active) body * { visibility: hidden !important }</style><script async src="https://use.${site.stranger}/hzl4mqv.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ad-cloak-stays-on',
    'The cloak comes off when the application is mounted, which fails without a word.',
    [
      style('body:not(.app-mounted) { display: none !important }'),
      bundle(
        `try { window.shopConfig.mount(); document.body.classList.add('app-mounted') } catch {}`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ad-empty-consent-layer',
    'The layer for consent covers everything, and its text and buttons were blocked.',
    [atTop(`<div id="cmp-wrapper" role="dialog" style="${front};background:#fff"></div>`)],
    inBrowser,
  ),
  unseen.review(
    'ad-backdrop-without-dialog',
    'The dialog was closed and its dark backdrop is still there, so that nothing can be clicked.',
    [atTop(`<div class="modal-backdrop show" style="${front};background:rgba(0,0,0,.8)"></div>`)],
    inBrowser,
  ),
  unseen.issue(
    'ad-chat-covers-everything',
    'The frame of the chat fills the window with the error page of its maker.',
    [
      atTop(
        (site) =>
          `<iframe title="Chat" src="https://chat.${site.stranger}/widget/8812" style="${front};background:#fff"></iframe>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`chat.${site.stranger}`]: () => notFound }) },
  ),
  unseen.issue(
    'ad-white-on-white',
    'The dark theme has set its white text and not its dark ground.',
    [
      style(
        'html, body, body * { color: #fff !important; background: #fff !important; border-color: #fff !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ad-pushed-aside-by-menu',
    'The page stays where the open menu has pushed it, which is outside of the window.',
    [
      style(
        'html { overflow: hidden !important } body { transform: translateX(-150vw) !important; overflow: hidden !important }',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ad-emptied-by-its-own-catch',
    'The front end catches its mistake, logs it, and leaves a white page.',
    [
      bundle(
        `setTimeout(() => { try { JSON.parse(sessionStorage.getItem('state') ?? '') } catch (error) { console.error('render failed', error); document.body.replaceChildren() } }, 1200)`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ad-frame-of-registrar',
    'The domain shows our shop in a frame, and the shop has forbidden frames since an update.',
    [
      instead(
        (site) =>
          `<html><head><title>${site.domain}</title></head><frameset rows="100%,*" border="0"><frame src="https://www.${site.stranger}/" frameborder="0" noresize></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`www.${site.stranger}`]: () => ({
          ...text(200, 'text/html', '<h1>Shop</h1>'),
          headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  unseen.review(
    'ad-lazy-pictures-never-come',
    'The pictures wait for a library that was removed with the old theme.',
    [
      section(
        `<h2>Our rooms</h2>${[1, 2, 3, 4].map((one) => `<img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/rooms/${one}.jpg" alt="Room ${one}" width="240" height="160" style="background:#eee">`).join(' ')}`,
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'ad-names-of-icons',
    'The font of the icons was not uploaded, and visitors read the names of icons.',
    [
      style(
        "@font-face { font-family: 'Material Icons'; src: url(/fonts/MaterialIcons-Regular.woff2) format('woff2') } .material-icons { font: 24px 'Material Icons' }",
      ),
      section(
        '<span class="material-icons">shopping_cart</span> <span class="material-icons">account_circle</span> <span class="material-icons">menu</span>',
      ),
      at('/fonts/MaterialIcons-Regular.woff2', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-blazor-not-published',
    'The folder with the framework was not published, and the page says that it loads for ever.',
    [
      whole(
        'Lager',
        '<div id="app">Loading...</div><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="/_framework/blazor.webassembly.js"></script>',
      ),
      at('/_framework/blazor.webassembly.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-reloads-for-its-version',
    'The page finds that it is old and reloads itself, and gets the same old page each time.',
    [bundle(`setTimeout(() => { if (window.BUILD !== '2024.11.2') location.reload() }, 400)`)],
    inBrowser,
  ),
  scripts.review(
    'ad-alert-of-developer',
    'A box that somebody used to look for a mistake greets every visitor.',
    [bundle(`alert('test 2: undefined')`)],
    inBrowser,
  ),
  never.review(
    'ad-reading-in-japanese',
    'All that the page ever says, in Japanese, is that it is reading.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p>読み込み中です。しばらくお待ちください…</p>'; fetch('/api/shops')`,
      ),
      at('/api/shops', 'hang'),
    ],
    inBrowser,
  ),
  never.review(
    'ad-dates-never-come',
    'The page is there, and the part with the dates of the concerts still says that it loads.',
    [
      bundle(`fetch('/api/termine').then((r) => r.json())`),
      section('<h2>Konzerte</h2><p aria-busy="true">Termine werden geladen …</p>'),
      at('/api/termine', 'hang'),
    ],
    inBrowser,
  ),
  unseen.review(
    'ad-asks-for-an-old-browser',
    'The test of the browser is from 2012 and turns everybody away.',
    [
      whole(
        'Unsupported browser',
        '<h1>Your browser is not supported</h1><p>This site needs Internet Explorer 8 or later. Please update your browser to continue.</p>',
      ),
    ],
    inBrowser,
  ),
]
