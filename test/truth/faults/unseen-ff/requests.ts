import {
  at,
  atTop,
  bundle,
  document,
  everyAsset,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const policies = rowsOf('scripts and policies')
const links = rowsOf('links')

const block = (markup: string): string =>
  `<section style="position:relative;z-index:3000;padding:20px 24px;background:#fff;color:#1d2430;font:16px/1.5 sans-serif">${markup}</section>`

const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** A list that a script fills. */
const list = (heading: string) => atTop(block(`<h2>${heading}</h2><ul id="ff-list"></ul>`))

const filled = `(items) => {
  for (const { name } of items) {
    const item = document.createElement('li');
    item.textContent = name;
    document.getElementById('ff-list').append(item);
  }
}`

const navigation = (markup: string) =>
  atTop((site) =>
    block(
      `<nav aria-label="Main"><a href="${new URL(site.url).pathname}">Home</a> ${markup}</nav>`,
    ),
  )

const onlyLinks: Partial<Fault> = { tools: 'V' }

const truncated = '[{"name":"Atlas of the North"},{"name":"Globe, 30 cm"},{"na'

export const setFfRequests: readonly Fault[] = [
  silent.issue(
    'ff-graphql-errors',
    'The offers are missing: the field has another name since the release of the server.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ offers { name price } }' }) })
          .then((r) => r.json()).then(({ data }) => (${filled})(data.offers));`,
      ),
      list('Offers of the week'),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "price" on type "Offer". Did you mean "prices"?',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ff-stock-limited',
    'Nobody sees what is in stock: the service refuses more than ten calls a minute.',
    [
      bundle(
        `fetch('/api/stock?sku=A-120').then((r) => (r.ok ? r.json() : Promise.reject(new Error('stock ' + r.status)))).then(({ left }) => { document.getElementById('ff-stock').textContent = left + ' left'; });`,
      ),
      atTop(block('<h2>Atlas of the North</h2><p>34.00 € · In stock: <b id="ff-stock">–</b></p>')),
      at('/api/stock', {
        ...json({ error: 'Too Many Requests' }, { 'retry-after': '60' }),
        status: 429,
      }),
    ],
    inBrowser,
  ),
  silent.issue(
    'ff-cors-old-origin',
    'The interface allows only the old address of the site.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/events').then((r) => r.json()).then(${filled}).catch(() => {});`,
      ),
      list('Next events'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([{ name: 'Map fair' }], {
            'access-control-allow-origin': `https://beta.${site.domain}`,
          }),
      }),
    },
  ),
  silent.issue(
    'ff-api-is-page',
    'The call for the menu is answered by the start page of the application.',
    [
      bundle(`fetch('/api/menu').then((r) => r.json()).then(${filled});`),
      list('Today'),
      at(
        '/api/menu',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><head><title>App</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ff-backend-paused',
    'The free database was paused, and its name is gone.',
    [
      bundle(
        (site) =>
          `fetch('https://qkzwvbnm.${site.stranger}/rest/v1/courses?select=*', { headers: { apikey: 'anon' } }).then((r) => r.json()).then(${filled}).catch((e) => console.error('courses', e.message));`,
      ),
      list('Courses'),
    ],
    { ...inBrowser, hosts: (site) => ({ [`qkzwvbnm.${site.stranger}`]: 'nothing' }) },
  ),
  silent.issue(
    'ff-cms-token',
    'The texts of the CMS are missing since its key was changed.',
    [
      bundle(
        (site) =>
          `fetch('https://cdn.${site.stranger}/spaces/4x1/entries?access_token=abc').then((r) => r.json()).then((r) => (${filled})(r.items ?? []));`,
      ),
      list('Our team'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => ({
          ...json(
            {
              sys: { type: 'Error', id: 'AccessTokenInvalid' },
              message: 'The access token you sent could not be found or is invalid.',
            },
            open,
          ),
          status: 401,
        }),
      }),
    },
  ),
  silent.issue(
    'ff-search-index',
    'The search never gets ready: its index was not uploaded.',
    [
      bundle(
        `fetch('/search/search_index.json').then((r) => r.json()).then((index) => { document.getElementById('ff-find').textContent = 'Type to start searching (' + index.docs.length + ')'; });`,
      ),
      atTop(
        block(
          '<form role="search"><input type="text" placeholder="Search" aria-label="Search"><div id="ff-find" class="md-search-result__meta">Initializing search</div></form>',
        ),
      ),
      at('/search/search_index.json', notFound),
    ],
    inBrowser,
  ),
  silent.issue(
    'ff-http-api',
    'The address of the interface begins with http, and the browser blocks it.',
    [
      bundle(
        (site) =>
          `fetch('http://api.${site.domain}/v1/tours').then((r) => r.json()).then(${filled}).catch(() => {});`,
      ),
      list('Tours'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ name: 'Old harbour' }], open) }),
    },
  ),
  silent.issue(
    'ff-json-cut',
    'The proxy cuts long answers, and the list stays empty.',
    [
      bundle(`fetch('/data/catalogue.json').then((r) => r.json()).then(${filled});`),
      list('Catalogue'),
      at('/data/catalogue.json', text(200, 'application/json', truncated)),
    ],
    inBrowser,
  ),
  silent.review(
    'ff-events-502',
    'The live prices do not move: the stream of events is refused.',
    [
      bundle(
        `const stream = new EventSource('/events/prices');
        stream.onmessage = (event) => { document.getElementById('ff-live').textContent = event.data; };`,
      ),
      atTop(block('<p>Gold, live: <b id="ff-live">…</b></p>')),
      at('/events/prices', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-lfs-pointer',
    'The pictures are pointers: the build does not fetch large files.',
    [
      atTop(block('<img src="/images/house.jpg" alt="The house" width="640" height="320">')),
      at(
        '/images/house.jpg',
        text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482133\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-optimizer-quota',
    'The quota of optimised pictures is used up.',
    [
      atTop(
        block(
          '<img alt="Globe" width="640" height="480" decoding="async" srcset="/_next/image?url=%2Fglobe.png&amp;w=640&amp;q=75 1x, /_next/image?url=%2Fglobe.png&amp;w=1920&amp;q=75 2x" src="/_next/image?url=%2Fglobe.png&amp;w=1920&amp;q=75">',
        ),
      ),
      at(
        '/_next/image',
        text(402, 'text/plain', 'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n'),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-icon-ligatures',
    'The names of the icons are read, for their font is not found.',
    [
      inHead(
        '<style>@font-face{font-family:"Material Symbols Outlined";src:url(/fonts/material-symbols.woff2) format("woff2")}.material-symbols-outlined{font-family:"Material Symbols Outlined";font-size:24px}</style>',
      ),
      atTop(
        block(
          '<span class="material-symbols-outlined">shopping_cart</span> <span class="material-symbols-outlined">account_circle</span> <span class="material-symbols-outlined">travel_explore</span>',
        ),
      ),
      at('/fonts/material-symbols.woff2', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-font-filtered',
    'The build has replaced bytes in the font of the icons: there are boxes.',
    [
      inHead(
        '<style>@font-face{font-family:shop-icons;src:url(/fonts/shop-icons.woff2) format("woff2")}.si{font-family:shop-icons;font-size:24px}</style>',
      ),
      atTop(
        block(
          '<i class="si">&#xe900;</i> <i class="si">&#xe91f;</i> <i class="si">&#xe904;</i> Menu',
        ),
      ),
      at(
        '/fonts/shop-icons.woff2',
        text(200, 'font/woff2', 'wOF2\0\u0001\ufffd\ufffd\0\u0010\ufffd'.repeat(40)),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-styles-empty',
    'The disk was full during the upload: the styles have no bytes.',
    [everyAsset(/\.css$/, text(200, 'text/css; charset=utf-8', ''))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'ff-hero-background',
    'White words stand on white: their picture is not there.',
    [
      whole(
        'Millhouse',
        `<div style="min-height:70vh;background:url(/media/hero@2x.jpg) center/cover;color:#fff;padding:15vh 10vw"><h1>Rooms by the river</h1>${about}</div>`,
      ),
      at('/media/hero@2x.jpg', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'ff-intro-video',
    'The film at the top is black: it was not copied to the new store.',
    [
      atTop(
        block(
          '<video src="/media/intro-1080.mp4" autoplay muted loop playsinline controls width="800" height="450" style="background:#000"></video>',
        ),
      ),
      at(
        '/media/intro-1080.mp4',
        text(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'ff-csp-cdn',
    'The policy of the new release does not allow the host of the gallery.',
    [
      headers({
        'content-security-policy':
          "script-src 'self' 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'self'",
      }),
      atTop(
        (site) =>
          `${block('<div id="ff-gallery"></div>')}<script src="https://static.${site.stranger}/gallery.js"></script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`static.${site.stranger}`]: () =>
          text(
            200,
            'text/javascript',
            'document.getElementById("ff-gallery").textContent="Gallery"',
          ),
      }),
    },
  ),
  policies.issue(
    'ff-integrity-changed',
    'The library was changed at its host, and its checksum does not fit any more.',
    [
      atTop(
        (site) =>
          `${block('<div id="ff-tabs"></div>')}<script src="https://cdn.${site.stranger}/tabs@2/tabs.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script><script>Tabs.start("#ff-tabs")</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => ({
          ...text(200, 'text/javascript', 'window.Tabs={start(){}}'),
          headers: { 'content-type': 'text/javascript', ...open },
        }),
      }),
    },
  ),
  policies.issue(
    'ff-module-type',
    'The application is not started: its module has the wrong type.',
    [
      whole('Orders', '<div id="app"></div>', {
        head: '<script type="module" src="/assets/index-B7x2kQ9d.mjs"></script>',
      }),
      at(
        '/assets/index-B7x2kQ9d.mjs',
        text(
          200,
          'application/octet-stream',
          'document.getElementById("app").textContent="Orders of today"',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'ff-bare-specifier',
    'The import map was lost in the release, and nothing is drawn.',
    [
      whole(
        'Tickets',
        '<div id="app"></div><script type="module">import { createApp } from "vue"; createApp({ template: "<h1>Tickets</h1>" }).mount("#app")</script>',
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'ff-booking-frame',
    'The booking form does not let itself be framed any more.',
    [
      atTop((site) =>
        block(
          `<h2>Book a table</h2><iframe src="https://booking.${site.stranger}/widget/7781" title="Booking" width="600" height="420"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.stranger}`]: () => ({
          ...text(200, 'text/html', '<title>Booking</title><h1>Choose a day</h1>'),
          headers: { 'content-type': 'text/html', 'x-frame-options': 'SAMEORIGIN' },
        }),
      }),
    },
  ),
  policies.issue(
    'ff-process-undefined',
    'The bundle looks for a variable that only the server has.',
    [
      bundle(
        `const base = process.env.PUBLIC_API ?? '/api';
        document.getElementById('ff-list').textContent = base;`,
      ),
      list('Catalogue'),
    ],
    inBrowser,
  ),
  policies.issue(
    'ff-print-onload',
    'The styles are for print only: the policy forbids what would switch them on.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      document((html) =>
        html.replace(/<link\b[^>]*\brel=["']?stylesheet\b[^>]*>/gi, (tag) =>
          tag.replace(/^<link/i, `<link media="print" onload="this.media='all'"`),
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  links.issue(
    'ff-nav-contact',
    'The way to the contact page ends nowhere since the languages were split.',
    [navigation('<a href="/en/contact-us">Contact</a>'), at('/en/contact-us', notFound)],
    onlyLinks,
  ),
  links.issue('ff-localhost-link', 'The button leads to the machine of the developer.', [
    atTop(block('<a href="http://localhost:3000/pricing"><b>See our prices</b></a>')),
  ]),
  links.issue(
    'ff-undefined-base',
    'The base of the shop was not set when the page was built.',
    [
      navigation(
        '<a href="/undefined/collections/maps">Maps</a> <a href="/undefined/cart">Cart</a>',
      ),
      at('/undefined/collections/maps', notFound),
      at('/undefined/cart', notFound),
    ],
    onlyLinks,
  ),
  links.issue(
    'ff-terms-500',
    'The page of the terms fails.',
    [navigation('<a href="/legal/terms">Terms</a>'), at('/legal/terms', serverError)],
    onlyLinks,
  ),
  links.issue(
    'ff-account-loop',
    'The way to the account goes round in circles.',
    [
      navigation('<a href="/account">My account</a>'),
      at('/account', {
        status: 302,
        headers: { location: '/account/login' },
        body: new Uint8Array(),
      }),
      at('/account/login', {
        status: 302,
        headers: { location: '/account' },
        body: new Uint8Array(),
      }),
    ],
    onlyLinks,
  ),
]
