import { gzipSync } from 'node:zlib'
import {
  at,
  atTop,
  type Fault,
  headers,
  type Interceptor,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')
const garbage = rowsOf('garbage or source on the screen')
const words = rowsOf('words of a broken site')

const onlyLinks: Partial<Fault> = { tools: 'V' }

const page = (title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
  )

const redirect = (location: string, status = 302) => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

/** Always redirects to set a cookie first. The cookie is for the domain of the former site, so that no browser stores it. */
const asksForItsCookie: Interceptor = (request, _upstream, site) =>
  request.isPage
    ? {
        status: 302,
        headers: {
          location: site.url,
          'set-cookie': `visited=1; Domain=.${site.stranger}; Path=/; Secure`,
          'cache-control': 'no-store',
        },
        body: new Uint8Array(),
      }
    : undefined

const pageNav = (href: string, label: string) =>
  atTop(`<nav style="padding:8px"><a href="${href}">${label}</a></nav>`)

export const setAdDelivery: readonly Fault[] = [
  deployment.issue(
    'ad-dns-no-address',
    'The records were deleted when the hosting contract ended, and the name has no address any more.',
    [],
    { dns: () => ({ a: [] }) },
  ),
  deployment.issue(
    'ad-dns-office-address',
    'The public name points to the address of a server in our office, which nobody outside can reach.',
    [],
    { dns: () => ({ a: ['192.168.1.20'] }) },
  ),
  words.review(
    'ad-bare-domain-default-server',
    'Who leaves out www meets the welcome page of nginx in place of the site.',
    [],
    {
      ...inBrowser,
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({
        [site.domain]: () =>
          page(
            'Welcome to nginx!',
            '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p>For online documentation and support please refer to <a href="http://nginx.org/">nginx.org</a>.<br>Commercial support is available at <a href="http://nginx.com/">nginx.com</a>.</p><p><em>Thank you for using nginx.</em></p>',
          ),
      }),
    },
  ),
  deployment.issue(
    'ad-certificate-of-the-company',
    'The certificate was signed by the authority inside our company, which no visitor trusts.',
    [],
    { tools: 'PV', issuer: 'unknown' },
  ),
  deployment.issue(
    'ad-certificate-of-the-host',
    'The hosting company presents its own certificate, because ours was never ordered.',
    [],
    { tools: 'PV', certificate: (site) => ({ names: [`*.hosting.${site.stranger}`] }) },
  ),
  deployment.issue(
    'ad-certificate-not-renewed',
    'The renewal has failed since the rule of the firewall was changed, and the certificate has run out.',
    [],
    { tools: 'PV', certificate: () => ({ notAfter: new Date(Date.now() - 3 * 86_400_000) }) },
  ),
  deployment.issue(
    'ad-https-closed',
    'After the move nothing listens for https, and every link to the site starts with it.',
    [],
    { issuer: 'none' },
  ),
  deployment.issue(
    'ad-sent-to-closed-https',
    'Over http the server sends everybody to https, where nothing listens.',
    [moved((site) => site.url.replace(/^http:/, 'https:'), 301)],
    { plain: true },
  ),
  deployment.review(
    'ad-password-over-http',
    'Customers type their password into a page without encryption, and the browser says so.',
    [
      atTop(
        '<form method="post" action="/login" style="padding:16px"><label>E-mail <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Log in</button></form>',
      ),
    ],
    { ...inBrowser, plain: true },
  ),
  deployment.issue(
    'ad-loop-of-flexible-encryption',
    'The network in front speaks http to the server, which answers each time that one must come by https.',
    [moved((site) => site.url, 301)],
  ),
  deployment.issue(
    'ad-loop-for-a-cookie',
    'The page sends visitors round until they bring a cookie that no browser accepts.',
    [asksForItsCookie],
  ),
  deployment.issue(
    'ad-sent-to-localhost',
    'The address of the developer is still in the settings, and visitors are sent to their own computer.',
    [moved('http://localhost:3000/', 307)],
  ),
  deployment.issue(
    'ad-sent-to-raw-variables',
    'The percent signs are missing in the rewrite rule, so that visitors are sent to the names of variables.',
    [moved('https://{HTTP_HOST}{REQUEST_URI}', 301)],
  ),
  deployment.issue(
    'ad-sent-to-missing-language',
    'Everybody is sent to the German pages, which were not deployed.',
    [moved('/de-de/'), at('/de-de/', notFound)],
  ),
  words.review(
    'ad-sent-to-parked-domain',
    'The campaign has ended, and our redirect now leads to somebody who sells the domain.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`www.${site.stranger}`]: () =>
          page(
            site.stranger,
            `<h1>${site.stranger}</h1><h2>This domain is for sale!</h2><p>The owner of ${site.stranger} is offering it for sale for an asking price of 2,495 EUR.</p><p><a href="#">Buy this domain</a></p><p>This webpage was generated by the domain owner using Sedo Domain Parking.</p>`,
          ),
      }),
    },
  ),
  words.review(
    'ad-sent-to-log-in',
    'A plug-in for private sites was switched on, and the public home page asks for a log-in.',
    [
      moved('/wp-login.php?redirect_to=%2F&reauth=1'),
      at(
        '/wp-login.php',
        page(
          'Log In &lsaquo; Hill Books &#8212; WordPress',
          '<h1><a href="https://wordpress.org/">Powered by WordPress</a></h1><form name="loginform" method="post" action="/wp-login.php"><p><label for="user_login">Username or Email Address</label><br><input type="text" name="log" id="user_login"></p><p><label for="user_pass">Password</label><br><input type="password" name="pwd" id="user_pass"></p><p><input type="submit" value="Log In"></p></form><p><a href="/wp-login.php?action=lostpassword">Lost your password?</a></p>',
        ),
      ),
    ],
    inBrowser,
  ),
  deployment.review(
    'ad-password-of-staging',
    'The password of the staging server went live together with its settings.',
    [
      (request) => {
        if (!request.isPage) return undefined
        const reply = text(
          401,
          'text/html',
          '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>',
        )
        return {
          ...reply,
          headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
        }
      },
    ],
  ),
  deployment.issue(
    'ad-whole-page-with-404',
    'The bucket serves the page as its error document: people see it, and search engines drop it.',
    [(request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined)],
  ),
  deployment.issue(
    'ad-cut-in-the-middle',
    'The cache was full, and the page ends after its head.',
    [(request, upstream) => (request.isPage ? { cut: upstream(), after: 300 } : undefined)],
  ),
  garbage.issue(
    'ad-compressed-without-saying',
    'The file was compressed before it was uploaded, and nobody told the browser.',
    [
      (request, upstream) =>
        request.isPage ? { ...upstream(), body: gzipSync(upstream().body) } : undefined,
    ],
  ),
  deployment.issue(
    'ad-says-compressed',
    'A plug-in announces compression that the server does not do, and browsers give up.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployment.issue(
    'ad-home-page-is-download',
    'The browser saves the home page as a file, since the bucket says that it is an attachment.',
    [headers({ 'content-disposition': 'attachment; filename="index.html"' })],
  ),
  garbage.review(
    'ad-markup-as-text',
    'The type of the file was lost in the upload, and visitors read tags.',
    [headers({ 'content-type': 'text/plain' })],
    inBrowser,
  ),
  deployment.review(
    'ad-robots-of-staging',
    'The rule that keeps search engines off the staging server is on the live one.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  links.issue(
    'ad-link-menu-of-last-year',
    'The menu of the restaurant was deleted, and the first link still leads to it.',
    [
      pageNav('/wp-content/uploads/2023/05/speisekarte.pdf', 'Speisekarte'),
      at('/wp-content/uploads/2023/05/speisekarte.pdf', notFound),
    ],
    onlyLinks,
  ),
  links.issue(
    'ad-link-server-fails',
    'The page for bookings fails on the server, and it is what people come for.',
    [pageNav('/reservations', 'Book a table'), at('/reservations', serverError)],
    onlyLinks,
  ),
  links.issue(
    'ad-link-goes-round',
    'With and without the slash at its end, the contact page sends to the other one.',
    [
      pageNav('/contact', 'Contact'),
      at('/contact', redirect('/contact/', 301)),
      at('/contact/', redirect('/contact', 301)),
    ],
    onlyLinks,
  ),
]
