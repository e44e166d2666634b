import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type FaultySite,
  headers,
  inHead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { issue, review } = rowsOf('requests that fail in silence')

const show = `const show = (html) => document.body.insertAdjacentHTML('afterbegin', html)\n`

/** The site's bundle. `source` may call `show` to add markup at the top of the page. */
const app = (source: string) => bundle(show + source)
const appOf = (source: (site: FaultySite) => string) => bundle((site) => show + source(site))

const badGateway = text(
  502,
  'text/html',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n',
)

const expired = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires><Expires>2025-02-11T09:30:12Z</Expires><ServerTime>2025-03-04T07:41:55Z</ServerTime><RequestId>7R0F3V7DNKQ2Y4B1</RequestId></Error>',
)

const frontPage = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
)

const cross = (site: FaultySite) => ({
  'access-control-allow-origin': new URL(site.url).origin,
  'access-control-allow-headers': 'x-client',
  'access-control-max-age': '600',
})

const matomo = (site: FaultySite) =>
  `<script>var _paq=window._paq=window._paq||[];_paq.push(["trackPageView"]);_paq.push(["enableLinkTracking"]);(function(){var u="https://matomo.${site.stranger}/";_paq.push(["setTrackerUrl",u+"matomo.php"]);_paq.push(["setSiteId","3"]);var d=document,g=d.createElement("script"),s=d.getElementsByTagName("script")[0];g.async=true;g.src=u+"matomo.js";s.parentNode.insertBefore(g,s)})();</script>`

export const setAcRequests: readonly Fault[] = [
  pass(
    'ac-words-of-a-wider-language',
    'There are no words for English of America, so the ones for English are taken, as i18next does it by design.',
    [
      app(`const load = (lang) => fetch('/locales/' + lang + '/translation.json').then((answer) => answer.ok ? answer.json() : null)
load('en-US').then((words) => words ?? load('en')).then((words) => show('<p>' + words.welcome + '</p>'))`),
      at('/locales/en-US/translation.json', notFound),
      at('/locales/en/translation.json', json({ welcome: 'Welcome to the shop by the mill.' })),
    ],
    inBrowser,
  ),
  pass(
    'ac-copy-of-the-library',
    'When the network of libraries does not have the file, the page takes the copy that the site keeps for that.',
    [
      app(`shelf('Maps and globes are at the back.')`),
      inHead(
        (site) =>
          `<script src="https://cdn.${site.stranger}/ajax/libs/shelf/2.1.0/shelf.min.js"></script><script>window.shelf || document.write('<script src="/vendor/shelf-2.1.0.min.js"><\\/script>')</script>`,
      ),
      at(
        '/vendor/shelf-2.1.0.min.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `window.shelf = (words) => document.body.insertAdjacentHTML('afterbegin', '<p>' + words + '</p>')`,
        ),
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: () => notFound }) },
  ),
  pass(
    'ac-suggestions-given-up',
    'A question that is out of date is given up when the next letter is typed, which is how suggestions work.',
    [
      app(`let last
const suggest = (words) => {
  last?.abort()
  last = new AbortController()
  fetch('/api/suggest?q=' + words, { signal: last.signal }).then((answer) => answer.json()).then((found) => show('<p>Do you look for ' + found.join(', ') + '?</p>')).catch((error) => { if (error.name !== 'AbortError') throw error })
}
suggest('m')
setTimeout(() => suggest('ma'), 120)
setTimeout(() => suggest('map'), 240)`),
      at(
        '/api/suggest',
        late(400, () => json(['map of the river', 'map of the coast'], uncached)),
      ),
    ],
    inBrowser,
  ),
  pass(
    'ac-socket-then-polling',
    'Where a proxy lets no socket through, the news come by polling, and a visitor sees the same.',
    [
      app(`show('<p id="live">No news yet</p>')
const poll = () => fetch('/live/poll').then((answer) => answer.json()).then(({ news }) => { document.getElementById('live').textContent = news })
const socket = new WebSocket('wss://' + location.host + '/live/socket')
socket.onmessage = ({ data }) => { document.getElementById('live').textContent = data }
socket.onclose = () => { poll(); setInterval(poll, 2000) }`),
      at('/live/socket', text(400, 'text/plain; charset=utf-8', 'Bad Request\n')),
      at('/live/poll', json({ news: 'The first train left at 9:14.' }, uncached)),
    ],
    inBrowser,
  ),
  pass(
    'ac-rates-not-modified',
    'The rates that the page has are still the newest, which is what 304 says.',
    [
      app(`const saved = { tag: '"r41"', rates: { EUR: 1, CHF: 0.94 } }
fetch('/api/rates', { headers: { 'if-none-match': saved.tag } }).then((answer) => answer.status === 304 ? saved.rates : answer.json()).then((rates) => show('<p>One euro is ' + rates.CHF + ' francs.</p>'))`),
      at('/api/rates', { status: 304, headers: { etag: '"r41"' }, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  pass(
    'ac-initials-for-a-face',
    'Who has no picture at the service for faces gets initials: the page asks the service to answer 404 for that.',
    [
      atTop(
        (site) =>
          `<p><img src="https://faces.${site.stranger}/avatar/9e26471d35a78862c17e467d87cddedf?d=404&amp;s=64" width="64" height="64" alt="" onerror="this.outerHTML='<b>KJ</b>'"> Katherine wrote on Monday: the globe came well packed.</p>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`faces.${site.stranger}`]: () => notFound }) },
  ),
  pass(
    'ac-sibling-asked-politely',
    'The browser asks the interface first whether it may, gets an answer without content, and then the hours.',
    [
      appOf(
        (site) =>
          `fetch('https://api.${site.domain}/v2/hours', { headers: { 'x-client': 'web/4.2' } }).then((answer) => answer.json()).then(({ today }) => show('<p>Open today: ' + today + '</p>'))`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? { status: 204, headers: cross(site), body: new Uint8Array() }
            : json({ today: '10:00 to 18:00' }, cross(site)),
      }),
    },
  ),
  pass(
    'ac-statistics-without-name',
    'The counter of visitors is away, and nobody who visits can tell.',
    [inHead(matomo)],
    { ...inBrowser, hosts: (site) => ({ [`matomo.${site.stranger}`]: 'nothing' }) },
  ),
  pass(
    'ac-letter-in-a-sandbox',
    'The preview of a letter is shown where its scripts may not run, which is the purpose of the frame.',
    [
      atTop(
        '<iframe sandbox title="Preview" width="600" height="160" srcdoc="&lt;p&gt;Dear reader, the new maps have come, and the stove is lit again.&lt;/p&gt;&lt;script&gt;parent.postMessage(1)&lt;/script&gt;"></iframe>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-products-behind-bad-gateway',
    'The list of products never comes, and the page keeps quiet about it.',
    [
      app(
        `fetch('/api/products?featured=1').then((answer) => answer.json()).then((all) => show('<ul>' + all.map((one) => '<li>' + one.name).join('') + '</ul>')).catch(() => {})`,
      ),
      at('/api/products', badGateway),
    ],
    inBrowser,
  ),
  issue(
    'ac-sibling-forgets-the-origin',
    'The interface on the sister host lost the field that lets the page read its answers.',
    [
      appOf(
        (site) =>
          `fetch('https://api.${site.domain}/v2/offers').then((answer) => answer.json()).then((all) => show('<p>' + all.length + ' offers</p>'))`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ name: 'Globe, 30 cm' }]) }),
    },
  ),
  review(
    'ac-switches-refused',
    'The service that says which parts of the site are on refuses connections, and the site goes on without them.',
    [
      appOf(
        (site) =>
          `fetch('https://flags.${site.stranger}/v1/flags?env=live').then((answer) => answer.json()).then((flags) => { if (flags.booking) show('<p><button>Book a visit</button></p>') }).catch(() => {})`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`flags.${site.stranger}`]: 'refuses' }) },
  ),
  issue(
    'ac-worker-not-uploaded',
    'The search runs in a worker whose file is not on the server, so it finds nothing.',
    [
      app(`const worker = new Worker('/assets/search-worker-5b1e.js', { type: 'module' })
worker.onmessage = ({ data }) => show('<p>' + data + ' pages can be searched.</p>')
worker.postMessage('start')`),
      at('/assets/search-worker-5b1e.js', notFound),
    ],
    inBrowser,
  ),
  issue(
    'ac-policy-stops-the-menu',
    'The new policy forbids scripts in the page, and the menu is made by one.',
    [
      headers({
        'content-security-policy': "script-src 'self'; object-src 'none'; frame-ancestors 'self'",
      }),
      atEnd(
        `<nav id="menu"></nav><script>document.getElementById('menu').innerHTML = '<button>Books</button><button>Maps</button>'</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-module-is-the-front-page',
    'The compiled module was not uploaded, the router answers with the front page, and the calculator throws.',
    [
      app(
        `WebAssembly.instantiateStreaming(fetch('/assets/price_bg.wasm')).then(({ instance }) => show('<p>' + instance.exports.price() + '</p>'))`,
      ),
      at('/assets/price_bg.wasm', frontPage),
    ],
    inBrowser,
  ),
  issue(
    'ac-bare-import',
    'A module went out as it was written, and no browser knows where its library is.',
    [
      atEnd(
        '<div id="shop"></div><script type="module">import { createApp } from "vue"; createApp({ template: "<p>Open</p>" }).mount("#shop")</script>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ac-booking-frame-without-name',
    'The booking form is a frame of a sister host whose name was deleted.',
    [
      atTop(
        (site) =>
          `<iframe src="https://booking.${site.domain}/form" width="640" height="360" title="Book a visit"></iframe>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`booking.${site.domain}`]: 'nothing' }) },
  ),
  issue(
    'ac-picture-signature-expired',
    'The address of the picture at the top was signed for a week, and the week is over.',
    [
      atTop(
        (site) =>
          `<img src="https://media.${site.domain}/hero.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&amp;X-Amz-Date=20250204T093012Z&amp;X-Amz-Expires=604800" alt="The front room of the shop" width="640" height="320">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`media.${site.domain}`]: () => expired }) },
  ),
]
