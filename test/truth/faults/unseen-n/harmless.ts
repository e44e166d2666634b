import { at, atEnd, bundle, type Fault, headers, inHead } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

const nothing: Reply = { status: 204, headers: {}, body: new Uint8Array() }

const looksLikeWords: readonly Fault[] = [
  pass(
    'n-blazor-bar-hidden',
    'Every Blazor page has the words of the bar, hidden until they are needed.',
    [
      inHead('<style>#blazor-error-ui{display:none;position:fixed;bottom:0;width:100%}</style>'),
      atEnd(
        '<div id="blazor-error-ui">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
  ),
  pass('n-article-on-database-error', 'A tutorial about a well-known message.', [
    whole(
      'How to fix “Error establishing a database connection” in WordPress',
      '<article><h1>How to fix “Error establishing a database connection” in WordPress</h1><p>Few messages are as alarming as this one. It means that PHP reached the server and WordPress could not log in to MySQL. In this guide we go through the five usual causes, from the most frequent to the rarest.</p><h2>1. Check the credentials in wp-config.php</h2><p>Open the file and compare DB_NAME, DB_USER and DB_PASSWORD with the panel of your host. A password that was changed there is not changed here.</p><h2>2. Repair the tables</h2><p>Add the constant WP_ALLOW_REPAIR and visit the repair page. Remove the constant afterwards.</p><h2>3. Ask the host</h2><p>If other sites on the same server are down too, the database server itself may have stopped.</p></article>',
    ),
  ]),
  pass('n-shirt-not-found', 'A shop sells a shirt with the words of an error page on it.', [
    whole(
      '404 Sleep Not Found – T-Shirt | Nerdwear',
      `<header><a href="./">Nerdwear</a></header><main><h1>“404 Sleep Not Found” T-Shirt</h1><p>24,90 € incl. VAT, ready to ship in two days</p><label>Size <select><option>S</option><option>M</option><option>L</option></select></label> <button>Add to basket</button><p>Heavy organic cotton, printed in Leipzig. Also in the series: “500 Internal Coffee Error” and “It works on my machine”.</p></main><footer>${about}</footer>`,
    ),
  ]),
  pass('n-faq-on-failed-payment', 'A help page in German says what to do about a message.', [
    whole(
      'Hilfe: Fragen zur Zahlung',
      '<main><h1>Fragen zur Zahlung</h1><h2>Was tun, wenn »Zahlung fehlgeschlagen« angezeigt wird?</h2><p>Prüfen Sie zuerst, ob Ihre Karte für Zahlungen im Internet freigeschaltet ist. Hilft das nicht, wählen Sie im Warenkorb eine andere Zahlungsart.</p><h2>Warum sehe ich »Seite nicht gefunden«?</h2><p>Meist ist ein alter Link aus einer E-Mail die Ursache. Über die Suche finden Sie den Artikel wieder.</p><h2>Wann wird meine Karte belastet?</h2><p>Erst beim Versand der Ware.</p></main>',
      { lang: 'de' },
    ),
  ]),
  pass('n-status-page-history', 'A status page: everything runs, and past incidents are listed.', [
    whole(
      'Parcelwise Status',
      '<main><h1>All systems operational</h1><ul><li>API – Operational</li><li>Dashboard – Operational</li><li>Webhooks – Operational</li></ul><h2>Past incidents</h2><h3>14 November 2026</h3><p><b>Elevated error rates on the API.</b> Resolved – Between 09:12 and 09:40 UTC about 3% of requests were answered with 502 Bad Gateway. A faulty deployment was rolled back.</p><h3>2 November 2026</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass(
    'n-template-in-documentation',
    'A guide shows the source of a template in a block of code.',
    [
      whole(
        'Variables – Template guide',
        '<main><h1>Variables</h1><p>Put the name of a variable between double braces. Filters follow after a bar.</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for item in items %}\n  &lt;li&gt;{{ item.price | currency }}&lt;/li&gt;\n{% endfor %}</code></pre><p>A variable that is not defined, such as <code>{{ page.missing }}</code>, is written as an empty text. In strict mode the build stops with <code>UndefinedError</code>.</p></main>',
      ),
    ],
  ),
  pass(
    'n-form-messages-hidden',
    'The messages of a form wait in the document until they are needed.',
    [
      atEnd(
        '<form><label>E-mail <input type="email" required></label><p role="alert" hidden>Something went wrong. Please try again later.</p><p class="error" style="display:none">Failed to send your message: 500</p><button>Subscribe</button><template><p>Error: could not load the form.</p></template></form><noscript>You need to enable JavaScript to run this app.</noscript>',
      ),
    ],
  ),
]

const looksLikeFailure: readonly Fault[] = [
  pass('n-report-only-policy', 'A stricter policy is tried out: it reports and blocks nothing.', [
    headers({ 'content-security-policy-report-only': "script-src 'self'; style-src 'self'" }),
    atEnd(
      '<p id="year-n">© 2025</p><script>document.getElementById("year-n").textContent = "© 2026"</script>',
    ),
  ]),
  pass(
    'n-request-replaced',
    'The search box gives up its first request when the second one starts.',
    [
      bundle(
        `const first = new AbortController()
      fetch('/api/suggest?q=a', { signal: first.signal }).catch(() => {})
      setTimeout(() => {
        first.abort()
        fetch('/api/suggest?q=ab').then((reply) => reply.json()).then((all) => { document.getElementById('hits-n').textContent = all.join(', ') })
      }, 30)`,
      ),
      atEnd('<p>Popular searches: <span id="hits-n"></span></p>'),
      (request) => {
        if (request.path !== '/api/suggest') return undefined
        if (request.url.searchParams.get('q') === 'a') return 'hang'
        return text(200, 'application/json', '["abacus", "abalone"]')
      },
    ],
  ),
  pass('n-beacon-204', 'The measurement of the visit is answered without content.', [
    bundle(
      `navigator.sendBeacon('/collect', 'page=home')
      fetch('/collect?event=view', { method: 'POST', keepalive: true })`,
    ),
    at('/collect', nothing),
  ]),
  pass('n-talkative-console', 'The libraries write notes and warnings that are no faults.', [
    bundle(
      `console.log('%cStop!', 'color:red;font-size:40px')
      console.info('[i18n] languageChanged en')
      console.warn('DEPRECATED: option "legacyMode" will be removed in version 5')
      console.debug('error boundary ready')`,
    ),
  ]),
  pass('n-language-redirect', 'The root sends to the page in the language of the visitor.', [
    moved('/nl/welkom-n'),
    at(
      '/nl/welkom-n',
      text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boekhandel De Molen</title></head><body><h1>Boekhandel De Molen</h1><p>Welkom! Onze winkel is gevestigd in een molen uit 1874. Voorin staan de boeken, achterin de kaarten en de globes. Wij zijn open van dinsdag tot en met zaterdag, en op afspraak.</p></body></html>',
      ),
    ),
  ]),
]

export const setNHarmless: readonly Fault[] = [...looksLikeWords, ...looksLikeFailure]
