import { at, atEnd, atTop, bundle, type Fault, instead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const well = rowsOf('harmless')
const lateButWell = rowsOf('late but well')

export const setSHarmless: readonly Fault[] = [
  well.pass('s-status-page', 'All is well today, and what was not last month is told.', [
    whole(
      'Status',
      '<h1>All systems operational</h1><table><tr><td>Website<td>Operational<tr><td>API<td>Operational<tr><td>Mail<td>Operational</table><h2>Past incidents</h2><h3>12 May</h3><p>Resolved: from 09:14 to 09:40 some requests to the API got an internal server error (500). A disk was full and has been replaced.</p><h3>3 April</h3><p>Completed: scheduled maintenance of the database.</p>',
    ),
  ]),
  well.pass('s-article-about-an-error', 'Its heading is the message that it explains.', [
    whole(
      'Application error: a client-side exception has occurred',
      '<article><h1>“Application error: a client-side exception has occurred” and how to find its cause</h1><p>By Ada, 4 March, seven minutes to read</p><p>Readers often write to me about this message. It only says that a component threw while it was drawn in the browser. The console has the rest, for example:</p><pre><code>TypeError: Cannot read properties of undefined (reading &#39;map&#39;)\n    at ProductList (page-7c1.js:1:2204)</code></pre><p>Start with the component that is named first. In most of the letters that I get, an answer of the API was empty where the author expected a list.</p><h2>Draw an apology instead</h2><p>An error boundary keeps the rest of the page alive while you look for the cause.</p></article>',
    ),
  ]),
  well.pass('s-empty-cart', 'Nobody has put anything into the cart.', [
    whole(
      'Your cart',
      '<header><h1>Mill Street Books</h1><nav><a href="#shop">Shop</a> <a href="#cart">Cart (0)</a></nav></header><main><h2 id="cart">Your cart is empty</h2><p>You have no books in your cart yet. Have a look at what is new this week.</p><h2 id="shop">New this week</h2><p>Atlas of the North, 48.00 €. Tides and Moons, 22.00 €.</p></main>',
    ),
  ]),
  well.pass('s-no-open-positions', 'The company does not look for anybody.', [
    whole(
      'Careers',
      `<h1>Work with us</h1>${about}<h2>Open positions</h2><p>There are no open positions at the moment. We announce new ones here and in our letter, which is sent twice a year.</p>`,
    ),
  ]),
  well.pass(
    's-guest-is-asked-for',
    'The question whether somebody is signed in is answered with no, as it is for every guest.',
    [
      whole(
        'Mill Street Books',
        `<header><h1>Mill Street Books</h1><p id="account">Account</p></header>${about}<script>fetch('/api/session').then((answer) => { document.getElementById('account').textContent = answer.ok ? 'My account' : 'Sign in' })</script>`,
      ),
      at('/api/session', { ...json({ user: null }), status: 401 }),
    ],
    inBrowser,
  ),
  well.pass(
    's-suggestions-taken-back',
    'A new letter takes back the question for the one before.',
    [
      bundle(
        `{ const first = new AbortController(); fetch('/api/suggest?q=b', { signal: first.signal }).catch(() => {}); setTimeout(() => { first.abort(); fetch('/api/suggest?q=bo').then((answer) => answer.json()) }, 300) }`,
      ),
      at('/api/suggest', ({ url }) =>
        url.searchParams.get('q') === 'b' ? 'hang' : json(['books']),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    's-no-notices',
    'There are no notices, and so the answer has no content.',
    [
      bundle(
        `fetch('/api/notices').then((answer) => answer.status === 204 ? [] : answer.json()).then((notices) => { window.notices = notices })`,
      ),
      at('/api/notices', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  well.pass('s-text-adventure', 'A game that one can lose, and this is how it starts.', [
    whole(
      'The Cellar',
      '<h1>The Cellar</h1><p>A game in words. Last time: <b>GAME OVER. You fell down the stairs and were not found.</b></p><p>You stand in a dark cellar. Something is wrong with the lamp. There are exits to the north and to the east.</p><form><label>What now? <input name="command"></label> <button>Do it</button></form><p>Try <kbd>look</kbd>, <kbd>take lamp</kbd>, <kbd>go north</kbd> or <kbd>retry</kbd>.</p>',
    ),
  ]),
  well.pass('s-art-of-faults', 'The work of an artist who likes broken letters.', [
    whole(
      'Signal / Noise',
      '<main style="background:#000;color:#0f0;padding:48px;font-family:monospace"><h1>S̷i̷g̷n̷a̷l̷ / N̸o̸i̸s̸e̸</h1><p>▓▒░ 0xDEADBEEF ░▒▓ ████▓▒░</p><p>Seven pieces about the beauty of a broken screen, in the gallery at the harbour until the end of June. Admission is free, the artist is there on Sundays from two to five.</p></main>',
    ),
  ]),
  well.pass(
    's-list-of-changes-in-plain-text',
    'A file of plain text is what was asked for.',
    [
      at(
        '/CHANGES.txt',
        text(
          200,
          'text/plain; charset=utf-8',
          `CHANGES\n=======\n\n${[4, 3, 2, 1].map((minor) => `2.${minor}\n---\n* Fixed: an error 500 when the cart was empty\n* Fixed: "undefined" in the list of orders\n* New: prices in other currencies\n`).join('\n')}`,
        ),
      ),
    ],
    { url: (site) => `https://${site.host}/CHANGES.txt` },
  ),
  well.pass('s-table-of-equality', 'A lesson about values that are none.', [
    whole(
      'Equality in JavaScript',
      `<h1>What is equal to what</h1><p>Two equals signs convert first, three do not. The table has the values that surprise most people.</p><table border="1"><tr><th>Left<th>Right<th>==<th>===${['undefined', 'null', 'NaN', '[object Object]', 'Invalid Date'].map((one) => `<tr><td>${one}<td>null<td>${one === 'undefined' || one === 'null'}<td>${one === 'null'}`).join('')}</table>`,
    ),
  ]),
  well.pass('s-lesson-about-warnings', 'A tutorial quotes what the language says.', [
    whole(
      'Warnings and what they mean',
      '<h1>Warnings and what they mean</h1><p>If a key is not in the array, the language says so and goes on:</p><pre>Warning: Undefined array key "name" in /var/www/html/index.php on line 3</pre><p>An exception that nobody catches ends the script:</p><pre>Fatal error: Uncaught TypeError: count(): Argument #1 ($value) must be of type Countable|array, null given</pre><p>Both belong into the log. Set <code>display_errors</code> to off on a site that is public.</p>',
    ),
  ]),
  well.pass('s-manual-of-templates', 'The manual shows the marks that templates have.', [
    whole(
      'Values in templates',
      '<h1>Values in templates</h1><p>Between two braces stands the name of a value:</p><pre><code>&lt;p&gt;Hello, {{ user.name }}!&lt;/p&gt;</code></pre><p>Coming from another language? There it was <code>&lt;%= user.name %&gt;</code>. A filter follows a bar, as in <code>{{ price | currency }}</code>.</p>',
    ),
  ]),
  well.pass(
    's-maintenance-is-announced',
    'The site is well, and will be closed for two hours on a Sunday.',
    [
      atTop(
        '<p style="background:#fef3c7;padding:8px">Scheduled maintenance: the shop will not be available on Sunday, 14 June, from 02:00 to 04:00.</p>',
      ),
    ],
  ),
  well.pass('s-japanese-company', 'A company in Osaka presents itself.', [
    whole(
      '株式会社みなと精機',
      '<h1>株式会社みなと精機</h1><p>当社は一九六二年の創業以来、大阪で精密部品の加工を行っております。試作品一個から量産まで、お客様のご要望にお応えいたします。</p><h2>会社概要</h2><p>所在地：大阪府堺市　従業員数：四十八名　営業時間：平日九時から十七時三十分まで</p>',
      { lang: 'ja' },
    ),
  ]),
  well.pass('s-arabic-restaurant', 'A restaurant in Arabic, from right to left.', [
    whole(
      'مطعم الزيتونة',
      '<div dir="rtl"><h1>مطعم الزيتونة</h1><p>أهلاً بكم في مطعمنا في قلب المدينة القديمة. نقدم أطباقاً شامية من خضار الموسم وخبزاً يُخبز كل صباح.</p><h2>ساعات العمل</h2><p>يومياً من الثانية عشرة ظهراً حتى الحادية عشرة ليلاً، ما عدا يوم الاثنين.</p></div>',
      { lang: 'ar' },
    ),
  ]),
  well.pass('s-breakdown-service', 'Breakdowns are what they live on.', [
    whole(
      'Dépannage Morel',
      '<h1>En panne ? Nous arrivons.</h1><p>Votre voiture ne démarre plus, une erreur de carburant, une batterie hors service ? L’équipe Morel dépanne et remorque dans tout le Morbihan, jour et nuit.</p><p>Le service n’est pas disponible sur l’autoroute : utilisez les bornes d’appel. Téléphone : 02 97 00 14 14.</p>',
      { lang: 'fr' },
    ),
  ]),
  well.pass('s-builder-at-work', 'A builder tells what is under construction.', [
    whole(
      'Harlan & Sons, builders',
      '<h1>Harlan &amp; Sons, builders</h1><h2>Under construction</h2><p>Twelve houses at Mill Lane, ready next spring. A school in Overton, of which the roof is on since March.</p><h2>Coming soon</h2><p>Flats for older people beside the station: we start digging in autumn and would be glad to show you the plans in our office.</p>',
    ),
  ]),
  well.pass('s-cookies-are-asked-about', 'The lower edge asks about cookies.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;padding:16px;background:#fff;color:#111;border-top:1px solid #888;z-index:9999">We use cookies to count visits. <button>Accept</button> <button>Refuse</button></div>',
    ),
  ]),
  well.pass('s-age-is-asked-for', 'The law wants a brewery to ask how old one is.', [
    whole(
      'Quay Brewery',
      `<h1>Quay Brewery</h1>${about}<div role="dialog" aria-modal="true" aria-labelledby="age" style="position:fixed;inset:0;background:#1c1917;color:#fff;display:grid;place-content:center;text-align:center"><h2 id="age">Are you 18 or older?</h2><p>You have to be of legal age to visit the pages of Quay Brewery.</p><p><button>Yes, I am</button> <button>No, not yet</button></p></div>`,
    ),
  ]),
  lateButWell.pass(
    's-logo-for-2-s',
    'A logo is shown for two seconds before the page.',
    [
      atTop(
        `<div id="curtain" style="position:fixed;inset:0;background:#0f766e;color:#fff;display:grid;place-content:center;font:48px serif;z-index:99999">Quay</div><script>setTimeout(() => document.getElementById('curtain').remove(), 2000)</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass(
    's-box-that-follows-its-size',
    'An observer changes what it observes for some frames, which browsers mention and nobody sees.',
    [
      whole(
        'Sizes',
        `<h1>Sizes</h1>${about}<div id="box" style="width:200px;height:24px;background:teal"></div><script>const box = document.getElementById('box'); new ResizeObserver(() => { if (box.offsetWidth < 260) box.style.width = box.offsetWidth + 10 + 'px' }).observe(box)</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass(
    's-words-kept-for-a-fault',
    'What the page would say if something failed is in it, and hidden.',
    [
      atEnd(
        '<style>#blazor-error-ui { display: none; position: fixed; bottom: 0 }</style><div id="blazor-error-ui">An unhandled error has occurred. <a href="#" class="reload">Reload</a></div><template id="failed"><p>Something went wrong. Please try again later.</p></template><div hidden role="alert">Could not load the list.</div>',
      ),
    ],
  ),
  well.pass('s-sold-out', 'One article of the shop is sold out.', [
    whole(
      'Atlas of the North',
      `<h1>Atlas of the North</h1><p>64 maps in colour, bound in linen. 48.00 €</p><p><strong>This product is currently unavailable.</strong> The next edition comes in October; leave your address to be told.</p><button disabled>Sold out</button>${about}`,
    ),
  ]),
  well.pass('s-sent-to-own-language', 'Visitors are sent to the pages in their language.', [
    moved('/de-at/'),
    at(
      '/de-at/',
      text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="de-AT"><head><meta charset="utf-8"><title>Bücher und Karten</title></head><body><h1>Bücher und Karten</h1><p>Seit 1874 verkaufen wir in der Mühlgasse Bücher, seit dem Krieg auch Landkarten und Globen. Wir haben von Dienstag bis Samstag offen und freuen uns auf Ihren Besuch.</p></body></html>',
      ),
    ),
  ]),
  well.pass('s-one-word', 'A site that answers one question.', [
    whole(
      'Is it Friday?',
      '<main style="font:bold 160px sans-serif;text-align:center;margin-top:30vh">NO</main>',
    ),
  ]),
  well.pass('s-only-signing-in', 'A tool for the staff starts with signing in.', [
    whole(
      'Sign in',
      '<main><h1>Rota</h1><form><label>Name <input name="user" autocomplete="username"></label><label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Sign in</button></form><p>Forgot your password? Ask the office.</p></main>',
    ),
  ]),
  well.pass(
    's-links-that-want-to-be-got',
    'A page in the menu does not answer to the question for its head only.',
    [
      atTop('<nav><a href="/catalogue/">Catalogue</a></nav>'),
      at('/catalogue/', ({ method }) =>
        method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() }
          : text(
              200,
              'text/html; charset=utf-8',
              `<!doctype html><html lang="en"><title>Catalogue</title><h1>Catalogue</h1>${about}`,
            ),
      ),
    ],
    { tools: 'V' },
  ),
  well.pass('s-demo-of-a-log', 'A company that sells a viewer for logs shows one.', [
    whole(
      'Logs that can be read',
      '<h1>Logs that can be read</h1><p>All your errors in one place, with those who met them. This is how it looks:</p><table><tr><th>Message<th>Events<th>Users<tr><td>TypeError: Failed to fetch<td>1,204<td>311<tr><td>ReferenceError: gtag is not defined<td>87<td>64<tr><td>502 Bad Gateway<td>12<td>9</table><p id="try"><button>Try it for 14 days</button></p>',
    ),
  ]),
  well.pass(
    's-shown-on-the-way-down',
    'Parts further down become visible as one comes to them.',
    [
      whole(
        'Quay Brewery',
        `<h1>Quay Brewery</h1>${about.repeat(14)}<section class="later"><h2>Our beers</h2>${about}</section><script>const seen = new IntersectionObserver((parts) => { for (const part of parts) if (part.isIntersecting) part.target.classList.add('shown') }); for (const part of document.querySelectorAll('.later')) seen.observe(part)</script>`,
        {
          head: '<style>.later { opacity: 0; transition: opacity .4s } .shown { opacity: 1 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  well.pass('s-large-table', 'A plain table with the tides of the year.', [
    instead(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tides</title></head><body><h1>Tides at the quay</h1><table>${Array.from({ length: 1_400 }, (_one, n) => `<tr><td>${n + 1}<td>${(n * 50) % 24}:${String((n * 37) % 60).padStart(2, '0')}<td>${(1 + (n % 31) / 10).toFixed(1)} m`).join('')}</table></body></html>`,
    ),
  ]),
  well.pass(
    's-place-not-told',
    'The browser does not say where it is, and the page takes its own town.',
    [
      whole(
        'Weather',
        `<h1>Weather</h1><p id="place">Overton: 17 °C, light clouds, wind from the west.</p>${about}<script>navigator.geolocation.getCurrentPosition(() => {}, (refused) => { console.warn('No place: ' + refused.message) })</script>`,
      ),
    ],
    inBrowser,
  ),
]
