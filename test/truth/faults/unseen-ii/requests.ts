import { createHash } from 'node:crypto'
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
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

const open = { 'access-control-allow-origin': '*' }
const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="app"></div></body></html>',
)
const picture: Reply = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#357"/></svg>',
)

/** A script that loads data at the start and shows it. A failure is swallowed. */
const asks = (url: string, options = '{}') =>
  `fetch(${JSON.stringify(url)},${options}).then(r=>{if(!r.ok)throw new Error(r.status);return r.json()}).then(d=>{const p=document.createElement('p');p.textContent=d.data.title;document.body.append(p)}).catch(()=>{});`

const inSilence: readonly Fault[] = [
  silent.issue(
    'ii-products-500',
    'The products of the page fail, and it shows none.',
    [at('/api/v1/products', serverError), bundle(asks('/api/v1/products'))],
    inBrowser,
  ),
  silent.issue(
    'ii-admin-ajax',
    'WordPress does not know the action that our theme asks for.',
    [
      at('/wp-admin/admin-ajax.php', text(400, 'text/html; charset=UTF-8', '0')),
      bundle(
        asks(
          '/wp-admin/admin-ajax.php',
          "{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded'},body:'action=load_posts&page=1'}",
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ii-api-is-page',
    'The server answers the page of the application to every call of its API.',
    [at('/api/catalogue', shell), bundle(asks('/api/catalogue'))],
    inBrowser,
  ),
  silent.issue(
    'ii-graphql-errors',
    'GraphQL answers 200 with nothing but an error.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Internal server error',
              path: ['products'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
      bundle(
        asks(
          '/graphql',
          "{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'{ products { title } }'})}",
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ii-cors-missing',
    'Our API does not allow our own page.',
    [
      (request, upstream, site) =>
        bundle(asks(`https://api.${site.domain}/v1/menu`))(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`api.${domain}`]: () => json({ data: { title: 'Menu' } }) }),
    },
  ),
  silent.issue(
    'ii-api-name',
    'The name of our API is not in the DNS.',
    [
      (request, upstream, site) =>
        bundle(asks(`https://api.${site.domain}/v1/menu`))(request, upstream, site),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`api.${domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'ii-localhost-api',
    'The page asks the computer of its visitor.',
    [bundle(asks('http://localhost:3001/api/events'))],
    inBrowser,
  ),
  silent.issue(
    'ii-event-source',
    'The stream of our news is not there.',
    [
      at(
        '/events',
        text(
          502,
          'text/html',
          '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>',
        ),
      ),
      bundle("const s=new EventSource('/events');s.onmessage=m=>{document.title=m.data};"),
    ],
    inBrowser,
  ),
  silent.review(
    'ii-weather-quota',
    'We have used up what the weather service gives us.',
    [
      (request, upstream, site) =>
        bundle(asks(`https://${site.stranger}/v1/forecast?key=5d1f`))(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          ...json(
            { error: { code: 2007, message: 'API key has exceeded calls per month quota.' } },
            open,
          ),
          status: 429,
        }),
      }),
    },
  ),
]

const files: readonly Fault[] = [
  assets.issue(
    'ii-stylesheet-404',
    'The first stylesheet is gone.',
    [firstFile('stylesheet', notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'ii-script-is-page',
    'The server answers its page where the script was.',
    [firstFile('script', shell)],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'ii-lfs-pointer',
    'The picture was deployed without Git LFS.',
    [
      firstFile(
        'image',
        text(
          200,
          'image/png',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 48213\n',
        ),
      ),
    ],
    { ...inBrowser, needs: ['image'] },
  ),
  assets.issue(
    'ii-icon-font',
    'The icons of our menu are empty boxes.',
    [
      at('/webfonts/fa-solid-900.woff2', notFound),
      inHead(
        '<style>@font-face{font-family:"Font Awesome 6 Free";font-weight:900;src:url(/webfonts/fa-solid-900.woff2) format("woff2")}.fa-house::before{content:"\\f015"}.fa-phone::before{content:"\\f095"}.fa-solid{font-family:"Font Awesome 6 Free";font-weight:900;font-style:normal}</style>',
      ),
      atTop(
        '<p class="top-bar"><i class="fa-solid fa-house"></i> <i class="fa-solid fa-phone"></i> 030 1234567</p>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ii-hero-background',
    'The large picture at the top is not there.',
    [
      at('/images/hero.jpg', notFound),
      atTop(
        '<div class="hero" style="height:320px;background:url(/images/hero.jpg) center/cover no-repeat"></div>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ii-integrity',
    'The file was changed and its hash was not.',
    [
      at(
        '/assets/slider-2.1.0.js',
        text(200, 'text/javascript; charset=utf-8', 'window.startSlider=()=>{}'),
      ),
      atEnd(
        `<script src="/assets/slider-2.1.0.js" integrity="sha384-${createHash('sha384').update('of the version before').digest('base64')}"></script>`,
      ),
    ],
    inBrowser,
  ),
]

const policies: readonly Fault[] = [
  scripts.issue(
    'ii-csp-inline',
    'The new policy forbids the script in our own page.',
    [
      headers({
        'content-security-policy': "script-src 'self'; object-src 'none'; base-uri 'self'",
      }),
      atEnd(
        '<section id="offers"></section><script>document.getElementById("offers").innerHTML="<h2>Offers of the week</h2><p>Apples, pears and plums.</p>"</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ii-csp-connect',
    'The new policy forbids the calls to our own API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      (request, upstream, site) =>
        bundle(asks(`https://api.${site.domain}/v2/rooms`))(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json({ data: { title: 'Rooms' } }, open),
      }),
    },
  ),
  scripts.issue(
    'ii-leaflet-missing',
    'The library of our map is not on the server.',
    [
      at('/vendor/leaflet/leaflet.js', notFound),
      atEnd(
        '<div id="map-of-shops" style="height:240px"></div><script src="/vendor/leaflet/leaflet.js"></script><script>L.map("map-of-shops").setView([52.52,13.4],12)</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ii-bare-import',
    'The script was published without its build.',
    [
      atEnd(
        '<div id="booking"></div><script type="module">import { createApp } from "vue";createApp({ template: "<h2>Book a table</h2>" }).mount("#booking")</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ii-process-undefined',
    'The script asks for a variable that only Node has.',
    [
      bundle(
        "const api=process.env.REACT_APP_API_URL;document.getElementById('search-box').innerHTML='<form action=\"'+api+'\"><input name=\"q\"></form>';",
      ),
      atEnd('<div id="search-box"></div>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ii-coep-image',
    'The page is isolated, and pictures of our other host are refused.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop(
        ({ domain }) =>
          `<p><img src="https://static.${domain}/team.svg" width="320" height="180" alt="Our team"></p>`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`static.${domain}`]: () => picture }) },
  ),
]

const anchors: readonly Fault[] = [
  links.issue(
    'ii-link-404',
    'The page of our prices is gone, and the menu leads there.',
    [at('/pricing', notFound), atTop('<nav><a href="/pricing">Pricing</a></nav>')],
    { tools: 'V' },
  ),
  links.issue(
    'ii-link-500',
    'The blog is broken, and the menu leads there.',
    [at('/blog/', serverError), atTop('<nav><a href="/blog/">Blog</a></nav>')],
    { tools: 'V' },
  ),
  links.issue(
    'ii-link-loop',
    'Whoever wants to see their account goes round in circles.',
    [
      at('/account', { status: 302, headers: { location: '/account' }, body: new Uint8Array() }),
      atTop('<nav><a href="/account">My account</a></nav>'),
    ],
    { tools: 'V' },
  ),
  links.issue('ii-link-localhost', 'A link of the menu leads to the computer of its visitor.', [
    atTop('<nav><a href="http://localhost:4321/docs/">Documentation</a></nav>'),
  ]),
]

export const setIiRequests: readonly Fault[] = [...inSilence, ...files, ...policies, ...anchors]
