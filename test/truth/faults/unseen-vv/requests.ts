import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const calls = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

const gateway = text(
  502,
  'text/html',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
)
const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="UTF-8" />\n    <title>Shop</title>\n    <script type="module" crossorigin src="/assets/index-DkP3v9aZ.js"></script>\n  </head>\n  <body>\n    <div id="root"></div>\n  </body>\n</html>\n',
)
const shown = (markup: string) =>
  `<div style="position:relative;z-index:9000;padding:16px;background:#fff;color:#222">${markup}</div>`

/** A call of the page's own code, whose failure is swallowed. */
const quietly = (url: string, options = '{}') =>
  `fetch('${url}', ${options}).then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.json() }).then((data) => { window.shopData = data }).catch(() => {})`

export const setVvRequests: readonly Fault[] = [
  calls.issue(
    'vv-laravel-api-500',
    'The call for the products fails on the server, and the page says nothing.',
    [
      bundle(quietly('/api/products?per_page=12')),
      at('/api/products', text(500, 'application/json', '{"message":"Server Error"}')),
    ],
    inBrowser,
  ),
  calls.issue(
    'vv-api-name-gone',
    'The record of the API was not made in the new zone.',
    [bundle((site) => quietly(`https://api.${site.domain}/v1/catalog`))],
    inBrowser,
  ),
  calls.issue(
    'vv-api-without-cors',
    'The API answers and does not name the site among the origins that it allows.',
    [bundle((site) => quietly(`https://api.${site.domain}/v1/events`))],
    { tools: 'RV', hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ id: 1 }]) }) },
  ),
  calls.issue(
    'vv-preflight-405',
    'The API has no handler for OPTIONS, so browsers never send the real call.',
    [
      bundle((site) =>
        quietly(
          `https://api.${site.domain}/v2/offers`,
          `{ headers: { authorization: 'Bearer guest' } }`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"detail":"Method Not Allowed"}')
            : json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  calls.issue(
    'vv-json-is-the-front-page',
    'The rewrite rule for the application also catches its API, and JSON never comes.',
    [bundle(quietly('/api/settings')), at('/api/settings', shell)],
    inBrowser,
  ),
  calls.issue(
    'vv-api-on-localhost',
    'The build was made without its environment and calls the machine of the developer.',
    [bundle(quietly('http://localhost:8000/api/menu'))],
    inBrowser,
  ),
  calls.issue(
    'vv-api-behind-sign-on',
    'The access rule of the network covers the API too and sends each call to a log-in.',
    [
      bundle(quietly('/api/cart')),
      at('/api/cart', (_request, _upstream, site) => ({
        status: 302,
        headers: { location: `https://login.${site.stranger}/cdn-cgi/access/login` },
        body: new Uint8Array(),
      })),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`login.${site.stranger}`]: () =>
          text(200, 'text/html; charset=utf-8', '<title>Sign in</title><h1>Sign in</h1>'),
      }),
    },
  ),
  calls.issue(
    'vv-policy-blocks-own-api',
    'The new policy forgot the host of the API, and browsers block the call.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      bundle((site) => quietly(`https://api.${site.domain}/v1/prices`)),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  calls.issue(
    'vv-socket-refused',
    'The process for live updates was not started after the move.',
    [
      bundle(
        (site) =>
          `const socket = new WebSocket('wss://ws.${site.domain}/app/9f3k2l?protocol=7&client=js&version=8.4.0'); socket.onmessage = (event) => { window.last = event.data }; socket.onerror = () => {}`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`ws.${site.domain}`]: 'refuses' }) },
  ),
  calls.review(
    'vv-cms-token-revoked',
    'The content service refuses the token of the build, and the page keeps quiet.',
    [
      bundle((site) =>
        quietly(`https://cdn.${site.stranger}/spaces/k4x9/entries?content_type=news`),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => {
          const reply = text(
            401,
            'application/json',
            '{"sys":{"type":"Error","id":"AccessTokenInvalid"},"message":"The access token you sent could not be found or is invalid."}',
          )
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  assets.issue(
    'vv-styles-as-plain-text',
    'The server lost its table of types, and browsers refuse the style sheet.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  scripts.issue(
    'vv-chunk-is-the-front-page',
    'After a release the old chunk is gone, and the fallback answers with the start page.',
    [
      bundle(`import('/assets/Checkout-B7xQ2k1a.js').then((part) => part.mount(), () => {})`),
      at('/assets/Checkout-B7xQ2k1a.js', shell),
    ],
    inBrowser,
  ),
  assets.issue(
    'vv-image-optimizer-402',
    'The quota of the image service is used up, and the picture at the top is broken.',
    [
      atTop(
        shown(
          '<img alt="The terrace in summer" width="640" height="320" decoding="async" src="/_next/image?url=%2Fimages%2Fterrace.jpg&amp;w=1200&amp;q=75" style="display:block;width:640px;height:320px">',
        ),
      ),
      at(
        '/_next/image',
        text(402, 'text/plain; charset=utf-8', 'OPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED'),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'vv-signed-image-expired',
    'The page was cached for longer than the signature of its pictures is good.',
    [
      atTop((site) =>
        shown(
          `<img alt="Our team" width="600" height="300" style="width:600px;height:300px" src="https://media.${site.domain}/team.jpg?X-Amz-Date=20250301T080000Z&amp;X-Amz-Expires=3600&amp;X-Amz-Signature=1f0c">`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`media.${site.domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>3600</X-Amz-Expires></Error>',
          ),
      }),
    },
  ),
  scripts.issue(
    'vv-flutter-main-404',
    'The application of Flutter was deployed into another folder than it was built for.',
    [
      whole('Delivery', '<script src="/flutter_bootstrap.js" async></script>', {
        head: '<base href="/">',
      }),
      at(
        '/flutter_bootstrap.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `const entry = document.createElement('script'); entry.src = 'main.dart.js'; entry.type = 'application/javascript'; document.body.append(entry)`,
        ),
      ),
      at('/main.dart.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'vv-runtime-settings-missing',
    'The file with the settings of the container was not written, and the application stops.',
    [
      application(
        `const api = window.__ENV__.API_URL; document.getElementById('root').innerHTML = '<h1>Orders</h1><p>From ' + api + '</p>'`,
        '<script src="/env-config.js"></script>',
      ),
      at('/env-config.js', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'vv-own-frame-502',
    'The booking form in its frame shows the error page of the proxy.',
    [
      atTop(
        shown(
          '<iframe src="/booking/embed" title="Book a table" width="640" height="360"></iframe>',
        ),
      ),
      at('/booking/embed', gateway),
    ],
    inBrowser,
  ),
  assets.review(
    'vv-frame-of-others-refused',
    'The service for appointments does not let this site frame it any more.',
    [
      atTop((site) =>
        shown(
          `<iframe src="https://calendar.${site.stranger}/embed/team" title="Appointments" width="640" height="360"></iframe>`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`calendar.${site.stranger}`]: () => ({
          ...text(200, 'text/html; charset=utf-8', '<title>Calendar</title><p>Choose a day</p>'),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'SAMEORIGIN' },
        }),
      }),
    },
  ),
  assets.review(
    'vv-icon-font-is-a-page',
    'The fallback answers for the font of the icons, and boxes stand in their place.',
    [
      inHead(
        '<style>@font-face{font-family:"Font Awesome 6 Free";font-weight:900;src:url(/webfonts/fa-solid-900.woff2) format("woff2")}.vv-fas{font:900 32px "Font Awesome 6 Free"}</style>',
      ),
      atTop(
        shown(
          '<i class="vv-fas">&#xf095;</i> <i class="vv-fas">&#xf0e0;</i> <i class="vv-fas">&#xf3c5;</i> Call, write, visit',
        ),
      ),
      at('/webfonts/fa-solid-900.woff2', shell),
    ],
    inBrowser,
  ),
]
