import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, compressed, inBrowser, rowsOf, whole } from '../../row.ts'
import { panel } from './words.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')
const links = rowsOf('links')

const onlyLinks: Partial<Fault> = { tools: 'V' }

const page = text(
  200,
  'text/html; charset=utf-8',
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hill Books</title></head><body><h1>Hill Books</h1>${about}</body></html>`,
)

const toHttps: Interceptor = (request, _upstream, site) =>
  request.isPage && request.url.protocol === 'http:'
    ? {
        status: 301,
        headers: { location: site.url.replace(/^http:/, 'https:') },
        body: new Uint8Array(),
      }
    : undefined

/** Redirects to the URL with the currency, as a shop does that keeps the currency in the URL. */
const withCurrency: Interceptor = (request, _upstream, site) =>
  request.isPage && !request.url.searchParams.has('currency')
    ? { status: 302, headers: { location: `${site.url}?currency=EUR` }, body: new Uint8Array() }
    : undefined

export const setAdHarmless: readonly Fault[] = [
  harmless.pass(
    'ad-article-about-critical-error',
    'It is an article of a helper for WordPress, which quotes what its readers look for.',
    [
      whole(
        'How to fix “There has been a critical error on this website”',
        '<article><h1>How to fix “There has been a critical error on this website”</h1><p>You open your blog in the morning, and all that you see is this sentence. Do not worry: your texts are still there. In most cases a plug-in was updated in the night and does not go together with your version of PHP.</p><h2>1. Look into your mail</h2><p>WordPress sends a link for the recovery mode to the address of the administrator.</p><h2>2. Switch off the plug-in</h2><p>Rename its folder below <code>wp-content/plugins</code>, and load the page again. If you meet “Error establishing a database connection” after that, read our other guide.</p></article>',
      ),
    ],
  ),
  harmless.pass(
    'ad-course-with-templates',
    'The course shows how a template is written, and the braces are its subject.',
    [
      panel(
        '<h2>Lesson 3: loops in Jinja</h2><p>A loop starts with <code>{% for item in items %}</code>, and a value is put between <code>{{</code> and <code>}}</code>:</p><pre><code>{% for user in users %}\n  &lt;li&gt;{{ user.name }}&lt;/li&gt;\n{% endfor %}</code></pre>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-old-car-called-404',
    'A dealer of old cars sells a Peugeot 404, and says that a Fiat 500 is gone.',
    [
      whole(
        'Peugeot 404, 1965',
        '<h1>Peugeot 404 Cabriolet, 1965</h1><p>The 404 was drawn by Pininfarina. Ours has its first engine, papers from Lyon and a new roof. Come and drive it.</p><p>The white Fiat 500 of 1968 has found a new owner in October.</p><p>26,500 €, by appointment in our hall 503.</p>',
      ),
    ],
  ),
  harmless.pass(
    'ad-maintenance-announced',
    'The bank tells when it will be closed for work, and works until then.',
    [
      panel(
        '<p role="status"><strong>Wartungsarbeiten:</strong> Am Sonntag, 8. Dezember, steht das Online-Banking von 2 bis 5 Uhr nicht zur Verfügung.</p>',
      ),
    ],
  ),
  harmless.pass(
    'ad-history-of-incidents',
    'The page of the service tells about an incident that is over, as it should.',
    [
      panel(
        '<h2>All systems operational</h2><h3>Past incidents</h3><p>25 Nov 2024: Elevated error rates. Some calls returned 500 Internal Server Error or 503 Service Unavailable. <strong>Resolved</strong> – this incident has been resolved.</p><p>24 Nov 2024: No incidents reported.</p>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass('ad-collection-coming-soon', 'One range comes later, and all others are on sale.', [
    panel('<h2>Coming soon: the spring collection</h2><p>Linen, in four colours, from March.</p>'),
  ]),
  harmless.pass(
    'ad-log-in-beside-content',
    'A field for members is at the head of a page that everybody can read.',
    [
      atTop(
        '<form method="post" action="/login" style="padding:8px"><input type="email" name="user" placeholder="E-mail"> <input type="password" name="pass" placeholder="Password"> <button>Log in</button></form>',
      ),
    ],
  ),
  harmless.pass(
    'ad-age-is-asked',
    'The law wants that a brewery asks for the age before it shows its beer.',
    [
      atTop(
        '<div role="dialog" aria-modal="true" aria-labelledby="age" style="position:fixed;inset:0;z-index:2147483647;background:#1d2a22;color:#fff;text-align:center;padding-top:30vh;font:20px sans-serif"><h2 id="age" style="color:#fff">Are you 18 or older?</h2><p>You must be of legal drinking age to visit our brewery.</p><button type="button">Yes, I am</button> <button type="button">No</button></div>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-banner-for-consent',
    'Half of the window asks for consent, in words that visitors know too well.',
    [
      atEnd(
        '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:2147483647;background:#fff;color:#222;padding:32px;box-shadow:0 0 24px #0006"><h2>Nous respectons votre vie privée</h2><p>Avec votre accord, nos partenaires et nous utilisons des cookies pour mesurer l’audience et personnaliser les contenus.</p><button type="button">Tout refuser</button> <button type="button">Tout accepter</button></div>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-messages-kept-for-later',
    'The texts for errors and waiting are in the page, and hidden until they are needed.',
    [
      atEnd(
        '<div id="error-ui" style="display:none">An unhandled error has occurred. <a href="">Reload</a></div><div class="modal" hidden><div class="spinner" role="progressbar"></div><p>Loading, please wait…</p></div><noscript><p>You need to enable JavaScript to run this app.</p></noscript>',
      ),
    ],
  ),
  harmless.pass(
    'ad-white-on-gradient',
    'White words on a dark gradient can be read very well.',
    [
      atTop(
        '<header style="padding:64px;background:linear-gradient(120deg,#123,#264);color:#fff;position:relative"><h2 style="color:#fff">A house full of books</h2><p style="color:#fff">Since 1874, on the hill above the mill.</p></header>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-guest-is-no-member',
    'The page asks whether somebody is logged in, and shows a link if not.',
    [
      bundle(
        `fetch('/api/me').then((r) => (r.status === 401 ? null : r.json())).then((me) => { document.getElementById('member').textContent = me ? me.name : 'Sign in' })`,
      ),
      panel('<a id="member" href="#sign-in">…</a>'),
      at('/api/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-settings-are-optional',
    'The file with settings of one server is optional, and the page knows what to do without it.',
    [
      bundle(
        `fetch('/config.local.json').then((r) => (r.ok ? r.json() : {})).catch(() => ({})).then((own) => { window.settings = { theme: 'light', ...own } })`,
      ),
      at('/config.local.json', notFound),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-search-stopped-by-typing',
    'The page stops its own search when the next letter is typed.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/search?q=a', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/search?q=at').then((r) => r.json()) }, 300)`,
      ),
      at('/api/search', (request) =>
        request.url.searchParams.get('q') === 'a' ? 'hang' : json([{ title: 'Atlas' }]),
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-counter-is-blocked',
    'The counter of visits does not answer, and nobody but us would miss it.',
    [
      inHead(
        (site) =>
          `<script async src="https://analytics.${site.stranger}/matomo.js"></script><noscript><img src="https://analytics.${site.stranger}/matomo.php?idsite=4&amp;rec=1" alt=""></noscript>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`analytics.${site.stranger}`]: 'refuses' }) },
  ),
  harmless.pass(
    'ad-portrait-by-default',
    'A member without a portrait gets the one that the page keeps for that.',
    [
      panel(
        `<img src="/avatars/4711.png" alt="Ada" width="96" height="96" onerror="this.onerror=null;this.src='/avatars/default.svg'">`,
      ),
      at('/avatars/4711.png', notFound),
      at(
        '/avatars/default.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="40" fill="#68a"/></svg>',
        ),
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ad-next-page-fetched-ahead',
    'What is fetched ahead for the next page is not there, and this page does not need it.',
    [
      inHead('<link rel="prefetch" href="/assets/checkout-77d0.js">'),
      at('/assets/checkout-77d0.js', notFound),
    ],
    inBrowser,
  ),
  slow.pass(
    'ad-shops-after-4-s',
    'The page says in French that it loads, and after four seconds it has loaded.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<p>Chargement en cours…</p>'; fetch('/api/magasins').then((r) => r.json()).then((all) => { root.innerHTML = '<h1>Nos magasins</h1><p>Voici tous nos magasins, du nord au sud.</p><ul>' + all.map((one) => '<li>' + one + ', ouvert du mardi au samedi</li>').join('') + '</ul>' })`,
      ),
      at(
        '/api/magasins',
        late(4_000, () => json(['Lille', 'Rouen', 'Tours', 'Nîmes'])),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ad-fades-in',
    'The page fades in over two seconds, as the agency has wished.',
    [
      inHead(
        '<style>@keyframes ad-appear { from { opacity: 0 } } body { animation: ad-appear 2s .8s both !important }</style>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass('ad-from-http-to-https', 'Who comes by http is sent to https once.', [toHttps], {
    url: (site) => site.url.replace(/^https:/, 'http:'),
  }),
  harmless.pass('ad-currency-in-address', 'The shop adds the currency to its address once.', [
    withCurrency,
  ]),
  harmless.pass('ad-compressed-with-brotli', 'The network compresses the page and says so.', [
    compressed,
  ]),
  harmless.pass(
    'ad-page-not-for-search',
    'The page for a campaign is not meant for search engines, which may follow its links.',
    [headers({ 'x-robots-tag': 'noindex, follow' })],
  ),
  links.pass(
    'ad-link-without-head',
    'The framework of the contact page knows GET and not HEAD, as no visitor will ever notice.',
    [
      atTop('<p><a href="/contact-us">Contact</a></p>'),
      at('/contact-us', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() }
          : page,
      ),
    ],
    onlyLinks,
  ),
  links.pass(
    'ad-links-of-other-kinds',
    'A telephone, a mail, a jump, a catalogue to save and an account with a log-in are all in order.',
    [
      atTop(
        '<p id="ad-top"><a href="tel:+43316123456">Call</a> <a href="mailto:shop@hillbooks.example">Write</a> <a href="#ad-top">Up</a> <a href="/catalogue.pdf">Catalogue</a> <a href="/account">Account</a></p>',
      ),
      at('/catalogue.pdf', {
        ...text(200, 'application/pdf', '%PDF-1.4\n%%EOF\n'),
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="catalogue.pdf"',
        },
      }),
      at('/account', {
        status: 302,
        headers: { location: '/account/sign-in' },
        body: new Uint8Array(),
      }),
      at('/account/sign-in', page),
    ],
    onlyLinks,
  ),
]
