import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const lateButWell = rowsOf('late but well')

const words: readonly Fault[] = [
  pass('g-maintenance-banner', 'A healthy page announces its maintenance.', [
    atTop(
      '<div role="status" style="background:#fff3cd;padding:12px">Scheduled maintenance: on Sunday, 29 November from 02:00 to 04:00 UTC the shop will be temporarily unavailable. <a href="#">More</a></div>',
    ),
  ]),
  pass('g-status-page', 'A page about the state of a service.', [
    whole(
      'Status of Harbour Cloud',
      '<h1>All systems operational</h1><ul><li>API: operational</li><li>Dashboard: operational</li><li>Webhooks: operational</li></ul><h2>Past incidents</h2><h3>12 November</h3><p>Resolved: between 9:10 and 9:32 UTC some requests were answered with 502 Bad Gateway. A faulty deployment was rolled back.</p><h3>3 November</h3><p>No incidents reported.</p><h3>1 November</h3><p>Resolved: "Internal Server Error" when invoices were exported. The service was unavailable for four minutes.</p>',
    ),
  ]),
  pass('g-release-notes', 'Release notes speak of errors that were mended.', [
    whole(
      'Release notes 4.2',
      '<h1>Release notes 4.2</h1><h2>Fixed</h2><ul><li>The basket showed NaN € when a voucher was empty.</li><li>Internal Server Error when a booking had no guest.</li><li>"Application error: a client-side exception has occurred" in old versions of Safari.</li><li>TypeError: Cannot read properties of undefined (reading \'map\') in the list of orders.</li></ul><h2>Added</h2><ul><li>Invoices can be paid in three parts.</li><li>The calendar shows holidays of all cantons.</li><li>Pictures may be sorted by hand.</li></ul>',
    ),
  ]),
  pass('g-article-cloudflare', 'An article about an error of a network.', [
    whole(
      'How to fix error 522 and 525',
      `<h1>How to fix error 522 and 525</h1><p>Both errors come from the network in front of your site. "Error 522: Connection timed out" means that the origin does not answer, "Error 525: SSL handshake failed" that it has no certificate that fits.</p><h2>Check the firewall first</h2><p>The addresses of the network must be allowed. Look into the log of your server, and see whether requests come at all.</p><h2>Then the certificate</h2><p>Renew it, restart the server, and ask for the page with curl. In nine of ten cases that is all. When it is not, set the mode to "full" and wait for five minutes.</p>${about}`,
    ),
  ]),
  pass('g-empty-basket', 'A basket in which there is nothing yet.', [
    whole(
      'Your basket – Harbour Shop',
      '<header><a href="#">Harbour Shop</a> <nav><a href="#">Boats</a> <a href="#">Clothes</a> <a href="#">Basket (0)</a></nav></header><h1>Your basket is empty</h1><p>Nothing here yet. Have a look at what is new this week.</p><a href="#">Continue shopping</a><footer>Imprint, privacy, terms. Shipping within three days.</footer>',
    ),
  ]),
  pass('g-sold-out', 'A shop with a product that is sold out and one that comes later.', [
    whole(
      'Boats – Harbour Shop',
      `<h1>Boats</h1>${about}<ul><li>Canoe, 499 € <button>Add to basket</button></li><li>Dinghy <em>Currently unavailable</em></li><li>Kayak 2027 <em>Coming soon</em></li><li>Rowing boat, 1290 € <button>Add to basket</button></li></ul><p>No reviews yet.</p>`,
    ),
  ]),
  pass('g-php-tutorial', 'A tutorial shows source and what goes wrong with it.', [
    atEnd(
      '<h2>Reading a value that may be missing</h2><pre><code>&lt;?php\necho $_GET["page"];\n</code></pre><p>Without the parameter PHP prints:</p><pre><code>Warning: Undefined array key "page" in /var/www/html/index.php on line 2</code></pre><p>Use <code>$_GET["page"] ?? 1</code> for a default.</p>',
    ),
  ]),
  pass('g-message-keys-explained', 'Documentation of a library for translations.', [
    atEnd(
      '<h2>Missing keys</h2><p>Without a translation the key itself is returned, such as <code>checkout.summary.title</code>. In Rails the text is <code>translation missing: de.carts.show.heading</code>, in a template <code v-pre>{{ $t("cart.title") }}</code> is shown.</p>',
    ),
  ]),
  pass('g-lorem-generator', 'A tool that makes filling text.', [
    whole(
      'Lorem ipsum generator',
      '<h1>Lorem ipsum generator</h1><p>Choose how much filling text you need for your layout, and copy it.</p><label>Paragraphs <input type="number" value="3"></label> <button>Generate</button><textarea rows="8" cols="80">Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</textarea><h2>Where it comes from</h2><p>The words are from a text of Cicero about the good and the bad, written in the year 45 before our era, and have been used by printers since the sixteenth century.</p>',
    ),
  ]),
  pass('g-builder', 'A builder of houses.', [
    whole(
      'Houses under construction – Miller & Sons',
      `<h1>Houses under construction</h1><p>Twelve houses at the lake are under construction at the moment; the first will be ready in May. The site is open for visits on Saturdays.</p>${about}<ul><li>House 1: sold</li><li>House 2: 4 rooms, 112 m²</li><li>House 3: 5 rooms, 131 m²</li></ul><a href="#">Book a visit</a>`,
    ),
  ]),
  pass('g-job-monitor', 'A board that counts failures, as it should.', [
    whole(
      'Queues',
      '<h1>Queues</h1><table><tr><th>Queue</th><th>Done</th><th>Failed</th><th>Errors 5xx</th></tr><tr><td>mail</td><td>12 904</td><td>3</td><td>0</td></tr><tr><td>invoices</td><td>812</td><td>0</td><td>0</td></tr><tr><td>exports</td><td>77</td><td>1</td><td>2</td></tr></table><p>Last failure: 2 days ago, connection refused by the mail server. Retried with success.</p>',
    ),
  ]),
  pass('g-article-404-de', 'Advice about pages for errors, in German.', [
    whole(
      'Die perfekte 404-Seite: zehn Beispiele',
      '<h1>Die perfekte 404-Seite</h1><p>„Seite nicht gefunden“ liest niemand gern. Eine gute Fehlerseite hilft weiter: Sie sagt, was passiert ist, und bietet eine Suche an. Wir zeigen zehn Beispiele aus Läden, Verlagen und Vereinen.</p><h2>1. Der Buchladen</h2><p>Hier führt ein Kater durch die Regale und fragt, was gesucht wird. Darunter stehen die Neuheiten der Woche und die Telefonnummer des Ladens.</p><h2>2. Der Ruderclub</h2><p>Ein leeres Boot, ein Satz und drei Wege zurück: Termine, Mitglieder, Bootshaus. Mehr braucht es nicht.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('g-hindi', 'A page in Hindi.', [
    whole(
      'नाव की दुकान',
      `<h1>नाव की दुकान</h1>${'<p>हम हर दिन सुबह नौ बजे से शाम छह बजे तक खुले हैं। स्टेशन से पैदल पाँच मिनट।</p>'.repeat(5)}`,
      { lang: 'hi' },
    ),
  ]),
]

const traffic: readonly Fault[] = [
  pass('g-language-redirect', 'The page sends each visitor to his language.', [
    moved('/de-ch/willkommen'),
    at('/de-ch/willkommen', (request, upstream, site) =>
      whole(
        'Bootshaus',
        `<h1>Bootshaus</h1>${'<p>Wir vermieten Boote von Mai bis Oktober, auch für ganze Schulklassen und Vereine.</p>'.repeat(4)}`,
        {
          lang: 'de-CH',
        },
      )({ ...request, isPage: true }, upstream, site),
    ),
  ]),
  pass('g-gzip', 'The page is compressed, and its response says so.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
        body: gzipSync(reply.body),
      }
    },
  ]),
  pass('g-policy-report-only', 'A policy is tried out without effect.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self'; style-src 'self'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  pass(
    'g-session-401',
    'The application asks who the visitor is, and nobody is logged in.',
    [
      application(
        `fetch('/api/session').then((one) => { document.getElementById('root').innerHTML = one.status === 401 ? '<h1>Sign in</h1><form><label>Email <input type="email"></label><br><label>Password <input type="password"></label><br><button>Sign in</button> <a href="#">Forgot your password?</a></form>' : '<h1>Orders</h1>' })`,
      ),
      at('/api/session', text(401, 'application/json', '{"user":null}')),
    ],
    inBrowser,
  ),
  pass(
    'g-second-try',
    'The first call meets a cold start and the second one succeeds.',
    [
      application(
        `const load = () => fetch('/api/courses').then((one) => one.ok ? one.json() : new Promise((resolve) => setTimeout(resolve, 400)).then(load)); load().then((list) => { document.getElementById('root').innerHTML = '<h1>Courses</h1><ul>' + list.map((one) => '<li>' + one + '</li>').join('') + '</ul><p>All courses take place at the old harbour, with boats and vests of ours.</p>' })`,
      ),
      at('/api/courses', ({ n }) =>
        n === 1
          ? { ...json({ error: 'starting' }, uncached), status: 503 }
          : json(['Rowing for beginners', 'Sailing in two days', 'Knots and ropes']),
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-avatar-fallback',
    'A member without a portrait, for whom the page shows a drawing.',
    [
      atEnd(
        `<ul><li><img src="/avatars/4711.jpg" width="48" height="48" alt="" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2248%22 height=%2248%22%3E%3Ccircle cx=%2224%22 cy=%2224%22 r=%2224%22 fill=%22%23999%22/%3E%3C/svg%3E'"> Ada</li></ul>`,
      ),
      at('/avatars/4711.jpg', notFound),
    ],
    inBrowser,
  ),
  pass('g-certificate-30-days', 'A certificate for which the renewal is not due yet.', [], {
    tools: 'PV',
    certificate: () => ({
      notBefore: new Date(Date.now() - 58 * 86_400_000),
      notAfter: new Date(Date.now() + 32 * 86_400_000),
    }),
  }),
]

const looks: readonly Fault[] = [
  pass(
    'g-age-question',
    'A shop for wine asks for the age first.',
    [
      atTop(
        '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:9999;background:#2b1018;color:#fff;display:grid;place-content:center;text-align:center;font:20px serif"><h2>Welcome to the wine cellar</h2><p>Are you over 18 years old?</p><p><button>Yes, enter</button> <button>No</button></p></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-consent-dialog',
    'The dialog for consent is over the page.',
    [
      atTop(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:9998"></div><div role="dialog" aria-label="Cookies" style="position:fixed;left:20%;right:20%;top:25%;background:#fff;color:#222;padding:24px;z-index:9999"><h2>Wir achten Ihre Privatsphäre</h2><p>Wir und unsere 12 Partner verwenden Cookies, um Inhalte zu zeigen und Zugriffe zu zählen. Sie können Ihre Wahl jederzeit ändern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button> <button>Einstellungen</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-map-needs-consent',
    'The map is shown when the visitor agrees.',
    [
      atEnd(
        '<div style="width:700px;height:300px;background:#eee;display:grid;place-content:center;text-align:center"><p>We need your consent to load the map service.</p><p>This content is not permitted to load due to trackers that are not disclosed to the visitor.</p><button>Load map</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-lazy-gallery',
    'Pictures are loaded when they come near to the view.',
    [
      atEnd(
        `<section>${Array.from({ length: 8 }, (_, index) => `<p><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/gallery/${index}.svg" width="600" height="400" alt="Boat ${index}"></p>`).join('')}</section><script>const seen = new IntersectionObserver((all) => all.forEach((one) => { if (one.isIntersecting) { one.target.src = one.target.dataset.src; seen.unobserve(one.target) } })); document.querySelectorAll('img.lazy').forEach((one) => seen.observe(one))</script>`,
      ),
      (request) =>
        request.path.startsWith('/gallery/')
          ? text(
              200,
              'image/svg+xml',
              '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#357"/></svg>',
            )
          : undefined,
    ],
    inBrowser,
  ),
  pass(
    'g-without-script-text',
    'The shell has a sentence for visitors without scripts, and the application works.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Club</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>document.getElementById('root').innerHTML = '<h1>Rowing club</h1>' + '<p>Training is on Tuesday and Thursday at six, at the boat house.</p>'.repeat(5)</script></body></html>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-chart-on-canvas',
    'A board of one chart that is drawn.',
    [
      whole(
        'Water level',
        `<h1>Water level at the bridge</h1><canvas id="chart" width="900" height="420"></canvas><script>const ink = document.getElementById('chart').getContext('2d'); ink.strokeStyle = '#06c'; ink.lineWidth = 3; ink.beginPath(); for (let x = 0; x < 900; x += 5) ink.lineTo(x, 200 + 90 * Math.sin(x / 60)); ink.stroke(); ink.font = '16px sans-serif'; ink.fillText('2.14 m', 20, 40)</script>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'g-counter-refused',
    'The counter of visits is blocked, as it is for a third of them.',
    [
      inHead((site) => `<script async src="https://stats.${site.stranger}/matomo.js"></script>`),
      bundle(
        (site) =>
          `window._paq = [['trackPageView'], ['setTrackerUrl', 'https://stats.${site.stranger}/matomo.php']]`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`stats.${site.stranger}`]: ({ path }) =>
          path === '/matomo.js'
            ? text(
                200,
                'text/javascript',
                `fetch('https://stats.${site.stranger}/matomo.php?action_name=Shop&idsite=1', { method: 'POST', mode: 'no-cors', keepalive: true })`,
              )
            : text(403, 'text/plain', 'Forbidden'),
      }),
    },
  ),
  lateButWell.pass(
    'g-slow-first-byte',
    'The first visitor after a pause waits for the start of the program.',
    [late(2600, (request, upstream) => (request.isPage ? upstream() : undefined))],
  ),
  lateButWell.pass(
    'g-splash',
    'A splash with the name of the shop, then the shop.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<div style="position:fixed;inset:0;background:#123;color:#fff;display:grid;place-content:center;font:48px serif">Harbour</div>'; setTimeout(() => { root.innerHTML = '<h1>Harbour shop</h1>' + '<p>Boats, paddles and vests for the summer, and lanterns for the winter.</p>'.repeat(6) }, 1800)`,
      ),
    ],
    inBrowser,
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setGHarmless: readonly Fault[] = [...words, ...traffic, ...looks]
