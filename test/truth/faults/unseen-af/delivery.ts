import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, type Interceptor } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'

const deployed = rowsOf('deployment')
const linked = rowsOf('links')

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** The page's own response, changed. */
const changed =
  (change: (reply: Reply) => Reply): Interceptor =>
  (request, upstream) =>
    request.isPage ? change(upstream()) : undefined

const menu = (links: string) =>
  atTop(`<nav style="position:relative;z-index:99999;padding:16px;background:#fff">${links}</nav>`)

const badGateway = text(
  502,
  'text/html',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
)

export const setAfDelivery: readonly Fault[] = [
  deployed.issue(
    'af-certificate-expired-on-the-weekend',
    'The renewal hook was left on the old server, and the certificate ran out two days ago.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [site.host, site.domain],
        notBefore: inDays(-92),
        notAfter: inDays(-2),
      }),
    },
  ),
  deployed.issue(
    'af-certificate-of-the-ingress',
    'The ingress has no secret for this host and shows its own fake certificate.',
    [],
    {
      tools: 'PV',
      issuer: 'unknown',
      certificate: () => ({
        commonName: 'Kubernetes Ingress Controller Fake Certificate',
        organization: 'Acme Co',
        names: ['ingress.local'],
      }),
    },
  ),
  deployed.issue(
    'af-certificate-without-www',
    'The certificate was ordered for the bare domain only, and the site is delivered under www.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({ commonName: site.domain, names: [site.domain] }),
    },
  ),
  deployed.review(
    'af-certificate-has-four-days',
    'A certificate of 90 days with four days left was not renewed when it should have been.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [site.host, site.domain],
        notBefore: inDays(-86),
        notAfter: inDays(4),
      }),
    },
  ),
  deployed.issue(
    'af-https-not-opened',
    'The security group of the new machine opens port 80 only, so that https is refused.',
    [],
    { issuer: 'none' },
  ),
  deployed.issue(
    'af-zone-refused',
    'The domain is delegated to a name server where nobody has made the zone.',
    [],
    { dns: () => ({ rcode: 'REFUSED' }) },
  ),
  deployed.review(
    'af-every-other-lookup-fails',
    'One of the two name servers has not got the zone, so that every other question fails.',
    [],
    {
      tools: 'PV',
      dns: (ip) => (query) => (query.n % 2 === 1 ? { rcode: 'SERVFAIL' } : { a: [ip] }),
    },
  ),
  deployed.review(
    'af-private-address-beside',
    'The inner address of the load balancer was published beside the public one.',
    [],
    { tools: 'PV', dns: (ip) => ({ a: [ip, '10.20.0.14'] }) },
  ),
  deployed.review(
    'af-aaaa-of-the-manual',
    'Somebody copied the IPv6 address of the manual into the zone, where nothing can answer.',
    [],
    { tools: 'PV', dns: (ip) => ({ a: [ip], aaaa: ['2001:db8:85a3::8a2e:370:7334'] }) },
  ),
  deployed.issue(
    'af-bare-domain-has-no-address',
    'The address that is printed on the cards, without www, was never put into the zone.',
    [],
    {
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({ [site.domain]: 'nothing' }),
    },
  ),
  deployed.issue(
    'af-sent-to-localhost',
    'The base address of the application was never set, and every visitor is sent to their own machine.',
    [moved('http://localhost:3000/en')],
  ),
  deployed.issue(
    'af-www-and-bare-domain-circle',
    'The host sends www to the bare domain, and the network in front sends it back.',
    [moved((site) => `https://${site.domain}/`, 301)],
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
  deployed.issue(
    'af-sent-to-undefined-locale',
    'The middleware redirects to a language that it has not found out.',
    [moved('/undefined/home', 307)],
  ),
  deployed.issue(
    'af-page-as-octet-stream',
    'The upload script gave no media type to the bucket, so that browsers download the page.',
    [headers({ 'content-type': 'application/octet-stream' })],
    { tools: 'RV' },
  ),
  deployed.issue(
    'af-compressed-twice',
    'The files were compressed before the upload, and the server compresses them once more.',
    [
      changed((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(gzipSync(reply.body))),
      })),
    ],
    { tools: 'RV' },
  ),
  deployed.issue(
    'af-cut-after-300-bytes',
    'The disk of the proxy is full, and each page ends after its first bytes.',
    [(request, upstream) => (request.isPage ? { cut: upstream(), after: 300 } : undefined)],
  ),
  deployed.issue(
    'af-nothing-with-200',
    'The function returns before it has written anything, with status 200.',
    [changed((reply) => ({ ...reply, body: new Uint8Array() }))],
  ),
  deployed.issue(
    'af-page-with-404',
    'The fallback for the router serves the right page with the status 404.',
    [changed((reply) => ({ ...reply, status: 404 }))],
  ),
  deployed.review(
    'af-one-of-two-instances-down',
    'One of the two instances behind the balancer does not run, so that every other visit fails.',
    [(request) => (request.isPage && request.n % 2 === 1 ? badGateway : undefined)],
  ),
  deployed.review(
    'af-robots-of-the-preview',
    'The field that keeps search engines away from previews was delivered with the live site.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  deployed.review(
    'af-document-immutable',
    'The rule for hashed files was applied to the document too, and visitors keep this release for a year.',
    [headers({ 'cache-control': 'public, max-age=31536000, immutable' })],
    { tools: 'PV' },
  ),
  deployed.issue(
    'af-refresh-each-second',
    'A field that was set for the time of development makes the page load itself each second.',
    [headers({ refresh: '1' })],
    { tools: 'RV' },
  ),
  linked.issue(
    'af-menu-to-pages-never-made',
    'The menu was delivered with entries whose pages do not exist.',
    [
      menu(
        '<a href="/pricing">Pricing</a> <a href="/about-us">About us</a> <a href="/contact">Contact</a>',
      ),
    ],
    { tools: 'V' },
  ),
  linked.issue(
    'af-contact-page-fails',
    'The page with the contact form fails, because the mailer has no settings on the live server.',
    [
      menu('<a href="/contact">Contact</a>'),
      at(
        '/contact',
        text(
          500,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Server Error</title></head><body><div>500</div><div>Server Error</div></body></html>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  linked.review(
    'af-menu-to-localhost',
    'The entries of the menu lead to the machine of the person who built the site.',
    [
      menu(
        '<a href="http://localhost:3000/shop">Shop</a> <a href="http://localhost:3000/blog">Blog</a>',
      ),
    ],
    { tools: 'V' },
  ),
]
