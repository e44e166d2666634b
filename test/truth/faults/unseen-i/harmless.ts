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
} from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { cards, firm, footer, header, intro, style } from './pieces.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

const article = (title: string, body: string, lang = 'en') =>
  whole(
    title,
    `<main style="max-width:44rem;margin:2rem auto"><article><h1>${title}</h1>${body}</article></main>`,
    {
      lang,
      head: style,
    },
  )

const aboutErrors: readonly Fault[] = [
  pass('i-article-502', 'An article explains an error of nginx.', [
    article(
      'Why nginx answers “502 Bad Gateway” after a restart',
      '<p>When the socket of PHP-FPM is not there yet, nginx logs <code>connect() to unix:/run/php/php8.3-fpm.sock failed (2: No such file or directory)</code>, and visitors see a white page that says:</p><pre>502 Bad Gateway\nnginx/1.26.2</pre><p>The order of the units is to blame. Add <code>After=php8.3-fpm.service</code> to an override of the unit, reload systemd, and the error does not come back.</p><h2>How to check</h2><p>Restart both services while a loop of requests runs, and count the answers that are not 200.</p>',
    ),
  ]),
  pass(
    'i-docs-react-router-errors',
    'The documentation of a framework quotes its own error page.',
    [
      article(
        'Error boundaries',
        '<p>When a loader throws and no route defines a boundary, the router shows its default screen, which begins with “Unexpected Application Error!”. Define one at the root so that visitors never see it:</p><pre><code>export function ErrorBoundary() {\n  const error = useRouteError()\n  return &lt;p&gt;Something went wrong: {error.message}&lt;/p&gt;\n}</code></pre><p>Boundaries nest: the closest one to the route that failed is shown, and the layout around it stays.</p>',
      ),
    ],
  ),
  pass('i-changelog-fixes', 'A changelog names the errors that were mended.', [
    article(
      'Changelog',
      '<h2>4.2.1 (19 November 2026)</h2><ul><li>Fixed: “Application error: a client-side exception has occurred” on Safari 17 when the basket was empty.</li><li>Fixed: Internal Server Error while exporting more than 10 000 rows.</li><li>Fixed: the page stayed blank when cookies were refused.</li></ul><h2>4.2.0 (2 November 2026)</h2><ul><li>New: maintenance mode can be switched on per tenant.</li><li>Changed: the 404 page now shows the search.</li></ul>',
    ),
  ]),
  pass('i-status-page', 'A status page is well; its history tells of incidents.', [
    whole(
      'Lindqvist Cloud Status',
      '<main style="max-width:48rem;margin:2rem auto"><h1>All systems operational</h1><ul><li>Website: operational</li><li>API: operational</li><li>Payments: operational</li></ul><h2>Past incidents</h2><h3>18 November 2026</h3><p><strong>Resolved</strong> – Elevated error rates (HTTP 503) on the API between 09:12 and 09:40 UTC. The database refused connections after a failover.</p><h3>17 November 2026</h3><p>No incidents reported.</p></main>',
      { head: style },
    ),
  ]),
  pass('i-php-tutorial', 'A lesson shows the source of PHP as source.', [
    article(
      'PHP for beginners, lesson 3: loops',
      '<p>A loop repeats what stands between its braces. The following prints the names of all pupils:</p><pre><code>&lt;?php\nforeach ($pupils as $pupil) {\n    echo "&lt;li&gt;" . htmlspecialchars($pupil["name"]) . "&lt;/li&gt;";\n}\n?&gt;</code></pre><p>If <code>$pupils</code> is not defined, PHP answers <code>Warning: Undefined variable $pupils in lesson3.php on line 2</code>. Define it before the loop.</p>',
    ),
  ]),
  pass('i-jinja-reference', 'The reference of a template language shows its tags.', [
    article(
      'Template reference',
      '<p>Variables are written in two braces, statements with a percent sign:</p><pre><code>{% for user in users %}\n  &lt;li&gt;{{ user.name|title }}&lt;/li&gt;\n{% else %}\n  &lt;li&gt;Nobody is here.&lt;/li&gt;\n{% endfor %}</code></pre><p>Use <code>{{ "{{" }}</code> to print two braces, and <code>{% raw %}</code> for longer texts. An undefined variable prints nothing unless <code>StrictUndefined</code> is set.</p>',
    ),
  ]),
  pass('i-http-status-list', 'A page lists the status codes of HTTP.', [
    article(
      'HTTP status codes',
      '<dl><dt>404 Not Found</dt><dd>The server has nothing at this address.</dd><dt>410 Gone</dt><dd>It was there, and will not come back.</dd><dt>500 Internal Server Error</dt><dd>The server failed, and does not say why.</dd><dt>502 Bad Gateway</dt><dd>The server behind the proxy gave no valid answer.</dd><dt>503 Service Unavailable</dt><dd>The server is overloaded or in maintenance.</dd></dl>',
    ),
  ]),
  pass('i-article-404-fr', 'A French article on the pages that are not found.', [
    article(
      'Erreur 404 : comment la corriger sur votre site',
      '<p>« Page introuvable », « Oups, cette page n’existe pas » : l’erreur 404 apparaît quand un lien mène vers une adresse supprimée. Elle n’est pas grave en soi, mais elle agace vos visiteurs.</p><h2>Trois remèdes</h2><p>Redirigez l’ancienne adresse, corrigez les liens internes, et proposez une page d’erreur utile avec un champ de recherche.</p>',
      'fr',
    ),
  ]),
  pass('i-python-traceback-lesson', 'A lesson explains how to read a traceback.', [
    article(
      'How to read a traceback',
      '<p>Read it from the bottom: the last line names the exception.</p><pre>Traceback (most recent call last):\n  File "shop.py", line 12, in &lt;module&gt;\n    total = sum(prices) / len(prices)\nZeroDivisionError: division by zero</pre><p>Here the list of prices was empty. The lines above show how the program came there; the innermost call is the last one.</p>',
    ),
  ]),
  pass('i-parked-domain-glossary', 'A registrar explains what a parked domain is.', [
    article(
      'What is a parked domain?',
      '<p>A domain is parked when it is registered, but no website is connected to it. Visitors then see a page of the registrar, often with advertisements or with the words “this domain is for sale”.</p><p>You can end the parking at any time: set the name servers of your host in the control panel, and the change is visible within a day.</p>',
    ),
  ]),
  pass('i-faq-blank-page', 'The questions and answers of a product name its problems.', [
    article(
      'Frequently asked questions',
      '<h2>The page stays blank. What can I do?</h2><p>Empty the cache of your browser and reload. Extensions that block scripts may also be the cause.</p><h2>I see “Your session has expired”.</h2><p>For your safety we end sessions after thirty minutes. Please log in again.</p><h2>The upload says “Something went wrong”.</h2><p>Files may have 25 MB at most. Make the picture smaller and try again.</p>',
    ),
  ]),
]

const business: readonly Fault[] = [
  pass('i-lift-maintenance', 'A firm sells the maintenance of lifts.', [
    article(
      'Scheduled maintenance for lifts and escalators',
      '<p>Our technicians look after 2 300 lifts in Greater Manchester. With a maintenance contract your lift is checked every month, and if it is out of service, somebody is with you within two hours.</p><h2>What is included</h2><p>Inspection, oil, small parts, the emergency call and the yearly report for the insurer.</p>',
    ),
  ]),
  pass('i-cinema-coming-soon', 'A cinema announces films.', [
    article(
      'Kino Odeon',
      '<h2>Tonight</h2><p>19:30 The Seventh Seal. 21:45 Fanny and Alexander.</p><h2>Coming soon</h2><p>From 4 December: Autumn Sonata, in a restored print. From 11 December: The Magic Flute.</p><h2>Tickets</h2><p>At the door from one hour before the film, or by telephone.</p>',
    ),
  ]),
  pass('i-builder-under-construction', 'A builder shows houses under construction.', [
    article(
      'Brandt &amp; Söhne, builders in Lübeck',
      '<h2>Under construction</h2><p>Twelve flats on the Wakenitz, ready in spring 2027. Seven of them are still for sale.</p><h2>Finished</h2><p>The school in Ratzeburg, opened in August.</p>',
    ),
  ]),
  pass('i-maintenance-notice', 'A banner announces a maintenance to come; the page is well.', [
    atTop(
      '<p role="note" style="margin:0;padding:8px 16px;background:#fff6d8;color:#333">Planned maintenance: on Sunday, 29 November, from 3:00 to 3:30 UTC the customer area will not be available.</p>',
    ),
  ]),
  pass('i-error-404-band', 'The name of a band looks like an error.', [
    article(
      'Error 404, the band from Gothenburg',
      '<p>Four women from Gothenburg who play loud guitars. Our second record, <em>Not Found</em>, is out now on vinyl and everywhere to stream.</p><h2>On tour</h2><p>28 November: Pustervik, Gothenburg. 3 December: Debaser, Stockholm. 9 December: Vega, Copenhagen.</p>',
    ),
  ]),
  pass('i-consent-banner', 'A consent banner stands at the bottom of the page.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;background:#fff;color:#222;border-top:1px solid #ccc;padding:16px"><p>We use cookies to count visits. You can refuse them without any loss.</p><button>Accept all</button> <button>Reject all</button></div>',
    ),
  ]),
  pass('i-licence-notice', 'The page of a licence.', [
    article(
      'The MIT License',
      '<p>Copyright 2026 Maja Lindqvist</p><p>Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files, to deal in the Software without restriction.</p><p>THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY OF ANY KIND. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY ARISING FROM THE SOFTWARE.</p>',
    ),
  ]),
  pass('i-personal-one-line', 'A personal page of two sentences.', [
    whole(
      'Maja Lindqvist',
      '<p>Hi, I am Maja. I make pots and write software; write to maja@lindqvist.test.</p>',
    ),
  ]),
  pass('i-poem', 'A page of one poem with much white around it.', [
    whole(
      'November',
      '<main style="margin:30vh auto;width:20rem;font:20px/1.8 Georgia,serif;color:#333"><h1 style="font-size:22px">November</h1><p>The last leaf<br>keeps the gate open<br>for the snow.</p></main>',
    ),
  ]),
  pass('i-japanese-shop', 'A small shop in Japanese.', [
    whole(
      '喫茶 森の時計',
      '<main style="max-width:40rem;margin:2rem auto"><h1>喫茶 森の時計</h1><p>鎌倉の小さな喫茶店です。自家焙煎の珈琲と、季節の焼き菓子をご用意しております。</p><h2>営業時間</h2><p>午前十時から午後六時まで。水曜日はお休みです。</p></main>',
      { lang: 'ja' },
    ),
  ]),
  pass('i-arabic-bakery', 'A bakery in Arabic, written from right to left.', [
    whole(
      'مخبز الياسمين',
      '<main dir="rtl" style="max-width:40rem;margin:2rem auto"><h1>مخبز الياسمين</h1><p>نخبز كل صباح خبزًا طازجًا من دقيق القمح الكامل، ونقدم الحلويات الشرقية للأعياد والمناسبات.</p><h2>أوقات العمل</h2><p>من السادسة صباحًا حتى الثامنة مساءً، كل أيام الأسبوع.</p></main>',
      { lang: 'ar' },
    ),
  ]),
]

const technical: readonly Fault[] = [
  pass(
    'i-me-401',
    'The application asks whether somebody is logged in; nobody is.',
    [
      application(
        `const root = document.getElementById('root'); const draw = (name) => { root.innerHTML = '<h1>Recipes for weekdays</h1><p>Three hundred dishes that are ready in half an hour, sorted by season.</p><p>' + (name ? 'Hello, ' + name : '<button>Log in</button>') + '</p>' }; fetch('/api/auth/me').then((answer) => answer.ok ? answer.json() : null).then((user) => draw(user?.name))`,
      ),
      at('/api/auth/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'i-webgl-fallback',
    'A test finds no WebGPU, says so in the console and draws in another way.',
    [
      bundle(
        `if (document.createElement('canvas').getContext('no-such-context') === null) console.warn('WebGPU is not available, falling back to Canvas 2D renderer.')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'i-console-self-xss',
    'The site warns in the console those who paste code there.',
    [
      bundle(
        `console.log('%cStop!', 'color: red; font-size: 48px; font-weight: bold'); console.log('This is a browser feature intended for developers. If someone told you to copy and paste something here, it is a scam.')`,
      ),
    ],
    inBrowser,
  ),
  pass('i-csp-report-only', 'A policy is only tried out: what it would forbid is reported.', [
    headers({ 'content-security-policy-report-only': "script-src 'self'; style-src 'self'" }),
  ]),
  pass(
    'i-fetch-aborted',
    'The search aborts its first question when the second letter is typed.',
    [
      bundle(
        `const controller = new AbortController(); fetch('/api/suggest?q=b', { signal: controller.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); controller.abort(); fetch('/api/suggest?q=bo')`,
      ),
      at('/api/suggest', json(['bowl', 'book'])),
    ],
    inBrowser,
  ),
  pass(
    'i-beacon-204',
    'Visits are counted by a beacon that is answered with 204.',
    [
      bundle(`navigator.sendBeacon('/api/event', JSON.stringify({ name: 'pageview' }))`),
      at('/api/event', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  pass(
    'i-noscript-in-working-app',
    'The usual advice for visitors without scripts in an application that runs.',
    [
      whole(
        'Tide tables',
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>document.getElementById("root").innerHTML = "<h1>Tides at Cuxhaven</h1><p>High water at 04:12 and 16:31, low water at 10:48 and 23:05. The wind comes from the west and is fresh.</p>"</script>',
      ),
    ],
    inBrowser,
  ),
  pass('i-hidden-error-parts', 'Messages for errors are in the page, but hidden.', [
    atEnd(
      '<div id="blazor-error-ui" hidden>An unhandled error has occurred. Reload</div><template id="failed"><h2>Something went wrong</h2><p>Please try again later.</p></template><dialog><p>Connection lost. Reconnecting…</p></dialog>',
    ),
  ]),
  pass('i-apex-to-www', 'The bare domain sends to www, once.', [], {
    url: (site) => `https://${site.domain}/`,
    hosts: (site) => ({
      [site.domain]: () => ({
        status: 301,
        headers: { location: site.url },
        body: new Uint8Array(),
      }),
    }),
  }),
  pass('i-language-redirect', 'The start page sends to the language of the visitor.', [
    moved('/en/', 302),
    at(
      '/en/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lindqvist Ceramics</title>${style}</head><body>${header}<main>${intro}${cards}</main>${footer}</body></html>`,
      ),
    ),
  ]),
  pass('i-brotli', 'The network in front of the site compresses the page.', [compressed]),
  pass(
    'i-gradient-text',
    'The headline is painted with a gradient: its own colour is transparent.',
    [
      firm(
        `<h1 style="background:linear-gradient(90deg,#a5402d,#22303a);-webkit-background-clip:text;background-clip:text;color:transparent">Stoneware for the table</h1><p>Bowls, plates and cups from our own workshop, glazed in six colours.</p>${cards}`,
      ),
    ],
  ),
  pass(
    'i-reveal-below-fold',
    'What is far below fades in when it is scrolled to.',
    [
      firm(
        `${intro}${cards}<div style="height:1400px"><p>Four potters work here, each at their own wheel, and the kiln is fired twice a week.</p></div><section class="reveal"><h2>Visit us</h2><p>The workshop is open from Wednesday to Sunday.</p></section><script>new IntersectionObserver((seen) => seen.forEach((one) => one.isIntersecting && one.target.classList.add('in'))).observe(document.querySelector('.reveal'))</script>`,
        {
          head: '<style>.reveal { opacity: 0; transition: opacity .5s } .in { opacity: 1 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'i-marquee',
    'A band of words runs across the page without end.',
    [
      firm(
        `${intro}<style>@keyframes run { to { transform: translateX(-50%) } } .band { overflow: hidden; white-space: nowrap } .band p { display: inline-block; animation: run 12s linear infinite }</style><div class="band"><p>Handmade · Fired twice · Shipped in straw paper · Handmade · Fired twice · Shipped in straw paper · </p></div>${cards}`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'i-loader-gallery',
    'A gallery shows spinners: they are its subject.',
    [
      article(
        'Twelve loaders in pure CSS',
        '<style>@keyframes turn { to { transform: rotate(1turn) } } .loader { width: 32px; height: 32px; border: 4px solid #ddd; border-top-color: #a5402d; border-radius: 50%; animation: turn 1s linear infinite } figure { display: inline-block; margin: 1rem }</style><p>Copy the one that you like; all of them are in the public domain. Each is one element and needs no script.</p><figure><div class="loader"></div><figcaption>Ring</figcaption></figure><figure><div class="loader" style="border-style:dotted"></div><figcaption>Dots</figcaption></figure><figure><div class="loader" style="border-radius:8px"></div><figcaption>Square</figcaption></figure><h2>How to use them</h2><p>Put the class on an empty element and give it a label for those who do not see it.</p>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'i-canvas-game',
    'A game is drawn on a canvas over the whole window.',
    [
      whole(
        'Snake',
        '<canvas id="board" width="1200" height="700" style="display:block;background:#0b3d2e"></canvas><script>const pen = document.getElementById("board").getContext("2d"); let x = 0; setInterval(() => { x = (x + 20) % 1200; pen.clearRect(0, 0, 1200, 700); pen.fillStyle = "#9be564"; for (let n = 0; n < 8; n += 1) pen.fillRect(x - n * 22, 300, 20, 20); pen.fillStyle = "#ff5e5b"; pen.fillRect(800, 300, 20, 20); pen.fillStyle = "#fff"; pen.font = "24px sans-serif"; pen.fillText("Score 12", 20, 40) }, 120)</script>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'i-fundraising-progress',
    'A bar shows how much money has been given: it does not load anything.',
    [
      firm(
        `${intro}<h2>A new kiln</h2><div role="progressbar" aria-label="Collected" aria-valuenow="64" aria-valuemin="0" aria-valuemax="100" style="height:16px;background:#e5ded0"><div style="width:64%;height:16px;background:#a5402d"></div></div><p>12 800 of 20 000 euros have been collected from 214 people.</p>`,
      ),
    ],
  ),
  pass(
    'i-preload-unused',
    'A file is loaded ahead that this visit does not need.',
    [
      inHead('<link rel="preload" href="/assets/next.css" as="style">'),
      at('/assets/next.css', text(200, 'text/css; charset=utf-8', '.next { color: inherit }')),
    ],
    inBrowser,
  ),
]

const lateRows: readonly Fault[] = [
  slow.pass(
    'i-list-after-two-seconds',
    'The list comes after two seconds, and a skeleton stands there until then.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Harbour cams</h1>' + '<div class="skeleton" style="height:60px;margin:12px;background:#e5e7eb"></div>'.repeat(4); fetch('/api/cams').then((answer) => answer.json()).then((cams) => { root.innerHTML = '<h1>Harbour cams</h1><p>Pictures from six harbours of the Baltic, renewed every ten minutes.</p><ul>' + cams.map((one) => '<li>' + one.name + '</li>').join('') + '</ul>' })`,
      ),
      late(
        2000,
        at('/api/cams', json([{ name: 'Visby' }, { name: 'Rostock' }, { name: 'Tallinn' }])),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'i-splash-fades',
    'A splash screen covers the page for a second and goes.',
    [
      atTop(
        '<div id="splash" style="position:fixed;inset:0;z-index:9999;background:#22303a;color:#fff;display:flex;align-items:center;justify-content:center;font:40px Georgia">Lindqvist</div>',
      ),
      atEnd('<script>setTimeout(() => document.getElementById("splash").remove(), 1000)</script>'),
    ],
    inBrowser,
  ),
  slow.pass(
    'i-cold-start',
    'The function behind the list wakes up first: it answers after three seconds.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<p role="status">Loading…</p>'; fetch('/api/menu').then((answer) => answer.json()).then((menu) => { root.innerHTML = '<h1>Lunch of the week</h1><p>Served from eleven to two, with bread and coffee.</p><ul>' + menu.map((dish) => '<li>' + dish + '</li>').join('') + '</ul>' })`,
      ),
      late(3000, at('/api/menu', json(['Pea soup', 'Fried herring', 'Cabbage pudding']))),
    ],
    inBrowser,
  ),
  slow.pass(
    'i-terminal-types',
    'A portfolio types its text like a terminal.',
    [
      whole(
        'Maja Lindqvist, developer',
        '<pre id="out" style="margin:3rem;font:18px/1.7 monospace;min-height:12rem"></pre><script>const words = "$ whoami\\nMaja Lindqvist, developer and potter in Stockholm.\\n$ ls work\\nharbour-cams  tide-tables  kiln-control\\n$ cat contact\\nmaja@lindqvist.test"; let n = 0; const timer = setInterval(() => { n += 4; document.getElementById("out").textContent = words.slice(0, n); if (n >= words.length) clearInterval(timer) }, 40)</script>',
      ),
    ],
    inBrowser,
  ),
]

export const setIHarmless: readonly Fault[] = [
  ...aboutErrors,
  ...business,
  ...technical,
  ...lateRows,
]
