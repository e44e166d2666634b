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
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const late = rowsOf('late but well')
const link = rowsOf('links')

const styled = 'position:relative;z-index:99999;background:#fff;color:#111;padding:16px'
const box = (inner: string) =>
  atTop(`<div style="${styled};font:16px/1.5 sans-serif">${inner}</div>`)
const js = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const small = text(
  200,
  'text/html; charset=utf-8',
  `<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in</h1>${about}</body></html>`,
)
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#27a"/><circle cx="48" cy="40" r="20" fill="#fd3"/></svg>'
const hiddenMail = [...'info@maps-and-globes.example'].reduce(
  (sofar, one) => sofar + (one.charCodeAt(0) ^ 0x5a).toString(16).padStart(2, '0'),
  '5a',
)
const spinner =
  '<style>@keyframes ab-turn { to { transform: rotate(360deg) } } .spinner { display: inline-block; width: 32px; height: 32px; border: 4px solid #ccc; border-top-color: #06c; border-radius: 50%; animation: ab-turn 1s linear infinite }</style><div class="spinner" role="status"></div>'

export const setAbHarmless: readonly Fault[] = [
  pass('ab-article-about-errors', 'An article that explains an error message has to quote it.', [
    whole(
      'How we fixed “Application error: a client-side exception has occurred”',
      `<article><h1>How we fixed “Application error: a client-side exception has occurred”</h1><p>Last spring some readers of our shop saw these words in place of a product. The cause was a date that the server and the browser wrote in different ways.</p><pre><code>TypeError: Cannot read properties of undefined (reading 'map')</code></pre><p>We now write dates on the server only, and keep an eye on the log after every release.</p>${about}</article>`,
    ),
  ]),
  pass('ab-templates-as-sample', 'A guide to templates shows them in a block of code.', [
    box(
      '<h2>How to write a greeting</h2><p>Put the name of the customer between two braces:</p><pre v-pre><code>&lt;p&gt;Hello {{ customer.name }}, you have {{ cart.count }} items&lt;/p&gt;</code></pre><p>The rest is done when the mail is sent.</p>',
    ),
  ]),
  pass(
    'ab-drawn-on-canvas',
    'The application draws its words and pictures on a canvas, as some frameworks do.',
    [
      application(
        `document.body.style.margin = 0
        const canvas = document.createElement('canvas')
        canvas.width = innerWidth; canvas.height = innerHeight; canvas.style.display = 'block'
        canvas.setAttribute('aria-label', 'Floor plan of the shop')
        const pen = canvas.getContext('2d'); pen.fillStyle = '#fafafa'; pen.fillRect(0, 0, canvas.width, canvas.height)
        pen.fillStyle = '#036'; pen.fillRect(0, 0, canvas.width, 64); pen.fillStyle = '#fff'; pen.font = '28px sans-serif'; pen.fillText('Floor plan', 24, 42)
        pen.font = '20px sans-serif'
        for (let i = 0; i < 6; i++) { pen.fillStyle = ['#e57', '#5a7', '#57c'][i % 3]; pen.fillRect(24 + (i % 3) * 200, 96 + Math.floor(i / 3) * 160, 180, 140); pen.fillStyle = '#fff'; pen.fillText('Room ' + (i + 1), 64 + (i % 3) * 200, 170 + Math.floor(i / 3) * 160) }
        document.getElementById('root').append(canvas)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'ab-nobody-signed-in',
    'The page asks who is signed in, hears that nobody is, and offers the sign-in.',
    [
      bundle(
        `fetch('/api/auth/me').then((answer) => { document.getElementById('ab-user').textContent = answer.status === 401 ? 'Sign in' : 'My account' })`,
      ),
      box('<button id="ab-user">…</button>'),
      at('/api/auth/me', text(401, 'application/json', '{"message":"Unauthenticated."}')),
    ],
    inBrowser,
  ),
  pass(
    'ab-asks-for-optional-file',
    'The page asks whether there is a banner today, and there is none.',
    [
      bundle(
        `fetch('/banners/today.webp', { method: 'HEAD' }).then((answer) => { if (answer.ok) document.body.prepend(new Image()) })`,
      ),
      at('/banners/today.webp', notFound),
    ],
    inBrowser,
  ),
  pass(
    'ab-socket-falls-back',
    'The socket is not possible here, so the library goes on with polling and the news comes.',
    [
      bundle(
        (site) =>
          `const poll = () => fetch('/socket.io/?EIO=4&transport=polling').then((answer) => answer.json()).then((news) => { document.getElementById('ab-live').textContent = news.visitors + ' visitors now'; setTimeout(poll, 3000) })
          poll().then(() => { new WebSocket('wss://${site.host}/socket.io/?EIO=4&transport=websocket').onerror = () => {} })`,
      ),
      box('<p id="ab-live">…</p>'),
      at('/socket.io/', (request) =>
        request.url.searchParams.get('transport') === 'polling'
          ? json({ visitors: 3 }, uncached)
          : text(400, 'application/json', '{"code":3,"message":"Bad request"}'),
      ),
    ],
    inBrowser,
  ),
  pass(
    'ab-analytics-down',
    'A counter of visits cannot be reached, and no visitor misses it.',
    [
      atEnd(
        (site) =>
          `<script async src="https://www.analytics.${site.stranger}/gtag/js?id=G-7K2M0XQ4PZ"></script><script>navigator.sendBeacon('https://www.analytics.${site.stranger}/g/collect?v=2&tid=G-7K2M0XQ4PZ&en=page_view')</script>`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`www.analytics.${site.stranger}`]: 'refuses' }) },
  ),
  pass(
    'ab-portrait-has-fallback',
    'A portrait is missing, and the page puts a drawn one in its place.',
    [
      box(
        `<img src="/avatars/8812.jpg" alt="Ada" width="96" height="96" onerror="this.onerror=null;this.src='/avatars/default.svg'"><p>Ada Lovelace, maps</p>`,
      ),
      at('/avatars/8812.jpg', notFound),
      at('/avatars/default.svg', text(200, 'image/svg+xml', svg)),
    ],
    inBrowser,
  ),
  late.pass(
    'ab-anti-flicker-ends',
    'The snippet of a test tool hides the page for three seconds at most, and then shows it.',
    [
      inHead(
        `<style>html:not(.ab-ready) { opacity: 0 !important }</style><script>setTimeout(() => document.documentElement.classList.add('ab-ready'), 3000)</script>`,
      ),
    ],
    inBrowser,
  ),
  pass('ab-status-page', 'A page about the state of services lists failures that are over.', [
    whole(
      'Status of our services',
      `<h1>All systems operational</h1><h2>Past incidents</h2><article><h3>Elevated 503 errors on the API</h3><p>Resolved – between 09:10 and 09:42 some requests failed with “Service Unavailable”. A database had run out of connections.</p></article><article><h3>Scheduled maintenance of the image service</h3><p>Completed – the work was done as planned.</p></article>${about}`,
    ),
  ]),
  pass(
    'ab-consent-dialog',
    'A dialog asks for consent in front of a grey page, as the law wants it.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.5)"></div><div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;left:10%;right:10%;bottom:10%;z-index:2147483001;background:#fff;color:#111;padding:24px;font:16px/1.5 sans-serif"><h2>Wir verwenden Cookies</h2><p>Einige sind notwendig, andere helfen uns, diese Website zu verbessern. Sie können Ihre Wahl jederzeit ändern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'ab-language-chosen-once',
    'The page sends visitors on once to put their language into the address.',
    [
      (request, _upstream, site) =>
        request.isPage && !request.url.searchParams.has('lang')
          ? { status: 302, headers: { location: `${site.url}?lang=en` }, body: new Uint8Array() }
          : undefined,
    ],
  ),
  pass(
    'ab-policy-report-only',
    'A policy that is only tried out reports much and blocks nothing.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'none'; script-src 'self'; style-src 'self'; report-uri /csp-reports",
      }),
      at('/csp-reports', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  link.pass(
    'ab-link-to-sign-in',
    'The link to the account leads those who are not signed in to the sign-in.',
    [
      box('<a href="/my-account">My account</a>'),
      at('/my-account', { status: 302, headers: { location: '/sign-in' }, body: new Uint8Array() }),
      at('/sign-in', small),
    ],
    { tools: 'V' },
  ),
  link.pass(
    'ab-link-without-head',
    'The page behind a link answers GET and does not know HEAD.',
    [
      box('<a href="/visit-us">Visit us</a>'),
      at('/visit-us', (request) =>
        request.method === 'HEAD' ? text(405, 'text/plain', 'Method Not Allowed') : small,
      ),
    ],
    { tools: 'V' },
  ),
  link.pass(
    'ab-link-rate-limited',
    'The search behind a link does not want to be asked by machines that often.',
    [
      box('<a href="/search-all?q=globe">All globes</a>'),
      at('/search-all', {
        ...text(429, 'text/plain', 'Too Many Requests'),
        headers: { 'content-type': 'text/plain', 'retry-after': '60' },
      }),
    ],
    { tools: 'V' },
  ),
  link.pass(
    'ab-link-to-hidden-mail',
    'The network hides mail addresses behind a path of its own, and its script shows them.',
    [
      atEnd(
        `<script>for (const one of document.querySelectorAll('[data-cfemail]')) { const code = one.dataset.cfemail.match(/../g).map((two) => parseInt(two, 16)); const mail = String.fromCharCode(...code.slice(1).map((each) => each ^ code[0])); one.parentNode.href = 'mailto:' + mail; one.replaceWith(mail) }</script>`,
      ),
      box(
        `<a href="/cdn-cgi/l/email-protection#${hiddenMail}"><span class="__cf_email__" data-cfemail="${hiddenMail}">[email&#160;protected]</span></a>`,
      ),
      at('/cdn-cgi/l/email-protection', notFound),
    ],
    { tools: 'V' },
  ),
  pass(
    'ab-spinners-as-sample',
    'A page about spinners shows some that turn for ever.',
    [
      whole(
        'Spinner – our design system',
        `<h1>Spinner</h1><p>Show a spinner when an answer takes longer than a second, and say in words what is awaited.</p><h2>Example</h2>${spinner}<h2>In a button</h2><button disabled>Loading…</button><h2>When to use it</h2><p>Use a skeleton for the first view, and a spinner for what the visitor has asked for. Never show both.</p>${about}`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'ab-more-comes-below',
    'Far below the list are words that more is loaded, for visitors who get there.',
    [
      whole(
        'All globes',
        `<h1>All globes</h1>${about.repeat(40)}<div id="sentinel" aria-live="polite">${spinner} Loading more…</div>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'ab-teaser-and-notice',
    'A banner speaks of a product to come and of a night of maintenance, above a page that works.',
    [
      box(
        '<p><strong>Coming soon:</strong> our new atlas of the southern sky.</p><p>Scheduled maintenance: on Sunday between 2 and 4 am the shop will be unavailable.</p>',
      ),
    ],
  ),
  pass(
    'ab-resize-observer-loop',
    'A known complaint of the browser about sizes, which changes nothing that can be seen.',
    [
      bundle(
        `let left = 4; const card = document.getElementById('ab-card'); new ResizeObserver(() => { if (left-- > 0) card.style.height = card.offsetHeight + 4 + 'px' }).observe(card)`,
      ),
      box('<div id="ab-card">Open from Tuesday to Saturday</div>'),
    ],
    inBrowser,
  ),
  pass(
    'ab-errors-kept-hidden',
    'The texts for a failure are in the markup, hidden until they are needed.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><template id="failed"><h1>Something went wrong</h1><p>{{ error.message }}</p></template><div hidden role="alert">500 – Internal Server Error</div>',
      ),
    ],
  ),
  pass('ab-capitals-portuguese', 'Capital letters with a tilde are how the language is written.', [
    whole(
      'AVISO ÀS IRMÃS – SÃO JOÃO',
      '<h1>CORAÇÃO DE SÃO JOÃO</h1><p>A LIVRARIA DAS IRMÃS FICA NA RUA DA CONCEIÇÃO, JUNTO À ESTAÇÃO DE CAMPANHÃ. AS MANHÃS DE VERÃO SÃO DEDICADAS À EXPOSIÇÃO DE MAPAS.</p><p>Estamos abertos de terça a sábado, e também por marcação.</p>',
      { lang: 'pt' },
    ),
  ]),
  late.pass(
    'ab-reloads-once-for-chunk',
    'A part of the old release is gone, and the page loads itself once again and is whole.',
    [
      bundle(
        `import('/assets/HomeView-c81a.js').catch(() => { if (!sessionStorage.reloaded) { sessionStorage.reloaded = '1'; location.reload() } })`,
      ),
      at('/assets/HomeView-c81a.js', (request) => {
        const reply = request.n === 1 ? notFound : js('export const view = 1')
        return { ...reply, headers: { ...reply.headers, ...uncached } }
      }),
    ],
    inBrowser,
  ),
]
