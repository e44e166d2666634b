import { at, atEnd, atTop, bundle, document, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('assets')

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="teal"/></svg>'
const first: readonly Fault[] = [
  issue(
    'prefix-undefined',
    'The prefix of the assets is not set: undefined/css/main.css.',
    [
      document((html) =>
        html
          .replace(/(<link[^>]+stylesheet[^>]*href=["'])/gi, '$1undefined/')
          .replace(/(<link[^>]+href=["'])(?=[^"']+["'][^>]*stylesheet)/gi, '$1undefined/'),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue(
    'svg-as-plain-text',
    'The server has no type for drawings.',
    [
      atTop('<img src="/brand/wordmark.svg" alt="Aurelia Hotels" width="640" height="320">'),
      at('/brand/wordmark.svg', text(200, 'text/plain', drawing)),
    ],
    inBrowser,
  ),
  issue(
    'embedder-policy',
    'A policy for isolation keeps the pictures of the vendor out.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                'cross-origin-embedder-policy': 'require-corp',
                'cross-origin-opener-policy': 'same-origin',
              },
            }
          : undefined,
      atTop(
        (site) =>
          `<img src="https://images.${site.domain}/table.svg" alt="The long table" width="800" height="360">`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`images.${site.domain}`]: () => text(200, 'image/svg+xml', drawing) }),
    },
  ),
  issue(
    'style-chunk-of-route',
    'The styles of the route are loaded by the router, and are gone.',
    [
      bundle(
        'const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "/_next/static/css/8be1d0.css"; link.onerror = () => { throw Object.assign(new Error("Loading CSS chunk 412 failed.\\n(/_next/static/css/8be1d0.css)"), { code: "CSS_CHUNK_LOAD_FAILED" }) }; document.head.append(link)',
      ),
    ],
    inBrowser,
  ),
  issue(
    'frame-of-development',
    'The frame of the shop points at the machine of its developer.',
    [
      atTop(
        '<h2>Gift cards</h2><iframe src="http://localhost:8080/embed/gift-cards" title="Gift cards" width="800" height="500"></iframe>',
      ),
    ],
    inBrowser,
  ),
  review(
    'sprite-host-gone',
    'The logo comes from the content network of a vendor that was changed.',
    [
      atTop(
        (site) =>
          `<header style="padding:20px"><img src="https://d3a8.cdn-${site.domain.split('.')[0]}.net/logo.png" alt="Aurelia" width="220" height="80"></header>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`d3a8.cdn-${site.domain.split('.')[0]}.net`]: 'nothing' }),
    },
  ),
]

/** Written for the second set. */
const secondAssets: readonly Fault[] = [
  review(
    'resource-policy',
    'The content network says that its pictures are for its own origin only.',
    [
      atTop(
        (site) =>
          `<img src="https://static.${site.stranger}/view.svg" alt="The view of the valley" width="900" height="400">`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`static.${site.stranger}`]: () => {
          const reply = text(200, 'image/svg+xml', drawing)
          return {
            ...reply,
            headers: { ...reply.headers, 'cross-origin-resource-policy': 'same-origin' },
          }
        },
      }),
    },
  ),
  review(
    'account-of-pictures-closed',
    'The account for the pictures is disabled.',
    [
      atTop(
        (site) =>
          `<h1>Our boats</h1><img src="https://res.${site.stranger}/marina/image/upload/boat.jpg" alt="A boat" width="900" height="400"><img src="https://res.${site.stranger}/marina/image/upload/crew.jpg" alt="The crew" width="900" height="400">`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`res.${site.stranger}`]: () => text(401, 'text/plain', 'cloud_name is disabled'),
      }),
    },
  ),
  issue(
    'script-is-pointer',
    'A script is in a large file storage that the build does not fetch.',
    [
      atEnd('<script src="/js/viewer.bundle.js"></script>'),
      at(
        '/js/viewer.bundle.js',
        text(
          200,
          'text/javascript',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'lazy-pictures-stay',
    'The script that puts in the pictures is missing: grey boxes stay.',
    [
      atTop(
        '<h1>Lamps</h1><div style="display:flex;gap:8px"><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==" data-src="/lamps/1.jpg" alt="Lamp 1" width="300" height="300"><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==" data-src="/lamps/2.jpg" alt="Lamp 2" width="300" height="300"></div><script defer src="/js/lazysizes.min.js"></script>',
      ),
    ],
    inBrowser,
  ),
  review(
    'film-cannot-be-decoded',
    'The film in the head of the page is no film.',
    [
      atTop(
        '<video autoplay muted loop playsinline width="1000" height="400" src="/media/loop.mp4"></video>',
      ),
      at('/media/loop.mp4', text(200, 'video/mp4', 'AccessDenied: Request has expired')),
    ],
    inBrowser,
  ),
]

export const setBAssets: readonly Fault[] = [...first, ...secondAssets]
