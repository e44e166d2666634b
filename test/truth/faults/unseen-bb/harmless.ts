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
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '#test/truth/row.ts'
import { own, panel } from './parts.ts'

const { pass } = rowsOf('harmless')
const { pass: lateButWell } = rowsOf('late but well')

const home = text(
  200,
  'text/html; charset=utf-8',
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Millhouse Books</title></head><body><h1>Millhouse Books</h1>${about}</body></html>`,
)

const latin1: Interceptor = (request) => {
  if (!request.isPage) return undefined
  const html =
    '<!doctype html><html lang="de"><head><title>Gasthof zur M\u00fchle</title></head><body><h1>Gasthof zur M\u00fchle</h1><p>Herzlich willkommen! Fr\u00fchst\u00fcck gibt es ab 7 Uhr, warme K\u00fcche bis 22 Uhr. G\u00e4ste mit Hund wohnen im Erdgescho\u00df, und f\u00fcr Kinder ist der Garten da.</p></body></html>'
  const reply = text(200, 'text/html; charset=iso-8859-1', '')
  return { ...reply, body: new Uint8Array(Buffer.from(html, 'latin1')) }
}

const headRefused: Interceptor = (request) =>
  request.method === 'HEAD' ? text(405, 'text/plain', 'Method Not Allowed') : home

const onSecondCall: Interceptor = (request) =>
  request.n === 1
    ? { ...text(503, 'text/plain', 'starting'), headers: uncached }
    : json([{ text: 'Tour of the mill, Sunday at 11' }], uncached)

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#7a9"/><circle cx="160" cy="90" r="50" fill="#fff"/></svg>'

/** Healthy pages and behaviour that only look like a fault. */
export const setBbHarmless: readonly Fault[] = [
  pass('bb-article-about-errors', 'It is an article about errors, with an example.', [
    panel(
      '<article><h2>What a 502 Bad Gateway means</h2><p>When a proxy gets no valid answer, visitors read messages such as these:</p><pre><code>502 Bad Gateway\nnginx/1.24.0</code></pre><p>In most cases the application behind it has stopped. Read its log first, then start it again.</p></article>',
    ),
  ]),
  pass('bb-hidden-messages', 'The messages are hidden until they are needed.', [
    atEnd(
      '<div hidden role="alert">Something went wrong. Please try again later.</div><template id="bb-failed"><p>Could not load the data.</p></template><div style="display:none" class="toast">Network error</div>',
    ),
  ]),
  pass('bb-noscript', 'The sentence is only for browsers without scripts.', [
    atTop(
      "<noscript><strong>We're sorry but this site doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>",
    ),
  ]),
  pass('bb-anonymous-401', 'A visitor who is not signed in is told so, as planned.', [
    bundle(
      own(
        "fetch('/api/me').then(r=>{document.getElementById('bb-user').textContent=r.status===401?'Sign in':'My account'})",
      ),
    ),
    panel('<a id="bb-user" href="#sign-in">Account</a>'),
    at('/api/me', text(401, 'application/json', '{"message":"Unauthenticated."}')),
  ]),
  pass(
    'bb-tracker-gone',
    'The statistics of somebody else do not answer, nobody misses them.',
    [inHead((site) => `<script async src="https://stats.${site.stranger}/t.js"></script>`)],
    { hosts: (site) => ({ [`stats.${site.stranger}`]: 'refuses' }) },
  ),
  pass('bb-resize-observer', 'The browser reports a loop that does no harm.', [
    bundle(
      own(
        "let n=0;const d=document.createElement('div');d.style.cssText='position:absolute;left:0;top:0;width:1px;height:1px;visibility:hidden';document.body.append(d);new ResizeObserver(()=>{if(n<3){n+=1;d.style.height=n+1+'px'}}).observe(d)",
      ),
    ),
  ]),
  pass('bb-cookie-banner', 'The bar asks for consent and goes away at a click.', [
    atEnd(
      '<div id="bb-consent" role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:2147480000;background:#222;color:#fff;padding:16px">We use cookies to measure how our site is used. <button onclick="document.getElementById(\'bb-consent\').remove()">Accept</button> <button onclick="document.getElementById(\'bb-consent\').remove()">Reject</button></div>',
    ),
  ]),
  pass('bb-aborted-search', 'A search is cancelled by the next one, as it should be.', [
    bundle(
      own(
        "const c=new AbortController();fetch('/api/suggest?q=m',{signal:c.signal}).catch(()=>{});setTimeout(()=>{c.abort();fetch('/api/suggest?q=mi').then(r=>r.json())},200)",
      ),
    ),
    at('/api/suggest', (request) =>
      request.url.search === '?q=m' ? 'hang' : json(['mill', 'milk'], uncached),
    ),
  ]),
  pass('bb-maintenance-trade', 'Maintenance is our trade.', [
    whole(
      'Maintenance for heating and lifts',
      '<h1>Maintenance you can rely on</h1><p>We look after heating systems and lifts in the whole county. Is your heating down or your lift out of order? Call us: we are with you within four hours, also at weekends.</p><h2>Our services</h2><ul><li>Yearly maintenance of boilers</li><li>Faults and emergencies</li><li>Inspection of lifts</li></ul>',
    ),
  ]),
  pass('bb-tags-in-code', 'The tags are examples in a guide for templates.', [
    panel(
      '<h2>Variables in templates</h2><p>Write <code>{{ page.title }}</code> where the title is to appear, and loop like this:</p><pre><code>{% for post in site.posts %}\n  &lt;li&gt;{{ post.title }}&lt;/li&gt;\n{% endfor %}</code></pre>',
    ),
  ]),
  pass('bb-prose-undefined', 'The words undefined and NaN are what the lesson is about.', [
    panel(
      '<h2>Lesson 4: values that are not there</h2><p>A variable without a value is undefined, while null is set on purpose. The sum of a number and undefined is NaN, which is not even equal to itself.</p>',
    ),
  ]),
  pass('bb-empty-basket', 'A new visitor has an empty basket and no messages.', [
    panel(
      '<p><strong>Basket (0)</strong> Your basket is empty. Total: 0,00 €</p><p>You have no saved items yet.</p>',
    ),
  ]),
  pass('bb-status-history', 'It is the history of outages that are long over.', [
    panel(
      '<h2>Service status</h2><p>All systems operational</p><h3>Past incidents</h3><p>3 May – Errors at sign-in. <em>Resolved</em>: a failed database server was replaced.</p><p>19 March – Service unavailable for 12 minutes. <em>Resolved</em>.</p>',
    ),
  ]),
  pass('bb-head-refused', 'The page behind the link works, only HEAD is not allowed.', [
    panel('<nav><a href="/catalogue-of-books">Catalogue</a></nav>'),
    at('/catalogue-of-books', headRefused),
  ]),
  pass('bb-members-area', 'The area of the members asks for a password, as it should.', [
    panel('<nav><a href="/members-area/">For members</a></nav>'),
    at('/members-area/', () => {
      const reply = text(401, 'text/html', '<title>401</title><h1>Members only</h1>')
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Members"' },
      }
    }),
  ]),
  pass('bb-source-map', 'The source map is not published on purpose.', [
    bundle(
      `${own("document.documentElement.dataset.bbReady='1'")}\n//# sourceMappingURL=app-3f2a91c0.js.map`,
    ),
    at('/assets/app-3f2a91c0.js.map', notFound),
  ]),
  pass('bb-invisible-helpers', 'What is hidden is for readers of screens and against robots.', [
    atTop(
      '<a href="#bb-content" style="position:absolute;left:-9999px">Skip to content</a><span id="bb-content"></span><form style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off" style="color:#fff;background:#fff"></form>',
    ),
  ]),
  pass('bb-report-only', 'The stricter policy is on trial and blocks nothing.', [
    headers({ 'content-security-policy-report-only': "default-src 'self'; script-src 'self'" }),
    atTop('<script>document.documentElement.dataset.bbTheme="light"</script>'),
  ]),
  pass('bb-greek', 'The site is in Greek.', [
    whole(
      'Βιβλιοπωλείο ο Μύλος',
      '<h1>Βιβλιοπωλείο ο Μύλος</h1><p>Το σπίτι χτίστηκε το 1874 από έναν μυλωνά και είναι κατάστημα εδώ και εκατό χρόνια. Μπροστά βρίσκονται τα βιβλία, στο πίσω δωμάτιο οι χάρτες. Είμαστε ανοιχτά από Τρίτη έως Σάββατο.</p>',
      { lang: 'el' },
    ),
  ]),
  pass('bb-old-charset', 'The old charset is named correctly and all letters are right.', [latin1]),
  pass('bb-language-redirect', 'The start page leads to that of the language.', [
    moved('/en-gb/welcome/'),
    at('/en-gb/welcome/', home),
  ]),
  pass('bb-data-island', 'The data for the script is not on the screen.', [
    atEnd(
      '<script type="application/json" id="bb-state">{"user":null,"error":null,"messages":{"failed":"Internal Server Error","offline":"Service unavailable"}}</script><script type="text/x-template" id="bb-row"><tr><td>{{ row.name }}</td><td>[object]</td></tr></script>',
    ),
  ]),
  pass('bb-poll-no-content', 'There is no news: the poll is answered with 204.', [
    bundle(own("const ask=()=>fetch('/api/news/poll').catch(()=>{});ask();setInterval(ask,1500)")),
    at('/api/news/poll', { status: 204, headers: uncached, body: new Uint8Array() }),
  ]),
  pass('bb-visiting-card', 'The page is as short as a visiting card.', [
    whole(
      'Anna Lind, architect',
      '<h1>Anna Lind</h1><p>Architect<br>12 Harbour Street<br><a href="mailto:anna@lind-architect.com">anna@lind-architect.com</a></p>',
    ),
  ]),
  pass('bb-sign-in', 'The application starts with its sign-in, as planned.', [
    whole(
      'Sign in – Orderbook',
      '<main><h1>Sign in to Orderbook</h1><form method="post" action="#"><p><label>E-mail <input type="email" name="email"></label></p><p><label>Password <input type="password" name="password"></label></p><button>Sign in</button></form><p><a href="#reset">Forgot your password?</a></p></main>',
    ),
  ]),
  pass('bb-planned-work', 'The notice is of work at night next week, all is well today.', [
    panel(
      "<p>Notice: on Sunday night we renew our servers. Between 2 and 4 o'clock orders may be confirmed with a delay.</p>",
    ),
  ]),
  pass('bb-locale-fallback', 'There is no file for the region, the one of the language is used.', [
    bundle(
      own(
        "const load=f=>fetch('/locales/'+f+'.json').then(r=>r.ok?r.json():Promise.reject());load('en-US').catch(()=>load('en')).then(t=>{document.getElementById('bb-hello').textContent=t.hello})",
      ),
    ),
    panel('<h2 id="bb-hello">Welcome</h2><p>Books and maps since 1919.</p>'),
    at('/locales/en-US.json', notFound),
    at('/locales/en.json', json({ hello: 'Welcome to our shop' })),
  ]),
  lateButWell(
    'bb-app-after-wheel',
    'The list takes two seconds to come.',
    [
      application(
        own(
          "const root=document.getElementById('root');root.innerHTML='<p role=\"status\">Loading…</p>';fetch('/api/orders').then(r=>r.json()).then(all=>{root.innerHTML='<h1>Orders</h1><ul>'+all.map(one=>'<li>'+one+'</li>').join('')+'</ul>'})",
        ),
      ),
      late(2200, at('/api/orders', json(['Globe, 30 cm', 'Atlas of rivers', 'Map of the county']))),
    ],
    inBrowser,
  ),
  lateButWell('bb-splash', 'The splash screen goes after two seconds.', [
    bundle(own("setTimeout(()=>document.getElementById('bb-splash').remove(),2000)")),
    atTop(
      '<div id="bb-splash" style="position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:2147483000;background:#fff"></div>',
    ),
  ]),
  lateButWell(
    'bb-retry-helps',
    'The first call comes too early, the second one succeeds.',
    [
      bundle(
        own(
          "const go=n=>fetch('/api/events/next').then(r=>r.ok?r.json():Promise.reject()).then(all=>{document.getElementById('bb-next').textContent=all[0].text}).catch(()=>{if(n)setTimeout(()=>go(n-1),900)});go(5)",
        ),
      ),
      panel('<h2>Next event</h2><p id="bb-next">Loading…</p>'),
      at('/api/events/next', onSecondCall),
    ],
    inBrowser,
  ),
  lateButWell(
    'bb-bars-then-text',
    'Grey bars for two seconds, then the text.',
    [
      bundle(
        own(
          "setTimeout(()=>{document.getElementById('bb-bars').innerHTML='<p>Tour of the mill on Sunday at 11 o\\'clock, free of charge.</p>'},2400)",
        ),
      ),
      panel(
        '<h2>This week</h2><div id="bb-bars" aria-busy="true"><div class="skeleton" style="height:20px;margin:8px 0;background:#ddd"></div><div class="skeleton" style="height:20px;margin:8px 0;background:#ddd"></div></div>',
      ),
    ],
    inBrowser,
  ),
  lateButWell('bb-fades-in', 'The page fades in at its start.', [
    inHead(
      '<style>@keyframes bb-in{from{opacity:0}to{opacity:1}}body{animation:bb-in 1.5s ease-in both}</style>',
    ),
  ]),
  lateButWell(
    'bb-forwarded',
    'The page forwards to the start page after a second.',
    [
      whole('Redirecting…', '<p>Redirecting… <a href="/start-page/">Continue</a></p>', {
        head: '<meta http-equiv="refresh" content="1; url=/start-page/">',
      }),
      at('/start-page/', home),
    ],
    inBrowser,
  ),
  lateButWell('bb-slow-picture', 'The picture takes three seconds and is then complete.', [
    panel('<img src="/img/mill-large.svg" alt="The mill" width="320" height="180">'),
    late(3000, at('/img/mill-large.svg', text(200, 'image/svg+xml', square))),
  ]),
]
