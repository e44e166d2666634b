import { gzipSync } from 'node:zlib'
import {
  at,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  type Interceptor,
  json,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')
const garbage = rowsOf('garbage or source on the screen')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const nothing = new Uint8Array()
const onWire: Partial<Fault> = { tools: 'PV' }
const withLinks: Partial<Fault> = { tools: 'V' }

/** A navigation bar at the top of the page, so that its links are among the first. */
const bar = (...given: readonly (readonly [href: string, label: string])[]) =>
  atTop(
    `<nav style="padding:12px;background:#fff">${given
      .map(([href, label]) => `<a href="${href}" style="color:#036;margin:8px">${label}</a>`)
      .join('')}</nav>`,
  )

const badGateway = text(
  502,
  'text/html',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
)

const djangoLogin = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en-us"><head><title>Log in | Django site admin</title></head><body><div id="header"><h1>Django administration</h1></div><form action="/accounts/login/?next=/" method="post"><p><label for="id_username">Username:</label> <input type="text" name="username" id="id_username" required></p><p><label for="id_password">Password:</label> <input type="password" name="password" id="id_password" required></p><p><input type="submit" value="Log in"></p></form></body></html>',
)

const lostPage = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Page not found</title></head><body><h1>Page not found</h1><p>Oops! That page can’t be found. It looks like nothing was found at this location. Maybe try a search?</p></body></html>',
)

/** Adds markup at the start of the head, so that it applies to every reference after it. */
const headFirst = (markup: string) =>
  document((html) => {
    const head = /<head(?:\s[^>]*)?>/i
    return head.test(html) ? html.replace(head, (tag) => tag + markup) : markup + html
  })

const wrongCoding: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'br' },
    body: gzipSync(reply.body),
  }
}

export const setTtDelivery: readonly Fault[] = [
  deployment.issue(
    'tt-certificate-ended',
    'The renewal job has failed since summer, and browsers warn.',
    [],
    {
      ...onWire,
      certificate: (site) => ({ names: [site.host], notBefore: inDays(-92), notAfter: inDays(-2) }),
    },
  ),
  deployment.review(
    'tt-certificate-four-days',
    'The certificate ends on Monday, and nothing has renewed it.',
    [],
    {
      ...onWire,
      certificate: (site) => ({ names: [site.host], notBefore: inDays(-86), notAfter: inDays(4) }),
    },
  ),
  deployment.issue(
    'tt-certificate-apex-only',
    'The certificate was ordered for the name without www only.',
    [],
    {
      ...onWire,
      certificate: (site) => ({ names: [site.domain] }),
    },
  ),
  deployment.issue(
    'tt-certificate-of-ingress',
    'The secret was not found, so the ingress controller shows the fake certificate that it made for itself.',
    [],
    { ...onWire, issuer: 'unknown', certificate: () => ({ names: ['ingress.local'] }) },
  ),
  deployment.issue('tt-https-closed', 'The security group lets nobody in on port 443.', [], {
    issuer: 'none',
  }),
  deployment.issue(
    'tt-alias-of-deleted-app',
    'The alias names an application that was deleted at the cloud.',
    [],
    {
      dns: () => ({ cname: 'shop-prod-weu-7d4f.azurewebsites.net' }),
    },
  ),
  deployment.review(
    'tt-lame-name-server',
    'One of the name servers of the delegation no longer knows the zone and refuses.',
    [],
    {
      ...onWire,
      dns: (ip) => {
        let n = 0
        return () => (n++ % 5 < 2 ? { rcode: 'REFUSED' } : { a: [ip] })
      },
    },
  ),
  deployment.issue(
    'tt-apex-without-address',
    'The name that is printed on the cards has no address, only www has.',
    [],
    {
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({ [site.domain]: 'nothing' }),
    },
  ),
  deployment.issue(
    'tt-loop-of-language',
    'The server sends to the language, and the language sends back.',
    [
      moved('/en-us/'),
      at('/en-us/', (_request, _upstream, site) => ({
        status: 302,
        headers: { location: site.url },
        body: nothing,
      })),
    ],
  ),
  deployment.issue(
    'tt-loop-of-cookie',
    'The cookie that ends the check is set for the old domain, so no browser keeps it.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? {
              status: 302,
              headers: {
                location: site.url,
                'set-cookie': 'cookie_check=1; Domain=.old-shop.example; Path=/; Secure; HttpOnly',
                ...uncached,
              },
              body: nothing,
            }
          : undefined,
    ],
  ),
  deployment.issue(
    'tt-moved-to-localhost',
    'The application does not know its public name behind the proxy.',
    [moved('http://localhost:3000/en', 307)],
  ),
  deployment.issue(
    'tt-moved-without-scheme',
    'The rule of the redirect lacks https:// before the name.',
    [moved((site) => `${site.host}/home/`, 301)],
  ),
  deployment.review(
    'tt-moved-to-log-in',
    'A middleware for members has been put before the front page.',
    [moved('/accounts/login/?next=/'), at('/accounts/login/', djangoLogin)],
  ),
  deployment.issue(
    'tt-document-ends-early',
    'The disk of the proxy is full and it cuts each answer in the middle.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
      },
    ],
  ),
  garbage.issue(
    'tt-document-as-text',
    'The object was uploaded without its type, and visitors see the source.',
    [headers({ 'content-type': 'text/plain' })],
    { tools: 'RV' },
  ),
  deployment.issue(
    'tt-wrong-coding',
    'The answer says Brotli and holds gzip: the browser cannot read it.',
    [wrongCoding],
  ),
  deployment.review(
    'tt-robots-of-staging',
    'The field that keeps robots off staging went live with the release.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  deployment.review(
    'tt-one-backend-down',
    'One of the servers behind the balancer is dead, and every second visitor meets it.',
    [
      (request) =>
        request.isPage && request.n % 2 === 1
          ? { ...badGateway, headers: { ...badGateway.headers, ...uncached } }
          : undefined,
    ],
    { tools: 'V' },
  ),
  deployment.issue(
    'tt-reloads-for-new-build',
    'The document is an old one from the cache, sees that there is a newer build, and loads itself again and again.',
    [
      bundle(
        `fetch('/build.json', { cache: 'no-store' }).then((answer) => answer.json()).then((build) => { if (build.commit !== '3f2a91c0') location.reload() })`,
      ),
      at('/build.json', json({ commit: 'b81d22e7', branch: 'main' }, uncached)),
    ],
    { tools: 'RV' },
  ),
  deployment.issue(
    'tt-base-of-development',
    'The site was built by the development server, so everything is asked of the visitor’s own machine.',
    [headFirst('<base href="http://localhost:1313/">')],
    { needs: ['stylesheet'], tools: 'RV' },
  ),
  links.issue(
    'tt-link-of-old-menu',
    'A page of the menu was renamed.',
    [bar(['/ueber-uns.html', 'Über uns'], ['/anfahrt-2019.html', 'Anfahrt'])],
    withLinks,
  ),
  links.issue(
    'tt-link-lost-with-200',
    'The page of the link is gone, and what says so has status 200.',
    [bar(['/opening-hours', 'Opening hours']), at('/opening-hours', lostPage)],
    withLinks,
  ),
]
