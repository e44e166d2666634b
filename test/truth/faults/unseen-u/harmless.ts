import {
  application,
  at,
  atEnd,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const well = rowsOf('harmless')
const late = rowsOf('late but well')

const filled = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`
const nothing = new Uint8Array()

export const setUHarmless: readonly Fault[] = [
  well.pass('u-coding-none', 'An old trick against buffers: browsers read the page as it is.', [
    headers({ 'content-encoding': 'none' }),
  ]),
  well.pass('u-wide-characters', 'The page is in UTF-16, begins with its mark, and says so.', [
    (request) =>
      request.isPage
        ? {
            status: 200,
            headers: { 'content-type': 'text/html; charset=utf-16' },
            body: Buffer.from(
              `\ufeff<!doctype html><html lang="en"><title>Mill Books</title><h1>Mill Books</h1>${about}</html>`,
              'utf16le',
            ),
          }
        : undefined,
  ]),
  well.pass('u-wildcard', 'One certificate is for all hosts of the domain.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [`*.${site.domain}`, site.domain] }),
  }),
  well.pass('u-hidden-box-for-errors', 'The box for errors waits below the page, and is hidden.', [
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <button class="reload">Reload</button></div>',
    ),
  ]),
  well.pass(
    'u-experiment-answers',
    'The page is hidden for a moment, until the experiment has chosen.',
    [
      inHead(
        `<style id="hide">body{opacity:0}</style><script>setTimeout(() => document.getElementById('hide').remove(), 700)</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass('u-incidents-of-the-past', 'A page about the state of a service, with its history.', [
    whole(
      'Service status',
      '<h1>All systems operational</h1><h2>Past incidents</h2><h3>12 March</h3><p>Resolved: between 09:10 and 09:42 the API answered with 502 Bad Gateway. A table was marked as crashed, and was repaired.</p><h3>2 February</h3><p>No incidents reported.</p>',
    ),
  ]),
  well.pass(
    'u-search-taken-back',
    'A request is given up because a newer one takes its place.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/suggest?q=a', { signal: first.signal }).catch(() => {}); first.abort(); fetch('/api/suggest?q=at').then((answer) => answer.json()).then((data) => { window.found = data })`,
      ),
      at('/api/suggest', json(['atlas'])),
    ],
    inBrowser,
  ),
  well.pass(
    'u-link-asked-by-head',
    'A page that the links lead to is there for readers, and does not answer to HEAD.',
    [
      atEnd('<p><a href="/terms-of-sale">Terms of sale</a></p>'),
      at('/terms-of-sale', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET' }, body: nothing }
          : text(200, 'text/html; charset=utf-8', `<title>Terms of sale</title>${about}`),
      ),
    ],
    { tools: 'V' },
  ),
  well.pass(
    'u-nobody-signed-in',
    'The page asks who is there, and shows the button to sign in when nobody is.',
    [
      application(
        `fetch('/api/me').then((answer) => { ${filled(`<header>Mill Books <button>Sign in</button></header><h1>Books and maps</h1>${about}`)} })`,
      ),
      at('/api/me', text(401, 'application/json', '{"user":null}')),
    ],
    inBrowser,
  ),
  late.pass(
    'u-skeleton-then-list',
    'Grey boxes are there for a second, then the list.',
    [
      application(
        `${filled('<h1>Orders</h1><div class="skeleton" aria-busy="true" style="height:3em;background:#eee"></div>')}; setTimeout(() => { ${filled('<h1>Orders</h1><ul><li>Atlas of rivers, sent on Monday</li><li>Old roads, sent on Friday</li></ul>')} }, 1000)`,
      ),
    ],
    inBrowser,
  ),
  well.pass('u-shirt-with-a-number', 'A shop sells a shirt with a well-known number.', [
    whole(
      'Shirts for coders',
      '<h1>Shirts for coders</h1><h2>404 Shirt Not Found</h2><p>Our best seller, in black, of organic cotton. 24 euros.</p><h2>Guru Meditation mug</h2><p>Red letters that blink when the tea is hot. 14 euros.</p><button>Add to basket</button>',
    ),
  ]),
  well.pass(
    'u-lift-of-the-town',
    'A railway tells its guests about the days on which it is checked.',
    [
      whole(
        'Funicular',
        `<h1>Castle funicular</h1><p>Every day from 8 to 22. From 4 to 8 May the lower station is out of service for the yearly inspection: buses take you up.</p>${about}`,
      ),
    ],
  ),
  well.pass('u-templates-explained', 'A manual shows how to write templates.', [
    whole(
      'Templates',
      "<h1>Templates</h1><p>Write a variable between two braces, and it is replaced when the page is made.</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{count, plural, one {# item} other {# items}}\n@@include('header.html')</code></pre><p>Filters come after a bar.</p>",
    ),
  ]),
  well.pass('u-collection-to-come', 'A shop that is open announces what it will have in autumn.', [
    whole(
      'Knitwear',
      '<h1>Knitwear from the island</h1><h2>In the shop now</h2><ul><li>Fisher jumper, 120 euros</li><li>Scarf, 40 euros</li></ul><button>Add to basket</button><h2>Coming soon</h2><p>The autumn collection, from 1 September.</p>',
    ),
  ]),
  well.pass(
    'u-policy-on-trial',
    'A stricter policy is only tried: what it would forbid is reported and works.',
    [
      headers({ 'content-security-policy-report-only': "script-src 'none'; style-src 'none'" }),
      bundle('document.documentElement.dataset.ready = "1"'),
    ],
    inBrowser,
  ),
  well.pass(
    'u-worker-installed',
    'A service worker keeps the page for readers without a network.',
    [
      bundle(`navigator.serviceWorker?.register('/offline-sw.js').catch(() => {})`),
      at(
        '/offline-sw.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `self.addEventListener('install', () => self.skipWaiting())`,
        ),
      ),
    ],
    inBrowser,
  ),
  well.pass('u-dark-brand', 'The brand is white on black, and the page is mostly dark.', [
    whole('Night Radio', `<h1>Night Radio</h1>${about}<p>On air from midnight to six.</p>`, {
      head: '<style>body{background:#000;color:#fff}</style>',
    }),
  ]),
  well.pass('u-card-of-a-person', 'The whole site is one card with a name.', [
    whole(
      'Anna Berg',
      '<h1>Anna Berg</h1><p>Translator, Danish and English. Write to anna@berg.example or call 0123 456.</p>',
    ),
  ]),
  well.pass(
    'u-drawn-game',
    'The page is a game that draws on a canvas.',
    [
      whole(
        'Stones',
        `<h1>Stones</h1><canvas id="board" width="400" height="300"></canvas><p>Press a key to begin. Level 1 of 30.</p><script>const pen = document.getElementById('board').getContext('2d'); pen.fillStyle = '#264'; pen.fillRect(0, 0, 400, 300); pen.fillStyle = '#fc0'; for (let i = 0; i < 9; i += 1) pen.fillRect(20 + 40 * i, 140, 24, 24)</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass('u-right-to-left', 'A shop in Arabic.', [
    whole(
      'مكتبة الطاحونة',
      '<main dir="rtl"><h1>مكتبة الطاحونة</h1><p>كتب وخرائط وكرات أرضية. نفتح أبوابنا من الثلاثاء إلى السبت من العاشرة صباحا حتى السادسة مساء.</p><button>تصفح الكتب</button></main>',
      { lang: 'ar' },
    ),
  ]),
  late.pass(
    'u-logo-first',
    'The logo covers the page for less than a second.',
    [
      atEnd(
        `<div id="splash-u" style="position:fixed;inset:0;background:#fff;z-index:99999">Loading</div><script>setTimeout(() => document.getElementById('splash-u').remove(), 800)</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'u-script-with-a-nonce',
    'A strict policy, and the script has the nonce that it asks for.',
    [
      headers({
        'content-security-policy': "default-src 'self'; script-src 'nonce-r4nd0m'; base-uri 'none'",
      }),
      instead(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mill Books</title><h1 id="title">...</h1>${about}<script nonce="r4nd0m">document.getElementById('title').textContent = 'Mill Books'</script></html>`,
      ),
    ],
    inBrowser,
  ),
  well.pass('u-banner-about-cookies', 'A banner about cookies covers the lower part of the page.', [
    atEnd(
      '<div role="dialog" style="position:fixed;left:0;right:0;bottom:0;padding:2em;background:#222;color:#fff;z-index:9999"><p>We use cookies to count visitors.</p><button>Accept</button> <button>Refuse</button></div>',
    ),
  ]),
  well.pass('u-sold-out', 'One thing of a shop is not to be had.', [
    whole(
      'Globes',
      '<h1>Globes</h1><h2>Desk globe</h2><p>Temporarily unavailable. We expect it back in June.</p><h2>Floor globe</h2><p>480 euros, in stock.</p><button>Add to basket</button>',
    ),
  ]),
  well.pass('u-numbers-that-are-none', 'An article about arithmetic.', [
    whole(
      'Floating point',
      '<h1>What is not a number</h1><p>Zero divided by zero is NaN, and NaN is not equal to itself. A variable without a value is undefined, an object in a text becomes [object Object], and a date that cannot be is an Invalid Date.</p><p>All of this follows from two standards, and is less strange than it looks.</p>',
    ),
  ]),
  well.pass(
    'u-board-of-questions',
    'A board where people ask about the errors of their own sites.',
    [
      whole(
        'Forum',
        '<h1>Questions of this week</h1><ul><li>Fatal error: Uncaught Error: Call to undefined function mb_strlen() (4 replies)</li><li>MISCONF Redis is configured to save RDB snapshots (solved, 2 replies)</li><li>How to change the favicon? (9 replies)</li><li>Which editor do you use? (31 replies)</li></ul><p>212 members are online. <button>Ask a question</button></p>',
      ),
    ],
  ),
  well.pass('u-course-pl', 'A course about the mistakes that people make in writing.', [
    whole(
      'Najczęstsze błędy językowe',
      '<h1>Najczęstsze błędy językowe</h1><p>Coś poszło nie tak w zdaniu? Na kursie uczymy, jak unikać błędów w listach i ogłoszeniach. Zajęcia odbywają się we wtorki o 18.</p><button>Zapisz się</button>',
      { lang: 'pl' },
    ),
  ]),
  well.pass('u-bridges-it', 'Engineers show the bridges that they build now.', [
    whole(
      'Ponti in costruzione',
      '<h1>Ponti in costruzione</h1><p>Tre cantieri aperti in Piemonte: il viadotto sul Po, la passerella di Alba e il ponte di Cuneo. Le opere saranno concluse entro il 2027.</p><p>Studio Rossi, ingegneri dal 1978.</p>',
      { lang: 'it' },
    ),
  ]),
  well.pass('u-film-ru', 'A club shows a film whose title is about mistakes.', [
    whole(
      'Работа над ошибками',
      '<h1>Киноклуб «Мельница»</h1><p>В пятницу в 19:00 показываем фильм «Работа над ошибками». Вход свободный, после показа обсуждение с режиссёром.</p><button>Забронировать место</button>',
      { lang: 'ru' },
    ),
  ]),
  well.pass('u-closed-on-sundays-es', 'A swimming pool tells on which days it is closed.', [
    whole(
      'Piscina municipal',
      '<h1>Piscina municipal</h1><p>Abierta de lunes a sábado de 7 a 21 horas. Servicio de toallas no disponible los domingos. El bar de la terraza abre a las 10.</p><button>Comprar un bono</button>',
      { lang: 'es' },
    ),
  ]),
  well.pass('u-book-fr', 'A publisher shows a novel that is called as a page that is not there.', [
    whole(
      'Éditions du Moulin',
      '<h1>Éditions du Moulin</h1><h2>« Page introuvable », roman</h2><p>Une archiviste découvre qu’il manque un feuillet au registre de 1874. 240 pages, 19 euros, en librairie le 3 mai.</p><button>Commander</button>',
      { lang: 'fr' },
    ),
  ]),
  well.pass('u-board-of-builds', 'A page of the platform team shows which builds have failed.', [
    whole(
      'Builds',
      '<h1>Builds of today</h1><table><tr><th>Project</th><th>State</th><th>Message</th></tr><tr><td>shop</td><td>passed</td><td>4 min 10 s</td></tr><tr><td>search</td><td>failed</td><td>Error: connect ECONNREFUSED 10.0.3.7:5432</td></tr><tr><td>mail</td><td>passed</td><td>2 min 3 s</td></tr></table><p>Updated a minute ago. 41 passed, 1 failed.</p>',
    ),
  ]),
  well.pass(
    'u-heating-works',
    'A plumber says of his heatings what an old server says of itself.',
    [
      whole(
        'Huber heating',
        `<h1>It works!</h1><p>Heating by Huber, since 1962. We come the same day, in all of the valley.</p>${about}<p>Telephone 0123 789</p>`,
      ),
    ],
  ),
  well.pass('u-specimen-of-type', 'A foundry shows its letters with the usual Latin.', [
    whole(
      'Mill Grotesk',
      '<h1>Mill Grotesk</h1><p>Nine weights for books and screens. Licences from 40 euros.</p><p style="font-size:2em">Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p><p style="font-size:1.5em">Hamburgefonstiv 0123456789</p><button>Buy a licence</button>',
    ),
  ]),
]
