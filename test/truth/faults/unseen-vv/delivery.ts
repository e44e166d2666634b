import { at, atTop, type Fault, headers, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

type Certificate = ReturnType<NonNullable<Fault['certificate']>>
type Answers = ReturnType<NonNullable<Fault['dns']>>

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

const nav = (...entries: readonly (readonly [path: string, name: string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:9000;padding:16px;background:#fff">${entries.map(([path, name]) => `<a href="${path}" style="color:#04c">${name}</a>`).join(' · ')}</nav>`,
  )

const xml = (status: number, body: string) =>
  text(status, 'application/xml', `<?xml version="1.0" encoding="UTF-8"?>\n${body}`)

export const setVvDelivery: readonly Fault[] = [
  issue('vv-nginx-502', 'The process behind nginx is down, and visitors get its bare error page.', [
    instead(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
      502,
    ),
  ]),
  issue('vv-vercel-deployment-404', 'The domain still points to a deployment that was deleted.', [
    (request) =>
      request.isPage
        ? {
            ...text(
              404,
              'text/plain; charset=utf-8',
              'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\nfra1::x7k2m-1733140000000-4f1c9a0be2d7\n',
            ),
            headers: {
              'content-type': 'text/plain; charset=utf-8',
              server: 'Vercel',
              'x-vercel-error': 'DEPLOYMENT_NOT_FOUND',
            },
          }
        : undefined,
  ]),
  issue('vv-github-pages-404', 'The custom domain was lost from the settings of the repository.', [
    headers({ server: 'GitHub.com' }),
    whole(
      'Site not found &middot; GitHub Pages',
      '<div class="container"><h1>404</h1><p><strong>There isn\'t a GitHub Pages site here.</strong></p><p>If you\'re trying to publish one, <a href="https://help.github.com/pages/">read the full documentation</a> to learn how to set up <strong>GitHub Pages</strong> for your repository, organization, or user account.</p></div>',
      { status: 404 },
    ),
  ]),
  review('vv-s3-access-denied', 'The bucket is not public, so everybody gets a refusal in XML.', [
    (request) =>
      request.isPage
        ? xml(
            403,
            '<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q1Z4T8Y2K3M5N6P</RequestId><HostId>h1Qk0V9mZ3w=</HostId></Error>',
          )
        : undefined,
  ]),
  review('vv-staging-basic-auth', 'The password of the staging site went live with the release.', [
    headers({ 'www-authenticate': 'Basic realm="Restricted"' }),
    instead(
      '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      401,
    ),
  ]),
  issue('vv-flexible-ssl-loop', 'Proxy and origin both want https and send visitors in a circle.', [
    moved((site) => site.url, 301),
  ]),
  issue(
    'vv-www-apex-loop',
    'The server sends www to the bare name, and the DNS provider sends that back to www.',
    [moved((site) => site.url.replace(site.host, site.domain), 301)],
    {
      hosts: (site) => ({
        [site.domain]: () => ({
          status: 301,
          headers: { location: site.url },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  issue(
    'vv-redirect-to-localhost',
    'The application does not know its public name and sends visitors to their own machine.',
    [moved('http://localhost:3000/en', 307)],
  ),
  {
    id: 'vv-certificate-expired',
    group: 'deployment',
    wanted: 'ISSUE',
    tools: 'PV',
    why: 'The renewal stopped working and the certificate ran out two days ago.',
    certificate: (): Certificate => ({ notBefore: inDays(-92), notAfter: inDays(-2) }),
  },
  {
    id: 'vv-certificate-expires-soon',
    group: 'deployment',
    wanted: 'REVIEW',
    tools: 'PV',
    why: 'Three days are left of ninety, so the renewal has evidently not run.',
    certificate: (): Certificate => ({ notBefore: inDays(-87), notAfter: inDays(3) }),
  },
  {
    id: 'vv-certificate-without-www',
    group: 'deployment',
    wanted: 'ISSUE',
    tools: 'PV',
    why: 'The certificate was ordered for the bare domain only, and browsers warn on www.',
    certificate: (site): Certificate => ({ names: [site.domain] }),
  },
  {
    id: 'vv-certificate-of-the-ingress',
    group: 'deployment',
    wanted: 'ISSUE',
    tools: 'PV',
    why: 'The secret is missing, and the ingress answers with its own fake certificate.',
    certificate: (): Certificate => ({ names: ['ingress.local'] }),
    issuer: 'unknown',
  },
  {
    id: 'vv-https-closed',
    group: 'deployment',
    wanted: 'ISSUE',
    why: 'The firewall of the new server lets port 80 through and not port 443.',
    issuer: 'none',
  },
  {
    id: 'vv-name-does-not-exist',
    group: 'deployment',
    wanted: 'ISSUE',
    why: 'The record was deleted when the zone moved to another provider.',
    dns: (): Answers => ({ rcode: 'NXDOMAIN' }),
  },
  {
    id: 'vv-name-servfail',
    group: 'deployment',
    wanted: 'ISSUE',
    why: 'The zone has an old DS record at its parent, and resolvers refuse to answer.',
    dns: (): Answers => ({ rcode: 'SERVFAIL' }),
  },
  {
    id: 'vv-name-is-private',
    group: 'deployment',
    wanted: 'ISSUE',
    why: 'The address of the internal load balancer was put into the public zone.',
    dns: (): Answers => ({ a: ['10.0.12.34'] }),
  },
  issue('vv-empty-answer', 'The server says OK and sends not one byte.', [instead('')]),
  issue(
    'vv-gzip-in-name-only',
    'A header promises gzip, and the body is plain: browsers give up.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  issue('vv-cut-in-the-middle', 'The proxy cannot write its buffer, and half of the page comes.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.length / 2) }
    },
  ]),
  issue('vv-page-hangs', 'All workers are stuck, and the request for the page is never answered.', [
    (request) => (request.isPage ? 'hang' : undefined),
  ]),
  review(
    'vv-page-as-download',
    'Uploaded to the bucket without a type: browsers save the page in place of showing it.',
    [headers({ 'content-type': 'binary/octet-stream' })],
    { tools: 'RV' },
  ),
  review(
    'vv-flight-data-cached',
    'The network in front of Next.js cached what its router asks for and gives it to visitors.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/x-component',
              '1:"$Sreact.fragment"\n2:I[7555,[],""]\n3:I[1295,[],""]\n4:I[9665,[],"OutletBoundary"]\n0:{"b":"k3QzV9xP1nT7","f":[["children","products",["products",{"children":["__PAGE__",{}]}],null,[null,null],false]],"S":true}\n5:"$undefined"\n',
            )
          : undefined,
    ],
    { tools: 'RV' },
  ),
  review('vv-staging-robots', 'The header that keeps staging out of search engines went live.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  links.issue(
    'vv-menu-link-404',
    'A page of the menu was renamed and the menu was not.',
    [nav(['/our-services', 'Services'], ['/kontakt.html', 'Contact'])],
    { tools: 'V' },
  ),
  links.issue(
    'vv-menu-link-500',
    'The blog, first in the menu, fails with an error of its database.',
    [
      nav(['/blog/', 'Blog']),
      at(
        '/blog/',
        text(
          500,
          'text/html; charset=utf-8',
          '<!DOCTYPE html><html lang="en-US"><head><title>Database Error</title></head><body id="error-page"><div class="wp-die-message"><h1>Error establishing a database connection</h1></div></body></html>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
]
