import { at, atTop, type Fault, headers, type Interceptor, inHead, instead } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000
const fromNow = (days: number) => new Date(Date.now() + days * day)

/** Another response in place of the page. */
const answers =
  (reply: Reply): Interceptor =>
  (request) =>
    request.isPage ? reply : undefined

/** A menu of the site, before anything else on the page. */
const menu = (items: string) =>
  atTop(
    `<nav style="position:relative;z-index:2147483000;min-width:320px;padding:12px;background:#fff;color:#000">${items}</nav>`,
  )

export const setZzDelivery: readonly Fault[] = [
  deployment.issue('zz-domain-lapsed', 'The domain was not renewed, and its name is gone.', [], {
    dns: () => ({ rcode: 'NXDOMAIN' }),
  }),
  deployment.issue(
    'zz-dnssec-broken',
    'After the move to another registrar the DS record is the old one, and resolvers answer SERVFAIL.',
    [],
    { dns: () => ({ rcode: 'SERVFAIL' }) },
  ),
  deployment.issue(
    'zz-dangling-alias',
    'The name is an alias of an application at a host that was deleted.',
    [],
    { dns: () => ({ cname: 'ancient-reef-0413.apps-gone.example' }) },
  ),
  deployment.issue(
    'zz-certificate-expired',
    'The renewal job has failed for weeks, and since the day before yesterday browsers warn of the site.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({
        names: [host],
        notBefore: fromNow(-92),
        notAfter: fromNow(-2),
      }),
    },
  ),
  deployment.review(
    'zz-certificate-three-days-left',
    'The certificate of a year ends in three days, and nobody has ordered another.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({
        names: [host],
        notBefore: fromNow(-362),
        notAfter: fromNow(3),
      }),
    },
  ),
  deployment.issue(
    'zz-certificate-without-www',
    'The certificate was ordered for the bare domain only, and the site is at www.',
    [],
    { tools: 'PV', certificate: ({ domain }) => ({ names: [domain] }) },
  ),
  deployment.issue(
    'zz-certificate-of-the-origin',
    'The proxy of the network was switched off, and visitors get the private certificate of the origin.',
    [],
    { tools: 'PV', issuer: 'unknown' },
  ),
  deployment.issue('zz-bad-gateway', 'The application behind nginx is not running.', [
    instead(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
      502,
    ),
  ]),
  deployment.issue('zz-guru-meditation', 'Varnish does not get an answer of its backend.', [
    instead(
      '<!DOCTYPE html>\n<html>\n  <head>\n    <title>503 Backend fetch failed</title>\n  </head>\n  <body>\n    <h1>Error 503 Backend fetch failed</h1>\n    <p>Backend fetch failed</p>\n    <h3>Guru Meditation:</h3>\n    <p>XID: 360514</p>\n    <hr>\n    <p>Varnish cache server</p>\n  </body>\n</html>\n',
      503,
    ),
  ]),
  deployment.issue(
    'zz-no-pages-site',
    'The file CNAME was lost with a force push, and GitHub Pages does not know the domain.',
    [
      whole(
        'Site not found &middot; GitHub Pages',
        `<h1>404</h1><p><strong>There isn't a GitHub Pages site here.</strong></p><p>If you're trying to publish one, <a href="https://help.github.com/pages/">read the full documentation</a> to learn how to set up <strong>GitHub Pages</strong> for your repository, organization, or user account.</p>`,
        { status: 404 },
      ),
    ],
  ),
  deployment.review(
    'zz-bucket-denied',
    'The policy of the bucket was changed, and S3 refuses the page.',
    [
      answers(
        text(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q2W6ZB3M1N8XK4D</RequestId><HostId>r0C5mB8vQy1ZkJw7Hn2uTg==</HostId></Error>',
        ),
      ),
    ],
  ),
  deployment.review(
    'zz-htpasswd-left',
    'The password of the time before the launch is still asked for.',
    [
      headers({ 'www-authenticate': 'Basic realm="Preview"' }),
      instead(
        '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>401 Unauthorized</title>\n</head><body>\n<h1>Unauthorized</h1>\n<p>This server could not verify that you\nare authorized to access the document\nrequested.</p>\n</body></html>',
        401,
      ),
    ],
  ),
  deployment.issue(
    'zz-session-redirect-loop',
    'The session cookie is for the domain of staging, so that the page sends every visitor back to itself.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? {
              status: 302,
              headers: {
                location: site.url,
                'set-cookie': `sid=5f2c81; Domain=staging.${site.stranger}; Path=/; Secure`,
                'cache-control': 'no-store',
              },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  deployment.issue(
    'zz-redirect-to-localhost',
    'The database was copied from the machine of the developer, and with it the address of the site.',
    [moved('http://localhost:8888/shop/', 301)],
  ),
  deployment.issue(
    'zz-redirect-to-missing-language',
    'Visitors are sent to a language that was not built.',
    [moved('/en-us/')],
  ),
  deployment.issue(
    'zz-empty-response',
    'PHP has died without a word: status 200 and not one byte.',
    [answers(text(200, 'text/html; charset=UTF-8', ''))],
  ),
  deployment.review(
    'zz-php-as-download',
    'The handler of PHP is gone after an upgrade, and visitors get the source as a file.',
    [
      answers(
        text(
          200,
          'application/x-httpd-php',
          "<?php\n/**\n * Front to the WordPress application.\n */\ndefine( 'WP_USE_THEMES', true );\n\nrequire __DIR__ . '/wp-blog-header.php';\n",
        ),
      ),
    ],
    inBrowser,
  ),
  deployment.review(
    'zz-page-as-plain-text',
    'The upload script gave every file the type text/plain, and visitors read markup.',
    [headers({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })],
    inBrowser,
  ),
  deployment.issue(
    'zz-says-gzip',
    'The plugin of the cache announces gzip for a file that is not compressed.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployment.issue(
    'zz-cut-in-the-middle',
    'The disk of the proxy is full, and the page ends in the middle of its bytes.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { cut: reply, after: Math.floor(reply.body.length / 2) }
      },
    ],
  ),
  deployment.issue(
    'zz-workers-all-busy',
    'All workers wait for a lock of the database: connections are taken and never answered.',
    [(request) => (request.isPage ? 'hang' : undefined)],
  ),
  deployment.review(
    'zz-robots-of-staging',
    'The settings of staging went live, and search engines are told to forget the site.',
    [
      headers({ 'x-robots-tag': 'noindex, nofollow' }),
      inHead('<meta name="robots" content="noindex, nofollow">'),
    ],
  ),
  links.issue(
    'zz-menu-of-old-addresses',
    'The pages were renamed with the relaunch, the menu still has the old addresses.',
    [
      menu(
        '<a href="/ueber-uns.html">Über uns</a> <a href="/leistungen/beratung.html">Beratung</a> <a href="/kontakt.html">Kontakt</a>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'zz-link-without-value',
    'The address of the category was not filled in by the template.',
    [menu('<a href="/category/{{ category.slug }}">Garden tools</a> <a href="#top">Top</a>')],
    { tools: 'V' },
  ),
  links.issue(
    'zz-link-goes-round',
    'Two rules add and remove the slash at the end of an address.',
    [
      menu('<a href="/tarifs">Nos tarifs</a>'),
      at('/tarifs', { status: 301, headers: { location: '/tarifs/' }, body: new Uint8Array() }),
      at('/tarifs/', { status: 301, headers: { location: '/tarifs' }, body: new Uint8Array() }),
    ],
    { tools: 'V' },
  ),
]
