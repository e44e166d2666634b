import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
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

const part = (title: string, inner: string) =>
  `<section style="position:relative;z-index:5;padding:24px;background:#fff;color:#1c1c1c"><h2>${title}</h2>${inner}</section>`

const pageNamed = (title: string, body = '<p>Everything about it.</p>') =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`,
  )

/** A document that may be framed. */
const framed = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: new TextEncoder().encode(`<!doctype html><meta charset="utf-8"><title>Chat</title>${body}`),
})

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#2a7"/><circle cx="160" cy="100" r="60" fill="#fc3"/></svg>',
)

export const setDdHarmless: readonly Fault[] = [
  pass(
    'dd-article-502',
    'It is an article for beginners about an error, and nothing is wrong with it.',
    [
      whole(
        'How to fix “502 Bad Gateway” on nginx',
        `<article><h1>How to fix “502 Bad Gateway” on nginx</h1><p>Last week a reader wrote to us that his shop answered with <em>502 Bad Gateway</em> every night at three. The message means that nginx got no usable answer from the program behind it. Here is how we found the reason, step by step.</p><h2>Read the log first</h2><pre><code>connect() failed (111: Connection refused) while connecting to upstream</code></pre><p>The line says that nobody listened on the port. A nightly backup stopped PHP, and nobody started it again.</p><h2>What visitors see</h2><p>Some see “Error establishing a database connection” instead, which has another cause that we describe in the next part.</p>${about}</article>`,
      ),
    ],
  ),
  pass('dd-werkstatt', 'We repair cars, and the word is part of our trade.', [
    atTop(
      part(
        'Fehlerspeicher auslesen',
        '<p>Leuchtet die Motorkontrollleuchte? Wir lesen den Fehlerspeicher aus, erklären jeden Fehlercode und sagen Ihnen, was die Reparatur kostet. Auch wenn der Wagen nicht mehr startet oder die Batterie ausgefallen ist: Anruf genügt.</p>',
      ),
    ),
  ]),
  pass('dd-portuguese-tilde', 'It is correct Portuguese in capitals.', [
    atTop(
      part(
        'AMANHÃ DE MANHÃ',
        '<p>FEIRA DE ARTESÃS DE SÃO JOÃO: LÃ, MAÇÃ E AVELÃ. A IRMÃ ESTÁ À ESPERA NO SALÃO. ENTRADA GRÁTIS PARA ALEMÃS E ALEMÃES.</p>',
      ),
    ),
  ]),
  pass(
    'dd-blazor-bar-hidden',
    'The bar is in every Blazor page, and it is hidden while all is well.',
    [
      inHead('<style>#blazor-error-ui{display:none;position:fixed;bottom:0;width:100%}</style>'),
      atEnd(
        '<div id="blazor-error-ui" data-nosnippet>An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
  ),
  pass('dd-dialogs-closed', 'The dialogs are for later, and closed.', [
    atEnd(
      '<dialog id="dd-expired"><h2>Session expired</h2><p>Your session has expired. Please log in again.</p></dialog><div class="offline-notice" hidden>You are offline. Some content could not be loaded.</div>',
    ),
  ]),
  pass('dd-form-messages', 'The messages of the form show only after a mistake.', [
    atEnd(
      part(
        'Newsletter',
        '<form action="#"><label>E-mail <input type="email" name="email" required></label> <button type="button">Subscribe</button><p class="error" style="display:none">Something went wrong. Please try again later.</p><p class="success" style="display:none">Thank you!</p></form>',
      ),
    ),
  ]),
  pass('dd-templates-in-place', 'The braces are in templates, where they belong.', [
    atEnd(
      '<template id="dd-row"><tr><td>{{ name }}</td><td>{{ price }}</td></tr></template><script type="text/x-handlebars-template" id="dd-card">{{#each items}}<div>{{this.title}} undefined NaN</div>{{/each}}</script>',
    ),
  ]),
  pass('dd-helm-docs', 'The page explains templates, with code.', [
    atTop(
      part(
        'Values of the chart',
        '<p>The image is made of two values, and the tag defaults to the version of the chart:</p><pre><code>image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"\n{{- if .Values.ingress.enabled }}\nkind: Ingress\n{{- end }}</code></pre>',
      ),
    ),
  ]),
  pass('dd-planned-work', 'It tells customers of work next month.', [
    atTop(
      '<div role="status" style="position:relative;z-index:5;background:#e8f1ff;color:#123;padding:10px">Planned maintenance: on Sunday, 14 June, from 2 to 4 a.m. orders cannot be placed. All other days we are here as usual.</div>',
    ),
  ]),
  pass('dd-status-history', 'All is well on our status page, the incidents are old.', [
    whole(
      'Status – Parcelio',
      '<h1>All systems operational</h1><table><tr><td>API</td><td>Operational</td></tr><tr><td>Dashboard</td><td>Operational</td></tr><tr><td>Webhooks</td><td>Operational</td></tr></table><h2>Past incidents</h2><h3>3 March</h3><p>Resolved – Between 09:12 and 09:31 UTC some requests to the API failed with status 500. A faulty deployment was rolled back.</p><h3>19 February</h3><p>Resolved – The dashboard was unavailable for four minutes.</p><h3>1 February</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('dd-empty-basket', 'A new visitor has nothing in the basket yet.', [
    atEnd(
      part(
        'Your basket',
        '<p>Your basket is empty. You have no saved items yet.</p><p>0 articles, € 0.00</p>',
      ),
    ),
  ]),
  pass('dd-login-page', 'It is the login of our customers, and there is no more on it.', [
    whole(
      'Sign in – Ledgerly',
      '<main style="max-width:360px;margin:12vh auto"><h1>Sign in</h1><form action="#"><p><label>E-mail<br><input type="email" autocomplete="username"></label></p><p><label>Password<br><input type="password" autocomplete="current-password"></label></p><button type="button">Sign in</button></form><p>Forgotten your password? Write to help@ledgerly.example and we send you a new one.</p></main>',
    ),
  ]),
  pass(
    'dd-anonymous-401',
    'Whoever is not logged in gets a 401 from the endpoint of the session: this is how it asks.',
    [
      bundle(
        "fetch('/api/auth/me').then(function(r){document.getElementById('dd-user').textContent=r.ok?'My account':'Sign in'})",
      ),
      atTop(
        '<p style="position:relative;z-index:5;background:#fff;color:#111;margin:0;padding:8px">Welcome! <button type="button" id="dd-user">Sign in</button></p>',
      ),
      at('/api/auth/me', text(401, 'application/json', '{"authenticated":false}')),
    ],
  ),
  pass('dd-aborted-search', 'The first request is given up on purpose, as an effect runs twice.', [
    bundle(
      "(function(){var c=new AbortController();fetch('/api/suggest?q=a',{signal:c.signal}).catch(function(e){if(e.name!=='AbortError')throw e});c.abort();fetch('/api/suggest?q=ab').then(function(r){return r.json()}).then(function(d){document.getElementById('dd-count').textContent=d.length+' suggestions'})})()",
    ),
    atTop(part('Search', '<p id="dd-count">…</p>')),
    at('/api/suggest', json(['abacus', 'abbey'], uncached)),
  ]),
  pass(
    'dd-beacon',
    'The counter of visits answers with 204, as it always does.',
    [
      bundle(
        (site) =>
          `navigator.sendBeacon('https://stats.${site.stranger}/api/event','{"n":"pageview"}')`,
      ),
    ],
    {
      hosts: (site) => ({
        [`stats.${site.stranger}`]: () => ({
          status: 204,
          headers: {
            'access-control-allow-origin': `https://${site.host}`,
            'access-control-allow-credentials': 'true',
          },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  pass('dd-report-only', 'The policy is only tried out: it reports, and blocks nothing.', [
    headers({ 'content-security-policy-report-only': "default-src 'self'; script-src 'self'" }),
    atEnd('<script>document.documentElement.dataset.ready="yes"</script>'),
  ]),
  pass(
    'dd-resize-observer',
    'Browsers report this loop on half of all pages, and nobody sees it.',
    [
      bundle(
        "var box=document.getElementById('dd-box'),n=0;new ResizeObserver(function(){if(n++<3)box.style.width=(200+n)+'px'}).observe(box)",
      ),
      atEnd('<div id="dd-box" style="width:200px;height:20px"></div>'),
    ],
  ),
  pass('dd-avatar-fallback', 'Who has no picture gets the drawn one.', [
    atTop(
      part(
        'Comments',
        `<p><img src="/avatars/9f2c.png" width="48" height="48" alt="" onerror="this.onerror=null;this.src='/avatars/default.svg'"> <b>Mona</b>: Lovely recipe, we made it twice.</p>`,
      ),
    ),
    at('/avatars/9f2c.png', notFound),
    at('/avatars/default.svg', picture),
  ]),
  pass('dd-head-not-allowed', 'The old program knows no HEAD; whoever opens the page gets it.', [
    atTop('<p style="position:relative;z-index:5"><a href="/cgi-bin/catalogue">Catalogue</a></p>'),
    at('/cgi-bin/catalogue', ({ method }) =>
      method === 'HEAD'
        ? text(405, 'text/plain; charset=utf-8', 'Method Not Allowed')
        : pageNamed('Catalogue'),
    ),
  ]),
  pass('dd-link-to-members', 'Members log in first: the link leads to the form.', [
    atTop('<p style="position:relative;z-index:5"><a href="/members">For members</a></p>'),
    at('/members', {
      status: 302,
      headers: { location: '/login?next=%2Fmembers' },
      body: new Uint8Array(),
    }),
    at('/login', pageNamed('Log in', '<form action="#"><input type="password" name="p"></form>')),
  ]),
  pass('dd-good-worker', 'The service worker keeps files for later, and changes nothing.', [
    bundle(
      "if('serviceWorker' in navigator)navigator.serviceWorker.register('/service-worker.js')",
    ),
    at(
      '/service-worker.js',
      text(
        200,
        'text/javascript; charset=utf-8',
        "self.addEventListener('install',function(){self.skipWaiting()});self.addEventListener('activate',function(e){e.waitUntil(self.clients.claim())});self.addEventListener('fetch',function(){})",
      ),
    ),
  ]),
  slow.pass('dd-slow-dashboard', 'The numbers take two seconds, then all is there.', [
    application(
      "var root=document.getElementById('root');root.innerHTML='<p>Loading…</p>';fetch('/api/orders').then(function(r){return r.json()}).then(function(d){root.innerHTML='<h1>Orders of today</h1><table>'+d.map(function(o){return '<tr><td>'+o.id+'</td><td>'+o.name+'</td><td>'+o.total+'</td></tr>'}).join('')+'</table><p>All orders are packed before four and leave the house the same day.</p>'})",
    ),
    at(
      '/api/orders',
      late(2200, () =>
        json(
          ['Lamp', 'Chair', 'Table', 'Shelf'].map((name, n) => ({
            id: 1040 + n,
            name,
            total: '€ 89',
          })),
          uncached,
        ),
      ),
    ),
  ]),
  slow.pass(
    'dd-retry-once',
    'The first answer is a 503 while the function starts, and the retry gets the list.',
    [
      bundle(
        "(function go(left){fetch('/api/offers').then(function(r){if(!r.ok)throw new Error(r.status);return r.json()}).then(function(d){document.getElementById('dd-offers').textContent=d.join(', ')}).catch(function(){if(left)setTimeout(function(){go(left-1)},800)})})(3)",
      ),
      atTop(part('Offers', '<p id="dd-offers">One moment…</p>')),
      at('/api/offers', ({ n }) =>
        n % 2 === 1
          ? { ...text(503, 'text/plain', 'Service Unavailable'), headers: { ...uncached } }
          : json(['Oak table', 'Reading lamp', 'Wool rug'], uncached),
      ),
    ],
  ),
  slow.pass('dd-curtain-lifts', 'The splash goes after two seconds, as it is meant to.', [
    atTop(
      '<div id="dd-splash" style="position:fixed;inset:0;background:#fff;color:#444;z-index:99999;display:flex;align-items:center;justify-content:center">Loading…</div>',
    ),
    atEnd(
      '<script>setTimeout(function(){document.getElementById("dd-splash").remove()},2000)</script>',
    ),
  ]),
  slow.pass(
    'dd-slow-style',
    'The style sheet takes a second and a half from another continent.',
    [
      (request, upstream, site) =>
        firstFile(
          'stylesheet',
          late(1500, () => upstream()),
        )(request, upstream, site),
    ],
    { needs: ['stylesheet'] },
  ),
  slow.pass('dd-reconnects', 'The feed is lost for a second and comes back on its own.', [
    bundle(
      "setTimeout(function(){var f=document.getElementById('dd-feed');f.textContent='Reconnecting…';setTimeout(function(){f.textContent='Live: 3 trains on time, next to Basel at 10:04'},1200)},900)",
    ),
    atTop(part('Trains', '<p id="dd-feed">Live: 3 trains on time</p>')),
  ]),
  slow.pass(
    'dd-chat-later',
    'The chat comes when everything else is done.',
    [
      bundle(
        (site) =>
          `setTimeout(function(){var i=document.createElement('iframe');i.src='https://chat.${site.stranger}/launcher';i.title='Chat';i.style.cssText='position:fixed;right:16px;bottom:16px;width:180px;height:60px;border:0;z-index:9999';document.body.appendChild(i)},2500)`,
      ),
    ],
    {
      hosts: (site) => ({
        [`chat.${site.stranger}`]: () =>
          framed('<button type="button" style="font-size:18px">Chat with us</button>'),
      }),
    },
  ),
  slow.pass('dd-count-up', 'The numbers begin at 0 and count up.', [
    bundle(
      "(function(){var e=document.getElementById('dd-number'),n=0,t=setInterval(function(){n+=60;e.textContent=n;if(n>=1200)clearInterval(t)},100)})()",
    ),
    atTop(part('Happy customers', '<p><strong id="dd-number">0</strong> families since 1998</p>')),
  ]),
  slow.pass('dd-fades-in', 'The page fades in, with the delay that the designer wanted.', [
    inHead(
      '<style>@keyframes dd-in{from{opacity:0}to{opacity:1}}body{animation:dd-in .8s ease-out 1s both}</style>',
    ),
  ]),
]
