import { at, atEnd, bundle, document, type Fault, type Interceptor, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf } from '../../row.ts'
import { cards, draws, framed, shop } from './markup.ts'

const { pass } = rowsOf('harmless')
const late = rowsOf('late but well').pass

/** A page in windows-1251: Cyrillic letters are single bytes, all other characters are ASCII. */
const cyrillic: Interceptor = (request) => {
  if (!request.isPage) return undefined
  const html =
    '<!doctype html><html lang="ru"><head><title>Мастерская часов</title></head><body><h1>Мастерская часов</h1><p>Мы чиним настенные и карманные часы с девятьсот первого года. Приходите с понедельника по пятницу, мы всегда рады гостям.</p><h2>Как нас найти</h2><p>Дом стоит на углу площади, вход со двора.</p></body></html>'
  const bytes = Uint8Array.from(html, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x80 ? code : code - 0x410 + 0xc0
  })
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=windows-1251' },
    body: bytes,
  }
}

/** Healthy pages that resemble a fault in some way. */
export const setMHarmless: readonly Fault[] = [
  pass('m-blazor-bar-hidden', 'The error bar of Blazor is in every page, hidden.', [
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
    ),
  ]),
  pass('m-liveview-notes-hidden', 'The notes of LiveView wait in the page, hidden.', [
    atEnd(
      '<div id="flash-group"><div id="client-error" role="alert" hidden><p>We can\'t find the internet</p><p>Attempting to reconnect</p></div><div id="server-error" role="alert" hidden><p>Something went wrong!</p><p>Hang in there while we get back on track</p></div></div>',
    ),
  ]),
  pass('m-post-mortem', 'An article about an outage quotes its messages.', [
    shop(
      'What happened on 3 November',
      `<article><h1>What happened on 3 November</h1><p>From 9:12 to 9:40 about a third of our visitors saw <q>502 Bad Gateway</q>, and some saw this:</p><blockquote><p>Application error: a client-side exception has occurred</p></blockquote><p>A release removed a column that the old instances still read. We rolled it back, and we now deploy such changes in two steps.</p><pre><code>TypeError: Cannot read properties of undefined (reading 'price')\n    at ProductCard (app/page.js:18:22)</code></pre><p>All orders of that morning were kept.</p></article>`,
    ),
  ]),
  pass(
    'm-status-page-operational',
    'A page of the state of a service, with incidents that are over.',
    [
      shop(
        'Status of Harbour Hosting',
        '<h1>All systems operational</h1><ul><li>API: operational</li><li>Dashboard: operational</li><li>DNS: operational</li></ul><h2>Past incidents</h2><h3>21 November</h3><p>Resolved: increased error rates (HTTP 503) of the API between 2:10 and 2:25 UTC.</p><h3>18 November</h3><p>No incidents reported.</p>',
      ),
    ],
  ),
  pass('m-vue-tutorial', 'A tutorial shows the source of a template.', [
    shop(
      'Text interpolation',
      '<h1>Text interpolation</h1><p>The most basic form of binding is interpolation with double braces:</p><pre><code>&lt;span&gt;Message: {{ msg }}&lt;/span&gt;</code></pre><p>The tag is replaced by the value of <code>{{ msg }}</code>, and it is updated whenever the value changes.</p>',
    ),
  ]),
  pass('m-error-404-shirt', 'A shop sells a shirt with a joke.', [
    shop(
      '“404 Not Found” T-shirt – Kettle & Loom',
      `<h1>“404 Not Found” T-shirt</h1><p>24 €, organic cotton, sizes S to XXL. For everybody who has lost a page.</p><button type="button">Add to basket</button>${cards}`,
    ),
  ]),
  pass('m-not-signed-in', 'Whoever is not signed in gets 401 from the session, and a button.', [
    bundle(
      "fetch('/api/auth/me').then((r) => { if (r.status === 401) { const a = document.createElement('button'); a.textContent = 'Sign in'; document.body.prepend(a) } })",
    ),
    at('/api/auth/me', { ...json({ error: 'not_authenticated' }), status: 401 }),
  ]),
  pass(
    'm-first-request-cancelled',
    'An effect runs twice; the first request is cancelled on purpose.',
    [
      bundle(
        "const c = new AbortController(); fetch('/api/hours', { signal: c.signal }).catch((e) => { if (e.name !== 'AbortError') throw e }); c.abort(); fetch('/api/hours').then((r) => r.json()).then((h) => { const p = document.createElement('p'); p.textContent = h.text; document.body.append(p) })",
      ),
      at('/api/hours', json({ text: 'Open today until 18:00.' })),
    ],
  ),
  pass(
    'm-noscript-of-application',
    'The template of an application has a sentence for browsers without scripts.',
    [
      draws(framed(`<h1>Kettle &amp; Loom</h1>${about}${cards}`)),
      document((html) =>
        html.replace(
          '<body>',
          '<body><noscript>You need to enable JavaScript to run this app.</noscript>',
        ),
      ),
    ].reverse(),
  ),
  pass('m-pictures-below-the-fold', 'Pictures far below are loaded when they are reached.', [
    shop(
      'Gallery',
      `<h1>Gallery</h1>${about}<div style="height:6000px"></div><img class="lazyload" data-src="/img/one.jpg" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="Kiln" width="600" height="400">`,
    ),
  ]),
  pass('m-to-https-and-language', 'The address leads to the language of the visitor.', [
    moved('/start', 302),
    at('/start', { status: 307, headers: { location: '/fr/' }, body: new Uint8Array() }),
    at(
      '/fr/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Librairie du Port</title></head><body>${framed('<h1>Librairie du Port</h1><p>Cartes anciennes, globes et livres de voyage. Nous sommes ouverts du mardi au samedi, de dix heures à dix-neuf heures.</p>')}</body></html>`,
      ),
    ),
  ]),
  pass('m-basket-empty', 'The basket of a new visitor is empty.', [
    shop(
      'Panier',
      '<h1>Votre panier</h1><p>Votre panier est actuellement vide.</p><p><a href="#new">Retour à la boutique</a></p>',
      { lang: 'fr' },
    ),
  ]),
  pass('m-no-dates-now', 'There are no concerts at the moment.', [
    shop(
      'Konzerte',
      '<h1>Konzerte im Speicher</h1><p>Zurzeit sind keine Veranstaltungen geplant. Das neue Programm erscheint im Februar.</p><h2>Der Saal</h2><p>Der Speicher wurde 1888 gebaut und hat 140 Plätze.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('m-windows-1251', 'An old Russian page says its charset, and it is right.', [cyrillic]),
  pass('m-article-on-mojibake', 'An article explains wrong charsets with examples.', [
    shop(
      'Why do I see Ã¼?',
      '<h1>Why do I see Ã¼ in place of ü?</h1><p>A text in UTF-8 was read as Latin-1. The letter ü has two bytes there, which become Ã and ¼. An apostrophe becomes â€™.</p><p>Send the right charset in the Content-Type field and save the files again.</p>',
    ),
  ]),
  pass('m-worker-registered', 'A service worker that keeps nothing yet is registered.', [
    bundle("navigator.serviceWorker.register('/sw.js').catch((e) => console.warn(e))"),
    at(
      '/sw.js',
      text(
        200,
        'text/javascript; charset=utf-8',
        "self.addEventListener('install', () => self.skipWaiting())",
      ),
    ),
  ]),
  pass('m-dialogue-of-errors-hidden', 'The dialogue for failed orders is in the page, closed.', [
    atEnd(
      '<dialog id="failed"><h2>Something went wrong</h2><p>Your order could not be sent. Please try again later.</p><button type="button">Close</button></dialog><template id="offline"><p>Failed to load data.</p></template>',
    ),
  ]),
  pass('m-glossary-of-nothing', 'A glossary of JavaScript explains its values of nothing.', [
    shop(
      'Glossary',
      '<h1>Glossary</h1><dl><dt>NaN</dt><dd>Not a number: the result of <code>0 / 0</code>. Test for it with <code>Number.isNaN()</code>.</dd><dt>undefined</dt><dd>The value of a variable before it has one.</dd><dt>[object Object]</dt><dd>What an object becomes in a string without a method of its own.</dd></dl>',
    ),
  ]),
  pass('m-login-page', 'A page that only has a form to sign in.', [
    shop(
      'Anmelden',
      '<h1>Anmelden</h1><form><p><label>E-Mail <input type="email" autocomplete="username"></label></p><p><label>Passwort <input type="password" autocomplete="current-password"></label></p><button type="button">Anmelden</button></form>',
      { lang: 'de' },
    ),
  ]),
  pass('m-notes-of-libraries', 'Libraries write notes to the console.', [
    bundle(
      "console.warn('[Vue Router warn]: No match found for location with path \"/beta\"'); console.info('%cStop!', 'color:red;font-size:40px'); console.debug('hydrated in 38 ms')\n//# sourceMappingURL=app-3f2a91c0.js.map",
    ),
  ]),
  late('m-skeleton-two-seconds', 'Grey boxes stand for two seconds where the products come.', [
    draws(
      '<header><strong>Kettle &amp; Loom</strong></header><main aria-busy="true"><div class="skeleton" style="height:180px;background:#eee"></div></main>',
      `fetch('/api/all').then((r) => r.json()).then((all) => setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(framed(`<h1>Kettle &amp; Loom</h1>${cards}`))}; document.title = all.title }, 2000))`,
    ),
    at('/api/all', json({ title: 'Kettle & Loom' })),
  ]),
  late('m-preloader-three-seconds', 'A curtain with the logo goes up after three seconds.', [
    atEnd(
      '<div id="curtain" style="position:fixed;inset:0;z-index:9999;background:#fff;display:grid;place-items:center"><strong>Kettle &amp; Loom</strong></div>',
    ),
    bundle("setTimeout(() => document.getElementById('curtain').remove(), 3000)"),
  ]),
  late('m-long-poll-open', 'A request stays open until there is news, as it is meant to.', [
    bundle("fetch('/poll?since=0').then(() => {}, () => {})"),
    at('/poll', 'hang'),
  ]),
  late('m-chat-after-four-seconds', 'The button of the chat comes after four seconds.', [
    bundle(
      "setTimeout(() => { const b = document.createElement('button'); b.textContent = 'Chat with us'; b.style.cssText = 'position:fixed;right:16px;bottom:16px'; document.body.append(b) }, 4000)",
    ),
  ]),
]
