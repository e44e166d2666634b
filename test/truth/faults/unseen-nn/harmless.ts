import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A section that is readable on any of the pages. */
const part = (markup: string) =>
  `<section style="position:relative;background:#fff;color:#222;font:16px/1.5 sans-serif;margin:80px 20px 20px;padding:20px">${markup}</section>`

const html = (markup: string) => text(200, 'text/html; charset=utf-8', markup)

const face =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'%3E%3Ccircle cx='32' cy='32' r='30' fill='%23789'/%3E%3C/svg%3E"

export const setNnHarmless: readonly Fault[] = [
  pass('nn-post-about-critical-errors', 'We explain to our customers what that sentence means.', [
    atTop(
      part(
        '<article><h2>What to do when WordPress reports a critical error</h2><p>Many of you have called us about the sentence “There has been a critical error on this website”. It nearly always comes from a plugin that does not go with the new PHP. Rename its folder, load the page again, and tell the maker of the plugin what you found in the log.</p></article>',
      ),
    ),
  ]),
  pass('nn-bus-lines', 'Lines 404, 500 and 503 are buses, and one of them rests on Sundays.', [
    atTop(
      part(
        '<h2>How to reach us by bus</h2><ul><li>Line 404: from the station, every 20 minutes</li><li>Line 500: from the market place, every half hour</li><li>Line 503: service not available on Sundays and holidays</li></ul>',
      ),
    ),
  ]),
  pass('nn-shirt-404', 'Our shirt for programmers is called so, it is not an error.', [
    atTop(
      part(
        '<article><h2>T-shirt “404 Not Found”</h2><p>Heavy cotton, printed by hand in our cellar. Sizes S to XXL, black or green.</p><p>24.90 EUR <button>Add to basket</button></p></article>',
      ),
    ),
  ]),
  pass('nn-form-messages-hidden', 'These sentences are only shown when somebody sends the form.', [
    atTop(
      part(
        '<form action="#f" method="post"><p><label>E-mail <input type="email" name="email"></label> <button>Subscribe</button></p><div style="display:none" class="response-output">There was an error trying to send your message. Please try again later.</div><p hidden class="mc-error">An unexpected error occurred.</p></form>',
      ),
    ),
  ]),
  pass('nn-basket-empty', 'A visitor who has just come has nothing in the basket.', [
    atTop(
      part(
        '<aside><h2>Your basket</h2><p>Your cart is currently empty.</p><p><a href="#shop">Return to shop</a></p></aside>',
      ),
    ),
  ]),
  pass(
    'nn-suggestions-aborted',
    'The search gives its first question up as soon as the next letter is typed.',
    [
      bundle(
        "var c = new AbortController(); fetch('/api/suggest?q=te', { signal: c.signal }).catch(function (e) { if (e.name !== 'AbortError') throw e }); setTimeout(function () { c.abort(); fetch('/api/suggest?q=tea').then(function (r) { return r.json() }).then(function (d) { window.suggestions = d }) }, 80)",
      ),
      at('/api/suggest', (request) =>
        request.n === 1 ? 'hang' : json(['tea', 'tea pots'], uncached),
      ),
    ],
    inBrowser,
  ),
  pass(
    'nn-portrait-falls-back',
    'Who has not uploaded a portrait gets a round face; that is how it is meant.',
    [
      atTop(
        part(
          `<p><img src="/avatars/77.jpg" alt="" width="64" height="64" onerror="this.onerror=null;this.src=&quot;${face}&quot;"> Written by Karin from the workshop</p>`,
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'nn-who-am-i-401',
    'Not logged in: the page asks, is told so, and shows the button for it.',
    [
      bundle(
        "fetch('/api/me').then(function (r) { document.getElementById('nn-me').textContent = r.status === 401 ? 'Log in' : 'My account' })",
      ),
      atTop(part('<p>Welcome to our shop. <button id="nn-me">Account</button></p>')),
      at('/api/me', { ...json({ authenticated: false }), status: 401 }),
    ],
    inBrowser,
  ),
  pass('nn-lesson-with-code', 'A lesson about templates shows templates.', [
    atTop(
      part(
        '<article><h2>Lesson 4: a loop in your theme</h2><p>Put this into the file of the list and save it:</p><pre><code>&lt;?php foreach ($products as $product): ?&gt;\n  &lt;li&gt;&lt;?= $product-&gt;title ?&gt;&lt;/li&gt;\n&lt;?php endforeach ?&gt;</code></pre><p>In Twig it is shorter: <code>{% for product in products %}{{ product.title }}{% endfor %}</code>.</p></article>',
      ),
    ),
  ]),
  pass('nn-lift-in-repair', 'The lift of the house is under maintenance, the site is not.', [
    atTop(
      part(
        '<h2>Notice</h2><p>From 3 to 14 May the lift in Mill Street is closed for maintenance. Please use the stairs in the yard, or ring the bell and we come down to you.</p>',
      ),
    ),
  ]),
  pass('nn-autumn-coming-soon', 'Next to what we sell now there is a teaser for autumn.', [
    atTop(
      part(
        `<h2>Coming soon: our autumn collection</h2><p>Until then you find the coats of last year at half price in the shop.</p>${about}`,
      ),
    ),
  ]),
  pass('nn-to-the-language', 'The bare address leads to the German pages, as we want it.', [
    moved('/de/willkommen/'),
    at(
      '/de/willkommen/',
      html(
        '<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gärtnerei Holm</title></head><body><h1>Gärtnerei Holm</h1><p>Seit drei Generationen ziehen wir Stauden, Rosen und Obstbäume selbst. Besuchen Sie unsere Schaugärten am Fluss, oder bestellen Sie per Telefon. Wir liefern im ganzen Landkreis und pflanzen auf Wunsch auch ein.</p></body></html>',
      ),
    ),
  ]),
  pass('nn-asked-without-tls', 'Who types the name without https is led to the safe address.', [], {
    url: ({ url }) => url.replace('https:', 'http:'),
  }),
  pass('nn-small-cookie-bar', 'The bar asks about cookies and covers nothing of weight.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;background:#eee;color:#222;font:14px/1.4 sans-serif;padding:10px 20px;z-index:9999">We use cookies to count visits. <button>Only necessary ones</button> <button>Accept all</button></div>',
    ),
  ]),
  slow.pass(
    'nn-curtain-opens',
    'A curtain with our logo is in front of the page for two seconds and then goes away.',
    [
      bundle("setTimeout(function () { document.getElementById('nn-curtain').remove() }, 2200)"),
      atTop(
        '<div id="nn-curtain" style="position:fixed;inset:0;background:#234;color:#fff;z-index:2147483000;font:32px/100vh serif;text-align:center">Hotel Seeblick</div>',
      ),
    ],
    inBrowser,
  ),
  pass('nn-policy-on-trial', 'A strict policy is only tried out: it reports and blocks nothing.', [
    headers({ 'content-security-policy-report-only': "default-src 'none'; img-src 'self'" }),
  ]),
  pass('nn-words-for-screen-readers', 'These words are for people who listen to the page.', [
    atTop(
      '<a href="#nn-content" style="position:absolute;left:-9999px;top:auto;width:1px;height:1px;overflow:hidden">Skip to content</a><h2 style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap">Main navigation</h2><span id="nn-content"></span>',
    ),
  ]),
  pass('nn-dark-tavern', 'Our tavern is dark, and so is its site.', [
    whole(
      'The Black Anchor',
      '<div style="background:#000;color:#ccc;min-height:100vh;padding:60px;font:20px/1.6 serif"><h1>The Black Anchor</h1><p>Beer, candles and songs of the harbour, each night from six. On Thursdays the band plays in the cellar; come early, there are only forty chairs.</p></div>',
      { head: '<style>body{margin:0;background:#000}</style>' },
    ),
  ]),
  pass('nn-visiting-card', 'More than a card we do not want: who needs us will call.', [
    whole(
      'Joinery Brandt',
      '<h1>Joinery Brandt</h1><p>Windows, doors and stairs</p><p>Mill Lane 8, Oakham<br>Telephone 01572 555 0142<br><a href="mailto:office@brandt.example">office@brandt.example</a></p><p>Monday to Friday, 7 am to 4 pm</p>',
    ),
  ]),
  pass('nn-post-about-broken-umlauts', 'The help page has to show what broken umlauts look like.', [
    atTop(
      part(
        '<article><h2>When umlauts look odd</h2><p>Do you read “Ã¼” where there should be an ü? Then the file is in UTF-8, but your server says that it is in Latin-1. Change the setting of the character set in the panel and load the page again.</p></article>',
      ),
    ),
  ]),
  pass(
    'nn-sound-not-allowed',
    'The browser may refuse to play the sound by itself, then there is a button.',
    [
      bundle(
        "var a = document.getElementById('nn-sound'); a.play().catch(function () { document.getElementById('nn-play').hidden = false })",
      ),
      atTop(
        part(
          '<p>Hear our bell: <audio id="nn-sound" src="data:audio/wav;base64,UklGRiUAAABXQVZFZm10IBAAAAABAAEARKwAAESsAAABAAgAZGF0YQEAAACAAA=="></audio><button id="nn-play" hidden>Play</button></p>',
        ),
      ),
    ],
    inBrowser,
  ),
  pass('nn-only-noindex', 'The page for the guests of a wedding shall not be in any search.', [
    inHead('<meta name="robots" content="noindex">'),
  ]),
  pass('nn-glossary-of-values', 'Our course for beginners explains these three words.', [
    atTop(
      part(
        '<dl><dt>undefined</dt><dd>What a variable is before you give it a value.</dd><dt>NaN</dt><dd>The result of a sum with something that is not a number.</dd><dt>null</dt><dd>Nothing, and on purpose.</dd></dl>',
      ),
    ),
  ]),
  pass(
    'nn-link-has-moved',
    'The price list has a new place, and the old one leads there.',
    [
      atTop(part('<p><a href="/prices-2023.html">Prices and conditions</a></p>')),
      at('/prices-2023.html', {
        status: 301,
        headers: { location: '/prices/' },
        body: new Uint8Array(),
      }),
      at(
        '/prices/',
        html(
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Prices</title></head><body><h1>Prices</h1><p>An hour in the workshop is 58 EUR, a new chain from 24 EUR.</p>${about}</body></html>`,
        ),
      ),
    ],
    { tools: 'V' },
  ),
  pass(
    'nn-waits-for-news',
    'The page keeps one question open until there is news, which may take hours.',
    [
      bundle(
        "fetch('/updates/wait?since=118').then(function (r) { return r.json() }).then(function (d) { window.news = d }).catch(function () {})",
      ),
      at('/updates/wait', 'hang'),
    ],
    inBrowser,
  ),
  pass('nn-map-after-consent', 'The map only comes when the visitor agrees, the law wants it so.', [
    atTop(
      part(
        '<div style="background:#e8ecef;height:260px;padding:60px 20px;text-align:center"><h2>Map</h2><p>This content is blocked until you agree that data goes to the maker of the map.</p><button>Load the map</button></div>',
      ),
    ),
  ]),
  slow.pass(
    'nn-second-try-works',
    'The weather server is often busy; the page asks again and then has it.',
    [
      bundle(
        "function ask(left) { return fetch('/api/weather').then(function (r) { if (r.ok) return r.json(); if (left === 0) return null; return new Promise(function (f) { setTimeout(f, 600) }).then(function () { return ask(left - 1) }) }) } ask(3).then(function (d) { document.getElementById('nn-weather').textContent = 'At the lake: ' + d.degrees + ' degrees and ' + d.sky })",
      ),
      atTop(part('<p id="nn-weather">At the lake</p>')),
      at('/api/weather', (request) =>
        request.n === 1
          ? { ...json({ busy: true }, { ...uncached, 'retry-after': '1' }), status: 503 }
          : json({ degrees: 19, sky: 'clear' }, uncached),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'nn-dates-take-four-seconds',
    'The dates of the courses come out of an old system, slowly, but they come.',
    [
      bundle(
        "fetch('/api/courses').then(function (r) { return r.json() }).then(function (d) { document.getElementById('nn-courses').innerHTML = d.map(function (c) { return '<li>' + c + '</li>' }).join('') })",
      ),
      atTop(part('<h2>Next courses</h2><ul id="nn-courses"><li>Loading dates…</li></ul>')),
      at(
        '/api/courses',
        late(4000, () => json(['12 May: pottery for beginners', '19 May: glazes', '2 June: raku'])),
      ),
    ],
    inBrowser,
  ),
  pass(
    'nn-counter-204',
    'The counter of our visits says nothing in return, it never does.',
    [
      bundle("navigator.sendBeacon('/count', 'page=start'); new Image().src = '/count?js=1'"),
      at('/count', { status: 204, headers: { ...uncached }, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
]
