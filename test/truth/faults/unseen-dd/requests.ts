import {
  application,
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
const policies = rowsOf('scripts and policies')
const links = rowsOf('links')

const part = (title: string, inner: string) =>
  `<section style="position:relative;z-index:5;padding:24px;background:#fff;color:#1c1c1c"><h2>${title}</h2>${inner}</section>`

/** A section of products that stays empty if its request fails. The author logs the error, or not even that. */
const shelf = atTop(
  part(
    'Bestsellers',
    '<div id="dd-shelf" style="min-height:160px"></div><p>Prices include VAT.</p>',
  ),
)
const fill = (url: string, options = '{}') =>
  `fetch(${url},${options}).then(function(r){return r.json()}).then(function(d){(d.items||[]).forEach(function(i){var p=document.createElement('p');p.textContent=i.name;document.getElementById('dd-shelf').appendChild(p)})}).catch(function(e){console.log('products',e)})`

const items = { items: [{ name: 'Teapot' }, { name: 'Bowl' }] }
const nav = (...entries: readonly (readonly [href: string, label: string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:5;background:#fff;padding:8px">${entries.map(([href, label]) => `<a href="${href}">${label}</a>`).join(' | ')}</nav>`,
  )
const pageNamed = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>Everything about it.</p></body></html>`,
  )
const binary = (type: string, length: number): Reply => ({
  status: 200,
  headers: { 'content-type': type },
  body: new Uint8Array(length).fill(7),
})
const onlyLinks: Partial<Fault> = { tools: 'V' }

export const setDdRequests: readonly Fault[] = [
  silent.issue(
    'dd-api-name-gone',
    'The name of the API was deleted with the old zone, and the shelf is empty.',
    [bundle((site) => fill(`'https://api.${site.domain}/products'`)), shelf],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'dd-localhost-api',
    'The build has the address of the developer in it: no visitor gets products.',
    [bundle(fill("'http://localhost:5000/api/products'")), shelf],
    inBrowser,
  ),
  silent.issue(
    'dd-mixed-api',
    'The API is called over http from a page over https, and the browser blocks it.',
    [bundle((site) => fill(`'http://backend.${site.domain}/products'`)), shelf],
    { ...inBrowser, hosts: (site) => ({ [`backend.${site.domain}`]: () => json(items) }) },
  ),
  silent.issue(
    'dd-cors-dev-origin',
    'The API still allows only the origin of the development server.',
    [bundle((site) => fill(`'https://api.${site.domain}/v1/products'`)), shelf],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json(items, { 'access-control-allow-origin': 'http://localhost:5173', vary: 'Origin' }),
      }),
    },
  ),
  silent.issue(
    'dd-undefined-base',
    'The variable with the address of the API is not set, so every call goes to /undefined.',
    [bundle(`var base=undefined;${fill("base+'/products'")}`), shelf],
    inBrowser,
  ),
  silent.review(
    'dd-graphql-errors',
    'GraphQL says 200, but its answer has only errors since the schema changed, and the shelf is empty.',
    [
      bundle(
        `fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:'{"query":"{ bestsellers { name } }"}'}).then(function(r){return r.json()}).then(function(r){if(!r.data)return;document.getElementById('dd-shelf').textContent=r.data.bestsellers.length})`,
      ),
      shelf,
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "bestsellers" on type "Query".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'dd-preflight-404',
    'The new firewall does not let OPTIONS through, so the search finds nothing.',
    [
      bundle((site) =>
        fill(
          `'https://search.${site.domain}/query'`,
          "{method:'POST',headers:{'content-type':'application/json','x-api-key':'pk_live_3'},body:'{\"q\":\"*\"}'}",
        ),
      ),
      shelf,
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`search.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? notFound
            : json(items, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'dd-rest-500',
    'The WordPress behind the shop answers its REST calls with an empty 500.',
    [
      bundle(fill("'/wp-json/shop/v1/bestsellers'")),
      shelf,
      at('/wp-json/shop/v1/bestsellers', text(500, 'text/html; charset=UTF-8', '')),
    ],
    inBrowser,
  ),
  silent.issue(
    'dd-tiles-forbidden',
    'The map has markers but no map: the key for the tiles is over its quota.',
    [
      atTop(
        part(
          'Where we are',
          `<div style="position:relative;width:768px;height:512px;background:#ddd;overflow:hidden">${[0, 1, 2].flatMap((x) => [0, 1].map((y) => `<img alt="" src="/tiles/12/${2200 + x}/${1343 + y}.png?key=k8" style="position:absolute;left:${x * 256}px;top:${y * 256}px;width:256px;height:256px">`)).join('')}<span style="position:absolute;left:360px;top:240px;color:#c00">●</span></div>`,
        ),
      ),
      (request) =>
        request.path.startsWith('/tiles/')
          ? text(403, 'application/json', '{"message":"Forbidden: quota exceeded"}')
          : undefined,
    ],
    inBrowser,
  ),
  assets.issue(
    'dd-style-is-index',
    'The host answers unknown files with the index, so the style sheet is HTML and is refused.',
    [
      firstFile(
        'stylesheet',
        text(200, 'text/html; charset=utf-8', '<!doctype html><div id="app"></div>'),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'dd-storage-link',
    'The link to the storage was not made on the new server: all photos are broken.',
    [
      atTop(
        part(
          'Our dogs',
          [1, 2, 3, 4, 5, 6]
            .map(
              (n) => `<img src="/storage/dogs/${n}.jpg" alt="Dog ${n}" width="240" height="180">`,
            )
            .join(''),
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'dd-next-image-402',
    'The quota of the image optimisation is used up, and the pictures are gone.',
    [
      atTop(
        part(
          'The team',
          ['anna', 'ben', 'carla', 'dan']
            .map(
              (name) =>
                `<img alt="${name}" width="256" height="256" decoding="async" data-nimg="1" src="/_next/image?url=%2Fteam%2F${name}.jpg&amp;w=640&amp;q=75">`,
            )
            .join(''),
        ),
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
    'dd-icon-words',
    'The font of the icons is not in the build: instead of a cart one reads shopping_cart.',
    [
      inHead(
        `<style>@font-face{font-family:'Material Icons';src:url(/fonts/MaterialIcons-Regular.woff2) format('woff2')}.material-icons{font-family:'Material Icons';font-size:24px;line-height:1;display:inline-block;white-space:nowrap;font-feature-settings:'liga'}</style>`,
      ),
      atTop(
        '<div style="position:relative;z-index:5;background:#fff;color:#333;padding:12px"><button><i class="material-icons">menu</i></button> <button><i class="material-icons">search</i></button> <button><i class="material-icons">shopping_cart</i></button> <button><i class="material-icons">account_circle</i></button> <button><i class="material-icons">keyboard_arrow_down</i></button></div>',
      ),
      at('/fonts/MaterialIcons-Regular.woff2', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'dd-lfs-pointers',
    'The pictures are in Git LFS, and the host published the pointers.',
    [
      atTop(
        part(
          'Gallery',
          ['quay', 'tower', 'garden']
            .map((name) => `<img src="/img/${name}.png" alt="${name}" width="320" height="200">`)
            .join(''),
        ),
      ),
      (request) =>
        /^\/img\/(?:quay|tower|garden)\.png$/.test(request.path)
          ? text(
              200,
              'image/png',
              'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 1412345\n',
            )
          : undefined,
    ],
    inBrowser,
  ),
  assets.review(
    'dd-fonts-cors',
    'The icons come from our CDN, which does not send the header for fonts: they are squares.',
    [
      inHead(
        (site) =>
          `<style>@font-face{font-family:"FA6";font-weight:900;src:url(https://cdn.${site.domain}/webfonts/fa-solid-900.woff2) format("woff2")}.fa-solid{font-family:"FA6";font-weight:900;font-style:normal}.fa-cart:before{content:"\\f07a"}.fa-phone:before{content:"\\f095"}.fa-bars:before{content:"\\f0c9"}</style>`,
      ),
      atTop(
        '<div style="position:relative;z-index:5;background:#fff;color:#333;padding:12px;font-size:24px"><i class="fa-solid fa-bars"></i> <i class="fa-solid fa-phone"></i> <i class="fa-solid fa-cart"></i></div>',
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`cdn.${site.domain}`]: () => binary('font/woff2', 4000) }),
    },
  ),
  policies.issue(
    'dd-csp-inline',
    'The new policy forbids inline scripts, and the price list is made by one.',
    [
      headers({
        'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'",
      }),
      atTop(
        part('Price list', '<table id="dd-prices"></table>') +
          '<script>document.getElementById("dd-prices").innerHTML="<tr><td>Cut</td><td>42</td></tr><tr><td>Colour</td><td>68</td></tr>"</script>',
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'dd-process-undefined',
    'The bundle reads a variable of Node, and the page stays white.',
    [
      application(
        "var api=process.env.REACT_APP_API_URL;document.getElementById('root').innerHTML='<h1>Orders</h1><p>'+api+'</p>'",
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'dd-firebase-key',
    'The keys are not in the environment of the host: Firebase throws before anything is drawn.',
    [
      application(
        "function FirebaseError(code,message){var e=new Error(message);e.name='FirebaseError';e.code=code;return e}var config={apiKey:undefined,authDomain:undefined,projectId:undefined};if(!config.apiKey)throw FirebaseError('auth/invalid-api-key','Firebase: Error (auth/invalid-api-key).');document.getElementById('root').innerHTML='<h1>Orders</h1>'",
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'dd-frame-refused',
    'Where guests book a table there is a grey box: the vendor does not let itself be framed.',
    [
      atTop((site) =>
        part(
          'Book a table',
          `<iframe src="https://book.${site.stranger}/widget/88" title="Booking" width="600" height="420"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`book.${site.stranger}`]: () => {
          const reply = pageNamed('Booking')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'SAMEORIGIN' } }
        },
      }),
    },
  ),
  policies.issue(
    'dd-mjs-type',
    'The server knows no .mjs, so the browser refuses the module and the viewer stays empty.',
    [
      atTop(
        part(
          'Floor plan',
          '<div id="dd-viewer" style="height:240px;border:1px solid #ccc"></div><script type="module" src="/viewer/viewer.mjs"></script>',
        ),
      ),
      at(
        '/viewer/viewer.mjs',
        text(
          200,
          'application/octet-stream',
          'document.getElementById("dd-viewer").textContent="Ground floor, 84 square metres"',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'dd-integrity-changed',
    'The vendor changed the file, its hash is still the old one: the slider is not built.',
    [
      atEnd(
        (site) =>
          part(
            'Our projects',
            '<style>.splide{visibility:hidden;min-height:220px}.splide.is-rendered{visibility:visible}</style><div class="splide" id="dd-slides"><ul class="splide__list"><li>A barn near Lucerne</li><li>A school in Chur</li><li>A library in Zug</li></ul></div>',
          ) +
          `<script src="https://cdn.${site.stranger}/npm/@splidejs/splide@4/dist/js/splide.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script><script>new Splide("#dd-slides").mount()</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => {
          const reply = text(
            200,
            'text/javascript; charset=utf-8',
            "window.Splide=function(s){this.mount=function(){document.querySelector(s).classList.add('is-rendered')}}",
          )
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  links.issue(
    'dd-menu-404',
    'Two entries of the menu lead nowhere since the pages were renamed.',
    [
      nav(['/treatments', 'Treatments'], ['/our-prices', 'Prices'], ['/team', 'Team']),
      at('/treatments', pageNamed('Treatments')),
      at('/our-prices', notFound),
      at('/team', notFound),
    ],
    onlyLinks,
  ),
  links.issue('dd-links-to-localhost', 'The buttons lead to the computer of the developer.', [
    nav(
      ['http://localhost:3000/', 'Home'],
      ['http://localhost:3000/pricing', 'Pricing'],
      ['http://localhost:3000/contact', 'Contact'],
    ),
  ]),
  links.issue(
    'dd-link-500',
    'The page for applications fails since the update of the form plugin.',
    [
      nav(['/apply', 'Apply now'], ['/courses', 'Courses']),
      at('/apply', serverError),
      at('/courses', pageNamed('Courses')),
    ],
    onlyLinks,
  ),
  links.issue(
    'dd-undefined-slugs',
    'The teasers lead to /blog/undefined, as the field of the slug has another name now.',
    [nav(['/blog/undefined', 'Spring in the Alps'], ['/blog/undefined#more', 'Read more'])],
    onlyLinks,
  ),
  links.issue(
    'dd-link-loop',
    'The page of the shop sends visitors round in a circle.',
    [
      nav(['/shop', 'Shop']),
      at('/shop', { status: 301, headers: { location: '/shop/' }, body: new Uint8Array() }),
      at('/shop/', { status: 301, headers: { location: '/shop' }, body: new Uint8Array() }),
    ],
    onlyLinks,
  ),
]
