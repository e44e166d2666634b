import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  type Interceptor,
  inHead,
  json,
  notFound,
  type Served,
  serverError,
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A response that the browser does not cache, so that a second call reaches the server like the first. */
const fresh = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ...uncached } })

const failed = (status: number, value: unknown): Reply => ({ ...json(value, uncached), status })

/** A section of the page. */
const section = (markup: string): Interceptor =>
  atTop(
    `<section style="position:relative;z-index:1;max-width:56rem;margin:1.5rem auto;padding:1rem;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

/** An image of the page, as large as an illustration of an article. */
const picture = (src: string, alt: string): Interceptor =>
  section(`<h2>The house</h2><img src="${src}" alt="${alt}" width="640" height="360">${about}`)

const failInSilence: readonly Fault[] = [
  silent.issue(
    'y-cart-500',
    'the API of the cart fails and nobody is told',
    [
      at('/api/cart', failed(500, { error: 'Internal Server Error' })),
      bundle("fetch('/api/cart').then((r) => (r.ok ? r.json() : null)).catch(() => null)"),
    ],
    inBrowser,
  ),
  silent.issue(
    'y-cors',
    'the API does not allow our origin since it moved to its own name',
    [
      (request, upstream, site) =>
        bundle(
          `fetch('https://api.${site.domain}/v1/offers').then((r) => r.json()).catch((e) => console.error(e))`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.path === '/v1/offers' ? json([{ id: 1 }], uncached) : notFound,
      }),
    },
  ),
  silent.issue(
    'y-mixed-content',
    'the address of the API in the settings is still http',
    [
      (request, upstream, site) =>
        bundle(
          `fetch('http://api.${site.domain}/v1/events').then((r) => r.json()).catch(() => {})`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([{ id: 7 }], { ...uncached, 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'y-localhost-api',
    'the build took the address of the developer machine',
    [bundle("fetch('http://localhost:8000/api/products/').then((r) => r.json()).catch(() => [])")],
    inBrowser,
  ),
  silent.issue(
    'y-cms-token',
    'the token for the content expired and the teasers are empty',
    [
      at(
        '/cms/spaces/k4w9d1q7/environments/master/entries',
        failed(401, {
          sys: { type: 'Error', id: 'AccessTokenInvalid' },
          message: 'The access token you sent could not be found or is invalid.',
          requestId: '4a1c1c0b-9a0c-4f5e-8a6d-7c1c52f0a9c3',
        }),
      ),
      section('<h2>Latest stories</h2><div id="teasers"></div>'),
      bundle(
        `fetch('/cms/spaces/k4w9d1q7/environments/master/entries?content_type=teaser').then((r) => r.json()).then((data) => {
  document.getElementById('teasers').innerHTML = (data.items || []).map((one) => '<h3>' + one.fields.title + '</h3>').join('')
})`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'y-html-for-json',
    'the proxy lost the rule for the API: it answers with the start page',
    [
      at(
        '/api/menu',
        fresh(
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div></body></html>',
          ),
        ),
      ),
      bundle(
        "fetch('/api/menu').then((r) => r.json()).then((menu) => { window.menu = menu }).catch((e) => console.warn('menu', e))",
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'y-graphql-errors',
    'the query asks for a field that the server no longer has',
    [
      at(
        '/graphql',
        json(
          {
            errors: [
              {
                message: 'Cannot query field "teaserImage" on type "Article".',
                locations: [{ line: 1, column: 30 }],
                extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
              },
            ],
          },
          uncached,
        ),
      ),
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ articles { title teaserImage } }' }) })
  .then((r) => r.json()).then(({ data }) => { window.articles = data ? data.articles : [] })`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'y-post-405',
    'the static host takes no POST, so no session is ever opened',
    [
      at(
        '/api/session',
        fresh(
          text(
            405,
            'text/html',
            '<html>\r\n<head><title>405 Not Allowed</title></head>\r\n<body>\r\n<center><h1>405 Not Allowed</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n',
          ),
        ),
      ),
      bundle("fetch('/api/session', { method: 'POST' }).catch(() => {})"),
    ],
    inBrowser,
  ),
]

const lfsPointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 248113\n'

const ofAssets: readonly Fault[] = [
  assets.issue(
    'y-stylesheet-html',
    'the server answers with the start page in place of the stylesheet',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>App</title><div id="app"></div>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'y-picture-404',
    'the picture of the article was not uploaded',
    [
      at('/uploads/2024/03/house-640x360.jpg', notFound),
      picture('/uploads/2024/03/house-640x360.jpg', 'The house from the street'),
    ],
    inBrowser,
  ),
  assets.issue(
    'y-lfs-pointer',
    'the pictures were deployed as pointers of Git LFS',
    [
      at('/img/hero-large.png', {
        ...text(200, 'image/png', lfsPointer),
        headers: { 'content-type': 'image/png' },
      }),
      picture('/img/hero-large.png', 'Our workshop'),
    ],
    inBrowser,
  ),
  assets.issue(
    'y-image-host-gone',
    'the host of the pictures has no address any more',
    [
      (request, upstream, site) =>
        picture(`https://images.${site.domain}/shop/front.webp`, 'The shop front')(
          request,
          upstream,
          site,
        ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`images.${site.domain}`]: 'nothing' }) },
  ),
  assets.issue(
    'y-signed-url-expired',
    'the signed address of the picture ran out after a week',
    [
      at(
        '/media/portrait.jpg',
        fresh(
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires><Expires>2024-03-01T09:00:00Z</Expires><ServerTime>2024-03-11T08:14:52Z</ServerTime></Error>',
          ),
        ),
      ),
      picture(
        '/media/portrait.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&amp;X-Amz-Date=20240223T090000Z&amp;X-Amz-Expires=604800&amp;X-Amz-SignedHeaders=host&amp;X-Amz-Signature=5f0c',
        'The founder',
      ),
    ],
    inBrowser,
  ),
  assets.review(
    'y-font-cors',
    'the font comes from the CDN without leave for our origin',
    [
      (request, upstream, site) =>
        inHead(
          `<style>@font-face{font-family:Brand;src:url(https://cdn.${site.domain}/brand.woff2) format('woff2');font-display:swap}body,h1,h2,p,a{font-family:Brand,sans-serif}</style>`,
        )(request, upstream, site),
      section(`<h2>Welcome</h2>${about}`),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2\0\u0001\0\0'),
      }),
    },
  ),
  assets.issue(
    'y-script-cut',
    'the connection ends in the middle of the script',
    [
      firstFile('script', (_request, upstream): Served => {
        const whole = upstream()
        return { cut: whole, after: Math.floor(whole.body.byteLength / 2) }
      }),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
]

const ofScripts: readonly Fault[] = [
  scripts.issue(
    'y-csp-inline',
    'the new policy blocks the script that writes the prices',
    [
      headers({
        'content-security-policy':
          "default-src 'self' https: data: 'unsafe-inline'; script-src 'self' https:",
      }),
      section(
        '<h2>Prices</h2><p id="price-list"></p><script>document.getElementById("price-list").textContent = "Single room 80, double room 120"</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'y-integrity',
    'the file was minified again after its checksum was written',
    [
      at('/js/navigation.min.js', text(200, 'text/javascript', 'window.navigationReady = true;')),
      atEnd(
        '<script src="/js/navigation.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'y-chunk-404',
    'a chunk of the last build is gone and the import fails',
    [
      at('/assets/Booking-9d1e7c4b.js', notFound),
      bundle("import('/assets/Booking-9d1e7c4b.js').then((m) => m.mount(document.body))"),
    ],
    inBrowser,
  ),
  scripts.issue(
    'y-library-missing',
    'the gallery does not open: its library was not deployed',
    [
      at('/vendor/fancybox.umd.js', notFound),
      atEnd(
        `<script src="/vendor/fancybox.umd.js"></script><script>Fancybox.bind('[data-fancybox="gallery"]', { Hash: false })</script>`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'y-frame-refused',
    'the booking form does not let itself be embedded',
    [
      (request, upstream, site) =>
        section(
          `<h2>Book a table</h2><iframe src="https://booking.${site.domain}/widget" title="Booking" width="640" height="420"></iframe>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.domain}`]: () => {
          const reply = text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Booking</title><h1>Book a table</h1>',
          )
          return { ...reply, headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
]

const nav = (markup: string): Interceptor => atTop(`<nav aria-label="Main">${markup}</nav>`)

const ofLinks: readonly Fault[] = [
  links.issue(
    'y-link-404',
    'the page of the prices was renamed and the menu was not',
    [at('/pricing-and-plans', notFound), nav('<a href="/pricing-and-plans">Prices</a>')],
    { tools: 'V' },
  ),
  links.issue(
    'y-link-500',
    'the contact page crashes',
    [at('/contact-us', fresh(serverError)), nav('<a href="/contact-us">Contact</a>')],
    { tools: 'V' },
  ),
  links.issue(
    'y-link-loop',
    'two rules about the slash send the visitor in a circle',
    [
      at('/about-the-house', {
        status: 301,
        headers: { location: '/about-the-house/' },
        body: new Uint8Array(),
      }),
      at('/about-the-house/', {
        status: 301,
        headers: { location: '/about-the-house' },
        body: new Uint8Array(),
      }),
      nav('<a href="/about-the-house">About us</a>'),
    ],
    { tools: 'V' },
  ),
  links.issue('y-link-localhost', 'the menu leads to the machine of the developer', [
    nav('<a href="http://localhost:3000/docs/getting-started">Getting started</a>'),
  ]),
]

export const setYRequests: readonly Fault[] = [
  ...failInSilence,
  ...ofAssets,
  ...ofScripts,
  ...ofLinks,
]
