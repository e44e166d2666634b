import {
  at,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
  serverError,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, rowsOf, whole } from '#test/truth/row.ts'
import { own, panel } from './parts.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A section that a script fills. If the script fails, it stays empty without a message. */
const box = panel('<h2>What guests say</h2><ul id="bb-box"></ul>')

const fill = (url: string, init = '') =>
  `fetch(${url}${init}).then(r=>r.json()).then(all=>{document.getElementById('bb-box').innerHTML=all.map(one=>'<li>'+one.text+'</li>').join('')}).catch(()=>{})`

const guests = [{ text: 'Quiet rooms, and the best breakfast.' }, { text: 'We will be back.' }]

const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script type="module" src="/assets/index.js"></script></body></html>',
)

const pointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184233\n'

const nav = (href: string, name: string) => panel(`<nav><a href="${href}">${name}</a></nav>`)

/** Faults in the requests of a page. */
export const setBbRequests: readonly Fault[] = [
  silent.issue(
    'bb-api-500-swallowed',
    'The reviews fail on the server and the box stays empty.',
    [bundle(own(fill("'/api/reviews'"))), box, at('/api/reviews', serverError)],
    inBrowser,
  ),
  silent.issue(
    'bb-api-is-html',
    'The proxy sends the start page for every call of the API.',
    [bundle(own(fill("'/api/v2/reviews'"))), box, at('/api/v2/reviews', shell)],
    inBrowser,
  ),
  silent.issue(
    'bb-api-cors',
    'Our API does not allow the new domain and the box stays empty.',
    [bundle((site) => own(fill(`'https://api.${site.domain}/reviews'`))), box],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => json(guests) }) },
  ),
  silent.issue(
    'bb-api-localhost',
    'The address of the API is that of the developer.',
    [bundle(own(fill("'http://localhost:5000/api/reviews'"))), box],
    inBrowser,
  ),
  silent.issue(
    'bb-api-http',
    'The API is called without encryption and the browser blocks it.',
    [bundle((site) => own(fill(`'http://backend.${site.domain}/reviews'`))), box],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`backend.${site.domain}`]: () => json(guests, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'bb-api-no-name',
    'The name of the API was never entered in the DNS.',
    [bundle((site) => own(fill(`'https://gateway.${site.domain}/reviews'`))), box],
    { ...inBrowser, hosts: (site) => ({ [`gateway.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'bb-socket-refused',
    'The server of the live prices is down and the table stays empty.',
    [
      bundle((site) =>
        own(
          `const s=new WebSocket('wss://live.${site.domain}/ticker');s.onmessage=e=>{document.getElementById('bb-rates').textContent=e.data}`,
        ),
      ),
      panel('<h2>Rates</h2><div id="bb-rates"></div>'),
    ],
    { ...inBrowser, hosts: (site) => ({ [`live.${site.domain}`]: 'refuses' }) },
  ),
  silent.review(
    'bb-graphql-errors',
    'The query fails with status 200 and the box stays empty.',
    [
      bundle(
        own(
          "fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:'{\"query\":\"{reviews{text}}\"}'}).then(r=>r.json()).then(d=>{if(d.errors){d.errors.forEach(e=>console.error('[GraphQL error]: Message: '+e.message+', Path: '+e.path));return}document.getElementById('bb-box').textContent=d.data.reviews.length})",
        ),
      ),
      box,
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'connect ECONNREFUSED 10.0.3.7:5432',
              path: ['reviews'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'bb-stream-wrong-type',
    'The stream of events answers with a page, the board stays empty.',
    [
      bundle(
        own(
          "const s=new EventSource('/events/departures');s.onmessage=e=>{document.getElementById('bb-board').textContent=e.data}",
        ),
      ),
      panel('<h2>Departures</h2><div id="bb-board"></div>'),
      at('/events/departures', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'bb-api-behind-login',
    'The public API was put behind the staff login by mistake.',
    [
      bundle(own(fill("'/api/public/reviews'"))),
      box,
      at('/api/public/reviews', (_request, _upstream, site) => ({
        status: 302,
        headers: {
          location: `https://login.${site.domain}/authorize?client_id=web&response_type=code`,
          'cache-control': 'no-store',
        },
        body: new Uint8Array(),
      })),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`login.${site.domain}`]: () =>
          text(200, 'text/html; charset=utf-8', '<!doctype html><title>Staff login</title>'),
      }),
    },
  ),
  silent.issue(
    'bb-frame-broken',
    'The embedded calendar answers with an error of its gateway.',
    [
      panel(
        '<h2>Book an appointment</h2><iframe src="/booking/widget" title="Booking" width="600" height="220"></iframe>',
      ),
      at(
        '/booking/widget',
        text(
          502,
          'text/html',
          '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'bb-stylesheet-stale',
    'The page names a style sheet of the last release, which is deleted.',
    [firstFile('stylesheet', notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'bb-stylesheet-empty',
    'The build wrote an empty style sheet and the page has no layout.',
    [
      whole(
        'Millhouse Books',
        `<header class="site-header"><ul class="nav"><li class="nav-item"><a class="nav-link" href="#books">Books</a></li><li class="nav-item"><a class="nav-link" href="#maps">Maps</a></li></ul></header><main class="container grid"><div class="card"><h1 class="card-title">Books and maps</h1>${about}</div></main>`,
        { head: '<link rel="stylesheet" href="/css/main.min.css">' },
      ),
      at('/css/main.min.css', text(200, 'text/css; charset=utf-8', '')),
    ],
    inBrowser,
  ),
  assets.issue(
    'bb-script-is-page',
    'A script of the last release is answered with the start page.',
    [
      panel(
        '<h2>Free rooms</h2><div id="bb-rooms"></div><script src="/assets/rooms-51fa0c2d.js"></script>',
      ),
      at('/assets/rooms-51fa0c2d.js', shell),
    ],
    inBrowser,
  ),
  assets.issue(
    'bb-image-forbidden',
    'The rights of the uploaded pictures are wrong.',
    [
      panel('<img src="/uploads/2025/team.jpg" alt="Our team" width="480" height="270">'),
      at(
        '/uploads/2025/team.jpg',
        text(403, 'text/html', '<title>403 Forbidden</title><h1>Forbidden</h1>'),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'bb-font-blocked',
    'The icon font is refused, visitors read the names of the icons.',
    [
      inHead(
        (site) =>
          `<style>@font-face{font-family:"BB Icons";src:url(https://static.${site.domain}/fonts/icons.woff2) format("woff2")}.bb-icon{font-family:"BB Icons";font-size:24px}</style>`,
      ),
      panel(
        '<span class="bb-icon">shopping_cart</span> <span class="bb-icon">account_circle</span> <span class="bb-icon">search</span>',
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`static.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  assets.issue(
    'bb-image-pointer',
    'The deployment copied the pointers of the big files, not the files.',
    [
      panel('<img src="/img/hero-2025.jpg" alt="Our house in spring" width="640" height="360">'),
      at('/img/hero-2025.jpg', text(200, 'image/jpeg', pointer)),
    ],
    inBrowser,
  ),
  scripts.issue(
    'bb-policy-nonce',
    'The cached page has an old nonce and its scripts are blocked.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-Zm9vYmFyMTIzNDU2Nzg5MA==' 'strict-dynamic'; object-src 'none'; base-uri 'self'",
      }),
      panel(
        '<h2>Opening hours today</h2><p id="bb-hours"></p><script nonce="b2xkLW5vbmNlLTAwMDAwMQ==">document.getElementById("bb-hours").textContent="9 to 17 o\'clock"</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'bb-integrity',
    'The script was built anew but not its hash in the page.',
    [
      panel(
        '<h2>Calculate your rate</h2><div id="bb-calc"></div><script src="/assets/calculator.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"></script>',
      ),
      at(
        '/assets/calculator.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "document.getElementById('bb-calc').textContent='Amount, years, rate'",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'bb-process-undefined',
    'The bundle reads a variable of the build that no browser has.',
    [
      bundle(
        own(
          "const base=process.env.VUE_APP_API_URL;document.getElementById('bb-shop').textContent=base",
        ),
      ),
      panel('<h2>Shop</h2><div id="bb-shop"></div>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'bb-script-truncated',
    'The upload broke off in the middle of the script.',
    [
      bundle(
        "(()=>{const items=['Red','Green','Blue'];const list=document.getElementById('bb-colours');items.forEach(one=>{const li=document.createElement('li');li.textCon",
      ),
      panel('<h2>Choose your colour</h2><ul id="bb-colours"></ul>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'bb-library-gone',
    'The free host of a library has closed, and the slider with it.',
    [
      panel(
        (site) =>
          `<h2>Our projects</h2><div id="bb-slides" style="height:240px"></div><script src="https://cdn.${site.stranger}/lightslide/2.1.0/lightslide.min.js"></script><script>new LightSlide("#bb-slides",{auto:true})</script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'refuses' }) },
  ),
  scripts.issue(
    'bb-bare-import',
    'The source was uploaded in place of the build.',
    [
      whole('Planner', '<div id="app"></div><script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  links.issue('bb-link-localhost', 'The menu leads to the machine of the developer.', [
    nav('http://localhost:8080/contact', 'Contact'),
  ]),
  links.issue(
    'bb-link-missing',
    'Two entries of the menu lead to pages that do not exist.',
    [
      panel('<nav><a href="/prices-2025/">Prices</a> <a href="/visit-us/">Visit us</a></nav>'),
      at('/prices-2025/', notFound),
      at('/visit-us/', notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'bb-link-500',
    'The button to the shop leads to an error of the server.',
    [nav('/shop/start', 'To the shop'), at('/shop/start', serverError)],
    { tools: 'V' },
  ),
  links.review(
    'bb-link-staging',
    'Entries of the menu lead to the staging site.',
    [
      atTop(
        (site) =>
          `<nav style="position:relative;z-index:2147480000;background:#fff"><a href="https://staging.${site.domain}/products">Products</a> <a href="https://staging.${site.domain}/contact">Contact</a></nav>`,
      ),
    ],
    { tools: 'PV' },
  ),
]
