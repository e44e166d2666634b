import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Host,
  headers,
  inHead,
  json,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const policies = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A row for browsers only, with one more host under the site's domain. */
const withHost = (label: string, host: Host): Partial<Fault> => ({
  ...inBrowser,
  hosts: ({ domain }) => ({ [`${label}.${domain}`]: host }),
})

const open = { 'access-control-allow-origin': '*' }

const silentRows: readonly Fault[] = [
  silent.review(
    'gg-stock-host-gone',
    'The host of the stock was switched off and no page knows what is left.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://stock.${domain}/v2/levels?shop=1').then(function (answer) { return answer.json() }).catch(function () {})`,
      ),
    ],
    withHost('stock', 'nothing'),
  ),
  silent.review(
    'gg-reviews-without-cors',
    'The reviews are answered without the field that allows our pages to read them.',
    [
      bundle(
        ({ domain }) => `(function () {
  var call = new XMLHttpRequest()
  call.open('GET', 'https://reviews.${domain}/latest.json')
  call.onload = function () { window.ggReviews = JSON.parse(call.responseText) }
  call.onerror = function () {}
  call.send()
})()`,
      ),
    ],
    withHost('reviews', () => json({ reviews: [{ stars: 5 }] })),
  ),
  silent.review(
    'gg-preflight-405',
    'The gateway does not know OPTIONS, so no basket can be made.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://basket.${domain}/carts', { method: 'POST', headers: { 'content-type': 'application/json', 'x-shop': 'main' }, body: '{}' }).catch(function () {})`,
      ),
    ],
    withHost('basket', ({ method }) =>
      method === 'OPTIONS'
        ? text(405, 'text/plain; charset=utf-8', 'Method Not Allowed')
        : json({ id: 'c1' }, open),
    ),
  ),
  silent.review(
    'gg-banner-is-html',
    'The fallback of the application answers for the interface.',
    [
      bundle(
        `fetch('/api/v1/banner').then(function (answer) { return answer.json() }).then(function (banner) { document.title = banner.title }).catch(function () {})`,
      ),
      at(
        '/api/v1/banner',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script type="module" src="/assets/index-b81c.js"></script></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'gg-events-not-a-stream',
    'The stream of the departures is answered with a page.',
    [
      bundle(`(function () {
  var departures = new EventSource('/stream/departures')
  departures.onmessage = function (event) { window.ggDeparture = event.data }
  departures.onerror = function () {}
})()`),
      at(
        '/stream/departures',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Sign in</title><p>Sign in</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'gg-socket-refused',
    'Nothing listens where the prices of the auction come from.',
    [
      bundle(
        ({ domain }) => `(function () {
  var bids = new WebSocket('wss://bids.${domain}/live')
  bids.onmessage = function (event) { window.ggBid = event.data }
  bids.onerror = function () {}
})()`,
      ),
    ],
    withHost('bids', 'refuses'),
  ),
  silent.review(
    'gg-supabase-paused',
    'The project of the data base was paused: its name is gone.',
    [
      bundle(`fetch('https://qkzvtrwmhgxpaublcdye.supabase.co/rest/v1/events?select=*', { headers: { apikey: 'public-anon-key' } }).then(function (answer) { return answer.json() }).then(function (events) {
  document.getElementById('gg-events').textContent = events.length + ' events'
}, function () {
  document.getElementById('gg-events').textContent = ''
})`),
      atTop('<section><h2>Events</h2><div id="gg-events"></div></section>'),
    ],
    inBrowser,
  ),
  silent.review(
    'gg-menu-is-not-a-list',
    'The menu is answered with an error and the script throws on it.',
    [
      bundle(`(async function () {
  var answer = await fetch('/api/menu')
  var menu = await answer.json()
  document.getElementById('gg-menu').append(...menu.dishes.map(function (dish) { return dish.name }))
})()`),
      at('/api/menu', { ...json({ message: 'Internal server error' }), status: 500 }),
      atTop('<section><h2>Lunch today</h2><div id="gg-menu"></div></section>'),
    ],
    inBrowser,
  ),
  silent.review(
    'gg-calls-localhost',
    'The build for production still asks the computer of the developer.',
    [
      bundle(
        `fetch('http://localhost:8000/api/v1/products?featured=1').then(function (answer) { return answer.json() }).catch(function () { return [] })`,
      ),
    ],
    inBrowser,
  ),
]

const pictures = ['/media/room-books.jpg', '/media/room-maps.jpg', '/media/room-stove.jpg']
const denied = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
)

const assetRows: readonly Fault[] = [
  assets.review(
    'gg-font-without-cors',
    'The font of the brand is on another host that does not allow it.',
    [
      inHead(
        ({ domain }) =>
          `<style>@font-face{font-family:"Miller Display";src:url(https://static.${domain}/miller-display.woff2) format("woff2");font-display:swap}.gg-brand{font-family:"Miller Display",serif}</style>`,
      ),
      atTop('<h2 class="gg-brand">Books, maps and globes since 1919</h2>'),
    ],
    withHost('static', () => ({
      status: 200,
      headers: { 'content-type': 'font/woff2', 'cache-control': 'max-age=31536000' },
      body: new TextEncoder().encode('wOF2'),
    })),
  ),
  assets.review(
    'gg-hero-background-gone',
    'The picture behind the first words was not uploaded.',
    [
      atTop(
        '<section style="min-height:360px;padding:80px 24px;color:#fff;background:#22303c url(/media/hero-mill-2x.jpg) center/cover"><h2>The old mill</h2><p>Books in the front, maps in the back.</p></section>',
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'gg-film-gone',
    'The film at the top of the page does not exist any more.',
    [
      atTop(
        '<video autoplay muted loop playsinline controls width="640" height="360"><source src="/media/intro-1080p.mp4" type="video/mp4"></video>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'gg-booking-frame-denied',
    'The booking may not be shown in our page: visitors see a broken frame.',
    [
      atTop(
        ({ stranger }) =>
          `<section><h2>Book a table</h2><iframe title="Booking" src="https://book.${stranger}/widget/miller" width="100%" height="480"></iframe></section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`book.${stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
          body: new TextEncoder().encode('<!doctype html><title>Booking</title><h1>Booking</h1>'),
        }),
      }),
    },
  ),
  assets.issue(
    'gg-gallery-denied',
    'The bucket of the pictures was made private: the gallery is broken.',
    [
      ...pictures.map((path) => at(path, denied)),
      atTop(
        `<section><h2>Our rooms</h2>${pictures.map((path) => `<img src="${path}" alt="One of our rooms" width="280" height="200">`).join('')}</section>`,
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'gg-lfs-pointer',
    'The deployment did not fetch the large files: the plan is three lines of text.',
    [
      at(
        '/media/floor-plan.png',
        text(
          200,
          'image/png',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 132735\n',
        ),
      ),
      atTop('<img src="/media/floor-plan.png" alt="Plan of the house" width="600" height="380">'),
    ],
    inBrowser,
  ),
  assets.review(
    'gg-widget-over-http',
    'The calendar is loaded over http and the browser blocks it.',
    [
      atTop(
        ({ domain }) =>
          `<section><h2>Calendar</h2><div id="gg-calendar"></div><script async src="http://widgets.${domain}/calendar.js"></script></section>`,
      ),
    ],
    withHost('widgets', 'refuses'),
  ),
  assets.review(
    'gg-manifest-is-html',
    'The manifest is answered with a page, so nobody can install the shop.',
    [
      inHead('<link rel="manifest" href="/miller.webmanifest">'),
      at(
        '/miller.webmanifest',
        text(200, 'text/html; charset=utf-8', '<!doctype html><title>Shop</title><p>Shop</p>'),
      ),
    ],
    inBrowser,
  ),
]

const policyRows: readonly Fault[] = [
  policies.review(
    'gg-theme-fails-integrity',
    'The style sheet was built again, its hash in the page was not.',
    [
      inHead(
        '<link rel="stylesheet" href="/assets/theme-8842.css" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous">',
      ),
      at(
        '/assets/theme-8842.css',
        text(200, 'text/css; charset=utf-8', '.gg-brand{color:#7a1f2b}'),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'gg-policy-blocks-start',
    'The new policy forbids the script in the page that starts the shop.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'self'" }),
      whole(
        'Millers Maps',
        `<div id="app"></div><script>document.getElementById('app').innerHTML='<h1>Millers Maps</h1><p>Books, maps and globes. We are open from Tuesday to Saturday.</p>'</script>`,
      ),
    ],
    inBrowser,
  ),
  policies.review(
    'gg-policy-blocks-prices',
    'The policy does not name the host of the prices.',
    [
      inHead(
        `<meta http-equiv="Content-Security-Policy" content="connect-src 'self' https://www.google-analytics.com">`,
      ),
      bundle(
        ({ domain }) =>
          `fetch('https://prices.${domain}/today.json').then(function (answer) { return answer.json() }).catch(function () {})`,
      ),
    ],
    withHost('prices', () => json({ map: 24.9 }, open)),
  ),
  policies.review(
    'gg-trusted-types',
    'The policy forbids what the script of the offers does, and it throws.',
    [
      headers({
        'content-security-policy': "frame-ancestors 'self'; require-trusted-types-for 'script'",
      }),
      bundle(
        `document.getElementById('gg-offer').innerHTML = '<p>Every second map for half the price</p>'`,
      ),
      atTop('<section><h2>Offer</h2><div id="gg-offer"></div></section>'),
    ],
    inBrowser,
  ),
  policies.review(
    'gg-bare-specifier',
    'The import map was lost: the module of the opening hours does not start.',
    [
      atEnd(
        `<script type="module">import { html, render } from 'lit'
render(html\`<p>Open until six</p>\`, document.getElementById('gg-open'))</script>`,
      ),
      atTop('<section><h2>Open now?</h2><div id="gg-open"></div></section>'),
    ],
    inBrowser,
  ),
]

const onlyLinks: Partial<Fault> = { tools: 'V' }

const linkRows: readonly Fault[] = [
  links.issue(
    'gg-nav-all-gone',
    'Every entry of the menu leads to a page that does not exist.',
    [
      atTop(
        '<nav><a href="/our-house/history">History</a> <a href="/our-house/rooms">Rooms</a> <a href="/our-house/prices">Prices</a> <a href="/our-house/contact">Contact</a></nav>',
      ),
    ],
    onlyLinks,
  ),
  links.review(
    'gg-link-500',
    'The page of the dates fails.',
    [at('/calendar/dates', serverError), atTop('<nav><a href="/calendar/dates">Dates</a></nav>')],
    onlyLinks,
  ),
  links.review(
    'gg-link-to-private-host',
    'The downloads lead to a machine in our office.',
    [
      at('/price-lists/current', {
        status: 302,
        headers: { location: 'http://10.2.0.15:8080/price-lists/current.pdf' },
        body: new Uint8Array(),
      }),
      atTop('<nav><a href="/price-lists/current">Price list</a></nav>'),
    ],
    onlyLinks,
  ),
  links.review(
    'gg-link-loops',
    'With and without the slash lead to each other.',
    [
      at('/my-account', {
        status: 301,
        headers: { location: '/my-account/' },
        body: new Uint8Array(),
      }),
      at('/my-account/', {
        status: 301,
        headers: { location: '/my-account' },
        body: new Uint8Array(),
      }),
      atTop('<nav><a href="/my-account">Account</a></nav>'),
    ],
    onlyLinks,
  ),
]

export const setGgRequests: readonly Fault[] = [
  ...silentRows,
  ...assetRows,
  ...policyRows,
  ...linkRows,
]
