import {
  at,
  atTop,
  document,
  type Fault,
  headers,
  type Interceptor,
  instead,
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const deployed = rowsOf('deployment')
const assets = rowsOf('assets')
const links = rowsOf('links')

const nothing = new Uint8Array()
/** Serves this response in place of the page. */
const answered =
  (reply: Reply): Interceptor =>
  ({ isPage }) =>
    isPage ? reply : undefined
const onlyLinks: Partial<Fault> = { tools: 'V' }
const navigation = (...paths: readonly string[]) =>
  atTop(
    `<nav>${paths.map((path) => `<a href="${path}">Our ${path.replace(/\W+/g, ' ')}</a> `).join('')}</nav>`,
  )
const there = (path: string) =>
  at(
    path,
    text(
      200,
      'text/html; charset=utf-8',
      `<!doctype html><html lang="en"><title>Ours</title>${about}`,
    ),
  )

export const setSDeployment: readonly Fault[] = [
  deployed.review(
    's-not-for-search-engines',
    'The field of the staging server that keeps search engines away is still sent.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  deployed.issue(
    's-canonical-of-the-developer',
    'Search engines are told that the page is on the machine of the developer.',
    [
      whole('Mill Street Books', `<h1>Mill Street Books</h1>${about}`, {
        head: '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/">',
      }),
    ],
  ),
  deployed.issue(
    's-menu-of-the-developer',
    'The menu leads to the machine of the developer.',
    [
      atTop(
        '<nav><a href="http://localhost:3000/shop">Shop</a> <a href="http://localhost:3000/about">About us</a> <a href="http://localhost:3000/contact">Contact</a></nav>',
      ),
    ],
    onlyLinks,
  ),
  deployed.issue('s-form-of-the-developer', 'What visitors write goes to their own machines.', [
    whole(
      'Write to us',
      `<h1>Write to us</h1>${about}<form method="post" action="http://127.0.0.1:8080/contact"><label>Your message <textarea name="message"></textarea></label><button>Send</button></form>`,
    ),
  ]),
  deployed.issue(
    's-assets-of-dev-server',
    'A file of the development server was deployed too, and the page takes its styles from there.',
    [
      whole('Orders', `<h1>Orders</h1>${about}<div id="app"></div>`, {
        head: '<script type="module" src="http://[::1]:5173/@vite/client"></script><link rel="stylesheet" href="http://[::1]:5173/resources/css/app.css"><script type="module" src="http://[::1]:5173/resources/js/app.js"></script>',
      }),
    ],
  ),
  deployed.issue(
    's-sent-to-inner-port',
    'The server sends visitors to the port on which it listens behind its proxy.',
    [moved((site) => `https://${site.host}:8443/`, 301)],
  ),
  deployed.issue(
    's-sent-to-nameless-apex',
    'All are sent to the short name of the site, which has no address.',
    [moved((site) => `https://${site.domain}/`, 301)],
  ),
  deployed.issue('s-sent-to-localhost', 'The address of the site was never set.', [
    moved('http://localhost:8069/web'),
  ]),
  deployed.issue(
    's-cookie-that-is-not-read',
    'A cookie is set, and the page is asked for again, without an end.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? {
              status: 302,
              headers: {
                location: `${site.url}?cookie=1`,
                'set-cookie': 'checked=1; Domain=.example.org; Path=/',
              },
              body: nothing,
            }
          : undefined,
    ],
  ),
  deployed.issue('s-sent-nowhere', 'The rule that moves visitors says no address.', [
    answered({ status: 302, headers: {}, body: nothing }),
  ]),
  deployed.issue(
    's-sent-to-missing-language',
    'The language of the visitor was chosen, and its pages are not there.',
    [moved('/xx-default/'), at('/xx-default/', notFound)],
  ),
  deployed.issue(
    's-offered-for-saving',
    'The bucket keeps a field with every file that makes browsers save it.',
    [headers({ 'content-disposition': 'attachment; filename="index.html"' })],
  ),
  deployed.issue('s-type-lost-in-upload', 'The tool for the upload did not set a type.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  deployed.issue('s-source-as-text', 'The page is sent as plain text.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  deployed.issue('s-xml-that-is-not', 'The page is sent as XML, which it is not.', [
    headers({ 'content-type': 'application/xhtml+xml; charset=utf-8' }),
    instead(
      `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Books</title></head><body><h1>Books &amp; maps</h1><br>${about}</body></html>`,
    ),
  ]),
  deployed.issue(
    's-said-to-be-compressed',
    'The proxy takes the compression away, and leaves the field that announces it.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployed.issue('s-page-cut', 'The disk of the proxy is full, and pages end early.', [
    (request) =>
      request.isPage
        ? {
            cut: text(
              200,
              'text/html; charset=utf-8',
              `<!doctype html><title>Books</title><h1>Books</h1>${about.repeat(20)}`,
            ),
            after: 700,
          }
        : undefined,
  ]),
  deployed.issue('s-nothing-sent', 'The answer is well but for its body, which is empty.', [
    answered(text(200, 'text/html; charset=utf-8', '')),
  ]),
  deployed.review(
    's-password-of-staging',
    'The password of the time before the launch is still asked for.',
    [
      answered({
        ...text(
          401,
          'text/html; charset=utf-8',
          '<title>401 Authorization Required</title><h1>401 Authorization Required</h1>',
        ),
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'www-authenticate': 'Basic realm="Preview"',
        },
      }),
    ],
  ),
  deployed.issue('s-listing', 'The folder has no start page, and the server lists its files.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><pre><a href="?C=N;O=D">Name</a>  <a href="?C=M;O=A">Last modified</a>  <a href="?C=S;O=A">Size</a>\n<hr>backup.sql.gz    2026-02-11 09:14  18M\nwp-config.php.bak  2026-02-11 09:02  3.1K\nindex.html.old   2025-12-01 17:40  12K\n<hr></pre><address>Apache/2.4.62 (Debian) Server</address>',
    ),
  ]),
  deployed.issue(
    's-fails-after-it-is-drawn',
    'The page is whole, but its status says that the server failed.',
    [(request, upstream) => (request.isPage ? { ...upstream(), status: 500 } : undefined)],
  ),
  deployed.issue('s-sign-of-staging', 'Visitors see the sign of the environment for tests.', [
    atTop(
      '<div style="background:#b91c1c;color:#fff;padding:12px;text-align:center">STAGING ENVIRONMENT – test data only, orders are not delivered</div>',
    ),
  ]),
  deployed.issue(
    's-sent-on-by-field',
    'A field sends visitors to a notice which has been taken away.',
    [headers({ refresh: '0; url=/closed/' }), at('/closed/', notFound)],
  ),
  deployed.issue(
    's-certificate-of-short-name',
    'The new certificate is for the short name of the site alone.',
    [],
    {
      certificate: (site) => ({ names: [site.domain] }),
      tools: 'PV',
    },
  ),
  deployed.issue(
    's-certificate-of-the-appliance',
    'The firewall in front of the site shows a certificate that it has made.',
    [],
    {
      issuer: 'unknown',
    },
  ),
  deployed.issue('s-address-forgotten', 'The zone was moved without the address of the site.', [], {
    dns: () => ({ a: [] }),
  }),
  deployed.issue(
    's-address-of-the-office',
    'The name has the address that the site has inside the office.',
    [],
    {
      dns: () => ({ a: ['10.20.0.14'] }),
    },
  ),
  assets.issue(
    's-styles-without-tls',
    'The host of the styles is written with http, and browsers do not load it.',
    [
      document((html, site) =>
        html.replace(
          /<link\b(?=[^>]*rel=["']?stylesheet)/gi,
          `<link href="http://static.${site.domain}/theme.css"`,
        ),
      ),
    ],
    {
      ...inBrowser,
      needs: ['stylesheet'],
      hosts: (site) => ({
        [`static.${site.domain}`]: () => text(200, 'text/css', 'body { margin: 0 }'),
      }),
    },
  ),
  links.issue(
    's-link-to-undefined',
    'A variable was missing when the menu was drawn.',
    [
      navigation('/undefined/prices', '/visit/'),
      there('/visit/'),
      at('/undefined/prices', notFound),
    ],
    onlyLinks,
  ),
  links.issue(
    's-link-to-failing-page',
    'One of the pages in the menu fails.',
    [navigation('/visit/', '/events/'), there('/visit/'), at('/events/', serverError)],
    onlyLinks,
  ),
  links.issue(
    's-link-in-circles',
    'Two rules send the visitors of a page to each other.',
    [
      navigation('/maps', '/visit/'),
      there('/visit/'),
      at('/maps', { status: 301, headers: { location: '/maps/' }, body: nothing }),
      at('/maps/', { status: 301, headers: { location: '/maps' }, body: nothing }),
    ],
    onlyLinks,
  ),
  links.issue(
    's-link-moved-to-nothing',
    'The old address leads to a new one, where there is nothing.',
    [
      navigation('/visit/', '/catalogue.html'),
      there('/visit/'),
      at('/catalogue.html', { status: 301, headers: { location: '/katalog/' }, body: nothing }),
      at('/katalog/', notFound),
    ],
    onlyLinks,
  ),
]
