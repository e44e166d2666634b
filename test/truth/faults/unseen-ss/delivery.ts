import {
  at,
  atTop,
  type Fault,
  type FaultySite,
  headers,
  type Interceptor,
  inHead,
  instead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const link = rowsOf('links')
const onLinks: Partial<Fault> = { tools: 'V' }
const byCertificate = (certificate: Fault['certificate']): Partial<Fault> => ({
  tools: 'PV',
  ...(certificate && { certificate }),
})
const days = 86_400_000

/** Visible links at the top of the page. */
const menu = (...links: readonly (readonly [string, string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:2147483647;background:#fff;padding:12px;font:16px sans-serif">${links.map(([to, name]) => `<a href="${to}">${name}</a>`).join(' ')}</nav>`,
  )

const back: Interceptor = (_request, _upstream, site: FaultySite) => ({
  status: 302,
  headers: { location: site.url, 'cache-control': 'no-store' },
  body: new Uint8Array(),
})

export const setSsDelivery: readonly Fault[] = [
  issue(
    'ss-dns-private-address',
    'The record has the address of the machine in the office, which no visitor can reach.',
    [],
    {
      dns: () => ({ a: ['192.168.1.20'] }),
    },
  ),
  issue(
    'ss-dns-cname-gone',
    'The name points to an app of the platform that was deleted after the demo.',
    [],
    {
      dns: () => ({ cname: 'bakery-demo-7f3a.herokudns.com' }),
    },
  ),
  issue(
    'ss-dns-servfail',
    'The name servers were changed and the old DNSSEC key stayed at the registrar, so that resolvers refuse the answers.',
    [],
    {
      dns: () => ({ rcode: 'SERVFAIL' }),
    },
  ),
  review(
    'ss-dns-dead-aaaa',
    'The new server got the A record, and the AAAA record still names the old one, which is switched off.',
    [],
    {
      dns: (ip) => ({ a: [ip], aaaa: ['2a01:4f8:c2c:9d1e::1'] }),
    },
  ),
  issue(
    'ss-certificate-apex-only',
    'The certificate was made for the bare domain, and the client types www.',
    [],
    byCertificate((site) => ({ names: [site.domain] })),
  ),
  issue(
    'ss-certificate-traefik-default',
    'The proxy found no certificate for this name and shows its own default one.',
    [],
    {
      ...byCertificate(() => ({ names: ['6d1f2c9ab4e05d7c.3a81f0e6b2c74d59.traefik.default'] })),
      issuer: 'unknown',
    },
  ),
  issue(
    'ss-no-https-at-all',
    'The agent opened port 80 and forgot 443, and the link that was handed over begins with https.',
    [],
    { issuer: 'none' },
  ),
  review(
    'ss-certificate-three-days',
    'The timer that renews the certificate does not run, and in three days every visitor gets a warning.',
    [],
    byCertificate(() => ({ notAfter: new Date(Date.now() + 3 * days) })),
  ),
  issue(
    'ss-redirect-to-localhost',
    'The base URL in the settings is still that of the machine of the developer.',
    [moved('http://localhost:3000/de')],
  ),
  issue(
    'ss-redirect-to-underscore',
    'The server sends everybody to its own server_name, which is an underscore.',
    [moved('https://_/', 301)],
  ),
  issue(
    'ss-language-redirect-loop',
    'The start page sends visitors to the language, and the language sends them back to the start page.',
    [moved('/en-gb/'), at('/en-gb/', back)],
  ),
  issue(
    'ss-meta-refresh-to-nothing',
    'The page only sends visitors on to a folder that was not uploaded.',
    [
      whole('Redirecting', '<p>Redirecting to <a href="/app/">/app/</a></p>', {
        head: '<meta http-equiv="refresh" content="0; url=/app/">',
      }),
      at('/app/', notFound),
    ],
    inBrowser,
  ),
  issue(
    'ss-refresh-field-for-ever',
    'A field that was meant for a dashboard makes the page load itself again each second.',
    [headers({ refresh: '1' })],
    inBrowser,
  ),
  issue(
    'ss-octet-stream',
    'The file was copied to the bucket without its type, and browsers download it.',
    [
      headers({
        'content-type': 'application/octet-stream',
        'x-amz-request-id': 'TX4K9Q0V2H7E1MZB',
        server: 'AmazonS3',
      }),
    ],
  ),
  review(
    'ss-html-as-plain-text',
    'The function returns the markup as plain text, and visitors read the source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
    inBrowser,
  ),
  issue(
    'ss-cut-in-the-middle',
    'The disk of the proxy is full and it sends the first bytes of the page and then cuts the connection.',
    [(request, upstream) => (request.isPage ? { cut: upstream(), after: 180 } : undefined)],
  ),
  issue(
    'ss-latin1-bytes-as-utf8',
    'The old editor saved in Latin-1 and the page says UTF-8, so that each umlaut is a black diamond.',
    [
      (request) =>
        request.isPage
          ? {
              status: 200,
              headers: { 'content-type': 'text/html; charset=utf-8' },
              body: new Uint8Array(
                Buffer.from(
                  '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Bäckerei Müller</title></head><body><h1>Bäckerei Müller</h1><p>Öffnungszeiten: täglich außer montags. Wir führen Brötchen, süßes Gebäck und Käsekuchen für die ganze Familie.</p><p>Grüße aus Köln!</p></body></html>',
                  'latin1',
                ),
              ),
            }
          : undefined,
    ],
  ),
  review(
    'ss-nginx-403-empty-folder',
    'The build went to another folder than the one that the server shows.',
    [
      instead(
        '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
        403,
      ),
    ],
  ),
  review(
    'ss-one-of-two-servers-dead',
    'One of the two servers behind the balancer is down, so that every other visitor gets a 502.',
    [
      (request) =>
        request.isPage && request.n % 2 === 1
          ? text(
              502,
              'text/html',
              '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n',
            )
          : undefined,
    ],
  ),
  review(
    'ss-canonical-localhost',
    'The page tells search engines that its real address is on the machine of the developer.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/">',
      ),
    ],
  ),
  link.issue(
    'ss-links-without-html',
    'The menu has clean paths, and the server only knows the files that end in .html.',
    [menu(['/about', 'About us'], ['/services', 'Services'], ['/contact', 'Contact'])],
    onLinks,
  ),
  link.issue(
    'ss-link-without-scheme',
    'The link to the social network lacks https, so that it leads into the own site, where nothing is.',
    [menu(['www.instagram.com/baeckerei.mueller', 'Instagram'])],
    onLinks,
  ),
  link.issue(
    'ss-imprint-500',
    'The imprint, which the law asks for, is a server error.',
    [
      menu(['/impressum', 'Impressum']),
      at('/impressum', text(500, 'text/html; charset=utf-8', '<h1>Internal Server Error</h1>')),
    ],
    onLinks,
  ),
  link.issue(
    'ss-link-loops',
    'The shop in the menu sends its visitors round in a circle.',
    [
      menu(['/shop', 'Shop']),
      at('/shop', { status: 301, headers: { location: '/shop/' }, body: new Uint8Array() }),
      at('/shop/', { status: 301, headers: { location: '/shop' }, body: new Uint8Array() }),
    ],
    onLinks,
  ),
  link.review(
    'ss-link-to-localhost',
    'The button for bookings leads to the machine of the developer.',
    [menu(['http://localhost:3000/booking', 'Book a table'])],
    inBrowser,
  ),
]
