import { gzipSync } from 'node:zlib'
import {
  at,
  atTop,
  type Fault,
  type Host,
  headers,
  type Interceptor,
  type Served,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')

const page =
  (served: Served): Interceptor =>
  (request) =>
    request.isPage ? served : undefined

const elsewhere = (status: number, location: string): Host => {
  return () => ({ status, headers: { location }, body: new Uint8Array() })
}

const html = (status: number, body: string) => text(status, 'text/html; charset=utf-8', body)

const days = (n: number) => new Date(Date.now() + n * 86_400_000)

export const setQqDelivery: readonly Fault[] = [
  deployment.issue(
    'qq-loop-www',
    'The registrar forwards www to the bare name and the CDN forwards the bare name to www, for ever.',
    [moved((site) => `https://${site.domain}/`, 301)],
    { hosts: (site) => ({ [site.domain]: elsewhere(301, site.url) }) },
  ),
  deployment.issue(
    'qq-loop-cookie',
    'The server asks for its cookie again and again, because the cookie names the domain of staging and no browser keeps it.',
    [
      (request, _upstream, site) => {
        if (!request.isPage || request.headers['cookie'] !== undefined) return undefined
        const cookie = `sid=s%3A7f3Kx; Domain=staging.${site.stranger}; Path=/; Secure; HttpOnly`
        const sent = { location: site.url, 'set-cookie': cookie, 'cache-control': 'no-store' }
        return { status: 302, headers: sent, body: new Uint8Array() }
      },
    ],
  ),
  deployment.issue(
    'qq-redirect-localhost',
    'NEXTAUTH_URL was never set in production, so every visitor is sent to his own machine.',
    [moved('http://localhost:3000/', 307)],
  ),
  deployment.issue(
    'qq-redirect-no-name',
    'The page moved to a host of the site whose DNS record was never made.',
    [moved((site) => `https://app.${site.domain}/`, 308)],
    { hosts: (site) => ({ [`app.${site.domain}`]: 'nothing' }) },
  ),
  deployment.issue(
    'qq-redirect-glued',
    'A slash is missing in the Redirect of Apache, so the path is glued to the name of the host.',
    [],
    {
      url: (site) => `https://${site.domain}/preise`,
      hosts: (site) => ({
        [site.domain]: elsewhere(301, `https://${site.host}preise`),
      }),
    },
  ),
  deployment.issue(
    'qq-location-missing',
    'The edge function answers 302 and forgets to say where to, which is a white page.',
    [page({ status: 302, headers: { 'cache-control': 'no-store' }, body: new Uint8Array() })],
  ),
  deployment.issue(
    'qq-location-variable',
    'The variable of the Terraform template was never filled in, so the redirect leads to no host.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the server sends it
    [moved('https://${domain_name}/', 301)],
  ),
  deployment.issue(
    'qq-octet-stream',
    'The upload to the bucket guessed no type, so the browser saves the page as a file.',
    [headers({ 'content-type': 'binary/octet-stream' })],
  ),
  deployment.issue(
    'qq-gzip-twice',
    'The build compressed the file and the CDN compressed it again, so visitors see binary noise.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        const sent = { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
        return { ...reply, headers: sent, body: gzipSync(gzipSync(reply.body)) }
      },
    ],
  ),
  deployment.issue(
    'qq-brotli-only-said',
    'The metadata of the bucket says brotli but the file is plain, and no browser can decode it.',
    [headers({ 'content-encoding': 'br' })],
  ),
  deployment.issue(
    'qq-cut-off',
    'The proxy has no room left for its temporary files, and cuts each page after its first third.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const cut = upstream()
        return { cut, after: Math.floor(cut.body.length / 3) }
      },
    ],
  ),
  deployment.issue(
    'qq-empty-200',
    'PHP dies with its messages switched off, and the answer is 200 with no byte in it.',
    [page(html(200, ''))],
  ),
  deployment.review(
    'qq-one-of-two-backends',
    'One of two servers behind the balancer is down, so every other visitor gets a 502.',
    [
      (request) => {
        if (!request.isPage || request.n % 2 === 0) return undefined
        const body =
          '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>'
        const reply = text(502, 'text/html', body)
        return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } }
      },
    ],
  ),
  deployment.review('qq-basic-auth-left', 'The password of staging went live with the release.', [
    page({
      ...html(401, '<html><head><title>401 Authorization Required</title></head></html>'),
      headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Staging"' },
    }),
  ]),
  deployment.review(
    'qq-access-wall',
    'The zero-trust rule covers the public site too, so visitors are asked to sign in with another host.',
    [moved((site) => `https://team.${site.stranger}/cdn-cgi/access/login`)],
    {
      hosts: (site) => ({
        [`team.${site.stranger}`]: () =>
          html(
            200,
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in ・ Cloudflare Access</title></head><body><h1>Log in to continue</h1><p>Get a login code emailed to you</p><form method="post"><label>Email <input type="email" name="email" required></label><button>Send me a code</button></form></body></html>',
          ),
      }),
    },
  ),
  deployment.issue('qq-no-address', 'The zone was moved and the record of www was forgotten.', [], {
    dns: () => ({ a: [] }),
  }),
  deployment.review(
    'qq-private-beside-public',
    'The address inside the office got into the public zone, so part of the visitors reach nothing.',
    [],
    { dns: (ip) => ({ a: [ip, '10.0.14.22'] }) },
  ),
  deployment.issue(
    'qq-private-only',
    'The public name points at the internal load balancer, which nobody outside can reach.',
    [],
    { dns: () => ({ a: ['10.31.7.80'] }) },
  ),
  deployment.issue(
    'qq-staging-certificate',
    'The certificate comes from the test authority of the issuer, which no browser trusts.',
    [],
    { issuer: 'unknown' },
  ),
  deployment.issue(
    'qq-tls-port-closed',
    'The security group lets in port 80 only, so the https address cannot be reached.',
    [],
    { issuer: 'none' },
  ),
  deployment.issue('qq-certificate-ran-out', 'The renewal has failed for weeks, unseen.', [], {
    certificate: () => ({ notBefore: days(-95), notAfter: days(-5) }),
  }),
  deployment.review('qq-certificate-three-days', 'The renewal has not run, and it is due.', [], {
    certificate: () => ({ notBefore: days(-87), notAfter: days(3) }),
  }),
  deployment.issue(
    'qq-certificate-of-the-host',
    'The new domain was not added to the certificate, which names the hosting company only.',
    [],
    { certificate: (site) => ({ names: [`web412.${site.stranger}`] }) },
  ),
  links.issue(
    'qq-links-without-base',
    'The site was built for a base path that it is not served under, so its menu leads to nothing.',
    [
      atTop(
        '<nav><a href="/my-repo/guide/">Guide</a> <a href="/my-repo/api/">API</a> <a href="/my-repo/blog/">Blog</a></nav>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'qq-link-critical-error',
    'A plug-in breaks the page of the shop alone, while the home page is well.',
    [
      atTop('<p><a href="/tienda/">Tienda</a></p>'),
      at(
        '/tienda/',
        html(
          500,
          '<!DOCTYPE html><html lang="es"><head><title>WordPress &rsaquo; Error</title></head><body id="error-page"><div class="wp-die-message"><p>Ha habido un error crítico en esta web.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Aprende más sobre el diagnóstico de WordPress.</a></p></div></body></html>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'qq-menu-to-localhost',
    'The menu was built with the address of the development server.',
    [
      whole(
        'The old mill',
        `<nav><a href="http://localhost:4321/">Home</a> <a href="http://localhost:4321/books/">Books</a> <a href="http://localhost:4321/maps/">Maps</a></nav><h1>The old mill</h1>${about}`,
      ),
    ],
    { tools: 'RV' },
  ),
]
