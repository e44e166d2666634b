import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Interceptor,
  inHead,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** The site's bundle. `source` may call `show` to add markup at the top of the page. */
const app = (source: string) =>
  bundle(`const show = (html) => document.body.insertAdjacentHTML('afterbegin', html)\n${source}`)

/** A healthy page whose bundle runs `source`, and the responses to its requests. */
const calls = (id: string, why: string, source: string, ...answers: readonly Interceptor[]) =>
  pass(id, why, [app(source), ...answers], inBrowser)

const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const nothing = { status: 204, headers: uncached, body: new Uint8Array() }
const silence = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

const key = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEZfDBohYJKwYBBAHaRw8BAQdAmQv3pyLae0Wok8/NRaPfHiQwIxaO7NC5Eq6Z
ND1MaVTSHKoC4mdZBAcPKJRTSJeg/Dc5itM9SQTnqJzXSVRQdn42X3dWV9wOuWDm
KVofRLP2dHn1TV0Sxdh+bbI08HLjfhzFV9pLyhRXcRJWVET/P5zB/I4zWMhjWRSv
XtmaecS08zVB4OL8L3qhfS0uaptCSAkSNIUlHTQT6RzEYjCXcllwzipjPu3FCblv
hVGwiOAIZHq2itfqtAGydZyqKujn86HIY0UReEn21M25qHtm8+r/tUvm+OTRDuOs
AFChEILiakUScwBIz736laVhOc7zNCB72Lt1YyHMFqvVkzGFReiu/2dg3aFCLfqw
fDfqIYppRYKcFtlWUkmNccPNZKQj2+UKoASVnP6LYNjjLotr4Sy6KjAUwAi6QEAe
=q7Xe
-----END PGP PUBLIC KEY BLOCK-----`

export const setAcHarmless: readonly Fault[] = [
  calls(
    'ac-settings-of-the-desk',
    'Settings of a developer may lie beside the site; without them the usual ones hold.',
    `fetch('/settings.local.json').then((answer) => answer.ok ? answer.json() : { currency: 'EUR' }).then(({ currency }) => { document.body.dataset.currency = currency })`,
    at('/settings.local.json', notFound),
  ),
  calls(
    'ac-nobody-is-signed-in',
    'The page asks who is signed in, and for a guest the right answer is 401.',
    `fetch('/api/auth/session').then((answer) => { if (answer.status === 401) show('<p>You can buy as a guest. <button>Sign in</button></p>') })`,
    at('/api/auth/session', { ...json({ error: 'unauthenticated' }), status: 401 }),
  ),
  calls(
    'ac-second-try-succeeds',
    'The first call meets a server that restarts, and the second one half a second later gets the stock.',
    `const ask = (left) => fetch('/api/stock').then((answer) => {
  if (answer.ok) return answer.json()
  if (left === 0) throw new Error('stock: ' + answer.status)
  return new Promise((go) => setTimeout(go, 500)).then(() => ask(left - 1))
})
ask(3).then(({ books }) => show('<p>' + books + ' books are in stock today.</p>'))`,
    at('/api/stock', (request) =>
      request.n === 1
        ? {
            status: 503,
            headers: { ...uncached, 'retry-after': '1' },
            body: new Uint8Array(),
          }
        : json({ books: 2_140 }, uncached),
    ),
  ),
  calls(
    'ac-no-basket-yet',
    'Who comes for the first time has no basket, and the interface calls that 404.',
    `fetch('/api/basket').then((answer) => answer.status === 404 ? { items: [] } : answer.json()).then(({ items }) => show('<p>Basket: ' + items.length + '</p>'))`,
    at('/api/basket', { ...json({ code: 'BASKET_NOT_FOUND' }), status: 404 }),
  ),
  calls(
    'ac-is-there-a-poster',
    'The page asks whether there is a poster for this month, and shows none when there is not.',
    `fetch('/images/poster-of-the-month.webp', { method: 'HEAD' }).then(({ ok }) => { if (ok) show('<img src="/images/poster-of-the-month.webp" alt="Poster">') })`,
    at('/images/poster-of-the-month.webp', notFound),
  ),
  pass(
    'ac-counting-waits-for-consent',
    'Statistics are off until a visitor agrees: their scripts are there as plain text that does not run.',
    [
      inHead(
        (site) =>
          `<script>window['ga-disable-G-7Q2XK9T1LM'] = true</script><script type="text/plain" data-category="analytics" src="https://stats.${site.stranger}/count.js"></script>`,
      ),
      atEnd(
        '<div role="region" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;padding:12px;background:#222;color:#fff">May we count visits? <button>Yes</button> <button>No</button></div>',
      ),
    ],
  ),
  calls(
    'ac-service-worker-at-work',
    'A service worker takes over the page at once and passes everything on.',
    `navigator.serviceWorker.register('/sw.js').catch(() => {})`,
    at(
      '/sw.js',
      script(`self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => { if (event.request.mode === 'navigate') event.respondWith(fetch(event.request)) })`),
    ),
  ),
  calls(
    'ac-stream-that-comes-again',
    'The proxy ends each stream of events after a while, and the browser opens it again by itself.',
    `show('<p id="here">Somebody is here</p>')
new EventSource('/api/stream').onmessage = ({ data }) => { document.getElementById('here').textContent = JSON.parse(data).readers + ' readers are here' }`,
    at('/api/stream', {
      ...text(200, 'text/event-stream', 'retry: 2000\n\ndata: {"readers": 12}\n\n'),
      headers: { ...uncached, 'content-type': 'text/event-stream' },
    }),
  ),
  {
    ...pass(
      'ac-test-of-two-versions',
      'The page is hidden for a second and a half until the test has chosen a version.',
      [
        inHead(
          `<style>html[data-choosing] { opacity: 0 !important }</style><script>document.documentElement.dataset.choosing = ''; setTimeout(() => { delete document.documentElement.dataset.choosing }, 1500)</script>`,
        ),
      ],
      inBrowser,
    ),
    group: 'late but well',
  },
  calls(
    'ac-place-not-told',
    'A browser that does not tell its place gets the shop of the capital.',
    `navigator.geolocation.getCurrentPosition(() => {}, () => show('<p>Your shop: Wien Mitte. <button>Another one</button></p>'), { timeout: 2000 })`,
  ),
  pass(
    'ac-sound-wants-a-click',
    'Browsers play no sound before a click, and the page then shows a button for it.',
    [app(`new Audio('${silence}').play().catch(() => show('<button>Sound on</button>'))`)],
    inBrowser,
  ),
  calls(
    'ac-notes-of-libraries',
    'Libraries tell developers in the console what they could do better; no visitor looks there.',
    `console.error('Warning: Each child in a list should have a unique "key" prop.%s%s See https://reactjs.org/link/warning-keys for more information.', '', '')
console.warn('Hotjar not launching due to suspicious userAgent')`,
  ),
  calls(
    'ac-observer-of-sizes',
    'A box that fits itself makes the browser say that a loop of its observer ended, which changes nothing.',
    `show('<div id="fits" style="height:40px">Prices of today</div>')
const box = document.getElementById('fits')
let rounds = 0
new ResizeObserver(() => { if (rounds++ < 3) box.style.height = 40 + rounds + 'px' }).observe(box)`,
  ),
  calls(
    'ac-reloads-once',
    'After an update the page loads itself again one single time, and remembers that it has.',
    `if (!sessionStorage.getItem('updated')) { sessionStorage.setItem('updated', '4.2.0'); location.reload() }`,
  ),
  calls(
    'ac-no-messages',
    'The page asks for messages again and again, and the answer without content says that there are none.',
    `const ask = () => fetch('/api/messages').then((answer) => answer.status === 204 ? [] : answer.json())
ask()
setInterval(ask, 1500)`,
    at('/api/messages', nothing),
  ),
  pass(
    'ac-messages-in-reserve',
    'What the page would say in bad times is in the document, and not shown.',
    [
      atEnd(
        '<div style="display:none" role="alert">Something went wrong. Please try again later.</div><div style="display:none" class="offline">You are offline. Could not connect to the server.</div><div style="display:none" class="error-500"><h2>500 Internal Server Error</h2></div>',
      ),
    ],
  ),
  pass(
    'ac-for-those-without-scripts',
    'Only who has switched scripts off reads that some things need them.',
    [
      atTop(
        '<noscript><div><strong>You need to enable JavaScript to run this app.</strong></div></noscript>',
      ),
    ],
  ),
  pass(
    'ac-patterns-for-rows',
    'Patterns for rows lie in the document with their braces, where no browser shows them.',
    [
      atEnd(
        '<script type="text/x-handlebars-template" id="row">{{#each items}}<li>{{name}}: {{price}} €</li>{{/each}}</script><template id="card"><h3>{{ title }}</h3><p>undefined</p></template>',
      ),
    ],
  ),
  pass(
    'ac-handshake-with-nobody',
    'A hint to open a connection early names a host that is gone; nothing is taken from it.',
    [
      inHead(
        (site) =>
          `<link rel="preconnect" href="https://fonts.${site.stranger}" crossorigin><link rel="dns-prefetch" href="//tags.${site.stranger}">`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'ac-guess-of-the-next-page',
    'A file is fetched ahead for a page that most visitors do not open, and it has another name now.',
    [
      inHead('<link rel="prefetch" href="/assets/checkout-51c0.js">'),
      at('/assets/checkout-51c0.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'ac-globe-without-graphics',
    'Where the browser has no fast graphics, the globe is drawn flat.',
    [
      whole(
        'Globe',
        `<h1>Where our globes are made</h1><canvas id="globe" width="400" height="300"></canvas>${about}<script>
const canvas = document.getElementById('globe')
const fast = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
const pen = canvas.getContext('2d')
pen.fillStyle = fast ? '#148' : '#269'
pen.arc(200, 150, 120, 0, 7)
pen.fill()
</script>`,
      ),
    ],
  ),
  pass(
    'ac-pixel-of-a-campaign',
    'The pixel of a campaign that is over is not there, and nobody could see it when it was.',
    [
      atEnd(
        (site) =>
          `<img src="https://pixel.${site.stranger}/tr?id=8841&amp;ev=PageView&amp;noscript=1" width="1" height="1" style="display:none" alt="">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`pixel.${site.stranger}`]: () => notFound }) },
  ),
  pass('ac-one-word', 'The whole joke of the page is its answer of one word.', [
    whole('Is it Christmas?', '<h1 style="font:160px sans-serif;text-align:center">NO</h1>'),
  ]),
  pass('ac-no-events', 'In January there are no events, and the page says so.', [
    whole(
      'Events',
      `<h1>Events</h1><p>There are no events at the moment.</p><p>0 results</p>${about}`,
    ),
  ]),
  pass('ac-key-for-letters', 'A page offers a public key, which looks like noise to a person.', [
    whole('Our public key', `<h1>Our public key</h1><p>For secret letters:</p><pre>${key}</pre>`),
  ]),
  pass('ac-from-right-to-left', 'The page is in Arabic, and runs from the right to the left.', [
    whole(
      'مكتبة الطاحونة',
      '<main dir="rtl"><h1>مكتبة الطاحونة</h1><p>بُني البيت عام ١٨٧٤ وهو اليوم مكتبة لبيع الكتب والخرائط. نفتح من الثلاثاء إلى السبت، ونغلق يوم الأحد والاثنين.</p><h2>اتصل بنا</h2><p>يمكنكم زيارتنا بلا موعد.</p></main>',
      { lang: 'ar' },
    ),
  ]),
  pass('ac-sign-in-at-the-top', 'A public page has a little form for readers at its top.', [
    atTop(
      '<form action="#"><label>Reader <input name="user" autocomplete="username"></label> <label>Password <input type="password" name="word" autocomplete="current-password"></label> <button type="button">Log in</button></form>',
    ),
  ]),
]
