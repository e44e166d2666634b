import {
  at,
  atEnd,
  atTop,
  document,
  type Fault,
  headers,
  inHead,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, compressed, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

/** A section in front of anything that the page's own layout puts there. */
const part = (html: string) =>
  `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif">${html}</section>`

/** Faults in how the site is delivered and where its links lead. */
export const setKkDelivery: readonly Fault[] = [
  issue('kk-certificate-expired', 'The renewal of the certificate stopped working.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [site.host], notBefore: inDays(-93), notAfter: inDays(-3) }),
  }),
  issue('kk-certificate-of-the-host', 'The server shows the certificate of its provider.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [`*.${site.stranger}`, site.stranger] }),
  }),
  review(
    'kk-certificate-ends',
    'The certificate ends the day after tomorrow, and nobody renewed it.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({ names: [site.host], notBefore: inDays(-363), notAfter: inDays(2) }),
    },
  ),
  issue('kk-no-https', 'Port 443 is closed, and all links to the site are https.', [], {
    issuer: 'none',
  }),
  issue('kk-dangling-cname', 'The name points to a load balancer that was deleted.', [], {
    dns: () => ({ cname: 'shop-prod-1187264220.eu-central-1.elb.amazonaws.com' }),
  }),
  issue('kk-dnssec-broken', 'The zone is signed with an old key, and resolvers refuse it.', [], {
    dns: () => ({ rcode: 'SERVFAIL' }),
  }),
  issue(
    'kk-language-loop',
    'The choice of language sends visitors without a cookie round in a circle.',
    [moved((site) => `${site.url}?lang=en`)],
  ),
  issue('kk-to-staging', 'The site sends its visitors to the host that it was tested on.', [
    moved((site) => `https://staging.${site.domain}/`, 301),
  ]),
  review(
    'kk-to-port',
    'The application server behind the proxy names its own port in the redirect.',
    [moved((site) => `https://${site.host}:8443/`)],
  ),
  review(
    'kk-to-single-sign-on',
    'The public site stands behind the log-in of the company.',
    [
      moved(
        (site) => `https://sso.${site.domain}/oauth2/authorize?client_id=web&response_type=code`,
      ),
    ],
    {
      hosts: (site) => ({
        [`sso.${site.domain}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Sign in to your account</title></head><body><h1>Sign in</h1><form method="post"><label>Email <input type="email" name="login"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form></body></html>',
          ),
      }),
    },
  ),
  review('kk-basic-auth', 'The password of the preview was left on the public site.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx/1.24.0</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Preview"' },
      }
    },
  ]),
  issue(
    'kk-page-with-404',
    'The page is whole, but the static host sends it as its 404 document.',
    [(request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined)],
  ),
  issue('kk-no-content', 'The function behind the start page returns nothing.', [
    (request) =>
      request.isPage
        ? { status: 204, headers: { 'cache-control': 'no-store' }, body: new Uint8Array() }
        : undefined,
  ]),
  issue(
    'kk-plain-text',
    'The object store has the page as plain text, and browsers show its source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  issue('kk-attachment', 'The page is offered as a download.', [
    headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="index.html"',
    }),
  ]),
  issue('kk-charset-of-the-server', 'The server adds a charset of old to pages that are UTF-8.', [
    headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
    whole(
      'Bücher und Globen',
      '<h1>Bücher, Globen und schöne Dinge</h1><p>Größere Stücke führen wir auf Anfrage – rufen Sie uns bitte an. Geöffnet ist täglich außer Montag, während der Ferien nur nachmittags. Für Fragen zu „Äpfel & Öl“ schreiben Sie uns.</p>',
      { lang: 'de' },
    ),
  ]),
  issue('kk-compressed-unsaid', 'The CDN keeps the compressed page and forgot to say so.', [
    headers({ 'content-encoding': null, 'content-type': 'text/html; charset=utf-8' }),
    compressed,
  ]),
  issue('kk-gzip-said-only', 'The page says that it is compressed, and it is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('kk-document-cut', 'The proxy has no room on its disk and cuts the page.', [
    (request, upstream) => (request.isPage ? { cut: upstream(), after: 300 } : undefined),
  ]),
  review('kk-staging-ribbon', 'The public site says that it is the test system.', [
    atTop(
      part(
        '<strong>STAGING ENVIRONMENT</strong> – for testing only, orders will not be delivered. Build 4.18.0-rc.2, branch develop',
      ),
    ),
  ]),
  review(
    'kk-canonical-localhost',
    'The page tells search engines that its real address is localhost.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/">',
      ),
      // Removes the page's own canonical link first: a later interceptor is closer to the site.
      document((html) => html.replace(/<link[^>]+rel=["']?canonical[^>]*>/gi, '')),
    ],
  ),
  issue(
    'kk-refresh-to-nowhere',
    'The page sends its readers on to a host that does not exist.',
    [inHead((site) => `<meta http-equiv="refresh" content="2;url=https://new.${site.domain}/">`)],
    { tools: 'RV', hosts: (site) => ({ [`new.${site.domain}`]: 'nothing' }) },
  ),
  links.issue(
    'kk-legal-links',
    'The legal pages were not moved to the new site.',
    [
      atTop(
        part(
          '<nav><a href="/kk-legal/imprint">Imprint</a> <a href="/kk-legal/privacy">Privacy</a> <a href="/kk-legal/terms">Terms</a></nav>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'kk-link-500',
    'The page of the prices fails on the server.',
    [
      atTop(part(`${about}<a href="/kk-prices">Prices and delivery</a>`)),
      at('/kk-prices', serverError),
    ],
    { tools: 'V' },
  ),
  links.issue('kk-link-localhost', 'The main button leads to the developer’s own machine.', [
    atEnd(part('<a href="http://localhost:8080/signup">Create your account</a>')),
  ]),
]
