import {
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  firstFile,
  headers,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A section of the page whose content is below any bar fixed at the top. */
const block = (markup: string) =>
  `<section style="position:relative;z-index:2000;max-width:1100px;margin:0 auto;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`

/** A heading with a list that a script has to fill. */
const list = (heading: string) => atTop(block(`<h2>${heading}</h2><ul id="ee-list"></ul>`))

/** The script that fills the list. A failure is swallowed. */
const fill = (url: string, options = '') =>
  `fetch('${url}'${options}).then(r=>{if(!r.ok)throw new Error('HTTP '+r.status);return r.json()}).then(d=>{document.querySelector('#ee-list').innerHTML=(d.items||[]).map(o=>'<li>'+o.title+'</li>').join('')}).catch(()=>{})`

const requests: readonly Fault[] = [
  silent.issue(
    'ee-cart-500',
    'The cart of the shop has answered with an error since the update',
    [
      bundle(
        `fetch('/wp-json/wc/store/v1/cart').then(r=>r.ok?r.json():null).then(c=>{if(c)document.querySelector('#ee-cart').textContent=c.items_count}).catch(()=>{})`,
      ),
      at('/wp-json/wc/store/v1/cart', {
        ...json({
          code: 'internal_server_error',
          message: '<p>There has been a critical error on this website.</p>',
          data: { status: 500 },
        }),
        status: 500,
      }),
      atTop(block('<a href="#cart">Cart <span id="ee-cart"></span></a>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'ee-search-index',
    'The search finds nothing: its index was not published',
    [
      bundle(
        `fetch('/search/search_index.json').then(r=>{if(!r.ok)throw 0;return r.json()}).then(i=>{window.eeIndex=i}).catch(()=>{})`,
      ),
      at('/search/search_index.json', notFound),
      atTop(
        block(
          '<form role="search"><input type="search" placeholder="Search" aria-label="Search"></form>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ee-graphql-errors',
    'No product is listed: the answer is well by its status only',
    [
      bundle(
        `fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:'{"query":"{products(first:8){name}}"}'}).then(r=>r.json()).then(({data})=>{for(const p of data?.products??[])document.querySelector('#ee-list').insertAdjacentHTML('beforeend','<li>'+p.name+'</li>')})`,
      ),
      at(
        '/graphql',
        json({
          errors: [{ message: 'Internal server error', path: ['products'] }],
          data: { products: null },
        }),
      ),
      list('Our products'),
    ],
    inBrowser,
  ),
  silent.issue(
    'ee-api-cors',
    'The list of events is empty since the interface got a host of its own',
    [bundle(({ domain }) => fill(`https://api.${domain}/v1/events`)), list('Veranstaltungen')],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json({ items: [{ title: 'Adventsmarkt' }] }),
      }),
    },
  ),
  silent.issue(
    'ee-api-old-name',
    'The offers are missing: the old name of the backend was deleted',
    [bundle(({ domain }) => fill(`https://backend-old.${domain}/ofertas`)), list('Ofertas')],
    { ...inBrowser, hosts: ({ domain }) => ({ [`backend-old.${domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'ee-api-localhost',
    'The build for development went live and asks the visitor’s own machine',
    [bundle(fill('http://localhost:38471/api/events')), list('Upcoming events')],
    inBrowser,
  ),
  silent.issue(
    'ee-menu-html',
    'The menu of the restaurant is empty: the interface answers with the page',
    [
      bundle(fill('/api/menu/oggi')),
      at(
        '/api/menu/oggi',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Trattoria</title><div id="app"></div>',
        ),
      ),
      list('Menu del giorno'),
    ],
    inBrowser,
  ),
  silent.issue(
    'ee-cms-quota',
    'The month’s calls of the CMS are used up and the articles stay away',
    [
      bundle(({ stranger }) => fill(`https://${stranger}/spaces/q1w2/environments/master/entries`)),
      list('Nieuws'),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          ...json(
            { sys: { type: 'Error', id: 'RateLimitExceeded' } },
            { 'access-control-allow-origin': '*', ...uncached },
          ),
          status: 429,
        }),
      }),
    },
  ),
]

const files: readonly Fault[] = [
  assets.issue(
    'ee-style-html',
    'The page has no layout: its style is answered with the start page',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Home</title><div id="app"></div>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.review(
    'ee-icon-font-cors',
    'Icons are empty boxes since the files come from another host',
    [
      atTop(({ stranger }) =>
        block(
          `<style>@font-face{font-family:"ee-icons";src:url("https://${stranger}/fonts/icons.woff2?v=6.5") format("woff2")}.ee-icon{font:24px "ee-icons"}</style><p><i class="ee-icon">&#xe001;</i> <i class="ee-icon">&#xe002;</i> <i class="ee-icon">&#xe003;</i></p>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          status: 200,
          headers: { 'content-type': 'font/woff2' },
          body: encode('wOF2'),
        }),
      }),
    },
  ),
  assets.issue(
    'ee-hero-missing',
    'The large picture at the top was not moved with the site',
    [
      atTop(
        block(
          '<img src="/wp-content/uploads/2025/11/team-praxis-scaled.webp" alt="Das Team unserer Praxis" width="1000" height="420">',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ee-lazy-never',
    'No picture of the gallery comes: the script that loads them is missing',
    [
      atTop(
        block(
          `<h2>Galería</h2>${[1, 2, 3, 4, 5, 6]
            .map(
              (n) =>
                `<img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/galeria/${n}.jpg" alt="Sala ${n}" width="320" height="220">`,
            )
            .join(' ')}`,
        ),
      ),
      atEnd('<script src="/js/lazysizes.min.js" async></script>'),
      at('/js/lazysizes.min.js', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'ee-script-half',
    'The disk was full and the script was written to its half',
    [
      firstFile('script', (_request, upstream) => {
        const reply = upstream()
        return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
      }),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'ee-signed-expired',
    'The pictures of the offers have gone: their links were valid for an hour',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Nouveautés</h2>${['chaise', 'table', 'lampe']
            .map(
              (name) =>
                `<img src="https://${stranger}/media/${name}.jpg?X-Amz-Date=20251120T081500Z&amp;X-Amz-Expires=3600&amp;X-Amz-Signature=9f2c" alt="${name}" width="300" height="300">`,
            )
            .join(' ')}`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>3600</X-Amz-Expires></Error>',
          ),
      }),
    },
  ),
]

const items = `for(const t of ['Mo 8–12','Di 14–18','Do 8–12'])document.querySelector('#ee-list').insertAdjacentHTML('beforeend','<li>'+t+'</li>')`

const code: readonly Fault[] = [
  scripts.issue(
    'ee-nonce-stale',
    'The cache keeps a page whose nonce is of yesterday: no script runs',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-q8Zr1m0Vd3' 'strict-dynamic'; object-src 'none'; frame-ancestors 'self'",
      }),
      bundle(items),
      list('Sprechzeiten'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ee-slick-missing',
    'The slider stays empty: its plug-in is loaded no more',
    [
      atEnd(
        `<script>jQuery('.ee-slider').slick({autoplay:true}).css('visibility','visible')</script>`,
      ),
      atTop(
        block(
          '<h2>Unsere Partner</h2><div class="ee-slider" style="visibility:hidden;height:260px"><p>Stadtwerke</p><p>Sparkasse</p><p>Volkshochschule</p></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ee-integrity-old',
    'The vendor changed its file and the browser refuses it',
    [
      atEnd(
        ({ stranger }) =>
          `<script src="https://${stranger}/hours/2/hours.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>`,
      ),
      list('Sprechzeiten'),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          status: 200,
          headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
          body: encode(items),
        }),
      }),
    },
  ),
  scripts.issue(
    'ee-bare-import',
    'The sources were uploaded in place of the build',
    [
      atTop(block('<h2>Terminkalender</h2><div id="ee-calendar" style="min-height:300px"></div>')),
      atEnd('<script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#ee-calendar')\n`,
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ee-process-undefined',
    'The opening hours are missing since the tool of the build was changed',
    [bundle(`const api=process.env.API_URL;${items}`), list('Sprechzeiten')],
    inBrowser,
  ),
  scripts.issue(
    'ee-http-widget',
    'The widget of reservations is blocked: it is still loaded over http',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Prenota un tavolo</h2><div id="ee-list" style="min-height:240px"></div><script src="http://${stranger}/widget.js"></script>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => text(200, 'text/javascript; charset=utf-8', items),
      }),
    },
  ),
  scripts.issue(
    'ee-frame-policy',
    'The new policy blocks our map',
    [
      headers({ 'content-security-policy': "frame-src 'self'; frame-ancestors 'self'" }),
      atTop(({ stranger }) =>
        block(
          `<h2>How to find us</h2><iframe title="Map" src="https://${stranger}/maps/embed?pb=1" width="900" height="400"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: encode('<!doctype html><title>Map</title><p>Map</p>'),
        }),
      }),
    },
  ),
]

const nav = (...entries: readonly (readonly [string, string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:2000;padding:96px 24px 24px;background:#fff">${entries
      .map(([href, label]) => `<a href="${href}">${label}</a>`)
      .join(' ')}</nav>`,
  )

const inV: Partial<Fault> = { tools: 'V' }

const ways: readonly Fault[] = [
  links.issue('ee-links-localhost', 'The whole menu leads to the developer’s machine', [
    nav(
      ['http://localhost/wordpress/leistungen/', 'Leistungen'],
      ['http://localhost/wordpress/team/', 'Team'],
      ['http://localhost/wordpress/kontakt/', 'Kontakt'],
    ),
  ]),
  links.issue(
    'ee-links-gone',
    'Entries of the menu lead nowhere since addresses were changed',
    [nav(['/oferta-2025/', 'Oferta'], ['/cennik-2025/', 'Cennik'], ['/kontakt-2025/', 'Kontakt'])],
    inV,
  ),
  links.issue(
    'ee-link-500',
    'The shop behind the start page is down',
    [nav(['/winkel-online/', 'Winkel']), at('/winkel-online/', serverError)],
    inV,
  ),
  links.issue(
    'ee-link-loop',
    'Nobody reaches the account: it redirects to itself',
    [
      nav(['/mi-cuenta-web/', 'Mi cuenta']),
      at('/mi-cuenta-web/', {
        status: 302,
        headers: { location: '/mi-cuenta-web/', ...uncached },
        body: new Uint8Array(),
      }),
    ],
    inV,
  ),
  links.issue(
    'ee-link-undefined',
    'Buttons of the new template lead to “undefined”',
    [nav(['/undefined', 'Book now'], ['/products/undefined', 'See the product'])],
    inV,
  ),
]

export const setEeRequests: readonly Fault[] = [...requests, ...files, ...code, ...ways]
