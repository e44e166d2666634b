import { application, at, atEnd, atTop, bundle, type Fault, inHead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const broken = rowsOf('fails late')

const style = (rules: string) => inHead(`<style>${rules}</style>`)

/** A transparent pixel, as libraries put in place of an image. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const unityBar =
  '<div id="unity-container" style="position:relative;width:960px;height:600px;margin:40px auto;background:#231f20"><canvas id="unity-canvas" width="960" height="600"></canvas><div id="unity-loading-bar" style="position:absolute;left:50%;top:50%;transform:translate(-50%,-50%)"><div id="unity-progress-bar-empty" style="width:141px;height:18px;background:#444"><div id="unity-progress-bar-full" role="progressbar" aria-valuenow="90" aria-valuemin="0" aria-valuemax="100" style="width:90%;height:18px;background:#fff"></div></div></div></div>'

export const setTtSeen: readonly Fault[] = [
  hidden.issue(
    'tt-waits-for-fonts-class',
    'The page is transparent until a script has set a class, and the script is not part of the page any more.',
    [style('body:not(.fonts-loaded) { opacity: 0 !important }')],
    inBrowser,
  ),
  hidden.issue(
    'tt-guard-against-frames',
    'The guard against framing hides the page, and the lines that show it again were lost.',
    [inHead('<style id="antiClickjack">body { display: none !important; }</style>')],
    inBrowser,
  ),
  hidden.issue(
    'tt-ink-of-paper',
    'Half of the dark theme is there: all words are white on white.',
    [
      style(
        'html, body, body * { color: #fff !important; background: #fff !important; -webkit-text-fill-color: #fff !important }',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-menu-pushes-page-away',
    'The state of the open side menu is in the markup, and moves the whole page off the screen.',
    [
      style(
        'html { overflow-x: hidden !important } body { transform: translateX(-120vw) !important }',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-chat-covers-page',
    'The empty frame of the chat lies over the whole window.',
    [
      atEnd(
        '<iframe id="chat-widget" title="Chat" src="about:blank" style="position:fixed!important;inset:0!important;width:100vw!important;height:100vh!important;border:0!important;background:#fff!important;z-index:2147483647!important"></iframe>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-letters-of-one-pixel',
    'The script that reckons the size of the letters divides by the wrong number.',
    [
      style(
        'html body, html body * { font-size: 1px !important; line-height: 1px !important; letter-spacing: 0 !important }',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-blurred-for-age',
    'The page stays blurred because the question for the age never comes up.',
    [style('body { filter: blur(16px) !important }')],
    inBrowser,
  ),
  hidden.review(
    'tt-backdrop-left',
    'The dark layer of a dialog is left over the page, and there is no dialog to close.',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed!important;inset:0!important;z-index:2147483000!important;background:#000!important;opacity:.86!important"></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'tt-scroll-locked',
    'A dialog that is no longer there has locked the page: only its first screen can be seen.',
    [
      style(
        'html, body { overflow: hidden !important; height: 100vh !important } body { position: fixed !important; width: 100% !important }',
      ),
      atEnd(`<section><h2>About the house</h2>${about.repeat(30)}</section>`),
    ],
    inBrowser,
  ),
  hidden.review(
    'tt-pictures-never-swapped',
    'The library that loads pictures on demand is gone, and the gallery is a row of empty places.',
    [
      atTop(
        `<section style="background:#fff;padding:12px"><h2>Our rooms</h2>${[1, 2, 3, 4, 5, 6]
          .map(
            (one) =>
              `<img class="lazyload" src="${dot}" data-src="/rooms/${one}.jpg" alt="Room ${one}" width="300" height="200">`,
          )
          .join(' ')}</section>`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-root-has-another-name',
    'The application looks for an element that the document does not have, and nothing is drawn.',
    [
      application(
        `const container = document.getElementById('app')\nif (!container) throw new Error('Minified React error #299; visit https://react.dev/errors/299 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'tt-application-without-script',
    'The document names the script of another release, and the window stays white.',
    [
      whole(
        'Kundenportal',
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
        {
          lang: 'de',
          head: '<script defer="defer" src="/static/js/main.5d0c2f71.js"></script>',
        },
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'tt-no-route-matches',
    'The router knows no part for this address: there are a head and a foot, and nothing between.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header style="padding:16px;background:#123;color:#fff"><a href="/" style="color:#fff">Fjord Tours</a></header><main style="min-height:75vh"></main><footer style="padding:16px">© 2026 Fjord Tours AS</footer>'; console.warn('No routes matched location "' + location.pathname + '"')`,
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'tt-chargement-for-ever',
    'It says in French that it is loading, and does so for ever.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p style="margin:120px;text-align:center">Chargement en cours…</p>'; fetch('/api/session')`,
      ),
      at('/api/session', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'tt-game-at-ninety',
    'The bar of the game stays at nine tenths, because the big file never comes.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(unityBar)}; fetch('/Build/WebGL.data.br').catch(() => {})`,
      ),
      at('/Build/WebGL.data.br', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'tt-list-waits-under-head',
    'The head of the page is there, and under it stands in Japanese that the list is being read, for ever.',
    [
      application(
        `document.documentElement.lang = 'ja'; document.getElementById('root').innerHTML = '<header><h1>青空書店</h1><nav><a href="/">ホーム</a> <a href="/?c=1">新刊</a></nav></header><main><h2>新刊一覧</h2><p role="status">読み込み中です。しばらくお待ちください…</p></main>'; fetch('/api/books')`,
      ),
      at('/api/books', 'hang'),
    ],
    inBrowser,
  ),
  broken.issue(
    'tt-client-exception',
    'Two seconds after its start the application fails, and its framework says so in the page’s place.',
    [
      bundle(
        `setTimeout(() => { const message = document.createElement('h2'); message.textContent = 'Application error: a client-side exception has occurred while loading ' + location.host + ' (see the browser console for more information).'; message.style.cssText = 'margin:40vh 24px;font:500 14px/28px system-ui;color:#000;text-align:center'; document.body.style.background = '#fff'; document.body.replaceChildren(message) }, 2000)`,
      ),
    ],
    inBrowser,
  ),
]
