import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'
import { cards, draws, framed, shop } from './markup.ts'

const { issue, review } = rowsOf('assets')
const policy = rowsOf('scripts and policies').issue
const link = rowsOf('links').issue

const script = (source: string, type = 'text/javascript; charset=utf-8') => text(200, type, source)
const page = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
)

const photos = (source: (n: number) => string) =>
  [1, 2, 3]
    .map((n) => `<img src="${source(n)}" alt="Photo ${n}" width="320" height="240">`)
    .join('')

const lfsPointer = text(
  200,
  'image/jpeg',
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184233\n',
)

/** Files that are not delivered correctly, scripts that cannot run, and links that lead nowhere. */
export const setMAssets: readonly Fault[] = [
  issue(
    'm-old-hash-of-stylesheet',
    'The cached page names the stylesheet of the build before.',
    [firstFile('stylesheet', notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  issue(
    'm-stylesheet-is-page',
    'The rewrite answers the stylesheet with the page.',
    [firstFile('stylesheet', page)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  issue(
    'm-photos-denied',
    'The bucket of the photos is not public.',
    [
      shop('Ferienhaus', `<h1>Das Haus</h1>${about}${photos((n) => `/media/haus-${n}.jpg`)}`, {
        lang: 'de',
      }),
      (request) =>
        request.path.startsWith('/media/')
          ? text(
              403,
              'application/xml',
              '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
            )
          : undefined,
    ],
    inBrowser,
  ),
  issue(
    'm-image-optimizer-payment',
    'The quota of optimised images is used up.',
    [
      shop(
        'Kettle & Loom',
        `<h1>New in</h1>${photos((n) => `/_next/image?url=%2Fphotos%2F${n}.jpg&amp;w=640&amp;q=75`)}${about}`,
      ),
      at(
        '/_next/image',
        text(402, 'text/plain', 'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-photos-are-pointers',
    'The photos are in Git LFS, which the build did not fetch.',
    [
      shop('Portfolio', `<h1>Portfolio</h1>${photos((n) => `/img/work-${n}.jpg`)}${about}`),
      (request) => (request.path.startsWith('/img/work-') ? lfsPointer : undefined),
    ],
    inBrowser,
  ),
  review(
    'm-font-is-pointer',
    'The file of the font is a pointer of Git LFS.',
    [
      inHead(
        '<style>@font-face{font-family:Harbour;src:url(/fonts/harbour.woff2) format("woff2")}h1,h2,p,li{font-family:Harbour,serif}</style>',
      ),
      at('/fonts/harbour.woff2', { ...lfsPointer, headers: { 'content-type': 'font/woff2' } }),
    ],
    inBrowser,
  ),
  issue(
    'm-icons-without-cors',
    'The CDN of the icon font does not allow the new domain: empty squares in place of icons.',
    [
      atTop(
        ({ stranger }) =>
          `<style>@font-face{font-family:Icons;src:url(https://static.${stranger}/fa-solid-900.woff2) format("woff2")}.fa{font-family:Icons;font-size:24px}</style><nav><button class="fa" aria-label="Menu">&#xf0c9;</button> <button class="fa" aria-label="Search">&#xf002;</button> <button class="fa" aria-label="Basket">&#xf07a;</button></nav>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [`static.${stranger}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  policy(
    'm-script-is-page',
    'The rewrite answers a script that is gone with the page.',
    [
      shop('Orders', '<div id="root"></div><script src="/static/js/main.8f31c0aa.js"></script>'),
      at('/static/js/main.8f31c0aa.js', page),
    ],
    inBrowser,
  ),
  policy(
    'm-integrity-of-old-file',
    'The file was minified again, its hash in the page was not.',
    [
      atEnd(
        '<div id="slider" style="min-height:200px"></div><script src="/js/slider.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script><script>new Slider("#slider")</script>',
      ),
      at('/js/slider.min.js', script('window.Slider = function () {}')),
    ],
    inBrowser,
  ),
  policy(
    'm-policy-blocks-own-bundle',
    'The policy allows scripts with a nonce, and the cached page has an old one.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-8IBTHwOdqNKAWeKl7plt8g==' 'strict-dynamic'; object-src 'none'",
      }),
      shop(
        'Orders',
        '<div id="root"></div><script nonce="Yt0aQ2vWk1mE9bPz4rXs7A==" src="/assets/main.js"></script>',
      ),
      at('/assets/main.js', script("document.getElementById('root').textContent = 'Orders'")),
    ],
    inBrowser,
  ),
  policy(
    'm-module-as-octets',
    'The new server does not know the type of modules.',
    [
      shop('Orders', '<div id="root"></div><script type="module" src="/app/main.mjs"></script>'),
      at(
        '/app/main.mjs',
        script(
          "document.getElementById('root').textContent = 'Orders'",
          'application/octet-stream',
        ),
      ),
    ],
    inBrowser,
  ),
  policy(
    'm-process-undefined',
    'The bundle reads a variable of Node that the new build tool does not replace.',
    [
      shop('Orders', '<div id="root"></div><script src="/assets/index.js"></script>'),
      at(
        '/assets/index.js',
        script(
          "const api = process.env.REACT_APP_API_URL; document.getElementById('root').textContent = api",
        ),
      ),
    ],
    inBrowser,
  ),
  policy(
    'm-jquery-delayed',
    'The cache plug-in delays jQuery, and the theme needs it at once.',
    [
      atTop('<button class="menu-toggle" aria-expanded="false">Menu</button>'),
      bundle(
        "(function ($) { $('.menu-toggle').on('click', function () { $('#menu').slideToggle() }) })(jQuery)",
      ),
    ],
    inBrowser,
  ),
  policy(
    'm-bare-specifier',
    'The source is served in place of the build.',
    [
      shop(
        'Orders',
        '<div id="root"></div><script type="module">import { createApp } from "vue"; createApp({ template: "<h1>Orders</h1>" }).mount("#root")</script>',
      ),
    ],
    inBrowser,
  ),
  policy(
    'm-script-over-http',
    'The booking script is loaded over http since the move to https.',
    [
      atEnd(
        ({ stranger }) =>
          `<h2>Book a table</h2><div id="booking" style="min-height:120px"></div><script src="http://widgets.${stranger}/booking.js"></script><script>Booking.render("#booking")</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`widgets.${stranger}`]: () => script('window.Booking = { render() {} }'),
      }),
    },
  ),
  policy(
    'm-stripe-empty-key',
    'The key of the payment was not set in production.',
    [
      draws(
        framed('<h1>Checkout</h1><p>Linen apron, 48 €</p><div id="card-element"></div>'),
        "throw new Error('IntegrationError: Please call Stripe() with your publishable key. You used an empty string.')",
      ),
    ],
    inBrowser,
  ),
  policy(
    'm-frame-refused',
    'The host of the booking calendar now refuses to be framed.',
    [
      shop(
        'Book a room',
        `<h1>Book a room</h1><p>Choose your dates in the calendar.</p><iframe id="calendar" title="Calendar" src="/book/calendar" width="640" height="480"></iframe>${cards}`,
      ),
      at('/book/calendar', {
        ...page,
        headers: { ...page.headers, 'x-frame-options': 'DENY', 'content-security-policy': '' },
      }),
    ],
    inBrowser,
  ),
  link(
    'm-links-without-base',
    'The site lives below a folder, but its links do not.',
    [
      shop(
        'Handbook',
        `<h1>Handbook</h1><ul><li><a href="/guide/wool/">Wool</a></li><li><a href="/guide/linen/">Linen</a></li><li><a href="/guide/enamel/">Enamel</a></li></ul>${about}`,
      ),
    ],
    { tools: 'V' },
  ),
  link(
    'm-one-old-link-in-menu',
    'A page of the menu was renamed and not redirected.',
    [
      shop(
        'Kettle & Loom',
        `<h1>Kettle &amp; Loom</h1><p><a href="/gift-cards">Gift cards</a> · <a href="/delivery-and-returns">Delivery and returns</a></p>${cards}`,
      ),
      at(
        '/gift-cards',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Gift cards</title></head><body><h1>Gift cards</h1><p>From 20 €, by post or by mail.</p></body></html>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
]
