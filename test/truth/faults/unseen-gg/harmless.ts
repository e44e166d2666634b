import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

const page = (title: string, words: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${words}</main></body></html>`,
  )

/** A German page in ISO-8859-1, as both its header and its markup declare. */
const latin1: Interceptor = (request) =>
  request.isPage
    ? {
        ...text(200, 'text/html; charset=iso-8859-1', ''),
        body: new Uint8Array(
          Buffer.from(
            '<!doctype html><html lang="de"><head><meta charset="iso-8859-1"><title>Buchhandlung Müller</title></head><body><main><h1>Buchhandlung Müller</h1><p>Wir öffnen dienstags bis samstags. Größere Bestellungen für Schulen führen wir gern aus, auch über die Straße hinweg.</p></main></body></html>',
            'latin1',
          ),
        ),
      }
    : undefined

const harmless: readonly Fault[] = [
  pass('gg-head-looks-for-index', 'The search only shows where its index exists: it asks first.', [
    bundle(`fetch('/search/index-v2.json', { method: 'HEAD' }).then(function (answer) {
  document.documentElement.dataset.search = answer.ok ? 'local' : 'none'
})`),
  ]),
  pass(
    'gg-options-looks-for-dav',
    'The file view asks whether there is WebDAV, and there is none.',
    [
      bundle(`fetch('/dav/', { method: 'OPTIONS' }).then(function (answer) {
  if (answer.headers.has('dav')) document.documentElement.dataset.dav = answer.headers.get('dav')
})`),
      at('/dav/', notFound),
    ],
  ),
  pass('gg-tutorial-localhost', 'The tutorial tells where the development server is.', [
    atTop(
      '<article><h2>Run it on your computer</h2><p>Start the server with <code>npm run dev</code> and open <code>http://localhost:5173/</code>. To see whether it is well, call <code>curl -i http://127.0.0.1:8080/healthz</code>. In a container, listen on <code>0.0.0.0:8080</code>; your database is at <code>postgres://app@10.0.0.5:5432/app</code>.</p></article>',
    ),
  ]),
  pass('gg-console-notices', 'A licence, a piece of advice and a warning for the curious.', [
    bundle(`console.log('%cStop!', 'color:red;font-size:48px;font-weight:bold')
console.log('This is a feature of the browser for developers. If someone told you to copy something here, it is a scam.')
console.info('GridKit Community 31.2 — MIT licence. Enterprise features are not part of this build.')
console.warn('PhotoFrame 4 is in maintenance mode. Consider PhotoFrame 5: https://photoframe.example/migrate')`),
  ]),
  pass('gg-article-on-database-errors', 'An article explains an error of other sites.', [
    atTop(
      '<article><h2>What “Error establishing a database connection” means</h2><p>The message appears when WordPress cannot reach MySQL. Check the four constants in wp-config.php first. A <code>502 Bad Gateway</code> or a <code>504 Gateway Time-out</code> instead points at PHP-FPM; “Briefly unavailable for scheduled maintenance” means that a file called .maintenance was left behind.</p></article>',
    ),
  ]),
  pass(
    'gg-avatar-falls-back',
    'Who has no picture is shown by the first letters of the name.',
    [
      atTop(
        ({ domain }) =>
          `<p><img src="https://avatars.${domain}/5f1c0a?s=40&amp;d=404" alt="" width="40" height="40" onerror="this.replaceWith('MK')"> Written by Mira Kern</p>`,
      ),
    ],
    {
      hosts: ({ domain }) => ({
        [`avatars.${domain}`]: () => text(404, 'text/plain; charset=utf-8', '404 Not Found'),
      }),
    },
  ),
  pass('gg-typing-cancels', 'Each letter cancels the search for the one before.', [
    bundle(`(function () {
  var before
  var ask = function (words) {
    if (before) before.abort()
    before = new AbortController()
    fetch('/search/suggest?q=' + words, { signal: before.signal }).then(function (answer) { return answer.json() }).then(function (found) {
      document.documentElement.dataset.found = found.length
    }).catch(function (error) { if (error.name !== 'AbortError') throw error })
  }
  ask('m')
  setTimeout(function () { ask('ma') }, 80)
  setTimeout(function () { ask('map') }, 160)
})()`),
    late(300, at('/search/suggest', json(['maps', 'map of the valley'], uncached))),
  ]),
  pass('gg-nobody-signed-in', 'The page asks who is signed in, and nobody is.', [
    bundle(`fetch('/api/session').then(function (answer) {
  document.getElementById('gg-who').textContent = answer.status === 401 ? 'Sign in' : 'My account'
})`),
    at('/api/session', { ...json({ authenticated: false }), status: 401 }),
    atTop('<p><a id="gg-who" href="#">Account</a></p>'),
  ]),
  pass('gg-code-samples', 'A comparison of template languages shows how they look.', [
    atTop(
      `<article><h2>Loops in four template languages</h2><pre><code>{% for item in items %}{{ item.title }}{% endfor %}</code></pre><pre><code>&lt;?php foreach ($items as $item): ?&gt;&lt;?= $item-&gt;title ?&gt;&lt;?php endforeach ?&gt;</code></pre><pre><code>&lt;% @items.each do |item| %&gt;&lt;%= item.title %&gt;&lt;% end %&gt;</code></pre><pre><code>{{#each items}}{{title}}{{/each}}</code></pre></article>`,
    ),
  ]),
  pass('gg-hidden-error-parts', 'What is shown after an error is in the page, and hidden.', [
    atEnd(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="#">Reload</a></div><template id="gg-failed"><h2>Something went wrong</h2><p>Internal Server Error</p></template><p role="alert" style="display:none">Failed to load. Please try again later.</p>',
    ),
  ]),
  pass('gg-policy-on-trial', 'A stricter policy is tried out and only reported.', [
    headers({ 'content-security-policy-report-only': "default-src 'self'; object-src 'none'" }),
    atEnd('<script>document.documentElement.dataset.started = "yes"</script>'),
  ]),
  pass('gg-link-without-head', 'The page of the offer is well; it only does not know HEAD.', [
    at('/offer-of-the-week', ({ method }) =>
      method === 'HEAD'
        ? {
            status: 405,
            headers: { allow: 'GET', 'content-type': 'text/plain' },
            body: new Uint8Array(),
          }
        : page('Offer of the week', about),
    ),
    atTop('<nav><a href="/offer-of-the-week">Offer of the week</a></nav>'),
  ]),
  pass('gg-link-to-members', 'Who is not signed in gets to the form first.', [
    at('/members/area', {
      status: 302,
      headers: { location: '/members/sign-in?next=%2Fmembers%2Farea' },
      body: new Uint8Array(),
    }),
    at('/members/sign-in', page('Sign in', '<form><label>Name <input></label></form>')),
    atTop('<nav><a href="/members/area">For members</a></nav>'),
  ]),
  pass('gg-builders-under-construction', 'A builder shows what is being built.', [
    whole(
      'Under construction | Kern & Sons, Builders',
      '<header><h1>Kern &amp; Sons, Builders</h1></header><main><h2>Under construction</h2><p>These houses are being built by us this year. Visitors are welcome on the sites on Fridays.</p><h3>Library, Mill Lane</h3><p>Three floors of brick for 40,000 books. The roof is closed, the stairs are coming soon.</p><h3>School, Harbour Street</h3><p>Twelve classrooms around a yard. Maintenance of the old wing goes on until May.</p></main><footer>Kern &amp; Sons, Harbour Street 9</footer>',
    ),
  ]),
  pass('gg-status-of-the-past', 'The page of the state tells of trouble that is over.', [
    whole(
      'Status',
      '<main><h1>All systems operational</h1><ul><li>Website: operational</li><li>Orders: operational</li></ul><h2>Past incidents</h2><h3>12 March</h3><p><strong>Resolved</strong> – Orders failed with “503 Service Unavailable” for eleven minutes after a database connection error. The cause was a full disk.</p><h3>2 February</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('gg-phones-on-sunday', 'A notice tells of work on the telephones.', [
    atTop(
      '<p role="note" style="padding:8px;background:#eef3fb;color:#123">Our telephone system is being renewed on Sunday from 2 to 4 o’clock. The website and orders are not affected.</p>',
    ),
  ]),
  pass('gg-hidden-by-design', 'A link for the keyboard, a drawer and three slides wait unseen.', [
    atTop(
      `<a href="#gg-content" style="position:absolute;left:-9999px">Skip to content</a><aside aria-hidden="true" style="position:fixed;top:0;left:0;width:280px;height:100%;transform:translateX(-100%);background:#fff;color:#000"><p>Menu</p></aside><section id="gg-content" style="position:relative;height:72px"><p style="position:absolute">Maps of the valley, new in March</p><p style="position:absolute;opacity:0">Globes, half price</p><p style="position:absolute;opacity:0">Atlases for children</p></section>`,
    ),
  ]),
  pass('gg-shirt-404', 'A shop sells shirts with jokes of programmers.', [
    whole(
      'Shirts for people who code',
      '<header><h1>Shirts for people who code</h1></header><main><h2>404 Not Found</h2><p>Black cotton, white letters. 24.00 €</p><h2>Undefined is not a function</h2><p>Grey, with long sleeves. 29.00 €</p><h2>Internal Server Error</h2><p>For those who had a bad day. Blue, 24.00 €</p><h2>It works on my machine</h2><p>Our best seller since 2011. 24.00 €</p></main><footer>We ship from Tuesday to Saturday.</footer>',
    ),
  ]),
  pass('gg-latin1-rightly', 'An old page in an old charset is read as it should be.', [latin1]),
  pass('gg-stream-ends-well', 'The page takes one number from a stream and closes it.', [
    bundle(`(function () {
  var visitors = new EventSource('/stream/visitors')
  visitors.onmessage = function (event) {
    visitors.close()
    document.documentElement.dataset.visitors = event.data
  }
})()`),
    at('/stream/visitors', {
      status: 200,
      headers: { 'content-type': 'text/event-stream', ...uncached },
      body: new TextEncoder().encode('retry: 10000\ndata: 14\n\n'),
    }),
  ]),
  pass('gg-cookie-once', 'The first visit sets a cookie and goes round once.', [
    (request, _upstream, site) =>
      request.isPage && !request.url.searchParams.has('first')
        ? {
            status: 302,
            headers: {
              location: `${site.url}?first=1`,
              'set-cookie': 'seen=1; Path=/; Secure; HttpOnly; SameSite=Lax',
              ...uncached,
            },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
]

const lateRows: readonly Fault[] = [
  slow.pass(
    'gg-second-try-is-well',
    'The first call meets a restart, the second one is answered.',
    [
      bundle(`(function () {
  var ask = function (left) {
    return fetch('/api/stock').then(function (answer) {
      if (answer.ok) return answer.json()
      if (left > 0) return new Promise(function (go) { setTimeout(go, 500) }).then(function () { return ask(left - 1) })
      throw new Error('no stock')
    })
  }
  ask(3).then(function (stock) { document.getElementById('gg-stock').textContent = stock.maps + ' maps in stock' })
})()`),
      at('/api/stock', ({ n }) =>
        n === 1
          ? { ...json({ message: 'starting' }, uncached), status: 503 }
          : json({ maps: 214 }, uncached),
      ),
      atTop('<p id="gg-stock">Maps in stock: …</p>'),
    ],
  ),
  slow.pass('gg-curtain-rises', 'A curtain with a spinner is gone after a second and a half.', [
    bundle(`setTimeout(function () { document.getElementById('gg-curtain').remove() }, 1500)`),
    atEnd(
      '<div id="gg-curtain" style="position:fixed;inset:0;z-index:100000;background:#fff;color:#333;text-align:center;padding-top:40vh">Loading…</div>',
    ),
  ]),
  slow.pass(
    'gg-orders-after-two-seconds',
    'The application waits for a slow answer and is there.',
    [
      application(`(function () {
  var root = document.getElementById('root')
  root.innerHTML = '<p role="status">Loading orders…</p>'
  fetch('/api/orders').then(function (answer) { return answer.json() }).then(function (orders) {
    root.innerHTML = '<h1>Orders</h1><ul></ul>'
    orders.forEach(function (order) {
      var line = document.createElement('li')
      line.textContent = order.no + ': ' + order.what + ', ' + order.state
      root.lastChild.append(line)
    })
  })
})()`),
      late(
        2000,
        at(
          '/api/orders',
          json([
            { no: 4471, what: 'Map of the valley', state: 'sent on Tuesday' },
            { no: 4472, what: 'Globe, 30 cm', state: 'being packed' },
            { no: 4473, what: 'Atlas for children', state: 'ordered from the publisher' },
          ]),
        ),
      ),
    ],
  ),
  slow.pass('gg-skeleton-replaced', 'Grey boxes are replaced by the dates.', [
    bundle(`fetch('/api/dates').then(function (answer) { return answer.json() }).then(function (dates) {
  var place = document.getElementById('gg-dates')
  place.removeAttribute('aria-busy')
  place.textContent = dates.join(', ')
})`),
    late(1400, at('/api/dates', json(['Reading, 4 May', 'Concert, 11 May', 'Market, 18 May']))),
    atTop(
      '<section><h2>Dates</h2><div id="gg-dates" aria-busy="true"><div class="skeleton" style="height:20px;background:#ddd"></div></div></section>',
    ),
  ]),
  slow.pass('gg-page-fades-in', 'The whole page fades in within a second.', [
    inHead(
      '<style>@keyframes gg-fade{from{opacity:0}to{opacity:1}}body{animation:gg-fade .8s ease-out .4s both}</style>',
    ),
  ]),
  slow.pass('gg-plan-comes-late', 'A large drawing needs two seconds.', [
    late(
      2000,
      at(
        '/media/plan-of-the-house.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="480" height="240" fill="#dfe7d8"/><path d="M40 40h180v160H40zM240 40h200v160H240z" fill="none" stroke="#333" stroke-width="4"/></svg>',
        ),
      ),
    ),
    atTop(
      '<img src="/media/plan-of-the-house.svg" alt="Plan of the house" width="480" height="240">',
    ),
  ]),
]

export const setGgHarmless: readonly Fault[] = [...harmless, ...lateRows]
