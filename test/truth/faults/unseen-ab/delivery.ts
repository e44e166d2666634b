import { gzipSync } from 'node:zlib'
import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  type Served,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, moved, rowsOf } from '../../row.ts'

const deployment = rowsOf('deployment')
const policy = rowsOf('scripts and policies')
const link = rowsOf('links')

const pageAs =
  (change: (reply: Reply) => Served): Interceptor =>
  (request, upstream) =>
    request.isPage ? change(upstream()) : undefined

const nav = (href: string, words: string) =>
  atTop(
    `<nav style="position:relative;z-index:99999;background:#fff;padding:16px"><a href="${href}" style="color:#06c">${words}</a></nav>`,
  )

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#2a7"/><circle cx="300" cy="150" r="90" fill="#fd3"/></svg>',
)

const flight = `1:"$Sreact.fragment"
2:I[87555,[],""]
3:I[31295,[],""]
5:I[59665,[],"MetadataBoundary"]
0:{"P":null,"b":"kD3s0aPq9VbTn1","p":"","c":["","pricing"],"i":false,"f":[[["",{"children":["pricing",{"children":["__PAGE__",{}]}]},"$undefined","$undefined",true]]]}
`

export const setAbDelivery: readonly Fault[] = [
  deployment.issue(
    'ab-issuer-unknown',
    'After the move to a new ingress the site shows its self-made default certificate.',
    [],
    { tools: 'PV', issuer: 'unknown' },
  ),
  deployment.issue(
    'ab-certificate-of-preview',
    'The certificate is for the address of previews, and browsers warn all visitors.',
    [],
    { tools: 'PV', certificate: (site) => ({ names: [`preview.${site.domain}`] }) },
  ),
  deployment.review(
    'ab-certificate-three-days',
    'The renewal has failed for weeks, and the certificate ends in three days.',
    [],
    { tools: 'PV', certificate: () => ({ notAfter: new Date(Date.now() + 3 * 86_400_000) }) },
  ),
  deployment.issue(
    'ab-name-servfail',
    'The keys of the zone were changed at the host but not at the registrar, and resolvers refuse its answers.',
    [],
    { dns: () => ({ rcode: 'SERVFAIL' }) },
  ),
  deployment.issue(
    'ab-https-closed',
    'The new load balancer has a listener for port 80 only, so nobody gets the https address.',
    [],
    { issuer: 'none' },
  ),
  deployment.issue(
    'ab-fallback-with-404',
    'The object store sends the application as its error document, so every deep link has status 404 and drops out of search engines.',
    [pageAs((reply) => ({ ...reply, status: 404 }))],
  ),
  deployment.issue(
    'ab-page-is-download',
    'The upload gave every file a disposition of attachment, and visitors get a file instead of a page.',
    [headers({ 'content-disposition': 'attachment; filename="index.html"' })],
  ),
  deployment.issue(
    'ab-page-as-text',
    'The page was uploaded with the type of plain text, and visitors read its source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
    inBrowser,
  ),
  deployment.issue(
    'ab-brotli-only-declared',
    'The edge says that the page is compressed with Brotli, but it is not, so no browser can read it.',
    [headers({ 'content-encoding': 'br' })],
  ),
  deployment.issue(
    'ab-gzip-twice',
    'The build compressed the page and the server did it again, so visitors see bytes.',
    [
      pageAs((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: gzipSync(gzipSync(reply.body)),
      })),
    ],
  ),
  deployment.issue(
    'ab-locale-loop',
    'The language middleware sends visitors to the German start page, which sends them back.',
    [
      moved('/de/willkommen', 307),
      at('/de/willkommen', (_request, _upstream, site) => ({
        status: 307,
        headers: { location: site.url },
        body: new Uint8Array(),
      })),
    ],
  ),
  deployment.issue(
    'ab-redirect-to-localhost',
    'The base address of the authentication library is still that of a developer.',
    [moved('http://localhost:3000/api/auth/signin', 307)],
  ),
  deployment.issue(
    'ab-redirect-to-undefined',
    'The locale of the redirect was not set, so all visitors end on a page that does not exist.',
    [moved('/undefined/home', 302)],
  ),
  deployment.issue(
    'ab-meta-refresh-gone',
    'The start page sends its visitors on to a folder that the new build no longer has.',
    [inHead('<meta http-equiv="refresh" content="0; url=/webapp-v2/start.html">')],
    inBrowser,
  ),
  deployment.issue(
    'ab-stream-ends-early',
    'Server rendering dies in the middle of the stream, and all that comes is a part of the head.',
    [pageAs((reply) => ({ cut: reply, after: 120 }))],
  ),
  deployment.issue(
    'ab-refresh-every-second',
    'A header that was meant for a test makes the page load itself again and again.',
    [headers({ refresh: '1', 'cache-control': 'no-store' })],
    inBrowser,
  ),
  deployment.review(
    'ab-robots-none',
    'The header of preview deployments, noindex and nofollow in one word, went to production.',
    [headers({ 'x-robots-tag': 'none' })],
  ),
  deployment.review(
    'ab-canonical-localhost',
    'The site address was not configured, so the page tells search engines that it lives on localhost.',
    [inHead('<link rel="canonical" href="http://localhost:4321/">')],
    inBrowser,
  ),
  deployment.review(
    'ab-flight-data-cached',
    'The cache keeps the data of a client navigation and gives it to visitors as the page.',
    [
      pageAs(() => {
        const reply = text(200, 'text/x-component', flight)
        return { ...reply, headers: { ...reply.headers, vary: 'rsc, next-router-state-tree' } }
      }),
    ],
    inBrowser,
  ),
  link.issue(
    'ab-link-undefined',
    'The language in the address of a link is undefined, so the link in the menu leads to a 404.',
    [nav('/undefined/about-us', 'About us')],
    { tools: 'V' },
  ),
  policy.issue(
    'ab-policy-old-nonce',
    'The cached page has an old nonce, so the inline state is blocked and the application throws at start.',
    [
      headers({ 'content-security-policy': "script-src 'self' 'nonce-b7Yx2fQ0c1'" }),
      bundle('const user = window.__STATE__.user; document.documentElement.dataset.user = user'),
      atEnd('<script nonce="a1Kp9dTz44">window.__STATE__ = { user: "guest" }</script>'),
    ],
    inBrowser,
  ),
  policy.issue(
    'ab-policy-connect',
    'The new policy forgot the host of the API, and the page cannot get its data.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle((site) => `fetch('https://api.${site.domain}/v1/products').catch(() => {})`),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  policy.issue(
    'ab-policy-trusted-types',
    'Trusted types were switched on, and the news list throws when it writes its markup.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      bundle(`document.getElementById('ab-news').innerHTML = '<p>Open on Sunday</p>'`),
      atTop('<div id="ab-news" style="min-height:80px"></div>'),
    ],
    inBrowser,
  ),
  policy.issue(
    'ab-embedder-policy',
    'Cross-origin isolation was switched on, and pictures of the image host are blocked since.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop(
        (site) =>
          `<img src="https://images.${site.domain}/hero.svg" alt="Our shop in the old mill" width="600" height="300">`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`images.${site.domain}`]: () => picture }) },
  ),
]
