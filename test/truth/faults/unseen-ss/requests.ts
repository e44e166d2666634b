import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const calls = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

const anyOrigin = { 'access-control-allow-origin': '*' }
const jsonType = 'application/json'
const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
/** An image at the top, in front of anything that the page fixes there. */
const picture = (source: string, alt: string) =>
  `<img src="${source}" alt="${alt}" width="640" height="320" style="position:relative;z-index:2147483647;display:block">`

export const setSsRequests: readonly Fault[] = [
  calls.issue(
    'ss-api-on-localhost',
    'The address of the API was not set for the build, so that visitors ask their own machine.',
    [
      bundle(
        `fetch('http://localhost:8000/api/products').then((answer) => answer.json()).then((list) => { window.products = list }).catch(() => {})`,
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'ss-api-base-undefined',
    'The variable with the address of the API was missing at build time and has become the word undefined.',
    [
      bundle(
        `fetch(String(undefined) + '/api/v1/opening-hours').then((answer) => answer.ok ? answer.json() : []).then((hours) => { window.hours = hours })`,
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'ss-sibling-api-without-cors',
    'The API of the site answers well and does not let the page read it.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/menu').then((answer) => answer.json()).catch((error) => console.warn('menu', error))`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ id: 1, name: 'Brezel' }]) }),
    },
  ),
  calls.issue(
    'ss-preflight-405',
    'The framework does not know the method with which a browser asks before it sends.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/search', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"q":""}' }).then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: ({ method }) =>
          method === 'OPTIONS'
            ? text(405, jsonType, '{"detail":"Method Not Allowed"}')
            : json({ hits: [] }, anyOrigin),
      }),
    },
  ),
  calls.issue(
    'ss-api-slash-to-http',
    'Behind its proxy the API redirects to the path with a slash over http, which the browser blocks.',
    [
      bundle(`fetch('/api/items').then((answer) => answer.json()).catch(() => [])`),
      at('/api/items', (_request, _upstream, site) => ({
        status: 307,
        headers: { location: `http://${site.host}/api/items/`, server: 'uvicorn' },
        body: new Uint8Array(),
      })),
      at('/api/items/', json([])),
    ],
    inBrowser,
  ),
  calls.review(
    'ss-database-service-paused',
    'The free project at the database service was paused and its name is gone.',
    [
      bundle(
        (site) =>
          `fetch('https://qwzkdbpyrtnm.${site.stranger}/rest/v1/products?select=*', { headers: { apikey: 'eyJhbGciOiJIUzI1NiJ9' } }).then((answer) => answer.json()).catch(() => [])`,
      ),
    ],
    inBrowser,
  ),
  calls.review(
    'ss-graphql-errors-200',
    'The content service has another schema since yesterday and answers 200 with nothing but errors.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ homepage { hero } }' }) }).then((answer) => answer.json()).then(({ data }) => { window.home = data })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "hero" on type "Homepage".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'ss-socket-not-upgraded',
    'The proxy does not pass the upgrade on, so that live prices never come.',
    [
      bundle(
        (site) =>
          `{ const socket = new WebSocket('wss://${site.host}/ws/prices'); socket.onmessage = (event) => { window.price = event.data } }`,
      ),
      at('/ws/prices', text(400, 'text/plain', 'Bad Request\n{"code":3,"message":"Bad request"}')),
    ],
    inBrowser,
  ),
  calls.review(
    'ss-effect-without-end',
    'An effect without its list of dependencies asks the API again as soon as it has answered, hundreds of times a minute.',
    [
      bundle(
        `{ const again = () => fetch('/api/profile', { cache: 'no-store' }).then((answer) => answer.json()).then(() => setTimeout(again, 5)); again() }`,
      ),
      at('/api/profile', json({ plan: 'free' }, { 'cache-control': 'no-store' })),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ss-unbuilt-vite',
    'The folder with the source was deployed and not the one with the build, so that the page is empty.',
    [
      instead(
        '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="UTF-8" />\n    <meta name="viewport" content="width=device-width, initial-scale=1.0" />\n    <title>Bakery</title>\n  </head>\n  <body>\n    <div id="root"></div>\n    <script type="module" src="/src/main.tsx"></script>\n  </body>\n</html>\n',
      ),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\ncreateRoot(document.getElementById('root')!).render(<App />)\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ss-bare-import',
    'A module imports a package by its name, which only a bundler can find.',
    [
      atEnd('<script type="module" src="/js/gallery.js"></script>'),
      at('/js/gallery.js', script("import Swiper from 'swiper'\nnew Swiper('.gallery')\n")),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ss-process-not-defined',
    'The script reads an environment variable as if it ran on a server.',
    [bundle(`document.documentElement.dataset.stage = process.env.NEXT_PUBLIC_STAGE`)],
    inBrowser,
  ),
  scripts.issue(
    'ss-policy-of-api',
    'The policy of the API gateway, which forbids everything, is sent with the page and takes its styles away.',
    [headers({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  scripts.issue(
    'ss-wasm-type',
    'The server does not know the type of the compiled module, and the calculator never starts.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/calc_bg.wasm')).then(({ instance }) => instance.exports.start())`,
      ),
      at('/assets/calc_bg.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  assets.issue(
    'ss-picture-of-my-disk',
    'The picture at the top is a path on the disk of the developer.',
    [atTop(picture('file:///Users/marek/projects/bakery/public/hero.jpg', 'Our bakery at dawn'))],
    inBrowser,
  ),
  assets.issue(
    'ss-picture-optimizer-402',
    'The quota of the image service of the platform is used up, and the picture at the top is gone.',
    [
      atTop(picture('/_next/image?url=%2Fhero.jpg&amp;w=1920&amp;q=75', 'Our bakery at dawn')),
      at('/_next/image', {
        ...text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n',
        ),
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'x-vercel-error': 'OPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED',
        },
      }),
    ],
    inBrowser,
  ),
  assets.review(
    'ss-placeholder-service-gone',
    'The pictures of the draft came from a placeholder service that exists no more.',
    [atTop(picture('https://via.placeholder.com/640x320?text=Hero', 'Hero'))],
    inBrowser,
  ),
  assets.issue(
    'ss-styles-as-text',
    'The bucket serves the styles of the build as plain text, and the browser does not use them.',
    [
      inHead('<link rel="stylesheet" href="/assets/index-BkQ3v1xz.css">'),
      at(
        '/assets/index-BkQ3v1xz.css',
        text(200, 'text/plain', 'main { max-width: 60rem; margin: 0 auto } h1 { font-size: 2rem }'),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ss-frame-over-http',
    'The booking calendar is embedded over http, which a page over https may not do.',
    [
      atTop(
        (site) =>
          `<iframe src="http://booking.${site.stranger}/embed/4711" title="Book a table" width="640" height="400" style="position:relative;z-index:2147483647"></iframe>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.stranger}`]: () => text(200, 'text/html', '<h1>Book a table</h1>'),
      }),
    },
  ),
]
