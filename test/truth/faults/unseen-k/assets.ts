import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  type FaultySite,
  type Interceptor,
  inHead,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { drawing, shop } from './shop.ts'

const { issue, review } = rowsOf('assets')

const as = (reply: Reply, changed: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...changed },
})

const drawingOfTent =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360"><rect width="640" height="360" fill="#cfe3d4"/><path d="M120 320 320 60l200 260z" fill="#b5541c"/></svg>'
const tent = text(200, 'image/svg+xml', drawingOfTent)

/** Three products with images; `source` gives the URL of each. */
const products = (source: (name: string, site: FaultySite) => string) =>
  atTopOf((site) =>
    ['fjell', 'rondane', 'vidda']
      .map(
        (name) =>
          `<figure style="display:inline-block;margin:8px"><img src="${source(name, site)}" alt="Tent ${name}" width="260" height="180"><figcaption>Tent ${name}</figcaption></figure>`,
      )
      .join(''),
  )

const atTopOf = (markup: (site: FaultySite) => string) =>
  atTop(
    (site) =>
      `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px">${markup(site)}</section>`,
  )

const storeDenies = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>4TX0Z9Q2M8RJ7B1C</RequestId></Error>',
)

const shell: Interceptor = everyAsset(
  /\.(?:js|mjs|css)$/,
  text(
    200,
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><head><title>Northwind</title></head><body><div id="root"></div></body></html>',
  ),
)

export const setKAssets: readonly Fault[] = [
  issue(
    'k-image-quota',
    "The quota of the platform's image optimizer is used up.",
    [
      products((name) => `/_next/image?url=%2Fphotos%2F${name}.jpg&amp;w=640&amp;q=75`),
      at(
        '/_next/image',
        text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n\nfra1::z6k2p-1763913600000-4b1d7e0a',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-image-account-gone',
    'The account at the image host was closed: each picture answers with 404.',
    [products((name, site) => `https://res.${site.stranger}/northwind/image/upload/${name}.jpg`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`res.${site.stranger}`]: () =>
          as(text(404, 'text/plain', ''), { 'x-cld-error': 'Resource not found' }),
      }),
    },
  ),
  issue(
    'k-style-store-denies',
    'The files were copied to the store without the right to read them.',
    [everyAsset(/\.css$/, storeDenies)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue(
    'k-large-file-pointer',
    'The build machine fetched pointers in place of large files.',
    [
      atTopOf(
        () => '<img src="/media/hero.jpg" alt="A tent below the fell" width="900" height="420">',
      ),
      at('/media/hero.jpg', {
        ...text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
        ),
      }),
    ],
    inBrowser,
  ),
  issue(
    'k-images-same-origin-policy',
    'A security template put a resource policy on the host of the pictures.',
    [products((name, site) => `https://images.${site.domain}/${name}.svg`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`images.${site.domain}`]: () =>
          as(tent, { 'cross-origin-resource-policy': 'same-origin' }),
      }),
    },
  ),
  review(
    'k-icon-ligatures',
    'The icon font is not in the build: names of icons stand where icons were.',
    [
      inHead(
        '<style>@font-face { font-family: "Material Symbols Outlined"; src: url(/assets/material-symbols-outlined.woff2) format("woff2") } .material-symbols-outlined { font-family: "Material Symbols Outlined"; font-size: 24px }</style>',
      ),
      atTopOf(() =>
        ['shopping_cart', 'account_circle', 'keyboard_arrow_down', 'favorite_border']
          .map((name) => `<button><span class="material-symbols-outlined">${name}</span></button>`)
          .join(' '),
      ),
    ],
    inBrowser,
  ),
  review(
    'k-icon-sprite-gone',
    'The sprite has a new name, the page the old one.',
    [
      atTopOf(() =>
        ['cart', 'user', 'menu', 'search']
          .map(
            (name) =>
              `<button aria-label="${name}"><svg width="24" height="24"><use href="/icons/sprite.5d21.svg#${name}"></use></svg></button>`,
          )
          .join(' '),
      ),
    ],
    inBrowser,
  ),
  review(
    'k-hero-video-gone',
    'The film of the first screen was not uploaded.',
    [
      atTopOf(
        () =>
          '<video autoplay muted loop playsinline width="900" height="420" src="/media/hero-autumn.mp4"></video>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-bare-specifier',
    'The map of imports was lost: the module of the page does not start.',
    [
      atEnd('<script type="module" src="/assets/configurator.js"></script>'),
      shop('<h1>Configure your tent</h1><tent-configurator></tent-configurator>'),
      at(
        '/assets/configurator.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "import { LitElement, html } from 'lit'\ncustomElements.define('tent-configurator', class extends LitElement { render() { return html`<p>Choose a colour</p>` } })\n",
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-stale-chunk-html',
    'The page is older than the deployment: the chunk that it loads is answered with the shell.',
    [
      bundle(
        `import('/assets/Catalogue-b81c0d2e.js').then((module) => module.mount()).catch(() => { ${drawing('<p>&nbsp;</p>')} })`,
      ),
      at(
        '/assets/Catalogue-b81c0d2e.js',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Northwind</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-fallback-for-files',
    'The rule for deep links also catches scripts and styles.',
    [shell],
    { tools: 'RV', needs: ['stylesheet', 'script'] },
  ),
  issue(
    'k-wasm-type',
    'The server does not know the type of WebAssembly.',
    [
      bundle(
        "WebAssembly.instantiateStreaming(fetch('/assets/planner_bg.wasm'), {}).then(({ instance }) => { window.planner = instance })",
      ),
      at('/assets/planner_bg.wasm', {
        ...text(200, 'application/octet-stream', ''),
        body: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
]
