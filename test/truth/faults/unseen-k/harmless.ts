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
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { component, drawing, shop } from './shop.ts'

const { pass } = rowsOf('harmless')
const late = rowsOf('late but well')

const article = (title: string, body: string, lang = 'en') =>
  shop(`<article><h1>${title}</h1>${body}</article>`, { title, lang })

export const setKHarmless: readonly Fault[] = [
  pass('k-article-on-502', 'A post about gateway errors quotes one.', [
    article(
      'What a 502 Bad Gateway really tells you',
      "<p>Last winter our shop answered every fifth request with a page that nobody of us had written. This post is about how we found the cause, and what we changed.</p><h2>The symptom</h2><p>Customers saw the page of the proxy:</p><pre><code>502 Bad Gateway\nnginx/1.26.2</code></pre><p>In the log of the proxy stood a line for each of them:</p><pre><code>upstream prematurely closed connection while reading response header from upstream</code></pre><h2>The cause</h2><p>The application closed idle connections after five seconds, the proxy kept them for sixty. A request that was sent on a connection just being closed was lost. Node's default for keepAliveTimeout is five seconds, which is less than what most proxies assume.</p><h2>The remedy</h2><p>We set the timeout of the application above that of the proxy. Since then there has not been a single one of these errors. If you see the same, compare the two numbers first.</p>",
    ),
  ]),
  pass('k-docs-of-messages', 'Documentation of a message format shows its syntax.', [
    article(
      'Plurals in translated messages',
      '<p>A message with a number needs one form for each plural category of the language. Write all of them into one message, so that a translator sees the whole sentence.</p><pre><code>{count, plural, =0 {Your cart is empty} one {# item} other {# items}}</code></pre><p>The key of the message is never shown: <code>cart.summary.title</code> is looked up in the catalogue, and <code>{{ name }}</code> is filled in by the formatter. Polish has four forms, Arabic six. The tool warns about forms that are missing.</p>',
    ),
  ]),
  pass('k-status-page-history', 'A status page lists an incident that is over.', [
    article(
      'System status',
      '<p><strong>All systems operational</strong></p><ul><li>Website: operational</li><li>Checkout: operational</li><li>API: operational</li></ul><h2>Past incidents</h2><h3>21 November 2026</h3><p><b>Resolved.</b> Between 08:14 and 08:51 UTC the API answered with an increased rate of errors (503 Service Unavailable). A change of the database was rolled back.</p><h3>2 November 2026</h3><p><b>Completed.</b> The scheduled maintenance of the search cluster is over.</p>',
    ),
  ]),
  pass(
    'k-anonymous-session-401',
    'The page asks who is logged in, and nobody is.',
    [
      bundle(
        `fetch('/api/auth/me').then((answer) => answer.status === 401 ? null : answer.json()).then((user) => { ${drawing('<p><a href="#sign-in" id="sign-in">Sign in</a></p>')} })`,
      ),
      at('/api/auth/me', { ...json({ user: null }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'k-search-aborted',
    'Each new letter aborts the request of the one before.',
    [
      bundle(
        `let running\nlet found = 0\nconst search = (text) => { running?.abort(); running = new AbortController(); fetch('/api/suggest?q=' + text, { signal: running.signal }).then((answer) => answer.json()).then((all) => { found = all.length }).catch((error) => { if (error.name !== 'AbortError') throw error }) }\nfor (const text of ['t', 'te', 'ten', 'tent']) search(text)`,
      ),
      at('/api/suggest', json(['tent', 'tent pegs', 'tent repair'])),
    ],
    inBrowser,
  ),
  late.pass(
    'k-second-try-works',
    'An instance starts: the first answer is 503, and the page asks again.',
    [
      bundle(
        `const load = (left) => fetch('/api/opening').then((answer) => answer.ok ? answer.json() : Promise.reject(answer.status)).then(() => { ${drawing('<p>Open today from ten to six.</p>')} }).catch(() => { if (left > 0) setTimeout(load, 300, left - 1) })\nload(3)`,
      ),
      at('/api/opening', (request) =>
        request.n === 1
          ? {
              ...text(503, 'text/plain', 'starting'),
              headers: { 'retry-after': '1', 'cache-control': 'no-store' },
            }
          : json({ from: '10:00', to: '18:00' }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'k-cart-empty',
    'A cart without anything in it.',
    [
      application(
        'document.getElementById(\'root\').innerHTML = \'<header>Northwind Outdoor</header><main><h1>Your cart is empty</h1><p>Looks like you have not added anything yet.</p><a href="#tents">Continue shopping</a><h2 id="tents">Popular right now</h2><ul><li>Tent Fjell 2, 349 €</li><li>Boots Rondane, 189 €</li><li>Stove Primo, 79 €</li></ul></main>\'',
      ),
    ],
    inBrowser,
  ),
  pass('k-no-notifications', 'An account without news says so.', [
    atTop(
      '<section><h2>Notifications</h2><p>No notifications yet. When something happens, you will see it here.</p><h2>Saved searches</h2><p>Nothing found. Try other words.</p></section>',
    ),
  ]),
  pass('k-beta-banner', 'A new site asks for remarks.', [
    atTop(
      '<p class="beta"><strong>BETA</strong> This is a new service. Something not working or looking broken? Your feedback helps us to improve it.</p>',
    ),
  ]),
  pass(
    'k-beacon-204',
    'A measurement is sent, and the answer has no body.',
    [
      bundle(
        "navigator.sendBeacon('/collect', JSON.stringify({ lcp: 812 }))\nfetch('/collect?e=view', { method: 'POST', keepalive: true }).then(() => {})",
      ),
      at('/collect', {
        status: 204,
        headers: { 'cache-control': 'no-store' },
        body: new Uint8Array(),
      }),
    ],
    inBrowser,
  ),
  pass(
    'k-marquee',
    'A line of logos moves for ever.',
    [
      inHead(
        '<style>.marquee { overflow: hidden; white-space: nowrap } .marquee span { display: inline-block; animation: marquee 20s linear infinite } @keyframes marquee { to { transform: translateX(-50%) } }</style>',
      ),
      atTop(
        '<div class="marquee"><span>Known from: Fjell and Fjord · The Walker · Hytte · Outdoor Weekly · Known from: Fjell and Fjord · The Walker · Hytte · Outdoor Weekly ·</span></div>',
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'k-long-poll',
    'A request that waits for news is under way as long as the page is open.',
    [
      bundle(
        "const wait = () => fetch('/api/changes?since=118').then((answer) => answer.json()).then(wait).catch(() => setTimeout(wait, 30000))\naddEventListener('load', wait)",
      ),
      at('/api/changes', 'hang'),
    ],
    inBrowser,
  ),
  pass(
    'k-avatar-initials',
    'The host of the avatars is asked for a 404 when there is none; initials take its place.',
    [
      atTop(
        (site) =>
          `<p style="position:relative;z-index:9999"><img src="https://avatars.${site.stranger}/avatar/9e26471d35a78862c17e467d87cddedf?d=404&amp;s=40" alt="" width="40" height="40" onerror="this.outerHTML='<span style=&quot;display:inline-block;width:40px;height:40px;border-radius:50%;background:#356;color:#fff;text-align:center;line-height:40px&quot;>KL</span>'"> Kari Lund, 3 November</p>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`avatars.${site.stranger}`]: () => text(404, 'text/plain', '404 Not Found'),
      }),
    },
  ),
  pass('k-maintenance-announced', 'Work on the system is announced for next week.', [
    atTop(
      '<p role="status">Scheduled maintenance: on Sunday, 29 November, from 02:00 to 04:00 UTC the shop will be unavailable. Orders placed before that are not affected.</p>',
    ),
  ]),
  pass('k-sold-out', 'A product that cannot be bought at the moment.', [
    shop(
      '<h1>Tent Vidda 4</h1><p>499 €</p><p><strong>Currently unavailable.</strong> We do not know when or if this item will be back in stock.</p><button disabled>Sold out</button><h2>Description</h2><p>A tent for four that stands in wind from every side. Poles of aluminium, 10 mm; weight 5.2 kg; two entrances. It was made in Tromsø from 2019 to 2024.</p><h2>Similar tents</h2><div class="cards"><div class="card">Fjell 2</div><div class="card">Rondane 3</div><div class="card">Hardanger 4</div></div>',
    ),
  ]),
  pass('k-german-glossary', 'A glossary in German explains codes of status.', [
    article(
      'HTTP-Statuscodes kurz erklärt',
      '<p>Wer eine Website betreibt, begegnet früher oder später den Codes, mit denen ein Server antwortet. Die wichtigsten fünf:</p><dl><dt>200 OK</dt><dd>Alles in Ordnung, die Seite wird ausgeliefert.</dd><dt>301 Moved Permanently</dt><dd>Die Seite ist dauerhaft umgezogen.</dd><dt>404 Not Found</dt><dd>Die Seite wurde nicht gefunden. Meist ist ein Link veraltet.</dd><dt>500 Internal Server Error</dt><dd>Ein interner Serverfehler ist aufgetreten. Genaueres steht im Protokoll des Servers.</dd><dt>503 Service Unavailable</dt><dd>Der Dienst ist vorübergehend nicht erreichbar, etwa wegen Wartungsarbeiten.</dd></dl><p>Im nächsten Beitrag zeigen wir, wie Sie eine freundliche Fehlerseite gestalten.</p>',
      'de',
    ),
  ]),
  pass(
    'k-consent-with-buttons',
    'A consent dialog over a dimmed page, which can be answered.',
    [
      component(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:100000"></div><div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;left:25%;top:25%;width:50%;background:#fff;padding:24px;z-index:100001"><h2>We value your privacy</h2><p>We use cookies to count visits and to remember your cart. You can change your choice at any time in the footer.</p><button onclick="this.closest(\'section\').remove()">Accept all</button> <button onclick="this.closest(\'section\').remove()">Reject all</button> <button>Settings</button></div>',
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'k-splash-goes',
    'A first screen with the logo fades after a second.',
    [
      atEnd(
        '<div id="splash" style="position:fixed;inset:0;background:#0b3d2e;color:#fff;display:grid;place-items:center;font:48px sans-serif;z-index:2147483647;transition:opacity .4s">Northwind</div><script>setTimeout(() => { const splash = document.getElementById("splash"); splash.style.opacity = 0; setTimeout(() => splash.remove(), 450) }, 1000)</script>',
      ),
    ],
    inBrowser,
  ),
  pass('k-sign-in-after-session', 'The page of an application where one signs in.', [
    whole(
      'Sign in – Northwind Portal',
      '<main><h1>Sign in to continue</h1><p>You have been signed out because your session has expired.</p><form action="/session" method="post"><p><label>E-mail <input type="email" name="email" autocomplete="username"></label></p><p><label>Password <input type="password" name="password" autocomplete="current-password"></label></p><p><button>Sign in</button> <a href="#help">Trouble signing in?</a></p></form><p id="help">Write to the help desk, or call 55 12 34 56.</p></main>',
    ),
  ]),
  pass(
    'k-console-warning-to-users',
    'The console tells visitors not to paste anything there.',
    [
      bundle(
        "console.log('%cStop!', 'color: red; font-size: 48px; font-weight: bold')\nconsole.warn('This is a browser feature intended for developers. If someone told you to copy and paste something here to enable a feature, it is a scam.')\nconsole.info('We are hiring: jobs at Northwind')",
      ),
    ],
    inBrowser,
  ),
  pass(
    'k-resize-observer-loop',
    'An observer changes what it observes: browsers report that, and nothing is wrong.',
    [
      bundle(
        `${drawing('<div id="fits">Fits its parent</div>')}\nconst box = document.getElementById('fits')\nlet left = 3\nnew ResizeObserver(() => { if (left-- > 0) box.style.height = box.offsetHeight + 4 + 'px' }).observe(box)`,
      ),
    ],
    inBrowser,
  ),
  pass('k-hidden-error-templates', 'Texts for bad days lie in the page, and nobody sees them.', [
    atEnd(
      '<noscript>You need to enable JavaScript to run this app.</noscript><template id="failed"><h1>Something went wrong</h1><p>An unexpected error has occurred. Please try again later.</p></template><div id="blazor-error-ui" hidden>An unhandled error has occurred. <a href="#" class="reload">Reload</a></div><div id="offline" style="display:none">You are offline. Check your connection.</div>',
    ),
  ]),
  pass(
    'k-hints-to-dead-hosts',
    'Hints for connections name a host that is gone; nothing is loaded from it.',
    [
      inHead(
        (site) =>
          `<link rel="dns-prefetch" href="https://stats-old.${site.stranger}"><link rel="preconnect" href="https://tiles-old.${site.stranger}" crossorigin>`,
      ),
    ],
  ),
  pass('k-films-coming-soon', 'A cinema announces what is coming soon.', [
    shop(
      '<h1>Coming soon</h1><div class="cards"><div class="card"><h2>The Long Winter</h2><p>From 4 December. A hut, two sisters and a wolf.</p></div><div class="card"><h2>Under Construction</h2><p>From 11 December. A documentary about the tunnel below the fjord.</p></div><div class="card"><h2>Error</h2><p>From 18 December. A pilot hears a voice that cannot be there.</p></div></div><h2>Now showing</h2><p>Nordlys, daily at 18:00 and 20:30; Seilas, Saturday and Sunday at 15:00. Tickets are sold at the entrance from half an hour before.</p>',
      { title: 'Bergen Kino – coming soon' },
    ),
  ]),
  pass(
    'k-drawing-on-canvas',
    'A game of one canvas: there is hardly a word.',
    [
      whole(
        'Fjell Runner',
        '<canvas id="game" width="900" height="600" role="img" aria-label="A runner on a mountain"></canvas><script src="/assets/game.js"></script>',
      ),
      at(
        '/assets/game.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "const pen = document.getElementById('game').getContext('2d')\nlet step = 0\nconst draw = () => {\n  step += 1\n  pen.fillStyle = '#8ec5e8'\n  pen.fillRect(0, 0, 900, 600)\n  pen.fillStyle = '#4f7a4b'\n  pen.beginPath()\n  pen.moveTo(0, 600)\n  for (let x = 0; x <= 900; x += 10) pen.lineTo(x, 380 + 60 * Math.sin((x + step) / 90))\n  pen.lineTo(900, 600)\n  pen.fill()\n  pen.fillStyle = '#b5541c'\n  pen.fillRect(430, 340 + 20 * Math.abs(Math.sin(step / 8)), 30, 50)\n  pen.fillStyle = '#fff'\n  pen.font = '28px sans-serif'\n  pen.fillText('Score 0 – press space to jump', 30, 50)\n  requestAnimationFrame(draw)\n}\ndraw()\n",
        ),
      ),
    ],
    inBrowser,
  ),
  pass('k-to-language-folder', 'The first visit is sent to the folder of the language.', [
    moved('/de/'),
    at(
      '/de/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Nordwind – Bücher und Karten</title></head><body><header>Nordwind</header><main><h1>Bücher und Karten</h1><p>Das Haus wurde 1874 von einem Müller gebaut und ist seit hundert Jahren ein Laden. Vorn stehen die Bücher, hinten die Karten und Globen, dazwischen ein Ofen.</p><p>Geöffnet von Dienstag bis Samstag, und nach Vereinbarung.</p></main></body></html>`,
      ),
    ),
  ]),
  pass(
    'k-report-only-policy',
    'A stricter policy is tried out: it reports and refuses nothing.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'none'; script-src 'self'; report-to csp",
      }),
      bundle(drawing('<p>Open today from ten to six.</p>')),
    ],
    inBrowser,
  ),
  pass(
    'k-mathematics-of-undefined',
    'A page about numbers has all the words of careless templates.',
    [
      article(
        'Why is 0/0 undefined, and 1/0 not a number?',
        `<p>Division asks: which number, multiplied by the divisor, gives the dividend? For 0/0 every number does, so the result is undefined. For 1/0 none does.</p><p>Computers follow IEEE 754, which has names for both: NaN and Infinity. <code>NaN === NaN</code> is false, <code>typeof null</code> is "object", and a careless template shows [object Object].</p><p>On a pocket calculator you see E or Error in both cases. ${about.replaceAll(/<\/?p>/g, '')}</p>`,
      ),
    ],
  ),
]
