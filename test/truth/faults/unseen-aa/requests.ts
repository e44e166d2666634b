import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  type Interceptor,
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

const block = (inner: string) =>
  `<section style="position:relative;padding:5rem 2rem 2rem;background:#fff;color:#1d2327">${inner}</section>`

const open = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'access-control-allow-origin': '*' },
})

const offers = atTop(block('<h2>This week’s offers</h2><ul id="offers"></ul>'))

/** A script that fills the list of offers. A failure leaves the list empty and is only logged. */
const listFrom = (url: string, more = ''): string =>
  `fetch('${url}'${more}).then((r)=>{if(!r.ok)throw new Error('HTTP '+r.status);return r.json()}).then((l)=>{document.getElementById('offers').innerHTML=l.map((o)=>'<li>'+o.title+'</li>').join('')}).catch((e)=>{console.warn('offers',e.message)})`

const inSilence: readonly Fault[] = [
  silent.issue(
    'aa-api-retired',
    'Version 1 of the API was switched off before the site left it.',
    [
      at('/api/v1/offers', {
        ...json({ type: 'about:blank', title: 'Gone', detail: 'API version 1 was retired' }),
        status: 410,
      }),
      bundle(listFrom('/api/v1/offers')),
      offers,
    ],
    inBrowser,
  ),
  silent.issue(
    'aa-api-is-html',
    'The new rewrite rule answers the API with the application’s document.',
    [
      at(
        '/api/offers',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
        ),
      ),
      bundle(listFrom('/api/offers')),
      offers,
    ],
    inBrowser,
  ),
  silent.issue(
    'aa-cors-cached',
    'The CDN keeps the answer that staging was allowed to read.',
    [bundle((site) => listFrom(`https://api.${site.domain}/offers`)), offers],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([{ title: 'Tent' }, { title: 'Stove' }], {
            'access-control-allow-origin': `https://staging.${site.domain}`,
          }),
      }),
    },
  ),
  silent.issue(
    'aa-api-region-gone',
    'The region was closed, and its name was taken out of the zone.',
    [bundle((site) => listFrom(`https://api-eu-west-3.${site.domain}/offers`)), offers],
    { ...inBrowser, hosts: (site) => ({ [`api-eu-west-3.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'aa-api-refuses',
    'The gateway of the API crashed with the last configuration.',
    [bundle((site) => listFrom(`https://gateway.${site.domain}/offers`)), offers],
    { ...inBrowser, hosts: (site) => ({ [`gateway.${site.domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'aa-localhost-build',
    'NEXT_PUBLIC_API_URL was missing in the build, and the default is the developer’s machine.',
    [bundle(listFrom('http://localhost:3001/offers')), offers],
    inBrowser,
  ),
  silent.issue(
    'aa-undefined-base',
    'The base of the API is the word undefined in this build.',
    [bundle(listFrom('/undefined/v2/offers')), offers],
    inBrowser,
  ),
  silent.issue(
    'aa-mixed-api',
    'The service mesh ends TLS, and the API hands out its own address with http.',
    [bundle((site) => listFrom(`http://api.${site.domain}/offers`)), offers],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => open(json([{ title: 'Tent' }])) }),
    },
  ),
  silent.issue(
    'aa-token-expired',
    'The token that the shop window reads its catalogue with expired at midnight.',
    [
      at('/storefront/offers', {
        ...json({ message: 'The incoming token has expired' }),
        status: 401,
      }),
      bundle(
        listFrom(
          '/storefront/offers',
          `,{headers:{authorization:'Bearer eyJhbGciOiJSUzI1NiJ9.e30.sig'}}`,
        ),
      ),
      offers,
    ],
    inBrowser,
  ),
  silent.issue(
    'aa-graphql-null',
    'A resolver fails behind a 200.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message:
                'request to http://catalog.internal:4001/ failed, reason: connect ECONNREFUSED 10.12.0.41:4001',
              path: ['offers'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
      bundle(
        `fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'query Offers{offers{title}}'})}).then((r)=>r.json()).then((b)=>{for(const o of b.data?.offers??[])document.getElementById('offers').append(o.title)})`,
      ),
      offers,
    ],
    inBrowser,
  ),
  silent.issue(
    'aa-departures',
    'The stream of departures answers 503, and the board stays empty.',
    [
      at('/live/departures', { ...serverError, status: 503 }),
      bundle(
        `const s=new EventSource('/live/departures');s.onmessage=(m)=>{document.getElementById('board').insertAdjacentHTML('beforeend','<tr><td>'+m.data+'</td></tr>')}`,
      ),
      atTop(
        block(
          '<h2>Departures</h2><table><thead><tr><th>Time</th><th>Line</th><th>Platform</th></tr></thead><tbody id="board"></tbody></table>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'aa-reviews-domain',
    'The vendor of the reviews does not know our new domain.',
    [
      bundle(
        (site) =>
          `fetch('https://widgets.${site.stranger}/v1/reviews?account=4411').then((r)=>r.ok?r.json():[]).then((l)=>{for(const o of l)document.getElementById('reviews').append(o.text)})`,
      ),
      atTop(block('<h2>What our customers say</h2><div id="reviews"></div>')),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`widgets.${site.stranger}`]: () =>
          open({ ...json({ error: 'domain_not_allowed' }), status: 403 }),
      }),
    },
  ),
]

const images = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

const expired = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires><Expires>2026-03-01T00:00:00Z</Expires></Error>',
)

const inFiles: readonly Fault[] = [
  assets.issue(
    'aa-tailwind-source',
    'The style sheet was copied and never built.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components { .btn { @apply px-4 py-2 rounded; } }\n',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'aa-signed-expired',
    'The signed addresses of the style sheets were baked in for a week.',
    [everyAsset(/\.css$/, expired)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'aa-lfs-pointers',
    'The runner checked out without LFS, and every picture is a pointer.',
    [
      everyAsset(images, (request, upstream) => ({
        ...upstream(),
        status: 200,
        body: new TextEncoder().encode(
          `version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize ${40_000 + request.path.length}\n`,
        ),
      })),
    ],
    { ...inBrowser, needs: ['image'] },
  ),
  assets.issue(
    'aa-optimizer-402',
    'The quota of the image optimisation is used up.',
    [
      at(
        '/_next/image',
        text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n\nfra1::9xk2p-1772435651120-3f0a1b2c4d5e\n',
        ),
      ),
      atTop(
        block(
          '<h2>Gallery</h2><img alt="Courtyard in spring" width="320" height="200" src="/_next/image?url=%2Fphotos%2Fcourtyard.jpg&amp;w=640&amp;q=75"><img alt="Reading room" width="320" height="200" src="/_next/image?url=%2Fphotos%2Freading.jpg&amp;w=640&amp;q=75">',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'aa-icon-names',
    'The icon font moved to a host without CORS, and the names of the icons are printed.',
    [
      atTop((site) =>
        block(
          `<style>@font-face{font-family:"Material Icons";src:url(https://cdn.${site.domain}/fonts/material-icons.woff2) format("woff2")}.material-icons{font:normal 24px/1 "Material Icons";display:inline-block;white-space:nowrap}</style><nav aria-label="Shop"><span class="material-icons">menu</span> <span class="material-icons">shopping_cart</span> <span class="material-icons">account_circle</span> <span class="material-icons">favorite_border</span></nav>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2'),
      }),
    },
  ),
  assets.issue(
    'aa-script-cut',
    'The edge keeps a script whose transfer was cut.',
    [
      firstFile('script', (_request, upstream) => {
        const cut = upstream()
        return { cut, after: Math.floor(cut.body.byteLength / 2) }
      }),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'aa-scripts-are-html',
    'The rewrite to index.html now catches the scripts too.',
    [
      everyAsset(
        /\.m?js$/,
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Home</title></head><body><div id="app"></div></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
]

const calculator = atTop(block('<h2>Your rate</h2><div id="calculator"></div>'))

const fill = `document.getElementById('calculator').innerHTML='<label>Amount <input type="number" value="1000"></label> <output>41.20</output>'`

const inScripts: readonly Fault[] = [
  scripts.issue(
    'aa-stale-nonce',
    'The document comes from the cache with the nonce of another visitor.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-Zr2mQ0pXbS1kVt8LwHn4Yg' 'strict-dynamic'; object-src 'none'; base-uri 'self'",
      }),
      atEnd(`<script nonce="pK7dE1uWcA9sJf3MxGb5Rw">${fill}</script>`),
      calculator,
    ],
    inBrowser,
  ),
  scripts.issue(
    'aa-integrity',
    'The CDN minifies what was already hashed.',
    [
      at('/js/calculator.min.js', text(200, 'text/javascript; charset=utf-8', fill)),
      atEnd(
        '<script src="/js/calculator.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      calculator,
    ],
    inBrowser,
  ),
  scripts.issue(
    'aa-coep',
    'Cross-origin isolation was switched on for one feature, and the pictures of the CDN are gone.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop((site) =>
        block(
          `<h2>Team</h2><img alt="Ana Ruiz" width="160" height="160" src="https://img.${site.stranger}/ana.svg"><img alt="Tom Beck" width="160" height="160" src="https://img.${site.stranger}/tom.svg">`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`img.${site.stranger}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><circle cx="80" cy="80" r="70" fill="#369"/></svg>',
          ),
      }),
    },
  ),
  scripts.issue(
    'aa-trusted-types',
    'Security enforced Trusted Types in the edge worker, and our bundle writes markup.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      bundle(fill),
      calculator,
    ],
    inBrowser,
  ),
  scripts.issue(
    'aa-bare-specifier',
    'The import map was lost with the new layout.',
    [
      atEnd(
        `<script type="module">import { createApp } from 'vue';createApp({}).mount('#calculator')</script>`,
      ),
      calculator,
    ],
    inBrowser,
  ),
  scripts.issue(
    'aa-process',
    'A library of the server got into the bundle of the browser.',
    [bundle(`const dev=process.env.NODE_ENV!=='production';${fill}`), calculator],
    inBrowser,
  ),
  scripts.issue(
    'aa-stripe-key',
    'The publishable key is missing in production.',
    [
      bundle(
        `class IntegrationError extends Error{constructor(m){super(m);this.name='IntegrationError'}}function Stripe(k){if(!k)throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');return{}}const stripe=Stripe(undefined);document.getElementById('payment-element').textContent='Card number'`,
      ),
      atTop(block('<h2>Pay by card</h2><form><div id="payment-element"></div></form>')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'aa-vendor-library',
    'The free CDN that our slider comes from stopped its service.',
    [
      atTop((site) =>
        block(
          `<h2>Highlights</h2><div id="carousel"></div><script src="https://cdn.${site.stranger}/glide/3.4.1/glide.min.js"></script><script>new Glide('#carousel').mount()</script>`,
        ),
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'refuses' }) },
  ),
  scripts.issue(
    'aa-booking-frame',
    'The booking vendor refuses to be framed since its security review.',
    [
      atTop((site) =>
        block(
          `<h2>Book a table</h2><iframe title="Booking" width="640" height="360" src="https://book.${site.stranger}/embed/4411"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`book.${site.stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
          body: new TextEncoder().encode(
            '<!doctype html><title>Booking</title><p>Choose a day</p>',
          ),
        }),
      }),
    },
  ),
]

const menu = (...paths: readonly string[]) =>
  atTop(
    block(
      `<nav>${paths.map((path) => `<a href="${path}">${path.replace(/\W+/g, ' ').trim()}</a>`).join(' · ')}</nav>`,
    ),
  )

const only = (tools: 'V' | 'PV'): Partial<Fault> => ({ tools })

const everyPathOf =
  (start: string, reply: Reply): Interceptor =>
  (request) =>
    !request.isPage && request.path.startsWith(start) ? reply : undefined

const inLinks: readonly Fault[] = [
  links.issue(
    'aa-menu-404',
    'Only the first of three buckets was uploaded.',
    [
      everyPathOf('/service', notFound),
      menu('/services/', '/services/repair/', '/services/rental/'),
    ],
    only('V'),
  ),
  links.issue(
    'aa-menu-undefined',
    'The locale is undefined in every link of the menu.',
    [
      everyPathOf('/undefined', notFound),
      menu('/undefined/products', '/undefined/about', '/undefined/contact'),
    ],
    only('V'),
  ),
  links.issue(
    'aa-menu-502',
    'The route of the account service has no pods.',
    [
      everyPathOf('/booking', {
        ...text(
          502,
          'text/html',
          '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>openresty</center></body></html>',
        ),
      }),
      menu('/booking/new', '/booking/prices'),
    ],
    only('V'),
  ),
  links.issue(
    'aa-menu-localhost',
    'The site’s address was not set when the pages were generated.',
    [
      menu(
        'http://localhost:4321/products/',
        'http://localhost:4321/about/',
        'http://localhost:4321/contact/',
      ),
    ],
    only('PV'),
  ),
]

export const setAaRequests: readonly Fault[] = [...inSilence, ...inFiles, ...inScripts, ...inLinks]
