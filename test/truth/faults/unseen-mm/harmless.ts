import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A separate section above the content of the page, readable whatever the page's styles are. */
const block = (markup: string) =>
  atTop(
    `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

const empty = new Uint8Array()
const nothing = { status: 204, headers: uncached, body: empty }

export const setMmHarmless: readonly Fault[] = [
  harmless.pass('mm-article-on-gateway-errors', 'A lesson about status codes of proxies.', [
    whole(
      '502, 503 and 504: what the numbers mean',
      '<article><h1>502, 503 and 504: what the numbers mean</h1><p>A proxy that gets nonsense from the server behind it answers with <b>502 Bad Gateway</b>. When there is no server to ask, it says <b>503 Service Unavailable</b>, and when it has waited too long, <b>504 Gateway Time-out</b>.</p><h2>Where to look first</h2><p>Read the log of the proxy before that of the application. Most often a worker was restarted in the middle of a request, or a pool of connections was used up.</p><p>Visitors can only reload the page; the rest is up to the owner.</p></article>',
    ),
  ]),
  harmless.pass('mm-report-of-past-outage', 'We tell customers what happened last week.', [
    whole(
      'What happened on 3 May',
      '<article><h1>What happened on 3 May</h1><p>For 42 minutes our shop was down and showed “Internal Server Error”. We are sorry for that. All orders were kept, and everything has worked since 11:02.</p><h2>Cause</h2><p>A disk was full, so the database refused to write. We have doubled its size and added an alarm.</p><h2>Questions</h2><p>Write to our support; it answers within a day.</p></article>',
    ),
  ]),
  harmless.pass('mm-status-page-all-well', 'Our status page lists incidents that are over.', [
    whole(
      'Mill status',
      '<main><h1>All systems operational</h1><ul><li>Website: operational</li><li>API: operational</li><li>Payments: operational</li></ul><h2>Past incidents</h2><h3>12 May</h3><p><b>Resolved</b> – Elevated error rates of the API. Some requests failed with status 500 between 09:10 and 09:25 UTC.</p><h3>2 May</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  harmless.pass('mm-stack-trace-in-lesson', 'A course shows how to read a stack trace.', [
    block(
      "<h2>Reading a traceback</h2><p>The last line names the error, the lines above it name the way there:</p><pre><code>Traceback (most recent call last):\n  File \"shop.py\", line 12, in &lt;module&gt;\n    total = price * count\nTypeError: can't multiply sequence by non-int of type 'str'</code></pre><p>Here the price was read as text. Convert it with <code>float()</code> first.</p>",
    ),
  ]),
  harmless.pass('mm-mustache-in-manual', 'The manual of a template language shows its braces.', [
    block(
      '<h2>Values</h2><p>Write the name of a value in two braces: <code>{{ customer.name }}</code>. A default follows a bar: <code>{{ city | default("nowhere") }}</code>. To print braces as they are, use <code>{% raw %}</code>.</p>',
    ),
  ]),
  harmless.pass('mm-help-quotes-database-error', 'The help of a host explains a known message.', [
    block(
      '<details open><summary>What does “Error establishing a database connection” mean?</summary><p>WordPress could not log in to its database. Compare the four values in <code>wp-config.php</code> with those in your customer menu.</p></details><details><summary>How do I get my password back?</summary><p>Use the link below the log-in form.</p></details>',
    ),
  ]),
  harmless.pass('mm-shirt-named-404', 'We sell a shirt with a joke for programmers.', [
    block(
      '<h2>T-shirt “404 – Shirt Not Found”</h2><p>Black cotton, white print, sizes S to XXL. € 24.90, in stock.</p><button type="button">Add to basket</button>',
    ),
  ]),
  harmless.pass('mm-book-under-construction', 'A novel of ours is called Under Construction.', [
    whole(
      'Under Construction – a novel by Ida Holm',
      `<h1>Under Construction</h1><p>A novel by Ida Holm, 312 pages, hardback, € 22. In 1974 an engineer comes to an island to build a bridge that nobody there has asked for.</p><blockquote>“The funniest book of the spring.”</blockquote><h2>Where to buy</h2>${about}`,
    ),
  ]),
  harmless.pass('mm-window-announced', 'We announce the maintenance of Sunday night in time.', [
    block(
      '<p role="status"><b>Planned maintenance:</b> on Sunday from 02:00 to 04:00 UTC the customer portal will not be available. Orders by telephone are possible at any time.</p>',
    ),
  ]),
  harmless.pass('mm-next-event-coming-soon', 'The programme of autumn is announced in a corner.', [
    block(
      '<h2>Programme</h2><ul><li>4 June: Reading with Ida Holm</li><li>18 June: Old maps of the valley</li><li>Autumn: coming soon</li></ul>',
    ),
  ]),
  harmless.pass('mm-why-umlauts-break', 'An article explains broken umlauts and quotes them.', [
    block(
      '<h2>Why “ü” becomes “Ã¼”</h2><p>In UTF-8 the letter has two bytes. Software that takes each byte for a letter of Latin-1 shows <code>fÃ¼r</code> instead of <code>für</code>, and <code>â‚¬</code> instead of <code>€</code>.</p>',
    ),
  ]),
  harmless.pass('mm-conflict-in-tutorial', 'A tutorial shows the markers of a merge conflict.', [
    block(
      '<h2>Solving a conflict</h2><pre>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\ncolour = blue\n=======\ncolour = green\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature</pre><p>Keep one of the lines, delete the markers and commit the file.</p>',
    ),
  ]),
  harmless.pass('mm-history-of-lorem-ipsum', 'An essay on typography quotes the famous filler.', [
    block(
      '<h2>Where “Lorem ipsum” comes from</h2><p>Printers have used the words “Lorem ipsum dolor sit amet” for a long time. They are cut out of a book by Cicero about good and evil, and say nothing on purpose: whoever looks at the type shall not begin to read.</p>',
    ),
  ]),
  harmless.pass('mm-basket-is-empty', 'A new visitor has nothing in the basket.', [
    block('<h2>Your basket</h2><p>Your basket is empty.</p><a href="#top">Continue shopping</a>'),
  ]),
  harmless.pass(
    'mm-hidden-messages-of-form',
    'The messages of the form are in the page, but hidden until they are needed.',
    [
      block(
        '<form><label>E-mail <input type="email" name="email"></label> <button type="button">Subscribe</button><p hidden class="error">Something went wrong. Please try again later.</p><p style="display:none" role="alert">Error 500: the server could not save your data.</p><template><p>Failed to load</p></template><noscript>Please enable JavaScript to run this form.</noscript></form>',
      ),
    ],
  ),
  harmless.pass('mm-escape-room-fatal-error', 'Our escape room has an alarming name.', [
    block(
      '<h2>Fatal Error</h2><p>Our newest escape room for 2 to 6 players: the system has crashed, access is denied, and 60 minutes are left to restart the reactor. From € 28 per person.</p>',
    ),
  ]),
  harmless.pass('mm-greeting-in-amharic-and-faroese', 'We greet guests in rare languages.', [
    block(
      '<p lang="am">እንኳን ደህና መጡ። ሱቃችን ከማክሰኞ እስከ ቅዳሜ ክፍት ነው።</p><p lang="fo">Vælkomin til okkum. Handilin er opin frá týsdegi til leygardag.</p>',
    ),
  ]),
  harmless.pass(
    'mm-not-signed-in-401',
    'The page asks who is signed in, and the right answer for a stranger is 401.',
    [
      at('/api/me', text(401, 'application/json', '{"user":null}')),
      bundle(
        "fetch('/api/me').then(function(r){return r.status===401?null:r.json()}).then(function(u){window.user=u})",
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'mm-errors-field-empty',
    'Our API always sends a field for errors; today it is empty.',
    [
      at('/api/news', json({ error: null, errors: [], failed: 0, data: [{ title: 'Hello' }] })),
      bundle(
        "fetch('/api/news').then(function(r){return r.json()}).then(function(b){window.news=b})",
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'mm-typing-aborts-request',
    'The suggestion for the first letter is cancelled when the second one is typed.',
    [
      at(
        '/api/suggest',
        late(400, () => json(['globe'], uncached)),
      ),
      bundle(
        "var a=new AbortController();fetch('/api/suggest?q=g',{signal:a.signal}).catch(function(e){if(e.name!=='AbortError')throw e});setTimeout(function(){a.abort();fetch('/api/suggest?q=gl').then(function(r){return r.json()})},60)",
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'mm-long-poll-waits',
    'The page waits for news in a request that the server keeps open until there are some.',
    [
      at('/api/wait-for-news', 'hang'),
      bundle(
        "fetch('/api/wait-for-news').then(function(r){return r.json()}).then(function(n){window.news=n}).catch(function(){})",
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'mm-resize-observer-loop',
    'The browser reports a loop of an observer, which is known to do no harm.',
    [
      bundle(
        "var e=document.getElementById('mm-box'),n=0;new ResizeObserver(function(){if(n++<3)e.style.minHeight=(60+n)+'px'}).observe(e)",
      ),
      block('<div id="mm-box">We are open from Tuesday to Saturday.</div>'),
    ],
    inBrowser,
  ),
  harmless.pass(
    'mm-policy-only-reports',
    'We try out a strict policy that only reports what it would refuse.',
    [
      at('/csp-reports', nothing),
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-reports",
      }),
      atEnd('<script>window.tried=true</script>'),
    ],
  ),
  harmless.pass(
    'mm-noindex-alone',
    'This page is for customers with the link; search engines shall not list it.',
    [inHead('<meta name="robots" content="noindex">')],
  ),
  harmless.pass('mm-redirect-to-language', 'The start page forwards to the visitor’s language.', [
    moved('/en-gb/welcome/'),
    at(
      '/en-gb/welcome/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>The mill shop</title></head><body><h1>The mill shop</h1>${about}</body></html>`,
      ),
    ),
  ]),
  harmless.pass('mm-wildcard-certificate', 'One certificate serves all our names by a star.', [], {
    certificate: ({ domain }) => ({ names: [domain, `*.${domain}`] }),
  }),
  slow.pass(
    'mm-second-try-succeeds',
    'The first call meets a restarting server, the script tries again and gets the answer.',
    [
      at('/api/hours', ({ n }) =>
        n === 1
          ? { ...json({ retry: true }, uncached), status: 503 }
          : json({ today: 'Open until 18:00' }, uncached),
      ),
      bundle(
        "function get(k){return fetch('/api/hours').then(function(r){if(r.ok)return r.json();if(k>0)return new Promise(function(d){setTimeout(d,500)}).then(function(){return get(k-1)})})}get(3).then(function(b){document.getElementById('mm-hours').textContent=b.today})",
      ),
      block('<h2>Today</h2><p id="mm-hours">…</p>'),
    ],
    inBrowser,
  ),
  slow.pass(
    'mm-reviews-after-three-seconds',
    'The reviews come from a slow service, and a line says so until they are there.',
    [
      at(
        '/api/reviews',
        late(3000, () => json([{ by: 'Jo', words: 'A lovely shop with a warm stove.' }])),
      ),
      bundle(
        "fetch('/api/reviews').then(function(r){return r.json()}).then(function(l){document.getElementById('mm-reviews').innerHTML=l.map(function(r){return '<p>'+r.words+' – '+r.by+'</p>'}).join('')})",
      ),
      block('<h2>Reviews</h2><div id="mm-reviews">Loading reviews…</div>'),
    ],
    inBrowser,
  ),
  slow.pass(
    'mm-curtain-drawn-in-time',
    'A curtain with our logo covers the page for two seconds and then fades out.',
    [
      atTop(
        '<div id="mm-curtain" style="position:fixed;top:0;left:0;right:0;bottom:0;z-index:2147483000;background:#fff;transition:opacity .4s"></div><script>setTimeout(function(){var c=document.getElementById("mm-curtain");c.style.opacity=0;setTimeout(function(){c.remove()},500)},2000)</script>',
      ),
    ],
    inBrowser,
  ),
]
