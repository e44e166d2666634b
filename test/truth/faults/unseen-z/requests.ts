import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  type FaultySite,
  firstFile,
  headers,
  type Interceptor,
  inHead,
  instead,
  json,
  notFound,
  serverError,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, rowsOf } from '#test/truth/row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A heading and a list below it that a call fills. If the call fails, the list stays empty without a message. */
const list = (title: string, call: string | ((site: FaultySite) => string)) =>
  bundle(
    (site) => `(function () {
  var box = document.createElement('section')
  box.innerHTML = '<h2>${title}</h2><ul></ul>'
  document.body.prepend(box)
  function fill(items) { items.forEach(function (one) { var li = document.createElement('li'); li.textContent = one.name; box.lastChild.append(li) }) }
  ${typeof call === 'string' ? call : call(site)}
})()`,
  )

const startPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><div id="root"></div></body></html>'
const fallback = text(200, 'text/html; charset=utf-8', startPage)

/** CORS headers of another origin of the same owner, which let the site read its responses. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}
const opened =
  (status: number, value: unknown): Interceptor =>
  (request) =>
    request.method === 'OPTIONS'
      ? { status: 204, headers: open, body: new Uint8Array() }
      : { ...json(value, open), status }

const silentRows: readonly Fault[] = [
  silent.issue(
    'z-api-localhost',
    'The build still asks the computer of the developer for the products',
    [
      list(
        'Our products',
        "fetch('http://localhost:5000/api/products').then(function (r) { return r.json() }).then(fill).catch(function () {})",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'z-api-cors',
    'The API does not let this site read its answers',
    [
      list(
        'Upcoming events',
        (site) =>
          `fetch('https://api.${site.domain}/events').then(function (r) { return r.json() }).then(fill).catch(function (e) { console.error(e) })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ name: 'Open day' }]) }),
    },
  ),
  silent.issue(
    'z-api-undefined',
    'The address of the API was not set for the build',
    [
      everyAsset(/\/undefined\//, fallback),
      list(
        'Customer reviews',
        "fetch('/undefined/reviews').then(function (r) { return r.json() }).then(fill).catch(function () {})",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'z-api-500',
    'The table of the rooms is empty because the API crashes',
    [
      at('/api/rooms', serverError),
      list(
        'Free rooms this week',
        "fetch('/api/rooms').then(function (r) { return r.ok ? r.json() : [] }).then(fill)",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'z-anon-key',
    'The key of the database was renewed and the site has the old one',
    [
      list(
        'Menu of the day',
        (site) =>
          `fetch('https://db.${site.domain}/rest/v1/menu?select=*', { headers: { apikey: 'eyJhbGciOiJIUzI1NiJ9.e30.x' } }).then(function (r) { if (!r.ok) throw r; return r.json() }).then(fill).catch(function () {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`db.${site.domain}`]: opened(401, {
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        }),
      }),
    },
  ),
  silent.issue(
    'z-live-socket',
    'The live prices stay empty: the server has no such socket',
    [
      at('/live', notFound),
      list(
        'Live prices',
        "var socket = new WebSocket('wss://' + location.host + '/live'); socket.onmessage = function (m) { fill(JSON.parse(m.data)) }",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'z-api-http',
    'The API is asked over http, which browsers block on this page',
    [
      list(
        'Opening hours',
        (site) =>
          `fetch('http://api.${site.domain}/hours').then(function (r) { return r.json() }).then(fill).catch(function () {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: opened(200, [{ name: 'Monday 9 to 5' }]) }),
    },
  ),
]

const lfsPointer: Interceptor = (_request, upstream) => ({
  ...upstream(),
  body: new TextEncoder().encode(
    'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184213\n',
  ),
})

const picture = (src: string, alt: string) =>
  `<img src="${src}" alt="${alt}" width="240" height="180" style="display:inline-block">`

const assetRows: readonly Fault[] = [
  assets.issue(
    'z-lfs-pointer',
    'The pictures were not fetched before the upload: there are only their pointers',
    [firstFile('image', lfsPointer)],
    { ...inBrowser, needs: ['image'] },
  ),
  assets.issue(
    'z-storage-link',
    'The folder of the uploaded pictures was never linked',
    [
      atTop(
        `<section><h2>New in</h2>${picture('/storage/products/lamp.jpg', 'Lamp')}${picture('/storage/products/vase.jpg', 'Vase')}${picture('/storage/products/chair.jpg', 'Chair')}</section>`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'z-next-image',
    'The host of the pictures is not allowed in the settings of the framework',
    [
      at('/_next/image', text(400, 'text/plain; charset=utf-8', '"url" parameter is not allowed')),
      atTop(
        `<section><h2>Our team</h2>${picture('/_next/image?url=https%3A%2F%2Fimages.example.net%2Fanna.jpg&amp;w=640&amp;q=75', 'Anna')}</section>`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'z-style-fallback',
    'The style of the last build is gone; the host sends the start page for it',
    [firstFile('stylesheet', fallback)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'z-icon-words',
    'The font of the icons is missing: their names stand in the buttons',
    [
      at('/fonts/material-icons.woff2', notFound),
      inHead(
        "<style>@font-face{font-family:'Material Icons';src:url(/fonts/material-icons.woff2) format('woff2')}.material-icons{font-family:'Material Icons';font-size:24px}</style>",
      ),
      atTop(
        '<div><button><span class="material-icons">shopping_cart</span></button><button><span class="material-icons">account_circle</span></button><button><span class="material-icons">search</span></button></div>',
      ),
    ],
    inBrowser,
  ),
  assets.issue('z-own-disk', 'The picture is on the disk of the developer', [
    atTop(
      picture('file:///C:/Users/Anna/Desktop/bakery/images/hero.jpg', 'The bakery in the morning'),
    ),
  ]),
  assets.issue(
    'z-hotlink',
    'The pictures belong to another site, which does not give them away',
    [
      atTop(
        (site) =>
          `<section><h2>Gallery</h2>${picture(`https://cdn.${site.stranger}/photo-1.jpg`, 'Terrace')}${picture(`https://cdn.${site.stranger}/photo-2.jpg`, 'Garden')}</section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => text(403, 'text/html', '<h1>403 Forbidden</h1>'),
      }),
    },
  ),
]

const scriptRows: readonly Fault[] = [
  scripts.issue(
    'z-bare-import',
    'The calculator imports a package by its name: nothing bundled it',
    [
      atEnd(
        '<section><h2>Loan calculator</h2><div id="z-calculator"></div></section><script type="module">import { createApp } from "vue"; createApp({ template: "<p>Rate</p>" }).mount("#z-calculator")</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-process-env',
    'The program reads the environment of Node in the browser and stops',
    [
      application(
        `const api = process.env.REACT_APP_API_URL; document.getElementById('root').innerHTML = '<h1>Orders</h1><p>Served by ' + api + '</p>'`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-unbuilt',
    'The sources were uploaded and not the build',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="UTF-8" /><title>Orders</title></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
      ),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          'import App from "./App.tsx"; createRoot(document.getElementById("root")!).render(<App />)',
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-stale-build',
    'The start page names a script of an older build; the host sends the start page for it',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="UTF-8" /><title>Orders</title><script type="module" crossorigin src="/assets/index-B1xk20da.js"></script></head><body><div id="app"></div></body></html>',
      ),
      at('/assets/index-B1xk20da.js', fallback),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-csp-inline',
    'The new policy forbids the script that fills in the free times',
    [
      headers({
        'content-security-policy': "script-src 'self'; object-src 'none'; frame-ancestors 'self'",
      }),
      atTop(
        '<section><h2>Free times today</h2><ul id="z-times"></ul></section><script>["9:00", "10:30", "14:00"].forEach(function (t) { var li = document.createElement("li"); li.textContent = t; document.getElementById("z-times").append(li) })</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-integrity',
    'The script of the basket was changed and its checksum was not',
    [
      at(
        '/js/basket.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          'document.getElementById("z-basket").textContent = "Basket: empty"',
        ),
      ),
      atEnd(
        '<div id="z-basket"></div><script src="/js/basket.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'z-booking-frame',
    'The calendar of the bookings does not let itself be framed here',
    [
      atTop(
        (site) =>
          `<section><h2>Book a table</h2><iframe src="https://book.${site.stranger}/widget" width="600" height="400" title="Bookings"></iframe></section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`book.${site.stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'SAMEORIGIN' },
          body: new TextEncoder().encode('<!doctype html><title>Book</title><p>Pick a day</p>'),
        }),
      }),
    },
  ),
]

const linkRows: readonly Fault[] = [
  links.issue(
    'z-menu-404',
    'Half of the menu leads to pages that were never made',
    [
      atTop(
        '<nav><a href="/z-services">Services</a> <a href="/z-pricing">Pricing</a> <a href="/z-team">Team</a></nav>',
      ),
      at('/z-team', whole200('Team')),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'z-contact-500',
    'The page of the form crashes',
    [atTop('<p><a href="/z-contact">Contact us</a></p>'), at('/z-contact', serverError)],
    { tools: 'V' },
  ),
  links.issue('z-order-localhost', 'The button of the order leads to the developer’s computer', [
    atTop('<p><a class="btn" href="http://localhost:5173/checkout">Order now</a></p>'),
  ]),
  links.issue('z-stripe-test', 'The button of the payment is the one for tests', [
    atTop(
      '<p><a class="btn" href="https://buy.stripe.com/test_8wM3dQ0Xc5bF2zK9AA">Pay $49 now</a></p>',
    ),
  ]),
]

function whole200(title: string) {
  return text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${about}</body></html>`,
  )
}

export const setZRequests: readonly Fault[] = [
  ...silentRows,
  ...assetRows,
  ...scriptRows,
  ...linkRows,
]
