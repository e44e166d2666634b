import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  instead,
  json,
  notFound,
} from '../fault.ts'
import { text } from '../page.ts'

const article = (title: string, body: string) =>
  instead(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`,
  )
const prose = (words: string) => `<p>${words}</p>`
const filler = prose(
  'A web server hands each request to a worker. The worker has a time limit, a limit of memory and a queue in front of it, and each of the three can be the reason why a visitor does not get what was asked for. Look at the graphs of the last hour first, then at the log of the proxy, and only then at the log of the application. Most of the time the cause is the release of the morning.',
).repeat(5)

const well = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'harmless',
  wanted: 'PASS',
  tools: 'RV',
  why,
  ...more,
})

/** Not stored: a browser that cached this response would fail again. */
const busy = {
  ...text(503, 'text/plain', 'busy'),
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
}

export const harmlessFaults: readonly Fault[] = [
  well('options-404', 'A feature test by OPTIONS; the answer is meant to be no.', {
    intercept: [
      bundle(`fetch('/api/feature', { method: 'OPTIONS' }).catch(() => {})`),
      at('/api/feature', notFound),
    ],
    fast: true,
  }),
  well('head-404', 'A feature test by HEAD.', {
    intercept: [
      bundle(`fetch('/media/film.mp4', { method: 'HEAD' }).catch(() => {})`),
      at('/media/film.mp4', notFound),
    ],
    fast: true,
  }),
  well('api-401', 'Nobody is logged in, and the page asks who is.', {
    intercept: [
      bundle(`fetch('/api/me').catch(() => {})`),
      at('/api/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
    ],
    fast: true,
  }),
  well('localhost-in-prose', 'A tutorial names the address of the development server.', {
    intercept: [
      atEnd(
        '<p>Start the server, and open <a href="http://localhost:8000/">http://localhost:8000/</a> in your browser. The administration is at <a href="http://127.0.0.1:8000/admin">http://127.0.0.1:8000/admin</a>.</p>',
      ),
    ],
    fast: true,
  }),
  well('licence-notice', 'A library writes its notice with console.error.', {
    intercept: [
      bundle(
        `console.error('AG Grid: This is a community licence. Visit the site for an enterprise licence key.'); console.error('%c Powered by Chart Lib 4.1 - evaluation version ', 'color: #fff')`,
      ),
    ],
  }),
  well('console-advice', 'A framework gives advice.', {
    intercept: [
      bundle(
        `console.error('Warning: Each child in a list should have a unique "key" prop.'); console.error('[Deprecation] This method will be removed in the next major version, use open() instead.')`,
      ),
    ],
  }),
  well('console-warnings', 'Warnings are for developers.', {
    intercept: [bundle(`console.warn('slow frame'); console.info('ready'); console.debug('x')`)],
  }),
  well('resize-notice', 'A notice of the browser that reaches the error handler.', {
    intercept: [
      bundle(
        `window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))`,
      ),
    ],
  }),
  well('aborted-search', 'A search that is called off for the next one.', {
    intercept: [
      bundle(
        `const one = new AbortController(); fetch('/api/search?q=a', { signal: one.signal }).catch(() => {}); setTimeout(() => one.abort(), 50); fetch('/api/search?q=ab')`,
      ),
      at('/api/search', json([])),
    ],
  }),
  well('analytics-no-name', 'The counter of a third party is blocked or gone.', {
    intercept: [
      inHead((site) => `<script async src="https://stats.${site.stranger}/tag.js"></script>`),
    ],
    fast: true,
  }),
  well('analytics-refuses', 'The counter of a third party is down.', {
    intercept: [
      atEnd(
        (site) => `<img src="https://pixel.${site.stranger}/p.gif" width="1" height="1" alt="">`,
      ),
    ],
    hosts: (site) => ({ [`pixel.${site.stranger}`]: 'refuses' }),
  }),
  well('ad-frame-fails', 'A frame of advertising does not come.', {
    intercept: [
      atEnd(
        (site) =>
          `<iframe src="https://ads.${site.stranger}/slot" width="300" height="250"></iframe>`,
      ),
    ],
  }),
  well('third-party-exception', "Somebody else's script throws.", {
    intercept: [atEnd((site) => `<script src="https://chat.${site.stranger}/widget.js"></script>`)],
    hosts: (site) => ({
      [`chat.${site.stranger}`]: () =>
        text(200, 'text/javascript', 'throw new Error("quota exceeded")'),
    }),
  }),
  well('print-style-404', 'A style sheet for printers is missing.', {
    intercept: [
      inHead('<link rel="stylesheet" media="print" href="/print.css">'),
      at('/print.css', notFound),
    ],
    wanted: 'PASS',
  }),
  well('article-502', 'An article about an error page.', {
    tools: 'PRV',
    intercept: [
      article(
        'How to fix 502 Bad Gateway in nginx',
        filler +
          prose('The page says <b>502 Bad Gateway</b>, and below it <code>nginx/1.22.1</code>.') +
          filler,
      ),
    ],
    fast: true,
  }),
  well('article-short-404', 'A short article about an error page.', {
    tools: 'PRV',
    intercept: [
      article(
        'What does "page not found" mean?',
        prose(
          'A server answers 404 when it has no page under an address. Check the spelling, or begin at the home page of the site.',
        ) + prose('Owners should answer with the status 404 and offer a search.'),
      ),
    ],
  }),
  well('article-traceback', 'A tutorial shows a trace.', {
    tools: 'PRV',
    intercept: [
      article(
        'Reading a Python traceback',
        filler +
          '<pre>Traceback (most recent call last):\n  File "app.py", line 3, in &lt;module&gt;\n    main()\nZeroDivisionError: division by zero</pre>' +
          filler,
      ),
    ],
  }),
  well('short-traceback-answer', 'An answer in a forum shows a trace.', {
    tools: 'PRV',
    intercept: [
      article(
        'ZeroDivisionError in my script',
        prose('I get this when I start it with an empty file. What can I do about it?') +
          '<pre>Traceback (most recent call last):\n  File "mean.py", line 3, in &lt;module&gt;\n    print(sum(rows) / len(rows))\nZeroDivisionError: division by zero</pre>' +
          prose(
            'Your list is empty, so its length is zero. Test for that before you divide: <code>if rows:</code>. The function <code>statistics.mean</code> says so in its own words.',
          ) +
          prose('Thank you, that was it. I had forgotten the header line.'),
      ),
    ],
  }),
  well('article-maintenance', 'An article about maintenance.', {
    tools: 'PRV',
    intercept: [
      article(
        'Planning a maintenance window',
        filler +
          prose('Put up a page that says "We will be back soon" and answers with 503.') +
          filler,
      ),
    ],
  }),
  well('status-page', 'A page about the state of a service.', {
    tools: 'PRV',
    intercept: [
      article(
        'All systems operational',
        prose(
          'API: operational. Website: operational. Under maintenance: none. Last incident: elevated error rates, 502 Bad Gateway for some visitors, resolved two days ago.',
        ) + prose('Subscribe to be told about incidents and scheduled maintenance.'),
      ),
    ],
  }),
  well('coming-soon-section', 'One of many products is not there yet.', {
    tools: 'PRV',
    intercept: [
      article(
        'Bicycles',
        `${filler}<section><h2>Coming soon</h2><p>Blue bicycles, from May on.</p></section>`,
      ),
    ],
    fast: true,
  }),
  well(
    'something-went-wrong-hidden',
    'The words of an error are in the markup, hidden until they are needed.',
    {
      intercept: [
        atEnd(
          '<div role="alert" hidden><h2>Something went wrong</h2><p>Please try again later.</p></div><template><h1>500 Internal Server Error</h1></template>',
        ),
      ],
      fast: true,
    },
  ),
  well('modal-hidden', 'Hidden dialogs are part of many pages.', {
    intercept: [
      atEnd(
        '<div style="position:fixed;inset:0;opacity:0;pointer-events:none;background:#000;z-index:9999"></div><div style="position:fixed;inset:0;transform:translateX(100%);background:#fff;z-index:99">Menu</div>',
      ),
    ],
    fast: true,
  }),
  well('cookie-banner', 'A banner over the lower part of the page.', {
    intercept: [
      atEnd(
        '<div style="position:fixed;left:0;right:0;bottom:0;padding:30px;background:#222;color:#fff;z-index:999">We use cookies. <button>Accept</button> <button>Decline</button></div>',
      ),
    ],
  }),
  well('consent-wall', 'A dialog that asks for consent before anything else is to be read.', {
    intercept: [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:999"><div role="dialog" style="margin:15vh auto;width:500px;padding:30px;background:#fff"><h2>Your privacy</h2><p>We and our partners use cookies to improve this site. You can change your mind at any time.</p><button>Accept all</button> <button>Reject all</button></div></div>',
      ),
    ],
  }),
  well('dark-page', 'White on black.', {
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Night</title><style>html { background: #000; color: #fff; font: 20px serif }</style></head><body><h1>Night</h1><p>A short poem in white letters on black ground, as its author wanted it.</p></body></html>',
      ),
    ],
  }),
  well('tiny-page', 'A page with one sentence.', {
    tools: 'PRV',
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ada</title></head><body><p>Ada Lovelace writes programs and letters. Write to <a href="mailto:ada@example.com">ada@example.com</a>.</p></body></html>',
      ),
    ],
    fast: true,
  }),
  well('canvas-only', 'A game that is drawn on a canvas.', {
    intercept: [
      application(
        `const canvas = document.createElement('canvas'); canvas.width = 800; canvas.height = 600; document.getElementById('root').append(canvas); const ink = canvas.getContext('2d'); for (let i = 0; i < 40; i += 1) { ink.fillStyle = 'hsl(' + i * 9 + ' 80% 50%)'; ink.fillRect((i * 97) % 760, (i * 61) % 560, 40, 40) }`,
      ),
    ],
  }),
  well('fade-in', 'Everything fades in within a second.', {
    intercept: [
      inHead(
        '<style>@keyframes in { from { opacity: 0 } to { opacity: 1 } } body { animation: in 1s ease-in both }</style>',
      ),
    ],
    fast: true,
  }),
  well('scroll-reveal', 'Sections further down show themselves when one scrolls to them.', {
    intercept: [
      atEnd('<section style="margin-top:2000px;opacity:0" class="reveal"><h2>More</h2></section>'),
    ],
  }),
  well('mustache-in-tutorial', 'A tutorial about templates.', {
    tools: 'PRV',
    intercept: [
      atEnd(
        '<p>Write <code>{{ user.name }}</code> to show a name, and <code>{% if user %}</code> to test for one:</p><pre>{% for user in users %}\n  {{ user.name }}\n{% endfor %}</pre>',
      ),
    ],
    fast: true,
  }),
  well('php-in-tutorial', 'A tutorial about PHP.', {
    tools: 'PRV',
    intercept: [
      atEnd(
        '<p>Begin each file with <code>&lt;?php</code>.</p><pre>&lt;?php\necho "Hello";\n?&gt;</pre>',
      ),
    ],
  }),
  well('dotted-words', 'File names and versions are no keys of translations.', {
    intercept: [
      atEnd(
        '<ul><li>config.yaml</li><li>app.module.ts</li><li>v1.2.3</li><li>www.example.com</li><li>os.path.join</li></ul>',
      ),
    ],
  }),
  well('accents', 'A page in French, as it should be.', {
    tools: 'PRV',
    intercept: [
      instead(
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Café de la gare</title></head><body><h1>Café de la gare</h1>${'<p>Le déjeuner est servi dès midi à la terrasse, à côté de l’entrée. Ça vous dit ? Réservez à l’avance.</p>'.repeat(4)}</body></html>`,
      ),
    ],
    fast: true,
  }),
  well('app-well', 'An application that works.', {
    intercept: [
      application(
        `fetch('/api/orders').then((answer) => answer.json()).then((orders) => { document.getElementById('root').innerHTML = '<h1>Orders</h1><p>These are the orders of today, the newest first.</p><ul>' + orders.map((one) => '<li>' + one).join('') + '</ul>' })`,
      ),
      at('/api/orders', json(['Ada', 'Grace', 'Katherine'])),
    ],
    fast: true,
  }),
  well('app-empty-list', 'An application without any orders yet.', {
    intercept: [
      application(
        `fetch('/api/orders').then((answer) => answer.json()).then((orders) => { document.getElementById('root').innerHTML = '<header><b>Orders</b></header><main><p>You have no orders yet.</p><a href="/">Continue shopping</a></main>' })`,
      ),
      at('/api/orders', json([])),
    ],
  }),
  well('api-well-sibling', 'The API on its own host works.', {
    intercept: [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/orders').then((answer) => answer.json()).then((orders) => { document.title = String(orders.length) })`,
      ),
    ],
    hosts: (site) => ({
      [`api.${site.domain}`]: () => json([1], { 'access-control-allow-origin': '*' }),
    }),
  }),
  well('api-retried', 'The first try of a call fails, the second one does not.', {
    intercept: [
      bundle(
        `const ask = (tries) => fetch('/api/orders').then((answer) => { if (!answer.ok && tries > 0) setTimeout(() => ask(tries - 1), 300) }); ask(3)`,
      ),
      at('/api/orders', (request) => (request.n === 1 ? busy : json([]))),
    ],
  }),
  well('text-api', 'A call whose answer is text, as the page expects.', {
    intercept: [
      bundle(`fetch('/fragments/menu').then((answer) => answer.text())`),
      at('/fragments/menu', text(200, 'text/html; charset=utf-8', '<ul><li>Home</li></ul>')),
    ],
    fast: true,
  }),
  well('late-third-party', 'A third party is slow.', {
    intercept: [
      inHead((site) => `<script async src="https://slow.${site.stranger}/tag.js"></script>`),
    ],
    hosts: (site) => ({ [`slow.${site.stranger}`]: () => 'hang' }),
  }),
  well('service-worker', 'A service worker that works.', {
    intercept: [
      bundle(`navigator.serviceWorker.register('/sw.js')`),
      at('/sw.js', text(200, 'text/javascript', 'self.addEventListener("fetch", () => {})')),
    ],
  }),
  well('canonical-elsewhere', 'Links to other sites and profiles are none of ours.', {
    tools: 'V',
    intercept: [atEnd((site) => `<a href="https://social.${site.stranger}/shop">Follow us</a>`)],
  }),
  well('noscript-notice', 'The notice for visitors without scripts, which others do not see.', {
    tools: 'PRV',
    intercept: [atTop('<noscript>You need to enable JavaScript to run this app.</noscript>')],
  }),
  well('loading-in-prose', 'The word of a heading is no state of the page.', {
    intercept: [
      atEnd(
        '<h3>Loading data</h3><p>Loading… is what users see while the request runs.</p><button>Load more…</button>',
      ),
    ],
    fast: true,
  }),
  well('hidden-spinner', 'A spinner that is there and hidden.', {
    intercept: [
      atEnd(
        '<div class="spinner" role="progressbar" style="display:none">Loading...</div><div aria-busy="true" hidden></div>',
      ),
    ],
  }),
  well('progress-as-content', 'A bar that shows a value is content.', {
    intercept: [
      atEnd(
        '<div role="progressbar" aria-valuenow="40" aria-valuemin="0" aria-valuemax="100" style="width:40%;background:#06c;color:#fff">40 %</div><progress value="70" max="100"></progress>',
      ),
    ],
    fast: true,
  }),
  well('carousel', 'Pictures move by themselves for ever.', {
    intercept: [
      document((html) =>
        html.replace(
          '</body>',
          '<style>@keyframes slide { to { transform: translateX(-50%) } } .track { width: 200%; animation: slide 20s linear infinite }</style><div style="overflow:hidden"><div class="track">Bicycles, boats and books for everybody, every day, at the best price in town</div></div></body>',
        ),
      ),
    ],
  }),
  well('query-in-link', 'A link with a filter that the server knows.', {
    tools: 'V',
    intercept: [atEnd('<a href="?sort=name">By name</a>')],
  }),
]
