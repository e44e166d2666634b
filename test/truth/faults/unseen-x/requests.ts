import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  type Host,
  headers,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A list that stays empty without a message if its call fails. */
const list = (heading: string, call: string, take = 'data.items') =>
  `var box = document.createElement('section'); box.innerHTML = '<h2>${heading}</h2><ul></ul>'; document.body.prepend(box); ${call}.then(function (r) { return r.json() }).then(function (data) { ${take}.forEach(function (one) { var li = document.createElement('li'); li.textContent = one.name; box.lastChild.appendChild(li) }) }).catch(function () {})`

const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

const withStatus = (status: number, reply: Reply): Reply => ({ ...reply, status })

/** Another host under the site's domain. */
const beside = (name: string, host: Host): Partial<Fault> => ({
  ...inBrowser,
  hosts: (site) => ({ [`${name}.${site.domain}`]: host }),
})

/** A host of a third party. */
const elsewhere = (host: Host): Partial<Fault> => ({
  ...inBrowser,
  hosts: (site) => ({ [site.stranger]: host }),
})

/** The document that the server of a single-page application sends for each unknown path. */
const startPage = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html><head><title>Shop</title></head><body><div id="root"></div></body></html>',
)

const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)

const lfsPointer = text(
  200,
  'image/png',
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 132840\n',
)

const noSuchImage = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
)

export const setXRequests: readonly Fault[] = [
  silent.issue(
    'x-products-500',
    'No product is shown on the home page.',
    [
      bundle(list('Nouveautés', `fetch('/api/products?sort=new')`)),
      at('/api/products', serverError),
    ],
    inBrowser,
  ),
  silent.issue(
    'x-api-of-old-domain',
    'The calls still go to the name of the old domain.',
    [bundle((site) => list('Termine', `fetch('https://api.old-${site.domain}/v1/events')`))],
    { ...inBrowser, hosts: (site) => ({ [`api.old-${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'x-api-without-cors',
    'The interface does not allow the new address of the site.',
    [bundle((site) => list('Open positions', `fetch('https://api.${site.domain}/jobs')`))],
    beside('api', () => json({ items: [{ name: 'Nurse' }] })),
  ),
  silent.issue(
    'x-json-is-html',
    'The call for the opening hours gets the home page.',
    [bundle(list('Orari di apertura', `fetch('/api/orari')`)), at('/api/orari', startPage)],
    inBrowser,
  ),
  silent.issue(
    'x-graphql-errors',
    'The collection is empty: the interface answers with an error.',
    [
      bundle(
        list(
          'Bestsellers',
          `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ products(first: 8) { name } }"}' })`,
          'data.data.products',
        ),
      ),
      at(
        '/graphql',
        json({ errors: [{ message: 'Unexpected error.', path: ['products'] }], data: null }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'x-search-key-expired',
    'The search finds nothing since the plan ended.',
    [
      bundle((site) =>
        list(
          'Trending searches',
          `fetch('https://${site.stranger}/1/indexes/shop/query?q=')`,
          'data.hits',
        ),
      ),
    ],
    elsewhere(() => withStatus(403, json({ message: 'Invalid Application-ID or API key' }, open))),
  ),
  silent.issue(
    'x-api-on-localhost',
    'The address of the developer is in the build.',
    [bundle(list('Kurse', `fetch('http://localhost:8000/api/kurse/')`))],
    inBrowser,
  ),
  silent.issue(
    'x-api-over-http',
    'The browser blocks the calls: they go out over http.',
    [bundle((site) => list('Ofertas', `fetch('http://api.${site.domain}/ofertas')`))],
    beside('api', () => json({ items: [{ name: 'Mesa' }] }, open)),
  ),
  silent.review(
    'x-live-stream-502',
    'The live board never gets an event.',
    [
      bundle(
        `var box = document.createElement('section'); box.innerHTML = '<h2>Departures</h2><ol></ol>'; document.body.prepend(box); var feed = new EventSource('/live/departures'); feed.onmessage = function (e) { var li = document.createElement('li'); li.textContent = e.data; box.lastChild.append(li) }`,
      ),
      at('/live/departures', withStatus(502, serverError)),
    ],
    inBrowser,
  ),
  assets.issue(
    'x-hero-404',
    'The large picture of the home page was not taken along.',
    [
      atTop(
        '<div class="hero"><img src="/wp-content/uploads/2021/09/hero-scaled.jpg" width="1200" height="480" alt="Unser Team vor dem neuen Haus"></div>',
      ),
      at('/wp-content/uploads/2021/09/hero-scaled.jpg', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'x-lfs-pointer',
    'In place of the pictures the build holds pointers of Git LFS.',
    [
      atTop('<img src="/images/team.png" width="800" height="400" alt="The team">'),
      at('/images/team.png', lfsPointer),
    ],
    inBrowser,
  ),
  assets.issue(
    'x-signed-pictures-expired',
    'The addresses of the product pictures have expired.',
    [
      atTop(
        (site) =>
          `<section style="display:flex;gap:16px">${['stuhl', 'tisch', 'lampe'].map((one) => `<img src="https://media.${site.domain}/${one}.jpg?X-Amz-Expires=604800&amp;X-Amz-Date=20240101T000000Z" width="300" height="300" alt="${one}">`).join('')}</section>`,
      ),
    ],
    beside('media', () => noSuchImage),
  ),
  assets.issue(
    'x-all-styles-are-html',
    'The page has no style: each of its files is the start page.',
    [everyAsset(/\.css$/, startPage)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'x-lazy-never-loaded',
    'All pictures stay grey: the script that loads them is missing.',
    [
      atTop(
        `<section style="display:flex;gap:16px">${[1, 2, 3].map((n) => `<img class="lazyload" data-src="/media/raum-${n}.svg" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='200'%3E%3Crect width='300' height='200' fill='%23ddd'/%3E%3C/svg%3E" width="300" height="200" alt="Raum ${n}">`).join('')}</section>`,
      ),
      atEnd('<script src="/js/lazysizes.min.js" async></script>'),
      at('/js/lazysizes.min.js', notFound),
    ],
    inBrowser,
  ),
  assets.review(
    'x-icon-font-refused',
    'Icons are empty boxes since the fonts are on another name.',
    [
      atTop(
        (site) =>
          `<style>@font-face{font-family:shopicons;src:url(https://static.${site.domain}/shopicons.woff2) format("woff2")}.shopicon{font-family:shopicons;font-size:32px}</style><nav><a class="shopicon" href="#cart" aria-label="Cart">&#xe901;</a> <a class="shopicon" href="#user" aria-label="Account">&#xe902;</a> <a class="shopicon" href="#find" aria-label="Search">&#xe903;</a></nav>`,
      ),
    ],
    beside('static', () => notFound),
  ),
  scripts.issue(
    'x-jquery-gone',
    'The slider stands still: jQuery was removed in the update.',
    [
      atTop(
        '<div class="slider"><div class="slide">Frühjahrsaktion: 20 % auf alle Matratzen</div></div>',
      ),
      atEnd(
        `<script src="/wp-includes/js/jquery/jquery.min.js"></script><script>jQuery(function ($) { $('.slider').slick({ dots: true }) })</script>`,
      ),
      at('/wp-includes/js/jquery/jquery.min.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'x-integrity-mismatch',
    'The browser refuses our script: it was minified again after the build.',
    [
      atTop('<section><h2>Reserva tu mesa</h2><div id="reserva"></div></section>'),
      atEnd(
        '<script src="/assets/reserva.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at(
        '/assets/reserva.js',
        script(
          `document.getElementById('reserva').innerHTML = '<form><input name="fecha"><button>Reservar</button></form>'`,
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'x-policy-forgets-booking',
    'The new policy of the site blocks the booking tool.',
    [
      headers({
        'content-security-policy': "script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
      }),
      atTop(
        (site) =>
          `<section><h2>Book a visit</h2><div id="booking"></div></section><script src="https://${site.stranger}/widget.js"></script>`,
      ),
    ],
    elsewhere(() =>
      script(`document.getElementById('booking').innerHTML = '<button>Choose a day</button>'`),
    ),
  ),
  scripts.issue(
    'x-own-frame-denied',
    'Our booking frame refuses to be shown on our site.',
    [
      atTop(
        (site) =>
          `<iframe src="https://booking.${site.domain}/embed" title="Buchung" width="800" height="500"></iframe>`,
      ),
    ],
    beside('booking', () => ({
      ...startPage,
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
    })),
  ),
  scripts.issue(
    'x-chunk-is-html',
    'After the deployment the old file names answer with the start page.',
    [
      atTop('<section><h2>Warenkorb</h2><div id="mini-cart"></div></section>'),
      atEnd('<script type="module" src="/assets/cart-19c2ab77.js"></script>'),
      at('/assets/cart-19c2ab77.js', startPage),
    ],
    inBrowser,
  ),
  links.issue(
    'x-menu-404',
    'The menu still has the addresses of the old system.',
    [
      atTop(
        '<nav><a href="/index.php?id=12">Start</a> <a href="/leistungen.html">Leistungen</a> <a href="/preise.html">Preise</a> <a href="/team.html">Team</a> <a href="/kontakt.html">Kontakt</a></nav>',
      ),
      everyAsset(/^\/(?:index\.php|(?:leistungen|preise|team|kontakt)\.html)$/, notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'x-login-500',
    'Customers cannot log in.',
    [
      atTop(
        '<header><a href="/minha-conta/">Minha conta</a> <a href="/carrinho/">Carrinho</a></header>',
      ),
      at('/minha-conta/', serverError),
      at('/carrinho/', startPage),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'x-english-loop',
    'The English pages turn in a circle.',
    [
      atTop(
        '<p><a href="/en/" hreflang="en">English</a> <a href="/de/" hreflang="de">Deutsch</a></p>',
      ),
      at('/en/', { status: 302, headers: { location: '/en' }, body: new Uint8Array() }),
      at('/en', { status: 301, headers: { location: '/en/' }, body: new Uint8Array() }),
      at('/de/', startPage),
    ],
    { tools: 'V' },
  ),
  links.review(
    'x-price-list-gone',
    'The price list was not uploaded.',
    [
      atTop('<p><a href="/fileadmin/preisliste-2024.pdf">Preisliste als PDF</a></p>'),
      at('/fileadmin/preisliste-2024.pdf', notFound),
    ],
    { tools: 'V' },
  ),
]
