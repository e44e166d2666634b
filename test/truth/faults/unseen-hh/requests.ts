import { createHash } from 'node:crypto'
import {
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  type FaultySite,
  firstFile,
  headers,
  inHead,
  json,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

const box = 'padding:24px 32px;background:#fff;color:#111'

/** A part of the page that is empty until its script fills it. */
const listings = atTop(`<div style="${box}"><h2>Latest listings</h2><ul id="listings"></ul></div>`)

/** A script that loads the listings at the start. A failure is swallowed. */
const fill = (asked: string | ((site: FaultySite) => string), found = 'body') =>
  bundle((site) => {
    const call = typeof asked === 'function' ? asked(site) : asked
    return `(()=>{const list=document.getElementById('listings');fetch(${call}).then((r)=>r.json()).then((body)=>{list.innerHTML=${found}.map((row)=>'<li>'+row.name+'</li>').join('')}).catch(()=>{})})();`
  })

const rows = [{ name: 'Two rooms near the harbour' }, { name: 'Loft with a garden' }]
const shell =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title></head><body><div id="root"></div></body></html>'

const withStatus = (status: number, value: unknown, more = {}): Reply => ({
  ...json(value, more),
  status,
})

const requests: readonly Fault[] = [
  silent.issue(
    'hh-api-localhost',
    'VITE_API_URL has the value of the laptop: the list is empty for everybody else.',
    [fill("'http://localhost:8000/api/listings'"), listings],
    inBrowser,
  ),
  silent.issue(
    'hh-cors-old-domain',
    'The API allows the preview domain only, so that the list stays empty on the new one.',
    [fill(({ domain }) => `'https://api.${domain}/listings'`), listings],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () =>
          json(rows, { 'access-control-allow-origin': 'https://listings-preview.pages.dev' }),
      }),
    },
  ),
  silent.issue(
    'hh-api-is-shell',
    'The rewrite of the static host catches /api too and answers with the shell.',
    [
      at('/api/listings', text(200, 'text/html; charset=utf-8', shell)),
      fill("'/api/listings'"),
      listings,
    ],
    inBrowser,
  ),
  silent.issue(
    'hh-supabase-key',
    'The key of the old project was built in: each query is refused.',
    [
      fill(
        ({ stranger }) =>
          `'https://${stranger}/rest/v1/listings?select=name',{headers:{apikey:'eyJhbGciOiJIUzI1NiJ9.e30.x'}}`,
      ),
      listings,
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: ({ method }) => {
          const open = {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': 'apikey',
          }
          if (method === 'OPTIONS') return json({}, open)
          return withStatus(
            401,
            {
              message: 'Invalid API key',
              hint: 'Double check your Supabase `anon` or `service_role` API key.',
            },
            open,
          )
        },
      }),
    },
  ),
  silent.issue(
    'hh-graphql-errors',
    'The schema of the server is older than the page: 200, and nothing but errors.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "listings" on type "Query".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
      fill(
        `'/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'{listings{name}}'})}`,
        'body.data.listings',
      ),
      listings,
    ],
    inBrowser,
  ),
  silent.issue(
    'hh-post-not-allowed',
    'The server functions were not deployed: the static host knows no POST.',
    [
      at(
        '/api/search',
        text(
          405,
          'text/html',
          '<html>\r\n<head><title>405 Not Allowed</title></head>\r\n<body>\r\n<center><h1>405 Not Allowed</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
        ),
      ),
      fill(`'/api/search',{method:'POST',body:JSON.stringify({sort:'newest',limit:12})}`),
      listings,
    ],
    inBrowser,
  ),
  silent.issue(
    'hh-access-login',
    'The access proxy of the staging rules stands in front of the API and sends each call to its login.',
    [
      at('/api/listings', (_request, _upstream, { stranger }) => ({
        status: 302,
        headers: { location: `https://${stranger}/cdn-cgi/access/login/api?kid=7c1e` },
        body: new Uint8Array(),
      })),
      fill("'/api/listings'"),
      listings,
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(200, 'text/html', '<!doctype html><title>Sign in ・ Cloudflare Access</title>'),
      }),
    },
  ),
  silent.issue(
    'hh-undefined-base',
    'The base of the API was not set at build, so that the calls go to a folder named undefined.',
    [fill("'undefined/api/listings'"), listings],
    inBrowser,
  ),
  silent.issue(
    'hh-api-over-http',
    'The API is asked over http from a page over https, and the browser refuses.',
    [fill(({ domain }) => `'http://api.${domain}/listings'`), listings],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json(rows, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
]

/** The pointer that a checkout without Git LFS has in place of an image. */
const pointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184213\n'

const files: readonly Fault[] = [
  assets.issue(
    'hh-stylesheet-is-shell',
    'The stylesheet of the last build is gone, and the shell is sent as if it were it.',
    [firstFile('stylesheet', text(200, 'text/html; charset=utf-8', shell))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'hh-script-is-shell',
    'The script was asked for under the wrong public path and is answered by the catch-all.',
    [firstFile('script', text(200, 'text/html; charset=utf-8', shell))],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'hh-lfs-pointer',
    'The build machine cloned without Git LFS: the pictures are pointers.',
    [
      at('/images/hero-team.png', text(200, 'image/png', pointer)),
      at('/images/office.jpg', text(200, 'image/jpeg', pointer)),
      atTop(
        `<div style="${box}"><h2>Who we are</h2><img src="/images/hero-team.png" alt="The team at work" width="640" height="260"><img src="/images/office.jpg" alt="The office" width="320" height="260"></div>`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'hh-next-image-host',
    'The host of the new media library is not in remotePatterns: no product has a picture.',
    [
      at('/_next/image', text(400, 'text/plain; charset=utf-8', '"url" parameter is not allowed')),
      atTop(
        `<div style="${box}"><h2>New arrivals</h2>${[1, 2, 3, 4].map((n) => `<img alt="Product ${n}" width="220" height="220" src="/_next/image?url=https%3A%2F%2Fmedia.example.com%2Fproducts%2F${n}.jpg&amp;w=640&amp;q=75">`).join('')}</div>`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'hh-icon-font-denied',
    'The bucket does not give the icon font to the new domain, and the buttons are words with underscores.',
    [
      at(
        '/fonts/app-symbols.woff2',
        text(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
        ),
      ),
      inHead(
        '<style>@font-face{font-family:"App Symbols";src:url(/fonts/app-symbols.woff2) format("woff2")}.app-symbol{font-family:"App Symbols";font-size:24px;font-feature-settings:"liga"}</style>',
      ),
      atTop(
        `<div style="${box}"><button type="button"><span class="app-symbol">shopping_cart</span></button> <button type="button"><span class="app-symbol">account_circle</span></button> <button type="button"><span class="app-symbol">keyboard_arrow_down</span></button></div>`,
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'hh-tailwind-unbuilt',
    'The stylesheet is the source of Tailwind: the page has no layout at all.',
    [
      at(
        '/assets/index.css',
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn-primary {\n    @apply rounded-xl bg-indigo-600 px-6 py-3 font-semibold text-white;\n  }\n}\n',
        ),
      ),
      whole(
        'The Map Room',
        `<header class="flex items-center justify-between px-8 py-4"><a class="text-xl font-bold" href="/">The Map Room</a></header><main class="mx-auto max-w-5xl grid grid-cols-3 gap-8"><h1 class="text-5xl">Old maps</h1><div class="prose">${about}</div><a class="btn-primary" href="/">Visit us</a></main>`,
        { head: '<link rel="stylesheet" href="/assets/index.css">' },
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'hh-styles-over-http',
    'The application does not know that the proxy speaks https and names its stylesheets with http.',
    [
      document((html, site) =>
        html.replace(
          /(<link\b[^>]*\bhref=["']?)(?!https?:|\/\/|data:|#)([^"'\s>]+)/gi,
          (_all, start: string, reference: string) =>
            start + (URL.parse(reference, site.url)?.href.replace('https:', 'http:') ?? reference),
        ),
      ),
    ],
    { needs: ['stylesheet'] },
  ),
]

const digest = createHash('sha384').update('as it was before the CDN minified it').digest('base64')
const menu = `<nav id="main-menu" aria-label="Main" style="${box};min-height:24px"></nav>`
const fillMenu = `document.getElementById('main-menu').textContent='Rooms · Prices · Directions';`

const policies: readonly Fault[] = [
  scripts.issue(
    'hh-integrity-minified',
    'The CDN minifies the script, and its hash in the page is of the file before.',
    [
      at('/assets/menu-8c1d04e2.js', text(200, 'text/javascript; charset=utf-8', fillMenu)),
      atTop(
        `${menu}<script src="/assets/menu-8c1d04e2.js" integrity="sha384-${digest}" crossorigin="anonymous"></script>`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'hh-module-octet-stream',
    'The upload gave all files the same type, and a module of that type does not run.',
    [
      at('/assets/index-DkQ3v9aB.js', text(200, 'application/octet-stream', fillMenu)),
      atTop(`${menu}<script type="module" src="/assets/index-DkQ3v9aB.js"></script>`),
    ],
    inBrowser,
  ),
  scripts.issue(
    'hh-policy-without-nonce',
    'The page comes from a cache without the nonce, so that the policy stops its own start.',
    [
      headers({
        'content-security-policy':
          "script-src 'self' 'nonce-q0W1xv7r'; object-src 'none'; frame-ancestors 'self'",
      }),
      atTop(`${menu}<script>${fillMenu}</script>`),
    ],
    inBrowser,
  ),
  scripts.issue(
    'hh-embedder-policy',
    'Isolation was switched on for WebAssembly, and the media host does not take part: no pictures.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop(
        ({ domain }) =>
          `<div style="${box}"><h2>Gallery</h2><img alt="Harbour" width="300" height="200" src="https://media.${domain}/harbour.svg"><img alt="Lighthouse" width="300" height="200" src="https://media.${domain}/lighthouse.svg"></div>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`media.${domain}`]: () => ({
          status: 200,
          headers: { 'content-type': 'image/svg+xml' },
          body: new TextEncoder().encode(
            '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#38bdf8"/></svg>',
          ),
        }),
      }),
    },
  ),
  scripts.issue(
    'hh-frame-denied',
    'The booking application forbids frames since its last deployment, and the page shows a torn sheet.',
    [
      atTop(
        ({ domain }) =>
          `<div style="${box}"><h2>Book a room</h2><iframe title="Booking" width="800" height="360" src="https://booking.${domain}/embed"></iframe></div>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`booking.${domain}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
          body: new TextEncoder().encode('<!doctype html><title>Booking</title><h1>Booking</h1>'),
        }),
      }),
    },
  ),
]

const references: readonly Fault[] = [
  links.issue(
    'hh-menu-base-path',
    'The menu leads to the root of the host, and the pages are in a folder: all of them are 404.',
    [
      atTop(
        `<nav style="${box}"><a href="/our-story-1874">Our story</a> <a href="/plans-and-prices">Plans</a> <a href="/visit-the-workshop">Visit</a> <a href="/write-to-the-team">Contact</a></nav>`,
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'hh-login-loop',
    'The middleware guards the login page as well: it sends to itself.',
    [
      at('/account/sign-in', {
        status: 307,
        headers: { location: '/account/sign-in?next=%2Faccount%2Fsign-in' },
        body: new Uint8Array(),
      }),
      atTop(`<nav style="${box}"><a href="/account/sign-in">Sign in</a></nav>`),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'hh-menu-localhost',
    'The menu was built with the address of the development server.',
    [
      atTop(
        `<nav style="${box}"><a href="http://localhost:4321/blog">Blog</a> <a href="http://localhost:4321/pricing">Pricing</a> <a href="http://localhost:4321/contact">Contact</a></nav>`,
      ),
    ],
  ),
  links.issue('hh-form-localhost', 'The form sends what visitors write to their own computer.', [
    atEnd(
      `<form action="http://localhost:3001/api/contact" method="post" style="${box}"><h2>Contact</h2><label>E-mail <input type="email" name="email"></label> <label>Message <textarea name="message"></textarea></label> <button>Send</button></form>`,
    ),
  ]),
  links.review(
    'hh-canonical-localhost',
    'SITE_URL was not set: search engines are told that the page is elsewhere.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/"><meta property="og:image" content="http://localhost:3000/opengraph-image.png">',
      ),
    ],
  ),
]

export const setHhRequests: readonly Fault[] = [...requests, ...files, ...policies, ...references]
