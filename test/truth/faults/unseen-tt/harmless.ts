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
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** Rows that only some tools can see. */
const only =
  (row: typeof pass, tools: NonNullable<Fault['tools']>): typeof pass =>
  (id, why, intercept, more) =>
    row(id, why, intercept, { tools, ...more })
const browsed = only(pass, 'RV')
const linked = only(pass, 'V')
const slow = only(rowsOf('late but well').pass, 'RV')

const nothing = new Uint8Array()

const box = (markup: string) =>
  `<div style="position:relative;background:#fff;color:#111;padding:12px;font:16px/1.5 sans-serif">${markup}</div>`

const drawing = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#dde6ee"/><circle cx="160" cy="80" r="40" fill="#567"/><rect x="90" y="130" width="140" height="70" rx="35" fill="#567"/></svg>',
)

const emptyModule = {
  status: 200,
  headers: { 'content-type': 'application/octet-stream' },
  body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
}

const harbour = `
const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 560 })
document.getElementById('root').append(canvas)
document.title = 'Harbour'
const pen = canvas.getContext('2d')
const fill = (colour, ...box) => { pen.fillStyle = colour; pen.fillRect(...box) }
fill('#8fc4e8', 0, 0, 900, 560)
for (let n = 0; n < 14; n++) {
  fill(['#b5432e', '#2e5fb5', '#e8c34f'][n % 3], 30 + n * 60, 120 + (n * 97) % 300, 46, 20)
  fill('#fff', 44 + n * 60, 96 + (n * 97) % 300, 6, 24)
}
pen.fillStyle = '#123'
pen.font = '40px serif'
pen.fillText('Harbour – press space to sail', 180, 60)`

export const setTtHarmless: readonly Fault[] = [
  pass('tt-article-about-error', 'The page explains an error of another program.', [
    whole(
      'How to fix “Error establishing a database connection” in WordPress',
      `<article><h1>How to fix “Error establishing a database connection”</h1><p>You open your blog and see nothing but one line: <q>Error establishing a database connection</q>. It means that WordPress cannot reach MySQL. First compare the four values in <code>wp-config.php</code> with those of your host.</p><pre><code>define( 'DB_NAME', 'blog' );\ndefine( 'DB_HOST', 'localhost' );</code></pre><p>If they are right, ask the host whether the server of the database runs. A page with <q>500 Internal Server Error</q> has other reasons, and we look at those next week.</p><p>Written by Marta, who keeps forty blogs alive.</p></article>`,
    ),
  ]),
  pass('tt-all-systems-operational', 'The page of the state tells of outages that are over.', [
    whole(
      'Fjord Cloud Status',
      '<h1>All Systems Operational</h1><ul><li>API – Operational</li><li>Dashboard – Operational</li><li>Web hooks – Operational</li></ul><h2>Past Incidents</h2><h3>Nov 24, 2026</h3><p><b>Elevated rate of 502 Bad Gateway errors</b></p><p><b>Resolved</b> – This incident has been resolved. Nov 24, 11:32 UTC</p><p><b>Investigating</b> – Some visitors see “Service Unavailable”. Nov 24, 10:58 UTC</p><h3>Nov 23, 2026</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('tt-handbook-of-templates', 'Braces and tracebacks in a handbook are examples.', [
    atTop(
      box(
        '<h2>Templates</h2><p>A name in braces is replaced by its value:</p><pre><code>&lt;h1&gt;{{ user.name }}&lt;/h1&gt;\n{% for order in orders %}{{ order.total }}{% endfor %}</code></pre><p>If the name is not known, you get this:</p><pre><code>Traceback (most recent call last):\n  File "app.py", line 7, in &lt;module&gt;\njinja2.exceptions.UndefinedError: \'user\' is undefined</code></pre>',
      ),
    ),
  ]),
  pass('tt-studio-404', 'The number is the name of the studio.', [
    whole(
      'Studio 404 – Architekten in Leipzig',
      '<header><h1>Studio 404</h1><p>Not found? Doch: im Hinterhof der Karl-Heine-Straße 404.</p></header><main><p>Wir bauen Schulen, Werkstätten und manchmal ein Haus. Seit 2009 sind wir zu acht, und seit dem Sommer haben wir wieder Platz für Lehrlinge.</p><h2>Arbeiten</h2><ul><li>Grundschule am Auensee</li><li>Werkhalle für Orgelbau</li></ul></main>',
      { lang: 'de' },
    ),
  ]),
  pass('tt-sao-joao', 'Portuguese capitals are no broken letters.', [
    atTop(
      box(
        '<h2>INFORMAÇÃO À POPULAÇÃO DE SÃO JOÃO</h2><p>A INSCRIÇÃO PARA AS SESSÕES DE NATAÇÃO ESTÁ ABERTA. AS CRIANÇAS NÃO PAGAM.</p>',
      ),
    ),
  ]),
  pass('tt-work-announced', 'The bar tells of work on Sunday; today all is well.', [
    atTop(
      box(
        '<strong>Scheduled maintenance:</strong> on Sunday, 29 November, from 02:00 to 04:00 UTC the shop will be unavailable. Coming soon after that: gift cards.',
      ),
    ),
  ]),
  pass('tt-visiting-card', 'Three lines are all that this page wants to say.', [
    whole(
      'Anna Sousa',
      '<main style="margin:30vh auto;text-align:center"><h1>Anna Sousa</h1><p>Potter in Porto.</p><p><a href="mailto:anna@sousa.example">anna@sousa.example</a></p></main>',
    ),
  ]),
  browsed('tt-game-on-canvas', 'A game is drawn, so there are no words.', [application(harbour)]),
  browsed(
    'tt-dialog-of-consent',
    'The dialog about cookies lies over the page and has its buttons.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.6)"><div role="dialog" aria-modal="true" aria-label="Privacy" style="margin:15vh auto;max-width:560px;padding:24px;background:#fff;color:#111;font:16px/1.5 sans-serif"><h2>We value your privacy</h2><p>We and our 214 partners store cookies on your device to count visits and to show advertisements. You can change your choice at any time.</p><button>Accept all</button> <button>Reject all</button> <button>Settings</button></div></div>',
      ),
    ],
  ),
  pass('tt-words-kept-for-errors', 'The words for errors are in the page, and nobody sees them.', [
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="." class="reload">Reload</a></div><template id="failed"><h1>Something went wrong</h1></template><noscript>You need to enable JavaScript to run this app.</noscript><div hidden role="status">Loading…</div>',
    ),
  ]),
  browsed('tt-more-below', 'The line far below waits for the visitor to scroll there.', [
    bundle(
      `const more = document.getElementById('more'); new IntersectionObserver(([seen]) => { if (seen.isIntersecting) fetch('/api/posts?page=2').then((answer) => answer.json()).then((posts) => { more.textContent = posts.join(' · ') }) }).observe(more)`,
    ),
    atEnd(
      `<section>${about.repeat(20)}</section><div style="height:2000px"></div><p id="more">Loading more…</p>`,
    ),
    at('/api/posts', json(['A walk in May', 'The old mill', 'Ferries'])),
  ]),
  browsed(
    'tt-visitor-not-logged-in',
    'The page asks who is there, learns that nobody is, and offers to log in.',
    [
      bundle(
        `fetch('/api/me').then((answer) => { document.getElementById('who').innerHTML = answer.status === 401 ? '<a href="/?login">Sign in</a>' : 'Welcome back' })`,
      ),
      atTop(box('<span id="who"></span>')),
      at('/api/me', { ...json({ error: 'unauthenticated' }), status: 401 }),
    ],
  ),
  browsed(
    'tt-words-of-other-language',
    'There are no words in the language of the visitor, and the page takes English ones.',
    [
      bundle(
        `const words = (language) => fetch('/locales/' + language + '.json').then((answer) => (answer.status === 404 ? words('en') : answer.json())); words('x-visitor').then(({ greeting }) => { document.getElementById('greeting').textContent = greeting })`,
      ),
      atTop(box('<p id="greeting">Hello</p>')),
      at('/locales/x-visitor.json', notFound),
      at('/locales/en.json', json({ greeting: 'Good morning, and welcome' })),
    ],
  ),
  browsed(
    'tt-portrait-of-nobody',
    'Who has no portrait gets the drawing that the page keeps for that.',
    [
      atTop(
        box(
          '<img src="/portraits/17-large.webp" alt="Portrait" width="320" height="200" onerror="this.onerror=null;this.src=\'/portraits/nobody.svg\'"> Kari Nordmann, captain',
        ),
      ),
      at('/portraits/nobody.svg', drawing),
    ],
  ),
  browsed(
    'tt-module-of-other-type',
    'The server has no type for WebAssembly; the loader says so and takes the longer way.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/pkg/site_bg.wasm')).catch((error) => { console.warn('\`WebAssembly.instantiateStreaming\` failed because your server does not serve Wasm with \`application/wasm\` MIME type. Falling back to \`WebAssembly.instantiate\` which is slower. Original error:', error); return fetch('/pkg/site_bg.wasm').then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes)) })`,
      ),
      at('/pkg/site_bg.wasm', emptyModule),
    ],
  ),
  browsed(
    'tt-counter-not-reached',
    'The counter of visits and its frame of one dot are not reached; no visitor misses them.',
    [
      inHead((site) => `<script async src="https://matomo.${site.stranger}/matomo.js"></script>`),
      atEnd(
        (site) =>
          `<iframe src="https://sync.${site.stranger}/pixel" width="1" height="1" style="display:none"></iframe>`,
      ),
    ],
    {
      hosts: (site) => ({
        [`matomo.${site.stranger}`]: 'refuses',
        [`sync.${site.stranger}`]: 'nothing',
      }),
    },
  ),
  browsed(
    'tt-policy-only-reports',
    'A stricter policy is tried out: it blocks nothing and only reports.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
      }),
      at('/csp-report', { status: 204, headers: {}, body: nothing }),
    ],
  ),
  browsed('tt-reloads-once', 'There is a newer build, so the page loads itself again, once.', [
    bundle(
      `if (!sessionStorage.getItem('build')) { sessionStorage.setItem('build', '3f2a91c0'); location.reload() }`,
    ),
  ]),
  pass('tt-news-every-five-minutes', 'A page of news loads itself again after five minutes.', [
    inHead('<meta http-equiv="refresh" content="300">'),
  ]),
  pass(
    'tt-asks-for-cookie-first',
    'The first answer sets a cookie and sends back; the second is the page.',
    [
      (request, _upstream, site) =>
        request.isPage && !String(request.headers['cookie'] ?? '').includes('seen=1')
          ? {
              status: 302,
              headers: {
                location: site.url,
                'set-cookie': 'seen=1; Path=/; Secure; HttpOnly; SameSite=Lax',
                ...uncached,
              },
              body: nothing,
            }
          : undefined,
    ],
  ),
  pass('tt-certificate-25-days', 'It will be renewed in time, as each month.', [], {
    tools: 'PV',
    certificate: (site) => ({
      names: [`*.${site.domain}`, site.domain],
      notBefore: new Date(Date.now() - 65 * 86_400_000),
      notAfter: new Date(Date.now() + 25 * 86_400_000),
    }),
  }),
  linked('tt-links-too-fast', 'The server slows down who asks for many pages within a second.', [
    atTop(box([1, 2, 3, 4, 5, 6].map((one) => `<a href="/p/${one}">Part ${one}</a>`).join(' '))),
    ...[1, 2, 3, 4, 5, 6].map((one) =>
      at(
        `/p/${one}`,
        one < 4
          ? text(
              200,
              'text/html; charset=utf-8',
              `<!doctype html><title>Part ${one}</title><h1>Part ${one}</h1>${about}`,
            )
          : {
              ...text(429, 'text/html; charset=utf-8', '<h1>Too Many Requests</h1>'),
              headers: { 'content-type': 'text/html', 'retry-after': '30' },
            },
      ),
    ),
  ]),
  linked(
    'tt-link-for-members',
    'The link leads to the part for members, which asks for a password.',
    [
      atTop(box('<a href="/intern/">Nur für Mitglieder</a>')),
      at('/intern/', {
        status: 401,
        headers: {
          'www-authenticate': 'Basic realm="Mitglieder", charset="UTF-8"',
          'content-type': 'text/html',
        },
        body: nothing,
      }),
    ],
  ),
  slow(
    'tt-clear-after-three-seconds',
    'A test of variants hides the page until it has chosen, at most for three seconds.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('async-hide'); setTimeout(() => document.documentElement.classList.remove('async-hide'), 3000)</script>`,
      ),
    ],
  ),
  slow(
    'tt-reizen-after-five-seconds',
    'The list needs some seconds, says so in Dutch, and is there.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Reizen</h1><p>Een ogenblik geduld, de reizen worden geladen…</p>'; fetch('/api/reizen').then((answer) => answer.json()).then((trips) => { root.innerHTML = '<h1>Reizen</h1><p>Kies een reis om de dagen en de prijs te zien.</p><ul>' + trips.map((trip) => '<li>' + trip + '</li>').join('') + '</ul>' })`,
      ),
      at(
        '/api/reizen',
        late(5_000, () =>
          json(['Een week langs de fjorden', 'Met de trein naar Bergen', 'Winter op de Lofoten']),
        ),
      ),
    ],
  ),
]
