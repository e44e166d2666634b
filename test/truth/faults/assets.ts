import {
  at,
  atEnd,
  atTop,
  decode,
  encode,
  everyAsset,
  type Fault,
  firstFile,
  inHead,
  notFound,
  serverError,
} from '../fault.ts'
import { text } from '../page.ts'

const html = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><title>Shop</title><div id="root"></div>',
)

function pointer(type: string) {
  const oid = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393'
  return text(
    200,
    type,
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 48213\n`,
  )
}
const hero = '<img src="/images/hero.jpg" alt="The shop" width="600" height="300">'
const far = '<div style="height:3000px"></div>'

const broken = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'assets',
  wanted: 'ISSUE',
  tools: 'RV',
  why,
  ...more,
})

export const assetFaults: readonly Fault[] = [
  broken('stylesheet-404', 'A style sheet was not uploaded.', {
    needs: ['stylesheet'],
    intercept: [firstFile('stylesheet', notFound)],
    fast: true,
  }),
  broken('stylesheet-500', 'The server fails for a style sheet.', {
    needs: ['stylesheet'],
    intercept: [firstFile('stylesheet', serverError)],
  }),
  broken('stylesheet-reset', 'The connection is cut at each try.', {
    needs: ['stylesheet'],
    intercept: [firstFile('stylesheet', 'reset')],
  }),
  broken('script-404', 'A script was not uploaded.', {
    needs: ['script'],
    intercept: [firstFile('script', notFound)],
    fast: true,
  }),
  broken('script-500', 'The server fails for a script.', {
    needs: ['script'],
    intercept: [firstFile('script', serverError)],
  }),
  broken('script-as-html', 'The fallback of the router answers for a script.', {
    needs: ['script'],
    intercept: [firstFile('script', html)],
    fast: true,
  }),
  broken('script-as-text', 'A script with a type that no browser runs.', {
    needs: ['script'],
    intercept: [
      firstFile('script', (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
  }),
  broken('script-empty', 'The build wrote an empty script.', {
    wanted: 'REVIEW',
    needs: ['script'],
    intercept: [firstFile('script', text(200, 'text/javascript', ''))],
  }),
  broken('script-truncated', 'Half of a script.', {
    needs: ['script'],
    intercept: [
      firstFile('script', (_request, upstream) => ({
        ...upstream(),
        body: encode(`${decode(upstream().body).slice(0, 400)}\nfunction (`),
      })),
    ],
  }),
  broken('script-gzip', 'Compressed bytes without the field that says so.', {
    needs: ['script'],
    intercept: [
      firstFile('script', (_request, upstream) => ({
        ...upstream(),
        body: Uint8Array.from([
          31,
          139,
          8,
          0,
          0,
          0,
          0,
          0,
          0,
          3,
          ...upstream()
            .body.subarray(0, 400)
            .map((one) => one ^ 0x5a),
        ]),
      })),
    ],
  }),
  broken('all-assets-404', 'The base path of the build is wrong.', {
    needs: ['stylesheet', 'script'],
    intercept: [everyAsset(/\.(?:css|js|png|jpg|svg|woff2?)$/, notFound)],
    fast: true,
  }),
  broken('all-assets-403', 'The files cannot be read by the server.', {
    needs: ['stylesheet'],
    intercept: [
      everyAsset(/\.(?:css|js|png|jpg|svg|woff2?)$/, text(403, 'text/html', '<h1>Forbidden</h1>')),
    ],
  }),
  broken('chunk-404', 'An old document names a chunk that the new release does not have.', {
    intercept: [
      atEnd('<script type="module" src="/assets/index-old.js"></script>'),
      at('/assets/index-old.js', notFound),
    ],
  }),
  broken('module-import-404', 'A module imports what is not there.', {
    intercept: [
      atEnd('<script type="module" src="/assets/main.js"></script>'),
      at('/assets/main.js', text(200, 'text/javascript', "import './gone.js'")),
    ],
  }),
  broken('integrity-script', 'The script has changed after its hash was written.', {
    intercept: [
      atEnd(
        '<script src="/assets/lib.js" integrity="sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"></script>',
      ),
      at('/assets/lib.js', text(200, 'text/javascript', 'window.lib = 1')),
    ],
    fast: true,
  }),
  broken('integrity-style', 'The style has changed after its hash was written.', {
    intercept: [
      inHead(
        '<link rel="stylesheet" href="/assets/lib.css" integrity="sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA">',
      ),
      at('/assets/lib.css', text(200, 'text/css', 'body { color: #111 }')),
    ],
  }),
  broken('hero-404', 'The picture at the top is missing.', {
    intercept: [atTop(hero), at('/images/hero.jpg', notFound)],
    fast: true,
  }),
  broken('hero-html', 'The picture at the top is a page.', {
    intercept: [atTop(hero), at('/images/hero.jpg', html)],
  }),
  broken('hero-no-bytes', 'The picture at the top is empty.', {
    intercept: [atTop(hero), at('/images/hero.jpg', text(200, 'image/jpeg', ''))],
  }),
  broken('hero-sibling-no-name', 'Pictures come from a host of the site that is no more.', {
    intercept: [
      atTop(
        (site) =>
          `<img src="https://images.${site.domain}/hero.jpg" alt="The shop" width="600" height="300">`,
      ),
    ],
  }),
  broken('hero-third-party-404', 'Pictures come from a service that has deleted them.', {
    wanted: 'REVIEW',
    intercept: [
      atTop(
        (site) =>
          `<img src="https://images.${site.stranger}/hero.jpg" alt="The shop" width="600" height="300">`,
      ),
    ],
    hosts: (site) => ({ [`images.${site.stranger}`]: () => notFound }),
  }),
  broken('background-404', 'The picture behind the head of the page is missing.', {
    intercept: [
      atTop(
        '<div style="height:300px;background:url(/images/back.jpg) center / cover">Welcome to the shop</div>',
      ),
      at('/images/back.jpg', notFound),
    ],
    wanted: 'REVIEW',
  }),
  broken('image-below-404', 'A picture far down is missing.', {
    wanted: 'REVIEW',
    intercept: [
      atEnd(`${far}<img src="/images/far.jpg" alt="A product" width="600" height="300">`),
      at('/images/far.jpg', notFound),
    ],
  }),
  broken('font-404', 'The font is missing: text is set in another.', {
    wanted: 'REVIEW',
    intercept: [
      inHead(
        '<style>@font-face { font-family: House; src: url(/fonts/house.woff2) } body { font-family: House, serif !important }</style>',
      ),
      at('/fonts/house.woff2', notFound),
    ],
  }),
  broken('font-cors', 'The font is on a host that does not let the page use it.', {
    wanted: 'REVIEW',
    intercept: [
      inHead(
        (site) =>
          `<style>@font-face { font-family: House; src: url(https://static.${site.domain}/house.woff2) } body { font-family: House, serif !important }</style>`,
      ),
    ],
    hosts: (site) => ({ [`static.${site.domain}`]: () => text(200, 'font/woff2', 'font') }),
  }),
  broken('icon-font-404', 'Icons are empty boxes.', {
    wanted: 'REVIEW',
    intercept: [
      inHead(
        '<style>@font-face { font-family: Icons; src: url(/fonts/icons.woff2) } .i { font: 24px Icons }</style>',
      ),
      atTop(
        '<p><i class="i">&#xe001;</i> <i class="i">&#xe002;</i> <i class="i">&#xe003;</i> menu</p>',
      ),
      at('/fonts/icons.woff2', notFound),
    ],
  }),
  broken('frame-404', 'A frame of the site shows an error.', {
    intercept: [
      atTop('<iframe src="/widget.html" width="600" height="300"></iframe>'),
      at('/widget.html', notFound),
    ],
  }),
  broken('frame-refused', 'A frame forbids to be framed.', {
    wanted: 'REVIEW',
    intercept: [
      atTop('<iframe src="/widget.html" width="600" height="300"></iframe>'),
      at('/widget.html', {
        ...text(200, 'text/html', '<p>Widget</p>'),
        headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
      }),
    ],
  }),
  broken('video-404', 'The film at the top is missing.', {
    wanted: 'REVIEW',
    intercept: [
      atTop('<video src="/film.mp4" width="600" height="300" controls></video>'),
      at('/film.mp4', notFound),
    ],
  }),
  broken(
    'third-party-script-404',
    'A library of a network that is no more, in the head of the page.',
    {
      wanted: 'REVIEW',
      intercept: [
        inHead((site) => `<script src="https://cdn.${site.stranger}/lib.min.js"></script>`),
      ],
      hosts: (site) => ({ [`cdn.${site.stranger}`]: () => notFound }),
    },
  ),
  broken(
    'third-party-script-needed',
    'A library of a network that is no more, and the page throws.',
    {
      intercept: [
        inHead((site) => `<script src="https://cdn.${site.stranger}/lib.min.js"></script>`),
        atEnd('<script>VendorLib.start()</script>'),
      ],
      hosts: (site) => ({ [`cdn.${site.stranger}`]: () => notFound }),
      wanted: 'REVIEW',
    },
  ),
  broken('third-party-style-no-name', 'Styles from a host that is no more.', {
    wanted: 'REVIEW',
    intercept: [
      inHead((site) => `<link rel="stylesheet" href="https://cdn.${site.stranger}/lib.css">`),
    ],
  }),
  broken('mixed-script', 'A script over http on a page over https.', {
    intercept: [inHead((site) => `<script src="http://static.${site.domain}/a.js"></script>`)],
    hosts: (site) => ({ [`static.${site.domain}`]: () => text(200, 'text/javascript', '') }),
    fast: true,
  }),
  broken(
    'mixed-image-fails',
    'A picture over http, which the browser asks for over https, where it is not.',
    {
      intercept: [
        atTop(
          (site) =>
            `<img src="http://images.${site.domain}/a.png" alt="a" width="400" height="200">`,
        ),
      ],
    },
  ),
  broken('mixed-fetch', 'A call over http from a page over https.', {
    intercept: [
      atEnd((site) => `<script>fetch('http://${site.host}/api/orders').catch(() => {})</script>`),
    ],
  }),
  broken('preload-404', 'A file that is asked for ahead is not there.', {
    wanted: 'REVIEW',
    intercept: [
      inHead('<link rel="preload" as="script" href="/assets/later.js">'),
      at('/assets/later.js', notFound),
    ],
  }),
  broken('manifest-404', 'The manifest is missing: no visitor notices.', {
    group: 'harmless',
    wanted: 'PASS',
    intercept: [
      inHead('<link rel="manifest" href="/site.webmanifest">'),
      at('/site.webmanifest', notFound),
    ],
  }),
  broken('favicon-404', 'No icon in the tab.', {
    group: 'harmless',
    wanted: 'PASS',
    intercept: [
      inHead('<link rel="icon" href="/favicon-gone.ico">'),
      at('/favicon-gone.ico', notFound),
    ],
  }),
  broken('srcset-404', 'The picture for this screen is missing, the others are there.', {
    intercept: [
      atTop(
        '<img srcset="/images/gone-2x.jpg 1x" src="/images/there.gif" alt="The shop" width="600" height="300">',
      ),
      at('/images/gone-2x.jpg', notFound),
    ],
  }),
  broken('svg-sprite-404', 'The icons of the page are missing.', {
    wanted: 'REVIEW',
    intercept: [
      atTop('<svg width="64" height="64"><use href="/icons.svg#menu"/></svg>'),
      at('/icons.svg', notFound),
    ],
  }),
  broken('import-css-404', 'A style sheet imports what is not there.', {
    intercept: [
      inHead('<style>@import url("/assets/theme-gone.css");</style>'),
      at('/assets/theme-gone.css', notFound),
    ],
  }),
  broken('video-is-page', 'The film is the front end again.', {
    intercept: [
      atTop('<video controls src="/film.mp4" width="600" height="300"></video>'),
      at('/film.mp4', html),
    ],
  }),
  broken('pointer-of-film', 'The film is in Git LFS, and its pointer was deployed.', {
    intercept: [
      atTop('<video controls src="/film.mp4" width="600" height="300"></video>'),
      at('/film.mp4', pointer('video/mp4')),
    ],
  }),
  broken('pointer-of-styles', 'A style sheet is in Git LFS, and its pointer was deployed.', {
    intercept: [
      inHead('<link rel="stylesheet" href="/theme.css">'),
      at('/theme.css', pointer('text/css')),
    ],
  }),
  broken('frame-of-nothing', 'The map in the page is an empty response.', {
    intercept: [
      atTop('<iframe src="/map" width="600" height="300" title="The way here"></iframe>'),
      at('/map', text(200, 'text/html; charset=utf-8', '')),
    ],
  }),
]
