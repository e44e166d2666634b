import {
  atTop,
  document,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  late,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, moved, rowsOf, whole } from '#test/truth/row.ts'

const { issue, review } = rowsOf('deployment')

const day = 86_400_000

const halfOfPage: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
}

const theWholePage: Interceptor = (request, upstream) => (request.isPage ? upstream() : undefined)

const withStatus =
  (status: number): Interceptor =>
  (request, upstream) =>
    request.isPage ? { ...upstream(), status } : undefined

/** Faults in how a site is delivered. */
export const setBbDelivery: readonly Fault[] = [
  issue('bb-certificate-expired', 'Renewal has failed for weeks and the certificate ran out.', [], {
    certificate: (site) => ({
      names: [site.host],
      notBefore: new Date(Date.now() - 95 * day),
      notAfter: new Date(Date.now() - 5 * day),
    }),
  }),
  issue(
    'bb-certificate-of-neighbour',
    'The server answers with the certificate of another customer.',
    [],
    {
      certificate: (site) => ({ names: [`www.${site.stranger}`, site.stranger] }),
    },
  ),
  issue(
    'bb-certificate-own-authority',
    'An internal certificate was installed on the public site.',
    [],
    {
      issuer: 'unknown',
    },
  ),
  issue('bb-port-closed', 'The firewall of the new server has no hole for https.', [], {
    issuer: 'none',
  }),
  issue('bb-redirect-self', 'The page redirects to itself for ever.', [
    moved((site) => site.url, 301),
  ]),
  issue('bb-redirect-inside', 'Visitors are sent to a name that exists in our network only.', [
    moved('http://app01.intranet.local:8080/start'),
  ]),
  issue('bb-page-downloads', 'The browser saves the page in place of showing it.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  review('bb-right-page-404', 'The right page is served with the status of a missing one.', [
    withStatus(404),
  ]),
  issue('bb-empty-body', 'The server says 200 and sends nothing at all.', [
    (request) => (request.isPage ? text(200, 'text/html; charset=utf-8', '') : undefined),
  ]),
  review('bb-noindex-left', 'The noindex of the staging server went live with the release.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
    inHead('<meta name="robots" content="noindex,nofollow">'),
  ]),
  issue('bb-page-cut', 'The connection breaks in the middle of the page.', [halfOfPage]),
  issue('bb-base-localhost', 'The base address in the page is the machine of the developer.', [
    document((html) =>
      /<head(?:\s[^>]*)?>/i.test(html)
        ? html.replace(/<head(?:\s[^>]*)?>/i, (tag) => `${tag}<base href="http://localhost:4200/">`)
        : `<base href="http://localhost:4200/">${html}`,
    ),
    atTop('<img src="img/logo.png" alt="Logo" width="160" height="48">'),
  ]),
  review('bb-api-at-root', 'The name points to the backend in place of the site.', [
    (request) =>
      request.isPage
        ? text(200, 'application/json', '{"name":"orders-api","version":"1.4.2","status":"up"}')
        : undefined,
  ]),
  review('bb-other-tenant', 'Under our name the site of another customer is served.', [
    document((_html, site) => {
      const other = `https://www.${site.stranger}/`
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Millhouse Books &amp; Maps</title><link rel="canonical" href="${other}"><meta property="og:url" content="${other}"><meta property="og:site_name" content="Millhouse Books"></head><body><h1>Millhouse Books &amp; Maps</h1>${about}<p><a href="${other}imprint">Imprint</a></p></body></html>`
    }),
  ]),
  issue('bb-password-asked', 'The password of the test phase still protects the public site.', [
    (request) => {
      if (!request.isPage) return undefined
      const body =
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>'
      const reply = text(401, 'text/html', body)
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="preview"' },
      }
    },
  ]),
  review('bb-slow-answer', 'The page takes nine seconds until its first byte.', [
    late(9000, theWholePage),
  ]),
  issue(
    'bb-refresh-old-host',
    'The page forwards to the old domain, which is gone.',
    [
      whole('Moved', '<p>We have moved, one moment…</p>', {
        head: '<meta http-equiv="refresh" content="0; url=https://shop.our-old-name-closed.com/">',
      }),
    ],
    { tools: 'RV' },
  ),
]
