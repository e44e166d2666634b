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
import { about, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const lately = rowsOf('late but well')

const day = 86_400_000

const said = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;min-width:480px;padding:16px;background:#fff;color:#111;font:16px/1.5 sans-serif">${markup}</div>`,
  )

const plainPage = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1>${about}</body></html>`,
  )

const drawing =
  'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 8 8%27%3E%3Ccircle cx=%274%27 cy=%273%27 r=%272%27/%3E%3C/svg%3E'

/** Redirects a visitor without the cookie to the same URL and sets the cookie, once. */
const cookieFirst: Interceptor = (request, _upstream, site) => {
  const { cookie } = request.headers
  if (!request.isPage || String(cookie ?? '').includes('seen=1')) return undefined
  return {
    status: 302,
    headers: {
      location: site.url,
      'set-cookie': 'seen=1; Path=/; Secure; SameSite=Lax',
      'cache-control': 'no-store',
    },
    body: new Uint8Array(),
  }
}

export const setZzHarmless: readonly Fault[] = [
  pass('zz-article-on-an-error', 'A guide that explains an error to others is a healthy page.', [
    whole(
      'How to fix “Error establishing a database connection” in WordPress',
      `<header><a href="#top">Host Academy</a></header><article><h1>How to fix “Error establishing a database connection” in WordPress</h1><p>Few messages are feared more. It means that WordPress cannot reach its database, and in most cases the reason is in <code>wp-config.php</code>.</p><h2>1. Check the credentials</h2><p>Compare the name of the database, the user and the password with those in the panel of your host.</p><h2>2. Repair the tables</h2><p>If the administration says “One or more database tables are unavailable”, allow repairs and open the repair page.</p><h2>3. Ask your host</h2><p>When the server itself is down, visitors may also see “502 Bad Gateway” or “503 Service Unavailable”.</p></article>`,
    ),
  ]),
  pass('zz-template-as-example', 'Documentation of a template language shows its syntax.', [
    said(
      '<h2>Print a variable</h2><p>Write the name of the variable between two pairs of braces:</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for item in items %}\n  &lt;li&gt;{{ item.name }}&lt;/li&gt;\n{% endfor %}</code></pre><p>A variable that is not defined prints nothing.</p>',
    ),
  ]),
  pass('zz-status-page', 'A status page reports failures of the past, and all is well now.', [
    whole(
      'Acme Cloud Status',
      '<h1>Acme Cloud Status</h1><p><strong>All Systems Operational</strong></p><ul><li>API – Operational</li><li>Dashboard – Operational</li><li>Webhooks – Operational</li></ul><h2>Past incidents</h2><h3>Elevated error rates</h3><p>Resolved – Between 10:02 and 10:31 UTC some requests failed with 500 Internal Server Error. The database is healthy again.</p><h3>Scheduled maintenance</h3><p>Completed – The service was unavailable for nine minutes.</p>',
    ),
  ]),
  pass('zz-maintenance-announced', 'A bar above the page announces a maintenance of next week.', [
    said(
      '<p role="status"><strong>Geplante Wartung:</strong> Am Sonntag, dem 14., ist unser Kundenportal von 2 bis 4 Uhr wegen Wartungsarbeiten nicht erreichbar.</p>',
    ),
  ]),
  pass('zz-one-feature-to-come', 'One of several features is announced for later.', [
    said(
      '<h2>Funzioni</h2><ul><li>Fatture elettroniche</li><li>Preventivi e ordini</li><li>Magazzino</li><li>App per iPhone <small>Prossimamente</small></li></ul>',
    ),
  ]),
  pass('zz-nothing-in-basket', 'An empty basket is what a first visit should show.', [
    whole(
      'Warenkorb – Teeladen',
      `<header><a href="#top">Teeladen</a></header><main><h1>Warenkorb</h1><p>Ihr Warenkorb ist leer.</p><p>Keine Artikel gefunden.</p><p><a href="#top">Weiter einkaufen</a></p></main><footer>${about}</footer>`,
      { lang: 'de' },
    ),
  ]),
  pass('zz-closed-in-winter', 'The campsite is closed in winter, not its site.', [
    whole(
      'Skovly Camping',
      '<header><h1>Skovly Camping</h1></header><main><p>Campingpladsen er lukket for sæsonen. Vi åbner igen den 28. marts og glæder os til at se jer.</p><h2>Priser</h2><p>Voksne 95 kr., børn 50 kr., telt 40 kr. pr. nat. Hunde er velkomne.</p><h2>Find vej</h2><p>Vi ligger tre kilometer vest for byen, ned til fjorden. Der går bus hver time.</p></main>',
      { lang: 'da' },
    ),
  ]),
  pass(
    'zz-announcement-is-optional',
    'The page asks whether there is an announcement, and a 404 means that there is none.',
    [
      bundle(
        `fetch('/api/announcement').then((r) => r.status === 404 ? null : r.json()).then((one) => { if (one) document.title = one.title })`,
      ),
      at('/api/announcement', { ...json({ detail: 'No announcement' }), status: 404 }),
    ],
  ),
  pass('zz-who-am-i', 'A visitor who is not logged in gets 401 for the question who they are.', [
    bundle(
      `fetch('/api/auth/me', { credentials: 'include' }).then(async (r) => { const user = r.status === 401 ? null : await r.json(); document.documentElement.dataset.user = user ? user.name : 'guest' })`,
    ),
    at('/api/auth/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
  ]),
  pass('zz-typing-aborts', 'A search that is overtaken by the next one is cancelled on purpose.', [
    bundle(
      `{ const first = new AbortController(); fetch('/api/suggest/te', { signal: first.signal }).catch((e) => { if (e.name !== 'AbortError') throw e }); setTimeout(() => { first.abort(); fetch('/api/suggest/tea').then((r) => r.json()).then((found) => { window.found = found }) }, 120) }`,
    ),
    at(
      '/api/suggest/te',
      late(1_500, () => json(['ten', 'tea'])),
    ),
    at('/api/suggest/tea', json(['tea', 'team'])),
  ]),
  pass('zz-counter-is-blocked', 'A visitor misses nothing when the counter of visits is absent.', [
    inHead(
      `<script async src="https://www.googletagmanager.com/gtag/js?id=G-4T7K2M9QXC"></script><script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', new Date()); gtag('config', 'G-4T7K2M9QXC');</script>`,
    ),
  ]),
  pass(
    'zz-portrait-has-substitute',
    'Who has no portrait gets a drawing, which the page does itself.',
    [
      said(
        `<img src="/avatars/1842.jpg" alt="Mira" width="96" height="96" onerror="this.onerror=null;this.src='${drawing}'"><p>Mira, editor</p>`,
      ),
      at('/avatars/1842.jpg', notFound),
    ],
  ),
  pass('zz-prefetch-missing', 'A page that is fetched ahead for the next click is not there yet.', [
    inHead('<link rel="prefetch" href="/blog/page/2/index.json">'),
    at('/blog/page/2/index.json', notFound),
  ]),
  pass('zz-library-complains', 'A library writes advice for developers to the console.', [
    atEnd(
      `<script>console.warn('[Deprecation] Custom state pseudo classes are changing.'); console.error('Warning: Each child in a list should have a unique "key" prop.%s', ' See https://react.dev/link/warning-keys for more information.')</script>`,
    ),
  ]),
  pass('zz-templates-out-of-sight', 'Templates for scripts are in the markup, not on the screen.', [
    atEnd(
      '<template id="row"><tr><td>{{ name }}</td><td>{{ price }}</td></tr></template><script type="text/x-handlebars-template" id="card"><h2>{{title}}</h2><p>{{#if text}}{{text}}{{/if}}</p></script>',
    ),
  ]),
  pass('zz-consent-asks', 'A dialog asks for consent, as the law wants it, and can be answered.', [
    atEnd(
      '<div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.45);display:flex;align-items:center;justify-content:center"><div style="max-width:460px;padding:24px;border-radius:8px;background:#fff;color:#111;font:16px/1.5 sans-serif"><h2>Nous respectons votre vie privée</h2><p>Nous utilisons des cookies pour mesurer l’audience et améliorer le site. Vous pouvez changer d’avis à tout moment.</p><button>Tout accepter</button> <button>Continuer sans accepter</button></div></div>',
    ),
  ]),
  pass(
    'zz-moved-to-new-name',
    'The company has a new name, and the old domain leads there.',
    [moved(({ stranger }) => `https://www.${stranger}/`, 301)],
    {
      hosts: ({ stranger }) => ({ [`www.${stranger}`]: () => plainPage('Larsen & Daughters') }),
    },
  ),
  pass(
    'zz-cookie-then-page',
    'The first visit gets a cookie and is sent to the same address once.',
    [cookieFirst],
  ),
  pass('zz-noindex-by-choice', 'The owner does not want this page in search engines.', [
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  pass('zz-bare-headers', 'A simple host sends none of the fields that scanners like.', [
    headers({
      'strict-transport-security': null,
      'x-content-type-options': null,
      'content-security-policy': null,
      'referrer-policy': null,
      'cache-control': null,
      server: 'Apache/2.4.58 (Unix) OpenSSL/3.0.13',
      'x-powered-by': 'PHP/8.2.20',
    }),
  ]),
  pass(
    'zz-wildcard-certificate',
    'A certificate for all names of the domain, renewed in time.',
    [],
    {
      tools: 'PV',
      certificate: ({ domain }) => ({
        names: [`*.${domain}`, domain],
        notBefore: new Date(Date.now() - 45 * day),
        notAfter: new Date(Date.now() + 45 * day),
      }),
    },
  ),
  pass(
    'zz-links-of-all-sorts',
    'Every link works: one redirects, one dislikes HEAD, one is a file.',
    [
      said(
        '<a href="/offers">Offers</a> <a href="/directions">Directions</a> <a href="/catalogue.pdf">Catalogue</a> <a href="mailto:shop@shop.example">Mail</a> <a href="tel:+4930123456">Call</a> <a href="#">Top</a>',
      ),
      at('/offers', { status: 301, headers: { location: '/offers/' }, body: new Uint8Array() }),
      at('/offers/', plainPage('Offers')),
      at('/directions', (request) =>
        request.method === 'HEAD'
          ? text(405, 'text/plain', 'Method Not Allowed')
          : plainPage('Directions'),
      ),
      at('/catalogue.pdf', text(200, 'application/pdf', '%PDF-1.4\n%%EOF\n')),
    ],
  ),
  pass('zz-board-refreshes', 'A board of departures loads itself anew every five minutes.', [
    inHead('<meta http-equiv="refresh" content="300">'),
  ]),
  lately.pass('zz-results-after-four-seconds', 'A slow search shows bars first and results then.', [
    application(
      `const root = document.getElementById('root'); root.innerHTML = '<h1>Resultados</h1><div aria-busy="true">' + '<div style="height:20px;margin:14px;background:#ddd"></div>'.repeat(6) + '<p>Carregando resultados…</p></div>'; fetch('/api/busca').then((r) => r.json()).then((all) => { root.innerHTML = '<h1>Resultados</h1><p>Encontramos estas casas para as suas datas, da mais barata à mais cara.</p><ul>' + all.map((one) => '<li>' + one).join('') + '</ul>' })`,
    ),
    at(
      '/api/busca',
      late(4_000, () =>
        json(['Casa do Moinho, Sintra', 'Quinta da Serra, Évora', 'Casa Azul, Tavira']),
      ),
    ),
  ]),
  lately.pass('zz-experiment-hides-briefly', 'An experiment hides the page until it has decided.', [
    inHead(
      `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('async-hide'); setTimeout(() => { document.documentElement.classList.remove('async-hide') }, 2500)</script>`,
    ),
  ]),
]
