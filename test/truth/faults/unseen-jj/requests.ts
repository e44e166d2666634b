import {
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  firstFile,
  headers,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A part of the page's own content, above the rest. */
const part = (inner: string) =>
  atTop(
    `<section style="position:relative;z-index:900;padding:32px 24px;background:#fff;color:#1c1c1c;font:16px/1.5 Arial,sans-serif;text-align:center">${inner}</section>`,
  )

/** A call whose failure is swallowed. */
const ask = (url: string, options = '{}') =>
  `fetch('${url}', ${options}).then((r) => (r.ok ? r.json() : null)).then((d) => { window.siteData = d; }).catch(() => {});`

const open = { 'access-control-allow-origin': '*' }
const spa =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><script type="module" src="/assets/index-DkT3a81c.js"></script></head><body><div id="app"></div></body></html>'

const redirect = (location: string) => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: new Uint8Array(),
})

export const setJjRequests: readonly Fault[] = [
  silent.issue(
    'jj-prices-without-cors',
    'The service of the prices does not allow the new domain, so logged-in prices never come.',
    [bundle((site) => ask(`https://api.${site.domain}/v2/prices`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json(
            { prices: [{ sku: 'A1', net: 12.4 }] },
            { 'access-control-allow-origin': 'https://old-shop.example' },
          ),
      }),
    },
  ),
  silent.issue(
    'jj-search-host-forgotten',
    'The name of the search service was never entered, and the search finds nothing.',
    [bundle((site) => ask(`https://search.${site.domain}/indexes/articles/stats`))],
    { ...inBrowser, hosts: (site) => ({ [`search.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'jj-calls-localhost',
    "The build has the developer's address of the API in it and asks the visitor's own computer.",
    [bundle(ask('http://localhost:8080/api/v1/categories'))],
    inBrowser,
  ),
  silent.review(
    'jj-reviews-vendor-503',
    'The stars of the rating service are not there today.',
    [bundle((site) => ask(`https://${site.stranger}/v1/summary?shop=1182`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [site.stranger]: () => {
          const reply = text(503, 'application/json', '{"error":"service unavailable"}')
          return { ...reply, headers: { ...reply.headers, ...open } }
        },
      }),
    },
  ),
  silent.issue(
    'jj-event-stream-502',
    'The live state of the orders has been dead since the proxy was changed.',
    [
      at('/api/stream', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
      bundle(
        `{
const stream = new EventSource('/api/stream');
stream.onmessage = (event) => { window.lastEvent = event.data; };
stream.onerror = () => { stream.close(); };
}`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'jj-json-is-index-html',
    'The data of the filters are answered with the start page, and the filters stay away.',
    [
      at('/data/filters.json', text(200, 'text/html; charset=utf-8', spa)),
      bundle(
        `fetch('/data/filters.json').then((r) => r.json()).then((f) => { window.filters = f; }).catch((e) => console.error('Could not load filters', e));`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'jj-runtime-config-404',
    'The container has no file of settings, so nothing that needs them works.',
    [at('/config/runtime.json', notFound), bundle(ask('/config/runtime.json'))],
    inBrowser,
  ),
  silent.issue(
    'jj-availability-timeout',
    'The booking engine gives no answer within the time that the page allows.',
    [
      at('/api/availability', 'hang'),
      bundle(
        `fetch('/api/availability?month=10', { signal: AbortSignal.timeout(3500) }).then((r) => r.json()).then((d) => { window.days = d; }).catch((e) => console.warn('availability: ' + e.name));`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'jj-login-discovery-502',
    'Nobody can log in: the identity server behind the portal is down.',
    [bundle((site) => ask(`https://auth.${site.domain}/.well-known/openid-configuration`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`auth.${site.domain}`]: () => {
          const reply = text(502, 'text/html', '<h1>502 Bad Gateway</h1>')
          return { ...reply, headers: { ...reply.headers, ...open } }
        },
      }),
    },
  ),
  assets.issue(
    'jj-stylesheet-is-index',
    'The old style sheet is gone and the server sends the application instead: all is unstyled.',
    [firstFile('stylesheet', text(200, 'text/html; charset=utf-8', spa))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'jj-gallery-host-gone',
    'The pictures of the products are on a host that was switched off.',
    [
      atTop(
        (site) =>
          `<div style="position:relative;z-index:900;background:#fff;color:#222;padding:24px;text-align:center"><h2>New arrivals</h2>${['Lamp', 'Stool', 'Vase'].map((name, n) => `<img src="https://media.${site.domain}/catalog/product/${n + 1}.jpg" alt="${name}" width="260" height="260">`).join(' ')}</div>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`media.${site.domain}`]: 'nothing' }) },
  ),
  assets.issue(
    'jj-icon-font-404',
    'All symbols of the shop are empty boxes since the folder of the fonts is missing.',
    [
      at('/fonts/shop-icons.woff2', notFound),
      part(
        '<style>@font-face{font-family:shop-icons;src:url(/fonts/shop-icons.woff2) format("woff2")}.ic{font:32px shop-icons}</style><p><span class="ic">&#xe901;</span> <span class="ic">&#xe902;</span> <span class="ic">&#xe910;</span></p><p>Fast delivery, free returns, secure payment</p>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'jj-stylesheet-torn',
    'The disk of the server was full: the style sheet breaks off after a few rules.',
    [firstFile('stylesheet', (_request, upstream) => ({ cut: upstream(), after: 30 }))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'jj-hero-film-404',
    'The film at the top was not uploaded, and a black area stands in its place.',
    [
      at('/media/hero-autumn.mp4', notFound),
      atTop(
        '<div style="position:relative;z-index:900;background:#000"><video autoplay muted loop playsinline src="/media/hero-autumn.mp4" style="display:block;width:100%;height:420px;background:#000"></video></div>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'jj-picture-of-zero-bytes',
    'The resized picture was written with no bytes, and the campaign has a broken image.',
    [
      at('/media/cache/campaign-1920.jpg', text(200, 'image/jpeg', '')),
      part(
        '<h2>Autumn weeks</h2><img src="/media/cache/campaign-1920.jpg" alt="Autumn weeks: 20 % on all coats" width="900" height="320"><p>Until the end of October</p>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'jj-nonce-from-cache',
    'The cached page has a nonce of yesterday, and the policy blocks every script of the site.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-Zk3vQ0l2aGJ1' 'strict-dynamic'; base-uri 'self'",
      }),
      atEnd(
        '<script nonce="b2xkLW5vbmNlLTE3">window.shopStarted = true</script><script nonce="b2xkLW5vbmNlLTE3" src="/assets/shop-start.js"></script>',
      ),
      at('/assets/shop-start.js', text(200, 'text/javascript; charset=utf-8', 'window.shop = {}')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'jj-integrity-of-old-build',
    'The hash in the page belongs to the former build, so the script of the menu is refused.',
    [
      at('/assets/menu.min.js', text(200, 'text/javascript; charset=utf-8', 'window.menu = {}')),
      atEnd(
        '<script src="/assets/menu.min.js" integrity="sha384-1H217gwSVyLSIfaLxHbE7dRb3v4mYCKbpQvzx0cegeju1MVsGrX5xXxAvs/HgeQs" crossorigin="anonymous"></script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'jj-script-over-http',
    'The address of our script host is written with http, and the browser blocks it.',
    [
      atEnd((site) => `<script src="http://cdn.${site.domain}/js/booking-widget.js"></script>`),
      part('<h2>Book a table</h2><div id="booking-widget" style="min-height:60px"></div>'),
    ],
    {
      hosts: (site) => ({
        [`cdn.${site.domain}`]: () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            'document.getElementById("booking-widget").textContent = "Tables at 18:00, 19:00 and 20:30"',
          ),
      }),
    },
  ),
  scripts.issue(
    'jj-module-is-html',
    'The page names a module of the last release, and the server sends HTML for it.',
    [
      at('/assets/index-DkT3a81c.js', text(200, 'text/html; charset=utf-8', spa)),
      atEnd('<script type="module" crossorigin src="/assets/index-DkT3a81c.js"></script>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'jj-process-not-defined',
    'The bundle reads a variable of the build that does not exist in browsers and stops.',
    [
      bundle(
        `{
const endpoint = process.env.REACT_APP_API_URL + '/cart';
document.addEventListener('click', () => { fetch(endpoint); });
}`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'jj-booking-refuses-frame',
    'Our booking engine forbids to be framed, so the page has a grey hole with an error.',
    [
      atTop(
        (site) =>
          `<div style="position:relative;z-index:900;background:#fff;padding:24px"><h2>Book online</h2><iframe title="Booking" src="https://booking.${site.domain}/widget" width="100%" height="420" style="border:0"></iframe></div>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.domain}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', '<title>Booking</title><p>Rooms</p>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'SAMEORIGIN' } }
        },
      }),
    },
  ),
  scripts.issue(
    'jj-styles-wait-for-blocked-onload',
    'Styles are switched on by a handler that the new policy forbids: the page is bare.',
    [
      headers({ 'content-security-policy': "script-src 'self' https:; frame-ancestors 'self'" }),
      document((html) =>
        html.replace(
          /<link(?=[^>]*\brel=["']?stylesheet)/gi,
          '<link media="print" onload="this.media=\'all\'"',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  links.issue('jj-nav-to-localhost', "The menu leads to the developer's computer.", [
    part(
      '<nav aria-label="Shop"><a href="http://localhost:3000/products">Products</a> &nbsp; <a href="http://localhost:3000/about">About us</a> &nbsp; <a href="http://localhost:3000/contact">Contact</a></nav>',
    ),
  ]),
  links.issue(
    'jj-imprint-and-privacy-500',
    'The legal pages that the footer names end in an error of the server.',
    [
      at('/imprint', serverError),
      at('/privacy-policy', serverError),
      part(
        '<p><a href="/imprint">Imprint</a> &nbsp; <a href="/privacy-policy">Privacy policy</a></p>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'jj-products-undefined-links',
    'The teasers have lost the names of their pages: each of them leads to nowhere.',
    [
      at('/products/undefined', notFound),
      part(
        '<h2>Recommended for you</h2><p><a href="/products/undefined">Espresso maker</a> &nbsp; <a href="/products/undefined?ref=2">Milk frother</a> &nbsp; <a href="/products/undefined?ref=3">Grinder</a></p>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'jj-account-turns-in-circles',
    'The link to the account is sent to and fro until the browser gives up.',
    [
      at('/account', redirect('/account/')),
      at('/account/', redirect('/account')),
      part('<p><a href="/account">My account</a> – orders, invoices and addresses</p>'),
    ],
    { tools: 'V' },
  ),
]
