import {
  application,
  at,
  atEnd,
  bundle,
  type Fault,
  inHead,
  instead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'

const well = (
  id: string,
  why: string,
  intercept: Fault['intercept'],
  more: Partial<Fault> = {},
): Fault => ({
  id,
  group: 'harmless',
  wanted: 'PASS',
  why,
  ...(intercept === undefined ? {} : { intercept }),
  ...more,
})
const whole = (title: string, body: string, lang = 'en', head = '') => [
  instead(
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`,
  ),
]
const browser: Partial<Fault> = { tools: 'RV' }
const prose =
  '<p>The shop is in the old station. Bicycles of all sizes are in the hall, boats in the yard behind it, and whoever wants to try one may take it for an afternoon. We repair what we sell, and what others sell as well.</p>'

/** Written after the rules of 2026-11-22.9 by an author who had not read them. */
export const heldOutHarmless: readonly Fault[] = [
  well('article-conflicts', 'A tutorial about merging.', [
    atEnd(
      '<h2>Resolving conflicts</h2><pre>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\nred\n=======\nblue\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; topic</pre>',
    ),
  ]),
  well(
    'article-whitelabel',
    'An article about a framework.',
    whole(
      'Replacing the Whitelabel Error Page',
      `<h1>Replacing the Whitelabel Error Page</h1>${prose.repeat(3)}<p>By default the framework shows "Whitelabel Error Page".</p>${prose}`,
    ),
  ),
  well(
    'article-nginx',
    'An article about a server.',
    whole(
      'Installing nginx',
      `<h1>Installing nginx</h1>${prose.repeat(3)}<p>Open the address: the page says "Welcome to nginx!".</p>${prose}`,
    ),
  ),
  well(
    'repair-shop',
    'A shop that maintains bicycles.',
    whole(
      'Bicycle maintenance',
      `<h1>Bicycle maintenance</h1>${prose}<p>Maintenance takes two days. Bring yours before noon.</p>`,
    ),
  ),
  well(
    'cinema',
    'A cinema.',
    whole(
      'Coming soon',
      `<h1>Coming soon to our cinema</h1><ul>${['The Boat', 'Night Train', 'A Summer', 'Red Bicycle', 'The Station'].map((one) => `<li><h2>${one}</h2><p>From the director of Winter, with a cast of two hundred and a horse.</p></li>`).join('')}</ul>`,
    ),
  ),
  well(
    'domain-broker',
    'A firm that trades in domains.',
    whole(
      'Buy and sell domains',
      `<h1>Buy and sell domains</h1>${prose.repeat(2)}<p>Each domain is for sale at a fixed price. Our brokers answer within a day.</p><nav><a href="#a">Auctions</a> <a href="#b">Prices</a> <a href="#c">Contact</a></nav>`,
    ),
  ),
  well(
    'band-404',
    'A band with a strange name.',
    whole(
      'Error 404: the album',
      `<h1>Error 404</h1><p>The new album of The Page Not Founds is here.</p>${prose.repeat(2)}`,
    ),
  ),
  well('template-docs', 'Documentation of template strings.', [
    atEnd(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that was not filled
      '<p>Write <code>${user.name}</code> inside backticks:</p><pre>const text = `Hello ${user.name}`</pre>',
    ),
  ]),
  well('undefined-docs', 'Documentation of a language.', [
    atEnd('<p>The value <code>undefined</code> is returned, and <code>NaN</code> for text.</p>'),
  ]),
  well(
    'health-page',
    'A service that says that it is there.',
    [(request) => (request.isPage ? text(200, 'text/plain; charset=utf-8', 'OK') : undefined)],
    { tools: 'P' },
  ),
  well(
    'picture-page',
    'One picture.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title></head><body><img src="/harbour.svg" width="900" height="600" alt="The harbour at night"></body></html>',
      ),
      at(
        '/harbour.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#024"/><circle cx="300" cy="200" r="90" fill="#fe9"/><rect y="400" width="900" height="200" fill="#135"/></svg>',
        ),
      ),
    ],
    browser,
  ),
  well(
    'japanese',
    'A page in Japanese.',
    whole(
      '自転車の店',
      '<h1>自転車の店</h1>' +
        '<p>毎日開いています。駅から歩いて五分です。修理も承ります。</p>'.repeat(6),
      'ja',
    ),
  ),
  well(
    'arabic',
    'A page in Arabic.',
    whole(
      'متجر الدراجات',
      '<h1>متجر الدراجات</h1>' +
        '<p>نبيع الدراجات والقوارب ونصلحها كل يوم من الصباح حتى المساء.</p>'.repeat(6),
      'ar',
    ),
  ),
  well('latin1', 'A page in Latin-1 that says so.', [
    (request) =>
      request.isPage
        ? {
            ...text(200, 'text/html; charset=iso-8859-1', ''),
            body: Uint8Array.from(
              '<!doctype html><html lang="de"><head><title>Fahrr\u00e4der</title></head><body><h1>Fahrr\u00e4der und B\u00f6te</h1>' +
                '<p>Wir \u00f6ffnen t\u00e4glich f\u00fcr Sie, auch \u00fcber Mittag.</p>'.repeat(
                  5,
                ) +
                '</body></html>',
              (one) => one.charCodeAt(0),
            ),
          }
        : undefined,
  ]),
  well(
    'source-map-404',
    'A map for developers is missing.',
    [bundle('window.a = 1\n//# sourceMappingURL=app.js.map'), at('/assets/app.js.map', notFound)],
    browser,
  ),
  well(
    'prefetch-404',
    'What may be needed next is missing.',
    [
      inHead('<link rel="prefetch" href="/next-page-data.json">'),
      at('/next-page-data.json', notFound),
    ],
    browser,
  ),
  well(
    'beacon-fails',
    'The count of visitors is not taken.',
    [bundle((site) => `navigator.sendBeacon('https://count.${site.stranger}/hit', 'x')`)],
    browser,
  ),
  well(
    'widget-503',
    'A widget of a third party is down.',
    [
      atEnd(
        (site) =>
          `<iframe src="https://chat.${site.stranger}/widget" width="300" height="60"></iframe>`,
      ),
    ],
    {
      ...browser,
      hosts: (site) => ({ [`chat.${site.stranger}`]: () => text(503, 'text/html', 'busy') }),
    },
  ),
  well(
    'caught',
    'An exception that the page handles.',
    [bundle(`try { null.x } catch (error) { console.warn('no storage', error) }`)],
    browser,
  ),
  well(
    'abort-rejected',
    'A search that was called off, without a word about it.',
    [
      bundle(
        `const one = new AbortController(); fetch('/api/search?q=a', { signal: one.signal }); setTimeout(() => one.abort(), 20)`,
      ),
      at('/api/search', json([])),
    ],
    browser,
  ),
  well(
    'permission-denied',
    'The page asks for notices, and gets none.',
    [
      bundle(
        `Notification.requestPermission().then((one) => { document.documentElement.dataset.notices = one })`,
      ),
    ],
    browser,
  ),
  well(
    'marquee',
    'News that run for ever.',
    [
      atEnd(
        '<style>@keyframes run { to { transform: translateX(-100%) } }</style><div style="overflow:hidden;white-space:nowrap"><div style="animation:run 12s linear infinite">Bicycles from May on, boats from June on, both at the old station</div></div>',
      ),
    ],
    browser,
  ),
  well(
    'clock',
    'A clock.',
    [
      bundle(
        `const one = document.createElement('p'); document.body.append(one); setInterval(() => { one.textContent = new Date().toISOString() }, 100)`,
      ),
    ],
    browser,
  ),
  well(
    'typed-text',
    'Words that are typed by themselves.',
    [
      bundle(
        `const all = 'We build bicycles for everybody.'; let n = 0; const one = document.createElement('h2'); document.body.prepend(one); setInterval(() => { one.textContent = all.slice(0, n = (n + 1) % all.length) }, 80)`,
      ),
    ],
    browser,
  ),
  well(
    'count-up',
    'Numbers that count up to their value.',
    [
      bundle(
        `const one = document.createElement('h2'); document.body.prepend(one); const from = performance.now(); const step = (now) => { const part = Math.min(1, (now - from) / 2000); one.textContent = Math.round(part * 12345).toLocaleString('en') + ' customers'; if (part < 1) requestAnimationFrame(step) }; requestAnimationFrame(step)`,
      ),
    ],
    browser,
  ),
  well(
    'shadow-only',
    'Everything is in the shadow tree of one element.',
    [
      application(
        `customElements.define('shop-page', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<h1>Bicycles</h1>' + '<p>Bicycles and boats for everybody, every day.</p>'.repeat(5) } }); document.getElementById('root').append(document.createElement('shop-page'))`,
      ),
    ],
    browser,
  ),
  well(
    'frame-only',
    'Everything is in a frame of the same site.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0 }</style></head><body><iframe src="/inside.html"></iframe></body></html>',
      ),
      at(
        '/inside.html',
        text(
          200,
          'text/html; charset=utf-8',
          `<!doctype html><html lang="en"><title>Inside</title><h1>Bicycles</h1>${prose.repeat(3)}</html>`,
        ),
      ),
    ],
    browser,
  ),
  well(
    'background-hero',
    'A splash of one background picture.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title><style>body { margin: 0; height: 100vh; background: url(/harbour.svg) center / cover }</style></head><body><h1 style="color:#fff;padding:40px">Harbour</h1></body></html>',
      ),
      at(
        '/harbour.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#024"/><circle cx="300" cy="200" r="90" fill="#fe9"/></svg>',
        ),
      ),
    ],
    browser,
  ),
  well(
    'events-well',
    'A stream of events that works.',
    [
      bundle(`new EventSource('/events')`),
      at('/events', text(200, 'text/event-stream', 'retry: 60000\ndata: 1\n\n')),
    ],
    browser,
  ),
  well(
    'late-part',
    'A part that comes after two and a half seconds.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Orders</h1><p aria-busy="true">Please wait…</p>'; setTimeout(() => { document.getElementById('root').innerHTML = '<h1>Orders</h1><ul>' + '<li>A bicycle for Ada, paid on Monday</li>'.repeat(5) + '</ul>' }, 2500)`,
      ),
    ],
    { ...browser, group: 'late but well' },
  ),
  well(
    'serial-requests',
    'Three requests, one after the other.',
    [
      application(
        `const ask = (n) => fetch('/api/' + n).then((one) => one.json()); (async () => { document.getElementById('root').innerHTML = '<div class="spinner">Loading…</div>'; await ask(1); await ask(2); await ask(3); document.getElementById('root').innerHTML = '<h1>Orders</h1>' + '<p>A bicycle for Ada, paid on Monday.</p>'.repeat(5) })()`,
      ),
      async (request) => {
        if (!request.path.startsWith('/api/')) return undefined
        await new Promise((resolve) => setTimeout(resolve, 1100))
        return json([])
      },
    ],
    { ...browser, group: 'late but well' },
  ),
]
