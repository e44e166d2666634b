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
import { about, compressed, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { pass: comesLate } = rowsOf('late but well')

const html = (body: string, lang = 'en', title = 'Shop') =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
  )
const svg = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#274"/><circle cx="320" cy="180" r="90" fill="#fc6"/></svg>',
)

/** Pages whose subject is errors, numbers or construction and maintenance work. */
const subjects: readonly Fault[] = [
  pass('postmortem', 'An engineer writes about a night without a site.', [
    whole(
      'How a health check took us down for 40 minutes',
      `<article><h1>How a health check took us down for 40 minutes</h1><p>Posted by Tomás on 3 March</p>${about}<p>At 02:14 the first alerts came in. Visitors saw:</p><pre>502 Bad Gateway\nnginx/1.25.3</pre><p>and, after the retries, <code>no available server</code> from the proxy in front of it. In the log of the pod:</p><pre>Traceback (most recent call last):\n  File "/app/main.py", line 41, in connect\npsycopg2.OperationalError: could not connect to server: Connection refused</pre>${about.repeat(2)}<h2>What we changed</h2>${about}</article>`,
    ),
  ]),
  pass('api-errors-reference', 'The documents of an API list its errors.', [
    whole(
      'Errors – API reference',
      `<nav><a href="#auth">Authentication</a> <a href="#errors">Errors</a> <a href="#rate">Rate limits</a></nav><main><h1 id="errors">Errors</h1>${about}<table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr><tr><td>401</td><td>invalid_api_key</td><td>Invalid API key.</td></tr><tr><td>404</td><td>not_found</td><td>Page not found.</td></tr><tr><td>429</td><td>rate_limited</td><td>Too many requests.</td></tr><tr><td>500</td><td>internal</td><td>Internal Server Error. Something went wrong on our end.</td></tr></table><pre>{"error":{"code":"not_found","message":"The deployment could not be found"}}</pre>${about}</main>`,
    ),
  ]),
  pass('component-gallery', 'A library of elements shows one for failures.', [
    whole(
      'Empty states – Design system',
      `<nav><a href="#b">Buttons</a> <a href="#e">Empty states</a> <a href="#f">Forms</a></nav><main><h1 id="e">Empty states</h1>${about}<figure><div style="border:1px solid #ccc;padding:24px;max-width:320px"><h3>Something went wrong</h3><p>Please try again later.</p><button>Retry</button></div><figcaption>Variant “error”, with an action.</figcaption></figure><h2>Usage</h2>${about.repeat(2)}</main>`,
    ),
  ]),
  pass('club-404', 'A club for a car with a number.', [
    whole(
      'Club Peugeot 404 Argentina',
      `<h1>Club Peugeot 404</h1><p>Encuentro anual en Tandil: treinta y dos autos, dos de ellos familiares.</p>${about}<h2>Repuestos para el 404</h2>${about}`,
      { lang: 'es' },
    ),
  ]),
  pass('flats-being-built', 'Homes for sale in a house that is being built.', [
    whole(
      '建設中マンションのご案内',
      '<h1>みなと台レジデンス（建設中）</h1><p>2026年9月竣工予定。現在工事中の現場を毎週土曜日にご見学いただけます。</p><h2>間取り</h2><p>2LDKから4LDKまで、全六十二戸。南向き、駅徒歩七分。</p><h2>工事の進み具合</h2><p>十一月は八階の床のコンクリートを打ちました。写真は毎月更新します。</p><p>お問い合わせは販売センターまで。</p>',
      { lang: 'ja' },
    ),
  ]),
  pass('filler-text-tool', 'A tool that makes text for designers.', [
    whole(
      'Lorem ipsum generator',
      `<h1>Lorem ipsum generator</h1><label>Paragraphs <input type="number" value="2"></label> <button>Generate</button> <button>Copy</button><output><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p></output><h2>Where does it come from?</h2>${about}<p>The words are from a book by Cicero of 45 BC, and printers have used them since the sixteenth century.</p>`,
    ),
  ]),
  pass('maintenance-announced', 'Works are announced for a night of next week.', [
    atTop(
      '<div role="status" style="background:#fff3cd;color:#432;padding:10px">Scheduled maintenance: on Sunday 30 November, 02:00–04:00 (UTC-3), orders cannot be placed. <a href="#top">Read more</a></div>',
    ),
  ]),
  pass('outage-in-the-news', 'A newspaper on the failure of somebody else.', [
    whole(
      '雲端服務大當機 全台多家網站無法連線',
      '<article><h1>雲端服務大當機 全台多家網站無法連線</h1><p>記者陳怡君／台北報導</p><p>國際雲端業者昨晚發生異常，使用者連線時出現「502 Bad Gateway」與「網站維護中」等訊息，影響範圍包括購物、訂票及外送平台。</p><p>業者表示，問題出在網路設備更新，工程師已於凌晨三時排除，服務陸續恢復。專家提醒企業應準備備援方案，並定期演練。</p><p>數位發展部指出，政府網站未受影響，將持續與業者保持聯繫，並要求提出檢討報告。</p><h2>相關新聞</h2><ul><li><a href="#1">海底電纜修復 離島網路恢復正常</a></li><li><a href="#2">新機房明年啟用</a></li></ul></article>',
      { lang: 'zh-Hant' },
    ),
  ]),
  pass('visiting-card', 'Three lines are all there is.', [
    whole(
      'Ana Quispe',
      '<p>Ana Quispe draws maps in Cusco.</p><p><a href="mailto:ana@maps.example">ana@maps.example</a></p>',
    ),
  ]),
]

/** Legitimate behaviour of servers. */
const servers: readonly Fault[] = [
  pass('language-by-header', 'Visitors are led to their language.', [
    (request, upstream, site) => {
      const reply = moved('/pt-br/')(request, upstream, site)
      return reply && { ...reply, headers: { ...reply.headers, vary: 'Accept-Language' } }
    },
    at('/pt-br/', html(`<h1>Ateliê de mapas</h1>${about}`, 'pt-BR', 'Ateliê')),
  ]),
  pass('apex-to-www', 'The short name leads to the one with www.', [], {
    url: ({ domain, page }) => `https://${domain}/${page.path.replace(/(^|\/)index\.html$/, '$1')}`,
    hosts: ({ domain, host }) => ({
      [domain]: (request) => ({
        status: 308,
        headers: { location: `https://${host}${request.path}` },
        body: new Uint8Array(),
      }),
    }),
  }),
  pass(
    'dashboard-to-login',
    'A dashboard sends visitors without a session to the login of the company.',
    [moved(({ domain }) => `https://login.${domain}/?next=%2F`)],
    {
      hosts: ({ domain }) => ({
        [`login.${domain}`]: () =>
          html(
            '<main><h1>Iniciar sesión</h1><form method="post"><p><label>Correo <input type="email" name="email"></label></p><p><label>Contraseña <input type="password" name="password"></label></p><button>Entrar</button></form><p><a href="#forgot">¿Olvidaste tu contraseña?</a></p></main>',
            'es',
            'Iniciar sesión',
          ),
      }),
    },
  ),
  pass(
    'json-root',
    'The root of an API says what it is.',
    [
      (request) =>
        request.isPage
          ? json({ name: 'precios-api', version: '2.4.1', status: 'ok', docs: '/docs' })
          : undefined,
    ],
    { tools: 'P' },
  ),
  pass('brotli-well', 'The page is compressed, and the response says so.', [compressed]),
  pass(
    'price-list-pdf',
    'A link to a document that is saved.',
    [
      atTop(
        '<p style="background:#fff"><a href="/precios-2026.pdf">Lista de precios (PDF)</a></p>',
      ),
      at('/precios-2026.pdf', {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="precios-2026.pdf"',
        },
        body: new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'),
      }),
    ],
    { tools: 'V' },
  ),
]

/** Legitimate behaviour of pages in the browser. */
const pagesAtWork: readonly Fault[] = [
  pass(
    'consent-dialog',
    'A dialog for consent lies over half of the page.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.45);z-index:9999"><div role="dialog" aria-label="Cookies" style="position:absolute;left:25%;top:30%;width:50%;background:#fff;color:#111;padding:24px"><h2>Usamos cookies</h2><p>Este site usa cookies para medir visitas. Você pode aceitar ou recusar.</p><button>Aceitar todos</button> <button>Recusar</button></div></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'session-unknown',
    'The application asks who the visitor is, learns nothing, and shows its form.',
    [
      application(
        `fetch('/api/auth/me').then((one) => { if (one.status === 401) document.getElementById('root').innerHTML = '<main><h1>Bienvenido</h1><p>Entra con tu correo para ver tus pedidos.</p><form><input type="email" placeholder="Correo"><input type="password" placeholder="Clave"><button>Entrar</button></form></main>' })`,
      ),
      at('/api/auth/me', { ...json({ error: 'unauthenticated' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'nothing-yet',
    'A new account: the list is empty, and the page says what to do.',
    [
      application(
        `fetch('/api/projects').then((one) => one.json()).then((rows) => { document.getElementById('root').innerHTML = '<nav><a href="#">Projects</a> <a href="#">Team</a></nav><main><h1>Projects</h1><p>No projects yet. Create your first one to get started.</p><button>New project</button></main>'.repeat(rows.length ? 0 : 1) })`,
      ),
      at('/api/projects', json([])),
    ],
    inBrowser,
  ),
  pass(
    'options-unknown',
    'A check for an extension of the server, which it lacks.',
    [
      bundle(
        `fetch('/dav/', { method: 'OPTIONS' }).then((one) => { window.dav = one.headers.has('dav') })`,
      ),
      at('/dav/', notFound),
    ],
    inBrowser,
  ),
  pass(
    'pixel-gone',
    'The counter of an advertiser does not know its pixel any more.',
    [
      atEnd(
        ({ stranger }) =>
          `<img src="https://px.${stranger}/collect.gif?id=8841" width="1" height="1" alt="" style="position:absolute;left:-10px">`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`px.${stranger}`]: () => notFound }) },
  ),
  pass(
    'polls-for-ever',
    'A departures board asks each second.',
    [
      bundle(
        `const ask = () => fetch('/api/salidas').then((one) => one.json()).then((rows) => { window.rows = rows }).finally(() => setTimeout(ask, 900)); ask()`,
      ),
      at('/api/salidas', json([{ linea: '14', minutos: 3 }])),
    ],
    inBrowser,
  ),
  pass(
    'installable-shop',
    'A manifest and a worker, as an application on a phone has them.',
    [
      inHead(
        '<link rel="manifest" href="/site.webmanifest"><meta name="theme-color" content="#247">',
      ),
      bundle(`navigator.serviceWorker?.register('/sw-kept.js').catch(() => {})`),
      at('/sw-kept.js', text(200, 'text/javascript', `self.addEventListener('fetch', () => {})`)),
      at('/site-icon.svg', svg),
      at('/site.webmanifest', {
        ...json({
          name: 'Feria',
          start_url: '/',
          display: 'standalone',
          icons: [{ src: '/site-icon.svg', sizes: 'any', type: 'image/svg+xml' }],
        }),
      }),
    ],
    inBrowser,
  ),
  pass(
    'game-on-canvas',
    'A game: one canvas, drawn without end.',
    [
      whole(
        'Culebra',
        `<canvas id="c" width="800" height="500" aria-label="Culebra"></canvas><script>const c = document.getElementById('c').getContext('2d'); let t = 0; const draw = () => { t += 1; c.fillStyle = '#0b3d2e'; c.fillRect(0, 0, 800, 500); c.fillStyle = '#f4d35e'; for (let i = 0; i < 12; i += 1) c.fillRect((t * 2 + i * 22) % 800, 240 + 40 * Math.sin((t + i * 9) / 20), 20, 20); c.fillStyle = '#fff'; c.font = '24px sans-serif'; c.fillText('Puntos: ' + Math.floor(t / 60), 20, 40); requestAnimationFrame(draw) }; draw()</script>`,
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
  pass(
    'night-page',
    'A dark page with pale text.',
    [
      whole('Observatorio', `<main><h1>Observatorio del Sur</h1>${about}</main>`, {
        lang: 'es',
        head: '<style>body{background:#050608;color:#9aa4b2;font:16px sans-serif;padding:48px}h1{color:#c7d0dd}</style>',
      }),
    ],
    inBrowser,
  ),
  pass(
    'talkative-console',
    'Advice and greetings in the console.',
    [
      bundle(
        `console.log('%cStop!', 'color:red;font-size:40px'); console.log('This is a browser feature intended for developers.'); console.info('Download the React DevTools for a better development experience: https://react.dev/link/react-devtools'); console.warn('[Deprecation] theme.spacing() is deprecated and will be removed in the next major version.')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'tries-what-it-may',
    'The page looks for what the machine can do, and does without.',
    [
      bundle(
        `(async () => { try { const adapter = await navigator.gpu?.requestAdapter(); window.fast = Boolean(adapter) } catch { window.fast = false } try { localStorage.setItem('probe', '1'); localStorage.removeItem('probe') } catch {} try { await navigator.getBattery?.() } catch {} })()`,
      ),
    ],
    inBrowser,
  ),
  comesLate(
    'cards-after-bones',
    'Grey bars for two seconds, then the cards.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Restaurantes</h1><style>.bar{height:60px;margin:12px;background:#ddd;animation:p 1s infinite}@keyframes p{50%{opacity:.5}}</style><div aria-busy="true">' + '<div class="bar"></div>'.repeat(4) + '</div>'; fetch('/api/cerca').then((one) => one.json()).then((rows) => { document.getElementById('root').innerHTML = '<h1>Restaurantes</h1>' + rows.map((one) => '<article><h2>' + one + '</h2><p>Abierto hasta las once, con mesas en la calle.</p></article>').join('') })`,
      ),
      late(2100, at('/api/cerca', json(['La Esquina', 'Mar y Sal', 'Doña Rosa', 'El Fogón']))),
    ],
    inBrowser,
  ),
  comesLate(
    'picture-after-a-while',
    'A large picture from a slow host.',
    [
      atTop('<img src="/portada-grande.svg" width="640" height="360" alt="Portada">'),
      late(1800, at('/portada-grande.svg', svg)),
    ],
    inBrowser,
  ),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDHarmless: readonly Fault[] = [...subjects, ...servers, ...pagesAtWork]
