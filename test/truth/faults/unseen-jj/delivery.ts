import { at, type Fault, headers, type Interceptor, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

/** Applies an interceptor to the page only. */
const page =
  (served: Interceptor): Interceptor =>
  (request, upstream, site) =>
    request.isPage ? served(request, upstream, site) : undefined

export const setJjDelivery: readonly Fault[] = [
  issue(
    'jj-sent-to-staging',
    'The live address sends everybody to the host of the test system, which only we can reach.',
    [moved((site) => `https://staging.${site.domain}/`)],
    { hosts: (site) => ({ [`staging.${site.domain}`]: 'nothing' }) },
  ),
  review('jj-sent-to-8443', 'The application behind the proxy sends visitors to its own port.', [
    moved((site) => `https://${site.host}:8443/`),
  ]),
  issue(
    'jj-http-https-circle',
    'The application does not know that the proxy speaks TLS: the browser goes round in circles.',
    [moved((site) => site.url.replace('https:', 'http:'), 301)],
  ),
  issue('jj-sent-to-missing-language', 'The start page leads to a language that is not deployed.', [
    at('/de-at/', text(404, 'text/html', '<title>404</title><h1>Seite nicht gefunden</h1>')),
    moved('/de-at/'),
  ]),
  review(
    'jj-public-site-wants-login',
    'The public site sends visitors to the log-in of the editors.',
    [
      at(
        '/auth/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Log in</title></head><body><main><h1>Log in</h1><form method="post"><label>E-mail <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Log in</button></form></main></body></html>',
        ),
      ),
      moved('/auth/login?next=%2F'),
    ],
  ),
  review(
    'jj-noindex-of-staging',
    'The live server still tells search engines to forget the page.',
    [headers({ 'x-robots-tag': 'noindex, nofollow, noarchive' })],
  ),
  issue(
    'jj-canonical-localhost',
    'Search engines are told that the true address of the page is a computer of ours.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/"><meta name="robots" content="noindex, nofollow">',
      ),
    ],
  ),
  issue('jj-page-as-plain-text', 'The bucket has no types: visitors see the source of the page.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  issue('jj-says-gzip-and-is-not', 'The page is announced as compressed and is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue(
    'jj-cookie-of-other-domain',
    'The session is set for the domain of the test system: the site sends visitors in circles.',
    [
      page((request, _upstream, site) =>
        String(request.headers['cookie'] ?? '').includes('shop_session=')
          ? undefined
          : {
              status: 302,
              headers: {
                location: site.url,
                'cache-control': 'no-store',
                'set-cookie': `shop_session=9f1c; Domain=staging-${site.domain}; Path=/; Secure; HttpOnly`,
              },
              body: new Uint8Array(),
            },
      ),
    ],
  ),
  issue(
    'jj-page-with-status-404',
    'The page is delivered with the status of a page that does not exist and drops out of Google.',
    [page((_request, upstream) => ({ ...upstream(), status: 404 }))],
  ),
  issue('jj-host-not-allowed-empty', 'The application refuses its new name with an empty answer.', [
    page(() => text(403, 'text/plain', '')),
  ]),
  review('jj-preview-password', 'The password of the preview is still in front of the live site.', [
    page(() => {
      const reply = text(
        401,
        'text/html',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Preview"' },
      }
    }),
  ]),
  issue(
    'jj-index-of-webroot',
    'The folder is shown instead of the site, with a dump of the data.',
    [
      whole(
        'Index of /',
        '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td><a href="#">Parent Directory</a></td><td></td><td>-</td></tr><tr><td>backup-2026-02-11.sql.gz</td><td>2026-02-11 03:10</td><td>48M</td></tr><tr><td>index.html.old</td><td>2026-02-11 03:12</td><td>21K</td></tr><tr><td>wp-content/</td><td>2026-02-11 03:14</td><td>-</td></tr></table><address>Apache/2.4.62 (Debian) Server at localhost Port 443</address>',
      ),
    ],
  ),
  issue(
    'jj-certificate-of-staging',
    'The balancer presents the certificate of the test system, and browsers warn.',
    [],
    { tools: 'PV', certificate: (site) => ({ names: [`staging.${site.domain}`] }) },
  ),
]
