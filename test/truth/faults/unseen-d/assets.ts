import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('assets')
const { issue: broken, review: doubtful } = rowsOf('scripts and policies')

const script = (body: string) => text(200, 'text/javascript; charset=utf-8', body)
const indexHtml = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Painel</title></head><body><div id="root"></div></body></html>',
)
const largeFile = text(
  200,
  'image/png',
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
)

/** Three visible product images. */
const products = (address: (name: string) => string) =>
  `<div style="display:flex;gap:16px;background:#fff">${['bolsa', 'chapeu', 'rede']
    .map((name) => `<img src="${address(name)}" width="320" height="240" alt="${name}">`)
    .join('')}</div>`

const files: readonly Fault[] = [
  issue(
    'entry-of-last-release',
    'The cached page names a bundle of the last release, and the host sends the index for it.',
    [
      whole('Painel', '<div id="root"></div>', {
        lang: 'pt-BR',
        head: '<script type="module" crossorigin src="/assets/index-BX4kf2Qa.js"></script>',
      }),
      at('/assets/index-BX4kf2Qa.js', indexHtml),
    ],
    inBrowser,
  ),
  issue(
    'sources-published',
    'The sources were published in place of the build.',
    [
      whole('my-app', '<div id="root"></div><script type="module" src="/src/main.tsx"></script>', {
        head: '<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
      }),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<App />)\n",
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'bundle-without-cors',
    'The host of the bundle sends no field that lets a module in.',
    [
      instead(
        ({ domain }) =>
          `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Panel</title><script type="module" crossorigin src="https://static.${domain}/app.js"></script></head><body><div id="app"></div></body></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`static.${domain}`]: () =>
          script(`document.getElementById('app').innerHTML = '<h1>Panel de ventas</h1>'`),
      }),
    },
  ),
  issue(
    'large-file-pointers',
    'The build was made without Git LFS: the pictures are pointers.',
    [
      atTop(products((name) => `/img/${name}.png`)),
      whole('Feira do Norte', `<h1>Feira do Norte</h1>${about}`, { lang: 'pt-BR' }),
      at('/img/bolsa.png', largeFile),
      at('/img/chapeu.png', largeFile),
      at('/img/rede.png', largeFile),
    ],
    inBrowser,
  ),
  issue(
    'media-host-forbidden',
    "The host of the site's own media takes the site for a stranger.",
    [
      atTop((site) => products((name) => `https://media.${site.domain}/${name}.webp`)),
      whole('Feira do Norte', `<h1>Feira do Norte</h1>${about}`, { lang: 'pt-BR' }),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`media.${domain}`]: () =>
          text(403, 'text/html', '<html><body><h1>403 Forbidden</h1>hotlink</body></html>'),
      }),
    },
  ),
  review(
    'ligatures-without-font',
    'The font of the icons is refused, and their names are on the screen.',
    [
      inHead(
        "<style>@font-face{font-family:'Material Symbols Own';src:url(/fonts/symbols.woff2) format('woff2')}.msym{font:24px 'Material Symbols Own'}</style>",
      ),
      atTop(
        '<div style="background:#fff;color:#111"><span class="msym">shopping_cart</span> <span class="msym">account_circle</span> <span class="msym">search</span></div>',
      ),
      whole('Feira do Norte', `<h1>Feira do Norte</h1>${about}`, { lang: 'pt-BR' }),
      at('/fonts/symbols.woff2', text(403, 'text/html', '<h1>403 Forbidden</h1>')),
    ],
    inBrowser,
  ),
  issue(
    'directives-uncompiled',
    'The style sheet was copied without the tool that makes it.',
    [
      whole(
        'Rooftop Garden Club',
        `<header class="flex items-center justify-between p-6 bg-emerald-900 text-white"><span class="text-xl font-bold">Rooftop Garden Club</span><nav class="flex gap-4"><a href="#join">Join</a><a href="#plots">Plots</a></nav></header><main class="mx-auto max-w-3xl p-8"><h1 class="text-4xl font-bold">Grow food above the city</h1>${about}<div class="grid grid-cols-3 gap-4"><div class="rounded-xl shadow p-4">Beds</div><div class="rounded-xl shadow p-4">Bees</div><div class="rounded-xl shadow p-4">Tools</div></div></main>`,
        { head: '<link rel="stylesheet" href="/assets/index.css">' },
      ),
      at(
        '/assets/index.css',
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'styles-for-print',
    'The trick that loads styles late needs a handler that the policy forbids.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      whole(
        '株式会社みなと',
        `<header class="bar"><nav><a href="#a">会社案内</a> <a href="#b">採用情報</a></nav></header><main class="grid"><h1>株式会社みなと</h1><p>港湾設備の設計と保守を行っています。創業は昭和二十三年、従業員は百二十名です。</p>${about}</main>`,
        {
          lang: 'ja',
          head: `<link rel="stylesheet" href="/css/main.css" media="print" onload="this.media='all'">`,
        },
      ),
      at(
        '/css/main.css',
        text(
          200,
          'text/css; charset=utf-8',
          'body{margin:0;font-family:sans-serif;color:#123}.bar{background:#024;padding:20px}.bar a{color:#fff}.grid{max-width:60rem;margin:2rem auto}',
        ),
      ),
    ],
    inBrowser,
  ),
]

const scripts: readonly Fault[] = [
  broken(
    'specifier-bare',
    'A module names a package, as only a build tool understands it.',
    [
      whole('Tareas', '<div id="app"></div><script type="module" src="/js/main.js"></script>', {
        lang: 'es',
      }),
      at(
        '/js/main.js',
        script(
          "import { createApp } from 'vue'\ncreateApp({ template: '<h1>Tareas</h1>' }).mount('#app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  broken(
    'supabase-url-absent',
    'The address of the database is not in the environment of the build.',
    [
      application(
        `const createClient = (url, key) => { if (!url) throw new Error('supabaseUrl is required.'); return { url, key } }
const supabase = createClient(undefined, undefined)
document.getElementById('root').innerHTML = '<h1>Inbox</h1>'`,
      ),
    ],
    inBrowser,
  ),
  broken(
    'firebase-key-invalid',
    'The key of the project is a placeholder.',
    [
      bundle(
        `class FirebaseError extends Error { constructor(code, message) { super(message); this.code = code; this.name = 'FirebaseError' } }
const getAuth = () => { throw new FirebaseError('auth/invalid-api-key', 'Firebase: Error (auth/invalid-api-key).') }
getAuth()`,
      ),
    ],
    inBrowser,
  ),
  broken(
    'stripe-key-empty',
    'The key for payments is empty.',
    [
      bundle(
        `setTimeout(() => { const error = new Error('Please call Stripe() with your publishable key. You used an empty string.'); error.name = 'IntegrationError'; throw error }, 300)`,
      ),
    ],
    inBrowser,
  ),
  broken(
    'jquery-host-gone',
    'The host of a library is gone, and everything after it fails.',
    [
      atEnd(
        ({ stranger }) =>
          `<script src="https://libs.${stranger}/jquery-3.7.1.min.js"></script><script>jQuery(function ($) { $('.carrossel').slick() })</script>`,
      ),
    ],
    inBrowser,
  ),
  doubtful(
    'hydration-418-again',
    'The page that was rendered for a crawler is not the one of the browser.',
    [
      bundle(
        `setTimeout(() => reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')), 150)`,
      ),
    ],
    inBrowser,
  ),
  broken(
    'trusted-types-on',
    'A header that forbids writing markup was switched on, and the application does so.',
    [
      headers({
        'content-security-policy': "require-trusted-types-for 'script'; frame-ancestors 'self'",
      }),
      application(
        `document.getElementById('root').innerHTML = '<h1>Orders</h1><p>Nine orders wait for a driver.</p>'`,
      ),
    ],
    inBrowser,
  ),
  broken(
    'isolation-blocks-pictures',
    'Isolation was switched on for a program, and the pictures of the shop are blocked.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop(({ domain }) => products((name) => `https://fotos.${domain}/${name}.svg`)),
      whole('Feria', `<h1>Feria de artesanos</h1>${about}`, { lang: 'es' }),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`fotos.${domain}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#c63"/></svg>',
          ),
      }),
    },
  ),
  broken(
    'scripts-await-consent',
    'The tool for consent switched off the script of the application too.',
    [
      whole(
        'Kontrol Paneli',
        '<div id="root"></div><script type="text/plain" data-cookieconsent="statistics" src="/assets/main.js"></script>',
        { lang: 'tr' },
      ),
      at('/assets/main.js', script(`document.getElementById('root').innerHTML = '<h1>Panel</h1>'`)),
    ],
    inBrowser,
  ),
  broken(
    'integrity-of-other-build',
    'The CDN rewrote the script after its digest was put into the page.',
    [
      whole(
        'Boletos',
        '<div id="root"></div><script src="/assets/app.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
        { lang: 'pt-BR' },
      ),
      at(
        '/assets/app.min.js',
        script(`document.getElementById('root').innerHTML = '<h1>Boletos</h1>'`),
      ),
    ],
    inBrowser,
  ),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDAssets: readonly Fault[] = [...files, ...scripts]
