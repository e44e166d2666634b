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
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { issue } = rowsOf('cannot be seen')
const { review } = rowsOf('never ready')

const frame = (body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta charset="utf-8"><title>Model railways</title></head><body bgcolor="#ffffcc">${body}</body></html>`,
  )

const room = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#8aa"/><circle cx="300" cy="200" r="120" fill="#c63"/></svg>',
)

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const snake = `<canvas id="field" width="480" height="480"></canvas><p>Arrow keys</p><script>
const pen = document.getElementById('field').getContext('2d')
let step = 0
function draw() {
  pen.fillStyle = '#142814'
  pen.fillRect(0, 0, 480, 480)
  pen.fillStyle = '#7c4'
  for (let part = 0; part < 9; part++) pen.fillRect(((step >> 3) + part) % 24 * 20, 240, 18, 18)
  pen.fillStyle = '#d33'
  pen.fillRect(360, 120, 18, 18)
  step++
  requestAnimationFrame(draw)
}
draw()
</script>`

const shopFront = `<shop-front></shop-front><script>
customElements.define('shop-front', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`<style>h1 { font: 32px serif }</style><h1>Books and maps</h1>${about}`)}
  }
})
</script>`

export const setAcSeen: readonly Fault[] = [
  pass(
    'ac-consent-over-the-page',
    'The question about cookies dims the page until it is answered, as the law wants it here.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.55)"><div role="dialog" aria-modal="true" aria-label="Cookies" style="position:absolute;left:0;right:0;bottom:0;padding:24px;background:#fff;color:#111"><h2>We value your privacy</h2><p>We and our partners store information on your device, such as cookies, to count visits. You can change your choice at any time.</p><button>Accept all</button> <button>Reject all</button> <button>Settings</button></div></div>',
      ),
    ],
  ),
  pass(
    'ac-country-dialog',
    'A dialog asks where parcels shall go, and the shop is behind it.',
    [
      bundle(`document.getElementById('country').showModal()`),
      atEnd(
        '<dialog id="country"><h2>Where do you live?</h2><form method="dialog"><button>Österreich</button> <button>Deutschland</button> <button>Schweiz</button> <button>Somewhere else</button></form></dialog>',
      ),
    ],
    inBrowser,
  ),
  {
    ...pass(
      'ac-bones-then-timetable',
      'Grey bars stand for the timetable for four seconds, and then it is there.',
      [
        application(`const root = document.getElementById('root')
root.innerHTML = '<h1>Fahrplan</h1><div id="list" aria-busy="true"><p>Wird geladen …</p>' + '<div class="skeleton" style="height:20px;margin:12px;background:#e4e4e4"></div>'.repeat(6) + '</div>'
fetch('/api/fahrplan').then((answer) => answer.json()).then((all) => {
  const list = document.getElementById('list')
  list.removeAttribute('aria-busy')
  list.innerHTML = '<table>' + all.map((one) => '<tr><td>' + one.at + '<td>' + one.to).join('') + '</table><p>Alle Züge halten auch am Hafen. Fahrräder fahren mit, solange Platz ist.</p>'
})`),
        at(
          '/api/fahrplan',
          late(4_000, () =>
            json([
              { at: '9:14', to: 'Lindau' },
              { at: '9:44', to: 'Bregenz' },
              { at: '10:14', to: 'Lindau' },
            ]),
          ),
        ),
      ],
      inBrowser,
    ),
    group: 'late but well',
  },
  pass(
    'ac-list-without-end',
    'The words that more is loaded stand at the end of a list, which grows when somebody comes there.',
    [
      bundle(`const feed = document.getElementById('feed')
const more = document.getElementById('more')
let page = 0
new IntersectionObserver(([entry], observer) => {
  if (!entry.isIntersecting || page === 5) return
  page++
  fetch('/api/feed?page=' + page).then((answer) => answer.json()).then((all) => {
    feed.insertAdjacentHTML('beforeend', all.map((one) => '<li>' + one + '</li>').join(''))
    if (page === 5) return more.remove()
    observer.unobserve(more)
    observer.observe(more)
  })
}).observe(more)`),
      atEnd(
        `<ol id="feed">${'<li style="padding:12px">A letter from a reader, and what we answered.</li>'.repeat(30)}</ol><p id="more" role="status">Loading more…</p>`,
      ),
      at(
        '/api/feed',
        json(
          Array.from({ length: 40 }, (_, n) => `Letter ${n + 1} from a reader`),
          uncached,
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'ac-white-on-a-dark-picture',
    'White words stand on a dark picture, which a person reads well whatever the colour below it is.',
    [
      atTop(
        '<div style="padding:80px 24px;color:#fff;background:#fff linear-gradient(#0b1d2a,#1f4a5f)"><p style="color:#fff;font-size:28px">The lake at night: photographs by the members of the club, until the end of May.</p></div>',
      ),
    ],
  ),
  pass('ac-game-on-a-canvas', 'A game is drawn, not written, and two words are enough for it.', [
    whole('Snake', snake),
  ]),
  pass(
    'ac-page-of-components',
    'All that a visitor reads is inside of web components.',
    [whole('Books and maps', shopFront)],
    inBrowser,
  ),
  pass('ac-frames-of-1999', 'The club still has its page of two frames, and both are there.', [
    instead(
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN" "http://www.w3.org/TR/html4/frameset.dtd"><html><head><title>Model railways</title></head><frameset cols="200,*" border="0"><frame src="/club-menu.html" name="menu"><frame src="/club-rooms.html" name="main"><noframes><body><p>This page uses frames. <a href="/club-rooms.html">Go to our rooms</a></p></body></noframes></frameset></html>',
    ),
    at('/club-menu.html', frame('<a href="/club-rooms.html" target="main">Our rooms</a>')),
    at('/club-rooms.html', frame(`<h1>Our rooms</h1>${about}`)),
  ]),
  pass(
    'ac-curtain-drawn-back',
    'The curtain that says that the page loads is still in the document, but nobody sees it any more.',
    [
      atEnd(
        '<div class="page-loading" aria-hidden="true" style="position:fixed;inset:0;z-index:9999;background:#fff;opacity:0;visibility:hidden;pointer-events:none"><p>Loading…</p></div>',
      ),
    ],
  ),
  pass(
    'ac-pictures-when-they-are-near',
    'Pictures far down are grey until somebody scrolls to them.',
    [
      bundle(`const near = new IntersectionObserver((all) => {
  for (const { isIntersecting, target } of all) if (isIntersecting) { target.src = target.dataset.src; near.unobserve(target) }
})
document.querySelectorAll('img[data-src^="/images/room-"]').forEach((one) => near.observe(one))`),
      atEnd(
        `<section style="margin-top:1800px">${[1, 2, 3].map((n) => `<img src="${dot}" data-src="/images/room-${n}.svg" alt="Room ${n}" width="600" height="400" style="background:#ddd">`).join('')}</section>`,
      ),
      everyAsset(/^\/images\/room-\d\.svg$/, room),
    ],
    inBrowser,
  ),
  issue(
    'ac-test-hides-the-page',
    'The page is hidden until the test of two versions has chosen one, and the tool for that was cancelled.',
    [inHead('<style>html:not(.variant-chosen) { opacity: 0 !important }</style>')],
    inBrowser,
  ),
  issue(
    'ac-menu-pushed-everything-out',
    'The class of the open menu stays on, so that the whole page is beside the screen.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body { transform: translateX(105vw) !important }</style>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-half-a-dark-mode',
    'Words became white for the dark mode, and what is behind them stayed white.',
    [
      inHead(
        '<style>html *, html *::before, html *::after { color: #fdfdfd !important; background: #fff !important; text-shadow: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-everything-folded',
    'A rule for folded answers lost its class and folds each part of the page.',
    [
      inHead(
        '<style>body > * { display: block !important; max-height: 0 !important; min-height: 0 !important; padding: 0 !important; margin: 0 !important; border: 0 !important; overflow: hidden !important }</style>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-guard-against-frames',
    'The page hides itself against being framed, and the condition that shows it again was written the wrong way round.',
    [
      inHead(
        `<style id="antiClickjack">body { display: none !important }</style><script>if (self !== top) { document.getElementById('antiClickjack').remove() }</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-update-reloads-for-ever',
    'The page reloads itself because its version is not the newest, and gets the same version from the cache again.',
    [
      bundle(
        `const version = '4.1.0'
fetch('/version.json').then((answer) => answer.json()).then(({ latest }) => { if (latest !== version) setTimeout(() => location.reload(), 400) })`,
      ),
      at('/version.json', json({ latest: '4.2.0' }, uncached)),
    ],
    inBrowser,
  ),
  issue(
    'ac-alert-of-the-table',
    'The first thing that a visitor gets is a box with a warning of the library for tables.',
    [
      bundle(
        `fetch('/api/table').then((answer) => answer.json()).catch(() => alert('DataTables warning: table id=offers - Invalid JSON response. For more information about this error, please see https://datatables.net/tn/1'))`,
      ),
      at(
        '/api/table',
        text(
          200,
          'text/html; charset=utf-8',
          '<br />\n<b>Notice</b>:  Undefined variable: rows in <b>/var/www/shop/ajax/table.php</b> on line <b>14</b><br />\n[]',
        ),
      ),
    ],
    inBrowser,
  ),
  review(
    'ac-stuck-at-ninety',
    'The bar of the loader stops at ninety per cent because the data of the game never come.',
    [
      application(`document.getElementById('root').innerHTML = '<div id="unity-loading-bar" style="width:300px;margin:220px auto;text-align:center"><progress max="100" value="90" aria-label="Loading"></progress><p>Loading 90 %</p></div>'
fetch('/Build/web.data').then((answer) => answer.arrayBuffer()).then(() => document.getElementById('unity-loading-bar').remove())`),
      at('/Build/web.data', 'hang'),
    ],
    inBrowser,
  ),
]
