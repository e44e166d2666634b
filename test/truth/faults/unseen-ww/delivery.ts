import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, type Interceptor, instead, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const link = rowsOf('links').issue

/** The response of another server in place of the page. */
const answer = (status: number, type: string, body: string, more = {}): Interceptor => {
  const reply = text(status, type, body)
  return (request) =>
    request.isPage ? { ...reply, headers: { ...reply.headers, ...more } } : undefined
}

const redirect = (location: string) =>
  ({ status: 301, headers: { location }, body: new Uint8Array() }) as const

const nav = (links: string) =>
  atTop(`<nav style="position:relative;z-index:9999;background:#fff;padding:12px">${links}</nav>`)

const russian =
  '<h1>Расписание приёма граждан</h1><p>Приём граждан ведётся по вторникам и четвергам с девяти до восемнадцати часов. Запись по телефону или на сайте, при себе нужно иметь паспорт и заявление.</p><p>В праздничные дни отделение закрыто, заявления принимаются через почтовый ящик у входа.</p>'

export const setWwDelivery: readonly Fault[] = [
  issue('ww-gateway-after-release', 'The new containers do not answer, and the proxy says so.', [
    instead(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
      502,
    ),
  ]),
  review('ww-bucket-not-public', 'The new bucket is not public, and everybody is refused.', [
    answer(
      403,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q2M9K3S8T1V5W0X</RequestId><HostId>c2hvcC1wcm9kdWN0aW9uLWZyb250ZW5k</HostId></Error>',
      { server: 'AmazonS3', 'x-cache': 'Error from cloudfront' },
    ),
  ]),
  issue('ww-origin-name-gone', 'The network in front cannot find the name of the origin.', [
    instead(
      (site) =>
        `<!doctype html><html lang="en-US"><head><title>Origin DNS error | ${site.host} | Cloudflare</title></head><body><h1>Error <span>1016</span></h1><p>Ray ID: 8c1f0a2b3d4e5f60 &bull; 2025-02-11 06:14:52 UTC</p><h2>Origin DNS error</h2><h2>What happened?</h2><p>You've requested a page on a website (${site.host}) that is on the Cloudflare network. Cloudflare is currently unable to resolve your requested domain (${site.host}).</p></body></html>`,
      530,
    ),
  ]),
  review('ww-one-node-of-two', 'One node of two has no healthy back end: each second try fails.', [
    (request) =>
      request.isPage && request.n % 2 === 1
        ? text(503, 'text/plain', 'no healthy upstream')
        : undefined,
  ]),
  issue('ww-flexible-loop', 'The origin sends everybody to https, where they already are.', [
    moved((site) => site.url, 301),
  ]),
  issue('ww-scheme-twice', 'The setting of the new address has its scheme twice.', [
    moved((site) => `https://https//${site.host}/`, 301),
  ]),
  issue('ww-inner-port', 'The application names the port that only its proxy can reach.', [
    moved((site) => `https://${site.host}:8443${new URL(site.url).pathname}`),
  ]),
  issue('ww-nowhere-to-go', 'A rule at the edge redirects and does not say where to.', [
    (request) =>
      request.isPage
        ? { status: 302, headers: { 'content-length': '0' }, body: new Uint8Array() }
        : undefined,
  ]),
  review(
    'ww-old-brand-sold',
    'The page redirects to the domain of a brand that was not renewed, and is for sale.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`www.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><title>${site.stranger} is for sale</title></head><body><h1>${site.stranger}</h1><p>This domain name is for sale. Get a price in less than 24 hours.</p><form><input name="email" placeholder="Your e-mail"><button>Make an offer</button></form><p>The domain owner has parked this page.</p></body></html>`,
          ),
      }),
    },
  ),
  review(
    'ww-page-is-download',
    'The upload to the bucket lost the types: the browser saves the page.',
    [
      headers({
        'content-type': 'binary/octet-stream',
        'content-disposition': 'attachment; filename="index.html"',
      }),
    ],
    { tools: 'RV' },
  ),
  issue('ww-says-gzip', 'The cache says gzip about a page that it has unpacked.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue(
    'ww-gzip-twice',
    'The build and the server both compress, and the server only tells of one.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        const type = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
        return {
          ...reply,
          headers: { ...reply.headers, ...type },
          body: gzipSync(gzipSync(reply.body)),
        }
      },
    ],
    { tools: 'RV' },
  ),
  issue('ww-disk-full', 'The buffer of the proxy is on a full disk: the page ends in the middle.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.length * 0.3) }
    },
  ]),
  issue(
    'ww-nothing-in-it',
    'The process died before its first byte, and the cache keeps nothing.',
    [answer(200, 'text/html; charset=utf-8', '', { 'x-cache': 'HIT', age: '5120' })],
  ),
  issue(
    'ww-other-charset',
    'The new server says windows-1251 about pages that are UTF-8.',
    [
      headers({ 'content-type': 'text/html; charset=windows-1251' }),
      whole('Приём граждан', russian, { lang: 'ru' }),
    ],
    { tools: 'RV' },
  ),
  review('ww-robots-none', 'The release took the field of the staging server with it.', [
    headers({ 'x-robots-tag': 'none' }),
  ]),
  issue('ww-apex-forgotten', 'The move to a new name server forgot the name without www.', [], {
    url: (site) => `https://${site.domain}/`,
    hosts: (site) => ({ [site.domain]: 'nothing' }),
  }),
  issue(
    'ww-apex-old-machine',
    'The name without www leads to a machine that is switched off.',
    [],
    {
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({ [site.domain]: 'silent' }),
    },
  ),
  review(
    'ww-inner-address',
    'An address of the inner network is published beside the right one.',
    [],
    {
      tools: 'PV',
      dns: (ip) => ({ a: [ip, '10.20.0.15'] }),
    },
  ),
  issue(
    'ww-certificate-of-neighbour',
    'The shared host answers with the certificate of another.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({ names: [`www.${site.stranger}`] }),
    },
  ),
  review('ww-renewal-stuck', 'The renewal has failed for weeks, and two days are left.', [], {
    tools: 'PV',
    certificate: () => ({ notAfter: new Date(Date.now() + 2 * 86_400_000) }),
  }),
  issue('ww-staging-authority', 'The certificate is one of the authority for trials.', [], {
    tools: 'PV',
    issuer: 'unknown',
  }),
  link(
    'ww-links-of-old-version',
    'The manual moved to a new version, and the links at the top did not.',
    [
      nav('<a href="/docs/v3/install/">Install</a> <a href="/docs/v3/upgrade/">Upgrade</a>'),
      at('/docs/v3/install/', notFound),
      at('/docs/v3/upgrade/', notFound),
    ],
    { tools: 'V' },
  ),
  link(
    'ww-link-in-circle',
    'Two rules for a renamed category send visitors to each other.',
    [
      nav('<a href="/kategorie/schuhe/">Schuhe</a>'),
      at('/kategorie/schuhe/', redirect('/c/schuhe/')),
      at('/c/schuhe/', redirect('/kategorie/schuhe/')),
    ],
    { tools: 'V' },
  ),
  link(
    'ww-link-never-filled',
    'The address of the contact page is still the call in the template.',
    [nav(`<a href="{{ url_for('pages.contact') }}">Contact</a>`)],
    { tools: 'V' },
  ),
]
