import { gzipSync } from 'node:zlib'
import { atTop, type Fault, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const deployment = rowsOf('deployment')

/** Rows for content within a page, which only a browser can see. */
const shown =
  ({ issue }: typeof words): typeof issue =>
  (id, why, intercept) =>
    issue(id, why, intercept, inBrowser)
const said = shown(words)
const garbled = shown(rowsOf('garbage or source on the screen'))

/** A visible section of the page. */
const part = (markup: string) =>
  atTop(
    `<div style="position:relative;background:#fff;color:#111;padding:16px;font:16px/1.5 sans-serif">${markup}</div>`,
  )

const page =
  (served: ReturnType<typeof text>): Interceptor =>
  (request) =>
    request.isPage ? served : undefined

const bakery = (charset: string) =>
  `<!doctype html><html lang="de"><head>${charset}<title>Bäckerei Größl, München</title></head><body><h1>Bäckerei Größl</h1><p>Schöne Grüße aus München! Frische Brötchen, Käsekuchen und süßes Gebäck gibt es täglich ab sechs Uhr früh. Für größere Bestellungen rufen Sie uns bitte an. Unser Café in der Fußgängerzone ist bis achtzehn Uhr geöffnet.</p></body></html>`

const twiceCompressed: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
    },
    body: gzipSync(gzipSync(reply.body)),
  }
}

const viteOverlay =
  '<vite-error-overlay><template shadowrootmode="open"><div style="position:fixed;inset:0;z-index:99999;background:rgba(0,0,0,.66)"><div style="margin:30px auto;width:800px;padding:25px 40px;background:#181818;color:#d8d8d8;font:16px monospace"><pre style="white-space:pre-wrap"><span style="color:#cfa4ff">[plugin:vite:import-analysis]</span> <span style="color:#ff5555">Failed to resolve import "./PriceTable.vue" from "src/App.vue". Does the file exist?</span></pre><pre>/srv/shop/src/App.vue:3:23</pre><div>Click outside, press Esc key, or fix the code to dismiss.<br>You can also disable this overlay by setting <code>server.hmr.overlay</code> to <code>false</code> in <code>vite.config.js</code>.</div></div></div></template></vite-error-overlay>'

const siteKey = `<div style="padding:8px;color:red;font:12px sans-serif">ERROR for site owner: Invalid domain for site key</div>`

export const setTtWords: readonly Fault[] = [
  words.issue('tt-wordpress-critical-german', 'A plug-in fails after its update.', [
    whole(
      'WordPress › Fehler',
      '<div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://de.wordpress.org/support/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div>',
      { lang: 'de', status: 500 },
    ),
  ]),
  words.issue(
    'tt-django-host-not-allowed',
    'The new name was not added to the settings, and debugging is on.',
    [
      whole(
        'DisallowedHost at /',
        '<div id="summary"><h1>DisallowedHost at /</h1><pre class="exception_value">Invalid HTTP_HOST header: &#x27;www.fjordtours.example&#x27;. You may need to add &#x27;www.fjordtours.example&#x27; to ALLOWED_HOSTS.</pre><table class="meta"><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>5.1.4</td></tr><tr><th>Exception Location:</th><td>/usr/local/lib/python3.12/site-packages/django/http/request.py, line 151, in get_host</td></tr></table></div><div id="explanation"><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p></div>',
        { status: 400 },
      ),
    ],
  ),
  words.issue('tt-whitelabel', 'The controller throws, and there is no page for errors.', [
    whole(
      'Error',
      '<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id="created">Thu Nov 26 07:14:02 UTC 2026</div><div>There was an unexpected error (type=Internal Server Error, status=500).</div>',
      { status: 500 },
    ),
  ]),
  words.issue('tt-aspnet-spanish', 'The application of the server fails at its start.', [
    whole(
      'Error de tiempo de ejecución',
      '<h1>Error de servidor en la aplicación ‘/’.<hr width="100%" size="1" color="silver"></h1><h2><i>Error de tiempo de ejecución</i></h2><p><b>Descripción: </b>Se ha producido un error de aplicación en el servidor. La configuración de error personalizada actual para esta aplicación impide ver los detalles del error de aplicación.</p>',
      { lang: 'es', status: 500 },
    ),
  ]),
  words.issue(
    'tt-deployment-not-found',
    'The name still points to a deployment that was deleted.',
    [
      page(
        text(
          404,
          'text/plain; charset=utf-8',
          'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\narn1::p6w2k-1795677042417-4a2f7f9d6b1c\n',
        ),
      ),
    ],
  ),
  words.issue(
    'tt-edge-waits-for-origin',
    'The network in front of the site does not reach its server.',
    [
      whole(
        'fjordtours.example | 522: Connection timed out',
        '<h1><span>Connection timed out</span> <span>Error code 522</span></h1><p>Visit <a href="https://www.cloudflare.com/5xx-error-landing">cloudflare.com</a> for more information.</p><h2>What happened?</h2><p>The initial connection between Cloudflare’s network and the origin web server timed out. As a result, the web page can not be displayed.</p><p>Cloudflare Ray ID: <strong>8f1a3c5e7d902b44</strong></p>',
        { status: 522 },
      ),
    ],
  ),
  words.issue('tt-account-suspended', 'The bill of the host was not paid.', [
    whole(
      'Account Suspended',
      '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="mailto:webmaster@localhost">Contact your hosting provider for more information.</a></p>',
    ),
  ]),
  words.issue('tt-lost-page-polish', 'The page is gone, and its answer has status 200.', [
    whole(
      'Nie znaleziono strony – Księgarnia Pod Lipą',
      '<header><a href="/">Księgarnia Pod Lipą</a></header><main><h1>Ups! Nie znaleziono strony</h1><p>Strona, której szukasz, nie istnieje lub została przeniesiona.</p><p><a href="/">Wróć na stronę główną</a></p></main>',
      { lang: 'pl' },
    ),
  ]),
  deployment.review('tt-bucket-denies', 'The bucket behind the network is not open to it.', [
    page(
      text(
        403,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q2M8Z0S4V5XK1TD</RequestId><HostId>p8a1kq0m3s9v</HostId></Error>',
      ),
    ),
  ]),
  deployment.review(
    'tt-manutenzione',
    'The work was done on Sunday, and its sign still hangs there.',
    [
      whole(
        'Sito in manutenzione',
        '<main><h1>Sito in manutenzione</h1><p>Stiamo lavorando per voi. Torneremo online al più presto: ci scusiamo per il disagio.</p></main>',
        { lang: 'it' },
      ),
    ],
  ),
  deployment.review(
    'tt-bientot',
    'The page of the agency for sites that are not ready is still the front page.',
    [
      whole(
        'Bientôt en ligne',
        '<h1>Notre site est en cours de construction</h1><p>Rendez-vous très bientôt pour découvrir notre nouveau site internet !</p>',
        { lang: 'fr' },
      ),
    ],
  ),
  deployment.review('tt-domain-te-koop', 'The domain was not renewed, and a dealer has it.', [
    whole(
      'fjordtours.example is te koop',
      '<h1>fjordtours.example</h1><p>Deze domeinnaam is te koop!</p><p>De eigenaar biedt dit domein aan. <a href="https://sedo.example/buy">Koop dit domein</a></p><p>Gerelateerde zoekopdrachten</p><ul><li><a href="/?q=reizen">Reizen</a></li><li><a href="/?q=hotels">Hotels</a></li></ul>',
      { lang: 'nl' },
    ),
  ]),
  deployment.review(
    'tt-shop-behind-password',
    'The shop was opened to customers, but its password was not taken away.',
    [
      whole(
        'Fjord Tours – Opening Soon',
        '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><form method="post" action="/password"><label for="password">Enter store using password:</label> <input type="password" id="password" name="password"> <button>Enter</button></form><p>Are you the store owner? <a href="/admin">Log in here</a></p>',
      ),
    ],
  ),
  said('tt-php-warning', 'The theme reads what is not there, and the server shows its warnings.', [
    part(
      '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/wp-content/themes/kontor/header.php</b> on line <b>12</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /var/www/html/wp-content/themes/kontor/header.php:12) in <b>/var/www/html/wp-includes/pluggable.php</b> on line <b>1435</b><br />',
    ),
  ]),
  said('tt-liquid-error', 'The theme names a part that was deleted.', [
    part(
      '<div class="header__icons">Liquid error (sections/header line 214): Could not find asset snippets/icon-cart.liquid</div>',
    ),
  ]),
  said('tt-contact-form-gone', 'The form was deleted, and its place says so.', [
    part(
      '<h2>Kontakt</h2><p>Schreiben Sie uns, wir antworten binnen eines Tages.</p><p>[contact-form-7 404 "Nicht gefunden"]</p>',
    ),
  ]),
  said(
    'tt-site-key-of-other-domain',
    'The form cannot be sent, because the key of the captcha is not for this domain.',
    [
      part(
        `<h2>Newsletter</h2><form><input type="email" aria-label="Email"> <button>Subscribe</button></form><iframe title="reCAPTCHA" width="304" height="78" srcdoc='${siteKey}'></iframe>`,
      ),
    ],
  ),
  said('tt-overlay-of-development', 'The development server was put on the net.', [
    atTop(viteOverlay),
  ]),
  garbled('tt-menu-of-braces', 'The templates of the menu are not filled in.', [
    part(
      '<nav><a href="/">{{ \'NAV.HOME\' | translate }}</a> <a href="/?p=2">{{ \'NAV.PRICES\' | translate }}</a></nav><h1>{{ page.title }}</h1><p>{{ page.intro }}</p>',
    ),
  ]),
  garbled(
    'tt-keys-instead-of-words',
    'The file with the words was not loaded, and visitors read its keys.',
    [
      part(
        '<nav><a href="/">nav.home</a> <a href="/?p=2">nav.opening_hours</a></nav><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>common.buttons.book_now</button>',
      ),
    ],
  ),
  garbled(
    'tt-object-object',
    'An object was put where its name should be, and the sum is no number.',
    [
      part(
        '<h2>Welcome to [object Object]</h2><ul><li>Rye bread – NaN €</li><li>Rolls – NaN €</li></ul><p>Next delivery: Invalid Date</p>',
      ),
    ],
  ),
  garbled(
    'tt-server-says-latin',
    'The field of the server says Latin-1, and the document is UTF-8.',
    [page(text(200, 'text/html; charset=ISO-8859-1', bakery('<meta charset="utf-8">')))],
  ),
  garbled('tt-document-says-utf8', 'The file was saved in Latin-1 and says that it is UTF-8.', [
    page({
      ...text(200, 'text/html; charset=utf-8', ''),
      body: new Uint8Array(Buffer.from(bakery('<meta charset="utf-8">'), 'latin1')),
    }),
  ]),
  garbled('tt-markup-as-words', 'The text was escaped twice on its way from the editor.', [
    part(
      about
        .replaceAll('<p>', '&lt;p class="MsoNormal"&gt;&lt;span style="font-size:11pt"&gt;')
        .replaceAll('</p>', '&lt;/span&gt;&lt;/p&gt;&lt;p&gt;&amp;nbsp;&lt;/p&gt;'),
    ),
  ]),
  garbled('tt-conflict-in-page', 'A merge was committed with its marks.', [
    part(
      '<<<<<<< HEAD\n<h2>Open from nine to five</h2>\n=======\n<h2>Open from ten to six</h2>\n>>>>>>> 4f2c9ab (new hours)',
    ),
  ]),
  garbled('tt-source-of-php', 'The server does not run PHP any more and sends the source.', [
    part(
      '<ul><?php $rows = $db->query("SELECT id, title FROM news ORDER BY created DESC LIMIT 5"); foreach ($rows as $row) { echo "<li>" . htmlspecialchars($row["title"]) . "</li>"; } ?></ul>',
    ),
  ]),
  garbled('tt-compressed-twice', 'Server and proxy both compress, and the browser unpacks once.', [
    twiceCompressed,
  ]),
]
