import {
  at,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { bytes, cards, fallback, firm, footer, header, intro } from './pieces.ts'

const { issue, review } = rowsOf('assets')

const picture = (src: string) =>
  `<figure><img src="${src}" alt="The kiln is opened" width="760" height="420"><figcaption>Opening day at the kiln.</figcaption></figure>`

const svg = (color: string) =>
  text(
    200,
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 76 42"><rect width="76" height="42" fill="${color}"/><circle cx="38" cy="21" r="14" fill="#fdfbf7"/></svg>`,
  )

const files: readonly Fault[] = [
  issue(
    'i-all-styles-404',
    'No style sheet was uploaded with the release.',
    [everyAsset(/\.css$/, notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  issue(
    'i-first-style-is-html',
    'In place of the style sheet the host answers the start page.',
    [firstFile('stylesheet', fallback)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  issue(
    'i-first-style-plain-text',
    'The mapping of types is missing: styles are text/plain and refused.',
    [
      firstFile('stylesheet', (_request, upstream) => {
        const reply = upstream()
        return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
      }),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  issue(
    'i-first-script-403',
    'A rule of the firewall forbids the script of the page.',
    [
      firstFile(
        'script',
        text(
          403,
          'text/html',
          '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  issue(
    'i-first-script-is-html',
    'The script of the page answers HTML.',
    [firstFile('script', fallback)],
    { ...inBrowser, needs: ['script'] },
  ),
  issue(
    'i-first-image-404',
    'The first picture of the page was not uploaded.',
    [firstFile('image', notFound)],
    { ...inBrowser, needs: ['image'] },
  ),
  issue(
    'i-base-path-of-repository',
    'The build has the base path of GitHub Pages, but runs at the root of its own domain.',
    [
      whole(
        'Field notes',
        '<div id="app"></div><script type="module" crossorigin src="/field-notes/assets/index-C8s1bTqh.js"></script>',
        {
          head: '<link rel="stylesheet" crossorigin href="/field-notes/assets/index-Bk2u9aXw.css">',
        },
      ),
      everyAsset(/^\/field-notes\//, notFound),
    ],
    inBrowser,
  ),
  issue(
    'i-vite-hot-file',
    'The file that marks the development server was deployed: assets come from localhost.',
    [
      firm(`${intro}${cards}`, {
        head: '<script type="module" src="http://localhost:5173/@vite/client"></script><script type="module" src="http://localhost:5173/resources/js/app.js"></script>',
      }),
    ],
    inBrowser,
  ),
  issue(
    'i-css-import-missing',
    'The style sheet imports a file that was not uploaded.',
    [
      inHead('<link rel="stylesheet" href="/theme/brand.css">'),
      at(
        '/theme/brand.css',
        text(
          200,
          'text/css; charset=utf-8',
          '@import url("tokens.css");\n@import url("buttons.css");\n',
        ),
      ),
      at('/theme/tokens.css', notFound),
      at(
        '/theme/buttons.css',
        text(200, 'text/css; charset=utf-8', '.button { border-radius: 4px }'),
      ),
    ],
    inBrowser,
  ),
]

const media: readonly Fault[] = [
  issue(
    'i-next-image-402',
    'The quota of optimised images is used up.',
    [
      firm(
        `${intro}${picture('/_next/image?url=%2Fkiln.jpg&amp;w=1920&amp;q=75')}${picture('/_next/image?url=%2Fglaze.jpg&amp;w=1920&amp;q=75')}`,
      ),
      at(
        '/_next/image',
        text(402, 'text/plain', 'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'i-lfs-pointer',
    'The build did not fetch Git LFS: the picture is a pointer.',
    [
      firm(`${intro}${picture('/images/kiln.jpg')}${cards}`),
      at(
        '/images/kiln.jpg',
        bytes(
          'image/jpeg',
          new TextEncoder().encode(
            'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
          ),
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'i-image-zero-bytes',
    'The disk was full during the upload: the picture is empty.',
    [
      firm(`${intro}${picture('/media/2026/11/kiln.webp')}`),
      at('/media/2026/11/kiln.webp', bytes('image/webp', new Uint8Array())),
    ],
    inBrowser,
  ),
  issue(
    'i-image-is-html',
    'The picture answers the start page with status 200.',
    [firm(`${intro}${picture('/img/workshop.png')}${cards}`), at('/img/workshop.png', fallback)],
    inBrowser,
  ),
  issue(
    'i-image-host-gone',
    'The host of the pictures is no longer in the DNS.',
    [
      (request, upstream, site) =>
        firm(`${intro}${picture(`https://cdn.${site.domain}/kiln.jpg`)}`)(request, upstream, site),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.domain}`]: 'nothing' }) },
  ),
  issue(
    'i-image-signature-expired',
    'The signed addresses of the pictures have expired.',
    [
      (request, upstream, site) =>
        firm(
          `${intro}${picture(`https://uploads.${site.domain}/kiln.jpg?X-Amz-Expires=3600&amp;X-Amz-Signature=9f0c`)}`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`uploads.${site.domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
          ),
      }),
    },
  ),
  issue(
    'i-image-on-disk-of-author',
    'The picture was pasted with its path on the author’s computer.',
    [firm(`${intro}${picture('file:///C:/Users/Maja/Desktop/kiln.jpg')}`)],
    inBrowser,
  ),
  issue(
    'i-image-on-localhost',
    'Addresses in the content still name the machine of development.',
    [firm(`${intro}${picture('http://localhost:1337/uploads/kiln_7d1f0c.jpg')}`)],
    inBrowser,
  ),
  issue(
    'i-lazy-never-loads',
    'The script that loads pictures lazily is missing: all of them stay grey.',
    [
      firm(
        `${intro}<p><img class="lazyload" data-src="/img/a.svg" alt="Bowls on a shelf" width="700" height="400" style="background:#e5e5e5"></p><p><img class="lazyload" data-src="/img/b.svg" alt="Vases" width="700" height="400" style="background:#e5e5e5"></p><script src="/js/lazysizes.min.js"></script>`,
      ),
      at('/js/lazysizes.min.js', notFound),
      at('/img/a.svg', svg('#a5402d')),
      at('/img/b.svg', svg('#6b7680')),
    ],
    inBrowser,
  ),
  issue(
    'i-hero-background-404',
    'The picture behind the headline is missing.',
    [
      whole(
        'Lindqvist Ceramics',
        `${header}<div style="min-height:480px;background:#444 url(/assets/img/hero-autumn.jpg) center/cover"><h1 style="color:#fff">Autumn firing</h1></div><main>${cards}</main>${footer}`,
      ),
      at('/assets/img/hero-autumn.jpg', notFound),
    ],
    inBrowser,
  ),
  issue(
    'i-icon-font-404',
    'The font of the icons was not uploaded: boxes stand in their place.',
    [
      firm(
        `${intro}<p><i class="icon"></i> Basket <i class="icon"></i> Search <i class="icon"></i> Account</p>`,
        {
          head: '<style>@font-face { font-family: bootstrap-icons; src: url(/fonts/bootstrap-icons.woff2) format("woff2") } .icon::before { font-family: bootstrap-icons; font-style: normal; content: "\\f179" }</style>',
        },
      ),
      at('/fonts/bootstrap-icons.woff2', notFound),
    ],
    inBrowser,
  ),
  issue(
    'i-font-cors',
    'The fonts on the asset host are served without CORS and refused.',
    [
      (request, upstream, site) =>
        firm(`${intro}${cards}`, {
          head: `<style>@font-face { font-family: Brand; src: url(https://assets.${site.domain}/brand.woff2) format("woff2") } body, h1 { font-family: Brand, Georgia, serif }</style>`,
        })(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`assets.${site.domain}`]: () => bytes('font/woff2', new Uint8Array(64)),
      }),
    },
  ),
  issue(
    'i-video-404',
    'The film in the middle of the page was not uploaded.',
    [
      firm(
        `${intro}<video controls autoplay muted width="760" height="428" src="/video/throwing-1080.mp4"></video>`,
      ),
      at('/video/throwing-1080.mp4', notFound),
    ],
    inBrowser,
  ),
  issue(
    'i-gallery-half-missing',
    'Half of the gallery was not copied to the new server.',
    [
      firm(
        `${intro}${picture('/g/1.svg')}${picture('/g/2.svg')}${picture('/g/3.svg')}${picture('/g/4.svg')}`,
      ),
      at('/g/1.svg', svg('#a5402d')),
      at('/g/2.svg', svg('#22303a')),
      at('/g/3.svg', notFound),
      at('/g/4.svg', notFound),
    ],
    inBrowser,
  ),
  issue(
    'i-logo-404',
    'The logo at the top of each page is missing.',
    [
      atTop(
        '<p><img src="/wp-content/uploads/2026/10/logo-neu.png" alt="Logo" width="240" height="80"></p>',
      ),
      at('/wp-content/uploads/2026/10/logo-neu.png', notFound),
    ],
    inBrowser,
  ),
  review(
    'i-vendor-script-503',
    'The host of a vendor’s form answers 503.',
    [
      bundle(
        (site) =>
          `const script = document.createElement('script'); script.src = 'https://forms.${site.stranger}/embed/v2.js'; document.head.append(script)`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`forms.${site.stranger}`]: () => text(503, 'text/plain', 'Service Unavailable'),
      }),
    },
  ),
]

export const setIAssets: readonly Fault[] = [...files, ...media]
