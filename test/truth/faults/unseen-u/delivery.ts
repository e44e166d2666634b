import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  type Fault,
  headers,
  instead,
  json,
  notFound,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const assets = rowsOf('assets')
const silent = rowsOf('requests that fail in silence')
const links = rowsOf('links')
const garbage = rowsOf('garbage or source on the screen')

const inLinks: Partial<Fault> = { tools: 'V' }
const nothing = new Uint8Array()
const filled = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`
const css = text(
  200,
  'text/css; charset=utf-8',
  'body{margin:0 auto;max-width:60em;font:18px/1.5 sans-serif}.grid{display:grid;grid-template-columns:1fr 1fr;gap:1em}',
)

export const setUDelivery: readonly Fault[] = [
  deployment.issue(
    'u-waits-for-its-cookie',
    'The server sends visitors back until they have a cookie, which is for another domain.',
    [
      (request) =>
        request.isPage && !String(request.headers['cookie'] ?? '').includes('region=')
          ? {
              status: 302,
              headers: {
                location: request.path,
                'set-cookie': 'region=eu; Domain=staging.example; Path=/',
                'cache-control': 'no-store',
              },
              body: nothing,
            }
          : undefined,
    ],
  ),
  deployment.issue('u-host-and-path-in-one', 'A slash is missing in the rule of the redirect.', [
    moved((site) => `https://${site.host}en/`, 301),
  ]),
  deployment.issue('u-name-of-the-cluster', 'The redirect names the service inside the cluster.', [
    moved('http://web.default.svc.cluster.local/en/'),
  ]),
  deployment.issue(
    'u-chooser-of-languages',
    'The page sends visitors to a language that was not built.',
    [
      whole('Mill Books', '<p>One moment...</p>', {
        head: '<meta http-equiv="refresh" content="0; url=/en/start/">',
      }),
      at('/en/start/', notFound),
    ],
    inBrowser,
  ),
  deployment.issue('u-saved-not-shown', 'Browsers save the page as a file.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  garbage.issue(
    'u-strict-markup',
    'The page is served as XML and is not well formed: the browser stops at the first mistake.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/xhtml+xml; charset=utf-8',
              `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Mill Books</title></head><body><h1>Mill Books</h1><p>Books & maps<br></p>${about}</body></html>`,
            )
          : undefined,
    ],
    inBrowser,
  ),
  deployment.issue(
    'u-certificate-of-the-proxy',
    'The proxy found no certificate for the site, and shows the one that it made itself.',
    [],
    {
      tools: 'PV',
      certificate: () => ({ names: ['4f1c07a2.traefik.default'] }),
      issuer: 'unknown',
    },
  ),
  deployment.issue('u-address-of-a-form', 'The record still has the address of the example.', [], {
    dns: () => ({ a: ['0.0.0.0'] }),
  }),
  deployment.issue(
    'u-upgraded-to-nothing',
    'The policy asks for all files over https, and the server has only http.',
    [
      headers({ 'content-security-policy': 'upgrade-insecure-requests' }),
      whole('Mill Books', `<div class="grid"><b>Books</b><b>Maps</b></div>${about}`, {
        head: '<link rel="stylesheet" href="/assets/site.css">',
      }),
      at('/assets/site.css', css),
    ],
    { ...inBrowser, plain: true },
  ),
  assets.issue(
    'u-pictures-without-bytes',
    'The disk was full during the upload: the pictures have no bytes.',
    [
      whole(
        'Mill Books',
        `<h1>Mill Books</h1><img src="/img/front.jpg" alt="The shop from the street" width="640" height="360">${about}<img src="/img/back.jpg" alt="The room of the maps" width="640" height="360">`,
      ),
      (request) =>
        request.path.startsWith('/img/')
          ? { status: 200, headers: { 'content-type': 'image/jpeg' }, body: nothing }
          : undefined,
    ],
    inBrowser,
  ),
  assets.issue(
    'u-pointer-for-a-script',
    'The build had only the pointers of large files: the script is one of them.',
    [
      at(
        '/assets/app-3f2a91c0.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 812345\n',
        ),
      ),
      application(''),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-script-still-packed',
    'The script is sent compressed, and the answer does not say so.',
    [
      at('/assets/app-3f2a91c0.js', {
        status: 200,
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
        body: gzipSync(filled(`<h1>Orders</h1>${about}`)),
      }),
      application(''),
    ],
    inBrowser,
  ),
  garbage.issue('u-packed-twice', 'Both the application and the proxy compress the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply: Reply = upstream()
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: gzipSync(gzipSync(reply.body)),
      }
    },
  ]),
  deployment.issue(
    'u-folder-of-the-source',
    'A server for trials lists the folder of the project.',
    [
      whole(
        'Directory listing for /',
        '<h1>Directory listing for /</h1><hr><ul><li>.env</li><li>.git/</li><li>app.py</li><li>requirements.txt</li><li>templates/</li></ul><hr>',
      ),
    ],
  ),
  deployment.review(
    'u-first-answer-of-a-framework',
    'The name leads to the API, not to the site.',
    [(request) => (request.isPage ? json({ Hello: 'World' }) : undefined)],
  ),
  deployment.issue(
    'u-right-page-wrong-status',
    'Each page is sent as the one for what is not there.',
    [(request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined)],
  ),
  deployment.issue(
    'u-starter-deployed',
    'The starter of the tool was deployed in place of the application.',
    [
      application(
        filled(
          '<h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.jsx</code> and save to test HMR</p></div><p>Click on the Vite and React logos to learn more</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  deployment.review('u-maintenance-ja', 'The site is closed for work.', [
    whole(
      'メンテナンスのお知らせ',
      '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけいたしますが、終了までしばらくお待ちください。</p>',
      { lang: 'ja' },
    ),
  ]),
  deployment.review('u-shop-behind-a-password', 'The shop was never opened to the public.', [
    whole(
      'Opening soon',
      '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><form><label>Enter store using password <input type="password"></label><button>Enter</button></form>',
    ),
  ]),
  silent.issue(
    'u-sign-in-gone',
    'The page sends its visitors to a sign-in that has no address.',
    [
      application(
        (site) =>
          `location.replace('https://auth.${site.domain}/authorize?client_id=shop&redirect_uri=' + encodeURIComponent(location.href))`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'u-post-becomes-get',
    'The new proxy moves the path of a POST, which arrives as a GET and is refused.',
    [
      application(
        `${filled('<h1>Basket</h1><p>Your basket is empty.</p>')}; fetch('/api/session', { method: 'POST', body: '{}' }).catch(() => {})`,
      ),
      at('/api/session', {
        status: 301,
        headers: { location: '/api/session/' },
        body: nothing,
      }),
      at('/api/session/', {
        ...text(405, 'application/json', '{"detail":"Method \\"GET\\" not allowed."}'),
      }),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-optimizer-refuses',
    'The optimizer of pictures does not know the new host of the pictures.',
    [
      whole(
        'Mill Books',
        `<h1>Mill Books</h1>${about}${[1, 2, 3].map((one) => `<img src="/_next/image?url=https%3A%2F%2Fcms.example.com%2F${one}.jpg&amp;w=640&amp;q=75" alt="Shelf ${one}" width="320" height="200">`).join('')}`,
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  silent.review(
    'u-tiles-without-a-key',
    'The account for the map has expired: the tiles are refused.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Find us</title><h1>Find us</h1>${about}${[1, 2, 3, 4].map((one) => `<img src="https://tiles.${site.stranger}/9/${one}.png?key=old" alt="" width="256" height="256">`).join('')}</html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`tiles.${site.stranger}`]: () => text(403, 'text/plain', 'Invalid key'),
      }),
    },
  ),
  assets.issue(
    'u-drawings-as-text',
    'The server does not know the type of drawings, and the browser draws none.',
    [
      whole(
        'Mill Books',
        `<img src="/logo.svg" alt="Mill Books" width="200" height="80"><h1>Mill Books</h1>${about}<img src="/map.svg" alt="How to find us" width="400" height="300">`,
      ),
      (request) =>
        request.path.endsWith('.svg')
          ? text(
              200,
              'text/plain; charset=utf-8',
              '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
            )
          : undefined,
    ],
    inBrowser,
  ),
  links.issue(
    'u-parameter-in-links',
    'The links have the name of the parameter where the language should be.',
    [atEnd('<p><a href="/[lang]/contact">Contact</a> <a href="/[lang]/prices">Prices</a></p>')],
    inLinks,
  ),
  links.issue(
    'u-link-in-a-circle',
    'One rule adds the slash of a link, another one takes it away.',
    [
      atEnd('<p><a href="/contact-us">Contact us</a></p>'),
      at('/contact-us', { status: 301, headers: { location: '/contact-us/' }, body: nothing }),
      at('/contact-us/', { status: 301, headers: { location: '/contact-us' }, body: nothing }),
    ],
    inLinks,
  ),
  links.issue(
    'u-link-to-a-desk',
    'A link leads to a file on the machine of the one who wrote the page.',
    [atEnd('<p><a href="file:///C:/Users/anna/Desktop/prices.pdf">Our prices</a></p>')],
    inLinks,
  ),
]
