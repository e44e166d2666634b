import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const asset = rowsOf('assets')
const script = rowsOf('scripts and policies')

const names = ['Canoe', 'Kayak', 'Dinghy', 'Paddle']
const row = (image: (name: string) => string) =>
  atTop(
    `<section style="display:flex;gap:12px;background:#fff">${names.map((name) => `<figure>${image(name)}<figcaption>${name}</figcaption></figure>`).join('')}</section>`,
  )
const pictures = (folder: string, more = '') =>
  row(
    (name) =>
      `<img src="${folder}/${name.toLowerCase()}.jpg" ${more} width="240" height="180" alt="${name}">`,
  )
const picture = (reply: Reply, folder: string): Fault['intercept'] => [
  pictures(folder),
  everyAsset(new RegExp(`^${folder}/`), reply),
]

const files: readonly Fault[] = [
  asset.issue(
    'h-picture-pointers',
    'The pictures are pointers to a store of large files.',
    picture(
      text(
        200,
        'image/jpeg',
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 184302\n',
      ),
      '/media/boats',
    ) ?? [],
    inBrowser,
  ),
  asset.issue(
    'h-picture-phone-format',
    'The pictures were uploaded as the telephone made them.',
    picture(
      text(200, 'image/heic', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'),
      '/uploads/boats',
    ) ?? [],
    inBrowser,
  ),
  asset.issue(
    'h-picture-signature-expired',
    'The signed addresses of the pictures have expired.',
    picture(
      text(
        403,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
      ),
      '/signed/boats',
    ) ?? [],
    inBrowser,
  ),
  asset.issue(
    'h-srcset-missing',
    'The smaller sizes of the pictures were never made.',
    [
      pictures(
        '/img/boats',
        'srcset="/img/boats/s-320.webp 320w, /img/boats/s-640.webp 640w" sizes="240px"',
      ),
      everyAsset(/^\/img\/boats\//, notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'h-lazy-script-missing',
    'Nothing puts the addresses into the pictures.',
    [
      row(
        (name) =>
          `<img class="lazyload" data-src="/pictures/${name}.svg" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="240" height="180" alt="${name}">`,
      ),
      atEnd('<script src="/js/lazysizes.min.js"></script>'),
      at('/js/lazysizes.min.js', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'h-icon-ligatures',
    'The font of icons is not allowed across origins: its names are shown.',
    [
      inHead(
        ({ stranger }) =>
          `<style>@font-face{font-family:Icons;src:url(https://fonts.${stranger}/icons.woff2)}.micon{font:24px Icons,monospace}</style>`,
      ),
      atTop(
        '<nav style="background:#fff;color:#000"><span class="micon">menu</span> <span class="micon">shopping_cart</span> <span class="micon">account_circle</span> <span class="micon">keyboard_arrow_down</span></nav>',
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [`fonts.${stranger}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  asset.issue(
    'h-stylesheet-swallowed',
    'A brace is missing at the start: every style is for print only.',
    [
      everyAsset(/\.css$/, (_request, upstream) => {
        const reply = upstream()
        return { ...reply, body: Buffer.concat([Buffer.from('@media print{'), reply.body]) }
      }),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'h-hero-background-missing',
    'White words stand on a background that is not found.',
    [
      atTop(
        '<section style="height:420px;background:#fff url(/img/hero-winter.avif) center/cover;color:#fff"><h1 style="color:#fff">Winter at the lake</h1><p style="color:#fff">Three nights and a walk with lanterns</p></section>',
      ),
      at('/img/hero-winter.avif', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'h-sprite-missing',
    'The sheet with all icons is not found: the buttons are empty.',
    [
      atTop(
        '<nav style="background:#fff">' +
          ['menu', 'search', 'basket', 'account']
            .map(
              (one) =>
                `<button aria-label="${one}"><svg width="32" height="32"><use href="/icons/sprite.7c1.svg#${one}"/></svg></button>`,
            )
            .join('') +
          '</nav>',
      ),
      at('/icons/sprite.7c1.svg', notFound),
    ],
    inBrowser,
  ),
]

const scripts: readonly Fault[] = [
  script.issue(
    'h-nonce-cached',
    'The page comes from a cache, and its nonces are those of another response.',
    [
      whole(
        'Orders',
        '<div id="root"></div><script nonce="Zk3mQ0y1">document.getElementById("root").innerHTML="<h1>Orders</h1>"</script>',
      ),
      headers({ 'content-security-policy': "script-src 'nonce-p9Xw7LrT'; frame-ancestors 'self'" }),
    ].reverse(),
    inBrowser,
  ),
  script.issue(
    'h-trusted-types',
    'The policy forbids how the application writes its markup.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      application(
        "document.getElementById('root').innerHTML='<h1>Orders</h1><p>Nothing is open.</p>'",
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'h-embedder-policy',
    'A new policy keeps the pictures of the media host out.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop(
        ({ stranger }) =>
          `<section style="background:#fff">${names.map((name) => `<img src="https://media.${stranger}/${name}.svg" width="240" height="180" alt="${name}">`).join('')}</section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`media.${stranger}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect width="240" height="180" fill="teal"/></svg>',
          ),
      }),
    },
  ),
  script.issue(
    'h-bare-specifier',
    'The import map was lost in the build: nothing starts.',
    [
      whole(
        'Orders',
        '<div id="app"></div><script type="module">import { createApp } from "vue"; createApp({}).mount("#app")</script>',
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'h-merge-conflict',
    'A merge that was not finished is in the script.',
    [
      application(
        "<<<<<<< HEAD\nconst version = '4.2.1'\n=======\nconst version = '4.3.0'\n>>>>>>> release\ndocument.getElementById('root').textContent = version",
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'h-vendor-hijacked',
    'The domain of an old script was sold, and sends visitors away.',
    [atEnd(({ stranger }) => `<script src="https://cdn.${stranger}/polyfill.min.js"></script>`)],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`cdn.${stranger}`]: (_request, _upstream, site) =>
          text(
            200,
            'text/javascript',
            `setTimeout(()=>location.replace('https://win.${site.stranger}/'),800)`,
          ),
        [`win.${stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Mega Casino</title><h1>You have won 500 free spins</h1><button>Claim now</button>',
          ),
      }),
    },
  ),
  script.issue(
    'h-slim-library',
    'The slim edition of the library lacks what the page starts with.',
    [
      whole(
        'Rooms',
        `<header>Seeblick</header><main id="rooms"></main><script src="/assets/app-3f2a91c0.js"></script>`,
      ),
      bundle(
        `const $=()=>({});$.ajax('/api/rooms').done((html)=>{document.getElementById('rooms').innerHTML=html})`,
      ),
    ],
    inBrowser,
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setHAssets: readonly Fault[] = [...files, ...scripts]
