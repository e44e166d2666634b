import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, compressed, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const lateButWell = rowsOf('late but well')

/** A section in front of anything that the page's own layout puts there. */
const part = (html: string) =>
  `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif">${html}</section>`

/** Healthy pages and behaviour that a careless checker would take for a fault. */
export const setKkHarmless: readonly Fault[] = [
  pass('kk-article-503', 'It is an article about an error, not the error.', [
    whole(
      'What “503 Service Unavailable” means, and how to mend it',
      '<article><h1>What “503 Service Unavailable” means, and how to mend it</h1><p>Sooner or later each administrator meets the words “503 Service Unavailable”. The server is alive, but it cannot handle the request: most often because a pool of workers is used up, or a proxy has no backend that is well.</p><h2>Look at the proxy first</h2><p>HAProxy says “No server is available to handle this request.” when all servers of a backend failed their checks. Look at the page of statistics, and then at the log of the application.</p><h2>Tell your visitors</h2><p>Send the field Retry-After, and write a page that a person understands.</p></article>',
    ),
  ]),
  pass('kk-status-history', 'Our status page tells of outages that are over.', [
    whole(
      'Status',
      '<h1>All systems operational</h1><ul><li>API: operational</li><li>Website: operational</li><li>Webhooks: operational</li></ul><h2>Past incidents</h2><h3>12 May</h3><p><b>Elevated error rates.</b> Resolved: between 09:12 and 09:40 UTC about 3 % of the calls were answered with 500 Internal Server Error. A database was out of connections.</p><h3>11 May</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('kk-tutorial-fatal', 'The message is an example in a course on PHP.', [
    atEnd(
      part(
        '<h2>Reading an error message</h2><p>If you call a function that does not exist, PHP stops and prints:</p><pre><code>Fatal error: Uncaught Error: Call to undefined function greet() in /var/www/html/hello.php:3\nStack trace:\n#0 {main}\n  thrown in /var/www/html/hello.php on line 3</code></pre><p>The last number is the line.</p>',
      ),
    ),
  ]),
  pass('kk-template-syntax', 'The braces are what the page teaches.', [
    atEnd(
      part(
        '<h2>Expressions</h2><p>Write <code>{{ user.name }}</code> to print a value, and <code>{% if user %}</code> to ask for one. An unknown name prints <code>undefined</code>.</p>',
      ),
    ),
  ]),
  pass('kk-about-mojibake', 'The broken letters are the subject of the text.', [
    atEnd(
      part(
        '<h2>Why does “ü” turn into “Ã¼”?</h2><p>If the two bytes of an “ü” in UTF-8 are read as Latin-1, each becomes a letter of its own. So <code>Ã¼</code> in a table nearly always means that the connection has the wrong charset.</p>',
      ),
    ),
  ]),
  pass('kk-about-lorem', 'An essay on typography speaks of its best-known sentence.', [
    atEnd(
      part(
        '<h2>A short history of “lorem ipsum”</h2><p>Printers have set “Lorem ipsum dolor sit amet” since the sixteenth century, because nobody stops to read it. It comes from a book by Cicero, which was cut into pieces.</p>',
      ),
    ),
  ]),
  pass('kk-podcast-404', 'That is the name of the show.', [
    whole(
      '404 Not Found: a podcast about lost things',
      `<h1>404 Not Found</h1><p>A podcast about lost things, each Tuesday. Listen to Anna and Jonas as they look for a lighthouse, a recipe and a song.</p><h2>Episodes</h2><ol><li>The lighthouse of Texel</li><li>Grandmother’s plum cake</li><li>A tune from the radio</li></ol>${about}`,
    ),
  ]),
  pass('kk-planned-maintenance', 'We tell our customers of the work in time; the site is up.', [
    atTop(
      part(
        'Planned maintenance: on Sunday, 9 June, from 02:00 to 04:00 UTC the customer area will be unavailable. The shop stays open.',
      ),
    ),
  ]),
  pass('kk-feature-soon', 'Only one row of the price list is still to come.', [
    atEnd(
      part(
        '<h2>Plans</h2><table><tr><th>Basic</th><td>5 users</td><td>9 € a month</td></tr><tr><th>Team</th><td>25 users</td><td>29 € a month</td></tr><tr><th>Enterprise</th><td colspan="2">Coming soon</td></tr></table>',
      ),
    ),
  ]),
  pass('kk-sells-domains', 'We sell domains, so the page speaks of nothing else.', [
    whole(
      'Find your domain – Namehouse',
      '<h1>Find your domain</h1><form><input name="q" aria-label="Name"><button>Search</button></form><p>More than 400 endings from 4.90 € a year. Is the name taken? If the domain is for sale, we talk to its owner for you. Domain parking is part of each plan.</p><h2>Why Namehouse</h2><p>Our desk is in Utrecht, and it is people who answer the telephone. You can move a domain to us within a day, and its mail goes on working.</p>',
    ),
  ]),
  pass('kk-hidden-alert', 'The message waits for the form to fail; nobody sees it now.', [
    atEnd(
      '<div class="alert" role="alert" style="display:none">Something went wrong. Please try again later.</div><template><p>Internal Server Error</p></template>',
    ),
  ]),
  pass('kk-noscript', 'Only a browser without scripts reads that.', [
    atTop('<noscript><p>You need to enable JavaScript to run this app.</p></noscript>'),
  ]),
  pass(
    'kk-nothing-planned',
    'There are no concerts in summer, and the page says so.',
    [
      application(
        'fetch("/api/events").then(function(r){return r.json()}).then(function(l){document.getElementById("root").innerHTML="<h1>Concerts</h1><p>Our chamber concerts take place in the old mill from October to May.</p><p>"+(l.length?"":"No upcoming events. We wish you a good summer!")+"</p>"})',
      ),
      at('/api/events', json([])),
    ],
    inBrowser,
  ),
  pass('kk-card', 'It is a whole site: my card.', [
    whole('Ida Holm', '<h1>Ida Holm</h1><p>Piano tuner, Aarhus. Write to ida@holm.example.</p>'),
  ]),
  pass('kk-xhtml', 'Our pages have been real XHTML since 2003.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'application/xhtml+xml; charset=utf-8',
            `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Maps and globes</title></head><body><h1>Maps and globes</h1>${about}</body></html>`,
          )
        : undefined,
  ]),
  pass('kk-language-redirect', 'The start page leads each visitor to a language, once.', [
    moved('/kk-en/'),
    at(
      '/kk-en/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en"><head><title>Maps and globes</title></head><body><h1>Maps and globes</h1>${about}</body></html>`,
      ),
    ),
  ]),
  pass('kk-brotli', 'The page is compressed, and it says so.', [compressed]),
  pass('kk-noindex', 'We do not want this page in search engines.', [
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  pass(
    'kk-report-only',
    'The policy is on trial: it reports, and it refuses nothing.',
    [
      headers({ 'content-security-policy-report-only': "default-src 'self'; script-src 'self'" }),
      atEnd('<script>document.documentElement.dataset.seen="1"</script>'),
    ],
    inBrowser,
  ),
  pass(
    'kk-map-missing',
    'Source maps are not published, on purpose; nor is there an icon for telephones.',
    [
      inHead('<link rel="apple-touch-icon" href="/kk-touch-icon.png">'),
      bundle('window.ready=1\n//# sourceMappingURL=app-3f2a91c0.js.map'),
      at('/assets/app-3f2a91c0.js.map', notFound),
    ],
    inBrowser,
  ),
  pass(
    'kk-anonymous',
    'Nobody is signed in: the call says so, and the page offers to sign in.',
    [
      atTop(part('<span id="who"></span>')),
      bundle(
        'fetch("/api/me").then(function(r){document.getElementById("who").innerHTML=r.status===401?"<a href=#>Sign in</a>":"Hello"})',
      ),
      at('/api/me', { ...text(401, 'application/json', '{"authenticated":false}') }),
    ],
    inBrowser,
  ),
  pass(
    'kk-superseded',
    'The search of the first letter is given up for that of the second.',
    [
      atTop(part('<p>Suggestions: <span id="found"></span></p>')),
      bundle(
        'var c=new AbortController();fetch("/api/suggest?q=m",{signal:c.signal}).catch(function(){});setTimeout(function(){c.abort();fetch("/api/suggest?q=ma").then(function(r){return r.json()}).then(function(l){document.getElementById("found").textContent=l.join(", ")})},300)',
      ),
      at('/api/suggest', (request) =>
        request.url.searchParams.get('q') === 'm' ? 'hang' : json(['maps', 'marbles'], uncached),
      ),
    ],
    inBrowser,
  ),
  pass(
    'kk-long-poll',
    'The call for notices is kept open until there is one.',
    [
      bundle('fetch("/api/notices/poll?timeout=55").then(function(r){return r.json()})'),
      at('/api/notices/poll', 'hang'),
    ],
    inBrowser,
  ),
  pass(
    'kk-second-try',
    'The first call meets a server that is just starting, and the second is well.',
    [
      atTop(part('<p id="stock"></p>')),
      bundle(
        'function ask(){fetch("/api/stock",{cache:"no-store"}).then(function(r){if(!r.ok)throw 0;return r.json()}).then(function(s){document.getElementById("stock").textContent=s.left+" copies left"}).catch(function(){setTimeout(ask,500)})}ask()',
      ),
      at('/api/stock', (request) =>
        request.n % 2 === 1 ? text(503, 'application/json', '{}') : json({ left: 12 }, uncached),
      ),
    ],
    inBrowser,
  ),
  pass(
    'kk-avatar-fallback',
    'Who has no picture gets a drawn one.',
    [
      atTop(
        part(
          `<img src="/kk-avatars/81.png" width="64" height="64" alt="Ida" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22 fill=%22teal%22/%3E%3C/svg%3E'"> Written by Ida Holm`,
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'kk-link-get-only',
    'The download answers GET alone, as a link asks for it.',
    [
      atTop(part('<a href="/kk-guide">The guide as a text</a>')),
      at('/kk-guide', (request) =>
        request.method === 'GET'
          ? text(200, 'text/plain; charset=utf-8', 'The guide to our maps.')
          : { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() },
      ),
    ],
    { tools: 'V' },
  ),
  lateButWell.pass(
    'kk-slow-server',
    'The server takes its time for the first byte, and then all is well.',
    [late(2500, (request, upstream) => (request.isPage ? upstream() : undefined))],
  ),
  lateButWell.pass(
    'kk-offers-arrive',
    'The offers come after some seconds, and the words of waiting go.',
    [
      atTop(part('<h2>Offers</h2><div id="offers">Loading…</div>')),
      bundle(
        'fetch("/api/offers").then(function(r){return r.json()}).then(function(l){document.getElementById("offers").textContent=l.join(", ")})',
      ),
      at(
        '/api/offers',
        late(3000, () => json(['An atlas of 1911', 'A globe with lamp'])),
      ),
    ],
    inBrowser,
  ),
  lateButWell.pass(
    'kk-curtain-rises',
    'The curtain of the start goes away after two seconds.',
    [
      atTop(
        '<div id="curtain" style="position:fixed;inset:0;z-index:2147483647;background:#fff;transition:opacity .4s"></div>',
      ),
      bundle(
        'setTimeout(function(){var c=document.getElementById("curtain");c.style.opacity=0;setTimeout(function(){c.remove()},500)},2000)',
      ),
    ],
    inBrowser,
  ),
]
