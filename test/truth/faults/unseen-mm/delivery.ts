import {
  at,
  atTop,
  document,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, moved, rowsOf } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

/** Links above the content of the page, so that they are among its first links. */
const menu = (markup: string) =>
  atTop(
    `<nav style="position:relative;z-index:9999;padding:16px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</nav>`,
  )

const headTag = /<head(?:\s[^>]*)?>/i
const devBase = '<base href="http://localhost:5173/">'

const empty = new Uint8Array()

/** The response ends after a third of the announced length. */
const brokenOff: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
}

const withStatus =
  (status: number): Interceptor =>
  (request, upstream) =>
    request.isPage ? { ...upstream(), status } : undefined

export const setMmDelivery: readonly Fault[] = [
  deployment.issue(
    'mm-flexible-tls-loop',
    'The server sends visitors to http, the network in front of it sends them back, and so on.',
    [moved(({ url }) => url.replace('https:', 'http:'), 301)],
  ),
  deployment.issue(
    'mm-redirect-to-localhost',
    'The address of the developer’s computer went live with the configuration.',
    [moved('http://localhost:3000/')],
  ),
  deployment.review(
    'mm-redirect-to-8443',
    'The application server adds its inner port to its redirects.',
    [moved(({ host }) => `https://${host}:8443/`)],
  ),
  deployment.issue(
    'mm-refresh-to-dead-host',
    'The page forwards at once to a host that we gave up last year.',
    [inHead(({ domain }) => `<meta http-equiv="refresh" content="0; url=https://new.${domain}/">`)],
    { tools: 'RV', hosts: ({ domain }) => ({ [`new.${domain}`]: 'nothing' }) },
  ),
  deployment.issue(
    'mm-base-on-dev-server',
    'A base address of the development server makes every style sheet and link point there.',
    [
      document((html) =>
        headTag.test(html) ? html.replace(headTag, (tag) => tag + devBase) : devBase + html,
      ),
    ],
    { needs: ['stylesheet'] },
  ),
  deployment.issue(
    'mm-page-as-plain-text',
    'After the move to another bucket the page has the type of a text file, and its source is shown.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  deployment.issue(
    'mm-gzip-declared-only',
    'The server says that the page is compressed, and it is not: browsers show an error.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployment.issue(
    'mm-brotli-not-declared',
    'The files were compressed before the upload, but nobody told the server.',
    [headers({ 'content-encoding': null }), compressed],
  ),
  deployment.issue(
    'mm-body-breaks-off',
    'The cache keeps only a part of the page; the connection ends in the middle of it.',
    [brokenOff],
  ),
  deployment.issue(
    'mm-utf16-in-header',
    'A setting of the old server declares another encoding, and all text becomes Chinese characters.',
    [headers({ 'content-type': 'text/html; charset=utf-16le' })],
  ),
  deployment.issue(
    'mm-whole-page-with-404',
    'Visitors see the page, but its status is 404, and search engines drop it.',
    [withStatus(404)],
  ),
  deployment.issue('mm-certificate-ran-out', 'The certificate was not renewed.', [], {
    tools: 'PV',
    certificate: ({ host }) => ({ names: [host], notBefore: inDays(-92), notAfter: inDays(-2) }),
  }),
  deployment.issue(
    'mm-certificate-of-bare-domain',
    'The certificate holds the bare domain only, not the name with www.',
    [],
    { tools: 'PV', certificate: ({ domain }) => ({ names: [domain] }) },
  ),
  deployment.issue(
    'mm-certificate-of-own-authority',
    'The certificate of the test system was installed; no browser knows its issuer.',
    [],
    { issuer: 'unknown' },
  ),
  deployment.review(
    'mm-certificate-two-days-left',
    'The renewal has failed for four weeks, and in two days nobody will get in.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({ names: [host], notBefore: inDays(-88), notAfter: inDays(2) }),
    },
  ),
  deployment.issue(
    'mm-alias-of-deleted-app',
    'Our name is an alias of an application at a host, and the application was deleted.',
    [],
    { dns: () => ({ cname: 'quiet-mill-20417.hosted-apps.example' }) },
  ),
  deployment.review(
    'mm-name-servers-fail',
    'The signatures of our zone are out of date, and resolvers refuse to answer.',
    [],
    { dns: () => ({ rcode: 'SERVFAIL' }) },
  ),
  deployment.review(
    'mm-robots-header-of-staging',
    'The header that keeps search engines out of the staging site was copied to the public one.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  deployment.issue(
    'mm-directory-listing',
    'The start page was lost in the upload, and everybody can browse our files.',
    [
      instead(
        ({ host }) =>
          `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /</title></head><body><h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th><th>Description</th></tr><tr><td><a href="backup.zip">backup.zip</a></td><td>2024-05-02 11:20</td><td>48M</td></tr><tr><td><a href="css/">css/</a></td><td>2024-05-02 11:21</td><td>-</td></tr><tr><td><a href="index.html.bak">index.html.bak</a></td><td>2024-05-02 11:21</td><td>14K</td></tr></table><address>Apache/2.4.57 (Debian) Server at ${host} Port 443</address></body></html>`,
      ),
    ],
  ),
  links.issue(
    'mm-menu-of-old-paths',
    'The relaunch changed all paths, and the main menu still has the old ones.',
    [
      menu(
        '<a href="/products.php">Products</a> <a href="/prices.php">Prices</a> <a href="/about-us.php">About us</a> <a href="/contact.php">Contact</a>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'mm-link-to-failing-contact',
    'The start page is static and well, the contact page behind its link crashes.',
    [at('/contact-us', serverError), menu('<a href="/contact-us">Contact us</a>')],
    { tools: 'V' },
  ),
  links.issue(
    'mm-account-and-welcome-loop',
    'The link to the customer account ends in redirects in a circle.',
    [
      at('/account', { status: 302, headers: { location: '/welcome', ...uncached }, body: empty }),
      at('/welcome', { status: 302, headers: { location: '/account', ...uncached }, body: empty }),
      menu('<a href="/account">My account</a>'),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'mm-link-to-drive-c',
    'The editor linked the brochure from her own disk; nobody else can open it.',
    [
      menu(
        '<a href="file:///C:/Users/Petra/Documents/Brochure%202024.pdf">Download our brochure (PDF)</a>',
      ),
    ],
  ),
  links.issue(
    'mm-blog-link-with-database-words',
    'The link to the blog is answered with 200 and the words of a lost database.',
    [
      at(
        '/blog/',
        text(
          200,
          'text/html; charset=utf-8',
          '<!DOCTYPE html><html lang="en"><head><title>Database Error</title></head><body id="error-page"><h1>Error establishing a database connection</h1></body></html>',
        ),
      ),
      menu('<a href="/blog/">From our blog</a>'),
    ],
    { tools: 'V' },
  ),
]
