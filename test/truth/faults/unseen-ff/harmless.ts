import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  late,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const well = rowsOf('late but well')

const block = (markup: string): string =>
  `<section style="position:relative;z-index:3000;padding:20px 24px;background:#fff;color:#1d2430;font:16px/1.5 sans-serif">${markup}</section>`

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="#2f6f5e"/></svg>',
)

const items = [{ name: 'Atlas of the North' }, { name: 'Globe, 30 cm' }]

const list = atTop(block('<h2>New in the shop</h2><ul id="ff-list"><li>Loading…</li></ul>'))

const show = `(items) => {
  const list = document.getElementById('ff-list');
  list.replaceChildren();
  for (const { name } of items) {
    const item = document.createElement('li');
    item.textContent = name;
    list.append(item);
  }
}`

export const setFfHarmless: readonly Fault[] = [
  pass('ff-ok-hidden-error-bar', 'The bar for errors is in every page and hidden.', [
    atEnd(
      '<div id="blazor-error-ui" data-nosnippet style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">x</a></div>',
    ),
  ]),
  pass('ff-ok-templates', 'What a form may say later stands in the page, unseen.', [
    atEnd(
      '<template id="t-fail"><p>Something went wrong. Please try again later.</p></template><dialog><h2>Connection lost</h2><p>The server could not be reached.</p></dialog><p role="alert" hidden style="display:none">Sorry, your message could not be sent.</p>',
    ),
  ]),
  pass('ff-ok-status-page', 'A page about the state of a service, and all is well.', [
    whole(
      'Status – Millhouse Cloud',
      '<h1>All systems operational</h1><ul><li>API: Operational</li><li>Website: Operational</li><li>Payments: Operational</li></ul><h2>Past incidents</h2><h3>March 3</h3><p>Resolved: Elevated error rates and 503 responses on the API. Between 09:10 and 09:32 UTC some requests failed because the database was unavailable.</p><h3>March 2</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('ff-ok-article', 'An article about bad gateways.', [
    whole(
      'How to fix a 502 Bad Gateway in nginx',
      '<article><h1>How to fix a 502 Bad Gateway in nginx</h1><p>A proxy says <em>502 Bad Gateway</em> when the server behind it does not answer. Look into its log first: you will often find the words below.</p><pre><code>connect() failed (111: Connection refused) while connecting to upstream</code></pre><p>Then see whether the application is running, whether it listens on the port that you think, and whether the socket may be opened by the user of the proxy. In most cases a restart after a release was forgotten.</p></article>',
    ),
  ]),
  pass('ff-ok-template-lesson', 'A lesson shows what a template looks like.', [
    atTop(
      block(
        '<h2>Lists</h2><p>Write one item for each product:</p><pre><code>&lt;li v-for="item in items"&gt;{{ item.name }}&lt;/li&gt;</code></pre><p>In PHP that is <code>&lt;?php foreach ($items as $item): ?&gt;</code>.</p>',
      ),
    ),
  ]),
  pass('ff-ok-head-405', 'The page of the newsletter answers GET and not HEAD.', [
    atTop(block('<a href="/newsletter">Newsletter</a>')),
    at('/newsletter', (request) =>
      request.method === 'HEAD'
        ? { status: 405, headers: { allow: 'GET, POST' }, body: new Uint8Array() }
        : text(
            200,
            'text/html',
            '<title>Newsletter</title><h1>Newsletter</h1><p>Once a month.</p>',
          ),
    ),
  ]),
  pass('ff-ok-aborted', 'A suggestion is asked for and given up when the next key is pressed.', [
    bundle(
      `const control = new AbortController();
      fetch('/api/suggest?q=a', { signal: control.signal }).catch(() => {});
      setTimeout(() => control.abort(), 60);`,
    ),
    at('/api/suggest', 'hang'),
  ]),
  pass('ff-ok-no-favicon', 'There is no icon, and the page names none.', [
    document((html) =>
      html.replace(/<link\b[^>]*\brel=["']?(?:shortcut |apple-touch-)?icon\b[^>]*>/gi, ''),
    ),
    at('/favicon.ico', notFound),
  ]),
  pass('ff-ok-source-map', 'The map of the sources is not published.', [
    bundle('window.shopVersion = "2025.3";\n//# sourceMappingURL=app-3f2a91c0.js.map'),
    at('/assets/app-3f2a91c0.js.map', notFound),
  ]),
  pass('ff-ok-guest-401', 'A guest is not signed in, and is asked to.', [
    bundle(
      `fetch('/api/me').then((r) => { document.getElementById('ff-user').textContent = r.status === 401 ? 'Sign in' : 'My account'; });`,
    ),
    atTop(block('<button id="ff-user" type="button">Account</button>')),
    at('/api/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
  ]),
  pass('ff-ok-noscript', 'What is said to browsers without scripts.', [
    atTop(
      "<noscript><strong>We're sorry but the shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>",
    ),
  ]),
  pass('ff-ok-report-only', 'A policy is tried out, and only reports.', [
    headers({
      'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  pass('ff-ok-unknown-feature', 'The field names a feature that browsers have forgotten.', [
    headers({ 'permissions-policy': 'interest-cohort=(), document-domain=(), camera=()' }),
  ]),
  pass('ff-ok-alt-svc', 'HTTP/3 is announced.', [
    headers({ 'alt-svc': 'h3=":443"; ma=86400', 'x-cache': 'MISS', via: '1.1 varnish' }),
  ]),
  pass('ff-ok-wildcard', 'One certificate for all names of the domain.', [], {
    certificate: (site) => ({ names: [site.domain, `*.${site.domain}`] }),
  }),
  pass('ff-ok-menu', 'The card of a restaurant.', [
    whole(
      'Tandoori House – Menu',
      `<h1>Menu</h1><ul><li>Garlic nan: 3.50 €</li><li>Null Komma Null, beer without alcohol: 3.20 €</li><li>No. 404, lamb curry, very hot, 14.00 €</li><li>Fatal Chili, at your own risk: 12.00 €</li></ul>${about}`,
    ),
  ]),
  pass('ff-ok-oops-sale', 'A sale with a joke in its name.', [
    atTop(
      block(
        '<h2>Oops! We ordered too many globes</h2><p>Our mistake, your luck: 30 % off until Sunday, or until there are none left.</p>',
      ),
    ),
  ]),
  pass('ff-ok-boilers', 'A craftsman who keeps boilers in order.', [
    whole(
      'Maintenance and repair – Huber Heating',
      `<h1>Maintenance mode? That is us.</h1><p>Your boiler is down, out of order or shows error F.28? We are with you within four hours, also at weekends. Regular maintenance keeps breakdowns away: from 129 € a year.</p>${about}`,
    ),
  ]),
  pass('ff-ok-help', 'A help page explains messages that visitors have seen elsewhere.', [
    atTop(
      block(
        '<h2>Questions and answers</h2><details><summary>What does “Your session has expired” mean?</summary><p>You were away for more than 30 minutes. Sign in again, your basket is kept.</p></details><details><summary>Why was my payment declined?</summary><p>Ask your bank first.</p></details>',
      ),
    ),
  ]),
  pass('ff-ok-no-events', 'There is nothing on in winter, and the page says so.', [
    atTop(
      block(
        '<h2>Events</h2><p>There are no upcoming events at the moment. The season begins in April.</p><p>Your basket is empty.</p>',
      ),
    ),
  ]),
  pass('ff-ok-observer', 'The browser grumbles about a box that is measured while it grows.', [
    bundle(
      `const box = document.createElement('div');
      box.style = 'position:absolute;left:-9999px;width:10px;height:10px';
      document.body.append(box);
      let n = 0;
      new ResizeObserver(() => { if (n++ < 4) box.style.width = 10 + n * 10 + 'px'; }).observe(box);`,
    ),
  ]),
  pass(
    'ff-ok-language',
    'The start address sends everybody to the page of their language.',
    [
      (request, _upstream, site) =>
        request.path === '/ff-start'
          ? {
              status: 302,
              headers: { location: site.url, vary: 'Accept-Language' },
              body: new Uint8Array(),
            }
          : undefined,
    ],
    { url: (site) => `https://${site.host}/ff-start` },
  ),
  pass('ff-ok-sign-in', 'A portal for customers begins with its form.', [
    whole(
      'Sign in – Millhouse customers',
      '<main><h1>Sign in</h1><form method="post"><p><label>E-mail <input type="email" name="email" autocomplete="username"></label></p><p><label>Password <input type="password" name="password" autocomplete="current-password"></label></p><button>Sign in</button></form><p>Customers of Millhouse see their orders, invoices and returns here. You have got your access with your first order.</p></main>',
    ),
  ]),
  well.pass('ff-well-list', 'The list comes after two seconds.', [
    bundle(`fetch('/api/new').then((r) => r.json()).then(${show});`),
    list,
    at(
      '/api/new',
      late(2000, () => json(items)),
    ),
  ]),
  well.pass(
    'ff-well-retry',
    'The first call meets a server that starts, the second one is answered.',
    [
      bundle(
        `const ask = (left) => fetch('/api/new').then((r) => {
        if (r.ok) return r.json().then(${show});
        if (left > 0) setTimeout(() => ask(left - 1), 800);
      });
      ask(3);`,
      ),
      list,
      at('/api/new', (request) =>
        request.n === 1
          ? { ...serverError, status: 503, headers: uncached }
          : json(items, uncached),
      ),
    ],
  ),
  well.pass('ff-well-preloader', 'A wheel turns until the pictures are there.', [
    atTop(
      '<div id="preloader" style="position:fixed;inset:0;z-index:99999;background:#fff">Loading...</div><img src="/media/slow.svg" alt="" width="1" height="1"><script>window.addEventListener("load",function(){document.getElementById("preloader").remove()})</script>',
    ),
    at(
      '/media/slow.svg',
      late(1800, () => picture),
    ),
  ]),
  well.pass('ff-well-testing', 'The page is hidden for a second by a test of variants.', [
    inHead(
      '<style>.ab-hide body{opacity:0!important}</style><script>document.documentElement.classList.add("ab-hide");setTimeout(function(){document.documentElement.classList.remove("ab-hide")},1300)</script>',
    ),
  ]),
  well.pass('ff-well-stream', 'A part of the page comes later in the same document.', [
    atTop(
      block(
        '<div id="ff-slot"><p aria-busy="true">Loading reviews…</p></div><div hidden id="ff-S0"><h2>Reviews</h2><p>Friendly people, and a stove that is warm.</p></div><script>setTimeout(function(){var s=document.getElementById("ff-S0");document.getElementById("ff-slot").replaceChildren(...s.childNodes);s.remove()},1100)</script>',
      ),
    ),
  ]),
  well.pass(
    'ff-well-application',
    'The application asks for its settings first.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p role="progressbar">Loading… 10 %</p>';
      fetch('/config.json').then((r) => r.json()).then(({ title }) => setTimeout(() => {
        document.getElementById('root').innerHTML = '<h1>' + title + '</h1>' + ${JSON.stringify(about)} + '<p>Order 2201: sent</p><p>Order 2202: packed</p>';
      }, 900));`,
      ),
      at(
        '/config.json',
        late(900, () => json({ title: 'Orders' })),
      ),
    ],
    { tools: 'RV' },
  ),
  well.pass(
    'ff-well-styles',
    'The styles take their time.',
    [
      firstFile(
        'stylesheet',
        late(2200, (_request, reply) => reply()),
      ),
    ],
    { needs: ['stylesheet'] },
  ),
  well.pass('ff-well-countdown', 'The clock of the sale starts when its script is there.', [
    bundle(
      `setTimeout(() => { document.getElementById('ff-clock').textContent = '03:12:44'; }, 1000);`,
    ),
    atTop(block('<p>The sale ends in <b id="ff-clock">--:--:--</b></p>')),
  ]),
]
