import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  headers,
  inHead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
/** A healthy row that only a browser can see, unless `more` says otherwise. */
const well = (...[id, why, intercept, more = inBrowser]: Parameters<typeof pass>) =>
  pass(id, why, intercept, more)
const lateButWell = rowsOf('late but well').pass

/** Markup that is visible on every page, in front of the page's own content. */
const block = (markup: string) =>
  `<div style="position:relative;z-index:2147483000;background:#fff;color:#222;padding:12px;font:16px/1.5 sans-serif">${markup}</div>`

const drawn =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 4 3%22%3E%3Crect width=%224%22 height=%223%22 fill=%22%23ccd%22/%3E%3C/svg%3E'
const svg = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#369"/></svg>',
)

const email = '543d3a323b14273c3b247a312c3539243831'

export const setWwHarmless: readonly Fault[] = [
  well(
    'ww-nobody-logged-in',
    'The page tries to renew a session, there is none, and it offers the log-in.',
    [
      bundle(
        `fetch('/auth/refresh', { method: 'POST' }).then((answer) => { document.getElementById('ww-account').textContent = answer.status === 401 ? 'Log in' : 'My account' })`,
      ),
      atTop(block('<span id="ww-account">…</span>')),
      at('/auth/refresh', text(401, 'application/json', '{"code":"no_session"}')),
    ],
  ),
  well(
    'ww-search-taken-back',
    'A search is taken back as soon as the next one is asked, as it should be.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/suggest?q=a', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/suggest?q=ab').then((answer) => answer.json()) }, 200)`,
      ),
      at('/api/suggest', (request) =>
        request.url.searchParams.get('q') === 'a' ? 'hang' : json(['abacus', 'abbey']),
      ),
    ],
  ),
  pass(
    'ww-policy-only-reports',
    'A stricter policy is tried out: it reports everything, and blocks nothing.',
    [headers({ 'content-security-policy-report-only': "default-src 'none'" })],
  ),
  well(
    'ww-yellow-bar-hidden',
    'The bar for errors is in every page of this framework, and is not shown.',
    [
      atEnd(
        '<style>#blazor-error-ui { display: none }</style><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
  ),
  well(
    'ww-error-in-a-template',
    'The words for a failure wait in a template, and those for a browser without scripts too.',
    [
      atTop(
        '<template id="failure"><h1>500</h1><p>Something went wrong. Please try again later.</p></template><noscript><p>You need to enable JavaScript to run this app.</p></noscript>',
      ),
    ],
  ),
  well('ww-article-on-gateways', 'An article explains an error, and quotes it.', [
    whole(
      '502 Bad Gateway: what it means and how we fixed it',
      `<article><h1>502 Bad Gateway: what it means and how we fixed it</h1><p>Last Tuesday some of our readers saw this page for four minutes:</p><pre>502 Bad Gateway\nnginx/1.24.0 (Ubuntu)</pre><p>A proxy answers so when the server behind it closes the connection before it has sent its header. In our case a release had replaced all containers at once, so that none of them was ready.</p><p>We have since told the cluster to replace one at a time, and to wait until each is ready. The log of the proxy has the cause in words: <code>connect() failed (111: Connection refused) while connecting to upstream</code>.</p></article>`,
    ),
  ]),
  well('ww-status-page', 'A status page tells of failures and of maintenance that are over.', [
    whole(
      'Tide & Harbour Status',
      '<h1>All systems operational</h1><table><tr><td>Website<td>Operational<tr><td>API<td>Operational<tr><td>Payments<td>Operational</table><h2>Past incidents</h2><h3>10 February 2025</h3><p><b>Elevated error rates: 503 Service Unavailable.</b> Resolved. Between 06:12 and 06:31 some calls failed. A fix has been implemented.</p><h3>3 February 2025</h3><p><b>Scheduled maintenance of the database.</b> Completed.</p>',
    ),
  ]),
  well('ww-maintenance-to-come', 'The site says when it will be away, and is there.', [
    atTop(
      block(
        '<p lang="nl">Op zondag 9 maart is deze website tussen 02.00 en 04.00 uur niet bereikbaar wegens gepland onderhoud. Onze excuses voor het ongemak.</p>',
      ),
    ),
  ]),
  well(
    'ww-manual-of-templates',
    'A manual shows place-holders, because they are what it is about.',
    [
      whole(
        'Template reference',
        '<h1>Template reference</h1><p>A value is printed with two braces. What the record does not have is printed as nothing, or as <code>undefined</code> in strict mode, and a sum with it is <code>NaN</code>.</p><pre><code>&lt;h2&gt;{{ product.title }}&lt;/h2&gt;\n&lt;p&gt;{{ product.price | money }}&lt;/p&gt;\n{% if product.tags %}{{ product.tags | join: ", " }}{% endif %}</code></pre><p>An object without a filter is printed as <code>[object Object]</code>, which is nearly always a mistake.</p>',
      ),
    ],
  ),
  well(
    'ww-consent-is-asked',
    'The first visit is asked for consent, with buttons to give or to refuse it.',
    [
      atEnd(
        `<div id="ww-consent" style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:2147483647"><div role="dialog" aria-modal="true" aria-label="Cookies" style="background:#fff;color:#222;max-width:560px;margin:120px auto;padding:32px;font:16px/1.5 sans-serif"><h2>Votre vie privée</h2><p>Nous utilisons des cookies pour mesurer l'audience du site. Vous pouvez changer d'avis à tout moment.</p><button onclick="document.getElementById('ww-consent').remove()">Tout accepter</button> <button onclick="document.getElementById('ww-consent').remove()">Tout refuser</button></div></div>`,
      ),
    ],
  ),
  pass('ww-to-the-language', 'The site sends a visitor to the pages of a language.', [
    moved('/de/'),
    at(
      '/de/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hafenladen</title></head><body><h1>Hafenladen</h1><p>Willkommen im Laden am Hafen. Wir führen Seekarten, Lampen und warme Jacken, und wer mag, bekommt einen Tee dazu. Geöffnet ist von Dienstag bis Samstag.</p></body></html>`,
      ),
    ),
  ]),
  well(
    'ww-brand-has-moved',
    'The shop has a new name, and its old domain leads there.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`www.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The bookshop at the mill</title></head><body><h1>The bookshop at the mill</h1><p>We have a new name, and are still the same people.</p>${about}</body></html>`,
          ),
      }),
    },
  ),
  pass('ww-not-for-search', 'The owner does not want this page in a search, and says so.', [
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  well(
    'ww-counter-is-away',
    'The counter of a third party is down, and no visitor notices.',
    [
      inHead(
        (site) =>
          `<script>(() => { const tag = document.createElement('script'); tag.async = true; tag.src = 'https://stats.${site.stranger}/matomo.js'; tag.onerror = () => {}; document.head.append(tag) })()</script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`stats.${site.stranger}`]: 'refuses' }) },
  ),
  well('ww-portrait-has-stand-in', 'A member has no portrait, and the page puts a drawing there.', [
    atTop(
      block(
        `<img src="/avatars/117.webp" alt="Ada" width="96" height="96" onerror="this.onerror=null;this.src='${drawn}'"> Ada`,
      ),
    ),
    at('/avatars/117.webp', notFound),
  ]),
  well(
    'ww-link-knows-only-get',
    'The application behind a link does not know HEAD, and answers GET.',
    [
      atTop(block('<a href="/termine/">Termine</a>')),
      at('/termine/', (request) =>
        request.method === 'HEAD'
          ? text(405, 'text/plain', 'Method Not Allowed')
          : text(
              200,
              'text/html; charset=utf-8',
              '<!doctype html><title>Termine</title><h1>Termine</h1><p>Am Samstag ist Markt.</p>',
            ),
      ),
    ],
    { tools: 'V' },
  ),
  well(
    'ww-link-to-account',
    'The link to the account leads to the log-in, as it should.',
    [
      atTop(block('<a href="/konto/">Mein Konto</a>')),
      at('/konto/', { status: 302, headers: { location: '/login/' }, body: new Uint8Array() }),
      at(
        '/login/',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Anmelden</title><h1>Anmelden</h1><form><input name="name"><input type="password" name="password"><button>Anmelden</button></form>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  well(
    'ww-protected-address',
    'The network hides an address from robots, and its script gives it back to visitors.',
    [
      atEnd(
        `<script>for (const link of document.querySelectorAll('a[data-cfemail]')) { const bytes = link.dataset.cfemail.match(/../g).map((one) => parseInt(one, 16)); const address = bytes.slice(1).map((one) => String.fromCharCode(one ^ bytes[0])).join(''); link.href = 'mailto:' + address; link.textContent = address }</script>`,
      ),
      atTop(
        block(
          `<p>Write to us: <a href="/cdn-cgi/l/email-protection#${email}" class="__cf_email__" data-cfemail="${email}">[email&#160;protected]</a></p>`,
        ),
      ),
      at('/cdn-cgi/l/email-protection', notFound),
    ],
    { tools: 'RV' },
  ),
  well('ww-gallery-far-below', 'Pictures far down wait until a visitor comes near.', [
    atEnd(
      `<div style="height:4000px"></div><div>${[1, 2, 3, 4].map((n) => `<img class="ww-lazy" src="${drawn}" data-src="/gallery/${n}.svg" alt="View ${n}" width="200" height="150">`).join('')}</div><script>const near = new IntersectionObserver((seen) => { for (const one of seen) if (one.isIntersecting) { one.target.src = one.target.dataset.src; near.unobserve(one.target) } }); for (const one of document.querySelectorAll('.ww-lazy')) near.observe(one)</script>`,
    ),
    everyAsset(/^\/gallery\//, svg),
  ]),
  lateButWell(
    'ww-comments-a-bit-later',
    'The comments come four seconds after the article, and a line says so meanwhile.',
    [
      bundle(
        `fetch('/api/comments').then((answer) => answer.json()).then((all) => { const place = document.getElementById('ww-comments'); place.removeAttribute('aria-busy'); place.textContent = all.join(' ') })`,
      ),
      atTop(
        block(
          '<div id="ww-comments" role="status" aria-busy="true">댓글을 불러오는 중입니다…</div>',
        ),
      ),
      at(
        '/api/comments',
        late(4_000, () => json(['좋은 글 감사합니다.', '다음 글도 기다릴게요.'])),
      ),
    ],
    inBrowser,
  ),
  well(
    'ww-observer-in-two-rounds',
    'An observer of sizes needs a second round, which browsers report and nobody sees.',
    [
      bundle(
        `const box = document.createElement('div'); box.style.cssText = 'width:200px;height:10px'; document.body.append(box); let round = 0; new ResizeObserver(() => { if (round++ < 5) box.style.height = 10 + round + 'px' }).observe(box)`,
      ),
    ],
  ),
  well('ww-one-word-page', 'The whole site is one answer to one question, and that is the joke.', [
    whole(
      'Is it Friday?',
      '<main style="text-align:center;padding-top:30vh;font:bold 96px sans-serif">No.</main>',
    ),
  ]),
  well(
    'ww-fetched-ahead',
    'A part of the next page could not be fetched ahead, and will be asked for again.',
    [
      inHead('<link rel="prefetch" href="/assets/checkout-88e1.js" as="script">'),
      at('/assets/checkout-88e1.js', text(503, 'text/plain', 'upstream connect error')),
    ],
  ),
  well('ww-basket-is-empty', 'A new visitor has nothing in the basket.', [
    whole(
      'Warenkorb',
      '<header><b>Hafenladen</b></header><main><h1>Warenkorb</h1><p>Ihr Warenkorb ist leer.</p><p>Sie haben noch nichts ausgesucht. Beliebt sind gerade Seekarten der Ostsee, Sturmlampen und Jacken aus gewachster Baumwolle.</p></main><footer>Versand frei ab 50 Euro. Rückgabe innerhalb von 30 Tagen.</footer>',
      { lang: 'de' },
    ),
  ]),
  well(
    'ww-wildcard-in-mid-life',
    'A certificate for all names of the domain has 45 days left.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [site.domain, `*.${site.domain}`],
        notAfter: new Date(Date.now() + 45 * 86_400_000),
      }),
    },
  ),
]
