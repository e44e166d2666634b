import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const asset = rowsOf('assets')
const script = rowsOf('scripts and policies')

const products = ['Bicycle', 'Rowing boat', 'Canoe', 'Helmet', 'Paddle', 'Lantern']

/** Visible product images in a grid, as in a shop. */
const grid = (source: (name: string, index: number) => string) =>
  `<section style="display:grid;grid-template-columns:repeat(3,260px);gap:12px">${products
    .map(
      (name, index) =>
        `<figure><img src="${source(name, index)}" width="260" height="180" alt="${name}"><figcaption>${name}</figcaption></figure>`,
    )
    .join('')}</section>`

/** Written by an outside tester who had not read the rules. */
export const setGAssets: readonly Fault[] = [
  asset.issue(
    'g-assets-under-other-base',
    'The site was built for another folder: no style and no script is found.',
    [everyAsset(/\.(?:css|m?js)$/, notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'g-script-is-index',
    'The old name of the script is answered with the page.',
    [
      firstFile('script', (_request, _upstream, site) =>
        text(200, 'text/html; charset=utf-8', site.page.html),
      ),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  asset.issue(
    'g-scripts-as-text',
    'The container has no table of types, and browsers refuse all scripts.',
    [
      everyAsset(/\.m?js$/, (_request, upstream) => {
        const reply = upstream()
        return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
      }),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  asset.issue(
    'g-tailwind-found-nothing',
    'The paths of the templates were wrong when the styles were built, so that none is in them.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '/*! tailwindcss v3.4.17 | MIT License | https://tailwindcss.com*/\n',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'g-image-optimizer-402',
    'The quota of the image service is used up.',
    [
      atTop(
        grid((name) => `/_next/image?url=%2Fimages%2F${encodeURIComponent(name)}.jpg&w=640&q=75`),
      ),
      at(
        '/_next/image',
        text(402, 'text/plain; charset=utf-8', 'OPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED'),
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'g-media-host-gone',
    'The host of the pictures was taken down with the old shop.',
    [
      (request, upstream, site) =>
        atTop(grid((_name, index) => `https://media.${site.domain}/catalog/product/${index}.jpg`))(
          request,
          upstream,
          site,
        ),
    ],
    inBrowser,
  ),
  asset.review(
    'g-icon-font-cors',
    'The host of the icons does not allow the site: boxes are shown in their place.',
    [
      inHead(
        (site) =>
          `<style>@font-face { font-family: ShopIcons; src: url(https://static.${site.domain}/icons.woff2) format('woff2') } .icon { font: 28px ShopIcons }</style>`,
      ),
      atTop(
        '<nav><i class="icon">&#xe901;</i> <i class="icon">&#xe902;</i> <i class="icon">&#xe903;</i> <i class="icon">&#xe904;</i></nav>',
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`static.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  asset.review(
    'g-hero-video-404',
    'The film at the top of the page was too large for the repository and was not deployed.',
    [
      atTop(
        '<video src="/media/hero-1080p.mp4" width="960" height="480" autoplay muted loop playsinline></video>',
      ),
      at('/media/hero-1080p.mp4', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'g-integrity-after-minify',
    'The network minifies the script, which no longer has the digest in the page.',
    [
      atEnd(
        '<script src="/js/shop.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/js/shop.min.js', text(200, 'text/javascript', 'window.shop={version:"4.2.0"}')),
    ],
    inBrowser,
  ),
  script.issue(
    'g-jquery-after-use',
    'A plugin for speed defers the library that the inline scripts need.',
    [
      whole(
        'Guest house at the lake',
        `<h1>Guest house at the lake</h1>${about}<form class="dates"><label>From <input name="from"></label> <button>Search</button></form><script>jQuery(function ($) { $('.dates input').datepicker() })</script>`,
        {
          head: '<script defer src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>',
        },
      ),
      at(
        '/wp-includes/js/jquery/jquery.min.js',
        text(200, 'text/javascript', 'window.jQuery = window.$ = () => {}'),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'g-policy-blocks-inline',
    'A policy without the hash of the inline script leaves the application empty.',
    [
      headers({
        'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'self'",
      }),
      whole(
        'Appointments',
        `<div id="app"></div><script>document.getElementById('app').innerHTML = '<h1>Appointments</h1>' + '<p>Monday, 9:30, Dr. Weber, room 4</p>'.repeat(6)</script>`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'g-policy-blocks-api',
    'The policy does not name the host of the API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/slots').then((one) => one.json()).then((slots) => { window.slots = slots }).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => ({
          ...text(200, 'application/json', '[]'),
          headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
        }),
      }),
    },
  ),
  script.review(
    'g-hydration-418',
    'The server and the browser render different texts; the framework repairs it and reports it.',
    [
      bundle(
        `queueMicrotask(() => { throw new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.') })`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'g-reload-for-new-version',
    'The page believes that a newer version is there and reloads itself for ever.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((one) => one.json()).then(({ version }) => { if (version !== '2.14.0') location.reload() })`,
      ),
      at('/version.json', text(200, 'application/json', '{"version":"2.14.1"}')),
    ],
    inBrowser,
  ),
  script.issue(
    'g-login-host-gone',
    'The application sends everybody to a login whose host has no address.',
    [
      application(
        `if (!sessionStorage.getItem('token')) location.href = 'https://auth.' + location.hostname.replace('www.', '') + '/realms/shop/protocol/openid-connect/auth?client_id=web'`,
      ),
    ],
    inBrowser,
  ),
]
