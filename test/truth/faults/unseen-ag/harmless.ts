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
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')
const links = rowsOf('links')

const RV = { tools: 'RV' } as const
const html = 'text/html; charset=utf-8'

/** Markup that is visible in front of bars that the page fixes at the top. */
const front = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:99999;background:#fff;color:#111;font:16px/1.5 sans-serif;padding:16px">${markup}</div>`,
  )

const shop = `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laden</title></head><body><h1>Der Laden am Mühlbach</h1>${about}</body></html>`

export const setAgHarmless: readonly Fault[] = [
  pass('ag-session-401', 'A guest has no session, and the page asks to find that out.', [
    bundle(
      `fetch('/api/auth/me').then((answer) => { document.documentElement.dataset.session = answer.ok ? 'user' : 'guest' })`,
    ),
    at('/api/auth/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
  ]),
  pass('ag-retry-works', 'The first call wakes the function, and the second one gets the answer.', [
    bundle(
      `const load = (left) => fetch('/api/feed').then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.json() }).catch((error) => { if (left === 0) throw error; return new Promise((done) => setTimeout(done, 600)).then(() => load(left - 1)) }); load(4)`,
    ),
    at('/api/feed', (request) =>
      request.n === 1
        ? text(503, 'application/json', '{"message":"Service Unavailable"}')
        : json([], { 'cache-control': 'no-store' }),
    ),
  ]),
  pass('ag-search-aborted', 'The page gives up its first search because a better one follows.', [
    bundle(
      `const first = new AbortController(); fetch('/api/search?q=a', { signal: first.signal }).catch(() => {}); setTimeout(() => { first.abort(); fetch('/api/search?q=ab').then((answer) => answer.json()) }, 80)`,
    ),
    at(
      '/api/search',
      late(500, () => json([])),
    ),
  ]),
  pass(
    'ag-analytics-not-enabled',
    'The statistics of the platform are not switched on: nobody misses them.',
    [
      atEnd('<script defer src="/_vercel/insights/script.js"></script>'),
      at('/_vercel/insights/script.js', notFound),
    ],
  ),
  pass(
    'ag-tag-manager-blocked',
    'A tracker that cannot be reached changes nothing for a visitor.',
    [
      inHead(
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-4Q2M8ZK1XW"></script><script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments) } gtag("js", new Date()); gtag("config", "G-4Q2M8ZK1XW")</script>',
      ),
    ],
  ),
  pass('ag-prefetch-404', 'A page that was fetched ahead is gone, and no link needs it yet.', [
    inHead('<link rel="prefetch" href="/_next/data/kX3s9QmZp0a/archive.json">'),
    at('/_next/data/kX3s9QmZp0a/archive.json', notFound),
  ]),
  pass(
    'ag-speculation-refused',
    'The network refuses to fetch ahead what it has not in its cache.',
    [
      inHead(
        '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["/spring-catalogue"],"eagerness":"immediate"}]}</script>',
      ),
      at('/spring-catalogue', {
        ...text(503, 'text/plain', ''),
        headers: { 'cf-speculation-refused': 'prefetch refused: not eligible' },
      }),
    ],
  ),
  pass('ag-report-only-policy', 'A policy is tried out: it only reports, and blocks nothing.', [
    headers({
      'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  pass(
    'ag-cloudfront-error-page',
    'The rule for applications of one page serves 200, and the cache calls it an error.',
    [
      headers({
        'x-cache': 'Error from cloudfront',
        via: '1.1 3f8a5c7d9e1b2a4c.cloudfront.net (CloudFront)',
        'x-amz-cf-pop': 'FRA56-P8',
        server: 'AmazonS3',
      }),
    ],
  ),
  pass('ag-noindex-of-preview', 'A preview keeps out of search engines on purpose.', [
    headers({ 'x-robots-tag': 'noindex', server: 'Vercel', 'x-vercel-cache': 'HIT' }),
  ]),
  pass('ag-dashboard-refresh', 'A board loads itself again every five minutes, as it should.', [
    headers({ refresh: '300' }),
  ]),
  pass('ag-language-redirect', 'The middleware sends visitors to their language once.', [
    moved('/de-at/', 307),
    at('/de-at/', text(200, html, shop)),
  ]),
  pass(
    'ag-moved-domain',
    'The old domain of the shop leads to the new one.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    { hosts: (site) => ({ [`www.${site.stranger}`]: () => text(200, html, shop) }) },
  ),
  pass('ag-warnings-of-library', 'The console has warnings of a library, and the page is well.', [
    bundle(
      `console.error('Warning: Each child in a list should have a unique "key" prop. See https://react.dev/link/warning-keys for more information.'); console.warn('Download the React DevTools for a better development experience')`,
    ),
  ]),
  pass(
    'ag-resize-observer',
    'The loop of a size observer is an event that every browser survives.',
    [
      bundle(
        `const box = document.createElement('div'); box.style.height = '1px'; document.body.append(box); let times = 0; new ResizeObserver(() => { times += 1; if (times < 3) box.style.height = times + 1 + 'px' }).observe(box)`,
      ),
    ],
  ),
  pass('ag-article-portuguese', 'An article about an error of servers is no error.', [
    whole(
      'Erro 502 Bad Gateway: o que é e como corrigir',
      `<article><h1>Erro 502 Bad Gateway: o que é e como corrigir</h1><p>Publicado em 3 de junho de 2025</p><p>Quem administra um servidor com nginx já viu esta mensagem: o proxy não recebeu uma resposta válida da aplicação. Neste artigo mostramos as cinco causas mais comuns e como resolver cada uma delas.</p><h2>1. A aplicação não está em execução</h2><p>Verifique com <code>systemctl status app</code> se o processo está ativo e leia as últimas linhas do registro.</p><pre>connect() failed (111: Connection refused) while connecting to upstream</pre><h2>2. A porta está errada</h2><p>Compare a porta da diretiva <code>proxy_pass</code> com a porta em que a aplicação escuta.</p></article>`,
      { lang: 'pt-BR' },
    ),
  ]),
  pass('ag-template-manual', 'A manual of templates shows templates.', [
    whole(
      'Values and templates',
      '<main><h1>Values and templates</h1><p>A chart takes its values from a file. In a template, a value is written between two pairs of braces, and a missing one is printed as an empty string.</p><pre><code>replicas: {{ .Values.replicaCount }}\nimage: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"</code></pre><p>Use <code>{{ default "nginx" .Values.name }}</code> where a value may be left out, and <code>required</code> where it may not.</p></main>',
    ),
  ]),
  pass('ag-status-page', 'A page about the state of a service lists what went wrong before.', [
    whole(
      'Status',
      '<main><h1>All systems operational</h1><ul><li>Website: operational</li><li>API: operational</li></ul><h2>Past incidents</h2><h3>2 June</h3><p>Resolved: between 09:12 and 09:40 UTC some visitors saw 503 Service Unavailable. A node was replaced.</p><h3>28 May</h3><p>Completed: scheduled maintenance of the database.</p></main>',
    ),
  ]),
  pass(
    'ag-maintenance-announced',
    'A bar tells of maintenance on Sunday, and until then all works.',
    [
      front(
        '<p role="status">Scheduled maintenance: on Sunday from 02:00 to 04:00 UTC the shop may be unavailable for a few minutes.</p>',
      ),
    ],
  ),
  pass('ag-consent-german', 'A question about cookies lies over the page, and can be answered.', [
    atEnd(
      '<div style="position:fixed;inset:0;background:rgba(0,0,0,.4);z-index:2147483000"><div role="dialog" aria-label="Cookies" style="position:absolute;left:50%;top:50%;transform:translate(-50%,-50%);width:420px;background:#fff;color:#111;padding:24px;font:16px/1.5 sans-serif"><h2>Wir verwenden Cookies</h2><p>Einige sind notwendig, andere helfen uns, das Angebot zu verbessern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button></div></div>',
    ),
  ]),
  pass(
    'ag-spinner-in-reserve',
    'A spinner that is hidden until somebody sends the form says nothing yet.',
    [
      atEnd(
        '<div hidden class="loading-overlay"><div role="progressbar" aria-busy="true" aria-label="Loading"></div><p>Loading, please wait...</p></div><template><p>Something went wrong. Please try again later.</p></template>',
      ),
    ],
    RV,
  ),
  slow.pass(
    'ag-database-wakes',
    'The database sleeps when nobody asks, and the list comes after five seconds.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Rooms</h1><p aria-busy="true">Loading rooms…</p>'; fetch('/api/rooms').then((answer) => answer.json()).then((rooms) => { root.innerHTML = '<h1>Rooms</h1><p>All rooms have a view of the lake and a desk, and breakfast is included.</p><ul>' + rooms.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
      ),
      at(
        '/api/rooms',
        late(5_000, () => json(['Blue room', 'Red room', 'Attic'])),
      ),
    ],
    RV,
  ),
  slow.pass(
    'ag-container-starts',
    'The container is started by the first request, which takes five seconds.',
    [late(5_000, (request, upstream) => (request.isPage ? upstream() : undefined))],
  ),
  links.pass(
    'ag-protected-mail',
    'The network hides an address behind a link of its own, which a script puts right.',
    [
      atEnd(
        '<script src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
      ),
      front(
        '<p>Write to <a href="/cdn-cgi/l/email-protection#3e575058517e">[email&#160;protected]</a></p>',
      ),
      at(
        '/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js',
        text(
          200,
          'text/javascript',
          `for (const link of document.querySelectorAll('a[href^="/cdn-cgi/l/email-protection"]')) { link.href = 'mailto:info@example.com'; link.textContent = 'info@example.com' }`,
        ),
      ),
      at('/cdn-cgi/l/email-protection', notFound),
    ],
    { tools: 'V' },
  ),
  links.pass(
    'ag-links-that-differ',
    'One link leads to the log-in, one is a file, and one counts our requests: all are well.',
    [
      front(
        '<a href="/my-account">Account</a> <a href="/files/brochure.pdf">Brochure</a> <a href="/search-all">Search</a>',
      ),
      at('/my-account', { status: 302, headers: { location: '/sign-in' }, body: new Uint8Array() }),
      at('/sign-in', text(200, html, shop.replace('<h1>', '<h1>Anmelden</h1><h1>'))),
      at('/files/brochure.pdf', {
        ...text(200, 'application/pdf', '%PDF-1.4\n%%EOF\n'),
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="brochure.pdf"',
        },
      }),
      at('/search-all', text(429, 'text/plain', 'Too Many Requests')),
    ],
    { tools: 'V' },
  ),
]
