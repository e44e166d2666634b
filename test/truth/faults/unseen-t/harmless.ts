import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  instead,
  json,
  late,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')

const html = 'text/html; charset=utf-8'

/** An article with a title. */
const article = (title: string, body: string, lang = 'en') =>
  whole(title, `<main><article><h1>${title}</h1>${body}</article></main>`, { lang })

export const setTHarmless: readonly Fault[] = [
  harmless.pass('t-ok-session', 'Who is not signed in gets 401 from the session, and the shop.', [
    application(
      "const root = document.getElementById('root'); fetch('/api/session').then(r => r.ok ? r.json() : null).then(user => { root.innerHTML = '<header>Seed shop <button>' + (user ? user.name : 'Sign in') + '</button></header><h1>Seeds for the spring</h1><p>Peas, beans, radishes and herbs, from our own fields. Sent within two days.</p>' })",
    ),
    at('/api/session', text(401, 'application/json', '{"user":null}')),
  ]),
  harmless.pass('t-ok-formulas', 'Formulas are typed in the page and set by its script.', [
    whole(
      'Falling bodies',
      `<main><h1>Falling bodies</h1><p>The way is <span class="tex">\\(s = \\frac{1}{2} g t^2\\)</span> after a time.</p>${about}</main><script>document.querySelectorAll('.tex').forEach(function (one) { one.innerHTML = '<math><mi>s</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>g</mi><msup><mi>t</mi><mn>2</mn></msup></math>' })</script>`,
    ),
  ]),
  harmless.pass('t-ok-address', 'The address is hidden from robots, and a script writes it.', [
    whole(
      'Contact',
      `<main><h1>Contact</h1><p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="2a424f4646456a47434646044f524b475a464f">[email&#160;protected]</a></p>${about}</main><script src="/cdn-cgi/scripts/email-decode.min.js"></script>`,
    ),
    at(
      '/cdn-cgi/l/email-protection',
      text(
        200,
        html,
        '<title>Email Protection</title><p>You are unable to access this email address.</p>',
      ),
    ),
    at(
      '/cdn-cgi/scripts/email-decode.min.js',
      text(
        200,
        'text/javascript; charset=utf-8',
        "document.querySelectorAll('.__cf_email__').forEach(a => { const hex = a.dataset.cfemail; const at = i => parseInt(hex.substr(i, 2), 16); let mail = ''; for (let i = 2; i < hex.length; i += 2) mail += String.fromCharCode(at(i) ^ at(0)); a.textContent = mail; a.href = 'mailto:' + mail })",
      ),
    ),
  ]),
  harmless.pass('t-ok-preloader', 'A cover with a spinner is taken away when all is loaded.', [
    atTop(
      '<div id="cover" style="position:fixed;inset:0;z-index:2147483647;background:#fff;text-align:center;padding-top:40vh">Loading…</div><script>addEventListener("load", function () { setTimeout(function () { document.getElementById("cover").remove() }, 600) })</script>',
    ),
  ]),
  harmless.pass(
    't-ok-styles-later',
    'Styles are loaded for print and switched when they are there.',
    [
      whole('Bakery', `<header>Bakery</header><main><h1>Bread</h1>${about}</main>`, {
        head: '<link rel="stylesheet" href="/late.css" media="print" onload="this.media=\'all\'"><noscript><link rel="stylesheet" href="/late.css"></noscript>',
      }),
      at('/late.css', text(200, 'text/css; charset=utf-8', 'body{font-family:serif;margin:2rem}')),
    ],
  ),
  harmless.pass('t-ok-review-of-outage', 'A report of an outage that is over.', [
    article(
      'What happened on 3 March',
      '<p>From 09:12 to 09:47 visitors of the shop saw <q>502 Bad Gateway</q>, some <q>Application error: a client-side exception has occurred</q>. This is what we learned.</p><p>A migration locked the table of orders. The pool ran out of connections, and the proxy gave up. We rolled the release back, and all orders have been delivered since.</p><p>Migrations now run with a time limit.</p>',
    ),
  ]),
  harmless.pass('t-ok-how-to-fix', 'A guide that quotes the words of an error.', [
    article(
      'How to fix “There has been a critical error on this website”',
      "<p>The message hides an error of PHP. Turn on the log first:</p><pre><code>define( 'WP_DEBUG_LOG', true );</code></pre><p>Then read the last lines of it. They look like this:</p><pre><code>PHP Fatal error:  Uncaught Error: Call to undefined function wc_get_cart() in plugins/basket/basket.php:17</code></pre><p>Switch off the plugin that is named there, and load the page again.</p>",
    ),
  ]),
  harmless.pass('t-ok-releases', 'A list of what was mended.', [
    article(
      'Release notes',
      '<h2>5.2.1</h2><ul><li>Fixed: prices were shown as NaN when the currency was unknown</li><li>Fixed: “undefined is not a function” on the page of the basket</li><li>Fixed: the head of the invoice said [object Object]</li><li>Fixed: blank page after signing in with Safari 15</li></ul><h2>5.2.0</h2><ul><li>New: export of orders</li><li>Removed: support for PHP 7</li></ul>',
    ),
  ]),
  harmless.pass('t-ok-template-manual', 'A manual of templates shows templates.', [
    article(
      'Variables',
      '<p>Two braces print a variable, and a filter follows after a bar:</p><pre><code>&lt;h1&gt;{{ product.title | upper }}&lt;/h1&gt;\n{% for item in cart.items %}\n  {{ item.name }}: {{ item.price }}\n{% endfor %}</code></pre><p>A variable that is not set prints nothing. Use <code>{% raw %}</code> to print braces.</p>',
    ),
  ]),
  harmless.pass('t-ok-merging', 'A lesson shows what a conflict looks like.', [
    article(
      'Konflikte auflösen',
      '<p>Git schreibt beide Fassungen in die Datei und trennt sie durch Marken:</p><pre>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\nGeöffnet bis 18 Uhr\n=======\nGeöffnet bis 20 Uhr\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; sommerzeit</pre><p>Lösche die Marken und die Fassung, die nicht gilt, und sichere die Datei.</p>',
      'de',
    ),
  ]),
  harmless.pass('t-ok-empty-basket', 'Nothing is in the basket of a new visitor.', [
    whole(
      'Panier',
      '<header><strong>La Graineterie</strong></header><main><h1>Votre panier</h1><p>Votre panier est vide.</p><a href="#">Continuer mes achats</a></main>',
      { lang: 'fr' },
    ),
  ]),
  harmless.pass('t-ok-numbers', 'The numbers are those of a road.', [
    article(
      'North Coast 500',
      '<p>The road is 516 miles long. Day 3 brings you from mile 404 to mile 429, past the inn at the 503 bus stop.</p><p>Room 404 at the harbour hotel has the best view; ask for it.</p>',
    ),
  ]),
  harmless.pass('t-ok-announced', 'Maintenance is announced for a later day.', [
    atTop(
      '<p role="note" lang="pt" style="background:#ffc;padding:8px">Manutenção programada: no domingo, das 2h às 4h, o site ficará indisponível. Até lá, tudo funciona normalmente.</p>',
    ),
  ]),
  harmless.pass('t-ok-status-page', 'All systems are well, and a former incident is listed.', [
    whole(
      'Status',
      '<main><h1>All systems operational</h1><ul><li>Website: operational</li><li>API: operational</li></ul><h2>Past incidents</h2><h3>2 May</h3><p><b>Resolved</b> – Deliveries are back to normal.</p><p><b>Investigating</b> – We see elevated error rates and timeouts.</p></main>',
    ),
  ]),
  harmless.pass('t-ok-beta', 'One part is new and says so, another will follow.', [
    atTop(
      '<p>Plans <small>BETA</small>: <b>Basic</b>, <b>Team</b>, <b>Company</b> <span style="border:1px solid">Coming soon</span></p>',
    ),
  ]),
  harmless.pass('t-ok-aborted', 'A proposal is asked for and given up when more is typed.', [
    bundle(
      "const stop = new AbortController(); fetch('/suggest?q=m', { signal: stop.signal }).catch(() => {}); setTimeout(() => stop.abort(), 150); fetch('/suggest?q=mi').then(r => r.json()).then(list => { window.suggested = list })",
    ),
    late(700, at('/suggest', json(['mill', 'mint']))),
  ]),
  harmless.pass(
    't-ok-counter-blocked',
    'A counter of visits is not reached, and nobody minds.',
    [
      bundle(
        (site) =>
          `fetch('https://stats.${site.stranger}/collect', { method: 'POST', mode: 'no-cors', keepalive: true, body: 'v=1' }).catch(() => {})`,
      ),
    ],
    { hosts: (site) => ({ [`stats.${site.stranger}`]: 'refuses' }) },
  ),
  harmless.pass('t-ok-feature-tests', 'A script finds out what the browser can do.', [
    bundle(
      "const can = {}; try { new SharedArrayBuffer(8); can.shared = true } catch { can.shared = false } try { can.gl = Boolean(document.createElement('canvas').getContext('webgl2')) } catch { can.gl = false } try { new Function('return a ?. ! b')(); can.odd = true } catch { can.odd = false } can.gpu = 'gpu' in navigator; document.documentElement.dataset.can = JSON.stringify(can)",
    ),
  ]),
  harmless.pass('t-ok-observer', 'A box fits its height to its text, in more than one step.', [
    atEnd(
      '<div id="fits" style="width:200px;height:20px">Fits</div><script>var steps = 0; new ResizeObserver(function (all) { if (steps++ < 3) all[0].target.style.height = 20 + steps * 4 + "px" }).observe(document.getElementById("fits"))</script>',
    ),
  ]),
  harmless.pass(
    't-ok-hidden-words',
    'Words for errors are in the page, hidden until they are needed.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="">Reload</a></div><template id="failed"><h2>Something went wrong</h2><p>500 Internal Server Error</p></template><noscript>You need to enable JavaScript to run this app.</noscript>',
      ),
    ],
  ),
  harmless.pass(
    't-ok-consent',
    'A question for consent lies over the page, and the counter waits for it.',
    [
      atTop(
        '<div style="position:fixed;inset:0;z-index:99999;background:rgba(0,0,0,.6)"><div role="dialog" style="max-width:480px;margin:15vh auto;background:#fff;color:#111;padding:24px"><h2>Mogen wij cookies gebruiken?</h2><p>Wij gebruiken cookies om het bezoek te meten. U kunt ook zonder verder.</p><button>Alles weigeren</button> <button>Alles accepteren</button></div></div><script type="text/plain" data-category="statistics">count()</script>',
      ),
    ],
  ),
  harmless.pass('t-ok-paywall', 'The rest of the article is for subscribers.', [
    article(
      'The last ferry',
      `${about}<div style="height:80px;background:linear-gradient(transparent,#fff)"></div><section><h2>Subscribe to continue reading</h2><p>You have read your free articles of this month.</p><button>Subscribe</button> <a href="#">Sign in</a></section>`,
    ),
  ]),
  harmless.pass('t-ok-sign-in', 'The page of a team is its form for signing in.', [
    whole(
      'Anmelden',
      '<main><h1>Anmelden</h1><form><label>E-Mail <input type="email" autocomplete="username"></label> <label>Passwort <input type="password" autocomplete="current-password"></label> <p role="alert"></p><button>Anmelden</button></form><a href="#">Passwort vergessen?</a></main>',
      { lang: 'de' },
    ),
  ]),
  harmless.pass('t-ok-dark', 'A dark page with few words.', [
    whole('Nachtmusik', '<h1>Nachtmusik</h1><p>14. Juni, 22 Uhr, im Hof der alten Schule</p>', {
      lang: 'de',
      head: '<style>html,body{height:100%;margin:0;background:#050507;color:#8a8a92;display:grid;place-content:center;font-weight:200}</style>',
    }),
  ]),
  harmless.pass('t-ok-canvas', 'A program that draws all it shows.', [
    application(
      "const canvas = document.createElement('canvas'); canvas.width = 900; canvas.height = 500; canvas.setAttribute('aria-label', 'Map of the stars'); document.getElementById('root').append(canvas); const pen = canvas.getContext('2d'); pen.fillStyle = '#0b1030'; pen.fillRect(0, 0, 900, 500); pen.fillStyle = '#fff'; for (let i = 0; i < 300; i++) pen.fillRect((i * 137) % 900, (i * 71) % 500, 2, 2); pen.font = '24px sans-serif'; pen.fillText('Orion', 420, 240)",
    ),
  ]),
  harmless.pass('t-ok-rtl', 'A page from right to left.', [
    instead(
      '<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>חנות הספרים</title></head><body><header><strong>חנות הספרים</strong></header><main><h1>ברוכים הבאים</h1><p>החנות פתוחה בימים ראשון עד חמישי, מתשע בבוקר עד שבע בערב. ספרים חדשים וישנים, מפות וגלובוסים.</p></main></body></html>',
    ),
  ]),
  harmless.pass('t-ok-shadow', 'All content is in a closed part of the page.', [
    whole(
      'Components',
      `<page-body><template shadowrootmode="closed"><main><h1>Components</h1>${about}</main></template></page-body>`,
    ),
  ]),
  harmless.pass('t-ok-frameset', 'An old manual in frames.', [
    instead(
      '<html><head><title>Loom 1.0 API</title></head><frameset cols="30%,70%"><frame src="/api-t/list.html"><frame src="/api-t/first.html"><noframes>This manual is made of frames.</noframes></frameset></html>',
    ),
    at('/api-t/list.html', text(200, html, '<h2>All classes</h2><p>Loom, Shuttle, Thread</p>')),
    at('/api-t/first.html', text(200, html, `<h1>Loom 1.0 API</h1>${about}`)),
  ]),
  harmless.pass('t-ok-cookie-asked', 'The first answer sets a cookie and moves on.', [
    (request, _upstream, site) =>
      request.isPage && request.url.searchParams.get('c') !== '1'
        ? {
            status: 302,
            headers: { location: `${site.url}?c=1`, 'set-cookie': 'sid=81; Path=/; Secure' },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  harmless.pass('t-ok-language-folder', 'The first page sends visitors to their language.', [
    moved('/en-t/', 302),
    at(
      '/en-t/',
      text(
        200,
        html,
        `<!doctype html><html lang="en"><title>Mill shop</title><h1>Mill shop</h1>${about}</html>`,
      ),
    ),
  ]),
  harmless.pass('t-ok-reference', 'A page that explains a status.', [
    article(
      '503 Service Unavailable',
      '<p>The server cannot handle the request for now. It may send the field <code>Retry-After</code> with it.</p><h2>When to send it</h2><p>During maintenance, or when there is more to do than can be done. Crawlers come back later.</p>',
    ),
  ]),
  harmless.pass('t-ok-worker', 'A service worker keeps the page for later.', [
    atEnd('<script>navigator.serviceWorker?.register("/keep-t.js").catch(function () {})</script>'),
    at(
      '/keep-t.js',
      text(
        200,
        'text/javascript; charset=utf-8',
        "self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('fetch', () => {})",
      ),
    ),
  ]),
  slow.pass('t-ok-streamed', 'Placeholders are filled after two seconds.', [
    whole(
      'Programme',
      `<main><h1>Programme</h1><div id="slot">Loading the programme…</div></main><script>setTimeout(function () { document.getElementById('slot').outerHTML = ${JSON.stringify(about)} }, 2000)</script>`,
    ),
  ]),
]
