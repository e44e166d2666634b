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
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

const seen = (id: string, why: string, intercept: readonly Interceptor[]) =>
  pass(id, why, intercept, inBrowser)

const panel = (html: string) =>
  `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`

const place = (lang: string, title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body>${body}</body></html>`,
  )

const drawing = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="360" viewBox="0 0 800 360"><rect width="800" height="360" fill="#9cc9e3"/><path d="M0 260h800v100H0z" fill="#2f6690"/><path d="M300 250h200l-40 50H340z" fill="#8c2f39"/></svg>',
)

const emptyModule = {
  ...text(200, 'application/octet-stream', ''),
  body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
}

const news = [1, 2, 3, 4, 5, 6]

export const setRrHarmless: readonly Fault[] = [
  pass(
    'rr-error-bar-is-hidden',
    'The bar for errors is in every page of this framework and is only shown when there is one.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;bottom:0;width:100%;padding:12px;background:#ffffe0">An unhandled error has occurred. <a href="" class="reload">Reload</a> <span class="dismiss">x</span></div>',
      ),
    ],
  ),
  pass(
    'rr-form-has-its-errors-ready',
    'The words for a failure wait in the form until they are needed.',
    [
      atTop(
        panel(
          '<h2>Newsletter</h2><form action="#"><label>E-mail <input type="email" name="email"></label> <button>Subscribe</button><p class="w-form-fail" hidden>Oops! Something went wrong while submitting the form.</p><template><p>Internal Server Error</p></template></form>',
        ),
      ),
    ],
  ),
  pass('rr-article-about-502', 'The article explains an error of servers, and is no error.', [
    whole(
      '502 Bad Gateway: Ursachen und Lösungen',
      '<article><h1>502 Bad Gateway: Ursachen und Lösungen</h1><p>Wer eine Website betreibt, kennt die Meldung „502 Bad Gateway“. Sie erscheint, wenn ein Proxy wie nginx von der Anwendung dahinter keine gültige Antwort bekommt. In diesem Beitrag zeigen wir die vier häufigsten Ursachen und wie man sie findet.</p><h2>1. Die Anwendung läuft nicht</h2><p>Prüfen Sie zuerst mit <code>systemctl status</code>, ob der Dienst läuft, und sehen Sie danach in sein Protokoll.</p><h2>2. Der Proxy wartet nicht lange genug</h2><p>Erhöhen Sie <code>proxy_read_timeout</code>, wenn einzelne Berichte länger als eine Minute brauchen.</p></article>',
      { lang: 'de' },
    ),
  ]),
  pass('rr-lesson-about-values', 'The lesson for beginners is about the words that it shows.', [
    whole(
      'JavaScript for beginners: odd values',
      '<article><h1>Why does my page say undefined?</h1><p>Sooner or later every beginner sees <code>undefined</code>, <code>NaN</code> or <code>[object Object]</code> on a page. Here is what they mean, and how to find the line that is to blame.</p><h2>NaN</h2><p>You get it when a number is made of something that is none:</p><pre>Number("12 euros")   // NaN\nString({})           // [object Object]\n[].length.size       // undefined</pre><p>Check the value before you put it on the page.</p></article>',
    ),
  ]),
  pass(
    'rr-maintenance-is-announced',
    'The work is next Sunday, and until then everything is here.',
    [
      atTop(
        panel(
          '<strong>Scheduled maintenance:</strong> our booking system will be unavailable on Sunday, 14 September, from 02:00 to 04:00 UTC. Sorry for the inconvenience.',
        ),
      ),
    ],
  ),
  pass(
    'rr-next-season-coming-soon',
    'One part of the shop says what comes next, the others sell.',
    [
      atTop(
        panel(
          '<h2>Autumn collection</h2><p>Coming soon! Until then, have a look at what is new this week.</p>',
        ),
      ),
    ],
  ),
  pass('rr-car-named-404', 'The number in the title is the name of a car.', [
    whole(
      'Peugeot 404 – introuvable ailleurs | Garage Lenoir',
      '<h1>Peugeot 404</h1><p>Introuvable ailleurs : cette Peugeot 404 berline de 1965 attend son nouveau propriétaire dans notre atelier de Dieppe. Moteur refait, intérieur d’origine, carnet complet, deux propriétaires seulement.</p><p>Prix : 14 900 €. Essai sur rendez-vous, du mardi au samedi.</p>',
      { lang: 'fr' },
    ),
  ]),
  pass('rr-history-of-incidents', 'The page of the service tells of errors that are over.', [
    whole(
      'Harbour Cloud Status',
      '<h1>All Systems Operational</h1><ul><li>API – Operational</li><li>Dashboard – Operational</li></ul><h2>Past Incidents</h2><h3>Mar 3, 2025</h3><p><strong>Elevated 503 errors on the API</strong></p><p>Resolved – This incident has been resolved. Between 09:12 and 09:40 UTC some requests failed with “Service Unavailable”.</p><h3>Mar 2, 2025</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('rr-small-page-of-a-cafe', 'A page of a few words is all that this café wants.', [
    whole(
      'Café Bravo',
      '<h1>Café Bravo</h1><p>Terça a domingo, 8–18 h · Rua das Flores 12 · <a href="tel:+351220000000">+351 22 000 0000</a></p>',
      { lang: 'pt' },
    ),
  ]),
  seen(
    'rr-consent-with-buttons',
    'The question about cookies covers the middle of the page, and one click answers it.',
    [
      atTop(
        '<div role="dialog" aria-modal="true" aria-label="Consentement" style="position:fixed;inset:0;z-index:2147483646;background:rgba(0,0,0,.5)"><div style="width:520px;margin:120px auto;padding:32px;background:#fff;color:#222;font:16px/1.5 sans-serif"><h2>Le respect de votre vie privée</h2><p>Avec votre accord, nos partenaires et nous utilisons des cookies pour mesurer la fréquentation du site.</p><button>Continuer sans accepter</button> <button>Accepter et fermer</button></div></div>',
      ),
    ],
  ),
  pass(
    'rr-sent-to-own-language',
    'Visitors are sent to the page in their language, which is there.',
    [
      moved('/de/willkommen/', 302),
      at(
        '/de/willkommen/',
        place(
          'de',
          'Willkommen im Hafenmuseum',
          `<h1>Willkommen</h1><p>Das Museum ist täglich außer Montag von 10 bis 18 Uhr geöffnet. Führungen durch die alten Speicher beginnen um 11 und um 15 Uhr, Kinder haben freien Eintritt.</p>`,
        ),
      ),
    ],
  ),
  pass(
    'rr-shop-has-a-new-name',
    'The shop has a new name, and the old one leads to it.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      hosts: (site) => ({
        [`www.${site.stranger}`]: () =>
          place('en', 'Miller &amp; Daughter', `<h1>Books and maps</h1>${about}`),
      }),
    },
  ),
  pass(
    'rr-certificate-of-a-quarter',
    'The certificate has forty days left and is renewed when it has thirty.',
    [],
    {
      tools: 'PV',
      certificate: () => ({ notAfter: new Date(Date.now() + 40 * 86_400_000) }),
    },
  ),
  pass(
    'rr-link-that-only-knows-get',
    'The link works for everybody who follows it, while HEAD is not allowed there.',
    [
      atTop('<p><a href="/events/calendar">Calendar</a></p>'),
      at('/events/calendar', (request) =>
        request.method === 'HEAD'
          ? { ...text(405, 'text/plain', ''), headers: { allow: 'GET' } }
          : place('en', 'Calendar', `<h1>Calendar</h1>${about}`),
      ),
    ],
    { tools: 'V' },
  ),
  pass(
    'rr-links-with-a-limit',
    'The site lets nobody follow many links within a second, and a visitor never does.',
    [
      atTop(`<p>${news.map((n) => `<a href="/news/${n}">News ${n}</a>`).join(' ')}</p>`),
      ...news.map((n) =>
        at(
          `/news/${n}`,
          n < 4
            ? place('en', `News ${n}`, `<h1>News ${n}</h1>${about}`)
            : {
                ...text(429, 'text/plain', 'Too Many Requests'),
                headers: { 'retry-after': '30', 'content-type': 'text/plain' },
              },
        ),
      ),
    ],
    { tools: 'V' },
  ),
  seen(
    'rr-engine-takes-the-other-way',
    'The engine notices that the type of its file is wrong, loads it in another way, and runs.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/codec.wasm'), {}).catch((reason) => { console.error('wasm streaming compile failed: ' + reason); console.error('falling back to ArrayBuffer instantiation'); return fetch('/assets/codec.wasm').then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, {})) })`,
      ),
      at('/assets/codec.wasm', emptyModule),
    ],
  ),
  seen(
    'rr-guest-has-no-session',
    'The page asks whether somebody is logged in, learns that nobody is, and shows the button for it.',
    [
      bundle(
        `fetch('/api/auth/refresh', { method: 'POST' }).then((answer) => { document.getElementById('rr-account').textContent = answer.status === 401 ? 'Sign in' : 'My account' })`,
      ),
      atTop(panel('<button id="rr-account">…</button>')),
      at('/api/auth/refresh', text(401, 'application/json', '{"message":"No refresh token"}')),
    ],
  ),
  seen(
    'rr-search-takes-back-a-question',
    'The search stops its first question when the second is typed.',
    [
      bundle(
        `{ const first = new AbortController(); fetch('/api/suggest?q=h', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/suggest?q=ha').then((answer) => answer.json()) }, 200) }`,
      ),
      (request) => {
        if (request.url.pathname !== '/api/suggest') return undefined
        return request.url.searchParams.get('q') === 'h' ? 'hang' : json(['harbour', 'handbook'])
      },
    ],
  ),
  seen(
    'rr-second-try-works',
    'The first call meets a server that is just starting, and the second gets the list.',
    [
      application(
        `const ask = (tries) => fetch('/api/tides').then((answer) => { if (answer.ok) return answer.json(); if (tries < 3) return new Promise((done) => setTimeout(done, 700)).then(() => ask(tries + 1)); throw new Error('No tides') }); ask(1).then((tides) => { document.getElementById('root').innerHTML = '<h1>Tides of today</h1><p>Times are local, heights are in metres above the mean of the spring low water.</p><ul>' + tides.map((one) => '<li>' + one).join('') + '</ul>' })`,
      ),
      at('/api/tides', (request) =>
        request.n === 1
          ? { ...text(503, 'text/plain', 'starting'), headers: { 'cache-control': 'no-store' } }
          : json(['High 04:12, 5.1 m', 'Low 10:40, 0.9 m', 'High 16:35, 5.3 m']),
      ),
    ],
  ),
  pass(
    'rr-counter-is-blocked',
    'The counter of visitors is not reached from here, and no visitor misses it.',
    [
      inHead(
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-4T7HK2W9QX"></script><script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments) } gtag("js", new Date()); gtag("config", "G-4T7HK2W9QX")</script>',
      ),
    ],
    { ...inBrowser, hosts: () => ({ 'www.googletagmanager.com': 'refuses' }) },
  ),
  seen(
    'rr-policy-only-reports',
    'The strict policy is only tried out: it reports and blocks nothing.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-reports",
      }),
      at('/csp-reports', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
  ),
  seen(
    'rr-observer-has-more-to-tell',
    'Browsers report this of every page that measures its own parts, and nothing is wrong.',
    [
      bundle(
        `{ const box = document.getElementById('rr-box'); let turns = 0; new ResizeObserver(() => { if (turns++ < 4) box.style.width = box.offsetWidth + 20 + 'px' }).observe(box) }`,
      ),
      atTop(
        panel('<div id="rr-box" style="width:200px;border:1px solid #999">Opening hours</div>'),
      ),
    ],
  ),
  seen(
    'rr-picture-has-a-second-source',
    'The new format of the picture is not there, and the page takes the old one at once.',
    [
      atTop(
        `<img src="/media/harbour.avif" onerror="this.onerror=null;this.src='/media/harbour.svg'" alt="The harbour" width="800" height="360" style="display:block">`,
      ),
      at('/media/harbour.svg', drawing),
    ],
  ),
  slow.pass(
    'rr-page-waits-for-its-variant',
    'The test of two variants hides the page for four seconds at most, and then shows it.',
    [
      inHead(
        `<style>.async-hide{opacity:0!important}</style><script>(function (root) { root.className += ' async-hide'; setTimeout(function () { root.className = root.className.replace(' async-hide', '') }, 4000) })(document.documentElement)</script>`,
      ),
    ],
    inBrowser,
  ),
]
