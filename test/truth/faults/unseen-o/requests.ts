import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const policies = rowsOf('scripts and policies')
const links = rowsOf('links')

const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const fine = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  )
/** A menu at the top of the page. */
const menu = (...paths: readonly string[]) =>
  atTop(
    `<nav>${paths.map((one) => `<a href="${one}">${one.replace(/\W+/g, ' ').trim()}</a> `).join('')}</nav>`,
  )
const followed = { tools: 'V' } as const

export const setORequests: readonly Fault[] = [
  // Requests that fail in silence.
  silent.issue(
    'o-products-500',
    'The list of products is empty: its call fails.',
    [
      at('/api/products', { ...serverError, headers: { ...serverError.headers, ...uncached } }),
      bundle(
        `fetch('/api/products?featured=1').then(r=>r.ok?r.json():Promise.reject(new Error('HTTP '+r.status))).catch(e=>{console.error('products',e)})`,
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'o-graphql-errors',
    'The schema of the server is older than the page.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "heroBanner" on type "Homepage".',
              locations: [{ line: 3, column: 5 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
      bundle(
        `fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({operationName:'Home',query:'query Home { homepage { heroBanner { title } } }'})}).then(r=>r.json()).then(({errors=[]})=>errors.forEach(e=>console.error('[GraphQL error]: Message: '+e.message+', Location: '+JSON.stringify(e.locations)+', Path: '+e.path)))`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'o-localhost-api',
    'The build has the developer’s address of the API in it.',
    [
      bundle(
        `fetch('http://localhost:3001/api/menu').then(r=>r.json()).catch(e=>console.error('menu',e))`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'o-api-without-cors',
    'The new API host does not name our origin.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v1/availability').then(r=>r.json()).catch(e=>console.warn('availability',e.message))`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`api.${domain}`]: () => json({ free: 12 }) }) },
  ),
  silent.issue(
    'o-api-name-gone',
    'The record of the API was deleted with the old cluster.',
    [
      bundle(
        ({ domain }) =>
          `setTimeout(()=>{const x=new XMLHttpRequest();x.open('GET','https://backend.${domain}/rest/settings');x.send()},1200)`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`backend.${domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'o-cms-token-invalid',
    'The delivery token of the CMS was revoked.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://cdn.${stranger}/spaces/x8k2/environments/master/entries?content_type=teaser&access_token=Zq81').then(r=>r.json()).then(d=>{if(d.sys.type==='Error')console.warn(d.message)})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`cdn.${stranger}`]: () => ({
          ...json(
            {
              sys: { type: 'Error', id: 'AccessTokenInvalid' },
              message: 'The access token you sent could not be found or is invalid.',
            },
            { 'access-control-allow-origin': '*' },
          ),
          status: 401,
        }),
      }),
    },
  ),
  silent.issue(
    'o-html-for-json',
    'The rewrite to index.html catches the API too.',
    [
      at(
        '/api/config',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><head><title>App</title></head><body><div id="root"></div></body></html>',
        ),
      ),
      bundle(`fetch('/api/config').then(r=>r.json()).then(c=>{window.__config=c})`),
    ],
    inBrowser,
  ),
  silent.issue(
    'o-late-recommendations',
    'The recommendations come from a service that is down.',
    [
      at('/api/recommendations', {
        ...text(
          503,
          'text/plain',
          'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
        ),
      }),
      bundle(
        `setTimeout(()=>fetch('/api/recommendations').then(r=>r.ok&&r.json()).catch(()=>{}),4000)`,
      ),
    ],
    inBrowser,
  ),
  // Assets.
  assets.issue(
    'o-stylesheet-is-html',
    'The old hash of the stylesheet is answered with the start page.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'o-first-script-503',
    'The edge has no copy of the script and the origin sheds load.',
    [
      firstFile(
        'script',
        text(
          503,
          'text/html',
          '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'o-hero-upload-missing',
    'The folder of uploads is not in the new container.',
    [
      atTop(
        '<figure style="margin:0"><img src="/uploads/2024/05/workshop-hero.jpg" alt="Our workshop" width="1200" height="480" style="max-width:100%"></figure>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'o-lfs-pointer',
    'The host did not fetch LFS files: the picture is a pointer.',
    [
      atTop(
        '<img src="/images/team-photo.png" alt="The team in front of the house" width="900" height="400">',
      ),
      at(
        '/images/team-photo.png',
        text(
          200,
          'image/png',
          `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a214614ab2935'.repeat(4)}\nsize 482113\n`,
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'o-image-optimizer-402',
    'The quota of optimised pictures is used up.',
    [
      atTop(
        '<img alt="Walnut shelf" width="640" height="400" decoding="async" src="/_next/image?url=%2Fshelf.jpg&amp;w=1920&amp;q=75">',
      ),
      at(
        '/_next/image',
        text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'o-jekyll-localhost-css',
    'The site was built with the address of jekyll serve.',
    [inHead('<link rel="stylesheet" href="http://localhost:4000/assets/css/main.css">')],
    inBrowser,
  ),
  assets.review(
    'o-icon-font-404',
    'The icons of the menu are boxes.',
    [
      inHead(
        '<style>@font-face{font-family:"Shop Icons";src:url("/fonts/shop-icons.woff2?v=4.2") format("woff2")}.si{font-family:"Shop Icons";font-size:24px}</style>',
      ),
      atTop(
        '<p><i class="si">&#xe901;</i> <i class="si">&#xe902;</i> <i class="si">&#xe903;</i></p>',
      ),
    ],
    inBrowser,
  ),
  // Scripts and policies.
  policies.issue(
    'o-csp-forgets-cdn',
    'The new policy does not name the host of our own scripts.',
    [
      headers({
        'content-security-policy':
          "frame-ancestors 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'",
      }),
      atEnd(({ domain }) => `<script src="https://static.${domain}/shop/cart.js"></script>`),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`static.${domain}`]: () => script('window.cart={open(){}}') }),
    },
  ),
  policies.issue(
    'o-integrity-stale',
    'The file was built again and its integrity was not.',
    [
      atEnd(
        '<script src="/vendor/slider.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/vendor/slider.min.js', script('window.slider={version:"8.4.5"}')),
    ],
    inBrowser,
  ),
  policies.issue(
    'o-bare-specifier',
    'The source was deployed in place of the build.',
    [
      atEnd('<script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        script(
          'import { createApp } from "vue"\nimport App from "./App.js"\ncreateApp(App).mount("#app")\n',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'o-process-undefined',
    'The bundle reads the environment of Node and dies.',
    [bundle('"use strict";const api=process.env.API_URL||"/api";window.shop={api}')],
    inBrowser,
  ),
  policies.review(
    'o-null-listener',
    'The script looks for a form that the template no longer has.',
    [
      bundle(
        `document.addEventListener('DOMContentLoaded',()=>{document.querySelector('#newsletter-signup-2023').addEventListener('submit',e=>e.preventDefault())})`,
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'o-mixed-script',
    'The chat of the shop is still asked for over http.',
    [atEnd(({ stranger }) => `<script src="http://chat.${stranger}/widget.js"></script>`)],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [`chat.${stranger}`]: () => script('window.chat={}') }),
    },
  ),
  // Links.
  links.issue(
    'o-menu-renamed-pages',
    'The pages lost their .html and the menu did not.',
    [
      menu('/about-us.html', '/our-prices.html', '/contact-us.html'),
      at('/about-us', fine('About')),
      at('/our-prices', fine('Prices')),
      at('/contact-us', fine('Contact')),
    ],
    followed,
  ),
  links.issue(
    'o-link-500',
    'The page behind "Book" throws.',
    [
      menu('/book-a-table', '/the-menu'),
      at('/the-menu', fine('The menu')),
      at('/book-a-table', serverError),
    ],
    followed,
  ),
  links.issue(
    'o-link-redirect-loop',
    'The rule for the slash and the plugin’s rule undo each other.',
    [
      menu('/our-shop', '/our-story'),
      at('/our-story', fine('Our story')),
      at('/our-shop', { status: 301, headers: { location: '/our-shop/' }, body: new Uint8Array() }),
      at('/our-shop/', { status: 301, headers: { location: '/our-shop' }, body: new Uint8Array() }),
    ],
    followed,
  ),
]
