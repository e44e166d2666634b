import { at, atTop, bundle, type Fault, headers, inHead, json, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')
const later = rowsOf('fails late')
const never = rowsOf('never ready')

/** A section that is readable on any of the pages. */
const part = (markup: string) =>
  `<section style="position:relative;background:#fff;color:#222;font:16px/1.5 sans-serif;margin:80px 20px 20px;padding:20px">${markup}</section>`

const html = (markup: string, status = 200) => text(status, 'text/html; charset=utf-8', markup)

const signIn = html(
  '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in</h1><form method="post"><input name="user"><input name="password" type="password"></form></body></html>',
)

export const setNnRequests: readonly Fault[] = [
  silent.issue(
    'nn-admin-ajax-400',
    'The table of prices is filled by a plugin that does not answer any more.',
    [
      bundle(
        "fetch('/wp-admin/admin-ajax.php', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'action=load_price_table&id=7' }).then(function (r) { return r.ok ? r.text() : '' }).then(function (t) { if (t) document.body.insertAdjacentHTML('beforeend', t) })",
      ),
      at('/wp-admin/admin-ajax.php', html('0', 400)),
    ],
    inBrowser,
  ),
  silent.review(
    'nn-stale-nonce',
    'The page cache is older than the token in it, so the basket refuses each visitor.',
    [
      bundle(
        "fetch('/wp-json/wc/store/v1/cart', { headers: { 'x-wp-nonce': '5d1fa3c902' } }).then(function (r) { return r.json() }).then(function (c) { window.cartItems = c.items || [] })",
      ),
      at('/wp-json/wc/store/v1/cart', {
        ...json({
          code: 'rest_cookie_invalid_nonce',
          message: 'Cookie check failed',
          data: { status: 403 },
        }),
        status: 403,
      }),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-log-in-page-for-json',
    'The list of dates gets the log-in page of the office in place of its data.',
    [
      bundle(
        "fetch('/api/appointments?free=1').then(function (r) { return r.json() }).then(function (d) { window.freeDates = d })",
      ),
      at('/api/appointments', signIn),
    ],
    inBrowser,
  ),
  scripts.issue(
    'nn-script-over-http',
    'The certificate is new, but a script is still asked for without it and gets blocked.',
    [atTop(({ domain }) => `<script src="http://static.${domain}/js/slider-1.4.js"></script>`)],
    {
      tools: 'RV',
      hosts: ({ domain }) => ({
        [`static.${domain}`]: () =>
          text(200, 'text/javascript; charset=utf-8', 'window.slider = {}'),
      }),
    },
  ),
  silent.issue(
    'nn-websocket-502',
    'The table booking does not show free seats live: the proxy does not pass the socket on.',
    [
      bundle(
        "var s = new WebSocket('wss://' + location.host + '/socket.io/?EIO=4&transport=websocket'); s.onmessage = function (e) { document.title = e.data }",
      ),
      at('/socket.io/', html('<html><head><title>502 Bad Gateway</title></head></html>', 502)),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-event-source-html',
    'The ticker of the auction gets a web page where a stream should be, and gives up.',
    [
      bundle(
        "var bids = new EventSource('/auction/stream'); bids.onmessage = function (e) { window.lastBid = e.data }",
      ),
      at('/auction/stream', html('<!doctype html><title>Auction</title><h1>Auction</h1>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-api-host-refuses',
    'The small server with the opening hours did not come back after the reboot.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v1/opening-hours').then(function (r) { return r.json() }).then(function (d) { window.hours = d }).catch(function () {})`,
      ),
    ],
    { tools: 'RV', hosts: ({ domain }) => ({ [`api.${domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'nn-bare-domain-cors',
    'The form asks the address without www, and the browser does not let it read the answer.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://${domain}/wp-json/forms/v1/fields').then(function (r) { return r.json() }).then(function (d) { window.formFields = d }, function (e) { console.error('form', e) })`,
      ),
    ],
    {
      tools: 'RV',
      hosts: ({ domain, host }) => ({
        [domain]: ({ path }) => ({
          status: 301,
          headers: { location: `https://${host}${path}` },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  scripts.review(
    'nn-booking-vendor-gone',
    'The firm behind our booking button has closed, its script has no address any more.',
    [
      atTop(({ stranger }) =>
        part(
          `<h2>Book a table</h2><div id="booking-widget"></div><script src="https://widget.${stranger}/v2/embed.js" data-place="4711"></script>`,
        ),
      ),
    ],
    { tools: 'RV', hosts: ({ stranger }) => ({ [`widget.${stranger}`]: 'nothing' }) },
  ),
  scripts.issue(
    'nn-frame-denied',
    'The calendar in the middle of the page is a grey face: its host forbids frames now.',
    [
      atTop(({ stranger }) =>
        part(
          `<h2>Holiday flat calendar</h2><iframe title="Calendar" src="https://${stranger}/calendar/flat-3" width="800" height="500"></iframe>`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: ({ stranger }) => ({
        [stranger]: () => {
          const page = html('<!doctype html><title>Calendar</title><h1>March</h1>')
          return { ...page, headers: { ...page.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  scripts.issue(
    'nn-policy-blocks-settings',
    'We copied a strict policy from a blog, and the shop no longer gets its settings.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      bundle('document.documentElement.dataset.currency = window.shopSettings.currency.code'),
      inHead('<script>window.shopSettings = { currency: { code: "EUR" } }</script>'),
    ],
    inBrowser,
  ),
  later.review(
    'nn-slider-stops',
    'After a few seconds the slider wants to go on and breaks, its second picture was deleted.',
    [
      bundle(
        "setTimeout(function next() { var slide = document.querySelector('.nn-slide:nth-child(2)'); slide.style.width = slide.offsetWidth + 'px' }, 3000)",
      ),
      atTop(part('<div><div class="nn-slide">Spring offers in our nursery</div></div>')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'nn-chunk-of-last-week',
    'The upload removed the parts of the old build, the main file still asks for them.',
    [
      bundle(
        "import('/assets/configurator-91ab77e2.js').then(function (m) { m.mount(document.body) })",
      ),
      at('/assets/configurator-91ab77e2.js', html('<h1>Not Found</h1>', 404)),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-graphql-errors',
    'The shop answers 200 to each question, and in the answer it says that it has failed.',
    [
      bundle(
        "fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products(pageSize: 12) { items { name } } }' }) }).then(function (r) { return r.json() }).then(function (d) { window.products = d.data && d.data.products })",
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Internal server error',
              locations: [{ line: 1, column: 3 }],
              path: ['products'],
            },
          ],
          data: { products: null },
        }),
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'nn-font-of-the-cdn',
    'Our own typeface is on the other host now, and browsers may not take it from there.',
    [
      inHead(
        ({ domain }) =>
          `<style>@font-face{font-family:'NN Brand';src:url(https://cdn.${domain}/fonts/brand.woff2) format('woff2')}.nn-brand{font-family:'NN Brand',serif}</style>`,
      ),
      atTop(part('<h2 class="nn-brand">Goldsmiths since 1911</h2>')),
    ],
    {
      tools: 'RV',
      hosts: ({ domain }) => ({
        [`cdn.${domain}`]: () => text(200, 'font/woff2', 'wOF2'),
      }),
    },
  ),
  assets.issue(
    'nn-hotlink-guard',
    'The guard against picture thieves keeps our own visitors from the large picture too.',
    [
      atTop(
        part(
          '<img src="/uploads/team-2024.jpg" alt="Our team in front of the shop" width="900" height="400">',
        ),
      ),
      at('/uploads/team-2024.jpg', html('<h1>403 Forbidden</h1>', 403)),
    ],
    inBrowser,
  ),
  assets.issue(
    'nn-film-is-a-page',
    'The film was too big for the upload, its place answers with our start page.',
    [
      atTop(
        part(
          '<h2>See how we work</h2><video src="/media/workshop.mp4" controls autoplay muted width="720" height="405"></video>',
        ),
      ),
      at('/media/workshop.mp4', html('<!doctype html><title>Start</title><h1>Welcome</h1>')),
    ],
    inBrowser,
  ),
  scripts.review(
    'nn-worker-is-html',
    'The page wants to work without a network, but its worker was not uploaded.',
    [
      bundle(
        "navigator.serviceWorker.register('/service-worker.js').then(function (r) { window.worker = r })",
      ),
      at('/service-worker.js', html('<!doctype html><title>Start</title><div id="root"></div>')),
    ],
    inBrowser,
  ),
  never.review(
    'nn-stock-never-comes',
    'The stock system does not answer, and the list says for ever that it loads.',
    [
      bundle(
        "fetch('/api/stock').then(function (r) { return r.json() }).then(function (d) { document.getElementById('nn-stock').textContent = d.length + ' articles' })",
      ),
      atTop(part('<h2>In stock today</h2><p id="nn-stock">Loading products…</p>')),
      at('/api/stock', 'hang'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'nn-integrity',
    'The optimizer of the network has shortened a script, and its checksum is wrong since then.',
    [
      inHead(
        '<script src="/vendor/menu-2.1.0.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/vendor/menu-2.1.0.js', text(200, 'text/javascript; charset=utf-8', 'window.menu={}')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'nn-bare-import',
    'The trainee uploaded the sources: the browser does not know where "vue" is.',
    [
      atTop('<div id="nn-app"></div><script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "import { createApp } from 'vue'\ncreateApp({}).mount('#nn-app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'nn-payment-without-key',
    'The key for the cards was not set on the new server, so the field for the card stays empty.',
    [
      bundle(
        "function Stripe(key) { if (!key) { var e = new Error('Please call Stripe() with your publishable key. You used an empty string.'); e.name = 'IntegrationError'; throw e } }\nvar stripe = Stripe(''); document.getElementById('card-element').textContent = 'Card number'",
      ),
      atTop(part('<h2>Pay by card</h2><div id="card-element"></div><button>Pay</button>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-localhost-left',
    'It works on the computer of the developer, since that is where the page asks for its data.',
    [
      bundle(
        "fetch('http://localhost:3000/api/menu').then(function (r) { return r.json() }).then(function (d) { window.menuOfToday = d }).catch(function (e) { console.error(e) })",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'nn-cgi-500',
    'The counter of free places in the courses calls a script that crashes with each call.',
    [
      bundle(
        "var x = new XMLHttpRequest(); x.open('GET', '/cgi-bin/places.pl?course=12'); x.onload = function () { if (x.status === 200) window.places = x.responseText }; x.send()",
      ),
      at('/cgi-bin/places.pl', serverError),
    ],
    inBrowser,
  ),
]
