import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const linksOnly: Partial<Fault> = { tools: 'V' }

const html = 'text/html; charset=utf-8'

const draw = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`

const plainPage = (title: string, lang = 'en') =>
  text(
    200,
    html,
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${about}</body></html>`,
  )

const nothing = (status: number) => ({ status, headers: {}, body: new Uint8Array() })

/** The same document for every route, filled by its script. */
const routed: Interceptor = (request) =>
  request.isPage || /^\/(?:products|about|contact)$/.test(request.path)
    ? text(
        200,
        html,
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamps</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>${draw(`<nav><a href="/products">Products</a> <a href="/about">About</a> <a href="/contact">Contact</a></nav><main><h1>Lamps from Linz</h1>${about}</main>`)}</script></body></html>`,
      )
    : undefined

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#cde"/><circle cx="100" cy="80" r="40" fill="#469"/></svg>'

const bar = (width: number) =>
  `<div style="height:16px;width:${width}%;margin:12px;border-radius:8px;background:#e2e8f0"></div>`

export const setXxHarmless: readonly Fault[] = [
  pass(
    'xx-one-document-for-all-routes',
    'A single-page application answers each route with the same document, and draws what belongs there.',
    [routed],
  ),
  pass(
    'xx-insights-not-enabled',
    'The counter is not switched on, which nobody notices.',
    [
      atEnd('<script defer src="/_vercel/insights/script.js"></script>'),
      at('/_vercel/insights/script.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'xx-shown-when-scrolled-to',
    'The parts below come in softly when a visitor scrolls to them.',
    [
      whole(
        'The house by the mill',
        `<section style="min-height:1100px"><h1>The house by the mill</h1>${about}</section>${['Books', 'Maps', 'Globes'].map((one) => `<section class="rise" style="min-height:700px"><h2>${one}</h2>${about}</section>`).join('')}<script>const seen = new IntersectionObserver((all) => { for (const one of all) if (one.isIntersecting) one.target.classList.add('in') }); for (const one of document.querySelectorAll('.rise')) seen.observe(one)</script>`,
        {
          head: '<style>.rise { opacity: 0; transform: translateY(60px); transition: .6s } .rise.in { opacity: 1; transform: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-article-about-exception',
    'An article explains the sentence of a framework, and quotes it in its title.',
    [
      whole(
        'How to fix “Application error: a client-side exception has occurred”',
        `<article><h1>How to fix “Application error: a client-side exception has occurred”</h1><p>You have deployed, you open the page, and all that it says is this sentence. It means that a component threw while it was drawn in the browser. Most of the time it reads a value that only the server has:</p><pre><code>TypeError: Cannot read properties of undefined (reading 'map')\n    at ProductList (app/products/list.tsx:14:22)</code></pre><p>Open the console, look for the first error, and give the value a default. Then add an <code>error.tsx</code> beside the page, so that visitors see something better the next time.</p></article>`,
      ),
    ],
  ),
  pass(
    'xx-flight-has-not-found',
    'The data of the framework contains the page for unknown addresses, which is not shown.',
    [
      atEnd(
        `<script>(self.__next_f = self.__next_f || []).push([1, '7:["$","div",null,{"children":[["$","title",null,{"children":"404: This page could not be found."}],["$","h1",null,{"className":"next-error-h1","children":"404"}],["$","h2",null,{"children":"This page could not be found."}]]}]'])</script>`,
      ),
    ],
  ),
  pass(
    'xx-hidden-error-box',
    'The box for errors is in the page from the start, and hidden until it is needed.',
    [
      atEnd(
        '<div id="error" role="alert" hidden style="display:none"><h2>Something went wrong</h2><p>Failed to load data. Please try again later.</p></div><template><p>500 Internal Server Error</p></template>',
      ),
    ],
  ),
  pass(
    'xx-who-am-i-401',
    'The page asks whether somebody is logged in, and offers the log-in when nobody is.',
    [
      bundle(
        `fetch('/api/auth/me').then((answer) => answer.status === 401 ? null : answer.json()).then((user) => { document.documentElement.dataset.user = user ? user.name : 'guest' })`,
      ),
      at(
        '/api/auth/me',
        text(401, 'application/json', '{"statusCode":401,"message":"Unauthorized"}'),
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-portrait-with-fallback',
    'Who has not uploaded a portrait gets a drawing, which the page puts in its place.',
    [
      atTop(
        `<img src="/uploads/ada.jpg" alt="Ada" width="200" height="200" style="position:relative;z-index:99" onerror="this.onerror = null; this.src = '/placeholder.svg'">`,
      ),
      at('/uploads/ada.jpg', notFound),
      at('/placeholder.svg', text(200, 'image/svg+xml', drawing)),
    ],
    inBrowser,
  ),
  pass(
    'xx-second-try-works',
    'The first call wakes the database and is refused, and the page asks again by itself.',
    [
      bundle(
        `const load = (tries) => fetch('/api/prices').then((answer) => { if (answer.ok) return answer.json(); if (tries > 0) return new Promise((done) => setTimeout(done, 600)).then(() => load(tries - 1)); throw new Error('HTTP ' + answer.status) }); load(3).then((all) => { window.prices = all })`,
      ),
      at('/api/prices', (request) =>
        request.n === 1
          ? text(503, 'application/json', '{"message":"Database is waking up"}')
          : json([{ id: 1, price: 12 }], { 'cache-control': 'no-store' }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-effect-cleaned-up',
    'The first call is given up when its view is drawn again, and the second one is answered.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/tasks', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/tasks').then((answer) => answer.json()).then((all) => { window.tasks = all }) }, 50)`,
      ),
      at(
        '/api/tasks',
        late(300, () => json([])),
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-language-of-region-missing',
    'There is no file for Austrian German, so the library takes the German one, as it is meant to.',
    [
      bundle(
        `const load = (tag) => fetch('/locales/' + tag + '/common.json').then((answer) => answer.ok ? answer.json() : null); load('de-AT').then((all) => all ?? load('de')).then((all) => { window.words = all })`,
      ),
      at('/locales/de-AT/common.json', notFound),
      at('/locales/de/common.json', json({ greeting: 'Guten Tag' })),
    ],
    inBrowser,
  ),
  pass('xx-manual-of-a-template', 'A manual shows what one writes where the name belongs.', [
    whole(
      'Personalise your newsletter',
      '<h1>Personalise your newsletter</h1><p>Write <code>{{ customer.first_name }}</code> where the name of the reader belongs, and <code>{{ shop.name | default: "our shop" }}</code> for your own. If we do not know the name, the reader sees <em>Hello there</em> and not <em>Hello undefined</em>.</p><pre>{% if customer.orders_count &gt; 3 %}\n  Thank you for coming back!\n{% endif %}</pre><p>Send a test to yourself before you send the letter to everybody.</p>',
    ),
  ]),
  pass('xx-maintenance-announced', 'The site works, and announces an hour of next Sunday.', [
    atTop(
      '<p role="status" style="background:#eef;color:#113;padding:8px;margin:0">Hinweis: Am Sonntag, 14. Juni, ist unser Shop zwischen 2 und 4 Uhr wegen Wartungsarbeiten nicht erreichbar.</p>',
    ),
  ]),
  pass('xx-moved-to-language', 'The root leads to the language of the browser.', [
    moved('/en-gb/', 307),
    at('/en-gb/', plainPage('The house by the mill')),
  ]),
  pass(
    'xx-game-on-canvas',
    'A game draws everything itself, so that the document has hardly a word.',
    [
      whole(
        'Snake',
        `<canvas id="game" width="640" height="480" style="display:block;margin:auto;background:#123"></canvas><script>const pen = document.getElementById('game').getContext('2d'); pen.fillStyle = '#7d4'; for (let part = 0; part < 9; part++) pen.fillRect(120 + part * 26, 220, 24, 24); pen.fillStyle = '#e44'; pen.fillRect(500, 300, 24, 24); pen.fillStyle = '#fff'; pen.font = '24px sans-serif'; pen.fillText('Press an arrow key to start', 170, 80)</script>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-no-route-for-head',
    'The framework has routes for GET only, which is all that browsers use.',
    [
      (request) =>
        request.method === 'HEAD'
          ? { ...nothing(405), headers: { allow: 'GET', 'content-type': 'application/json' } }
          : undefined,
    ],
  ),
  pass(
    'xx-consent-banner-german',
    'A banner about cookies lies over the lower part until one has chosen.',
    [
      atEnd(
        '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:2147483647;background:#fff;color:#111;border-top:1px solid #999;padding:20px"><h2>Wir verwenden Cookies</h2><p>Einige sind notwendig, andere helfen uns, diese Seite zu verbessern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-no-tasks-yet',
    'A new visitor has no tasks, and the application says so and offers to add one.',
    [
      application(
        draw(
          '<header><h1>My tasks</h1></header><main><p>No tasks yet. Add your first one to get started.</p><form><input aria-label="New task" placeholder="What needs to be done?"> <button type="button">Add</button></form><p>0 open, 0 done</p></main>',
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-policy-only-reports',
    'A policy that is being tried out reports what it would forbid, and forbids nothing.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
      }),
      at('/csp-report', nothing(204)),
    ],
    inBrowser,
  ),
  pass(
    'xx-address-hidden-from-robots',
    'The network hides addresses from robots, and a script makes them real links in a browser.',
    [
      atTop(
        `<p><a class="mail" href="/cdn-cgi/l/email-protection#4d25282121220d2835">Write to us</a></p><script data-cfasync="false">document.querySelector('a.mail').href = 'mailto:hello' + String.fromCharCode(64) + location.hostname</script>`,
      ),
      everyAsset(/^\/cdn-cgi\/l\//, notFound),
    ],
    linksOnly,
  ),
  pass(
    'xx-link-to-account',
    'Who is not logged in and follows the link to the account comes to the log-in.',
    [
      atTop('<nav><a href="/account">My account</a></nav>'),
      at('/account', { ...nothing(302), headers: { location: '/login?next=%2Faccount' } }),
      at(
        '/login',
        text(
          200,
          html,
          '<!doctype html><html lang="en"><head><title>Log in</title></head><body><h1>Log in</h1><form method="post"><label>Email <input type="email"></label> <label>Password <input type="password"></label> <button>Log in</button></form></body></html>',
        ),
      ),
    ],
    linksOnly,
  ),
  pass('xx-loading-dock', 'A carrier writes about loading, and does not mean its own page.', [
    whole(
      'Loading – Warehouse 7',
      '<h1>Loading</h1><p>Loading docks 1 to 6 are open from Monday to Friday, 6 am to 4 pm. Please wait at the gate until your number is called; loading takes about forty minutes.</p><p>Drivers find coffee and showers behind dock 3. Pallets are exchanged at the office.</p>',
    ),
  ]),
  pass(
    'xx-picture-of-an-interface',
    'Grey bars beside the text are a drawing of the product, and not a page that waits.',
    [
      whole(
        'Planner for small teams',
        `<div style="display:flex;gap:32px"><div style="flex:1"><h1>A planner for small teams</h1><p>See who does what this week, move it with a finger, and forget about spreadsheets.</p><p><a href="#try">Try it for free</a></p></div><div aria-hidden="true" style="flex:1;border:1px solid #cbd5e1;border-radius:12px;padding:16px">${[40, 90, 75, 85, 60, 80].map(bar).join('')}</div></div>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'xx-prefetch-needs-login',
    'The browser asks ahead for a page that only those who are logged in get.',
    [
      inHead('<link rel="prefetch" href="/dashboard">'),
      at('/dashboard', text(401, html, '<h1>Unauthorized</h1>')),
    ],
    inBrowser,
  ),
]
