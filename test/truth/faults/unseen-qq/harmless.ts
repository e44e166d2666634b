import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { pass: slow } = rowsOf('late but well')

const light = 'background:#fff;color:#111;font:16px/1.5 sans-serif;padding:12px'

const small = (title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`,
  )

export const setQqHarmless: readonly Fault[] = [
  pass('qq-ok-article-on-502', 'An article explains error pages, and quotes them.', [
    whole(
      'How to fix a 502 Bad Gateway in nginx',
      '<article><h1>How to fix a 502 Bad Gateway in nginx</h1><p>Last week our checkout showed nothing but <q>502 Bad Gateway</q> for eleven minutes. Here is what we learned about upstream time limits, and why the log said <code>connect() failed (111: Connection refused)</code>.</p><h2>Is it nginx or the application?</h2><p>If you see “Internal Server Error” the application has answered; with “Bad Gateway” it has not. First look whether PHP-FPM listens on its socket, then raise the number of its children step by step.</p><pre>upstream prematurely closed connection while reading response header from upstream</pre><p>Since then we warm up each container before it gets its first visitor, and the message has not come back.</p></article>',
    ),
  ]),
  pass('qq-ok-status-page', 'A status page lists incidents of the past; all systems are well.', [
    whole(
      'Paperboat Status',
      '<h1>All systems operational</h1><ul><li>API: operational</li><li>Dashboard: operational</li></ul><h2>Past incidents</h2><h3>Elevated error rates</h3><p><b>Resolved</b> – This incident has been resolved. Service was unavailable for 14 minutes.</p><p><b>Investigating</b> – Some customers see 500 Internal Server Error when they log in.</p><h3>Scheduled maintenance of the database</h3><p><b>Completed</b> – The scheduled maintenance has been completed.</p>',
    ),
  ]),
  pass(
    'qq-ok-code-samples',
    'A manual of templates shows brackets, shortcodes and undefined in its examples.',
    [
      whole(
        'Templates',
        `<h1>Templates</h1><p>Write the name of a variable between double brackets, and it is replaced when the letter is sent.</p><pre><code>Dear {{ user.first_name }},\nyour order {{ order.id }} is on its way.</code></pre><p>A value that does not exist is written as <code>undefined</code>, an object as <code>[object Object]</code>, and a form is put in with <code>[contact-form-7 id="5"]</code>.</p>${about}`,
      ),
    ],
  ),
  pass('qq-ok-planned-maintenance', 'A notice about next Sunday, on a shop that is open.', [
    atTop(
      `<div style="${light};background:#fff3cd!important">Hinweis: Am Sonntag, 3. Mai, von 2 bis 4 Uhr führen wir Wartungsarbeiten durch. In dieser Zeit ist die Kundenanmeldung nicht möglich.</div>`,
    ),
  ]),
  pass('qq-ok-coming-soon-card', 'One product of several is announced, and the others are there.', [
    atTop(
      `<section style="${light}"><h2>Our courses</h2><ul><li>Bookbinding for beginners – from 12 May</li><li>Paper making – from 2 June</li><li>Gilding – coming soon</li></ul></section>`,
    ),
  ]),
  pass(
    'qq-ok-empty-cart',
    'A cart without goods and a search without a query are as they should be.',
    [
      atTop(
        `<div style="${light}">Warenkorb (0) – Ihr Warenkorb ist leer. Noch keine Artikel auf der Merkliste.</div>`,
      ),
    ],
  ),
  pass(
    'qq-ok-visitor-not-signed-in',
    'The page asks who is there, and shows a button when the answer is 401.',
    [
      bundle(
        `fetch('/api/auth/me').then(async (r) => { if (r.status === 401) { const a = document.createElement('a'); a.href = '#login'; a.textContent = 'Sign in'; document.body.prepend(a); return null } return r.json() })`,
      ),
      at('/api/auth/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-optional-banner-404',
    'No banner is planned today, which the content service says with a 404 that the page expects.',
    [
      bundle(
        `fetch('/content/banner-today.json').then((r) => r.status === 404 ? null : r.json()).then((banner) => { if (banner) document.body.prepend(banner.text) })`,
      ),
      at('/content/banner-today.json', notFound),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-search-aborted',
    'The first request of a search is given up because the second one is newer.',
    [
      bundle(
        `{ const first = new AbortController(); fetch('/api/suggest?q=te', { signal: first.signal }).catch((e) => { if (e.name !== 'AbortError') throw e }); setTimeout(() => { first.abort(); fetch('/api/suggest?q=tea').then((r) => r.json()).then((d) => { window.__suggest = d }) }, 150) }`,
      ),
      at('/api/suggest', (request) =>
        request.url.search === '?q=te' ? 'hang' : json(['tea', 'teapot']),
      ),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-tracker-gone',
    'A counter of visitors is on a host that is no more, and no visitor misses it.',
    [
      atEnd(
        (site) =>
          `<script async src="https://stats.${site.stranger}/matomo.js"></script><img src="https://stats.${site.stranger}/matomo.php?idsite=3&amp;rec=1" style="border:0;position:absolute" width="1" height="1" alt="">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`stats.${site.stranger}`]: 'nothing' }) },
  ),
  pass(
    'qq-ok-prefetch-gone',
    'The next page is fetched ahead and is not there yet, which costs nobody anything.',
    [
      inHead('<link rel="prefetch" href="/assets/checkout-77b0.js" as="script">'),
      at('/assets/checkout-77b0.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-no-source-map',
    'The source map of the bundle is kept at home on purpose.',
    [
      bundle(`window.__started = true\n//# sourceMappingURL=app-3f2a91c0.js.map`),
      at('/assets/app-3f2a91c0.js.map', notFound),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-console-warnings',
    'Libraries warn about what is to be changed some day, and everything works.',
    [
      bundle(
        `console.error('Warning: Each child in a list should have a unique "key" prop.'); console.warn('JQMIGRATE: Migrate is installed, version 3.4.1'); console.error('Warning: findDOMNode is deprecated and will be removed in the next major release.')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-resize-observer',
    'The observer puts off one notification, which browsers report as an error and nobody notices.',
    [
      bundle(
        `{ const box = document.createElement('div'); box.style.cssText = 'width:50px'; document.body.append(box); let n = 0; new ResizeObserver(() => { if (n < 5) { n += 1; box.style.width = 50 + n + 'px' } }).observe(box) }`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'qq-ok-avatar-fallback',
    'Who has no picture at the service gets his initials, by the handler of the page.',
    [
      atTop(
        (site) =>
          `<div style="${light}"><img src="https://avatar.${site.stranger}/205e460b479e?d=404" width="48" height="48" alt="" onerror="this.replaceWith(Object.assign(document.createElement('b'), { textContent: 'AL' }))"> Ada Lovelace</div>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`avatar.${site.stranger}`]: () => notFound }) },
  ),
  pass(
    'qq-ok-local-copy-of-library',
    'The network of the library fails, and the page takes its own copy as it was meant to.',
    [
      atEnd(
        (site) =>
          `<script src="https://code.${site.stranger}/tinylib-3.1.min.js"></script><script>window.TinyLib || document.write('<script src="/js/tinylib-3.1.min.js"><\\/script>')</script>`,
      ),
      at('/js/tinylib-3.1.min.js', text(200, 'text/javascript', 'window.TinyLib = { on: true }')),
    ],
    { ...inBrowser, hosts: (site) => ({ [`code.${site.stranger}`]: () => notFound }) },
  ),
  pass(
    'qq-ok-newsletter-dialog',
    'The owner wants the dialog about his letter, and it can be closed.',
    [
      atEnd(
        `<div role="dialog" aria-modal="true" aria-label="Newsletter" style="position:fixed!important;inset:0!important;z-index:99999!important;background:rgba(0,0,0,.5)!important;display:flex!important;align-items:center;justify-content:center"><div style="${light};max-width:420px"><button onclick="this.closest('[role=dialog]').remove()" aria-label="Close">×</button><h2>10 % off your first order</h2><p>Get our letter once a month. You can leave at any time.</p><input type="email" placeholder="Your email"><button>Subscribe</button></div></div>`,
      ),
    ],
    inBrowser,
  ),
  pass('qq-ok-picture-only', 'The portfolio of an artist is one drawing and a name.', [
    whole(
      'Mara Holt, painter',
      '<style>body { margin: 0; background: #101014 } svg { width: 100vw; height: 100vh; display: block }</style><svg viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Evening at the harbour"><rect width="600" height="400" fill="#233"/><circle cx="420" cy="150" r="60" fill="#f7a35c"/><path d="M0 300 Q150 250 300 300 T600 300 V400 H0z" fill="#356"/><path d="M180 290l60-120 60 120z" fill="#eee"/><text x="24" y="380" fill="#fff" font-size="18">Mara Holt</text></svg>',
    ),
  ]),
  pass('qq-ok-collapsed-faq', 'The answers are folded up until a visitor opens them.', [
    whole(
      'Questions',
      `<h1>Questions</h1>${['How do I return a book?', 'Do you ship abroad?', 'Can I pay on account?', 'Where is the shop?'].map((one) => `<details><summary>${one}</summary>${about}</details>`).join('')}`,
    ),
  ]),
  pass(
    'qq-ok-download-without-head',
    'The price list is made on demand, and its server knows GET only.',
    [
      atTop('<p><a href="/export/price-list">Price list</a></p>'),
      at('/export/price-list', (request) =>
        request.method === 'GET'
          ? text(200, 'text/csv; charset=utf-8', 'article;price\nteapot;12.50\n')
          : { ...text(405, 'text/plain', 'Method Not Allowed'), headers: { allow: 'GET' } },
      ),
    ],
    { tools: 'V' },
  ),
  pass(
    'qq-ok-account-leads-to-login',
    'The link to the account leads to the form for signing in, as for every new visitor.',
    [
      atTop('<p><a href="/account">My account</a></p>'),
      at('/account', {
        status: 302,
        headers: { location: '/login?next=%2Faccount' },
        body: new Uint8Array(),
      }),
      at(
        '/login',
        small(
          'Sign in',
          '<form><input name="user"><input name="password" type="password"><button>Sign in</button></form>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  pass('qq-ok-language-by-redirect', 'The root sends each visitor to the home page in English.', [
    moved('/en/welcome'),
    at('/en/welcome', small('The old mill', about)),
  ]),
  pass(
    'qq-ok-new-brand',
    'The company has a new name, and its old domain leads to the new one for good.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      hosts: (site) => ({ [`www.${site.stranger}`]: () => small('Northlight', about) }),
    },
  ),
  slow(
    'qq-ok-fades-in',
    'Everything is faded in two seconds after the start, as the designer wants it.',
    [
      inHead(
        '<style>@keyframes qq-in { to { opacity: 1 } } body { opacity: 0; animation: qq-in 600ms 1800ms forwards }</style>',
      ),
    ],
    inBrowser,
  ),
  slow(
    'qq-ok-cold-start',
    'The function was cold, so the list comes after four seconds, with words of waiting before it.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<p role="status">Lade Termine …</p>'; fetch('/api/termine').then((r) => r.json()).then((all) => { root.innerHTML = '<h1>Termine</h1><p>Alle Führungen beginnen am Tor, dauern eine Stunde und sind auch bei Regen schön.</p><ul>' + all.map((one) => '<li>' + one).join('') + '</ul>' })`,
      ),
      at(
        '/api/termine',
        late(4_000, () => json(['3. Mai, 10 Uhr', '10. Mai, 10 Uhr', '17. Mai, 14 Uhr'])),
      ),
    ],
    inBrowser,
  ),
]
