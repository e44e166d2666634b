import { at, atEnd, type Fault, headers, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'
import { html, page, prose, shop, withHeaders } from './shop.ts'

const deployed = rowsOf('deployment')
const link = rowsOf('links')
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const onlyLinks: Partial<Fault> = { tools: 'V' }
const titled = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`

/** Written for set C by an author who had not read the rules. */
export const setCDeployment: readonly Fault[] = [
  deployed.issue(
    'www-apex-ping-pong',
    'The control panel sends www to the bare domain, .htaccess sends it back.',
    [moved((site) => `https://${site.domain}${new URL(site.url).pathname}`, 301)],
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
    'forwarded-proto-loop',
    'The application behind the ingress thinks it is asked over http, and http goes to https.',
    [moved((site) => site.url.replace('https:', 'http:'))],
  ),
  deployed.issue(
    'language-plugin-loop',
    'Two plugins for languages disagree about the start page.',
    [
      moved('/willkommen-de/'),
      at('/willkommen-de/', (_request, _upstream, site) => ({
        status: 302,
        headers: { location: site.url },
        body: new Uint8Array(),
      })),
    ],
  ),
  deployed.issue(
    'relaunch-domain-forgotten',
    'Redirected to the domain of a relaunch that was never registered.',
    [moved((site) => `https://www.new-${site.domain}/`, 301)],
  ),
  deployed.issue('redirect-to-removed-slug', 'The start page leads to a page that was renamed.', [
    moved('/startseite-2/', 301),
    at('/startseite-2/', html(titled('Seite nicht gefunden', '<h1>Nichts gefunden</h1>'), 404)),
  ]),
  deployed.issue('found-without-location', 'A redirect whose target was an empty variable.', [
    page({ status: 302, headers: { 'content-type': 'text/html' }, body: new Uint8Array() }),
  ]),
  deployed.issue(
    'https-ends-in-plain-http',
    'A redirect leads visitors from https to a shop without it: browsers warn at the order form.',
    [moved((site) => `http://order.${site.domain}/`, 301)],
    {
      hosts: (site) => ({
        [`order.${site.domain}`]: () =>
          html(titled('Orders', `<h1>Orders</h1>${prose.en.repeat(2)}`)),
      }),
    },
  ),
  deployed.issue(
    'refresh-to-preview-server',
    'The built page leads to the preview of its author.',
    [inHead('<meta http-equiv="refresh" content="0; url=http://127.0.0.1:4173/">')],
  ),
  deployed.issue(
    'certificate-without-www',
    'The certificate was ordered for the bare domain only.',
    [],
    { tools: 'PV', certificate: (site) => ({ names: [site.domain] }) },
  ),
  deployed.issue(
    'ingress-fake-certificate',
    'The secret of the ingress is missing, so the controller shows its own certificate.',
    [],
    { issuer: 'unknown', certificate: () => ({ names: ['ingress.local'] }) },
  ),
  deployed.review(
    'certificate-last-hours',
    'The certificate ends tonight: somebody has to look at the renewal.',
    [],
    { tools: 'PV', certificate: () => ({ notBefore: hours(-24 * 89), notAfter: hours(20) }) },
  ),
  deployed.issue(
    'dangling-cname',
    'The name points to an application of a platform that was deleted.',
    [],
    { dns: () => ({ cname: 'bakery-prod.apps-gone-platform.net' }) },
  ),
  deployed.issue('name-points-to-loopback', 'The record still has the value of a test.', [], {
    dns: () => ({ a: ['127.0.0.1'] }),
  }),
  deployed.issue('bucket-access-denied', 'The bucket is private: visitors see XML.', [
    page(
      text(
        403,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7KQ2M1W9Z8T4B3C5</RequestId><HostId>p3nYk0k6l9Wq0kZbq0V1jR8a2yq4n7M1c=</HostId></Error>',
      ),
    ),
  ]),
  deployed.issue('bucket-lists-its-keys', 'No index document is set: the bucket lists its files.', [
    page(
      text(
        200,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>www-bakery</Name><Prefix></Prefix><Marker></Marker><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated><Contents><Key>assets/main.css</Key><LastModified>2026-03-02T10:11:12.000Z</LastModified><Size>18211</Size><StorageClass>STANDARD</StorageClass></Contents><Contents><Key>home.html</Key><LastModified>2026-03-02T10:11:12.000Z</LastModified><Size>5120</Size><StorageClass>STANDARD</StorageClass></Contents></ListBucketResult>',
      ),
    ),
  ]),
  deployed.issue('binary-octet-stream', 'Uploaded without a type: the page is downloaded.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  deployed.issue('unconditional-304', 'The cache says "not modified" to a first visit.', [
    page({ status: 304, headers: { etag: '"5f3c-61a"' }, body: new Uint8Array() }),
  ]),
  deployed.issue('resource-limit-508', 'The limits of the shared host are reached.', [
    page(
      html(
        titled(
          '508 Resource Limit Is Reached',
          '<h1>Resource Limit Is Reached</h1><p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p>',
        ),
        508,
      ),
    ),
  ]),
  deployed.issue('edge-526', 'The network in front does not accept the certificate behind it.', [
    page(
      html(
        titled(
          'shop | 526: Invalid SSL certificate',
          '<h1><span>Invalid SSL certificate</span> <span>Error code 526</span></h1><h2>What happened?</h2><p>The origin web server does not have a valid SSL certificate.</p>',
        ),
        526,
      ),
    ),
  ]),
  deployed.review('mod-security-406', 'A filter of the host refuses the visit: us, or everybody.', [
    page(
      html(
        '<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.</p></body></html>',
        406,
      ),
    ),
  ]),
  deployed.review('browser-challenge-403', 'A check for robots stands in front of the shop.', [
    page(
      withHeaders(
        html(
          '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head><body><div class="main-wrapper" role="main"><div class="main-content"><noscript><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></noscript></div></div></body></html>',
          403,
        ),
        { 'cf-mitigated': 'challenge', server: 'cloudflare' },
      ),
    ),
  ]),
  deployed.review('noindex-left-on', 'The header of the staging site keeps search engines away.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  link.issue(
    'link-without-scheme',
    'The address of a profile was typed without https://, so it is a path of the site.',
    [shop('it', { bottom: '<nav><a href="www.fotogram.example/cantina">Seguici</a></nav>' })],
    onlyLinks,
  ),
  link.issue(
    'menu-card-pdf-gone',
    'The restaurant links last year’s menu.',
    [
      atEnd('<nav><a href="/uploads/2025/speisekarte.pdf">Speisekarte (PDF)</a></nav>'),
      at('/uploads/2025/speisekarte.pdf', html('<h1>Not Found</h1>', 404)),
    ],
    onlyLinks,
  ),
  link.issue(
    'checkout-500',
    'The link to the checkout fails.',
    [
      atEnd('<nav><a href="/checkout/">Zur Kasse</a></nav>'),
      at('/checkout/', html('<h1>Internal Server Error</h1>', 500)),
    ],
    onlyLinks,
  ),
  link.issue(
    'contact-link-loops',
    'The contact page is redirected to itself.',
    [
      atEnd('<nav><a href="/contact-us/">Contact</a></nav>'),
      at('/contact-us/', {
        status: 301,
        headers: { location: '/contact-us/' },
        body: new Uint8Array(),
      }),
    ],
    onlyLinks,
  ),
]
