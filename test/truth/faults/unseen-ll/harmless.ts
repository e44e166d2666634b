import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  late as delayed,
  document,
  type Fault,
  headers,
  inHead,
  json,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, compressed, moved, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const lateButWell = rowsOf('late but well')

const html = 'text/html; charset=utf-8'
const written = JSON.stringify(`<h1>Books and maps</h1>${about}`)

/** Texts about faults, and words that only look like one. */
const texts: readonly Fault[] = [
  harmless.pass('ll-article-502', 'We write about servers; this is an article on a known error.', [
    atTop(
      `<article><h2>What “502 Bad Gateway” means, and four ways to mend it</h2><p>Sooner or later each administrator meets this page of nginx:</p><pre><code>&lt;center&gt;&lt;h1&gt;502 Bad Gateway&lt;/h1&gt;&lt;/center&gt;\n&lt;hr&gt;&lt;center&gt;nginx/1.24.0&lt;/center&gt;</code></pre><p>It says that the application behind the proxy gave no valid answer. First look whether it runs at all, then at the socket, and last at the time limits.</p></article>`,
    ),
  ]),
  harmless.pass(
    'll-status-history',
    'Our status page lists what went wrong last week and was mended.',
    [
      whole(
        'Status',
        '<h1>All systems operational</h1><table><tr><th>Website</th><td>Operational</td></tr><tr><th>API</th><td>Operational</td></tr><tr><th>E-mail</th><td>Operational</td></tr></table><h2>Past incidents</h2><h3>4 June</h3><p><b>Resolved</b> – Elevated error rates on the API. Between 09:12 and 09:40 some requests were answered with “503 Service Unavailable”.</p><p><b>Investigating</b> – We are looking into database connection errors.</p><h3>3 June</h3><p>No incidents reported.</p>',
      ),
    ],
  ),
  harmless.pass(
    'll-maintenance-planned',
    'We announce in good time that the site will be off on a Sunday.',
    [
      atTop(
        '<div role="status">Planned maintenance: on Sunday, 16 June, from 02:00 to 04:00 the online services of the town hall will be unavailable.</div>',
      ),
    ],
  ),
  harmless.pass('ll-film-404', 'The title of a film at our cinema sounds like an error.', [
    atTop(
      '<section><h2>This week at the Odeon</h2><p><b>Error 404: Love Not Found</b> (comedy, 98 min) – Fri and Sat, 20:15</p><p><b>Fatal Exception</b> (thriller, 112 min) – Sun, 18:00</p><p><b>Under Construction</b> (documentary, 75 min) – Mon, 19:30</p></section>',
    ),
  ]),
  harmless.pass('ll-cicero', 'A printer explains where the filler text of designers is from.', [
    atTop(
      '<article><h2>A short history of filler text</h2><p>The words “Lorem ipsum dolor sit amet, consectetur adipiscing elit” go back to Cicero, who wrote “dolorem ipsum” in 45 BC. Typesetters have cut his sentence short since the sixties, so that a client looks at the page and not at the text.</p></article>',
    ),
  ]),
  harmless.pass('ll-vue-lesson', 'Our course shows template code in its examples.', [
    atTop(
      '<section><h2>Lesson 3: interpolation</h2><p>Braces print a value, and a key of a translation is given to a function:</p><pre><code>&lt;h1&gt;{{ title }}&lt;/h1&gt;\n&lt;p&gt;{{ $t(\'home.intro.text\') }}&lt;/p&gt;\n&lt;li v-for="item in items"&gt;{{ item.name }}&lt;/li&gt;</code></pre></section>',
    ),
  ]),
  harmless.pass('ll-typeof-table', 'A reference of a language has to name its values.', [
    atTop(
      '<table><caption>What typeof gives</caption><tr><th>Value</th><th>Result</th></tr><tr><td>undefined</td><td>"undefined"</td></tr><tr><td>null</td><td>"object"</td></tr><tr><td>NaN</td><td>"number"</td></tr><tr><td>String({})</td><td>"[object Object]"</td></tr></table>',
    ),
  ]),
  harmless.pass(
    'll-soon-in-stock',
    'One of our products comes later, and the basket is empty at first.',
    [
      atTop(
        '<section><h2>New in the shop</h2><ul><li>Kettle “Oslo”, 39 € <small>In stock</small></li><li>Toaster “Bergen”, 59 € <small>Coming soon</small></li><li>Grinder “Narvik” <small>Sold out</small></li></ul><p>Your basket is empty.</p></section>',
      ),
    ],
  ),
  harmless.pass(
    'll-messages-kept-hidden',
    'The form has its messages ready, and shows none of them.',
    [
      atEnd(
        '<form><label>E-mail <input type="email" name="mail"></label><p hidden class="error">Something went wrong. Please try again later.</p><p style="display:none">Error 500: your message could not be sent.</p><button>Send</button></form>',
      ),
    ],
  ),
  harmless.pass(
    'll-noscript-note',
    'For people without scripts there is a note, as in each such app.',
    [atTop('<noscript>You need to enable JavaScript to run this app.</noscript>')],
  ),
  harmless.pass('ll-georgian', 'We are a library in Tbilisi and write in our own letters.', [
    whole(
      'ბიბლიოთეკა',
      '<h1>საქალაქო ბიბლიოთეკა</h1><p>ბიბლიოთეკა ღიაა ორშაბათიდან პარასკევის ჩათვლით, დილის ათი საათიდან საღამოს შვიდ საათამდე. წიგნის გატანა უფასოა.</p><p>მკითხველთა დარბაზი მეორე სართულზეა, ბავშვთა განყოფილება კი — პირველზე.</p>',
      { lang: 'ka' },
    ),
  ]),
]

/** Optional resources that fail, and failures that the page expects. */
const expected: readonly Fault[] = [
  harmless.pass(
    'll-statistics-blocked',
    'Statistics are blocked by many people; the page does not need them.',
    [
      inHead(
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-4T7Q1XK2ZP"></script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date());gtag("config","G-4T7Q1XK2ZP")</script>',
      ),
    ],
    { hosts: () => ({ 'www.googletagmanager.com': 'refuses' }) },
  ),
  harmless.pass('ll-touch-icon', 'There is no icon for the home screen of a telephone.', [
    inHead('<link rel="apple-touch-icon" sizes="180x180" href="/apple-touch-icon.png">'),
  ]),
  harmless.pass('ll-map-of-source', 'The source map is not on the server, on purpose.', [
    bundle('window.started = true\n//# sourceMappingURL=app-3f2a91c0.js.map'),
  ]),
  harmless.pass(
    'll-prefetch-stale',
    'A hint for a later page points to a file of the last build.',
    [inHead('<link rel="prefetch" href="/assets/checkout-77ab01.js" as="script">')],
  ),
  harmless.pass('ll-session-asked', 'The page asks whether somebody is logged in; nobody is.', [
    at('/api/session/me', { ...json({ detail: 'Not authenticated' }), status: 401 }),
    bundle(
      `fetch('/api/session/me').then((r) => { document.getElementById('who').textContent = r.ok ? 'My account' : 'Sign in' })`,
    ),
    atTop('<p><a id="who" href="#sign-in"></a></p>'),
  ]),
  harmless.pass('ll-abort-on-purpose', 'The search drops its first request when one types on.', [
    at(
      '/api/suggest',
      delayed(700, () => json(['atlas', 'globe'])),
    ),
    bundle(`const first = new AbortController()
fetch('/api/suggest?q=a', { signal: first.signal }).catch((e) => { if (e.name !== 'AbortError') throw e })
setTimeout(() => { first.abort(); fetch('/api/suggest?q=at').then((r) => r.json()).then((all) => { window.suggestions = all }) }, 100)`),
  ]),
  harmless.pass(
    'll-long-poll',
    'One request stays open until there is news. That is how it works.',
    [
      at('/notifications/poll', 'hang'),
      bundle(`setTimeout(() => { fetch('/notifications/poll?since=0').catch(() => {}) }, 300)`),
    ],
  ),
  harmless.pass('ll-react-warnings', 'The console has warnings for developers, and all works.', [
    bundle(`console.error('Warning: Each child in a list should have a unique "key" prop.')
console.error('Warning: React does not recognize the \`isActive\` prop on a DOM element.')
try { JSON.parse(localStorage.getItem('prefs') || '{') } catch (e) { console.warn('prefs reset', e) }`),
  ]),
  harmless.pass('ll-resize-observer', 'The browser tells of a resize loop that nobody notices.', [
    bundle(`const box = document.getElementById('fit')
new ResizeObserver(() => { if (box.offsetWidth < 320) box.style.width = box.offsetWidth + 20 + 'px' }).observe(box)`),
    atEnd('<div id="fit" style="width:200px">Fits its column.</div>'),
  ]),
  harmless.pass('ll-avatar-falls-back', 'Who has no picture gets initials instead.', [
    atEnd(
      `<p><img src="/avatars/9f2c41.jpg" alt="A. K." width="48" height="48" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2248%22 height=%2248%22%3E%3Crect width=%2248%22 height=%2248%22 fill=%22teal%22/%3E%3C/svg%3E'"> Written by A. K.</p>`,
    ),
  ]),
  harmless.pass('ll-report-only', 'We try out a strict policy, which only reports.', [
    headers({ 'content-security-policy-report-only': "default-src 'none'" }),
  ]),
  harmless.pass('ll-worker-optional', 'The offline mode is not ready yet, and the page knows it.', [
    bundle(
      `if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => console.info('no offline mode'))`,
    ),
  ]),
]

/** Pages that are slow but complete in the end. */
const inTheEnd: readonly Fault[] = [
  lateButWell.pass('ll-cold-start', 'The small server needs three seconds to wake up.', [
    delayed(
      3000,
      document((page) => page),
    ),
  ]),
  lateButWell.pass(
    'll-loading-then-books',
    'It says that it is loading, and then all of it is there.',
    [
      at(
        '/api/books',
        delayed(3200, () => json({ ok: true }, uncached)),
      ),
      application(`const root = document.getElementById('root')
root.textContent = 'Loading…'
fetch('/api/books').then((r) => r.json()).then(() => { root.innerHTML = ${written} })`),
    ],
  ),
]

/** Unusual but legitimate ways to deliver and show a page. */
const odd: readonly Fault[] = [
  harmless.pass(
    'll-newsletter-dialog',
    'After a moment we ask for an address; one click closes it.',
    [
      bundle(
        `setTimeout(() => { document.getElementById('letter').style.display = 'block' }, 1500)`,
      ),
      atEnd(
        `<div id="letter" style="display:none;position:fixed;right:24px;bottom:24px;width:340px;padding:20px;background:#fff;color:#222;border:1px solid #999;z-index:900"><b>Our newsletter</b><p>Once a month, no advertising.</p><button>Subscribe</button> <button onclick="this.parentNode.remove()">No, thank you</button></div>`,
      ),
    ],
  ),
  harmless.pass(
    'll-skip-link',
    'The link for people who use a keyboard is outside of the screen.',
    [
      atTop(
        '<a href="#content" style="position:absolute;left:-9999px;top:auto;width:1px;height:1px;overflow:hidden">Skip to the content</a>',
      ),
    ],
  ),
  harmless.pass('ll-to-language', 'Everybody is sent to the start page of his language.', [
    moved('/en-gb/welcome'),
    at(
      '/en-gb/welcome',
      text(
        200,
        html,
        `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Welcome</title></head><body><h1>Welcome</h1>${about}</body></html>`,
      ),
    ),
  ]),
  harmless.pass(
    'll-no-head-method',
    'One page of ours answers to GET only, as its author wanted.',
    [
      atTop('<p><a href="/calendar/2024">Calendar</a></p>'),
      at('/calendar/2024', (request) =>
        request.method === 'HEAD'
          ? text(405, 'text/plain; charset=utf-8', 'Method Not Allowed')
          : text(
              200,
              html,
              `<!doctype html><html lang="en"><title>Calendar</title>${about}</html>`,
            ),
      ),
    ],
  ),
  harmless.pass('ll-wildcard', 'One certificate serves all names under our domain.', [compressed], {
    certificate: ({ domain }) => ({ commonName: domain, names: [domain, `*.${domain}`] }),
  }),
]

export const setLlHarmless: readonly Fault[] = [...texts, ...expected, ...inTheEnd, ...odd]
