import {
  application,
  at,
  atTop,
  everyAsset,
  type Fault,
  type FaultySite,
  headers,
  instead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')
const links = rowsOf('links')
const never = rowsOf('never ready')

const empty = new Uint8Array()

const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><title>Depot</title><base href="/depot-test/"><app-root></app-root>',
)

/** A row of images with captions. */
const pictures = (source: (name: string) => string): string =>
  ['kitchen', 'garden', 'attic', 'cellar', 'stairs', 'yard']
    .map((name) => `<figure>${source(name)}<figcaption>The ${name}</figcaption></figure>`)
    .join('')

export const setTDeployment: readonly Fault[] = [
  deployment.issue(
    't-base-folder',
    'The program was built for the folder of the test, and each file there is its first page.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Depot</title><base href="/depot-test/"><link rel="stylesheet" href="styles-5INU.css"></head><body><app-root></app-root><script src="polyfills-B6TN.js" type="module"></script><script src="main-4QXC.js" type="module"></script></body></html>',
      ),
      everyAsset(/^\/depot-test\//, shell),
    ],
    inBrowser,
  ),
  deployment.issue(
    't-preview-address',
    'The site was uploaded as the preview made it: its styles are on the machine of the author.',
    [
      whole(
        'Notes from the valley',
        `<header class="site"><a href="#top">Notes from the valley</a></header><main><h1>Notes from the valley</h1>${about}${about}</main>`,
        {
          head: '<link rel="stylesheet" href="http://localhost:1313/css/coder.min.css"><script src="http://localhost:1313/js/coder.js" defer></script>',
        },
      ),
    ],
    inBrowser,
  ),
  deployment.issue(
    't-to-staging',
    'The site sends each visitor to its staging, which is no more.',
    [moved((site) => `https://staging.${site.domain}/`, 301)],
  ),
  deployment.issue('t-locale-loop', 'The language adds its folder, and the router takes it away.', [
    moved('/en-t', 307),
    at('/en-t', (_request, _upstream, site) => ({
      status: 308,
      headers: { location: site.url },
      body: empty,
    })),
  ]),
  deployment.issue(
    't-cookie-loop',
    'The session is for the old domain, and without a session the page sends visitors to itself.',
    [
      (request, _upstream, site) =>
        request.isPage && !String(request.headers['cookie'] ?? '').includes('sid=')
          ? {
              status: 302,
              headers: { location: site.url, 'set-cookie': 'sid=81; Domain=old-shop.com; Path=/' },
              body: empty,
            }
          : undefined,
    ],
  ),
  deployment.issue(
    't-reload-loop',
    'The page reloads until it is of the newest version, and the cache keeps the old one.',
    [
      atTop(
        "<script>fetch('/meta.json').then(function (r) { return r.json() }).then(function (meta) { if (meta.version !== '2.4.1') setTimeout(function () { location.reload() }, 500) })</script>",
      ),
      at('/meta.json', json({ version: '2.4.2' }, uncached)),
    ],
    inBrowser,
  ),
  deployment.issue('t-attachment', 'The page is offered as a file to keep.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  deployment.issue(
    't-strict-markup',
    'The server calls the page XML, and its markup is not.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/xhtml+xml; charset=utf-8',
              '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Choir</title><meta name="viewport" content="width=device-width"></head><body><h1>Choir</h1><p>We sing on Thursdays<br>in the old school.</p><p>New voices are welcome.</p></body></html>',
            )
          : undefined,
    ],
    inBrowser,
  ),
  deployment.review(
    't-staging-password',
    'The password of the staging was deployed with the site.',
    [
      (request) => {
        if (!request.isPage) return undefined
        const reply = text(401, 'text/html; charset=utf-8', '<h1>401 Authorization Required</h1>')
        return {
          ...reply,
          headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
        }
      },
    ],
  ),
  deployment.issue('t-name-not-covered', 'The certificate is for the domain without www.', [], {
    tools: 'PV',
    certificate: (site: FaultySite) => ({ names: [site.domain] }),
  }),
  deployment.issue('t-proxy-certificate', 'The proxy has no certificate and shows its own.', [], {
    issuer: 'unknown',
    certificate: () => ({ names: ['proxy.default'] }),
  }),
  scripts.issue(
    't-nonce-cached',
    'The cache keeps the page and its old nonce, and the policy has a new one.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-Zk3rQ0' 'strict-dynamic'; frame-ancestors 'self'",
      }),
      whole(
        'Ticket desk',
        '<div id="root"></div><script nonce="b7Qa1x" src="/assets/desk-11f.js"></script>',
      ),
      at(
        '/assets/desk-11f.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "document.getElementById('root').innerHTML = '<h1>Ticket desk</h1>'",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-trusted-types',
    'A new policy forbids how the program writes its page.',
    [
      headers({
        'content-security-policy': "require-trusted-types-for 'script'; frame-ancestors 'self'",
      }),
      application("document.getElementById('root').innerHTML = '<h1>Tide table</h1>'"),
    ],
    inBrowser,
  ),
  assets.issue(
    't-isolated-picture',
    'The page is isolated now, and the host of its pictures does not agree to that.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop(
        (site) =>
          `<img src="https://pictures.${site.domain}/house.svg" alt="The house" width="640" height="320">`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`pictures.${site.domain}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect width="640" height="320" fill="#284"/></svg>',
          ),
      }),
    },
  ),
  assets.issue(
    't-bucket-closed',
    'The bucket with the pictures of the editors is not public.',
    [
      (request, upstream, site) =>
        whole(
          'House for sale',
          `<h1>House for sale</h1>${pictures((name) => `<img src="https://media.${site.domain}/uploads/${name}_a5ae653959.jpg" alt="${name}" width="300" height="200">`)}${about}`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`media.${site.domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
          ),
      }),
    },
  ),
  assets.issue(
    't-large-file-notes',
    'The pictures were checked out as notes of where they are kept.',
    [
      whole(
        'The house',
        `<h1>The house</h1>${pictures((name) => `<img src="/photos/${name}.jpg" alt="${name}" width="300" height="200">`)}${about}`,
      ),
      everyAsset(
        /^\/photos\//,
        text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482134\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    't-lazy-never',
    'Pictures wait for a script that was not uploaded.',
    [
      whole(
        'The house',
        `<h1>The house</h1>${pictures((name) => `<img class="lazyload" data-src="/photos/${name}.jpg" alt="" width="300" height="200" style="background:#eee">`)}${about}<script src="/js/lazysizes.min.js" async></script>`,
      ),
      at('/js/lazysizes.min.js', notFound),
    ],
    inBrowser,
  ),
  links.issue(
    't-inner-pages-404',
    'Only the first page is there: the server does not know the paths of the others.',
    [
      whole(
        'Loom guide',
        `<nav><a href="/loom-guide/install">Install</a> <a href="/loom-guide/first-steps">First steps</a> <a href="/loom-guide/tables">Tables</a> <a href="/loom-guide/export">Export</a> <a href="/loom-guide/faq">Questions</a></nav><main><h1>Loom guide</h1>${about}</main>`,
      ),
      everyAsset(/^\/loom-guide\//, notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    't-checkout-500',
    'Who wants to pay gets an error.',
    [
      atTop('<p><a href="/checkout/start">Go to the checkout</a></p>'),
      at('/checkout/start', serverError),
    ],
    { tools: 'V' },
  ),
  never.review(
    't-placeholder-stays',
    'The server stops after the placeholders: the content never follows.',
    [
      whole(
        'Concert hall',
        '<header><strong>Concert hall</strong> <nav><a href="#p">Programme</a></nav></header><main><h1>Programme</h1><!--$?--><template id="B:0"></template><div class="bar"></div><div class="bar"></div><div class="bar"></div><div class="bar"></div><p aria-live="polite">Loading the programme…</p><!--/$--></main>',
        {
          head: '<style>@keyframes pulse{50%{opacity:.4}}.bar{height:48px;margin:16px 0;border-radius:6px;background:#ddd;animation:pulse 1.5s infinite}</style>',
        },
      ),
    ],
    inBrowser,
  ),
]
