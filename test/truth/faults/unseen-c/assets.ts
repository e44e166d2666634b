import { gzipSync } from 'node:zlib'
import { at, bundle, encode, type Fault, notFound, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { css, html, js, perSite, shop, withHeaders } from './shop.ts'

const asset = rowsOf('assets')
const theme = '/wp-content/themes/harvest/style.css'
const linked = (href: string, more = '') => `<link rel="stylesheet" href="${href}"${more}>`
const look = 'body { margin: 0 auto; max-width: 44rem; font: 18px/1.6 Georgia, serif; color: #223 }'

/** Written for set C by an author who had not read the rules. */
export const setCAssets: readonly Fault[] = [
  asset.issue(
    'theme-style-said-gzip',
    'The optimiser wrote a header for compression, and the file is not compressed.',
    [
      shop('de', { head: linked(theme) }),
      at(theme, withHeaders(css(look), { 'content-encoding': 'gzip' })),
    ],
    inBrowser,
  ),
  asset.issue(
    'dynamic-style-500',
    'The theme makes its style sheet in PHP, which fails.',
    [
      shop('fr', { head: linked('/wp-content/themes/harvest/dynamic.css.php?ver=6.5') }),
      at('/wp-content/themes/harvest/dynamic.css.php', serverError),
    ],
    inBrowser,
  ),
  asset.issue(
    'style-integrity-after-update',
    'The file was updated, its checksum in the page was not.',
    [
      shop('nl', {
        head: linked(
          '/assets/site.css',
          ' integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"',
        ),
      }),
      at('/assets/site.css', css(look)),
    ],
    inBrowser,
  ),
  asset.issue(
    'siteurl-still-http',
    'After the move to https the style sheet is still linked over http, and blocked.',
    [perSite((site) => shop('it', { head: linked(`http://static.${site.domain}/style.css`) }))],
    { ...inBrowser, hosts: (site) => ({ [`static.${site.domain}`]: () => css(look) }) },
  ),
  asset.issue(
    'asset-host-gone',
    'Styles and scripts come from a host of the site that has no record any more.',
    [
      perSite((site) =>
        shop('en', {
          head: `${linked(`https://cdn.${site.domain}/main.css`)}<script defer src="https://cdn.${site.domain}/main.js"></script>`,
        }),
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'module-without-cors',
    'A module from the host for files, which does not allow other origins.',
    [
      perSite((site) =>
        shop('en', {
          bottom: `<div id="booking"></div><script type="module" src="https://files.${site.domain}/booking.mjs"></script>`,
        }),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`files.${site.domain}`]: () =>
          js(`document.getElementById('booking').textContent = 'Book a visit'`),
      }),
    },
  ),
  asset.issue(
    'script-as-gzip-bytes',
    'The build uploads main.js.gz as main.js without saying so.',
    [
      shop('de', { bottom: '<script src="/static/js/main.8d1f.js"></script>' }),
      at('/static/js/main.8d1f.js', {
        ...js(''),
        body: gzipSync(encode(`document.documentElement.dataset.ready = 'yes';\n`.repeat(80))),
      }),
    ],
    inBrowser,
  ),
  asset.issue(
    'bundle-ends-early',
    'The upload of the bundle stopped: it ends in the middle of a function.',
    [
      bundle(
        `(() => { const cart = { items: [] };\nfunction add(item) { cart.items.push(item); render()\nfunction ren`,
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'lazy-loader-missing',
    'The script that fills in the pictures is gone, so none of them comes.',
    [
      shop('fr', {
        top: Array.from(
          { length: 4 },
          (_, n) =>
            `<img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/photos/${n}.svg" width="400" height="260" alt="Violon ${n + 1}">`,
        ).join(''),
        bottom: '<script src="/wp-content/plugins/lazy/lazysizes.min.js"></script>',
      }),
      at('/wp-content/plugins/lazy/lazysizes.min.js', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'uploads-not-moved',
    'The folder of uploads was forgotten at the move: six products without a picture.',
    [
      shop('it', {
        top: Array.from(
          { length: 6 },
          (_, n) =>
            `<img src="/wp-content/uploads/2026/04/bottiglia-${n}.jpg" width="240" height="240" alt="Bottiglia ${n + 1}">`,
        ).join(''),
      }),
      (request) => (request.path.startsWith('/wp-content/uploads/') ? notFound : undefined),
    ],
    inBrowser,
  ),
  asset.issue(
    'hero-answered-by-fallback',
    'The fallback of the application answers for the large picture.',
    [
      shop('nl', { top: '<img src="/img/gracht.webp" width="1000" height="420" alt="De gracht">' }),
      at('/img/gracht.webp', html('<!doctype html><title>App</title><div id="app"></div>')),
    ],
    inBrowser,
  ),
  asset.review(
    'icon-font-without-cors',
    'The icon font of a sibling host is refused, and the names of the icons are shown.',
    [
      perSite((site) =>
        shop('en', {
          head: `<style>@font-face { font-family: Icons; src: url(https://fonts.${site.domain}/icons.woff2) } .icon { font: 24px Icons, sans-serif }</style>`,
          top: '<p><span class="icon">shopping_cart</span> <span class="icon">search</span> <span class="icon">menu</span></p>',
        }),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`fonts.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  asset.review(
    'icon-sprite-404',
    'The icons of the buttons come from a sprite that is gone.',
    [
      shop('nl', {
        top: '<button><svg width="48" height="48"><use href="/icons/sprite.svg#cart"></use></svg></button><button><svg width="48" height="48"><use href="/icons/sprite.svg#search"></use></svg></button>',
      }),
      at('/icons/sprite.svg', notFound),
    ],
    inBrowser,
  ),
  asset.review(
    'hero-film-forbidden',
    'The film at the top of the page may not be read.',
    [
      shop('en', {
        top: '<video src="/media/moor.mp4" width="1000" height="420" autoplay muted loop playsinline></video>',
      }),
      at('/media/moor.mp4', html('<h1>403 Forbidden</h1>', 403)),
    ],
    inBrowser,
  ),
]
