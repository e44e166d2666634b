import {
  at,
  atTop,
  bundle,
  document,
  everyAsset,
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
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

/** A section of the page as rendered on the server. */
const part = (html: string) =>
  atTop(
    `<section style="position:relative;z-index:5;margin:0;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`,
  )

/** A heading above an element that a script should fill. `box` in the script is that element. */
const section = (id: string, heading: string, source: string) => [
  part(`<h2>${heading}</h2><div id="${id}" style="min-height:80px"></div>`),
  bundle(`(async()=>{const box=document.getElementById('${id}');${source}})()`),
]

const asHtml = (body: string, status = 200) => text(status, 'text/html; charset=utf-8', body)

const refused: readonly Fault[] = [
  silent.issue(
    'l-livewire-419',
    'The page cache keeps old CSRF tokens, the booking part never loads.',
    [
      at('/livewire/update', asHtml('<title>Page Expired</title><div>419</div>', 419)),
      ...section(
        'booking',
        'Book a table',
        `const r=await fetch('/livewire/update',{method:'POST',headers:{'content-type':'application/json','x-livewire':''},body:JSON.stringify({_token:'Vb0q',components:[{calls:[{method:'loadSlots'}]}]})});if(r.ok)box.innerHTML=await r.text()`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'l-compose-name',
    'The build has the name of the container in it and not the address of the API.',
    section(
      'courses',
      'Our courses',
      `try{const r=await fetch('http://backend:8000/api/courses/');box.textContent=(await r.json()).length}catch(e){console.error('Failed to load courses',e)}`,
    ),
    inBrowser,
  ),
  silent.review(
    'l-hasura-denied',
    'The public role has lost its permission: 200, and no product.',
    [
      at('/v1/graphql', () =>
        json(
          {
            errors: [
              {
                message: "field 'products' not found in type: 'query_root'",
                extensions: { path: '$.selectionSet.products', code: 'validation-failed' },
              },
            ],
          },
          uncached,
        ),
      ),
      ...section(
        'products',
        'Products',
        `const r=await fetch('/v1/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'{products{id name price}}'})});const {data,errors}=await r.json();if(errors)console.error('[GraphQL error]: '+errors[0].message);box.innerHTML=(data?.products??[]).map((p)=>'<article>'+p.name+'</article>').join('')`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'l-cors-www',
    'The API allows the bare domain and we are on www.',
    section(
      'events',
      'Veranstaltungen',
      `try{const r=await fetch('https://api.'+location.hostname.replace('www.','')+'/events');const all=await r.json();box.innerHTML=all.map((e)=>'<p>'+e.title+'</p>').join('')}catch(e){console.error(e)}`,
    ),
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () =>
          json([{ title: 'Konzert' }], {
            'access-control-allow-origin': `https://${domain}`,
            vary: 'Origin',
          }),
      }),
    },
  ),
  silent.issue(
    'l-preflight-405',
    'The gateway does not know OPTIONS, so no call with a token gets through.',
    section(
      'stock',
      'Stock',
      `try{const r=await fetch('https://gateway.'+location.hostname.replace('www.','')+'/v2/stock',{headers:{authorization:'Bearer public','content-type':'application/json'}});box.textContent=(await r.json()).total}catch(e){console.error(e)}`,
    ),
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`gateway.${domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"message":"Method Not Allowed"}')
            : json({ total: 18 }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.review(
    'l-cable-404',
    'nginx does not pass the upgrade on: no live scores.',
    section(
      'scores',
      'Live scores',
      `box.innerHTML='<p>Harbour 0 : 0 Mill Lane</p>';const open=()=>{const s=new WebSocket('wss://'+location.host+'/cable');s.onmessage=(m)=>{box.textContent=m.data};s.onclose=()=>setTimeout(open,2500)};open()`,
    ),
    inBrowser,
  ),
  silent.review(
    'l-event-source-html',
    'The stream of the queue answers with the page of the application.',
    [
      at('/events/queue', asHtml('<!doctype html><title>App</title><div id="app"></div>')),
      ...section(
        'queue',
        'Waiting time',
        `box.innerHTML='<p>– min</p>';const s=new EventSource('/events/queue');s.onmessage=(m)=>{box.textContent=m.data+' min'};s.onerror=()=>s.close()`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'l-rewrite-eats-api',
    'The rewrite for the application answers the calls of the API too.',
    [
      at('/api/menu', (_request, _upstream, site) => asHtml(site.page.html)),
      ...section(
        'dishes',
        'Menù del giorno',
        `const r=await fetch('/api/menu',{headers:{accept:'application/json'}});const all=await r.json();box.innerHTML=all.map((d)=>'<p>'+d.nome+'</p>').join('')`,
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'l-store-api-forbidden',
    'A security plugin has closed the REST API that the cart needs.',
    [
      at(
        '/wp-json/wc/store/v1/cart',
        text(
          401,
          'application/json; charset=UTF-8',
          '{"code":"rest_cannot_access","message":"DRA: Only authenticated users can access the REST API.","data":{"status":401}}',
        ),
      ),
      ...section(
        'mini-cart',
        'Panier',
        `const r=await fetch('/wp-json/wc/store/v1/cart');if(r.ok)box.textContent=(await r.json()).items_count+' articles'`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'l-rails-n-plus-timeout',
    'The list of flats runs into the timeout of the router each time.',
    [
      at('/flats.json', {
        ...text(503, 'text/html', '<!DOCTYPE html><title>Application Error</title>'),
        headers: { 'content-type': 'text/html', server: 'Cowboy', ...uncached },
      }),
      ...section(
        'flats',
        'Lägenheter',
        `for(let i=0;i<3;i++){const r=await fetch('/flats.json').catch(()=>null);if(r?.ok){box.textContent=(await r.json()).length;return}await new Promise((f)=>setTimeout(f,600))}`,
      ),
    ],
    inBrowser,
  ),
]

const pictures = (id: string, sources: readonly string[]) =>
  part(
    `<h2>Gallery</h2><div id="${id}">${sources.map((one) => `<img src="${one}" width="220" height="150" alt="" style="border:1px solid #ccc;margin:4px">`).join('')}</div>`,
  )

const emptyStyles = text(200, 'text/css; charset=utf-8', '')

const files: readonly Fault[] = [
  assets.issue(
    'l-next-image-400',
    'The host of the pictures is not in remotePatterns on the server.',
    [
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
      pictures(
        'shots',
        ['a', 'b', 'c'].map(
          (one) => `/_next/image?url=https%3A%2F%2Fcms.example.org%2F${one}.jpg&amp;w=640&amp;q=75`,
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'l-lfs-pointer',
    'The build at the host has no Git LFS: every picture is a small text.',
    [
      everyAsset(
        /^\/photos\//,
        text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184220\n',
        ),
      ),
      pictures('photos', ['/photos/workshop.jpg', '/photos/oven.jpg', '/photos/team.jpg']),
    ],
    inBrowser,
  ),
  assets.issue(
    'l-presigned-expired',
    'The signed addresses of our pictures are older than a week.',
    [
      atTop(
        (site) =>
          `<section style="padding:96px 24px 24px;background:#fff"><h2>Neu im Sortiment</h2>${['1', '2', '3'].map((n) => `<img width="220" height="150" alt="Artikel ${n}" src="https://media.${site.domain}/p/${n}.jpg?X-Amz-Date=20261101T080000Z&amp;X-Amz-Expires=604800">`).join('')}</section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`media.${domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires></Error>',
          ),
      }),
    },
  ),
  assets.issue(
    'l-disk-full-css',
    'The disk was full while it was deployed: the stylesheet has no bytes.',
    [firstFile('stylesheet', emptyStyles), everyAsset(/\.css$/, emptyStyles)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'l-icon-font-cors',
    'The icons come from the CDN that sends no CORS field: squares.',
    [
      atTop(
        (site) =>
          `<style>@font-face{font-family:ShopIcons;src:url(https://cdn.${site.domain}/icons.woff2) format("woff2")}.si{font:32px ShopIcons;margin-right:24px}</style><nav style="padding:96px 24px 24px;background:#fff;color:#111"><a href="#" class="si">\ue001</a><a href="#" class="si">\ue002</a><a href="#" class="si">\ue003</a><a href="#" class="si">\ue004</a></nav>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`cdn.${domain}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  assets.review(
    'l-hero-video-404',
    'The film is larger than the limit of the host and was left out.',
    [
      part(
        '<video src="/media/intro-4k.mp4" autoplay muted loop playsinline width="640" height="360" style="background:#000"></video><h2>Sailing school Lake District</h2>',
      ),
    ],
    inBrowser,
  ),
]

const policies: readonly Fault[] = [
  scripts.issue(
    'l-inline-critical-csp',
    'Angular loads its styles with an onload attribute and our policy forbids it.',
    [
      document((html) =>
        html.replace(/<link\b[^>]*\brel=["']?stylesheet\b[^>]*>/gi, (tag) =>
          tag
            .replace(/\smedia=("[^"]*"|'[^']*'|[^\s>]+)/i, '')
            .replace(/^<link\b/i, '<link media="print" onload="this.media=\'all\'"'),
        ),
      ),
      headers({ 'content-security-policy': "script-src-attr 'none'; frame-ancestors 'self'" }),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  scripts.issue(
    'l-nonce-cached',
    'The cache keeps the nonce of the page and the field is new each time.',
    [
      part('<h2>Rooms and prices</h2><div id="rooms" style="min-height:80px"></div>'),
      document((html) =>
        html.replace(/<script(?=[\s>])/gi, '<script nonce="r4nd0mOldNonce0000000=="'),
      ),
      bundle(`document.getElementById('rooms').textContent='Double room from 89'`),
      headers({
        'content-security-policy':
          "script-src 'nonce-Zm9yIGVhY2ggYW5zd2Vy' 'strict-dynamic'; frame-ancestors 'self'",
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    'l-sri-minified',
    'The network minifies the library and the hash does not fit any more.',
    [
      at('/vendor/slider.min.js', text(200, 'text/javascript', 'window.Slider=class{mount(){}}')),
      part(
        '<h2>Our work</h2><div id="slides" style="min-height:120px"></div><script src="/vendor/slider.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script><script>new Slider("#slides").mount()</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'l-process-undefined',
    'Works with the development server: the bundle reads process.env.',
    section(
      'offers',
      'Angebote',
      `const api=process.env.VUE_APP_API;const r=await fetch(api+'/offers');box.textContent=await r.text()`,
    ),
    inBrowser,
  ),
  scripts.issue(
    'l-coep-pictures',
    'We need SharedArrayBuffer on one page and sent COEP on all of them.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop(
        (site) =>
          `<section style="padding:96px 24px 24px;background:#fff"><h2>Référence photos</h2>${['salon', 'cuisine', 'jardin'].map((one) => `<img width="220" height="150" alt="${one}" src="https://img.${site.stranger}/${one}.svg">`).join('')}</section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`img.${stranger}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="220" height="150"><rect width="220" height="150" fill="#7a9"/></svg>',
          ),
      }),
    },
  ),
  scripts.issue(
    'l-dead-calendar-cdn',
    'The CDN of the calendar is switched off, nobody sees a free date.',
    [
      inHead(
        (site) =>
          `<script src="https://code.${site.stranger}/fullcalendar/5/main.min.js"></script>`,
      ),
      part(
        '<h2>Free dates</h2><div id="calendar" style="min-height:80px"></div><script>new FullCalendar.Calendar(document.getElementById("calendar"),{initialView:"dayGridMonth"}).render()</script>',
      ),
    ],
    inBrowser,
  ),
]

const menu = (paths: readonly string[]) =>
  part(
    `<nav>${paths.map((one) => `<a href="${one}" style="margin-right:16px">${one.split('/').pop()}</a>`).join('')}</nav>`,
  )

const nothing = new Uint8Array()

const onlyLinks: Partial<Fault> = { tools: 'V' }

const broken: readonly Fault[] = [
  links.issue(
    'l-locale-twice',
    'Each entry of the menu has the language twice and leads to 404.',
    [menu(['/en/en/rooms', '/en/en/prices', '/en/en/how-to-find-us', '/en/en/contact'])],
    onlyLinks,
  ),
  links.issue(
    'l-no-fallback',
    'Without the rewrite of nginx each deep link of the menu is 404.',
    [
      everyAsset(
        /^\/(?:produkte|preise|ueber-uns|kontakt)$/,
        asHtml(
          '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>nginx/1.27.2</center></body></html>',
          404,
        ),
      ),
      menu(['/produkte', '/preise', '/ueber-uns', '/kontakt']),
    ],
    onlyLinks,
  ),
  links.issue(
    'l-impressum-404',
    'Impressum and Datenschutz are 404, and that costs money here.',
    [
      part(
        '<footer><a href="/impressum">Impressum</a> · <a href="/datenschutz">Datenschutzerklärung</a></footer>',
      ),
    ],
    onlyLinks,
  ),
  links.issue(
    'l-shop-500',
    'The shop behind the button fails since the update of PHP.',
    [
      everyAsset(/^\/(?:shop|warenkorb)\/$/, serverError),
      part('<a href="/shop/">Zum Shop</a> <a href="/warenkorb/">Warenkorb</a>'),
    ],
    onlyLinks,
  ),
  links.review(
    'l-slash-war',
    'nginx adds the slash, the application takes it away: a link that goes round.',
    [
      at('/catalogue', { status: 301, headers: { location: '/catalogue/' }, body: nothing }),
      at('/catalogue/', { status: 301, headers: { location: '/catalogue' }, body: nothing }),
      part('<a href="/catalogue">See the whole catalogue</a>'),
    ],
    onlyLinks,
  ),
  links.review(
    'l-links-to-localhost',
    'The menu was built with the address of the laptop.',
    [
      part(
        '<nav><a href="http://localhost:4321/about/">About</a> <a href="http://localhost:4321/work/">Work</a> <a href="http://localhost:4321/contact/">Contact</a></nav>',
      ),
    ],
    { tools: 'PV' },
  ),
]

export const setLRequests: readonly Fault[] = [...refused, ...files, ...policies, ...broken]
